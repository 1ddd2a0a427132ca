/** Asking again for what did not come. */

const AGAIN = 1500 // milliseconds from one try to the next
const AGAIN_UNSEEN = 15000 // while nobody looks at the page

/** How long until the next try: somewhat sooner or later, so that not everybody comes back at the same moment. */
export const pause = () => (document.hidden ? AGAIN_UNSEEN : AGAIN) * (0.8 + 0.4 * Math.random())

/** A pause that is over at once when the network is back or somebody looks at the page again. */
export const untilNextTry = () => /** @type {Promise<void>} */ (new Promise(resolve => {
  const waiting = new AbortController(), { signal } = waiting
  const timer = setTimeout(next, pause())
  function next() {
    clearTimeout(timer)
    waiting.abort()
    resolve()
  }
  addEventListener('online', next, { signal })
  document.addEventListener('visibilitychange', next, { signal })
}))

/**
 * Asks for something, by a key or without one, until it came once; what failed is asked for again by whoever wants it next.
 * @template T
 * @param {(key?: any) => Promise<T>} ask @returns {(key?: any) => Promise<T>}
 */
export function untilItCame(ask) {
  /** @type {Map<any, Promise<T>>} */
  const asked = new Map()
  return key => {
    const answer = asked.get(key) ?? ask(key).catch(error => {
      asked.delete(key)
      throw error
    })
    asked.set(key, answer)
    return answer
  }
}
