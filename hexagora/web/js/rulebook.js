/** The rules of a game as a page of their own: the rulebook in front, then every rule; to search and to print. */
import { knownGames } from './api.js'
import { byId, setText } from './dom.js'
import { here } from './home.js'
import { speakOf, t } from './i18n.js'
import { prepare, usable } from './page.js'
import { openRules, searchRules } from './rules.js'
import { loadSprites } from './sprites.js'

/** What lies beyond the rulebook in front, and what a summary on one page leaves out, is marked for printing: of its
 * parts the first is kept whole, of the others the tables with their headings. */
function markParts() {
  let titles = 0, parts = 0, heading = null
  for (const node of byId('rules-text').children) {
    if (node.tagName === 'H2') titles += 1
    if (node.tagName === 'H3') parts += 1
    node.classList.toggle('reference', titles > 1)
    const isTable = node.classList.contains('table-wrap')
    node.classList.toggle('beyond-short', titles > 1 || (parts > 1 && !isTable))
    if (node.tagName === 'H3') heading = node
    else if (isTable && titles === 1) heading?.classList.remove('beyond-short')
  }
}

/** @param {boolean} short only the first part and the tables: one page */
function printOut(short) {
  document.body.classList.toggle('print-short', short)
  window.print()
}

async function start() {
  const game = decodeURIComponent(here().split('/')[2] ?? '')
  await Promise.all([loadSprites(game), speakOf(game)])
  const title = (await knownGames()).find(one => one.id === game)?.title ?? game
  document.title = `${title}: ${t('tab.rules')} · Hexagora`
  setText(byId('title'), title)
  await openRules(/** @type {any} */ ({ scene: { game, rule: location.hash.slice(1), steps: [], step: null, choices: [] } }))
  markParts()
  byId('rules-search').addEventListener('input', event => searchRules(/** @type {HTMLInputElement} */ (event.target).value))
  byId('print-book').addEventListener('click', () => printOut(false))
  byId('print-short').addEventListener('click', () => printOut(true))
}

prepare().then(start).finally(usable)
