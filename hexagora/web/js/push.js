/** Pushes: this browser is told that it is one's turn although no page of ours is open. */
import * as api from './api.js'
import { alone, at } from './home.js'
import { language, t } from './i18n.js'

/** Whether this browser can be told something here: not where the page came over plain http. */
export const canPush = () => !alone && window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this is a phone that would tell, were the page on its home screen: Safari says of every page whether it is. */
export const mustInstall = () => !alone && window.isSecureContext && /** @type {any} */ (navigator).standalone === false && !('PushManager' in window)

const known = async () => (canPush() ? (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() : null)

/** Whether this browser is told. */
export const isPushed = async () => Boolean(await known())

/** Asks the browser, then the server. An Error says why it cannot be. */
export async function pushOn() {
  if (!canPush()) throw new Error(t(mustInstall() ? 'push.install' : 'push.cannot'))
  if (await Notification.requestPermission() !== 'granted') throw new Error(t('push.denied'))
  const { key } = await api.channels()
  if (!key) throw new Error(t('push.none'))
  const { endpoint, keys } = (await subscribed(key)).toJSON()
  return api.pushOn({ endpoint, p256dh: keys.p256dh, auth: keys.auth, language: language() })
}

async function subscribed(key) {
  await navigator.serviceWorker.register(at('/service.js'))
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  if (old && sameKey(old, key)) return old
  await old?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => { throw new Error(t('push.failed')) })
}

/** A subscription holds for one server; another database has another key. */
const sameKey = (subscription, key) => {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? [])
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === key
}

export async function pushOff() {
  const subscription = await known()
  if (!subscription) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await api.pushOff(endpoint)
}

/** Takes away what was told about a table that somebody looks at now. */
export async function clearPushed(table) {
  const worker = canPush() ? await navigator.serviceWorker.getRegistration() : null
  for (const told of await worker?.getNotifications?.({ tag: `turn-${table}` }) ?? []) told.close()
}
