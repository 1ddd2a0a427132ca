/** The table: listens to the person and to the server. */
import { showAbsent } from './absent.js'
import { listenToChat } from './chat.js'
import { fillList, listenToCommand } from './command.js'
import { back, choose, click, pick } from './decide.js'
import { byId } from './dom.js'
import { listenToDrag } from './drag.js'
import { bringUp } from './focus.js'
import { here } from './home.js'
import { t } from './i18n.js'
import { messages } from './incoming.js'
import { boardKeys } from './keyboard.js'
import { knobAt } from './knobs.js'
import { openLine, send } from './line.js'
import { lightPiles, listenToPiles } from './linked.js'
import { showClocks } from './panels.js'
import { hitBeside, live, targetsUnder } from './pointer.js'
import { prepare, usable } from './page.js'
import { listenToReplay } from './replay.js'
import { leaveReplay, visit } from './review.js'
import { decisions } from './routes.js'
import { searchRules } from './rules.js'
import { show } from './show.js'
import { listenToSheets } from './sheets.js'
import { preview, showWhere } from './stage.js'
import { fresh, myTurn } from './state.js'
import { change, now, whenChanged } from './store.js'
import { listenToTabs } from './tabs.js'
import { forgetLine } from './thinking.js'
import { tabOpened, tools } from './tools.js'
import { hideTip, listenToSlips, showTip } from './tooltip.js'
import { aimedAt } from './touch.js'
import { listenToWritten } from './written.js'

const TICK = 1000 // milliseconds between two looks at the clocks
const SHORT_GAP = 1200 // milliseconds without a line that are not worth a word
let gone = 0

function listenToBoard() {
  const board = byId('board')
  board.addEventListener('click', event => {
    const knob = knobAt(/** @type {Element} */ (event.target))
    if (knob) pick(knob)
    else click(aimedAt(now(), event), { all: event.shiftKey })
  })
  board.addEventListener('mousemove', event => {
    showTip(now(), event)
    lightPiles(now().scene ? targetsUnder(now(), event) : [])
  })
  board.addEventListener('mouseleave', () => {
    hideTip()
    showWhere(now())
    preview(now(), [])
    lightPiles([])
  })
  board.addEventListener('keydown', boardKeys(now, {
    moveCursor: cursor => change({ cursor }, { part: 'choice' }),
    click: (targets, how) => click(live(now(), targets).length ? live(now(), targets) : targets, how),
    tool: name => tools[name](),
  }))
  byId('gallery').addEventListener('click', event => {
    const targets = hitBeside(now(), event)
    if (targets.length) return click(targets, { all: event.shiftKey })
    const id = /** @type {Element} */ (event.target).closest('[data-show]')?.getAttribute('data-show')
    if (id) bringUp(id)
  })
  byId('gallery').addEventListener('mousemove', event => showTip(now(), event))
  byId('gallery').addEventListener('mouseleave', hideTip)
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) back()
    if (event.key === 'm' && isPlain(event)) tools.sound()
  })
}

/** A key that is no shortcut of the browser and is not typed somewhere. */
const isPlain = event => !event.altKey && !event.ctrlKey && !event.metaKey && !event.target.closest('input, textarea, select')

function listenToButtons() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-tool]'))) {
    button.addEventListener('click', () => tools[button.dataset.tool]())
  }
  byId('offline-again').addEventListener('click', () => location.reload())
  byId('cover-open').addEventListener('click', event => {
    change({ covered: false })
    byId('board').focus(/** @type {FocusOptions} */ ({ focusVisible: !event.detail })) // a frame for keys, none for a mouse
  })
  byId('more-players').addEventListener('click', () => {
    const open = document.querySelector('.players').classList.toggle('open')
    byId('more-players').setAttribute('aria-expanded', String(open))
  })
  byId('rules-search').addEventListener('input', event => searchRules(/** @type {HTMLInputElement} */ (event.target).value))
  byId('all-choices').addEventListener('toggle', () => {
    if (byId('all-choices').hasAttribute('open')) fillList(byId('choice-list'), myTurn(now()) ? decisions(now().scene.choices) : [], choose)
  })
}

/** An address that ends in #invite leads to the invitation. */
function inviteAsked() {
  if (location.hash !== '#invite') return
  history.replaceState(null, '', location.pathname + location.search)
  tools.share()
}

function sitDown(table) {
  change(fresh(table), { part: 'nothing' })
  openLine(table, {
    message: message => {
      messages[message.type]?.(message)
      if (message.type === 'state') inviteAsked()
    },
    open: () => {
      clearTimeout(gone)
      byId('offline').hidden = true
      forgetLine()
      change({ connected: true }, { part: 'nothing' })
    },
    lost: () => {
      change({ connected: false, waiting: false })
      clearTimeout(gone)
      gone = setTimeout(() => { byId('offline').hidden = false }, SHORT_GAP)
    },
    refused: showNowhere,
  })
}

/** No such table, or none for this person: a page that says so, with a way on. */
function showNowhere() {
  clearTimeout(gone)
  document.body.classList.add('nowhere')
  document.title = `${t('nowhere.title')} · Hexagora`
  byId('nowhere').hidden = false
}

async function start() {
  await prepare()
  whenChanged(show)
  listenToBoard()
  listenToDrag()
  listenToPiles()
  listenToSlips(byId('tray'))
  listenToButtons()
  listenToCommand(now, choose)
  listenToChat(said => send('chat', said))
  listenToTabs(tabOpened)
  listenToWritten()
  listenToSheets()
  listenToReplay(now, { visit, leave: leaveReplay })
  usable()
  setInterval(() => {
    if (now().scene) showAbsent(now())
    if (now().clock && now().scene) showClocks(now())
  }, TICK)
  addEventListener('hashchange', inviteAsked)
  sitDown(decodeURIComponent(here().split('/')[2] ?? ''))
}

start()
