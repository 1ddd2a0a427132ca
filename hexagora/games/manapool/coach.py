"""What matters in a first match of Mana Pool, and why a turn is good."""

from hexagora.games.manapool.state import COMBAT, CORNERS, EMPTY, MOVING, SPAWNING, Box, State


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    found = ["pool"] if s.owner[box.pool] == player + 1 else []
    return found + {CORNERS: ["corner"], SPAWNING: ["spawn"], MOVING: ["move"], COMBAT: ["attack"]}.get(s.phase, [])


# why a turn is good


def reasons(box: Box, before: State, after: State, player: int) -> list[str]:
    """The Pool taken or lost to the others, and the way that is left to it."""
    found = []
    holder, was = after.owner[box.pool], before.owner[box.pool]
    if holder == player + 1 != was:
        found.append("takes the Pool")
    elif was not in (EMPTY, player + 1) and holder == EMPTY:
        found.append("drives the other troop from the Pool")
    near, far = _steps_to_pool(box, after, player), _steps_to_pool(box, before, player)
    if 0 < near < far:
        found.append(f"your nearest troop is then {near} step{'' if near == 1 else 's'} from the Pool")
    return found


def _steps_to_pool(box: Box, s: State, player: int) -> int:
    """The steps of a player's nearest troop to the Pool, whoever stands in the way."""
    known, ring = {int(box.pool)}, [int(box.pool)]
    steps = 0
    while ring:
        if any(s.owner[cell] == player + 1 for cell in ring):
            return steps
        steps += 1
        ring = [there for cell in ring for there in map(int, box.neighbour[cell]) if there >= 0 and there not in known]
        ring = list(dict.fromkeys(ring))
        known.update(ring)
    return steps
