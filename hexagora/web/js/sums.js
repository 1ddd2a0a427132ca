/** Tables of sums: matches, wins, ratings. */
import { el } from './dom.js'
import { t } from './i18n.js'

/** The part of matches with a result that were won. @param {{played: number, won: number, open: number}} sum */
export const percent = ({ played, won, open }) => (played > open ? t('sums.percent', { n: Math.round((won / (played - open)) * 100) }) : '–')

/** A table whose first column names its rows; a sentence where there are none. */
export const sumTable = (heads, rows, empty) => rows.length
  ? el('table', { class: 'sum-table' }, el('thead', {}, el('tr', {}, ...heads.map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, ...rows.map(([name, ...values]) => el('tr', {}, el('th', { scope: 'row' }, name), ...values.map(value => el('td', {}, value))))))
  : el('p', { class: 'muted' }, empty)
