/** Places in reach: shaded by what would be left of the points, with what is at stake, a price or
    the numbers of a fight, beside them. */
import { renew, svg } from './dom.js'
import { place } from './draw.js'
import { outline } from './geometry.js'

const SIGN_ROW = 0.62 // where a sign stands below the middle of its cell, in radii
const LETTER = 7.6 // width of a letter on a sign
const LEAST_LEFT = 0.25 // how strongly a place is shaded that leaves nothing

/**
 * What is shown at a target before the last click: of the usual choice behind it, or where all of them agree.
 * @param {import('./state.js').Choice[]} choices
 * @returns {{text: string, tone: string, left: number|null}}
 */
export function signOf(choices) {
  const usual = choices.filter(choice => choice.usual)
  if (usual.length === 1) return signOf([{ ...usual[0], usual: false }])
  const same = name => choices.every(choice => choice[name] === choices[0][name]) ? choices[0][name] : null
  return { text: same('mark') || '', tone: same('tone') || '', left: same('left') ?? null }
}

/** @param {{target: object, sign: {text: string, tone: string, left: number|null}}[]} marks those of this board */
export function drawReach(drawing, board, scene, marks) {
  const cellOf = target => drawing.cells.get(target.kind === 'piece' ? scene.pieces.find(one => one.id === target.id)?.at : target.id)
  const most = Math.max(1, ...marks.map(({ sign }) => sign.left ?? 0))
  renew(drawing.layers.shade, ...marks.filter(({ sign }) => sign.left !== null).map(({ target, sign }) => {
    const found = cellOf(target)
    if (!found) return null
    const strength = LEAST_LEFT + (1 - LEAST_LEFT) * (sign.left / most)
    return svg('path', { class: 'reach', d: outline(board.shape, found.size * 0.93), transform: place(found.cell),
      'data-left': sign.left, 'fill-opacity': (0.55 * strength).toFixed(2) })
  }).filter(Boolean))
  renew(drawing.layers.signs, ...marks.filter(({ sign }) => sign.text).map(({ target, sign }) => {
    const found = cellOf(target)
    return found && drawSign(found.cell, sign)
  }).filter(Boolean))
}

function drawSign(cell, { text, tone }) {
  const width = Math.max(22, text.length * LETTER + 10)
  return svg('g', { class: `stake ${tone}`, transform: place({ x: cell.x, y: cell.y + SIGN_ROW }), 'data-sign': text },
    svg('rect', { x: -width / 2, y: -10, width, height: 20, rx: 10 }), svg('text', { y: 0.5 }, text))
}
