/**
 * Keeps the site for when there is no network. A version is fetched whole before it is used: each file is held against the
 * list of that version, so that one that is just being written, or of which something on the way keeps older files, is
 * taken at a later visit. Files that did not change are taken over from the one before; a new version waits until the
 * person says so.
 */
const VERSION = '__VERSION__'
const LIST = 'hexagora-site.json'
const PAGE = '.html'
const OURS = `hexagora ${new URL(self.registration.scope).pathname} ` // one web space may hold several sites
const KEPT = OURS + VERSION

/** The version that was used until now, if there was one: the files, and the list of them. */
async function before() {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(OURS) && name !== KEPT && await caches.open(name)
    const list = kept && await kept.match(LIST)
    if (list) return { kept, files: (await list.json()).files }
  }
  return { kept: null, files: {} }
}

async function fetchAll() {
  const list = await fetch(LIST, { cache: 'no-store' })
  const { version, files } = await list.clone().json()
  if (version !== VERSION) throw new Error(`${LIST} is of version ${version}, not of ${VERSION}`)
  const [old, now] = [await before(), await caches.open(KEPT)]
  await Promise.all(Object.entries(files).map(async ([name, sum]) => {
    const same = old.files[name] === sum && await old.kept?.match(name)
    await now.put(name, same || await fetched(name, sum, old.files[name]))
  }))
  await now.put(LIST, list)
}

/**
 * A file of this version, if need be past all that something on the way keeps. Some web spaces add something of their own to
 * pages; those must only not be the ones of before.
 */
async function fetched(name, sum, older) {
  const isRight = found => found === sum || (found !== older && name.endsWith(PAGE))
  for (const cache of /** @type {RequestCache[]} */ (['no-cache', 'reload'])) {
    const answer = await fetch(name, { cache })
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
    const body = await answer.arrayBuffer()
    if (isRight(await sumOf(body))) return new Response(body, { headers: answer.headers }) // browsers refuse pages that remember from where they were sent on
  }
  throw new Error(`${name} is not of version ${VERSION}`)
}

async function sumOf(body) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return Array.from(sum.subarray(0, 8), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name)
  await self.clients.claim()
}

/** A page is the same whatever it was asked for with. */
async function answered(request) {
  const kept = await caches.open(KEPT)
  return await kept.match(request, { ignoreSearch: true }) ?? await kept.match(pageAt(request.url)) ?? fetch(request)
}

/** The page of an address that ends like a folder, or without what pages end with. */
function pageAt(address) {
  const { pathname } = new URL(address)
  return pathname.endsWith('/') ? 'index.html' : pathname + PAGE
}

self.addEventListener('install', event => event.waitUntil(fetchAll()))
self.addEventListener('activate', event => event.waitUntil(forgetOthers()))
self.addEventListener('message', event => event.data === 'now' && self.skipWaiting())
self.addEventListener('fetch', event => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answered(event.request))
})
