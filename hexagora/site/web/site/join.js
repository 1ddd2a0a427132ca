/**
 * At the other end of an invitation: it is answered here, and the answer is sent back. The page of an answer hands it to
 * the window of this browser that waits for it.
 */
import { linkLine } from '../static/js/dialogs.js'
import { byId, el, setText } from '../static/js/dom.js'
import { alone, canInvite } from '../static/js/home.js'
import { t } from '../static/js/i18n.js'
import { openPage } from '../static/js/page.js'
import { sendOn, wrong } from './exchange.js'
import { qrCode } from './qr.js'

const ANSWERS = 'hexagora answers'
const WAIT = 3000 // milliseconds in which a window of this browser would have taken an answer
const given = new URLSearchParams(location.search)
const house = () => /** @type {any} */ (parent).hexagora
let taken = false

const say = text => setText(byId('join-status'), text)
const put = (title, ...parts) => {
  setText(byId('join-title'), title)
  byId('join').replaceChildren(...parts)
  document.title = `${title} · Hexagora`
}

/** A field for an invitation. */
function askForCode() {
  const field = /** @type {HTMLTextAreaElement} */ (el('textarea', { rows: 4, required: true, spellcheck: 'false', autocomplete: 'off', class: 'code', id: 'join-code' }))
  const enter = event => {
    event.preventDefault()
    answer(field.value)
  }
  put(t('friend.enter'), el('p', {}, t('friend.enter.help')),
    el('form', { class: 'stack', onsubmit: enter }, el('label', { class: 'field' }, el('span', {}, t('friend.code')), field),
      el('div', { class: 'row' }, el('button', { class: 'primary' }, t('friend.go')))))
}

async function answer(code) {
  say('')
  try {
    showAnswer(await house().join(code, failed))
  } catch (error) {
    askForCode()
    say(wrong(error))
  }
}

function showAnswer(link) {
  put(t('friend.reply'), el('p', {}, t('friend.reply.help')),
    el('ul', { class: 'stack plain' }, linkLine(link, t('friend.reply.link'))),
    el('div', { class: 'row' }, qrCode(link, t('invite.qr')), sendOn(link)))
  say(t('friend.waiting'))
}

function failed() {
  askForCode()
  say(t('friend.failed'))
}

/** An answer that was followed like a link: the window with the table takes it. */
function handOver(code) {
  const windows = new BroadcastChannel(ANSWERS)
  put(t('friend.handed'))
  windows.onmessage = ({ data }) => {
    if (data.taken !== code) return
    taken = true
    say(t('friend.handed.yes'))
  }
  windows.postMessage({ answer: code })
  setTimeout(() => {
    if (taken) return
    put(t('friend.handed'), el('ul', { class: 'stack plain' }, linkLine(parent.location.href, t('friend.reply.link'))))
    say(t('friend.handed.no'))
  }, WAIT)
}

function show() {
  if (!canInvite || !alone) return put(t('friend.cannot'))
  if (given.has('answer')) return handOver(given.get('answer'))
  return given.get('code') ? answer(given.get('code')) : askForCode()
}

openPage(() => {}, show, () => {})
