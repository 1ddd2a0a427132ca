/** What is seen on a board that follows another one: what moves, falls, burns, changes. */
import { clash, flash, play, settle } from './animate.js'
import { burn, erupt, fireTimes, mourn } from './fire.js'
import { comingOf } from './happened.js'

const NOTHING = { erupts: 0, burns: 0 }

/** When fires are seen, if there are any; what else has happened is seen with them. @param {import('./happened.js').Happened} what */
export const timesOf = what => (what.burnt || what.erupted.length ? fireTimes(what) : NOTHING)

/** The elements of the pieces that go, and of those that go from all boards, taken before they are removed. */
export function leavers(scene, { drawing, places }, steps) {
  const away = new Set(scene.pieces.filter(piece => piece.board === null).map(piece => piece.id))
  return [...steps.gone, ...steps.moved.filter(({ id }) => away.has(id)).map(({ was }) => was)].map(id => {
    const node = drawing.layers.pieces.querySelector(`[data-piece="${CSS.escape(id)}"]`)
    return node && places.get(id) ? [node.cloneNode(true), places.get(id)] : null
  }).filter(Boolean)
}

/**
 * @param {import('./state.js').Scene} scene @param {import('./draw.js').Drawing} drawing
 * @param {import('./happened.js').Happened} what
 * @param {{before: object, now: object, leaving: [SVGElement, object][], changed: string[], reprinted: string[]}} found
 */
export function moveOn(scene, board, drawing, what, { before, now, leaving, changed, reprinted }) {
  const { erupts, burns } = timesOf(what)
  const burning = changed.filter(id => comingOf(scene, drawing.cells.get(id).cell.terrain) === 'burn')
  const isLost = ([node]) => burning.includes(node.getAttribute('data-at'))
  const lost = leaving.filter(isLost), mourned = new Set(lost.map(([node]) => node.getAttribute('data-piece')))
  play(drawing, what.pieces, before, now, leaving.filter(one => !isLost(one)), what.strikes, burns)
  const struck = new Set([...what.captured, ...what.strikes.flatMap(({ fallen }) => fallen)].filter(id => !mourned.has(id)))
  clash(drawing, [...struck].map(id => before.places.get(id)).filter(Boolean), burns)
  erupt(drawing, board, scene.pieces.filter(({ id, board: its }) => its === board.id && what.erupted.includes(id)).map(piece => piece.at), burning, erupts)
  burn(drawing, board, burning, burns)
  mourn(drawing, lost, burns)
  settle(drawing, changed.filter(id => !burning.includes(id)))
  flash(drawing, board, reprinted, burns)
}
