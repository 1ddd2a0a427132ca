/**
 * The line between two browsers: a data channel, without a server. The certificate of a browser is kept, so that whoever
 * comes back is known again: browsers prove to each other that they have it.
 */
import { coded, decoded } from './codes.js'

const PIECE = 60_000 // bytes that any browser takes at once
const MORE = 1, LAST = 0 // the first byte of a piece
const MOST_WAITING = 8_000_000 // bytes that wait for somebody who does not read
const GATHERING = 5000 // milliseconds to find out where this browser can be reached
const LOOKING = 30_000 // milliseconds in which two browsers find each other, or do not
const YEAR = 365 * 86_400_000

/** Whether browsers can meet without a server here. */
export const canMeet = typeof RTCPeerConnection === 'function'

// who this browser is

const KEPT = 'hexagora-identity', STORE = 'certificates', OWN = 'own'

const done = wish => new Promise((resolve, reject) => {
  wish.onsuccess = () => resolve(wish.result)
  wish.onerror = () => reject(wish.error)
})

async function keptCertificate() {
  const wish = indexedDB.open(KEPT, 1)
  wish.onupgradeneeded = () => wish.result.createObjectStore(STORE)
  const base = await done(wish)
  const kept = await done(base.transaction(STORE).objectStore(STORE).get(OWN))
  if (kept && kept.expires > Date.now()) return kept
  const made = await newCertificate()
  await done(base.transaction(STORE, 'readwrite').objectStore(STORE).put(made, OWN))
  return made
}

const newCertificate = () => RTCPeerConnection.generateCertificate({ name: 'ECDSA', namedCurve: 'P-256', expires: YEAR })

/** @type {Promise<RTCCertificate>|null} */
let own = null
/** Where the browser keeps nothing, one is known again as long as the page is open. */
const certificate = () => (own ??= keptCertificate().catch(newCertificate))

// meeting

/** @typedef {{open: (channel: Channel) => void, heard: (text: string, channel: Channel) => void, lost: (channel: Channel) => void}} Listener */

/** One end of a line. What is heard, that it opened or was lost is told to a listener; `print` says who is at the other end. */
export class Channel {
  print = ''
  opened = false
  #pieces = []
  #size = 0
  #over = false

  /** @param {RTCPeerConnection} peer @param {number} most bytes that the other end may say at once @param {Listener} listener */
  constructor(peer, most, listener) {
    this.peer = peer
    this.most = most
    this.listener = listener
    this.line = peer.createDataChannel('hexagora', { negotiated: true, id: 0 })
    this.line.binaryType = 'arraybuffer'
    this.line.onopen = () => {
      this.opened = true
      listener.open(this)
    }
    this.line.onmessage = ({ data }) => this.#take(data)
    this.line.onclose = () => this.close()
    peer.onconnectionstatechange = () => ['failed', 'closed'].includes(peer.connectionState) && this.close()
  }

  get open() {
    return this.line.readyState === 'open'
  }

  send(text) {
    if (!this.open) return
    if (this.line.bufferedAmount > MOST_WAITING) return this.close()
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += PIECE) {
      const part = bytes.subarray(at, at + PIECE), piece = new Uint8Array(part.length + 1)
      piece[0] = at + PIECE < bytes.length ? MORE : LAST
      piece.set(part, 1)
      this.line.send(piece)
    }
  }

  #take(data) {
    if (typeof data === 'string') return this.close()
    const piece = new Uint8Array(data)
    this.#size += piece.length
    if (this.#size > this.most) return this.close()
    this.#pieces.push(piece.subarray(1))
    if (piece[0] === MORE) return
    const whole = new Blob(this.#pieces)
    this.#pieces = []
    this.#size = 0
    this.#said = this.#said.then(async () => this.listener.heard(await whole.text(), this)).catch(() => this.close())
  }

  #said = Promise.resolve() // texts are told in the order in which they came

  /** Told once, whoever ended it. */
  close() {
    if (this.#over) return
    this.#over = true
    this.peer.close()
    this.listener.lost(this)
  }
}

async function made(stun, most, listener) {
  const peer = new RTCPeerConnection({ certificates: [await certificate()], iceServers: stun.length ? [{ urls: stun }] : [] })
  return new Channel(peer, most, listener)
}

/** Waits until it is known where this browser can be reached; the code of all that. */
async function codeOf(peer, asked = '') {
  await peer.setLocalDescription()
  await new Promise(resolve => {
    const look = () => peer.iceGatheringState === 'complete' && resolve(undefined)
    peer.onicegatheringstatechange = look
    setTimeout(resolve, GATHERING)
    look()
  })
  return coded(peer.localDescription, asked)
}

/** Begins a meeting: the code for the other, and what to do with the answer. */
export async function inviting(stun, most, listener) {
  const channel = await made(stun, most, listener)
  const code = await codeOf(channel.peer)
  return {
    code, channel,
    async answered(text) {
      const { print, ...description } = decoded(text, 'answer', code)
      channel.print = print
      await channel.peer.setRemoteDescription(description)
      setTimeout(() => channel.opened || channel.close(), LOOKING)
    },
  }
}

/** Answers an invitation: the code to send back. */
export async function answering(text, stun, most, listener) {
  const { print, ...description } = decoded(text, 'offer')
  const channel = await made(stun, most, listener)
  channel.print = print
  await channel.peer.setRemoteDescription(description)
  return { code: await codeOf(channel.peer, text), channel }
}
