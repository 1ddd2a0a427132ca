/**
 * Animation: what moved, came and went is found by comparing two scenes; rules and server never speak of it.
 * A piece that goes while one of the same kind and owner comes has moved.
 */
import { placed } from './pieces.js'
import { outline, SCALE } from './geometry.js'
import { round, svg } from './dom.js'
import { TUMBLE } from './dice.js'
import { place } from './draw.js'

const DURATION = { move: 340, come: 300, go: 320, burn: 1100, flash: 900, clash: 480, settle: 360, lunge: 420 }
const EMBERS = 9
/** Tongues of flame on a cell: x, y, size. */
const TONGUES = [[-24, 20, 0.8], [20, 24, 0.9], [-4, 30, 1.1], [-30, -4, 0.6], [28, -2, 0.7], [4, 4, 0.9]]
const TONGUE = 'M0 0C-13-3-15-16-7-27-7-19-2-20-2-36 9-27 17-8 0 0Z'
const STAR = 'M0-42 9-14 36-24 18-2 42 12 14 13 10 40-4 16-30 30-17 6-42-8-14-11Z'
const SHIELD = 'M0-34 28-24V2C28 20 14 32 0 38-14 32-28 20-28 2V-24Z'
const EASE = 'cubic-bezier(.3, .8, .3, 1)'

/**
 * @typedef {{moved: {id: string, was: string}[], came: string[], gone: string[]}} Plan
 * @returns {Plan}
 */
export function plan(before, after) {
  const old = new Map(before.map(piece => [piece.id, piece]))
  const now = new Set(after.map(piece => piece.id))
  const gone = before.filter(piece => !now.has(piece.id))
  const moved = [], came = []
  for (const piece of after) {
    const was = old.get(piece.id)
    if (was) {
      if (was.at !== piece.at || was.board !== piece.board) moved.push({ id: piece.id, was: piece.id })
      continue
    }
    const twin = gone.findIndex(one => one.kind === piece.kind && one.owner === piece.owner)
    if (twin < 0) came.push(piece.id)
    else moved.push({ id: piece.id, was: gone.splice(twin, 1)[0].id })
  }
  return { moved, came, gone: gone.map(piece => piece.id) }
}

/**
 * Plays a plan on one board. `before` and `now` map ids of pieces to where they stand; `strikes` come before anything
 * falls by them, and so does what takes `wait` milliseconds.
 */
export function play(drawing, steps, before, now, leaving, strikes = [], wait = 0) {
  const struck = new Map(strikes.flatMap(strike => lunge(drawing, strike, before, now, leaving)))
  for (const { id, was } of steps.moved) {
    const node = now.nodes.get(id), from = before.places.get(was), to = now.places.get(id)
    if (!node || !to) continue
    if (from) slide(drawing, node, from, to)
    else rise(node, to)
  }
  for (const id of steps.came) {
    const node = now.nodes.get(id)
    if (node) rise(node, now.places.get(id))
  }
  for (const [node, spot] of leaving) {
    const at = struck.get(node.getAttribute('data-piece'))
    fall(drawing, node, at ?? spot, at ? DURATION.lunge / 2 : wait)
  }
}

const CONTACT = 0.62 // how far on its way to another piece a lunging one gets

/**
 * A piece runs at another one, hits it and goes back, unless it falls there. Nobody fell: a shield flashes.
 * @returns {[string, object][]} where those fall that do
 */
function lunge(drawing, { by, on, fallen }, before, now, leaving) {
  const from = before.places.get(by), goal = before.places.get(on)
  if (!from || !goal) return []
  const hit = { ...from, x: from.x + (goal.x - from.x) * CONTACT, y: from.y + (goal.y - from.y) * CONTACT }
  const node = now.nodes.get(by) ?? leaving.find(([one]) => one.getAttribute('data-piece') === by)?.[0]
  if (node) {
    drawing.layers.pieces.append(node)
    node.classList.add('lunges')
    node.animate([{ transform: placed(from) }, { transform: placed(hit), easing: 'ease-out' }, { transform: placed(from) }],
      { duration: DURATION.lunge, easing: 'ease-in' }).finished.catch(() => {}).finally(() => node.classList.remove('lunges'))
  }
  if (!fallen.length) burst(drawing, goal, 'block', SHIELD)
  return fallen.map(id => [id, id === by ? hit : goal])
}

/** A piece in motion is above all others. */
function slide(drawing, node, from, to) {
  drawing.layers.pieces.append(node)
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 9, size: to.size * 1.12 }
  node.animate([{ transform: placed(from) }, { transform: placed(middle) }, { transform: placed(to) }],
    { duration: DURATION.move, easing: EASE })
}

const rise = (node, spot) => node.animate(
  [{ transform: placed({ ...spot, y: spot.y - 26, size: spot.size * 1.25 }), opacity: 0 }, { transform: placed(spot), opacity: 1 }],
  { duration: DURATION.come, easing: EASE })

function fall(drawing, node, spot, wait = 0) {
  node.classList.add('leaving')
  drawing.layers.pieces.append(node)
  const end = placed({ ...spot, y: spot.y + 16, size: spot.size * 0.45 })
  node.animate([{ transform: placed(spot), opacity: 1 }, { transform: end, opacity: 0 }],
    { duration: DURATION.go, delay: wait, easing: 'ease-in' }).finished.catch(() => {}).finally(() => node.remove())
}

