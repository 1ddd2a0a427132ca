/**
 * What this browser remembers of whoever uses it. One that may keep nothing (because its owner said so, or it is full)
 * remembers as long as the page is open.
 */

/** Where it is kept: in the browser, or in this tab as long as that is open. A browser may refuse to name the place. */
const FOR_GOOD = () => localStorage
export const IN_THIS_TAB = () => sessionStorage

/** @type {Map<string, string|null>} what could not be kept */
const unkept = new Map()

/** Does it to what is kept; whether that could be done. */
function done(where, deed) {
  try {
    deed(where())
    return true
  } catch {
    return false
  }
}

/** The text under a key, or null. @param {string} key @returns {string|null} */
export function recall(key, where = FOR_GOOD) {
  let found = null
  done(where, kept => { found = kept.getItem(key) })
  return unkept.has(key) ? unkept.get(key) ?? null : found
}

/** Whether it is kept beyond the page. @param {string} key @param {string} text @returns {boolean} */
export function remember(key, text, where = FOR_GOOD) {
  const kept = done(where, kept => kept.setItem(key, text))
  if (kept) unkept.delete(key)
  else unkept.set(key, text)
  return kept
}

/** @param {string} key */
export function forget(key) {
  if (done(FOR_GOOD, kept => kept.removeItem(key))) unkept.delete(key)
  else unkept.set(key, null)
}

/** The document under a key; something else if there is none, or none of that kind. @template T @param {string} key @param {T} otherwise @returns {T} */
export function recallDocument(key, otherwise, where = FOR_GOOD) {
  try {
    const found = JSON.parse(recall(key, where) ?? 'null')
    return found !== null && typeof found === typeof otherwise && Array.isArray(found) === Array.isArray(otherwise) ? found : otherwise
  } catch {
    return otherwise
  }
}

export const rememberDocument = (key, document, where = FOR_GOOD) => remember(key, JSON.stringify(document), where)
