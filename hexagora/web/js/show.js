/** Shows the state everywhere on the page. */
import { showActions } from './actions.js'
import { showCommand } from './command.js'
import { choose, click, deeds } from './decide.js'
import { byId, setText } from './dom.js'
import { showFinish } from './finish.js'
import { t } from './i18n.js'
import { showLog } from './log.js'
import { showPanels, showSteps } from './panels.js'
import { showReplay } from './replay.js'
import { rematch, visit } from './review.js'
import { showMarks, showScene, showWhere } from './stage.js'
import { myTurn } from './state.js'
import { now } from './store.js'
import { hideTip } from './tooltip.js'
import { showTray } from './tray.js'

/** @param {import('./store.js').How} how */
export function show({ part = 'all', animated = false } = {}) {
  const state = now()
  if (!state.scene) return
  if (part === 'choice') return showChoice(state)
  if (part === 'panels') return showPanels(state)
  showHead(state)
  showScene(state, { animated })
  showPanels(state)
  showSteps(state)
  showTray(state, target => click([target]))
  showActions(state, deeds)
  showCommand(state, choose)
  showLog(state, words => showWhere(now(), words), visit)
  showFinish(state, { rematch, replay: () => visit(0) })
  showReplay(state)
  showCover(state)
  byId('loading').hidden = true
}

/** After a change of the selection only: no animation, no new drawing. */
function showChoice(state) {
  showMarks(state)
  showTray(state, target => click([target]))
  showActions(state, deeds)
  hideTip()
}

function showHead(state) {
  document.title = `${myTurn(state) ? '● ' : ''}${state.scene.title} · Hexagora`
  setText(byId('title'), state.scene.title)
  document.body.dataset.game = state.scene.game
  document.body.dataset.seq = String(state.seq)
  document.body.classList.toggle('over', Boolean(state.over))
}

function showCover(state) {
  byId('cover').hidden = !state.covered
  byId('table').inert = state.covered
  const name = state.seats.find(seat => seat.seat === state.seat)?.name ?? ''
  setText(byId('cover-text'), t('cover.pass', { name }))
}
