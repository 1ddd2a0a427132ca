/**
 * The analysis board: moves for all sides, chance as wished, side lines with comments and marks, the engine's opinion
 * beside it. A study is the same, opened with its text. What is legal comes from the server, the tree is kept here.
 */
import * as api from './api.js'
import { listenToDesk, narrow, showAround, showChoices, unselect } from './desk.js'
import { linkLine, openDialog, toast } from './dialogs.js'
import { bringIntoSight, byId, el, setText } from './dom.js'
import { allows, isEmbedded, linkHome, reply, wanted as wantedThere } from './embedded.js'
import { at, here as addressHere } from './home.js'
import { introduceScene, loadGames, ofGame, sentence, speakOf, t, translated } from './i18n.js'
import { behind, packed, unpacked } from './links.js'
import { think } from './opinions.js'
import { prepare, usable } from './page.js'
import { arrowBetween, drawSigns, spokenSign } from './signs.js'
import { sentences, speak } from './speech.js'
import { loadSprites } from './sprites.js'
import { showScene } from './stage.js'
import { fresh } from './state.js'
import { stepKeys } from './stepping.js'
import { cut, endOf, lineOf, plyOf, promote, startOf, treeOf, wayTo, went } from './tree.js'

const PACE = 1200 // milliseconds for each moment while the line is played

/** @type {{game: string, name: string, root: object, title: string, laid: number}} */
let board
/** @type {import('./tree.js').Node} the moment that is shown */
let here
/** @type {import('./state.js').State} */
let state = { ...fresh('analysis'), connected: true }
let marking = '' // what a click on the board does: nothing, a mark, or an arrow
let arrowFrom = ''
let playing = 0
let shown = 0 // counts what was asked for, so that an answer that comes too late is dropped

// the moments

/** Shows a moment; its scene is fetched once. @param {import('./tree.js').Node} node */
async function goTo(node, { animated = true } = {}) {
  const own = ++shown
  try {
    node.moment ??= await api.moment(board.game, board.root, wayTo(node))
  } catch (error) {
    return toast(error.message, 'problem')
  }
  if (own !== shown) return
  const leap = here !== node.parent && here?.parent !== node
  here = node
  const { scores } = node.moment, scene = introduceScene(node.moment.scene)
  state = { ...state, seat: 0, scene, selection: [], scores, seq: plyOf(node), board: boardOf(scene) }
  showScene(state, { animated, leap })
  showAll()
  tell()
  consider()
}

const consider = () => think(board.game, board.root, here, { point: places => drawSigns(state.scene, places, 'best'), play })

const boardOf = scene => (scene.boards.some(one => one.id === state.board) ? state.board : scene.boards[0]?.id ?? null)

function tell() {
  const { told, scene } = here.moment
  const marks = here.marks.length && t('study.marked', { places: here.marks.map(spokenSign).join(', ') })
  speak(sentences([told && sentence(told), worded(here.comment), marks, translated(scene.prompt)].filter(Boolean)))
}

/** A comment: of a study in the reader's language, as a whole. */
const worded = text => sentence({ template: text, sentence: '' }) || text

/** Plays an action from here: along a line that is there, or as a new one. */
async function play(text) {
  if (!allows(here, text)) return back()
  const known = here.children.some(child => child.text === text)
  const node = went(here, text)
  try {
    node.moment ??= await api.moment(board.game, board.root, wayTo(node))
  } catch (error) {
    if (!known) cut(node)
    return toast(error.message, 'problem')
  }
  await goTo(node)
  if (!known) keep()
  const answer = reply(node)
  if (answer) setTimeout(() => here === node && goTo(answer), PACE)
}

/** What chance does when nobody wishes anything: by weight. */
function throwDice() {
  const { scene, weights } = here.moment
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0)
  const at = weights.findIndex(weight => (left -= weight) < 0)
  return play(scene.choices[Math.max(0, at)].text)
}

