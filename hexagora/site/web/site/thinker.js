/**
 * A worker in which bots think: Python for the plan, the game's WebAssembly for the search. The house of a site asks with
 * data of Python's own; a page of a server that lends this worker asks with texts.
 */
import { bytesOf, startPython } from './python.js'

const brought = new Set()
const ready = startPython().then(({ python }) => {
  const host = python.pyimport('hexagora.site.host')
  host.start()
  return { host, lent: python.pyimport('hexagora.site.lent') }
})

async function answer({ name, game, asked }) {
  const { host, lent } = await ready
  if (!brought.has(game)) {
    host.bring(game, await bytesOf(`${game}.wasm`))
    brought.add(game)
  }
  return typeof asked === 'string' ? lent.answer(asked) : host.think(name, asked)
}

async function reply(data, line) {
  try {
    line.postMessage({ id: data.id, found: await answer(data) })
  } catch (error) {
    line.postMessage({ id: data.id, failed: String(error) })
  }
}

/** Whoever made this worker asks, or hands it the line of somebody else who will. */
onmessage = ({ data }) => {
  if (!data.line) return reply(data, self)
  data.line.onmessage = event => reply(event.data, data.line)
}
