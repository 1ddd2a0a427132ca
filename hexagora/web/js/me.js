/** Who one is here: the name, what keeps the identity, signing in on this device, one's data. */
import * as api from './api.js'
import { copy, openDialog, sure, toast } from './dialogs.js'
import { byId, el, setText } from './dom.js'
import { at } from './home.js'
import { t } from './i18n.js'
import { openPage } from './page.js'
import { canUsePasskeys, makePasskey, usePasskey } from './passkeys.js'
import { pushOff, pushOn } from './push.js'
import { listenToReach, showReach } from './reach.js'
import { forgetPerson, rememberName, settings } from './settings.js'
import { day, when } from './when.js'

const input = id => /** @type {HTMLInputElement} */ (byId(id))
const DECLINED = ['NotAllowedError', 'AbortError'] // the person thought again, or took too long

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    if (DECLINED.includes(error.name)) toast(t('keep.passkey.declined'))
    else toast(error.name === 'InvalidStateError' ? t('keep.passkey.known') : error.message, 'problem')
  }
}

// what is kept

function show({ name, code, passkeys }) {
  const kept = Boolean(code) || passkeys.length > 0
  input('name').value ||= name
  setText(byId('keep-state'), t(kept ? 'keep.yes' : 'keep.no'))
  byId('passkeys').replaceChildren(...passkeys.map(passkeyLine))
  byId('passkey-form').hidden = !canUsePasskeys()
  byId('back-passkey').hidden = !canUsePasskeys()
  byId('no-passkeys').hidden = canUsePasskeys()
  setText(byId('code-state'), code ? t('keep.code.made', { day: day(code) }) : t('keep.code.none'))
  setText(byId('code-make'), t(code ? 'keep.code.new' : 'keep.code.make'))
  byId('code-revoke').hidden = !code
  byId('sign-out').hidden = !kept
}

const passkeyLine = key => el('li', { class: 'row' }, el('strong', {}, key.name), el('small', { class: 'muted' }, t('keep.passkey.used', { when: when(key.used) })),
  el('button', { type: 'button', class: 'small quiet', onclick: () => askToRemove(key) }, t('keep.passkey.remove'), el('span', { class: 'unseen' }, ` ${key.name}`)))

const askToRemove = key => sure(t('keep.passkey.sure', { name: key.name }), t('keep.passkey.remove'),
  () => attempt(async () => show(await api.removePasskey(key.id))))

async function addPasskey() {
  const made = await makePasskey(await api.passkeyOptions())
  show(await api.addPasskey(made, input('passkey-name').value.trim()))
  toast(t('keep.passkey.added'))
}

async function makeCode() {
  const { code } = await api.makeCode()
  show(await api.identity())
  showCode(code)
}

function showCode(code) {
  setText(byId('code'), code)
  byId('code').hidden = byId('code-copy').hidden = !code
}

async function revokeCode() {
  show(await api.revokeCode())
  showCode('')
}

// signing in

/** Becoming who one has proven to be; if this device has tables of its own, what happens to them is asked first. */
async function become(proven) {
  if (proven.same) return toast(t('back.same'))
  if (!proven.here) return enter(proven.ticket, 'leave')
  byId('merge-title').textContent = t('merge.title', { name: proven.name || t('merge.nameless') })
  byId('merge-text').textContent = [t('merge.text', { here: proven.here, tables: proven.tables }), t(proven.kept ? 'merge.kept' : 'merge.lost')].join(' ')
  byId('merge-leave').textContent = t(proven.kept ? 'merge.leave' : 'merge.giveup')
  byId('merge-along').onclick = () => attempt(() => enter(proven.ticket, 'along'))
  byId('merge-leave').onclick = () => attempt(() => enter(proven.ticket, 'leave'))
  openDialog('merge')
}

async function enter(ticket, tables) {
  const { name } = await api.signIn(ticket, tables)
  rememberName(name)
  await pushAgain()
  location.href = at('/mine')
}

/** Who this browser is has changed: what is pushed to it, too. */
const pushAgain = async () => settings.notices === 'push' && pushOn().catch(() => {})

async function signOutOthers() {
  await api.signOutOthers()
  await pushAgain()
  toast(t('back.others.done'))
  await showAll()
}

/** After that this browser knows nobody. */
const leaving = deed => () => attempt(async () => {
  await pushOff()
  await deed()
  forgetPerson()
  location.href = at('/')
})

async function saveName() {
  const name = input('name').value.trim()
  if (!name) return
  await api.setName(name)
  rememberName(name)
  toast(t('lobby.named', { name }))
}

// everything

function listen() {
  const on = (id, what, work) => byId(id).addEventListener(what, event => {
    event.preventDefault()
    attempt(work)
  })
  on('name-form', 'submit', saveName)
  on('passkey-form', 'submit', addPasskey)
  on('code-make', 'click', async () => (byId('code-revoke').hidden ? makeCode() : sure(t('keep.code.sure'), t('keep.code.new'), () => attempt(makeCode))))
  on('code-copy', 'click', () => copy(byId('code').textContent ?? ''))
  on('code-revoke', 'click', async () => sure(t('keep.code.revoke.sure'), t('keep.code.revoke'), () => attempt(revokeCode)))
  on('back-passkey', 'click', async () => become(await api.signInWithPasskey(await usePasskey(await api.signInOptions()))))
  on('back-form', 'submit', async () => become(await api.signInWithCode(input('back-code').value.trim())))
  on('sign-out', 'click', async () => sure(t('back.out.sure'), t('back.out'), leaving(api.signOut)))
  on('sign-out-others', 'click', async () => sure(t('back.others.sure'), t('back.others'), () => attempt(signOutOthers)))
  listenToReach(on)
  on('forget', 'click', async () => sure(t('data.forget.sure'), t('data.forget'), leaving(api.forgetMe)))
}

async function showAll() {
  document.title = `${t('ways.me')} · Hexagora`
  input('passkey-name').value ||= t('keep.passkey.default')
  await attempt(async () => show(await api.identity()))
  await attempt(showReach)
}

openPage(listen, showAll)
