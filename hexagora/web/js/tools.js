/** The small tools around the board, called by buttons and keys. */
import * as api from './api.js'
import { resetCamera, zoom } from './camera.js'
import { ask, linkLine, openDialog, openSettings, sure, toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { bringUp } from './focus.js'
import { skip } from './follow.js'
import { here } from './home.js'
import { introduceAll, loadLanguage, named, t } from './i18n.js'
import { invitation, inviteOrigin } from './invite.js'
import { send } from './line.js'
import { openRules } from './rules.js'
import { retell } from './review.js'
import { sinceMyTurn } from './since.js'
import { switchSound } from './sound.js'
import { drawingOf } from './stage.js'
import { isAway } from './state.js'
import { change, now } from './store.js'
import { openTab } from './tabs.js'
import { askForHint } from './thinking.js'
import { canTurn, turnOn } from './turn.js'

/** @type {Record<string, () => void>} */
export const tools = {
  undo: () => send(now().mayUndo ? 'undo' : 'ask-takeback'), // alone, nobody has to be asked
  'restart-turn': () => send('restart-turn'),
  'ask-takeback': () => send('ask-takeback'),
  hint: askForHint,
  leave: () => (isAway(now()) ? send('return') : ask(t('leave.title'), waysOut())),
  'zoom-in': () => zoom(drawingOf(now().board), 1),
  'zoom-out': () => zoom(drawingOf(now().board), -1),
  fit: () => resetCamera(drawingOf(now().board)),
  turn: () => {
    if (now().ply === null && canTurn(now().scene.boards[0])) change({ scene: turnOn(now().scene) })
  },
  keys: () => openDialog('keys'),
  settings: () => openSettings(changeSettings),
  rules: () => openTab('rules', tabOpened),
  command: () => {
    openTab('type', tabOpened)
    byId('command').focus()
  },
  'next-board': nextBoard,
  sound: () => toast(t(switchSound() ? 'sound.on' : 'sound.off')),
  skip,
  again,
  share,
}

export function tabOpened(name) {
  if (name === 'rules') openRules(now())
}

/** What the others did since the own last turn, once more. */
function again() {
  const [first] = sinceMyTurn(now())
  if (first) retell(first.ply)
}

function nextBoard() {
  const ids = now().scene.boards.map(board => board.id)
  bringUp(ids[(ids.indexOf(now().board) + 1) % ids.length])
}

/** The addresses of this table: for everybody, and for one's own seats on another device. */
async function share() {
  const [passes, origin] = await Promise.all([now().rated ? [] : api.passes(now().table).catch(() => []), inviteOrigin()])
  byId('share-list').replaceChildren(el('li', {}, await invitation(here(), t(now().open ? 'waiting.link' : 'share.watch'))),
    ...passes.map(pass => linkLine((origin ?? location.origin) + pass.url, t('share.resume', { name: nameAt(pass.seat) }))))
  openDialog('share')
}

/** What somebody can do who does not want to go on. */
function waysOut() {
  const { seats, log, rated } = now()
  const people = seats.filter(seat => !seat.mine && seat.kind !== 'bot' && !seat.away).length > 0
  return [
    !rated && { label: t('leave.bot'), deed: () => send('leave') },
    rated && seats.length > 2 && { label: t('rated.leave'), deed: () => sure(t('rated.leave.sure'), t('rated.leave'), () => send('leave')) },
    !now().paused && (people || !rated) && { label: t(people ? 'leave.pause' : 'leave.pause.alone'), deed: () => send('offer-pause') },
    seats.length === 2 && (people || rated) && { label: t('leave.resign'), deed: () => sure(t('leave.resign.sure'), t('leave.resign'), () => send('resign')) },
    (people || !rated) && { label: t(people ? 'leave.offer' : 'leave.end'), deed: () => send('offer-end') },
    people && log.filter(entry => entry.seat).length < seats.length && { label: t('leave.calloff'), deed: () => send('call-off') },
  ].filter(Boolean)
}

const nameAt = seat => named(now().seats[seat - 1]?.name ?? '')

async function changeSettings() {
  await loadLanguage()
  introduceAll(now())
  openSettings(changeSettings)
  change({})
}
