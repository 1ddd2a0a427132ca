/** Saying that it is one's turn to somebody who looks elsewhere: in the title, and as a notification where it is wished. */
import { at } from './home.js'
import { t, translated } from './i18n.js'
import { clearPushed, pushOff, pushOn } from './push.js'
import { settings } from './settings.js'
import { myTurn } from './state.js'

const able = () => 'Notification' in window

/** Does what was wished about notices: asks the browser, and tells the server which browser is to be told. */
export async function settleNotices() {
  if (settings.notices === 'push') return pushOn()
  await pushOff()
  if (settings.notices === 'on' && able() && Notification.permission === 'default') await Notification.requestPermission()
}

/** @type {Notification|null} */
let shown = null

/** The turn has come, or gone: tells it where nobody looks at the page. */
export function tellTurn(before, after) {
  if (!before.scene) clearPushed(after.table)
  if (!myTurn(after)) return forget()
  if ((before.scene && myTurn(before)) || !document.hidden || settings.notices === 'off') return
  if (!able() || Notification.permission !== 'granted') return
  try {
    shown = new Notification(t('notice.turn', { title: translated(after.scene.title) }), {
      body: translated(after.scene.prompt), tag: `turn-${after.table}`, icon: at('/static/icons/192.png') })
    shown.onclick = () => window.focus()
  } catch { /* some phones allow notices only from a worker */ }
}

function forget() {
  shown?.close()
  shown = null
}
