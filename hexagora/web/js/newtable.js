/** A new table: players, seats, board, options, clock; with a preview of the board. */
import * as api from './api.js'
import { openDialog } from './dialogs.js'
import { byId, el } from './dom.js'
import { alone, at, canInvite } from './home.js'
import { capital, loadGames, ofGame, speakOf, t, translated } from './i18n.js'
import { boardPicture } from './figures.js'
import { packed } from './links.js'
import { isYesOrNo, spoken, title } from './options.js'
import { ratingText } from './ratings.js'
import { rememberedName, rememberGame } from './settings.js'
import { drawingsFor } from './shelf.js'
import { icon, loadSprites } from './sprites.js'
import { readToml } from './toml.js'

const KINDS = canInvite ? ['me', 'here', 'friend', 'bot'] : ['me', 'here', 'bot']
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
const FIRST_NUMBER = 10 // what a field for a number offers where nothing was chosen

/** What the dialog is about. */
let wish = { game: null, players: 0, options: {}, seats: [], start: null }
let reading = Promise.resolve() // what was chosen, as long as it is read
let timer = 0

/** @param {object} game @param {{options?: Record<string, any>, start?: object|null}} drawn what an editor sent along */
export function openNewTable(game, { options: { players, ...options } = {}, start = null } = {}) {
  speakOf(game.id)
  wish = { game, players: players ?? game.players[0], options, seats: [], start }
  reading = Promise.resolve()
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
  isRated().checked = false
  isRated().onchange = showRated
  showRated()
  byId('new-form').onsubmit = sit
  byId('new-analyse').onclick = analyse
  openDialog('new-table')
  showPreview()
}

const isRated = () => /** @type {HTMLInputElement} */ (byId('new-rated'))
const RATED_CLOCK = 'bank15' // what is chosen where a match that counts had no clock
const RATED_PATIENCE = 120

/** A match that counts is laid out alike for everybody: what cannot be chosen then is greyed, and why is told. */
function showRated() {
  const rated = isRated().checked
  if (rated) {
    wish = { ...wish, start: null, options: Object.fromEntries(Object.entries(wish.options).filter(([name]) => wish.game.rated_options.includes(name))),
      seats: wish.seats.map((seat, i) => (seat.kind === 'here' || (seat.kind === 'me' && i) || seat.level?.startsWith('engine:') ? { kind: 'friend', level: null, name: '' } : seat)) }
    byId('new-from').removeAttribute('open')
    const clock = /** @type {HTMLSelectElement} */ (byId('new-clock'))
    if (clockKey() === 'none') clock.value = RATED_CLOCK
    const patience = /** @type {HTMLSelectElement} */ (byId('new-patience'))
    if (Number(patience.value) < RATED_PATIENCE) patience.value = String(RATED_PATIENCE)
  }
  for (const option of document.querySelectorAll('#new-clock option[value=none], #new-patience option[value="30"]')) option.toggleAttribute('disabled', rated)
  byId('new-from').inert = rated
  byId('new-from').classList.toggle('greyed', rated)
  byId('rated-why').hidden = !rated
  byId('rated-why').textContent = t('new.rated.why')
  showPlayers()
  showSeats()
  showOptions()
  showPreview()
}

/** Whether an option can be chosen; in a match that counts only some can. */
const isFree = option => (!isRated().checked || wish.game.rated_options.includes(option.name)) && !lackOf(option)

/** The first thing that an option needs and that was not chosen. A drawing of one's own may need all that there is. */
function lackOf(option) {
  return Object.entries(option?.needs ?? {}).find(([name, values]) => {
    const other = optionOf(name), value = name === 'players' ? wish.players : now(other)
    return typeof value !== 'object' && (!values.includes(value) || Boolean(other && (lackOf(other) || isBarred(other, value))))
  })
}

const optionOf = name => wish.game.options.find(option => option.name === name)

/** Why an option changes nothing as things are. */
function whyIdle(option) {
  const [name, values] = lackOf(option) ?? []
  if (!name) return ''
  if (name === 'players') return t('new.needs.players', { players: values.join(', ') })
  const other = optionOf(name)
  return t('new.needs', { what: values.map(value => translated(choiceOf(other, value))).join(' ') })
}

