/** The stage: the board in focus, large, and the others small beside it. Keeps the drawings between states. */
import { byId, el, renew, round, setText } from './dom.js'
import { changedSince, drawBoard, drawCursor, drawTargets, drawTrails, drawWay, isGrown, pointOut, sameForm, updateBoard } from './draw.js'
import { markPieces, updatePieces } from './pieces.js'
import { happened } from './happened.js'
import { leavers, moveOn, timesOf } from './motion.js'
import { veil } from './passing.js'
import { premarks } from './premove.js'
import { drawReach, signOf } from './shade.js'
import { showGhost } from './ghost.js'
import { knobbed, showKnobs } from './knobs.js'
import { updateDice } from './dice.js'
import { nextTargets } from './choices.js'
import { t, translated } from './i18n.js'
import { wordsOf } from './log.js'
import { still } from './settings.js'
import { turnBefore } from './since.js'
import { colourOf } from './state.js'
import { attachCamera, resetCamera } from './camera.js'
import { keepLegible } from './legible.js'

/** @type {Map<string, {drawing: import('./draw.js').Drawing, places: Map<string, object>}>} */
const drawn = new Map()
/** @type {import('./state.js').Scene|null} */
let shown = null
/** @type {Set<string>} pieces that came or moved last */
let latest = new Set()
let told = 0 // entries of the log that what is shown comes after
let past = false // whether an earlier moment is shown
/** @type {Map<string, {from: {x: number, y: number}, to: {x: number, y: number}, owner: string}[]>} the ways of those that moved, by board */
let trails = new Map()

export const drawingOf = id => drawn.get(id)?.drawing ?? null

/**
 * Shows a scene; what changed since the last one moves, unless motion is off. Between moments that do not follow each
 * other nothing has moved: a leap, as from one turning point to the next.
 */
export function showScene(state, { animated = true, leap = false } = {}) {
  const scene = state.scene
  const at = state.ply ?? state.log.length
  const leaps = leap || ((past || state.ply !== null) && Math.abs(at - told) > 1)
  const quiet = still() || !animated || !shown || leaps || document.hidden
  const what = shown ? happened(shown, scene, state.log.slice(told, at)) : null
  told = at
  past = state.ply !== null
  const found = what?.pieces
  const steps = quiet ? null : found
  const before = new Map([...drawn].map(([id, entry]) => [id, entry.places]))
  for (const board of scene.boards) showBoard(scene, board, steps, what)
  if (found && shown !== scene) {
    latest = new Set(leaps ? [] : [...found.came, ...found.moved.map(({ id }) => id)])
    trails = leaps ? new Map() : new Map(scene.boards.map(board => [board.id, trailsOf(scene, board, found, before.get(board.id))]))
  }
  updateDice(drawn.get(scene.boards[0].id).drawing, scene, scene.boards[0], scene.dice ?? [], !quiet)
  for (const id of drawn.keys()) if (!scene.boards.some(b => b.id === id)) drawn.delete(id)
  layOut(state)
  showMarks(state)
  showLatest()
  showWay(scene)
  shown = scene
}

/** What came or moved last stays marked until the next thing happens. */
function showLatest() {
  for (const { drawing } of drawn.values()) {
    for (const node of drawing.layers.pieces.children) node.classList.toggle('latest', latest.has(node.getAttribute('data-piece')))
    drawTrails(drawing, trails.get(drawing.id) ?? [])
  }
}

/** From where to where pieces of a board have moved. */
const trailsOf = (scene, board, { moved }, before) => moved.flatMap(({ id, was }) => {
  const from = before?.get(was), to = drawn.get(board.id).places.get(id)
  const owner = scene.pieces.find(piece => piece.id === id)?.owner ?? null
  return from && to ? [{ from, to, owner: owner === null ? '' : colourOf(scene, owner) }] : []
})

