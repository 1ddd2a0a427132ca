/**
 * Texts of the games in another language. A catalogue maps English texts and templates to translations:
 *
 *   "{who} walks to {cell}": "{who} va in {cell}"
 *
 * {n}, {m}, {k} and {j} stand for numbers, other names for anything. Values found in a text are translated in their
 * turn, so that a text may be put together from parts. Where a text can be read in several ways, the one that leaves
 * least untranslated is taken, and of those the one that cuts it at its strongest punctuation. In a translation
 * `{n|passo|passi}` chooses by the number n, and `{colour|f}` takes the entry "red|f" instead of "red" where there is
 * one, or else "{x}|f". `{value|=}` leaves a value as it is, such as a word that stands so in a file.
 *
 * @typedef {{from: string, to: string, pattern: RegExp, names: string[], marks: string[]}} Template
 * @typedef {{phrases: Map<string, string>, templates: Template[], known: Map<string, Translation>}} Book
 * @typedef {{text: string, missing: number, from: string|null, parts: Translation[]}} Translation how a text was
 *   translated: by which entry, from which parts, and how many letters found no translation
 */

const NUMBERS = ['n', 'm', 'k', 'j'] // names of values that are numbers
const PLACE = /\{(\w+)\}/
const AS_IT_IS = '='
const SENTENCE_END = /(?<=[.!?]) (?=\p{Lu})/u
const STOPS = [[SENTENCE_END, 8], [/; /, 4], [/: /, 2], [/, /, 1]] // what divides a text, and how strongly
const WORD = /[\p{L}\d'’]+/gu
const NOTATION = /^([a-z]{0,2}\d+|\d+[a-z]?|[a-z])$/i // cells, numbers, single letters

/** A catalogue made ready to be searched. Later ones go before earlier ones. @returns {Book} */
export function bookOf(...catalogues) {
  const phrases = new Map(catalogues.flatMap(catalogue => Object.entries(catalogue)))
  const templates = [...phrases].filter(([from]) => PLACE.test(from) && !from.includes('|')).map(templateOf).filter(isTelling)
  return { phrases, templates: templates.sort((a, b) => lengthOf(b) - lengthOf(a)), known: new Map() }
}

/** Whether a template can be told from others: "{what} {then}" would be any two words. */
const isTelling = ({ marks, names }) => marks.join('').trim() || names.filter(name => !NUMBERS.includes(name)).length < 2

/** Letters of a template's own: those with more go first. */
const lengthOf = template => template.marks.join('').length

/** A template as a pattern that finds its values again. @returns {Template} */
function templateOf([from, to]) {
  const names = []
  const source = from.split(/(\{\w+\})/).map(part => {
    const name = PLACE.exec(part)?.[1]
    if (!name) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (names.includes(name)) return `\\k<${name}>`
    names.push(name)
    return `(?<${name}>${NUMBERS.includes(name) ? '[-+]?\\d+' : '.+?'})`
  }).join('')
  return { from, to, names, pattern: new RegExp(`^${source}$`, 's'), marks: from.split(/\{\w+\}/).filter(Boolean) }
}

/** @param {Book} book @param {string} text @returns {Translation} */
export function find(book, text) {
  let found = book.known.get(text)
  if (!found) {
    found = search(book, text)
    book.known.set(text, found)
  }
  return found
}

function search(book, text) {
  const bare = text.trim()
  if (bare !== text) return bare ? around(text, find(book, bare)) : plain(text)
  if (book.phrases.has(text)) return { text: book.phrases.get(text), missing: 0, from: text, parts: [] }
  if (text.includes('\n')) return joined(text.split('\n').map(line => find(book, line)), '\n') // a list of problems
  let best = plain(text), cost = Infinity
  if (!best.missing && !text.includes(' ')) return best
  for (const { values, reading } of readings(book, text)) {
    const dear = sum(values.map(breadth))
    const found = reading()
    if (found.missing < best.missing || (found.missing === best.missing && dear < cost)) [best, cost] = [found, dear]
    if (!best.missing && !cost) break
  }
  return best
}

/** All ways to read a text: as several sentences, and by each template that fits; each with the parts it cuts it into. */
function* readings(book, text) {
  const sentences = text.split(SENTENCE_END)
  if (sentences.length > 1) yield { values: sentences, reading: () => joined(sentences.map(one => find(book, one)), ' ') }
  for (const { marks, pattern, from, to } of book.templates) {
    const values = marks.every(mark => text.includes(mark)) && pattern.exec(text)?.groups
    if (values) yield { values: Object.values(values), reading: () => filledBy(book, from, to, values) }
  }
}

/** How much punctuation a part of a text spans; a list of places is one thing. */
const breadth = part => !unknown(part) ? 0 : sum(STOPS.map(([stop, weight]) => (part.split(stop).length - 1) * weight))

/** A text that stays as it is. @returns {Translation} */
const plain = text => ({ text, missing: unknown(text), from: null, parts: [] })

/** A value that nobody translates. @returns {Translation} */
const kept = value => ({ text: String(value), missing: 0, from: null, parts: [] })

/** Letters of a text that are neither notation nor numbers. */
const unknown = text => (text.match(WORD) ?? []).filter(word => !NOTATION.test(word)).join('').length

/** With the blanks around it. */
const around = (text, inner) => ({ text: text.replace(text.trim(), () => inner.text), missing: inner.missing, from: null, parts: [inner] })

const sum = numbers => numbers.reduce((all, one) => all + one, 0)
const missing = parts => sum(parts.map(part => part.missing))

const joined = (parts, by) => ({ text: parts.map(part => part.text).join(by), missing: missing(parts), from: null, parts })

/** A template with its values, each translated. @returns {Translation} */
export function filledBy(book, from, to, values) {
  const parts = Object.entries(values).map(([name, value]) => to.includes(`{${name}|${AS_IT_IS}}`) ? kept(value) : find(book, String(value)))
  const said = Object.fromEntries(Object.keys(values).map((name, i) => [name, parts[i].text]))
  const text = filled(to, said, (name, form) => formOf(book, values[name], said[name], form))
  return { text, missing: missing(parts), from, parts }
}

/** Another form of a value: its own, or the one that all values take. @returns {string|undefined} */
const formOf = (book, value, said, form) =>
  book.phrases.get(`${value}|${form}`) ?? book.phrases.get(`{x}|${form}`)?.replace('{x}', () => said)

/**
 * Puts values into a template.
 * @param {(name: string, form: string) => string|undefined} special another form of a value, where there is one
 */
export function filled(template, values, special = () => undefined) {
  return template.replace(/\{(\w+)(?:\|([^{}|]*))?(?:\|([^{}|]*))?\}/g, (whole, name, first, second) => {
    if (!(name in values)) return whole
    if (second !== undefined) return Number(values[name]) === 1 ? first : second
    return (first !== undefined && special(name, first)) || String(values[name])
  })
}
