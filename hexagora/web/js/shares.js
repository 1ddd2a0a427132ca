/** A hundred quick matches, asked for in parts: the shares of the seats grow before one's eyes, with their intervals. */
import { untilNextTry } from './again.js'
import { byId, el, round, svg } from './dom.js'
import { t } from './i18n.js'
import { interval } from './interval.js'

const PARTS = 10
const OF_A_PART = 10
const WHOLE = 100
const OFTEN = 4 // if one match of so many ends by repetition, nobody planned

/** Waits where the server plays others' matches first, or somebody tries many boards in a minute. */
async function patiently(play, wanted) {
  for (;;) {
    try {
      return await play()
    } catch (error) {
      if (error.code !== 'rate' || !wanted()) throw error
      await untilNextTry()
    }
  }
}

let running = 0

/** @param {(plan: {matches: number, seed: number}) => Promise<any>} play */
export async function tryOut(play) {
  const own = ++running
  const wanted = () => own === running
  const total = { wins: [], matches: 0, unfinished: 0, decisions: 0, repeated: 0, at_random: false }
  const stop = el('button', { type: 'button', class: 'small', onclick: () => { running += 1 } }, t('edit.stop'))
  const bar = /** @type {HTMLProgressElement} */ (el('progress', { max: PARTS, value: 0, 'aria-label': t('edit.trying') }))
  const place = el('div', {})
  byId('shares').replaceChildren(el('div', { class: 'row' }, bar, stop), place)
  try {
    for (let seed = 1; seed <= PARTS && wanted(); seed++) {
      const part = await patiently(() => play({ matches: OF_A_PART, seed }), wanted)
      if (!wanted()) break
      total.wins = part.wins.map((wins, i) => wins + (total.wins[i] ?? 0))
      total.at_random = part.at_random
      for (const name of ['matches', 'unfinished', 'decisions', 'repeated']) total[name] += part[name]
      bar.value = seed
      place.replaceChildren(...told(total))
    }
  } catch (error) {
    if (wanted()) place.append(el('p', { class: 'problem', role: 'alert' }, error.message))
  }
  bar.parentElement?.remove()
}

/** What was found before says nothing about what is drawn now. */
export function forget() {
  running += 1
  byId('shares').replaceChildren()
}

function told({ wins, matches, unfinished, decisions, repeated, at_random: atRandom }) {
  const ended = matches - unfinished
  if (!ended) return [el('p', { class: 'problem' }, t('edit.noend'))]
  const even = 1 / wins.length
  const spans = wins.map(won => interval(ended, won))
  const circling = repeated * OFTEN > ended
  const off = spans.map(([low, high], i) => ({ seat: i + 1, more: low > even, less: high < even })).filter(one => one.more || one.less)
  return [
    el('div', { class: 'shares' }, ...wins.map((won, i) => shareLine(i + 1, won / ended, spans[i], even))),
    el('p', {}, circling ? t('edit.circling') : off.length ? off.map(one => t(one.more ? 'edit.more' : 'edit.less', { seat: one.seat })).join(' ') : t('edit.fair')),
    el('p', { class: 'muted' }, t(atRandom ? 'edit.counted.random' : 'edit.counted', { matches: ended, decisions: Math.round(decisions / matches) }), unfinished > 0 && ` ${t('edit.unfinished', { count: unfinished })}`),
  ]
}

const percent = share => Math.round(share * WHOLE)

const shareLine = (seat, share, [low, high], even) => el('div', { class: 'share-line' }, el('span', {}, t('edit.seat', { seat })),
  svg('svg', { class: 'share-bar', viewBox: '0 0 100 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'track', width: 100, height: 12 }), svg('rect', { class: 'bar-part', width: round(share * WHOLE), height: 12 }),
    svg('line', { class: 'span', x1: round(low * WHOLE), x2: round(high * WHOLE), y1: 6, y2: 6 }),
    svg('line', { class: 'even', x1: round(even * WHOLE), x2: round(even * WHOLE), y1: 0, y2: 12 })),
  el('span', {}, t('edit.share.line', { share: percent(share), low: percent(low), high: percent(high) })))
