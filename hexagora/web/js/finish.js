/** The end of a match: who won, the scores, a chart of them over time, rematch and replay. */
import { byId, el, round, svg } from './dom.js'
import { t, translated } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf, tellsScores } from './state.js'

const CHART = { width: 560, height: 200, left: 34, right: 12, top: 12, bottom: 26 }
const DASHES = ['', '7 4', '2 4', '10 4 2 4']

/** @param {{rematch: () => void, replay: () => void}} deeds */
export function showFinish(state, deeds) {
  const card = byId('finish')
  card.hidden = !state.over || state.ply !== null
  if (card.hidden || !state.over) return
  const best = Math.max(...state.over.result)
  const winners = state.scene.panels.filter(panel => state.over?.result[panel.player] === best)
  card.replaceChildren(
    el('button', { type: 'button', class: 'quiet close', 'aria-label': t('close'), onclick: () => { card.classList.add('away') } }, '×'),
    el('h2', {}, winners.length === state.scene.panels.length ? t('finish.draw')
      : t('finish.winner', { names: winners.map(panel => panel.name).join(', ') })),
    el('p', {}, translated(state.scene.prompt)),
    el('div', { class: 'row' },
      state.rematch ? el('a', { class: 'button primary', href: `/t/${state.rematch}` }, t('finish.join'))
        : el('button', { type: 'button', class: 'primary', onclick: deeds.rematch }, t('finish.rematch')),
      el('button', { type: 'button', onclick: deeds.replay }, t('finish.replay')),
      el('a', { class: 'button', href: '/' }, t('finish.lobby'))),
    standings(state),
    chart(state) ?? '')
}

/** One column per player: every meter of the panels, the score, the share of the win. */
function standings(state) {
  const { panels } = state.scene
  const rows = panels[0]?.meters.map((meter, i) => [translated(meter.label), ...panels.map(p => translated(String(p.meters[i]?.value ?? '')))]) ?? []
  if (tellsScores(state)) rows.push([t('panel.score'), ...panels.map(p => String(state.scores[p.player] ?? ''))])
  rows.push([t('finish.share'), ...panels.map(p => `${round((state.over?.result[p.player] ?? 0) * 100)} %`)])
  return el('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': t('finish.table') }, el('table', { class: 'standings' },
    el('thead', {}, el('tr', {}, el('td'), ...panels.map(panel => el('th', { scope: 'col', class: `player-${colourOf(state.scene, panel.player)}` },
      icon('common', `mark-${colourOf(state.scene, panel.player)}`), panel.name)))),
    el('tbody', {}, ...rows.map(([name, ...values]) => el('tr', {}, el('th', { scope: 'row' }, name), ...values.map(v => el('td', {}, v)))))))
}

/** Lines told apart by colour and by dashes; null when the score never changed. */
function chart(state) {
  const history = state.over?.history ?? []
  const flat = history.flat()
  const most = Math.max(...flat, 1), least = Math.min(...flat, 0)
  if (history.length < 2 || !tellsScores(state)) return null
  const x = i => CHART.left + (i / (history.length - 1)) * (CHART.width - CHART.left - CHART.right)
  const y = v => CHART.height - CHART.bottom - ((v - least) / (most - least)) * (CHART.height - CHART.top - CHART.bottom)
  const lines = state.scene.panels.map(panel => {
    const points = history.map((scores, i) => `${round(x(i))},${round(y(scores[panel.player]))}`)
    return svg('g', { class: `player-${colourOf(state.scene, panel.player)}` },
      svg('polyline', { class: 'series', points: points.join(' '), 'stroke-dasharray': DASHES[panel.player % DASHES.length] }))
  })
  const grid = [least, Math.round((least + most) / 2), most].flatMap(v => [
    svg('line', { class: 'grid', x1: CHART.left, x2: CHART.width - CHART.right, y1: y(v), y2: y(v) }),
    svg('text', { class: 'axis', x: CHART.left - 6, y: y(v) + 4, 'text-anchor': 'end' }, v)])
  return el('figure', { class: 'chart' },
    svg('svg', { viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: 'img', 'aria-label': t('finish.chart') }, ...grid, ...lines),
    el('figcaption', {}, t('finish.chart')))
}
