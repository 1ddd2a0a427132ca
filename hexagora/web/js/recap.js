/** What the others did since the viewer's last turn: a short list beside the board that points, tells again and goes away. */
import { byId, el, onceDrawn, setText } from './dom.js'
import { sentence, t, wording } from './i18n.js'
import { nameOf, seatOf, teller, whose } from './log.js'
import { sinceMyTurn } from './since.js'
import { sentences } from './speech.js'
import { colourOf } from './state.js'

const MOST_TOLD = 14 // older things are in the log

/**
 * @param {import('./state.js').State} state
 * @param {{point: (where: object) => void, visit: (ply: number) => void, retell: (ply: number) => void,
 *   dismiss: (ply: number) => void}} deeds
 */
export function showRecap(state, deeds) {
  const strip = byId('recap')
  const since = sinceMyTurn(state)
  const first = since[0]?.ply ?? -1
  strip.hidden = !since.length || first === state.recapGone
  const key = strip.hidden ? '' : `${state.table}/${first}/${since.length}/${wording()}`
  if (strip.dataset.key === key) return
  strip.dataset.key = key
  if (strip.hidden) return deeds.point({})
  const told = since.slice(-MOST_TOLD)
  byId('recap-list').replaceChildren(...told.map((entry, i) => line(state, entry, told[i - 1], deeds)))
  onceDrawn(() => { strip.scrollTop = 0 })
  byId('recap-retell').onclick = () => deeds.retell(first)
  byId('recap-close').onclick = () => deeds.dismiss(first)
  byId('tab-log').onclick = () => { if (!byId('log').offsetParent) deeds.dismiss(first) } // where it has the place of the log
  setText(byId('recap-said'), `${t('recap.title')}: ${sentences(told.map(sentence))}`)
}

/** What somebody did, with the name of the player before the first of a turn. */
function line(state, entry, before, { point, visit }) {
  const seat = seatOf(state, entry)
  const begins = seat && (!before || seatOf(state, before) !== seat)
  return el('li', { class: `${begins ? 'begins ' : ''}${seat ? `player-${colourOf(state.scene, seat - 1)}` : ''}`, 'data-ply': entry.ply },
    begins ? whose(state, seat) : null, teller(entry, point, visit, seat ? nameOf(state, seat) : ''))
}
