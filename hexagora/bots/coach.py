"""The coach: why a choice is good, in words, and how a match went: winning chances and turning points.

    review(match).turning_points[0].text()      # "move 31, seat 2: e5 cost 24 % (c4 was better)"
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from hexagora.bots import Decision, levels
from hexagora.bots.player import HINTS, notation
from hexagora.bots.search import Choice, backend
from hexagora.bots.team import Team
from hexagora.bots.view import View, view_of
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.match import Match

ALTERNATIVES = 8  # other choices that are looked at for the reason
THREAT_POSITIONS, PLAIN_THREAT_POSITIONS = 3000, 25  # looked at for a win of the next player after each choice
NOTABLE = 0.03  # difference in winning chance that is worth a word
MOST_OWN, MOST_OTHERS = 3, 2  # changes of holdings that a reason names
WELL_KNOWN = 4  # a choice has a value of its own if the best one was looked at no more than so many times as often
TURNING = 0.10  # loss of winning chance that makes a turning point
MOST_TURNING = 6
COLOURS = ("#c53030", "#2b6cb0", "#2f855a", "#b7791f", "#6b46c1", "#718096")
WIDTH, HEIGHT, MARGIN = 720, 240, 34


# hints


def explain(view: View, team: Team, choice: Choice) -> Decision:
    """A choice with its value and the reason in words: result, consequences, score, holdings, threats."""
    line = team.line(choice.action)
    parts = [_verdict(team, choice), *_forecast(view, choice.action), *_scores(view, line), *_holdings(view, line),
             *_threat(view, team, choice)]
    return Decision(choice.action, view.text(choice.action), choice.value, "; ".join(parts), notation(view, line))


def advise(match: "Match", seconds: float, threads: int = 1) -> list[Decision]:
    """The best choices of whoever is to act, found on compiled rules with several threads."""
    if match.actor < 0:
        raise HexagoraError("there is nothing to decide: the match is over" if match.over else "chance decides here")
    view = view_of(match, match.actor + 1)
    team = Team(view, backend(view.name, wait=True), threads=threads)
    team.think(seconds, levels.NO_LIMIT)
    return [explain(view, team, c) for c in team.choices()[:HINTS]]


def _verdict(team: Team, choice: Choice) -> str:
    if choice.proven and choice.value >= 1:
        return "wins for certain"
    if choice.proven and choice.value <= 0:
        return "loses for certain"
    best = team.choices()[0]
    behind = best.value - choice.value
    text = f"winning chance {choice.value:.0%}"
    return f"{text}, {behind:.0%} less than {team.view.text(best.action)}" if behind >= NOTABLE else text


def _forecast(view: View, action: int) -> list[str]:
    """What the table tells about the choice: its costs and consequences, and a warning."""
    shown = view.game.scene.choice(view.box, view.plain(), action)
    return [text for text in (shown.forecast, shown.warning) if text]


def _scores(view: View, line: list[int]) -> list[str]:
    """What changes in the scores: by this turn, and in the line that is expected."""
    rules, s = view.game.rules, view.plain()
    before = scores(view, s)
    own, followed = None, 0
    for a in line:
        if view.hidden and rules.to_act(view.box, s) != view.player:
            break
        rules.apply(view.box, s, a)
        followed += 1
        if own is None and rules.to_act(view.box, s) != view.player:
            own = scores(view, s)
    after = scores(view, s)
    me = view.player
    parts = []
    if own and own[me] != before[me]:
        parts.append(f"your score goes from {before[me]} to {own[me]}")
    others = [f"seat {p + 1} {now - was:+d}" for p, (was, now) in enumerate(zip(before, after, strict=True))
              if p != me and now != was]
    if followed > 1 and (others or after[me] != (own or before)[me]):
        parts.append(f"in the expected line you get {after[me] - before[me]:+d}" + "".join(f", {o}" for o in others))
    return parts


def _holdings(view: View, line: list[int]) -> list[str]:
    """What changes by the end of this turn in what the panels show: resources, income, pieces. One's own first, then
    what the others lose."""
    before, after = _panels(view, view.plain()), _panels(view, _end_of_turn(view, line))
    mine = [f"your {label}: {was} → {now}" for label, was, now in _changes(before[view.player], after[view.player])]
    theirs = [f"{label} of seat {p + 1}: {was} → {now}" for p in range(len(before)) if p != view.player
              for label, was, now in _changes(before[p], after[p]) if _is_less(now, was)]
    return mine[:MOST_OWN] + theirs[:MOST_OTHERS]


def _end_of_turn(view: View, line: list[int]) -> Any:
    """The position after the expected decisions of this turn, as far as they can be followed without guessing."""
    rules, s = view.game.rules, view.plain()
    for a in line:
        if rules.to_act(view.box, s) != view.player:
            break
        rules.apply(view.box, s, a)
    return s


def _panels(view: View, s: Any) -> list[dict[str, Any]]:
    """What each player's panel shows, by label; without the score, of which more is said elsewhere."""
    told, view_of_it = scores(view, s), s.clone()
    view.game.rules.hide(view.box, view_of_it, view.player)
    shown = view.game.scene.scene(view.box, view_of_it, [f"seat {p + 1}" for p in range(len(told))])
    panels = sorted(shown.panels, key=lambda panel: panel.player)
    return [{m.label: m.value for m in panel.meters if m.value != told[panel.player]} for panel in panels]


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(label, was, after[label]) for label, was in before.items() if label in after and after[label] != was]


