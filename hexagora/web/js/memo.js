/**
 * What this browser remembers of whoever uses it. One that may keep nothing (because its owner said so, or it is full)
 * remembers as long as the page is open.
 */

/** @type {Map<string, string|null>} what could not be kept */
const unkept = new Map()

/** Does it to what is kept; whether that could be done. */
function done(deed) {
  try {
    deed(localStorage)
    return true
  } catch {
    return false
  }
}

/** The text under a key, or null. @param {string} key @returns {string|null} */
export function recall(key) {
  let found = null
  done(kept => { found = kept.getItem(key) })
  return unkept.has(key) ? unkept.get(key) ?? null : found
}

/** Whether it is kept beyond the page. @param {string} key @param {string} text @returns {boolean} */
export function remember(key, text) {
  const kept = done(kept => kept.setItem(key, text))
  if (kept) unkept.delete(key)
  else unkept.set(key, text)
  return kept
}

/** @param {string} key */
export function forget(key) {
  if (done(kept => kept.removeItem(key))) unkept.delete(key)
  else unkept.set(key, null)
}

/** The document under a key; something else if there is none, or none of that kind. @template T @param {string} key @param {T} otherwise @returns {T} */
export function recallDocument(key, otherwise) {
  try {
    const found = JSON.parse(recall(key) ?? 'null')
    return found !== null && typeof found === typeof otherwise && Array.isArray(found) === Array.isArray(otherwise) ? found : otherwise
  } catch {
    return otherwise
  }
}

export const rememberDocument = (key, document) => remember(key, JSON.stringify(document))
