/** Keeps the board where it is: the bar below it may grow during a turn, and shrinks only when the turn passes on. */

const bar = () => /** @type {HTMLElement} */ (document.querySelector('.deeds'))
let held = { turn: '', height: 0 }

/** @param {import('./state.js').State} state */
export function holdHeight(state) {
  const turn = `${state.scene.panels.find(panel => panel.active)?.player ?? ''}`
  if (turn !== held.turn) held = { turn, height: 0 }
  bar().style.minBlockSize = ''
  held.height = Math.max(held.height, bar().offsetHeight)
  bar().style.minBlockSize = `${held.height}px`
}
