"""The end of a round in words: what erupted and what stayed quiet, what it burnt and broke, who was lost, the Fortune
Gold."""

from typing import Any

from hexagora.engine.words import Sentence, say
from hexagora.games.sygon import rules_round, rules_turn
from hexagora.games.sygon.names import COLOUR_NAMES, PIECE_NAMES, cell_name, counted, who
from hexagora.games.sygon.state import (
    A_LOSE,
    AT_FORESEE,
    AT_LOSE,
    AT_ROLL,
    AT_TURN,
    CELLS,
    NO_CELL,
    ROUND_OVER,
    SIDES,
    WALL,
    Box,
    State,
)


def told(box: Box, s: State, a: int, after: State) -> Sentence | None:
    """What a round's end did beyond the action itself; nothing if the action did not lead to it, or a die is rolled
    first."""
    middle = _before_the_volcanoes(box, s, a)
    if middle is None or after.stage in (AT_ROLL, AT_FORESEE):
        return None
    parts = [*_erupts(box, s, after), *_damage(box, middle, after), *_fortune(box, middle, after)]
    return say("{parts}.", parts="; ".join(parts)) if parts else None


def _before_the_volcanoes(box: Box, s: State, a: int) -> Any:
    """The state after the action itself and before anything erupts."""
    if s.stage in (AT_ROLL, AT_FORESEE):
        return s
    if s.stage not in (AT_TURN, AT_LOSE):
        return None
    middle = s.clone()
    if s.stage == AT_LOSE:
        rules_round.lose(box, middle, a - A_LOSE)
        return middle
    rules_turn.act(box, middle, a)
    return middle if middle.stage == ROUND_OVER else None


def _erupts(box: Box, s: State, after: State) -> list[str]:
    """Which Volcanoes erupt; an eruption that goes on after a choice has been told."""
    if s.stage == AT_LOSE:
        return []
    erupted = [c for i, c in enumerate(COLOUR_NAMES) if after.clouds >> i & 1]
    if not erupted:
        return ["Nothing erupts"]
    told = (f"The {erupted[0]} Volcano erupts" if len(erupted) == 1  # players have these colours too
            else f"The {' and '.join(erupted)} Volcanoes erupt")
    return [f"{told} without a die" if s.stage == AT_TURN else told]


def quiet(box: Box, s: State, face: int) -> list[str]:
    """Why Volcanoes of a face stay quiet."""
    found = []
    for i, colour in enumerate(COLOUR_NAMES):
        if not box.die[face] >> i & 1:
            continue
        if s.clouds >> i & 1:
            found.append(f"{colour} stays quiet under its Smoke Cloud")
        elif s.lulled >> i & 1:
            found.append(f"{colour} has been lulled")
        elif rules_round.crater_of(box, s, i) == NO_CELL:
            found.append(f"there is no {colour} Volcano")
    return found


def _damage(box: Box, s: State, after: State) -> list[str]:
    parts = []
    ash = [cell_name(box, c) for c in range(box.cells) if after.terrain[c] != s.terrain[c]]
    if ash:
        parts.append(f"Ash: {', '.join(ash)}")
    lower = [cell_name(box, c) for c in range(box.cells) if after.terrain[c] == s.terrain[c]
             and after.value[c] < s.value[c]]
    if lower:
        parts.append(f"values drop: {', '.join(lower)}")
    lost = [f"{PIECE_NAMES[i].capitalize()} of {who(box, p)}" for p in range(box.players) for i in range(WALL)
            for _ in range(after.left[p][i] - s.left[p][i])]
    lost += [f"{counted(n, 'Wizard')} of {who(box, p)}" for p in range(box.players)
             if (n := sum(s.wizard_at[p][w] < CELLS <= after.wizard_at[p][w] for w in range(box.wizards)))]
    if lost:
        parts.append(f"lost: {', '.join(lost)}")
    broken = [sum(s.wall[c][d] == p + 1 and after.wall[c][d] == 0 for c in range(box.cells) for d in range(SIDES))
              for p in range(box.players)]
    walls = [f"{counted(n, 'Wall')} of {who(box, p)}" for p, n in enumerate(broken) if n]
    if walls:
        parts.append(f"broken: {', '.join(walls)}")
    return parts


def _fortune(box: Box, s: State, after: State) -> list[str]:
    gains = [f"{n} for {who(box, p)}" for p in range(box.players) if (n := after.gold[p] - s.gold[p]) > 0]
    return [f"Fortune Gold: {', '.join(gains)}"] if gains and after.round != s.round else []
