/** The bar below the board: prompt, buttons for what is not on the board, confirmation, taking back. */
import { byId, el, renew, setText } from './dom.js'
import { complete, consequences, nextTargets, remaining } from './choices.js'
import { capital, endingOf, named, t, translated } from './i18n.js'
import { isOffered, offerButtons } from './offers.js'
import { follow, openShortcuts } from './plan.js'
import { isShown } from './shown.js'
import { icon } from './sprites.js'
import { colourOf, hasDecided, isAlone, isAway, isMine, myTurn } from './state.js'
import { answer, fill } from './strips.js'

const LONG_PROMPT = 100 // letters of a question and whom it waits for that two lines do not hold
const LONG_ASIDE = 55 // and that three lines beside the board of a phone do not

/**
 * @typedef {object} Deeds what the bar can ask for
 * @property {(target: object) => void} click
 * @property {(choice: object) => void} act
 * @property {() => void} confirm
 * @property {() => void} otherwise
 * @property {() => void} back
 * @property {(type: string, more?: object) => void} send
 * @property {(where: object) => void} point
 */

/** @type {HTMLElement|null} where the keyboard was before a question was asked */
let cameFrom = null

/** @param {Deeds} deeds */
export function showActions(state, deeds) {
  showPrompt(state)
  const bar = byId('actions')
  const focused = /** @type {HTMLElement|null} */ (document.activeElement)
  const held = bar.contains(focused)
  const key = held ? focused?.dataset.deed ?? '' : ''
  if (state.pending && !held) cameFrom = focused
  const question = bar.querySelector('.confirmation')
  if (!state.pending && question) deeds.point({})
  renew(bar, ...(state.pending ? confirmation(state, deeds) : openChoices(state, deeds)))
  bar.hidden = !bar.children.length
  byId('table').dataset.deeds = bar.hidden ? 'none' : state.pending ? 'confirming' : 'open'
  if (state.pending && !(question && question.isConnected)) /** @type {HTMLElement} */ (bar.querySelector('.primary')).focus()
  else if (held && !bar.contains(document.activeElement)) focusAgain(bar, key)
  showTakeback(state, deeds)
  showTools(state)
}

/** A button that was pressed and is gone leaves the keyboard where it was before, else on the board. */
function focusAgain(bar, key) {
  const same = /** @type {HTMLElement|null} */ (bar.querySelector(`[data-deed="${CSS.escape(key)}"]`))
  const goal = same ?? (cameFrom?.isConnected ? cameFrom : byId('board'))
  goal.focus({ preventScroll: true })
  cameFrom = null
}

function showPrompt(state) {
  const ending = state.ply === null && state.over?.ending // people ended it: nothing is asked for any more
  const acting = ending ? undefined : state.scene.panels.find(panel => panel.active)
  const prompt = byId('prompt')
  prompt.className = acting ? `player-${colourOf(state.scene, acting.player)}` : ''
  setText(byId('prompt-text'), ending ? endingOf(ending, state.seats) : translated(state.scene.prompt))
  const status = statusOf(state, acting)
  setText(byId('prompt-status'), status)
  byId('prompt-status').hidden = !status
  prompt.classList.toggle('mine', myTurn(state))
  const letters = (byId('prompt-text').textContent + status).length
  prompt.classList.toggle('lengthy', letters > LONG_PROMPT)
  prompt.classList.toggle('longish', letters > LONG_ASIDE)
  renew(byId('notes'), ...state.scene.notes.map(note => el('li', {}, translated(note))))
}

function statusOf(state, acting) {
  if (!state.connected) return t('status.lost')
  if (state.ply !== null) return t('status.replay', { ply: state.ply, of: state.log.length })
  if (state.over) return t('status.over')
  if (state.waiting) return t('status.sending')
  if (myTurn(state)) return t('status.yours')
  if (acting && !isMine(state, acting.player + 1)) return t('status.waiting', { name: named(acting.name) })
  return state.seat === 0 ? t('status.watching') : ''
}

/** Buttons: targets that neither board nor tray shows, and choices whose way ends here while others go on. */
function openChoices(state, deeds) {
  if (!myTurn(state) || state.waiting) return []
  const { choices } = state.scene
  const next = [...nextTargets(choices, state.selection).values()].filter(({ target }) => !isShown(state, target) && !isOffered(state, target))
  const done = state.selection.length ? complete(choices, state.selection) : []
  const many = next.length > 1 || done.length > 0
  return [
    ...(state.selection.length ? [] : openShortcuts(state).map(shortcut => shortcutButton(shortcut))),
    ...offerButtons(state, deeds.click),
    ...done.map(choice => button(choice, deeds, { deed: () => deeds.act(choice), key: `done-${choice.text}` })),
    ...next.map(({ target, choices: behind }) => button(behind[0], deeds, {
      deed: () => deeds.click(target), key: `${target.kind}-${target.id}`, primary: !many || isEnd(behind),
      name: behind.length === 1 ? null : nameOf(state, target, behind) })),
    state.selection.length > 0 && el('button', { type: 'button', class: 'quiet', 'data-deed': 'back', onclick: deeds.back }, t('action.back')),
  ].filter(Boolean)
}