def _is_less(now: Any, was: Any) -> bool:
    return isinstance(now, int) and isinstance(was, int) and now < was


def scores(view: View, s: Any) -> list[int]:
    out = [0] * max(view.game.max_legal, view.options["players"])
    view.game.rules.scores(view.box, s, out)
    return out[: view.options["players"]]


def _threat(view: View, team: Team, choice: Choice) -> list[str]:
    """Whether the next player threatens to win at once, and what this choice does about it."""
    budget = THREAT_POSITIONS if team.on.compiled else PLAIN_THREAT_POSITIONS
    if team.loses_at_once(choice.action, budget):
        return ["the next player can then win at once"]
    others = [c.action for c in team.choices() if c.action != choice.action]
    random.Random(1).shuffle(others)
    looked = others[:ALTERNATIVES]
    fatal = sum(team.loses_at_once(a, budget) for a in looked)
    if not fatal:
        return []
    rare = ", as few other choices do" if 2 * fatal > len(looked) else ""
    return [f"keeps the next player from winning at once{rare}"]


# after the match


@dataclass(frozen=True)
class Moment:
    """A decision of the match: who made it, the winning chances of all before it, and what would have been best."""

    ply: int
    seat: int
    played: str
    chances: list[float]
    best: str
    best_value: float


@dataclass(frozen=True)
class Look(Moment):
    """What one search found there; `value` is that of what was played, None where too little is known."""

    value: float | None


@dataclass(frozen=True)
class Point(Moment):
    """What a review tells of it."""

    played_value: float

    @property
    def loss(self) -> float:
        """Winning chance that the decision cost."""
        return max(0.0, self.best_value - self.played_value) if self.played != self.best else 0.0

    def text(self) -> str:
        return f"decision {self.ply + 1}, seat {self.seat}: {self.played} cost {self.loss:.0%} ({self.best} was better)"


@dataclass
class Review:
    """The winning chances of a match, decision by decision."""

    players: int
    points: list[Point] = field(default_factory=list)
    result: list[float] | None = None

    @property
    def turning_points(self) -> list[Point]:
        """The decisions that cost most, in the order of the match."""
        worst = sorted((p for p in self.points if p.loss >= TURNING), key=lambda p: -p.loss)[:MOST_TURNING]
        return sorted(worst, key=lambda p: p.ply)

    def document(self) -> dict[str, Any]:
        turning = [{"ply": p.ply, "seat": p.seat, "text": p.text()} for p in self.turning_points]
        return {"players": self.players, "result": self.result, "points": [asdict(p) for p in self.points],
                "turning_points": turning}


