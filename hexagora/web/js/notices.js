/** Saying that it is one's turn to somebody who looks elsewhere: in the title, and as a notification where it is wished. */
import { t, translated } from './i18n.js'
import { settings } from './settings.js'
import { myTurn } from './state.js'

const able = () => 'Notification' in window

/** Asks the browser for its permission, once somebody wishes for notices. */
export function askForNotices() {
  if (settings.notices === 'on' && able() && Notification.permission === 'default') Notification.requestPermission()
}

/** @type {Notification|null} */
let shown = null

/** The turn has come, or gone: tells it where nobody looks at the page. */
export function tellTurn(before, after) {
  if (!myTurn(after)) return forget()
  if ((before.scene && myTurn(before)) || !document.hidden || settings.notices !== 'on') return
  if (!able() || Notification.permission !== 'granted') return
  try {
    shown = new Notification(t('notice.turn', { title: translated(after.scene.title) }), {
      body: translated(after.scene.prompt), tag: `turn-${after.table}`, icon: '/static/symbols/logo.svg' })
    shown.onclick = () => window.focus()
  } catch { /* some phones allow notices only from a worker */ }
}

function forget() {
  shown?.close()
  shown = null
}
