/** Player panels: who sits where, what they have, whose turn it is. */
import { byId, el } from './dom.js'
import { bump } from './animate.js'
import { t, translated } from './i18n.js'
import { icon } from './sprites.js'
import { still } from './settings.js'
import { colourOf, tellsScores } from './state.js'

const MOST_PIPS = 12 // longer meters are written as numbers
const ROOMY = 7 // panels with more meters than this show numbers only

/** @type {Map<string, string>} what each meter showed last */
const last = new Map()

export function showPanels(state) {
  const list = byId('panels')
  const scored = tellsScores(state)
  list.replaceChildren(...state.scene.panels.map(panel => drawPanel(state, panel, scored)))
  list.dataset.count = String(state.scene.panels.length)
}

function drawPanel(state, panel, scored) {
  const { scene } = state
  const seat = state.seats.find(s => s.seat === panel.player + 1)
  const colour = colourOf(scene, panel.player)
  return el('li', {
    class: `panel player-${colour}${panel.active ? ' active' : ''}`, 'data-player': panel.player,
    'aria-current': panel.active ? 'true' : null,
  },
  el('div', { class: 'panel-head' },
    icon('common', `mark-${colour}`) ?? el('span', { class: 'swatch' }),
    el('span', { class: 'panel-name' }, panel.name),
    panel.player + 1 === state.seat && el('span', { class: 'chip' }, t('seat.you')),
    seatSigns(state, seat),
    scored && el('span', { class: 'score', title: t('panel.score') }, String(state.scores[panel.player] ?? 0))),
  el('dl', { class: 'meters' }, ...panel.meters.map(meter => drawMeter(scene, panel, meter))),
  panel.note && el('p', { class: 'panel-note' }, translated(panel.note)),
  clockOf(state, panel.player + 1))
}

function seatSigns(state, seat) {
  if (!seat) return null
  if (state.thinking === seat.seat) return el('span', { class: 'thinking', title: t('seat.thinking') }, el('i'), el('i'), el('i'))
  if (seat.kind === 'bot') return el('span', { class: 'chip quiet' }, seat.level ? translated(seat.level) : t('seat.bot'))
  if (seat.away) return el('span', { class: 'chip quiet' }, t('seat.away'))
  return el('span', { class: `presence ${seat.online ? 'on' : 'off'}`, role: 'img',
    'aria-label': t(seat.online ? 'seat.online' : 'seat.offline'), title: t(seat.online ? 'seat.online' : 'seat.offline') })
}

function drawMeter(scene, panel, meter) {
  const key = `${scene.game}/${panel.player}/${meter.label}`
  const value = String(meter.value)
  const shown = el('dd', { class: `meter-value${isNaN(Number(value)) ? ' wordy' : ''}` }, ...valueOf(panel, meter))
  if (last.has(key) && last.get(key) !== value && !still()) requestAnimationFrame(() => bump(shown))
  last.set(key, value)
  return el('div', { class: 'meter', title: translated(meter.note) || null },
    el('dt', {}, icon(scene.game, `i-${meter.icon}`), el('span', {}, translated(meter.label))), shown)
}

/** Small limits as pips, filled and empty; the rest as numbers. */
function valueOf(panel, meter) {
  const value = Number(meter.value)
  const text = meter.limit === null ? translated(String(meter.value)) : `${translated(String(meter.value))}/${meter.limit}`
  if (meter.limit === null || meter.limit > MOST_PIPS || isNaN(value) || panel.meters.length > ROOMY) return [text]
  const pips = Array.from({ length: meter.limit }, (_, i) => el('i', { class: i < value ? 'pip full' : 'pip' }))
  return [el('span', { class: 'pips', 'aria-hidden': 'true' }, ...pips), el('span', { class: 'pip-text' }, text)]
}

const SECOND = 1000
const MINUTE = 60

/** What a seat has left now, as minutes and seconds. */
function timeLeft(state, seat) {
  const { left, running, at } = state.clock
  const seconds = Math.max(0, Math.floor((left[seat - 1] - (running === seat ? Date.now() - at : 0)) / SECOND))
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`
}

const clockOf = (state, seat) => state.clock && el('p', {
  class: `clock${state.clock.running === seat ? ' running' : ''}`, 'data-clock': seat }, timeLeft(state, seat))

/** Lets the clocks run. */
export function showClocks(state) {
  for (const node of document.querySelectorAll('[data-clock]')) node.textContent = timeLeft(state, Number(node.getAttribute('data-clock')))
}

/** The bar of the steps of a turn. */
export function showSteps(state) {
  const { steps, step } = state.scene
  byId('steps').replaceChildren(...steps.map((name, i) => el('li', {
    class: i === step ? 'now' : step !== null && i < step ? 'done' : '', 'aria-current': i === step ? 'step' : null,
  }, translated(name))))
  byId('steps').hidden = !steps.length
}
