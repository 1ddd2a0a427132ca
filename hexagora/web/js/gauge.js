/** A gauge of who leads in a game for two: the needle leans to the side of whoever is ahead. */
import { byId, el } from './dom.js'
import { capital, translated } from './i18n.js'
import { colourOf } from './state.js'

const WHOLE = 100

/** @param {import('./state.js').State} state */
export function showGauge(state) {
  const { gauge } = state.scene
  const place = byId('gauge')
  place.hidden = !gauge
  if (!gauge) return
  const reach = Math.min(gauge.limit, Math.abs(gauge.lead)) / gauge.limit
  const ahead = gauge.lead > 0 ? 0 : 1
  const ticks = Array.from({ length: 2 * gauge.limit + 1 }, (_, i) => el('i', { class: i === gauge.limit ? 'middle' : '' }))
  const bar = el('div', { class: `gauge-bar player-${colourOf(state.scene, ahead)}`, 'aria-hidden': 'true' }, ...ticks, el('b'))
  const needle = /** @type {HTMLElement} */ (bar.lastElementChild)
  needle.style.insetInlineStart = `${WHOLE / 2 - (gauge.lead > 0 ? reach : 0) * (WHOLE / 2)}%`
  needle.style.inlineSize = `${reach * (WHOLE / 2)}%`
  place.replaceChildren(bar, el('span', {}, capital(translated(gauge.label))))
}
