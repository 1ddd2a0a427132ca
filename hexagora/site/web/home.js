/**
 * Where the pages are at home: a house inside the browser (docs/site.md). It lives in the page around this one, so that it
 * goes on while pages change. Addresses are those of a server; here they lead to files of the site, or are answered by the
 * house. A page that was opened by itself goes to its place in the house first.
 */

const AROUND = 'index.html', LOBBY = 'lobby.html', NOWHERE = 'nowhere.html' // pages that only a server has
const PAGES = { t: ['table.html', 't'], learn: ['learn.html', 'game'], analysis: ['analysis.html', 'game'], embed: ['embed.html', 'game'], rules: ['rules.html', 'game'], puzzles: ['puzzles.html', 'game'], join: ['join.html', 'code'], answer: ['join.html', 'answer'] }
const inside = parent !== window
const house = () => /** @type {any} */ (inside ? parent : window).hexagora

/** Whether nobody else can come here but by a line from browser to browser. */
export const alone = true

/** Whether friends can come by a link. */
export const canInvite = typeof RTCPeerConnection === 'function'

/** An invitation to a table: codes that two people exchange. @returns {Promise<HTMLElement>} */
export const invitation = async table => (await import('../../site/exchange.js')).invitation(house(), table)

/** What people should know before a match with a friend begins. @returns {Promise<string>} */
export const caution = async table => (await import('../../site/exchange.js')).caution(house(), table)

document.documentElement.dataset.alone = ''
const sheet = new CSSStyleSheet()
sheet.replaceSync(`a[href^="${NOWHERE}"] { display: none !important; }`)
document.adoptedStyleSheets.push(sheet)

/** Where something lies or a page is, by its address at a server. */
export function at(address) {
  if (!address.startsWith('/')) return address
  const { pathname, search, hash } = new URL(address, 'http://house')
  const [, first, second, third, ...rest] = pathname.split('/')
  if (!first) return LOBBY + search
  if (first === 'static') return pathname.slice(1)
  if (PAGES[first]) return `${PAGES[first][0]}?${[second && `${PAGES[first][1]}=${second}`, search.slice(1)].filter(Boolean).join('&')}${hash}`
  if (second === 'games' && rest[0] === 'looks') return `games/${third}/${rest[1]}`
  if (second === 'tables' && rest[0] === 'match') return `match.json?t=${third}`
  return NOWHERE
}

/** The address at a server of a page of the site, with all that is asked of it. Some web spaces send pages on to addresses without their ending. */
export function whole(page = location) {
  const file = page.pathname.split('/').pop(), given = new URLSearchParams(page.search)
  const found = Object.entries(PAGES).find(([, [name]]) => name === file || name === `${file}.html`)
  if (!found) return `/${page.search}`
  const one = given.get(found[1][1])
  given.delete(found[1][1])
  return `/${found[0]}${one === null ? '' : `/${encodeURIComponent(one)}`}${given.size ? `?${given}` : ''}${page.hash}`
}

/** The address alone, as at a server. */
export const here = (page = location) => new URL(whole(page), 'http://house').pathname

/** The file with what a server would answer the same to everybody; null for what the house must answer. */
function fileFor(address) {
  const { pathname, searchParams } = new URL(address, 'http://house')
  const [, , games, game, what, which] = pathname.split('/')
  if (games !== 'games') return null
  if (!game) return 'data/games.json'
  const files = { tutorial: 'tutorial', studies: which ? `studies/${which}` : 'studies', rules: `rules.${searchParams.get('language') ?? 'en'}`, locales: `locales.${which}` }
  return files[what] ? `data/${game}/${files[what]}.json` : null
}

/** Asks for what lies at an address. @returns {Promise<Response>} */
export async function ask(address, { method = 'GET', body = undefined } = {}) {
  if (!address.startsWith('/api/')) return fetch(at(address))
  const file = method === 'GET' ? fileFor(address) : null
  return file ? fetch(file) : house().ask(method, address, body)
}

/** A line to a table: the part of a WebSocket that the client uses. */
export function line(table) {
  const found = house().line(table)
  addEventListener('pagehide', () => found.close())
  return found
}

document.querySelector('#offline [data-t]')?.setAttribute('data-t', 'friend.gone') // no server is gone here

/** A match file is written by the house, and saved like one of a server. */
async function save(link) {
  const answer = await ask(`/api/tables/${new URL(link.href).searchParams.get('t')}/match`)
  const saved = document.createElement('a')
  saved.href = URL.createObjectURL(await answer.blob())
  saved.download = link.download
  saved.click()
  setTimeout(() => URL.revokeObjectURL(saved.href), 60_000)
}

document.addEventListener('click', event => {
  const link = /** @type {Element} */ (event.target).closest?.('a[download]')
  if (!link?.getAttribute('href')?.startsWith('match.json')) return
  event.preventDefault()
  save(link)
})

if (!inside && !document.documentElement.hasAttribute('data-around')) location.replace(`${AROUND}#${whole()}`)
