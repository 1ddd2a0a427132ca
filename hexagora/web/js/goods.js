/** A sum of things as pictures with their numbers, in words for those who listen; without pictures in words alone. */
import { el } from './dom.js'
import { translated } from './i18n.js'
import { icon } from './sprites.js'

/**
 * Of what somebody lacks it is told how many there are.
 * @param {import('./state.js').Scene} scene @param {import('./state.js').Good[]} goods @param {string} words
 */
export function goodsOf(scene, goods, words) {
  const pictured = goods.map(good => ({ ...good, picture: icon(scene.game, `i-${good.icon}`) }))
  if (!pictured.length || !pictured.every(good => good.picture)) return [el('small', {}, translated(words))]
  return [el('span', { class: 'goods', 'aria-hidden': 'true' }, ...pictured.map(({ picture, count, lacks }) =>
    el('span', { class: lacks ? 'good lacks' : 'good' }, lacks ? `${count - lacks}/${count}` : String(count), picture))),
  el('span', { class: 'unseen' }, translated(words))]
}