def review(
    match: "Match",
    seconds: float = 0.2,
    looks: int = levels.EXPERT.looks,
    wait: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Goes through a match and looks at every decision for so long, as the one who made it could know it."""
    found: list[Look] = []
    for ply, look in enumerate(looks_at(match, range(len(match.log)), seconds, looks, wait)):
        found += [look] if look else []
        progress(ply + 1, len(match.log))
    return put_together(match, found)


def looks_at(match: "Match", plies: range, seconds: float, looks: int = levels.EXPERT.looks, wait: bool = False
             ) -> Iterator[Look | None]:
    """What was found at each of some decisions; None where there was nothing to decide."""
    searches: dict[int, Team] = {}
    for ply in plies:
        there = match.fork(ply)
        if there.actor < 0 or len(there.actions()) < 2:
            yield None
            continue
        view = view_of(there, there.actor + 1)
        team = _search(searches, view, wait)
        team.think(seconds, looks)
        yield _look(view, team, ply, match.log[ply])


def _look(view: View, team: Team, ply: int, action: int) -> Look:
    choices = team.choices()
    best, played = choices[0], next((c for c in choices if c.action == action), None)
    known = played is not None and (played.proven or played.visits * WELL_KNOWN >= best.visits)
    return Look(ply, view.seat, view.text(action), [round(c, 4) for c in team.chances()], view.text(best.action),
                round(best.value, 4), round(played.value, 4) if played and known else None)


def put_together(match: "Match", looks: list[Look]) -> Review:
    """The review of a match from what was found at its decisions."""
    found = Review(match.players, result=match.result)
    for k, look in enumerate(looks):
        later = looks[k + 1].chances if k + 1 < len(looks) else match.result or look.chances
        value = look.value if look.value is not None else round(later[look.seat - 1], 4)
        found.points.append(Point(look.ply, look.seat, look.played, look.chances, look.best, look.best_value, value))
    return found


def _search(searches: dict[int, Team], view: View, wait: bool) -> Team:
    on = backend(view.name, wait)
    team = searches.get(view.seat)
    if team is None or team.on is not on:
        searches[view.seat] = Team(view, on)
    else:
        team.look_at(view)
    return searches[view.seat]


def chart(found: Review, names: list[str]) -> str:
    """The graph of winning chances as a drawing: one line a seat, a ring at each turning point."""
    last = max((p.ply for p in found.points), default=0) + 1

    def x(ply: int) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * ply / last

    def y(chance: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * chance

    drawn = [f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' role='img' "
             f"aria-label='winning chances' xmlns='http://www.w3.org/2000/svg'>"]
    for level in (0.0, 0.5, 1.0):
        drawn.append(f"<line x1='{MARGIN}' x2='{WIDTH - MARGIN}' y1='{y(level)}' y2='{y(level)}' stroke='#8886'/>"
                     f"<text x='0' y='{y(level) + 4}' font-size='11' fill='currentColor'>{level:.0%}</text>")
    for p in range(found.players):
        colour = COLOURS[p % len(COLOURS)]
        way = " ".join(f"{x(point.ply):.1f},{y(point.chances[p]):.1f}" for point in found.points)
        drawn.append(f"<polyline points='{way}' fill='none' stroke='{colour}' stroke-width='2'/>"
                     f"<text x='{MARGIN + 110 * p}' y='{HEIGHT - 8}' font-size='12' fill='{colour}'>"
                     f"{escape(names[p])}</text>")
    for point in found.turning_points:
        drawn.append(f"<circle cx='{x(point.ply):.1f}' cy='{y(point.chances[point.seat - 1]):.1f}' r='6' fill='none' "
                     f"stroke='currentColor'><title>{escape(point.text())}</title></circle>")
    return "\n".join([*drawn, "</svg>"])


def page(found: Review, names: list[str], title: str) -> str:
    """The graph and the turning points as a page of HTML that fetches nothing."""
    turning = "".join(f"<li>{escape(p.text())}" for p in found.turning_points) or "<li>none"
    return (f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
            f"<title>{escape(title)}</title><style>body{{font:16px system-ui,sans-serif;margin:2rem;"
            f"color-scheme:light dark}}svg{{max-width:100%;height:auto}}</style><h1>{escape(title)}</h1>"
            f"{chart(found, names)}<h2>Turning points</h2><ol>{turning}</ol></html>")
