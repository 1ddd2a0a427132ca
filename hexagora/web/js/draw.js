/** Draws boards: mat, tiles, badges, links and borders. Boards are built once and then updated cell by cell. */
import { renew, round, svg } from './dom.js'
import { fit } from './fitting.js'
import { extent, freeSide, NODE_RADIUS, outline, SCALE } from './geometry.js'
import { translated } from './i18n.js'
import { numbers, symbol, use } from './sprites.js'
import { colourOf } from './state.js'

const LIGHT = { fill: 'url(#common-light-face)', stroke: 'url(#common-light-rim)' } // from the upper left, on every tile
const TILE = 0.965 // size of a tile in its place: the mat shows between tiles
const MARK = 0.91 // size of the outline of a target in its tile
const BADGE_ROW = 0.62 // where badges without a fixed spot stand below the middle, in radii
const BADGE_STEP = 0.5
const BADGE_HEIGHT = 20
const BADGE_GAP = 3 // between badges in a row
const NODE_BADGE_ROW = 0.7
const NODE_BADGE = 1.25 // how much larger badges are on a graph, whose boards are wide
const BORDER_SIGN = 0.1 // size of the shape of a player's colour on a border
const MANY_TARGETS = 24 // from here on targets are shown more quietly
const LAYERS = ['mat', 'ground', 'links', 'tiles', 'shade', 'borders', 'ways', 'targets', 'trails', 'pieces', 'over', 'ghost', 'signs', 'knobs', 'dice', 'cursor', 'effects']

/**
 * @typedef {object} Drawing a board on the screen
 * @property {string} id
 * @property {SVGElement} root
 * @property {Record<string, SVGElement>} layers
 * @property {Map<string, {node: SVGElement, over: SVGElement, cell: import('./state.js').Cell, size: number, look: string}>} cells
 *   `over` is what is drawn above the pieces
 * @property {{x: number, y: number, width: number, height: number}} extent
 * @property {string} form what must not change without a new drawing
 */

const formOf = board => JSON.stringify([board.shape, board.links, board.cells.map(c => [c.id, c.x, c.y])])

/** A board drawn from nothing. @returns {Drawing} */
export function drawBoard(scene, board) {
  const box = extent(board)
  const layers = Object.fromEntries(LAYERS.map(name => [name, svg('g', { class: `layer-${name}` })]))
  const root = svg('svg', {
    class: `board board-${board.shape}`, 'data-game': scene.game, 'data-board': board.id,
    viewBox: `${round(box.x)} ${round(box.y)} ${round(box.width)} ${round(box.height)}`,
  }, svg('g', { class: 'camera' }, ...LAYERS.map(name => layers[name])))
  const drawing = { id: board.id, root, layers, cells: new Map(), extent: box, form: formOf(board) }
  drawMat(drawing, scene, board)
  drawLinks(drawing, board)
  updateBoard(drawing, scene, board)
  return drawing
}

export const sameForm = (drawing, board) => drawing.form === formOf(board)

/** Whether a board is the one drawn with more or fewer cells: what both have lies where it lay. */
export function isGrown(drawing, board) {
  const common = board.cells.filter(({ id, x, y }) => {
    const was = drawing.cells.get(id)?.cell
    return was && was.x === x && was.y === y
  })
  return common.length === Math.min(drawing.cells.size, board.cells.length)
}

/** The cells of a new drawing whose terrain was another one. */
export const changedSince = (old, drawing) => [...drawing.cells].flatMap(([id, { cell }]) => {
  const was = old.cells.get(id)
  return was && was.cell.terrain !== cell.terrain ? [id] : []
})

function drawMat(drawing, scene, board) {
  if (board.shape === 'node') return drawDisc(drawing, scene)
  const shapes = board.cells.map(c => svg('path', { d: outline(board.shape, 1.01), transform: place(c) }))
  drawing.layers.mat.append(
    svg('g', { class: 'mat-edge' }, ...shapes), svg('g', { class: 'mat-face' }, ...shapes.map(s => s.cloneNode())))
}

