/** Turning a board of round places by a third, to see it from another player's side. It is never mirrored. */

const THIRDS = 3
let turns = 0

export const canTurn = board => board?.shape === 'node'

/** A scene as the viewer has turned it. @param {import('./state.js').Scene} scene */
export const turned = scene => by(scene, turns)

/** One third further. */
export function turnOn(scene) {
  turns = (turns + 1) % THIRDS
  return by(scene, 1)
}

function by(scene, thirds) {
  if (!thirds || !scene.boards.some(canTurn)) return scene
  return { ...scene, boards: scene.boards.map(board => (canTurn(board) ? turnBoard(board, thirds) : board)) }
}

function turnBoard(board, thirds) {
  const angle = (2 * Math.PI * thirds) / THIRDS
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const x = board.cells.reduce((sum, cell) => sum + cell.x, 0) / board.cells.length
  const y = board.cells.reduce((sum, cell) => sum + cell.y, 0) / board.cells.length
  return { ...board, cells: board.cells.map(cell => ({
    ...cell, x: x + (cell.x - x) * cos - (cell.y - y) * sin, y: y + (cell.x - x) * sin + (cell.y - y) * cos })) }
}
