/** What a click would bring, seen before it: the piece that would come, the way it would take. */
import { svg } from './dom.js'
import { nextTargets } from './choices.js'
import { drawPlan } from './draw.js'
import { arrange, classesOf, picture, placed } from './pieces.js'
import { keyOf } from './state.js'

const GHOST = 'ghost'

/**
 * The piece that would stand on a cell if it were chosen now, or null: one that a choice lays, or the one chosen before.
 * @param {import('./state.js').State} state @param {import('./state.js').Target} target
 * @returns {import('./state.js').Piece|null}
 */
function pieceFor(state, target) {
  const behind = state.ply === null ? nextTargets(state.scene.choices, state.selection).get(keyOf(target))?.choices ?? [] : []
  if (!behind.length || target.kind !== 'cell') return null
  const here = { id: GHOST, at: target.id, board: target.board, note: '', tags: [], label: '' }
  const kinds = new Set(behind.map(choice => choice.lays ?? ''))
  const [kind] = kinds
  if (kinds.size === 1 && kind) return { ...here, kind, owner: state.seat - 1, glyph: '●' }
  const chosen = state.selection.findLast(one => one.kind === 'piece' || one.kind === 'card')
  const piece = chosen && state.scene.pieces.find(one => one.id === chosen.id)
  return piece ? { ...piece, ...here, tags: piece.tags } : null
}

/** Shows the ghost of a click on one of these targets, and nothing where there is none. */
export function showGhost(state, drawing, targets) {
  const layer = drawing.layers.ghost
  layer.replaceChildren()
  const board = state.scene.boards.find(one => one.id === drawing.id)
  const piece = targets.map(target => pieceFor(state, target)).find(Boolean)
  drawPlan(drawing, wayOf(state, targets, drawing.id))
  if (!piece || !board || piece.board !== board.id) return
  const others = state.scene.pieces.filter(one => !state.selection.some(target => target.kind === 'piece' && target.id === one.id))
  const spot = arrange({ ...state.scene, pieces: [...others, piece] }, board).get(GHOST)
  if (!spot) return
  const node = svg('g', { class: classesOf(state.scene, piece).replace('piece', 'ghost') }, ...picture(state.scene, piece))
  node.style.transform = placed(spot)
  layer.append(node)
}

/** The cells of this board that would be walked over. */
function wayOf(state, targets, board) {
  const next = state.ply === null ? nextTargets(state.scene.choices, state.selection) : new Map()
  const routes = targets.flatMap(target => next.get(keyOf(target))?.choices ?? []).filter(choice => choice.way?.length)
  const way = routes.length === 1 ? routes[0].way : []
  return way.filter(name => name.startsWith(`${board}/`)).map(name => name.slice(board.length + 1))
}
