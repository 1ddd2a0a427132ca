"""All ends of a turn, and which of them the next player cannot answer with a win: for looking several turns ahead.

Written like rules. An end is a row of `ends`: how many actions lead to it, the actions, several a word, and what the
next player can hope for after it; `order` has the rows by that, the least hope first, and what is known of each.
`replies` are such rows too: actions that answered other ends, which mostly answer the next one as well. A turn is
played from the state in one slot into the slots behind it.
"""

from hexagora.games.sigil.rules import apply, end_of_turn_effects
from hexagora.games.sigil.rules_ends import verdict_of_turn
from hexagora.games.sigil.solver_bounds import prospect
from hexagora.games.sigil.solver_kernel import (
    ACTION,
    DEPTH,
    KEY_WORDS,
    LIMIT_REACHED,
    MASK,
    MIX,
    REST,
    action_of,
    enter,
    is_known,
    is_noted,
    pack,
    rows_for,
    solve,
    unpack,
)
from hexagora.games.sigil.solver_memory import copy_position
from hexagora.games.sigil.solver_types import ends_argument_types as argument_types
from hexagora.games.sigil.solver_types import ends_signatures as signatures
from hexagora.games.sigil.state import END_TURN, NODES

__all__ = ["argument_types", "signatures"]

LENGTH = 0  # of a row: how many actions
BITS, IN_A_WORD = 10, 6
ONE_ACTION = (1 << BITS) - 1
LONGEST = 60  # actions of a turn
BITS_TO_MIX, MIXED = (1 << 60) - 1, 1_000_003  # a number of a state, to leave out half of them
HOPE = 1 + LONGEST // IN_A_WORD  # of a row: what the next player can hope for, from 0 on
END_WIDTH = HOPE + 1
LEAST_HOPE, HOPES = -64, 192  # leads that are told apart
ROW, VERDICT, ORDER_WIDTH = 0, 1, 2  # of the order: a row, and whether it is known to be answered
OPEN, LOST = 0, 1
REPLIES = 24  # that are tried before everything is
AN_END, A_WHILE = 30, 10_000  # states that trying one reply after the other is worth, and that are looked into at once
STONES = (1 << NODES) - 1
ENDED = 15 << 39  # a phase that there is not: ends are told apart from other states
MOVED_ON_AND_SPENT = 7 << 58
COUNTED, FOUND, UNDECIDED = 0, 1, 2  # of `out`: states looked into, ends written, ends of which nothing is sure
NONE = -1


def list_ends(box, s, words, ends, out, stamp, limit, thinned):
    """Writes every way to end the turn after which the game goes on, once for each position that it leads to; or, if
    `thinned`, some from everywhere, by going on from every other state alone. Returns how many, or LIMIT_REACHED if
    there may be more than were written (`out[FOUND]` counts these)."""
    rows = rows_for(words, limit)
    out[COUNTED] = 0
    out[FOUND] = 0
    depth = 0
    enter(box, s, words, depth)
    while depth >= 0:
        rest = words[depth][REST]
        if rest == 0:
            depth -= 1
            continue
        words[depth][REST] = rest & (rest - 1)
        unpack(box, s, words, depth)
        a = action_of(box, s, rest)
        words[depth][ACTION] = a
        if a == END_TURN:
            if is_new_end(box, s, words, rows, stamp):
                if out[FOUND] == len(ends) or depth >= LONGEST:
                    return LIMIT_REACHED
                write_way(words, depth + 1, ends, out[FOUND])
                ends[out[FOUND]][HOPE] = min(HOPES - 1, max(0, prospect(box, s) - LEAST_HOPE))
                out[FOUND] += 1
            continue
        apply(box, s, a)
        out[COUNTED] += 1
        if s.winner > 0:
            s.winner = 0
            continue
        if is_known(box, s, words, rows, stamp) or (thinned == 1 and is_left_out(words, depth, stamp)):
            continue
        if out[COUNTED] >= limit or depth + 1 >= DEPTH:
            return LIMIT_REACHED
        depth += 1
        enter(box, s, words, depth)
    return out[FOUND]


