/** Geometry of boards. Scenes measure in radii of a hex; drawings in units of which a radius has SCALE. */
import { round } from './dom.js'

export const SCALE = 50
const SIDES = 6
export const NODE_RADIUS = 0.8 // a place of a graph, in radii

/** The angle of the first corner: a pointy hex has it at the top right, a flat one at the right. */
const FIRST_CORNER = { pointy: -Math.PI / 6, flat: 0 }

/** Corners of a hex around (0, 0). @param {string} shape @param {number} size in radii */
export function corners(shape, size = 1) {
  return Array.from({ length: SIDES }, (_, i) => {
    const angle = FIRST_CORNER[shape] + (i * Math.PI) / 3
    return [round(Math.cos(angle) * size * SCALE), round(Math.sin(angle) * size * SCALE)]
  })
}

/** The outline of a cell as path data, hex or round. @param {number} size in radii */
export function outline(shape, size = 1) {
  if (shape === 'node') {
    const r = round(size * SCALE)
    return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
  }
  return 'M' + corners(shape, size).map(([x, y]) => `${x} ${y}`).join('L') + 'Z'
}

/** The rectangle that holds all cells of a board, in drawing units. */
export function extent(board) {
  if (board.shape === 'node') return roundExtent(board)
  const xs = board.cells.map(c => c.x), ys = board.cells.map(c => c.y)
  const margin = 1.25
  const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin
  return {
    x: left * SCALE, y: top * SCALE,
    width: (Math.max(...xs) + margin - left) * SCALE, height: (Math.max(...ys) + margin - top) * SCALE,
  }
}

/** A graph lies on a disc around the middle of its places. */
function roundExtent(board) {
  const x = board.cells.reduce((sum, c) => sum + c.x, 0) / board.cells.length
  const y = board.cells.reduce((sum, c) => sum + c.y, 0) / board.cells.length
  const radius = Math.max(...board.cells.map(c => Math.hypot(c.x - x, c.y - y))) + 2 * NODE_RADIUS
  return { x: (x - radius) * SCALE, y: (y - radius) * SCALE, width: 2 * radius * SCALE, height: 2 * radius * SCALE }
}

const DIAGONALS = Array.from({ length: 12 }, (_, i) => (i + 0.5) / 6) // in half turns
const SIDES_TRIED = [0.5, 1.5, 0, 1, ...DIAGONALS] // below, above, beside, and whatever else there is
const ROOMY = 0.95 // radii: more room than that is not better
const WRITTEN = 0.6 // how near what stands beside a word counts for
const WIDER = 1.2 // names are wider than they are high

/**
 * Where there is room around a place of a graph for its name: away from the other places, from what is written in the
 * middle of a group of them, and from the links.
 * @param {number} far in radii @returns {[number, number]} from the place, in drawing units
 */
export function freeSide(board, cell, far) {
  const at = new Map(board.cells.map(c => [c.id, c]))
  const lines = board.links.map(ends => ends.map(id => at.get(id)))
  const others = board.cells.filter(other => other !== cell)
  const ranked = SIDES_TRIED.map(side => {
    const [dx, dy] = [far * WIDER * Math.cos(side * Math.PI), far * Math.sin(side * Math.PI)]
    const spot = { x: cell.x + dx, y: cell.y + dy }
    const room = Math.min(ROOMY, ...others.map(other => Math.hypot((other.x - spot.x) * (isWritten(other) ? WRITTEN : 1), other.y - spot.y)), ...lines.map(line => 2 * awayFrom(spot, line)))
    return { dx, dy, room }
  })
  const best = ranked.reduce((a, b) => (b.room > a.room ? b : a))
  return [round(best.dx * SCALE), round(best.dy * SCALE)]
}

/** Whether a name stands in the middle of a cell, which is wide. */
const isWritten = cell => Boolean(cell.label) && cell.label !== cell.id

/** How far a spot is from a line between two others. */
function awayFrom(spot, [a, b]) {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const along = Math.min(1, Math.max(0, ((spot.x - a.x) * x + (spot.y - a.y) * y) / (x * x + y * y || 1)))
  return Math.hypot(spot.x - a.x - along * x, spot.y - a.y - along * y)
}

const ASIDE = 2.2 // how much a step to the side counts against a step in the direction asked for

/**
 * The spot that lies next in a direction, or null.
 * @template {{x: number, y: number}} T
 * @param {T[]} spots @param {T} from @param {number} dx @param {number} dy a unit vector
 */
export function nextInDirection(spots, from, dx, dy) {
  let best = null, least = Infinity
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy
    const aside = Math.abs((spot.x - from.x) * dy - (spot.y - from.y) * dx)
    if (along < 0.05 || aside > along * 2) continue
    const far = along + aside * ASIDE
    if (far < least) [best, least] = [spot, far]
  }
  return best
}
