/** An editor: what can be edited arrives as data, and so does what becomes of it by each stroke. No rules here. */
import * as api from './api.js'
import { copy, openDialog, openSettings, sure, toast } from './dialogs.js'
import { byId, el, svg } from './dom.js'
import { drawTile } from './draw.js'
import { describeCursor, lightUp, listenToDrawing, paintBorders, showDrawing } from './edit-board.js'
import { showFields } from './edit-form.js'
import { outline } from './geometry.js'
import { alone, at, here } from './home.js'
import { capital, loadLanguage, speakOf, t, translated } from './i18n.js'
import { behind, packed, unpacked } from './links.js'
import { prepare, usable } from './page.js'
import { picture } from './pieces.js'
import { forget, tryOut } from './shares.js'
import { browserShelf, draft, fileName, folderShelf, keepDraft } from './shelf.js'
import { loadSprites } from './sprites.js'
import { speak } from './speech.js'

const MOST_PAST = 200 // sheets that undo goes back to
const DIGITS = '1234567890'
const NO_TEXT = /[^\P{Cc}\t\n\r]|\ufffd/u // what no text holds, or what was no UTF-8

const path = here().split('/')
/** Everything about the page: the sheet is what the server made of the document. */
const desk = {
  game: decodeURIComponent(path[2] ?? ''), kinds: [], keeps: false, kind: null, shelf: null, sheet: null, brush: '', symmetry: '',
  past: [], future: [], waiting: [], working: null, about: null,
}

const field = id => /** @type {HTMLInputElement} */ (byId(id))

// asking the server

/** Deeds are done one after the other; strokes that wait are done together. */
function ask(deed, remember = true) {
  const last = desk.waiting[desk.waiting.length - 1]
  if (deed.brush && last?.deed?.brush === deed.brush && last.deed.symmetry === deed.symmetry && !remember) last.deed.places.push(...deed.places)
  else desk.waiting.push({ deed, remember })
  return settled()
}

/** Waits until the sheet has all that was done: what is saved, shared or played must not lack the last stroke. */
function settled() {
  desk.working ??= work()
  return desk.working
}

async function work() {
  await null // whoever asks meanwhile waits for the same work
  while (desk.waiting.length) {
    const { way, ...asked } = desk.waiting.shift()
    if (way) step(...way)
    else await change(asked)
  }
  desk.working = null
}

async function change({ deed, remember, data }) {
  try {
    const sheet = await api.edit(desk.game, desk.kind.id, data ?? desk.sheet?.data ?? {}, deed)
    if (remember) rememberSheet()
    take(sheet)
  } catch (error) {
    toast(error.message, 'problem')
    if (desk.sheet) take(desk.sheet)
  }
}

function rememberSheet() {
  if (desk.sheet) desk.past = [...desk.past.slice(1 - MOST_PAST), desk.sheet]
  desk.future = []
}

function take(sheet) {
  const changed = JSON.stringify(sheet.data) !== JSON.stringify(desk.sheet?.data)
  desk.sheet = sheet
  if (changed) {
    keepDraft(desk.game, desk.kind.id, sheet.data)
    forget()
  }
  show()
}

const BACK = ['past', 'future']
const FORTH = ['future', 'past']

/** One sheet back or forth, when its turn comes: a stroke that is still under way is undone too. */
function go(way) {
  desk.waiting.push({ way })
  return settled()
}

function step(from, to) {
  const sheet = desk[from].pop()
  if (!sheet) return
  desk[to].push(desk.sheet)
  take(sheet)
  speak(t(from === 'past' ? 'edit.undone' : 'edit.redone'))
}

// showing

/** Where there is nothing to draw, the values have the middle of the page. */
function makeRoom({ scene, palette }) {
  if (document.body.dataset.sheet) return
  document.body.classList.toggle('undrawn', !scene && !palette.length)
  if (document.body.classList.contains('undrawn')) byId('status').after(byId('fields-card'))
}

