/**
 * Languages. Strings of the client come from catalogues by key. Texts of the server and of the games are English; the
 * catalogue of the client and the one that each game brings translate them (phrases.js). What has no translation is
 * shown as it came.
 */
import { ask } from './home.js'
import { bookOf, filled, filledBy, find } from './phrases.js'
import { called, callings, introduce, withNames } from './people.js'
import { SETTINGS, settings } from './settings.js'

const SOURCE = 'en' // what all texts are written in
const LANGUAGES = SETTINGS.language.filter(name => name !== 'auto')
const NO_GAME = ''
const DEFAULT_NAME = /^(\w+ bot( \d+)?|Player \d+|Guest|Open seat)$/ // what the server calls those who gave no name

/** @type {Record<string, string>} */
let strings = {}
/** @type {Record<string, string>} texts of the server */
let common = {}
/** @type {Map<string, import('./phrases.js').Book>} by game; NO_GAME has the texts of the server alone */
const books = new Map()
let current = NO_GAME

export function language() {
  if (settings.language !== 'auto') return settings.language
  return navigator.languages.map(l => l.slice(0, 2)).find(l => LANGUAGES.includes(l)) ?? SOURCE
}

const NOT_THERE = 404

const fetched = async address => {
  const response = await ask(address)
  if (!response.ok && response.status !== NOT_THERE) throw new Error(`${address}: ${response.status}`)
  return response.ok ? response.json() : {}
}

const own = name => fetched(`/static/locales/${name}.json`)

/** Loads the chosen language, with the games that are in use. */
export async function loadLanguage() {
  const chosen = language()
  const [english, local] = await Promise.all([own(SOURCE), chosen === SOURCE ? {} : own(chosen)])
  const games = [...books.keys()].filter(game => game !== NO_GAME)
  strings = { ...english.strings, ...local.strings }
  common = local.phrases ?? {}
  books.clear()
  if (chosen !== SOURCE) books.set(NO_GAME, bookOf(common))
  document.documentElement.lang = chosen
  applyStrings(document)
  await loadGames(...games)
}

/** Loads what these games say in the chosen language, each once. */
export const loadGames = (...games) => Promise.all(games.filter(game => !books.has(game)).map(async game => {
  const chosen = language()
  const { phrases, tutorial } = chosen === SOURCE ? {} : await fetched(`/api/games/${encodeURIComponent(game)}/locales/${chosen}`)
  if (chosen === language()) books.set(game, bookOf(common, tutorial ?? {}, phrases ?? {}))
}))

/** From here on texts are those of this game. */
export async function speakOf(game) {
  current = game
  await loadGames(game)
}

/** A string of the client. */
export const t = (key, values = {}) => filled(strings[key] ?? key, values)

const bookFor = game => (language() === SOURCE ? undefined : books.get(game) ?? books.get(NO_GAME))

/** A text of this game in the reader's language. */
export function ofGame(game, text) {
  const book = bookFor(game)
  return text && book ? find(book, String(text)).text : text ?? ''
}

/** A word that stands alone begins with a capital. */
export const capital = text => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1)

/** A text of the server, or of the game that is spoken of, in the reader's language. */
export const translated = text => withNames(ofGame(current, text))

/** From here on the people at this table are called by their names. @param {{scene: any, seats: any[]}} state */
export function introduceAll({ scene, seats }) {
  introduce(scene.panels.map(({ player, colour }) => ({
    words: callings(colour, player).map(word => ofGame(current, word)), name: named(seats[player]?.name ?? ''),
  })))
}

/** In what words everything is told now: what was drawn in others is to be drawn again. */
export const wording = () => `${document.documentElement.lang}/${called()}`

/**
 * The same where nobody sits: whoever has no name is called as the game calls them.
 * @returns the scene with these names in the reader's language
 */
export function introduceScene(scene) {
  const panels = scene.panels.map(panel => (callings(panel.colour, panel.player).includes(panel.name) ? { ...panel, name: ofGame(current, panel.name) } : panel))
  const seats = []
  for (const panel of panels) seats[panel.player] = panel
  introduceAll({ scene, seats })
  return { ...scene, panels }
}

/** The name of a seat: names that people chose stay as they are. */
export const named = name => (DEFAULT_NAME.test(name) ? ofGame(current, name) : name)

/** How a match ended that the rules did not end. */
export const endingOf = ({ kind, by }, seats) => t(`ending.${kind}`, { name: named(seats[by - 1]?.name ?? '') })

/** A sentence of the log: by its template where it has one. */
export function sentence(entry) {
  const book = bookFor(current)
  const to = entry.template && book?.phrases.get(entry.template)
  return book && to ? withNames(filledBy(book, entry.template, to, entry.values ?? {}).text) : translated(entry.sentence)
}

/** Fills what carries data-t (text), data-t-label (aria-label) or data-t-hint (placeholder). */
export function applyStrings(root) {
  for (const node of root.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t)
  for (const node of root.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel))
  for (const node of root.querySelectorAll('[data-t-hint]')) node.setAttribute('placeholder', t(node.dataset.tHint))
}
