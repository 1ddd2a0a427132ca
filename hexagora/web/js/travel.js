/** Goods, cards and pieces on their way across the page: from where they were to where they go. */
import { byId, el, svg } from './dom.js'
import { placeOfCell, placeOfPile } from './happened.js'
import { wordsOf } from './log.js'
import { FLIGHT, goesAfter } from './passing.js'
import { still } from './settings.js'
import { icon, symbol, use } from './sprites.js'

const GAP = 70 // milliseconds between two flights
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
  goesAfter(node, node.animate([
    { transform: at(from.x, from.y, 0.6), opacity: 0 }, { transform: at(from.x, from.y, 1), opacity: 1, offset: 0.12 },
    { transform: at((from.x + to.x) / 2, (high + (from.y + to.y) / 2) / 2, 1.15), offset: 0.55 }, { transform: at(to.x, to.y, 0.7), opacity: 0.9 },
  ], { duration: FLIGHT, delay: wait, easing: EASE, fill: 'backwards' }))
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

/**
 * Cards that came are dealt from where they were (else from above) and turned over.
 * @param {Map<string, {x: number, y: number}>} before where things were @param {import('./happened.js').Dealt[]} dealt
 */
export function dealCards(before, dealt) {
  if (still() || document.hidden) return
  let wait = 0
  for (const { pile, cards, from } of dealt) {
    const source = before.get(from ?? '')
    const shown = document.querySelectorAll(`[data-pile="${CSS.escape(pile)}"] .card`)
    for (const i of cards) {
      const card = shown[i]
      if (!card) continue
      const here = card.getBoundingClientRect()
      const dx = source ? source.x - middle(here).x : 0, dy = source ? source.y - middle(here).y : -60
      card.animate([
        { transform: `translate(${dx}px, ${dy}px) rotateY(180deg) scale(.8)`, opacity: 0 },
        { transform: `translate(${dx / 2}px, ${dy / 2}px) rotateY(90deg)`, opacity: 1, offset: 0.5 }, { transform: 'none' },
      ], { duration: FLIGHT, delay: wait, easing: EASE, fill: 'backwards' })
      wait += GAP
    }
  }
}

const TILE = '-54 -48 108 96' // what is seen of a tile

/** Tiles are carried from their piles to the board. @param {Map<string, {x: number, y: number}>} before @param {import('./happened.js').Laid[]} laid */
export function layTiles(before, laid) {
  for (const { board, cell, from } of laid) {
    const node = /** @type {SVGElement|null} */ (document.querySelector(`.stage [data-board="${CSS.escape(board)}"] .cell[data-cell="${CSS.escape(cell)}"]`))
    const start = before.get(from), goal = node?.getBoundingClientRect()
    if (!start || !node || !goal?.width) continue
    const picture = /** @type {SVGElement} */ (node.cloneNode(true))
    for (const name of ['transform', 'data-cell']) picture.removeAttribute(name)
    const game = node.closest('[data-game]')?.getAttribute('data-game')
    fly(svg('svg', { class: 'board tile-flying', 'data-game': game, viewBox: TILE, width: goal.width, height: goal.height }, picture), start, middle(goal), 0)
    node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT })
  }
}

/** Where things are on the screen now: pieces on boards and in the tray, piles, cells. @returns {Map<string, {x: number, y: number}>} */
export function whereabouts() {
  const found = new Map()
  if (still() || document.hidden) return found
  const seen = (selector, nameOf) => document.querySelectorAll(selector).forEach(node => {
    const rect = node.getBoundingClientRect()
    if (rect.width) found.set(nameOf(node), middle(rect))
  })
  seen('.stage [data-piece]:not(.leaving)', node => node.getAttribute('data-piece'))
  seen('#tray [data-key]', node => node.getAttribute('data-key'))
  seen('[data-pile]', node => placeOfPile(node.getAttribute('data-pile')))
  seen('.stage [data-board] .cell[data-cell]', node => placeOfCell(node.closest('[data-board]').getAttribute('data-board'), node.getAttribute('data-cell')))
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
