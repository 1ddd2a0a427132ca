/** Somebody is absent for long: the others may let a bot play, end the match, or wait. And offers to end or pause it. */
import { byId, el } from './dom.js'
import { named, t } from './i18n.js'
import { send } from './line.js'
import { isMine } from './state.js'
import { answer, fill } from './strips.js'

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
    answer('absent.bot', 'primary', () => send('go-on', { seat: seat.seat, end: false })),
    answer('absent.end', '', () => send('go-on', { seat: seat.seat, end: true })),
    answer('absent.wait', 'quiet', () => {
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
  const pause = offer && offer.kind === 'pause'
  const [asked, asks] = pause ? ['pause.waiting', 'pause.text'] : ['offer.waiting', 'offer.text']
  fill(byId('offer'), offer ? `${offer.kind}/${offer.by}/${offer.yes}` : '', () => [
    el('span', {}, t(agreed ? asked : asks, { name })),
    !agreed && answer('offer.agree', 'primary', () => send(pause ? 'offer-pause' : 'offer-end')),
    answer(agreed ? 'offer.back' : 'offer.no', '', () => send('decline-end')),
  ])
  fill(byId('paused'), state.paused && !state.over && state.ply === null ? `paused/${plays}` : '', () => [
    el('span', {}, t('pause.now')), plays && answer('pause.over', 'primary', () => send('resume')),
  ])
}