/** The ground of a graph: one round field, with the game's drawing of it if there is one. */
function drawDisc(drawing, scene) {
  const { x, y, width, height } = drawing.extent
  const disc = { cx: x + width / 2, cy: y + height / 2, r: width / 2 - SCALE * 0.3 }
  drawing.layers.mat.append(svg('circle', { class: 'mat-edge', ...disc }), svg('circle', { class: 'mat-disc', ...disc }))
  const ground = symbol(scene.game, 'ground')
  if (ground) drawing.layers.mat.append(use(ground, { transform: `translate(${round(disc.cx)} ${round(disc.cy)}) scale(${round(disc.r / SCALE)})` }))
}

function drawLinks(drawing, board) {
  const at = new Map(board.cells.map(c => [c.id, c]))
  for (const [a, b] of board.links) {
    const [from, to] = [at.get(a), at.get(b)]
    if (!from || !to) continue
    drawing.layers.links.append(svg('line', {
      class: 'link', x1: from.x * SCALE, y1: from.y * SCALE, x2: to.x * SCALE, y2: to.y * SCALE }))
  }
}

export const place = spot => `translate(${round(spot.x * SCALE)} ${round(spot.y * SCALE)})`

/** What is printed on a cell, without what a decision alone shows there. */
const printOf = (scene, cell) => JSON.stringify([cell.label, cell.badges.filter(badge => !badgeDrawing(scene, badge)?.hasAttribute('data-asked'))])

/**
 * Brings tiles and borders up to date; returns the names of the cells whose terrain has changed, and of those that say
 * something else.
 */
export function updateBoard(drawing, scene, board) {
  const changed = [], reprinted = []
  const standing = kindsStanding(scene, board)
  for (const cell of board.cells) {
    const look = lookOf(scene, cell, standing.get(cell.id))
    const old = drawing.cells.get(cell.id)
    if (old?.look === look) {
      old.cell = cell
      continue
    }
    const node = drawCell(scene, board, cell, standing.get(cell.id) ?? [])
    const over = drawOver(scene, board, cell)
    if (old) {
      old.node.replaceWith(node)
      old.over.replaceWith(over)
    } else {
      drawing.layers.tiles.append(node)
      drawing.layers.over.append(over)
      drawGround(drawing, scene, cell)
    }
    if (old && old.cell.terrain !== cell.terrain) changed.push(cell.id)
    else if (old && printOf(scene, old.cell) !== printOf(scene, cell)) reprinted.push(cell.id)
    drawing.cells.set(cell.id, { node, over, cell, look, size: sizeOf(scene, board, cell) })
  }
  renew(drawing.layers.borders, ...board.borders.map(drawShade), ...board.borders.map(border => drawBorder(scene, border)))
  return { changed, reprinted }
}

/** All that the drawing of a cell depends on: what it is, what stands there, what is written on it now, whose it is. */
const lookOf = (scene, { terrain, glyph, label, badges }, standing) => JSON.stringify([terrain, glyph, label, label && translated(label), standing,
  badges.map(({ kind, text, owner }) => [kind, text, text && translated(text), owner !== null && colourOf(scene, owner)])])

/** Which kinds of pieces stand on each cell: what is there as a piece is not drawn as a badge again. */
function kindsStanding(scene, board) {
  const kinds = new Map()
  for (const piece of scene.pieces) {
    if (piece.board === board.id) kinds.set(piece.at, [...(kinds.get(piece.at) ?? []), piece.kind])
  }
  return kinds
}

const slug = text => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const pictureOf = (scene, cell) => symbol(scene.game, `t-${slug(cell.label || '-')}`, `t-${cell.terrain}`)

const isUnder = picture => picture?.hasAttribute('data-under')

/** What lies below the links of a graph. */
function drawGround(drawing, scene, cell) {
  const picture = pictureOf(scene, cell)
  if (isUnder(picture)) drawing.layers.ground.append(use(picture, { class: 'terrain-picture', transform: place(cell) }))
}

/** The radius of a cell: hexes have 1, places of a graph what their picture says. */
const sizeOf = (scene, board, cell) =>
  (board.shape === 'node' ? numbers(pictureOf(scene, cell), 'radius')?.[0] ?? NODE_RADIUS : 1)

