/**
 * Plans: several decisions in a row behind one button or one click, each made when the one before has been. A decision
 * is known by its text, or by the place that it names.
 */
import { send } from './line.js'
import { myTurn, sameTarget } from './state.js'
import { change } from './store.js'

/** The shortcuts with a button whose first decision can be made now. */
export const openShortcuts = state => (state.scene.shortcuts ?? [])
  .filter(({ path, texts }) => !path?.length && state.scene.choices.some(choice => choice.text === texts[0]))

/** @param {(string|import('./state.js').Target)[]} plan whose first decision is a text */
export function follow([first, ...rest]) {
  change({ plan: rest }, { part: 'nothing' })
  send('act', { text: first })
}

const isNext = (choice, next) => (typeof next === 'string' ? choice.text === next
  : choice.path.length === 1 && sameTarget(choice.path[0], next))

/**
 * Goes on with a plan, as long as its next decision is possible. One that is known by its place was not asked about
 * before: `choose` does so where it is worth a question.
 */
export function goOn(state, choose) {
  const [next, ...rest] = state.plan
  if (!next || state.waiting) return
  const found = myTurn(state) ? state.scene.choices.find(choice => isNext(choice, next)) : null
  change({ plan: found ? rest : [] }, { part: 'nothing' })
  if (!found) return
  if (typeof next === 'string') send('act', { text: next })
  else choose(found)
}
