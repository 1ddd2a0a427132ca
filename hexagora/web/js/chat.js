/** Talk at the table. */
import { byId, el } from './dom.js'
import { named } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'
import { now } from './store.js'

const KEY_BYTES = 12

const time = at => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

/** @type {Map<string, any>} the lines by their keys: one that comes again, as after a broken connection, is shown once */
const lines = new Map()

export function showChat(message) {
  if (lines.has(message.key)) return false
  lines.set(message.key, message)
  const list = byId('chat')
  list.append(drawn(message))
  list.scrollTop = list.scrollHeight
  byId('tab-chat').classList.toggle('news', byId('pane-chat').hidden)
  return true
}

/** Who said it, as this person is called everywhere. */
export const speaker = ({ seat, from }) => named(now().seats.find(one => one.seat === seat)?.name ?? from)

/** All lines again: now it is known who has which colour and name. */
export function redrawChat() {
  const notes = [...byId('chat').querySelectorAll('.note')]
  byId('chat').replaceChildren(...[...lines.values()].map(drawn), ...notes)
}

function drawn(message) {
  const { scene } = now()
  const colour = scene && message.seat ? colourOf(scene, message.seat - 1) : ''
  return el('li', { class: colour && `player-${colour}` }, colour && icon('common', `mark-${colour}`),
    el('strong', {}, speaker(message)), ' ', message.text, el('time', { datetime: message.at }, time(message.at)))
}

/** A line of the house: who came, who went. */
export function note(text) {
  byId('chat').append(el('li', { class: 'muted note' }, text))
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
