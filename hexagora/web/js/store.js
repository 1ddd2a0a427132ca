/** Holds the state of the table and tells who draws it when it has changed. */
import { fresh } from './state.js'

/** @type {import('./state.js').State} */
let state = fresh('')
/** @type {(how: How) => void} */
let told = () => {}

/** @typedef {{part?: 'all'|'choice'|'panels'|'nothing', animated?: boolean}} How what has to be drawn again, and how */

export const now = () => state

/** @param {Partial<import('./state.js').State>} patch @param {How} how */
export function change(patch, how = {}) {
  state = { ...state, ...patch }
  if (how.part !== 'nothing') told(how)
}

export const whenChanged = listener => { told = listener }
