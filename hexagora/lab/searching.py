"""Search for content that keeps to what a designer wants: "seats within 2 points of equal, 40 to 60 turns, change as
little as possible", over chosen numbers.

Successive halving: every candidate plays a few matches, the better third goes on with four times as many, until few are
left that are known well. All candidates have the same seeds. What comes out is a front to choose from: no candidate on
it is both less even and more changed than another.
"""

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from hexagora.engine import variants
from hexagora.engine.errors import HexagoraError
from hexagora.lab import sums
from hexagora.lab.figures import Figure, figures, spoken
from hexagora.lab.job import Run, play
from hexagora.lab.report import about, page, section
from hexagora.lab.setting import OPTION, Setting
from hexagora.lab.speech import Speech
from hexagora.lab.sweeping import Span

CANDIDATES = 81  # tried at most; beyond that they are drawn at random
FIRST_MATCHES, FIRST_THOUGHT = 512, 12  # matches of the first round: counted, and of bots that search
KEPT, GROWTH = 3, 4  # of so many candidates one goes on, with so many times the matches
MOST_SPANS = 20  # numbers that are changed together
FINAL = 3  # candidates of the last round at least
_NUMBER = r"(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)"
_KEEP = re.compile(rf"([a-z ]+)={_NUMBER}\.\.{_NUMBER}")
MAY_KEEP = (sums.TURNS, sums.DECISIONS, sums.MINUTES, sums.LEADS, sums.WAYS, sums.DRAMA, sums.TIES, sums.SETTLED)


@dataclass(frozen=True)
class Wish:
    """A figure that is to stay between two values."""

    key: str
    low: float
    high: float

    def missed(self, found: dict[str, Figure]) -> float:
        """By what part of the span it is missed."""
        value = found[self.key].interval.middle if self.key in found else self.low
        return max(0.0, self.low - value, value - self.high) / max(1e-9, abs(self.high), abs(self.low))


def wish(text: str) -> Wish:
    """What is typed.

    >>> wish("turns=40..60")
    Wish(key='turns', low=40.0, high=60.0)
    """
    found = _KEEP.fullmatch(text.strip())
    if not found or found[1] not in MAY_KEEP:
        raise HexagoraError(f"'{text}' must be a figure and its range, as in turns=40..60; figures: "
                            f"{', '.join(MAY_KEEP)}")
    low, high = float(found[2]), float(found[3])
    if low > high:
        raise HexagoraError(f"{text.strip()} goes from the greater to the lesser; write {found[3]}..{found[2]}")
    return Wish(found[1], low, high)


@dataclass
class Candidate:
    """One way to change the content, and what is known of it."""

    changes: dict[str, Any]
    setting: Setting
    run: Run | None = None
    distance: float = 0.0  # how much is changed: parts of the spans, added up

    @property
    def found(self) -> dict[str, Figure]:
        return {f.key: f for f in figures(self.run)} if self.run else {}

    @property
    def imbalance(self) -> float:
        """How far the worst seat or side is from equal, in parts of the whole."""
        worst = [abs(f.interval.middle - f.equal) for f in self.found.values()
                 if f.equal is not None and f.group != sums.BOT]
        return max(worst, default=1.0)

    def missed(self, within: float, wishes: Sequence[Wish]) -> float:
        """How far it is from what is wanted; nothing if it keeps to all of it."""
        known = self.found
        return max(0.0, self.imbalance - within) + sum(w.missed(known) for w in wishes)


@dataclass
class Found:
    """Everything that was tried, those known best first."""

    setting: Setting
    spans: list[Span]
    within: float
    wishes: list[Wish]
    tried: list[Candidate]
    played: int = 0  # matches of rounds and candidates together

    @property
    def best(self) -> Candidate:
        """Of those that keep to the wishes the least changed; if none does, the one that misses them least."""
        last = self.known_best()
        good = [c for c in last if c.missed(self.within, self.wishes) == 0]
        if good:
            return min(good, key=lambda c: (c.distance, c.imbalance))
        return min(last, key=lambda c: (c.missed(self.within, self.wishes), c.distance))

    @property
    def kept_to(self) -> bool:
        return self.best.missed(self.within, self.wishes) == 0

    def known_best(self) -> list[Candidate]:
        most = max(c.run.played if c.run else 0 for c in self.tried)
        return [c for c in self.tried if c.run and c.run.played == most]

    def front(self) -> list[Candidate]:
        """Nothing else tried so well is both more even and less changed."""
        mine = self.known_best()
        return sorted((c for c in mine if not any(_better(other, c) for other in mine)), key=lambda c: c.distance)


