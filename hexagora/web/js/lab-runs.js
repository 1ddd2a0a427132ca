/** Earlier runs of the lab: which of them are this browser's, and how each is told in a line. */
import { sure } from './dialogs.js'
import { el } from './dom.js'
import { t, translated } from './i18n.js'
import { recallDocument, rememberDocument } from './memo.js'
import { when } from './when.js'

const KEY = 'hexagora.lab', MOST = 60

/** The runs that were asked for here; at a server for many nobody else is told of them. @returns {string[]} */
export const ownRuns = () => recallDocument(KEY, [])

const keep = ids => rememberDocument(KEY, ids.slice(0, MOST))
export const rememberRun = id => keep([id, ...ownRuns()])
export const forgetRun = id => keep(ownRuns().filter(one => one !== id))

const value = one => (typeof one === 'object' && one ? one.name ?? '…' : String(one))

/** What was asked, in short. */
runLine.text = ({ wish }, games) => {
  const { players, ...options } = wish.options
  return [games.find(game => game.id === wish.game)?.title ?? wish.game,
    players && t('lab.run.players', { players }),
    wish.bots.map(bot => t(`lab.bot.${bot}`)).join(' – '),
    wish.question !== 'measure' && t(`lab.question.${wish.question}`),
    ...Object.entries(options).map(([name, chosen]) => `${translated(name.replace(/_/g, ' '))} = ${translated(value(chosen))}`),
    ...[...wish.changes.split('\n'), ...wish.numbers.split('\n')].filter(Boolean),
    wish.content && t('lab.run.content'),
    wish.earlier && t('lab.run.compared')].filter(Boolean).join(' · ')
}

export function runLine(run, games, { open, forget }) {
  const text = runLine.text(run, games)
  return el('li', { 'data-run': run.id },
    el('div', {}, el('span', {}, text), el('small', { class: 'muted' }, [when(run.begun), t(`lab.state.${run.state}`), t('lab.progress', run)].join(' · '))),
    el('div', { class: 'row' },
      el('button', { type: 'button', 'aria-label': `${t('lab.run.open')}: ${text}`, onclick: () => open(run.id) }, t('lab.run.open')),
      el('button', { type: 'button', class: 'quiet', 'aria-label': `${t('lab.run.forget')}: ${text}`,
        onclick: () => sure(t('lab.run.forget.sure'), t('lab.run.forget'), () => forget(run.id)) }, t('lab.run.forget'))))
}