/** One tile around (0, 0), as it would lie on a board of this shape: for cards that are tiles. */
export const drawTile = (scene, board, cell) => svg('g', {},
  drawCell(scene, board, { ...cell, x: 0, y: 0 }, []), drawOver(scene, board, { ...cell, x: 0, y: 0 }))

function drawCell(scene, board, cell, standing) {
  const tile = outline(board.shape, sizeOf(scene, board, cell) * (board.shape === 'node' ? 1 : TILE))
  const parts = [svg('path', { class: 'tile', d: tile })]
  const texture = symbol(scene.game, `tex-${cell.terrain}`)
  if (texture) parts.push(svg('path', { class: 'texture', d: tile, fill: `url(#${texture.id})` }))
  if (board.shape !== 'node') parts.push(svg('path', { class: 'bevel', d: outline(board.shape, TILE - 0.035), ...LIGHT }))
  const picture = pictureOf(scene, cell)
  if (picture && !isUnder(picture)) parts.push(use(picture, { class: 'terrain-picture' }))
  else if (!picture && cell.glyph.trim() && cell.glyph !== '·') parts.push(svg('text', { class: 'terrain-glyph' }, cell.glyph))
  if (cell.label && cell.label !== cell.id) parts.push(...drawLabel(board, cell, picture))
  parts.push(...drawBadges(scene, board, cell, cell.badges.filter(badge => !standing.includes(badge.kind) && !isOver(scene, badge))))
  const cleared = standing.some(kind => symbol(scene.game, `p-${kind}`)?.hasAttribute('data-clears'))
  return svg('g', {
    class: `cell terrain-${className(cell.terrain)}${cleared ? ' cleared' : ''}`, transform: place(cell), 'data-cell': cell.id,
  }, ...parts)
}

/** Names of cells and badges that must never be covered lie above the pieces. */
const isOver = (scene, badge) => badgeDrawing(scene, badge)?.hasAttribute('data-over')
const drawOver = (scene, board, cell) => svg('g', { class: `terrain-${className(cell.terrain)}`, transform: place(cell), 'data-above': cell.id },
  ...drawBadges(scene, board, cell, cell.badges.filter(badge => isOver(scene, badge))),
  svg('text', { class: 'coordinate', ...coordinateSpot(board, cell) }, cell.id))

const className = name => String(name).replace(/[^\w-]+/g, '-')
const COORDINATE_ROW = { flat: -SCALE * 0.66, pointy: -SCALE * 0.68 }
const COORDINATE_AWAY = 1.06 // from the middle of a place of a graph, in radii

/** Where the name of a cell stands: near the upper edge of a hex, on the freest side of a place of a graph. */
function coordinateSpot(board, cell) {
  if (board.shape !== 'node' || !board.links.length) return { y: COORDINATE_ROW[board.shape] ?? SCALE * COORDINATE_AWAY }
  const [x, y] = freeSide(board, cell, COORDINATE_AWAY)
  return { x, y }
}

const LONG_LABEL = 9

/** The name of a cell, above the middle or where its picture leaves room, as large as its tile allows; on round places word below word. */
function drawLabel(board, cell, picture) {
  const [x, y] = numbers(picture, 'label') ?? [0, board.shape === 'node' ? 0 : -SCALE / 2]
  const step = numbers(picture, 'lines')?.[0] ?? 0
  const text = translated(cell.label)
  const lines = step ? text.split(' ') : [text]
  return lines.map((line, i) => {
    const row = y + (i - (lines.length - 1) / 2) * step
    const name = svg('text', { class: `cell-label${line.length > LONG_LABEL ? ' long' : ''}`, x, y: row }, line)
    return board.shape === 'node' ? name : fit(name, board.shape, row)
  })
}

function drawBadges(scene, board, cell, badges) {
  const [row, size] = board.shape === 'node' ? [NODE_BADGE_ROW, NODE_BADGE] : [BADGE_ROW, 1]
  const free = badges.filter(badge => !numbers(badgeDrawing(scene, badge), 'spot'))
  const places = sideBySide(free.map(badge => size * Math.max(BADGE_STEP * SCALE, badgeWidth(badge) + BADGE_GAP)))
  return badges.map(badge => {
    const drawing = badgeDrawing(scene, badge)
    const spot = numbers(drawing, 'spot')
    return spot ? drawBadge(scene, badge, drawing, spot) : drawBadge(scene, badge, drawing, [places[free.indexOf(badge)], row * SCALE], size)
  })
}

