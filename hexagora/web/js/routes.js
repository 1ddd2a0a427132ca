/** Several decisions behind the clicks of one: a shortcut with a path is chosen like a choice and followed like a plan. */

/**
 * A scene whose choices hold its routes as well, as far as their first decision can be made now.
 * @param {import('./state.js').Scene} scene @returns {import('./state.js').Scene}
 */
export function withRoutes(scene) {
  const open = new Set(scene.choices.map(choice => choice.text))
  const routes = (scene.shortcuts ?? []).filter(({ path, texts }) => path?.length && open.has(texts[0])).map(asChoice)
  return routes.length ? { ...scene, choices: [...scene.choices, ...routes] } : scene
}

const asChoice = ({ label, texts, forecast, path, way, mark, left }) => ({
  action: -1, text: texts.join(' '), label, group: 'route', path, forecast, warning: '', cells: [], way, mark, left, texts })

/** The choices that are single decisions, as they are typed and counted. */
export const decisions = choices => choices.filter(choice => !choice.texts && !choice.again)
