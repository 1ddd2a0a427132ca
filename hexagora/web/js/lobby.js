/** The lobby: games on the shelf, tables to join, watch, resume or replay. */
import * as api from './api.js'
import { listenToDialogs, openDialog, openSettings, toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { drawBoard } from './draw.js'
import { loadLanguage, t, translated } from './i18n.js'
import { markdown } from './markdown.js'
import { openNewTable } from './newtable.js'
import { updatePieces } from './pieces.js'
import { applySettings, rememberedName, rememberName } from './settings.js'
import { loadSprites } from './sprites.js'

const REFRESH = 15000
const LISTS = ['mine', 'open', 'finished']

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
    el('p', {}, translated(game.summary)),
    el('div', { class: 'row' },
      el('button', { type: 'button', class: 'primary', onclick: () => openNewTable(game) }, t('game.play'), el('span', { class: 'unseen' }, game.title)),
      game.tutorial && el('a', { class: 'button', href: `/learn/${game.id}` }, t('game.learn')),
      el('button', { type: 'button', class: 'quiet', onclick: () => showRules(game) }, t('tab.rules'), el('span', { class: 'unseen' }, game.title)))))

/** The picture of a game; one that has none shows its board. */
function cover(game) {
  const picture = el('img', { src: `/static/covers/${game.id}.jpg`, alt: '', loading: 'lazy', width: 640, height: 400 })
  picture.addEventListener('error', async () => {
    try {
      picture.replaceWith(await boardOf(game.id, {}))
    } catch {
      picture.remove()
    }
  })
  return picture
}

/** A board as it is laid out for these options. */
export async function boardOf(game, options) {
  const [scene] = await Promise.all([api.preview(game, options), loadSprites(game)])
  const board = scene.boards[0]
  const drawing = drawBoard(scene, board)
  updatePieces(drawing, scene, board)
  return drawing.root
}

async function showRules(game) {
  byId('rules-title').textContent = game.title
  try {
    byId('lobby-rules').replaceChildren(markdown((await api.rules(game.id)).markdown))
  } catch (error) {
    byId('lobby-rules').replaceChildren(el('p', { class: 'problem' }, error.message))
  }
  openDialog('rules-dialog')
}

// tables

const people = table => table.seats.map(seat => (seat.taken || seat.kind === 'bot' ? seat.name : t('table.free'))).join(', ')

function when(iso) {
  const minutes = Math.round((Date.parse(iso) - Date.now()) / 60000)
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute')
  return Math.abs(minutes) < 1440 ? words.format(Math.round(minutes / 60), 'hour') : words.format(Math.round(minutes / 1440), 'day')
}

const tableLine = which => table => {
  const free = which === 'open' && table.seats.find(seat => !seat.taken && seat.kind !== 'bot')
  return el('li', {},
    el('div', { class: 'head' },
      el('a', { href: `/t/${table.table}` }, table.title, el('span', { class: 'unseen' }, `: ${t(`table.${which}`)}`)),
      el('small', { class: 'muted' }, when(table.updated))),
    el('span', { class: 'people' }, people(table)),
    free && el('button', { type: 'button', onclick: () => sitDown(table.table, free.seat) }, t('table.join')))
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
      byId(`tables-${which}`).replaceChildren(...(tables.length ? tables.map(tableLine(which))
        : [el('li', { class: 'empty' }, t(`lobby.no.${which}`))]))
    } catch (error) {
      byId(`tables-${which}`).replaceChildren(el('li', { class: 'empty problem' }, error.message))
    }
  }
}

// everything

async function showGames() {
  const games = await api.knownGames()
  byId('games').replaceChildren(...games.map(gameCard))
  byId('notices').textContent = games.map(game => translated(game.notice)).filter(Boolean).join(' ')
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
  openSettings(changeSettings)
  await Promise.all([showGames(), showTables()])
}

async function start() {
  applySettings()
  await loadLanguage()
  listenToDialogs()
  listenToName()
  byId('open-settings').addEventListener('click', () => openSettings(changeSettings))
  try {
    await showGames()
    await openChosen()
  } catch (error) {
    toast(error.message, 'problem')
  }
  await showTables()
  setInterval(() => document.hidden || showTables(), REFRESH)
}

start()
