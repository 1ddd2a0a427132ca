/**
 * Whether the table shows something to click for a target: on a board, among the boards beside the one in focus, or in
 * the tray. The board in focus is chosen by a button below it: it was looked at.
 */
import { inTray } from './tray.js'

/** @param {import('./state.js').State} state @param {import('./state.js').Target} target */
export function isShown(state, target) {
  if (target.kind === 'board') return target.id !== state.board
  const board = state.scene.boards.find(one => one.id === target.board)
  if (target.kind === 'cell') return Boolean(board?.cells.some(cell => cell.id === target.id))
  if (target.kind === 'border') return Boolean(board?.borders.some(border => border.id === target.id))
  if (target.kind === 'piece' && state.scene.pieces.some(piece => piece.id === target.id && piece.board === target.board)) return true
  return inTray(state, target)
}
