/** The tray: piles, cards on show and pieces that stand on no board. */
import { byId, el, renew, svg } from './dom.js'
import { nextTargets } from './choices.js'
import { drawTile } from './draw.js'
import { capital, named, t, translated, wording } from './i18n.js'
import { classesOf, picture } from './pieces.js'
import { callForTray } from './sheets.js'
import { icon } from './sprites.js'
import { colourOf, keyOf } from './state.js'

const MANY_WORDS = 4 // piles of words alone from which on they stand in columns
const MOST_CARDS = 24 // more of a pile are told as a number
const LONG_PILE = 5 // piles of others with more cards than this are folded
const TOLD_PILE = 1 // and in the narrow column of the shelf those in which more than this lie
let drawn = '' // what the tray shows
/** @type {Set<string>} long piles that the viewer has unfolded */
const unfolded = new Set()

/** @param {(target: object) => void} click */
export function showTray(state, click) {
  const next = state.ply === null && !state.waiting ? nextTargets(state.scene.choices, state.selection) : new Map()
  const tray = byId('tray')
  const look = lookOf(state, next)
  if (look === drawn) return
  layBeside(state, tray)
  drawn = look
  const parts = [...words(piles(state, next, click)), ...keepings(state, next, click)]
  renew(tray, ...(isShelved(state) ? tilesFirst(state, parts) : parts))
  tray.hidden = !parts.length
  callForTray(parts.length > 0, Boolean(tray.querySelector('.possible')))
  bringIntoSight(byId('shelf'), [...byId('shelf').querySelectorAll('.possible')])
}

const ROOM = 12 // pixels that are left free beside what was brought into sight

/** A shelf that is too narrow for all cards shows those that can be chosen, from the first on. */
function bringIntoSight(shelf, cards) {
  if (!cards.length) return
  const { left, right } = shelf.getBoundingClientRect()
  const first = cards[0].getBoundingClientRect().left - left - ROOM
  const last = cards[cards.length - 1].getBoundingClientRect().right - right + ROOM
  if (first < 0 || last > 0) shelf.scrollLeft += Math.min(first, Math.max(last, first < 0 ? first : 0))
}

/** On the shelf tiles lie side by side; behind the viewer's and everybody's, one below the other, what is only told, as the supply. */
function tilesFirst(state, parts) {
  const foreign = new Set(state.scene.piles.filter(pile => pile.owner !== null && pile.owner !== state.seat - 1).map(pile => pile.id))
  const kindOf = part => !part.matches(':has(> .tiles)') ? 'told' : foreign.has(part.dataset.pile) ? 'foreign' : 'tiled'
  return ['tiled', 'told', 'foreign'].map(kind => el('div', { class: `${kind}-piles`, 'data-key': kind }, ...parts.filter(part => kindOf(part) === kind)))
}

/** Piles that hold nothing but words, as spells do, stand together in columns where there are many. */
function words(piles) {
  const told = piles.filter(pile => pile.matches(':has(> .pile-note):not(:has(.cards))'))
  if (told.length < MANY_WORDS) return piles
  return [el('div', { class: 'words' }, ...told), ...piles.filter(pile => !told.includes(pile))]
}

/** Where players have boards of their own, cards lie on a shelf below them; else beside the board. */
function layBeside(state, tray) {
  const place = isShelved(state) ? byId('shelf') : document.querySelector('.who')
  document.body.classList.toggle('many-boards', state.scene.boards.length > 1)
  document.body.classList.toggle('shelved', isShelved(state))
  document.body.classList.toggle('selling', !isShelved(state) && state.scene.piles.some(pile => pile.shown.length > 0 && areWares(pile)))
  if (tray.parentElement !== place) place?.append(tray)
}

const isShelved = ({ scene: { boards } }) => boards.length > 1 && boards.some(board => board.owner !== null)

/** Everything that the tray depends on: as long as it stays, nothing is drawn again. */
const lookOf = (state, next) => JSON.stringify([state.scene.piles, state.scene.pieces.filter(piece => piece.board === null),
  state.scene.boards.length, [...next.keys()], state.selection, state.seat, wording()])

/** The viewer's own piles come first, then those that everybody sees into, those of others, and what is only counted. */
const piles = (state, next, click) => state.scene.piles.filter(pile => pile.count > 0 || pile.shown.length > 0 || pile.note)
  .map(pile => ({ pile, rank: rankOf(state, pile) })).sort((a, b) => a.rank - b.rank)
  .map(({ pile }) => drawPile(state, pile, next, click))

function rankOf(state, pile) {
  if (pile.owner !== null && pile.owner === state.seat - 1) return 0
  if (!pile.shown.length) return 3
  return pile.owner === null ? 1 : 2
}

function drawPile(state, pile, next, click) {
  const whole = [...next.values()].find(({ target }) => ['pile', 'card'].includes(target.kind) && target.id === pile.id)?.target
  const owner = pile.owner === null ? '' : ` owned player-${colourOf(state.scene, pile.owner)}`
  const title = el('span', {}, capital(translated(pile.title)))
  const head = el('h2', {}, whole ? el('button', {
    type: 'button', class: 'pile-button possible', 'data-key': pile.id, onclick: () => click(whole) }, title) : title,
  el('span', { class: 'count' }, String(pile.count)))
  const cards = cardsOf(state, pile, whole, next, click)
  return el('section', { class: `pile${owner}`, 'data-pile': pile.id, title: translated(pile.note) || null },
    ...(isFolded(state, pile, cards) ? [folded(pile, head, cards)] : [head, cards]),
    !pile.shown.length && pile.note && el('p', { class: 'pile-note' }, translated(pile.note)))
}

