/** The worker of the online server: shows what the server pushes, and leads to the table on a click. It keeps no files. */

const shown = ({ title = 'Hexagora', body = '', url = '/', topic = '' }) => self.registration.showNotification(title, {
  body, data: url, tag: `turn-${topic}`, icon: '/static/icons/192.png' })

/** The window that shows the table already comes to the front; else a new one is opened. */
async function lead(url) {
  const there = new URL(url, self.location.origin)
  if (there.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(one => new URL(one.url).pathname === there.pathname)
  await (open ? open.focus() : self.clients.openWindow(there.href))
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('push', event => event.waitUntil(shown(event.data?.json() ?? {})))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(lead(event.notification.data))
})
