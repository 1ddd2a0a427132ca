/** The end of a match: who won, what counts for how much and where, how it went over time, rematch and replay. */
import { analysis, markMoment } from './analysis.js'
import { matchFile } from './api.js'
import { drawChart } from './chart.js'
import { byId, el, round } from './dom.js'
import { at } from './home.js'
import { endingOf, language, named, t, translated, wording } from './i18n.js'
import { whoAsks } from './news.js'
import { pointing } from './panels.js'
import { closeSheet, openSheet } from './sheets.js'
import { icon } from './sprites.js'
import { colourOf, tellsScores } from './state.js'

const UNPLAYED = ['called-off', 'rules-changed'] // ends of matches that nobody looks at again

let shown = '' // what the card tells: it is made once, so that focus and a card that was put away stay

/** @param {{rematch: () => void, replay: () => void, visit: (ply: number) => void, point: (where: object) => void}} deeds */
export function showFinish(state, deeds) {
  const card = byId('finish')
  card.hidden = !state.over
  byId('open-finish').hidden = card.hidden // where the card is in sight, it is not shown
  document.body.classList.toggle('finished', !card.hidden && !card.classList.contains('away'))
  const news = state.over ? `${state.seq}/${state.rematch}` : '', key = `${news}/${wording()}`
  if (!state.over || shown === key) return markMoment(state)
  if (!shown.startsWith(`${news}/`)) comeForward(card)
  shown = key
  const end = { ...state, scene: state.live ?? state.scene } // also while a replay shows an earlier moment
  card.replaceChildren(closeButton(card), ...head(end), asked(end), buttons(end, deeds), ...charts(end), ...(isPlayed(end) ? [analysis(end, ply => { closeSheet(); deeds.visit(ply) })] : []), standings(end, deeds))
  markMoment(state)
}

/** On a phone the end comes over the board by itself. */
function comeForward(card) {
  card.classList.remove('away')
  document.body.classList.add('finished')
  openSheet('info')
}

/** Whether there is a match to look at again; also one that people ended before the rules did. */
const isPlayed = state => state.log.length > 0 && !UNPLAYED.includes(state.over.ending?.kind)

/** Put away, or under its sheet on a phone, the card waits behind a button among the tools. */
function closeButton(card) {
  const back = byId('open-finish')
  back.onclick = () => {
    comeForward(card)
    card.querySelector('button')?.focus({ preventScroll: true })
  }
  return el('button', { type: 'button', class: 'quiet close', 'aria-label': t('close'), onclick: () => {
    card.classList.add('away')
    document.body.classList.remove('finished')
    closeSheet()
    back.focus({ preventScroll: true })
  } }, '×')
}

/** How people ended it, where the rules did not. */
const ended = state => state.over.ending && el('p', {}, endingOf(state.over.ending, state.seats))

function head(state) {
  if (!state.over.result) return [el('h2', {}, t('finish.none')), ended(state)]
  const best = Math.max(...state.over.result)
  const winners = state.scene.panels.filter(panel => state.over.result[panel.player] === best)
  const everybody = winners.length === state.scene.panels.length
  return [
    el('h2', {}, ...(everybody ? [] : winners).map(panel => el('span', {
      class: `laurel player-${colourOf(state.scene, panel.player)}`, 'aria-hidden': 'true',
    }, icon('common', `mark-${colourOf(state.scene, panel.player)}`))), everybody ? t('finish.draw') : winnersTold(winners.map(panel => named(panel.name)))),
    ended(state),
  ].filter(Boolean)
}

const winnersTold = names => t(names.length > 1 ? 'finish.winners' : 'finish.winner', { names: new Intl.ListFormat(language()).format(names) })

/** Who played may ask for another match, or come to the one that somebody asked for; who looked on may look on there. */
function again(state, deeds) {
  if (state.seat) return el('button', { type: 'button', class: 'primary', onclick: deeds.rematch }, t(state.rematch ? 'finish.join' : 'finish.rematch'))
  return state.rematch && el('a', { class: 'button primary', href: at(`/t/${state.rematch}`) }, t('finish.join'))
}

/** Filled when it is known who asked for a rematch. */
function asked(state) {
  const line = el('p', { id: 'finish-asked', hidden: true })
  if (state.seat && state.rematch) whoAsks(state.rematch).then(told => {
    line.textContent = told
    line.hidden = !told
  })
  return line
}

