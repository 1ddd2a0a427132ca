/**
 * The trainer: a position with one right decision, or one right turn. It is tried on the board; then the line is shown,
 * and the next puzzle waits. What is legal and what is right comes from the house; what was solved is kept in this browser.
 *
 * @typedef {{id: string, kind: string, rating: number}} Known
 * @typedef {Known & {proof: string, seat: number, scene: import('./state.js').Scene}} Puzzle
 */
import * as api from './api.js'
import { PACE } from './animate.js'
import { nextTargets } from './choices.js'
import { listenToDesk, narrow, showAround, showChoices, unselect } from './desk.js'
import { toast } from './dialogs.js'
import { byId, el, setText } from './dom.js'
import { at, here } from './home.js'
import { introduceScene, sentence, speakOf, t, translated } from './i18n.js'
import { packed } from './links.js'
import { recallDocument, rememberDocument } from './memo.js'
import { prepare, usable } from './page.js'
import { still } from './settings.js'
import { sayIn, speak } from './speech.js'
import { loadSprites } from './sprites.js'
import { showMarks, showScene } from './stage.js'
import { fresh } from './state.js'

const BEAT = PACE + 450 // milliseconds to see one thing happen
const FIRST_RATING = 1000 // where somebody begins who has solved nothing yet
const STEP = 100 // how much harder or easier the next puzzle is

let game = ''
/** @type {{today: string, puzzles: Known[]}} */
let book
/** @type {Puzzle} */
let puzzle
let open = false // it can still be solved
let clean = true // nothing wrong was tried
let run = 0 // counts what is shown, so that an old line stops when something else is shown
/** @type {import('./state.js').State} */
let state = { ...fresh('puzzle'), connected: true }

const wait = time => new Promise(done => setTimeout(done, time))

// what this browser remembers

const key = () => `hexagora.puzzles.${game}`

/** @returns {{solved: string[], streak: number, rating: number}} */
const kept = () => ({ solved: [], streak: 0, rating: FIRST_RATING, ...recallDocument(key(), {}) })

const keep = patch => rememberDocument(key(), { ...kept(), ...patch })

/** The unsolved puzzle that is nearest to what the solver can do; when all are solved, any other one. */
function nextPuzzle() {
  const { solved, rating } = kept()
  const others = book.puzzles.filter(one => one.id !== puzzle?.id)
  const open = others.filter(one => !solved.includes(one.id))
  const far = one => Math.abs(one.rating - rating)
  return (open.length ? open : others).reduce((best, one) => (far(one) < far(best) ? one : best), (open[0] ?? others[0] ?? book.puzzles[0]))
}

// showing

async function goTo(id) {
  try {
    puzzle = await api.puzzle(game, id)
  } catch (error) {
    return toast(error.message, 'problem')
  }
  history.replaceState(null, '', at(`/puzzles/${encodeURIComponent(game)}?id=${encodeURIComponent(id)}`))
  begin()
}

/** Shows the puzzle from its beginning. */
function begin() {
  run += 1
  open = clean = true
  show(puzzle.scene, false)
  note('')
  byId('puzzle-line').replaceChildren()
  showCard()
  speak([t(`puzzle.${puzzle.kind}`), translated(puzzle.scene.prompt), t('learn.act')].join(' '))
}

function show(given, animated) {
  const scene = introduceScene(given)
  state = { ...state, seat: puzzle.seat, scene, selection: [], seq: run, board: boardOf(scene) }
  showScene(state, { animated })
  showAround(desk)
  showChoices(desk)
}

/** The board with something to choose; else the one of whoever is asked. */
function boardOf(scene) {
  const wanted = [...nextTargets(scene.choices, []).values()].map(({ target }) => target).find(target => target.board)
  return wanted?.board ?? scene.boards.find(board => board.owner === puzzle.seat - 1)?.id ?? scene.boards[0]?.id ?? null
}

