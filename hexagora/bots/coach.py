"""The coach: why a choice is good, in words, and how a match went: winning chances and turning points.

    review(match).turning_points[0].text()      # "move 31, seat 2: e5 cost 24 % (c4 was better)"
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any

from hexagora.bots import Decision
from hexagora.bots.evaluation import LOOKS, SECONDS, Evaluation, Opinion, doubt
from hexagora.bots.player import notation
from hexagora.bots.search import backend
from hexagora.bots.sheet import sheet
from hexagora.bots.team import Team
from hexagora.bots.view import View, view_of
from hexagora.engine import hooks, openings
from hexagora.engine.contract import OVER
from hexagora.engine.errors import HexagoraError
from hexagora.engine.openings import Step

if TYPE_CHECKING:
    from hexagora.engine.match import Match

ALTERNATIVES = 8  # other choices that are looked at for the reason
THREAT_POSITIONS, PLAIN_THREAT_POSITIONS = 3000, 25  # looked at for a win of the next player after each choice
MOST_OWN, MOST_OTHERS = 3, 2  # changes of holdings that a reason names
GLANCE = 4  # a first look at a decision of a match takes one of so many of the looks
UNHURRIED = 3600.0  # seconds for somebody who asked for so many looks
TURNING = 0.10  # loss of winning chance that makes a turning point
MOST_TURNING = 6
COLOURS = ("#c53030", "#2b6cb0", "#2f855a", "#b7791f", "#6b46c1", "#718096")
WIDTH, HEIGHT, MARGIN = 720, 240, 34
STYLE = "body{font:16px system-ui,sans-serif;margin:2rem;color-scheme:light dark}svg{max-width:100%;height:auto}"


# hints


def advice(found: Evaluation) -> list[Decision]:
    """The candidates of an evaluation with reasons; none while too little is known of the best of them."""
    if not found.best.sure:
        return []
    return [explain(found, one) for one in found.opinions if one.sure]


def explain(found: Evaluation, one: Opinion) -> Decision:
    """A choice with its value and the reason in words: result, consequences, score, holdings, threats."""
    view = found.view
    others = [other.line for other in found.opinions if other.action != one.action]
    parts = [_verdict(found, one), *_why(found, one, others), *_threat(found.team, one.action)]
    return Decision(one.action, view.text(one.action), one.value, "; ".join(parts), notation(view, one.line),
                    one.spread, one.looks, not found.is_behind(one))


def _why(found: Evaluation, one: Opinion, others: Sequence[list[int]]) -> list[str]:
    """What a choice brings that others do not, in words."""
    view = found.view
    return [*_forecast(view, one.action), *_reasons(view, one.line, others), *_scores(view, one.line, others),
            *_holdings(view, one.line, others)]


def advise(match: "Match", looks: int = LOOKS, threads: int = 1) -> list[Decision]:
    """The best choices of whoever is to act, found on compiled rules with several threads."""
    if match.actor < 0:
        raise HexagoraError("there is nothing to decide: the match is over" if match.over else "chance decides here")
    view = view_of(match, match.actor + 1)
    return advice(Evaluation(view, looks, UNHURRIED, backend(view.name, wait=True), threads))


def opinion(match: "Match", looks: int, seconds: float) -> dict[str, Any]:
    """What the engine thinks of a position, as plain data; nothing where chance decides or the match is over."""
    if match.actor < 0:
        return {"looks": 0, "chances": [], "spread": 0.0, "sure": False, "choices": []}
    view = view_of(match, match.actor + 1)
    found = Evaluation(view, looks, seconds)
    labels = {choice.action: choice.label for choice in match.choices(match.actor + 1)}
    choices = [{"text": view.text(one.action), "label": labels[one.action], "value": one.value, "spread": one.spread,
                "looks": one.looks, "level": not found.is_behind(one), "line": notation(view, one.line),
                "places": view.marks(one.action)} for one in found.opinions if one.sure]
    worth = found.worth
    return {"looks": worth.looks, "chances": found.chances, "spread": worth.spread, "sure": worth.sure,
            "choices": choices}


def _verdict(found: Evaluation, one: Opinion) -> str:
    if one.proven and one.value >= 1:
        return "wins for certain"
    if one.proven and one.value <= 0:
        return "loses for certain"
    text = f"winning chance {one.value:.0%}" + ("" if one.proven else f" ± {one.spread:.0%}")
    if found.is_behind(one):
        return f"{text}, {found.best.value - one.value:.0%} less than “{_called(found.view, found.best.action)}”"
    others = [other for other in found.level if other.action != one.action]
    return f"{text}, level with “{_called(found.view, others[0].action)}”" if others else text


def _called(view: View, action: int) -> str:
    """A choice as the table calls it; by its notation where its name has parts, as the parts of a reason have."""
    label = view.label(action)
    return view.text(action) if "," in label or ";" in label else label


def _forecast(view: View, action: int) -> list[str]:
    """What the table tells about the choice: its costs and consequences, and a warning."""
    shown = view.game.scene.choice(view.box, view.plain(), action)
    return [text for text in (shown.forecast, shown.warning) if text]


def _reasons(view: View, line: list[int], others: Sequence[list[int]] = ()) -> list[str]:
    """What the game itself says of this turn, and not of all others."""
    told = _own_reasons(view, line)
    return _not_common(told, [_own_reasons(view, other) for other in others])[:MOST_OWN]


def _own_reasons(view: View, line: list[int]) -> list[str]:
    own = hooks.REASONS.of(view.game)
    if own is None:
        return []
    after = _end_of_turn(view, line)
    view.game.rules.hide(view.box, after, view.player)
    return list(own(view.box, view.plain(), after, view.player))


def _not_common(told: list[str], elsewhere: Sequence[list[str]]) -> list[str]:
    """What is not said of all others as well: that would be no reason for this one."""
    common = set.intersection(*map(set, elsewhere)) if elsewhere else set()
    return [text for text in told if text not in common]


def _scores(view: View, line: list[int], others: Sequence[list[int]] = ()) -> list[str]:
    """What changes in the scores, and not alike after all other choices."""
    return _not_common(_score_changes(view, line), [_score_changes(view, other) for other in others])


def _score_changes(view: View, line: list[int]) -> list[str]:
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
    over = rules.to_act(view.box, s) == OVER  # what the verdict says
    if own and own[me] != before[me] and not over and not _is_told_as_a_way_to_go(view, before[me]):
        parts.append(f"your score goes from {before[me]} to {own[me]}")
    if followed > 1 and after != (own or before):
        parts += _expected(view.player, [now - was for was, now in zip(before, after, strict=True)])
    return parts


def _expected(player: int, changes: list[int]) -> list[str]:
    """What the players get in the expected line, one's own first; nothing where nobody gets anything."""
    others = [f"Seat {p + 1} {change:+d}" for p, change in enumerate(changes) if p != player and change]
    if changes[player]:
        return [", ".join([f"in the expected line you get {changes[player]:+d}", *others])]
    return [", ".join([f"in the expected line you get nothing, {others[0]}", *others[1:]])] if others else []