/** The middles of things of these widths in a row around 0. @param {number[]} widths */
function sideBySide(widths) {
  let end = -widths.reduce((all, width) => all + width, 0) / 2
  return widths.map(width => (end += width) - width / 2)
}

const badgeWidth = badge => 18 * Math.max(1, badge.text.length * 0.55 + 0.35)

/** A badge is drawn by its kind and text, else by its kind. */
const badgeDrawing = (scene, badge) => symbol(scene.game, `b-${badge.kind}-${slug(badge.text)}`, `b-${badge.kind}`)

function drawBadge(scene, badge, drawing, [x, y], size = 1) {
  const owner = badge.owner === null ? '' : ` owned player-${colourOf(scene, badge.owner)}`
  const width = badgeWidth(badge)
  return svg('g', {
    class: `badge badge-${className(badge.kind)}${owner}`, transform: `translate(${round(x)} ${round(y)})${size === 1 ? '' : ` scale(${size})`}`,
    'data-text': badge.text,
  },
  drawing ? use(drawing) : badge.text && svg('rect', {
    class: 'badge-ground', x: -width / 2, y: -BADGE_HEIGHT / 2, width, height: BADGE_HEIGHT, rx: 9 }),
  ...ownerMark(scene, badge, drawing),
  badge.text && !drawing?.hasAttribute('data-wordless') && svg('text', {
    class: 'badge-text', x: numbers(drawing, 'text')?.[0] ?? 0, y: numbers(drawing, 'text')?.[1] ?? 0 }, translated(badge.text)))
}

/** The shape of its owner's colour on a badge whose drawing has a place for it. */
function ownerMark(scene, badge, drawing) {
  const [x, y, size] = numbers(drawing, 'mark') ?? [0, 0, 0]
  const mark = size && badge.owner !== null && symbol('common', `mark-${colourOf(scene, badge.owner)}`)
  return mark ? [use(mark, { class: 'owner-mark', transform: `translate(${x} ${y}) scale(${size})` })] : []
}

/** Shades lie below all borders, so that borders that meet are one line. */
const drawShade = border => svg('g', { class: `border border-${className(border.kind)}` }, svg('line', { class: 'border-shade', ...ends(border) }))

function drawBorder(scene, border) {
  const colour = border.owner === null ? '' : colourOf(scene, border.owner)
  return svg('g', { class: `border border-${className(border.kind)}${colour && ` owned player-${colour}`}`, 'data-border': border.id },
    svg('line', { class: 'border-line', ...ends(border) }),
    use(symbol('common', `mark-${colour}`), { class: 'owner-mark', transform: `${place(middle(border))} scale(${BORDER_SIGN})` }))
}

const middle = border => ({ x: (border.x1 + border.x2) / 2, y: (border.y1 + border.y2) / 2 })

const ends = border => ({ x1: border.x1 * SCALE, y1: border.y1 * SCALE, x2: border.x2 * SCALE, y2: border.y2 * SCALE })

/** Marks what can be clicked now, what has been clicked and what was hinted at. */
export function drawTargets(drawing, board, marks) {
  drawing.layers.targets.classList.toggle('many', marks.length > MANY_TARGETS)
  renew(drawing.layers.targets, ...marks.map(mark => {
    if (mark.target.kind === 'border') {
      const border = board.borders.find(b => b.id === mark.target.id)
      return border && svg('line', { class: `target border-target ${mark.kind}`, ...ends(border), 'data-border': border.id })
    }
    const { cell, size } = drawing.cells.get(mark.target.id) ?? {}
    return cell && svg('g', { class: `target ${mark.kind}`, transform: place(cell), 'data-cell': cell.id },
      svg('path', { d: outline(board.shape, size * (board.shape === 'node' ? 1 : MARK)) }),
      mark.kind === 'possible' && svg('circle', { class: 'dot', r: 7 }))
  }).filter(Boolean))
}

