/** The log in sentences, by turns. Pointing at a line shows where it happened; a click goes there in the replay. */
import { byId, el } from './dom.js'
import { named, sentence, t } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf } from './state.js'

/** @type {import('./state.js').Entry[]} */
let shown = []

/**
 * @param {(where: object) => void} point
 * @param {(ply: number) => void} visit
 */
export function showLog(state, point, visit) {
  const list = byId('log')
  const kept = shown.findIndex((entry, i) => !state.log[i] || state.log[i].text !== entry.text || state.log[i].sentence !== entry.sentence)
  const from = kept < 0 ? shown.length : kept
  forgetFrom(list, from)
  for (const entry of state.log.slice(from)) groupFor(state, list, entry).append(line(entry, point, visit))
  if (shown.length !== state.log.length) {
    foldSetUp(list)
    list.scrollTop = list.scrollHeight
  }
  shown = state.log
  for (const node of list.querySelectorAll('.entry')) node.classList.toggle('visited', Number(node.getAttribute('data-ply')) + 1 === state.ply)
  if (state.ply !== null) follow(list)
  byId('log-empty').hidden = state.log.length > 0
}

/** The line of the moment that is shown comes into sight, without moving the page. */
function follow(list) {
  const line = /** @type {HTMLElement|null} */ (list.querySelector('.entry.visited'))
  if (!line) return
  line.closest('details')?.setAttribute('open', '')
  const box = list.getBoundingClientRect(), own = line.getBoundingClientRect()
  if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - box.height / 2
}

/** All lines again, after the language has changed. */
export function forgetLog() {
  shown = []
  byId('log').replaceChildren()
}

function forgetFrom(list, ply) {
  for (const node of list.querySelectorAll('.entry')) if (Number(node.getAttribute('data-ply')) >= ply) node.remove()
  for (const turn of list.querySelectorAll('.turn')) if (!turn.querySelector('.entry')) turn.remove()
}

/** Whose entry it is: of whoever decided, or whom chance speaks of; 0 if of nobody in particular. */
export const seatOf = (state, entry) => entry.seat
  || (state.scene.panels.find(panel => panel.colour && panel.colour === String(entry.values?.who ?? '').toLowerCase())?.player ?? -1) + 1

/** The lines of the turn that an entry belongs to: what is of nobody in particular goes with what was before. */
function groupFor(state, list, entry) {
  const last = list.lastElementChild
  const seat = String(seatOf(state, entry) || (last?.getAttribute('data-seat') ?? ''))
  const key = entry.set_up ? 'set-up' : seat
  if (last?.getAttribute('data-turn') === key) return last.querySelector('ol')
  const turn = entry.set_up ? setUp() : turnOf(state, Number(seat))
  turn.setAttribute('data-turn', key)
  turn.setAttribute('data-seat', seat)
  list.append(turn)
  return turn.querySelector('ol')
}

const setUp = () => el('li', { class: 'turn' }, el('details', { open: true }, el('summary', {}, t('log.setup')), el('ol')))

function turnOf(state, seat) {
  const colour = seat ? colourOf(state.scene, seat - 1) : ''
  return el('li', { class: `turn ${colour && `player-${colour}`}` }, seat ? whose(state, seat) : null, el('ol'))
}

export const nameOf = (state, seat) => named(state.scene.panels.find(panel => panel.player === seat - 1)?.name ?? '')

/** The name over what a player did. */
export const whose = (state, seat) => el('h3', { class: 'told-by' }, icon('common', `mark-${colourOf(state.scene, seat - 1)}`), nameOf(state, seat))

/** The set-up is folded away as soon as something came after it. */
function foldSetUp(list) {
  const before = list.querySelector('details[open]')
  if (before && list.children.length > 1 && !list.dataset.folded) before.removeAttribute('open')
  list.dataset.folded = list.children.length > 1 ? 'yes' : ''
}

const line = (entry, point, visit) => el('li', { class: 'entry', 'data-ply': entry.ply }, teller(entry, point, visit))

/**
 * A sentence that shows its places when it is pointed at or focused, and leads into the replay. Where a name stands over
 * it already, it is heard again but not seen.
 */
export function teller(entry, point, visit, name = '') {
  const said = sentence(entry)
  const again = name && said.startsWith(`${name} `)
  const here = () => point({ names: wordsOf(entry), seat: entry.seat })
  return el('button', {
    type: 'button', onclick: () => visit(entry.ply + 1),
    onmouseenter: here, onmouseleave: () => point({}), onfocus: here, onblur: () => point({}),
  }, el('span', { class: 'sentence' }, again ? el('span', { class: 'unseen' }, `${name} `) : null, again ? said.slice(name.length + 1) : said), el('code', {}, entry.text))
}

/** Words of an entry that may name cells: notation and values. */
export const wordsOf = entry => [...new Set([...entry.text.split(/[\s:,]+/), ...Object.values(entry.values ?? {}).map(String)])]

/** What the newest lines say, for those who listen. */
export const newest = (before, after) => after.slice(before.length).map(sentence).slice(-4)
