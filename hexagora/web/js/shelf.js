/** Where drawings are kept: in the user's folder where the server is the user's own, else in this browser. */
import { request, startOf } from './api.js'
import { t } from './i18n.js'
import { recallDocument, rememberDocument } from './memo.js'
import { readToml } from './toml.js'

const KEY = 'hexagora.drawings'
const id = encodeURIComponent

const folder = (game, kind) => `/api/games/${id(game)}/editor/${id(kind)}/files`

/** @returns {Record<string, {data: object, changed: string}>} */
const kept = (game, kind) => recallDocument(`${KEY}.${game}.${kind}`, {})

const keep = (game, kind, all) => rememberDocument(`${KEY}.${game}.${kind}`, all)

/** What somebody wants to keep is not kept in silence for as long as the page is open only. */
function keepForGood(game, kind, all) {
  if (!keep(game, kind, all)) throw new Error(t('edit.nokeeping'))
}

/** A shelf in the user's folder. */
export const folderShelf = (game, kind) => ({
  list: () => request(folder(game, kind)),
  open: async name => ({ read: (await request(`${folder(game, kind)}/${id(name)}`)).text }),
  save: (name, data) => request(`${folder(game, kind)}/${id(name)}`, 'PUT', { data }),
  remove: name => request(`${folder(game, kind)}/${id(name)}`, 'DELETE'),
})

/** A shelf in this browser; what is opened from it is a document, not a text. */
export const browserShelf = (game, kind) => ({
  list: async () => Object.entries(kept(game, kind)).map(([name, { changed }]) => ({ name, changed })),
  open: async name => ({ data: kept(game, kind)[name]?.data }),
  save: async (name, data) => keepForGood(game, kind, { ...kept(game, kind), [name]: { data, changed: new Date().toISOString().slice(0, 16).replace('T', ' ') } }),
  remove: async name => {
    const { [name]: _, ...others } = kept(game, kind)
    keep(game, kind, others)
  },
})

/**
 * What somebody drew for an option of a table.
 * @returns {Promise<{label: string, load: () => Promise<any>}[]>}
 */
export async function drawingsFor(game, option) {
  const { keeps, kinds } = await request(`/api/games/${id(game)}/editor`)
  const kind = kinds.find(one => one.option === option)
  if (!kind) return []
  const shelf = (keeps ? folderShelf : browserShelf)(game, kind.id)
  return (await shelf.list()).map(({ name }) => ({ label: name, load: async () => {
    const { read, data } = await shelf.open(name)
    return (await startOf(game, kind.id, read === undefined ? data : readToml(read))).options[option]
  } }))
}

/** The drawing that was on the desk last, so that nothing is lost when the page is left. */
export const draft = (game, kind) => kept(game, `${kind}.draft`).data ?? null
export const keepDraft = (game, kind, data) => keep(game, `${kind}.draft`, { data })

/** A name that can be that of a file. */
export const fileName = text => text.normalize('NFKD').toLowerCase().replace(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '').slice(0, 40)
