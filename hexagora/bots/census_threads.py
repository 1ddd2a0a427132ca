"""The census on a GPU, written like rules: `i` is the number of the thread, and each thread plays one match. What the
kernel of `census` has once is there for every thread; the entry (`gpu_census.py`) gives each thread its parts."""

from hexagora.bots.census import (
    ACTIONS,
    BY_CHANCE,
    BY_OTHERS,
    BY_WINNERS,
    CHANCES,
    CLOSE,
    CLOSELY,
    COLUMNS,
    DEALT,
    DECISIONS,
    FACETS,
    PLAYED,
    TRACED,
    note_leads,
    note_result,
    play_match,
)
from hexagora.bots.memory import copy_slot
from hexagora.engine.contract import CHANCE


def add_one(uses, k):
    """One more use of an action."""
    uses[k] += 1


def census_in(i, boxes, states, words, asked, seeds, seats, out, rng, dice, made, trace, row, uses):
    """Plays match `i` from the state in slot DEALT into its row. All arrays are the thread's own, or seem to be."""
    players = int(boxes[0].players)
    dice[0] = seeds[0]
    rng[0] = seeds[1]
    for k in range(len(row)):
        row[k] = 0
    row[CLOSE] = 1 if i % asked[CLOSELY] == 0 else 0
    copy_slot(words, states, DEALT, PLAYED)
    play_match(boxes[0], states, words, 0, asked, seats, out, rng, dice, made, trace, row)
    note_result(boxes[0], states[PLAYED], players, asked[FACETS], out, row)
    note_uses_together(asked[ACTIONS], made, row, uses)
    if row[TRACED] > 0:
        note_leads(players, trace, row)


def note_uses_together(actions, made, row, uses):
    """As `note_uses`, while other threads do the same."""
    for k in range(row[DECISIONS] + row[CHANCES]):
        who = made[2 * k]
        if who == CHANCE:
            add_one(uses, BY_CHANCE * actions + made[2 * k + 1])
        elif row[COLUMNS + who] > 0:
            add_one(uses, BY_WINNERS * actions + made[2 * k + 1])
        else:
            add_one(uses, BY_OTHERS * actions + made[2 * k + 1])
