/** Quick match: anybody who wants the same game at the same speed. Who waits goes on looking until somebody comes. */
import * as api from './api.js'
import { toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { at } from './home.js'
import { t } from './i18n.js'
import { IN_THIS_TAB, recallDocument, rememberDocument } from './memo.js'
import { wasTouched } from './sound.js'
import { now } from './store.js'

const AGAIN = 5000 // milliseconds between two looks
const NO_WISH = {}
const SPEEDS = ['fast', 'calm', 'days']
const kept = table => `hexagora.quick.${table}`
const field = id => /** @type {HTMLSelectElement} */ (byId(id))

/** The form in the lobby. @param {{id: string, title: string, players: number[]}[]} games */
export function offerMeeting(games) {
  field('meet-game').replaceChildren(...games.flatMap(game => game.players.map(n => el('option', { value: `${game.id} ${n}` },
    game.players.length > 1 ? t('meet.game', { game: game.title, count: n }) : game.title))))
  field('meet-speed').replaceChildren(...SPEEDS.map(speed => el('option', { value: speed }, t(`meet.speed.${speed}`))))
  byId('meet').onsubmit = async event => {
    event.preventDefault()
    const [game, players] = field('meet-game').value.split(' ')
    const rated = /** @type {HTMLInputElement} */ (byId('meet-rated')).checked
    await look({ game, players: Number(players), speed: field('meet-speed').value, rated }).catch(error => toast(error.message, 'problem'))
  }
}

/** Asks, remembers what for, and goes to the table. */
async function look(wish) {
  const found = await api.quick(wish)
  rememberDocument(kept(found.table), wish, IN_THIS_TAB)
  if (found.table !== wish.table) location.href = at(found.url)
}

/** In the waiting room of a table that a quick match laid: looks on as long as nobody has come. */
export function lookOn(table) {
  const wish = recallDocument(kept(table), NO_WISH, IN_THIS_TAB)
  if (wish === NO_WISH) return
  byId('waiting-looks').hidden = false
  wasTouched()
  const timer = setInterval(() => {
    if (!now().open || now().seats.filter(seat => seat.taken).length > 1) return clearInterval(timer)
    look({ ...wish, table }).catch(() => {}) // somebody came, or the line is bad: the table itself tells
  }, AGAIN)
}
