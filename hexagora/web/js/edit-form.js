/** The fields of an editor, made from data: texts, numbers, choices, lists; each with what is wrong with it. */
import { byId, el } from './dom.js'
import { capital, t, translated } from './i18n.js'

const MANY = 14 // fields of a group that is folded at first

/** Groups that somebody has opened or closed stay so. @type {Map<string, boolean>} */
const open = new Map()

/**
 * @param {any[]} fields @param {any[]} remarks @param {(path: string, value: unknown) => void} change
 */
export function showFields(fields, remarks, change) {
  const focused = /** @type {HTMLInputElement|null} */ (document.activeElement?.closest('#fields [data-path]'))
  const path = focused?.dataset.path
  const groups = new Map()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  byId('fields').replaceChildren(...[...groups].map(([group, inside]) => groupOf(group, inside, remarks, change)))
  byId('fields-card').hidden = !fields.length
  if (path) /** @type {HTMLElement|null} */ (byId('fields').querySelector(`[data-path="${CSS.escape(path)}"]`))?.focus()
}

function groupOf(group, fields, remarks, change) {
  const shown = el('div', { class: 'stack' }, ...fields.map(field => line(field, remarks.filter(remark => remark.field === field.path), change)))
  if (!group) return shown
  const wrong = fields.some(field => remarks.some(remark => remark.field === field.path))
  const isOpen = wrong || (open.get(group) ?? fields.length <= MANY)
  const changed = fields.filter(field => field.changed).length
  return el('details', { open: isOpen, ontoggle: event => open.set(group, event.target.open) },
    el('summary', {}, capital(translated(group)), changed > 0 && ` (${t('edit.changed', { count: changed })})`), shown)
}

function line(field, problems, change) {
  const name = capital(field.as_written ? field.title : translated(field.title)) // a path of a file is shown as it is typed there
  const words = [field.help && translated(field.help), allowed(field), field.provenance && t('edit.provenance', { source: source(field.provenance) }),
    field.changed && t('edit.supplied', { value: spoken(field.supplied) })].filter(Boolean)
  const inner = field.kind === 'flag' ? [el('span', { class: 'tick' }, control(field, change), name)] : [el('span', {}, name), control(field, change)]
  return el('label', { class: `field${problems.length ? ' wrong' : ''}${field.changed ? ' changed' : ''}` }, ...inner,
    (words.length > 0 || field.as_written) && el('small', {}, words.join(' · '), field.as_written && el('code', {}, field.path)),
    ...problems.map(problem => el('span', { class: 'problem', role: 'alert' }, translated(problem.text))),
    field.changed && el('button', { type: 'button', class: 'small', onclick: () => change(field.path, field.supplied) }, t('edit.back')))
}

/** Which numbers may stand there, as far as that is bounded. */
function allowed({ kind, low, high }) {
  if (kind !== 'number' || (low ?? high ?? null) === null) return ''
  return t((low ?? null) === null ? 'edit.allowed.most' : (high ?? null) === null ? 'edit.allowed.least' : 'edit.allowed', { low, high })
}

/** Where a number comes from: the word of the content file in words for people, and what else stands there. */
function source(provenance) {
  const [, word, rest] = provenance.match(/^(text|web|derived|designed|ruling|owner)?(.*)$/s)
  return word ? t(`edit.source.${word}`) + rest : translated(provenance)
}

const spoken = value => (Array.isArray(value) ? value.join(', ') : typeof value === 'boolean' ? t(value ? 'value.true' : 'value.false') : String(value ?? '–'))

function control(field, change) {
  const told = { 'data-path': field.path }
  if (field.kind === 'flag') return el('input', { ...told, type: 'checkbox', checked: field.value === true, onchange: event => change(field.path, event.target.checked) })
  if (field.kind === 'choice') return choice(field, told, change)
  if (field.kind === 'number') {
    return el('input', { ...told, type: 'number', value: field.value, min: field.low, max: field.high, step: 'any', onchange: event =>
      change(field.path, event.target.value === '' ? null : Number(event.target.value)) })
  }
  const long = field.kind === 'long' || field.kind === 'lines'
  const rows = field.kind === 'lines' ? Math.min(10, String(field.value ?? '').split('\n').length + 1) : 3
  if (long) return el('textarea', { ...told, rows, spellcheck: 'false', onchange: event => change(field.path, event.target.value) }, field.value ?? '')
  return el('input', { ...told, value: field.value ?? '', autocomplete: 'off', onchange: event => change(field.path, event.target.value) })
}

/** One of some values; a value that is none of them is shown as well. */
function choice(field, told, change) {
  const values = field.values.includes(field.value) ? field.values : [field.value, ...field.values]
  return el('select', { ...told, onchange: event => change(field.path, values[event.target.selectedIndex]) },
    ...values.map(value => el('option', { selected: value === field.value }, saidOf(field, value))))
}

/** A value in words: as the game calls it, else as it is written. */
const saidOf = ({ values, says }, value) => {
  const said = says?.[values.indexOf(value)] ?? (typeof value === 'string' ? value.replace(/_/g, ' ') : null)
  return said === null ? spoken(value) : capital(translated(said))
}
