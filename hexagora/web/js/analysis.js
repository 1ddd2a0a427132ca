/** How a match went: winning chances over time and the decisions that cost most, found by the bots when somebody asks. */
import { drawChart } from './chart.js'
import { byId, el, setText } from './dom.js'
import { at } from './home.js'
import { named, t, translated } from './i18n.js'
import { IN_THIS_TAB, recallDocument, rememberDocument } from './memo.js'
import { drawSigns } from './signs.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'
import { reviewer } from './thinking.js'

const PAUSE = 700 // milliseconds between two questions how far it is
const WHOLE = 100 // percent
const KEPT = 'hexagora.review'
/** @type {{table: string, told: object|null}} what was found last: the card may be made anew, and who goes to the analysis
 * board comes back to another page */
let kept = recallDocument(KEPT, { table: '', told: null }, IN_THIS_TAB)

function keep(table, told) {
  kept = { table, told }
  rememberDocument(KEPT, kept, IN_THIS_TAB)
}

/** @param {import('./state.js').State} state @param {(ply: number) => void} visit */
export function analysis(state, visit) {
  const place = el('section', { class: 'analysis', 'aria-live': 'polite', tabindex: -1 })
  if (kept.table === state.table && kept.told) place.append(...show(state, kept.told, visit))
  else place.append(asking(state, place, visit))
  return place
}

const asking = (state, place, visit) => el('button', { type: 'button', onclick: () => look(state, place, visit) }, t('analysis.ask'))

/** Asks until all of the match was looked at. */
async function look(state, place, visit) {
  const bar = el('progress', { max: 1, value: 0, 'aria-label': t('analysis.looking') })
  place.replaceChildren(el('p', {}, t('analysis.looking')), bar)
  place.focus({ preventScroll: true }) // the button that had the focus is gone
  try {
    const review = await reviewer(state)
    for (;;) {
      const { done, of, review: told } = await review()
      if (told) {
        keep(state.table, told)
        return place.replaceChildren(...show(state, told, visit))
      }
      bar.max = of
      bar.value = done
      await new Promise(later => setTimeout(later, PAUSE))
      if (!place.isConnected) return
    }
  } catch (error) {
    place.replaceChildren(el('p', { class: 'problem', role: 'alert' }, error.message), asking(state, place, visit))
  }
}

/** Where the chart stands, its last column and what it tells, kept while the card is shown. @type {{picture: Element|null, plies: number[], last: number, turning: object[], opening: object[]}} */
let drawn = { picture: null, plies: [], last: 0, turning: [], opening: [] }

/** In a replay: the moment in the chart; at a turning point what was played and what was better, on the board; behind a
 * decision of the opening how it went elsewhere. */
export function markMoment(state) {
  const here = drawn.picture?.isConnected && state.ply !== null
  const point = here ? drawn.turning.find(one => one.ply === state.ply) : null
  drawSigns(state.scene, point?.played_at ?? [], 'played')
  drawSigns(state.scene, point?.best_at ?? [], 'best')
  const step = here ? drawn.opening.find(one => behind(one) === state.ply) : null
  setText(byId('replay-said'), [step && opened(state, step), point && words(state, point)].filter(Boolean).join(' '))
  for (const node of document.querySelectorAll('.turning-point')) showVisited(node, node.getAttribute('data-ply') === String(point?.ply))
  for (const node of document.querySelectorAll('.opening-step')) showVisited(node, node.getAttribute('data-ply') === String(step && behind(step)))
  if (!here) return
  const at = drawn.plies.findIndex(ply => ply >= state.ply)
  drawn.picture.dispatchEvent(new CustomEvent('moment', { detail: at < 0 ? drawn.last : at }))
}

/** What was wrong with it, and what the better one brings. */
const reasons = ({ fatal, why }) => [fatal && t('analysis.fatal'), why && t('analysis.why', { why: translated(why) })].filter(Boolean).join(' ')

/** The moment at which a decision of the opening has been made. */
const behind = step => step.ply + 1

/** Marks the turning point or decision that is shown, for eyes and for screen readers. */
function showVisited(node, is) {
  node.classList.toggle('visited', is)
  node.querySelector('button').setAttribute('aria-current', String(is))
}

/** The address of the analysis board at a moment of this match, with a line to step through. */
export const analysisOf = (state, ply, line = []) => at(`/analysis/${state.scene.game}?${new URLSearchParams([['table', state.table], ['ply', String(ply)], ...line.map(text => ['line', text])])}`)

/** The panel of a seat: a game may show them in the order of the turns. */
const panelOf = (scene, seat) => scene.panels.find(panel => panel.player === seat - 1)

/** A turning point as a sentence. */
const words = (state, { seat, played_label: played, best_label: best, cost, doubt }) => t('analysis.turn', {
  name: named(panelOf(state.scene, seat).name), played: translated(played), best: translated(best), cost, doubt })

/** A decision of the opening as a sentence. */
const opened = (state, { seat, played_label: played, times, won }) => t('analysis.opened', {
  name: named(panelOf(state.scene, seat).name), played: translated(played), times: times.toLocaleString(document.documentElement.lang), won })

/** How the opening went in other matches, decision by decision. */
const openingList = (state, opening, visit) => !opening.length ? [] : [el('h3', {}, t('analysis.opening')),
  el('ol', { class: 'plain' }, ...opening.map(step => el('li', { class: `opening-step player-${colourOf(state.scene, step.seat - 1)}`, 'data-ply': behind(step) },
    el('button', { type: 'button', class: 'quiet', onclick: () => visit(behind(step)) },
      icon('common', `mark-${colourOf(state.scene, step.seat - 1)}`), opened(state, step)))))]

function show(state, { plies, chances, spreads, turning, opening = [] }, visit) {
  const marks = turning.map(point => [plies.indexOf(point.ply), words(state, point)])
  const chart = drawChart(state.scene, { title: t('analysis.title'), series: chances, spreads, steps: t('analysis.step'), marks, most: WHOLE, visit: at => visit(plies[at] ?? state.log.length) })
  drawn = { picture: chart?.querySelector('svg') ?? null, plies, last: Math.max(0, (chances[0]?.length ?? 0) - 1), turning, opening }
  const points = turning.map(point => el('li', { class: `turning-point player-${colourOf(state.scene, point.seat - 1)}`, 'data-ply': point.ply },
    el('button', { type: 'button', class: 'quiet', onclick: () => visit(point.ply) },
      icon('common', `mark-${colourOf(state.scene, point.seat - 1)}`), words(state, point)),
    reasons(point) && el('small', { class: 'why' }, reasons(point)),
    el('a', { class: 'button small', href: analysisOf(state, point.ply, point.line) }, t('analysis.better'))))
  return [chart, el('h3', {}, t('analysis.turning')),
    points.length ? el('ol', { class: 'plain' }, ...points) : el('p', { class: 'muted' }, t('analysis.steady')),
    ...openingList(state, opening, visit)].filter(Boolean)
}
