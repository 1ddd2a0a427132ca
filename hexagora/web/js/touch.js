/** Fingers: small places are chosen by one tap and confirmed by a second, and a tap beside a place means the nearest. */
import { live, targetsUnder, touched } from './pointer.js'
import { drawingOf } from './stage.js'
import { keyOf } from './state.js'

const FINGER = 44 // pixels that a fingertip hits for sure
const MARKS = '.target.possible, .border-target.possible, .piece.possible'

const middle = node => {
  const box = node.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, size: Math.min(box.width, box.height) }
}

/** Whether the places of a board are smaller on the screen than a fingertip. */
export function isSmall(board) {
  const drawing = drawingOf(board)
  const cell = drawing && [...drawing.cells.values()][0]?.node.querySelector('.tile')
  return Boolean(cell) && middle(cell).size < FINGER
}

/** Whether a choice made by a finger has to be confirmed: it ends on a place that is easily missed. */
export function isEasilyMissed(choice) {
  const last = placeOf(choice)
  return touched() && Boolean(last) && (last.kind === 'border' || (['cell', 'piece'].includes(last.kind) && isSmall(last.board)))
}

const placeOf = choice => choice.path.findLast(target => target.kind !== 'button')

/** Whether a tap means the place that waits for its confirmation. */
export const confirms = (state, targets) => touched() && Boolean(state.pending && placeOf(state.pending))
  && targets.some(target => keyOf(target) === keyOf(placeOf(state.pending)))

/** The targets of a tap: what lies under it, or else the nearest that can be chosen, within the reach of a fingertip. */
export function aimedAt(state, event) {
  const under = targetsUnder(state, event)
  if (!touched() || live(state, under).length || state.pending) return under
  const near = [...document.querySelectorAll(`#board :is(${MARKS})`)].map(node => ({ node, ...middle(node) }))
    .map(({ node, x, y }) => ({ node, x, y, far: Math.hypot(x - event.clientX, y - event.clientY) }))
    .filter(({ far }) => far <= FINGER / 2).sort((a, b) => a.far - b.far)[0]
  return near ? targetsUnder(state, /** @type {any} */ ({ target: near.node, clientX: near.x, clientY: near.y })) : under
}
