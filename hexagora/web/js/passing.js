/** Things that are seen for a moment only. */

export const FLIGHT = 620 // milliseconds of something on its way across the page

/** @param {import('./draw.js').Drawing} drawing @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
export function passes(drawing, node, frames, how) {
  drawing.layers.effects.append(node)
  goesAfter(node, node.animate(frames, { fill: 'backwards', ...how }))
}

/** Something goes when its animation is over. @param {Element} node @param {Animation} animation */
export const goesAfter = (node, animation) => animation.finished.catch(() => {}).finally(() => node.remove())

const SEEN = ['tiles', 'borders', 'pieces', 'over'] // layers that tell how things stand
const NAMES = ['data-cell', 'data-above', 'data-border', 'data-piece', 'data-look'] // what a picture of them must not be found by

/**
 * A picture of the board as it is lies over it for a while: what comes later is not seen before.
 * @param {import('./draw.js').Drawing} drawing @param {number} time milliseconds
 */
export function veil(drawing, time) {
  const picture = /** @type {SVGElement} */ (drawing.layers.tiles.cloneNode(false))
  picture.setAttribute('class', 'veil')
  picture.append(...SEEN.map(name => drawing.layers[name].cloneNode(true)))
  for (const node of picture.querySelectorAll('*')) NAMES.forEach(name => node.removeAttribute(name))
  drawing.layers.over.after(picture)
  goesAfter(picture, picture.animate([{ visibility: 'visible' }, { visibility: 'visible' }], { duration: time }))
}
