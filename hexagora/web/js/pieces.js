/** Pieces: where they stand in a cell and how they look. Elements are kept by the piece's identity. */
import { round, svg } from './dom.js'
import { SCALE } from './geometry.js'
import { numbers, symbol, use } from './sprites.js'
import { colourOf } from './state.js'

/** Offsets (in radii) and size of pieces that share a cell, by their number. */
const SHARES = [
  { size: 1, spots: [[0, 0]] },
  { size: 0.72, spots: [[-0.36, 0], [0.36, 0]] },
  { size: 0.62, spots: [[-0.38, 0.22], [0.38, 0.22], [0, -0.38]] },
  { size: 0.56, spots: [[-0.34, -0.3], [0.34, -0.3], [-0.34, 0.34], [0.34, 0.34]] },
]
const CROWD = { size: 0.44, radius: 0.56 }

/** How so many pieces without a fixed spot share a cell. @param {number} count */
function shares(count) {
  if (count <= SHARES.length) return SHARES[count - 1]
  return {
    size: CROWD.size,
    spots: Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count - Math.PI / 2
      return [Math.cos(angle) * CROWD.radius, Math.sin(angle) * CROWD.radius]
    }),
  }
}

const drawingOf = (scene, piece) => {
  const colour = piece.owner === null ? '' : colourOf(scene, piece.owner)
  return symbol(scene.game, `p-${piece.kind}-${colour}`, `p-${piece.kind}`)
}

/**
 * Where each piece of a board stands: id → {x, y, size} in drawing units.
 * @returns {Map<string, {x: number, y: number, size: number}>}
 */
export function arrange(scene, board) {
  const cells = new Map(board.cells.map(cell => [cell.id, cell]))
  const crowds = new Map()
  const places = new Map()
  for (const piece of scene.pieces) {
    const cell = cells.get(piece.at)
    if (piece.board !== board.id || !cell) continue
    const drawing = drawingOf(scene, piece)
    const spot = numbers(drawing, 'spot')
    const size = numbers(drawing, 'size')?.[0] ?? 1
    const rows = drawing?.getAttribute('data-spots')
    const key = rows ? `${piece.at} ${piece.kind}` : piece.at
    if (spot) places.set(piece.id, { x: cell.x * SCALE + spot[0], y: cell.y * SCALE + spot[1], size })
    else crowds.set(key, [...(crowds.get(key) ?? []), { piece, cell, size, rows, offset: numbers(drawing, 'offset') ?? [0, 0] }])
  }
  for (const crowd of crowds.values()) {
    const { size, spots } = crowd[0].rows ? ownSpots(crowd[0].rows, crowd.length) : shares(crowd.length)
    crowd.forEach(({ piece, cell, size: own, offset: [dx, dy] }, i) => places.set(piece.id, {
      x: (cell.x + spots[i][0]) * SCALE + dx, y: (cell.y + spots[i][1]) * SCALE + dy, size: size * own }))
  }
  return places
}

/** The places that a drawing gives to so many of its kind: "size x y x y …" for one, two, …, apart by semicolons. */
function ownSpots(rows, count) {
  const row = rows.split(';').map(text => text.trim().split(/\s+/).map(Number)).find(one => one.length > 2 * count)
  if (!row) return shares(count)
  const [size, ...xy] = row
  return { size, spots: Array.from({ length: count }, (_, i) => [xy[2 * i] / SCALE, xy[2 * i + 1] / SCALE]) }
}

/** The picture of a piece around (0, 0), for boards, trays and panels. */
export function picture(scene, piece) {
  const drawing = drawingOf(scene, piece)
  const colour = piece.owner === null ? '' : colourOf(scene, piece.owner)
  const heap = stackOf(drawing, piece)
  const figure = drawing ? heap.map(([dx, dy]) => use(drawing, dx || dy ? { transform: `translate(${dx} ${dy})` } : {})) : [
    svg('circle', { class: 'token', r: 26 }), svg('text', { class: 'token-glyph', y: 1 }, piece.glyph)]
  const [x, y, size] = numbers(drawing, 'mark') ?? [0, 0, 0]
  if (size) {
    figure.push(use(symbol('common', `mark-${colour}`), {
      class: 'owner-mark', transform: `translate(${x} ${y}) scale(${size})` }))
  }
  const parts = [svg('g', { class: 'figure' }, ...figure)]
  for (const tag of piece.tags) {
    const sign = symbol(scene.game, `tag-${tag}`)
    if (sign) parts.push(use(sign, { class: `tag tag-${tag}` }))
  }
  if (piece.label && !drawing?.hasAttribute('data-wordless')) parts.push(...tab(piece, drawing, heap[heap.length - 1]))
  return parts.filter(Boolean)
}

