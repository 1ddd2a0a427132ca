/** The log in sentences. Pointing at a line shows where it happened; a click goes there in the replay. */
import { byId, el } from './dom.js'
import { sentence } from './i18n.js'
import { colourOf } from './state.js'

/** @type {import('./state.js').Entry[]} */
let shown = []

/**
 * @param {(where: object) => void} point
 * @param {(ply: number) => void} visit
 */
export function showLog(state, point, visit) {
  const list = byId('log')
  const kept = shown.findIndex((entry, i) => !state.log[i] || state.log[i].text !== entry.text || state.log[i].sentence !== entry.sentence)
  const from = kept < 0 ? shown.length : kept
  while (list.children.length > from) list.lastElementChild?.remove()
  for (const entry of state.log.slice(from)) list.append(line(state, entry, point, visit))
  if (shown.length !== state.log.length) list.scrollTop = list.scrollHeight
  shown = state.log
  for (const node of list.children) node.classList.toggle('visited', Number(node.getAttribute('data-ply')) + 1 === state.ply)
  byId('log-empty').hidden = state.log.length > 0
}

/** All lines again, after the language has changed. */
export function forgetLog() {
  shown = []
  byId('log').replaceChildren()
}

function line(state, entry, point, visit) {
  const here = () => point({ names: wordsOf(entry), seat: entry.seat })
  const colour = entry.seat ? `player-${colourOf(state.scene, entry.seat - 1)}` : ''
  return el('li', { class: `entry ${colour}`, 'data-ply': entry.ply },
    el('button', {
      type: 'button', onclick: () => visit(entry.ply + 1),
      onmouseenter: here, onmouseleave: () => point({}), onfocus: here, onblur: () => point({}),
    }, el('span', { class: 'sentence' }, sentence(entry)), el('code', {}, entry.text)))
}

/** Words of an entry that may name cells: notation and values. */
export const wordsOf = entry => [...new Set([...entry.text.split(/[\s:,]+/), ...Object.values(entry.values ?? {}).map(String)])]

/** What the newest lines say, for those who listen. */
export const newest = (before, after) => after.slice(before.length).map(sentence).slice(-4)
