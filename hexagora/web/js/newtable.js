/** A new table: players, seats, board, options, clock; with a preview of the board. */
import * as api from './api.js'
import { openDialog, toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { t, translated } from './i18n.js'
import { boardOf } from './lobby.js'
import { rememberedName } from './settings.js'

const KINDS = ['me', 'here', 'friend', 'bot']
const COLOURS = ['red', 'blue', 'green', 'pink', 'black', 'yellow']
const MINUTE = 60
const CLOCKS = [
  { key: 'none', clock: null },
  { key: 'turn1', clock: { per_move: MINUTE } },
  { key: 'turn5', clock: { per_move: 5 * MINUTE } },
  { key: 'bank15', clock: { bank: 15 * MINUTE } },
  { key: 'bank60', clock: { bank: 60 * MINUTE } },
]
const PREVIEW_WAIT = 250 // milliseconds of quiet before the board is drawn again

/** What the dialog is about. */
let wish = { game: null, players: 0, options: {}, seats: [] }
let timer = 0

export function openNewTable(game) {
  wish = { game, players: game.players[0], options: {}, seats: [] }
  wish.seats = defaultSeats(game, wish.players)
  byId('new-title').textContent = game.title
  byId('new-problem').textContent = ''
  showPlayers()
  showSeats()
  showOptions()
  byId('new-clock').replaceChildren(...CLOCKS.map(({ key }) => el('option', { value: key }, t(`clock.${key}`))))
  byId('new-form').onsubmit = sit
  openDialog('new-table')
  showPreview()
}

const defaultLevel = game => game.levels[Math.floor(game.levels.length / 2)]?.id ?? null
const defaultSeats = (game, players) => Array.from({ length: players }, (_, i) =>
  (i ? { kind: game.levels.length ? 'bot' : 'here', level: defaultLevel(game), name: '' } : { kind: 'me', level: null, name: '' }))

function showPlayers() {
  byId('new-players').replaceChildren(...wish.game.players.map(count => el('label', { class: 'pick' },
    el('input', { type: 'radio', name: 'players', value: count, checked: count === wish.players, onchange: () => {
      wish.players = count
      wish.seats = [...wish.seats, ...defaultSeats(wish.game, count).slice(wish.seats.length)].slice(0, count)
      showSeats()
      showPreview()
    } }), String(count))))
}

function showSeats() {
  byId('new-seats').replaceChildren(...wish.seats.map((seat, i) => el('li', { class: `seat-line player-${COLOURS[i % COLOURS.length]}` },
    el('span', { class: 'number', 'aria-hidden': 'true' }, i + 1),
    el('select', { 'aria-label': t('new.who', { seat: i + 1 }), onchange: event => {
      wish.seats[i] = { ...seat, kind: event.target.value, level: event.target.value === 'bot' ? defaultLevel(wish.game) : null }
      showSeats()
    } }, ...KINDS.filter(kind => kind !== 'bot' || wish.game.levels.length).map(kind =>
      el('option', { value: kind, selected: kind === seat.kind }, t(`kind.${kind}`)))),
    seat.kind === 'bot' ? levelPicker(seat, i) : namePicker(seat, i))))
}

const levelPicker = (seat, i) => el('select', { 'aria-label': t('new.level', { seat: i + 1 }), onchange: event => {
  wish.seats[i] = { ...seat, level: event.target.value }
} }, ...wish.game.levels.map(level => el('option', { value: level.id, selected: level.id === seat.level, title: translated(level.help) },
  translated(level.title))))

const namePicker = (seat, i) => seat.kind === 'me' || seat.kind === 'friend' ? el('span', { class: 'muted' }, seat.kind === 'me' ? rememberedName() : t('kind.friend.note'))
  : el('input', { 'aria-label': t('new.name', { seat: i + 1 }), placeholder: t('new.name', { seat: i + 1 }), maxlength: 40, value: seat.name,
    oninput: event => { wish.seats[i] = { ...wish.seats[i], name: event.target.value } } })

// options

function showOptions() {
  const boards = wish.game.options.filter(option => option.asset)
  const others = wish.game.options.filter(option => !option.asset)
  byId('new-boards').replaceChildren(...boards.map(field))
  byId('new-options').replaceChildren(...others.map(field))
  byId('new-more').hidden = !others.length
}

const title = option => translated(option.name.replace(/_/g, ' '))

const field = option => el('label', { class: 'field' },
  el('span', {}, title(option)), control(option), el('small', {}, translated(option.help)))

function change(option, value) {
  wish.options = { ...wish.options, [option.name]: value }
  if (value === option.default) delete wish.options[option.name]
  showPreview()
}

/** The control that fits what an option can be: a list of names, a number, or a choice. */
function control(option) {
  const ranges = option.values.filter(value => typeof value === 'object' && value)
  const plain = option.values.filter(value => typeof value !== 'object')
  if (option.asset) {
    return select(option, (option.choices ?? []).map(choice => ({ value: choice.id, label: translated(choice.name), title: translated(choice.notes) })))
  }
  if (ranges.length) {
    const numbers = plain.filter(value => typeof value === 'number')
    return el('input', { type: 'number', value: option.default, min: Math.min(...ranges.map(r => r.from), ...numbers),
      max: Math.max(...ranges.map(r => r.to), ...numbers), onchange: event => change(option, Number(event.target.value)) })
  }
  return select(option, plain.map(value => ({ value, label: spoken(value) })))
}

const spoken = value => (typeof value === 'boolean' ? t(value ? 'value.true' : 'value.false') : translated(String(value).replace(/_/g, ' ')))

const select = (option, values) => el('select', { onchange: event => change(option, values[event.target.selectedIndex].value) },
  ...values.map(({ value, label, title: more }) => el('option', { selected: value === option.default, title: more }, label)))

// preview and start

function showPreview() {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const { game, options, players } = wish
    try {
      const board = await boardOf(game.id, { ...options, players })
      byId('preview').replaceChildren(board)
      byId('new-problem').textContent = ''
    } catch (error) {
      byId('new-problem').textContent = error.message
    }
    const chosen = game.options.find(option => option.asset)
    const choice = chosen?.choices?.find(one => one.id === (options[chosen.name] ?? chosen.default))
    byId('preview-note').textContent = translated(choice?.notes ?? '')
  }, PREVIEW_WAIT)
}

