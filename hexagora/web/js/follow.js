/** Following the others: how long each of their steps is looked at, and a way past them. */
import { PACE } from './animate.js'
import { el } from './dom.js'
import { t } from './i18n.js'
import { settings, still } from './settings.js'

const PACES = { slow: 3, normal: 1, fast: 0.4 }
/** @type {(() => void)|null} */
let over = null
let skipping = false

/**
 * Time to look at a step, by what the person prefers; what lasts longer than others is seen to its end also where nothing
 * waits behind it yet. Skipping ends it, and all that wait.
 * @param {number} waiting steps behind it @param {number} lasts milliseconds
 */
export async function lookAt(waiting, lasts = PACE) {
  if (!waiting) skipping = false
  const looks = (waiting > 0 || lasts > PACE) && !skipping && !still()
  show(looks)
  if (!looks || document.hidden) return
  await pause(Math.max(PACE * PACES[settings.pace], lasts * Math.min(1, PACES[settings.pace])))
}

/** Nothing waits any more. */
export const caughtUp = () => show(false)

/** @param {number} time milliseconds */
async function pause(time) {
  await new Promise(done => {
    over = () => done(null)
    setTimeout(over, time)
  })
  over = null
}

/**
 * Shows steps one after the other, at the pace of the person, until they are skipped or somebody else goes on.
 * @param {(() => Promise<boolean>)[]} steps each says whether to go on @param {number} time
 */
export async function stepThrough(steps, time) {
  skipping = false
  for (const step of steps) {
    if (skipping || !await step()) break
    show(true)
    await pause(time * PACES[settings.pace])
  }
  skipping = false
  show(false)
}

/** Goes to the end of what is being shown. */
export function skip() {
  if (!over) return
  skipping = true
  over()
}

function show(shown) {
  let bar = document.getElementById('follow')
  if (!bar && shown) {
    bar = el('button', { type: 'button', id: 'follow', class: 'small', onclick: skip })
    document.querySelector('.main-board')?.append(bar)
  }
  if (!bar) return
  bar.hidden = !shown
  bar.textContent = t('follow.skip')
}