/** The ring of the keyboard. */
export function drawCursor(drawing, board, target) {
  const layer = drawing.layers.cursor
  layer.replaceChildren()
  if (!target || target.board !== board.id) return
  const border = target.kind === 'border' && board.borders.find(b => b.id === target.id)
  if (border) {
    layer.append(svg('line', ends(border)))
    return
  }
  const { cell, size } = drawing.cells.get(target.id) ?? {}
  if (cell) layer.append(svg('path', { d: outline(board.shape, size), transform: place(cell) }))
}

/** The last moves: thin arrows from where pieces were to where they are. */
export function drawTrails(drawing, trails) {
  renew(drawing.layers.trails, ...trails.map(({ from, to, owner }) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const short = Math.min(26, length / 3)
    const end = { x: to.x - ((to.x - from.x) / length) * short, y: to.y - ((to.y - from.y) / length) * short }
    return svg('g', { class: `trail${owner && ` player-${owner}`}` },
      svg('circle', { cx: round(from.x), cy: round(from.y), r: 7 }),
      svg('line', { x1: round(from.x), y1: round(from.y), x2: round(end.x), y2: round(end.y) }))
  }))
}

/**
 * Points out places for a moment: from the log, a note, a line of a panel.
 * @param {{id: string, kind: string}[]} spots cells or borders of this board
 */
export function pointOut(drawing, board, spots) {
  drawing.layers.effects.querySelectorAll('.pointed').forEach(node => node.remove())
  drawing.layers.effects.append(...spots.map(spot => pointed(drawing, board, spot)).filter(Boolean))
}

function pointed(drawing, board, { id, kind }) {
  const border = board.borders.find(one => one.id === id)
  if (border) return svg('line', { class: `pointed pointed-border ${kind}`, ...ends(border) })
  const shape = outlineOf(drawing, board, id)
  return shape && svg('path', { class: `pointed ${kind}`, ...shape })
}

/** The outline of a cell as attributes of a path; nothing where there is no such cell. */
export function outlineOf(drawing, board, id) {
  const { cell, size } = drawing.cells.get(id) ?? {}
  return cell && { d: outline(board.shape, size), transform: place(cell) }
}

const STEP = 0.3 // of the distance between two cells, on either side of their border, is an arrow that goes over it
const BARB = 0.14 // length of its barbs, likewise

/** A way that is only planned: an arrow over each border that would be crossed, so that all that is on the cells can be read. */
export function drawPlan(drawing, ids) {
  drawing.root.querySelectorAll('.plan').forEach(node => node.remove())
  const cells = ids.map(id => drawing.cells.get(id)?.cell).filter(Boolean)
  const arrows = cells.slice(1).map((to, i) => arrow(cells[i], to)).join('')
  if (arrows) drawing.layers.effects.append(...['plan plan-shade', 'plan'].map(kind => svg('path', { class: kind, d: arrows })))
}

function arrow(from, to) {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const at = (along, aside = 0) => `${round((from.x + x * along - y * aside) * SCALE)} ${round((from.y + y * along + x * aside) * SCALE)}`
  const tip = 0.5 + STEP / 2
  return `M${at(0.5 - STEP / 2)}L${at(tip)}M${at(tip - BARB, BARB)}L${at(tip)}L${at(tip - BARB, -BARB)}`
}

/**
 * A way over the board, from cell to cell, on the ground or above the pieces; ways of another kind stay.
 * @param {string[]} ids @param {string} kind @param {'ways' | 'effects'} layer
 */
export function drawWay(drawing, ids, kind, layer) {
  drawing.root.querySelectorAll(`.way.${kind}`).forEach(node => node.remove())
  const points = ids.map(id => drawing.cells.get(id)?.cell).filter(Boolean)
    .map(cell => `${round(cell.x * SCALE)},${round(cell.y * SCALE)}`)
  if (points.length < 2) return
  for (const stroke of ['way way-shade', 'way']) {
    drawing.layers[layer].append(svg('polyline', { class: `${stroke} ${kind}`, points: points.join(' ') }))
  }
}
