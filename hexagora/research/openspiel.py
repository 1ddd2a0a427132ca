"""Every game in OpenSpiel: `import hexagora.research.openspiel`, then `pyspiel.load_game("hexagora_sygon(players=4)")`.

Parameters are the game's options; one that has its default value counts as not given. `players` is 0 by default: as
many as the options ask for, else the fewest. Where an option is a number or a word (`die` and `thaw_round` of Hexcape),
the parameter is a number, and -1 stands for the word. Turns are sequences of decisions, chance is explicit, utilities
add up to zero. A match that has not ended after `max_length` decisions, chance included, ends there with an even share
for everybody: OpenSpiel wants a bound, and some rulebooks give none.

`observation_tensor` tells the features of the state hidden for the player (see `features.py` of the game).
`information_state_string` tells all that the player saw happen; `information_state_tensor` the observation, then one
number for each event that the player saw, in order, zeros for those to come.
"""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from hexagora import registry
from hexagora.engine import hooks
from hexagora.engine.contract import CHANCE, OVER, SPECTATOR, WIN
from hexagora.engine.errors import HexagoraError
from hexagora.engine.features import Observer
from hexagora.engine.game import Game, Option
from hexagora.research.common import least_utility, need, np, utilities

pyspiel = need("pyspiel", "openspiel")

PREFIX = "hexagora_"
MAX_LENGTH = 10_000
DIGEST = 12  # hex digits
AS_ASKED = 0  # players, where the other options say how many
BY_WORD = -1  # in place of a number, where the game's own word is meant


class Table:
    """What all states of one game share: the rules, the box, the start."""

    def __init__(self, game: Game, options: dict[str, Any], max_length: int):
        self.game, self.options, self.max_length = game, options, max_length
        self.players: int = options["players"]
        self.rules = game.rules
        self.box = game.box(options)
        self.start = game.State.new()
        self.rules.deal(self.box, self.start)
        self.key = (game.id, json.dumps(options, sort_keys=True), max_length)

    @property
    def observer(self) -> Observer:
        return _observer(self.key)


@cache
def _table(key: tuple[str, str, int]) -> Table:
    return Table(registry.game(key[0]), json.loads(key[1]), key[2])


@cache
def _observer(key: tuple[str, str, int]) -> Observer:
    table = _table(key)
    return Observer(table.game, table.box)


class Position:
    """A state of a match and what each player saw on the way to it; copies and pickles fast."""

    def __init__(self, table: Table, state: Any, seen: list[list[int]], made: int = 0):
        self.table, self.state, self.seen, self.made = table, state, seen, made

    def __deepcopy__(self, memo: Any) -> "Position":
        return Position(self.table, self.state.clone(), [list(events) for events in self.seen], self.made)

    def __reduce__(self) -> Any:
        return _restored, (self.table.key, self.table.game.State.to_bytes(self.state), self.seen, self.made)

    def actor(self) -> int:
        if self.made >= self.table.max_length:
            return OVER
        return int(self.table.rules.to_act(self.table.box, self.state))

    def listed(self, function: Callable[..., int]) -> list[int]:
        out = [0] * self.table.game.max_legal
        return out[: function(self.table.box, self.state, out)]

    def apply(self, a: int) -> None:
        table = self.table
        for player, events in enumerate(self.seen):
            events.append(int(table.rules.seen(table.box, self.state, a, player)))
        table.rules.apply(table.box, self.state, a)
        self.made += 1

    def shares(self) -> list[float]:
        table = self.table
        if table.rules.to_act(table.box, self.state) != OVER:
            return [1 / table.players] * table.players
        out = [0] * table.game.max_players
        table.rules.returns(table.box, self.state, out)
        return [share / WIN for share in out[: table.players]]

    def hidden(self, viewer: int) -> Any:
        view = self.state.clone()
        self.table.rules.hide(self.table.box, view, viewer)
        return view

    def recalled(self, player: int) -> str:
        """All that a player saw, and a short mark of the position as the player knows it."""
        view = self.table.game.State.to_bytes(self.hidden(player))
        return f"{' '.join(map(str, self.seen[player]))} {hashlib.sha256(view).hexdigest()[:DIGEST]}"

    def resampled(self, player: int, uniform: Callable[[], float]) -> "Position":
        """A position that this player cannot tell from this one. What the others saw there is not known: they have the
        player's own events, and the position that they see."""
        view = self.hidden(player)
        self.table.rules.resample(self.table.box, view, player, [1 + int(uniform() * 0xFFFFFFFE)])
        return Position(self.table, view, [list(self.seen[player]) for _ in self.seen], self.made)


def _restored(key: tuple[str, str, int], state: bytes, seen: list[list[int]], made: int) -> Position:
    table = _table(key)
    return Position(table, table.game.State.from_bytes(state), seen, made)