def _better(one: Candidate, other: Candidate) -> bool:
    no_worse = one.imbalance <= other.imbalance and one.distance <= other.distance
    return no_worse and (one.imbalance < other.imbalance or one.distance < other.distance)


def search(setting: Setting, spans: list[Span], within: float, wishes: list[Wish], matches: int,
           folder: Path | None = None, workers: int = 1,
           watch: Callable[[int, int, Candidate], bool | None] = lambda played, planned, one: True) -> Found:
    """Tries candidates in rounds; in the last each has `matches` matches. The content as it is always goes along."""
    found = begin(setting, spans, within, wishes)
    left = planned(found, matches)
    for one, size in ((one, size) for alive, size in rounds(found, matches) for one in alive):
        place = folder / f"{found.tried.index(one):03d}" if folder else None
        one.run = play(one.setting, size, None, place, workers, tell=False)
        found.played += size
        if watch(found.played, left, one) is False:
            break
    return found


def begin(setting: Setting, spans: list[Span], within: float, wishes: list[Wish]) -> Found:
    """Everything that is to be tried; nothing has been yet."""
    if len(spans) > MOST_SPANS:
        raise HexagoraError(f"{len(spans)} numbers; a search changes at most {MOST_SPANS} of them")
    for k, span in enumerate(spans):
        if span.path in [other.path for other in spans[:k]]:
            raise HexagoraError(f"--search names {span.path} twice")
    return Found(setting, spans, within, wishes, _candidates(setting, spans))


def rounds(found: Found, matches: int) -> Iterator[tuple[list[Candidate], int]]:
    """Which candidates are to play how many matches next; they have played them when the round after is asked for."""
    alive = list(found.tried)
    for count, size in schedule(len(alive), _first(found.setting), matches):
        alive = _going_on(alive, count, found.within, found.wishes)
        yield alive, size


def planned(found: Found, matches: int) -> int:
    """Matches of all rounds together."""
    return sum(count * size for count, size in schedule(len(found.tried), _first(found.setting), matches))


def _first(setting: Setting) -> int:
    return FIRST_THOUGHT if setting.searches else FIRST_MATCHES


