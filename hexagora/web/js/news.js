/** Who comes, goes, sits down or is played for by a bot: told to those who are there. */
import * as api from './api.js'
import { note } from './chat.js'
import { toast } from './dialogs.js'
import { named, t } from './i18n.js'
import { now } from './store.js'

const GRACE = 6000 // milliseconds after which somebody who went counts as gone: a reload is no farewell

/** @type {Map<number, boolean>} whether the others were told last that this seat is here */
const told = new Map()
/** @type {Map<number, number>} farewells that wait */
const leaving = new Map()

/** @type {Set<number>} seats that were given back here: nobody has to be told what he did himself */
const given = new Set()
export const giveBack = seat => given.add(seat)

/** Tells what changed about the people. @param {import('./state.js').Seat[]} before @param {import('./state.js').Seat[]} after */
export function tellNews(before, after) {
  if (!before.length) return after.forEach(seat => told.set(seat.seat, seat.online))
  after.forEach((seat, i) => {
    for (const key of changesOf(before[i], seat)) tell(key, seat)
    if (!before[i]?.taken && seat.taken) told.set(seat.seat, true) // who sits down is here: that is told once
    if (seat.kind === 'bot') told.delete(seat.seat) // whoever was there before has been told of
    else if (!seat.mine) watch(seat)
  })
}

/** What happened to a seat, as keys of sentences. @returns {string[]} */
export function changesOf(before, after) {
  if (!before) return []
  if (!before.taken && after.taken) return after.mine ? [] : [after.kind === 'bot' ? 'news.botsits' : 'news.sits']
  if (before.taken && !after.taken) return before.mine ? (given.delete(after.seat) ? [] : ['news.removed']) : ['news.free']
  if (!before.away && after.away) return [after.mine ? 'news.botforyou' : 'news.botfor']
  return before.away && !after.away && !after.mine ? ['news.back'] : []
}

/** Comings are told at once, goings when they last. */
function watch(seat) {
  if (seat.online) {
    clearTimeout(leaving.get(seat.seat))
    leaving.delete(seat.seat)
    if (!told.get(seat.seat) && seat.taken) tell('news.came', seat)
    told.set(seat.seat, true)
  } else if (told.get(seat.seat) && !leaving.has(seat.seat)) {
    leaving.set(seat.seat, setTimeout(() => {
      leaving.delete(seat.seat)
      told.set(seat.seat, false)
      const gone = now().seats[seat.seat - 1]
      if (gone?.taken && gone.kind !== 'bot') tell('news.went', gone)
    }, GRACE))
  }
}

function tell(key, seat) {
  const text = t(key, { name: named(seat.name) })
  if (key !== 'news.botsits') toast(text) // that the match begins is told then
  note(text)
}

/** Whose time is up: what happens then without them has a reason. @param {import('./state.js').Seat|undefined} seat */
export const tellTime = seat => { if (seat) tell(seat.mine ? 'news.timeyou' : 'news.time', seat) }

/** Who would like to play again, in words; nothing if nobody else waits there. @param {string} rematch the table that follows */
export async function whoAsks(rematch) {
  const { seats } = await api.table(rematch).catch(() => ({ seats: [] })) // it may have been closed again
  const names = seats.filter(seat => seat.taken && !seat.mine && seat.kind !== 'bot').map(seat => named(seat.name))
  return names.length ? t('news.rematch', { names: names.join(', ') }) : ''
}

/** Somebody asked for a rematch while one looks at the end of the match. */
export async function tellRematch(before, after) {
  if (!before.scene || before.rematch || !after.rematch || !after.seat) return
  const told = await whoAsks(after.rematch)
  if (told) toast(told)
}

const NOBODY_KNOWN = 'Guest'

/** Who looks on, beside the talk and in the waiting room. @param {string[]} names */
export function showWatchers(names) {
  const known = names.filter(name => name !== NOBODY_KNOWN)
  const guests = names.length - known.length
  const listed = [...known, ...(guests ? [guests > 1 ? t('chat.guests', { count: guests }) : NOBODY_KNOWN] : [])]
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.watchers'))) {
    line.hidden = !names.length
    line.textContent = t('chat.watchers', { names: listed.map(named).join(', ') })
  }
}
