/** A new table: players, seats, board, options, clock; with a preview of the board. */
import * as api from './api.js'
import { openDialog } from './dialogs.js'
import { byId, el } from './dom.js'
import { capital, loadGames, ofGame, speakOf, t, translated } from './i18n.js'
import { boardPicture } from './figures.js'
import { rememberedName, rememberGame } from './settings.js'
import { icon, loadSprites } from './sprites.js'
import { readToml } from './toml.js'

const KINDS = ['me', 'here', 'friend', 'bot']
const COLOURS = ['red', 'blue', 'green', 'pink', 'black', 'yellow']
const MINUTE = 60
const DAY = 86400
const CLOCKS = [
  { key: 'none', clock: null },
  { key: 'turn1', clock: { per_move: MINUTE } },
  { key: 'turn5', clock: { per_move: 5 * MINUTE } },
  { key: 'bank15', clock: { bank: 15 * MINUTE } },
  { key: 'bank60', clock: { bank: 60 * MINUTE } },
  { key: 'grow', clock: { bank: 10 * MINUTE, increment: 10 } },
  { key: 'days', clock: { per_move: 3 * DAY } },
]
const OWN = 'own' // a clock of one's own making
const OWN_FIELDS = [['per_move', 'clock-turn'], ['bank', 'clock-bank'], ['increment', 'clock-more']]
const PREVIEW_WAIT = 250 // milliseconds of quiet before the board is drawn again

/** What the dialog is about. */
let wish = { game: null, players: 0, options: {}, seats: [], start: null }
let timer = 0

export function openNewTable(game) {
  speakOf(game.id)
  wish = { game, players: game.players[0], options: {}, seats: [], start: null }
  wish.seats = defaultSeats(game, wish.players)
  byId('new-title').textContent = game.title
  byId('new-problem').textContent = ''
  showPlayers()
  showSeats()
  showOptions()
  listenToStart()
  byId('new-clock').replaceChildren(...[...CLOCKS.map(({ key }) => key), OWN].map(key => el('option', { value: key }, t(`clock.${key}`))))
  byId('new-clock').onchange = () => { byId('own-clock').hidden = clockKey() !== OWN }
  byId('own-clock').hidden = true
  byId('new-form').onsubmit = sit
  openDialog('new-table')
  showPreview()
}

const QUICK_LEVEL = 1 // of the levels of a game, from the weakest: one that gives newcomers a chance

/** Me against bots, as few as the game allows. */
export const quickSeats = game => defaultSeats(game, game.players[0])
  .map(seat => (seat.kind === 'bot' ? { kind: 'bot', level: (game.levels[QUICK_LEVEL] ?? game.levels[0]).id } : { kind: seat.kind }))

const defaultLevel = game => game.levels[Math.floor(game.levels.length / 2)]?.id ?? null
const defaultSeats = (game, players) => Array.from({ length: players }, (_, i) =>
  (i ? { kind: game.levels.length ? 'bot' : 'here', level: defaultLevel(game), name: '' } : { kind: 'me', level: null, name: '' }))

function showPlayers() {
  byId('new-players').replaceChildren(...wish.game.players.map(count => el('label', { class: 'pick' },
    el('input', { type: 'radio', name: 'players', value: count, checked: count === wish.players, disabled: Boolean(wish.start), onchange: () => {
      setPlayers(count)
      showPreview()
    } }), String(count))))
}

function setPlayers(count) {
  wish.players = count
  wish.seats = [...wish.seats, ...defaultSeats(wish.game, count).slice(wish.seats.length)].slice(0, count)
  showSeats()
}

function showSeats() {
  byId('new-seats').replaceChildren(...wish.seats.map((seat, i) => el('li', { class: `seat-line player-${COLOURS[i % COLOURS.length]}` },
    el('span', { class: 'number', 'aria-hidden': 'true' }, i + 1),
    el('select', { 'aria-label': t('new.who', { seat: i + 1 }), onchange: event => {
      wish.seats[i] = { ...seat, kind: event.target.value, level: event.target.value === 'bot' ? defaultLevel(wish.game) : null }
      showSeats()
    } }, ...KINDS.filter(kind => kind !== 'bot' || wish.game.levels.length).map(kind =>
      el('option', { value: kind, selected: kind === seat.kind }, t(`kind.${kind}`)))),
    seat.kind === 'bot' ? levelPicker(seat, i) : namePicker(seat, i),
    seat.kind === 'bot' && el('small', { class: 'level-help' }, translated(opponents().find(level => level.id === seat.level)?.help ?? '')))))
}

