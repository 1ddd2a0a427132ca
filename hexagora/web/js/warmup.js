/** How far the bots of this game are made ready, told quietly in a corner. */
import { byId, setText } from './dom.js'
import { t } from './i18n.js'

const WHOLE = 100

/** @param {{done: number, of: number}} message */
export function showWarmup({ done, of }) {
  const note = byId('compile')
  const ready = !of || done >= of
  note.hidden = ready
  if (ready) return
  const percent = Math.floor((done / of) * WHOLE)
  const bar = /** @type {HTMLProgressElement} */ (byId('compile-bar'))
  bar.value = percent / WHOLE
  setText(byId('compile-text'), t('compile', { percent }))
}