function showCard() {
  const { solved, streak } = kept()
  setText(byId('puzzle-name'), t('puzzle.name', { id: puzzle.id }))
  setText(byId('puzzle-rating'), t('puzzle.rating', { rating: puzzle.rating }))
  setText(byId('puzzle-streak'), t('puzzle.streak', { streak }))
  setText(byId('puzzle-question'), t(`puzzle.${puzzle.kind}`))
  setText(byId('puzzle-solved'), t('puzzle.solved', { solved: solved.filter(id => book.puzzles.some(one => one.id === id)).length, of: book.puzzles.length }))
  byId('puzzle-line').hidden = open
  byId('puzzle-show').hidden = !open
  byId('puzzle-again').hidden = open
  byId('puzzle-analyse').hidden = open
  document.body.dataset.puzzle = puzzle.id
  document.body.dataset.open = String(open)
}

const note = (text, good = false) => {
  sayIn(byId('puzzle-note'), text)
  byId('puzzle-note').classList.toggle('good', good)
}

// trying

const click = targets => open && narrow(desk, targets, attempt)

function back() {
  if (unselect(desk)) showChoices(desk)
}

/** Tries a decision; without one it asks for the answer. */
async function attempt(action) {
  const own = run
  let told
  try {
    told = await api.tryPuzzle(game, puzzle.id, action)
  } catch (error) {
    return toast(error.message, 'problem')
  }
  if (own !== run || !open) return
  if (action && !told.right) return wrong()
  open = false
  remember(told.right)
  note(told.right ? `${t('puzzle.right')} ${t(`puzzle.${puzzle.proof}`)}` : t('puzzle.answer', { answer: told.answer }), told.right)
  byId('puzzle-analyse').setAttribute('href', `${at(`/analysis/${encodeURIComponent(game)}`)}#m=${await packed(told.root)}`)
  showCard()
  byId('puzzle-next').focus({ preventScroll: true })
  await showLine(told.beats)
}

function wrong() {
  if (clean) keep({ streak: 0, rating: kept().rating - STEP })
  clean = false
  state = { ...state, selection: [] }
  note(t('puzzle.wrong'))
  showCard()
  showChoices(desk)
}

/** Solved at the first try counts for the row and makes the next ones harder. */
function remember(right) {
  const { solved, streak, rating } = kept()
  if (!right) return keep({ streak: 0, rating: clean ? rating - STEP : rating })
  const known = solved.includes(puzzle.id) ? solved : [...solved, puzzle.id]
  keep(clean ? { solved: known, streak: streak + 1, rating: Math.max(rating, puzzle.rating) + STEP } : { solved: known })
}

/** The line, one decision after the other. */
async function showLine(beats) {
  const own = run
  for (const { scene, told } of beats) {
    byId('puzzle-line').append(...told.map(one => el('li', {}, sentence(one))))
    show(scene, !still())
    if (!still()) await wait(BEAT)
    if (run !== own) return
  }
}

// listening

/** @type {import('./desk.js').Desk} */
const desk = {
  now: () => state, change: part => { state = { ...state, ...part } }, click, back, drawn: () => showMarks(state),
  renew: async () => {
    await showTitle()
    begin()
  },
  tools: { hint: () => open && attempt('') },
}

function listen() {
  listenToDesk(desk)
  byId('puzzle-next').addEventListener('click', () => goTo(nextPuzzle().id))
  byId('puzzle-today').addEventListener('click', () => goTo(book.today))
  byId('puzzle-again').addEventListener('click', begin)
}

async function showTitle() {
  const title = t('puzzle.title', { game: (await api.knownGames()).find(one => one.id === game)?.title ?? game })
  document.title = `${title} · Hexagora`
  setText(byId('title'), title)
}

async function start() {
  await prepare()
  game = decodeURIComponent(here().split('/')[2] ?? '')
  try {
    book = await api.puzzles(game)
    await Promise.all([loadSprites(game), speakOf(game), showTitle()])
  } catch (error) {
    setText(byId('loading'), error.message)
    return usable()
  }
  listen()
  byId('loading').hidden = true
  byId('puzzle-card').hidden = false
  await goTo(new URLSearchParams(location.search).get('id') ?? nextPuzzle().id)
  usable()
  byId('puzzle-card').focus()
  document.body.dataset.ready = 'yes'
}

start()