const levelPicker = (seat, i) => el('select', { 'aria-label': t('new.level', { seat: i + 1 }), onchange: event => {
  wish.seats[i] = { ...seat, level: event.target.value }
  showSeats()
} }, ...wish.game.levels.map(level => opponent(level, seat)),
  wish.game.engines.length > 0 && el('optgroup', { label: t('new.engines') }, ...wish.game.engines.map(engine => opponent(engine, seat))))

const opponents = () => [...wish.game.levels, ...wish.game.engines]
const opponent = (level, seat) => el('option', { value: level.id, selected: level.id === seat.level, title: translated(level.help) }, translated(level.title))

const namePicker = (seat, i) => seat.kind === 'me' || seat.kind === 'friend' ? el('span', { class: 'muted' }, seat.kind === 'me' ? rememberedName() : t('kind.friend.note'))
  : el('input', { 'aria-label': t('new.name', { seat: i + 1 }), placeholder: t('new.name', { seat: i + 1 }), maxlength: 40, value: seat.name,
    oninput: event => { wish.seats[i] = { ...wish.seats[i], name: event.target.value } } })

// options

function showOptions() {
  const boards = wish.game.options.filter(option => option.asset)
  const others = wish.game.options.filter(option => !option.asset)
  byId('new-boards').replaceChildren(...boards.map(field))
  byId('new-options').replaceChildren(...others.map(field))
  byId('new-boards').hidden = Boolean(wish.start)
  byId('new-more').hidden = !others.length || Boolean(wish.start)
}

// a position to start from, which brings its options along

function listenToStart() {
  const text = /** @type {HTMLTextAreaElement} */ (byId('from-text'))
  const file = /** @type {HTMLInputElement} */ (byId('from-file'))
  text.value = ''
  byId('from-note').textContent = ''
  byId('new-from').removeAttribute('open')
  text.onchange = () => startFrom(text.value)
  byId('from-open').onclick = () => file.click()
  file.onchange = async () => {
    text.value = await file.files[0]?.text() ?? ''
    file.value = ''
    startFrom(text.value)
  }
}

/** @param {string} text */
async function startFrom(text) {
  const { game } = wish
  wish = { ...wish, start: null, options: {} }
  byId('from-note').textContent = ''
  try {
    if (text.trim()) takeOver(await api.read(game.id, text))
    showPreview()
  } catch (error) {
    byId('new-problem').textContent = error.message
  }
  showPlayers()
  showOptions()
}

function takeOver({ start, options: { players, ...options }, warnings }) {
  wish = { ...wish, start, options }
  setPlayers(players)
  byId('from-note').textContent = [t('from.taken'), ...warnings.map(translated)].join(' ')
}

const title = option => translated(option.name.replace(/_/g, ' '))

const isYesOrNo = option => option.values.length === 2 && option.values.every(value => typeof value === 'boolean')

const field = option => {
  if (isYesOrNo(option)) return tick(option)
  if (option.says?.length) return sentences(option)
  return el('label', { class: 'field' }, el('span', {}, capital(title(option))), control(option), el('small', {}, capital(translated(option.help))))
}

/** Yes or no: a sentence that holds or does not. */
const tick = option => el('label', { class: 'tick' },
  el('input', { type: 'checkbox', name: option.name, checked: (wish.options[option.name] ?? option.default) === true, onchange: event => change(option, event.target.checked) }),
  el('span', {}, capital(translated(option.help))))

/** One of several: a sentence for each. */
const sentences = option => el('fieldset', { class: 'sentences' }, el('legend', {}, capital(title(option))),
  ...option.values.map((value, i) => el('label', { class: 'tick' },
    el('input', { type: 'radio', name: option.name, checked: value === (wish.options[option.name] ?? option.default), onchange: () => change(option, value) }),
    el('span', {}, translated(option.says[i])))))

function change(option, value) {
  wish.options = { ...wish.options, [option.name]: value }
  if (value === option.default) delete wish.options[option.name]
  showPreview()
}

/** The control that fits what an option can be: a list of names, a number, or a choice. */
function control(option) {
  const ranges = option.values.filter(value => typeof value === 'object' && value)
  const plain = option.values.filter(value => typeof value !== 'object')
  if (option.asset) return assetControl(option)
  if (ranges.length) {
    const numbers = plain.filter(value => typeof value === 'number')
    return el('input', { type: 'number', value: option.default, min: Math.min(...ranges.map(r => r.from), ...numbers),
      max: Math.max(...ranges.map(r => r.to), ...numbers), onchange: event => change(option, Number(event.target.value)) })
  }
  return select(option, plain.map(value => ({ value, label: spoken(value) })))
}

