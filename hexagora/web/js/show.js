/** Shows the state everywhere on the page. */
import { showAbsent } from './absent.js'
import { showActions } from './actions.js'
import { showAway } from './away.js'
import { showCoach } from './coach.js'
import { showCommand } from './command.js'
import { choose, click, deeds } from './decide.js'
import { byId, setText } from './dom.js'
import { showFinish } from './finish.js'
import { showGauge } from './gauge.js'
import { lit, showHints } from './hints.js'
import { alone } from './home.js'
import { named, t, translated } from './i18n.js'
import { showLog } from './log.js'
import { showMentions } from './mentions.js'
import { showPanels, showSteps } from './panels.js'
import { goOn } from './plan.js'
import { makePremove } from './premove.js'
import { offerPush } from './pushoffer.js'
import { showRecap } from './recap.js'
import { playNext, showReplay } from './replay.js'
import { rematch, retell, visit } from './review.js'
import { icon } from './sprites.js'
import { showMarks, showScene, showWhere } from './stage.js'
import { colourOf, myTurn } from './state.js'
import { change, now } from './store.js'
import { showTaken } from './taken.js'
import { hideTip } from './tooltip.js'
import { showTray } from './tray.js'
import { canTurn } from './turn.js'
import { showWaiting } from './waiting.js'

/** @param {import('./store.js').How} how */
export function show({ part = 'all', animated = false } = {}) {
  const state = now()
  if (!state.scene) return
  if (part === 'choice') return showChoice(state)
  document.documentElement.toggleAttribute('data-alone', alone && !hasOthers(state))
  showWaiting(state)
  showAbsent(state)
  showAway(state, retell)
  showTaken(state)
  offerPush(state)
  if (part === 'panels') return showPanels(state, tableDeeds)
  showHead(state)
  showScene(state, { animated })
  showWhere(state)
  showPanels(state, tableDeeds)
  showGauge(state)
  showSteps(state)
  showRecap(state, { point, visit, retell, dismiss: ply => change({ recapGone: ply }) })
  showTray(state, tableDeeds.click)
  showDeeds(state)
  showCommand(state, choose)
  showLog(state, point, visit)
  showFinish(state, { rematch, replay: () => visit(0).then(playNext), visit, point })
  showReplay(state)
  showCoach(state)
  showCover(state)
  byId('loading').hidden = true
  goOn(state, choose)
  makePremove(now())
}

/** Whether people of other places sit here, or may come. */
const hasOthers = state => state.seats.some(seat => seat.kind !== 'bot' && !seat.mine)

const point = where => showWhere(now(), where)
const tableDeeds = { point, click: target => click([target]) }

/** After a change of the selection only: no animation, no new drawing. */
function showChoice(state) {
  showMarks(state)
  showPanels(state, tableDeeds)
  showTray(state, tableDeeds.click)
  showDeeds(state)
  hideTip()
}

function showDeeds(state) {
  showActions(state, { ...deeds, point })
  showHints(state, { light: hint => showMarks(lit(hint)), choose })
  showMentions(state)
}

function showHead(state) {
  document.title = `${myTurn(state) ? `● ${t('title.turn')} · ` : ''}${translated(state.scene.title)} · Hexagora`
  setText(byId('title'), translated(state.scene.title))
  document.body.dataset.game = state.scene.game
  document.body.dataset.seq = String(state.seq)
  document.body.classList.toggle('over', Boolean(state.over))
  byId('tool-turn').hidden = state.ply !== null || !canTurn(state.scene.boards[0])
}

function showCover(state) {
  const opens = state.covered && byId('cover').hidden
  byId('cover').hidden = !state.covered
  byId('table').inert = state.covered
  if (opens) byId('cover-open').focus()
  const colour = state.seat ? colourOf(state.scene, state.seat - 1) : ''
  byId('cover').className = `combed player-${colour}`
  byId('cover-sign').replaceChildren(...[icon('common', `mark-${colour}`)].filter(Boolean))
  const name = named(state.seats.find(seat => seat.seat === state.seat)?.name ?? '')
  setText(byId('cover-text'), t('cover.pass', { name }))
}
