"""The part of the checker that plays: one random match, looked at from all sides at every decision."""

import json
import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from hexagora.engine import catalogue_checks, coaching, folder, hooks
from hexagora.engine.check_report import Report
from hexagora.engine.contract import CHANCE, WIN
from hexagora.engine.endless import Guard
from hexagora.engine.errors import HexagoraError
from hexagora.engine.features import Observer
from hexagora.engine.hidden_checks import Secrets, differences, first_difference
from hexagora.engine.match import Match
from hexagora.engine.matchfile import from_document, to_document
from hexagora.engine.mirrors import Mirror
from hexagora.engine.scene import Scene
from hexagora.engine.scene_checks import Finding, Looker
from hexagora.engine.translation_checks import Reader
from hexagora.engine.words import Sentence, tidy

if TYPE_CHECKING:
    from hexagora.engine.game import Game

NO_KEY = "no_such_key"
SOMEBODY = "P"  # a name that no language translates, like those of people
LONGEST = 20_000  # decisions after which a random match counts as endless
DEEP_EVERY = 7  # decisions between the costly checks (positions, scenes, resampling)
DRAWS = 40  # random actions drawn for each legal one, where that is looked at
FEW = 12  # legal actions up to which it is


class Walk:
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
        self.secrets = Secrets(self)
        self.mirrors = [back_end(self.match) for back_end in back_ends]
        self.time_is_up: Callable[[], bool] = lambda: False
        self.broken_off = False
        self.endless = False  # something took so long that it was stopped
        self.observer = Observer(game, self.box) if hooks.OBSERVE.of(game) and not list(
            folder.observation(game)) else None
        if self.observer:
            told = list(catalogue_checks.of_names(game, self.box, self.observer.catalogue, self.players))
            self.note("features", not told, "".join(told[:1]))
        self.invariants = hooks.BROKEN.of(game)
        self.broken = self.invariants or (lambda box, s: [])

    def note(self, check: str, fine: bool, problem: str) -> None:
        self.report.note(check, fine, problem, "" if fine else f"[{self.given}, decision {len(self.match.log)}]")

    def _note_all(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.note(*finding)

    def run(self) -> None:
        guard = Guard()
        try:
            with guard:
                self._walk(guard)
        except Exception as e:
            self.endless = guard.times > 0
            many = self._too_many_legal() if isinstance(e, IndexError) else 0
            told = f"{many} legal actions, but MAX_LEGAL = {self.game.max_legal} in state.py"
            self.note(*("legal", False, told) if many else ("crash", False, folder.what_went_wrong(e, self.game)))
        self.report.checked["crash"] += 1
        self._boxed()

    def _boxed(self) -> None:
        """Matches share a box, so nothing may change it."""
        Box = self.game.Box
        fresh = self.game.module("content").build(self.game.content, self.match.options, Box.new())
        changed = differences(Box, [fresh, self.box])
        self.note("legal", not changed, "the box is another one after a match, though many matches share it: "
                  + ", ".join(one.partition(":")[0] for one in changed[:3]))

    def _too_many_legal(self) -> int:
        """How many actions are legal, if that is more than the game says there can be."""
        try:
            count = self.game.rules.legal(self.box, self.match.state, [0] * (2 * self.game.actions + 1))
        except Exception:
            return 0
        return int(count) if count > self.game.max_legal else 0

    def _walk(self, guard: Guard) -> None:
        match = self.match
        while not match.over and len(match.log) < LONGEST:
            guard.beat()
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
            if not deep:
                self._scores(over=False)
            self._invariants(match.state)
            if self.game.facts.hidden:
                self.secrets.look(a, deep)
            if deep:
                self._look(legal, a)
                for mirror in self.mirrors:
                    mirror.compare(self, legal)
            self._step(a, deep)
        self._end()
        self._scores(over=True)
        self._counted()
        self._records(None)
        self._position()
        self._scene()
        self._files()
        for mirror in self.mirrors:
            mirror.compare(self, [])

    def _end(self) -> None:
        """The match is over, and no later than the game says; its box is the one that it began with."""
        match, longest = self.match, hooks.LONGEST.of(self.game)
        self.note("ends", match.over, f"not over after {LONGEST} random decisions")
        most = longest(self.box) if longest else LONGEST
        self.note("ends", len(match.log) <= most,
                  f"over after {len(match.log)} decisions; catalogue.longest says {most}")

    def _counted(self) -> None:
        """What the lab counts of a match that is over."""
        if hooks.REASON.of(self.game) or hooks.SIDE.of(self.game):
            told = list(catalogue_checks.of_result(self.game, self.box, self.match.state, self.players))
            self.note("figures", not told, "".join(told[:1]))

    def _look(self, legal: list[int], a: int) -> None:
        """The costly checks, none of which may change anything."""
        State, match = self.game.State, self.match
        looks = {"pick": lambda: self._pick(legal), "scores or returns": lambda: self._scores(over=False),
                 "position": self._position, "scene, choice or ending": self._scene, "observe": self._observed,
                 "mark": lambda: self._marked(legal)}
        self._records(a)
        for what, look in looks.items():
            before = State.to_bytes(match.state)
            look()
            self.note("legal", State.to_bytes(match.state) == before, f"{what} changed the state")

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
        self.note("texts", not any(t.isdigit() for t in texts), f"a number alone: {texts[:20]}; who types one at a "
                  "terminal means a line of the list")
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
            broken = list(self.invariants(self.box, state))
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
        if not match.log:
            self._unknown_key(document)
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

    def _unknown_key(self, document: dict[str, Any]) -> None:
        """A key that is misspelt must not be passed over."""
        try:
            self.game.from_position({**document, NO_KEY: 1}, chance="ask")
        except HexagoraError:
            return
        self.note("position", False, f"a key that is not known ('{NO_KEY}') is taken without a word: read positions "
                  "by declaration (`Shape` of engine/document.py)")

    def _scene(self) -> None:
        match, scene = self.match, self.match.scene()
        others = range(self.players + 1) if self.game.facts.hidden else [self.rng.randrange(self.players + 1)]
        for one in (scene, *map(match.scene, others)):  # where nothing is hidden all see the same
            self.note("scene", _is_plain(one.document()), "a scene is not plain data")
            self._note_all(self.reader.of_scene(one))
        first, second = str(scene.document()), str(match.scene().document())
        self.note("scene", first == second, "" if first == second else
                  f"the same position is shown otherwise the second time: {first_difference(first, second)}")
        self._note_all(self.looker.look_at(scene, self.players))
        self.report.by_glyph += sorted(self.looker.shown_by_glyph(scene) - set(self.report.by_glyph))
        self._choices(scene)
        self._coached()

    def _choices(self, scene: Scene) -> None:
        """Choices are of the actions that they are shown for."""
        match = self.match
        if match.actor < 0:
            return
        for a, shown in zip(match.actions(), scene.choices, strict=False):
            wanted = (a, self.game.words.text(self.box, match.state, a))
            self.note("scene", (shown.action, shown.text) == wanted,
                      f"the choice of action {wanted[0]}, '{wanted[1]}', is one of {shown.action}, '{shown.text}'")
        if hooks.CHOICES.of(self.game):
            single = [self.game.scene.choice(self.box, match.state, a) for a in match.actions()]
            self.note("scene", scene.choices == single, "`choices` says something else than `choice` for each action")

    def _coached(self) -> None:
        """What the coach finds important has words."""
        matters = hooks.MATTERS.of(self.game) if coaching.has_coach(self.game) else None
        for seat in range(self.players) if matters else ():
            assert matters is not None
            named = matters(self.box, self.match.hidden(seat + 1), seat)
            unknown = [one for one in named if one not in coaching.tips(self.game)]
            self.note("coach", not unknown, f"coach.matters names {unknown[:3]}; {coaching.FILE} has no such tips")

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
                          f"names, or looks for a place that is not there: {folder.what_went_wrong(e, self.game)}")
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
            self.secrets.follow_twins(a)
        for mirror in self.mirrors:
            mirror.apply(a)
        match._apply(a)
        self.secrets.compare_twins()
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


def _is_plain(document: Any) -> bool:
    try:
        json.dumps(document, allow_nan=False)
        return True
    except (TypeError, ValueError):
        return False