/** A supplied board or map, or one of one's own from a file. */
function assetControl(option) {
  const choices = (option.choices ?? []).map(choice => ({ value: choice.id, label: translated(choice.name), title: translated(choice.notes) }))
  const list = select(option, choices)
  const file = el('input', { type: 'file', accept: '.toml,.json', class: 'unseen', 'aria-label': t('new.file'), onchange: event => readOwn(option, list, choices, event.target.files[0]) })
  return el('span', { class: 'inline' }, list, el('span', { class: 'file' }, file, el('button', { type: 'button', tabindex: '-1', 'aria-hidden': 'true', onclick: () => file.click() }, t('new.file'))))
}

/** @param {File|undefined} file */
async function readOwn(option, list, choices, file) {
  if (!file) return
  try {
    const text = await file.text()
    const data = file.name.endsWith('.json') ? JSON.parse(text) : readToml(text)
    choices.push({ value: data, label: data.name ?? file.name })
    list.append(el('option', { selected: true }, data.name ?? file.name))
    change(option, data)
  } catch (error) {
    byId('new-problem').textContent = `${file.name}: ${error.message}`
  }
}

const spoken = value => (typeof value === 'boolean' ? t(value ? 'value.true' : 'value.false') : translated(String(value).replace(/_/g, ' ')))

const select = (option, values) => el('select', { onchange: event => change(option, values[event.target.selectedIndex].value) },
  ...values.map(({ value, label, title: more }) => el('option', { selected: value === option.default, title: more }, label)))

// preview and start

function showPreview() {
  clearTimeout(timer)
  byId('new-problem').textContent = ''
  timer = setTimeout(async () => {
    const { game, options, players, start } = wish
    try {
      const [scene] = await Promise.all([api.preview(game.id, { ...options, players }, start), loadSprites(game.id), loadGames(game.id)])
      if (wish.game !== game) return // another game is being set up by now
      byId('preview').replaceChildren(boardPicture(scene))
      showWarnings(scene.warnings ?? [])
    } catch (error) {
      byId('new-problem').textContent = error.message
    }
    const chosen = game.options.find(option => option.asset)
    const choice = chosen?.choices?.find(one => one.id === (options[chosen.name] ?? chosen.default))
    byId('preview-note').textContent = ofGame(game.id, choice?.notes ?? '')
  }, PREVIEW_WAIT)
}

/** Doubts about a board or map of one's own. @param {{code: string, text: string, about: string, cell: string}[]} warnings */
function showWarnings(warnings) {
  const several = new Set(warnings.map(warning => warning.about)).size > 1
  byId('preview-warnings').replaceChildren(...warnings.map(warning => el('li', { class: 'warning' }, icon('common', 'i-warning'),
    el('span', {}, several && el('strong', {}, `${warning.about}: `), translated(warning.text), warning.cell && ` (${warning.cell})`))))
  byId('preview-warnings').hidden = !warnings.length
}

/** @param {SubmitEvent} event */
async function sit(event) {
  event.preventDefault()
  const checked = id => /** @type {HTMLInputElement} */ (byId(id)).checked
  const clock = clockKey() === OWN ? ownClock() : CLOCKS.find(({ key }) => key === clockKey())?.clock ?? null
  try {
    rememberGame(wish.game.id)
    const made = await api.newTable({
      game: wish.game.id, options: { ...wish.options, players: wish.players }, clock, public: checked('new-public'),
      shuffle_seats: checked('new-shuffle'), seats: wish.seats.map(seatWish), start: wish.start,
      patience: Number(valueOf('new-patience')),
    })
    location.href = made.url
  } catch (error) {
    byId('new-problem').textContent = error.message
  }
}

const clockKey = () => /** @type {HTMLSelectElement} */ (byId('new-clock')).value

/** What was typed, in seconds; null when nothing was. */
function ownClock() {
  const typed = OWN_FIELDS.map(([name, id]) => [name, Number(valueOf(id)) * Number(valueOf(`${id}-unit`) || 1)]).filter(([, seconds]) => Number(seconds) > 0)
  return typed.length ? Object.fromEntries(typed) : null
}

const valueOf = id => /** @type {HTMLInputElement|null} */ (document.getElementById(id))?.value ?? ''

const seatWish = seat => ({
  kind: seat.kind, ...(seat.kind === 'bot' && seat.level ? { level: seat.level } : {}), ...(seat.name?.trim() ? { name: seat.name.trim() } : {}),
})

