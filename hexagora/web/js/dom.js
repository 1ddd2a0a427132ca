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
    if (typeof value === 'function') heed(node, name.slice(2), /** @type {EventListener} */ (value))
    else node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false).map(asNode))
  return node
}

/** @type {WeakMap<Element, Record<string, EventListener|null>>} what elements do when something happens to them, by the event */
const deeds = new WeakMap()

/** @param {Element} node @param {string} event @param {EventListener} deed */
function heed(node, event, deed) {
  const known = deeds.get(node) ?? {}
  if (!(event in known)) node.addEventListener(event, happening => deeds.get(node)?.[event]?.call(node, happening))
  deeds.set(node, { ...known, [event]: deed })
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

/**
 * Once everything is drawn, before anybody sees it: for what asks how large things are. Asked in between, the browser would
 * lay out the page for each such question instead of once.
 */
export const onceDrawn = deed => { requestAnimationFrame(() => deed()) }

/** Numbers for SVG attributes: two decimals are finer than any screen. */
export const round = number => Math.round(number * 100) / 100

const AHEAD = 40 // how many neighbours are looked through for one that stays

/**
 * Fills a place as replaceChildren does, but what would look the same stays, and does from now on what the new one would:
 * a finger that is down on it and the keyboard lose nothing when something beside it has changed. Elements with the same
 * data-key are the same thing, whatever has changed inside.
 * @param {Element} place @param {Node[]} wanted
 */
export function renew(place, ...wanted) {
  const held = /** @type {HTMLElement|null} */ (place.contains(document.activeElement) ? document.activeElement : null)
  lay(place, wanted)
  if (!held?.dataset.key || held.isConnected) return
  /** @type {HTMLElement|null} */ (place.querySelector(`[data-key="${CSS.escape(held.dataset.key)}"]`))?.focus({ preventScroll: true })
}

function lay(place, wanted) {
  let at = place.firstChild
  for (const node of wanted) {
    const same = sameFrom(at, node)
    if (!same) {
      place.insertBefore(node, at)
      continue
    }
    at = dropUntil(at, same)?.nextSibling ?? null
    if (same !== node) bringUp(same, node)
  }
  dropUntil(at, null)
}

/** The first of what is there from a place on that is the same as a node. @param {Node|null} at */
function sameFrom(at, node) {
  for (let steps = 0; at && steps < AHEAD; steps += 1, at = at.nextSibling) if (isSame(at, node)) return at
  return null
}

const keyOf = node => node.dataset?.key
const isKeyed = (old, fresh) => Boolean(keyOf(old)) && keyOf(old) === keyOf(fresh) && old.nodeName === fresh.nodeName
const isSame = (old, fresh) => old === fresh || (keyOf(old) ? isKeyed(old, fresh) : old.isEqualNode(fresh))

function dropUntil(at, end) {
  while (at && at !== end) {
    const gone = at
    at = at.nextSibling
    gone.remove()
  }
  return at
}

/** What stays becomes what was made anew. */
function bringUp(old, fresh) {
  if (!(old instanceof Element)) return
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  if (deeds.has(old) || deeds.has(fresh)) {
    deeds.set(old, Object.fromEntries(Object.keys(deeds.get(old) ?? {}).map(event => [event, null]))) // what it did is over
    for (const [event, deed] of Object.entries(deeds.get(fresh) ?? {})) heed(old, event, deed)
  }
  lay(old, [...fresh.childNodes])
}

/** Something in a list that scrolls comes into sight, and nothing around the list moves. */
export function bringIntoSight(list, item) {
  const box = list.getBoundingClientRect(), own = item.getBoundingClientRect()
  if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - box.height / 2
}

/** Whether two fingers beside a board have enlarged the page. */
export const isEnlarged = () => (window.visualViewport?.scale ?? 1) > 1.01
