/**
 * The page around the pages: it holds the house (a worker) and the lines to friends, shows how far it is, and keeps the
 * address of the page inside in its own, so that a reload comes back to it. Only one window holds the house at a time:
 * they share what is kept. Somebody who follows the link of a friend is at the friend's house, and needs none here.
 */
import { at, here, whole } from '../static/js/home.js'
import { loadLanguage, t } from '../static/js/i18n.js'
import { Friends } from './friends.js'
import { House } from './house.js'

const MEETING = /^#\/(join|answer)\b/ // pages on which two browsers meet
const inAPage = location.hash.startsWith('#/embed/') // of somebody else, who keeps nothing here
const SHOWN_AFTER = 400 // milliseconds; what is faster needs no word
const QUIET = 3000 // milliseconds without a wish after which nobody waits for anything
const MEGABYTE = 1e6
const byId = id => /** @type {any} */ (document.getElementById(id))

// the house

/** @type {Promise<Worker>|null} */
let worker = null
let asked = 0 // when the house was last asked for something

/** @type {Record<string, (message: any) => void>} */
const told = {
  came: ({ came }) => showComing(came),
  unpacked: () => showStarting(),
  ready: ({ remembered, keeps }) => showReady(remembered, keeps),
  failed: ({ failed }) => showFailure(failed),
  thinker: ({ thinker }) => startThinker(thinker),
}

/** @type {Worker[]} those in which bots think for the house, each at the other end of a line of its own */
const thinkers = []

/** @param {MessagePort} line */
function startThinker(line) {
  const made = new Worker(new URL('thinker.js', import.meta.url), { type: 'module', name: kept() })
  made.onerror = event => showFailure(event.message ?? '')
  made.postMessage({ line }, [line])
  thinkers.push(made)
}

/** Another window has the house now. */
const closeHouse = () => worker?.then(made => [made, ...thinkers].forEach(one => one.terminate()))

/** The worker, which is started when it is needed for the first time. */
const openHouse = () => (worker ??= alone().then(() => {
  const made = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name: kept() })
  made.onmessage = ({ data }) => {
    const kind = Object.keys(told).find(one => one in data)
    if (kind) told[kind](data)
    else if (!friends.tell(data)) own.hear(data)
  }
  made.onerror = event => showFailure(event.message ?? '')
  return made
}))

/** Hands a message to the worker; in their order. */
const post = message => {
  asked = performance.now()
  return openHouse().then(made => made.postMessage(message))
}

const own = new House(post)
const friends = new Friends({ post, note, calm, show: page => { byId('page').contentWindow.location.href = at(page) } })

/** The table of the page inside. */
const tableShown = () => here(byId('page').contentWindow.location).match(/^\/t\/([^/]+)/)?.[1] ?? null

/** What the pages inside are given; see home.js. At a table of a friend it is the friend's. */
const house = {
  ask: (method, address, body) => (friends.houseOf(tableShown()) ?? own).ask(method, address, body),
  line: table => (friends.houseOf(table) ?? own).line(table),
  /** Who is not at a friend's table may invite to it. */
  get invite() {
    return friends.houseOf(tableShown()) ? null : friends.invite
  },
  answered: friends.answered,
  join: friends.join,
}
Object.assign(window, { hexagora: house })

// how far it is

let total = 0, began = 0, version = ''

/** Where this version of the site is kept; see service.js. */
const kept = () => `hexagora ${new URL('..', import.meta.url).pathname} ${version}`

function showComing(sum) {
  byId('coming').hidden = performance.now() - began < SHOWN_AFTER
  byId('coming-bar').value = total ? Math.min(1, sum / total) : 0
  byId('coming-words').textContent = t('site.coming', { done: (sum / MEGABYTE).toFixed(1), all: (total / MEGABYTE).toFixed(1) })
}

function showStarting() {
  byId('coming').hidden = false
  byId('coming-bar').removeAttribute('value')
  byId('coming-words').textContent = t('site.starting')
}

/** Waits until nobody has asked the house for anything for a while. */
async function quiet() {
  asked = performance.now()
  while (performance.now() - asked < QUIET) await new Promise(resolve => setTimeout(resolve, QUIET / 10))
}

/**
 * Only now the rest of the site is fetched, for when there is no network, and a second Python is started for the memory
 * of later visits: before the first decision both would be in the way.
 */
