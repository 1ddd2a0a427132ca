/** Dialogs: settings, keys, and the question which of several things under a click is meant. */
import { byId, el, renew } from './dom.js'
import { alone } from './home.js'
import { applyStrings, t, translated } from './i18n.js'
import { settleNotices } from './notices.js'
import { SETTINGS, setSetting, settings } from './settings.js'

/** @param {() => void} changed called after every change */
export function openSettings(changed) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('settings'))
  const shown = Object.entries(SETTINGS).filter(([name]) => !(alone && name === 'thinking'))
  renew(byId('settings-list'), ...shown.map(([name, values]) => el('label', { class: 'field', 'data-key': name },
    el('span', {}, t(`settings.${name}`)),
    el('select', { name, 'data-key': `${name}-value`, onchange: event => set(name, event.target.value, changed) }, ...values.filter(value => !(alone && value === 'push')).map(value => el('option', { value, selected: settings[name] === value }, t(`settings.${name}.${value}`)))))))
  for (const [name] of shown) /** @type {HTMLSelectElement} */ (dialog.querySelector(`[name=${name}]`)).value = settings[name]
  applyStrings(dialog)
  if (!dialog.open) dialog.showModal()
}

function set(name, value, changed) {
  const before = settings[name]
  setSetting(name, value)
  changed()
  if (name !== 'notices') return
  settleNotices().catch(error => {
    setSetting(name, before)
    toast(error.message, 'problem')
    changed()
  })
}

/** Asks which of several is meant. @param {{label: string, deed: () => void}[]} answers */
export function ask(title, answers) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('question'))
  byId('question-title').textContent = title
  byId('question-answers').replaceChildren(...answers.map(({ label, deed }) => el('button', {
    type: 'button', onclick: () => {
      dialog.close()
      deed()
    } }, translated(label))))
  dialog.showModal()
}

/** Asks before something that cannot be taken back. */
export function sure(question, yes, deed) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('sure'))
  byId('sure-title').textContent = question
  byId('sure-yes').textContent = yes
  byId('sure-yes').onclick = () => {
    dialog.close()
    deed()
  }
  dialog.showModal()
}

/** An address to copy, with what it is for. */
export function linkLine(url, name) {
  const address = new URL(url, location.href).href
  return el('li', {}, el('label', { class: 'field' }, el('span', {}, name),
    el('span', { class: 'inline' }, el('input', { readonly: true, value: address, 'aria-label': name, onfocus: event => event.target.select() }),
      el('button', { type: 'button', 'aria-label': `${t('links.copy')}: ${name}`, onclick: () => copy(address) }, t('links.copy')))))
}

/** To the clipboard; where that is not allowed, the text is shown. */
export async function copy(text) {
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false) || copyOld(text)
  toast(done ? t('links.copied') : text)
}

/** The old way, which also works without https, as in a local network. */
function copyOld(text) {
  const field = /** @type {HTMLTextAreaElement} */ (el('textarea', { class: 'unseen', readonly: true }, text))
  const place = document.querySelector('dialog[open]') ?? document.body
  const held = /** @type {HTMLElement|null} */ (document.activeElement)
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  held?.focus()
  return done
}

export const openDialog = id => /** @type {HTMLDialogElement} */ (byId(id)).showModal()

/** Buttons with data-close close the dialog they are in; so does a click beside it. */
export function listenToDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', event => {
      const target = /** @type {Element} */ (event.target)
      if (target === dialog || target.closest('[data-close]')) dialog.close()
    })
  }
}

const TOAST_TIME = { least: 3500, letter: 50 } // milliseconds
const AT_ONCE = 1000 // milliseconds within which what is told belongs together

/** A note that goes away by itself. There is one at a time, for they lie over something: what comes together stands
 * together, later news take the place of older ones; only what went wrong stays beside them. */
export function toast(text, kind = '') {
  const board = noticeBoard()
  const before = board.querySelector(`.toast${kind ? `.${kind}` : ':not(.problem)'}`)
  const together = before && !kind && before.lastChild?.textContent !== text && performance.now() - Number(before.getAttribute('data-at')) < AT_ONCE
  const note = el('p', { class: `toast ${kind}`, 'data-at': performance.now() }, ...(together ? [...before.childNodes, ' '] : []), el('span', {}, text))
  before?.remove()
  board.append(note)
  setTimeout(() => note.remove(), TOAST_TIME.least + TOAST_TIME.letter * note.textContent.length)
}

/** Where notes are seen and heard: while a dialog is open nothing outside it is. */
function noticeBoard() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog) return byId('toasts')
  const board = dialog.querySelector(':scope > .toasts') ?? el('div', { class: 'toasts', 'aria-live': 'polite' })
  if (!board.parentNode) dialog.append(board)
  return board
}
