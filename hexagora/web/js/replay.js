/** Looking back: the scenes of earlier moments, fetched from the server one by one. */
import * as api from './api.js'
import { byId, setText } from './dom.js'
import { t } from './i18n.js'

const STEP_TIME = 900
let playing = 0

/** Shows the slider and where it stands. */
export function showReplay(state) {
  const bar = byId('replay')
  bar.hidden = state.ply === null
  if (state.ply === null) return stop()
  const slider = /** @type {HTMLInputElement} */ (byId('replay-slider'))
  slider.max = String(state.log.length)
  slider.value = String(state.ply)
  slider.setAttribute('aria-valuetext', t('status.replay', { ply: state.ply, of: state.log.length }))
  setText(byId('replay-ply'), `${state.ply} / ${state.log.length}`)
}

export const sceneAt = async (table, ply) => (await api.replay(table, ply)).scene

function stop() {
  clearInterval(playing)
  playing = 0
}

/**
 * @param {() => import('./state.js').State} now
 * @param {{visit: (ply: number) => Promise<void>, leave: () => void}} deeds
 */
export function listenToReplay(now, deeds) {
  const step = by => deeds.visit(Math.max(0, Math.min(now().log.length, (now().ply ?? 0) + by)))
  byId('replay-slider').addEventListener('input', event => deeds.visit(Number(/** @type {HTMLInputElement} */ (event.target).value)))
  byId('replay-back').addEventListener('click', () => step(-1))
  byId('replay-on').addEventListener('click', () => step(1))
  byId('replay-leave').addEventListener('click', deeds.leave)
  byId('replay-play').addEventListener('click', () => {
    if (playing) return stop()
    playing = setInterval(() => now().ply === now().log.length ? stop() : step(1), STEP_TIME)
  })
}
