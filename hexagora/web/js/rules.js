/** The rules of the game beside the table: searchable, opened where it matters now. */
import * as api from './api.js'
import { byId, el } from './dom.js'
import { drawFigures } from './figures.js'
import { language, t, translated } from './i18n.js'
import { markdown } from './markdown.js'

let loaded = ''
const edition = game => `${game} ${language()}`

/** @param {import('./state.js').State} state */
export async function openRules(state) {
  const { scene } = state
  if (scene && loaded !== edition(scene.game)) await load(scene.game)
  if (scene) showRule(scene.rule) || scrollTo(bestPart([scene.steps[scene.step ?? -1], ...scene.choices.map(choice => choice.group)]))
}

async function load(game) {
  const body = byId('rules-text')
  try {
    body.replaceChildren(markdown((await api.rules(game)).markdown))
    loaded = edition(game)
    drawFigures(body, game)
  } catch (error) {
    body.replaceChildren(el('p', { class: 'problem' }, t('rules.failed', { error: error.message })))
  }
}

const stem = word => word.toLowerCase().replace(/(ing|s|e|ed)$/, '')

/** The heading that speaks of what can be done now. */
function bestPart(words) {
  const wanted = [...new Set(words.filter(Boolean).map(word => stem(translated(word))))].filter(word => word.length > 2)
  const headings = [...byId('rules-text').querySelectorAll('h2, h3')]
  return headings.find(h => wanted.some(word => h.textContent.toLowerCase().includes(word))) ?? null
}

function scrollTo(node) {
  if (node) byId('rules-text').scrollTop = node.offsetTop - byId('rules-text').offsetTop
}

/** Shows only what contains the words, with its heading. */
export function searchRules(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = node => wanted.every(word => node.textContent.toLowerCase().includes(word))
  let hits = 0, heading = null
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (byId('rules-text').querySelectorAll('h1, h2, h3, h4, p, li, tr, pre, figure'))) {
    const isHeading = /^H\d$/.test(node.tagName)
    if (isHeading) heading = node
    const hit = !wanted.length || found(node)
    node.hidden = !hit
    if (hit && !isHeading) {
      hits++
      if (heading) heading.hidden = false
    }
  }
  byId('rules-hits').textContent = wanted.length ? t('rules.hits', { count: hits }) : ''
}

/** Goes to a rule by its id, as in "MAN-MOVE-4"; tells whether there is one. */
function showRule(id) {
  const text = byId('rules-text')
  for (const node of text.querySelectorAll('.found')) node.classList.remove('found')
  const names = id ? [...text.querySelectorAll('strong, td:first-child')] : []
  const rule = names.find(one => one.textContent.trim() === id)?.closest('li, p, tr')
  if (!rule) return false
  scrollTo(rule)
  rule.classList.add('found')
  return true
}
