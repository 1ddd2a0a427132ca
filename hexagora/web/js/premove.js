/**
 * Premoves, in games for two: while the other one thinks, a decision is chosen among those of the last turn, and made
 * as soon as it is possible. Nothing of it leaves this page before, and what has become impossible is dropped.
 */
import { clicked, hits, remaining } from './choices.js'
import { send } from './line.js'
import { settings } from './settings.js'
import { play } from './sound.js'
import { change, now } from './store.js'

const PLAYERS = 2
const PART = { part: /** @type {const} */ ('choice') }

/** Whether a decision can be made in advance now. @param {import('./state.js').State} state */
export const mayPremove = state => settings.premove === 'on' && state.seats.length === PLAYERS && state.seat > 0 && !state.over
  && state.ply === null && !state.covered && Boolean(state.scene) && !state.scene.choices.length && !state.waiting
  && state.seats.filter(seat => seat.mine).length === 1 && state.shelf.length > 0

/** A click while the other one thinks: one more step to a premove, or away with it. */
export function premove(targets) {
  const { shelf, premove: made, presteps } = now()
  if (made) return cancel()
  const [hit] = hits(shelf, presteps, targets)
  const steps = hit ? [...presteps, hit] : clicked(shelf, presteps, targets) ?? []
  const left = remaining(shelf, steps)
  if (steps.length && left.length === 1) change({ premove: left[0], presteps: left[0].path }, PART)
  else change({ presteps: steps }, PART)
}

export function cancel() {
  const { premove: made, presteps } = now()
  if (made || presteps.length) change({ premove: null, presteps: [] }, PART)
}

/** Makes the premove as soon as it is one's turn. @param {import('./state.js').State} state */
export function makePremove(state) {
  if (!state.premove || !state.scene.choices.length || state.waiting || state.ply !== null) return
  const choice = state.scene.choices.find(one => one.text === state.premove.text)
  change({ premove: null, presteps: [] }, { part: 'nothing' })
  if (choice && !choice.warning) send('act', { text: choice.text })
  else play('no')
}

/** Marks of a premove and of the way to it. */
export function* premarks(state) {
  if (!mayPremove(state)) return
  for (const target of state.presteps) yield { target, kind: 'premove' }
}

