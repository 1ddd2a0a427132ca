"""The checker of games: does a game keep the contract? Importable, and behind `hexagora check`.

    report = conformance.check(hexagora.game("hex"), matches=20)
    print(report); report.raise_for_problems()

Random matches are played with every number of players and every option; at every decision everything that the
contract promises is looked at, on the interpreted rules with range-checked states and on the compiled ones.
"""

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.engine import folder, hooks, learning_checks, locales, subset
from hexagora.engine.contract import CHANCE, OVER, SPECTATOR, WIN
from hexagora.engine.errors import BadOption, HexagoraError
from hexagora.engine.features import Observer
from hexagora.engine.match import Match
from hexagora.engine.matchfile import from_document, to_document
from hexagora.engine.mirrors import Mirror, mirrors
from hexagora.engine.scene_checks import Finding, Looker
from hexagora.engine.translation_checks import Reader
from hexagora.engine.words import Sentence, tidy

if TYPE_CHECKING:
    from hexagora.engine.game import Game

SOMEBODY = "P"  # a name that no language translates, like those of people
LONGEST = 200_000  # decisions after which a random match counts as endless
DEEP_EVERY = 7  # decisions between the costly checks (positions, scenes, resampling)
MOST_PROBLEMS = 300  # after which nothing more is played
MOST_OF_A_KIND = 5  # that are told
DRAWS = 40  # random actions drawn for each legal one, where that is looked at
TWINS = 3  # other worlds followed at a time
FEW = 12  # legal actions up to which it is

CHECKS = {
    "folder": "what every game must bring is there",
    "hooks": "optional names are those that somebody looks for, and can be called",
    "rules": "rules.md is there, and every rule that is named is in it",
    "options": "options fit together",
    "languages": "what every match may say is translated into each language that the game speaks",
    "guide": "every drawing of the rulebook is a position of the game",
    "tutorial": "the lesson can be played to its end",
    "studies": "studies can be played to the end of all their lines, and are translated",
    "coach": "the coach of a first match has words and conditions",
    "puzzles": "puzzles can be laid out, and their answers are legal",
    "subset": "the rules keep to the rules subset",
    "legal": "legal actions are ascending, in range, never empty, and looking does not change the state",
    "chances": "chance weights are positive and as many as the outcomes",
    "pick": "random actions are legal, and each legal one comes up about as often as any other",
    "texts": "action texts are unique, tidy and found again",
    "records": "states survive bytes and JSON, and copies are independent",
    "scores": "scores and results are consistent",
    "position": "positions export and import to the same position with the same legal actions and scores",
    "scene": "scenes are plain data, and everything that they name is on the table",
    "drawn": "every terrain, piece and icon is drawn",
    "sentences": "what is told is made with `say`, so that it can be translated",
    "undo": "undo restores the state to the byte",
    "files": "match files replay to the same state",
    "hide": "hiding twice is hiding once, and hiding a resampled state gives the hidden state back",
    "indistinguishable": "nothing sent to a viewer depends on what the viewer may not know",
    "resample": "a resampled state is a possible one: same decision, same choices for the viewer, invariants hold",
    "invariants": "what the game says must always hold, holds",
    "features": "what a seat observes lies between 0 and what the catalogue says",
    "levels": "the levels of the bots are known ones",
    "ends": "random matches end",
    "crash": "nothing raises",
    "compiled": "the compiled rules do the same, field by field",
    "wasm": "the WebAssembly does the same, field by field",
}


