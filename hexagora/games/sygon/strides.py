"""Two moves of one Wizard by one click, where a card gave it a second one: the cheapest way to each hex."""

from hexagora.engine.scene import Shortcut, cell, place
from hexagora.games.sygon import forecasts, rules, words
from hexagora.games.sygon.choices import wizard_target
from hexagora.games.sygon.state import A_TELEPORT, A_WALK, AT_TURN, CELLS, FREE, MOVING, WIZARDS, Box, State

Stride = tuple[int, list[int]]  # Gold, and the two moves


def strides(box: Box, s: State, legal: list[int]) -> list[Shortcut]:
    """Ways of two moves, as long as no single move leads there as cheaply (SYG-MOVE-1, SYG-MOVE-8)."""
    if s.stage != AT_TURN or s.choice or s.phase[s.actor] not in (MOVING, FREE):
        return []
    return [_shortcut(box, s, w, c, stride) for w in range(box.wizards) if s.moves[s.actor][w] > 1
            for c, stride in _cheapest(box, s, w, legal).items()]


def _moves(w: int, legal: list[int]) -> list[int]:
    """The moves of one Wizard."""
    return [a for a in legal for first in (A_WALK, A_TELEPORT)
            if first <= a < first + WIZARDS * CELLS and (a - first) // CELLS == w]


def _goal(a: int) -> int:
    return (a - (A_TELEPORT if A_TELEPORT <= a < A_TELEPORT + WIZARDS * CELLS else A_WALK)) % CELLS


def _cheapest(box: Box, s: State, w: int, legal: list[int]) -> dict[int, Stride]:
    """For each hex what the cheapest way of two moves costs, where it is cheaper than one move."""
    p, start = s.actor, s.wizard_at[s.actor][w]
    found: dict[int, Stride] = {}
    direct: dict[int, int] = {}
    for a in _moves(w, legal):
        then = s.clone()
        rules.apply(box, then, a)
        direct[_goal(a)] = min(direct.get(_goal(a), box.max_gold + 1), s.gold[p] - then.gold[p])
        for b in _moves(w, forecasts.legal(box, then)):
            last = then.clone()
            rules.apply(box, last, b)
            price = s.gold[p] - last.gold[p]
            if _goal(b) != start and (_goal(b) not in found or price < found[_goal(b)][0]):
                found[_goal(b)] = (price, [a, b])
    return {c: stride for c, stride in found.items() if stride[0] < direct.get(c, box.max_gold + 1)}


def _shortcut(box: Box, s: State, w: int, c: int, stride: Stride) -> Shortcut:
    price, moves = stride
    goal, over = words.cell_name(box, c), words.cell_name(box, _goal(moves[0]))
    start = words.cell_name(box, s.wizard_at[s.actor][w])
    return Shortcut(f"Go to {goal} over {over}", [words.text(box, s, a) for a in moves],
                    f"both moves of this Wizard; {f'{price} Gold in all' if price else 'free'}",
                    [wizard_target(s, w), cell(goal)], [place(name) for name in (start, over, goal)],
                    f"-{price}" if price else "", s.gold[s.actor] - price, usual=True)
