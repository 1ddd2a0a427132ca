"""The census on a GPU, written like rules: `i` is the number of the thread, and each thread plays one match. What the
kernel of `census` has once is there for every thread; `which` chooses the box by a number in memory (see
`engine.gpu_kernel`)."""

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
    SLOTS,
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


def census_in(i, boxes, which, states, words, asked, seeds, seats, outs, rngs, dices, made, traces, rows, uses):
    """Plays match `i` from the state in its slot DEALT into its row."""
    mine = states[SLOTS * i : SLOTS * i + SLOTS]
    own = words[SLOTS * i : SLOTS * i + SLOTS]
    players = int(boxes[which[i]].players)
    row = rows[i]
    dices[i, 0] = seeds[2 * i]
    rngs[i, 0] = seeds[2 * i + 1]
    for k in range(len(row)):
        row[k] = 0
    row[CLOSE] = 1 if i % asked[CLOSELY] == 0 else 0
    copy_slot(own, mine, DEALT, PLAYED)
    play_match(boxes[which[i]], mine, own, i * players, asked, seats, outs[i], rngs[i], dices[i], made[i], traces[i],
               row)
    note_result(boxes[which[i]], mine[PLAYED], players, asked[FACETS], outs[i], row)
    note_uses_together(asked[ACTIONS], made[i], row, uses)
    if row[TRACED] > 0:
        note_leads(players, traces[i], row)


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