/** What a value of an option is called. */
const choiceOf = (option, value) => option.says?.[option.values.indexOf(value)] ?? option.choices?.find(one => one.id === value)?.name ?? spoken(value)

/** What was chosen and changes nothing any more is forgotten. */
function forgetIdle() {
  const chosen = Object.entries(wish.options)
  wish.options = Object.fromEntries(chosen.filter(([name, value]) => !isBarred(optionOf(name), value) && !lackOf(optionOf(name))))
  if (Object.keys(wish.options).length < chosen.length) forgetIdle()
}

/** What a bot is worth at this table, where that was measured. */
function worth(level) {
  const teams = isTeams() && wish.game.ratings[`${wish.players}t`]
  return (teams || wish.game.ratings[String(wish.players)])?.[level.id]
}

const isTeams = () => wish.game.rated_options.some(name => name in wish.options)

const QUICK_LEVEL = 1 // of the levels of a game, from the weakest: one that gives newcomers a chance

/** Me against bots, as few as the game allows. */
export const quickSeats = (game, level = (game.levels[QUICK_LEVEL] ?? game.levels[0])?.id) => defaultSeats(game, game.players[0])
  .map(seat => (seat.kind === 'bot' ? { kind: 'bot', level } : { kind: seat.kind }))

const defaultLevel = game => game.levels[Math.floor(game.levels.length / 2)]?.id ?? null
const defaultSeats = (game, players) => Array.from({ length: players }, (_, i) =>
  (i ? { kind: game.levels.length ? 'bot' : 'here', level: defaultLevel(game), name: '' } : { kind: 'me', level: null, name: '' }))

function showPlayers() {
  byId('new-players').replaceChildren(...wish.game.players.map(count => el('label', { class: 'pick' },
    el('input', { type: 'radio', name: 'players', value: count, checked: count === wish.players, disabled: Boolean(wish.start), onchange: () => {
      setPlayers(count)
      showOptions()
      showPreview()
    } }), String(count))))
}

function setPlayers(count) {
  wish.players = count
  forgetIdle()
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
      el('option', { value: kind, selected: kind === seat.kind, disabled: isRated().checked && (kind === 'here' || (kind === 'me' && seat.kind !== 'me' && wish.seats.some(one => one.kind === 'me'))) }, t(`kind.${kind}`)))),
    seat.kind === 'bot' ? levelPicker(seat, i) : namePicker(seat, i),
    seat.kind === 'bot' && el('small', { class: 'level-help' }, translated(opponents().find(level => level.id === seat.level)?.help ?? '')))))
}

const levelPicker = (seat, i) => el('select', { 'aria-label': t('new.level', { seat: i + 1 }), onchange: event => {
  wish.seats[i] = { ...seat, level: event.target.value }
  showSeats()
} }, ...wish.game.levels.map(level => opponent(level, seat)),
  wish.game.engines.length > 0 && !isRated().checked && el('optgroup', { label: t('new.engines') }, ...wish.game.engines.map(engine => opponent(engine, seat))))

const opponents = () => [...wish.game.levels, ...wish.game.engines]
const opponent = (level, seat) => el('option', { value: level.id, selected: level.id === seat.level, title: translated(level.help) },
  translated(level.title), worth(level) ? ` · ${ratingText(worth(level))}` : '')

const namePicker = (seat, i) => seat.kind === 'me' || seat.kind === 'friend' ? el('span', { class: 'muted' }, seat.kind === 'me' ? rememberedName() : t('kind.friend.note'))
  : el('input', { 'aria-label': t('new.name', { seat: i + 1 }), placeholder: t('new.name', { seat: i + 1 }), maxlength: 40, value: seat.name,
    oninput: event => { wish.seats[i] = { ...wish.seats[i], name: event.target.value } } })

// options

