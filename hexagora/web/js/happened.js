/** What happened between two scenes, found by comparing them: for the eyes (animate.js, travel.js) and the ears (sound.js). */
import { plan } from './animate.js'
import { symbol } from './sprites.js'

/**
 * @typedef {{player: number, icon: string, by: number, label: string}} Flow goods that came to a player (or went, below zero)
 * @typedef {{pile: string, cards: number[], from: string|null}} Dealt cards that are new in a pile, by their places
 * @typedef {{pieces: import('./animate.js').Plan, captured: string[], burnt: boolean, thrown: boolean, flows: Flow[],
 *   dealt: Dealt[]}} Happened
 */

/** @param {import('./state.js').Scene} before @param {import('./state.js').Scene} after @returns {Happened} */
export function happened(before, after) {
  const pieces = plan(before.pieces, after.pieces)
  return {
    pieces, captured: capturedIn(before, pieces), burnt: burnt(before, after), thrown: thrown(before, after),
    flows: flows(before, after), dealt: dealt(before, after),
  }
}

/** Pieces of somebody else than the one who acted that are gone. */
function capturedIn(before, pieces) {
  const actor = before.panels.find(panel => panel.active)?.player
  const gone = new Set(pieces.gone)
  return before.pieces.filter(piece => gone.has(piece.id) && piece.board !== null && piece.owner !== null && piece.owner !== actor)
    .map(piece => piece.id)
}

/** How a game draws the coming of a terrain: "burn" or nothing. */
export const comingOf = (scene, terrain) => symbol(scene.game, `t-${terrain}`)?.getAttribute('data-comes') ?? ''

function burnt(before, after) {
  return after.boards.some((board, k) => board.cells.some((cell, i) => {
    const was = before.boards[k]?.cells[i]
    return was?.id === cell.id && was.terrain !== cell.terrain && comingOf(after, cell.terrain) === 'burn'
  }))
}

const thrown = (before, after) => (after.dice ?? []).some(die => {
  const was = before.dice?.find(one => one.id === die.id)
  return was && was.thrown !== die.thrown
})

/** Goods are meters whose icon says that it travels. */
function flows(before, after) {
  return after.panels.flatMap(panel => {
    const was = before.panels.find(one => one.player === panel.player)
    return panel.meters.flatMap(meter => {
      const old = was?.meters.find(one => one.label === meter.label)
      const by = Number(meter.value) - Number(old?.value)
      const travels = meter.icon && symbol(after.game, `i-${meter.icon}`)?.hasAttribute('data-travels')
      return travels && by ? [{ player: panel.player, icon: meter.icon, by, label: meter.label }] : []
    })
  })
}

function dealt(before, after) {
  const drained = before.piles.find(pile => (after.piles.find(one => one.id === pile.id)?.count ?? 0) < pile.count)
  return after.piles.flatMap(pile => {
    const had = [...before.piles.find(one => one.id === pile.id)?.shown ?? []]
    const cards = pile.shown.flatMap((card, i) => {
      const at = had.indexOf(card)
      if (at >= 0) had.splice(at, 1)
      return at >= 0 ? [] : [i]
    })
    return cards.length ? [{ pile: pile.id, cards, from: drained && drained.id !== pile.id ? drained.id : null }] : []
  })
}