@dataclass
class Report:
    """What was checked how often, and what was wrong."""

    game: str
    matches: int = 0
    decisions: int = 0
    left_out: list[str] = field(default_factory=list)
    by_glyph: list[str] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHECKS, 0))
    problems: list[tuple[str, str]] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)  # problems of a check beside those that are told

    def note(self, check: str, fine: bool, problem: str, where: str = "") -> None:
        """The same problem is told once, with the first place where it was met."""
        self.checked[check] += 1
        if fine or self.full:
            return
        told = [text for name, text in self.problems if name == check]
        if len(told) < MOST_OF_A_KIND and not any(text.startswith(problem) for text in told):
            self.problems.append((check, f"{problem} {where}".strip()))
        else:
            self.more[check] = self.more.get(check, 0) + 1

    @property
    def full(self) -> bool:
        """Whether so much is wrong that nothing more is told."""
        return len(self.problems) + sum(self.more.values()) >= MOST_PROBLEMS

    @property
    def passed(self) -> bool:
        return not self.problems

    def raise_for_problems(self) -> None:
        if self.problems:
            raise AssertionError(f"{self.game} does not keep the contract:\n" + str(self))

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.matches} matches, {self.decisions} decisions"]
        for check, meaning in CHECKS.items():
            wrong = [text for name, text in self.problems if name == check]
            mark = "FAIL" if wrong else ("ok" if self.checked[check] else "none")
            lines.append(f"  {mark:4} {check:18} {self.checked[check]:>8}  {meaning}")
            lines += [f"       {text}" for text in wrong]
            if check in self.more:
                lines.append(f"       and {self.more[check]} times more")
        if self.by_glyph:
            lines.append(f"  shown by their glyphs, for want of drawings: {', '.join(sorted(self.by_glyph))}")
        lines += [f"  left out: {what}" for what in self.left_out]
        return "\n".join(lines)


def variants(game: "Game") -> Iterator[dict[str, Any]]:
    """Every number of players with default options, then each option at each of its notable values."""
    for players in game.facts.players:
        yield {"players": players}
    for option in game.facts.options:
        for value in _notable(game, option):
            for players in game.facts.players:
                yield {"players": players, option.name: value}


