/** How a match went: winning chances over time and the decisions that cost most, found by the bots when somebody asks. */
import { review } from './api.js'
import { drawChart } from './chart.js'
import { el } from './dom.js'
import { named, t } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'

const PAUSE = 700 // milliseconds between two questions how far it is
const WHOLE = 100 // percent
/** @type {{table: string, told: object|null}} what was found before: the card may be made anew */
let kept = { table: '', told: null }

/** @param {import('./state.js').State} state @param {(ply: number) => void} visit */
export function analysis(state, visit) {
  const place = el('section', { class: 'analysis', 'aria-live': 'polite' })
  if (kept.table === state.table && kept.told) place.append(...show(state, kept.told, visit))
  else place.append(el('button', { type: 'button', onclick: () => look(state, place, visit) }, t('analysis.ask')))
  return place
}

/** Asks until all of the match was looked at. */
async function look(state, place, visit) {
  const bar = el('progress', { max: 1, value: 0, 'aria-label': t('analysis.looking') })
  place.replaceChildren(el('p', {}, t('analysis.looking')), bar)
  try {
    for (;;) {
      const { done, of, review: told } = await review(state.table)
      if (told) {
        kept = { table: state.table, told }
        return place.replaceChildren(...show(state, told, visit))
      }
      bar.max = of
      bar.value = done
      await new Promise(later => setTimeout(later, PAUSE))
      if (!place.isConnected) return
    }
  } catch (error) {
    place.replaceChildren(el('p', { class: 'problem', role: 'alert' }, error.message))
  }
}

function show(state, { plies, chances, turning }, visit) {
  const words = ({ seat, played, best, cost }) => t('analysis.turn', { name: named(state.scene.panels[seat - 1].name), played, best, cost })
  const marks = turning.map(point => [plies.indexOf(point.ply), words(point)])
  const chart = drawChart(state.scene, { title: t('analysis.title'), series: chances, steps: t('analysis.step'), marks, most: WHOLE })
  const points = turning.map(point => el('li', { class: `player-${colourOf(state.scene, point.seat - 1)}` },
    el('button', { type: 'button', class: 'quiet', onclick: () => visit(point.ply) },
      icon('common', `mark-${colourOf(state.scene, point.seat - 1)}`), words(point))))
  return [chart, el('h3', {}, t('analysis.turning')),
    points.length ? el('ol', { class: 'plain' }, ...points) : el('p', { class: 'muted' }, t('analysis.steady'))].filter(Boolean)
}