/** Many games lay out their board by chance: all of it at once, unless somebody goes elsewhere meanwhile. */
async function throwAll() {
  const start = here
  while (here.moment.weights.length) {
    const before = here
    await throwDice()
    if (here.parent !== before) return
  }
  if (start.parent) return
  board.laid = plyOf(here)
  showTree()
}

/** The moment at which chance has laid everything out, where nothing is said, marked or left on the way there. */
function laidOut() {
  let node = startOf(here)
  for (let k = 0; k < board.laid; k += 1) {
    if (node.children.length !== 1 || (k && (node.comment || node.marks.length))) return null
    node = node.children[0]
  }
  return board.laid > 1 ? node : null
}

// the page

function showAll() {
  showAround(desk)
  for (const id of ['throw', 'throw-all']) byId(id).hidden = !here.moment.weights.length
  setText(byId('told'), here.moment.told ? sentence(here.moment.told) : t('study.start'))
  showComment()
  const field = /** @type {HTMLTextAreaElement} */ (byId('comment'))
  if (document.activeElement !== field) field.value = here.comment
  showChoices(desk)
  showTree()
  showSignsHere()
  for (const id of ['go-first', 'go-back']) byId(id).toggleAttribute('disabled', !here.parent)
  for (const id of ['go-on', 'go-last', 'go-play']) byId(id).toggleAttribute('disabled', !here.children.length)
  for (const id of ['line-cut', 'line-main']) byId(id).toggleAttribute('disabled', !here.parent)
}

/** While it is written, too: nothing jumps when the field is left. */
function showComment() {
  setText(byId('comment-text'), worded(here.comment))
  byId('comment-text').hidden = !here.comment
}

function showSignsHere() {
  drawSigns(state.scene, here.marks, 'mark')
}

// the tree

function showTree() {
  const list = byId('tree')
  const held = list.contains(document.activeElement)
  list.replaceChildren(...branch(startOf(here)))
  const current = /** @type {HTMLElement|null} */ (list.querySelector('[aria-current]'))
  if (current) bringIntoSight(list, current)
  if (held) current?.focus({ preventScroll: true })
  byId('tree-empty').hidden = Boolean(startOf(here).children.length)
}

/** The actions of a line one after the other; side lines stand indented where they leave it. What chance laid out at
 * the start is one item, unless one of its moments is shown. */
function branch(from) {
  const items = [], laid = laidOut()
  const folded = !from.parent && laid && (!here.parent || plyOf(here) >= plyOf(laid))
  if (folded) items.push(step(laid, `1–${plyOf(laid)}`, t('log.setup')))
  for (let node = folded ? laid : from; node.children.length; node = node.children[0]) {
    items.push(step(node.children[0]))
    for (const side of node.children.slice(1)) items.push(el('li', { class: 'side-line' }, el('ol', { 'aria-label': t('study.side') }, step(side), ...branch(side))))
  }
  return items
}

const step = (node, number = `${plyOf(node)}`, text = node.text) => el('li', { class: 'move' }, el('button', {
  type: 'button', 'aria-current': node === here ? 'step' : null, title: worded(node.comment) || null, onclick: () => goTo(node),
}, el('span', { class: 'number' }, number), text, node.comment && el('span', { class: 'has-comment', 'aria-label': t('study.comment') }, '…')))

// deciding

const click = targets => (marking ? mark(targets) : narrow(desk, targets, play))

function back() {
  if (marking) return setMarking('')
  if (unselect(desk)) showChoices(desk)
}

/** Puts a mark on a place or takes it away; an arrow needs two places. */
function mark(targets) {
  const spot = targets.find(target => target.kind === 'cell' || target.kind === 'border')
  if (!spot) return
  const place = `${spot.board}/${spot.id}`
  if (marking === 'arrow' && !arrowFrom) {
    arrowFrom = place
    speak(t('study.arrowfrom', { place: spokenSign(place) }))
    return drawSigns(state.scene, [place], 'best')
  }
  const sign = marking === 'arrow' && arrowFrom !== place ? arrowBetween(arrowFrom, place) : place
  arrowFrom = ''
  drawSigns(state.scene, [], 'best')
  const isThere = here.marks.includes(sign)
  here.marks = isThere ? here.marks.filter(one => one !== sign) : [...here.marks, sign]
  speak(t(isThere ? 'study.unmarked' : 'study.marked', { places: spokenSign(sign) }))
  showSignsHere()
  keep()
}