function cardsOf(state, pile, whole, next, click) {
  const shown = pile.shown.slice(0, MOST_CARDS)
  return shown.length > 0 && el('ul', { class: `cards${hasTiles(pile) ? ' tiles' : ''}${areWares(pile) ? ' wares' : ''}` },
    ...shown.map((card, i) => el('li', {}, cardFace(state, pile, i, whole ?? targetOfCard(state, pile, card, i, next), click))),
    pile.shown.length > MOST_CARDS && el('li', { class: 'more' }, t('pile.more', { count: pile.shown.length - MOST_CARDS })))
}

/** Cards that everybody may have, by name and price: what they do is told beside the one that is pointed at. */
const areWares = pile => pile.owner === null && Boolean(pile.faces?.length) && pile.faces.every(face => face.sort && face.text && !face.terrain)

/** A long pile that is not the viewer's and offers nothing now is a title to unfold; what a shop has is always told. */
const isFolded = (state, pile, cards) => pile.shown.length > mostOf(state, pile) && !areWares(pile)
  && pile.owner !== state.seat - 1 && cards && !cards.querySelector('.possible')

/** How many cards a pile shows without being unfolded. A line of a supply stands for many things. */
const mostOf = (state, pile) => (isShelved(state) && !hasTiles(pile) && pile.count === pile.shown.length ? TOLD_PILE : LONG_PILE)

const hasTiles = pile => Boolean(pile.faces?.some(face => face.terrain))

const folded = (pile, head, cards) => el('details', { open: unfolded.has(pile.id), ontoggle: event => {
  if (event.target.open) unfolded.add(pile.id)
  else unfolded.delete(pile.id)
} }, el('summary', { 'data-key': pile.id }, head), cards)

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
  const alike = targets.filter(target => slug(target.id) === slug(card))
  const free = alike.find(target => !state.scene.piles.some(one => one.id === target.board))
  return alike.find(target => target.board === pile.id) ?? (free && meantPile(state, targets) === pile ? free : null)
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

/** A card: drawn as the tile it is, or by its picture and name; with what it says, and why it is of no use now. */
function cardFace(state, pile, index, target, click) {
  const card = pile.shown[index], face = pile.faces?.[index]
  const chosen = !target && state.selection.some(one => one.kind === 'card' && [card, pile.id].some(name => slug(one.id) === slug(name)))
  const classes = ['card', target && 'possible', chosen && 'chosen', face?.note && !target && 'useless', face?.terrain && 'tile-card'].filter(Boolean)
  const parts = [
    face?.terrain ? tilePicture(state.scene, face) : icon(state.scene.game, `c-${slug(card)}`, `t-${slug(card)}`, `i-${slug(card)}`),
    el('span', { class: 'card-words' }, translated(face?.name || card),
      face?.sort && el('em', {}, translated(face.sort)),
      face?.text && el('small', {}, translated(face.text))),
    face?.note && el('span', { class: 'unseen' }, translated(face.note)),
  ]
  const told = [face?.sort, face?.text, face?.note].filter(Boolean).map(translated)
  const attributes = { class: classes.join(' '), ...(areWares(pile) ? { 'data-slip': told.join('\n') } : { title: told.join(' – ') || null }) }
  return target ? el('button', { ...attributes, type: 'button', 'data-key': `${pile.id}/${index}`, 'data-target': keyOf(target), onclick: () => click(target) }, ...parts)
    : el('span', attributes, ...parts)
}

const TILE_VIEW = '-52 -46 104 92'

/** A card that is a tile, as it would lie on the board. */
function tilePicture(scene, face) {
  const board = { ...scene.boards[0], cells: [] }
  return svg('svg', { class: `board tile-picture`, 'data-game': scene.game, viewBox: TILE_VIEW, 'aria-hidden': 'true' },
    drawTile(scene, board, { id: face.name, terrain: face.terrain, glyph: '', label: face.name, badges: face.badges, note: '' }))
}

/** Pieces off the board by who keeps them. */
function keepings(state, next, click) {
  const off = state.scene.pieces.filter(piece => piece.board === null)
  const owners = [...new Set(off.map(piece => piece.owner))]
  return owners.map(owner => el('section', {
    class: `pile keeping${owner === null ? '' : ` owned player-${colourOf(state.scene, owner)}`}`,
  },
  el('h2', {}, owner === null ? t('tray.supply') : named(state.scene.panels.find(p => p.player === owner)?.name ?? '')),
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
  return hit ? el('button', { ...attributes, type: 'button', 'data-key': piece.id, 'data-target': keyOf(hit.target), onclick: () => click(hit.target) }, ...face) : el('span', attributes, ...face)
}

/** Whether the tray shows something to click for a target. */
export function inTray(state, target) {
  if (state.scene.pieces.some(piece => piece.board === null && piece.id === target.id)) return ['piece', 'card'].includes(target.kind)
  if (!['card', 'pile'].includes(target.kind)) return false
  if (state.scene.piles.some(pile => pile.id === target.id)) return true
  const next = new Map([[keyOf(target), { target }]])
  return state.scene.piles.some(pile => pile.shown.slice(0, MOST_CARDS).some((card, i) => targetOfCard(state, pile, card, i, next)))
}
