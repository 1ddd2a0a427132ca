/** The lobby: games on the shelf, tables to join, watch, resume or replay. */
import * as api from './api.js'
import { openDialog, toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { boardPicture, drawFigures } from './figures.js'
import { alone, at } from './home.js'
import { endingOf, loadGames, ofGame, t } from './i18n.js'
import { behind, unpacked } from './links.js'
import { markdown } from './markdown.js'
import { offerMeeting } from './meeting.js'
import { openNewTable, quickSeats } from './newtable.js'
import { openPage, usable } from './page.js'
import { nameOf } from './seats.js'
import { rememberedGame, rememberedName, rememberGame, rememberName } from './settings.js'
import { icon, loadSprites } from './sprites.js'
import { clockWords, when } from './when.js'

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

/** What packs make of a game, under it. */
const packLine = pack => el('li', { 'data-pack': pack.id }, el('span', {}, el('strong', {}, ofGame(pack.id, pack.title)), ' ', el('small', { class: 'muted', title: t('pack.digest') }, pack.digest)),
  el('button', { type: 'button', class: 'small', 'data-set-up': pack.id, onclick: () => openNewTable(pack) }, t('game.play'), el('span', { class: 'unseen' }, ` ${ofGame(pack.id, pack.title)}`)))

const gameCard = (game, packs = []) => el('li', { class: 'game', 'data-game-card': game.id },
  el('div', { class: 'cover' }, cover(game)),
  el('div', { class: 'game-body' },
    el('h3', {}, game.title),
    el('div', { class: 'facts' }, fact(playersOf(game)), fact(t('game.minutes', { minutes: game.minutes.join('–') })),
      game.hidden && fact(t('game.hidden')), game.chance && fact(t('game.chance'))),
    el('p', {}, ofGame(game.id, game.summary)),
    el('div', { class: 'row' },
      el('button', { type: 'button', class: 'primary', 'data-quick': game.id, title: t('game.quick.note'), onclick: () => playNow(game) },
        t('lobby.quick'), el('span', { class: 'unseen' }, game.title)),
      el('button', { type: 'button', 'data-set-up': game.id, onclick: () => openNewTable(game) }, t('game.play'), el('span', { class: 'unseen' }, ` ${game.title}`)),
      game.tutorial && el('a', { class: 'button', href: at(`/learn/${game.id}`) }, t('game.learn')),
      !alone && el('a', { class: 'button quiet', href: at(`/edit/${game.id}`), 'data-edit': game.id }, t('game.edit'), el('span', { class: 'unseen' }, game.title)),
      game.puzzles && el('a', { class: 'button quiet', href: at(`/puzzles/${game.id}`) }, t('game.puzzles'), el('span', { class: 'unseen' }, game.title)),
      el('a', { class: 'button quiet', href: at(`/analysis/${game.id}`) }, t('game.analyse'), el('span', { class: 'unseen' }, game.title)),
      el('button', { type: 'button', class: 'quiet', onclick: () => showRules(game) }, t('tab.rules'), el('span', { class: 'unseen' }, game.title))),
    packs.length > 0 && el('section', { class: 'packs' }, el('h4', {}, t('pack.packs')), el('ul', {}, ...packs.map(packLine)))))

/** One click: a table against bots, with everything as the game suggests it; of some level if that is named. */
async function playNow(game, level = undefined) {
  try {
    rememberGame(game.id)
    const made = await api.newTable({ game: game.id, options: { players: game.players[0] }, seats: quickSeats(game, level), public: false })
    location.href = at(made.url)
  } catch (error) {
    toast(error.message, 'problem')
  }
}

const picture = (game, look) => {
  const src = api.coverOf(game)
  return src && el('img', { src, alt: '', ...look })
}

/** The picture of a game; one that has none shows its board. */
function cover(game) {
  const found = picture(game, { loading: 'lazy', width: 640, height: 400 })
  const place = found ?? el('span')
  const showBoard = async () => {
    try {
      place.replaceWith(await boardOf(game.id, {}))
    } catch {
      place.remove()
    }
  }
  if (found) found.addEventListener('error', showBoard)
  else showBoard()
  return place
}

async function boardOf(game, options) {
  const [scene] = await Promise.all([api.preview(game, options), loadSprites(game)])
  return boardPicture(scene)
}

async function showRules(game) {
  byId('rules-title').textContent = game.title
  byId('rules-page').setAttribute('href', at(`/rules/${game.id}`))
  try {
    byId('lobby-rules').replaceChildren(markdown((await api.rules(game.id)).markdown))
    drawFigures(byId('lobby-rules'), game.id)
  } catch (error) {
    byId('lobby-rules').replaceChildren(el('p', { class: 'problem' }, error.message))
  }
  openDialog('rules-dialog')
}

// tables

const people = table => table.seats.map(nameOf).join(', ')

const isMyMove = table => table.status === 'running' && Boolean(table.seats[table.turn - 1]?.mine)

const tableLine = (which, games) => table => {
  const free = which === 'open' && table.seats.find(seat => !seat.taken && !seat.kept && seat.kind !== 'bot')
  return el('li', { class: 'with-cover' },
    el('span', { class: 'small-cover' }, picture(games.get(table.game), { loading: 'lazy', width: 64, height: 64 })),
    el('div', { class: 'head' },
      el('strong', {}, table.title), isMyMove(table) && el('span', { class: 'chip call' }, t('table.yourmove')),
      el('small', { class: 'muted' }, when(table.updated))),
    el('span', { class: 'people' }, people(table)),
    table.status === 'open' && el('span', { class: 'people terms' }, [clockWords(table.clock), table.rated && t('meet.rated')].filter(Boolean).join(' · ')),
    table.ending && el('span', { class: 'people ending' }, endingOf(table.ending, table.seats)),
    el('div', { class: 'row' },
      free && el('button', { type: 'button', class: 'primary small', onclick: () => sitDown(table.table, free.seat) }, t('table.join')),
      el('a', { class: 'button small', href: at(`/t/${table.table}`) }, t(`table.${which}`), el('span', { class: 'unseen' }, `: ${table.title}`))))
}

const EMPTY_SIGNS = { mine: 'e-chair', open: 'e-door', finished: 'e-cup' }
const emptyLine = which => el('li', { class: 'empty' }, icon('common', EMPTY_SIGNS[which]), el('span', {}, t(`lobby.no.${which}`)))

/** What waits for a decision of this person comes before everything else. */
function showResume(tables, games) {
  const waiting = tables.filter(isMyMove)
  byId('resume').hidden = !waiting.length
  byId('resume-list').replaceChildren(...waiting.slice(0, MOST_RESUMED).map(table => el('li', {}, el('a', { href: at(`/t/${table.table}`) },
    picture(games.get(table.game), { width: 96, height: 60 }),
    el('span', {}, el('strong', {}, table.title), el('small', {}, people(table))), el('span', { class: 'chip call' }, t('table.yourmove'))))))
}

async function sitDown(table, seat) {
  try {
    await api.claim(table, seat)
    location.href = at(`/t/${table}`)
  } catch (error) {
    toast(error.message, 'problem')
  }
}

async function showList(which) {
  try {
    const [tables, known] = await Promise.all([api.tables(which), api.knownGames()])
    const games = new Map(known.map(game => [game.id, game]))
    byId(`tables-${which}`).replaceChildren(...(tables.length ? tables.map(tableLine(which, games)) : [emptyLine(which)]))
    if (which === 'mine') showResume(tables, games)
  } catch (error) {
    byId(`tables-${which}`).replaceChildren(el('li', { class: 'empty problem' }, error.message))
  }
}

const showTables = () => Promise.all(LISTS.map(showList))

// everything

async function showGames() {
  const games = await api.knownGames()
  await Promise.all([loadGames(...games.map(game => game.id)), loadSprites()])
  const shelf = games.filter(game => !game.pack_of)
  byId('games').replaceChildren(...shelf.map(game => gameCard(game, games.filter(pack => pack.pack_of === game.id))))
  byId('comb').replaceChildren(...shelf.map(game => picture(game)).filter(Boolean).slice(0, COMB))
  byId('notices').textContent = shelf.map(game => ofGame(game.id, game.notice)).filter(Boolean).join(' ')
  showQuickStart(shelf)
  if (!alone) offerMeeting(shelf)
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
  byId('hero-learn').setAttribute('href', at(`/learn/${game.id}`))
}

/** A game chosen by the address: set up with /?play=hex; after its tutorial begun at once against beginners, /?first=hex. */
async function openChosen() {
  const wanted = new URLSearchParams(location.search)
  const game = (await api.knownGames()).find(one => one.id === (wanted.get('play') ?? wanted.get('first')))
  if (!game) return openDrawn()
  if (wanted.has('play') || !game.levels.length) return openNewTable(game)
  history.replaceState(null, '', location.pathname)
  await playNow(game, game.levels[0].id)
}

/** An editor sends what was drawn along, to set up a table with it: /#new=… */
async function openDrawn() {
  const sent = behind('new')
  if (!sent) return
  try {
    const { game: id, options, start } = await unpacked(sent)
    const game = (await api.knownGames()).find(one => one.id === id)
    history.replaceState(null, '', location.pathname)
    if (game) openNewTable(game, { options, start })
  } catch {
    toast(t('edit.badlink'), 'problem')
  }
}

/** Where everything stays in this browser, matches come in as files, as they go out. */
function listenToFiles() {
  const input = /** @type {HTMLInputElement} */ (byId('match-file'))
  byId('match-open').addEventListener('click', () => input.click())
  input.addEventListener('change', async () => {
    try {
      location.href = at((await api.openMatch(await input.files[0].text())).url)
    } catch (error) {
      toast(error instanceof SyntaxError ? t('lobby.notmatch', { file: input.files[0].name }) : error.message, 'problem')
    }
    input.value = ''
  })
}

function listenToName() {
  const input = /** @type {HTMLInputElement} */ (byId('name'))
  input.value = rememberedName()
  api.me().then(me => { if (me.name && input.value === rememberedName()) input.value = me.name }).catch(() => {}) // unless somebody types already
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

/** Nothing works without the server: says so instead of showing an empty shelf. */
function showGone(error) {
  byId('gone-why').textContent = error.code ? error.message : t('lobby.gone.why')
  byId('gone').hidden = false
  byId('gone-again').addEventListener('click', () => location.reload())
  usable()
  document.body.classList.add('server-gone')
}

/** The way to the lab, where it is open. */
async function showLab() {
  if (alone) return
  const { open } = await api.lab().catch(() => ({ open: false })) // without an answer there is nothing to go to
  byId('to-lab').hidden = !open
}

function listen() {
  listenToName()
  if (alone) listenToFiles()
}

async function show() {
  await showGames()
  await openChosen()
  await showTables()
  showLab()
  setInterval(() => document.hidden || showTables(), REFRESH)
}

const renew = () => Promise.all([showGames(), showTables()])

api.knownGames().catch(() => {}) // asked for beside the language; what went wrong is told where they are shown
openPage(listen, show, renew).catch(showGone)
