/** Names that stay on their tiles: how large they may be written. */
import { SCALE } from './geometry.js'
import { round } from './dom.js'

const RIM = 6 // what stays free beside a name, in units of the drawing
const ROWS = 5 // half the height of a name
const SAMPLE = 20 // pixels: the size in which names are measured
const brush = document.createElement('canvas').getContext('2d')
/** @type {Map<string, number>} widths of names for letters of one unit */
const widths = new Map()

/** How wide a hex is where a line is written, from the middle of the hex down or up. */
function roomAt(shape, y) {
  const high = Math.abs(y) + ROWS
  return 2 * (shape === 'flat' ? SCALE - high / Math.sqrt(3) : Math.min(SCALE * Math.sqrt(3) / 2, (SCALE - high) * Math.sqrt(3))) - RIM
}

function widthOf(text) {
  const known = widths.get(text)
  if (known !== undefined || !brush) return known ?? 0
  brush.font = `600 ${SAMPLE}px ${getComputedStyle(document.documentElement).getPropertyValue('--serif')}`
  widths.set(text, brush.measureText(text).width / SAMPLE)
  return widthOf(text)
}

/** Lets the style of a name know the size in which it just fits its tile. @param {SVGElement} name */
export function fit(name, shape, y) {
  name.style.setProperty('--fits', `${round(roomAt(shape, y) / Math.max(widthOf(name.textContent ?? ''), 1))}px`)
  return name
}
