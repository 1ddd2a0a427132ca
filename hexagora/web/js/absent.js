/** Somebody is absent for long: the others may let a bot play, end the match, or wait. And offers to end it. */
import { byId, el } from './dom.js'
import { named, t } from './i18n.js'
import { send } from './line.js'
import { isMine } from './state.js'

/** @type {Map<number, number>} since when a seat is not connected */
const since = new Map()
/** @type {Set<number>} those whom this person waits for */
const awaited = new Set()

/** @param {import('./state.js').State} state */
export function showAbsent(state) {
  for (const seat of state.seats) {
    const gone = seat.kind !== 'bot' && seat.taken && !seat.online && !seat.away && !seat.mine
    if (!gone) {
      since.delete(seat.seat)
      awaited.delete(seat.seat)
    } else if (!since.has(seat.seat)) since.set(seat.seat, Date.now())
  }
  const plays = state.seat > 0 && !state.over && !state.open && state.ply === null
  const seat = plays && state.seats.find(one => isLong(state, one.seat) && !awaited.has(one.seat))
  fill(byId('absent'), seat ? `${seat.seat}` : '', () => [
    el('span', {}, t('absent.text', { name: named(seat.name) })),
    button('absent.bot', 'primary', () => send('go-on', { seat: seat.seat, end: false })),
    button('absent.end', '', () => send('go-on', { seat: seat.seat, end: true })),
    button('absent.wait', 'quiet', () => {
      awaited.add(seat.seat)
      showAbsent(state)
    }),
  ])
  showOffer(state, plays)
}

const isLong = (state, seat) => since.has(seat) && Date.now() - since.get(seat) >= (state.patience ?? 0) * 1000

function showOffer(state, plays) {
  const offer = plays && state.offer
  const agreed = offer && offer.yes.some(seat => isMine(state, seat))
  const name = offer ? named(state.seats[offer.by - 1]?.name ?? '') : ''
  fill(byId('offer'), offer ? `${offer.by}/${offer.yes}` : '', () => [
    el('span', {}, t(agreed ? 'offer.waiting' : 'offer.text', { name })),
    !agreed && button('offer.agree', 'primary', () => send('offer-end')),
    button(agreed ? 'offer.back' : 'offer.no', '', () => send('decline-end')),
  ])
}

/** Makes a strip anew only when it says something else, so that the keyboard stays where it is. */
function fill(strip, key, make) {
  const told = key && `${key}/${document.documentElement.lang}`
  strip.hidden = !key
  if (strip.dataset.key === told) return
  strip.dataset.key = told
  strip.replaceChildren(...(key ? make().filter(Boolean) : []))
}

const button = (key, look, deed) => el('button', { type: 'button', class: `small ${look}`, onclick: deed }, t(key))