const buttons = (state, deeds) => el('div', { class: 'ways' },
  again(state, deeds),
  el('button', { type: 'button', onclick: () => { closeSheet(); deeds.replay() } }, t('finish.replay')),
  el('a', { class: 'button', href: matchFile(state.table), download: `${state.scene.game}.json` }, t('finish.save')),
  el('a', { class: 'button', href: at('/') }, t('finish.lobby')))

/**
 * One column per player: every line of the panels, what else is told of the match, the score, the share of the win where there are several winners.
 * A line that counts places lights them on the board: its name those of all, a number those of one player.
 */
function standings(state, deeds) {
  const { panels, ending } = state.scene
  const labels = [...new Set(panels.flatMap(panel => panel.meters.map(meter => meter.label)))]
  const rows = labels.map(label => meterRow(label, panels.map(panel => panel.meters.find(meter => meter.label === label)), deeds))
  const plain = (name, values, note = '', sort = null) => el('tr', { class: sort, title: translated(note) || null },
    el('th', { scope: 'row' }, name), ...values.map(value => el('td', {}, translated(String(value)))))
  rows.push(...(ending?.lines ?? []).map(line => plain(translated(line.label), panels.map(panel => line.values[panel.player] ?? ''), line.note)))
  const told = panels.some(panel => panel.meters.some(meter => meter.score))
  if (tellsScores(state) && !told) rows.push(plain(t('panel.score'), panels.map(panel => state.scores[panel.player] ?? ''), '', 'total'))
  if (isShared(state.over)) rows.push(plain(t('finish.share'), panels.map(panel => `${round((state.over.result[panel.player] ?? 0) * 100)}\u00a0%`), '', 'total'))
  const { ratings = {} } = state.over
  if (Object.keys(ratings).length) rows.push(plain(t('rating.title'), panels.map(panel => (ratings[panel.player + 1] ?? []).join(' → ')), t('rating.provisional')))
  const lit = panels.some(panel => panel.meters.some(meter => meter.cells?.length || meter.missed?.length))
  return el('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': t('finish.table') },
    lit && el('p', { class: 'muted' }, t('finish.point')),
    el('table', { class: 'standings', 'data-count': panels.length }, el('thead', {}, el('tr', {}, el('td'), ...panels.map(panel => playerHead(state, panel)))), el('tbody', {}, ...rows)))
}

/** Whether several have a part in the win: else the heading says it all. */
const isShared = ({ result }) => Boolean(result?.some(part => part > 0 && part < 1))

const playerHead = (state, panel) => el('th', { scope: 'col', class: `player-${colourOf(state.scene, panel.player)}` },
  icon('common', `mark-${colourOf(state.scene, panel.player)}`), el('span', { title: named(panel.name) }, named(panel.name)))

/** What a line counts stays lit once it was clicked, until it is clicked again or another one is. */
let pinned = null
function staying(meter, deeds) {
  const where = { names: meter.cells ?? [], missed: meter.missed ?? [], kind: 'counted' }
  const point = given => deeds.point(Object.keys(given).length ? given : pinned ?? {})
  const pin = event => {
    pinned = pinned && pinned.cell === event.currentTarget ? null : { ...where, cell: event.currentTarget }
    for (const node of byId('finish').querySelectorAll('[aria-pressed]')) node.setAttribute('aria-pressed', String(node === pinned?.cell))
    deeds.point(pinned ?? {})
  }
  const lit = pointing(meter, { point })
  return lit.tabindex ? { ...lit, role: 'button', 'aria-pressed': 'false', onclick: pin, onkeydown: event => { if (event.key === 'Enter') pin(event) } } : {}
}

function meterRow(label, meters, deeds) {
  const all = { cells: meters.flatMap(meter => meter?.cells ?? []), missed: meters.flatMap(meter => meter?.missed ?? []) }
  return el('tr', { class: meters.some(meter => meter?.score) ? 'total' : null, title: translated(meters.find(meter => meter?.note)?.note ?? '') || null },
    el('th', { scope: 'row' }, el('span', staying(all, deeds), translated(label))),
    ...meters.map(meter => el('td', {}, el('span', meter ? staying(meter, deeds) : {}, translated(String(meter?.value ?? ''))))))
}

/** What the game shows of how it went; else the scores over time. */
function charts(state) {
  const { scene, over } = state
  const own = { title: t('finish.chart'), series: scene.panels.map((_, player) => over.history.map(scores => scores[player])), steps: 'turn', marks: [] }
  const told = scene.ending?.charts.length ? scene.ending.charts : tellsScores(state) ? [own] : []
  return told.map(chart => drawChart(scene, chart)).filter(Boolean)
}
