// Translates texts as the browser does. Reads {catalogues, texts: [[text, template, values, whole]]} and writes for each
// text [translation, what found none, the entries that were used].
import { readFileSync } from 'node:fs'
import { bookOf, filledBy, find } from '../hexagora/web/js/phrases.js'

const { catalogues, texts } = JSON.parse(readFileSync(0, 'utf8'))
const book = bookOf(...catalogues)

const leaves = found => (found.parts.length ? found.parts.flatMap(leaves) : found.missing ? [found.text] : [])
const entries = found => [...(found.from === null ? [] : [found.from]), ...found.parts.flatMap(entries)]

function translation([text, template, values, whole]) {
  const to = book.phrases.get(template || text)
  if (template && to !== undefined) return filledBy(book, template, to, values)
  if (whole && to === undefined) return { text, missing: text.length, from: null, parts: [] }
  return find(book, text)
}

console.log(JSON.stringify(texts.map(given => {
  const found = translation(given)
  return [found.text, leaves(found), entries(found)]
})))
