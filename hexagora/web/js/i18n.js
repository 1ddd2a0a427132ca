/**
 * Languages. Strings of the client come from catalogues by key. Sentences of the games are English; a catalogue
 * translates them by template ("{who} walks to {cell}"), and the values in them again. What has no translation is
 * shown as it came.
 */
import { settings } from './settings.js'

export const LANGUAGES = ['en', 'it']
/** @type {Record<string, string>} */
let strings = {}
/** @type {Record<string, string>} template or word → translation */
let phrases = {}
/** @type {{pattern: RegExp, names: string[], to: string}[]} */
let patterns = []
/** @type {Map<string, string>} */
const known = new Map()

export function language() {
  if (settings.language !== 'auto') return settings.language
  return navigator.languages.map(l => l.slice(0, 2)).find(l => LANGUAGES.includes(l)) ?? 'en'
}

const fetched = async name => (await fetch(`/static/locales/${name}.json`)).json()

export async function loadLanguage() {
  const chosen = language()
  const [english, own] = await Promise.all([fetched('en'), chosen === 'en' ? null : fetched(chosen)])
  strings = { ...english.strings, ...own?.strings }
  phrases = own?.phrases ?? {}
  patterns = Object.entries(phrases).filter(([from]) => from.includes('{')).sort(byExactness).map(compiled)
  known.clear()
  document.documentElement.lang = chosen
  applyStrings(document)
}

/** Templates with more words of their own go first. @param {string[]} a @param {string[]} b */
const byExactness = (a, b) => b[0].replace(/\{\w+\}/g, '').length - a[0].replace(/\{\w+\}/g, '').length

/** A template as a pattern that finds its values again. */
function compiled([from, to]) {
  const names = []
  const source = from.split(/(\{\w+\})/).map(part => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (!name) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(name)
    return '(.+?)'
  }).join('')
  return { pattern: new RegExp(`^${source}$`, 's'), names, to }
}

/** A string of the client. */
export const t = (key, values = {}) => filled(strings[key] ?? key, values)

const filled = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))

/** Text of a game in the reader's language. */
export function translated(text) {
  if (!text || !Object.keys(phrases).length) return text ?? ''
  if (!known.has(text)) known.set(text, search(String(text)))
  return known.get(text)
}

function search(text) {
  if (phrases[text]) return phrases[text]
  for (const { pattern, names, to } of patterns) {
    const found = pattern.exec(text)
    if (found) return filled(to, Object.fromEntries(names.map((name, i) => [name, translated(found[i + 1])])))
  }
  return text
}

/** A sentence of the log: by its template where it has one. */
export function sentence(entry) {
  const to = entry.template && phrases[entry.template]
  if (!to) return translated(entry.sentence)
  const values = Object.fromEntries(Object.entries(entry.values ?? {}).map(([k, v]) => [k, translated(String(v))]))
  return filled(to, values)
}

/** Fills what carries data-t (text), data-t-label (aria-label) or data-t-hint (placeholder). */
export function applyStrings(root) {
  for (const node of root.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t)
  for (const node of root.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel))
  for (const node of root.querySelectorAll('[data-t-hint]')) node.setAttribute('placeholder', t(node.dataset.tHint))
}
