"""The search for a win in one own turn, written like rules so that it runs interpreted and compiled.

It walks through all decisions of the turn, depth first. `words` is its memory: rows for the states on the way from the
start to the present one, then a table of states that were looked into. A state is told apart exactly, by all fields
that can differ within a turn. A state is left aside only if no continuation can win, by bounds on what the stones still
to come can gain (`solver_bounds.py`).
"""

from hexagora.games.sigil.rules import apply, block_of, end_of_turn_effects, may_dash, may_withdraw, placing_turn
from hexagora.games.sigil.rules_board import first_node
from hexagora.games.sigil.rules_ends import elimination, verdict_of_turn
from hexagora.games.sigil.rules_offers import spell_now
from hexagora.games.sigil.rules_spells import castable, may_cast
from hexagora.games.sigil.solver_bounds import hopeless, loop_possible
from hexagora.games.sigil.solver_types import signatures
from hexagora.games.sigil.state import (
    CAST,
    DASH,
    END_TURN,
    KEEP,
    MENU,
    NODES,
    PUSH,
    SKIP,
    SLOTS,
    WITHDRAW,
)

__all__ = ["signatures", "solve", "solve_at"]

KEY_WORDS = 9  # of a packed state
REST = 9  # on the way: which actions are still to be tried; in the table: the number of the search
ACTION = 10  # on the way: the action that leads on
WIDTH = 11  # words of a row
DEPTH = 128  # rows for the way; a turn has at most 32 decisions in the base set
PROBES = 16  # places of the table that are looked at for a state
ROOM = 4  # places for each state that may be looked into: a short search stays in a part that is quick to reach
MASK = 0xFFFFFFFF
MIX = 0x2545F491
LIMIT_REACHED = -1
MENU_DASH = SLOTS + 1  # bits of the menu: end turn, the casts, dash, withdraw
MENU_WITHDRAW = SLOTS + 2
SIX, FOUR, ELEVEN = 63, 15, 2047  # widths of packed fields
NODE_SET = (1 << NODES) - 1
HALF = 20  # nodes whose slides fit into one word
NEIGHBOURS = 3  # most neighbours of a node that can slide


def solve(box, s, words, out, stamp, limit):
    """Looks for a win of the active player in this turn. Returns how many actions it takes (they stand in the rows of
    the way), 0 if there is none, LIMIT_REACHED if more than `limit` states were looked into. `out[0]` counts them."""
    looping = loop_possible(box, s)
    player = s.mover
    rows = rows_for(words, limit)
    out[0] = 0
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
            if wins_by_ending(box, s):
                return depth + 1
            continue
        apply(box, s, a)
        out[0] += 1
        if s.winner > 0:
            if s.winner == player + 1:
                return depth + 1
            s.winner = 0
            continue
        if hopeless(box, s, looping) or is_known(box, s, words, rows, stamp):
            continue
        if out[0] >= limit or depth + 1 >= DEPTH:
            return LIMIT_REACHED
        depth += 1
        enter(box, s, words, depth)
    return 0


def enter(box, s, words, depth):
    """A state becomes the end of the way, with all its actions to try."""
    pack(box, s, words, depth)
    rest = s.choices
    if s.phase == MENU:
        rest = menu_bits(box, s)
    elif may_skip(box, s):
        rest |= 1 << NODES
    words[depth][REST] = rest


def may_skip(box, s):
    if s.resolving == 0 or s.phase == KEEP or s.phase == PUSH:
        return False
    return box.step_optional[spell_now(s)][s.step - 1] == 1


def menu_bits(box, s):
    """The menu as a set: end turn first, then casts, then what costs stones."""
    rest = 1
    if placing_turn(box, s):
        return rest
    if may_cast(box, s):
        for slot in range(SLOTS):
            if castable(box, s, slot):
                rest |= 1 << (slot + 1)
    if may_dash(box, s):
        rest |= 1 << MENU_DASH
    if may_withdraw(box, s):
        rest |= 1 << MENU_WITHDRAW
    return rest


def action_of(box, s, rest):
    """The action of the first bit of those still to be tried."""
    bit = first_node(box, rest)
    if s.phase != MENU:
        if bit == NODES:
            return SKIP
        return block_of(s.phase) + bit
    if bit == 0:
        return END_TURN
    if bit == MENU_DASH:
        return DASH
    if bit == MENU_WITHDRAW:
        return WITHDRAW
    return CAST + bit - 1


def wins_by_ending(box, s):
    """Whether `end turn` wins for the active player; the state is spoilt."""
    end_of_turn_effects(box, s)
    verdict = 0
    if box.immediate == 1:
        verdict = elimination(box, s)
    if verdict == 0:
        verdict = verdict_of_turn(box, s)
    return verdict > 0 and verdict % 2 == s.mover


# states as words


