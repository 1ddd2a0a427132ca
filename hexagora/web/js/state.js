import { withOffers } from './offers.js'
import { withRoutes } from './routes.js'
import { turned } from './turn.js'

/**
 * The one record of the table. Everything else is functions of it.
 *
 * @typedef {{kind: string, id: string, board: string}} Target
 * @typedef {{action: number, text: string, label: string, group: string, path: Target[], forecast: string,
 *   warning: string, cells?: string[], final?: boolean, mark?: string, tone?: string, left?: number|null, lays?: string,
 *   usual?: boolean, onto?: string[], way?: string[], plan?: (string|Target)[], again?: boolean}} Choice `plan`: a route
 *   of several decisions; `again`: the same by another way
 * @typedef {{kind: string, text: string, owner: number|null}} Badge
 * @typedef {{id: string, x: number, y: number, terrain: string, glyph: string, label: string, badges: Badge[],
 *   note: string}} Cell
 * @typedef {{id: string, x1: number, y1: number, x2: number, y2: number, kind: string, owner: number|null,
 *   note: string}} Border
 * @typedef {{id: string, shape: string, cells: Cell[], title: string, borders: Border[], links: [string, string][],
 *   owner: number|null}} Board
 * @typedef {{id: string, kind: string, at: string, owner: number|null, board: string|null, glyph: string,
 *   tags: string[], label: string, note: string}} Piece
 * @typedef {{icon: string, count: number, lacks: number}} Good
 * @typedef {{label: string, value: number|string, limit: number|null, icon: string, note: string, cells?: string[],
 *   missed?: string[], row?: string, goods?: Good[]}} Meter
 * @typedef {{icon: string, against: number, text: string, grave: boolean, note: string, cells: string[]}} Threat
 * @typedef {{player: number, name: string, colour: string, meters: Meter[], active: boolean, note: string,
 *   threats?: Threat[]}} Panel
 * @typedef {{name: string, text: string, terrain: string, badges: Badge[], note: string, sort?: string}} Face
 * @typedef {{id: string, title: string, count: number, shown: string[], owner: number|null, note: string,
 *   faces?: Face[], cells?: string[]}} Pile
 * @typedef {{id: string, faces: number, value: number, text: string, thrown: number, note: string}} Die
 * @typedef {{label: string, texts: string[], forecast: string, path?: Target[], way?: string[], mark?: string,
 *   left?: number|null, warning?: string, tone?: string, final?: boolean, usual?: boolean}} Shortcut
 * @typedef {{id: string, label: string, price: string, missing: string, goods?: Good[]}} Offer
 * @typedef {{label: string, lead: number, limit: number}} Gauge
 * @typedef {{title: string, series: (number|null)[][], steps: string, marks: [number, string][], most?: number, at?: number,
 *   visit?: (moment: number) => void, spreads?: number[]}} Chart `at`: a moment that stays marked; `spreads`: how far its numbers can be relied on
 * @typedef {{lines: {label: string, values: (number|string)[], note: string}[], charts: Chart[], way: string[]}} Ending
 * @typedef {{game: string, title: string, boards: Board[], pieces: Piece[], panels: Panel[], prompt: string,
 *   piles: Pile[], steps: string[], step: number|null, notes: string[], choices: Choice[], rule?: string,
 *   closed?: Record<string, string>, shortcuts?: Shortcut[], dice?: Die[], offers?: Offer[], gauge?: Gauge|null, ending?: Ending|null}} Scene
 * @typedef {{seat: number, kind: string, name: string, online: boolean, level?: string, mine: boolean, away: boolean,
 *   taken?: boolean}} Seat
 * @typedef {{ply: number, seat: number|null, text: string, sentence: string, template?: string, set_up?: boolean,
 *   values?: Record<string, string>}} Entry
 *
 * @typedef {object} State
 * @property {string} table the id of the table
 * @property {boolean} connected whether the socket is open
 * @property {number} seq actions made so far, as the server counts
 * @property {number} seat the seat this view is made for; 0 watches
 * @property {Seat[]} seats
 * @property {Scene|null} scene what is shown now
 * @property {Entry[]} log
 * @property {boolean} mayUndo
 * @property {boolean} rated whether the match counts for ratings
 * @property {null|{by: number, answers: Record<string, boolean|null>}} takeback
 * @property {null|{left: (number|null)[], running: number, sharing: number[], at: number}} clock milliseconds left, whose time runs, when it was told
 * @property {number|null} thinking a seat whose bot is thinking
 * @property {number[]} scores
 * @property {null|{result: null|number[], history: number[][]}} over
 * @property {string|null} rematch the table that follows this one
 * @property {Target[]} selection targets clicked so far on the way to a choice
 * @property {Choice|null} pending a choice that waits for its confirmation
 * @property {boolean} open seats are free: the match has not begun
 * @property {null|{by: number, yes: number[], kind: string}} offer to end the match without a result, or to pause
 * @property {boolean} paused
 * @property {number} patience seconds after which the others may go on without somebody absent
 * @property {boolean} waiting an action is on its way to the server
 * @property {{text: string, label: string, value?: number, reason?: string}[]} hints
 * @property {string|null} board the board in focus, when there are several
 * @property {string|null} left the board that was in focus before another one came by itself
 * @property {Target|null} cursor where the keyboard is
 * @property {number|null} ply the moment shown in a replay, null for now
 * @property {Scene|null} live the scene of now, kept while a replay shows another
 * @property {number[]} then the scores at that moment
 * @property {boolean} covered the screen is covered until the next person sits down
 * @property {number} recapGone the first moment of a recap that the player has put away
 * @property {number|null} missed the length of the log when this person looked last, if a bot or others went on since
 * @property {(string|Target)[]} plan decisions of a route or shortcut that are still to be made
 * @property {Choice[]} shelf the choices of this seat's last turn: what a premove is chosen from
 * @property {Choice|null} premove the decision to be made as soon as it is possible
 * @property {Target[]} presteps targets clicked so far on the way to a premove
 */

