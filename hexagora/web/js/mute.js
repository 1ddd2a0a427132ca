/** Whom this person does not want to hear at this table. It stays here: nobody is told. */
import { recallDocument, rememberDocument } from './memo.js'

const MOST = 200 // speakers that are remembered, the newest
const KEY = 'hexagora.muted'

const kept = () => recallDocument(KEY, []).filter(one => typeof one === 'string')

/** A seat is one person however called; who looks on is known by name alone. */
export const speakerKey = (table, { seat, from }) => `${table}/${seat ? `#${seat}` : from}`
export const isMuted = key => kept().includes(key)

export function mute(key, on) {
  const others = kept().filter(one => one !== key)
  rememberDocument(KEY, (on ? [key, ...others] : others).slice(0, MOST))
}