function showOptions() {
  const boards = wish.game.options.filter(option => option.asset)
  const others = wish.game.options.filter(option => !option.asset)
  byId('new-boards').replaceChildren(...boards.map(greyed))
  byId('new-options').replaceChildren(...others.map(greyed))
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

/** The drawing beside an option, as soon as the drawings of its game are there. */
function pictureOf(option) {
  const { game } = wish
  const place = el('span', { class: 'option-picture player-blue', 'data-game': game.id, 'aria-hidden': 'true' })
  if (option.sign) loadSprites(game.id).then(() => place.append(...[icon(game.id, option.sign)].filter(Boolean)))
  return place
}

/** A field with its picture, which cannot be used where a match that counts leaves no choice, or where it would change nothing. */
function greyed(option) {
  const shown = option.asset ? field(option) : el('div', { class: 'pictured' }, pictureOf(option), field(option))
  const place = el('div', { class: 'option', 'data-option': option.name }, shown, el('small', { class: 'why-idle' }))
  showFree(option, place)
  return place
}

function showFree(option, place) {
  const [shown, why] = place.children
  shown.inert = !isFree(option)
  shown.classList.toggle('greyed', !isFree(option))
  why.textContent = whyIdle(option)
}

const field = option => {
  if (isYesOrNo(option)) return tick(option)
  if (option.says?.length) return sentences(option)
  return el('label', { class: 'field' }, el('span', {}, capital(title(option))), control(option), el('small', {}, capital(translated(option.help))))
}

/** Yes or no: a sentence that holds or does not. */
const tick = option => el('label', { class: 'tick' },
  el('input', { type: 'checkbox', name: option.name, checked: (wish.options[option.name] ?? option.default) === true, onchange: event => change(option, event.target.checked) }),
  el('span', {}, capital(translated(option.help))))

/** One of several: a sentence for each; one that stands for a range of numbers has a field for the number. */
const sentences = option => el('fieldset', { class: 'sentences' }, el('legend', {}, capital(title(option))),
  ...option.values.map((value, i) => (isRange(value) ? counted(option, value, i) : el('label', { class: 'tick' },
    el('input', { type: 'radio', name: option.name, checked: value === now(option), disabled: isBarred(option, value), onchange: () => change(option, value) }),
    el('span', { class: isBarred(option, value) ? 'greyed' : null }, translated(option.says[i]))))))

/** Whether a value is for other numbers of players; its sentence says for which. */
const isBarred = (option, value) => Boolean(option?.only_for[value] && !option.only_for[value].includes(wish.players))

const isRange = value => typeof value === 'object' && value !== null
const now = option => wish.options[option.name] ?? option.default

function counted(option, { from, to }, i) {
  const taken = typeof now(option) === 'number' && !option.values.includes(now(option))
  const tell = () => change(option, Math.min(to, Math.max(from, Math.round(Number(number.value)))))
  const radio = el('input', { type: 'radio', name: option.name, checked: taken, onchange: tell })
  const number = el('input', { type: 'number', min: from, max: to, value: taken ? now(option) : Math.min(to, Math.max(from, FIRST_NUMBER)),
    'aria-label': translated(option.says[i]), onchange: () => { radio.checked = true; tell() } })
  return el('span', { class: 'tick counted' }, el('label', { class: 'tick' }, radio, el('span', {}, translated(option.says[i]))), number)
}

function change(option, value) {
  wish.options = { ...wish.options, [option.name]: value }
  if (value === option.default) delete wish.options[option.name]
  const chosen = Object.keys(wish.options).length
  forgetIdle()
  if (Object.keys(wish.options).length < chosen) showOptions()
  else for (const other of wish.game.options) showFree(other, document.querySelector(`[data-option="${CSS.escape(other.name)}"]`))
  if (wish.game.rated_options.includes(option.name)) showSeats() // in teams bots are worth something else
  showPreview()
}

/** The control that fits what an option can be: a list of names, a number, or a choice. */
function control(option) {
  const ranges = option.values.filter(isRange)
  const plain = option.values.filter(value => typeof value !== 'object')
  if (option.asset) return assetControl(option)
  if (ranges.length) {
    const numbers = plain.filter(value => typeof value === 'number')
    return el('input', { type: 'number', value: wish.options[option.name] ?? option.default, min: Math.min(...ranges.map(r => r.from), ...numbers),
      max: Math.max(...ranges.map(r => r.to), ...numbers), onchange: event => change(option, Number(event.target.value)) })
  }
  return select(option, plain.map(value => ({ value, label: spoken(value) })))
}

/** A supplied board or map, or one of one's own from a file. */
function assetControl(option) {
  const choices = (option.choices ?? []).map(choice => ({ value: choice.id, label: translated(choice.name), title: translated(choice.notes) }))
  const drawn = wish.options[option.name]
  if (drawn && !choices.some(choice => choice.value === drawn)) choices.push({ value: drawn, label: drawn.name ?? t('new.drawn') })
  const list = select(option, choices)
  if (!alone) offerDrawings(option, list, choices)
  const file = el('input', { type: 'file', accept: '.toml,.json', class: 'unseen', 'aria-label': t('new.file'), onchange: event => readOwn(option, list, choices, event.target.files[0]) })
  return el('span', { class: 'inline' }, list, el('span', { class: 'file' }, file, el('button', { type: 'button', tabindex: '-1', 'aria-hidden': 'true', onclick: () => file.click() }, t('new.file'))))
}

/** What was drawn here, below what is supplied. */
async function offerDrawings(option, list, choices) {
  const own = await drawingsFor(wish.game.id, option.name).catch(() => []) // without an answer there is nothing to offer
  if (!own.length) return
  choices.push(...own)
  list.append(el('optgroup', { label: t('new.own') }, ...own.map(({ label }) => el('option', {}, label))))
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

/** Puts an option to one of the values of its list; drawings are read only then, and whoever goes on waits for them. */
function take(option, { value, load }) {
  const { game } = wish
  reading = reading.catch(() => {}).then(async () => {
    const taken = load ? await load() : value
    if (wish.game === game) change(option, taken)
  })
  reading.catch(error => { byId('new-problem').textContent = error.message })
}

const select = (option, values) => el('select', { onchange: event => take(option, values[event.target.selectedIndex]) },
  ...values.map(({ value, label, title: more }) => el('option', { selected: value === (wish.options[option.name] ?? option.default), title: more }, label)))

// preview and start

function showPreview() {
  clearTimeout(timer)
  byId('new-problem').textContent = ''
  timer = setTimeout(async () => {
    const { game, options, players, start } = wish
    let dealt = false
    try {
      const [scene] = await Promise.all([api.preview(game.id, { ...options, players }, start), loadSprites(game.id), loadGames(game.id)])
      if (wish.game !== game) return // another game is being set up by now
      byId('preview').replaceChildren(boardPicture(scene))
      showWarnings(scene.warnings ?? [])
      dealt = scene.example
    } catch (error) {
      byId('new-problem').textContent = error.message
    }
    const chosen = game.options.find(option => option.asset)
    const choice = chosen?.choices?.find(one => one.id === (options[chosen.name] ?? chosen.default))
    byId('preview-note').textContent = [ofGame(game.id, choice?.notes ?? ''), dealt && t('new.example')].filter(Boolean).join(' ')
  }, PREVIEW_WAIT)
}

/** Doubts about a board or map of one's own. @param {{code: string, text: string, about: string, cell: string}[]} warnings */
function showWarnings(warnings) {
  const several = new Set(warnings.map(warning => warning.about)).size > 1
  byId('preview-warnings').replaceChildren(...warnings.map(warning => el('li', { class: 'warning' }, icon('common', 'i-warning'),
    el('span', {}, several && el('strong', {}, `${warning.about}: `), translated(warning.text), warning.cell && ` (${warning.cell})`))))
  byId('preview-warnings').hidden = !warnings.length
}

/** The same board with nobody at it, to move about on for all sides. */
async function analyse() {
  try {
    await reading
  } catch {
    return // which is told already
  }
  const { game, options, players, start } = wish
  location.href = `${at(`/analysis/${game.id}`)}#s=${await packed({ options: { ...options, players }, start })}`
}

/** @param {SubmitEvent} event */
async function sit(event) {
  event.preventDefault()
  const checked = id => /** @type {HTMLInputElement} */ (byId(id)).checked
  const clock = clockKey() === OWN ? ownClock() : CLOCKS.find(({ key }) => key === clockKey())?.clock ?? null
  try {
    await reading
    rememberGame(wish.game.id)
    const made = await api.newTable({
      game: wish.game.id, options: { ...wish.options, players: wish.players }, clock, public: checked('new-public'),
      shuffle_seats: checked('new-shuffle'), seats: wish.seats.map(seatWish), start: wish.start, rated: isRated().checked,
      patience: Number(valueOf('new-patience')),
    })
    location.href = at(made.url)
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

