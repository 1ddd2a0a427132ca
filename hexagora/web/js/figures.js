/** The drawings of a rulebook: real positions, drawn as at the table, so that they show what the game shows today. */
import * as api from './api.js'
import { drawBoard, pointOut } from './draw.js'
import { updatePieces } from './pieces.js'
import { loadSprites } from './sprites.js'

/** A board of a scene, the first unless one is named, as a picture; cells that are warned about are marked. */
export function boardPicture(scene, id = '') {
  const board = scene.boards.find(one => one.id === id) ?? scene.boards[0]
  const drawing = drawBoard(scene, board)
  updatePieces(drawing, scene, board)
  const doubtful = (scene.warnings ?? []).map(warning => warning.cell).filter(Boolean)
  pointOut(drawing, board, doubtful.map(id => ({ id, kind: 'changed' })))
  return drawing.root
}

/** Draws the figures below an element one after the other. @param {HTMLElement} root @param {string} game */
export async function drawFigures(root, game) {
  const figures = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('figure[data-position]'))
  if (figures.length) await loadSprites(game)
  for (const figure of figures) {
    const { options, start, board } = JSON.parse(figure.dataset.position ?? '{}')
    try {
      const drawing = boardPicture(await api.preview(game, options, start), board)
      drawing.setAttribute('role', 'img')
      drawing.setAttribute('aria-label', figure.textContent ?? '')
      figure.prepend(drawing)
    } catch {
      figure.classList.add('undrawn') // the caption stays
    }
    delete figure.dataset.position
  }
}
