/** What happened since the viewer's last turn. */
import { settings } from './settings.js'
import { myTurn } from './state.js'

/**
 * The entries of the log between the viewer's last turn and the present one; they stay while the viewer decides. What
 * chance laid out before anybody decided is seen on the board.
 * @param {import('./state.js').State} state @returns {import('./state.js').Entry[]}
 */
export function sinceMyTurn(state) {
  if (!myTurn(state) || settings.recap !== 'on') return []
  const { log, seat } = state
  const lastOther = log.findLastIndex(entry => entry.seat && entry.seat !== seat)
  if (lastOther < 0) return []
  const next = log.findIndex((entry, i) => i > lastOther && entry.seat === seat)
  const before = Math.min(log.slice(0, lastOther).findLastIndex(entry => entry.seat === seat), (state.missed ?? Infinity) - 1)
  const begun = log.findIndex(entry => entry.seat)
  return log.slice(Math.max(before + 1, begun), next < 0 ? log.length : next)
}

/** Those of the one who had the turn before: where something changed just now. */
export function turnBefore(state) {
  const since = sinceMyTurn(state)
  const last = since.findLast(entry => entry.seat)?.seat
  const other = since.findLastIndex(entry => entry.seat && entry.seat !== last)
  return since.slice(other + 1).filter(entry => entry.seat)
}
