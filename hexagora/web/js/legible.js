/** Letters on boards that can be read: how large they must at least be in units of a drawing, so that they are on the screen. */
import { round } from './dom.js'

const LEAST = 11 // pixels
const MOST = 30 // units: on the smallest drawings they would else hide what they name

const watcher = new ResizeObserver(entries => {
  for (const { target, contentRect } of entries) {
    const { width, height } = /** @type {SVGSVGElement} */ (target).viewBox.baseVal
    const scale = Math.min(contentRect.width / width, contentRect.height / height)
    if (scale > 0) /** @type {SVGElement} */ (target).style.setProperty('--least', `${round(Math.min(MOST, LEAST / scale))}px`)
  }
})

/** Tells the style of a board from now on what is large enough, at every size it is drawn in. @param {SVGElement} root */
export const keepLegible = root => watcher.observe(root)