/** The way that the end of a match tells of: a chain of pieces is drawn over them, any other way lies on the ground. */
function showWay(scene) {
  for (const board of scene.boards) {
    const prefix = `${board.id}/`
    const ids = (scene.ending?.way ?? []).filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length))
    const taken = new Set(scene.pieces.filter(piece => piece.board === board.id).map(piece => piece.at))
    drawWay(drawn.get(board.id).drawing, ids, 'told', ids.every(id => taken.has(id)) ? 'effects' : 'ways')
  }
}

function showBoard(scene, board, steps, what) {
  const old = drawn.get(board.id)
  const kept = old && sameForm(old.drawing, board) && shown?.game === scene.game ? old : null
  const follows = steps && old && (kept || (shown?.game === scene.game && isGrown(old.drawing, board)))
  const leaving = follows ? leavers(scene, old, steps) : []
  const later = follows ? timesOf(what).burns : 0
  if (kept && later) veil(old.drawing, later) // first the die, then what it brings
  const before = { places: old?.places ?? new Map() }
  const entry = kept ?? { drawing: drawBoard(scene, board), places: new Map() }
  const { drawing } = entry
  const { changed, reprinted } = kept ? updateBoard(drawing, scene, board)
    : { changed: follows ? changedSince(old.drawing, drawing) : [], reprinted: [] }
  if (!kept) {
    attachCamera(drawing)
    keepLegible(drawing.root)
  }
  drawn.set(board.id, entry)
  const now = updatePieces(drawing, scene, board)
  entry.places = now.places
  if (!follows) return
  moveOn(scene, board, drawing, what, { before, now, leaving, changed, reprinted })
}

/** Puts the board in focus on the stage and the others into the gallery. */
function layOut(state) {
  const stage = byId('board'), gallery = byId('gallery')
  const main = drawn.get(state.board)?.drawing.root
  if (main && stage.firstElementChild !== main) stage.replaceChildren(main)
  const others = state.scene.boards.filter(board => board.id !== state.board)
  gallery.hidden = !others.length
  document.body.dataset.boards = String(state.scene.boards.length)
  const buttons = new Map([...gallery.children].map(node => [node.getAttribute('data-show'), node]))
  renew(gallery, ...others.map(board => buttons.get(board.id) ?? galleryButton(state.scene, board)))
  for (const board of others) {
    const button = galleryButtonOf(board), holder = button.querySelector('.thumb')
    setText(button.querySelector('.thumb-title'), translated(board.title) || board.id)
    const { root, extent } = drawn.get(board.id).drawing
    root.style.setProperty('--share', String(round(Math.min(1, extent.height / (drawn.get(state.board)?.drawing.extent.height ?? extent.height)))))
    if (holder.firstElementChild !== root) {
      resetCamera(drawn.get(board.id).drawing)
      holder.replaceChildren(root)
    }
  }
  const own = state.scene.boards.find(board => board.id === state.board)
  const title = byId('board-title')
  title.hidden = state.scene.boards.length < 2
  title.textContent = own ? translated(own.title) : ''
  title.className = own?.owner !== null && own ? `player-${colourOf(state.scene, own.owner)}` : ''
}

const galleryButton = (scene, board) => el('button', {
  type: 'button', 'data-show': board.id, class: board.owner === null ? '' : `player-${colourOf(scene, board.owner)}`,
}, el('span', { class: 'thumb', 'aria-hidden': 'true' }), el('span', { class: 'unseen' }, t('board.show')),
el('span', { class: 'thumb-title' }))

/** What a click on these targets would bring, on the boards where they are. */
export function preview(state, targets) {
  for (const { drawing } of drawn.values()) foreshow(state, drawing, targets)
}

function foreshow(state, drawing, targets) {
  const here = targets.filter(target => target.board === drawing.id)
  showGhost(state, drawing, here)
  showKnobs(state, drawing, here)
}