function show() {
  const { sheet } = desk
  makeRoom(sheet)
  showDrawing(sheet.scene, sheet.remarks)
  if (byId('drawing').contains(document.activeElement)) describeCursor()
  showPalette()
  showTurns()
  showRemarks()
  showFields(sheet.fields, sheet.remarks, (where, value) => ask({ set: where, value }))
  field('text').value = sheet.text
  if (!field('save-name').value && sheet.name) field('save-name').value = fileName(sheet.name)
  field('undo').disabled = !desk.past.length
  field('redo').disabled = !desk.future.length
  for (const id of ['start', 'try', 'analyse', 'trial', 'ask-lab']) field(id).disabled = !sheet.usable
  document.body.dataset.sheet = String(Number(document.body.dataset.sheet ?? 0) + 1)
}

function showPalette() {
  const { palette, scene } = desk.sheet
  byId('palette-field').hidden = !palette.length
  if (!palette.some(brush => brush.id === desk.brush)) choose(palette[0]?.id ?? '', false)
  const key = JSON.stringify([palette, document.documentElement.lang, scene?.panels.map(panel => panel.colour)])
  if (byId('palette').dataset.key === key) return markBrush()
  byId('palette').dataset.key = key
  const groups = new Map()
  palette.forEach((brush, i) => groups.set(brush.group, [...(groups.get(brush.group) ?? []), [brush, i]]))
  byId('palette').replaceChildren(...[...groups].map(([group, brushes]) => el('div', { class: 'brush-group' },
    group && el('h3', {}, capital(translated(group))), el('div', { class: 'brushes' }, ...brushes.map(([brush, i]) => brushLine(brush, i))))))
}

const brushLine = (brush, i) => el('label', { class: 'brush', title: translated(brush.title) },
  el('input', { type: 'radio', name: 'brush', value: brush.id, checked: brush.id === desk.brush, onchange: () => choose(brush.id) }),
  sample(brush), el('span', {}, capital(translated(brush.title))), i < DIGITS.length && el('kbd', { 'aria-hidden': 'true' }, DIGITS[i]))

/** What a brush brings, as it looks on the board. */
function sample(brush) {
  const scene = desk.sheet.scene
  const shape = scene?.boards[0]?.shape ?? 'pointy'
  if (brush.piece && scene) {
    const piece = { id: '', kind: brush.piece, at: '', owner: brush.owner, board: 'board', glyph: brush.glyph || '●', tags: [], label: '', note: '' }
    return svg('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true', class: brush.owner === null ? 'unowned' : `player-${colour(scene, brush.owner)}`, 'data-game': scene.game }, svg('g', { class: 'piece' }, ...picture(scene, piece)))
  }
  if (brush.terrain && scene) {
    const badges = brush.badge ? [{ kind: brush.badge, text: brush.badge_text, owner: null }] : []
    const cell = { id: '', x: 0, y: 0, terrain: brush.terrain, glyph: brush.glyph || '·', label: '', badges, note: '' }
    return svg('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true', class: 'board', 'data-game': scene.game }, drawTile(scene, { shape: shape === 'node' ? 'pointy' : shape }, cell))
  }
  if (brush.badge_text || brush.glyph) return el('span', { class: 'brush-glyph', 'aria-hidden': 'true' }, brush.badge_text || brush.glyph)
  return svg('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, svg('path', { d: outline('pointy', 0.8), fill: 'none', stroke: 'currentColor', 'stroke-dasharray': '8 6', 'stroke-width': 4 }))
}

const colour = (scene, owner) => scene.panels.find(panel => panel.player === owner)?.colour ?? 'red'

function choose(id, told = true) {
  desk.brush = id
  const brush = desk.sheet.palette.find(one => one.id === id)
  paintBorders(Boolean(brush?.on_borders))
  markBrush()
  if (told && brush) speak(translated(brush.title))
}

function markBrush() {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (byId('palette').querySelectorAll('input'))) input.checked = input.value === desk.brush
}

