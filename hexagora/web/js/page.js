/**
 * How every page begins. Its HTML says `inert`: a click or a key that comes before the script listens would be lost, and
 * a form would be sent nowhere; so nothing can be touched until then.
 */
import { listenToDialogs, openSettings } from './dialogs.js'
import { byId, isEnlarged } from './dom.js'
import { loadLanguage } from './i18n.js'
import { applySettings } from './settings.js'

/** What comes before anything else: how it looks and speaks. */
export async function prepare() {
  applySettings()
  await loadLanguage()
  listenToDialogs()
  window.visualViewport?.addEventListener('resize', () => document.body.classList.toggle('enlarged', isEnlarged()))
}

/** From now on the page listens. */
export const usable = () => document.body.removeAttribute('inert')

/**
 * Opens a page with a button for the settings.
 * @param {() => unknown} listen makes the page usable
 * @param {() => unknown} show brings what it shows
 * @param {() => unknown} renew brings it again, after every change of the settings
 */
export async function openPage(listen, show, renew = show) {
  const changed = async () => {
    await loadLanguage()
    openSettings(changed)
    await renew()
  }
  await prepare()
  byId('open-settings').addEventListener('click', () => openSettings(changed))
  await listen()
  usable()
  await show()
}
