/** The house in a worker: Python answers here what a server would. Bots think in workers beside it. */
import { startPython } from './python.js'
import { openStore } from './store.js'

const MOST_THINKERS = 8
const TOLD_EVERY = 100 // milliseconds
const tell = (message) => postMessage(message)
const thinkers = Math.max(1, Math.min(MOST_THINKERS, navigator.hardwareConcurrency || 2))

/** @type {{line: MessagePort, busy: number}[]} */
const pool = []
const answers = new Map()
let asked = 0

/**
 * The thinker with a number, or one that has nothing to do; asked for when it is needed for the first time. The page makes
 * it: not every browser lets a worker start others, and Firefox, while somebody debugs it, may stop one for good that does.
 */
function thinkerFor(number) {
  let found = number < 0 ? pool.find(one => !one.busy) : pool[number]
  while (!found) {
    const { port1: line, port2: thinker } = new MessageChannel()
    const made = { line, busy: 0 }
    line.onmessage = ({ data }) => {
      const { resolve, reject, one } = answers.get(data.id)
      answers.delete(data.id)
      one.busy--
      if (data.failed) reject(new Error(data.failed))
      else resolve(data.found)
    }
    postMessage({ thinker }, [thinker])
    pool.push(made)
    found = number < 0 ? made : pool[number]
  }
  return found
}

const think = (name, game, data, number) => new Promise((resolve, reject) => {
  const one = thinkerFor(number), id = ++asked
  one.busy++
  answers.set(id, { resolve, reject, one })
  one.line.postMessage({ id, name, game, asked: data })
})

/** Tells how much came in, now and then: on a slow line it comes in a thousand pieces. */
function counter() {
  let came = 0, told = 0
  return bytes => {
    came += bytes
    if (performance.now() - told < TOLD_EVERY) return
    told = performance.now()
    tell({ came })
  }
}

async function open() {
  const { python, remembered } = await startPython(counter())
  tell({ unpacked: true })
  const boot = python.pyimport('hexagora.site.boot')
  const store = await openStore().catch(error => console.warn(error))
  const door = await boot.open_house(store, think, thinkers)
  tell({ ready: true, remembered, keeps: Boolean(store) })
  return door
}

const house = open()
house.catch(error => tell({ failed: String(error) }))

const deeds = {
  async ask(door, { id, method, address, body, guest }) {
    const [status, text] = await door.request(method, address, body, ...guest ? [guest] : [])
    tell({ id, status, text })
  },
  async enter(door, { line, table, guest }) {
    const heard = text => tell({ line, heard: text })
    const closed = (code, reason) => tell({ line, closed: [code, reason] })
    tell({ line, opened: true })
    await door.enter(line, table, heard, closed, ...guest ? [guest] : [])
  },
  say: (door, { line, text }) => door.hear(line, text),
  leave: (door, { line }) => door.leave(line),
}

onmessage = async ({ data }) => deeds[data.deed](await house, data)
