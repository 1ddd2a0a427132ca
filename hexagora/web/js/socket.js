/** The line to the server: opens again by itself, longer and longer apart. What changed arrives as the whole state. */
import { learned } from './changes.js'

const FIRST_WAIT = 500
const LONGEST_WAIT = 15000
const PING_EVERY = 25000
const FINAL = [4403, 4404] // not allowed, no such table: asking again would not help

/**
 * @param {string} table
 * @param {{message: (m: any) => void, open: () => void, lost: () => void, refused: () => void}} on
 */
export function connect(table, on) {
  let socket = null, wait = FIRST_WAIT, ping = 0
  /** @type {import('./changes.js').Known|null} */
  let known = null

  /** A change of a state that was missed cannot be understood: then the server is asked for the whole. */
  const hear = message => {
    const before = known
    known = learned(known, message)
    if (message.type !== 'change') return on.message(message)
    if (known) return on.message(known.state)
    if (before) send({ type: 'sync' })
  }

  const open = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/ws`)
    socket.onopen = () => {
      wait = FIRST_WAIT
      ping = setInterval(() => send({ type: 'ping' }), PING_EVERY)
      on.open()
    }
    socket.onmessage = event => hear(JSON.parse(event.data))
    socket.onclose = event => {
      clearInterval(ping)
      on.lost()
      if (FINAL.includes(event.code)) return on.refused()
      setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }

  /** Whether the message could be handed over. */
  const send = message => {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  open()
  return { send }
}