const HIGHEST = 5 // things of a heap that are drawn one above the other; the number tells of more

/** Where the things of a heap lie, if a drawing heaps up (data-stack="x y" from one to the next) and the label counts. */
function stackOf(drawing, piece) {
  const step = numbers(drawing, 'stack'), count = Number(piece.label)
  if (!step || !(count > 1)) return [[0, 0]]
  return Array.from({ length: Math.min(count, HIGHEST) }, (_, i) => [step[0] * i, step[1] * i])
}

const RING = 35 // around a piece of the usual size
const LABEL_SPOT = [0, 30]

/** The small label under a piece. */
function tab(piece, drawing, top = [0, 0]) {
  const [dx, dy] = numbers(drawing, 'label') ?? LABEL_SPOT
  const [x, y] = [dx + top[0], dy + top[1]]
  const width = 8 + piece.label.length * 9
  return [svg('g', { class: drawing?.hasAttribute('data-quiet') ? 'quiet-tab' : 'tab' },
    svg('rect', { class: 'piece-tab', x: x - width / 2, y: y - 9, width, height: 18, rx: 9 }),
    svg('text', { class: 'piece-label', x, y: y + 0.5 }, piece.label))]
}

export function classesOf(scene, piece) {
  const owner = piece.owner === null ? 'unowned' : `owned player-${colourOf(scene, piece.owner)}`
  return `piece kind-${piece.kind} ${owner} ${piece.tags.map(tag => `is-${tag}`).join(' ')}`.trim()
}

export const lookOf = (scene, piece) => JSON.stringify(
  [piece.kind, piece.glyph, piece.tags, piece.label, piece.owner === null ? null : colourOf(scene, piece.owner)])

export const placed = spot => `translate(${round(spot.x)}px, ${round(spot.y)}px) scale(${round(spot.size)})`

/**
 * Brings the pieces of a board up to date.
 * @param {import('./draw.js').Drawing} drawing
 * @returns {{nodes: Map<string, SVGElement>, places: Map<string, {x: number, y: number, size: number}>}}
 */
export function updatePieces(drawing, scene, board) {
  const places = arrange(scene, board)
  const old = new Map([...drawing.layers.pieces.children].filter(n => !n.classList.contains('leaving'))
    .map(n => [n.getAttribute('data-piece'), n]))
  const nodes = new Map()
  for (const piece of scene.pieces) {
    const spot = places.get(piece.id)
    if (!spot) continue
    const node = /** @type {SVGElement} */ (keptOrNew(old.get(piece.id), scene, piece))
    node.style.transform = placed(spot)
    nodes.set(piece.id, node)
    old.delete(piece.id)
  }
  for (const node of old.values()) node.remove()
  drawing.layers.pieces.append(...[...nodes.values()].filter(node => !node.parentNode))
  return { nodes, places }
}

function keptOrNew(node, scene, piece) {
  const look = lookOf(scene, piece)
  if (!node) node = svg('g', { 'data-piece': piece.id })
  if (node.getAttribute('data-look') !== look) {
    node.replaceChildren(...picture(scene, piece))
    node.setAttribute('data-look', look)
  }
  node.setAttribute('class', classesOf(scene, piece))
  node.setAttribute('data-at', piece.at)
  const ring = drawingOf(scene, piece)?.getAttribute('data-ring')
  if (ring) node.setAttribute('data-ring', ring)
  return node
}

/** Rings around the pieces that can be clicked, are clicked, or are hinted at. */
export function markPieces(drawing, marks) {
  for (const node of drawing.layers.pieces.children) {
    for (const kind of ['possible', 'chosen', 'hinted', 'premove']) node.classList.remove(kind)
  }
  const ringed = new Map()
  for (const { target, kind } of marks) {
    const node = drawing.layers.pieces.querySelector(`[data-piece="${CSS.escape(target.id)}"]:not(.leaving)`)
    if (!node) continue
    node.classList.add(kind)
    ringed.set(node, node.getAttribute('data-ring') ?? RING)
  }
  for (const node of drawing.layers.pieces.children) ringUp(node, ringed.get(node))
}

/** A ring that fits stays: a finger may be down on it. @param {Element} node @param {string|number|undefined} size */
function ringUp(node, size) {
  const old = node.querySelector('.ring')
  if (old && old.getAttribute('r') === String(size)) return
  old?.remove()
  if (size !== undefined) node.prepend(svg('circle', { class: 'ring', r: size }))
}
