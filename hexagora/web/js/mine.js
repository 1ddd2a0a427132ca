/** My games: what runs and what is over, with pictures, filters and files; and what it all adds up to. */
import * as api from './api.js'
import { openDialog, sure, toast } from './dialogs.js'
import { byId, el, setText } from './dom.js'
import { boardPicture } from './figures.js'
import { at } from './home.js'
import { loadGames, named, t } from './i18n.js'
import { invitation } from './invite.js'
import { openPage } from './page.js'
import { nameOf } from './seats.js'
import { icon, loadSprites } from './sprites.js'
import { percent, sumTable } from './sums.js'
import { day, when } from './when.js'

const LISTS = ['running', 'finished']
const WATCH_AGAIN = '#replay' // opens a table that is over at its beginning
const next = { running: null, finished: null } // what comes after the last table shown

// one table

const isMyMove = table => table.status === 'running' && Boolean(table.seats[table.turn - 1]?.mine)
/** A seat that is kept for this person, as at a rematch. */
const isAsked = table => table.seats.some(seat => seat.mine && seat.kept)
/** Whom one plays with; where all sit at one screen, everybody. */
const others = table => (table.seats.every(seat => seat.mine) ? table.seats : table.seats.filter(seat => !seat.mine)).map(nameOf).join(', ')
const OUTCOMES = { won: 'good', drawn: '', lost: 'quiet', open: 'quiet' }

/** How a match ended for who looks. */
function outcome({ result, seats }) {
  if (!result) return 'open'
  const best = Math.max(...result)
  if (Math.min(...result) === best) return 'drawn'
  return seats.some(seat => seat.mine && result[seat.seat - 1] === best) ? 'won' : 'lost'
}

function howItStands(table) {
  if (isAsked(table)) return el('span', { class: 'chip call' }, t('mine.asked'))
  if (table.status === 'open') return el('span', { class: 'chip quiet' }, t('mine.waiting'))
  if (isMyMove(table)) return el('span', { class: 'chip call' }, t('table.yourmove'))
  if (table.status === 'running') return el('span', { class: 'chip quiet' }, t('mine.turn', { name: nameOf(table.seats[table.turn - 1] ?? { name: '' }) }))
  return el('span', { class: `chip ${OUTCOMES[outcome(table)]}` }, t(`outcome.${outcome(table)}`))
}

const since = table => (table.status === 'over' ? day(table.updated) : t(table.status === 'open' ? 'mine.laid' : 'mine.since', { when: when(table.updated) }))
const about = table => el('span', { class: 'unseen' }, `: ${table.title}, ${others(table)}`)

function card(table) {
  const over = table.status === 'over'
  return el('li', { class: 'match card', 'data-table': table.table },
    el('a', { class: 'picture', href: at(`/t/${table.table}`), tabindex: '-1', 'aria-hidden': 'true', 'data-picture': table.table }),
    el('div', { class: 'stack' },
      el('div', { class: 'row' }, el('h3', {}, table.title), howItStands(table)),
      el('p', {}, others(table)),
      el('small', { class: 'muted' }, since(table), table.ending && ` · ${t(`ending.${table.ending.kind}`, { name: nameOf(table.seats[table.ending.by - 1] ?? { name: '' }) })}`),
      el('div', { class: 'row' },
        el('a', { class: 'button small primary', href: at(`/t/${table.table}${over ? WATCH_AGAIN : ''}`) }, t(over ? 'mine.again' : 'mine.continue'), about(table)),
        el('button', { type: 'button', class: 'small', onclick: () => share(table) }, t('tool.share'), about(table)),
        el('a', { class: 'button small', href: api.matchFile(table.table), download: `${table.game}.json` }, t('mine.download'), about(table)),
        el('button', { type: 'button', class: 'small quiet', onclick: () => askAway(table) }, t('mine.delete'), about(table)))))
}

async function share(table) {
  byId('share-list').replaceChildren(await invitation(`/t/${table.table}`, t(table.status === 'open' ? 'waiting.link' : 'share.watch')))
  openDialog('share')
}