/** Where a piece was struck down: a star that bursts. */
export function clash(drawing, spots, wait = 0) {
  for (const spot of spots) burst(drawing, spot, 'clash', STAR, wait)
}

function burst(drawing, { x, y }, kind, shape, wait = 0) {
  const at = size => `translate(${round(x)}px, ${round(y)}px) scale(${size})`
  passes(drawing, svg('path', { class: kind, d: shape }),
    [{ transform: at(0.2), opacity: 0 }, { transform: at(1), opacity: 1, offset: 0.4 }, { transform: at(1.25), opacity: 0 }],
    { duration: DURATION.clash, delay: wait + DURATION.lunge / 3, easing: 'ease-out' })
}

/** A tile that is another now lies down. */
export function settle(drawing, changed) {
  for (const { id } of changed) drawing.cells.get(id)?.node.animate([{ opacity: 0.15 }, { opacity: 1 }], { duration: DURATION.settle, easing: 'ease-out' })
}

/** The edge of a cell flashes where other numbers or signs stand on it now. */
export function flash(drawing, board, cells, wait = 0) {
  for (const id of cells) {
    const { cell, size } = drawing.cells.get(id)
    passes(drawing, svg('path', { class: 'altered', d: outline(board.shape, size * 0.93), transform: place(cell), 'data-altered': id }),
      [{ strokeOpacity: 0 }, { strokeOpacity: 1, offset: 0.15 }, { strokeOpacity: 1, offset: 0.55 }, { strokeOpacity: 0 }], { duration: DURATION.flash, delay: wait })
  }
}

/**
 * A cell that burns flares up after a while, until which it looks as it did; tongues of flame lick, embers rise. Tile and
 * flame are no layers of their own, which opacity would make them: a busy machine shows those late.
 */
export function burn(drawing, board, cells, wait = 0) {
  for (const { id, was } of cells) {
    const { cell } = drawing.cells.get(id)
    if (wait) passes(drawing, was, [{ visibility: 'visible' }, { visibility: 'visible' }], { duration: wait })
    passes(drawing, svg('path', { class: 'flame', d: outline(board.shape), transform: place(cell) }), [
      { fillOpacity: 0 }, { fillOpacity: 0.95, fill: '#fff3c4', offset: 0.1 }, { fillOpacity: 0.9, fill: '#ff9a2e', offset: 0.35 },
      { fillOpacity: 0.7, fill: '#c93a0c', offset: 0.7 }, { fillOpacity: 0, fill: '#4a1608' }], { duration: DURATION.burn, delay: wait })
    TONGUES.forEach((tongue, i) => licks(drawing, cell, tongue, wait + i * 45))
    for (let i = 0; i < EMBERS; i++) rises(drawing, cell, i, wait)
  }
}

function licks(drawing, cell, [dx, dy, size], wait) {
  const at = (wide, high) => `translate(${round(cell.x * SCALE + dx)}px, ${round(cell.y * SCALE + dy)}px) scale(${size * wide}, ${size * high})`
  passes(drawing, svg('path', { class: 'tongue', d: TONGUE }), [
    { transform: at(0.5, 0), opacity: 0 }, { transform: at(1, 1), opacity: 1, offset: 0.25 }, { transform: at(-0.9, 0.75), opacity: 1, offset: 0.5 },
    { transform: at(0.8, 1.1), opacity: 0.9, offset: 0.75 }, { transform: at(0.3, 0.2), opacity: 0 }], { duration: DURATION.burn, delay: wait })
}

function rises(drawing, cell, i, wait) {
  const [x, y] = [cell.x * SCALE + ((i * 37) % 60) - 30, cell.y * SCALE + ((i * 23) % 40) - 12]
  passes(drawing, svg('circle', { class: 'ember', r: 2 + (i % 3) }), [
    { transform: `translate(${x}px, ${y}px)`, opacity: 0 }, { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.1 },
    { transform: `translate(${x + ((i % 5) - 2) * 7}px, ${y - 46 - (i % 4) * 9}px)`, opacity: 0 },
  ], { duration: DURATION.burn + i * 60, delay: wait, easing: 'ease-out' })
}

/** Something that is seen for a moment only. @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
function passes(drawing, node, frames, how) {
  drawing.layers.effects.append(node)
  node.animate(frames, { fill: 'backwards', ...how }).finished.catch(() => {}).finally(() => node.remove())
}

/** A number that changed swells for a moment. */
export const bump = node => node.animate(
  [{ transform: 'scale(1)' }, { transform: 'scale(1.35)' }, { transform: 'scale(1)' }], { duration: DURATION.flash / 2 })

export const PACE = DURATION.move + 60 // time between two states that are shown one after the other

/** How long it takes until everything that happened was seen. @param {import('./happened.js').Happened} what */
export const lasting = ({ thrown, burnt, strikes }) =>
  Math.max(PACE, (thrown ? TUMBLE : 0) + (burnt ? DURATION.burn : 0), strikes.length ? DURATION.lunge + DURATION.go : 0)
