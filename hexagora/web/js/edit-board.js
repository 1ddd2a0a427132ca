/** The drawing of an editor: boards that are painted by pointer, finger or keys. It knows cells and borders, no games. */
import { drawBoard, drawCursor, pointOut, sameForm, updateBoard, place } from './draw.js'
import { byId, el, svg } from './dom.js'
import { nextInDirection, outline } from './geometry.js'
import { t, translated } from './i18n.js'
import { updatePieces } from './pieces.js'
import { speak } from './speech.js'

/** @typedef {{kind: string, id: string, board: string}} Spot */

/** @type {Map<string, {drawing: import('./draw.js').Drawing, board: any}>} */
const boards = new Map()
let scene = null
let remarks = []
/** @type {Spot|null} */
let cursor = null
let onBorders = false
/** @type {Set<string>} places of the stroke that is being made */
let stroke = new Set()
let painting = false

const nameOf = spot => `${spot.board}/${spot.id}`

/** Shows a scene with the remarks at their places. Without a scene the last drawing stays, dimmed. */
export function showDrawing(shown, found) {
  const root = byId('drawing')
  root.classList.toggle('stale', !shown && Boolean(scene) && found.length > 0)
  remarks = found
  if (!shown && !found.length) {
    scene = null
    boards.clear()
    root.replaceChildren()
  }
  if (shown) showScene(root, shown)
  for (const [id, { drawing, board }] of boards) {
    drawing.layers.effects.querySelectorAll('.stroke-mark').forEach(node => node.remove())
    pointOut(drawing, board, marksOf(id))
  }
}

function showScene(root, shown) {
  scene = shown
  root.classList.toggle('several', shown.boards.length > 1)
  const ids = shown.boards.map(board => board.id).join('|')
  const fits = ids === [...boards.keys()].join('|') && shown.boards.every(board => sameForm(boards.get(board.id).drawing, board))
  if (!fits) {
    boards.clear()
    for (const board of shown.boards) boards.set(board.id, { drawing: drawBoard(shown, board), board })
    root.replaceChildren(...shown.boards.map(board => el('figure', {}, boards.get(board.id).drawing.root,
      shown.boards.length > 1 && board.title && el('figcaption', {}, translated(board.title)))))
    if (cursor && !spots().some(one => nameOf(one.spot) === nameOf(cursor))) cursor = null
  }
  for (const board of shown.boards) {
    const { drawing } = boards.get(board.id)
    boards.set(board.id, { drawing, board })
    updateBoard(drawing, shown, board)
    updatePieces(drawing, shown, board)
    drawCursor(drawing, board, cursor)
  }
}

const marksOf = id => remarks.flatMap(remark => remark.places.map(one => [one, remark.level]))
  .filter(([one]) => one.startsWith(`${id}/`)).map(([one, level]) => ({ id: one.slice(id.length + 1), kind: level }))
  .sort((a, b) => b.kind.localeCompare(a.kind))

/** Whether strokes go to the sides of cells instead of cells. */
export function paintBorders(yes) {
  onBorders = yes
  byId('drawing').classList.toggle('on-borders', yes)
}

/** Lights places up for a moment and puts the cursor there. @param {string[]} places */
export function lightUp(places) {
  const first = spots(true).find(one => places.includes(nameOf(one.spot)))
  if (first) moveTo(first.spot)
}

// by pointer

/** The place under a point of the screen, or none. */
function placeAt(x, y) {
  const found = document.elementFromPoint(x, y)
  const root = found?.closest('#drawing svg.board')
  const at = found?.closest(onBorders ? '[data-border]' : '[data-cell]')
  if (!root || !at) return ''
  return `${root.getAttribute('data-board')}/${at.getAttribute(onBorders ? 'data-border' : 'data-cell')}`
}

function mark(name) {
  const [id, cell] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)]
  const { drawing, board } = boards.get(id) ?? {}
  const found = drawing?.cells.get(cell)
  if (found) drawing.layers.effects.append(svg('path', { class: 'stroke-mark', d: outline(board.shape, found.size), transform: place(found.cell) }))
}

