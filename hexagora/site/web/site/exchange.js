/** Inviting a friend to a table of this browser: a link goes out, an answer comes back, and the two browsers meet. */
import * as api from '../static/js/api.js'
import { linkLine, toast } from '../static/js/dialogs.js'
import { el, setText } from '../static/js/dom.js'
import { t } from '../static/js/i18n.js'
import { BadCode } from './codes.js'
import { qrCode } from './qr.js'

const idOf = address => address.split(/[/?#]/)[2]

/** What both should know before a game with secrets begins: on whose device they lie. @returns {Promise<string>} */
export async function caution(house, address) {
  const { game } = await api.table(idOf(address))
  const secrets = (await api.knownGames()).find(one => one.id === game)?.hidden
  return secrets ? t(house.invite ? 'friend.secrets.here' : 'friend.secrets.there') : ''
}

/** @param {any} house the one of this browser, or a friend's @param {string} address of the table @returns {Promise<HTMLElement>} */
export async function invitation(house, address) {
  return el('div', { class: 'invitation stack' }, el('p', { class: 'muted' }, t(house.invite ? 'friend.record' : 'friend.guest')),
    house.invite && await exchange(house, idOf(address)))
}

async function exchange(house, table) {
  const place = el('div', { class: 'stack exchange' })
  const show = async () => {
    shown = await house.invite(table, changed)
    place.replaceChildren(...stepsOf(shown))
  }
  let shown = null
  const changed = () => {
    if (shown?.state === 'connecting') setText(place.querySelector('[role=status]'), t('friend.connecting'))
    else if (shown) ended(shown)
  }
  const ended = invite => {
    const words = t(`friend.${invite.state}`)
    place.replaceChildren(el('p', { role: 'status' }, words), el('button', { type: 'button', onclick: show }, t('friend.another')))
    if (invite.state !== 'here') return
    toast(words)
    place.closest('dialog')?.close() // the match goes on
  }
  await show()
  addEventListener('pagehide', () => shown?.listeners.delete(changed))
  return place
}

/** The link, then a field for the answer. */
function stepsOf(invite) {
  const status = el('p', { role: 'status' })
  const field = /** @type {HTMLTextAreaElement} */ (el('textarea', { rows: 3, required: true, spellcheck: 'false', autocomplete: 'off', class: 'code' }))
  const enter = async event => {
    event.preventDefault()
    try {
      setText(status, '')
      await invite.answered(field.value)
    } catch (error) {
      setText(status, wrong(error))
      field.focus()
    }
  }
  return [
    el('ol', { class: 'stack plain' },
      el('li', {}, el('ul', { class: 'stack plain' }, linkLine(invite.link, t('friend.link'))),
        el('div', { class: 'row' }, qrCode(invite.link, t('invite.qr')), sendOn(invite.link))),
      el('li', {}, el('form', { class: 'stack', onsubmit: enter },
        el('label', { class: 'field' }, el('span', {}, t('friend.answer')), field), el('div', { class: 'row' }, el('button', { class: 'primary' }, t('friend.connect')))))),
    status]
}

/** The menu of the device for sending something on, where there is one. */
export const sendOn = link => typeof navigator.share === 'function' && el('button', {
  type: 'button', onclick: () => navigator.share({ title: document.title, url: link }).catch(() => {}),
}, t('invite.send'))

/** What is wrong with a code that somebody entered. */
export const wrong = error => t(error instanceof BadCode || error.constructor.name === 'BadCode' ? `friend.bad.${error.message}` : 'friend.bad.unknown')