/** @param {string} kind what clicks on the board do from now on */
function setMarking(kind) {
  marking = kind
  arrowFrom = ''
  drawSigns(state.scene, [], 'best')
  for (const name of ['mark', 'arrow']) byId(`sign-${name}`).setAttribute('aria-pressed', String(marking === name))
}

// keeping, saving, sharing

const asFile = () => ({ ...board.root, title: board.title || undefined, ...lineOf(startOf(here)) })

/** The address always holds the whole analysis: it can be copied, and reloading loses nothing. */
async function keep() {
  if (isEmbedded()) return linkHome(board.game, await packed(asFile()))
  history.replaceState(null, '', `${at(`/analysis/${encodeURIComponent(board.game)}`)}#m=${await packed(asFile())}`)
}

async function share() {
  await keep()
  byId('share-list').replaceChildren(linkLine(location.href, t('study.link')))
  openDialog('share')
}

function save() {
  const link = el('a', { href: URL.createObjectURL(new Blob([`${JSON.stringify(asFile(), null, 1)}\n`], { type: 'application/json' })), download: `${board.game}.json` })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.getAttribute('href')), PACE)
}

/** A board from what was written down, or an empty one. */
async function open(text, options = {}) {
  const found = await api.openAnalysis(board.game, { text, options })
  show(found)
  await goTo(here, { animated: false })
}

function show(found) {
  board = { ...board, root: found.root, title: found.title, laid: found.laid }
  here = treeOf(found.line)
  showTitle()
}

async function readText() {
  const problem = byId('open-problem')
  problem.textContent = ''
  try {
    await open(/** @type {HTMLTextAreaElement} */ (byId('open-text')).value)
    keep()
    ;/** @type {HTMLDialogElement} */ (byId('open')).close()
  } catch (error) {
    problem.textContent = error.message
  }
}

// listening

const stop = () => {
  clearInterval(playing)
  playing = 0
  setText(byId('go-play'), t('replay.play'))
}

/** One step along the line; what chance laid out at the start is one. */
const next = () => (here.parent ? null : laidOut()) ?? here.children[0]

const STEPS = {
  first: () => goTo(startOf(here)), back: () => here.parent && goTo(here === laidOut() ? startOf(here) : here.parent),
  on: () => here.children[0] && goTo(next()), last: () => goTo(endOf(here)),
  play: () => {
    if (playing) return stop()
    setText(byId('go-play'), t('study.pause'))
    playing = setInterval(() => (here.children.length ? goTo(next()) : stop()), PACE)
  },
}

/** @type {import('./desk.js').Desk} */
const desk = {
  now: () => state, change: part => { state = { ...state, ...part } }, click, back, drawn: showSignsHere,
  renew: () => {
    showTitle()
    goTo(here, { animated: false })
  },
  tools: {
    share, save, open: () => openDialog('open'), hint: () => byId('engine-on').click(), undo: STEPS.back,
    main: () => { promote(here); showTree(); keep() },
    cut: () => { const rest = cut(here); goTo(rest).then(keep) },
    empty: () => {
      /** @type {HTMLDialogElement} */ (byId('open')).close()
      return open('', board.root.options).then(keep)
    },
  },
}