/** @param {SubmitEvent} event */
async function sit(event) {
  event.preventDefault()
  const checked = id => /** @type {HTMLInputElement} */ (byId(id)).checked
  const clock = CLOCKS.find(({ key }) => key === /** @type {HTMLSelectElement} */ (byId('new-clock')).value)?.clock ?? null
  try {
    const made = await api.newTable({
      game: wish.game.id, options: { ...wish.options, players: wish.players }, clock, public: checked('new-public'),
      shuffle_seats: checked('new-shuffle'), seats: wish.seats.map(seatWish),
    })
    if (made.links?.length) showLinks(made)
    else location.href = made.url
  } catch (error) {
    byId('new-problem').textContent = error.message
  }
}

const seatWish = seat => ({
  kind: seat.kind, ...(seat.kind === 'bot' && seat.level ? { level: seat.level } : {}), ...(seat.name?.trim() ? { name: seat.name.trim() } : {}),
})

function showLinks(made) {
  byId('link-list').replaceChildren(...made.links.map(link => {
    const address = new URL(link.url, location.href).href
    return el('li', {},
      el('input', { readonly: true, value: address, 'aria-label': t('links.seat', { seat: link.seat }) }),
      el('button', { type: 'button', onclick: () => navigator.clipboard.writeText(address).then(() => toast(t('links.copied'))) }, t('links.copy')))
  }))
  byId('links-go').setAttribute('href', made.url)
  openDialog('links')
}
