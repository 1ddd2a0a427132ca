/**
 * The tutorial of a game: frames that were played through by the real rules, shown one after the other. The learner
 * makes the move that a frame asks for; then the beats of the frame are shown, and the next frame comes.
 *
 * @typedef {{scene: import('./state.js').Scene, seat: number, text: string, sentence: string, template: string,
 *   values: Record<string, string>, say: string}} Beat
 * @typedef {{say: string, seat: number, do: string[], show: string[], scene: import('./state.js').Scene,
 *   fresh: boolean, beats: Beat[]}} Frame
 */
import { PACE } from './animate.js'
import * as api from './api.js'
import { clicked, complete, nextTargets } from './choices.js'
import { listenToDesk, showAround, showChoices, unselect } from './desk.js'
import { byId, el, setText } from './dom.js'
import { pointOut } from './draw.js'
import { at as addressAt, here } from './home.js'
import { introduceScene, sentence, speakOf, t, translated } from './i18n.js'
import { prepare, usable } from './page.js'
import { still } from './settings.js'
import { sayIn, speak } from './speech.js'
import { loadSprites } from './sprites.js'
import { drawingOf, showScene } from './stage.js'
import { fresh } from './state.js'

const HINT_WAIT = 5000 // milliseconds until what is asked for lights up by itself
const PATIENCE = 2 // wrong clicks until it does
const BEAT = PACE + 450 // time to see one thing happen

/** @type {{game: string, title: string, minutes: number, frames: Frame[]}} */
let book
let at = 0
let playing = false // beats are being shown
let run = 0 // counts what is shown, so that an old run of beats stops when something else is shown
let resting = false // they have been shown, and the next frame has another table
let wrongs = 0
let hintTimer = 0
/** @type {import('./state.js').State} */
let state = { ...fresh('learn'), connected: true }

const frame = () => book.frames[at]
const isLast = () => at + 1 >= book.frames.length
const wantsDeed = () => frame().do.length > 0 && !playing && !resting
/** A text of the tutorial: in another language only as a whole, never piece by piece like a sentence of a game. */
const told = text => sentence({ template: text, sentence: '' }) || text
/** The players of a tutorial have no names of their own: each is called by colour, also before one is chosen. */
const spoken = scene => introduceScene({ ...scene, panels: scene.panels.map(panel => ({ ...panel, name: translated(panel.name) })) })
const wait = time => new Promise(done => setTimeout(done, time))

// showing

/** Shows the present frame from its beginning. */
function showFrame({ animated = false } = {}) {
  playing = resting = false
  run += 1
  wrongs = 0
  state = { ...state, seat: frame().seat, scene: spoken(frame().scene), selection: [], seq: at }
  setHint(false)
  clearTimeout(hintTimer)
  if (wantsDeed()) hintTimer = setTimeout(() => setHint(true), HINT_WAIT)
  note('')
  showTable(animated, frame().fresh || !animated)
  const story = at > 0 && !frame().fresh ? book.frames[at - 1].beats : []
  showCard(story)
  tell(story)
  steer()
}

/** What a screen reader hears of a step: what happened, how far it is, what the text says, and how it is done. */
function tell(story) {
  const how = wantsDeed() ? t('learn.act') : isLast() ? t('learn.end') : t('learn.on')
  const happened = story.map(beat => [told(beat.say), sentence(beat)].filter(Boolean).join('. '))
  const step = t('learn.step', { step: at + 1, of: book.frames.length })
  speak([...happened, step, resting ? t('learn.done') : told(frame().say), how].filter(Boolean).join(' '))
}

/** The focus goes where the step is done, so that a keyboard needs no way back: board, button, card or "Next". */
function steer() {
  const parts = ['lesson-card', 'board', 'actions', 'tray'].map(byId)
  const held = document.activeElement === document.body || parts.some(part => part.contains(document.activeElement))
  if (!held || document.querySelector('dialog[open]')) return
  const inBar = /** @type {HTMLElement|null} */ (document.querySelector('#actions button, #tray .possible'))
  const goal = wantsDeed() ? inBar ?? byId('board') : firstShown(['lesson-next', 'lesson-play'])
  goal?.focus({ preventScroll: true })
}