def pack(box, s, words, row):
    """Everything that can differ within a turn, in a row of words."""
    words[row][0] = (
        s.stones[0]
        | (s.phase << 39)
        | (s.dashed << 43)
        | (s.cast_now << 44)
        | (s.left << 46)
        | (s.step << 52)
        | (s.resolving << 54)
    )
    words[row][1] = (
        s.stones[1]
        | (s.landed << 39)
        | (s.pushed_from << 45)
        | (s.cursor << 51)
        | (s.may_withdraw << 57)
        | (s.moved_on << 58)
        | (s.spent[0] << 59)
        | (s.spent[1] << 60)
    )
    words[row][2] = (
        s.choices | (s.lock[0] << 39) | (s.lock[1] << 43) | (s.casts[0] << 47) | (s.casts[1] << 51)
    )
    words[row][3] = s.region | (s.bank[0] << 39) | (s.bank[1] << 50)
    words[row][4] = s.fresh | (s.count[0] << 39) | (s.count[1] << 45)
    words[row][5] = s.kept
    words[row][6] = s.walls
    words[row][7] = packed_slides(box, s, 0, HALF)
    words[row][8] = packed_slides(box, s, HALF, NODES)


def unpack(box, s, words, row):
    word = words[row][0]
    s.stones[0] = word & NODE_SET
    s.phase = (word >> 39) & FOUR
    s.dashed = (word >> 43) & 1
    s.cast_now = (word >> 44) & NEIGHBOURS
    s.left = (word >> 46) & SIX
    s.step = (word >> 52) & NEIGHBOURS
    s.resolving = (word >> 54) & FOUR
    word = words[row][1]
    s.stones[1] = word & NODE_SET
    s.landed = (word >> 39) & SIX
    s.pushed_from = (word >> 45) & SIX
    s.cursor = (word >> 51) & SIX
    s.may_withdraw = (word >> 57) & 1
    s.moved_on = (word >> 58) & 1
    s.spent[0] = (word >> 59) & 1
    s.spent[1] = (word >> 60) & 1
    word = words[row][2]
    s.choices = word & NODE_SET
    s.lock[0] = (word >> 39) & FOUR
    s.lock[1] = (word >> 43) & FOUR
    s.casts[0] = (word >> 47) & FOUR
    s.casts[1] = (word >> 51) & FOUR
    s.region = words[row][3] & NODE_SET
    s.bank[0] = (words[row][3] >> 39) & ELEVEN
    s.bank[1] = (words[row][3] >> 50) & ELEVEN
    s.fresh = words[row][4] & NODE_SET
    s.count[0] = (words[row][4] >> 39) & SIX
    s.count[1] = (words[row][4] >> 45) & SIX
    s.kept = words[row][5]
    s.walls = words[row][6]
    unpack_slides(box, s, words[row][7], 0, HALF)
    unpack_slides(box, s, words[row][8], HALF, NODES)


def packed_slides(box, s, first, last):
    """For each sliding stone which of its neighbours it aims at, counted from 1."""
    word = 0
    if s.cursor > 0:
        for node in range(first, last):
            rest = box.around[node]
            rank = 0
            while s.slide[node] > 0 and rest != 0:
                rank += 1
                if first_node(box, rest) + 1 == s.slide[node]:
                    rest = 0
                rest &= rest - 1
            word |= rank << (2 * (node - first))
    return word


def unpack_slides(box, s, word, first, last):
    for node in range(first, last):
        if s.slide[node] > 0 or word > 0:
            rank = (word >> (2 * (node - first))) & NEIGHBOURS
            rest = box.around[node]
            for _ in range(rank - 1):
                rest &= rest - 1
            s.slide[node] = first_node(box, rest) + 1 if rank > 0 else 0


def is_known(box, s, words, rows, stamp):
    """Whether the state was looked into already; notes it if not."""
    pack(box, s, words, DEPTH)
    return is_noted(words, rows, stamp)


def rows_for(words, limit):
    """How much of the table a search needs that looks into so many states; some also where there is no time for any."""
    return max(1, min(len(words) - DEPTH - 1, ROOM * limit))


def is_noted(words, rows, stamp):
    """Whether what is packed behind the way is in the table; notes it if not. A full table only forgets."""
    h = 0
    for k in range(KEY_WORDS):
        word = words[DEPTH][k]
        h = ((h ^ (word & MASK)) * MIX) & MASK
        h = ((h ^ (h >> 15) ^ (word >> 32)) * MIX) & MASK
    for probe in range(PROBES):
        row = DEPTH + 1 + (h + probe) % rows
        if words[row][REST] != stamp:
            for k in range(KEY_WORDS):
                words[row][k] = words[DEPTH][k]
            words[row][REST] = stamp
            return False
        same = 0
        while same < KEY_WORDS and words[row][same] == words[DEPTH][same]:
            same += 1
        if same == KEY_WORDS:
            return True
    return False


def solve_at(boxes, states, i, words, out, stamp, limit):
    return solve(boxes[0], states[i], words, out, stamp, limit)