function showTurns() {
  const { turns, symmetries } = desk.sheet
  byId('turns').hidden = !turns.length
  byId('turns').replaceChildren(...turns.map(turn => el('button', { type: 'button', 'data-turn': turn.id, onclick: () => ask({ turn: turn.id }) }, translated(turn.title))))
  byId('symmetry-field').hidden = !symmetries.length
  if (!symmetries.some(one => one.id === desk.symmetry)) desk.symmetry = ''
  byId('symmetry').replaceChildren(el('option', { value: '' }, t('edit.onlyhere')),
    ...symmetries.map(one => el('option', { value: one.id, selected: one.id === desk.symmetry }, translated(one.title))))
}

function showRemarks() {
  const { remarks } = desk.sheet
  byId('remarks').replaceChildren(...(remarks.length ? remarks.map(remarkLine) : [el('li', { class: 'fine' }, t('edit.fine'))]))
  const errors = remarks.filter(remark => remark.level === 'error').length
  byId('status').textContent = errors ? t('edit.errors', { count: errors }) : remarks.length ? t('edit.warnings', { count: remarks.length }) : t('edit.fine')
}

const remarkLine = remark => el('li', { class: `remark ${remark.level}` },
  el('button', { type: 'button', class: 'quiet', onclick: () => visit(remark) },
    el('strong', {}, t(remark.level === 'error' ? 'edit.error' : 'edit.warning')), ' ', remark.code && el('code', {}, `${remark.code} `), translated(remark.text)),
  remark.mends.length > 0 && el('div', { class: 'mends' }, ...remark.mends.map(mend => el('button', { type: 'button', 'data-mend': true, onclick: () => ask(mend.deed) }, translated(mend.title)))))

function visit(remark) {
  if (remark.places.length) {
    byId('drawing').focus()
    lightUp(remark.places)
    return
  }
  const shown = /** @type {HTMLElement|null} */ (byId('fields').querySelector(`[data-path="${CSS.escape(remark.field)}"]`))
  shown?.closest('details')?.setAttribute('open', '')
  shown?.focus()
}

// kinds and shelves

function showKinds() {
  byId('kinds').replaceChildren(...desk.kinds.map(kind => el('a', { class: 'button small', href: at(`/edit/${desk.game}/${kind.id}`), 'aria-current': kind === desk.kind ? 'true' : null },
    translated(kind.title))))
  byId('kinds').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  byId('help').textContent = translated(desk.kind.help)
  byId('play-card').hidden = !desk.kind.plays
  byId('samples').replaceChildren(el('option', { value: '' }, '…'), ...desk.kind.samples.map(one => el('option', { value: one.id }, translated(one.title))))
  byId('shelf-note').textContent = t(desk.keeps ? 'edit.infolder' : 'edit.inbrowser')
  const players = desk.about?.players ?? []
  byId('trial-players-field').hidden = players.length < 2 || desk.kind.fixes_players
  byId('trial-players').replaceChildren(...players.map(count => el('option', { value: count }, count)))
}

async function showFiles() {
  try {
    const files = await desk.shelf.list()
    byId('files').replaceChildren(...files.map(({ name, changed }) => el('li', { title: changed }, el('span', {}, name),
      el('button', { type: 'button', class: 'small', 'data-open': name, onclick: () => openFile(name) }, t('edit.open'), el('span', { class: 'unseen' }, ` ${name}`)),
      el('button', { type: 'button', class: 'small', 'data-delete': name, onclick: () => sure(t('edit.delete.sure', { name }), t('edit.delete'), () => removeFile(name)) }, t('edit.delete'), el('span', { class: 'unseen' }, ` ${name}`)))))
  } catch (error) {
    toast(error.message, 'problem')
  }
}

async function openFile(name) {
  try {
    const { read, data } = await desk.shelf.open(name)
    field('save-name').value = name
    if (read === undefined) openData(data)
    else ask({ read })
  } catch (error) {
    toast(error.message, 'problem')
  }
}

async function openData(data) {
  desk.waiting.push({ deed: {}, remember: true, data })
  await settled()
}

async function removeFile(name) {
  await desk.shelf.remove(name).catch(error => toast(error.message, 'problem'))
  await showFiles()
}

