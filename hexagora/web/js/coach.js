/** The coach of a first match: says at most once each what matters now, until it is sent away with one click. */
import { coach } from './api.js'
import { toast } from './dialogs.js'
import { byId, setText } from './dom.js'
import { sentence, t } from './i18n.js'
import { openRules } from './rules.js'
import { coachSaid, rememberCoach, setSetting, settings } from './settings.js'
import { speak } from './speech.js'
import { isMine, myTurn } from './state.js'
import { now } from './store.js'
import { openTab } from './tabs.js'

const FIRST_LEVEL = 'beginner'
let asked = -1 // the moment that the coach was asked about last

/** One person, and nobody else but bots that are just beginning. */
const isFirstMatch = state => state.seats.filter(seat => seat.mine).length === 1
  && state.seats.every(seat => seat.mine || (seat.kind === 'bot' && seat.level === FIRST_LEVEL))

/** Asks once for each decision of the person. */
export async function showCoach(state) {
  const strip = byId('coach')
  if (!isFirstMatch(state) || settings.coach === 'off' || state.over) {
    strip.hidden = true
    return
  }
  if (!myTurn(state) || asked === state.seq) return
  asked = state.seq
  const said = coachSaid(state.scene.game)
  const tips = await coach(state.table).catch(() => [])
  const tip = tips.find(one => !said.includes(one.id))
  if (now().seq !== asked || !isMine(now(), now().seat)) return
  strip.hidden = !tip
  if (!tip) return
  rememberCoach(state.scene.game, [...said, tip.id])
  const words = sentence({ template: tip.say, sentence: '' }) || tip.say
  setText(byId('coach-text'), words)
  byId('coach-rule').onclick = () => openTab('rules', () => openRules({ ...now(), scene: { ...now().scene, rule: tip.rule } }))
  byId('coach-close').onclick = () => { strip.hidden = true }
  foldUp(strip)
  byId('coach-off').onclick = () => {
    setSetting('coach', 'off')
    asked = -1 // called back, it speaks at once
    strip.hidden = true
    toast(t('coach.gone'))
  }
  speak(words)
}

/** Where a tip would lie over the board (frame.css says so by --folds), it waits to be opened. */
function foldUp(strip) {
  const opener = /** @type {HTMLButtonElement} */ (byId('coach-open'))
  const folds = getComputedStyle(strip).getPropertyValue('--folds') === '1'
  const show = open => opener.setAttribute('aria-expanded', String(open))
  show(!folds)
  opener.disabled = !folds
  opener.onclick = () => show(opener.getAttribute('aria-expanded') !== 'true')
}
