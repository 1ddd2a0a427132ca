/**
 * Reads the TOML that boards and maps are written in: keys, strings, numbers, booleans, arrays, tables. Dates are not
 * read. What is wrong is told with its line.
 */

const SIMPLE = { true: true, false: false }
const ESCAPES = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\', b: '\b', f: '\f' }

/** @param {string} text @returns {Record<string, any>} */
export function readToml(text) {
  const source = { text: text.replace(/\r\n/g, '\n'), at: 0 }
  const root = {}
  let table = root
  for (skip(source); source.at < source.text.length; skip(source)) {
    if (source.text[source.at] === '[') table = header(source, root)
    else pair(source, table)
    endLine(source)
  }
  return root
}

function wrong(source, what) {
  const line = source.text.slice(0, source.at).split('\n').length
  return new SyntaxError(`line ${line}: ${what}`)
}

const take = (source, pattern) => {
  const found = new RegExp(pattern, 'y')
  found.lastIndex = source.at
  const hit = found.exec(source.text)
  if (hit) source.at += hit[0].length
  return hit
}

const skip = source => take(source, /(\s|#[^\n]*)+/)

function endLine(source) {
  take(source, /[ \t]*(#[^\n]*)?/)
  if (source.at < source.text.length && !take(source, /\n/)) throw wrong(source, 'one thing a line, please')
}

function key(source) {
  const names = []
  do {
    take(source, /[ \t]*/)
    const bare = take(source, /[\w-]+/)
    names.push(bare ? bare[0] : string(source))
  } while (take(source, /[ \t]*\./))
  return names
}

/** [table] and [[list of tables]]. */
function header(source, root) {
  const list = Boolean(take(source, /\[\[/))
  if (!list) take(source, /\[/)
  const names = key(source)
  if (!take(source, list ? /[ \t]*\]\]/ : /[ \t]*\]/)) throw wrong(source, 'a ] is missing')
  const last = names.pop()
  const parent = names.reduce(inside, root)
  if (!list) return inside(parent, last)
  const made = {}
  parent[last] = [...(parent[last] ?? []), made]
  return made
}

function inside(table, name) {
  const found = (table[name] ??= {})
  return Array.isArray(found) ? found[found.length - 1] : found
}

function pair(source, table) {
  const names = key(source)
  if (!take(source, /[ \t]*=[ \t]*/)) throw wrong(source, 'a key and = are expected')
  const last = names.pop()
  names.reduce(inside, table)[last] = value(source)
}

function value(source) {
  const start = source.text[source.at]
  if (start === '"' || start === "'") return string(source)
  if (start === '[') return array(source)
  if (start === '{') return inlineTable(source)
  const word = take(source, /[\w.+-]+/)?.[0] ?? ''
  if (word in SIMPLE) return SIMPLE[word]
  const number = Number(word.replace(/_/g, ''))
  if (!word || Number.isNaN(number)) throw wrong(source, `"${word || start}" is no value; texts stand in quotes`)
  return number
}

function string(source) {
  const long = take(source, /"""\n?([^]*?)"""/) ?? take(source, /'''\n?([^]*?)'''/)
  if (long) return long[1]
  const plain = take(source, /'([^'\n]*)'/)
  if (plain) return plain[1]
  const quoted = take(source, /"((?:[^"\\\n]|\\.)*)"/)
  if (!quoted) throw wrong(source, 'a text in quotes is expected')
  return quoted[1].replace(/\\(.)/g, (whole, letter) => ESCAPES[letter] ?? whole)
}

function array(source) {
  const items = []
  take(source, /\[/)
  for (skip(source); !take(source, /\]/); skip(source)) {
    items.push(value(source))
    skip(source)
    if (!take(source, /,/) && source.text[source.at] !== ']') throw wrong(source, 'a , or ] is missing')
  }
  return items
}

function inlineTable(source) {
  const table = {}
  take(source, /\{\s*/)
  while (!take(source, /\s*\}/)) {
    pair(source, table)
    if (!take(source, /\s*,\s*/) && source.text[source.at] !== '}' && !/^\s*\}/.test(source.text.slice(source.at))) throw wrong(source, 'a , or } is missing')
  }
  return table
}
