/** The leaderboards: people by game and number of players, the bots among them, and one's own ratings. */
import * as api from './api.js'
import { toast } from './dialogs.js'
import { byId, el } from './dom.js'
import { t, translated } from './i18n.js'
import { openPage } from './page.js'
import { categoryName, ratingSign, ratingText } from './ratings.js'
import { rememberedGame } from './settings.js'
import { sumTable } from './sums.js'

const select = id => /** @type {HTMLSelectElement} */ (byId(id))
let games = []

const chosenGame = () => games.find(game => game.id === select('board-game').value) ?? games[0]

function showCategories() {
  const kept = select('board-players').value
  select('board-players').replaceChildren(...Object.keys(chosenGame().ratings).map(category =>
    el('option', { value: category, selected: category === kept }, categoryName(category))))
}

/** People with their places, and the bots where they would stand. */
async function showBoard() {
  const game = chosenGame()
  const { people, bots } = await api.leaders(game.id, select('board-players').value)
  const levels = game.levels.filter(level => bots[level.id])
    .map(level => ({ name: translated(`${level.title} bot`), bot: true, matches: '', ...bots[level.id] }))
  let place = 0
  const rows = [...people.map(one => ({ ...one, bot: false })), ...levels].sort((a, b) => b.value - a.value)
    .map(one => [one.bot ? el('em', {}, one.name) : one.name, one.bot ? '' : ++place, ratingText(one), one.matches])
  byId('board').replaceChildren(sumTable(['sums.name', 'rating.place', 'rating.title', 'sums.played'].map(key => t(key)), rows, t('rating.nobody')))
  byId('board-none').hidden = people.length > 0
}

async function showMine() {
  const mine = await api.myRatings()
  byId('my-ratings').replaceChildren(sumTable(['mine.game', 'new.players', 'rating.title', 'sums.played'].map(key => t(key)),
    mine.map(one => [one.title, categoryName(one.category), ratingSign(one), one.matches]), t('rating.none')))
}

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    toast(error.message, 'problem')
  }
}

const showAll = () => attempt(async () => {
  document.title = `${t('ways.ratings')} · Hexagora`
  games = await api.knownGames()
  const kept = select('board-game').value || rememberedGame()
  select('board-game').replaceChildren(...games.map(game => el('option', { value: game.id, selected: game.id === kept }, game.title)))
  showCategories()
  await Promise.all([showBoard(), showMine()])
})

function listen() {
  select('board-game').addEventListener('change', () => {
    showCategories()
    attempt(showBoard)
  })
  select('board-players').addEventListener('change', () => attempt(showBoard))
}

openPage(listen, showAll)
