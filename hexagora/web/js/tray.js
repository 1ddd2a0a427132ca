/** The tray: piles, cards on show and pieces that stand on no board. */
import { byId, el, svg } from './dom.js'
import { nextTargets } from './choices.js'
import { t, translated } from './i18n.js'
import { classesOf, picture } from './pieces.js'
import { icon } from './sprites.js'
import { colourOf, keyOf } from './state.js'

const MANY_PILES = 4 // from here on the tray lies beside a single board, not below it
const MOST_CARDS = 24 // more of a pile are told as a number

/** @param {(target: object) => void} click */
export function showTray(state, click) {
  const next = state.ply === null ? nextTargets(state.scene.choices, state.selection) : new Map()
  const tray = byId('tray')
  const parts = [...piles(state, next, click), ...keepings(state, next, click)]
  tray.replaceChildren(...parts)
  tray.hidden = !parts.length
  document.body.classList.toggle('tray-beside', state.scene.boards.length === 1 && parts.length >= MANY_PILES)
}

/** The viewer's own piles come first. */
const piles = (state, next, click) => state.scene.piles.filter(pile => pile.count > 0 || pile.shown.length > 0 || pile.note)
  .sort((a, b) => Number(b.owner === state.seat - 1) - Number(a.owner === state.seat - 1))
  .map(pile => drawPile(state, pile, next, click))

function drawPile(state, pile, next, click) {
  const shown = pile.shown.slice(0, MOST_CARDS)
  const whole = [...next.values()].find(({ target }) => ['pile', 'card'].includes(target.kind) && target.id === pile.id)?.target
  const owner = pile.owner === null ? '' : ` owned player-${colourOf(state.scene, pile.owner)}`
  const title = el('span', {}, translated(pile.title))
  return el('section', { class: `pile${owner}`, title: translated(pile.note) || null },
    el('h2', {}, whole ? el('button', { type: 'button', class: 'pile-button possible', onclick: () => click(whole) }, title) : title,
      el('span', { class: 'count' }, String(pile.count))),
    shown.length > 0 && el('ul', { class: 'cards' }, ...shown.map((card, i) =>
      el('li', {}, cardFace(state, pile, card, whole ?? targetOfCard(state, pile, card, i, next), click)))),
    pile.shown.length > MOST_CARDS && el('p', { class: 'more' }, t('pile.more', { count: pile.shown.length - MOST_CARDS })),
    !shown.length && pile.note && el('p', { class: 'pile-note' }, translated(pile.note)))
}

const slug = text => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const cardTargets = next => [...next.values()].map(({ target }) => target).filter(target => target.kind === 'card')

/**
 * The target that a card of a pile stands for: called by its name, by its place in the pile, or by both. A target
 * can name its pile as its board; where it does not, the pile is meant that holds all cards to choose from.
 */
function targetOfCard(state, pile, card, index, next) {
  const targets = cardTargets(next)
  const exact = targets.find(target => [`${pile.id}-${index + 1}`, `${pile.id}:${card}`, `${pile.id}-${card}`].map(slug).includes(slug(target.id)))
  if (exact) return exact
  const named = targets.find(target => slug(target.id) === slug(card))
  if (!named) return null
  if (state.scene.piles.some(one => one.id === named.board)) return named.board === pile.id ? named : null
  return meantPile(state, targets) === pile ? named : null
}

/** The pile that holds all these cards with the fewest others; if there is none, the one with most of them. */
function meantPile(state, targets) {
  const wanted = new Set(targets.map(target => slug(target.id)))
  const rated = state.scene.piles.map(pile => {
    const kinds = new Set(pile.shown.map(slug))
    const found = [...wanted].filter(card => kinds.has(card)).length
    return { pile, found, others: kinds.size - found, own: pile.owner === state.seat - 1 }
  })
  rated.sort((a, b) => b.found - a.found || a.others - b.others || Number(b.own) - Number(a.own))
  return rated[0]?.pile
}

function cardFace(state, pile, card, target, click) {
  const face = [icon(state.scene.game, `c-${slug(card)}`, `t-${slug(card)}`, `i-${slug(card)}`), el('span', {}, translated(card))]
  const chosen = !target && state.selection.some(one => one.kind === 'card' && [card, pile.id].some(name => slug(one.id) === slug(name)))
  return target ? el('button', { type: 'button', class: 'card possible', onclick: () => click(target) }, ...face)
    : el('span', { class: `card${chosen ? ' chosen' : ''}` }, ...face)
}

/** Pieces off the board by who keeps them. */
function keepings(state, next, click) {
  const off = state.scene.pieces.filter(piece => piece.board === null)
  const owners = [...new Set(off.map(piece => piece.owner))]
  return owners.map(owner => el('section', {
    class: `pile keeping${owner === null ? '' : ` owned player-${colourOf(state.scene, owner)}`}`,
  },
  el('h2', {}, owner === null ? t('tray.supply') : state.scene.panels.find(p => p.player === owner)?.name ?? ''),
  el('ul', { class: 'cards' }, ...off.filter(piece => piece.owner === owner).map(piece =>
    el('li', {}, keptPiece(state, piece, next, click))))))
}

function keptPiece(state, piece, next, click) {
  const hit = [...next.values()].find(one => ['piece', 'card'].includes(one.target.kind) && one.target.id === piece.id)
  const face = [
    svg('svg', { class: 'icon', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
      svg('g', { class: classesOf(state.scene, piece) }, ...picture(state.scene, { ...piece, label: '' }))),
    el('span', {}, translated(piece.label || piece.kind)),
  ]
  const chosen = state.selection.some(one => one.id === piece.id && one.kind !== 'cell')
  const attributes = { class: `card${hit ? ' possible' : ''}${chosen ? ' chosen' : ''}`, title: translated(piece.note) || null }
  return hit ? el('button', { ...attributes, type: 'button', onclick: () => click(hit.target) }, ...face) : el('span', attributes, ...face)
}

/** Whether the tray shows something to click for a target. */
export function inTray(state, target) {
  if (state.scene.pieces.some(piece => piece.board === null && piece.id === target.id)) return ['piece', 'card'].includes(target.kind)
  if (!['card', 'pile'].includes(target.kind)) return false
  if (state.scene.piles.some(pile => pile.id === target.id)) return true
  const next = new Map([[keyOf(target), { target }]])
  return state.scene.piles.some(pile => pile.shown.slice(0, MOST_CARDS).some((card, i) => targetOfCard(state, pile, card, i, next)))
}
