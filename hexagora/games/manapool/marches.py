"""Several steps of a troop by one click: how far it can march, and whom it can attack at the end of its way."""

from collections.abc import Iterator
from itertools import pairwise

from hexagora.engine.scene import Choice, Shortcut, Target, cell, place
from hexagora.games.manapool import words
from hexagora.games.manapool.choices import arrival, attack_choice, stands
from hexagora.games.manapool.state import ATTACK, DIRECTIONS, EMPTY, END_MOVE, MOVE, MOVING, PLAYERS, Box, State

Way = tuple[int, ...]  # cells, from where the troop stands to where it goes
BEST = ("good", "", "bad")  # fights by their tone


def marches(box: Box, s: State) -> list[Shortcut]:
    """Marches of several steps, and attacks with what must be decided before them (MAN-MOVE-3, MAN-COMBAT-1)."""
    if s.phase != MOVING:
        return []
    found = []
    for troop in stands(s, s.player):
        ways = _ways(box, s, troop)
        found += [_march(box, s, way) for way in ways if len(way) > 2]
        found += _attacks(box, s, ways)
    return found


def _ways(box: Box, s: State, troop: int) -> list[Way]:
    """The shortest march to each empty cell in reach; a tile that a troop never leaves is the end of it."""
    ways: list[Way] = [(troop,)]
    seen = {troop}
    for way in ways:
        if box.locks[way[-1]] or len(way) > s.points:
            continue
        for near in box.neighbour[way[-1]]:
            if near >= 0 and near not in seen and s.owner[near] == EMPTY:
                seen.add(near)
                ways.append((*way, int(near)))
    return ways


def _names(box: Box, way: Way) -> list[str]:
    return [words.cell_name(box, c) for c in way]


def _steps(box: Box, s: State, way: Way) -> list[str]:
    """The decisions of a march."""
    return [words.text(box, s, MOVE + c * DIRECTIONS + list(box.neighbour[c]).index(to))
            for c, to in pairwise(way)]


def _troop(name: str) -> Target:
    return Target("piece", f"troop-{name}")


def _march(box: Box, s: State, way: Way) -> Shortcut:
    names, cost = _names(box, way), len(way) - 1
    brings, warning = arrival(box, s, way[-1], cost == s.points)
    return Shortcut(f"March from {names[0]} to {names[-1]}", _steps(box, s, way), f"{cost} actions; {brings}",
                    [_troop(names[0]), cell(names[-1])], [place(name) for name in names], left=s.points - cost,
                    warning=warning, final=cost == s.points)


def _attacks(box: Box, s: State, ways: list[Way]) -> list[Shortcut]:
    """One attack on each enemy in reach: the best fight, of these the nearest."""
    best: dict[str, tuple[Way, Choice]] = {}
    for way, fight in _fights(box, s, ways):
        victim = fight.path[1].id
        if victim not in best or BEST.index(fight.tone) < BEST.index(best[victim][1].tone):
            best[victim] = (way, fight)
    return [_attack(box, s, way, fight) for way, fight in best.values()]


def _fights(box: Box, s: State, ways: list[Way]) -> Iterator[tuple[Way, Choice]]:
    """Every fight that a point is left for, with the march before it, short ones first; nobody marches for nothing."""
    for way in ways:
        c, left = way[-1], s.points - len(way) + 1
        for direction, near in enumerate(box.neighbour[c] if left and not box.locks[c] else ()):
            if near >= 0 and 0 < s.owner[near] <= PLAYERS and s.owner[near] != s.player + 1:
                fight = attack_choice(box, s, ATTACK + c * DIRECTIONS + direction, left == 1)
                if len(way) == 1 or fight.tone != "bad":
                    yield way, fight


def _attack(box: Box, s: State, way: Way, fight: Choice) -> Shortcut:
    names = _names(box, way)
    victim = fight.text.split()[-1]
    return Shortcut(f"Go to combat and attack {victim} from {names[-1]}",
                    [*_steps(box, s, way), words.text(box, s, END_MOVE), fight.text],
                    f"{fight.forecast}; nobody moves after it", [_troop(names[0]), _troop(victim)],
                    [place(name) for name in names], fight.mark, warning=fight.warning, tone=fight.tone,
                    final=fight.final)
