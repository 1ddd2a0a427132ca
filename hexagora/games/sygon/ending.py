"""What is told of a match of Hexes of Sygon when it is over."""

from collections.abc import Iterable
from typing import Any

from hexagora.engine.scene import Chart, Ending, Line
from hexagora.games.sygon import rules_board, rules_score
from hexagora.games.sygon.names import COLOUR_NAMES
from hexagora.games.sygon.state import AT_END, AT_TURN, VOLCANOES, Box, State

Tale = Iterable[tuple[Any, int, Any]]


def ranks(box: Box, s: State) -> list[int]:
    """The place of each player by points; in team play by the points of the side."""
    points = [rules_score.side_score(box, s, p) for p in range(box.players)]
    winners = [s.winners >> p & 1 for p in range(box.players)]
    standing = [(not won, -score) for won, score in zip(winners, points, strict=True)]
    return [1 + sum(1 for other in set(standing) if other < own) for own in standing]


def ending(box: Box, s: State, tale: Tale) -> Ending:
    """The goods where they decided, the sums of teams, and the points at the end of each round with the eruptions."""
    points: list[list[int | None]] = [[] for _ in range(box.players)]
    marks: list[tuple[int, str]] = []
    for before, _, after in tale:
        if before.stage < AT_TURN:
            continue
        for colour in range(VOLCANOES):
            if (after.clouds & ~before.clouds) >> colour & 1:
                marks.append((len(points[0]), COLOUR_NAMES[colour]))
        if after.round != before.round or after.stage == AT_END:
            _write_points(box, after, points)
    return Ending(_lines(box, s), [Chart("SP", points, "round", marks)])


def _write_points(box: Box, s: State, points: list[list[int | None]]) -> None:
    for p in range(box.players):
        points[s.seat[p]].append(int(rules_score.score_of(box, s, p)))


def _lines(box: Box, s: State) -> list[Line]:
    """Gold and cubes count only where the highest score was shared."""
    def row(label: str, values: list[int], note: str = "") -> Line:
        by_seat: list[int | str] = [0] * box.players
        for p, value in enumerate(values):
            by_seat[s.seat[p]] = value
        return Line(label, by_seat, note)

    players = range(box.players)
    lines = []
    if box.teams:
        lines.append(row("SP of the team", [int(rules_score.side_score(box, s, p)) for p in players]))
    if not rules_score.is_one_side(box, rules_score.leaders(box, s)):
        goods = [f"{box.tie_gold} for each Gold, {box.tie_cube} for each cube"]
        lines += [row("Gold", [int(s.gold[p]) for p in players]),
                  row("cubes", [int(rules_board.cubes_held(s, p)) for p in players]),
                  row("goods", [int(rules_score.goods_points(box, s, p)) for p in players], *goods)]
    return lines
