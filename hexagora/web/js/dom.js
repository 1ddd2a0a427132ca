/** Small helpers to make and fill elements. Nothing here knows what is drawn. */

const SVG = 'http://www.w3.org/2000/svg'

/**
 * @param {Element} node
 * @param {Record<string, unknown>} attributes functions become listeners, null and false are left out
 * @param {unknown[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (typeof value === 'function') node.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false).map(asNode))
  return node
}

/** @param {unknown} child */
const asNode = child => (child instanceof Node ? child : document.createTextNode(String(child)))

/** @returns {HTMLElement} */
export const el = (tag, attributes = {}, ...children) => /** @type {HTMLElement} */ (
  fill(document.createElement(tag), attributes, children))

/** @returns {SVGElement} */
export const svg = (tag, attributes = {}, ...children) => /** @type {SVGElement} */ (
  fill(document.createElementNS(SVG, tag), attributes, children))

/** @returns {HTMLElement} */
export const byId = id => /** @type {HTMLElement} */ (document.getElementById(id))

/** Sets the text only when it differs, so that live regions speak once. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/** Numbers for SVG attributes: two decimals are finer than any screen. */
export const round = number => Math.round(number * 100) / 100
