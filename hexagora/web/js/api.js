/** Requests to the server. A refusal becomes an Error with the server's own words, in the reader's language. */
import { language, translated } from './i18n.js'

async function request(path, method = 'GET', body = undefined) {
  const response = await fetch(path, {
    method, headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) {
    throw Object.assign(new Error(translated(answer.error) || `${response.status} ${response.statusText}`), { code: answer.code })
  }
  return answer
}

const id = encodeURIComponent

let asked = null
/** The games with their facts, asked for once. @returns {Promise<any[]>} */
export const knownGames = () => (asked ??= request('/api/games'))
export const tutorial = game => request(`/api/games/${id(game)}/tutorial`)
export const house = () => request('/api/house')
export const me = () => request('/api/me')
export const rules = game => request(`/api/games/${id(game)}/rules?language=${language()}`)
export const preview = (game, options, start = null) => request(`/api/games/${id(game)}/preview`, 'POST', { options, start })
export const read = (game, text) => request(`/api/games/${id(game)}/read`, 'POST', { text })
export const written = (table, notation) => request(`/api/tables/${id(table)}/text?notation=${id(notation)}`)
export const newTable = wish => request('/api/tables', 'POST', wish)
export const tables = which => request(`/api/tables?which=${which}`)
export const table = table => request(`/api/tables/${id(table)}`)
export const claim = (table, seat) => request(`/api/tables/${id(table)}/seats/${seat}/claim`, 'POST', {})
export const release = (table, seat) => request(`/api/tables/${id(table)}/seats/${seat}/release`, 'POST', {})
export const startTable = table => request(`/api/tables/${id(table)}/start`, 'POST', {})
export const closeTable = table => request(`/api/tables/${id(table)}/close`, 'POST', {})
export const passes = table => request(`/api/tables/${id(table)}/passes`)
export const rematch = table => request(`/api/tables/${id(table)}/rematch`, 'POST', {})
export const review = table => request(`/api/tables/${id(table)}/review`, 'POST', {})
export const replay = (table, ply) => request(`/api/tables/${id(table)}/replay?ply=${ply}`)
export const setName = name => request('/api/me', 'POST', { name })
export const look = (game, file) => `/api/games/${id(game)}/looks/${file}`
export const matchFile = table => `/api/tables/${id(table)}/match`
