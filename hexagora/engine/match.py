"""A match: the log of its actions, the state they lead to, and snapshots that make going back cheap."""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hexagora.engine import hooks
from hexagora.engine.contract import CHANCE, OVER, SPECTATOR, WIN
from hexagora.engine.errors import BadOption, BadPosition, HexagoraError, IllegalAction
from hexagora.engine.words import find_action

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.scene import Choice, Scene

SNAPSHOT_EVERY = 16  # decisions between snapshots
DENSE_SNAPSHOTS = 8  # the newest are all kept; of the older ones every fourth


class Match:
    """One match, on the `python` back end. Seats are numbered from 1 towards the outside, players from 0 inside."""

    def __init__(
        self,
        game: "Game",
        options: dict[str, Any],
        *,
        seed: int | str | None = None,
        chance: str = "seed",
        seats: list[str] | None = None,
        debug: bool = False,
        start: dict[str, Any] | None = None,
    ):
        if chance not in ("seed", "ask"):
            raise BadOption(f"chance cannot be {chance!r}; allowed: seed, ask")
        self.game = game
        self.options = options
        self.players: int = options["players"]
        self.chance = chance
        self.seed = secrets.token_hex(16) if seed is None else seed
        self.seats = self._seat_names(seats)
        self.box = game.box(options, debug)
        self.start = start
        self.log: list[int] = []
        self.state = self._first_state(debug)
        self._snapshots: dict[int, Any] = {0: self.state.clone()}
        self._out = [0] * game.max_legal
        self._settle()

    def _seat_names(self, seats: list[str] | None) -> list[str]:
        names = seats or [f"seat {i + 1}" for i in range(self.players)]
        if len(names) != self.players:
            raise BadOption(f"{len(names)} seat names for {self.players} players")
        return list(names)

    def _first_state(self, debug: bool) -> Any:
        state = self.game.State.new(debug)
        if self.start is None:
            self.game.rules.deal(self.box, state)
            return state
        if self.start.get("game", self.game.id) != self.game.id:
            raise BadPosition(f"game = {self.start['game']!r}: this position is not of '{self.game.id}'")
        try:
            self.game.words.place(self.box, state, self.start)
        except BadPosition:
            raise
        except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as e:
            raise BadPosition(f"the position cannot be set up: {e}") from e
        return state

    # who decides what

    @property
    def actor(self) -> int:
        """The player to act, CHANCE or OVER."""
        return int(self.game.rules.to_act(self.box, self.state))

    @property
    def to_act(self) -> str | None:
        """'seat 1', 'chance', or None when the match is over."""
        return _actor_name(self.actor)

    @property
    def over(self) -> bool:
        return self.actor == OVER

    def actor_in(self, state: Any) -> int:
        """The player to act in a state of this match, CHANCE or OVER."""
        return int(self.game.rules.to_act(self.box, state))

    def actor_at(self, ply: int) -> int:
        """Who decided the action at that place in the log."""
        return self.actor_in(self.state_at(ply))

    def actions(self) -> list[int]:
        """The legal actions as numbers, ascending; with a debug state it is checked that they are."""
        listed = self.listed()
        if self.state.DEBUG and any(a >= b for a, b in pairwise(listed)):
            raise ValueError(f"legal actions are not ascending: {listed[:20]}")
        return listed

    def listed(self) -> list[int]:
        """The legal actions as the rules list them."""
        return [] if self.over else self._out[: self.game.rules.legal(self.box, self.state, self._out)]

    def legal(self, viewer: int | None = None) -> list[str]:
        """The legal actions as text, in the words that the viewer sees; at a chance node the possible outcomes."""
        known = self._known(viewer)
        return [self.game.words.text(self.box, known, a) for a in self.actions()]

    def weights(self) -> list[int]:
        """The weights of the outcomes at a chance node."""
        return self._out[: self.game.rules.chances(self.box, self.state, self._out)]

    # deciding

    def play(self, action: str | int) -> "Match":
        """Makes a decision (as text, or as a number from `actions`), then lets chance decide where the seed does."""
        return self.make(self.understood(action))

    def make(self, a: int) -> "Match":
        """As `play`, for an action that is known to be legal: one of `actions` of this very state."""
        self._apply(a)
        self._settle()
        return self

    def play_all(self, actions: Sequence[str | int]) -> "Match":
        for action in actions:
            self.play(action)
        return self

    def decide(self, a: int) -> list[str]:
        """As `make`, and lets the seed decide the chance that follows in any case; tells all that happened, as text."""
        text = self.game.words.text(self.box, self.state, a)
        self._apply(a)
        return [text, *self.settle()]

    def understood(self, action: str | int, viewer: int | None = None) -> int:
        """The legal action that is meant. What is said about a wrong one tells no more than the viewer may know."""
        legal = self.actions()
        if isinstance(action, str):
            return find_action(action, legal, self.legal(viewer), self.to_act or "anybody")
        if action not in legal:
            raise IllegalAction(f"action number {action} is not legal for {self.to_act or 'anybody'} now")
        return int(action)

    def _apply(self, a: int) -> None:
        self.game.rules.apply(self.box, self.state, a)
        self.log.append(a)
        if len(self.log) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.log)] = self.state.clone()
            self._thin()

    def _thin(self) -> None:
        for ply in sorted(self._snapshots)[1:-DENSE_SNAPSHOTS]:
            if ply % (4 * SNAPSHOT_EVERY):
                del self._snapshots[ply]

    def _settle(self) -> None:
        while self.chance == "seed" and self.actor == CHANCE:
            self._apply(self.outcome())

    def settle(self) -> list[str]:
        """Lets the seed decide until a player is to act or the match is over; tells the outcomes, as text."""
        texts = []
        while self.actor == CHANCE:
            a = self.outcome()
            texts.append(self.game.words.text(self.box, self.state, a))
            self._apply(a)
        return texts

    def outcome(self) -> int:
        """What the seed decides here; the same again after going back, so that undo is no second throw."""
        weights = self.weights()
        drawn = hashlib.sha256(f"{self.seed}:{len(self.log)}".encode()).digest()
        pick = int.from_bytes(drawn, "big") % sum(weights)
        for a, weight in zip(self.actions(), weights, strict=True):
            if pick < weight:
                return a
            pick -= weight
        raise AssertionError("weights and outcomes differ in number")

    # going back

    def state_at(self, ply: int) -> Any:
        """The state after the first `ply` actions."""
        base = max(p for p in self._snapshots if p <= ply)
        state = self._snapshots[base].clone()
        for a in self.log[base:ply]:
            self.game.rules.apply(self.box, state, a)
        return state

    def steps(self, first: int = 0) -> Iterator[tuple[Any, Any]]:
        """The states before and after every action from a place in the log on. Both are the caller's to keep until the
        next step."""
        state = self.state_at(first)
        for a in self.log[first:]:
            before = state.clone()
            self.game.rules.apply(self.box, state, a)
            yield before, state

    def _back_to(self, ply: int) -> None:
        self.state = self.state_at(ply)
        del self.log[ply:]
        self._snapshots = {p: s for p, s in self._snapshots.items() if p <= ply}

    def last_decision(self) -> int | None:
        """The place in the log of the last decision of a player (with chance="ask": of anybody)."""
        for ply in range(len(self.log) - 1, -1, -1):
            if self.chance == "ask" or self.game.rules.to_act(self.box, self.state_at(ply)) != CHANCE:
                return ply
        return None

    def undo(self, seat: int | None = None) -> "Match":
        """Takes back the last decision and the chance that followed it. With a seat: only what that player may take
        back by the rules of the game."""
        ply = self.last_decision()
        if ply is None:
            raise HexagoraError("nothing to take back: the match is at its start")
        if seat is not None and not self.may_undo(seat):
            raise HexagoraError(f"seat {seat} cannot take back the last decision")
        self._back_to(ply)
        return self

    def may_undo(self, seat: int) -> bool:
        """Whether the last decision is this player's and shows nothing new to anybody."""
        ply = self.last_decision()
        if ply is None or ply != len(self.log) - 1:
            return False
        before = self.state_at(ply)
        if self.game.rules.to_act(self.box, before) != seat - 1:
            return False
        return not self.is_barrier(before, self.log[ply], self.state)

    def is_barrier(self, before: Any, a: int, after: Any) -> bool:
        """Whether an action cannot be taken back: it handed the decision on, unless the game says otherwise."""
        own = hooks.IS_BARRIER.of(self.game)
        if own is not None:
            return bool(own(self.box, before, a, after))
        return bool(self.game.rules.to_act(self.box, before) != self.game.rules.to_act(self.box, after))

    def fork(self, ply: int | None = None) -> "Match":
        """A match of its own that shares the past up to a point."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.log = list(self.log)
        twin.seats = list(self.seats)
        twin._out = list(self._out)
        twin.state = self.state.clone()
        twin._snapshots = dict(self._snapshots)
        if ply is not None:
            twin._back_to(ply)
        return twin

    # results

    def _numbers(self, function: Any, state: Any = None) -> list[int]:
        out = [0] * self.game.max_players
        function(self.box, self.state if state is None else state, out)
        return out[: self.players]

    @property
    def scores(self) -> list[int]:
        """The players' points so far, in the game's own terms."""
        return self.scores_for(None)

    def scores_for(self, viewer: int | None) -> list[int]:
        """The points as far as a viewer can know them."""
        return self._numbers(self.game.rules.scores, self._known(viewer))

    def score_history(self, viewer: int | None) -> list[list[int]]:
        """The points at the beginning of each turn and at the end, as far as a viewer can know them."""
        actor, history = None, []
        for before, _ in self.steps():
            now = self.actor_in(before)
            if now >= 0 and now != actor:
                history.append(self._numbers(self.game.rules.scores, self._known(viewer, before)))
                actor = now
        return [*history, self.scores_for(viewer)]

    @property
    def result(self) -> list[float] | None:
        """Each player's share of the win, or None while the match goes on."""
        return [r / WIN for r in self._numbers(self.game.rules.returns)] if self.over else None

    # what somebody may know

    def hidden(self, viewer: int | None, state: Any = None) -> Any:
        """The state as a seat (from 1) may know it; 0 is a spectator, None is somebody who may know everything."""
        view = (self.state if state is None else state).clone()
        if viewer is not None:
            self.game.rules.hide(self.box, view, _player(viewer, self.players))
        return view

    def _known(self, viewer: int | None, state: Any = None) -> Any:
        """As `hidden`, for reading only: where nothing is hidden, the state itself."""
        if viewer is not None:
            _player(viewer, self.players)  # a seat that is not there is refused by every game
            if self.game.facts.hidden:
                return self.hidden(viewer, state)
        return self.state if state is None else state

    def position(self, viewer: int | None = None) -> dict[str, Any]:
        """The position as a document in the game's own terms; with a viewer, what that seat may know of it."""
        document = self.game.words.position(self.box, self.hidden(viewer))
        return {"game": self.game.id, "options": self.options, **document}

    def texts(self, viewer: int | None = None, first: int = 0) -> list[str]:
        """The log in notation, as the viewer saw it happen."""
        return [text for text, _ in self._story(viewer, first)]

    def sentences(self, viewer: int | None = None, first: int = 0) -> list[str]:
        """The log in sentences, as the viewer saw it happen."""
        return [sentence for _, sentence in self._story(viewer, first)]

    def _story(self, viewer: int | None, first: int) -> list[tuple[str, str]]:
        words = self.game.words
        return [(words.text(self.box, before, shown), words.sentence(self.box, before, shown, after))
                for before, shown, after in self.tale(viewer, first)]

    def tale(self, viewer: int | None = None, first: int = 0) -> Iterator[tuple[Any, int, Any]]:
        """Every action as the viewer saw it happen, between the states before and after it as the viewer knew them."""
        state = self.state_at(first)
        after = self.hidden(viewer, state)
        for a in self.log[first:]:
            before = after
            shown = self.seen(viewer, state, a)
            self.game.rules.apply(self.box, state, a)
            after = self.hidden(viewer, state)
            yield before, shown, after

    def seen(self, viewer: int | None, state: Any, a: int) -> int:
        """An action made in a state, as the viewer sees it happen."""
        return a if viewer is None else int(self.game.rules.seen(self.box, state, a, _player(viewer, self.players)))

    def scene(self, viewer: int | None = None) -> "Scene":
        """What a person at that seat sees, with the choices if that seat is to act (None: whoever is)."""
        scene: Scene = self.game.scene.scene(self.box, self._known(viewer), self.seats)
        scene.choices = self.choices(viewer)
        ending = hooks.ENDING.of(self.game)
        if self.over and ending is not None:
            scene.ending = ending(self.box, self.hidden(viewer), self.tale(viewer))
        return scene

    def choices(self, viewer: int | None = None) -> "list[Choice]":
        """Every legal action with its label and the way of clicks to it; none for a viewer who is not to act, since
        the very list could tell what the one who is may not show."""
        if viewer == 0:
            return []
        actor = self.actor
        if viewer is not None and actor != viewer - 1:
            return []
        choice, box, view, together = self.game.scene.choice, self.box, self._known(viewer), hooks.CHOICES.of(self.game)
        if actor == CHANCE:
            return [replace(choice(box, view, a), label=self._outcome_in_words(a)) for a in self.actions()]
        if together is not None:
            return together(box, view, self.actions())
        return [choice(box, view, a) for a in self.actions()]

    def _outcome_in_words(self, a: int) -> str:
        """What chance would bring, as the log would tell it: its first sentence."""
        after = self.state.clone()
        self.game.rules.apply(self.box, after, a)
        told = str(self.game.words.sentence(self.box, self.state, a, after))
        return told.split(". ")[0].removesuffix(".")

    # files

    def save(self, path: Any) -> None:
        """Writes a match file, whole or not at all."""
        from hexagora.engine.matchfile import save

        save(self, path)


def _actor_name(actor: int) -> str | None:
    if actor == OVER:
        return None
    return "chance" if actor == CHANCE else f"seat {actor + 1}"


def _player(viewer: int, players: int) -> int:
    if not 0 <= viewer <= players:
        raise HexagoraError(f"there is no seat {viewer}; seats are 1 to {players}, 0 is a spectator")
    return viewer - 1 if viewer else SPECTATOR
