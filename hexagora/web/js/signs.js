/** Signs on the boards: a ring around a place, or an arrow from one place to another, as reviews and studies draw them. */
import { round, svg } from './dom.js'
import { outlineOf } from './draw.js'
import { SCALE } from './geometry.js'
import { drawingOf } from './stage.js'

const HEAD = 16 // length of an arrow's head
const ARROW = '>' // between the places of an arrow
const SHORT = 0.28 // what is left free before the middle of the place that it points at, in radii

/** @param {string} from @param {string} to */
export const arrowBetween = (from, to) => `${from}${ARROW}${to}`

/** A sign as it is heard: the names of its places. @param {string} sign */
export const spokenSign = sign => sign.split(ARROW).map(name => name.slice(name.indexOf('/') + 1)).join(' → ')

/**
 * Draws signs of one kind and takes its old ones away.
 * @param {import('./state.js').Scene} scene
 * @param {string[]} signs each a place as "board/cell", or the places of an arrow
 * @param {string} kind
 */
export function drawSigns(scene, signs, kind) {
  for (const board of scene.boards) {
    const drawing = drawingOf(board.id)
    if (!drawing) continue
    drawing.layers.effects.querySelectorAll(`.sign-${kind}`).forEach(node => node.remove())
    drawing.layers.effects.append(...signs.flatMap(sign => signOn(drawing, board, sign.split(ARROW), kind)))
  }
}

function signOn(drawing, board, places, kind) {
  const ids = places.filter(name => name.startsWith(`${board.id}/`)).map(name => name.slice(board.id.length + 1))
  const spots = ids.map(id => ({ id, at: middleOf(drawing, board, id) })).filter(({ at }) => at)
  if (!spots.length) return []
  const last = spots[spots.length - 1]
  const ring = outlineOf(drawing, board, last.id)
  const parts = ring ? [svg('path', { class: `sign sign-${kind}`, ...ring })] : []
  if (spots.length > 1) parts.push(arrow(spots.map(({ at }) => at), kind))
  return parts
}

/** The middle of a cell or a border. */
function middleOf(drawing, board, id) {
  const { cell } = drawing.cells.get(id) ?? {}
  if (cell) return { x: cell.x * SCALE, y: cell.y * SCALE }
  const border = board.borders.find(one => one.id === id)
  return border && { x: ((border.x1 + border.x2) / 2) * SCALE, y: ((border.y1 + border.y2) / 2) * SCALE }
}

function arrow(points, kind) {
  const [before, end] = points.slice(-2)
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const way = { x: (end.x - before.x) / length, y: (end.y - before.y) / length }
  const tip = { x: end.x - way.x * SCALE * SHORT, y: end.y - way.y * SCALE * SHORT }
  const neck = { x: tip.x - way.x * HEAD, y: tip.y - way.y * HEAD }
  const shaft = [...points.slice(0, -1), neck].map(point => `${round(point.x)},${round(point.y)}`).join(' ')
  const side = { x: -way.y * HEAD * 0.7, y: way.x * HEAD * 0.7 }
  const head = [tip, { x: neck.x + side.x, y: neck.y + side.y }, { x: neck.x - side.x, y: neck.y - side.y }]
  return svg('g', { class: `sign sign-arrow sign-${kind}` }, svg('polyline', { points: shaft }),
    svg('polygon', { points: head.map(point => `${round(point.x)},${round(point.y)}`).join(' ') }))
}
