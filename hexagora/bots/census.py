"""Whole matches of random and quick players, counted: what the lab knows about a game comes from here. Written against
the contract like the search, so that it runs compiled with each game.

Every match has random numbers of its own, one row of them for chance and one for the players, so that the same match
comes out wherever and beside whichever others it is played, and that a changed game meets the same chances. A quick
player decides by the game's rules of thumb (`suggest`) alone. Of what it cannot know it makes a draw first, as a search
does.
"""

from hexagora.bots import signatures as kinds
from hexagora.bots.figures import reason, side
from hexagora.bots.guide import SURE, evaluate, settled, suggest
from hexagora.bots.memory import copy_slot
from hexagora.engine.chance import outcome
from hexagora.engine.contract import CHANCE, OVER, apply, hide, legal, pick, resample, returns, scores, to_act

DEALT, PLAYED, DRAWN = 0, 1, 2  # slots of states: as it begins, as it goes on, with a draw of what a player cannot know
SLOTS = 3
AT_RANDOM, QUICK = 0, 1  # who decides
LIMIT, HIDDEN, CLOSELY, FACETS, ACTIONS = 0, 1, 2, 3, 4  # what is asked for, in `asked`
ASKED = 5
# the columns of a match, before those of each player: share, score, and one for each facet
FINISHED, DECISIONS, CHANCES, TURNS, CLOSE, FORCED, WAYS, TRACED, LEADS, SETTLED, DRAMA, REASON = range(12)
COLUMNS = 12
LEAST_LEAD = SURE // 50  # of winning chance; who is ahead by less does not lead
NOBODY = -1
BY_WINNERS, BY_OTHERS, BY_CHANCE = 0, 1, 2  # rows of `uses`
THOUSAND = 1000

signatures, argument_types = kinds.census_entries, kinds.census_argument_types


def census(boxes, states, words, first, last, asked, seeds, seats, out, rng, dice, made, trace, rows, uses):
    """Plays the matches first..last-1 from the state in slot DEALT, each into its row. `seeds` holds two numbers a
    match (for `dice`, chance, and `rng`, the players), `seats` who decides for each player. Every CLOSELY-th match is
    looked at closely: how many ways there were at each decision, and who led."""
    box = boxes[0]
    players = int(box.players)
    for m in range(first, last):
        dice[0] = seeds[2 * m]
        rng[0] = seeds[2 * m + 1]
        row = rows[m]
        for k in range(len(row)):
            row[k] = 0
        row[CLOSE] = 1 if m % asked[CLOSELY] == 0 else 0
        copy_slot(words, states, DEALT, PLAYED)
        play_match(box, states, words, m * players, asked, seats, out, rng, dice, made, trace, row)
        note_result(box, states[PLAYED], players, asked[FACETS], out, row)
        note_uses(players, asked[ACTIONS], made, row, uses)
        if row[TRACED] > 0:
            note_leads(players, trace, row)


def play_match(box, states, words, at, asked, seats, out, rng, dice, made, trace, row):
    """Plays to the end, or until there were as many decisions as allowed. `made` gets who decided what."""
    before = NOBODY
    done = 0
    while done < asked[LIMIT]:
        who = to_act(box, states[PLAYED])
        if who == OVER:
            row[FINISHED] = 1
            break
        if who == CHANCE:
            a = outcome(box, states[PLAYED], out, dice)
            row[CHANCES] += 1
        else:
            if row[CLOSE] == 1:
                look_closely(box, states[PLAYED], who, before, out, trace, row)
            a = decide(box, states, words, who, seats[at + who], asked[HIDDEN], out, rng)
            row[TURNS] += who != before
            row[DECISIONS] += 1
            before = who
        made[2 * done] = who
        made[2 * done + 1] = a
        apply(box, states[PLAYED], a)
        done += 1


def decide(box, states, words, who, way, hidden, out, rng):
    """The action of a player."""
    if way == AT_RANDOM:
        return pick(box, states[PLAYED], out, rng)
    if hidden == 0:
        return suggest(box, states[PLAYED], out, rng)
    copy_slot(words, states, PLAYED, DRAWN)
    hide(box, states[DRAWN], who)
    resample(box, states[DRAWN], who, rng)
    return suggest(box, states[DRAWN], out, rng)


def look_closely(box, s, who, before, out, trace, row):
    """How many ways there are to go on; between two turns, what chances everybody has."""
    ways = legal(box, s, out)
    row[WAYS] += ways
    row[FORCED] += ways == 1
    players = int(box.players)
    at = row[TRACED] * players
    if who != before and before != NOBODY and at + players <= len(trace) and settled(box, s):
        evaluate(box, s, out)
        for p in range(players):
            trace[at + p] = out[p]
        row[TRACED] += 1


def note_result(box, s, players, facets, out, row):
    """Shares, scores and sides; nobody wins a match that was given up."""
    at = COLUMNS
    scores(box, s, out)
    for p in range(players):
        row[at + players + p] = out[p]
    for p in range(players):
        out[p] = 0
    if row[FINISHED] == 1:
        returns(box, s, out)
        row[REASON] = reason(box, s)
    for p in range(players):
        row[at + p] = out[p]
    for facet in range(facets):
        for p in range(players):
            row[at + (2 + facet) * players + p] = side(box, s, facet, p)


def note_uses(players, actions, made, row, uses):
    """Adds up which actions winners, others and chance made."""
    for k in range(row[DECISIONS] + row[CHANCES]):
        who = made[2 * k]
        if who == CHANCE:
            uses[BY_CHANCE * actions + made[2 * k + 1]] += 1
        elif row[COLUMNS + who] > 0:
            uses[BY_WINNERS * actions + made[2 * k + 1]] += 1
        else:
            uses[BY_OTHERS * actions + made[2 * k + 1]] += 1


def note_leads(players, trace, row):
    """How often the lead went to another, when the winner was ahead for good (in thousandths of the turns looked at),
    and the largest gap that the winner made up."""
    leader = NOBODY
    behind = 0
    for t in range(row[TRACED]):
        ahead = leader_of(players, trace, t * players)
        if ahead != NOBODY:
            row[LEADS] += leader != NOBODY and ahead != leader
            leader = ahead
        if ahead == NOBODY or row[COLUMNS + ahead] == 0:
            behind = t + 1
        row[DRAMA] = max(row[DRAMA], gap_of(players, trace, t * players, row))
    row[SETTLED] = behind * THOUSAND // row[TRACED]


def leader_of(players, trace, at):
    """Who is ahead by enough to be called so."""
    best = 0
    for p in range(1, players):
        if trace[at + p] > trace[at + best]:
            best = p
    for p in range(players):
        if p != best and trace[at + p] + LEAST_LEAD > trace[at + best]:
            return NOBODY
    return best


def gap_of(players, trace, at, row):
    """How far the best winner is behind the best of all."""
    most = 0
    own = 0
    for p in range(players):
        most = max(most, trace[at + p])
        if row[COLUMNS + p] > 0:
            own = max(own, trace[at + p])
    return most - own if own > 0 else 0
