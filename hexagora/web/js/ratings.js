/** Ratings as people see them. */
import { el } from './dom.js'
import { t } from './i18n.js'

/** A rating beside a name; one that is still uncertain has a question mark. @param {{value: number, provisional: boolean}|null|undefined} rating */
export const ratingSign = rating => rating && el('span', { class: 'rating', title: t(rating.provisional ? 'rating.provisional' : 'rating.title') },
  ratingText(rating), el('span', { class: 'unseen' }, ` (${t(rating.provisional ? 'rating.provisional' : 'rating.title')})`))

export const ratingText = rating => `${rating.value}${rating.provisional ? '?' : ''}`

const TEAMS = 't'

/** What is rated apart within a game: a number of players, or teams. @param {string} category */
export const categoryName = category => (category.endsWith(TEAMS)
  ? t('rating.teams', { players: category.slice(0, -1) }) : t('rating.players', { players: category }))
