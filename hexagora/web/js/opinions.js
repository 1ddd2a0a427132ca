/** The engine's opinion beside an analysis: asked again with ever more looks while a position is shown. */
import * as api from './api.js'
import { byId, el, setText } from './dom.js'
import { t, translated } from './i18n.js'
import { speak } from './speech.js'
import { wayTo } from './tree.js'

const LOOKS = [4000, 20000, 100000]
const PATIENCE = 300 // milliseconds that a position must be shown before anybody thinks about it
const SHOWN = 8 // actions of a line

let asked = 0 // counts positions, so that an answer that comes too late is dropped

export const isOn = () => /** @type {HTMLInputElement} */ (byId('engine-on')).checked

/**
 * @param {string} game @param {object} root @param {import('./tree.js').Node} node
 * @param {{point: (places: string[]) => void, play: (text: string) => void}} deeds
 */
export async function think(game, root, node, deeds) {
  const own = ++asked
  show(node, deeds)
  if (!isOn() || !node.moment?.seat) return
  await new Promise(done => setTimeout(done, PATIENCE))
  for (const looks of LOOKS) {
    if (own !== asked || !isOn()) return
    if ((node.opinion?.wanted ?? 0) >= looks) continue
    try {
      node.opinion = { ...await api.opinion(game, root, wayTo(node), looks), wanted: looks }
    } catch (error) {
      if (own === asked) setText(byId('engine-state'), error.message)
      return
    }
    if (own !== asked) return
    show(node, deeds)
    if (looks === LOOKS[LOOKS.length - 1]) speak(node.opinion.choices.map(choice => `${translated(choice.label)} ${chance(choice)}`).join('. '))
  }
}

const percent = value => `${Math.round(value * 100)} %`
const chance = one => (one.spread ? `${percent(one.value)} ± ${Math.round(one.spread * 100)}` : percent(one.value))

function show(node, deeds) {
  const { opinion, moment } = node
  setText(byId('engine-state'), !isOn() ? '' : !moment ? '' : moment.result ? t('study.over') : !moment.seat ? t('study.chance')
    : !opinion ? t('study.thinking') : opinion.sure ? t('study.looks', { looks: opinion.looks.toLocaleString(document.documentElement.lang) }) : t('study.unsure'))
  const choices = isOn() ? opinion?.choices ?? [] : []
  byId('engine-lines').replaceChildren(...choices.map(choice => el('li', { class: choice.level ? 'level' : '' }, el('button', {
    type: 'button', onclick: () => deeds.play(choice.text), onmouseenter: () => deeds.point(choice.places), onfocus: () => deeds.point(choice.places),
    onmouseleave: () => deeds.point([]), onblur: () => deeds.point([]),
  }, el('strong', {}, translated(choice.label)), el('span', { class: 'chip quiet' }, chance(choice)), choice.level && choices.length > 1 && choices.filter(one => one.level).length > 1 && el('small', { class: 'muted' }, t('study.level')),
  el('code', {}, choice.line.slice(0, SHOWN).join(' · '))))))
}
