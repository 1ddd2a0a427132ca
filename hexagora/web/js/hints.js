/** Hints of the bot: a strip with the best choices; pointing at one shows it on the board, a click makes it. */
import { byId, el, renew } from './dom.js'
import { t, translated } from './i18n.js'
import { closeSheet, openSheet } from './sheets.js'
import { speak } from './speech.js'
import { change, now } from './store.js'
import { toast } from './dialogs.js'

const HINTS_TOLD = 3
const SHEET = 'hints' // on a phone

/** What the server answered to the wish for a hint. */
export function hear(message) {
  const hints = message.choices.slice(0, HINTS_TOLD)
  if (!hints.length) return toast(t('hint.none'))
  change({ hints }, { part: 'choice' })
  openSheet(SHEET)
  speak(t('hint.best', { label: hints.map(hintText).join('; ') }))
}

const hintText = hint => translated(hint.label) + (hint.reason ? ` – ${translated(hint.reason)}` : '')

/** @param {{light: (hint: object) => void, choose: (choice: object) => void}} deeds */
export function showHints(state, { light, choose }) {
  const strip = byId('hints')
  const found = state.pending ? [] : state.hints
    .map(hint => ({ hint, choice: state.scene.choices.find(one => one.text === hint.text) })).filter(({ choice }) => choice)
  strip.hidden = !found.length
  if (strip.hidden && document.body.dataset.sheet === SHEET) closeSheet()
  renew(byId('hint-list'), ...found.map(({ hint, choice }) => el('li', {}, el('button', {
    type: 'button', onclick: () => choose(choice),
    onmouseenter: () => light(hint), onfocus: () => light(hint), onmouseleave: () => light(found[0].hint),
  }, el('strong', {}, translated(hint.label)), hint.reason && el('small', {}, translated(hint.reason))))))
  byId('hint-close').onclick = () => change({ hints: [] }, { part: 'choice' })
}

/** The state as it would be with this hint alone. */
export const lit = hint => ({ ...now(), hints: [hint] })
