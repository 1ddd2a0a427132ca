/** Inviting others: an address that they can use, to copy, to send on, or as a code for phones. */
import * as api from './api.js'
import { linkLine } from './dialogs.js'
import { el } from './dom.js'
import { invitation as byHand } from './home.js'
import { t } from './i18n.js'

const HERE = ['localhost', '127.0.0.1', '[::1]'] // names by which a machine calls itself: they lead nobody else here

/** What comes before the path in an invitation; null when nobody else can reach this server. @returns {Promise<string|null>} */
export async function inviteOrigin() {
  if (!HERE.includes(location.hostname)) return location.origin
  return (await api.house().catch(() => ({ invite: null }))).invite
}

/** A path of this server as an invitation: the link, a code for phones, and what to do if nobody can follow it. */
export async function invitation(path, name) {
  if (byHand) return byHand(path)
  const origin = await inviteOrigin()
  const address = (origin ?? location.origin) + path
  return el('div', { class: 'invitation' },
    el('ul', { class: 'stack plain' }, linkLine(address, name)),
    origin ? el('div', { class: 'row' }, qrCode(address), sendOn(address)) : unreachable())
}

const qrCode = address => el('img', { class: 'qr', src: `/api/qr.svg?text=${encodeURIComponent(address)}`, alt: t('invite.qr'), width: 148, height: 148 })

/** The menu of the device for sending something on, where there is one. */
const sendOn = address => typeof navigator.share === 'function' && el('button', {
  type: 'button', onclick: () => navigator.share({ title: document.title, url: address }).catch(() => {}),
}, t('invite.send'))

const unreachable = () => el('p', { class: 'warning', role: 'note' }, t('invite.nobody'), ' ', el('code', {}, 'hexagora serve --lan'))
