/** Requests to the server. A refusal becomes an Error with the server's own words, in the reader's language. */
import { untilItCame } from './again.js'
import { ask, at } from './home.js'
import { language, translated } from './i18n.js'

export async function request(path, method = 'GET', body = undefined) {
  const response = await ask(path, {
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

/** The games with their facts. @type {() => Promise<any[]>} */
export const knownGames = untilItCame(() => request('/api/games'))
export const tutorial = game => request(`/api/games/${id(game)}/tutorial`)
export const lab = () => request('/api/lab')
export const labBegin = wish => request('/api/lab', 'POST', wish)
export const labLook = job => request(`/api/lab/${id(job)}?language=${language()}`)
export const labStop = job => request(`/api/lab/${id(job)}/stop`, 'POST', {})
export const labResume = job => request(`/api/lab/${id(job)}/resume`, 'POST', {})
export const labForget = job => request(`/api/lab/${id(job)}`, 'DELETE')
export const labRuns = mine => request(`/api/lab/runs?mine=${mine.map(id).join(',')}`)
export const labContent = job => `/api/lab/${id(job)}/content`
export const labReport = job => `/lab/${id(job)}/report?language=${language()}`
export const house = () => request('/api/house')
export const me = () => request('/api/me')
export const rules = game => request(`/api/games/${id(game)}/rules?language=${language()}`)
export const preview = (game, options, start = null) => request(`/api/games/${id(game)}/preview`, 'POST', { options, start })
export const read = (game, text) => request(`/api/games/${id(game)}/read`, 'POST', { text })
export const studies = game => request(`/api/games/${id(game)}/studies`)
export const study = (game, name) => request(`/api/games/${id(game)}/studies/${id(name)}`)
export const puzzles = game => request(`/api/games/${id(game)}/puzzles`)
export const puzzle = (game, name) => request(`/api/games/${id(game)}/puzzles/${id(name)}`)
export const tryPuzzle = (game, name, action) => request(`/api/games/${id(game)}/puzzles/${id(name)}`, 'POST', action ? { action } : {})
export const openAnalysis = (game, wanted) => request(`/api/games/${id(game)}/analysis`, 'POST', wanted)
export const moment = (game, root, actions) => request(`/api/games/${id(game)}/moment`, 'POST', { root, actions })
export const opinion = (game, root, actions, looks) => request(`/api/games/${id(game)}/opinion`, 'POST', { root, actions, looks })
export const match = table => request(`/api/tables/${id(table)}/match`)
export const written = (table, notation) => request(`/api/tables/${id(table)}/text?notation=${id(notation)}`)
export const newTable = wish => request('/api/tables', 'POST', wish)
export const quick = wish => request('/api/quick', 'POST', wish)
export const tables = which => request(`/api/tables?which=${which}`)
export const mine = (which, wish) => request(`/api/mine?${new URLSearchParams({ which, ...Object.fromEntries(Object.entries(wish).filter(([, value]) => value)) })}`)
export const standing = () => request('/api/mine/standing')
export const myRatings = () => request('/api/mine/ratings')
export const leaders = (game, category) => request(`/api/ratings/${id(game)}/${id(category)}`)
export const putAway = table => request(`/api/tables/${id(table)}/put-away`, 'POST', {})
export const picture = table => request(`/api/tables/${id(table)}/picture`)
export const table = table => request(`/api/tables/${id(table)}`)
export const claim = (table, seat) => request(`/api/tables/${id(table)}/seats/${seat}/claim`, 'POST', {})
export const release = (table, seat) => request(`/api/tables/${id(table)}/seats/${seat}/release`, 'POST', {})
export const startTable = table => request(`/api/tables/${id(table)}/start`, 'POST', {})
export const closeTable = table => request(`/api/tables/${id(table)}/close`, 'POST', {})
export const passes = table => request(`/api/tables/${id(table)}/passes`)
export const rematch = table => request(`/api/tables/${id(table)}/rematch`, 'POST', {})
export const review = table => request(`/api/tables/${id(table)}/review`, 'POST', {})
export const replay = (table, ply) => request(`/api/tables/${id(table)}/replay?ply=${ply}`)
export const identity = () => request('/api/me/identity')
export const makeCode = () => request('/api/me/code', 'POST', {})
export const revokeCode = () => request('/api/me/code/revoke', 'POST', {})
export const passkeyOptions = () => request('/api/me/passkeys/options', 'POST', {})
export const addPasskey = (credential, name) => request('/api/me/passkeys', 'POST', { credential, name })
export const removePasskey = key => request('/api/me/passkeys/remove', 'POST', { id: key })
export const signInOptions = () => request('/api/sign-in/options', 'POST', {})
export const signInWithPasskey = credential => request('/api/sign-in/passkey', 'POST', { credential })
export const signInWithCode = code => request('/api/sign-in/code', 'POST', { code })
export const signIn = (ticket, tables) => request('/api/sign-in', 'POST', { ticket, tables })
export const signOut = () => request('/api/sign-out', 'POST', {})
export const forgetMe = () => request('/api/me/forget', 'POST', { really: 'forget me' })
export const signOutOthers = () => request('/api/sign-out/others', 'POST', {})
export const channels = () => request('/api/me/channels')
export const pushOn = subscription => request('/api/me/push', 'POST', subscription)
export const pushOff = endpoint => request('/api/me/push/remove', 'POST', { endpoint })
export const askForMail = (address, language) => request('/api/me/mail', 'POST', { address, language })
export const removeMail = () => request('/api/me/mail/remove', 'POST', {})
export const coach = table => request(`/api/tables/${id(table)}/coach`)
export const openMatch = text => request('/api/matches', 'POST', JSON.parse(text))
export const setName = name => request('/api/me', 'POST', { name })
export const look = (game, file) => at(`/api/games/${id(game)}/looks/${file}`)
/** Where the picture of a game of the catalogue is, if the game brings one. @returns {string | null} */
export const coverOf = game => (game?.looks.includes('cover.jpg') ? look(game.id, 'cover.jpg') : null)
export const editor = game => request(`/api/games/${id(game)}/editor`)
export const edit = (game, kind, data, deed) => request(`/api/games/${id(game)}/editor/${id(kind)}`, 'POST', { data, deed })
export const startOf = (game, kind, data) => request(`/api/games/${id(game)}/editor/${id(kind)}/start`, 'POST', { data })
export const trial = (game, kind, plan) => request(`/api/games/${id(game)}/editor/${id(kind)}/trial`, 'POST', plan)
export const makePack = (game, wish) => request(`/api/games/${id(game)}/packs`, 'POST', wish)
export const matchFile = table => at(`/api/tables/${id(table)}/match`)
