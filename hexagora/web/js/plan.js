/** Shortcuts: several decisions in a row behind one button, each sent when the one before has been made. */
import { send } from './line.js'
import { myTurn } from './state.js'
import { change } from './store.js'

/** The shortcuts with a button whose first decision can be made now. */
export const openShortcuts = state => (state.scene.shortcuts ?? [])
  .filter(({ path, texts }) => !path?.length && state.scene.choices.some(choice => choice.text === texts[0]))

/** @param {import('./state.js').Shortcut} shortcut */
export function follow({ texts: [first, ...rest] }) {
  change({ plan: rest }, { part: 'nothing' })
  send('act', { text: first })
}

/** Goes on with a plan, as long as its next decision is possible. */
export function goOn(state) {
  const [next, ...rest] = state.plan
  if (!next || state.waiting) return
  const possible = myTurn(state) && state.scene.choices.some(choice => choice.text === next)
  change({ plan: possible ? rest : [] }, { part: 'nothing' })
  if (possible) send('act', { text: next })
}
