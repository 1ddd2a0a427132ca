/** Volcanoes and fires: first what erupts, then what it sets on fire, then who is lost in it. */
import { TUMBLE } from './dice.js'
import { round, svg } from './dom.js'
import { place } from './draw.js'
import { outline, SCALE } from './geometry.js'
import { goesAfter, passes } from './passing.js'
import { placed } from './pieces.js'

const BURNS = 1100, ERUPTS = 900, FLIES = 480, MOURNS = 1000
const EMBERS = 9, SPARKS = 12
/** Tongues of flame on a cell: x, y, size. */
const TONGUES = [[-24, 20, 0.8], [20, 24, 0.9], [-4, 30, 1.1], [-30, -4, 0.6], [28, -2, 0.7], [4, 4, 0.9]]
const TONGUE = 'M0 0C-13-3-15-16-7-27-7-19-2-20-2-36 9-27 17-8 0 0Z'
const CRATER = -14 // where lava leaves a volcano, above its middle
const ARC = 60 // how high it flies

/**
 * When an eruption is seen and when something burns, in milliseconds: first the die, then the volcano, then the land.
 * @param {import('./happened.js').Happened} what
 */
export const fireTimes = ({ thrown, erupted }) => {
  const erupts = thrown ? TUMBLE : 0
  return { erupts, burns: erupts + (erupted.length ? FLIES : 0) }
}

/** How long fires are seen, from the beginning. @param {import('./happened.js').Happened} what */
export function fireLasts(what) {
  const { erupts, burns } = fireTimes(what)
  return Math.max(what.burnt ? burns + BURNS : 0, what.erupted.length ? erupts + ERUPTS : 0)
}

const spotOf = cell => ({ x: cell.x * SCALE, y: cell.y * SCALE })

/**
 * A volcano throws up sparks, and lava at what it sets on fire.
 * @param {import('./draw.js').Drawing} drawing @param {string[]} ids the cells that erupt @param {string[]} aims what burns
 */
export function erupt(drawing, board, ids, aims, wait) {
  const sources = ids.map(id => drawing.cells.get(id).cell)
  for (const { id, x, y } of sources) {
    passes(drawing, svg('path', { class: 'erupting', d: outline(board.shape), transform: place({ x, y }), 'data-erupts': id }), [
      { opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: ERUPTS, delay: wait })
    for (let i = 0; i < SPARKS; i++) sparks(drawing, spotOf({ x, y }), i, wait)
  }
  for (const aim of aims) {
    const { cell } = drawing.cells.get(aim)
    const away = source => Math.hypot(source.x - cell.x, source.y - cell.y)
    if (sources.length) hurls(drawing, spotOf(sources.reduce((one, other) => (away(other) < away(one) ? other : one))), spotOf(cell), wait)
  }
}

const at = (x, y, size = 1) => `translate(${round(x)}px, ${round(y)}px) scale(${size})`

function sparks(drawing, { x, y }, i, wait) {
  const aside = ((i * 29) % 71) - 35, high = 48 + ((i * 17) % 40)
  passes(drawing, svg('circle', { class: 'lava', r: 3 + (i % 4) }), [
    { transform: at(x, y + CRATER), opacity: 1 }, { transform: at(x + aside * 0.7, y + CRATER - high), opacity: 1, offset: 0.5 },
    { transform: at(x + aside * 1.3, y + 16), opacity: 0 },
  ], { duration: ERUPTS * 0.6, delay: wait + (i % 6) * 60, easing: 'ease-out', fill: 'none' })
}

function hurls(drawing, from, to, wait) {
  const middle = { x: (from.x + to.x) / 2, y: Math.min(from.y + CRATER, to.y) - ARC }
  passes(drawing, svg('circle', { class: 'lava', r: 11 }), [
    { transform: at(from.x, from.y + CRATER, 0.5) }, { transform: at(middle.x, middle.y, 1.2), offset: 0.5 }, { transform: at(to.x, to.y, 0.9) },
  ], { duration: FLIES, delay: wait, easing: 'ease-in-out', fill: 'none' })
}

/**
 * A cell that burns flares up after a while; tongues of flame lick, embers rise. Tile and flame are no layers of their
 * own, which opacity would make them: a busy machine shows those late.
 */
export function burn(drawing, board, ids, wait = 0) {
  for (const id of ids) {
    const { cell } = drawing.cells.get(id)
    passes(drawing, svg('path', { class: 'flame', d: outline(board.shape), transform: place(cell) }), [
      { fillOpacity: 0 }, { fillOpacity: 0.95, fill: '#fff3c4', offset: 0.1 }, { fillOpacity: 0.9, fill: '#ff9a2e', offset: 0.35 },
      { fillOpacity: 0.7, fill: '#c93a0c', offset: 0.7 }, { fillOpacity: 0, fill: '#4a1608' }], { duration: BURNS, delay: wait })
    TONGUES.forEach((tongue, i) => licks(drawing, cell, tongue, wait + i * 45))
    for (let i = 0; i < EMBERS; i++) rises(drawing, cell, i, wait)
  }
}

function licks(drawing, cell, [dx, dy, size], wait) {
  const flame = (wide, high) => `translate(${round(cell.x * SCALE + dx)}px, ${round(cell.y * SCALE + dy)}px) scale(${size * wide}, ${size * high})`
  passes(drawing, svg('path', { class: 'tongue', d: TONGUE }), [
    { transform: flame(0.5, 0), opacity: 0 }, { transform: flame(1, 1), opacity: 1, offset: 0.25 }, { transform: flame(-0.9, 0.75), opacity: 1, offset: 0.5 },
    { transform: flame(0.8, 1.1), opacity: 0.9, offset: 0.75 }, { transform: flame(0.3, 0.2), opacity: 0 }], { duration: BURNS, delay: wait })
}

function rises(drawing, cell, i, wait) {
  const [x, y] = [cell.x * SCALE + ((i * 37) % 60) - 30, cell.y * SCALE + ((i * 23) % 40) - 12]
  passes(drawing, svg('circle', { class: 'ember', r: 2 + (i % 3) }), [
    { transform: at(x, y), opacity: 0 }, { transform: at(x, y), opacity: 1, offset: 0.1 },
    { transform: at(x + ((i % 5) - 2) * 7, y - 46 - (i % 4) * 9), opacity: 0 },
  ], { duration: BURNS + i * 60, delay: wait, easing: 'ease-out' })
}

/**
 * Pieces that were lost in a fire stand before the flames for a moment, so that it is seen who it was.
 * @param {import('./draw.js').Drawing} drawing @param {[SVGElement, {x: number, y: number, size: number}][]} lost
 */
export function mourn(drawing, lost, wait) {
  for (const [node, spot] of lost) {
    node.classList.add('leaving', 'lost')
    drawing.layers.effects.append(node)
    const end = placed({ ...spot, y: spot.y + 18, size: spot.size * 0.3 })
    goesAfter(node, node.animate([
      { transform: placed(spot), opacity: 0 }, { transform: placed(spot), opacity: 1, offset: 0.02 },
      { transform: placed({ ...spot, size: spot.size * 1.25 }), opacity: 1, offset: 0.3 },
      { transform: placed({ ...spot, size: spot.size * 1.15 }), opacity: 1, offset: 0.7 }, { transform: end, opacity: 0 },
    ], { duration: MOURNS, delay: wait, fill: 'backwards', easing: 'ease-in' }))
  }
}
