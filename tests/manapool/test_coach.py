"""Why a turn of Mana Pool is good: the Pool, and the way to it."""

import hexagora
from hexagora.games.manapool.coach import reasons

MANA = hexagora.game("manapool")


def began():
    """A match in which everybody has chosen and the first turn begins."""
    match = MANA.match(seed=1)
    while not any(text.startswith("move ") for text in match.legal()):
        match.play(match.legal()[0])
    return match


def with_troop(match, cell, player):
    """The state with one more troop on a cell."""
    s = match.state.clone()
    s.owner[cell] = player + 1
    return s


def test_the_pool_and_the_steps_to_it_are_told():
    match = began()
    me, pool = match.actor, int(match.box.pool)
    beside = next(int(cell) for cell in match.box.neighbour[pool] if cell >= 0)
    plain = match.state
    assert reasons(match.box, plain, with_troop(match, pool, me), me) == ["takes the Pool"]
    assert reasons(match.box, plain, with_troop(match, beside, me), me) == [
        "your nearest troop is then 1 step from the Pool"]
    other = with_troop(match, pool, (me + 1) % 3)
    assert reasons(match.box, other, plain, me) == ["drives the other troop from the Pool"]
    assert reasons(match.box, plain, plain, me) == []
