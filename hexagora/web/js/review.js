/** Going back to earlier moments of the match, and on to a rematch. */
import * as api from './api.js'
import { toast } from './dialogs.js'
import { stepThrough } from './follow.js'
import { at } from './home.js'
import { sentence } from './i18n.js'
import { momentAt } from './replay.js'
import { speak } from './speech.js'
import { change, now } from './store.js'
import { turned } from './turn.js'

let asked = 0 // counts what was asked for, so that an answer that comes too late is dropped

/** Shows the table as it stood after so many actions. */
export async function visit(ply) {
  const own = ++asked
  try {
    const { scene, scores: then } = await momentAt(now().table, ply)
    if (own !== asked) return
    const live = now().live ?? now().scene
    change({ live, ply, then, scene: { ...turned(scene), choices: [] }, selection: [], pending: null }, { animated: true })
    if (ply) speak(sentence(now().log[ply - 1]))
  } catch (error) {
    toast(error.message, 'problem')
  }
}

const PACE = 1100 // milliseconds to look at one thing that happened

/** Shows once more what happened since a moment, step by step, and comes back to now. */
export async function retell(from) {
  const { seq, log } = now()
  let last = null
  const moments = Array.from({ length: log.length - from + 1 }, (_, i) => from + i)
  await stepThrough(moments.map(ply => async () => {
    if (now().ply !== last || now().seq !== seq) return false
    await visit(last = ply)
    return true
  }), PACE)
  if (now().ply === last && now().seq === seq) leaveReplay()
}

export function leaveReplay() {
  asked += 1
  change({ scene: now().live ?? now().scene, live: null, ply: null })
}

export async function rematch() {
  try {
    location.href = at((await api.rematch(now().table)).url)
  } catch (error) {
    toast(error.message, 'problem')
  }
}
