/** The cells that words on the page mention: a reader finds them on the board by their names. */
import { byId } from './dom.js'
import { nameOf, wordsOf } from './log.js'
import { boardsMeant, showNames } from './stage.js'

const PLACES = ['prompt', 'notes', 'recap-list', 'hint-list', 'actions', 'takeback']
const SENTENCES = 'li, button, p, .confirmation'
const CLAUSES = /[,;:.]/

/** Looks at what is written now, in whatever language. @param {import('./state.js').State} state */
export function showMentions(state) {
  const names = new Map(state.scene.boards.map(board => [board.id, new Set()]))
  for (const node of PLACES.map(byId).filter(place => place && !place.closest('[hidden]')).flatMap(textsOf)) {
    for (const clause of (node.nodeValue ?? '').split(CLAUSES)) {
      const words = clause.split(/[^\p{L}\p{N}]+/u)
      for (const board of meant(state, node.parentElement, clause)) words.forEach(word => names.get(board.id)?.add(word))
    }
  }
  showNames(names)
}

/** What is read there, without the notation that a log keeps to itself. */
const textsOf = place => {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT, one => (one.parentElement?.closest('code') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT))
  const found = []
  while (walker.nextNode()) found.push(walker.currentNode)
  return found
}

/**
 * Where players have boards of their own: on whose cells are the words of a clause to be found? On those of the others whom
 * it names, or of the only other whom its sentence names; else on those of whoever decides.
 */
function meant(state, node, clause) {
  const ply = node.closest('[data-ply]')?.getAttribute('data-ply')
  const entry = state.log.find(one => String(one.ply) === ply)
  if (entry) return boardsMeant(state, wordsOf(entry), entry.seat)
  const acting = state.scene.panels.find(panel => panel.active)?.player ?? -1
  const othersIn = text => playersIn(state, text).filter(player => player !== acting)
  const around = othersIn((node.closest(SENTENCES) ?? node).textContent)
  const others = [othersIn(clause), around.length === 1 ? around : []].find(some => some.length) ?? []
  const owned = state.scene.boards.filter(board => others.includes(board.owner))
  return owned.length ? owned : boardsMeant(state, [], acting + 1)
}

/** The players whom a text names; of names of which one begins with another the longer one is found. */
function playersIn(state, text) {
  const called = state.scene.panels.map(({ player }) => ({ player, name: nameOf(state, player + 1) }))
  called.sort((a, b) => b.name.length - a.name.length)
  let left = text
  return called.filter(({ name }) => {
    const there = name && left.includes(name)
    if (there) left = left.replaceAll(name, '')
    return there
  }).map(({ player }) => player)
}
