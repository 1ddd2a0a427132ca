/** What a screen reader hears, and descriptions of board and cells in words. */
import { byId } from './dom.js'
import { named, t, translated } from './i18n.js'
import { nextTargets } from './choices.js'
import { keyOf } from './state.js'

/** Says something without moving the focus. @param {string} text */
export const speak = text => sayIn(byId('live'), text)

/** Writes what is read aloud. The same words twice are said twice. @param {HTMLElement} region @param {string} text */
export function sayIn(region, text) {
  region.textContent = text && region.textContent === text ? `${text}\u00a0` : text
}

/** Sentences one after the other; what ends with a full stop already gets no second one. @param {string[]} parts */
export const sentences = parts => parts.map(part => part.replace(/\.$/, '')).join('. ')

/** A cell or border in words: its note, who stands on it, and what can be done there. */
export function describeSpot(state, target) {
  const scene = state.scene
  const board = scene.boards.find(b => b.id === target.board)
  const own = target.kind === 'border'
    ? board?.borders.find(b => b.id === target.id) : board?.cells.find(c => c.id === target.id)
  if (!own) return ''
  const pieces = target.kind === 'border' ? []
    : scene.pieces.filter(p => p.board === target.board && p.at === target.id)
  const words = [...new Set([translated(own.note) || own.id, ...pieces.map(piece => translated(piece.note || piece.label || piece.kind))])]
  const next = nextTargets(scene.choices, state.selection)
  const ways = [target, ...pieces.map(p => ({ kind: 'piece', id: p.id, board: target.board }))]
    .flatMap(one => next.get(keyOf(one))?.choices ?? [])
  if (ways.length === 1) words.push(translated(ways[0].label), translated(ways[0].forecast), translated(ways[0].warning))
  else if (ways.length) words.push(t('speech.choices', { count: ways.length }))
  return words.filter(Boolean).join('. ')
}

/** The whole board in words: what is on it beyond empty ground. */
export function describeBoard(state) {
  const scene = state.scene
  const board = scene.boards.find(b => b.id === state.board)
  if (!board) return ''
  const pieces = scene.pieces.filter(p => p.board === board.id)
    .map(p => translated(p.note) || `${translated(p.label || p.kind)} ${p.at}`)
  const borders = board.borders.map(b => translated(b.note)).filter(Boolean)
  const players = scene.panels.map(panel =>
    `${named(panel.name)}: ${panel.meters.map(m => `${translated(m.label)} ${translated(String(m.value))}`).join(', ')}`)
  return [translated(scene.prompt), ...players, ...pieces, ...borders].join('. ')
}