def _is_told_as_a_way_to_go(view: View, score: int) -> bool:
    """Whether a score below zero is what is still to go, which a panel shows in its own words."""
    return score < 0 and -score in _panels(view, view.plain())[view.player].values()


def _holdings(view: View, line: list[int], others: Sequence[list[int]] = ()) -> list[str]:
    """What changes by the end of this turn in what the panels show: resources, income, pieces. One's own first, then
    what the others lose. What changes alike after all other choices is no reason for this one."""
    mine, theirs = _changes_by(view, line)
    elsewhere = [_changes_by(view, other) for other in others]
    return (_not_common(mine, [own for own, _ in elsewhere])[:MOST_OWN]
            + _not_common(theirs, [lost for _, lost in elsewhere])[:MOST_OTHERS])


def _changes_by(view: View, line: list[int]) -> tuple[list[str], list[str]]:
    """What a turn changes: of one's own, and what the others lose."""
    before, after = _panels(view, view.plain()), _panels(view, _end_of_turn(view, line))
    mine = [f"your {label}: {was} → {now}" for label, was, now in _changes(before[view.player], after[view.player])]
    theirs = [f"{label} of Seat {p + 1}: {was} → {now}" for p in range(len(before)) if p != view.player
              for label, was, now in _changes(before[p], after[p]) if _is_less(now, was)]
    return mine, theirs


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


def _is_fatal(team: Team, action: int) -> bool:
    """Whether the next player can win at once after a choice."""
    return team.loses_at_once(action, THREAT_POSITIONS if team.on.compiled else PLAIN_THREAT_POSITIONS)


def _threat(team: Team, action: int) -> list[str]:
    """Whether the next player threatens to win at once, and what this choice does about it."""
    if _is_fatal(team, action):
        return ["the next player can then win at once"]
    others = [c.action for c in team.choices() if c.action != action]
    random.Random(1).shuffle(others)
    looked = others[:ALTERNATIVES]
    fatal = sum(_is_fatal(team, a) for a in looked)
    if not fatal:
        return []
    rare = ", as few other choices do" if 2 * fatal > len(looked) else ""
    return [f"keeps the next player from winning at once{rare}"]


