/** What the options of a game are called, and what is chosen of them, in words. */
import { capital, t, translated } from './i18n.js'

export const title = option => translated(option.name.replace(/_/g, ' '))

export const isYesOrNo = option => option.values.length === 2 && option.values.every(value => typeof value === 'boolean')

export const spoken = value => (typeof value === 'boolean' ? t(value ? 'value.true' : 'value.false') : translated(String(value).replace(/_/g, ' ')))

/** One choice as a line of its own: a sentence where the option has one for it, else its title and value. */
export function chosen(option, value) {
  const sentence = option.says?.[option.values.indexOf(value)] ?? (isYesOrNo(option) && value ? option.help : '')
  if (sentence) return capital(translated(sentence))
  const name = option.choices?.find(choice => choice.id === value)?.name
  return `${capital(title(option))}: ${name ? translated(name) : spoken(value)}`
}
