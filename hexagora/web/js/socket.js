/**
 * The line to the server. A line that is silent is asked for a word; one that does not answer counts as lost, and others
 * are tried until one holds. What changed arrives as the whole state.
 */
import { pause } from './again.js'
import { learned } from './changes.js'
import { line as lineTo } from './home.js'

const LOOK_EVERY = 1000 // milliseconds between two looks at the line
const QUIET = 4000 // without a word for so long, the server is asked for one
const PATIENCE = 4000 // so long an answer may take
const TRY_FOR = 12000 // so long a try may take; tries overlap, so that one that hangs holds up no other
const FINAL = [4403, 4404] // not allowed, no such table: asking again would not help

/**
 * @param {string} table
 * @param {{message: (m: any) => void, open: () => void, lost: () => void, refused: () => void}} on
 */
export function connect(table, on) {
  /** @type {WebSocket|null} */
  let socket = null
  /** @type {Set<WebSocket>} lines that are being tried */
  const tries = new Set()
  let heard = 0, asked = 0, next = 0, over = false
  /** @type {import('./changes.js').Known|null} */
  let known = null

  /** A change of a state that was missed cannot be understood: then the server is asked for the whole. */
  const hear = message => {
    heard = Date.now()
    if (message.type === 'pong') asked = 0
    const before = known
    known = learned(known, message)
    if (message.type !== 'change') return on.message(message)
    if (known) return on.message(known.state)
    if (before) send({ type: 'sync' })
  }

  const tryLine = () => {
    clearTimeout(next)
    if (socket || over) return
    next = setTimeout(tryLine, pause())
    const line = lineTo(table)
    tries.add(line)
    const patience = setTimeout(() => line.close(), TRY_FOR)
    line.onopen = () => {
      clearTimeout(patience)
      hold(line)
    }
    line.onclose = () => {
      clearTimeout(patience)
      tries.delete(line)
    }
  }

  /** The first line that opens is held, the others are let go. */
  const hold = line => {
    clearTimeout(next)
    tries.delete(line)
    for (const other of tries) {
      other.onopen = null
      other.close()
    }
    socket = line
    heard = Date.now()
    asked = 0
    line.onmessage = event => hear(JSON.parse(event.data))
    line.onclose = event => lose(FINAL.includes(event.code))
    on.open()
  }

  const lose = final => {
    if (socket) socket.onmessage = socket.onclose = null
    socket?.close()
    socket = null
    over = final
    on.lost()
    if (final) on.refused()
    else tryLine()
  }

  /** Asks a silent line for a word, gives up one that does not answer. */
  const look = () => {
    if (!socket) return
    const now = Date.now()
    if (asked && now - asked > PATIENCE) lose(false)
    else if (now - heard > QUIET) ask()
  }

  const ask = () => {
    if (!asked && send({ type: 'ping' })) asked = Date.now()
  }

  /** Something happened to the network or to the page: looks at once. */
  const lookNow = () => {
    if (document.hidden) return
    if (socket) ask()
    else tryLine()
  }

  /** Whether the message could be handed over. */
  const send = message => {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  setInterval(look, LOOK_EVERY)
  addEventListener('online', lookNow)
  addEventListener('offline', lookNow)
  document.addEventListener('visibilitychange', lookNow)
  tryLine()
  return { send }
}
