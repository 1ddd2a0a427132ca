"""One seat of any game as a Gymnasium environment: `gymnasium.make("hexagora/Hex-v0", size=5, opponents="casual")`.

The other seats are taken by `opponents`: "random", a level of the bots ("beginner" to "master"), or one of these for
each of them. `seat` says which seat is ours, 1 by default. `info["action_mask"]` tells what is legal. In place of an
action that is not, a random legal one is played and `info["legal"]` says so; `illegal="error"` raises instead. The
reward comes at the end: 1 for a win, and what the others win is lost.

`gymnasium.make_vec("hexagora/Hex-v0", num_envs=1024)` plays many matches at once on the compiled rules, against random
players; matches restart by themselves in the step in which they end, with the last observation in `info["final_obs"]`.
"""

import random
from typing import Any

from hexagora import registry
from hexagora.engine.errors import BadOption, IllegalAction, UnknownName
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.research.common import action_number, need, np, utilities, written
from hexagora.research.spaces import LegalActions, LegalMany, mask_of, observations, spaces

gymnasium = need("gymnasium", "gym")
vectors = need("gymnasium.vector", "gym")

RANDOM, ERROR = "random", "error"
RENDER_MODES = ["ansi", "rgb_array"]


def _seat(value: Any, players: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not 1 <= value <= players:
        raise BadOption(f"seat cannot be {value!r}; allowed: 1 to {players}")
    return int(value)


def _opponents(value: Any, others: int) -> list[str]:
    """Who sits at each of the other seats, in their order."""
    from hexagora.bots.levels import ALL

    named = [value] * others if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
        raise BadOption(f"opponents cannot be {value!r}; allowed: {RANDOM}, a level of the bots, or a list of these")
    if len(named) != others:
        raise BadOption(f"opponents names {len(named)} players; there are {others} other seats")
    known = [RANDOM, *(one.id for one in ALL)]
    wrong = next((name for name in named if name.lower() not in known), None)
    if wrong is not None:
        raise UnknownName("opponent", wrong, known)
    return [name.lower() for name in named]


class SeatEnv(gymnasium.Env):  # type: ignore[name-defined]
    """A seat of a match against bots or random players."""

    def __init__(self, game: str, seat: int = 1, opponents: Any = RANDOM, illegal: str = RANDOM,
                 render_mode: str | None = None, **options: Any):
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2}
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode cannot be {render_mode!r}; allowed: ansi, rgb_array")
        if illegal not in (RANDOM, ERROR):
            raise BadOption(f"illegal cannot be {illegal!r}; allowed: {RANDOM}, {ERROR}")
        self.illegal = illegal
        self.game: Game = registry.game(game)
        self.options = self.game.options(options)
        self.players: int = self.options["players"]
        self.seat = _seat(seat, self.players)
        others = [s for s in range(1, self.players + 1) if s != self.seat]
        self.opponents = dict(zip(others, _opponents(opponents, len(others)), strict=True))
        self.render_mode = render_mode
        self.observer = self.game.observer(**options)
        self.action_space = LegalActions(self.game.actions, self._legal)
        self.observation_space = observations(self.observer.catalogue)
        self.match: Match | None = None

    def _legal(self) -> list[int]:
        return [] if self.match is None or self.match.over else self.match.actions()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        chance = int(self.np_random.integers(1 << 62))
        self._dice = random.Random(chance + 1)
        self.match = Match(self.game, self.options, seed=chance)
        self._play_others()
        return self._observed(), self._info()

    def _play_others(self) -> None:
        match = self._playing()
        while not match.over and match.actor != self.seat - 1:
            match.make(self._decision(match, match.actor + 1))

    def _decision(self, match: Match, seat: int) -> int:
        level = self.opponents[seat]
        if level == RANDOM:
            return self._dice.choice(match.actions())
        from hexagora.bots import Request, decide

        view = self.game.State.to_bytes(match.hidden(seat))
        return decide(Request(self.game.id, self.options, view, seat, level, self._dice.getrandbits(31))).action

    def _playing(self) -> Match:
        if self.match is None:
            raise IllegalAction("reset the environment before anything else")
        return self.match

    def _observed(self) -> "np.ndarray[Any, Any]":
        return self.observer.vector(self._playing().state, self.seat - 1)

    def _info(self, legal: bool = True) -> dict[str, Any]:
        return {"action_mask": mask_of(self._legal(), self.game.actions), "legal": legal}

    def step(self, action: Any) -> Any:
        match = self._playing()
        if match.over:
            raise IllegalAction("the match is over: reset the environment")
        action = action_number(action)
        legal = action in match.actions()
        match.play(action if legal or self.illegal == ERROR else self._dice.choice(match.actions()))
        self._play_others()
        reward = utilities(match.result or [1 / self.players] * self.players)[self.seat - 1]
        return self._observed(), float(reward), match.over, False, self._info(legal)

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        scene = self._playing().scene(self.seat)
        if self.render_mode == "rgb_array":
            from hexagora.research.picture import draw

            return draw(scene)
        return written(scene)


class SeatVectorEnv(vectors.VectorEnv):  # type: ignore[name-defined]
    """The same seat of many matches at once, against random players, on the compiled rules."""

    metadata: dict[str, Any] = {"autoreset_mode": vectors.AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int = 1, seat: int = 1, opponents: Any = RANDOM, threads: int = 1,
                 **options: Any):
        from hexagora.engine.vector import check_numbers

        self.game: Game = registry.game(game)
        players = self.game.options(options)["players"]
        if set(_opponents(opponents, players - 1)) != {RANDOM}:
            raise BadOption("many matches at once are played against opponents='random'; bots play in gymnasium.make")
        self.seat = _seat(seat, players)
        check_numbers(num_envs=num_envs)
        own = np.full(max(num_envs, 0), self.seat - 1, np.int64)
        self.num_envs = num_envs
        self.vector = self.game.vector(num_envs, threads=threads, seats=own, keep_ends=True, **options)
        self._own = own
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.single_observation_space = observations(self.vector.catalogue)
        batch = need("gymnasium.vector.utils", "gym").batch_space
        self.action_space = LegalMany(self.vector)
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.metadata = dict(self.metadata)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.vector.reset(int(self.np_random.integers(1 << 31)))
        return self.vector.observe(self._own), self._info()

    def step(self, actions: Any) -> Any:
        self.vector.step(actions)
        done = self.vector.done
        info = self._info()
        if done.any():
            info |= {"final_obs": self._final(done), "_final_obs": done.copy()}
        rewards = self._rewards(done)
        return self.vector.observe(self._own), rewards, done, np.zeros(self.num_envs, np.bool_), info

    def _final(self, done: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        """The last observation of each match that has ended, as an object; nothing for the others."""
        seen, final = self.vector.observe_ends(self._own), np.full(self.num_envs, None, object)
        for i in np.flatnonzero(done):
            final[i] = seen[i]
        return final

    def _rewards(self, done: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        shares, players = self.vector.returns[:, self.seat - 1], self.vector.players
        rewards: np.ndarray[Any, Any] = np.where(done, (players * shares - 1) / (players - 1), 0.0)
        return rewards

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.vector.mask()}


for _name in registry.names():  # none is loaded before it is made: what one lacks is told then, in a sentence
    gymnasium.register(
        f"hexagora/{_name.capitalize()}-v0", f"{__name__}:SeatEnv", kwargs={"game": _name},
        vector_entry_point=f"{__name__}:SeatVectorEnv", disable_env_checker=True)
