/** Play by keyboard: arrows walk over cells and borders, Enter chooses, Escape steps back, letters call the tools. */
import { nextTargets } from './choices.js'
import { nextInDirection } from './geometry.js'
import { live, targetsOfCell } from './pointer.js'
import { describeBoard, describeSpot, speak } from './speech.js'

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The spots that arrows can reach: all cells, and the borders that can be chosen now. */
function spotsOf(state) {
  const board = state.scene.boards.find(one => one.id === state.board)
  if (!board) return []
  const open = new Set([...nextTargets(state.scene.choices, state.selection).values()]
    .filter(({ target }) => target.kind === 'border' && target.board === board.id).map(({ target }) => target.id))
  return [
    ...board.cells.map(cell => ({ x: cell.x, y: cell.y, target: { kind: 'cell', id: cell.id, board: board.id } })),
    ...board.borders.filter(border => open.has(border.id)).map(border => ({
      x: (border.x1 + border.x2) / 2, y: (border.y1 + border.y2) / 2, target: { kind: 'border', id: border.id, board: board.id } })),
  ]
}

const atCursor = (state, spots) =>
  spots.find(spot => state.cursor && spot.target.kind === state.cursor.kind && spot.target.id === state.cursor.id)

/** The middle of the board, where the cursor starts. */
function middle(spots) {
  const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length
  const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length
  return spots.reduce((best, spot) => Math.hypot(spot.x - x, spot.y - y) < Math.hypot(best.x - x, best.y - y) ? spot : best)
}

/** Spots where something can be done, in reading order. */
function openSpots(state, spots) {
  return spots.filter(({ target }) => {
    const targets = target.kind === 'cell' ? targetsOfCell(state, target.board, target.id) : [target]
    return live(state, targets).length > 0
  }).sort((a, b) => a.y - b.y || a.x - b.x)
}

/**
 * @param {() => import('./state.js').State} now
 * @param {{moveCursor: (t: import('./state.js').Target) => void, click: (ts: object[], how?: {all: boolean}) => void, tool: (name: string) => void,
 *   back?: () => void}} deeds
 * @returns {(event: KeyboardEvent) => void} the listener for the board
 */
export const boardKeys = (now, deeds) => event => {
  const state = now()
  if (!state.scene || event.altKey || event.ctrlKey || event.metaKey) return
  const spots = spotsOf(state)
  const done = handle(event.key, event.shiftKey, state, spots, deeds)
  if (done) {
    event.preventDefault()
    event.stopPropagation()
  }
}

function handle(key, shift, state, spots, deeds) {
  const here = atCursor(state, spots)
  if (WAYS[key]) {
    go(state, deeds, here ? nextInDirection(spots, here, ...WAYS[key]) : middle(spots))
  } else if (key === '.' || key === ',') {
    const open = openSpots(state, spots)
    if (open.length) go(state, deeds, open[(open.indexOf(here) + (key === '.' ? 1 : -1) + open.length) % open.length])
  } else if (key === 'Enter' || key === ' ') {
    if (here) deeds.click(here.target.kind === 'cell' ? targetsOfCell(state, here.target.board, here.target.id) : [here.target], { all: shift })
  } else if (key === 'd') {
    speak(here ? describeSpot(state, here.target) : describeBoard(state))
  } else if (key === 'b') {
    speak(describeBoard(state))
  } else if (key >= '1' && key <= '9') {
    /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#actions button'))[Number(key) - 1]?.click()
  } else if (TOOLS[key]) {
    deeds.tool(TOOLS[key])
  } else {
    return false
  }
  return true
}

const TOOLS = { u: 'undo', r: 'restart-turn', h: 'hint', '+': 'zoom-in', '-': 'zoom-out', 0: 'fit', n: 'next-board', '?': 'keys', '/': 'command', m: 'sound', s: 'skip', a: 'again' }

function go(state, deeds, spot) {
  if (!spot) return
  deeds.moveCursor(spot.target)
  speak(describeSpot(state, spot.target))
}
