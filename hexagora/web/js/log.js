/** The log in sentences, by turns. Pointing at a line shows where it happened; a click goes there in the replay. */
import { bringIntoSight, byId, el, onceDrawn } from './dom.js'
import { named, sentence, t, wording } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'

/** @type {import('./state.js').Entry[]} */
let shown = []
let worded = '' // in what words they are shown
let setUpOpen = false // the set-up is folded away until somebody asks for it

/**
 * @param {(where: object) => void} point
 * @param {(ply: number) => void} visit
 */
export function showLog(state, point, visit) {
  const list = byId('log')
  const from = stayingOf(state)
  forgetFrom(list, from)
  for (const entry of state.log.slice(from)) tell(state, list, entry, point, visit)
  if (shown.length !== state.log.length) onceDrawn(() => { list.scrollTop = list.scrollHeight })
  shown = state.log
  worded = wording()
  for (const node of list.querySelectorAll('.entry')) node.classList.toggle('visited', Number(node.getAttribute('data-ply')) + 1 === state.ply)
  if (state.ply !== null) onceDrawn(() => follow(list))
  else foldAgain(list)
  byId('log-empty').hidden = state.log.length > 0
}

/** How many of the lines that are shown are still right, from the first on. */
function stayingOf(state) {
  if (worded !== wording()) return 0
  const other = shown.findIndex((entry, i) => !state.log[i] || state.log[i].text !== entry.text || state.log[i].sentence !== entry.sentence)
  return other < 0 ? shown.length : other
}

/** The line of the moment that is shown comes into sight, without moving the page. */
function follow(list) {
  const line = /** @type {HTMLElement|null} */ (list.querySelector('.entry.visited'))
  if (!line) return
  const folded = line.closest('details:not([open])')
  folded?.toggleAttribute('data-looked-into', true)
  folded?.setAttribute('open', '')
  bringIntoSight(list, line)
}

/** What was unfolded only to show a moment in it. */
function foldAgain(list) {
  for (const node of list.querySelectorAll('[data-looked-into]')) node.removeAttribute('open')
}

function forgetFrom(list, ply) {
  for (const node of list.querySelectorAll('.entry')) if (Number(node.getAttribute('data-ply')) >= ply) node.remove()
  for (const turn of list.querySelectorAll('.turn')) if (!turn.querySelector('.entry')) turn.remove()
}

/** Whose entry it is: of whoever decided, or whom chance speaks of; 0 if of nobody in particular. */
export const seatOf = (state, entry) => entry.seat
  || (state.scene.panels.find(panel => panel.colour && panel.colour === String(entry.values?.who ?? '').toLowerCase())?.player ?? -1) + 1

/** A line in its turn, whose player is named above it. */
function tell(state, list, entry, point, visit) {
  const turn = turnFor(state, list, entry)
  const name = entry.set_up ? '' : nameOf(state, Number(turn.getAttribute('data-seat')))
  turn.querySelector('ol').append(line(entry, point, visit, name))
}

/** The turn that an entry belongs to: what is of nobody in particular goes with what was before. */
function turnFor(state, list, entry) {
  const last = list.lastElementChild
  const seat = String(seatOf(state, entry) || (last?.getAttribute('data-seat') ?? ''))
  const key = entry.set_up ? 'set-up' : seat
  if (last?.getAttribute('data-turn') === key) return last
  const turn = entry.set_up ? setUp() : turnOf(state, Number(seat))
  turn.setAttribute('data-turn', key)
  turn.setAttribute('data-seat', seat)
  list.append(turn)
  return turn
}

const setUp = () => el('li', { class: 'turn' }, el('details', { open: setUpOpen, ontoggle: event => noteFold(event.target) }, el('summary', {}, t('log.setup')), el('ol')))

/** What the person unfolds stays so; what is looked into for a moment does not. @param {HTMLDetailsElement} details */
function noteFold(details) {
  if (details.open && details.hasAttribute('data-looked-into')) return
  details.removeAttribute('data-looked-into')
  setUpOpen = details.open
}

function turnOf(state, seat) {
  const colour = seat ? colourOf(state.scene, seat - 1) : ''
  return el('li', { class: `turn ${colour && `player-${colour}`}` }, seat ? whose(state, seat) : null, el('ol'))
}

export const nameOf = (state, seat) => named(state.scene.panels.find(panel => panel.player === seat - 1)?.name ?? '')

/** The name over what a player did. */
export const whose = (state, seat) => el('h3', { class: 'told-by' }, icon('common', `mark-${colourOf(state.scene, seat - 1)}`), nameOf(state, seat))

const line = (entry, point, visit, name) => el('li', { class: `entry${ledBy(sentence(entry), name) ? ' led' : ''}`, 'data-ply': entry.ply }, teller(entry, point, visit, name))

/** The name with which a sentence begins, or what belongs to whoever is called so: a heading can stand for it. */
const ledBy = (said, name) => (name ? [`${name} `, `${name}'s `].find(lead => said.startsWith(lead)) ?? '' : '')

/**
 * A sentence that shows its places when it is pointed at or focused, and leads into the replay. Where a name stands over
 * it already, it is heard again but not seen.
 */
export function teller(entry, point, visit, name = '') {
  const said = sentence(entry)
  const again = ledBy(said, name)
  const here = () => point({ names: wordsOf(entry), seat: entry.seat })
  return el('button', {
    type: 'button', onclick: () => visit(entry.ply + 1),
    onmouseenter: here, onmouseleave: () => point({}), onfocus: here, onblur: () => point({}),
  }, el('span', { class: 'sentence' }, again ? el('span', { class: 'unseen' }, again) : null, said.slice(again.length)), el('code', {}, entry.text))
}

/** Words of an entry that may name cells: notation and values. */
export const wordsOf = entry => [...new Set([...entry.text.split(/[\s:,]+/), ...Object.values(entry.values ?? {}).map(String)])]

/** What the newest lines say, for those who listen. */
export const newest = (before, after) => after.slice(before.length).map(sentence).slice(-4)
