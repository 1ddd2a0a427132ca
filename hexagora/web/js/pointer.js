/** Clicks and hovering on boards: from an element to the targets it stands for. */
import { nextTargets } from './choices.js'
import { keyOf } from './state.js'

let finger = false
addEventListener('pointerdown', event => { finger = event.pointerType === 'touch' }, { capture: true })

/** Whether the last thing that touched the page was a finger. */
export const touched = () => finger

/**
 * The targets of an element of a board, nearest first: a piece before its cell, then what else stands there.
 * @param {import('./state.js').State} state @param {Element} element
 */
function targetsAt(state, element) {
  const board = element.closest('[data-board]')?.getAttribute('data-board')
  if (!board) return []
  const border = element.closest('[data-border]')?.getAttribute('data-border')
  if (border) return [{ kind: 'border', id: border, board }]
  const node = element.closest('[data-piece]')
  const piece = node?.getAttribute('data-piece')
  const cell = node?.getAttribute('data-at') ?? element.closest('[data-cell]')?.getAttribute('data-cell')
  if (!cell) return []
  const own = piece ? [{ kind: 'piece', id: piece, board }] : []
  return [...own, ...targetsOfCell(state, board, cell).filter(target => target.id !== piece)]
}

/**
 * The targets under the pointer: of the topmost thing there that can be clicked now (a piece may cover a border that can
 * be), else of the topmost thing.
 * @param {import('./state.js').State} state @param {MouseEvent} event
 */
export function targetsUnder(state, event) {
  const top = targetsAt(state, /** @type {Element} */ (event.target))
  if (live(state, top).length) return meant(state, top)
  const below = document.elementsFromPoint(event.clientX, event.clientY).map(element => targetsAt(state, element))
  return meant(state, below.find(targets => live(state, targets).length) ?? top)
}

/** Of several pieces on a cell the one that is pointed at, where it can be clicked. */
function meant(state, targets) {
  const [first, ...others] = targets
  return first?.kind === 'piece' && live(state, [first]).length ? [first, ...others.filter(({ kind }) => kind !== 'piece')] : targets
}

/** What can be clicked on a small board beside the one in focus: by a mouse, which hits what it aims at. */
export const hitBeside = (state, event) => (state.scene && event.detail && !finger ? live(state, targetsUnder(state, event)) : [])

/** A cell and the pieces on it. */
export function targetsOfCell(state, board, cell) {
  const pieces = state.scene.pieces.filter(p => p.board === board && p.at === cell)
  return [{ kind: 'cell', id: cell, board }, ...pieces.map(p => ({ kind: 'piece', id: p.id, board }))]
}

/** Those of the targets that can be clicked now. */
export function live(state, targets) {
  const next = nextTargets(state.scene.choices, state.selection)
  return targets.filter(target => next.has(keyOf(target)))
}
