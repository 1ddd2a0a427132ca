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
  notices: ['off', 'on', 'push'], // a notification when it is one's turn: while the page is open, or always
  sound: ['on', 'off'],
  pace: ['normal', 'slow', 'fast'], // how long each step of the others is shown
  premove: ['on', 'off'],
  recap: ['on', 'off'],
  coach: ['on', 'off'], // tips in a first match
  coordinates: ['off', 'on'],
  notation: ['off', 'on'],
  text: ['normal', 'large'],
  thinking: ['here', 'server'], // where the server lends its engine
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
  if (name === 'coach' && value === 'on') localStorage.removeItem(COACH) // called back, it says everything again
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

/** This browser forgets who used it; what was preferred stays. */
export function forgetPerson() {
  for (const key of ['hexagora.name', SEEN, 'hexagora.game']) localStorage.removeItem(key)
}

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

const PUSH_DECLINED = 'hexagora.push-declined'

/** Whether this person does not want to be asked again about pushes. */
export const pushDeclined = () => localStorage.getItem(PUSH_DECLINED) !== null
export const declinePush = () => localStorage.setItem(PUSH_DECLINED, 'yes')

const COACH = 'hexagora.coach'

/** What the coach of a game has said already in this browser. @returns {string[]} */
export const coachSaid = game => saidByCoach()[game] ?? []
export const rememberCoach = (game, said) => {
  try {
    localStorage.setItem(COACH, JSON.stringify({ ...saidByCoach(), [game]: said }))
  } catch { /* as with settings */ }
}

function saidByCoach() {
  try {
    return JSON.parse(localStorage.getItem(COACH) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
