"""Rules of thumb for Sigil: stones decide, mana makes spells cheap, and a dash costs more than it brings."""

from hexagora.engine.contract import pick
from hexagora.engine.rng import below
from hexagora.games.sigil.rules_board import how_many
from hexagora.games.sigil.rules_ends import total
from hexagora.games.sigil.state import BLUE, DASH, END_TURN, RED

TUNING = {"later": 0, "explore": 1500}  # what is good now says little about what is good later

SURE = 6000  # the whole of a winning chance
STONE = 900  # what one stone of lead adds to it
MANA = 150  # what one mana node adds
LEAST = 150  # a position that is not over is never quite lost
LOOK_AHEAD = 40  # decisions of a play-out: some ten turns
RARELY = 8  # one dash in so many that are offered is made in a play-out
PLAIN, POOR = 10, 4  # appeal of a choice


def horizon(box):
    return LOOK_AHEAD


def evaluate(box, s, out):
    """By the lead in stones and in mana nodes."""
    red = SURE // 2 + STONE * (total(box, s, RED) - total(box, s, BLUE))
    red += MANA * (how_many(box, s.stones[RED] & box.mana) - how_many(box, s.stones[BLUE] & box.mana))
    red = min(max(red, LEAST), SURE - LEAST)
    out[RED] = red
    out[BLUE] = SURE - red


def suggest(box, s, out, rng):
    """Anything, but a dash only rarely."""
    a = pick(box, s, out, rng)
    if a == DASH and below(rng, RARELY) != 0:
        return END_TURN
    return a


def appeal(box, s, a):
    """A dash is rarely worth its stones."""
    return POOR if a == DASH else PLAIN
