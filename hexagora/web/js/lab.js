/** The lab: asks for matches that are played in the background, and shows what is known of them so far. */
import { untilItCame } from './again.js'
import * as api from './api.js'
import { openSettings } from './dialogs.js'
import { byId, el, round, setText, svg } from './dom.js'
import { at } from './home.js'
import { capital, loadLanguage, speakOf, t, translated } from './i18n.js'
import { behind, unpacked } from './links.js'
import { forgetRun, ownRuns, rememberRun, runLine } from './lab-runs.js'
import { prepare, usable } from './page.js'
import { readToml } from './toml.js'

const LOOK_EVERY = 1000 // milliseconds between two looks at what is known
const OVER = ['done', 'stopped', 'failed']
const ROW = 34
const WIDE = { width: 720, left: 200, right: 190 }, NARROW = { width: 360, left: 110, right: 70 }

/** @type {any[]} */
let games = []
let house = { open: false, matches: 0, matches_thought: 0, bots: [] }
/** What the form is about, beside its fields. */
let wish = { game: null, options: {} }
/** What was asked before, the newest first. @type {any[]} */
let runs = []
let job = ''
let timer = 0

/** What is asked for unless somebody says otherwise. */
const USUAL = { options: {}, bots: ['quick'], question: 'measure', matches: 2000, seed: 1, until: 0, numbers: '', keep: '', within: 2, changes: '', content: '' }

const input = id => /** @type {HTMLInputElement} */ (byId(id))

// asking

/** A game with options that were chosen before, if any. */
async function showGame(id, { players, ...options } = /** @type {any} */ ({})) {
  await speakOf(id)
  wish = { game: games.find(game => game.id === id), options }
  input('game').value = id
  byId('players').replaceChildren(...wish.game.players.map(count => el('option', { value: count, selected: count === players }, count)))
  byId('options').replaceChildren(...wish.game.options.map(field))
  showRuns()
  listNumbers(id)
}

// numbers of the content

/** The numbers of a game with their paths, as its editor lists them. */
const numbersOf = untilItCame(async id => (await api.edit(id, 'numbers', {}, { sample: 'supplied' })).fields.filter(one => one.kind === 'number'))

/** They come in behind the form, which can be used before. */
async function listNumbers(id) {
  const numbers = await numbersOf(id)
  if (wish.game.id === id) showNumbers(numbers)
}

function showNumbers(numbers) {
  const groups = new Map()
  for (const one of numbers) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  for (const list of lists()) {
    list.replaceChildren(el('option', { value: '' }, '…'), ...[...groups].map(([group, inside]) => el('optgroup', { label: capital(translated(group)) },
      ...inside.map(one => el('option', { value: one.path, 'data-value': one.value, 'data-high': one.high }, `${one.path} = ${one.value}`)))))
  }
}

const lists = () => /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll('#ask select.paths'))

/** Writes a number where it is changed, as it is; or where it is varied, from there on. */
function addNumber(list) {
  const { value: path, dataset } = list.selectedOptions[0]
  if (!path) return
  const text = input(list.dataset.into), now = Number(dataset.value)
  const line = list.dataset.into === 'changes' ? `${path} = ${now}` : `${path}=${now > 0 ? now - 1 : now}..${Math.min(now + 1, Number(dataset.high ?? Infinity))}`
  text.value = [text.value.trimEnd(), line].filter(Boolean).join('\n')
  list.value = ''
  text.focus()
  text.setSelectionRange(text.value.length, text.value.length)
}

const title = option => capital(translated(option.name.replace(/_/g, ' ')))
const field = option => el('label', { class: 'field' }, el('span', {}, title(option)), control(option), el('small', {}, capital(translated(option.help))))

const chosen = option => wish.options[option.name] ?? option.default

function choose(option, value) {
  wish.options = { ...wish.options, [option.name]: value }
  if (value === option.default) delete wish.options[option.name]
}

