/** Several decisions behind the clicks of one: a shortcut with a path is chosen like a choice and followed like a plan. */

/**
 * A scene whose choices hold its routes as well, as far as their first decision can be made now.
 * @param {import('./state.js').Scene} scene @returns {import('./state.js').Scene}
 */
export function withRoutes(scene) {
  const open = new Set(scene.choices.map(choice => choice.text))
  const routes = [
    ...(scene.shortcuts ?? []).filter(({ path, texts }) => path?.length && open.has(texts[0])).map(asChoice),
    ...scene.choices.flatMap(onwards),
  ]
  return routes.length ? { ...scene, choices: [...scene.choices, ...routes] } : scene
}

const asChoice = ({ texts, ...shown }) => ({ action: -1, cells: [], ...shown, text: texts.join(' '), group: 'route', plan: texts })

/**
 * A choice after which a place is named: a click on the place, or a drop there, makes both decisions. The place comes
 * before the buttons, so that what is carried can be dropped first.
 * @returns {import('./state.js').Choice[]}
 */
const onwards = choice => (choice.onto ?? []).map(name => {
  const [board, id] = name.split('/')
  const place = { kind: 'cell', id, board }
  const rest = choice.path.findLastIndex(target => target.kind !== 'button') + 1
  return { ...choice, text: `${choice.text} ${name}`, group: 'route', final: false, onto: [],
    path: [...choice.path.slice(0, rest), place, ...choice.path.slice(rest)], plan: [choice.text, place] }
})

/** The choices that are single decisions, as they are typed and counted. */
export const decisions = choices => choices.filter(choice => !choice.plan && !choice.again)
