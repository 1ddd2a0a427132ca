/** Deciding: clicks narrow the choices, the last one is sent, after a confirmation where it is wanted. */
import { clicked, complete, hits, nextTargets, remaining, settled, usual } from './choices.js'
import { ask } from './dialogs.js'
import { t } from './i18n.js'
import { send } from './line.js'
import { follow } from './plan.js'
import { touched } from './pointer.js'
import { cancel, mayPremove, premove } from './premove.js'
import { settings } from './settings.js'
import { speak } from './speech.js'
import { keyOf, myTurn } from './state.js'
import { change, now } from './store.js'
import { confirms, isEasilyMissed } from './touch.js'

const CHOICE = { part: /** @type {const} */ ('choice') }

/** A click on something that stands for these targets. With `all`, what is usual is not taken for granted. */
export function click(targets, { all = false } = {}) {
  const state = now()
  if (mayPremove(state)) return premove(targets)
  if (!myTurn(state) || state.waiting) return
  if (confirms(state, targets)) return choose(state.pending)
  const { choices } = state.scene
  const meant = hits(choices, state.selection, targets)
  if (meant.length > 1) return askWhich(meant)
  const selection = clicked(choices, state.selection, targets)
  if (selection && !isAgain(state, selection)) select(selection, all)
  else back()
}

/** Whether a click leads to where one is already: a second press on what was chosen takes it back. */
const isAgain = ({ selection, pending }, wanted) => !pending && selection.length === wanted.length
  && wanted.every((target, i) => keyOf(target) === keyOf(selection[i]))

/** Several clicks at once: a cell and a knob on it, a card and where it is dropped. */
export function pick(targets) {
  const state = now()
  if (myTurn(state) && !state.waiting && remaining(state.scene.choices, [...state.selection, ...targets]).length) select([...state.selection, ...targets])
}

function select(selection, all = false) {
  const { choices } = now().scene
  change({ selection, pending: null, hints: [] }, { part: 'nothing' })
  const only = settled(choices, selection, settings.singles) ?? (all || settings.singles === 'never' ? null : usual(choices, selection))
  if (only) return choose(only)
  change({}, CHOICE)
  const ends = complete(choices, selection)
  if (ends.length > 1 && !nextTargets(choices, selection).size) {
    return ask(t('question.which'), ends.map(choice => ({ label: choice.label, deed: () => choose(choice) })))
  }
  speak(t('speech.choices', { count: nextTargets(choices, selection).size }))
}

/** Several things lie under the pointer: a cell and a piece, say. */
function askWhich(targets) {
  const { scene, selection } = now()
  const next = nextTargets(scene.choices, selection)
  ask(t('question.which'), targets.map(target => {
    const behind = next.get(keyOf(target)).choices
    const piece = scene.pieces.find(one => one.id === target.id)
    return {
      label: behind.length === 1 ? behind[0].label : piece?.note || piece?.label || target.id,
      deed: () => select([...selection, target]),
    }
  }))
}

/** A choice is made: sent at once, or after it has been confirmed. */
export function choose(choice) {
  if (asksFirst(choice) && now().pending !== choice) return change({ pending: choice }, CHOICE)
  if (choice.plan) follow(choice.plan)
  else send('act', { text: choice.text })
}

function asksFirst(choice) {
  if (isEasilyMissed(choice) || settings.confirm === 'always' || (choice.final && asksBeforeEnd(choice))) return true
  const worthKnowing = choice.warning || (touched() && choice.forecast) // a finger cannot hover to see what will happen
  return settings.confirm === 'warnings' && Boolean(worthKnowing)
}

/** A button that says so needs no second question; a move that ends the turn by itself does. */
const asksBeforeEnd = choice => settings.endturn === 'always'
  || (settings.endturn === 'unasked' && choice.path.some(target => target.kind !== 'button'))

/** One click less. */
export function back() {
  const { pending, selection } = now()
  cancel()
  if (pending || selection.length) change({ pending: null, selection: selection.slice(0, -1) }, CHOICE)
}

/** Not the usual way that waits for its confirmation: all ways are shown. */
const otherwise = () => select(now().selection, true)

/** @type {Omit<import('./actions.js').Deeds, 'point'>} */
export const deeds = { click: target => click([target]), act: choose, confirm: () => choose(now().pending), otherwise, back, send }