/** A list of what an option can be, or a number. */
function control(option) {
  const ranges = option.values.filter(value => typeof value === 'object' && value)
  if (ranges.length) {
    const others = option.values.filter(value => typeof value !== 'object'), numbers = others.filter(value => typeof value === 'number')
    return el('input', { type: 'number', value: chosen(option), min: Math.min(...ranges.map(range => range.from), ...numbers),
      max: Math.max(...ranges.map(range => range.to), ...numbers), placeholder: others.filter(value => typeof value === 'string').map(spoken).join(', '),
      onchange: event => choose(option, event.target.value === '' ? option.default : Number(event.target.value)) })
  }
  const values = option.asset ? (option.choices ?? []).map(choice => ({ value: choice.id, label: translated(choice.name) }))
    : option.values.map(value => ({ value, label: spoken(value) }))
  if (typeof chosen(option) === 'object' && chosen(option)) values.push({ value: chosen(option), label: chosen(option).name ?? option.name })
  const list = el('select', { onchange: event => choose(option, values[event.target.selectedIndex].value) },
    ...values.map(({ value, label }) => el('option', { selected: value === chosen(option) }, label)))
  return option.asset ? withFile(option, list, values) : list
}

const spoken = value => (typeof value === 'boolean' ? t(value ? 'value.true' : 'value.false') : translated(String(value).replace(/_/g, ' ')))

/** A board or map of one's own, from a file. */
function withFile(option, list, values) {
  const file = el('input', { type: 'file', accept: '.toml,.json', class: 'unseen', 'aria-label': t('new.file'), onchange: async event => {
    const [opened] = event.target.files
    if (!opened) return
    try {
      const text = await opened.text()
      const data = opened.name.endsWith('.json') ? JSON.parse(text) : readToml(text)
      values.push({ value: data, label: data.name ?? opened.name })
      list.append(el('option', { selected: true }, data.name ?? opened.name))
      choose(option, data)
    } catch (error) {
      setText(byId('problem'), `${opened.name}: ${error.message}`)
    }
  } })
  return el('span', { class: 'inline' }, list, el('span', { class: 'file' }, file,
    el('button', { type: 'button', tabindex: '-1', 'aria-hidden': 'true', onclick: () => file.click() }, t('new.file'))))
}

const question = () => input('question').value

/** Only what belongs to the question is asked. */
function showQuestion() {
  byId('numbers-part').hidden = !['sweep', 'search'].includes(question())
  byId('search-part').hidden = question() !== 'search'
  byId('measure-part').hidden = question() !== 'measure'
  byId('against-part').hidden = question() === 'ladder'
}

/** Who plays: one sort, or one against another; on a ladder everybody up to the best. */
function players() {
  const best = input('bots').value, other = input('against').value
  if (question() === 'ladder') return house.bots.slice(0, house.bots.indexOf(best) + 1)
  return other && other !== best ? [best, other] : [best]
}

async function begin(event) {
  event.preventDefault()
  setText(byId('problem'), '')
  try {
    const made = await api.labBegin({ game: wish.game.id, options: { ...wish.options, players: Number(input('players').value) },
      bots: players(), changes: input('changes').value, content: input('file-text').value,
      matches: Number(input('most').value), seed: Number(input('seed').value), question: question(),
      numbers: byId('numbers-part').hidden ? '' : input('numbers').value, keep: question() === 'search' ? input('keep').value : '',
      within: Number(input('within').value), until: question() === 'measure' ? Number(input('until').value) : 0,
      earlier: question() === 'measure' ? input('earlier').value : '' })
    rememberRun(made.id)
    follow(made.id)
    await loadRuns()
    bringIntoSight(byId('figures'))
  } catch (error) {
    setText(byId('problem'), error.message)
  }
}

/** Where the form fills the window, as on a phone, what it brings would not be seen. */
function bringIntoSight(figures) {
  if (figures.getBoundingClientRect().top > innerHeight / 2) figures.scrollIntoView()
}

/** Something is done about the run that is shown, and looked at again. */
const about = deed => async () => {
  setText(byId('problem'), '')
  try {
    await deed(job)
    look()
  } catch (error) {
    setText(byId('problem'), error.message)
  }
}

