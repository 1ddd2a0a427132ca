/**
 * What is sent to the server, with the state it builds on. A wish is kept until the server has dealt with it: if the line
 * breaks in between, it is sent once more where that can do nothing twice, else the person is told.
 */
import { toast } from './dialogs.js'
import { t } from './i18n.js'
import { connect } from './socket.js'
import { isMine } from './state.js'
import { change, now } from './store.js'

const LONG = 'hint' // its answer comes long after it was taken up, and only on the line on which it was asked for
const ENDS_LONG = ['hint', 'think', 'error']
const COUNTED = ['act', 'undo', 'restart-turn', 'ask-takeback', 'hint'] // they build on the state that was seen

/** @type {{send: (message: object) => boolean}|undefined} */
let line
/**
 * @typedef {{id: number, message: any, log: number, again: boolean, taken: boolean, lost: boolean}} Wish what was sent when
 *   the log had that length; whether it was sent before; whether the server has taken it up; whether the line broke since
 * @type {Wish[]} what the server has not dealt with, as far as is known
 */
let open = []
let count = 0

/** @param {{message: (m: any) => void, open: () => void, lost: () => void, refused: () => void}} on */
export function openLine(table, on) {
  line = connect(table, {
    ...on,
    message: message => {
      if (message.type === 'pong') takenUp(message.id)
      if (message.type === 'state') settle(message)
      if (!(message.type === 'error' && isEcho(message))) on.message(message)
      if (ENDS_LONG.includes(message.type)) open = open.filter(wish => wish.message.type !== LONG)
    },
    lost: () => {
      open = open.map(wish => ({ ...wish, lost: true }))
      on.lost()
    },
  })
}

/** Sends a wish, or says that there is no line; after an action nothing else is done until the answer comes. */
export function send(type, more = {}) {
  const seq = COUNTED.includes(type) ? { seq: now().seq } : {}
  if (!hand({ type, ...seq, ...more })) {
    toast(t('line.gone'), 'problem')
    return false
  }
  if (type === 'act') change({ waiting: true, pending: null, selection: [] }, { part: 'choice' })
  return true
}

/** Says something that nobody has to know of when the line is gone. */
export const tell = message => line?.send(message)

/** Hands a wish over and asks for a word: answers come in order, so that word says that the wish has been dealt with. */
function hand(message, again = false) {
  if (!line?.send(message)) return false
  count += 1
  line.send({ type: 'ping', id: count })
  open.push({ id: count, message, log: now().log.length, again, taken: false, lost: false })
  return true
}

/** The server has dealt with a wish, or has begun to. */
function takenUp(id) {
  const wish = open.find(one => one.id === id && !one.lost)
  if (wish?.message.type === LONG) wish.taken = true
  else open = open.filter(one => one !== wish)
}

/** Whether an action of this person that builds on this state is on its way. */
export const awaits = seq => open.some(({ message }) => message.type === 'act' && message.seq === seq)

/** The line is back and tells how the table stands: what became of the wishes that were on their way? */
function settle(state) {
  const lost = open.filter(wish => wish.lost)
  open = open.filter(wish => !wish.lost)
  for (const wish of lost) {
    if (canRepeat(wish, state)) hand(wish.message, true)
    else if (!wish.taken && !arrived(wish, state)) toast(t('line.notsent'), 'problem')
  }
}

/** What carries a key or the number of the present state happens once, however often it is sent. */
const canRepeat = ({ message }, state) => Boolean(message.key) || (COUNTED.includes(message.type) && message.seq === state.seq)

/** Whether the log shows this very decision where it would have come. */
function arrived({ message, log }, state) {
  const entry = state.log[log - state.log_from]
  return message.type === 'act' && entry?.text === message.text && isMine(state, entry.seat)
}

/** A wish that arrived after all is refused the second time; the state that follows shows what came of it. */
function isEcho(message) {
  const twice = open.find(wish => !wish.lost && !wish.taken)
  if (message.code !== 'stale' || !twice?.again) return false
  twice.lost = true
  return true
}