const shortcutButton = shortcut => el('button', {
  type: 'button', class: 'shortcut', 'data-deed': `short-${shortcut.texts[0]}`, onclick: () => follow(shortcut.texts),
}, el('span', {}, translated(shortcut.label)), shortcut.forecast && el('small', { class: 'forecast' }, translated(shortcut.forecast)))

const isEnd = behind => behind.every(choice => choice.group === 'end')
const labelOf = choice => translated(choice.label) || choice.text

/** Many choices behind one button: the button is called after its target. */
function nameOf(state, target, behind) {
  const piece = state.scene.pieces.find(one => one.id === target.id)
  const panel = target.kind === 'player' && state.scene.panels.find(one => String(one.player) === target.id)
  const name = piece?.label || (panel && named(panel.name)) || target.id.replace(/[-_]/g, ' ')
  return capital(translated(capital(name)))
}

/** A button for one choice with what it brings, or for several behind a name. */
function button(choice, deeds, { deed, key, primary = false, name = null }) {
  const here = () => deeds.point({ names: choice.cells, kind: 'changed' })
  const away = () => deeds.point({})
  const shows = !name && choice.cells?.length ? { onmouseenter: here, onfocus: here, onmouseleave: away, onblur: away } : {}
  return el('button', {
    type: 'button', class: primary ? 'primary' : '', 'data-deed': key, 'data-group': choice.group, onclick: deed, ...shows,
  }, el('span', {}, name ?? labelOf(choice)), ...(name ? [] : consequences([choice])).map(({ kind, text }) => told('small', kind, text)))
}

const told = (tag, kind, text) => el(tag, { class: kind, title: translated(text) }, kind === 'warning' && icon('common', 'i-warning'), translated(text))

function confirmation(state, deeds) {
  deeds.point({ names: state.pending.cells, kind: 'changed' })
  return [
    el('div', { class: 'confirmation', role: 'group', 'aria-label': t('action.confirm') },
      el('strong', {}, labelOf(state.pending)),
      ...consequences([state.pending]).map(({ kind, text }) => told('p', kind, text)),
      state.pending.final && el('p', { class: 'forecast' }, t('action.ends'))),
    el('button', { type: 'button', class: 'primary', 'data-deed': 'confirm', onclick: deeds.confirm }, t('action.doit')),
    hasOthers(state) && el('button', { type: 'button', 'data-deed': 'otherwise', onclick: deeds.otherwise }, t('action.otherwise')),
    el('button', { type: 'button', class: 'quiet', 'data-deed': 'back', onclick: deeds.back }, t('action.back')),
  ].filter(Boolean)
}

/** Whether the usual one of several ways waits for its confirmation. */
const hasOthers = state => state.pending.usual && remaining(state.scene.choices, state.selection).length > 1

function showTakeback(state, deeds) {
  const { takeback } = state
  const asked = takeback && Object.entries(takeback.answers).some(([seat, yes]) => yes === null && isMine(state, Number(seat)))
  const name = takeback ? named(state.seats.find(seat => seat.seat === takeback.by)?.name ?? '') : ''
  fill(byId('takeback'), takeback ? `${asked}/${name}` : '', () => [
    el('span', {}, t(asked ? 'takeback.asked' : 'takeback.waiting', { name })),
    asked && answer('takeback.yes', 'primary', () => deeds.send('answer-takeback', { yes: true })),
    asked && answer('takeback.no', '', () => deeds.send('answer-takeback', { yes: false })),
  ])
}

const NOT_RATED = { 'ask-takeback': 'rated.takeback', hint: 'rated.hint' } // why a match that counts does without them

/** Which of the small tools make sense now. Where nobody else plays, a take-back needs no asking: it is an undo. */
function showTools(state) {
  const seated = state.seat > 0 && state.ply === null && !state.over
  const alone = isAlone(state)
  const free = seated && !state.rated
  const tools = {
    undo: seated && (state.mayUndo || (free && alone && hasDecided(state))), 'restart-turn': seated && state.mayUndo,
    'ask-takeback': free && !alone && !state.mayUndo && !state.takeback && hasDecided(state), hint: !state.rated && myTurn(state),
  }
  byId('tool-ask-takeback').hidden = alone && !state.rated
  byId('tool-leave').hidden = !seated
  setText(byId('tool-leave-text'), t(isAway(state) ? 'tool.return' : 'tool.leave'))
  byId('tool-leave').toggleAttribute('disabled', state.rated && isAway(state))
  byId('tool-leave').title = isAway(state) ? '' : t('tool.leave.note')
  for (const [name, shown] of Object.entries(tools)) {
    const button = /** @type {HTMLButtonElement} */ (byId(`tool-${name}`))
    button.disabled = !shown
    button.title = state.rated && NOT_RATED[name] && !shown ? t(NOT_RATED[name]) : button.textContent?.trim() ?? ''
  }
}
