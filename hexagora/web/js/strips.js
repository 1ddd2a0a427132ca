/** Strips beside the board: somebody asks or offers something. What they say is said once, and the keyboard is never lost. */
import { byId, el } from './dom.js'
import { t } from './i18n.js'

/**
 * Makes a strip anew only when it says something else. Where the keyboard was in it, it goes on with what is asked now, or
 * back to the board.
 * @param {HTMLElement} strip @param {string} key what it says, nothing if it shall go @param {() => any[]} make
 */
export function fill(strip, key, make) {
  const told = key && `${key}/${document.documentElement.lang}`
  strip.hidden = !key
  if ((strip.dataset.key ?? '') === told) return
  const held = strip.contains(document.activeElement)
  strip.dataset.key = told
  strip.replaceChildren(...(key ? make().filter(Boolean) : []))
  if (held) (strip.querySelector('button') ?? byId('board')).focus({ preventScroll: true })
}

/** One of the answers to it. */
export const answer = (key, look, deed) => el('button', { type: 'button', class: `small ${look}`, onclick: deed }, t(key))
