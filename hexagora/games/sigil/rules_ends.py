"""Score, the ends of the game, loops."""

from hexagora.games.sigil.rules_board import holds
from hexagora.games.sigil.state import (
    BLUE,
    BY_CAP,
    BY_ELIMINATION,
    BY_LEAD,
    BY_LOOP,
    BY_SEAL,
    BY_SIXTH,
    BYTE,
    DEATHMATCH,
    DESTRUCTION,
    HISTORY,
    RED,
    SCRAMBLE,
    STANDARD,
)

BYTE_BASE = 6561  # eight places in base three
MOST_BANKED = 1023  # more are not told apart in remembered positions


def total(box, s, player):
    """Stones on nodes and in the bank; the score stone counts for Blue (SIG-SCORE-3, SIG-RULING-42)."""
    return s.count[player] + s.bank[player] + box.score_stones[player]


def lead_of(box, s, player):
    """How far a player is ahead (SIG-SCORE-2)."""
    return total(box, s, player) - total(box, s, 1 - player)


def finish(s, verdict):
    """The game is over: a verdict is twice its reason, plus the winner."""
    s.winner = 1 + verdict % 2
    s.reason = verdict // 2
    s.choices = 0


def before_blue_has_placed(box, s):
    """With the free start no end is tested before both have placed (SIG-VAR-1)."""
    return box.free_start == 1 and s.turn == 1


def elimination(box, s):
    """A player without stones has lost; if both have none, the active player (SIG-RULING-2, SIG-RULING-4)."""
    if s.count[s.mover] == 0:
        return 2 * BY_ELIMINATION + 1 - s.mover
    if s.count[1 - s.mover] == 0:
        return 2 * BY_ELIMINATION + s.mover
    return 0


def wiped_out(box, s):
    """Immediate elimination, tested after every completed change (SIG-RULING-2)."""
    if box.immediate == 0 or s.winner > 0 or before_blue_has_placed(box, s):
        return s.winner > 0
    verdict = elimination(box, s)
    if verdict > 0:
        finish(s, verdict)
    return verdict > 0


def verdict_of_turn(box, s):
    """How the turn that ends now ends the game, 0 if it goes on: lead, sixth big spell, elimination, repetition, cap,
    in this order (SIG-RULING-3)."""
    if before_blue_has_placed(box, s):
        return 0
    ahead = lead_of(box, s, s.mover)
    if box.win == STANDARD and abs(ahead) >= box.lead:
        return 2 * BY_LEAD + (s.mover if ahead > 0 else 1 - s.mover)
    if box.win != DEATHMATCH and s.casts[s.mover] >= box.big_casts:
        if box.win == SCRAMBLE or ahead > 0:
            return 2 * BY_SIXTH + s.mover
        return 2 * BY_SIXTH + 1 - s.mover
    verdict = elimination(box, s)
    if verdict > 0:
        return verdict
    if repeats(box, s):
        return 2 * BY_LOOP + BLUE
    if box.turn_cap > 0 and s.turn >= box.turn_cap:
        return 2 * BY_CAP + (RED if lead_of(box, s, RED) > 0 else BLUE)
    if holds(box, s, 1 - s.mover, DESTRUCTION):
        return 2 * BY_SEAL + s.mover
    return 0


# loops


def position_key(box, s):
    """The stones of both colours as one number in base three."""
    return in_base_three(box, s.stones[0]) + 2 * in_base_three(box, s.stones[1])


def in_base_three(box, nodes):
    value = box.ternary[nodes >> 32] * BYTE_BASE + box.ternary[(nodes >> 24) & BYTE]
    value = value * BYTE_BASE + box.ternary[(nodes >> 16) & BYTE]
    value = value * BYTE_BASE + box.ternary[(nodes >> 8) & BYTE]
    return value * BYTE_BASE + box.ternary[nodes & BYTE]


def position_rest(s, mover):
    """The rest of a position: who moves, both locks, both banks. Cast counters only go up: what was remembered before
    is forgotten then (SIG-RULING-5)."""
    return (
        mover
        + (s.lock[0] << 1)
        + (s.lock[1] << 5)
        + (s.spent[0] << 9)
        + (s.spent[1] << 10)
        + (min(s.bank[0], MOST_BANKED) << 11)
        + (min(s.bank[1], MOST_BANKED) << 21)
    )


def find_position(s, key, rest):
    """Where a position is remembered, -1 if it is new."""
    for k in range(min(s.known, HISTORY)):
        if s.seen_key[k] == key and s.seen_rest[k] == rest:
            return k
    return -1


def repeats(box, s):
    """Whether the position after this turn is the one that wins for Blue: the third occurrence, or one that has been
    announced (SIG-LOOP-1, SIG-LOOP-2, SIG-RULING-5)."""
    if s.moved_on == 1:
        return False
    k = find_position(s, position_key(box, s), position_rest(s, 1 - s.mover))
    if k < 0:
        return False
    if box.claim == 1:
        return s.seen_said[k] == 1
    return s.seen_times[k] + 1 >= box.loop_limit


def remember_position(box, s):
    """Counts the position at the start of a turn."""
    if s.moved_on == 1:
        forget_positions(s)
    key = position_key(box, s)
    rest = position_rest(s, s.mover)
    k = find_position(s, key, rest)
    if k < 0:
        k = s.known % HISTORY
        s.known += 1
        s.seen_key[k] = key
        s.seen_rest[k] = rest
        s.seen_times[k] = 0
        s.seen_said[k] = 0
    s.seen_times[k] += 1
    s.present = k


def forget_positions(s):
    """None of the remembered positions can come back."""
    for k in range(min(s.known, HISTORY)):
        s.seen_key[k] = 0
        s.seen_rest[k] = 0
        s.seen_times[k] = 0
        s.seen_said[k] = 0
    s.known = 0


def may_announce(box, s):
    """A player may say that the present position has occurred before (SIG-RULING-5)."""
    return box.claim == 1 and s.seen_times[s.present] > 1 and s.seen_said[s.present] == 0