const askAway = table => sure(t('mine.delete.sure'), t('mine.delete'), () => attempt(async () => {
  const { deleted } = await api.putAway(table.table)
  toast(t(deleted ? 'mine.deleted' : 'mine.away'))
  const line = document.querySelector(`[data-table="${table.table}"]`)
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling
  line?.remove()
  tellFound()
  const held = /** @type {HTMLElement} */ (neighbour?.querySelector('.primary') ?? byId('running'))
  held.focus()
  await showSums()
}))

// pictures, drawn when they come into sight

const sight = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    sight.unobserve(target)
    draw(/** @type {HTMLElement} */ (target))
  }
})

async function draw(place) {
  try {
    const scene = await api.picture(place.dataset.picture)
    await loadSprites(scene.game)
    place.replaceChildren(boardPicture(scene))
  } catch {
    place.replaceChildren(icon('common', 'e-cup')) // a match of another version has no picture any more
  }
}

// lists

const valueOf = id => /** @type {HTMLInputElement} */ (byId(id)).value.trim()

async function showList(which, more = false) {
  const page = await api.mine(which, { game: valueOf('filter-game'), opponent: valueOf('filter-opponent'), after: more ? next[which] : null })
  await loadGames(...new Set(page.tables.map(table => table.game)))
  const list = byId(which)
  const cards = page.tables.map(card)
  if (!more) list.replaceChildren()
  list.append(...cards)
  for (const place of list.querySelectorAll('[data-picture]:empty')) sight.observe(place)
  next[which] = page.after
  byId(`more-${which}`).hidden = !page.after
  setText(byId(`more-${which}`), t('mine.more'))
  if (more) /** @type {HTMLElement|null} */ (cards[0]?.querySelector('.primary'))?.focus()
}

const filtered = () => Boolean(valueOf('filter-game') || valueOf('filter-opponent'))

async function showLists() {
  await Promise.all(LISTS.map(which => showList(which)))
  tellFound()
}

/** How many matches are shown; a list without one says so. */
function tellFound() {
  for (const which of LISTS) {
    if (!byId(which).children.length) byId(which).append(el('li', { class: 'muted' }, t(filtered() ? 'mine.none.found' : `mine.none.${which}`)))
  }
  const count = which => `${byId(which).querySelectorAll('[data-table]').length}${next[which] ? '+' : ''}`
  setText(byId('mine-status'), t('mine.found', { running: count('running'), finished: count('finished') }))
}

// sums

async function showSums() {
  const { games, own, friends } = await api.standing()
  const rows = one => [one.played, one.won, one.drawn, one.lost, percent(one)]
  const heads = ['played', 'won', 'drawn', 'lost', 'rate'].map(key => t(`sums.${key}`))
  byId('by-game').replaceChildren(sumTable([t('mine.game'), ...heads],
    [...games.map(game => [game.title, ...rows(game)]), ...(games.length > 1 ? [[t('sums.all'), ...rows(own)]] : [])], t('sums.none')))
  const everybody = [{ name: t('seat.you'), duel: '', ...own }, ...friends.map(friend => ({ ...friend, duel: `${friend.ahead} – ${friend.behind}` }))]
  const best = friends.length ? everybody.sort((a, b) => b.won / (b.played || 1) - a.won / (a.played || 1) || b.played - a.played) : []
  byId('friends').replaceChildren(sumTable([t('sums.name'), ...heads, t('sums.duel')], best.map(one => [named(one.name), ...rows(one), one.duel]), t('sums.nobody')))
  byId('known-people').replaceChildren(...friends.map(friend => el('option', { value: friend.name })))
}

// everything

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    toast(error.message, 'problem')
  }
}

async function showGames() {
  const games = await api.knownGames()
  const chosen = valueOf('filter-game')
  byId('filter-game').replaceChildren(el('option', { value: '' }, t('mine.anygame')),
    ...games.map(game => el('option', { value: game.id, selected: game.id === chosen }, game.title)))
}

const showAll = () => attempt(async () => {
  document.title = `${t('ways.mine')} · Hexagora`
  await Promise.all([loadSprites(), showGames()])
  await Promise.all([showLists(), showSums()])
})

function listen() {
  byId('filter').addEventListener('submit', event => {
    event.preventDefault()
    attempt(showLists)
  })
  byId('filter-game').addEventListener('change', () => attempt(showLists))
  for (const which of LISTS) byId(`more-${which}`).addEventListener('click', () => attempt(() => showList(which, true).then(tellFound)))
}

openPage(listen, showAll)
