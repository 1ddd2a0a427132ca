"""Score and the ends of the game."""

from hexagora.games.sigil import state as S
from hexagora.games.sigil.rules_board import holds
from hexagora.games.sigil.rules_loops import repeats


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
        return 2 * S.BY_ELIMINATION + 1 - s.mover
    if s.count[1 - s.mover] == 0:
        return 2 * S.BY_ELIMINATION + s.mover
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
    if box.win == S.STANDARD and abs(ahead) >= box.lead:
        return 2 * S.BY_LEAD + (s.mover if ahead > 0 else 1 - s.mover)
    if box.win != S.DEATHMATCH and s.casts[s.mover] >= box.big_casts:
        if box.win == S.SCRAMBLE or ahead > 0:
            return 2 * S.BY_SIXTH + s.mover
        return 2 * S.BY_SIXTH + 1 - s.mover
    verdict = elimination(box, s)
    if verdict > 0:
        return verdict
    if repeats(box, s):
        return 2 * S.BY_LOOP + S.BLUE
    if box.turn_cap > 0 and s.turn >= box.turn_cap:
        return 2 * S.BY_CAP + (S.RED if lead_of(box, s, S.RED) > 0 else S.BLUE)
    if holds(box, s, 1 - s.mover, S.DESTRUCTION):
        return 2 * S.BY_SEAL + s.mover
    return 0
