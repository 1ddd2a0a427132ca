/**
 * Drawings. Each game has a file of symbols whose ids follow a convention, so that no code maps names to pictures:
 * t-<terrain>, tex-<terrain> (a pattern), p-<kind> or p-<kind>-<colour>, tag-<tag>, b-<badge>, i-<icon>, w-<border>,
 * mark-<colour>, ground (of a graph). A symbol is a <g> around (0, 0) on a hex of radius 50. Attributes of it say how it is used:
 * data-spot="x y" (its fixed place in a cell), data-offset="x y" (beside the middle), data-size (times the usual), data-mark="x y size" (where the owner's
 * shape goes), data-label="x y" and data-text="x y" (where words go), data-wordless (no words are
 * written), data-ring (radius of the ring around a piece), data-lines (a label has a line for each word, so far apart), data-radius (of a place of a graph, in radii),
 * data-under (drawn below the links of a graph), data-view (the part that makes an icon). What a game does not draw is looked for in common.svg.
 */
import { knownGames } from './api.js'
import { svg } from './dom.js'

const COMMON = 'common'
/** @type {Map<string, Promise<void>>} */
const loading = new Map()
/** @type {Map<string, Element>} full id → symbol */
const symbols = new Map()

/** Loads the drawings of games into the page, each once. A game without drawings is drawn by glyphs. */
export const loadSprites = async (...games) => {
  await Promise.all([COMMON, ...games].map(game => {
    if (!loading.has(game)) loading.set(game, loadOne(game))
    return loading.get(game)
  }))
}

/** A game brings its drawings in its own folder; null where it has none. */
async function addressOf(game) {
  if (game === COMMON) return `/static/symbols/${COMMON}.svg`
  const brings = (await knownGames()).find(one => one.id === game)?.symbols
  return brings ? `/api/games/${encodeURIComponent(game)}/symbols.svg` : null
}

async function loadOne(game) {
  const address = await addressOf(game)
  const response = address && await fetch(address)
  if (!response?.ok) return
  const sheet = new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement
  if (sheet.nodeName !== 'svg') return
  for (const node of sheet.querySelectorAll('*')) prefix(game, node)
  const kept = document.importNode(sheet, true)
  kept.setAttribute('class', 'sprites')
  kept.setAttribute('aria-hidden', 'true')
  document.body.append(kept)
  for (const node of kept.querySelectorAll('[id]')) symbols.set(node.id, node)
}

/** Ids of one game must not meet those of another. */
function prefix(game, node) {
  if (node.id) node.id = `${game}-${node.id}`
  for (const attribute of [...node.attributes]) {
    if (attribute.name === 'href') node.setAttribute('href', attribute.value.replace(/^#/, `#${game}-`))
    else if (attribute.value.includes('url(#')) {
      node.setAttribute(attribute.name, attribute.value.replace('url(#', `url(#${game}-`))
    }
  }
}

/** The first of these symbols that the game draws, or that is common; null if there is none. */
export function symbol(game, ...names) {
  for (const sheet of [game, COMMON]) {
    for (const name of names) {
      const found = symbols.get(`${sheet}-${name}`)
      if (found) return found
    }
  }
  return null
}

/** @param {Element|null} drawing */
export const use = (drawing, attributes = {}) => drawing && svg('use', { href: `#${drawing.id}`, ...attributes })

/** A drawing as a small picture of its own, for panels and buttons. */
export function icon(game, ...names) {
  const drawing = symbol(game, ...names)
  const view = drawing?.getAttribute('data-view') ?? '-50 -50 100 100'
  return drawing && svg('svg', { class: 'icon', viewBox: view, 'aria-hidden': 'true' }, use(drawing))
}

/** Numbers of a data attribute of a symbol. */
export const numbers = (drawing, name) => drawing?.getAttribute(`data-${name}`)?.split(' ').map(Number) ?? null