class HexagoraState(pyspiel.State):  # type: ignore[name-defined]
    """A state of any game."""

    def __init__(self, game: "HexagoraGame"):
        super().__init__(game)
        table = game.table
        self.position = Position(table, table.start.clone(), [[] for _ in range(table.players)])

    def current_player(self) -> int:
        who = self.position.actor()
        told: int = {OVER: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}.get(who, who)
        return told

    def is_terminal(self) -> bool:
        return self.position.actor() == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.listed(self.position.table.rules.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        rules = self.position.table.rules
        outcomes, weights = self.position.listed(rules.legal), self.position.listed(rules.chances)
        return [(a, weight / sum(weights)) for a, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.position.table
        return str(table.game.words.text(table.box, self.position.state, action))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.position.table.players
        return utilities(self.position.shares())

    def rewards(self) -> list[float]:
        return self.returns()

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> "HexagoraState":
        """A state that the player cannot tell from this one, drawn at random."""
        twin: HexagoraState = self.clone()
        twin.position = self.position.resampled(player, uniform)
        return twin

    def __str__(self) -> str:
        table = self.position.table
        return json.dumps(table.game.words.position(table.box, self.position.state), sort_keys=True)


class HexagoraObserver:
    """What a player, or everybody, can know of a state, as numbers and as text."""

    def __init__(self, game: "HexagoraGame", kind: Any, params: Any):
        if params:
            raise ValueError(f"observers of Hexagora's games have no parameters, not {params}")
        if not kind.public_info:
            raise ValueError("what is private to a player is told together with what everybody can see, not alone")
        private = pyspiel.PrivateInfoType
        self.table, self.recall = game.table, kind.perfect_recall
        self.spectator = kind.private_info == private.NONE
        self.all = kind.private_info == private.ALL_PLAYERS
        catalogue = self.table.observer.catalogue
        cells, channels = catalogue.cells, len(catalogue.planes)
        sizes = {"board": (cells, channels), "numbers": (len(catalogue.numbers),)}
        if self.recall:
            sizes["events"] = (self.table.max_length,)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        self.dict, at = {}, 0
        for name, shape in sizes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def _view(self, state: Any, player: int) -> Any:
        position = state.position
        return position.state.clone() if self.all else position.hidden(SPECTATOR if self.spectator else player)

    def set_from(self, state: Any, player: int) -> None:
        observer, view = self.table.observer, self._view(state, player)
        seen = observer.told(view, player)
        board = self.dict["board"]
        self.tensor.fill(0)
        board[:] = seen[: board.size].reshape(board.shape)
        self.dict["numbers"][:] = seen[board.size :]
        if self.recall:
            events = state.position.seen[player]
            self.dict["events"][: len(events)] = (np.array(events, np.float32) + 1) / (self.table.game.actions + 1)

    def string_from(self, state: Any, player: int) -> str:
        if self.recall:
            return f"{player}: {state.position.recalled(player)}"
        document = self.table.game.words.position(self.table.box, self._view(state, player))
        return f"{player}: {json.dumps(document, sort_keys=True)}"


class HexagoraGame(pyspiel.Game):  # type: ignore[name-defined]
    """Any game with its options as parameters; each has a class of its own that says which."""

    kind: Any
    name: str

    def __init__(self, params: dict[str, Any] | None = None):
        game, defaults, asked = registry.game(self.name), self.kind.parameter_specification, dict(params or {})
        given = {k: v for k, v in asked.items() if v != defaults.get(k)}  # a default may be settled otherwise
        max_length = int(given.pop("max_length", 0))
        if max_length < 0:
            raise HexagoraError(f"max_length = {max_length}: allowed are numbers from 1, and 0 for the game's own")
        options = game.options(given)
        max_length = max_length or longest(game, options)
        self.table = _table((self.name, json.dumps(options, sort_keys=True), max_length))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.actions if game.facts.chance else 0,
            num_players=options["players"],
            min_utility=least_utility(options["players"]),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max_length,
        )
        super().__init__(self.kind, info, asked | _as_parameters(options, defaults))

    def __reduce__(self) -> Any:
        """By name: OpenSpiel's own training sends games to new processes, which so come to know ours."""
        return load_game, (str(self),)

    def new_initial_state(self, *_: Any) -> HexagoraState:
        return HexagoraState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.table.max_length if self.table.game.facts.chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HexagoraObserver:
        return HexagoraObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def load_game(text: str) -> Any:
    """What OpenSpiel loads, with our games registered."""
    return pyspiel.load_game(text)


def longest(game: Game, options: dict[str, Any]) -> int:
    """The decisions after which a match ends at the latest: the game's own bound, if its catalogue knows one."""
    own = hooks.LONGEST.of(game)
    return int(own(game.box(options))) if own else MAX_LENGTH


def _default(option: Option) -> Any:
    """OpenSpiel's parameters have one type each: what can be a number or the game's own word is a number."""
    numbers = [v for v in option.values if isinstance(v, int | range) and not isinstance(v, bool)]
    words = len(option.values) - len(numbers)
    if isinstance(option.default, bool) or (numbers and not words):
        return option.default
    return BY_WORD if numbers and words == 1 else str(option.default)


def _as_parameters(options: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """What is played, as parameters that give it again; boards and maps of one's own stay as they were given."""
    told = {name: BY_WORD if defaults[name] == BY_WORD and isinstance(value, str) else value
            for name, value in options.items() if name in defaults}
    return {name: value for name, value in told.items() if isinstance(value, type(defaults[name]))}


def _kind(game: Game) -> Any:
    facts, kinds = game.facts, pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.id,
        long_name=facts.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if facts.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.players[-1],
        min_num_players=facts.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": AS_ASKED, "max_length": 0, **{o.name: _default(o) for o in facts.options}},
    )


def _register(name: str) -> None:
    """A class for each game, as OpenSpiel's own have: it lets go of them when Python is gone, and must not be the last
    who holds them."""
    kind = _kind(registry.game(name))
    pyspiel.register_game(kind, type(f"Hexagora_{name}", (HexagoraGame,), {"kind": kind, "name": name}))


for _name in registry.loadable():
    if registry.game(_name).module_if_any("features") is not None:
        _register(_name)
