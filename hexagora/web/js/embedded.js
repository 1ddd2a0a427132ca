/** The analysis board in somebody's own page (`embed.js`): the board and a way through its line, or a question to answer. */
import { byId, setText } from './dom.js'
import { at, here } from './home.js'
import { t } from './i18n.js'
import { behind } from './links.js'

const KINDS = ['position', 'replay', 'puzzle']

/** @typedef {{text: string, show: string, question: string, ply: number}} Shown */

export const isEmbedded = () => here().split('/')[1] === 'embed'

let isPuzzle = false

/** What the page around this one wants to be shown, with everything put away that it does not need. @returns {Shown} */
export function wanted() {
  const found = JSON.parse(behind('e') ?? '{}')
  const show = KINDS.includes(found.show) ? found.show : KINDS[1]
  isPuzzle = show === 'puzzle'
  document.body.classList.add('embedded', `shows-${show}`)
  setText(byId('embed-question'), found.question ?? '')
  byId('embed-question').hidden = !found.question
  byId('embed-home').hidden = false
  return { text: String(found.text ?? ''), show, question: found.question ?? '', ply: Number(found.ply) || 0 }
}

/** Where the same can be looked at in full. @param {string} game @param {string} file packed */
export const linkHome = (game, file) => byId('embed-home').setAttribute('href', at(`/analysis/${encodeURIComponent(game)}#m=${file}`))

/** Whether an action may be played: the line of a puzzle is its solution; other answers are told so. */
export function allows(node, text) {
  if (!isPuzzle || !node.children.length) return true
  const right = node.children.some(child => child.text === text)
  if (!right) tell('embed.wrong', 'wrong')
  return right
}

/** After an action of a puzzle: the answer to it, or null when there is none. */
export function reply(node) {
  if (!isPuzzle || node.parent === null) return null
  tell(node.children.length ? 'embed.right' : 'embed.solved', 'right')
  return node.children[0] ?? null
}

function tell(key, kind) {
  const place = byId('embed-verdict')
  place.hidden = false
  place.className = `verdict ${kind}`
  setText(place, t(key))
}
