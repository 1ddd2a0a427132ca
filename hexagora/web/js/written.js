/** The position and the match as text, to copy and to save. */
import { knownGames, matchFile, written } from './api.js'
import { copy, toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { t, translated } from './i18n.js'
import { now } from './store.js'

export function listenToWritten() {
  byId('written').addEventListener('toggle', () => {
    if (!byId('written').hasAttribute('open')) return
    fill().then(() => { byId('log').scrollTop = byId('log').scrollHeight })
  })
}

async function fill() {
  const { table, scene } = now()
  const game = (await knownGames()).find(one => one.id === scene.game)
  byId('written-list').replaceChildren(
    ...Object.entries(game?.notations ?? {}).map(([notation, name]) => line(translated(name),
      el('button', { type: 'button', class: 'small', 'data-copy': notation, onclick: () => taken(notation, copy) }, t('links.copy')),
      el('button', { type: 'button', class: 'small', 'data-save': notation, onclick: () => taken(notation, text =>
        save(text, `${scene.game}.${notation === 'position' ? 'json' : notation}`)) }, t('written.save')))),
    line(t('written.match'), el('a', { class: 'button small', href: matchFile(table), download: `${scene.game}-match.json` }, t('written.save'))))
}

const line = (name, ...buttons) => el('li', {}, el('span', {}, name), ...buttons)

/** Asks for the text and does something with it; what the notation cannot say is told. */
async function taken(notation, deed) {
  try {
    const { text, notes } = await written(now().table, notation)
    await deed(text.trimEnd())
    for (const note of notes) toast(translated(note))
  } catch (error) {
    toast(error.message, 'problem')
  }
}

function save(text, name) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  el('a', { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