/** The form as it was when a run was asked for. */
async function fill(asked) {
  await showGame(asked.game, asked.options)
  input('bots').value = asked.bots[asked.question === 'ladder' ? asked.bots.length - 1 : 0]
  input('against').value = asked.question === 'ladder' ? '' : asked.bots[1] ?? ''
  boundMatches()
  for (const [id, value] of Object.entries({ most: asked.matches, seed: asked.seed, question: asked.question, numbers: asked.numbers,
    keep: asked.keep, within: asked.within, until: asked.until || '', changes: asked.changes, 'file-text': asked.content })) input(id).value = String(value)
  showQuestion()
}

// earlier runs

async function loadRuns() {
  runs = await api.labRuns(ownRuns())
  showRuns()
}

function showRuns() {
  byId('runs-card').hidden = !runs.length
  byId('runs').replaceChildren(...runs.map(run => runLine(run, games, { open, forget })))
  const chosen = input('earlier').value
  const same = runs.filter(run => run.wish.question === 'measure' && run.wish.game === wish.game?.id)
  byId('earlier').replaceChildren(el('option', { value: '' }, t('lab.earlier.none')),
    ...same.map(run => el('option', { value: run.id, selected: run.id === chosen }, runLine.text(run, games))))
}

async function open(id) {
  follow(id)
  const found = runs.find(run => run.id === id)
  if (found) await fill(found.wish)
}

async function forget(id) {
  await api.labForget(id)
  forgetRun(id)
  await loadRuns()
}

// looking

function follow(id) {
  job = id
  history.replaceState(null, '', `#${id}`)
  byId('figures').focus({ preventScroll: true })
  look()
}

async function look() {
  clearTimeout(timer)
  const mine = job
  try {
    const known = await api.labLook(job)
    if (mine !== job) return
    show(known)
    if (!OVER.includes(known.state)) timer = setTimeout(look, LOOK_EVERY)
  } catch (error) {
    setText(byId('state'), error.message)
    working(false)
  }
}

/** Who looks at the run of somebody else can neither stop it nor go on with it. */
function working(is, { goes_on: goesOn, yours } = { goes_on: false, yours: false }) {
  byId('resume').hidden = is || !goesOn || !yours
  byId('stop').hidden = !is || !yours
  byId('begin').toggleAttribute('disabled', is)
}

function show(known) {
  const over = OVER.includes(known.state)
  if (over && !byId('stop').hidden) loadRuns()
  working(!over, known)
  const parts = [known.why ? translated(known.why) : t(`lab.state.${known.state}`), t('lab.progress', { played: known.played, matches: known.matches })]
  const compared = known.groups.some(({ rows }) => rows.some(row => row.before))
  if (known.width !== null) parts.push(t(compared ? 'lab.width.difference' : 'lab.width', { width: points(known.width) }))
  setText(byId('state'), parts.join(' · '))
  byId('progress').hidden = over
  byId('progress').setAttribute('value', String(known.played / known.matches))
  const report = byId('report')
  report.hidden = !known.played
  report.setAttribute('href', at(api.labReport(known.id)))
  byId('found').hidden = !known.content
  byId('found').setAttribute('href', at(api.labContent(known.id)))
  byId('lines').replaceChildren(...known.lines.map(line => el('li', {}, line)))
  byId('groups').replaceChildren(...known.groups.map(group))
}

const points = share => new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(100 * share)

const group = ({ title, shares, rows }) =>
  el('section', {}, el('h3', {}, title), shares === null ? table(rows) : bars(rows, shares, title))

const table = rows => el('div', { class: 'table-wrap' }, el('table', {}, ...rows.map(row =>
  el('tr', {}, el('td', {}, row.name), el('td', {}, row.text), el('td', { class: 'muted' }, row.range),
    row.before && el('td', { class: 'muted' }, t('lab.before', { value: row.before }))))))

