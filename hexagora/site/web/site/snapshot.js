/** Makes the memory that later visits start from, once for each version of the site, when nobody waits for anything. */
import { remember, startAnew } from './python.js'

async function make() {
  const { python } = await startAnew()
  python.runPython('from hexagora.site import boot\nboot.prepare()')
  await remember(python.makeMemorySnapshot())
}

make().then(() => postMessage({ made: true }), error => postMessage({ failed: String(error) }))
