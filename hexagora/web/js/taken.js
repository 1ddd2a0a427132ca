/** Whoever opens a link whose seat somebody else has is told so: in the waiting room, or beside the board of a match that
 * goes on already. */
import { byId, el } from './dom.js'
import { named, t } from './i18n.js'
import { answer, fill } from './strips.js'

/** The seat of the link that led here, if somebody else had it; else 0. */
export const takenSeat = Number(new URLSearchParams(location.search).get('taken'))

let told = !takenSeat

/** @param {import('./state.js').State} state */
export function showTaken(state) {
  told ||= state.open // in the waiting room
  const seat = told || state.seat || state.ply !== null ? null : state.seats[takenSeat - 1]
  fill(byId('taken'), seat ? seat.name : '', () => [
    el('span', {}, t('taken.looking', { name: named(seat.name) })),
    answer('close', 'quiet', () => {
      told = true
      showTaken(state)
    }),
  ])
}
