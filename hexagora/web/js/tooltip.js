/** The slip beside the pointer: what a place is, and what a click there would bring. */
import { byId, el } from './dom.js'
import { consequences, nextTargets } from './choices.js'
import { translated } from './i18n.js'
import { live, targetsUnder } from './pointer.js'
import { icon } from './sprites.js'
import { preview, showWhere } from './stage.js'
import { keyOf } from './state.js'

const GAP = 16
const MOST_LABELS = 4

/** @param {import('./state.js').State} state @param {MouseEvent} event */
export function showTip(state, event) {
  const tip = byId('tip')
  const targets = state.scene ? targetsUnder(state, event) : []
  tip.hidden = !targets.length
  if (!targets.length) return leaveTip(state)
  const key = targets.map(keyOf).join() + state.selection.map(keyOf).join() + state.seq
  if (tip.dataset.key !== key) {
    tip.replaceChildren(...wordsFor(state, targets))
    tip.dataset.key = key
    showWhere(state, wayOrChange(state, targets))
    preview(state, live(state, targets))
  }
  tip.hidden = !tip.children.length
  const { width, height } = tip.getBoundingClientRect()
  const cell = cellUnder(/** @type {Element} */ (event.target))?.getBoundingClientRect()
  const [left, right] = cell && cell.width < innerWidth / 4 ? [cell.left, cell.right] : [event.clientX, event.clientX]
  const x = right + GAP + width > innerWidth ? left - GAP - width : right + GAP / 2 // beside the cell, never over it
  const y = event.clientY + GAP + height > innerHeight ? event.clientY - GAP - height : event.clientY + GAP
  tip.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, y)}px)`
}

/** The tile that is pointed at, or on which the piece stands that is. @param {Element} node */
function cellUnder(node) {
  const spot = node.closest('[data-cell], [data-at]')
  const id = spot?.getAttribute('data-cell') ?? spot?.getAttribute('data-at')
  return id && spot?.closest('svg')?.querySelector(`.layer-tiles [data-cell="${CSS.escape(id)}"]`)
}

/** Tells beside whatever carries `data-slip` what it says, line by line, while it is pointed at or has the keyboard. */
export function listenToSlips(place) {
  const here = event => {
    const node = /** @type {Element} */ (event.target).closest('[data-slip]')
    if (!node) return hideTip()
    const tip = byId('tip'), box = node.getBoundingClientRect()
    tip.replaceChildren(...(node.getAttribute('data-slip') ?? '').split('\n').map(line => el('p', {}, line)))
    tip.dataset.key = ''
    tip.hidden = false
    const { width, height } = tip.getBoundingClientRect()
    const x = box.left - GAP / 2 - width
    tip.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, Math.min(box.top, innerHeight - height - GAP))}px)`
  }
  for (const kind of ['mouseover', 'focusin']) place.addEventListener(kind, here)
  for (const kind of ['mouseleave', 'focusout']) place.addEventListener(kind, hideTip)
}

function leaveTip(state) {
  if (byId('tip').dataset.key && state.scene) preview(state, [])
  byId('tip').dataset.key = ''
}

export function hideTip() {
  byId('tip').hidden = true
  byId('tip').dataset.key = ''
}

const A_WAY = 2 // a note that names so many other cells describes a way

/** What a click here would change; else where the notes of the place lead to. */
function wayOrChange(state, targets) {
  if (openChoices(state, targets).some(choice => choice.way?.length)) return {}
  const changed = openChoices(state, targets).length === 1 ? openChoices(state, targets)[0].cells ?? [] : []
  return changed.length ? { names: changed, kind: 'changed' } : { names: namedCells(state, targets) }
}

/** The choices behind these targets that could be made now. */
function openChoices(state, targets) {
  const next = nextTargets(state.scene.choices, state.selection)
  return state.ply === null ? live(state, targets).flatMap(target => next.get(keyOf(target))?.choices ?? []) : []
}

/** The cells that the notes of a place lead to, such as the cheapest walk from there. */
function namedCells(state, targets) {
  const cells = new Set(state.scene.boards.flatMap(board => board.cells.map(cell => cell.id)))
  const named = notes(state, targets).join(' ').split(/[^\w]+/).filter(word => cells.has(word) && word !== targets[0].id)
  return named.length >= A_WAY ? named : []
}

function wordsFor(state, targets) {
  const open = openChoices(state, targets)
  return [
    ...notes(state, targets).map(note => el('p', { class: 'tip-note' }, translated(note))),
    ...(open.length <= MOST_LABELS ? open.map(choice => el('p', { class: 'tip-label' }, translated(choice.label))) : []),
    ...(open.length <= MOST_LABELS ? consequences(open) : []).map(({ kind, text }) =>
      el('p', { class: kind }, kind === 'warning' && icon('common', 'i-warning'), translated(text))),
  ]
}

function notes(state, targets) {
  const { scene } = state
  return targets.map(({ kind, id, board: on }) => {
    const board = scene.boards.find(one => one.id === on)
    const list = { cell: board?.cells, border: board?.borders, piece: scene.pieces }[kind]
    return list?.find(one => one.id === id)?.note
  }).filter(Boolean)
}
