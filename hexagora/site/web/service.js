/**
 * Keeps the site for when there is no network. A version is fetched whole before it is used, files that did not change are
 * taken over from the one before; a new version waits until the person says so.
 */
const VERSION = '__VERSION__'
const LIST = 'hexagora-site.json'
const KEPT = `hexagora ${VERSION}`

async function fetchAll() {
  const { files } = await (await fetch(LIST, { cache: 'no-store' })).json()
  const old = (await caches.keys()).filter(name => name.startsWith('hexagora ') && name !== KEPT)
  const before = old.length ? await caches.open(old[0]) : null
  const known = await before?.match(LIST).then(answer => answer?.json()) ?? { files: {} }
  const now = await caches.open(KEPT)
  await Promise.all([...Object.keys(files), LIST].map(async name => {
    const same = known.files[name] === files[name] && name !== LIST && await before?.match(name)
    await now.put(name, same || await fetched(name))
  }))
}

async function fetched(name) {
  const answer = await fetch(name, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith('hexagora ') && name !== KEPT) await caches.delete(name)
  await self.clients.claim()
}

/** A page is the same whatever it was asked for with. */
async function answered(request) {
  const kept = await caches.open(KEPT)
  return await kept.match(request, { ignoreSearch: true }) ?? await kept.match(asFolder(request.url)) ?? fetch(request)
}

const asFolder = address => (new URL(address).pathname.endsWith('/') ? 'index.html' : address)

self.addEventListener('install', event => event.waitUntil(fetchAll()))
self.addEventListener('activate', event => event.waitUntil(forgetOthers()))
self.addEventListener('message', event => event.data === 'now' && self.skipWaiting())
self.addEventListener('fetch', event => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answered(event.request))
})
