/** The bar of a board without a table: buttons for what neither board nor tray shows. */
import { consequences, nextTargets } from './choices.js'
import { byId, el, renew } from './dom.js'
import { translated } from './i18n.js'
import { isShown } from './shown.js'

/** @param {import('./state.js').State} state @param {(targets: import('./state.js').Target[]) => void} click */
export function showButtons(state, click) {
  const { choices } = state.scene
  const ends = choice => choice.path.length === state.selection.length + 1
  const next = [...nextTargets(choices, state.selection).values()].filter(({ target }) => !isShown(state, target))
  const bar = byId('actions')
  const held = bar.contains(document.activeElement)
  renew(bar, ...next.map(({ target, choices: behind }) => el('button', { type: 'button', onclick: () => click([target]) },
    el('span', {}, ends(behind[0]) ? translated(behind[0].label) : translated(target.id.replace(/[-_]/g, ' '))),
    ...(ends(behind[0]) ? consequences(behind.slice(0, 1)) : []).map(({ kind, text }) => el('small', { class: kind }, translated(text))))))
  bar.hidden = !next.length
  if (held && !bar.contains(document.activeElement)) /** @type {HTMLElement|null} */ (bar.querySelector('button'))?.focus()
}