async function save(event) {
  event.preventDefault()
  await settled()
  const name = fileName(field('save-name').value || desk.sheet.name)
  if (!name) return field('save-name').focus()
  field('save-name').value = name
  try {
    await desk.shelf.save(name, desk.sheet.data)
    toast(t('edit.saved', { name }))
  } catch (error) {
    toast(error.message, 'problem')
  }
  await showFiles()
}

// out of the page

async function exportFile() {
  await settled()
  const address = URL.createObjectURL(new Blob([desk.sheet.text], { type: 'text/plain' }))
  const name = fileName(field('save-name').value || desk.sheet.name) || desk.kind.id
  el('a', { href: address, download: `${name}.${desk.kind.ending}` }).click()
  URL.revokeObjectURL(address)
}

async function share() {
  await settled()
  await copy(`${location.origin}${at(`/edit/${desk.game}/${desk.kind.id}`)}#d=${await packed(desk.sheet.data)}`)
}

/** What a table starts with; changed content becomes a pack first, for tables are played with what is installed. */
async function begun() {
  await settled()
  const { content, ...start } = await api.startOf(desk.game, desk.kind.id, desk.sheet.data)
  if (!content) return { game: desk.game, ...start }
  const name = desk.sheet.name || desk.kind.id
  const { game } = await api.makePack(desk.game, { id: fileName(field('save-name').value || name).slice(0, 32).replace(/[_-]+/g, '-').replace(/^-|-$/g, '') || 'mine', name: name.slice(0, 40), content: desk.sheet.text })
  toast(t('edit.packed', { name }))
  return { game, ...start }
}

async function setUp() {
  try {
    location.href = `${at('/')}#new=${await packed(await begun())}`
  } catch (error) {
    toast(error.message, 'problem')
  }
}

/** A table with all seats at this screen: to look what can be done. */
async function tryAlone() {
  try {
    const { game, options, start } = await begun()
    const players = options.players ?? Number(field('trial-players').value || desk.about.players[0])
    const made = await api.newTable({ game, options: { ...options, players }, start, public: false, seats: Array.from({ length: players }, (_, i) => ({ kind: i ? 'here' : 'me' })) })
    location.href = at(made.url)
  } catch (error) {
    toast(error.message, 'problem')
  }
}

/** The analysis board, from what was drawn. */
async function study() {
  try {
    const { game, options, start } = await begun()
    location.href = `${at(`/analysis/${game}`)}#s=${await packed({ options, start })}`
  } catch (error) {
    toast(error.message, 'problem')
  }
}

/** Thousands of matches on what was drawn, also with bots that search: the form of the lab, filled in. */
async function askLab() {
  try {
    await settled()
    const { content, options } = await api.startOf(desk.game, desk.kind.id, desk.sheet.data)
    const wish = { game: desk.game, options: { ...wantedPlayers(), ...options }, content: content ? desk.sheet.text : '' }
    location.href = `${at('/lab')}#w=${await packed(wish)}`
  } catch (error) {
    toast(error.message, 'problem')
  }
}

/** The way to the lab, where it is open and plays what is drawn. */
async function showLab() {
  if (alone || !desk.kind.from_the_beginning) return
  byId('ask-lab').hidden = !(await api.lab()).open
}

/** A picture or an archive that was dropped by mistake is no text. @param {File|undefined} file */
async function importFile(file) {
  if (!file) return
  const text = await file.text()
  if (NO_TEXT.test(text)) return toast(t('edit.notext', { name: file.name }), 'problem')
  field('save-name').value = fileName(file.name.replace(/\.[^.]*$/, ''))
  ask({ read: text })
}

// everything

