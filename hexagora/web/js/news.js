/** Who comes, goes, sits down or is played for by a bot: told to those who are there. */
import { note } from './chat.js'
import { toast } from './dialogs.js'
import { named, t } from './i18n.js'
import { now } from './store.js'

const GRACE = 6000 // milliseconds after which somebody who went counts as gone: a reload is no farewell

/** @type {Map<number, boolean>} whether the others were told last that this seat is here */
const told = new Map()
/** @type {Map<number, number>} farewells that wait */
const leaving = new Map()

/** Tells what changed about the people. @param {import('./state.js').Seat[]} before @param {import('./state.js').Seat[]} after */
export function tellNews(before, after) {
  if (!before.length) return after.forEach(seat => told.set(seat.seat, seat.online))
  after.forEach((seat, i) => {
    for (const key of changesOf(before[i], seat)) tell(key, seat)
    if (!seat.mine && seat.kind !== 'bot') watch(seat)
  })
}

/** What happened to a seat, as keys of sentences. @returns {string[]} */
export function changesOf(before, after) {
  if (!before) return []
  if (!before.taken && after.taken) return after.mine ? [] : [after.kind === 'bot' ? 'news.botsits' : 'news.sits']
  if (before.taken && !after.taken) return ['news.free']
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
      if (gone?.taken) tell('news.went', gone)
    }, GRACE))
  }
}

function tell(key, seat) {
  const text = t(key, { name: named(seat.name) })
  toast(text)
  note(text)
}

/** Who looks on. @param {string[]} names */
export function showWatchers(names) {
  const line = document.getElementById('watchers')
  if (!line) return
  line.hidden = !names.length
  line.textContent = t('chat.watchers', { names: names.map(named).join(', ') })
}
