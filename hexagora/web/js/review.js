/** Going back to earlier moments of the match, and on to a rematch. */
import * as api from './api.js'
import { toast } from './dialogs.js'
import { sceneAt } from './replay.js'
import { change, now } from './store.js'

/** Shows the table as it stood after so many actions. */
export async function visit(ply) {
  try {
    const scene = await sceneAt(now().table, ply)
    const live = now().live ?? now().scene
    change({ live, ply, scene: { ...scene, choices: [] }, selection: [], pending: null }, { animated: true })
  } catch (error) {
    toast(error.message, 'problem')
  }
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
