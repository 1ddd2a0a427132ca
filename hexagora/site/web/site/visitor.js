/**
 * A friend at this house, whose requests and lines come over a channel: they are handed to the worker under the name by
 * which the house knows this friend, and to nobody else. The house treats them as those of a guest at a server.
 */

const MOST_BYTES = 300_000 // that a friend may say at once: what a server takes, and what is around it
const WORDS = { ask: ['method', 'address', 'body'], enter: ['table'], say: ['text'], leave: [] }
const DIVIDES = ' '
let visitors = 0

export { MOST_BYTES }

/** What a friend said; nothing if it cannot be understood. */
function understood(text) {
  let said
  try {
    said = JSON.parse(text)
  } catch {
    return null
  }
  const words = said && typeof said === 'object' && Object.hasOwn(WORDS, said.deed) && WORDS[said.deed]
  const number = said?.deed === 'ask' ? said.id : said?.line
  if (!words || !Number.isSafeInteger(number)) return null
  const given = words.filter(word => said[word] !== undefined && said[word] !== null)
  if (given.some(word => typeof said[word] !== 'string') || given.length < words.length - (said.deed === 'ask' ? 1 : 0)) return null
  return { deed: said.deed, number, words: Object.fromEntries(given.map(word => [word, said[word]])) }
}

export class Visitor {
  #lines = new Set()
  #number = `${++visitors}`

  /** @param {import('./channel.js').Channel} channel @param {(message: object) => void} post to the worker */
  constructor(channel, post) {
    this.channel = channel
    this.post = post
    this.guest = `friend ${channel.print}`
  }

  welcome(table, version) {
    this.channel.send(JSON.stringify({ welcome: { table, version } }))
  }

  hear(text) {
    const said = understood(text)
    if (!said) return this.channel.close()
    const name = `${this.#number}${DIVIDES}${said.number}`
    if (said.deed === 'enter') this.#lines.add(name)
    if (said.deed === 'leave') this.#lines.delete(name)
    this.post({ deed: said.deed, guest: this.guest, ...said.words, ...(said.deed === 'ask' ? { id: name } : { line: name }) })
  }

  /** Hands on what the house answers to this friend. Whether it was for this one. */
  tell(message) {
    const key = 'id' in message ? 'id' : 'line'
    const [visitor, number] = String(message[key]).split(DIVIDES)
    if (visitor !== this.#number || number === undefined) return false
    this.channel.send(JSON.stringify({ ...message, [key]: Number(number) }))
    return true
  }

  gone() {
    for (const line of this.#lines) this.post({ deed: 'leave', line })
    this.#lines.clear()
  }
}
