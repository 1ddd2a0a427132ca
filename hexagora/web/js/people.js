/**
 * One name for a person everywhere. Games speak of players by their colour ("Red plays a2") or, before they have one, by
 * their seat ("Seat 2"); whoever reads it knows them by the name on their panel. So those words become that name.
 */

/** @typedef {{words: string[], name: string}} Person what a game calls somebody, and who it is */

/** @type {Map<string, string>} by what the games say */
let names = new Map()
/** @type {RegExp|null} */
let pattern = null

const capital = word => word.charAt(0).toUpperCase() + word.slice(1)

/** What a game may call a player, in English. @returns {string[]} */
export const callings = (colour, player) => [...(colour ? [capital(colour)] : []), `Seat ${player + 1}`]

/** From here on these people are called by their names. @param {Person[]} people */
export function introduce(people) {
  names = new Map(people.flatMap(({ words, name }) => words.filter(Boolean).map(word => [word, name])))
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length).map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  pattern = longestFirst.length ? new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.join('|')})(?![\\p{L}\\d])`, 'gu') : null
}

/** Who is called how now. */
export const called = () => [...names].join('/')

/** A text with the names of the people that it speaks of. */
export const withNames = text => (pattern && text ? text.replace(pattern, word => names.get(word) ?? word) : text)
