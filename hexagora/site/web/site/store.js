/** What is kept in this browser: tables, their journals, what was said. Everything goes in and out as JSON. */
import { forget } from './python.js'

const NAME = 'hexagora', VERSION = 2

const done = wish => new Promise((resolve, reject) => {
  wish.onsuccess = () => resolve(wish.result)
  wish.onerror = () => reject(wish.error)
})

function lay(base, before) {
  if (before < 1) {
    base.createObjectStore('tables')
    base.createObjectStore('events', { keyPath: ['table_id', 'n'] })
    base.createObjectStore('chats', { keyPath: 'line_key' }).createIndex('table', 'table_id')
  }
  if (before < 2) base.createObjectStore('contents')
}

const put = {
  put: (work, id, document) => work.objectStore('tables').put(document, id),
  event: (work, row) => work.objectStore('events').add(row),
  chat: (work, row) => work.objectStore('chats').add(row),
  content: (work, digest, text) => work.objectStore('contents').put(text, digest),
  drop(work, id) {
    work.objectStore('tables').delete(id)
    work.objectStore('events').delete(IDBKeyRange.bound([id, 0], [id, Infinity]))
    const said = work.objectStore('chats').index('table').openCursor(IDBKeyRange.only(id))
    said.onsuccess = () => {
      said.result?.delete()
      said.result?.continue()
    }
  },
}

/** Does it; when the browser has no room left, once more without the memory that later visits would start from. */
async function withRoom(write) {
  try {
    await write()
  } catch (error) {
    if (error?.name !== 'QuotaExceededError' || !await forget()) throw error
    await write()
  }
}

export async function openStore() {
  const wish = indexedDB.open(NAME, VERSION)
  wish.onupgradeneeded = ({ oldVersion }) => lay(wish.result, oldVersion)
  const base = await done(wish)
  const read = name => base.transaction(name).objectStore(name)
  return {
    async load() {
      const store = read('tables')
      const [ids, documents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      return JSON.stringify(Object.fromEntries(ids.map((id, k) => [id, documents[k]])))
    },
    commit: changes => withRoom(() => new Promise((resolve, reject) => {
      const work = base.transaction([...base.objectStoreNames], 'readwrite', { durability: 'strict' })
      work.oncomplete = () => resolve(undefined)
      work.onabort = () => reject(work.error)
      try {
        for (const [kind, ...given] of JSON.parse(changes)) put[kind](work, ...given)
      } catch (error) { // whole or not at all
        work.abort()
        reject(error)
      }
    })),
    events: async (table, first) => JSON.stringify(await done(read('events').getAll(IDBKeyRange.bound([table, first], [table, Infinity])))),
    content: digest => done(read('contents').get(digest)),
    chats: async table => JSON.stringify((await done(read('chats').index('table').getAll(table))).sort((a, b) => a.at - b.at)),
  }
}
