/**
 * Drawings. Each game has a file of symbols whose ids follow a convention, so that no code maps names to pictures:
 * t-<terrain>, tex-<terrain> (a pattern), p-<kind> or p-<kind>-<colour>, tag-<tag>, b-<badge>, i-<icon>, w-<border>,
 * mark-<colour>, ground (of a graph). A symbol is a <g> around (0, 0) on a hex of radius 50. Attributes of it say how it is used:
 * data-spot="x y" (its fixed place in a cell), data-offset="x y" (beside the middle), data-size (times the usual), data-mark="x y size" (where the owner's
 * shape goes), data-label="x y" and data-text="x y" (where words go), data-wordless (no words are
 * written), data-ring (radius of the ring around a piece), data-lines (a label has a line for each word, so far apart), data-radius (of a place of a graph, in radii),
 * data-under (drawn below the links of a graph), data-view (the part that makes an icon). What a game does not draw is looked for in common.svg.
 */
import { untilItCame } from './again.js'
import { knownGames, look } from './api.js'
import { svg } from './dom.js'
import { ask } from './home.js'

const COMMON = 'common'
const NOT_THERE = 404
/** @type {Map<string, Element>} full id → symbol */
const symbols = new Map()

/** A pack looks like the game that it changes. */
const baseOf = game => game.split('~')[0]

/** Loads the drawings and colours of games into the page, each once. A game without drawings is drawn by glyphs. */
export const loadSprites = async (...games) => {
  await Promise.all([COMMON, ...games].map(baseOf).map(drawingsOf))
}

/** A file of the house; nothing where the house answers that there is none. */
async function textAt(address) {
  const response = await ask(address)
  if (response.status === NOT_THERE) return ''
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.text()
}

const drawingsOf = untilItCame(async game => {
  if (game === COMMON) return keepDrawings(game, await textAt(`/static/symbols/${COMMON}.svg`))
  const looks = (await knownGames()).find(one => one.id === game)?.looks ?? []
  const [drawings, theme] = await Promise.all(['symbols.svg', 'theme.css'].map(file => looks.includes(file) ? textAt(look(game, file)) : ''))
  keepDrawings(game, drawings)
  keepTheme(game, theme)
})

/** The rules of a theme hold within the game's own boards and pages, whatever they select. */
function keepTheme(game, text) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`[data-game="${game}"] { ${text} }`)
  document.adoptedStyleSheets.push(sheet)
}

function keepDrawings(game, text) {
  if (!text) return
  const sheet = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
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
