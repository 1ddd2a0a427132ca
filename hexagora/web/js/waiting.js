/** The waiting room: who is there, a seat to choose, a name, the invitation; until the match begins. */
import * as api from './api.js'
import { sure, toast } from './dialogs.js'
import { byId, el, renew, setText } from './dom.js'
import { at, caution } from './home.js'
import { named, t } from './i18n.js'
import { invitation } from './invite.js'
import { lookOn } from './meeting.js'
import { giveBack } from './news.js'
import { chosen } from './options.js'
import { ratingSign } from './ratings.js'
import { rememberedName, rememberName } from './settings.js'
import { play } from './sound.js'
import { speak } from './speech.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'
import { now } from './store.js'
import { isOpen, openTab } from './tabs.js'
import { takenSeat } from './taken.js'
import { clockWords } from './when.js'

const CHOSEN = { seed: 'fair.seed', start: 'fair.start' } // what whoever laid the table may know beforehand

let host = false
let laid = '' // the table that the room was furnished for

/** @param {import('./state.js').State} state */
export function showWaiting(state) {
  const begins = !state.open && document.body.classList.contains('waits')
  document.body.classList.toggle('waits', state.open)
  byId('waiting').hidden = !state.open
  if (begins) {
    speak(t('waiting.begins'))
    toast(t('waiting.begins'))
    play('turn')
    giveWay()
  }
  if (!state.open) return
  if (laid !== state.table) furnish(state.table)
  const seats = byId('waiting-seats')
  renew(seats, ...state.seats.map(seat => seatLine(state, seat)))
  const taken = state.seats.filter(isTaken).length
  setText(byId('waiting-count'), t('waiting.count', { count: taken, of: state.seats.length }))
  byId('waiting-rated').hidden = !state.rated
  byId('waiting-host').hidden = !host
  byId('waiting-tip').hidden = host || isSeated(state) || !byId('waiting-taken').hidden
}

/** From the room to the board; who reads, types or chooses something beside it goes on doing so. */
function giveWay() {
  const held = document.activeElement
  if (isOpen('chat') && held !== byId('chat-input')) openTab('log')
  if (!held?.closest('.info, dialog')) byId('board').focus()
}

/** What is there as long as the room is: the field for a name, the invitation, and what the host can do. */
async function furnish(table) {
  laid = table
  lookOn(table)
  if (isOpen('log')) openTab('chat') // nothing has happened yet that a log could tell
  const input = nameField()
  input.value = rememberedName()
  api.me().then(me => { input.value ||= me.name }).catch(() => {})
  byId('waiting-name').onsubmit = event => {
    event.preventDefault()
    attempt(saveName)
  }
  byId('waiting-start').onclick = () => attempt(() => api.startTable(table))
  byId('waiting-close').onclick = () => sure(t('waiting.close.sure'), t('waiting.close'), () => attempt(async () => {
    await api.closeTable(table)
    location.href = at('/')
  }))
  byId('waiting-taken').hidden = !takenSeat
  setText(byId('waiting-taken'), t('waiting.taken', { name: named(now().seats[takenSeat - 1]?.name ?? '') }))
  const careful = await caution(`/t/${table}`)
  setText(byId('waiting-caution'), careful)
  byId('waiting-caution').hidden = !careful
  byId('waiting-invite').replaceChildren(await invitation(`/t/${table}`, t('waiting.link')))
  const summary = await api.table(table)
  host = summary.host
  showFairness(summary)
  await showTerms(summary)
  showWaiting(now())
}

/** What is played: a picture of the game, its clock, and what somebody chose otherwise than usual. */
async function showTerms({ game, clock, options }) {
  const found = (await api.knownGames()).find(one => one.id === game)
  const choices = (found?.options ?? []).filter(option => option.name in options).map(option => chosen(option, options[option.name]))
  byId('waiting-terms').replaceChildren(...[clockWords(clock), ...choices].map(line => el('li', {}, line)))
  const cover = /** @type {HTMLImageElement} */ (byId('waiting-cover'))
  const picture = api.coverOf(found) // not every game brings one
  cover.onload = () => { cover.hidden = false }
  if (picture) cover.src = picture
}

/** What everybody should know about chance before sitting down: who chose it, or that nobody can any more. */
function showFairness({ chosen, commitment }) {
  const line = byId('waiting-fair')
  line.hidden = !chosen.length && !commitment
  line.classList.toggle('warning', chosen.length > 0)
  const told = chosen.length ? chosen.map(what => t(CHOSEN[what])).join(' ') : t('fair.drawn', { seal: commitment ?? '' })
  setText(line, told)
}

const nameField = () => /** @type {HTMLInputElement} */ (byId('waiting-name-field'))
const isTaken = seat => seat.kind === 'bot' || seat.taken
const isSeated = state => state.seats.some(seat => seat.mine && isTaken(seat))

function seatLine(state, seat) {
  const colour = colourOf(state.scene, seat.seat - 1)
  return el('li', { 'data-key': `seat-${seat.seat}`, class: `player-${colour}${isTaken(seat) ? '' : ' free'}` },
    icon('common', `mark-${colour}`) ?? el('span', { class: 'swatch' }),
    el('strong', {}, isTaken(seat) || seat.kept ? named(seat.name) : t('waiting.free')), isTaken(seat) && ratingSign(seat.rating),
    sign(seat), ...deeds(state, seat))
}

function sign(seat) {
  if (!isTaken(seat)) return seat.kept ? el('span', { class: 'chip quiet' }, t('seat.kept')) : null
  if (seat.mine) return el('span', { class: 'chip' }, t('seat.you'))
  if (seat.kind === 'bot') return el('span', { class: 'chip quiet' }, t('seat.bot'))
  return el('span', { class: `chip ${seat.online ? '' : 'quiet'}` }, t(seat.online ? 'seat.online' : 'seat.offline'))
}

/** What can be done about a seat: sit down, give it back, or, for the host, free it. A seat that is kept waits for its person. */
function deeds(state, seat) {
  const { table } = state
  const seated = isSeated(state)
  const sit = (look, what = 'sit') => seatButton(what, seat, look, async () => { await saveName(); await api.claim(table, seat.seat) })
  const free = what => seatButton(what, seat, '', () => {
    if (seat.mine) giveBack(seat.seat)
    return api.release(table, seat.seat)
  })
  if (!isTaken(seat) && !seat.kept) return seated && state.rated ? [] : [seated ? sit('', 'sit.too') : sit('primary')]
  if (seat.mine && state.seats.length > 1) return isTaken(seat) ? [free('release')] : [sit('primary'), free('release')]
  return host && seat.kind !== 'bot' && !seat.mine ? [free('remove')] : []
}

/** Who listens is told whose seat it is, or which free one. */
const seatButton = (what, seat, look, work) => el('button', {
  type: 'button', class: `small ${look}`, 'data-key': `${what}-${seat.seat}`, onclick: () => attempt(work),
}, t(`waiting.${what}`), el('span', { class: 'unseen' }, ` ${isTaken(seat) || seat.kept ? named(seat.name) : seat.seat}`))

async function saveName() {
  const name = nameField().value.trim()
  if (!name || name === (await api.me()).name) return
  await api.setName(name)
  rememberName(name)
}

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    toast(error.message, 'problem')
  }
}
