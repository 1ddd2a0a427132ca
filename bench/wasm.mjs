// Random play of a game's WebAssembly under V8, from memory that Python laid out. Called by wasm.py.
import { readFileSync } from 'node:fs'

const PAGE = 65536
const task = JSON.parse(process.argv[2])
const { instance } = await WebAssembly.instantiate(readFileSync(task.module), {})
const { memory, playouts } = instance.exports
const before = readFileSync(task.memory)
const missing = before.length - memory.buffer.byteLength
if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
new Uint8Array(memory.buffer).set(before)

const numbers = (address, count) => new BigInt64Array(memory.buffer, address, count)
let best = Infinity
for (let round = 0; round < task.rounds; round++) {
  numbers(task.rng, 1)[0] = BigInt(task.seed)
  const began = process.cpuUsage()
  if (playouts(task.block) > 0) throw new Error('the play-outs failed')
  const { user, system } = process.cpuUsage(began)
  best = Math.min(best, (user + system) / 1e6)
}
const decisions = Number(numbers(task.lengths, task.count).reduce((a, b) => a + b, 0n))
console.log(JSON.stringify({ seconds: best, decisions, rng: Number(numbers(task.rng, 1)[0]) }))
