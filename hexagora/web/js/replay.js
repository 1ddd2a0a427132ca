/** Looking back: the scenes of earlier moments, fetched from the server one by one. */
import { analysisOf } from './analysis.js'
import * as api from './api.js'
import { byId, setText } from './dom.js'
import { t } from './i18n.js'
import { stepKeys } from './stepping.js'

const STEP_TIME = 900
let playing = 0
let played = { from: 0, to: 0 } // the step that is being played

/** Shows the slider and where it stands. */
export function showReplay(state) {
  const bar = byId('replay')
  bar.hidden = state.ply === null
  if (state.ply === null || (playing && hasEnded(state))) stop()
  if (state.ply === null) return
  const slider = /** @type {HTMLInputElement} */ (byId('replay-slider'))
  slider.max = String(state.log.length)
  slider.value = String(state.ply)
  slider.setAttribute('aria-valuetext', t('status.replay', { ply: state.ply, of: state.log.length }))
  setText(byId('replay-ply'), `${state.ply} / ${state.log.length}`)
  byId('replay-analyse').setAttribute('href', analysisOf(state, state.ply))
  byId('replay-analyse').hidden = !state.over
}

/** It plays no further than to the end, and not on from a moment that somebody went to meanwhile. */
const hasEnded = ({ ply, log }) => ply === log.length || (ply !== played.from && ply !== played.to)

/** The space bar then plays. */
export const playNext = () => byId('replay-play').focus()

export const momentAt = (table, ply) => api.replay(table, ply)

/** How many actions chance makes before anybody decides: they are one step. */
const laidOut = log => Math.max(0, log.findIndex(entry => entry.seat))

function stop() {
  clearInterval(playing)
  playing = 0
  setText(byId('replay-play'), t('replay.play'))
}

/**
 * @param {() => import('./state.js').State} now
 * @param {{visit: (ply: number) => Promise<void>, leave: () => void}} deeds
 */
export function listenToReplay(now, deeds) {
  const ends = () => now().log.length
  let heading = null // the moment that was asked for and is not shown yet: quick steps count from there
  const here = () => heading ?? now().ply ?? 0
  const go = ply => {
    heading = ply
    return deeds.visit(ply).finally(() => { if (heading === ply) heading = null })
  }
  const beside = by => {
    const laid = laidOut(now().log), from = here()
    if (by > 0 && from === 0) return Math.max(1, laid)
    return by < 0 && from === laid ? 0 : Math.max(0, Math.min(ends(), from + by))
  }
  const step = by => go(beside(by))
  byId('replay-slider').addEventListener('input', event => go(Number(/** @type {HTMLInputElement} */ (event.target).value)))
  byId('replay-back').addEventListener('click', () => step(-1))
  byId('replay-on').addEventListener('click', () => step(1))
  byId('replay-leave').addEventListener('click', deeds.leave)
  const play = () => {
    if (playing) return stop()
    setText(byId('replay-play'), t('study.pause'))
    played = { from: here(), to: beside(1) }
    playing = setInterval(() => {
      played = { from: here(), to: beside(1) }
      step(1)
    }, STEP_TIME)
  }
  byId('replay-play').addEventListener('click', play)
  const keys = stepKeys(name => ({ back: () => step(-1), on: () => step(1), first: () => go(0), last: () => go(ends()), play })[name](), () => false)
  document.addEventListener('keydown', event => {
    const walks = event.shiftKey && /** @type {Element} */ (event.target).closest('#board')
    if (now().ply !== null && !walks) keys(event)
  }, true)
}