function showReady(remembered, keeps) {
  byId('coming').hidden = true
  document.body.dataset.from = remembered ? 'memory' : 'start'
  document.body.dataset.ready = String(Math.round(performance.now()))
  if (inAPage) return
  if (!keeps) note(t('site.forgets'), t('close'), () => {})
  quiet().then(keepOffline).then(() => {
    document.body.dataset.kept = ''
    return keepMemory()
  }).catch(error => console.warn(error))
}

/** Later visits start from a memory that is made once, in a worker of its own. */
async function keepMemory() {
  if (!globalThis.caches) return // as over plain http
  const there = await (await caches.open(kept())).match('python/snapshot')
  const made = () => { document.body.dataset.memory = '' }
  if (there) return made()
  const maker = new Worker(new URL('snapshot.js', import.meta.url), { type: 'module', name: kept() })
  maker.onmessage = ({ data }) => {
    maker.terminate()
    if (data.failed) console.warn(data.failed)
    else made()
  }
}

function note(words, deed, act) {
  byId('notes-words').textContent = words
  byId('notes-deed').textContent = deed
  byId('notes-deed').onclick = () => {
    calm()
    act()
  }
  byId('notes').hidden = false
}

function calm() {
  byId('notes').hidden = true
}

function showFailure(why) {
  byId('coming').hidden = true
  note(t('site.failed', { why: why.slice(0, 300) }), t('again'), () => location.reload())
}

// the page inside

function follow() {
  const inside = byId('page').contentWindow
  const page = friends.houseOf(tableShown()) ? '/join' : whole(inside.location) // from there one comes back to the friend
  if (location.hash !== `#${page}`) history.replaceState(null, '', `#${page}`)
  document.title = inside.document.title || 'Hexagora'
  new inside.MutationObserver(() => { document.title = inside.document.title }).observe(inside.document.querySelector('title'), { childList: true })
  byId('page').title = document.title
}

/** The first page is the one that the address names; it is no step back. */
function showPage() {
  byId('page').addEventListener('load', follow)
  byId('page').contentWindow.location.replace(at(location.hash.slice(1) || '/'))
  addEventListener('hashchange', () => {
    if (!friends.houseOf(tableShown()) && whole(byId('page').contentWindow.location) !== location.hash.slice(1)) byId('page').contentWindow.location.href = at(location.hash.slice(1) || '/')
  })
}

// one window, updates

/** Waits until no other window holds the house; whoever asks for it here gets it, and the other is told. */
async function alone() {
  if (!navigator.locks || inAPage) return
  const held = steal => new Promise(resolve => {
    navigator.locks.request('hexagora-house', steal ? { steal } : {}, () => {
      resolve(undefined)
      return new Promise(() => {})
    }).catch(() => {
      closeHouse()
      note(t('site.taken'), t('site.here'), () => location.reload())
    })
  })
  const { held: others } = await navigator.locks.query().catch(() => ({ held: null })) // refused where nothing is kept
  if (!others) return
  if (!others.some(lock => lock.name === 'hexagora-house')) return held(false)
  await new Promise(resolve => {
    held(false).then(resolve)
    note(t('site.elsewhere'), t('site.here'), () => held(true).then(resolve))
  })
  calm()
}

async function keepOffline() {
  const service = navigator.serviceWorker
  if (!service) return
  const before = service.controller
  const tellOf = coming => coming && before && note(t('site.update'), t('site.reload'), () => coming.postMessage('now'))
  const found = await service.register(new URL('../service.js', import.meta.url))
  tellOf(found.waiting)
  found.addEventListener('updatefound', () => {
    const coming = found.installing
    coming?.addEventListener('statechange', () => coming.state === 'installed' && tellOf(coming))
  })
  service.addEventListener('controllerchange', () => before && location.reload())
  await service.ready
}

async function start() {
  began = performance.now()
  await Promise.all([loadLanguage(),
    fetch('hexagora-site.json').then(answer => answer.json()).then(({ sizes, version: found, stun }) => {
      version = found
      friends.know(found, stun)
      const wanted = name => !name.endsWith('.wasm.packed') || name.endsWith('pyodide.asm.wasm.packed')
      total = Object.entries(sizes).filter(([name]) => wanted(name)).reduce((all, [, size]) => all + size, 0)
    })])
  if (!MEETING.test(location.hash)) openHouse()
  showPage()
}

start()
