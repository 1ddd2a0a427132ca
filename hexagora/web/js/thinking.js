/**
 * Thinking in this browser, where the server lends its engine: hints, reviews, and bots of whoever plays alone with them.
 * The engine is a worker; it is fetched when it is wanted for the first time, and whatever it cannot do the server does.
 */
import * as api from './api.js'
import { hear } from './hints.js'
import { alone } from './home.js'
import { send, tell } from './line.js'
import { settings } from './settings.js'
import { now } from './store.js'

const PATIENCE = 60_000 // milliseconds for an answer: a search keeps to its seconds, so only a broken worker takes so long
const TO_START = 600_000 // for an engine that comes in over a slow line
const NOTHING = { address: '', hints: [], bots: [] }

/** Whether the person lets this device do it; who saves data does not fetch an engine. */
const willing = () => !alone && settings.thinking === 'here' && !(/** @type {any} */ (navigator).connection?.saveData)

/** @type {Promise<{address: string, hints: string[], bots: string[]}>|undefined} */
let asked
/** What the server lends. */
async function offered() {
  if (!willing()) return NOTHING
  asked ??= api.house().then(({ thinking }) => thinking ?? NOTHING, () => NOTHING)
  return asked
}

/** @typedef {(game: string, question: object, patience?: number) => Promise<any>} Engine puts a question to the worker */
/** @type {Promise<Engine>|null} */
let starting = null
/** Games of which the engine has the WebAssembly. @type {Set<string>} */
const ready = new Set()
let broken = false

/** The worker, asked with texts. One that fails is given up. @returns {Engine} */
function opened(address) {
  const worker = new Worker(address, { type: 'module' })
  const waiting = new Map()
  let count = 0
  const giveUp = why => {
    broken = true
    ready.clear()
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  worker.onmessage = ({ data }) => {
    if (data.failed) return giveUp(data.failed)
    waiting.get(data.id)?.resolve(JSON.parse(data.found))
    waiting.delete(data.id)
  }
  worker.onerror = event => giveUp(event.message ?? '')
  return async (game, question, patience = PATIENCE) => {
    if (broken) throw new Error('the engine failed before')
    const late = setTimeout(() => giveUp('no answer'), patience)
    const answer = new Promise((resolve, reject) => { waiting.set(++count, { resolve, reject }) })
    worker.postMessage({ id: count, name: '', game, asked: JSON.stringify(question) })
    return answer.finally(() => clearTimeout(late))
  }
}

/** The engine, with the WebAssembly of a game. @returns {Promise<Engine>} */
async function engineFor(game) {
  starting ??= offered().then(({ address }) => opened(address))
  const engine = await starting
  if (!ready.has(game)) await engine(game, { question: 'ready' }, TO_START)
  ready.add(game)
  return engine
}

/** Asks for a hint: of the engine if it is there; else of the server, and by the next time it may be there. */
export async function askForHint() {
  const { game } = now().scene
  const here = willing() && ready.has(game)
  send('hint', here ? { here } : {})
  if (!here && (await offered()).hints.includes(game)) engineFor(game).catch(() => {})
}

/** The server hands over something to think about. */
export async function think({ id, seq, question, request }) {
  const found = await engineFor(request.game).then(engine => engine(request.game, { question, request })).catch(() => null)
  if (question === 'decide') tell({ type: 'thought', id, text: found })
  else if (!found) send('hint')
  else if (seq === now().seq) showHints(found)
}

function showHints(found) {
  const labels = new Map(now().scene.choices.map(({ text, label }) => [text, label]))
  hear({ choices: found.map(hint => ({ ...hint, label: labels.get(hint.text) ?? hint.text })) })
}

let told = false // whether the server knows, on this line, that bots may think here
export const forgetLine = () => { told = false }

/** Bots of somebody who plays alone with them think here, once the engine is there. */
export async function lend({ scene: { game }, seats, rated, over }) {
  const mine = seats.some(seat => seat.mine) && seats.some(seat => seat.kind === 'bot') && seats.every(seat => seat.mine || seat.kind === 'bot')
  if (told || !mine || rated || over || !(await offered()).bots.includes(game)) return
  told = true
  await engineFor(game).then(() => tell({ type: 'lend', yes: true })).catch(() => {})
}

/** Who looks at a match again: the engine, else the server. Each call tells how far that is. @returns {Promise<() => Promise<any>>} */
export async function reviewer({ table, scene: { game } }) {
  const byServer = () => api.review(table)
  if (!(await offered()).hints.includes(game)) return byServer
  try {
    const match = JSON.stringify(await api.match(table))
    const engine = await engineFor(game)
    return () => engine(game, { question: 'review', match }).catch(byServer)
  } catch {
    return byServer
  }
}
