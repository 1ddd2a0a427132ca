/** Going back to earlier moments of the match, and on to a rematch. */
import * as api from './api.js'
import { toast } from './dialogs.js'
import { sceneAt } from './replay.js'
import { change, now } from './store.js'
import { turned } from './turn.js'

/** Shows the table as it stood after so many actions. */
export async function visit(ply) {
  try {
    const scene = await sceneAt(now().table, ply)
    const live = now().live ?? now().scene
    change({ live, ply, scene: { ...turned(scene), choices: [] }, selection: [], pending: null }, { animated: true })
  } catch (error) {
    toast(error.message, 'problem')
  }
}

const PACE = 1100 // milliseconds to look at one thing that happened

/** Shows once more what happened since a moment, step by step, and comes back to now. */
export async function retell(from) {
  const { seq } = now()
  for (let ply = from; ply <= now().log.length; ply++) {
    await visit(ply)
    await new Promise(done => setTimeout(done, PACE))
    if (now().ply !== ply || now().seq !== seq) return
  }
  leaveReplay()
}

export function leaveReplay() {
  change({ scene: now().live ?? now().scene, live: null, ply: null })
}

export async function rematch() {
  try {
    location.href = (await api.rematch(now().table)).url
  } catch (error) {
    toast(error.message, 'problem')
  }
}
