/** Choices: narrowing the legal actions click by click. Pure functions of choices and the targets clicked so far. */
import { keyOf, sameTarget } from './state.js'

const startsWith = (path, selection) =>
  path.length >= selection.length && selection.every((target, i) => sameTarget(target, path[i]))

/** The choices that are still possible after these clicks. */
export const remaining = (choices, selection) => choices.filter(choice => startsWith(choice.path, selection))

/** What can be clicked next: key of a target → the choices behind it. @returns {Map<string, {target, choices}>} */
export function nextTargets(choices, selection) {
  const next = new Map()
  for (const choice of remaining(choices, selection)) {
    const target = choice.path[selection.length]
    if (!target) continue
    const key = keyOf(target)
    if (!next.has(key)) next.set(key, { target, choices: [] })
    next.get(key).choices.push(choice)
  }
  return next
}

/** The choices whose way ends exactly here. */
export const complete = (choices, selection) =>
  remaining(choices, selection).filter(choice => choice.path.length === selection.length)

/**
 * What a click leads to: a longer selection, a switch to another beginning, or nothing.
 * @returns {import('./state.js').Target[]|null}
 */
export function clicked(choices, selection, targets) {
  for (let depth = selection.length; depth >= 0; depth--) {
    const kept = selection.slice(0, depth)
    const next = nextTargets(choices, kept)
    const hit = targets.find(target => next.has(keyOf(target)))
    if (hit) return [...kept, hit]
  }
  return null
}

/** All hits of a click at the present depth; more than one asks the player which is meant. */
export const hits = (choices, selection, targets) => {
  const next = nextTargets(choices, selection)
  return targets.filter(target => next.has(keyOf(target)))
}

/**
 * The one choice that is left, when its way is at its end or may be finished by itself; else null.
 * @param {string} singles 'always', 'buttons' (only buttons are left to press) or 'never'
 */
export function settled(choices, selection, singles) {
  const left = remaining(choices, selection)
  if (left.length !== 1 || !selection.length) return null
  const rest = left[0].path.slice(selection.length)
  const finishes = !rest.length || singles === 'always' || (singles === 'buttons' && rest.every(target => target.kind === 'button'))
  return finishes ? left[0] : null
}

/**
 * The one that is meant where nothing but buttons is left to tell several apart and one of them is usual; else null.
 * @returns {import('./state.js').Choice|null}
 */
export function usual(choices, selection) {
  const left = remaining(choices, selection)
  const onlyButtons = left.every(choice => choice.path.slice(selection.length).every(target => target.kind === 'button'))
  const meant = left.filter(choice => choice.usual)
  return selection.length && onlyButtons && meant.length === 1 ? meant[0] : null
}

/** What is known about the consequences of a click: forecasts and warnings, each once. */
export function consequences(choices) {
  const told = choices.flatMap(choice => [
    choice.forecast && { kind: 'forecast', text: choice.forecast },
    choice.warning && { kind: 'warning', text: choice.warning },
  ]).filter(Boolean)
  return told.filter((one, i) => told.findIndex(other => other.text === one.text) === i)
}
