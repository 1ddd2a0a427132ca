/** The small tools around the board, called by buttons and keys. */
import { resetCamera, zoom } from './camera.js'
import { openDialog, openSettings, toast } from './dialogs.js'
import { byId } from './dom.js'
import { loadLanguage, t } from './i18n.js'
import { send } from './line.js'
import { forgetLog } from './log.js'
import { openRules } from './rules.js'
import { drawingOf } from './stage.js'
import { isAway } from './state.js'
import { change, now } from './store.js'
import { openTab } from './tabs.js'

/** @type {Record<string, () => void>} */
export const tools = {
  undo: () => send('undo'),
  'restart-turn': () => send('restart-turn'),
  'ask-takeback': () => send('ask-takeback'),
  hint: () => send('hint'),
  leave: () => send(isAway(now()) ? 'return' : 'leave'),
  'zoom-in': () => zoom(drawingOf(now().board), 1),
  'zoom-out': () => zoom(drawingOf(now().board), -1),
  fit: () => resetCamera(drawingOf(now().board)),
  keys: () => openDialog('keys'),
  settings: () => openSettings(changeSettings),
  rules: () => openTab('rules', tabOpened),
  command: () => {
    openTab('type', tabOpened)
    byId('command').focus()
  },
  'next-board': nextBoard,
  share,
}

export function tabOpened(name) {
  if (name === 'rules') openRules(now())
}

function nextBoard() {
  const ids = now().scene.boards.map(board => board.id)
  change({ board: ids[(ids.indexOf(now().board) + 1) % ids.length], cursor: null })
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href)
    toast(t('share.copied'))
  } catch {
    toast(location.href)
  }
}

async function changeSettings() {
  await loadLanguage()
  forgetLog()
  openSettings(changeSettings)
  change({})
}
