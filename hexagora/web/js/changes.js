/** From what changed at the table to the whole of it (hexagora/engine/changes.py says how changes are told). */

const SCENE_LISTS = ['pieces', 'panels', 'piles']
const BOARD_LISTS = ['cells', 'borders', 'links']

/**
 * What a window knows: the last state, and the last choices there were, by which the next ones are told.
 * @typedef {{state: any, shelf: any[]}} Known
 */

/**
 * What is known after a message; null when a change builds on a state that was never seen here.
 * @param {Known|null} known
 * @returns {Known|null}
 */
export function learned(known, message) {
  if (message.type === 'state') return { state: message, shelf: message.scene.choices }
  if (message.type === 'presence') return known && withPeople(known, message)
  if (message.type === 'change') return known && known.state.seq === message.base ? changed(known, message) : null
  return known
}

const withPeople = (known, { seats, thinking }) => ({ ...known, state: { ...known.state, seats, thinking } })

function changed(known, { type, base, scene, choices, ...told }) {
  const shelf = choices ? edited(known.shelf, choices) : known.shelf
  const after = patched(known.state.scene, scene ?? {})
  if (choices !== undefined) after.choices = choices ? shelf : []
  return { state: { ...known.state, ...told, scene: after }, shelf }
}

/** A scene after a change; whatever did not change is shared with the old one. */
export function patched(scene, { boards = {}, ...parts }) {
  return {
    ...withParts(scene, parts, SCENE_LISTS),
    boards: scene.boards.map((board, place) => boards[place] ? withParts(board, boards[place], BOARD_LISTS) : board),
  }
}

function withParts(old, parts, lists) {
  const told = Object.entries(parts).map(([name, value]) => [name, lists.includes(name) ? edited(old[name], value) : value])
  return { ...old, ...Object.fromEntries(told) }
}

/** A list after its edits [start, removed, added]; places are counted in the old list. */
export function edited(things, edits) {
  const after = [...things]
  for (const [start, removed, added] of [...edits].reverse()) after.splice(start, removed, ...added)
  return after
}
