/** The lobby: games on the shelf, tables to join, watch, resume or replay. */
import * as api from './api.js'
import { listenToDialogs, openDialog, openSettings, toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { boardPicture, drawFigures } from './figures.js'
import { loadGames, loadLanguage, named, ofGame, t } from './i18n.js'
import { markdown } from './markdown.js'
import { openNewTable, quickSeats } from './newtable.js'
import { askForNotices } from './notices.js'
import { applySettings, rememberedGame, rememberedName, rememberGame, rememberName } from './settings.js'
import { icon, loadSprites } from './sprites.js'

const REFRESH = 15000
const LISTS = ['mine', 'open', 'finished']
const COMB = 6 // pictures in the honeycomb at the top
const MOST_RESUMED = 3

// games

const fact = text => el('span', { class: 'chip quiet' }, text)

function playersOf(game) {
  const numbers = game.players
  const few = numbers[0], most = numbers[numbers.length - 1]
  return t('game.players', { players: few === most ? few : `${few}–${most}` })
}

const gameCard = game => el('li', { class: 'game', 'data-game-card': game.id },
  el('div', { class: 'cover' }, cover(game)),
  el('div', { class: 'game-body' },
    el('h3', {}, game.title),
    el('div', { class: 'facts' }, fact(playersOf(game)), fact(t('game.minutes', { minutes: game.minutes.join('–') })),
      game.hidden && fact(t('game.hidden')), game.chance && fact(t('game.chance'))),
    el('p', {}, ofGame(game.id, game.summary)),
    el('div', { class: 'row' },
      el('button', { type: 'button', class: 'primary', 'data-quick': game.id, title: t('game.quick.note'), onclick: () => playNow(game) },
        t('lobby.quick'), el('span', { class: 'unseen' }, game.title)),
      el('button', { type: 'button', 'data-set-up': game.id, onclick: () => openNewTable(game) }, t('game.play'), el('span', { class: 'unseen' }, game.title)),
      game.tutorial && el('a', { class: 'button', href: `/learn/${game.id}` }, t('game.learn')),
      el('button', { type: 'button', class: 'quiet', onclick: () => showRules(game) }, t('tab.rules'), el('span', { class: 'unseen' }, game.title)))))

/** One click: a table against bots, with everything as the game suggests it. */
async function playNow(game) {
  try {
    rememberGame(game.id)
    const made = await api.newTable({ game: game.id, options: { players: game.players[0] }, seats: quickSeats(game), public: false })
    location.href = made.url
  } catch (error) {
    toast(error.message, 'problem')
  }
}

/** The picture of a game; one that has none shows its board. */
function cover(game) {
  const picture = el('img', { src: api.look(game.id, 'cover.jpg'), alt: '', loading: 'lazy', width: 640, height: 400 })
  picture.addEventListener('error', async () => {
    try {
      picture.replaceWith(await boardOf(game.id, {}))
    } catch {
      picture.remove()
    }
  })
  return picture
}

async function boardOf(game, options) {
  const [scene] = await Promise.all([api.preview(game, options), loadSprites(game)])
  return boardPicture(scene)
}

async function showRules(game) {
  byId('rules-title').textContent = game.title
  try {
    byId('lobby-rules').replaceChildren(markdown((await api.rules(game.id)).markdown))
    drawFigures(byId('lobby-rules'), game.id)
  } catch (error) {
    byId('lobby-rules').replaceChildren(el('p', { class: 'problem' }, error.message))
  }
  openDialog('rules-dialog')
}

// tables

const people = table => table.seats.map(seat => (seat.taken || seat.kind === 'bot' ? named(seat.name) : t('table.free'))).join(', ')

function when(iso) {
  const minutes = Math.round((Date.parse(iso) - Date.now()) / 60000)
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute')
  return Math.abs(minutes) < 1440 ? words.format(Math.round(minutes / 60), 'hour') : words.format(Math.round(minutes / 1440), 'day')
}

const isMyMove = table => table.status === 'running' && Boolean(table.seats[table.turn - 1]?.mine)

const tableLine = which => table => {
  const free = which === 'open' && table.seats.find(seat => !seat.taken && seat.kind !== 'bot')
  return el('li', { class: 'with-cover' },
    el('img', { class: 'small-cover', src: api.look(table.game, 'cover.jpg'), alt: '', loading: 'lazy', width: 64, height: 64 }),
    el('div', { class: 'head' },
      el('strong', {}, table.title), isMyMove(table) && el('span', { class: 'chip call' }, t('table.yourmove')),
      el('small', { class: 'muted' }, when(table.updated))),
    el('span', { class: 'people' }, people(table)),
    el('div', { class: 'row' },
      free && el('button', { type: 'button', class: 'primary small', onclick: () => sitDown(table.table, free.seat) }, t('table.join')),
      el('a', { class: 'button small', href: `/t/${table.table}` }, t(`table.${which}`), el('span', { class: 'unseen' }, `: ${table.title}`))))
}

const EMPTY_SIGNS = { mine: 'e-chair', open: 'e-door', finished: 'e-cup' }
const emptyLine = which => el('li', { class: 'empty' }, icon('common', EMPTY_SIGNS[which]), el('span', {}, t(`lobby.no.${which}`)))

/** What waits for a decision of this person comes before everything else. */
function showResume(tables) {
  const waiting = tables.filter(isMyMove)
  byId('resume').hidden = !waiting.length
  byId('resume-list').replaceChildren(...waiting.slice(0, MOST_RESUMED).map(table => el('li', {}, el('a', { href: `/t/${table.table}` },
    el('img', { src: api.look(table.game, 'cover.jpg'), alt: '', width: 96, height: 60 }),
    el('span', {}, el('strong', {}, table.title), el('small', {}, people(table))), el('span', { class: 'chip call' }, t('table.yourmove'))))))
}

async function sitDown(table, seat) {
  try {
    await api.claim(table, seat)
    location.href = `/t/${table}`
  } catch (error) {
    toast(error.message, 'problem')
  }
}

async function showTables() {
  for (const which of LISTS) {
    try {
      const tables = await api.tables(which)
      byId(`tables-${which}`).replaceChildren(...(tables.length ? tables.map(tableLine(which)) : [emptyLine(which)]))
      if (which === 'mine') showResume(tables)
    } catch (error) {
      byId(`tables-${which}`).replaceChildren(el('li', { class: 'empty problem' }, error.message))
    }
  }
}

// everything

async function showGames() {
  const games = await api.knownGames()
  await Promise.all([loadGames(...games.map(game => game.id)), loadSprites()])
  byId('games').replaceChildren(...games.map(gameCard))
  byId('comb').replaceChildren(...games.slice(0, COMB).map(game => el('img', { src: api.look(game.id, 'cover.jpg'), alt: '' })))
  byId('notices').textContent = games.map(game => ofGame(game.id, game.notice)).filter(Boolean).join(' ')
  showQuickStart(games)
}

/** The large button plays what was played last; at first, the game that is learned fastest. */
function showQuickStart(games) {
  const game = games.find(one => one.id === rememberedGame()) ?? [...games].sort((a, b) => a.minutes[0] - b.minutes[0])[0]
  const button = /** @type {HTMLButtonElement} */ (byId('quick'))
  button.disabled = !game
  if (!game) return
  button.onclick = () => playNow(game)
  byId('quick-game').textContent = game.title
  byId('hero-learn').hidden = !game.tutorial
  byId('hero-learn').setAttribute('href', `/learn/${game.id}`)
}

/** A tutorial ends here with its game chosen: /?play=hex. */
async function openChosen() {
  const chosen = new URLSearchParams(location.search).get('play')
  const game = (await api.knownGames()).find(one => one.id === chosen)
  if (game) openNewTable(game)
}

function listenToName() {
  const input = /** @type {HTMLInputElement} */ (byId('name'))
  input.value = rememberedName()
  api.me().then(me => { if (me.name) input.value = me.name }).catch(() => {})
  byId('name-form').addEventListener('submit', async event => {
    event.preventDefault()
    if (!input.value.trim()) return
    try {
      await api.setName(input.value.trim())
      rememberName(input.value.trim())
      toast(t('lobby.named', { name: input.value.trim() }))
    } catch (error) {
      toast(error.message, 'problem')
    }
  })
}

async function changeSettings() {
  await loadLanguage()
  askForNotices()
  openSettings(changeSettings)
  await Promise.all([showGames(), showTables()])
}

/** Nothing works without the server: says so instead of showing an empty shelf. */
function showGone(error) {
  byId('gone-why').textContent = error.code ? error.message : t('lobby.gone.why')
  byId('gone').hidden = false
  document.body.classList.add('server-gone')
}

async function start() {
  applySettings()
  await loadLanguage()
  listenToDialogs()
  listenToName()
  byId('open-settings').addEventListener('click', () => openSettings(changeSettings))
  byId('gone-again').addEventListener('click', () => location.reload())
  try {
    await showGames()
    await openChosen()
  } catch (error) {
    return showGone(error)
  }
  await showTables()
  setInterval(() => document.hidden || showTables(), REFRESH)
}

start()
