/**
 * Animation: what moved, came and went is found by comparing two scenes; rules and server never speak of it.
 * A piece that goes while one of the same kind and owner comes has moved.
 */
import { TUMBLE } from './dice.js'
import { round, svg } from './dom.js'
import { place } from './draw.js'
import { fireLasts } from './fire.js'
import { outline } from './geometry.js'
import { FLIGHT, goesAfter, passes } from './passing.js'
import { placed } from './pieces.js'

const DURATION = { move: 340, come: 300, go: 320, flash: 900, clash: 480, settle: 360, lunge: 420 }
const STAR = 'M0-42 9-14 36-24 18-2 42 12 14 13 10 40-4 16-30 30-17 6-42-8-14-11Z'
const SHIELD = 'M0-34 28-24V2C28 20 14 32 0 38-14 32-28 20-28 2V-24Z'
const EASE = 'cubic-bezier(.3, .8, .3, 1)'

/**
 * @typedef {{moved: {id: string, was: string}[], came: string[], gone: string[]}} Plan
 * @param {(piece: object) => boolean} stays whether a piece never goes anywhere: it comes and goes
 * @returns {Plan}
 */
export function plan(before, after, stays = () => false) {
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
    const twin = stays(piece) ? -1 : gone.findIndex(one => one.kind === piece.kind && one.owner === piece.owner)
    if (twin < 0) came.push(piece.id)
    else moved.push({ id: piece.id, was: gone.splice(twin, 1)[0].id })
  }
  return { moved, came, gone: gone.map(piece => piece.id) }
}

/**
 * Plays a plan on one board. `before` and `now` map ids of pieces to where they stand; `strikes` come before anything
 * falls by them; all else begins after `wait` milliseconds.
 */
export function play(drawing, steps, before, now, leaving, strikes = [], wait = 0) {
  const struck = new Map(strikes.flatMap(strike => lunge(drawing, strike, before, now, leaving)))
  for (const { id, was } of steps.moved) {
    const node = now.nodes.get(id), from = before.places.get(was), to = now.places.get(id)
    if (!node || !to) continue
    if (from) slide(drawing, node, from, to, wait)
    else rise(node, to, wait)
  }
  for (const id of steps.came) {
    const node = now.nodes.get(id)
    if (node) rise(node, now.places.get(id), wait)
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
function slide(drawing, node, from, to, wait) {
  drawing.layers.pieces.append(node)
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 9, size: to.size * 1.12 }
  node.animate([{ transform: placed(from) }, { transform: placed(middle) }, { transform: placed(to) }],
    { duration: DURATION.move, delay: wait, fill: 'backwards', easing: EASE })
}

const rise = (node, spot, wait) => node.animate(
  [{ transform: placed({ ...spot, y: spot.y - 26, size: spot.size * 1.25 }), opacity: 0 }, { transform: placed(spot), opacity: 1 }],
  { duration: DURATION.come, delay: wait, fill: 'backwards', easing: EASE })

function fall(drawing, node, spot, wait = 0) {
  node.classList.add('leaving')
  drawing.layers.pieces.append(node)
  const end = placed({ ...spot, y: spot.y + 16, size: spot.size * 0.45 })
  goesAfter(node, node.animate([{ transform: placed(spot), opacity: 1 }, { transform: end, opacity: 0 }],
    { duration: DURATION.go, delay: wait, easing: 'ease-in' }))
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
  for (const id of changed) drawing.cells.get(id)?.node.animate([{ opacity: 0.15 }, { opacity: 1 }], { duration: DURATION.settle, easing: 'ease-out' })
}

/** The edge of a cell flashes where other numbers or signs stand on it now. */
export function flash(drawing, board, cells, wait = 0) {
  for (const id of cells) {
    const { cell, size } = drawing.cells.get(id)
    passes(drawing, svg('path', { class: 'altered', d: outline(board.shape, size * 0.93), transform: place(cell), 'data-altered': id }),
      [{ strokeOpacity: 0 }, { strokeOpacity: 1, offset: 0.15 }, { strokeOpacity: 1, offset: 0.55 }, { strokeOpacity: 0 }], { duration: DURATION.flash, delay: wait })
  }
}

/** A number that changed swells for a moment. */
export const bump = node => node.animate(
  [{ transform: 'scale(1)' }, { transform: 'scale(1.35)' }, { transform: 'scale(1)' }], { duration: DURATION.flash / 2 })

export const PACE = DURATION.move + 60 // time between two states that are shown one after the other

/** How long it takes until everything that happened was seen. @param {import('./happened.js').Happened} what */
export const lasting = what =>
  Math.max(PACE, what.thrown ? TUMBLE : 0, fireLasts(what), what.strikes.length ? DURATION.lunge + DURATION.go : 0,
    what.captured.length || what.laid.length ? FLIGHT : 0)