/** Bars with their intervals, and a line where all would be equal. */
function bars(rows, equal, label) {
  const most = Math.min(1, 1.2 * Math.max(equal, ...rows.map(row => row.high ?? row.value)))
  const room = matchMedia('(max-width: 40rem)').matches ? NARROW : WIDE
  const x = value => room.left + (room.width - room.left - room.right) * Math.min(value, most) / most
  const height = ROW * rows.length
  return svg('svg', { class: 'lab-bars', viewBox: `0 0 ${room.width} ${height}`, role: 'img',
    'aria-label': `${label}: ${rows.map(row => `${row.name} ${row.text} (${row.range})`).join('; ')}` },
    ...rows.flatMap((row, k) => bar(row, ROW * k + ROW / 2, x, room)),
    svg('line', { class: 'even', x1: round(x(equal)), x2: round(x(equal)), y1: 0, y2: height }))
}

const bar = (row, y, x, room) => [
  svg('text', { x: 0, y: y + 5 }, row.name),
  svg('rect', { class: row.uneven ? 'bar-part off' : 'bar-part', x: room.left, y: y - 9, width: round(x(row.value) - room.left), height: 18, rx: 4 }),
  row.low !== null && svg('path', { class: 'whisker', d: `M${round(x(row.low))} ${y}H${round(x(row.high))}M${round(x(row.low))} ${y - 5}v10M${round(x(row.high))} ${y - 5}v10` }),
  svg('text', { x: room.width - room.right + 10, y: y + 5 }, row.text),
  room === WIDE && svg('text', { class: 'range', x: room.width - room.right + 66, y: y + 5 }, row.before ? t('lab.before', { value: row.before }) : row.range),
]

// the page

async function start() {
  await prepare()
  byId('open-settings').addEventListener('click', () => openSettings(renew))
  ;[games, house] = await Promise.all([api.knownGames(), api.lab()])
  byId('game').replaceChildren(...games.map(game => el('option', { value: game.id }, game.title)))
  byId('game').addEventListener('change', event => showGame(/** @type {HTMLSelectElement} */ (event.target).value))
  showBots('quick', '')
  for (const id of ['bots', 'against']) byId(id).addEventListener('change', boundMatches)
  byId('question').addEventListener('change', showQuestion)
  for (const list of lists()) list.addEventListener('change', () => addNumber(list))
  byId('ask').addEventListener('submit', begin)
  byId('stop').addEventListener('click', about(api.labStop))
  byId('resume').addEventListener('click', about(api.labResume))
  byId('open-file').addEventListener('click', () => input('file').click())
  byId('file').addEventListener('change', async () => { input('file-text').value = await input('file').files[0]?.text() ?? '' })
  boundMatches()
  showQuestion()
  await showGame(games[0].id)
  await loadRuns()
  const isFilled = Boolean(behind('w')) && await fillWished()
  usable()
  if (isFilled) byId('begin').focus()
  else if (location.hash.length > 1 && !behind('w')) await open(location.hash.slice(1))
}

/** The form as somebody filled it in elsewhere, as an editor does; whether it could be. */
async function fillWished() {
  try {
    const asked = { ...USUAL, ...await unpacked(behind('w')) }
    await fill(asked)
    byId('content').toggleAttribute('open', Boolean(asked.content))
    return true
  } catch {
    setText(byId('problem'), t('edit.badlink'))
    return false
  }
}

function showBots(best, other) {
  const lines = chosen => house.bots.map(bot => el('option', { value: bot, selected: bot === chosen }, t(`lab.bot.${bot}`)))
  byId('bots').replaceChildren(...lines(best))
  byId('against').replaceChildren(el('option', { value: '' }, t('lab.against.same')), ...lines(other))
}

/** After a change of the settings: another language, another look. */
async function renew() {
  await loadLanguage()
  showBots(input('bots').value, input('against').value)
  await showGame(wish.game.id, { ...wish.options, players: Number(input('players').value) })
  if (job) look()
}

/** Bots that search play fewer matches. */
function boundMatches() {
  const counted = [input('bots').value, input('against').value].every(bot => ['', 'random', 'quick'].includes(bot))
  const most = counted ? house.matches : house.matches_thought
  input('most').max = String(most)
  input('most').value = String(Math.min(Number(input('most').value), most))
}

start().catch(error => {
  setText(byId('problem'), error.message)
  usable()
})
