/**
 * Drag and drop beside clicking: a piece or card that can be chosen is carried to where it can go. Picking it up is the
 * click on it, dropping it the click on what lies below; dropped elsewhere it goes back.
 */
import { nextTargets } from './choices.js'
import { back, pick } from './decide.js'
import { el } from './dom.js'
import { live, targetsUnder } from './pointer.js'
import { myTurn } from './state.js'
import { change, now } from './store.js'
import { preview } from './stage.js'

const SLACK = 6 // pixels a hand may tremble

/** @typedef {{target: import('./state.js').Target, x: number, y: number, node: Element, picture: HTMLElement|null}} Held */
/** @type {Held|null} */
let held = null
let justDropped = false

/** What of an element can be picked up now: a piece, or a card of the tray. */
function graspable(element) {
  const state = now()
  if (!myTurn(state) || state.waiting || state.pending) return null
  const next = nextTargets(state.scene.choices, [])
  const key = element.closest('[data-piece]')?.getAttribute('data-piece')
  const found = key ? [...next.values()].find(({ target }) => target.kind === 'piece' && target.id === key)
    : cardAt(element, next)
  const goesOn = found && found.choices.some(choice => choice.path.length > 1)
  return goesOn ? found.target : null
}

/** A card of the tray says by an attribute which target it stands for. */
function cardAt(element, next) {
  const key = element.closest('[data-target]')?.getAttribute('data-target')
  return key ? next.get(key) : undefined
}

function pickUp(event) {
  held.picture = el('div', { id: 'held', 'aria-hidden': 'true' })
  const copy = /** @type {SVGElement|HTMLElement} */ (held.node.cloneNode(true))
  const rect = held.node.getBoundingClientRect()
  if (held.node instanceof SVGElement) {
    const box = /** @type {SVGGraphicsElement} */ (held.node).getBBox()
    const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    picture.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`)
    picture.setAttribute('class', held.node.closest('svg').getAttribute('class'))
    copy.style.transform = 'none'
    picture.dataset.game = now().scene.game
    picture.append(copy)
    held.picture.append(picture)
  } else held.picture.append(copy)
  held.picture.style.inlineSize = `${rect.width}px`
  held.picture.style.blockSize = `${rect.height}px`
  document.body.append(held.picture)
  document.body.classList.add('dragging')
  change({ selection: [held.target], hints: [] }, { part: 'choice' })
  moveTo(event)
}

function moveTo(event) {
  held.picture.style.translate = `${event.clientX}px ${event.clientY}px`
  const below = document.elementFromPoint(event.clientX, event.clientY)
  preview(now(), below?.closest('#board') ? live(now(), targetsUnder(now(), { ...point(event), target: below })) : [])
}

const point = event => ({ clientX: event.clientX, clientY: event.clientY })

function drop(event) {
  const below = document.elementFromPoint(event.clientX, event.clientY)
  const targets = below?.closest('#board') ? live(now(), targetsUnder(now(), /** @type {any} */ ({ ...point(event), target: below }))) : []
  letGo()
  justDropped = true
  setTimeout(() => { justDropped = false })
  if (targets.length) pick([targets[0]])
  else back()
}

function letGo() {
  held?.picture?.remove()
  held = null
  document.body.classList.remove('dragging')
  preview(now(), [])
}

/** Listens on the page; the board and the tray are drawn again and again. */
export function listenToDrag() {
  addEventListener('pointerdown', event => {
    const element = /** @type {Element} */ (event.target)
    if (event.button !== 0 || !element.closest('#board, #tray')) return
    const target = graspable(element)
    const node = target && element.closest('[data-piece], [data-target]')
    if (node) held = { target, node, x: event.clientX, y: event.clientY, picture: null }
  })
  addEventListener('pointermove', event => {
    if (!held) return
    if (!held.picture && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return
    if (held.picture) moveTo(event)
    else pickUp(event)
  })
  addEventListener('pointerup', event => {
    if (held?.picture) drop(event)
    held = null
  })
  addEventListener('pointercancel', () => {
    if (held?.picture) back()
    letGo()
  })
  addEventListener('click', event => {
    if (!justDropped) return
    event.stopPropagation()
    event.preventDefault()
  }, { capture: true })
  addEventListener('keydown', event => {
    if (event.key === 'Escape' && held) letGo()
  }, { capture: true })
}

/** Whether something is being carried: then the board is not moved about. */
export const carries = () => held !== null