/** @returns {State} */
export const fresh = table => ({
  table, connected: false, seq: 0, seat: 0, seats: [], scene: null, log: [], mayUndo: false, takeback: null,
  clock: null, thinking: null, scores: [], over: null, rematch: null, selection: [], pending: null, open: false, offer: null, paused: false, patience: 0, rated: false, waiting: false,
  hints: [], board: null, left: null, cursor: null, ply: null, live: null, then: [], covered: false, recapGone: -1, missed: null, plan: [],
  shelf: [], premove: null, presteps: [],
})

/** The state after a message "state" of the server. @param {State} state */
export function received(state, message) {
  const scene = withOffers(withRoutes(turned(message.scene)))
  const log = [...state.log.slice(0, message.log_from), ...message.log]
  const goesOn = message.seq === state.seq && message.seat === state.seat && offersSame(state.live ?? state.scene, scene)
  const looksBack = state.ply !== null && log.length === state.log.length && log.at(-1)?.text === state.log.at(-1)?.text
  return {
    ...state,
    connected: true, seq: message.seq, seat: message.seat, seats: message.seats, log,
    ...(looksBack ? { live: scene } : { scene, live: null, ply: null }), // nobody is torn from a replay unless something happened
    mayUndo: message.may_undo, takeback: message.takeback, thinking: message.thinking,
    clock: message.clock && { ...message.clock, at: Date.now() },
    open: message.open ?? false, offer: message.offer ?? null, paused: message.paused ?? false, patience: message.patience ?? 0, rated: message.rated ?? false, scores: message.scores ?? [], over: message.over, rematch: message.rematch ?? null,
    ...(goesOn ? {} : { selection: [], pending: null, hints: [] }), waiting: false, // nothing that one has begun is lost by what others ask or say
    board: keptBoard(state, message.scene),
    shelf: shelved(state, message),
  }
}

/** All that there was to choose from in the last turn of this seat, the newest first. */
function shelved(state, { seat, scene: { choices } }) {
  const before = seat === state.seat ? state.shelf : []
  if (!choices.length) return before
  const goesOn = seat === state.seat && (state.live ?? state.scene)?.choices.length
  const known = new Set(choices.map(({ text }) => text))
  return goesOn ? [...choices, ...before.filter(({ text }) => !known.has(text))] : choices
}

/** Whether the same is to be chosen: then what has been begun of it can be finished. */
const offersSame = (before, after) => JSON.stringify(before?.choices) === JSON.stringify(after.choices)

/** The board in focus stays, unless it is gone; a new table starts with the viewer's own. */
function keptBoard(state, scene) {
  if (scene.boards.some(board => board.id === state.board)) return state.board
  return scene.boards[0]?.id ?? null
}

export const sameTarget = (a, b) => a.kind === b.kind && a.id === b.id && (a.kind === 'button' || a.board === b.board)
export const keyOf = target => `${target.kind}:${target.board ?? ''}:${target.id}`
export const isMine = (state, seat) => state.seats.some(s => s.seat === seat && s.mine)
/** Whether nobody else plays here: whatever happens concerns the person at this screen and bots. */
export const isAlone = state => state.seats.every(s => s.mine || s.kind === 'bot' || s.away || s.taken === false)
export const hasDecided = state => state.log.some(entry => entry.seat && isMine(state, entry.seat))
export const isAway = state => state.seats.some(s => s.mine && s.away)
export const myTurn = state => Boolean(state.scene?.choices.length) && state.ply === null && !state.covered

/** Whether the scores tell something on the way: not only at the very end, and not only a rank below zero. */
export function tellsScores(state) {
  const onTheWay = state.over ? state.over.history.slice(0, -1) : [state.scores]
  return onTheWay.some(scores => scores.some(score => score > 0))
}

/** The colour of a player as a class name: what the game says, else by seat. */
const SEAT_COLOURS = ['red', 'blue', 'green', 'pink', 'black', 'yellow']
export function colourOf(scene, player) {
  const named = scene.panels.find(panel => panel.player === player)?.colour
  return named || SEAT_COLOURS[player % SEAT_COLOURS.length]
}
