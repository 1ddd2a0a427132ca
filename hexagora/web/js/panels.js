/** Player panels: who sits where, what they have, whose turn it is. */
import { byId, el, renew } from './dom.js'
import { bump } from './animate.js'
import { nextTargets } from './choices.js'
import { goodsOf } from './goods.js'
import { capital, named, t, translated } from './i18n.js'
import { ratingSign } from './ratings.js'
import { icon } from './sprites.js'
import { still } from './settings.js'
import { colourOf, tellsScores } from './state.js'
import { threatsOf } from './threats.js'

const MOST_PIPS = 12 // longer meters are written as numbers
const ROOMY = 7 // panels with more meters than this show numbers only
const LONG_VALUE = 9 // letters of a value that needs a line of its own
const NAMED = 3 // meters on one line that are called by name; more of them have their signs
const BRIEF = 4 // panels of others with more meters than this show signs instead of names
const CROWD = 4 // with more players than this all the others' do
const CLOSE = 3 // from so many players on the others' show no limits, which are the same for all

/** @type {Map<string, string>} what each meter showed last */
const last = new Map()

/**
 * @typedef {{point: (where: object) => void, click: (target: object) => void}} Deeds what panels can ask for
 * @param {Deeds} deeds
 */
export function showPanels(state, deeds) {
  const list = byId('panels')
  const scored = tellsScores(state)
  renew(list, ...state.scene.panels.map(panel => drawPanel(state, panel, scored, deeds)))
  list.dataset.count = document.body.dataset.players = String(state.scene.panels.length)
}

/**
 * Whether a panel shows numbers with their signs only: those of the others, where there are many. What somebody has for a
 * turn only counts for all of them: no panel changes its form when it is another one's turn.
 */
function isBrief(state, panel) {
  const focus = state.seat ? state.seat - 1 : state.scene.panels.find(one => one.active)?.player ?? 0
  const many = state.scene.panels.some(one => one.meters.length > BRIEF)
  return (many || state.scene.panels.length > CROWD) && panel.player !== focus
}

/** A player who can be chosen is chosen by a click anywhere on the panel. */
function chooser(state, panel, deeds) {
  const next = state.ply === null && !state.pending && !state.waiting ? nextTargets(state.scene.choices, state.selection) : new Map()
  const found = [...next.values()].find(({ target }) => target.kind === 'player' && target.id === String(panel.player))
  if (!found) return null
  const told = found.choices.length === 1 ? found.choices[0].label : panel.name
  return el('button', { type: 'button', class: 'panel-pick', 'data-key': 'pick', 'aria-label': translated(told), onclick: () => deeds.click(found.target) })
}

function drawPanel(state, panel, scored, deeds) {
  const { scene } = state
  const seat = state.seats.find(s => s.seat === panel.player + 1)
  const colour = colourOf(scene, panel.player)
  const pick = chooser(state, panel, deeds)
  const brief = isBrief(state, panel)
  const classes = [panel.active && 'active', pick && 'possible', brief && 'brief'].filter(Boolean).join(' ')
  return el('li', {
    class: `panel player-${colour} ${classes}`, 'data-player': panel.player, 'data-key': `panel-${panel.player}`, 'aria-current': panel.active ? 'true' : null,
  },
  el('div', { class: 'panel-head' },
    icon('common', `mark-${colour}`) ?? el('span', { class: 'swatch' }),
    el('span', { class: 'panel-name', dir: 'auto', title: named(panel.name) }, ...nameParts(named(panel.name))),
    panel.player + 1 === state.seat && el('span', { class: 'chip' }, t('seat.you')),
    seatSigns(state, seat), strengthOf(state, seat),
    scoreOf(state, panel, scored, deeds)),
  el('dl', { class: 'meters', 'data-key': 'meters' }, ...panel.meters.filter(meter => !meter.score).map(meter => drawMeter(scene, panel, meter, { brief, ...deeds }))),
  threatsOf(state, panel, threat => pointing(threat, deeds)),
  panel.note && el('p', { class: 'panel-note' }, translated(panel.note)),
  clockOf(state, panel.player + 1), pick)
}

/** The score beside a name: the line of the panel that is the score, where there is one, lights what it counts. */
function scoreOf(state, panel, scored, deeds) {
  const meter = panel.meters.find(one => one.score)
  if (!meter) return scored && el('span', { class: 'score', title: t('panel.score') }, String((state.ply === null ? state.scores : state.then)[panel.player] ?? 0))
  const key = keyOf(state.scene, panel, meter)
  const shown = el('span', { class: 'score', title: toldOf(meter), ...pointing(meter, deeds), 'data-key': key },
    String(meter.value), meter.limit !== null && el('small', {}, `/${meter.limit}`))
  noteChange(key, String(meter.value), shown)
  return shown
}

const keyOf = (scene, panel, meter) => `${scene.game}/${panel.player}/${meter.label}`
const toldOf = meter => [capital(translated(meter.label)), translated(meter.note)].filter(Boolean).join(': ')

/** A number that has changed is noticed. */
function noteChange(key, value, shown) {
  if (last.has(key) && last.get(key) !== value && !still()) requestAnimationFrame(() => bump(shown))
  last.set(key, value)
}

