/** Sheets: on a phone, cards and log come over the board by one tap and go by another. On a desk they lie beside it. */
import { byId } from './dom.js'

const buttons = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-sheet]')].filter(node => node.tagName === 'BUTTON'))

/** @param {string} name '' closes what is open */
export function openSheet(name) {
  if (name) document.body.dataset.sheet = name
  else delete document.body.dataset.sheet
  for (const button of buttons()) {
    button.setAttribute('aria-expanded', String(button.dataset.sheet === name))
    if (button.dataset.sheet === name) button.classList.remove('news')
  }
  const log = document.getElementById('log') // lessons and puzzles have none
  if (log) log.scrollTop = log.scrollHeight // what is not seen cannot be scrolled before
}

export const closeSheet = () => openSheet('')

/** A card that can be chosen now is told on the button that shows it. */
export function callForTray(there, calls) {
  byId('open-tray').hidden = !there
  byId('open-tray').classList.toggle('calls', calls)
  if (!there && document.body.dataset.sheet === 'tray') closeSheet()
}

export function listenToSheets() {
  for (const button of buttons()) {
    button.addEventListener('click', () => openSheet(document.body.dataset.sheet === button.dataset.sheet ? '' : button.dataset.sheet ?? ''))
  }
  byId('board').addEventListener('pointerdown', closeSheet)
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) closeSheet()
  })
}
