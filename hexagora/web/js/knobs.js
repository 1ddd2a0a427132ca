/** Small buttons on the cell under the pointer, where nothing but a button is left to choose after the cell. */
import { renew, svg } from './dom.js'
import { nextTargets } from './choices.js'
import { place } from './draw.js'
import { translated } from './i18n.js'
import { symbol, use } from './sprites.js'
import { keyOf } from './state.js'

const MOST = 3
const STEP = 38 // between two knobs
const ROW = 26 // below the middle of the cell

/** The buttons that come after a cell, when there are few and the game draws them all. */
function buttonsAfter(state, target) {
  const { choices } = state.scene
  if (state.ply !== null || state.pending || !nextTargets(choices, state.selection).has(keyOf(target))) return []
  const next = [...nextTargets(choices, [...state.selection, target]).values()]
  const drawn = next.every(({ target: one }) => one.kind === 'button' && symbol(state.scene.game, `knob-${one.id}`))
  return drawn && next.length <= MOST ? next : []
}

/** Shows the knobs of the first of these cells that has any. @param {import('./draw.js').Drawing} drawing */
export function showKnobs(state, drawing, targets) {
  const layer = drawing.layers.knobs
  const cell = targets.find(target => target.kind === 'cell' && buttonsAfter(state, target).length)
  const at = cell && drawing.cells.get(cell.id)?.cell
  const buttons = at ? buttonsAfter(state, cell) : []
  renew(layer, ...(at ? [svg('g', { transform: place(at), 'data-cell': cell.id }, ...buttons.map(({ target, choices }, i) =>
    svg('g', { class: 'knob', 'data-knob': target.id, 'data-cell': cell.id, transform: `translate(${(i - (buttons.length - 1) / 2) * STEP} ${ROW})` },
      use(symbol(state.scene.game, `knob-${target.id}`)), svg('title', {}, translated(choices[0].label)))))] : []))
}

/** The cell that has knobs now. @param {import('./draw.js').Drawing} drawing */
export const knobbed = drawing => [...drawing.layers.knobs.children].map(node => ({ kind: 'cell', id: node.getAttribute('data-cell') ?? '', board: drawing.id }))

/** The two targets that a knob stands for, or null. @param {Element} element */
export function knobAt(element) {
  const knob = element.closest('[data-knob]')
  const board = element.closest('[data-board]')?.getAttribute('data-board')
  return knob && [
    { kind: 'cell', id: knob.getAttribute('data-cell'), board },
    { kind: 'button', id: knob.getAttribute('data-knob'), board: 'board' },
  ]
}
