"""The part of the checker for games with secrets: nothing that reaches a viewer depends on what the viewer may not
know, and what is drawn in its place is possible."""

import json
from typing import TYPE_CHECKING, Any

from hexagora.engine.contract import CHANCE, OVER, SPECTATOR

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.walk_checks import Walk

TWINS = 3  # other worlds followed at a time


class Secrets:
    """Looks at one match from the seats of all viewers, and at other worlds that look the same to them."""

    def __init__(self, walk: "Walk"):
        self.walk, self.note = walk, walk.note
        self.game, self.box, self.match, self.players, self.rng = (walk.game, walk.box, walk.match, walk.players,
                                                                   walk.rng)
        self.twins: list[tuple[int, Any]] = []

    def _unchecked(self) -> Any:
        """The state without range checks, which make copying slow."""
        return self.game.State.from_bytes(self.game.State.to_bytes(self.match.state))

    def look(self, a: int, deep: bool) -> None:
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
        others = [b for b in listed(self.game, self.box, state) if b != a]
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
        broken = list(self.walk.broken(self.box, other))
        self.note("resample", not broken, f"a resampled state breaks {broken[:3]}")
        actor = rules.to_act(self.box, state)
        self.note("resample", rules.to_act(self.box, other) == actor, "another player decides after resampling")
        if actor == viewer and viewer != SPECTATOR:
            same = listed(self.game, self.box, state) == listed(self.game, self.box, other)
            self.note("resample", same, f"viewer {viewer} has other choices after resampling")

    def _same_for(self, viewer: int, state: Any, other: Any, a: int, deep: bool) -> None:
        """Plays the same action in both worlds: what the viewer sees of it, and afterwards, must be the same."""
        rules, State = self.game.rules, self.game.State
        seat = viewer + 1
        if deep:
            left, right = self._bytes_for(seat, state), self._bytes_for(seat, other)
            told = "" if left == right else first_difference(left, right)
            self.note("indistinguishable", left == right, f"seat {seat} gets other bytes: {told}")
        if a not in listed(self.game, self.box, other):
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
        different = differences(State, after)
        actor_hides = rules.to_act(self.box, state) == CHANCE and shown[0] != a
        self.note("indistinguishable", not different or actor_hides,
                  f"after action {a} seat {seat} can tell two worlds apart: {different[:3]}")

    def follow_twins(self, a: int) -> None:
        """Other worlds: where something happened that a viewer did not see, something else might have happened.

        Such a world goes on with the same actions as long as they are possible there and look the same to the viewer.
        This does not trust `hide` and `resample` to agree on what is secret; `seen` alone opens a world.
        """
        rules, state = self.game.rules, self.match.state
        actor = rules.to_act(self.box, state)
        kept = []
        for viewer, twin in self.twins:
            ways = listed(self.game, self.box, twin)
            if actor == viewer and viewer != SPECTATOR:
                self.note("indistinguishable", ways == listed(self.game, self.box, state),
                          f"viewer {viewer} has other choices in a world that looks the same")
            if a in ways and rules.seen(self.box, twin, a, viewer) == rules.seen(self.box, state, a, viewer):
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
        others = [b for b in listed(self.game, self.box, state)
                  if b != a and rules.seen(self.box, state, b, viewer) == shown]
        if others:
            twin = self._unchecked()
            rules.apply(self.box, twin, self.rng.choice(others))
            self.twins.append((viewer, twin))

    def compare_twins(self) -> None:
        """While the match goes on (its end may reveal everything), a viewer knows the same in both worlds."""
        if self.match.over:
            self.twins = []
        for viewer, twin in self.twins:
            known = []
            for s in (self._unchecked(), twin.clone()):
                self.game.rules.hide(self.box, s, viewer)
                known.append(s)
            different = differences(self.game.State, known)
            self.note("indistinguishable", not different,
                      f"viewer {viewer} knows what it did not see: {different[:2]}")

    def _bytes_for(self, seat: int, state: Any) -> str:
        """Everything that is sent to a seat in a state: position, scene, choices."""
        view = self.match.hidden(seat, state)
        words = self.game.words.position(self.box, view)
        scene = self.game.scene.scene(self.box, view, self.match.seats).document()
        choices = []
        if self.game.rules.to_act(self.box, state) == seat - 1:
            choices = [str(self.game.scene.choice(self.box, view, a)) for a in listed(self.game, self.box, view)]
        return json.dumps([words, scene, choices], sort_keys=True)


def differences(State: Any, pair: list[Any]) -> list[str]:
    """Bytes first: listing the fields is slow, and nearly always there is nothing to list."""
    if State.to_bytes(pair[0]) == State.to_bytes(pair[1]):
        return []
    found: list[str] = State.differences(*pair)
    return found


def first_difference(left: str, right: str) -> str:
    for k, (x, y) in enumerate(zip(left, right, strict=False)):
        if x != y:
            return f"…{left[max(0, k - 60):k + 60]}… against …{right[max(0, k - 60):k + 60]}…"
    return "one is longer"


def listed(game: "Game", box: Any, state: Any) -> list[int]:
    if game.rules.to_act(box, state) == OVER:
        return []
    out = [0] * game.max_legal
    return out[: game.rules.legal(box, state, out)]