function listen() {
  listenToDrawing({ begin: () => { desk.fresh = true }, paint, key: brushKey })
  const click = (id, deed) => byId(id).addEventListener('click', deed)
  click('undo', () => go(BACK))
  click('redo', () => go(FORTH))
  click('open-settings', () => openSettings(changeSettings))
  click('open-keys', () => openDialog('keys'))
  click('export', exportFile)
  click('share', share)
  click('start', setUp)
  click('try', tryAlone)
  click('analyse', study)
  click('trial', () => settled().then(() => tryOut(plan => api.trial(desk.game, desk.kind.id, { data: desk.sheet.data, ...plan, ...wantedPlayers() }))))
  click('ask-lab', askLab)
  click('take-text', () => ask({ read: field('text').value }))
  click('import-open', () => field('import').click())
  byId('import').addEventListener('change', () => importFile(field('import').files?.[0]).then(() => { field('import').value = '' }))
  byId('save-form').addEventListener('submit', save)
  byId('symmetry').addEventListener('change', () => { desk.symmetry = field('symmetry').value })
  byId('samples').addEventListener('change', () => {
    if (field('samples').value) ask({ sample: field('samples').value })
    field('save-name').value = field('samples').value = ''
  })
  document.addEventListener('keydown', stepKey)
  listenToDrops()
}

const wantedPlayers = () => (byId('trial-players-field').hidden ? {} : { players: Number(field('trial-players').value) })

function paint(places) {
  ask({ brush: desk.brush, places, symmetry: desk.symmetry }, desk.fresh)
  desk.fresh = false
}

function brushKey(event) {
  const { palette } = desk.sheet
  const now = palette.findIndex(brush => brush.id === desk.brush)
  const wanted = DIGITS.includes(event.key) ? palette[DIGITS.indexOf(event.key)]
    : event.key === ']' ? palette[(now + 1) % palette.length] : event.key === '[' ? palette[(now - 1 + palette.length) % palette.length] : null
  if (wanted) choose(wanted.id)
  else if (event.key === '?') openDialog('keys')
  return Boolean(wanted) || event.key === '?'
}

/** Undo and redo, except where a field has its own. */
function stepKey(event) {
  if (!(event.ctrlKey || event.metaKey) || /** @type {Element} */ (event.target).closest('input:not([type=radio], [type=checkbox]), textarea')) return
  const key = event.key.toLowerCase()
  if (key === 'z') go(event.shiftKey ? FORTH : BACK)
  else if (key === 'y') go(FORTH)
  else return
  event.preventDefault()
}

function listenToDrops() {
  for (const name of ['dragenter', 'dragover']) {
    document.addEventListener(name, event => {
      if (!(/** @type {DragEvent} */ (event).dataTransfer?.types.includes('Files'))) return
      event.preventDefault()
      document.body.classList.add('dropping')
    })
  }
  document.addEventListener('dragleave', event => { if (!(/** @type {DragEvent} */ (event).relatedTarget)) document.body.classList.remove('dropping') })
  document.addEventListener('drop', event => {
    event.preventDefault()
    document.body.classList.remove('dropping')
    importFile(event.dataTransfer?.files[0])
  })
}

async function changeSettings() {
  await loadLanguage()
  openSettings(changeSettings)
  showKinds()
  show()
}

/** What the page begins with: a link, what was on the desk last, or the first sample, whichever can be opened. */
async function begin() {
  const linked = behind('d')
  if (linked) {
    try {
      await openData(await unpacked(linked))
    } catch {
      toast(t('edit.badlink'), 'problem')
    }
  }
  const kept = draft(desk.game, desk.kind.id)
  if (!desk.sheet && kept) await openData(kept)
  if (!desk.sheet) await ask({ sample: (desk.kind.samples[1] ?? desk.kind.samples[0]).id })
}

async function start() {
  await prepare()
  const [{ keeps, kinds }, games] = await Promise.all([api.editor(desk.game), api.knownGames(), speakOf(desk.game), loadSprites(desk.game)])
  Object.assign(desk, { keeps, kinds, about: games.find(game => game.id === desk.game) })
  desk.kind = kinds.find(kind => kind.id === path[3]) ?? kinds[0]
  desk.shelf = (keeps ? folderShelf : browserShelf)(desk.game, desk.kind.id)
  byId('title').textContent = desk.about?.title ?? desk.game
  document.title = `${desk.about?.title ?? desk.game} – ${translated(desk.kind.title)}`
  document.body.dataset.game = desk.game
  showKinds()
  listen()
  await begin()  // what the buttons do, they do with a sheet
  usable()
  await Promise.all([showFiles(), showLab()])
}

start().catch(error => {
  toast(error.message, 'problem')
  usable()
})
