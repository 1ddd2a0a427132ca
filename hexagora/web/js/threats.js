/** Who threatens whom: beside the numbers of a player, how they stand against the viewer's or those of the others. */
import { el } from './dom.js'
import { named, t, translated } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'

/** In panels of the others those against the viewer; in one's own, and for lookers-on, all of them. */
const told = (state, panel) => (panel.threats ?? []).filter(({ against }) =>
  !state.seat || panel.player === state.seat - 1 || against === state.seat - 1)

/**
 * @param {import('./state.js').State} state @param {import('./state.js').Panel} panel
 * @param {(threat: object) => object} pointing attributes that light the places of a threat
 */
export function threatsOf(state, panel, pointing) {
  const found = told(state, panel)
  return found.length > 0 && el('ul', { class: 'threats', 'aria-label': t('panel.threats') },
    ...found.map(threat => drawThreat(state, panel, threat, pointing)))
}

function drawThreat(state, panel, threat, pointing) {
  const { scene, seat } = state
  const mine = threat.against === seat - 1
  const other = scene.panels.find(one => one.player === threat.against)
  const whom = mine ? t('panel.you') : named(other?.name ?? '')
  const tone = !threat.grave ? '' : panel.player === seat - 1 ? ' chance' : ' danger'
  return el('li', { class: `threat${tone} player-${colourOf(scene, threat.against)}`, title: translated(threat.note) || null, ...pointing(threat) },
    icon(scene.game, `i-${threat.icon}`), !mine && icon('common', `mark-${colourOf(scene, threat.against)}`),
    el('span', { class: 'unseen' }, whom), el('span', {}, translated(threat.text)), threat.grave && el('span', { class: 'unseen' }, translated(threat.note)))
}
