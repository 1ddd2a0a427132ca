/** What a person prefers, kept in this browser. */

const KEY = 'hexagora.settings'

/** Every setting with its default and the values it can take. */
export const SETTINGS = {
  theme: ['auto', 'light', 'dark'],
  language: ['auto', 'en', 'it'],
  motion: ['auto', 'full', 'none'],
  confirm: ['warnings', 'always', 'never'],
  endturn: ['unasked', 'always', 'never'], // when to ask before a turn ends: if something else than "End turn" ends it
  singles: ['buttons', 'always', 'never'], // when a single remaining choice completes itself
  notices: ['off', 'on'], // a notification when it is one's turn and the page is not looked at
  sound: ['on', 'off'],
  pace: ['normal', 'slow', 'fast'], // how long each step of the others is shown
  premove: ['on', 'off'],
  recap: ['on', 'off'],
  coordinates: ['off', 'on'],
  notation: ['off', 'on'],
  text: ['normal', 'large'],
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

export const settings = Object.fromEntries(Object.entries(SETTINGS).map(([name, values]) => {
  const kept = stored()[name]
  return [name, values.includes(kept) ? kept : values[0]]
}))

export function setSetting(name, value) {
  settings[name] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch { /* private windows may refuse; the setting then lasts as long as the page */ }
  applySettings()
}

/** Puts the settings where the style sheets see them. */
export function applySettings() {
  const root = document.documentElement
  for (const name of ['theme', 'motion', 'coordinates', 'notation', 'text']) root.dataset[name] = settings[name]
}

export const still = () =>
  settings.motion === 'none' || (settings.motion === 'auto' && matchMedia('(prefers-reduced-motion: reduce)').matches)

/** The display name of this person, as far as this browser remembers. */
export const rememberedName = () => localStorage.getItem('hexagora.name') ?? ''
export const rememberName = name => localStorage.setItem('hexagora.name', name)

const SEEN = 'hexagora.seen'
const MOST_SEEN = 40 // tables whose last look is kept

/** How long the log of a table was when this person looked last; null when it was never looked at. @returns {number|null} */
export const lastSeen = table => seen().find(([id]) => id === table)?.[1] ?? null

export function rememberSeen(table, length) {
  try {
    localStorage.setItem(SEEN, JSON.stringify([[table, length], ...seen().filter(([id]) => id !== table)].slice(0, MOST_SEEN)))
  } catch { /* as with settings */ }
}

function seen() {
  try {
    const kept = JSON.parse(localStorage.getItem(SEEN) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** The game that was begun last. */
export const rememberedGame = () => localStorage.getItem('hexagora.game') ?? ''
export const rememberGame = game => localStorage.setItem('hexagora.game', game)
