/** A pile and its places on the board are one thing: pointing at either lights both. */
import { byId } from './dom.js'
import { showWhere } from './stage.js'
import { now } from './store.js'

const nodeOf = pile => document.querySelector(`[data-pile="${CSS.escape(pile.id)}"]`)
const pilesWithPlaces = () => (now().scene?.piles ?? []).filter(pile => pile.cells?.length)

/** Lights the piles that belong to one of these targets. @param {import('./state.js').Target[]} targets */
export function lightPiles(targets) {
  const places = new Set(targets.map(({ board, id, kind }) => `${board}/${kind === 'piece' ? now().scene.pieces.find(one => one.id === id)?.at : id}`))
  for (const pile of pilesWithPlaces()) nodeOf(pile)?.classList.toggle('linked', pile.cells.some(name => places.has(name)))
}

/** Lights the places of the pile that is pointed at or holds the keyboard. */
export function listenToPiles() {
  const tray = byId('tray')
  const here = event => {
    const id = /** @type {Element} */ (event.target).closest('[data-pile]')?.getAttribute('data-pile')
    const pile = pilesWithPlaces().find(one => one.id === id)
    if (pile) showWhere(now(), { names: pile.cells, kind: 'counted' })
  }
  const away = () => { if (pilesWithPlaces().length) showWhere(now()) }
  for (const kind of ['mouseover', 'focusin']) tray.addEventListener(kind, here)
  for (const kind of ['mouseleave', 'focusout']) tray.addEventListener(kind, away)
}
