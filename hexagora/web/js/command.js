/** Typed notation with completion, and the list of all choices as buttons. */
import { byId, el, renew, setText } from './dom.js'
import { t, translated } from './i18n.js'
import { decisions } from './routes.js'
import { myTurn } from './state.js'

const tidy = text => text.toLowerCase().trim().replace(/\s+/g, ' ')

/** The choice that a text means: written out, or the only one that begins so. */
export function understood(choices, text) {
  const wanted = tidy(text)
  if (!wanted) return null
  const begun = choices.filter(choice => choice.text.startsWith(wanted))
  return choices.find(choice => choice.text === wanted) ?? (begun.length === 1 ? begun[0] : null)
}

/** @param {(choice: object) => void} act */
export function showCommand(state, act) {
  const choices = myTurn(state) ? decisions(state.scene.choices) : []
  renew(byId('texts'), ...choices.map(choice => el('option', { value: choice.text }, translated(choice.label))))
  const input = /** @type {HTMLInputElement} */ (byId('command'))
  input.disabled = !choices.length
  setText(byId('choice-count'), t('choices.count', { count: choices.length }))
  const list = byId('choice-list')
  if (byId('all-choices').hasAttribute('open')) fillList(list, choices, act)
  else list.replaceChildren()
}

export const fillList = (list, choices, act) => renew(list, ...choices.map(choice => el('li', {},
  el('button', { type: 'button', class: 'quiet', onclick: () => act(choice) }, translated(choice.label), el('code', {}, choice.text),
    choice.warning && el('small', { class: 'warning' }, translated(choice.warning))))))

/** Reads what was typed; says what is wrong with it. @param {() => import('./state.js').State} now */
export function listenToCommand(now, act) {
  const form = byId('command-form'), input = /** @type {HTMLInputElement} */ (byId('command'))
  form.addEventListener('submit', event => {
    event.preventDefault()
    const choices = decisions(now().scene?.choices ?? [])
    const choice = understood(choices, input.value)
    setText(byId('command-problem'), choice ? '' : t('command.unknown', {
      text: tidy(input.value), examples: choices.slice(0, 3).map(one => one.text).join(', ') }))
    if (!choice) return
    input.value = ''
    act(choice)
  })
}
