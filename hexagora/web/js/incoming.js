/** What the server says, and what is done about it. States that come in quick succession are shown one by one. */
import { untilNextTry } from './again.js'
import { lasting } from './animate.js'
import { knownGames } from './api.js'
import { redrawChat, showChat, speaker } from './chat.js'
import { toast } from './dialogs.js'
import { caughtUp, lookAt } from './follow.js'
import { calledTo } from './focus.js'
import { happened } from './happened.js'
import { hear } from './hints.js'
import { introduceAll, named, speakOf, t, translated } from './i18n.js'
import { awaits } from './line.js'
import { newest } from './log.js'
import { showWatchers, tellNews, tellRematch, tellTime } from './news.js'
import { tellTurn } from './notices.js'
import { visit } from './review.js'
import { lastSeen, rememberSeen } from './settings.js'
import { hearChange } from './sound.js'
import { sentences, speak } from './speech.js'
import { loadSprites } from './sprites.js'
import { isAway, isMine, myTurn, received } from './state.js'
import { change, now } from './store.js'
import { lend, think } from './thinking.js'
import { carry, dealCards, layTiles, sendGoods, sendThings, whereabouts } from './travel.js'

const WATCH_AGAIN = '#replay' // at the end of an address: a match that is over, from its beginning
const LONGEST_QUEUE = 40 // states that wait to be shown; more than that are skipped

/** @type {any[]} what waits to be shown; the first one may be on its way already */
const queue = []
let showing = false

/** By type of the message. @type {Record<string, (message: any) => void>} */
export const messages = {
  state: message => {
    queue.push(message)
    if (queue.length > LONGEST_QUEUE) queue.splice(1, queue.length, queue.slice(1).reduce(merged))
    if (!showing) nextState()
  },
  chat: message => {
    if (showChat(message)) speak(`${speaker(message)}: ${message.text}`)
  },
  presence: message => {
    const seats = message.seats ?? now().seats
    queue.forEach((older, i) => { queue[i] = { ...older, seats } }) // what is shown later does not say again who was there before
    tellNews(now().seats, seats)
    showWatchers(message.watchers ?? [])
    change({ seats, thinking: message.thinking ?? null }, { part: 'panels' })
  },
  hint: hear,
  think,
  'takeback-declined': ({ seats }) => tellRefusal('takeback.declined', seats),
  'offer-declined': ({ seats, kind }) => tellRefusal(kind === 'pause' ? 'pause.declined' : 'offer.declined', seats),
  'time-up': ({ seat }) => tellTime(now().seats[seat - 1]),
  error: message => {
    toast(translated(message.error), 'problem')
    change({ waiting: false })
  },
}

/** Who refused, to those who did not. @param {string} key @param {number[]} refusing */
function tellRefusal(key, refusing) {
  const those = now().seats.filter(({ seat }) => refusing.includes(seat))
  if (!those.every(seat => seat.mine)) toast(t(key, { name: those.map(({ name }) => named(name)).join(', ') }))
}

/** Two states as one: the newer, with the log of both. */
function merged(older, newer) {
  if (newer.log_from <= older.log_from) return newer
  return { ...newer, log_from: older.log_from, log: [...older.log.slice(0, newer.log_from - older.log_from), ...newer.log] }
}

/** What is needed to show a game. On a bad line some of it may come only when it is asked for again. */
async function supplied(game) {
  for (;;) {
    try {
      return await Promise.all([knownGames(), loadSprites(game), speakOf(game)])
    } catch {
      await untilNextTry()
    }
  }
}

async function nextState() {
  if (!queue.length) return caughtUp()
  showing = true
  const [{ scene: { game } }] = queue
  const [games] = await supplied(game) // from here on nothing else happens in between
  const message = queue.shift()
  const before = now()
  const animated = before.scene !== null && before.ply === null
  const after = received(before, message)
  introduceAll(after)
  tellNews(before.seats, after.seats) // who sat down last is told before that the match begins
  after.missed = missedFrom(before, after)
  const moved = !before.scene || after.seat !== before.seat
  const { tell, lasts } = animated ? movements(before, after) : UNMOVED
  if (moved) Object.assign(after, { board: ownBoard(after), left: null })
  const focus = moved || after.seq !== before.seq ? calledTo(after) : {}
  change({ ...after, waiting: awaits(after.seq), covered: isCovered(before, after, games), ...focus }, { animated })
  tell()
  lend(after)
  if (!before.scene && after.over) visitAsked(after)
  if (before.seats !== after.seats) redrawChat()
  if (!document.hidden && !now().covered) rememberSeen(after.table, after.log.length)
  tellRematch(before, after)
  tellTurn(before, now())
  if (before.scene && !now().covered) speak(sentences([...newest(before.log, after.log), translated(after.scene.prompt)]))
  await lookAt(animated ? queue.length : 0, myTurn(after) ? 0 : lasts)
  showing = false
  nextState()
}

/** The moment of a match that is over for which the address asks: /t/…?ply=12, or #replay for its beginning. */
function visitAsked({ log }) {
  const asked = location.hash === WATCH_AGAIN ? '0' : new URLSearchParams(location.search).get('ply')
  if (asked !== null) visit(Math.max(0, Math.min(log.length, Number(asked) || 0)))
}

/** From where on somebody who comes back has not seen what happened; until the next decision of one's own. */
function missedFrom(before, after) {
  const decided = after.log.slice(before.log.length).some(entry => entry.seat && isMine(after, entry.seat))
  if (before.scene) return decided && !isAway(after) ? null : before.missed
  const seen = lastSeen(after.table)
  return seen !== null && seen < after.log.length ? seen : null
}

const UNMOVED = { tell: () => {}, lasts: 0 }

/** What is seen and heard beyond the board when a state follows another, and for how long; found before the page is drawn
 * again. */
function movements(before, after) {
  const entries = after.log.slice(before.log.length)
  const what = happened(before.scene, after.scene, entries)
  const boardOf = (scene, id) => scene.pieces.find(piece => piece.id === id)?.board
  const across = what.pieces.moved.filter(({ id, was }) => boardOf(before.scene, was) !== boardOf(after.scene, id))
  const lays = entries.some(entry => entry.seat && isMine(after, entry.seat)) ? [] : what.laid // one's own hand has brought them
  const where = [across, what.shifts, what.dealt, lays].some(some => some.length) ? whereabouts() : new Map()
  const tell = () => {
    if (now().covered) return
    carry(where, across)
    sendThings(where, after.scene, what.shifts)
    dealCards(where, what.dealt)
    layTiles(where, lays)
    sendGoods(after.scene, what.flows, entries)
    hearChange(before, after, what)
  }
  return { tell, lasts: lasting(what) }
}

const ownBoard = state => state.scene.boards.find(board => board.owner === state.seat - 1)?.id ?? state.scene.boards[0]?.id ?? null

/** In games with secrets, people at one screen hand it over under a cover. */
function isCovered(before, after, games) {
  if (after.seats.filter(seat => seat.mine).length < 2) return false
  const others = !before.scene || before.seat !== after.seat // also at the first look: who holds the screen now?
  const secret = games.find(game => game.id === after.scene.game)?.hidden
  return Boolean(secret && !after.over && (others || before.covered))
}
