/** A bot plays for this person, or did while nobody looked: said beside the board, with the way back and what it did. */
import { byId, el } from './dom.js'
import { t } from './i18n.js'
import { send } from './line.js'
import { isAway, isMine } from './state.js'
import { answer, fill } from './strips.js'

let wasAway = false
let told = -1 // from where on this person knows what the bot did

/** @param {import('./state.js').State} state @param {(ply: number) => void} retell */
export function showAway(state, retell) {
  const away = isAway(state)
  wasAway ||= away
  const plays = state.seat > 0 && !state.over && !state.open && state.ply === null
  const count = state.missed !== told ? decidedFor(state) : 0
  fill(byId('away'), plays && (away || count) ? `${away}/${count}` : '', () => [
    el('span', {}, [away && t('away.now'), count && t('away.did', { count })].filter(Boolean).join(' ')),
    count && answer('away.show', away ? '' : 'primary', () => retell(state.missed)),
    away && !state.rated && answer('tool.return', 'primary', () => send('return')),
    !away && answer('close', 'quiet', () => {
      told = state.missed
      showAway(state, retell)
    }),
  ])
}

/** How often a bot decided for this person since the last look at the table. */
const decidedFor = ({ missed, log, ...state }) => (wasAway && missed !== null
  ? log.slice(missed).filter(entry => entry.seat && isMine(state, entry.seat)).length : 0)