def _notable(game: "Game", option: Any) -> list[Any]:
    if option.asset:
        supplied = hooks.SUPPLIED.of(game)
        return [v for v in supplied(game.content, option.name) if v != option.default] if supplied else []
    values = []
    for v in option.values:
        values += [v.start, v[len(v) // 2], v[-1]] if isinstance(v, range) else [v]
    return [v for v in dict.fromkeys(values) if v != option.default and v not in option.unchecked]


def check(
    game: "Game",
    matches: int = 1,
    seed: int = 1,
    compiled: bool = True,
    only: list[dict[str, Any]] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    seconds: float | None = None,
    beside: Iterable[folder.Problem] = (),
    compiling: bool = True,
) -> Report:
    """Plays `matches` random matches of every variant (or of those in `only`) and looks at everything. With `seconds`
    matches are broken off so that all variants have their turn within that time, as far as it goes; the report says
    what was left out. `beside` are problems that others have found. `compiled` compares with all back ends that are
    there; rules are compiled for it where they are not yet, unless `compiling` is denied."""
    report = Report(game.id)
    if not _readable(game, report):
        return report
    for name, problem in beside:
        report.note(name, False, problem)
    report.checked["levels"] += hooks.LEVELS.of(game) is not None
    todo = list(variants(game)) if only is None else only
    back_ends, missing = mirrors(game, compiling) if compiled else ([], [])
    report.left_out += missing
    looker, reader = Looker(game), Reader(game)
    hourglass, skipped = Hourglass(seconds, len(game.facts.players), len(todo) * matches), 0
    for k, options in enumerate(todo):
        if progress:
            progress(" ".join(f"{name}={str(v)[:20]}" for name, v in options.items()), k, len(todo))
        try:
            game.options(options)
        except BadOption:
            continue  # the game refuses this combination
        if hourglass.run_out():
            skipped += 1
            continue
        for m in range(0 if report.full else matches):
            try:
                walk = _Walk(game, options, f"{seed}-{k}-{m}", report, back_ends, looker, reader)
            except Exception as e:
                report.note("crash", False, f"a match with {options} cannot begin: {folder.what_went_wrong(e)}")
                break
            walk.time_is_up = hourglass.turn()
            walk.run()
            report.matches += 1
            hourglass.broken_off += walk.broken_off
    if progress:
        progress("done", len(todo), len(todo))
    if report.full:
        report.left_out.append(f"all that comes after the first {MOST_PROBLEMS} problems")
    if skipped:
        report.left_out.append(f"{skipped} of {len(todo)} combinations of options, for want of time")
    if hourglass.broken_off:
        report.left_out.append(f"the ends of {hourglass.broken_off} of {report.matches} matches, for want of time")
    return report


def _readable(game: "Game", report: Report) -> bool:
    """What can be seen without a match; whether one can be played at all."""
    for name, problem in folder.problems(game):
        report.note(name, False, problem)
    brings = {"languages": bool(locales.languages(game)), **learning_checks.brought(game)}
    for name in ("folder", "hooks", "rules", "options", *(name for name, any_ in brings.items() if any_)):
        report.checked[name] += 1
    if any(name == "folder" for name, _ in report.problems):
        report.left_out.append("all matches, until the folder is complete")
        return False
    for name, problem in learning_checks.problems(game):
        report.note(name, False, problem)
    for outside in subset.lint(game):
        report.note("subset", False, str(outside))
    report.checked["subset"] += 1
    return True


class Hourglass:
    """Shares out the time: half of it among the matches with default options, the rest among the others."""

    def __init__(self, seconds: float | None, first: int, count: int):
        self.end = None if seconds is None else time.monotonic() + seconds
        self.first, self.count, self.begun, self.broken_off = first, count, 0, 0

    def run_out(self) -> bool:
        """Whether no time is left, and each number of players has had its turn."""
        return self.end is not None and self.begun >= self.first and time.monotonic() > self.end

    def turn(self) -> "Callable[[], bool]":
        """Says for the match that begins now when its time is up."""
        if self.end is None:
            return lambda: False
        left = max(0.0, self.end - time.monotonic())
        self.begun += 1
        share = left / 2 / (self.first - self.begun + 1) if self.begun <= self.first else (
            left / max(1, self.count - self.begun + 1))
        over = time.monotonic() + share
        return lambda: time.monotonic() > over


class _Walk:
    """One random match, looked at from all sides."""

    def __init__(self, game: "Game", options: dict[str, Any], seed: str, report: Report,
                 back_ends: list[type[Mirror]], looker: Looker, reader: Reader):
        self.game, self.report, self.looker, self.reader = game, report, looker, reader
        self.rng = random.Random(seed)
        chosen = game.options(options)
        people = [f"{SOMEBODY}{n + 1}" for n in range(chosen["players"])]
        self.match = Match(game, chosen, seed=seed, chance="ask", debug=True, seats=people)
        self.box, self.players = self.match.box, self.match.players
        self.given = options
        self.twins: list[tuple[int, Any]] = []
        self.mirrors = [back_end(self.match) for back_end in back_ends]
        self.time_is_up: Callable[[], bool] = lambda: False
        self.broken_off = False
        self.observer = Observer(game, self.box) if hooks.OBSERVE.of(game) and not list(
            folder.observation(game)) else None
        self.invariants = hooks.BROKEN.of(game)
        self.broken = self.invariants or (lambda box, s: [])

    def note(self, check: str, fine: bool, problem: str) -> None:
        self.report.note(check, fine, problem, "" if fine else f"[{self.given}, decision {len(self.match.log)}]")

    def _note_all(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.note(*finding)

    def run(self) -> None:
        try:
            self._walk()
        except Exception as e:
            many = self._too_many_legal() if isinstance(e, IndexError) else 0
            told = f"{many} legal actions, but MAX_LEGAL = {self.game.max_legal} in state.py"
            self.note(*("legal", False, told) if many else ("crash", False, folder.what_went_wrong(e)))
        self.report.checked["crash"] += 1

    def _too_many_legal(self) -> int:
        """How many actions are legal, if that is more than the game says there can be."""
        try:
            count = self.game.rules.legal(self.box, self.match.state, [0] * (2 * self.game.actions + 1))
        except Exception:
            return 0
        return int(count) if count > self.game.max_legal else 0

    def _walk(self) -> None:
        match = self.match
        while not match.over and len(match.log) < LONGEST:
            if self.report.full:
                return
            if self.time_is_up():
                self.broken_off = True
                return
            deep = len(match.log) % DEEP_EVERY == 0 or self.rng.random() < 0.02
            legal = self._legal()
            if not legal:
                return
            a = self._choose(legal)
            self._texts(legal)
            self._scores(over=False)
            self._invariants(match.state)
            if self.game.facts.hidden:
                self._hidden(a, deep)
            if deep:
                self._pick(legal)
                self._records(a)
                self._position()
                self._scene()
                self._observed()
                self._marked(legal)
                for mirror in self.mirrors:
                    mirror.compare(self, legal)
            self._step(a, deep)
        self.note("ends", match.over, f"not over after {LONGEST} random decisions")
        self._scores(over=True)
        self._records(None)
        self._position()
        self._scene()
        self._files()
        for mirror in self.mirrors:
            mirror.compare(self, [])

    def _legal(self) -> list[int]:
        match = self.match
        before = self.game.State.to_bytes(match.state)
        legal = match.listed()
        actor = match.actor
        self.note("legal", self.game.State.to_bytes(match.state) == before, "legal or to_act changed the state")
        self.note("legal", bool(legal), "no legal action although the match is not over")
        self.note("legal", legal == sorted(set(legal)), f"not ascending: {legal[:20]}")
        self.note("legal", all(0 <= a < self.game.actions for a in legal), f"out of range: {legal[:20]}")
        self.note("legal", actor in (CHANCE, *range(self.players)), f"to_act gives {actor}")
        if actor == CHANCE:
            self.note("chances", self.game.facts.chance, "chance decides, but the facts say chance=False")
            weights = match.weights()
            fine = len(weights) == len(legal) and all(w > 0 for w in weights)
            self.note("chances", fine, f"weights {weights} for {len(legal)} outcomes")
        return legal

    def _choose(self, legal: list[int]) -> int:
        """By weight at chance nodes, else at random."""
        if self.match.actor == CHANCE:
            return self.rng.choices(legal, self.match.weights())[0]
        return self.rng.choice(legal)

    def _pick(self, legal: list[int]) -> None:
        """A game's own way to draw a random action must be as fair as listing and choosing."""
        if self.match.actor == CHANCE:
            return
        out, rng = [0] * self.game.max_legal, [self.rng.randrange(1, 1 << 32)]
        draws = DRAWS * len(legal) if len(legal) <= FEW else FEW
        drawn = [self.game.rules.pick(self.box, self.match.state, out, rng) for _ in range(draws)]
        self.note("pick", set(drawn) <= set(legal), f"drew {sorted(set(drawn) - set(legal))}, legal {legal[:20]}")
        if len(legal) <= FEW:
            counts = [drawn.count(a) for a in legal]
            self.note("pick", min(counts) >= DRAWS // 4 and max(counts) <= 2 * DRAWS, f"drawn {counts} of {legal}")

    def _texts(self, legal: list[int]) -> None:
        words, match = self.game.words, self.match
        texts = [words.text(self.box, match.state, a) for a in legal]
        self.note("texts", len(set(texts)) == len(texts), f"two legal actions have the same text: {texts[:20]}")
        self.note("texts", all(t == tidy(t) for t in texts), f"not tidy: {texts[:20]}")
        k = self.rng.randrange(len(texts))
        self.note("texts", match.understood(texts[k].upper()) == legal[k], f"{texts[k]!r} is not found again")

    def _scores(self, over: bool) -> None:
        match = self.match
        scores = match._numbers(self.game.rules.scores)
        self.note("scores", all(isinstance(x, int) for x in scores), f"scores {scores}")
        shares = match._numbers(self.game.rules.returns)
        if over and match.over:
            self.note("scores", sum(shares) == WIN and min(shares) >= 0, f"shares of the win {shares}")
        elif not over:
            self.note("scores", not any(shares), f"shares {shares} before the end")

    def _invariants(self, state: Any) -> None:
        if self.invariants:
            broken = self.invariants(self.box, state)
            self.note("invariants", not broken, f"{broken[:3]}")

    def _records(self, a: int | None) -> None:
        State, state = self.game.State, self.match.state
        data = State.to_bytes(state)
        self.note("records", State.to_bytes(State.from_bytes(data)) == data, "bytes do not come back")
        document = json.loads(json.dumps(State.to_dict(state)))
        self.note("records", State.to_bytes(State.from_dict(document)) == data, "JSON does not come back")
        if a is not None:
            twin = state.clone()
            self.game.rules.apply(self.box, twin, a)
            self.note("records", State.to_bytes(state) == data, "a copy shares memory with its original")

    def _position(self) -> None:
        match = self.match
        document = json.loads(json.dumps(match.position()))
        try:
            again = self.game.from_position(document, chance="ask")
        except HexagoraError as e:
            self.note("position", False, f"a position of a match is refused: {e}")
            return
        exported = json.loads(json.dumps(again.position()))
        different = [k for k in document if document[k] != exported.get(k)]
        self.note("position", not different, f"keys that change on the way: "
                  f"{[(k, document[k], exported.get(k)) for k in different[:2]]}")
        self.note("position", again.actor == match.actor,
                  f"after import {again.to_act or 'nobody'} decides instead of {match.to_act or 'nobody'}")
        found, wanted = again.legal(), match.legal()
        self.note("position", found == wanted or again.actor != match.actor, "other legal actions after import: "
                  f"{[a for a in found if a not in wanted][:8]} more, {[a for a in wanted if a not in found][:8]} less")
        points = [m._numbers(self.game.rules.scores) for m in (match, again)]
        self.note("position", points[0] == points[1], f"other scores after import: {points[1]} instead of {points[0]}")

    def _scene(self) -> None:
        match, scene = self.match, self.match.scene()
        others = range(self.players + 1) if self.game.facts.hidden else [self.rng.randrange(self.players + 1)]
        for one in (scene, *map(match.scene, others)):  # where nothing is hidden all see the same
            self.note("scene", _is_plain(one.document()), "a scene is not plain data")
            self._note_all(self.reader.of_scene(one))
        first, second = str(scene.document()), str(match.scene().document())
        self.note("scene", first == second, "" if first == second else
                  f"the same position is shown otherwise the second time: {_first_difference(first, second)}")
        self._note_all(self.looker.look_at(scene, self.players))
        self.report.by_glyph += sorted(self.looker.shown_by_glyph(scene) - set(self.report.by_glyph))
        if match.actor >= 0 and hooks.CHOICES.of(self.game):
            single = [self.game.scene.choice(self.box, match.state, a) for a in match.actions()]
            self.note("scene", scene.choices == single, "`choices` says something else than `choice` for each action")

    def _observed(self) -> None:
        """What everybody sees as numbers, in the bounds of the catalogue."""
        if self.observer is None:
            return
        known = self.observer.catalogue
        most = [f.most for f in known.planes] * known.cells + [f.most for f in known.numbers]
        for seat in range(self.players):
            try:
                seen = self.observer.integers(self.match.state, seat)
            except IndexError as e:
                self.note("features", False, f"`observe` writes beyond the {len(most)} numbers that catalogue.py "
                          f"names, or looks for a place that is not there: {folder.what_went_wrong(e)}")
                return
            wrong = [k for k, (n, high) in enumerate(zip(seen, most, strict=True)) if not 0 <= n <= high]
            self.note("features", not wrong, f"seat {seat + 1} observes {[seen[k] for k in wrong[:3]]} at "
                      f"{wrong[:3]}, more than {[most[k] for k in wrong[:3]]}")

    def _marked(self, legal: list[int]) -> None:
        """The flags of a game that marks by itself are those of its list."""
        mark = hooks.MARK.of(self.game)
        if mark and self.match.actor >= 0:
            flags = [0] * self.game.actions
            mark(self.box, self.match.state, flags)
            wrong = [a for a, flag in enumerate(flags) if flag != (a in legal)]
            self.note("features", not wrong, f"`mark` and `legal` differ in the actions {wrong[:3]}")

    def _sentence(self, before: Any, a: int) -> None:
        """What is told of an action; the state after it is that of the match."""
        told = self.game.words.sentence(self.box, before, a, self.match.state)
        self.note("sentences", isinstance(told, Sentence), f"{told!r} is a plain text: make it with say(template, …)")
        self._note_all(self.reader.of_sentence(told))

    def _step(self, a: int, deep: bool) -> None:
        match, State = self.match, self.game.State
        before = State.to_bytes(match.state)
        told_from = match.state.clone()
        if self.game.facts.hidden:
            self._follow_twins(a)
        for mirror in self.mirrors:
            mirror.apply(a)
        match._apply(a)
        self._compare_twins()
        self.report.decisions += 1
        self._sentence(told_from, a)
        if deep:
            after = State.to_bytes(match.state)
            match.undo()
            self.note("undo", State.to_bytes(match.state) == before, "undo leads to another state")
            match._apply(a)
            self.note("undo", State.to_bytes(match.state) == after, "playing again leads to another state")
        for mirror in self.mirrors:
            mirror.compare_state(self)

    def _files(self) -> None:
        match = self.match
        try:
            again = from_document(json.loads(json.dumps(to_document(match))), self.game)
        except HexagoraError as e:
            self.note("files", False, f"a match file does not replay: {e}")
            return
        same = self.game.State.to_bytes(again.state) == self.game.State.to_bytes(match.state)
        self.note("files", same and again.log == match.log, "a match file replays to another state")

    # hidden information

    def _unchecked(self) -> Any:
        """The state without range checks, which make copying slow."""
        return self.game.State.from_bytes(self.game.State.to_bytes(self.match.state))

    def _hidden(self, a: int, deep: bool) -> None:
        """All viewers now and then, two of them at every decision."""
        viewers = [SPECTATOR, *range(self.players)]
        state = self._unchecked()
        for viewer in viewers if deep else self.rng.sample(viewers, 2):
            self._hidden_from(viewer, state, a, deep)

    def _hidden_from(self, viewer: int, state: Any, a: int, deep: bool) -> None:
        rules, State = self.game.rules, self.game.State
        hidden = state.clone()
        rules.hide(self.box, hidden, viewer)
        known = State.to_bytes(hidden)
        again = hidden.clone()
        rules.hide(self.box, again, viewer)
        self.note("hide", State.to_bytes(again) == known, f"hiding twice differs for viewer {viewer}")
        other = hidden.clone()
        rules.resample(self.box, other, viewer, [self.rng.randrange(1, 1 << 32)])
        check = other.clone()
        rules.hide(self.box, check, viewer)
        same = State.to_bytes(check) == known
        self.note("hide", same, "" if same else
                  f"hide(resample(hide)) differs for viewer {viewer}: {State.differences(check, hidden)[:3]}")
        self._possible(viewer, state, other)
        self._unseen(viewer, state, a)
        self._same_for(viewer, state, other, a, deep)

    def _unseen(self, viewer: int, state: Any, a: int) -> None:
        """What chance brings and the state hides from a viewer must not be told by `seen`."""
        rules, State = self.game.rules, self.game.State
        others = [b for b in _listed(self.game, self.box, state) if b != a]
        if rules.to_act(self.box, state) != CHANCE or not others:
            return
        b = self.rng.choice(others)
        if rules.seen(self.box, state, a, viewer) == rules.seen(self.box, state, b, viewer):
            return
        after = [state.clone(), state.clone()]
        for world, outcome in zip(after, (a, b), strict=True):
            rules.apply(self.box, world, outcome)
        differ = State.to_bytes(after[0]) != State.to_bytes(after[1])
        for world in after:
            rules.hide(self.box, world, viewer)
        told = differ and State.to_bytes(after[0]) == State.to_bytes(after[1])
        self.note("indistinguishable", not told, f"seat {viewer + 1} is told which of the outcomes {a} and {b} it was, "
                  "though `hide` hides it: `seen` must not tell")

    def _possible(self, viewer: int, state: Any, other: Any) -> None:
        rules = self.game.rules
        broken = self.broken(self.box, other)
        self.note("resample", not broken, f"a resampled state breaks {broken[:3]}")
        actor = rules.to_act(self.box, state)
        self.note("resample", rules.to_act(self.box, other) == actor, "another player decides after resampling")
        if actor == viewer and viewer != SPECTATOR:
            same = _listed(self.game, self.box, state) == _listed(self.game, self.box, other)
            self.note("resample", same, f"viewer {viewer} has other choices after resampling")

    def _same_for(self, viewer: int, state: Any, other: Any, a: int, deep: bool) -> None:
        """Plays the same action in both worlds: what the viewer sees of it, and afterwards, must be the same."""
        rules, State = self.game.rules, self.game.State
        seat = viewer + 1
        if deep:
            left, right = self._bytes_for(seat, state), self._bytes_for(seat, other)
            told = "" if left == right else _first_difference(left, right)
            self.note("indistinguishable", left == right, f"seat {seat} gets other bytes: {told}")
        if a not in _listed(self.game, self.box, other):
            return
        shown = [rules.seen(self.box, s, a, viewer) for s in (state, other)]
        self.note("indistinguishable", shown[0] == shown[1], f"seat {seat} sees action {a} as {shown}")
        after = []
        for s in (state, other):
            s = s.clone()
            rules.apply(self.box, s, a)
            if rules.to_act(self.box, s) == OVER:
                return  # the end may reveal everything
            rules.hide(self.box, s, viewer)
            after.append(s)
        different = _differences(State, after)
        actor_hides = rules.to_act(self.box, state) == CHANCE and shown[0] != a
        self.note("indistinguishable", not different or actor_hides,
                  f"after action {a} seat {seat} can tell two worlds apart: {different[:3]}")

    def _follow_twins(self, a: int) -> None:
        """Other worlds: where something happened that a viewer did not see, something else might have happened.

        Such a world goes on with the same actions as long as they are possible there and look the same to the viewer.
        This does not trust `hide` and `resample` to agree on what is secret; `seen` alone opens a world.
        """
        rules, state = self.game.rules, self.match.state
        actor = rules.to_act(self.box, state)
        kept = []
        for viewer, twin in self.twins:
            listed = _listed(self.game, self.box, twin)
            if actor == viewer and viewer != SPECTATOR:
                self.note("indistinguishable", listed == _listed(self.game, self.box, state),
                          f"viewer {viewer} has other choices in a world that looks the same")
            if a in listed and rules.seen(self.box, twin, a, viewer) == rules.seen(self.box, state, a, viewer):
                rules.apply(self.box, twin, a)
                kept.append((viewer, twin))
        self.twins = kept
        for viewer in (SPECTATOR, *range(self.players)):
            self._open_twin(viewer, a)

    def _open_twin(self, viewer: int, a: int) -> None:
        rules, state = self.game.rules, self.match.state
        shown = rules.seen(self.box, state, a, viewer)
        if shown == a or len(self.twins) >= TWINS * (self.players + 1):
            return
        others = [b for b in _listed(self.game, self.box, state)
                  if b != a and rules.seen(self.box, state, b, viewer) == shown]
        if others:
            twin = self._unchecked()
            rules.apply(self.box, twin, self.rng.choice(others))
            self.twins.append((viewer, twin))

    def _compare_twins(self) -> None:
        """While the match goes on (its end may reveal everything), a viewer knows the same in both worlds."""
        if self.match.over:
            self.twins = []
        for viewer, twin in self.twins:
            known = []
            for s in (self._unchecked(), twin.clone()):
                self.game.rules.hide(self.box, s, viewer)
                known.append(s)
            different = _differences(self.game.State, known)
            self.note("indistinguishable", not different,
                      f"viewer {viewer} knows what it did not see: {different[:2]}")

    def _bytes_for(self, seat: int, state: Any) -> str:
        """Everything that is sent to a seat in a state: position, scene, choices."""
        view = self.match.hidden(seat, state)
        words = self.game.words.position(self.box, view)
        scene = self.game.scene.scene(self.box, view, self.match.seats).document()
        choices = []
        if self.game.rules.to_act(self.box, state) == seat - 1:
            choices = [str(self.game.scene.choice(self.box, view, a)) for a in _listed(self.game, self.box, view)]
        return json.dumps([words, scene, choices], sort_keys=True)


def _differences(State: Any, pair: list[Any]) -> list[str]:
    """Bytes first: listing the fields is slow, and nearly always there is nothing to list."""
    if State.to_bytes(pair[0]) == State.to_bytes(pair[1]):
        return []
    found: list[str] = State.differences(*pair)
    return found


def _is_plain(document: Any) -> bool:
    try:
        json.dumps(document, allow_nan=False)
        return True
    except (TypeError, ValueError):
        return False


def _first_difference(left: str, right: str) -> str:
    for k, (x, y) in enumerate(zip(left, right, strict=False)):
        if x != y:
            return f"…{left[max(0, k - 60):k + 60]}… against …{right[max(0, k - 60):k + 60]}…"
    return "one is longer"


def _listed(game: "Game", box: Any, state: Any) -> list[int]:
    if game.rules.to_act(box, state) == OVER:
        return []
    out = [0] * game.max_legal
    return out[: game.rules.legal(box, state, out)]
