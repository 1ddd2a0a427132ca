/**
 * Keys that step through a match: arrows, Home, End, and the space bar to play and pause. With Shift they work
 * everywhere; without, wherever these keys mean nothing else.
 */

const STEPS = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last', ' ': 'play' }
const OWN_KEYS = 'input, textarea, select, [role=tablist], .chart svg, dialog'
const SHOWN = '.visited' // what is shown already: its button has nothing else to do

/** @param {(name: string) => void} step @param {() => boolean} walks whether the arrows walk over the board just now */
export const stepKeys = (step, walks) => event => {
  const name = STEPS[event.key]
  const target = /** @type {Element} */ (event.target)
  if (!name || event.altKey || event.ctrlKey || event.metaKey || target.closest(OWN_KEYS) || document.querySelector('dialog[open]')) return
  if (!event.shiftKey && (walks() || (event.key === ' ' && target.closest('button, a, summary') && !target.closest(SHOWN)))) return
  event.preventDefault()
  event.stopPropagation()
  step(name)
}
