/** What is sent to the server, with the state it builds on. */
import { toast } from './dialogs.js'
import { t } from './i18n.js'
import { connect } from './socket.js'
import { change, now } from './store.js'

const COUNTED = ['act', 'undo', 'restart-turn', 'ask-takeback', 'hint'] // they build on the state that was seen

/** @type {{send: (message: object) => boolean}|undefined} */
let line

export function openLine(table, on) {
  line = connect(table, on)
}

/** Sends a wish; after an action nothing else is done until the answer comes. */
export function send(type, more = {}) {
  const seq = COUNTED.includes(type) ? { seq: now().seq } : {}
  if (!line?.send({ type, ...seq, ...more })) return toast(t('status.lost'), 'problem')
  if (type === 'act') change({ waiting: true, pending: null, selection: [] }, { part: 'choice' })
}
