/** What a person prefers, kept in this browser. */
import { forget, recall, recallDocument, remember, rememberDocument } from './memo.js'

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

const stored = recallDocument(KEY, {})

export const settings = Object.fromEntries(Object.entries(SETTINGS).map(([name, values]) => {
  const kept = stored[name]
  return [name, values.includes(kept) ? kept : values[0]]
}))

export function setSetting(name, value) {
  if (name === 'coach' && value === 'on') forget(COACH) // called back, it says everything again
  settings[name] = value
  rememberDocument(KEY, settings)
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
export const rememberedName = () => recall('hexagora.name') ?? ''
export const rememberName = name => remember('hexagora.name', name)

/** This browser forgets who used it; what was preferred stays. */
export function forgetPerson() {
  for (const key of ['hexagora.name', SEEN, 'hexagora.game']) forget(key)
}

const SEEN = 'hexagora.seen'
const MOST_SEEN = 40 // tables whose last look is kept

/** How long the log of a table was when this person looked last; null when it was never looked at. @returns {number|null} */
export const lastSeen = table => seen().find(([id]) => id === table)?.[1] ?? null

export const rememberSeen = (table, length) =>
  rememberDocument(SEEN, [[table, length], ...seen().filter(([id]) => id !== table)].slice(0, MOST_SEEN))

/** @returns {[string, number][]} */
const seen = () => recallDocument(SEEN, [])

/** The game that was begun last. */
export const rememberedGame = () => recall('hexagora.game') ?? ''
export const rememberGame = game => remember('hexagora.game', game)

const PUSH_DECLINED = 'hexagora.push-declined'

/** Whether this person does not want to be asked again about pushes. */
export const pushDeclined = () => recall(PUSH_DECLINED) !== null
export const declinePush = () => remember(PUSH_DECLINED, 'yes')

const COACH = 'hexagora.coach'

/** What the coach of a game has said already in this browser. @returns {string[]} */
export const coachSaid = game => saidByCoach()[game] ?? []
export const rememberCoach = (game, said) => rememberDocument(COACH, { ...saidByCoach(), [game]: said })

/** @returns {Record<string, string[]>} */
const saidByCoach = () => recallDocument(COACH, {})
