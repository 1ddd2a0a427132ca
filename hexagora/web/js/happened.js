/** What happened between two scenes, found by comparing them: for the eyes (animate.js, travel.js) and the ears (sound.js). */
import { plan } from './animate.js'
import { wordsOf } from './log.js'
import { symbol } from './sprites.js'

/**
 * @typedef {{player: number, icon: string, by: number, label: string}} Flow goods that came to a player (or went, below zero)
 * @typedef {{pile: string, cards: number[], from: string|null}} Dealt cards that are new in a pile, by their places; `from`
 *   is the place that they left, as `placeOfPile` and `placeOfCell` call it
 * @typedef {{board: string, cell: string, from: string}} Laid a tile that lay in a pile and is on a board now
 * @typedef {{kind: string, count: number, from: string, to: string}} Shift things of a heap that went to another one
 * @typedef {{by: string, on: string, fallen: string[]}} Strike a piece that ran at another one, and which of the two fell
 * @typedef {{pieces: import('./animate.js').Plan, captured: string[], strikes: Strike[], burnt: boolean, thrown: boolean,
 *   erupted: string[], flows: Flow[], dealt: Dealt[], laid: Laid[], shifts: Shift[]}} Happened
 */

/**
 * @param {import('./state.js').Scene} before @param {import('./state.js').Scene} after
 * @param {import('./state.js').Entry[]} entries what the log tells of it @returns {Happened}
 */
export function happened(before, after, entries = []) {
  const erupts = piece => symbol(after.game, `p-${piece.kind}`)?.getAttribute('data-comes') === 'erupt'
  const pieces = plan(before.pieces, after.pieces, erupts)
  return {
    pieces, captured: capturedIn(before, pieces), strikes: strikesIn(before, pieces, entries), burnt: burnt(before, after), thrown: thrown(before, after),
    erupted: after.pieces.filter(piece => pieces.came.includes(piece.id) && erupts(piece)).map(({ id }) => id), flows: flows(before, after), dealt: dealt(before, after), laid: laid(before, after), shifts: shifts(before, after, pieces),
  }
}

/** Pieces of somebody else than the one who acted that are gone. */
function capturedIn(before, pieces) {
  const actor = before.panels.find(panel => panel.active)?.player
  const gone = new Set(pieces.gone)
  return before.pieces.filter(piece => gone.has(piece.id) && piece.board !== null && piece.owner !== null && piece.owner !== actor)
    .map(piece => piece.id)
}

/**
 * Fights that the log tells of: it names the place of a piece of whoever acts and that of somebody else's, both of a
 * kind that lunges, and the first one has not gone anywhere.
 * @returns {Strike[]}
 */
function strikesIn(before, pieces, entries) {
  const lunges = before.pieces.filter(piece => piece.board !== null && symbol(before.game, `p-${piece.kind}`)?.hasAttribute('data-lunges'))
  if (!lunges.length) return []
  const gone = new Set(pieces.gone), walked = new Set(pieces.moved.map(({ was }) => was))
  return entries.flatMap(entry => {
    const named = wordsOf(entry).flatMap(name => lunges.filter(piece => piece.at === name))
    const by = named.find(piece => piece.owner === entry.seat - 1 && !walked.has(piece.id))
    const on = named.find(piece => piece.owner !== entry.seat - 1)
    return by && on ? [{ by: by.id, on: on.id, fallen: [by.id, on.id].filter(id => gone.has(id)) }] : []
  })
}

/** How a game draws the coming of a terrain: "burn" or nothing. */
export const comingOf = (scene, terrain) => symbol(scene.game, `t-${terrain}`)?.getAttribute('data-comes') ?? ''

function burnt(before, after) {
  return after.boards.some((board, k) => board.cells.some((cell, i) => {
    const was = before.boards[k]?.cells[i]
    return was?.id === cell.id && was.terrain !== cell.terrain && comingOf(after, cell.terrain) === 'burn'
  }))
}

/** A die that lies there for the first time may have been thrown just now. */
const thrown = (before, after) => (after.dice ?? []).some(die =>
  die.thrown !== (before.dice?.find(one => one.id === die.id)?.thrown ?? 0))

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

/**
 * Heaps are pieces with a number whose drawing says what travels; what some have lost is what others have got. A whole
 * heap that moved needs nothing else.
 */
function shifts(before, after, { moved }) {
  const was = heapsOf(before), now = heapsOf(after), found = []
  const changes = [...new Set([...was.keys(), ...now.keys()])].map(id => {
    const heap = now.get(id) ?? was.get(id)
    return { id, kind: heap.kind, by: (now.get(id)?.count ?? 0) - (was.get(id)?.count ?? 0) }
  })
  for (const goal of changes) {
    for (const source of changes) {
      const count = Math.min(goal.by, -source.by)
      if (source.kind !== goal.kind || count <= 0) continue
      if (!moved.some(({ id, was }) => id === goal.id && was === source.id)) found.push({ kind: goal.kind, count, from: source.id, to: goal.id })
      goal.by -= count
      source.by += count
    }
  }
  return found
}

const heapsOf = scene => new Map(scene.pieces.flatMap(piece => {
  const kind = piece.board !== null && symbol(scene.game, `p-${piece.kind}`)?.getAttribute('data-travels')
  return kind ? [[piece.id, { kind, count: Number(piece.label) }]] : []
}))

export const placeOfPile = id => `pile ${id}`
export const placeOfCell = (board, cell) => `cell ${board}/${cell}`

/** What lies on each cell, by place: the names of tiles. */
const tilesOf = scene => new Map(scene.boards.flatMap(board => board.cells.filter(cell => cell.label && cell.label !== cell.id)
  .map(cell => [placeOfCell(board.id, cell.id), { name: cell.label, board, cell }])))

const countOf = (scene, id) => scene.piles.find(pile => pile.id === id)?.count ?? 0

/** Tiles that came to lie on a board, and a pile has one less: one that showed it, else one of the board's owner. */
function laid(before, after) {
  const was = tilesOf(before)
  const drained = before.piles.filter(pile => countOf(after, pile.id) < pile.count)
  return [...tilesOf(after)].flatMap(([place, { name, board, cell }]) => {
    const pile = was.get(place)?.name !== name && (drained.find(one => one.shown.includes(name))
      ?? drained.find(one => !one.shown.length && one.owner !== null && one.owner === board.owner))
    return pile ? [{ board: board.id, cell: cell.id, from: placeOfPile(pile.id) }] : []
  })
}

function dealt(before, after) {
  const drained = before.piles.find(pile => countOf(after, pile.id) < pile.count)
  const now = tilesOf(after), left = [...tilesOf(before)].filter(([place, { name }]) => now.get(place)?.name !== name)
  return after.piles.flatMap(pile => {
    const had = [...before.piles.find(one => one.id === pile.id)?.shown ?? []]
    const cards = pile.shown.flatMap((card, i) => {
      const at = had.indexOf(card)
      if (at >= 0) had.splice(at, 1)
      return at >= 0 ? [] : [i]
    })
    const [taken] = left.find(([, { name }]) => cards.some(i => pile.shown[i] === name)) ?? [null]
    return cards.length ? [{ pile: pile.id, cards, from: taken ?? (drained && drained.id !== pile.id ? placeOfPile(drained.id) : null) }] : []
  })
}
