/** Where turns may take hours or days it is offered that this browser tells of them, until somebody says yes or no. */
import { toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { t } from './i18n.js'
import { settleNotices } from './notices.js'
import { canPush, mustInstall } from './push.js'
import { declinePush, pushDeclined, setSetting, settings } from './settings.js'
import { answer, fill } from './strips.js'

const LONG_TURN = 3600e3 // milliseconds: who has as long need not sit and wait

/** @param {import('./state.js').State} state */
export function offerPush(state) {
  const wanted = isLong(state.clock) && state.seat > 0 && !state.over && !state.open && settings.notices !== 'push' && (canPush() || mustInstall()) && !pushDeclined()
  fill(byId('push-offer'), wanted ? 'push' : '', () => [...asked(state), answer('push.no', 'quiet', () => {
    declinePush()
    offerPush(state)
  })])
}

/** What is offered; where the page has to be on the home screen first, how that is done. */
const asked = state => (mustInstall() ? [el('span', {}, t('push.install'))]
  : [el('span', {}, t('push.offer')), answer('push.yes', 'primary', () => accept(state))])

const isLong = clock => clock && clock.per_move + Math.max(...clock.bank) >= LONG_TURN

async function accept(state) {
  const before = settings.notices
  setSetting('notices', 'push')
  try {
    await settleNotices()
    toast(t('push.isOn'))
  } catch (error) {
    setSetting('notices', before)
    toast(error.message, 'problem')
  }
  offerPush(state)
}
