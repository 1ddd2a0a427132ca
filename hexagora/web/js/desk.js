/**
 * A table without a match behind it, as tutorials, analyses and puzzles have it: what all show, and how they are touched.
 *
 * @typedef {{now: () => import('./state.js').State, change: (part: Partial<import('./state.js').State>) => void,
 *   click: (targets: object[]) => unknown, back: () => void, drawn: () => void, renew: () => unknown,
 *   tools: Record<string, () => unknown>}} Desk `change` keeps a part of the state; `drawn` is told after another board
 *   has been drawn; `renew` shows everything again, in another language
 */
import { showButtons } from './bar.js'
import { resetCamera, zoom } from './camera.js'
import { clicked, complete, nextTargets } from './choices.js'
import { ask, openDialog, openSettings } from './dialogs.js'
import { byId, el, renew, setText } from './dom.js'
import { loadLanguage, t, translated } from './i18n.js'
import { boardKeys } from './keyboard.js'
import { showPanels, showSteps } from './panels.js'
import { hitBeside, targetsUnder } from './pointer.js'
import { listenToSheets } from './sheets.js'
import { drawingOf, showMarks, showScene, showWhere } from './stage.js'
import { hideTip, listenToSlips, showTip } from './tooltip.js'
import { showTray } from './tray.js'

/** What stands around the board. @param {Desk} desk */
export function showAround({ now, click }) {
  const state = now()
  showPanels(state, { point: where => showWhere(state, where), click: target => click([target]) })
  showSteps(state)
  setText(byId('prompt-text'), translated(state.scene.prompt))
  renew(byId('notes'), ...state.scene.notes.map(text => el('li', {}, translated(text))))
  document.body.dataset.game = state.scene.game
}

/** What can be chosen next. @param {Desk} desk */
export function showChoices({ now, click }) {
  showMarks(now())
  showTray(now(), target => click([target]))
  showButtons(now(), click)
  hideTip()
}

/** A click narrows the choices; what it leaves alone is decided. @param {Desk} desk @param {(text: string) => unknown} decide */
export function narrow(desk, targets, decide) {
  const { scene: { choices }, selection: before } = desk.now()
  const selection = clicked(choices, before, targets) ?? []
  desk.change({ selection })
  const ends = complete(choices, selection)
  if (!selection.length || !ends.length || nextTargets(choices, selection).size) return showChoices(desk)
  if (ends.length === 1) return decide(ends[0].text)
  ask(t('question.which'), ends.map(choice => ({ label: choice.label, deed: () => decide(choice.text) })))
}

/** One step of a choice is taken back. @param {Desk} desk */
export function unselect({ now, change }) {
  const { selection } = now()
  if (selection.length) change({ selection: selection.slice(0, -1) })
  return selection.length > 0
}

/** @param {Desk} desk */
function showBoard(desk, id) {
  desk.change({ board: id, cursor: null })
  showScene(desk.now(), { animated: false })
  desk.drawn()
}

/** @param {Desk} desk */
function nextBoard(desk) {
  const { scene: { boards }, board } = desk.now()
  showBoard(desk, boards[(boards.findIndex(one => one.id === board) + 1) % boards.length].id)
}

/** @param {Desk} desk */
function toolsOf(desk) {
  const changed = async () => {
    await loadLanguage()
    openSettings(changed)
    desk.renew()
  }
  const drawing = () => drawingOf(desk.now().board)
  return {
    'zoom-in': () => zoom(drawing(), 1), 'zoom-out': () => zoom(drawing(), -1), fit: () => resetCamera(drawing()),
    keys: () => openDialog('keys'), settings: () => openSettings(changed), 'next-board': () => nextBoard(desk), ...desk.tools,
  }
}

/** Mouse, finger and keys. @param {Desk} desk */
export function listenToDesk(desk) {
  const { now, change, click, back } = desk
  const field = byId('board'), tools = toolsOf(desk)
  field.addEventListener('click', event => {
    const targets = targetsUnder(now(), event)
    if (targets.length) click(targets)
  })
  field.addEventListener('mousemove', event => showTip(now(), event))
  field.addEventListener('mouseleave', hideTip)
  listenToSlips(byId('tray'))
  field.addEventListener('keydown', boardKeys(now, {
    moveCursor: cursor => {
      change({ cursor })
      showMarks(now())
    },
    click, back, tool: name => tools[name]?.(),
  }))
  byId('gallery').addEventListener('click', event => {
    const targets = hitBeside(now(), event)
    if (targets.length) return click(targets)
    const id = /** @type {Element} */ (event.target).closest('[data-show]')?.getAttribute('data-show')
    if (id) showBoard(desk, id)
  })
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-tool]'))) {
    button.addEventListener('click', () => tools[button.dataset.tool]())
  }
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) back()
  })
  listenToSheets()
}