/** Listens to pointers and keys. @param {{begin: () => void, paint: (places: string[]) => void, key: (event: KeyboardEvent) => boolean}} deeds */
export function listenToDrawing(deeds) {
  const root = byId('drawing')
  const reach = event => {
    const name = placeAt(event.clientX, event.clientY)
    if (!name || stroke.has(name)) return
    stroke.add(name)
    mark(name)
    deeds.paint([name])
  }
  root.addEventListener('pointerdown', event => {
    if (event.button || !placeAt(event.clientX, event.clientY)) return
    painting = true
    stroke = new Set()
    deeds.begin()
    reach(event)
    root.setPointerCapture?.(event.pointerId)
  })
  root.addEventListener('pointermove', event => painting && reach(event))
  for (const end of ['pointerup', 'pointercancel']) root.addEventListener(end, () => { painting = false })
  root.addEventListener('keydown', event => {
    if (handle(event, deeds)) event.preventDefault()
  })
}

// by keys

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** All places of the board where the cursor is: cells, or sides of cells while these are painted. */
function spots(everywhere = false) {
  const shown = everywhere || !cursor ? [...boards.values()] : [boards.get(cursor.board)].filter(Boolean)
  return shown.flatMap(({ board }) => [
    ...(onBorders && !everywhere ? [] : board.cells.map(cell => ({ x: cell.x, y: cell.y, spot: { kind: 'cell', id: cell.id, board: board.id } }))),
    ...(onBorders || everywhere ? board.borders.map(border => ({ x: (border.x1 + border.x2) / 2, y: (border.y1 + border.y2) / 2, spot: { kind: 'border', id: border.id, board: board.id } })) : []),
  ])
}

function handle(event, deeds) {
  const all = spots()
  const here = cursor && all.find(one => nameOf(one.spot) === nameOf(cursor))
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  if (WAYS[event.key]) {
    const next = here ? nextInDirection(all, here, ...WAYS[event.key]) : middle(all)
    if (next) moveTo(next.spot)
  } else if (event.key === 'Enter' || event.key === ' ') {
    if (!here) return false
    deeds.begin()
    deeds.paint([nameOf(here.spot)])
  } else if (event.key === 'd') {
    if (cursor) speak(describe(cursor))
  } else if (event.key === '.' || event.key === ',') {
    nextRemark(event.key === '.' ? 1 : -1)
  } else {
    return deeds.key(event)
  }
  return true
}

function middle(all) {
  const x = all.reduce((sum, one) => sum + one.x, 0) / all.length
  const y = all.reduce((sum, one) => sum + one.y, 0) / all.length
  return all.reduce((best, one) => (!best || Math.hypot(one.x - x, one.y - y) < Math.hypot(best.x - x, best.y - y) ? one : best), null)
}

function moveTo(spot) {
  cursor = spot
  for (const { drawing, board } of boards.values()) drawCursor(drawing, board, cursor)
  speak(describe(spot))
}

/** Says again what is under the cursor, after it has changed. */
export const describeCursor = () => cursor && speak(describe(cursor))

function nextRemark(step) {
  const places = remarks.flatMap(remark => remark.places)
  if (!places.length) return speak(t('edit.nowhere'))
  const now = cursor ? places.indexOf(nameOf(cursor)) : -1
  lightUp([places[(now + step + places.length) % places.length]])
}

/** A place in words: what is there, and what is wrong with it. */
function describe(spot) {
  const { board } = boards.get(spot.board) ?? {}
  const own = spot.kind === 'border' ? board?.borders.find(one => one.id === spot.id) : board?.cells.find(one => one.id === spot.id)
  const pieces = spot.kind === 'border' ? [] : scene.pieces.filter(piece => piece.board === spot.board && piece.at === spot.id)
  const said = remarks.filter(remark => remark.places.includes(nameOf(spot))).map(remark => translated(remark.text))
  return [translated(own?.note) || spot.id, ...pieces.map(piece => translated(piece.note || piece.kind)), ...said].filter(Boolean).join('. ')
}
