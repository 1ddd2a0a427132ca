/** Documents in addresses: packed into the part behind the #, which never reaches a server. */

const MOST = 200_000 // letters of an address that is opened
const MOST_BYTES = 1_000_000 // of what is in it

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())

/** @param {object} value @returns {Promise<string>} */
export async function packed(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'))
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** What an address holds, or an Error. @param {string} text */
export async function unpacked(text) {
  if (text.length > MOST) throw new Error('too long')
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0))
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts = []
  for (let size = 0; ;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MOST_BYTES) throw new Error('too long')
    parts.push(value)
  }
  return JSON.parse(await new Blob(parts).text())
}

/** What stands behind the # under a name: #d=… */
export const behind = name => new URLSearchParams(location.hash.slice(1)).get(name)
