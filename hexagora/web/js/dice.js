/** Dice beside the board, in its freest corner. A die that has been thrown rolls before it shows its face. */
import { round, svg } from './dom.js'
import { SCALE } from './geometry.js'
import { translated } from './i18n.js'
import { symbol, use } from './sprites.js'

const SIDE = 0.62 // half a die, in radii
const INSIDE = { x: 0.95, y: 0.95 } // radii from the edge of the board to the middle of a die
const AT_THE_EDGE = { x: 0.5, y: 0.65 } // where that would cover a cell
const LEAST_ROOM = 1.5 // radii from the middle of a cell that a die needs
const PIPS_TO = 6 // faces up to this have pips, others a number
export const TUMBLE = 620 // milliseconds until a die shows its face
const TURNS = 5
/** Places of pips on a face, in thirds of it: rows above one another. */
const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]]

/** Where dice lie: the corner of the board that is farthest from all cells. @returns {{x: number, y: number}} in radii */
export function corner(board, extent) {
  const box = { x: extent.x / SCALE, y: extent.y / SCALE, width: extent.width / SCALE, height: extent.height / SCALE }
  const spots = by => [[1, 1], [0, 1], [1, 0], [0, 0]].map(([right, low]) => ({
    x: box.x + (right ? box.width - by.x : by.x), y: box.y + (low ? box.height - by.y : by.y) }))
  const room = spot => Math.min(...board.cells.map(cell => Math.hypot(cell.x - spot.x, cell.y - spot.y)))
  const freest = by => spots(by).reduce((best, spot) => (room(spot) > room(best) + 0.01 ? spot : best))
  const spot = freest(INSIDE)
  return room(spot) < LEAST_ROOM ? freest(AT_THE_EDGE) : spot
}

/**
 * Brings the dice of a board up to date.
 * @param {import('./draw.js').Drawing} drawing @param {import('./state.js').Die[]} dice @returns {string[]} the dice that were thrown
 */
export function updateDice(drawing, scene, board, dice, animated) {
  const layer = drawing.layers.dice, thrown = []
  const old = new Map([...layer.children].map(node => [node.getAttribute('data-die'), node]))
  const spot = dice.length ? corner(board, drawing.extent) : null
  layer.replaceChildren(...dice.map((die, i) => {
    const before = old.get(die.id)
    const node = drawDie(scene, die, { x: spot.x - i * 2 * SIDE * 1.2, y: spot.y })
    if ((before?.getAttribute('data-thrown') ?? '0') !== String(die.thrown)) {
      thrown.push(die.id)
      if (animated) roll(node.firstElementChild, scene, die)
    }
    return node
  }))
  return thrown
}

function drawDie(scene, die, spot) {
  return svg('g', {
    class: 'die', 'data-die': die.id, 'data-thrown': die.thrown, 'data-value': die.value,
    transform: `translate(${round(spot.x * SCALE)} ${round(spot.y * SCALE)})`,
  }, svg('g', { class: 'die-body' }, ...face(scene, die)), svg('title', {}, translated(die.note)))
}

/** A face: as the game draws it, with pips, or with its number. */
function face(scene, die) {
  const half = SIDE * SCALE
  const own = die.text && symbol(scene.game, `die-${die.text}`)
  const body = svg('rect', { class: 'die-face', x: -half, y: -half, width: 2 * half, height: 2 * half, rx: half * 0.32 })
  const shine = svg('path', { class: 'die-shine', d: `M${-half + 7} ${-half + 4}H${half - 12}` })
  if (own) return [body, shine, use(own)]
  if (die.faces > PIPS_TO || die.value >= PIPS.length) return [body, shine, svg('text', { class: 'die-number', y: 1 }, die.value ? String(die.value) : '–')]
  return [body, shine, ...PIPS[die.value].map(([x, y]) => svg('circle', { class: 'pip', cx: x * half * 0.52, cy: y * half * 0.52, r: half * 0.155 }))]
}

/** The die tumbles in from the side, other faces up, and comes to rest with its own. */
function roll(body, scene, die) {
  const final = [...body.childNodes]
  const steps = Array.from({ length: TURNS }, (_, i) => 1 + ((die.value + i * 2) % Math.max(2, die.faces)))
  steps.forEach((value, i) => setTimeout(() => {
    if (body.isConnected) body.replaceChildren(...face(scene, { ...die, value, text: '' }))
  }, (TUMBLE / (TURNS + 1)) * i))
  setTimeout(() => body.replaceChildren(...final), (TUMBLE / (TURNS + 1)) * TURNS)
  body.animate([
    { transform: 'translate(-90px, -46px) rotate(-400deg) scale(1.25)' }, { transform: 'translate(-34px, 6px) rotate(-120deg)', offset: 0.55 },
    { transform: 'translate(-12px, -9px) rotate(-40deg)', offset: 0.78 }, { transform: 'none' },
  ], { duration: TUMBLE, easing: 'cubic-bezier(.3, .6, .4, 1)' })
}
