/** Talk at the table. */
import { byId, el, renew } from './dom.js'
import { named, t } from './i18n.js'
import { isMuted, mute, speakerKey } from './mute.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'
import { now } from './store.js'

const KEY_BYTES = 12

const time = at => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

/** @type {Map<string, any>} the lines by their keys: one that comes again, as after a broken connection, is shown once;
 * between them what the house says, in the order of all */
const lines = new Map()

export function showChat(message) {
  if (lines.has(message.key)) return false
  lines.set(message.key, message)
  if (isMuted(keyOf(message))) return redrawChat()
  const list = byId('chat')
  list.append(drawn(message))
  list.scrollTop = list.scrollHeight
  byId('tab-chat').classList.toggle('news', byId('pane-chat').hidden)
  byId('open-info').classList.toggle('news', !byId('pane-chat').getClientRects().length) // on a phone the talk lies in a sheet
  return true
}

/** Who said it, as this person is called everywhere. */
export const speaker = ({ seat, from }) => named(now().seats.find(one => one.seat === seat)?.name ?? from)

/** All lines again: now it is known who has which colour and name. */
export function redrawChat() {
  const said = [...lines.values()]
  const silent = new Map(said.filter(one => !one.note && isMuted(keyOf(one))).map(one => [keyOf(one), one]))
  renew(byId('chat'), ...[...silent.values()].map(unheard), ...said.filter(one => one.note || !silent.has(keyOf(one))).map(drawn))
  return false
}

const keyOf = message => speakerKey(now().table, message)

/** A person who is not heard here, and the way back. */
const unheard = message => el('li', { class: 'muted unheard' }, t('chat.muted', { name: speaker(message) }), ' ',
  el('button', { type: 'button', class: 'small quiet', onclick: () => listen(message, true) }, t('chat.unmute')))

function listen(message, on) {
  mute(keyOf(message), !on)
  redrawChat()
  byId('chat-input').focus()
}

const isOthers = message => !now().seats.some(seat => seat.mine && seat.seat === message.seat) && (message.seat > 0 || now().seat > 0)

function drawn(message) {
  if (message.note) return el('li', { class: 'muted note' }, message.note)
  const { scene } = now()
  const colour = scene && message.seat ? colourOf(scene, message.seat - 1) : ''
  return el('li', { class: colour && `player-${colour}` }, colour && icon('common', `mark-${colour}`),
    el('strong', {}, el('bdi', {}, speaker(message))), ' ', el('bdi', {}, message.text), ' ', el('time', { datetime: message.at }, time(message.at)),
    isOthers(message) && el('button', { type: 'button', class: 'mute quiet', 'aria-label': t('chat.mute', { name: speaker(message) }),
      title: t('chat.mute', { name: speaker(message) }), onclick: () => listen(message, false) }, icon('common', 'i-mute')))
}

/** A line of the house: who came, who went. */
export function note(text) {
  const list = byId('chat')
  const line = { note: text }
  lines.set(`note ${lines.size}`, line)
  list.append(drawn(line))
  list.scrollTop = list.scrollHeight
}

/** A key for a line, so that it can be sent again without being said twice. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** @param {(line: {text: string, key: string}) => boolean} say whether it could be sent */
export function listenToChat(say) {
  const input = /** @type {HTMLInputElement} */ (byId('chat-input'))
  byId('chat-form').addEventListener('submit', event => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text || say({ text, key: newKey() })) input.value = ''
  })
}
