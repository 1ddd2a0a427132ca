/** Moments and times in words. */
import { t } from './i18n.js'

const HOUR = 60, DAY = 1440 // minutes

/** How long ago something was, or how long it still is. @param {string} iso */
export function when(iso) {
  const minutes = Math.round((Date.parse(iso) - Date.now()) / 60000)
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  if (Math.abs(minutes) < HOUR) return words.format(minutes, 'minute')
  return Math.abs(minutes) < DAY ? words.format(Math.round(minutes / HOUR), 'hour') : words.format(Math.round(minutes / DAY), 'day')
}

const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]]

/** A time in the largest unit that makes a whole number of it: 90 seconds, 2 days. */
function lasting(seconds) {
  const [unit, length] = UNITS.find(([, size]) => seconds % Number(size) === 0) ?? UNITS[3]
  return new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(seconds / Number(length))
}

/** How much time everybody has. @param {{per_move: number|null, bank: number|null, increment: number|null}|null} clock in seconds */
export function clockWords(clock) {
  if (!clock) return t('clock.none')
  const { per_move: turn, bank, increment } = clock
  return [turn && t('time.turn', { time: lasting(turn) }), bank && t(turn ? 'time.beyond' : 'time.bank', { time: lasting(bank) }),
    increment && t('time.more', { time: lasting(increment) })].filter(Boolean).join(', ')
}

/** A day as people write it. @param {string} iso */
export const day = iso => new Date(iso).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' })