def is_left_out(words, depth, stamp):
    """Half of the states, behind the first decision, by what is packed behind the way."""
    if depth == 0:
        return False
    h = (words[DEPTH][0] ^ (words[DEPTH][1] << 1) ^ (words[DEPTH][2] << 2)) & BITS_TO_MIX
    h = (h % MIXED + stamp) * MIX & MASK
    return (h >> 16) & 1 == 1


def is_new_end(box, s, words, rows, stamp):
    """Whether the game goes on after the end of the turn here, in a position that was not met yet."""
    pack(box, s, words, DEPTH)
    words[DEPTH][0] = (words[DEPTH][0] & STONES) | ENDED
    words[DEPTH][1] = words[DEPTH][1] & (STONES | MOVED_ON_AND_SPENT)
    words[DEPTH][2] = words[DEPTH][2] & ~STONES
    words[DEPTH][3] = words[DEPTH][3] & ~STONES
    words[DEPTH][4] = words[DEPTH][4] & ~STONES
    words[DEPTH][5] = 0
    for k in range(7, KEY_WORDS):
        words[DEPTH][k] = 0
    if is_noted(words, rows, stamp):
        return False
    end_of_turn_effects(box, s)
    return verdict_of_turn(box, s) == 0


def write_way(words, length, ends, row):
    """The actions on the way become a row."""
    ends[row][LENGTH] = length
    for k in range(1, HOPE):
        ends[row][k] = 0
    for k in range(length):
        ends[row][1 + k // IN_A_WORD] |= words[k][ACTION] << (BITS * (k % IN_A_WORD))


def action_in(ends, row, k):
    return (ends[row][1 + k // IN_A_WORD] >> (BITS * (k % IN_A_WORD))) & ONE_ACTION


def follow(box, s, ends, row):
    """Plays a row that is known to be legal."""
    for k in range(ends[row][LENGTH]):
        apply(box, s, action_in(ends, row, k))


def follow_if_legal(box, s, words, ends, row):
    """Plays a row as far as it is legal; whether all of it was."""
    for k in range(ends[row][LENGTH]):
        a = action_in(ends, row, k)
        if s.winner > 0 or not is_offered(box, s, words, a):
            return False
        apply(box, s, a)
    return True


def is_offered(box, s, words, a):
    """Whether an action is among those of the pending decision."""
    enter(box, s, words, 0)
    rest = words[0][REST]
    while rest != 0:
        if action_of(box, s, rest) == a:
            return True
        rest &= rest - 1
    return False


def put_in_order(ends, order, count):
    """The rows of `count` ends by what the next player can hope for, least first; of each nothing is known yet. The
    places behind them are used to count."""
    for hope in range(HOPES):
        order[len(order) - HOPES + hope][ROW] = 0
    for row in range(count):
        order[len(order) - HOPES + ends[row][HOPE]][ROW] += 1
    at = 0
    for hope in range(HOPES):
        found = order[len(order) - HOPES + hope][ROW] + 0
        order[len(order) - HOPES + hope][ROW] = at
        at += found
    for row in range(count):
        place = order[len(order) - HOPES + ends[row][HOPE]][ROW] + 0
        order[len(order) - HOPES + ends[row][HOPE]][ROW] = place + 1
        order[place][ROW] = row
        order[place][VERDICT] = OPEN


def first_safe(boxes, states, cells, i, words, ends, order, replies, out, stamp, limit, first, count):
    """The first place from `first` on, of `count`, after whose end the next player has no win within the turn; NONE if
    there is none among those of which it is sure (`out[UNDECIDED]` counts the others). The position after it is in slot
    i + 1. Stops after a while: `out[FOUND]` says which place comes next."""
    out[UNDECIDED] = 0
    found = NONE
    counted = 0
    place = first
    while found == NONE and place < count and counted + (place - first) * AN_END < A_WHILE:
        if order[place][VERDICT] == OPEN:
            row = order[place][ROW]
            length = answer_to(boxes, states, cells, i, words, ends, row, replies, out, stamp + place, limit)
            counted += out[COUNTED]
            if length == 0:
                found = place
            elif length == LIMIT_REACHED:
                out[UNDECIDED] += 1
            else:
                order[place][VERDICT] = LOST
        place += 1
    out[COUNTED] = counted
    out[FOUND] = place
    return found


def answer_to(boxes, states, cells, i, words, ends, row, replies, out, stamp, limit):
    """How many actions a win of the next player after an end takes, 0 if there is none, LIMIT_REACHED if that is not
    sure."""
    out[COUNTED] = 0
    copy_position(cells, states, i, i + 1)
    follow(boxes[0], states[i + 1], ends, row)
    answer = known_answer(boxes, states, cells, i + 1, words, replies)
    if answer > 0:
        return answer
    copy_position(cells, states, i + 1, i + 2)
    length = solve(boxes[0], states[i + 2], words, out, stamp, limit)
    if 0 < length <= LONGEST:
        note_reply(words, length, replies)
    return length


def known_answer(boxes, states, cells, i, words, replies):
    """The length of a reply that wins for the player to act in a slot, 0 if none does; that one is tried first from
    then on."""
    player = states[i].mover
    for row in range(REPLIES):
        if replies[row][LENGTH] > 0:
            copy_position(cells, states, i, i + 1)
            follow_if_legal(boxes[0], states[i + 1], words, replies, row)
            if states[i + 1].winner == player + 1:
                bring_to_front(replies, row)
                return replies[0][LENGTH] + 0
    return 0


def bring_to_front(replies, row):
    """A row comes first, and those before it move back by one."""
    for k in range(HOPE):
        first = replies[row][k] + 0
        for before in range(row, 0, -1):
            replies[before][k] = replies[before - 1][k]
        replies[0][k] = first


def note_reply(words, length, replies):
    """The way that was found takes the place of the reply that was of no use for longest."""
    write_way(words, length, replies, REPLIES - 1)
    bring_to_front(replies, REPLIES - 1)


def is_defended(boxes, states, cells, i, words, defences, out, stamp, limit):
    """The row of a turn that defended elsewhere and is legal here, for the player to act in a slot, such that the next
    player has no win within the turn after it; NONE if there is none."""
    for row in range(REPLIES):
        if defences[row][LENGTH] > 0:
            copy_position(cells, states, i, i + 1)
            if follow_if_legal(boxes[0], states[i + 1], words, defences, row) and states[i + 1].winner == 0:
                if solve(boxes[0], states[i + 1], words, out, stamp + row, limit) == 0:
                    bring_to_front(defences, row)
                    return row
    return NONE


def note_defence(defences, ends, row):
    """A turn that defended takes the place of the one that was of no use for longest."""
    for k in range(HOPE):
        defences[REPLIES - 1][k] = ends[row][k]
    bring_to_front(defences, REPLIES - 1)


# for calls from outside


def win_at(boxes, states, cells, i, words, out, stamp, limit):
    """As `solve`; the state in the slot stays as it is, and the one behind it is spoilt."""
    copy_position(cells, states, i, i + 1)
    return solve(boxes[0], states[i + 1], words, out, stamp, limit)


def list_ends_at(boxes, states, cells, i, words, ends, order, out, stamp, limit, thinned):
    """As `list_ends`, and puts them in order; the state in the slot stays as it is, and those behind it are spoilt."""
    copy_position(cells, states, i, i + 1)
    found = list_ends(boxes[0], states[i + 1], words, ends, out, stamp, limit, thinned)
    put_in_order(ends, order, out[FOUND])
    return found


def keep_defence(boxes, states, defences, ends, row):
    note_defence(defences, ends, row)
    return 0
