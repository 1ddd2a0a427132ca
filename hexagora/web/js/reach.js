/** How one is reached when no page is open: pushes to this browser, a mail address. A part of the page about oneself. */
import * as api from './api.js'
import { byId, setText } from './dom.js'
import { language, t } from './i18n.js'
import { settleNotices } from './notices.js'
import { canPush, isPushed, mustInstall } from './push.js'
import { setSetting } from './settings.js'

const input = id => /** @type {HTMLInputElement} */ (byId(id))

export async function showReach(channels = undefined) {
  const { key, mail, address, confirmed } = channels ?? await api.channels()
  const pushed = await isPushed()
  setText(byId('push-state'), t(!key ? 'push.none' : mustInstall() ? 'push.install' : !canPush() ? 'push.cannot' : pushed ? 'push.isOn' : 'push.isOff'))
  byId('push-switch').hidden = !key || !canPush()
  byId('push-switch').dataset.to = pushed ? 'on' : 'push'
  setText(byId('push-switch'), t(pushed ? 'push.off' : 'push.yes'))
  byId('mail').hidden = !mail
  byId('mail-form').hidden = Boolean(address)
  byId('mail-remove').hidden = !address
  setText(byId('mail-state'), address ? t(confirmed ? 'mail.confirmed' : 'mail.waits', { address }) : t('mail.none'))
}

/** @param {(id: string, what: string, work: () => Promise<void>) => void} on */
export function listenToReach(on) {
  on('push-switch', 'click', async () => {
    setSetting('notices', byId('push-switch').dataset.to)
    await settleNotices().catch(error => {
      setSetting('notices', 'on')
      throw error
    })
    await showReach()
  })
  on('mail-form', 'submit', async () => {
    await showReach(await api.askForMail(input('mail-address').value.trim(), language()))
    input('mail-address').value = ''
  })
  on('mail-remove', 'click', async () => showReach(await api.removeMail()))
}