def schedule(candidates: int, first: int, matches: int) -> list[tuple[int, int]]:
    """How many candidates play how many matches in each round.

    >>> schedule(19, 512, 20_000)
    [(19, 512), (7, 2048), (3, 20000)]
    """
    made = [(candidates, min(first, matches))]
    while made[-1][1] < matches:
        count, size = made[-1]
        others = count - 1
        count = 1 + min(others, max(FINAL - 1, others // KEPT))
        made.append((count, matches if count <= FINAL else min(matches, size * GROWTH)))
    return made


def _going_on(alive: list[Candidate], count: int, within: float, wishes: Sequence[Wish]) -> list[Candidate]:
    """The better of them; the content as it is, which comes first, always stays to be compared with."""
    if count == len(alive):
        return alive
    return [alive[0], *sorted(alive[1:], key=lambda c: (c.missed(within, wishes), c.distance))[: count - 1]]


def _candidates(setting: Setting, spans: list[Span]) -> list[Candidate]:
    """As it is, then combinations of values: all, or as many as are tried, drawn with the setting's seed. Those that
    the game refuses are left out."""
    now = {span.path: setting.value_at(span.path) for span in spans}
    total = 1
    for span in spans:
        total *= len(span.values)
    if total <= 4 * CANDIDATES:
        combinations = list(itertools.product(*(span.values for span in spans)))
    else:
        rng = random.Random(setting.seed)
        places = dict.fromkeys(tuple(rng.randrange(len(s.values)) for s in spans) for _ in range(8 * CANDIDATES))
        combinations = [tuple(s.values[k] for s, k in zip(spans, one, strict=True)) for one in places]
    made = [Candidate({}, setting)]
    for values in combinations:
        changes = {s.path: v for s, v in zip(spans, values, strict=True) if v != now[s.path]}
        if changes and (one := _allowed(setting, changes)):
            made.append(Candidate(changes, one, distance=_distance(changes, now, spans)))
    if len(made) == 1:
        raise HexagoraError("the game allows none of these values; the first is refused because: "
                            + _why_not(setting, spans))
    return [made[0], *sorted(made[1:], key=lambda c: c.distance)[: CANDIDATES - 1]] if total <= 4 * CANDIDATES \
        else made[:CANDIDATES]


def _allowed(setting: Setting, changes: dict[str, Any]) -> Setting | None:
    try:
        one = setting.changed(changes)
        one.game_itself().box(one.options)
        return one
    except HexagoraError:
        return None


def _why_not(setting: Setting, spans: list[Span]) -> str:
    try:
        setting.changed({span.path: span.values[0] for span in spans}).game_itself()
    except HexagoraError as e:
        return str(e)
    return "it is what the content has already"


def _distance(changes: dict[str, Any], now: dict[str, Any], spans: list[Span]) -> float:
    """What is changed: one for each number, and how far it goes of its span."""
    total = 0.0
    for span in spans:
        if span.path in changes:
            new, old = changes[span.path], now[span.path]
            numbers = [v for v in (*span.values, old) if isinstance(v, int | float)]
            wide = max(numbers, default=1) - min(numbers, default=0) or 1
            far = abs(new - old) / wide if isinstance(new, int | float) and isinstance(old, int | float) else 1.0
            total += 1 + far
    return total


# telling it


def report(found: Found, language: str = "en", command: str = "", file: str = "") -> str:
    game = found.setting.game_itself()
    say = Speech(language, game)
    title = say("Lab: {game}, a search over {numbers}", game=game.facts.title,
                numbers=", ".join(s.path for s in found.spans))
    body = [f"<p>{escape(verdict(found, say))}</p>",
            *([f"<p>{escape(say('It lies in {file}.', file=file))}</p>"] if file else [])]
    made = [section(say("In short"), "".join(body)),
            section(say("The front: as even as possible, as little changed as possible"),
                    _table(found.front(), found, say)),
            section(say("All that were played to the end"), _table(found.known_best(), found, say)),
            section(say("All that were tried"), _table(found.tried, found, say))]
    if command:
        made.append(f"<p class='muted'>{escape(command)}</p>")
    return page(title, language, made, escape(about(found.setting, game, say)))


def verdict(found: Found, say: Speech) -> str:
    """What the search comes to, in one sentence."""
    changes = named(found.best.changes, say)
    if found.kept_to:
        return say("The least change that keeps to the wishes: {changes}.", changes=changes)
    return say("Nothing that was tried keeps to all wishes; {changes} comes nearest.", changes=changes)


def content(found: Found, made_by: str = "") -> str:
    """The content file with what was found, and where it comes from; empty where nothing of it is changed."""
    best = found.best
    inside = {path: value for path, value in best.changes.items() if not path.startswith(OPTION)}
    changes = {**found.setting.changes, **inside}
    if not changes:
        return ""
    about = {"made_by": made_by or f"a search over {', '.join(span.path for span in found.spans)}",
             "wish": f"seats and sides within {100 * found.within:g} points of equal",
             "measured": f"worst {100 * best.imbalance:.1f} points from equal in "
                         f"{best.run.played if best.run else 0} matches",
             "kept_to_all_wishes": "yes" if found.kept_to else "no"}
    return variants.text(found.setting.game, changes, about)


def named(changes: dict[str, Any], say: Speech) -> str:
    return ", ".join(f"{path} = {value}" for path, value in changes.items()) or say("the content as it is")


def _table(candidates: list[Candidate], found: Found, say: Speech) -> str:
    rows = []
    for one in candidates:
        known = one.found
        worst = max((f for f in known.values() if f.equal is not None), default=None,
                    key=lambda f: abs(f.interval.middle - (f.equal or 0)))
        wishes = "".join(f"<td>{say.number(known[w.key].interval.middle) if w.key in known else '–'}</td>"
                         for w in found.wishes)
        good = one.missed(found.within, found.wishes) == 0
        rows.append(f"<tr><td>{escape(named(one.changes, say))}</td><td>{say.number(one.distance, 2)}</td>"
                    f"<td>{say.number(100 * one.imbalance)}</td><td>{escape(spoken(worst, say)) if worst else '–'}</td>"
                    f"{wishes}<td>{say.number(one.run.played if one.run else 0, 0)}</td>"
                    f"<td>{escape(say('yes') if good else say('no'))}</td></tr>")
    names = [say("Change"), say("How much"), say("Points from equal at most"), say("Who"),
             *(say.name(w.key) for w in found.wishes), say("Matches"), say("Keeps to the wishes")]
    heads = "".join(f"<th>{escape(name)}</th>" for name in names)
    return f"<div class='scroll'><table><tr>{heads}</tr>{''.join(rows)}</table></div>"