const COUNTED = /^(.+?)(\s+\d+)$/u

/** A name, and the number at its end that tells it from its like: where there is little room, only the first is cut. */
function nameParts(name) {
  const [, kind, number] = COUNTED.exec(name) ?? [null, name, '']
  return [el('span', { class: 'cut' }, kind), number && el('span', { class: 'number' }, number)]
}

/** How strong somebody is. It makes way for the name, whole or not at all. */
function strengthOf(state, seat) {
  const isLevelled = seat?.kind === 'bot' && seat.level && state.thinking !== seat.seat
  const signs = [isLevelled && el('span', { class: 'chip quiet' }, translated(seat.level)), ratingSign(seat?.rating)].filter(Boolean)
  return signs.length > 0 && el('span', { class: 'strength' }, ...signs)
}

function seatSigns(state, seat) {
  if (!seat) return null
  if (state.thinking === seat.seat) return el('span', { class: 'thinking', title: t('seat.thinking') }, el('i'), el('i'), el('i'))
  if (seat.kind === 'bot') return !seat.level && el('span', { class: 'chip quiet' }, t('seat.bot'))
  if (seat.away) return el('span', { class: 'chip quiet' }, t('seat.away'))
  return el('span', { class: `presence ${seat.online ? 'on' : 'off'}`, role: 'img',
    'aria-label': t(seat.online ? 'seat.online' : 'seat.offline'), title: t(seat.online ? 'seat.online' : 'seat.offline') })
}

function drawMeter(scene, panel, meter, { brief, ...deeds }) {
  const key = keyOf(scene, panel, meter)
  const value = String(meter.value)
  const close = brief && scene.panels.length >= CLOSE
  const shown = el('dd', { class: `meter-value${value.length > LONG_VALUE ? ' wordy' : ''}` },
    ...(meter.goods?.length ? goodsOf(scene, meter.goods, value) : close ? [translated(value)] : valueOf(panel, meter)))
  noteChange(key, value, shown)
  const sign = icon(scene.game, `i-${meter.icon}`)
  const name = capital(translated(meter.label))
  const shares = meter.row ? panel.meters.filter(one => one.row === meter.row).length : 1
  return el('div', { class: `meter${shares > 1 ? ` shares shares-${shares}` : ''}`, title: toldOf(meter),
    ...pointing(meter, deeds), 'data-key': key },
  el('dt', {}, sign, el('span', { class: (brief || shares > NAMED) && sign ? 'unseen' : '' }, name)), shown)
}

/** What a number counts lights up on the board when it is pointed at or focused. */
export function pointing({ cells = [], missed = [] }, { point }) {
  if (!cells.length && !missed.length) return {}
  const here = () => point({ names: cells, missed, kind: 'counted' })
  const away = () => point({})
  return { tabindex: '0', onmouseenter: here, onfocus: here, onmouseleave: away, onblur: away }
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

const HOUR = 3600
const DAY = 86400
const two = number => String(Math.floor(number)).padStart(2, '0')

const SHORT = 10 // seconds from which on time is short
const runs = (state, seat) => state.clock.sharing.includes(seat)
const secondsLeft = ({ clock }, seat) => Math.max(0, Math.floor((clock.left[seat - 1] - (clock.sharing.includes(seat) ? Date.now() - clock.at : 0)) / SECOND))

/** What a seat has left now: minutes and seconds, from an hour on hours as well, from a day on days and hours. */
function timeLeft(state, seat) {
  const seconds = secondsLeft(state, seat)
  if (seconds >= DAY) return t('clock.left', { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) })
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)}:${two((seconds % HOUR) / MINUTE)}:${two(seconds % MINUTE)}`
  return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`
}

/** Nothing is shown of who has no time just now, as in games with clocks of their own. */
const clockOf = (state, seat) => state.clock && state.clock.left[seat - 1] !== null && el('p', { class: clockClass(state, seat), 'data-clock': seat },
  el('span', { class: 'unseen' }, `${t('new.clock')}: `), el('span', {}, timeLeft(state, seat)))

const clockClass = (state, seat) => `clock${runs(state, seat) ? ` running${secondsLeft(state, seat) < SHORT ? ' short' : ''}` : ''}`

/** Lets the clocks run. */
export function showClocks(state) {
  for (const node of document.querySelectorAll('[data-clock]')) {
    const seat = Number(node.getAttribute('data-clock'))
    const time = /** @type {Element} */ (node.lastElementChild)
    time.textContent = timeLeft(state, seat)
    node.className = clockClass(state, seat)
  }
}

function stepClass(i, step, closed) {
  if (i === step) return 'now'
  if (closed) return 'closed'
  return step !== null && i < step ? 'done' : ''
}

/** The bar of the steps of a turn; those that are not possible any more say why. */
export function showSteps(state) {
  const { steps, step, closed = {} } = state.scene
  renew(byId('steps'), ...steps.map((name, i) => el('li', {
    class: stepClass(i, step, closed[name]), 'aria-current': i === step ? 'step' : null,
    title: translated(closed[name] ?? '') || null,
  }, capital(translated(name)), closed[name] && el('span', { class: 'unseen' }, translated(closed[name])))))
  byId('steps').hidden = !steps.length
}