/** @param {boolean} laid whether this table was laid anew, so that nothing has moved on it */
function showTable(animated, laid = false) {
  state = { ...state, board: boardInFocus() }
  showScene(state, { animated, leap: laid })
  showAround(desk)
  document.body.dataset.step = String(at + 1)
  showChoice()
}

/** After a change of the selection. */
function showChoice() {
  const board = boardInFocus()
  if (board !== state.board) {
    state = { ...state, board }
    showScene(state, { animated: false })
  }
  showChoices(desk)
  showPointers()
}

/** The board with what is asked for next; else the one that is pointed at; else the learner's own. */
function boardInFocus() {
  const { boards, choices } = state.scene
  const known = id => boards.some(board => board.id === id)
  const wanted = [...nextTargets(choices, state.selection).values()].map(({ target }) => target)
    .find(target => ['cell', 'piece', 'border'].includes(target.kind) && known(target.board))
  const pointed = frame().show.map(name => name.split('/')).find(([board, spot]) => spot && known(board))?.[0]
  return wanted?.board ?? pointed ?? boards.find(board => board.owner === state.seat - 1)?.id ?? boards[0]?.id ?? null
}

/** Outlines what the text speaks of. */
function showPointers() {
  const show = playing || resting ? [] : frame().show
  const spots = new Set(show)
  for (const board of state.scene.boards) {
    const standing = state.scene.pieces.filter(piece => piece.board === board.id && spots.has(piece.id)).map(piece => piece.at)
    const cells = board.cells.map(cell => cell.id).filter(id => spots.has(id) || spots.has(`${board.id}/${id}`))
    const drawing = drawingOf(board.id)
    if (drawing) pointOut(drawing, board, [...cells, ...standing].map(id => ({ id, kind: 'told' })))
  }
  for (const node of document.querySelectorAll('.shown')) node.classList.remove('shown')
  const parts = show.map(partOfTable)
  for (const node of parts) node?.classList.add('shown')
  byId('players').classList.toggle('open', parts.some(node => node?.closest('#panels')))
  bringIntoSight(parts)
}

/** What is spoken of, or asked for, may lie further down in a column that is scrolled; where there is no room for all, the first. */
function bringIntoSight(parts) {
  const card = wantsDeed() ? document.querySelector('#tray .possible') : null
  for (const node of [card, ...parts].reverse()) node?.scrollIntoView({ block: 'nearest' })
}

/** A panel, a pile or a part of the table by its name in `show`. */
function partOfTable(name) {
  const seat = /^panel (\d+)$/.exec(name)?.[1]
  if (seat) return document.querySelector(`#panels [data-player="${Number(seat) - 1}"]`)
  const pile = state.scene.piles.find(one => one.id === name)
  if (pile) return [...document.querySelectorAll('#tray .pile')].find(node => node.querySelector('h2 span')?.textContent === translated(pile.title))
  return ['prompt', 'steps', 'tray', 'actions'].includes(name) ? byId(name) : null
}

// the card

/** @param {Beat[]} beats what has just happened */
function showCard(beats) {
  const wants = wantsDeed()
  const progress = /** @type {HTMLProgressElement} */ (byId('lesson-progress'))
  progress.max = book.frames.length
  progress.value = at + 1
  const length = at ? '' : ` · ${t('game.minutes', book)}`
  setText(byId('lesson-count'), t('learn.count', { step: at + 1, of: book.frames.length }) + length)
  const story = byId('lesson-story')
  story.replaceChildren(...beats.map(beat => el('li', {}, beat.say && el('strong', {}, told(beat.say)), sentence(beat))))
  story.hidden = !beats.length
  story.scrollTop = story.scrollHeight
  setText(byId('lesson-text'), resting ? t('learn.done') : told(frame().say))
  const over = isLast() && !wants
  byId('lesson-back').toggleAttribute('disabled', at === 0 && !resting)
  byId('lesson-show').hidden = !wants
  byId('lesson-next').hidden = wants || over
  byId('lesson-play').hidden = !over
  showHelp()
}

const firstShown = ids => ids.map(byId).find(node => !node.hidden)

const note = (text, good = false) => {
  sayIn(byId('lesson-note'), text)
  byId('lesson-note').classList.toggle('good', good)
}

