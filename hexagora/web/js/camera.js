/** Zoom and pan of a board: wheel, drag, pinch, buttons. A drag is no click. While the page itself is enlarged fingers are
 * the browser's, which leads back: the board may be all that is in sight. */
import { isEnlarged, round } from './dom.js'
import { carries } from './drag.js'

const STEP = 1.25
const NEAREST = 6
const SLACK = 6 // pixels a finger may tremble

/** @typedef {{x: number, y: number, k: number}} Camera */
/** @type {WeakMap<object, Camera>} */
const cameras = new WeakMap()

const cameraOf = drawing => cameras.get(drawing) ?? { x: 0, y: 0, k: 1 }

function setCamera(drawing, camera) {
  const { extent } = drawing
  const k = Math.min(NEAREST, Math.max(1, camera.k))
  const clamp = (value, start, length) => Math.min(start * (1 - k), Math.max((start + length) * (1 - k), value))
  const held = { k, x: clamp(camera.x, extent.x, extent.width), y: clamp(camera.y, extent.y, extent.height) }
  cameras.set(drawing, held)
  drawing.root.firstElementChild.setAttribute('transform', `translate(${round(held.x)} ${round(held.y)}) scale(${round(k)})`)
  drawing.root.classList.toggle('zoomed', k > 1)
}

export const resetCamera = drawing => setCamera(drawing, { x: 0, y: 0, k: 1 })

/** A point of the screen in drawing units, before the camera. */
function pointAt(drawing, event) {
  const matrix = drawing.root.getScreenCTM()
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 }
}

function zoomAt(drawing, point, factor) {
  const { x, y, k } = cameraOf(drawing)
  const next = Math.min(NEAREST, Math.max(1, k * factor))
  setCamera(drawing, { k: next, x: point.x - ((point.x - x) * next) / k, y: point.y - ((point.y - y) * next) / k })
}

function panBy(drawing, from, to) {
  const camera = cameraOf(drawing)
  setCamera(drawing, { ...camera, x: camera.x + to.x - from.x, y: camera.y + to.y - from.y })
}

/** Zooms in or out around the middle. */
export function zoom(drawing, direction) {
  const { x, y, width, height } = drawing.extent
  zoomAt(drawing, { x: x + width / 2, y: y + height / 2 }, STEP ** direction)
}

/** Listens on a board. @param {import('./draw.js').Drawing} drawing */
export function attachCamera(drawing) {
  const { root } = drawing
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map()
  let dragged = false
  /** @type {{spread: number, middle: {x: number, y: number}}|null} how two fingers lay last */
  let pinch = null

  root.addEventListener('wheel', event => {
    if (!root.closest('#board')) return
    if (!event.ctrlKey && cameraOf(drawing).k === 1 && event.deltaY > 0) return
    event.preventDefault()
    zoomAt(drawing, pointAt(drawing, event), STEP ** (-event.deltaY / 120))
  }, { passive: false })

  root.addEventListener('pointerdown', event => {
    fingers.set(event.pointerId, event)
    dragged = false
    pinch = null
  })

  root.addEventListener('pointermove', event => {
    const before = fingers.get(event.pointerId)
    if (!before || !root.closest('#board') || carries() || isEnlarged()) return
    if (fingers.size === 2) {
      fingers.set(event.pointerId, event)
      const [a, b] = [...fingers.values()]
      const spread = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      const middle = pointAt(drawing, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 })
      if (pinch) {
        panBy(drawing, pinch.middle, middle)
        zoomAt(drawing, middle, spread / (pinch.spread || spread || 1))
      }
      pinch = { spread, middle }
      dragged = true
      return
    }
    const far = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY)
    if (cameraOf(drawing).k === 1 || (!dragged && far < SLACK)) return
    dragged = true
    panBy(drawing, pointAt(drawing, before), pointAt(drawing, event))
    fingers.set(event.pointerId, event)
  })

  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
    root.addEventListener(end, event => fingers.delete(/** @type {PointerEvent} */ (event).pointerId))
  }
  root.addEventListener('click', event => {
    if (dragged) event.stopPropagation()
    dragged = false
  }, { capture: true })
}