# after the match


@dataclass(frozen=True)
class Point:
    """A decision of the match: who made it, the winning chances of all before it, with the `spread` of that of whoever
    decides, and what would have been best, with the line that was expected, what the table calls both and where they
    are on the boards. `loss` is the winning chance that the decision cost, 0 where it cannot be told apart from the
    best. Of a turning point `why` says what the best brings that was not played, and `fatal` whether what was played
    lets the next player win at once."""

    ply: int
    seat: int
    played: str
    chances: list[float]
    spread: float
    best: str
    loss: float = 0.0
    doubt: float = 0.0
    line: list[str] = field(default_factory=list)
    played_label: str = ""
    best_label: str = ""
    played_at: list[str] = field(default_factory=list)
    best_at: list[str] = field(default_factory=list)
    why: str = ""
    fatal: bool = False

    def text(self) -> str:
        why, fatal = f": {self.why}" if self.why else "", "; the next player could then win at once" * self.fatal
        return (f"decision {self.ply + 1}, seat {self.seat}: {self.played} cost {self.loss:.0%}{fatal} "
                f"({self.best} was better{why})")


@dataclass
class Review:
    """The winning chances of a match, decision by decision, and what the opening book knows of it."""

    players: int
    points: list[Point] = field(default_factory=list)
    result: list[float] | None = None
    opening: list[Step] = field(default_factory=list)

    @property
    def turning_points(self) -> list[Point]:
        """The decisions that cost most, in the order of the match."""
        worst = sorted((p for p in self.points if p.loss >= TURNING), key=lambda p: -p.loss)[:MOST_TURNING]
        return sorted(worst, key=lambda p: p.ply)

    def document(self) -> dict[str, Any]:
        turning = [{"ply": p.ply, "seat": p.seat, "text": p.text()} for p in self.turning_points]
        return {"players": self.players, "result": self.result, "points": [asdict(p) for p in self.points],
                "turning_points": turning, "opening": [asdict(step) for step in self.opening]}


def review(
    match: "Match",
    looks: int = LOOKS,
    seconds: float = SECONDS,
    wait: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Goes through a match and looks at every decision so often, as the one who made it could know it."""
    found = Review(match.players, result=match.result, opening=openings.followed(match))
    for ply, point in enumerate(points_of(match, range(len(match.log)), looks, seconds, wait)):
        found.points += [point] if point else []
        progress(ply + 1, len(match.log))
    return found


def points_of(match: "Match", plies: range, looks: int = LOOKS, seconds: float = SECONDS, wait: bool = False
              ) -> Iterator[Point | None]:
    """What is told of each of some decisions; None where there was nothing to decide. A glance is enough where it finds
    what was played; anything else is looked at as for a hint."""
    for ply in plies:
        there = match.fork(ply)
        if there.actor < 0 or len(there.actions()) < 2:
            yield None
            continue
        view = view_of(there, there.actor + 1)
        on = backend(view.name, wait)
        found = Evaluation(view, max(1, looks // GLANCE), seconds, on)
        if found.first != match.log[ply]:
            found = Evaluation(view, looks, seconds, on)
        yield _point(found, ply, match.log[ply])


def _point(found: Evaluation, ply: int, action: int) -> Point:
    view, text, agreed = found.view, found.view.text(action), found.first == action
    chances, spread = (found.chances, found.worth.spread) if agreed else (found.judged_chances, found.best.spread)
    point = Point(ply, view.seat, text, [round(c, 4) for c in chances], round(spread, 4), text)
    if agreed or found.best.action == action:
        return point
    best, played, loss = found.best, found.of(action), 0.0
    if played.sure and best.sure and found.is_behind(played):
        loss = best.value - played.value
    if loss >= TURNING:
        point = replace(point, why="; ".join(_why(found, best, [played.line])), fatal=_is_fatal(found.team, action))
    return replace(point, best=view.text(best.action), loss=round(loss, 4), doubt=round(doubt(best, played), 4),
                   line=notation(view, best.line), played_label=view.label(action), best_label=view.label(best.action),
                   played_at=view.marks(action), best_at=view.marks(best.action))


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
    """The graph, the turning points and the opening as a page of HTML."""
    turning = "".join(f"<li>{escape(p.text())}" for p in found.turning_points) or "<li>none"
    opening = "".join(f"<li>{escape(step.told())}" for step in found.opening)
    return sheet(title, STYLE, [f"<h1>{escape(title)}</h1>", chart(found, names),
                                f"<h2>Turning points</h2><ol>{turning}</ol>",
                                f"<h2>Opening</h2><ol>{opening}</ol>" if opening else ""])
