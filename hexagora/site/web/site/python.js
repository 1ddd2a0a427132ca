/**
 * Python in a worker: fetches what it needs, all at once and counted, unpacks it and starts it. Starting takes seconds, so
 * the memory of a Python that has everything imported is kept (`snapshot.js`), and later visits go on from there.
 */

const BASE = new URL('../python/', import.meta.url)
const PACKED = '.packed' // gzip under a name that no server unpacks by itself
const SCRIPT = 'pyodide.asm.mjs', PROGRAM = 'hexagora.json'
const SUPPLIED = { 'pyodide.asm.wasm': 'application/wasm', 'python_stdlib.zip': 'application/zip' } // what Python asks for by itself
const PARTS = [...Object.keys(SUPPLIED), SCRIPT, PROGRAM]
const PLACE = '/lib/python3.14/site-packages'
const SNAPSHOT = new URL('snapshot', BASE).href
const KEPT = self.name // where this version of the site is kept; workers are called after it

const LARGE = 1 << 18 // bytes that are handed on at once: a slow line brings them in a thousand pieces

/** The stream of a file, unpacked, its bytes counted as they come in. */
async function opened(name, count) {
  const response = await fetch(new URL(name + PACKED, BASE))
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`)
  return response.body.pipeThrough(gathering(count)).pipeThrough(new DecompressionStream('gzip'))
}

function gathering(count) {
  let pieces = [], size = 0
  const handOn = out => {
    if (size) out.enqueue(joined(pieces, size))
    pieces = []
    size = 0
  }
  return new TransformStream({
    transform(piece, out) {
      count(piece.length)
      pieces.push(piece)
      size += piece.length
      if (size >= LARGE) handOn(out)
    },
    flush: handOn,
  })
}

function joined(pieces, size) {
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const answered = async (stream, type) => new Response(await stream, { headers: { 'content-type': type } })

/** The bytes of a file beside Python. */
export const bytesOf = async name => new Uint8Array(await (await answered(opened(name, () => {}), '')).arrayBuffer())

/** What Python itself asks for comes from what was fetched already. */
function supply(streams) {
  const plain = globalThis.fetch
  globalThis.fetch = (address, ...more) => {
    const name = new URL(address, BASE).pathname.split('/').pop()
    return name in SUPPLIED ? answered(streams[name], SUPPLIED[name]) : plain(address, ...more)
  }
  return () => { globalThis.fetch = plain }
}

/** Lays the files of the program where Python looks for them. */
function layOut(python, files) {
  const folders = new Set()
  const bytes = new TextEncoder()
  for (const [name, text] of Object.entries(files)) {
    const path = `${PLACE}/${name}`, folder = path.slice(0, path.lastIndexOf('/'))
    if (!folders.has(folder)) python.FS.mkdirTree(folder)
    folders.add(folder)
    python.FS.writeFile(path, bytes.encode(text), { canOwn: true })
  }
}

// the memory that is kept, with the files of the same version of the site

/** Nothing where the browser keeps nothing. */
const kept = async () => globalThis.caches?.open(KEPT).catch(() => undefined)

async function remembered() {
  const found = KEPT && await (await kept())?.match(SNAPSHOT)
  return found ? new Uint8Array(await found.arrayBuffer()) : null
}

export const remember = async memory => (await kept()).put(SNAPSHOT, new Response(memory))

/** Gives up that memory; whether there was one. */
export const forget = async () => Boolean(await (await kept())?.delete(SNAPSHOT))

// starting

/** Options for a start from a memory; the module has to be as large first. */
const from = (memory, create) => ({
  _loadSnapshot: memory,
  async createPyodideModule(settings) {
    const module = await create(settings)
    module.growMemory(memory.length)
    return module
  },
})

async function started(count, memory, more) {
  const streams = Object.fromEntries(PARTS.map(name => [name, opened(name, count)]))
  const done = supply(streams)
  const [{ loadPyodide }, lockFileContents, script, files, known] = await Promise.all([
    import(new URL('pyodide.js', BASE).href),
    fetch(new URL('pyodide-lock.json', BASE)).then(answer => answer.text()),
    answered(streams[SCRIPT], 'text/javascript').then(answer => answer.blob()),
    answered(streams[PROGRAM], '').then(answer => answer.json()),
    memory,
  ])
  const address = URL.createObjectURL(script)
  const { default: createPyodideModule } = await import(address)
  URL.revokeObjectURL(address)
  const python = await loadPyodide({ indexURL: BASE.href, packageBaseUrl: BASE.href, lockFileContents, createPyodideModule, ...more, ...known && from(known, createPyodideModule) })
  done()
  layOut(python, files)
  if (known) python.runPython('import random\nrandom.seed()') // everybody has the same memory, not the same luck
  return { python, remembered: Boolean(known) }
}

/**
 * Python with the program in it, and whether it started from a memory.
 * @param {(bytes: number) => void} count told how many bytes came in
 */
export async function startPython(count = () => {}) {
  try {
    return await started(count, remembered(), {})
  } catch (error) {
    if (!KEPT || !await forget()) throw error
    console.warn('a memory that cannot be used is forgotten', error)
    return started(count, null, {})
  }
}

/** Python from its beginning, whose memory can be kept. */
export const startAnew = () => started(() => {}, null, { _makeSnapshot: true })
