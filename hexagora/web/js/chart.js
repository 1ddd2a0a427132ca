/**
 * Charts of how the match went: a line for each player, told apart by colour, dashes and the sign at its end. Pointing
 * at a moment, or the arrow keys, show the numbers of that moment.
 */
import { el, round, svg } from './dom.js'
import { named, t, translated } from './i18n.js'
import { symbol, use } from './sprites.js'
import { colourOf } from './state.js'

const SIZE = { width: matchMedia('(width < 560px)').matches ? 330 : 460, height: 210, left: 34, right: 52, top: 14, bottom: 30 }
const DASHES = ['', '9 4', '3 4', '12 4 3 4', '1 5', '6 3 1 3']
const GRID_LINES = 4
const NICE = [1, 2, 5, 10]
const SIGN = 0.17 // size of a player's sign at the end of a line
const LABEL_GAP = 15 // between two of them

/** @typedef {import('./state.js').Chart} Chart */

/** Steps of the grid that are easy to read. */
function gridOf(least, most) {
  const rough = Math.max((most - least) / GRID_LINES, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = NICE.map(n => n * power).find(n => n >= rough) ?? rough
  const first = Math.floor(least / step) * step
  return Array.from({ length: Math.ceil((most - first) / step) + 1 }, (_, i) => first + i * step)
}

/** @param {import('./state.js').Scene} scene @param {Chart} chart */
export function drawChart(scene, chart) {
  const numbers = chart.series.flat().filter(value => value !== null)
  const length = Math.max(...chart.series.map(values => values.length))
  if (length < 2 || !numbers.length) return null
  const grid = gridOf(Math.min(...numbers, 0), chart.most ?? Math.max(...numbers, 1))
  const [low, high] = [grid[0], grid[grid.length - 1]]
  const x = i => SIZE.left + (i / (length - 1)) * (SIZE.width - SIZE.left - SIZE.right)
  const y = value => SIZE.height - SIZE.bottom - ((value - low) / (high - low)) * (SIZE.height - SIZE.top - SIZE.bottom)
  const finder = svg('g', { class: 'finder' })
  const picture = svg('svg', { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', tabindex: '0', 'aria-label': summary(scene, chart) },
    ...grid.flatMap(value => [
      svg('line', { class: 'grid', x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y(value), y2: y(value) }),
      svg('text', { class: 'axis', x: SIZE.left - 8, y: y(value) + 4, 'text-anchor': 'end' }, value)]),
    svg('text', { class: 'axis', x: SIZE.left, y: SIZE.height - 8 }, `${translated(chart.steps)} 1`),
    svg('text', { class: 'axis', x: SIZE.width - SIZE.right, y: SIZE.height - 8, 'text-anchor': 'end' }, length),
    ...chart.marks.map(([at, words]) => mark(x(at), words)),
    ...chart.series.map((values, player) => line(scene, player, values, x, y)),
    ...signs(scene, chart, x(length - 1), y), finder)
  listen(picture, finder, { scene, chart, length, x, y })
  return el('figure', { class: 'chart' }, el('figcaption', {}, translated(chart.title)), picture, el('output', { class: 'chart-said' }))
}

const summary = (scene, chart) => `${translated(chart.title)}. ${scene.panels.map(panel =>
  `${named(panel.name)}: ${chart.series[panel.player]?.filter(v => v !== null).at(-1) ?? 0}`).join(', ')}. ${t('chart.keys')}`

const mark = (x, words) => svg('g', { class: 'chart-mark' },
  svg('line', { x1: x, x2: x, y1: SIZE.top, y2: SIZE.height - SIZE.bottom }), svg('title', {}, translated(words)))

function line(scene, player, values, x, y) {
  const points = values.map((value, i) => (value === null ? null : `${round(x(i))} ${round(y(value))}`))
  const path = points.map((point, i) => (point ? `${points[i - 1] ? 'L' : 'M'}${point}` : '')).join('')
  return svg('path', { class: `series player-${colourOf(scene, player)}`, d: path, 'stroke-dasharray': DASHES[player % DASHES.length] })
}

/** The sign and the last number of each player beside the end of the line; close ones are moved apart. */
function signs(scene, chart, x, y) {
  const last = chart.series.map((values, player) => ({ player, value: values.filter(v => v !== null).at(-1) ?? 0 }))
    .sort((a, b) => b.value - a.value)
  const rows = spread(last.map(({ value }) => y(value)))
  return last.map(({ player, value }, i) => {
    const colour = colourOf(scene, player)
    return svg('g', { class: `chart-sign player-${colour}`, transform: `translate(${round(x + 12)} ${round(rows[i])})` },
      use(symbol('common', `mark-${colour}`), { transform: `scale(${SIGN})` }), svg('text', { x: 10, y: 4 }, value))
  })
}

/** Heights from above to below, each as near as can be to where it belongs, and none beyond the edge. */
function spread(heights) {
  const down = heights.reduce((rows, height) => [...rows, Math.max(height, (rows.at(-1) ?? -Infinity) + LABEL_GAP)], [])
  return down.map((row, i) => Math.min(row, SIZE.height - LABEL_GAP / 2 - LABEL_GAP * (down.length - 1 - i)))
}

/** Shows the numbers of one moment. */
function listen(picture, finder, { scene, chart, length, x, y }) {
  let at = length - 1
  const show = (moment, aloud) => {
    at = Math.max(0, Math.min(length - 1, moment))
    finder.replaceChildren(svg('line', { x1: x(at), x2: x(at), y1: SIZE.top, y2: SIZE.height - SIZE.bottom }),
      ...chart.series.map((values, player) => values[at] !== null && values[at] !== undefined && svg('circle', {
        class: `player-${colourOf(scene, player)}`, cx: x(at), cy: y(values[at]), r: 4.5 })))
    const words = chart.marks.filter(([when]) => when === at).map(([, text]) => translated(text))
    const numbers = scene.panels.map(panel => `${named(panel.name)} ${chart.series[panel.player]?.[at] ?? '–'}`)
    const output = picture.parentElement.querySelector('.chart-said')
    const doubt = chart.spreads?.[at] ? [`± ${chart.spreads[at]}`] : []
    output.textContent = `${translated(chart.steps)} ${at + 1}: ${[...numbers, ...doubt, ...words].join(' · ')}`
    output.setAttribute('aria-live', aloud ? 'polite' : 'off')
  }
  picture.addEventListener('pointermove', event => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse())
    show(Math.round(((point.x - SIZE.left) / (SIZE.width - SIZE.left - SIZE.right)) * (length - 1)), false)
  })
  picture.addEventListener('pointerleave', () => (chart.at === undefined ? finder.replaceChildren() : show(chart.at, false)))
  picture.addEventListener('click', () => chart.visit?.(at))
  picture.addEventListener('moment', event => {
    chart.at = /** @type {CustomEvent} */ (event).detail
    show(chart.at, false)
  })
  picture.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -length, End: length }[event.key]
    if (event.key === 'Enter') chart.visit?.(at)
    if (!step) return
    event.preventDefault()
    show(at + step, true)
  })
}
