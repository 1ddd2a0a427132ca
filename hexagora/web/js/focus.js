/**
 * Which of several boards is in focus. A finger hits nothing on the small ones beside it: where all places of a decision
 * lie on one board, that one comes by itself, and goes again when nothing on it is asked for any more.
 */
import { nextTargets } from './choices.js'
import { touched } from './pointer.js'
import { change } from './store.js'

/** The board on which all lies that can be clicked first, buttons aside; null where it is not one. */
function calledFor({ scene: { choices, boards } }) {
  const places = [...nextTargets(choices, []).values()].map(({ target }) => target).filter(({ kind }) => kind !== 'button')
  const [board, ...others] = new Set(places.map(target => target.board))
  return others.length ? null : boards.find(({ id }) => id === board)?.id ?? null
}

/** What a new decision changes about the focus. @param {import('./state.js').State} state */
export function calledTo(state) {
  if (!touched() || state.ply !== null) return {}
  const board = calledFor(state)
  if (!board) return state.left ? { board: state.left, left: null } : {}
  return board === state.board ? {} : { board, left: state.left ?? state.board }
}

/** Somebody wants to see a board: it stays. */
export const bringUp = id => change({ board: id, left: null, cursor: null })
