/** What is for sale: a bar of things with their prices. A way to buy can begin with the place or with the thing. */
import { nextTargets } from './choices.js'
import { el } from './dom.js'
import { goodsOf } from './goods.js'
import { t, translated } from './i18n.js'
import { icon } from './sprites.js'
import { colourOf, keyOf } from './state.js'

const targetOf = offer => ({ kind: 'button', id: offer.id, board: 'board' })
const offersOf = scene => scene.offers ?? []
export const isOffered = (state, target) => target.kind === 'button' && offersOf(state.scene).some(offer => offer.id === target.id)

/** A scene in which every way to something for sale can also begin with it. @param {import('./state.js').Scene} scene */
export function withOffers(scene) {
  const ids = new Set(offersOf(scene).map(offer => offer.id))
  const again = !ids.size ? [] : scene.choices.map(choice => {
    const at = choice.path.findIndex((target, i) => i > 0 && target.kind === 'button' && ids.has(target.id))
    return at < 0 ? null : { ...choice, path: [choice.path[at], ...choice.path.toSpliced(at, 1)], again: true }
  }).filter(Boolean)
  return again.length ? { ...scene, choices: [...scene.choices, ...again] } : scene
}

/** The bar: what cannot be had now is grey and says what is missing. @param {(target: object) => void} click */
export function offerButtons(state, click) {
  if (state.selection.length && !isOffered(state, state.selection[0])) return []
  const open = nextTargets(state.scene.choices, [])
  return offersOf(state.scene).map(offer => {
    const target = targetOf(offer)
    const there = open.has(keyOf(target))
    const chosen = state.selection[0]?.id === offer.id
    return el('button', {
      type: 'button', class: `offer${chosen ? ' chosen' : ''} player-${colourOf(state.scene, state.seat - 1)}`, disabled: !there,
      'aria-pressed': String(chosen), 'data-deed': `button-${offer.id}`, onclick: () => click(target),
      title: there ? null : lacking(offer) || null,
    }, icon(state.scene.game, `p-${offer.id}`, `i-${offer.id}`), el('span', { class: 'offer-words' }, el('strong', {}, translated(offer.label)),
      ...goodsOf(state.scene, offer.goods ?? [], offer.price),
      !there && offer.missing && el('small', { class: offer.goods?.some(good => good.lacks) ? 'unseen' : 'warning' }, lacking(offer))))
  })
}

const lacking = offer => offer.missing && t('offer.missing', { what: translated(offer.missing) })