/** Highlights: what can be clicked, what has been clicked, what was hinted at. */
export function showMarks(state) {
  const { scene } = state
  if (!scene) return
  const marks = [...marksOf(state)]
  for (const board of scene.boards) {
    const entry = drawn.get(board.id)
    if (!entry) continue
    const here = marks.filter(mark => mark.target.board === board.id)
    drawReach(entry.drawing, board, scene, here.filter(mark => mark.sign))
    drawTargets(entry.drawing, board, here.filter(mark => mark.target.kind !== 'piece'))
    markPieces(entry.drawing, here.filter(mark => mark.target.kind === 'piece'))
    drawCursor(entry.drawing, board, state.cursor)
    const cursor = state.cursor ? [state.cursor].filter(target => target.board === board.id) : []
    showGhost(state, entry.drawing, cursor)
    showKnobs(state, entry.drawing, state.cursor ? cursor : knobbed(entry.drawing)) // those under the pointer stay
    galleryButtonOf(board)?.classList.toggle('calls', here.some(mark => mark.kind === 'possible'))
  }
}

function* marksOf(state) {
  const choices = state.ply === null && !state.pending ? state.scene.choices : []
  if (!state.waiting) {
    for (const { target, choices: behind } of nextTargets(choices, state.selection).values()) {
      yield { target, kind: 'possible', sign: signOf(behind) }
    }
  }
  yield* premarks(state)
  for (const target of state.pending?.path ?? state.selection) yield { target, kind: 'chosen' }
  for (const hint of state.hints.slice(0, 1)) {
    const choice = state.scene.choices.find(one => one.text === hint.text)
    for (const target of choice?.path ?? []) yield { target, kind: 'hinted' }
  }
}

/**
 * Shows where something is; where nothing is asked for, where the turn before changed something. Places are called
 * "board/cell", or by the cell alone.
 * @param {{names?: string[], missed?: string[], kind?: string, seat?: number|null}} where `missed` are shown greyed;
 *   with a seat and several boards, a cell without a board means the board that is named, or that of the seat
 */
export function showWhere(state, where = {}) {
  const { names = [], missed = [], kind = 'told', seat = null } = where.names?.length || where.missed?.length ? where : recent(state)
  const boards = state.scene?.boards ?? []
  const meant = boardsMeant(state, names, seat)
  for (const board of boards) {
    const entry = drawn.get(board.id)
    if (!entry) continue
    const here = name => (name.includes('/') ? name.startsWith(`${board.id}/`) : meant.includes(board))
    const spots = [[missed, 'missed'], [names, kind]].flatMap(([list, sort]) =>
      list.filter(here).map(name => ({ id: name.slice(name.indexOf('/') + 1), kind: sort })))
    pointOut(entry.drawing, board, spots)
    const asked = new Set(kind === 'recent' ? [] : spots.map(spot => spot.id))
    for (const [id, { over }] of entry.drawing.cells) over.classList.toggle('told', asked.has(id))
    const points = board.id !== state.board && entry.drawing.layers.effects.querySelector('.pointed:not(.recent)')
    galleryButtonOf(board)?.classList.toggle('points', Boolean(points))
  }
}

/** The boards whose cells words mean: those that they name, else that of the seat, else all. */
export function boardsMeant({ scene }, words, seat) {
  const boards = scene?.boards ?? []
  const named = boards.filter(board => words.includes(board.id))
  const own = boards.length > 1 ? boards.filter(board => seat !== null && board.owner === seat - 1) : []
  return [named, own, boards].find(some => some.length) ?? []
}

/** Cells that words on the page mention show their names. @param {Map<string, Set<string>>} words by board */
export function showNames(words) {
  for (const { drawing } of drawn.values()) for (const [id, { over }] of drawing.cells) over.classList.toggle('named', Boolean(words.get(drawing.id)?.has(id)))
}

/** The places that the turn before named, marked thinly. */
function recent(state) {
  const entries = turnBefore(state)
  return { names: [...new Set(entries.flatMap(entry => placesIn(state, entry)))], kind: 'recent', seat: entries[0]?.seat ?? null }
}

/** What an entry may name, with the boards that it means where there are several. */
function placesIn(state, entry) {
  const words = wordsOf(entry)
  if ((state.scene?.boards.length ?? 0) < 2) return words
  return boardsMeant(state, words, entry.seat).flatMap(board => words.map(word => `${board.id}/${word}`))
}

const galleryButtonOf = board => byId('gallery').querySelector(`[data-show="${CSS.escape(board.id)}"]`)
