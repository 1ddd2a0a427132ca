/** Who has a seat at a table that one is not at, in words. */
import { named, t } from './i18n.js'

/** A seat that waits for one person is not free. */
export const nameOf = seat => (seat.taken || seat.kept || seat.kind === 'bot' ? named(seat.name) : t('table.free'))
