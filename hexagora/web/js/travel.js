/** Goods, cards and pieces on their way across the page: from where they were to where they go. */
import { byId, el, svg } from './dom.js'
import { wordsOf } from './log.js'
import { still } from './settings.js'
import { icon, symbol, use } from './sprites.js'

const FLIGHT = 620, GAP = 70 // milliseconds of one flight, and between two
const MOST_OF_ONE = 5, MOST = 14 // things that fly for one meter, and at once
const THING = '-20 -20 40 40' // what is seen of a thing that flies
const EASE = 'cubic-bezier(.35, .1, .3, 1)'

function sky() {
  let layer = document.getElementById('sky')
  if (!layer) document.body.append(layer = el('div', { id: 'sky', 'aria-hidden': 'true' }))
  return layer
}

const middle = rect => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 })

/** One thing flies in a slight arc. */
function fly(thing, from, to, wait) {
  const node = el('span', { class: 'flying' }, thing)
  sky().append(node)
  const at = (x, y, size) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`
  const high = Math.min(from.y, to.y) - 24
  node.animate([
    { transform: at(from.x, from.y, 0.6), opacity: 0 }, { transform: at(from.x, from.y, 1), opacity: 1, offset: 0.12 },
    { transform: at((from.x + to.x) / 2, (high + (from.y + to.y) / 2) / 2, 1.15), offset: 0.55 }, { transform: at(to.x, to.y, 0.7), opacity: 0.9 },
  ], { duration: FLIGHT, delay: wait, easing: EASE, fill: 'backwards' }).finished.catch(() => {}).finally(() => node.remove())
}

/** Where the newest things happened, on the screen: the cells that the log names, else the middle of the board. */
function placesTold(entries) {
  const cells = [...new Set(entries.flatMap(wordsOf))].flatMap(name =>
    [...document.querySelectorAll(`#board .cell[data-cell="${CSS.escape(name)}"]`)])
  const found = cells.length ? cells : [byId('board')]
  return found.map(node => middle(node.getBoundingClientRect()))
}

const homeOf = flow => document.querySelector(`#panels [data-player="${flow.player}"] [data-key$="/${CSS.escape(flow.label)}"]`)
  ?? document.querySelector(`#panels [data-player="${flow.player}"]`)

/**
 * Goods travel between players and the places where they come from or go to.
 * @param {import('./state.js').Scene} scene @param {import('./happened.js').Flow[]} flows @param {import('./state.js').Entry[]} entries
 */
export function sendGoods(scene, flows, entries) {
  if (still() || document.hidden || !flows.length) return
  const places = placesTold(entries)
  let count = 0
  for (const flow of flows) {
    const home = homeOf(flow)?.getBoundingClientRect()
    if (!home?.width) continue
    for (let i = 0; i < Math.min(MOST_OF_ONE, Math.abs(flow.by)) && count < MOST; i++, count++) {
      const place = places[i % places.length]
      const [from, to] = flow.by > 0 ? [place, middle(home)] : [middle(home), place]
      fly(icon(scene.game, `i-${flow.icon}`), from, to, count * GAP)
    }
  }
}

/**
 * Things of heaps travel from one to another, also from board to board.
 * @param {Map<string, {x: number, y: number}>} before where the heaps were
 * @param {import('./state.js').Scene} scene @param {import('./happened.js').Shift[]} shifts
 */
export function sendThings(before, scene, shifts) {
  let sent = 0
  for (const { kind, count, from, to } of shifts) {
    const start = before.get(from), goal = document.querySelector(`.stage [data-piece="${CSS.escape(to)}"]:not(.leaving)`)?.getBoundingClientRect()
    if (!start || !goal?.width) continue
    for (let i = 0; i < Math.min(MOST_OF_ONE, count) && sent < MOST; i++, sent++) {
      const picture = use(symbol(scene.game, `p-${kind}`))
      fly(svg('svg', { class: 'icon', viewBox: THING, 'aria-hidden': 'true' }, picture), start, middle(goal), sent * GAP)
    }
  }
}

/** Cards that came are dealt from their pile (else from above) and turned over. @param {import('./happened.js').Dealt[]} dealt */
export function dealCards(dealt) {
  if (still() || document.hidden) return
  let wait = 0
  for (const { pile, cards, from } of dealt) {
    const source = document.querySelector(`[data-pile="${CSS.escape(from ?? '')}"]`)?.getBoundingClientRect()
    const shown = document.querySelectorAll(`[data-pile="${CSS.escape(pile)}"] .card`)
    for (const i of cards) {
      const card = shown[i]
      if (!card) continue
      const here = card.getBoundingClientRect()
      const dx = source ? middle(source).x - middle(here).x : 0, dy = source ? middle(source).y - middle(here).y : -60
      card.animate([
        { transform: `translate(${dx}px, ${dy}px) rotateY(180deg) scale(.8)`, opacity: 0 },
        { transform: `translate(${dx / 2}px, ${dy / 2}px) rotateY(90deg)`, opacity: 1, offset: 0.5 }, { transform: 'none' },
      ], { duration: FLIGHT, delay: wait, easing: EASE, fill: 'backwards' })
      wait += GAP
    }
  }
}

/** Where pieces are on the screen now, on boards and in the tray. @returns {Map<string, {x: number, y: number}>} */
export function whereabouts() {
  const found = new Map()
  if (still() || document.hidden) return found
  for (const node of document.querySelectorAll('.stage [data-piece]:not(.leaving), #tray [data-key]')) {
    const rect = node.getBoundingClientRect()
    if (rect.width) found.set(node.getAttribute('data-piece') ?? node.getAttribute('data-key'), middle(rect))
  }
  return found
}

/**
 * Pieces that left a board for another one, or came from the tray, are carried there.
 * @param {Map<string, {x: number, y: number}>} before where they were
 * @param {{id: string, was: string}[]} moved those that changed their board
 */
export function carry(before, moved) {
  for (const { id, was } of moved) {
    const node = document.querySelector(`.stage [data-piece="${CSS.escape(id)}"]:not(.leaving)`)
    const from = before.get(was)
    const here = node?.getBoundingClientRect()
    if (!from || !here?.width || typeof node.animate !== 'function') continue
    const scale = /** @type {SVGGraphicsElement} */ (node.parentNode).getScreenCTM?.()?.a || 1
    const [dx, dy] = [(from.x - middle(here).x) / scale, (from.y - middle(here).y) / scale]
    const rest = /** @type {SVGElement} */ (node).style.transform
    node.animate([{ transform: `translate(${dx}px, ${dy}px) ${rest}` }, { transform: rest }], { duration: FLIGHT, easing: EASE })
  }
}
