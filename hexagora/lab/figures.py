"""From sums to figures: what a run says about a game, each with its interval, and in words what is sure."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from hexagora.bots import thumbs
from hexagora.engine import hooks
from hexagora.engine.game import Game
from hexagora.lab import sums
from hexagora.lab.counting import facets
from hexagora.lab.intervals import CONFIDENCE, Interval, mean, share
from hexagora.lab.job import Run
from hexagora.lab.setting import QUICK
from hexagora.lab.speech import Speech
from hexagora.lab.sums import Sum, Sums

LENGTH, COURSE = "length", "course"  # groups of figures beside seats, sides, bots and endings
GROUPS = {
    sums.DECISIONS: LENGTH, sums.TURNS: LENGTH, sums.MINUTES: LENGTH, sums.GIVEN_UP: LENGTH,
    sums.TIES: COURSE, sums.LEADS: COURSE, sums.SETTLED: COURSE, sums.DRAMA: COURSE, sums.MARGIN: COURSE,
    sums.WAYS: COURSE, sums.FORCED: COURSE,
}
NAMES = {
    sums.DECISIONS: "Decisions", sums.TURNS: "Turns", sums.MINUTES: "Minutes with people (a guess)",
    sums.GIVEN_UP: "Given up as endless", sums.TIES: "Shared wins", sums.LEADS: "Changes of the lead",
    sums.SETTLED: "Part of the match after which the winner led for good",
    sums.DRAMA: "Largest gap that the winner made up (winning chance)", sums.MARGIN: "Points ahead at the end",
    sums.WAYS: "Choices at a decision", sums.FORCED: "Decisions without a choice",
}
AVERAGES = {"turns": sums.TURNS, "decisions": sums.DECISIONS, "minutes": sums.MINUTES}
UNITS = {sums.DRAMA: "%", sums.SETTLED: "%", sums.FORCED: "%"}


@dataclass(frozen=True)
class Figure:
    """One figure: `group` is what it is about, `equal` what it would be if nobody were favoured."""

    key: str
    group: str
    name: str
    interval: Interval
    matches: int
    unit: str = ""
    equal: float | None = None

    @property
    def uneven(self) -> bool:
        """Whether it is sure that it is not equal."""
        return self.equal is not None and self.interval.excludes(self.equal)

    def document(self) -> dict[str, Any]:
        return {**asdict(self), "uneven": self.uneven}


def interval_of(key: str, found: Sum, confidence: float = CONFIDENCE) -> Interval:
    n, total, squares = found
    unit = sums.scale(key)
    if sums.is_share(key):
        return share(n, total / unit, confidence)
    average = mean(n, total / unit, squares / unit / unit, confidence)
    if average.low == float("-inf"):
        return average
    most = 1.0 if UNITS.get(key) == "%" else average.high  # parts of a whole
    return Interval(average.middle, max(0.0, average.low), min(most, average.high))  # nothing is counted below nought


def figures(run: Run, confidence: float = CONFIDENCE) -> list[Figure]:
    """All figures of a run, in the order in which they are shown."""
    found = [_figure(key, value, run.setting.players, confidence) for key, value in run.sums.items()
             if not _is_mute(key, run.sums)]
    order = {key: k for k, key in enumerate(_keys_in_order(run))}
    return sorted(found, key=lambda f: order[f.key])


def _keys_in_order(run: Run) -> Iterator[str]:
    """Seats, then sides as the game lists them, bots, and what matches are like."""
    game = run.setting.game_itself()
    yield from (f"{sums.SEAT}/{seat + 1}" for seat in range(run.setting.players))
    yield from (f"{facet.name}/{side}" for facet in facets(game, run.setting.options) for side in facet.sides)
    yield from (f"{sums.BOT}/{bot}" for bot in run.setting.bots)
    yield from NAMES
    yield from (f"{sums.ENDING}/{name}" for name in hooks.ENDINGS.of(game) or ())


def _figure(key: str, found: Sum, players: int, confidence: float) -> Figure:
    group, slash, name = key.partition("/")
    interval = interval_of(key, found, confidence)
    if not slash:
        unit = "%" if sums.is_share(key) else UNITS.get(key, "")
        return Figure(key, GROUPS[key], NAMES[key], interval, found[0], unit)
    equal = None if group == sums.ENDING else 1 / players
    return Figure(key, group, name, interval, found[0], "%", equal)


def _is_mute(key: str, found: Sums) -> bool:
    """Whether a figure says nothing: a game that cannot tell who is ahead has no leads; nothing is given up mostly."""
    if key in (sums.LEADS, sums.SETTLED, sums.DRAMA):
        return found[sums.DRAMA][1] == 0 and found[sums.LEADS][1] == 0
    return key == sums.GIVEN_UP and found[key][1] == 0


# in words


def spoken(figure: Figure, say: Speech) -> str:
    """The name of a figure for people."""
    if figure.group == sums.SEAT:
        return say("Seat {number}", number=figure.name)
    if figure.group == sums.BOT:
        return say.name(figure.name.capitalize())
    return say.name(figure.name)


def written(value: float, unit: str, say: Speech) -> str:
    if unit == "%":
        return say.percent(value)
    return say.number(value, 1 if abs(value) < 1000 else 0)


def between(figure: Figure, say: Speech) -> str:
    """An interval in words: 48.0 % to 52.1 %."""
    i = figure.interval
    if i.low == float("-inf"):
        return say("not known yet")
    return say("{low} to {high}", low=written(i.low, figure.unit, say), high=written(i.high, figure.unit, say))


def summary(run: Run, say: Speech) -> list[str]:
    """What is worth knowing at first, in sentences."""
    found = figures(run)
    lines = []
    for group in dict.fromkeys(f.group for f in found if f.equal is not None):
        lines += _about_shares([f for f in found if f.group == group], group, say)
    by_key = {f.key: f for f in found}
    if sums.MINUTES in by_key:
        averages = {name: say.number(by_key[key].interval.middle, 0) for name, key in AVERAGES.items()}
        lines.append(say("A match has {turns} turns and {decisions} decisions on average: perhaps {minutes} min with "
                         "people.", **averages))
    if sums.SETTLED in by_key:
        lines.append(say("The winner leads for good after {part} of the match; the lead changes {times} times.",
                         part=say.percent(by_key[sums.SETTLED].interval.middle, 0),
                         times=say.number(by_key[sums.LEADS].interval.middle)))
    return lines + list(notes(run, say))


def _about_shares(found: list[Figure], group: str, say: Speech) -> list[str]:
    uneven = sorted((f for f in found if f.uneven), key=lambda f: -abs(f.interval.middle - (f.equal or 0)))
    if group == sums.BOT or not found:
        return [say("{who} wins {share} of its seats ({between}).", who=spoken(f, say),
                    share=say.percent(f.interval.middle), between=between(f, say)) for f in found]
    if not uneven:
        width = max(f.interval.half for f in found)
        return [say("By {what}: nobody is shown to be favoured; the shares are known to {width} points.",
                    what=say.group(group), width=say.number(100 * width))]
    return [say("{who} wins {share} ({between}), surely {verdict} than the equal share of {equal}.",
                who=_named(f, say), share=say.percent(f.interval.middle), between=between(f, say),
                verdict=say("more") if f.interval.low > (f.equal or 0) else say("less"),
                equal=say.percent(f.equal or 0)) for f in uneven]


def _named(figure: Figure, say: Speech) -> str:
    """A side with what it is a side of; a seat says so itself."""
    name = spoken(figure, say)
    return name if figure.group == sums.SEAT else f"{name} ({say.group(figure.group)})"


def notes(run: Run, say: Speech) -> Iterator[str]:
    """What must be known to understand the figures."""
    game = run.setting.game_itself()
    if QUICK in run.setting.bots and not has_rules_of_thumb(game):
        yield say("This game has no rules of thumb for its moves: quick players decide at random.")
    repeated = run.sums.get(f"{sums.ENDING}/repetition")
    if repeated and repeated[1] * 4 > repeated[0] and QUICK in run.setting.bots:
        yield say("Many of these matches end by repetition: quick players do not plan. Ask bots of a level as well.")
    given_up = run.sums.get(sums.GIVEN_UP, [0, 0, 0])
    if given_up[1]:
        yield say("{part} of the matches were given up as endless and are not in the shares.",
                  part=say.percent(given_up[1] / given_up[0]))
    if sums.DRAMA in run.sums and _is_mute(sums.DRAMA, run.sums):
        yield say("The game has no evaluation of positions: nothing can be said about leads.")


def has_rules_of_thumb(game: Game) -> bool:
    return thumbs.SUGGEST.of(game) is not None


