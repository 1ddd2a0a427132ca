"""What a seat sees of Hexcape, as numbers. Hexes have the numbers that actions give them. Where the players choose the
map, `space` tells the first of the candidates; the planes tell the one in play, once it is fixed."""

from hexagora.engine.observing import seats_away
from hexagora.games.hexcape.rules_map import place_of
from hexagora.games.hexcape.state import (
    CARDS,
    FINISHED,
    LAST_CHANCE,
    LETTERS,
    MAPS,
    MAX_DIE,
    OFFERING,
    PLAYERS,
    UNKNOWN_CARD,
    USED,
)

PASSABLE, IMPASSABLE, COST, PRINTED, START, END, CARD, ROW, COLUMN = range(9)
NUMBER = 9
LETTER = NUMBER + MAX_DIE
TOKEN = LETTER + LETTERS
CHANNELS = TOKEN + PLAYERS
MOST_COST, MOST_ROUND, MOST_POINTS = 20, 60, 30
PHASES = FINISHED + 1
DECIDES, POINTS, FRESH, ROPE, ROUND, THAW, ERASURES, TO_NUMBER, BY_LETTERS = (PHASES + k for k in range(9))
VOTES = BY_LETTERS + 1
PLAYER = VOTES + MAPS
PLACE, HAS_TOKEN, HIDDEN_CARD = range(3)
FATE = 3
HELD = FATE + USED + 1
OF_A_PLAYER = HELD + CARDS


def cells_of(box):
    most = 0
    for k in range(box.maps):
        most = max(most, box.hexes[k])
    return most


def map_is_fixed(box, s):
    return box.vote == 0 or s.phase >= OFFERING or s.round > 0


def observe(box, s, seat, out):
    if map_is_fixed(box, s):
        for cell in range(box.hexes[s.map]):
            observe_hex(box, s, cell, out)
        for player in range(box.players):
            out[s.at[player] * CHANNELS + TOKEN + seats_away(box, player, seat)] = s.round > 0
    at = cells_of(box) * CHANNELS
    observe_turn(box, s, seat, at, out)
    for player in range(box.players):
        observe_player(box, s, player, at + PLAYER + seats_away(box, player, seat) * OF_A_PLAYER, out)
        if s.wish[player] > 0:
            out[at + VOTES + s.wish[player] - 1] += 1
    for k in range(box.players):
        if s.round > 0:
            out[at + PLAYER + seats_away(box, s.order[k], seat) * OF_A_PLAYER + PLACE] = k + 1


def observe_hex(box, s, cell, out):
    at = cell * CHANNELS
    place = place_of(box, s, cell)
    if cell < box.passable[s.map]:
        out[at + PASSABLE] = 1
        out[at + COST] = max(0, min(MOST_COST, s.cost[cell]))
        out[at + PRINTED] = max(0, min(MOST_COST, box.printed[place]))
        out[at + START] = cell == box.start[s.map]
        out[at + END] = cell == box.goal[s.map]
        out[at + CARD] = box.card_hex[place]
    else:
        out[at + IMPASSABLE] = 1
    out[at + ROW] = box.row[place]
    out[at + COLUMN] = box.column[place]
    for k in range(MAX_DIE):
        out[at + NUMBER + k] = (box.numbers[place] >> k) & 1
    for k in range(LETTERS):
        out[at + LETTER + k] = (box.letters[place] >> k) & 1


def observe_turn(box, s, seat, at, out):
    out[at + s.phase] = 1
    out[at + DECIDES] = s.actor == seat and s.phase > LAST_CHANCE and s.phase != FINISHED
    out[at + POINTS] = min(MOST_POINTS, s.ap)
    out[at + FRESH] = s.fresh
    out[at + ROPE] = s.rope
    out[at + ROUND] = min(MOST_ROUND, s.round)
    out[at + ERASURES] = min(8, s.erasures)
    out[at + TO_NUMBER] = max(0, s.right)
    out[at + BY_LETTERS] = s.right < 0
    if map_is_fixed(box, s):
        out[at + THAW] = min(MOST_ROUND, box.thaw[s.map])


def observe_player(box, s, player, at, out):
    out[at + HAS_TOKEN] = s.colour[player] > 0
    out[at + FATE + s.fate[player]] = 1
    if s.card[player] == UNKNOWN_CARD:
        out[at + HIDDEN_CARD] = 1
    elif s.card[player] > 0:
        out[at + HELD + s.card[player] - 1] = 1
