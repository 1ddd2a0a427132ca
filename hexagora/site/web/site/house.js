/**
 * A house as the pages know it: requests and lines go out as messages, and what comes back is handed to who asked. Behind
 * it is a worker of this browser, or the house of a friend at the other end of a channel: the messages are the same.
 */

/** The part of a WebSocket that the client uses. */
class Line {
  readyState = WebSocket.CONNECTING
  onopen = null
  onmessage = null
  onclose = null

  constructor(house, number, table) {
    this.house = house
    this.number = number
    house.say({ deed: 'enter', line: number, table })
  }

  isOpen() {
    if (this.readyState !== WebSocket.CONNECTING) return
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }

  isClosed(code, reason) {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.house.lines.delete(this.number)
    this.house.say({ deed: 'leave', line: this.number })
    this.onclose?.({ code, reason })
  }

  send(text) {
    this.house.say({ deed: 'say', line: this.number, text })
  }

  close() {
    this.isClosed(1000, '')
  }
}

const answer = (status, text) => new Response(text, { status, headers: { 'content-type': 'application/json' } })

export class House {
  lines = new Map()
  #asked = 0
  #waiting = new Map()

  /** @param {(message: object) => void} say hands a message over */
  constructor(say) {
    this.say = say
  }

  ask(method, address, body) {
    return new Promise(resolve => {
      this.#waiting.set(++this.#asked, resolve)
      this.say({ deed: 'ask', id: this.#asked, method, address, body })
    })
  }

  line(table) {
    const made = new Line(this, ++this.#asked, table)
    this.lines.set(made.number, made)
    return made
  }

  /** What came back. Whether it was for somebody here. */
  hear(message) {
    if ('status' in message) {
      this.#waiting.get(message.id)?.(answer(message.status, message.text))
      return this.#waiting.delete(message.id)
    }
    const line = this.lines.get(message.line)
    if ('opened' in message) line?.isOpen()
    else if ('heard' in message) line?.onmessage?.({ data: message.heard })
    else if ('closed' in message) line?.isClosed(...message.closed)
    return Boolean(line)
  }

  /** Nobody answers any more: whoever waits is told so. */
  lost(why) {
    for (const resolve of this.#waiting.values()) resolve(answer(503, JSON.stringify({ error: why, code: 'no-server' })))
    this.#waiting.clear()
    for (const line of [...this.lines.values()]) line.isClosed(1006, '')
  }
}