/** Whether what is asked for is lit; then help goes one step further. */
function setHint(on) {
  document.body.classList.toggle('hinted', on)
  showHelp()
}

const isHinted = () => document.body.classList.contains('hinted')
const showHelp = () => setText(byId('lesson-show'), t(isHinted() ? 'learn.doit' : 'learn.show'))

/** First shows what is asked for, then does it. */
function help() {
  if (!wantsDeed()) return
  if (isHinted()) return carryOut()
  setHint(true)
  document.querySelector('#actions button, #tray .possible, #board .possible')?.scrollIntoView({ block: 'center' })
}

// doing

/** A click on something that stands for these targets. */
function click(targets) {
  if (playing) return
  if (!wantsDeed()) return note(t('learn.read'), true)
  const { choices } = state.scene
  const selection = clicked(choices, state.selection, targets)
  if (!selection) return wrong()
  state = { ...state, selection }
  note('')
  if (complete(choices, selection).length) return carryOut()
  showChoice()
}

function wrong() {
  wrongs += 1
  note(t(state.selection.length ? 'learn.wrong.next' : 'learn.wrong'))
  const card = byId('lesson-card')
  card.classList.remove('wrong')
  requestAnimationFrame(() => card.classList.add('wrong'))
  if (wrongs >= PATIENCE) setHint(true)
}

function back() {
  if (unselect(desk)) showChoice()
}

/** Shows what happens, beat by beat; the next frame follows by itself unless it has another table. */
async function carryOut() {
  const own = ++run
  playing = true
  clearTimeout(hintTimer)
  note(frame().do.length ? t('learn.well') : '', true)
  const { beats } = frame()
  for (const [i, beat] of beats.entries()) {
    state = { ...state, scene: spoken(beat.scene), selection: [] }
    showTable(!still())
    showCard(beats.slice(0, i + 1))
    if (!still()) await wait(BEAT)
    if (run !== own) return
  }
  afterBeats()
}

/** The next frame, or a rest to look at what happened before another table is laid. */
function afterBeats() {
  const { beats } = frame()
  playing = false
  if (!isLast() && !(beats.length && book.frames[at + 1].fresh)) return goTo(at + 1, true)
  resting = true
  showCard(beats)
  tell(beats)
  steer()
}

/** Shows the end of the beats at once. */
function skip() {
  run += 1
  state = { ...state, scene: spoken(frame().beats.at(-1).scene), selection: [] }
  showTable(false)
  afterBeats()
}

function next() {
  if (playing) return skip()
  if (resting) return goTo(at + 1)
  if (!wantsDeed()) carryOut()
}

function previous() {
  if (resting || playing) return showFrame()
  if (at > 0) goTo(at - 1)
}

function goTo(index, animated = false) {
  at = index
  showFrame({ animated })
}

// listening

/** @type {import('./desk.js').Desk} */
const desk = {
  now: () => state, change: part => { state = { ...state, ...part } }, click, back, drawn: showPointers,
  renew: () => {
    showCoordinates()
    showTitle()
    showFrame()
  },
  tools: { hint: help },
}

/** Texts name hexes, so the names are always shown here. */
const showCoordinates = () => { document.documentElement.dataset.coordinates = 'on' }

function listen() {
  listenToDesk(desk)
  byId('lesson-next').addEventListener('click', next)
  byId('lesson-back').addEventListener('click', previous)
  byId('lesson-show').addEventListener('click', help)
}

function showTitle() {
  document.title = `${told(book.title)} · Hexagora`
  setText(byId('title'), told(book.title))
}

async function start() {
  await prepare()
  showCoordinates()
  const game = decodeURIComponent(here().split('/')[2] ?? '')
  try {
    book = await api.tutorial(game)
    await Promise.all([loadSprites(game), speakOf(game)])
  } catch (error) {
    setText(byId('loading'), error.message)
    return usable()
  }
  listen()
  usable()
  showTitle()
  byId('lesson-play').setAttribute('href', addressAt(`/?first=${encodeURIComponent(book.game)}`))
  byId('loading').hidden = true
  byId('lesson-card').hidden = false
  byId('lesson-card').focus()
  showFrame()
}

start()