function listen() {
  listenToDesk(desk)
  document.addEventListener('keydown', stepKeys(name => STEPS[name](), () => document.activeElement === byId('board')), true)
  for (const name of Object.keys(STEPS)) byId(`go-${name}`).addEventListener('click', () => STEPS[name]())
  for (const name of ['mark', 'arrow']) byId(`sign-${name}`).addEventListener('click', () => setMarking(marking === name ? '' : name))
  byId('throw').addEventListener('click', throwDice)
  byId('throw-all').addEventListener('click', throwAll)
  byId('engine-on').addEventListener('change', consider)
  byId('comment').addEventListener('input', event => {
    here.comment = /** @type {HTMLTextAreaElement} */ (event.target).value.trim()
    showComment()
  })
  byId('comment').addEventListener('change', () => {
    showTree()
    keep()
  })
  byId('open-form').addEventListener('submit', event => {
    event.preventDefault()
    readText()
  })
  byId('open-file').addEventListener('change', async event => {
    const file = /** @type {HTMLInputElement} */ (event.target).files[0]
    if (file) /** @type {HTMLTextAreaElement} */ (byId('open-text')).value = await file.text()
  })
}

function showTitle() {
  const title = board.title ? worded(board.title) : t('study.of', { game: board.name })
  document.title = `${title} · Hexagora`
  setText(byId('title'), title)
}

/** What the address asks for: a study, a match of a table, a link, or an empty board. */
async function begin() {
  const wanted = new URLSearchParams(location.search)
  if (isEmbedded()) return beginInAPage(wantedThere())
  const link = behind('m')
  if (link) return open(JSON.stringify(await unpacked(link)))
  const drawn = behind('s')
  if (drawn) {
    const { options, start } = await unpacked(drawn)
    return open(start ? JSON.stringify(start) : '', options)
  }
  if (wanted.has('study')) {
    show(await api.study(board.game, wanted.get('study')))
    return goTo(here, { animated: false })
  }
  if (wanted.has('table')) return beginAtTable(wanted)
  return open('')
}

/** What somebody shows in a page of their own, at one of its moments. */
async function beginInAPage({ text, ply }) {
  show(await api.openAnalysis(board.game, { text, options: {} }))
  here = along(here, ply)
  await goTo(here, { animated: false })
  keep()
}

/** So many steps along the line. */
function along(node, steps) {
  return steps > 0 && node.children[0] ? along(node.children[0], steps - 1) : node
}

/** The match of a table at one of its moments, with a line to step through where one is given. */
async function beginAtTable(wanted) {
  const table = wanted.get('table'), ply = Number(wanted.get('ply') ?? 0)
  byId('to-table').hidden = false
  byId('to-table').setAttribute('href', at(`/t/${encodeURIComponent(table)}?ply=${ply}`))
  show(await api.openAnalysis(board.game, { text: JSON.stringify(await api.match(table)), options: {} }))
  here = along(here, ply)
  const [first] = wanted.getAll('line').reduce((line, text) => [...line, went(line.at(-1) ?? here, text)], [])
  await goTo(first ?? here, { animated: false })
}

/** The studies of some games to choose from. */
const studyLinks = async game => (await api.studies(game)).map(one => el('li', {}, el('a', {
  href: at(`/analysis/${game}?study=${encodeURIComponent(one.id)}`) }, ofGame(game, one.title))))

/** No game was named: the boards and studies of all. */
async function choose(games) {
  await loadGames(...games.map(game => game.id))
  byId('table').hidden = true
  byId('choose').hidden = false
  byId('choose-list').replaceChildren(...await Promise.all(games.map(async game => el('li', { class: 'card' },
    el('h2', {}, game.title), el('a', { class: 'button primary', href: at(`/analysis/${game.id}`) }, t('study.empty')),
    el('ul', { class: 'plain' }, ...await studyLinks(game.id))))))
}

async function start() {
  const game = decodeURIComponent(addressHere().split('/')[2] ?? ''), games = await api.knownGames()
  if (!game) return choose(games)
  board = { game, name: games.find(one => one.id === game)?.title ?? game, root: {}, title: '', laid: 0 }
  byId('open-options').setAttribute('href', at(`/?play=${encodeURIComponent(game)}`))
  try {
    await Promise.all([loadSprites(game), speakOf(game)])
    listen()
    await begin()
  } catch (error) {
    setText(byId('loading'), error.message)
    return
  }
  byId('loading').hidden = true
  byId('analysis-card').hidden = false
  if (!isEmbedded()) byId('studies').replaceChildren(...await studyLinks(game))
}

prepare().then(start).finally(usable)
