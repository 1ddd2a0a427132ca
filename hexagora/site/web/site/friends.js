/**
 * People in other places, without a server: this browser invites friends to its house, or is at the house of one. Lines
 * live in the page around the pages, so that they go on while those change.
 */
import { t } from '../static/js/i18n.js'
import { answering, inviting } from './channel.js'
import { House } from './house.js'
import { MOST_BYTES, Visitor } from './visitor.js'

const MOST_TOLD = 32_000_000 // bytes that a house may tell at once
const SPOKEN_OF = /"(?:table|rematch)":"([A-Za-z0-9_-]{1,40})"/g
const ANSWERS = 'hexagora answers' // windows of this browser hand them to the one that waits for them
const page = name => new URL(`../index.html#/${name}`, import.meta.url).href

export class Friends {
  #version = ''
  #stun = []
  /** @type {Set<Visitor>} friends who are here */
  #visitors = new Set()
  /** @type {Map<string, {link: string, state: string, answered: (text: string) => Promise<void>, listeners: Set<() => void>}>} by table */
  #invitations = new Map()
  /** @type {{house: House, tables: Set<string>, channel: import('./channel.js').Channel}|null} where this browser is a guest */
  #host = null

  /** @param {{post: (message: object) => unknown, note: (words: string, deed: string, act: () => void) => void, calm: () => void, show: (page: string) => void}} around */
  constructor(around) {
    this.around = around
    const windows = new BroadcastChannel(ANSWERS)
    windows.onmessage = ({ data }) => data.answer && this.answered(data.answer).then(() => windows.postMessage({ taken: data.answer }), () => {})
    addEventListener('pagehide', () => this.#closeAll()) // so that the others know it at once
    addEventListener('beforeunload', event => (this.#visitors.size || this.#host?.channel.open) && event.preventDefault())
  }

  #closeAll() {
    for (const { channel } of this.#visitors) channel.close()
    this.#host?.channel.close()
  }

  know(version, stun = []) {
    this.#version = version
    this.#stun = stun
  }

  // at one's own house

  /** An invitation to a table, the same until somebody followed it. */
  invite = async (table, changed) => {
    let found = this.#invitations.get(table)
    if (!found) this.#invitations.set(table, found = await this.#invited(table))
    found.listeners.add(changed)
    return found
  }

  async #invited(table) {
    const found = { link: '', state: 'waiting', answered: async text => {}, listeners: new Set() }
    const become = state => {
      found.state = state
      if (state !== 'connecting') this.#invitations.delete(table)
      for (const changed of found.listeners) changed()
    }
    let visitor = null
    const { code, answered } = await inviting(this.#stun, MOST_BYTES, {
      open: channel => {
        visitor = new Visitor(channel, this.around.post)
        this.#visitors.add(visitor)
        this.around.calm()
        visitor.welcome(table, this.#version)
        become('here')
      },
      heard: text => visitor.hear(text),
      lost: () => {
        if (!visitor) return become('failed')
        visitor.gone()
        this.#visitors.delete(visitor)
        this.around.note(t('friend.left'), t('friend.newlink'), () => this.around.show(`/t/${table}#invite`))
      },
    })
    found.link = page(`join/${code}`)
    found.answered = async text => {
      found.state = 'connecting' // from here on it may be opened at any moment
      await answered(text).catch(error => {
        found.state = 'waiting'
        throw error
      })
      if (found.state === 'connecting') become('connecting')
    }
    return found
  }

  /** An answer to an invitation came in: the one that it fits takes it. */
  answered = async text => {
    let wrong = new Error('nobody')
    for (const one of [...this.#invitations.values()].filter(({ state }) => state === 'waiting').reverse()) {
      try {
        return await one.answered(text)
      } catch (error) {
        wrong = error
      }
    }
    throw wrong
  }

  /** Hands on what the house says to a friend. Whether it was for one. */
  tell = message => [...this.#visitors].some(visitor => visitor.tell(message))

  // at the house of a friend

  /** The house of the friend whose table it is, if it is one. */
  houseOf(table) {
    return table && this.#host?.tables.has(table) ? this.#host.house : null
  }

  /** Answers the invitation of a friend; the link to send back. `failed` is told that nothing came of it. */
  join = async (code, failed) => {
    const before = this.#host
    this.#host = null
    before?.channel.close()
    const house = new House(message => channel.send(JSON.stringify(message)))
    const tables = new Set()
    const { code: answer, channel } = await answering(code, this.#stun, MOST_TOLD, {
      open: () => {
        this.#host = { house, tables, channel }
        this.around.calm()
      },
      heard: text => {
        for (const [, table] of text.replaceAll('\\"', '"').matchAll(SPOKEN_OF)) tables.add(table)
        const said = JSON.parse(text)
        if (said.welcome) this.#enter(said.welcome)
        else house.hear(said)
      },
      lost: () => {
        house.lost(t('friend.lost'))
        if (this.#host?.channel !== channel) return failed()
        this.around.note(t('friend.lost'), t('friend.mend'), () => this.around.show('/join'))
      },
    })
    return page(`answer/${answer}`)
  }

  #enter({ table, version }) {
    if (version !== this.#version) this.around.note(t('friend.version'), t('close'), () => {})
    this.around.show(`/t/${table}`)
  }
}
