/** A little Markdown, made into elements (never into HTML text): headings, lists, tables, paragraphs, bold, code; and
 * figures, which `figures.js` draws from a position. */
import { el } from './dom.js'

const INLINE = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/

function inline(text) {
  return text.split(INLINE).filter(Boolean).map(part => {
    if (part.startsWith('**')) return el('strong', {}, part.slice(2, -2))
    if (part.startsWith('`')) return el('code', {}, part.slice(1, -1))
    if (part.startsWith('*') && part.length > 2) return el('em', {}, part.slice(1, -1))
    return part
  })
}

const cellsOf = line => line.replace(/^\||\|$/g, '').split('|').map(cell => cell.trim())

function table(lines) {
  const [head, , ...rows] = lines.map(cellsOf)
  return el('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': head.join(', ') }, el('table', {},
    el('thead', {}, el('tr', {}, ...head.map(cell => el('th', { scope: 'col' }, ...inline(cell))))),
    el('tbody', {}, ...rows.map(row => el('tr', {}, ...row.map(cell => el('td', {}, ...inline(cell))))))))
}

const list = (lines, ordered) => el(ordered ? 'ol' : 'ul', {},
  ...lines.map(line => el('li', {}, ...inline(line.replace(/^\s*([-*]|\d+[.)])\s+/, '')))))

/** One block: lines between blank lines, or a heading. */
function block(lines) {
  const first = lines[0]
  const heading = /^(#{1,4})\s+(.*)$/.exec(first)
  if (heading) {
    const rest = lines.slice(1)
    return [el(`h${Math.min(4, heading[1].length + 1)}`, {}, ...inline(heading[2])), ...(rest.length ? block(rest) : [])]
  }
  if (/^(---+|===+)$/.test(first)) return []
  if (first.startsWith('|') && lines.length > 1) return [table(lines.filter(line => line.startsWith('|')))]
  if (/^\s*[-*]\s+/.test(first)) return [list(joined(lines), false)]
  if (/^\s*\d+[.)]\s+/.test(first)) return [list(joined(lines), true)]
  return [el('p', {}, ...inline(lines.join(' ')))]
}

/** Lines that continue an item are put behind it. */
function joined(lines) {
  const items = []
  for (const line of lines) {
    if (/^\s*([-*]|\d+[.)])\s+/.test(line) || !items.length) items.push(line)
    else items[items.length - 1] += ' ' + line.trim()
  }
  return items
}

/** A place for a drawing; its caption can be read before it is there. @param {string} text */
function figure(text) {
  const { caption, options = {}, start = null, board = '' } = JSON.parse(text)
  return el('figure', { class: 'position', 'data-position': JSON.stringify({ options, start, board }) }, el('figcaption', {}, caption))
}

/** @param {string} text */
export function markdown(text) {
  const fragment = document.createDocumentFragment()
  const parts = text.split(/```(\w*)\n/)
  parts.forEach((part, i) => {
    if (i % 2) return // the kind of what follows, or nothing where it ends
    if (i % 4) fragment.append(parts[i - 1] === 'figure' ? figure(part) : el('pre', { tabindex: '0' }, part))
    else for (const lines of part.split(/\n\s*\n/)) {
      const kept = lines.split('\n').filter(line => line.trim())
      if (kept.length) fragment.append(...block(kept))
    }
  })
  return fragment
}
