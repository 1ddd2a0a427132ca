/** Talk at the table. */
import { byId, el } from './dom.js'

const time = at => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

export function showChat(message) {
  const list = byId('chat')
  list.append(el('li', {}, el('strong', {}, message.from), ' ', message.text, el('time', { datetime: message.at }, time(message.at))))
  list.scrollTop = list.scrollHeight
  byId('tab-chat').classList.toggle('news', byId('pane-chat').hidden)
}

/** @param {(text: string) => void} say */
export function listenToChat(say) {
  const input = /** @type {HTMLInputElement} */ (byId('chat-input'))
  byId('chat-form').addEventListener('submit', event => {
    event.preventDefault()
    if (input.value.trim()) say(input.value.trim())
    input.value = ''
  })
}
