/**
 * What two browsers must know of each other to meet, as a code short enough for a chat: of a session description only
 * what cannot be foreseen goes into it (names for one meeting, the fingerprint of a certificate, where to be found), and
 * the description is built again from that on the other side.
 *
 *   kind · of an answer the sum of what it answers · name, password (each its length, 6 bits a letter) · fingerprint
 *   (32 bytes) · places · sum
 *   a place: what it is · its address (16 bytes, of IPv4 4) · its port
 */

const FORMAT = 0x20
const KINDS = ['offer', 'answer']
const PRINT = 32 // bytes of SHA-256
const SUM = 2 // bytes
const NAMED = 0, FOUR = 1, SIX = 2, SEEN = 4 // kinds of places; SEEN from outside, by a server that tells addresses
const MOST_PLACES = 6, MOST_SEEN = 3 // those seen from outside have room also on a device with many networks
const PRIORITY = { host: 2_113_937_151, srflx: 1_677_729_535 }
const LETTERS = /^[A-Za-z0-9+/]{4,250}$/
const PLACE = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/i
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$/i

export class BadCode extends Error {}

/** The code of a description. @param {{type: string, sdp: string}} description @param {string} asked the code that it answers */
export function coded({ type, sdp }, asked = '') {
  const lines = sdp.split(/\r?\n/)
  const value = name => lines.find(line => line.startsWith(`a=${name}:`))?.slice(name.length + 3) ?? ''
  const print = value('fingerprint').split(' ')[1].split(':').map(part => parseInt(part, 16))
  const places = chosen(lines.map(line => PLACE.exec(line)).filter(Boolean).map(placed).filter(Boolean))
  const bytes = [FORMAT + KINDS.indexOf(type), ...(asked ? sumOf(asked) : []), ...word(value('ice-ufrag')), ...word(value('ice-pwd')), ...print, ...places.flat()]
  return toText([...bytes, ...sum(bytes)])
}

/**
 * What a code says: a description, and the fingerprint by which whoever made it is known.
 * @param {string} text @param {string} kind the one that is wanted @param {string} asked the code that it must answer @returns {{type: string, sdp: string, print: string}}
 */
export function decoded(text, kind, asked = '') {
  const bytes = fromText(text)
  const body = bytes.slice(0, -SUM)
  if (body.length < PRINT || sum(body).join() !== bytes.slice(-SUM).join()) throw new BadCode('cut')
  if (body[0] !== FORMAT + KINDS.indexOf(kind)) throw new BadCode(KINDS.includes(KINDS[body[0] - FORMAT]) ? 'other' : 'unknown')
  const read = reader(body.slice(1))
  if (asked && read.bytes(SUM).join() !== sumOf(asked).join()) throw new BadCode('old')
  const names = [read.word(), read.word()]
  const print = read.bytes(PRINT)
  const places = []
  while (read.left()) places.push(read.place())
  return { type: kind, sdp: described(kind, names, print, places), print: toText(print) }
}

const described = (kind, [name, password], print, places) => [
  'v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0',
  ...places.map(([address, port, type], i) => `a=candidate:${i + 1} 1 udp ${PRIORITY[type] - i * 256} ${address} ${port} typ ${type}${type === 'srflx' ? ' raddr 0.0.0.0 rport 0' : ''}`),
  `a=ice-ufrag:${name}`, `a=ice-pwd:${password}`,
  `a=fingerprint:sha-256 ${print.map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')}`,
  `a=setup:${kind === 'offer' ? 'actpass' : 'active'}`, 'a=mid:0', 'a=sctp-port:5000', 'a=max-message-size:65536', '',
].join('\r\n')

// places

/** As many places as go into a code, those of one's own networks before those seen from outside. */
function chosen(places) {
  const seen = places.filter(([kind]) => kind & SEEN).slice(0, MOST_SEEN)
  return [...places.filter(([kind]) => !(kind & SEEN)).slice(0, MOST_PLACES - seen.length), ...seen]
}

/** The bytes of a place; nothing for one that cannot be told. */
function placed([, address, port, type]) {
  const found = NAME.test(address) ? [NAMED, hexBytes(address.slice(0, -'.local'.length).replaceAll('-', ''))]
    : address.includes(':') ? [SIX, sixBytes(address)]
    : [FOUR, address.split('.').map(Number)]
  if (found[1].length !== (found[0] === FOUR ? 4 : 16) || found[1].some(byte => !(byte >= 0 && byte < 256))) return null
  return [found[0] + (type === 'srflx' ? SEEN : 0), ...found[1], Number(port) >> 8, Number(port) & 255]
}

const hexBytes = text => (text.match(/../g) ?? []).map(pair => parseInt(pair, 16))

function sixBytes(address) {
  const [head, tail = ''] = address.split('::').map(part => part.split(':').filter(Boolean))
  const groups = address.includes('::') ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : head
  return groups.flatMap(group => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
}

function spelled(kind, bytes) {
  const hex = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
  if (kind === FOUR) return bytes.join('.')
  if (kind === SIX) return hex.match(/.{4}/g).map(group => group.replace(/^0{1,3}/, '')).join(':')
  return `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}.local`
}

function reader(bytes) {
  let at = 0
  const take = count => {
    if (at + count > bytes.length) throw new BadCode('cut')
    return bytes.slice(at, at += count)
  }
  return {
    left: () => bytes.length - at,
    bytes: take,
    word() {
      const [length] = take(1)
      const found = btoa(String.fromCharCode(...take(Math.ceil(length / 4) * 3))).slice(0, length)
      if (!LETTERS.test(found)) throw new BadCode('cut')
      return found
    },
    place() {
      const [what] = take(1), kind = what & 3
      if (what > SEEN + SIX || kind > SIX) throw new BadCode('unknown')
      const address = spelled(kind, take(kind === FOUR ? 4 : 16)), [high, low] = take(2)
      return [address, high * 256 + low, what & SEEN ? 'srflx' : 'host']
    },
  }
}

// letters

const word = text => [text.length, ...Array.from(atob(text.padEnd(Math.ceil(text.length / 4) * 4, 'A')), letter => letter.charCodeAt(0))]

/** Two bytes by which a code that was cut off or changed on its way is known (Fletcher's sum). */
function sum(bytes) {
  let one = 0, two = 0
  for (const byte of bytes) {
    one = (one + byte) % 255
    two = (two + one) % 255
  }
  return [one, two]
}

/** The bytes at the end of a code, by which an answer to it is known. */
const sumOf = code => fromText(code).slice(-SUM)

const toText = bytes => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** The bytes of a code, which may be the end of an address, with blanks around it. */
function fromText(text) {
  const code = text.trim().split(/[/=]/).pop().replace(/\s/g, '')
  if (!/^[A-Za-z0-9_-]{60,600}$/.test(code)) throw new BadCode(code.length < 60 ? 'cut' : 'unknown')
  return Array.from(atob(code.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0))
}
