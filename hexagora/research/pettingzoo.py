"""Every game as a PettingZoo environment: `pettingzoo.env("hexemonia", players=3)`.

Agents are the seats, `seat_1` and so on, and decide in the order of the rules: a turn is several decisions. Chance is
decided by the seed of `reset`. An observation is a dictionary: `observation`, the features of the state hidden for the
seat, and `action_mask`. Rewards come at the end and add up to zero. `max_cycles` ends a match after so many decisions
for each seat, if given.

`parallel_env` is the same with steps of all seats, of which that of the seat that is to decide counts: at most
`max_cycles` steps.
"""

from typing import Any

from hexagora import registry
from hexagora.engine.errors import BadOption, IllegalAction, UnknownName
from hexagora.engine.match import Match
from hexagora.research.common import action_number, need, np, utilities, written
from hexagora.research.spaces import LegalActions, mask_of, masks, observations, spaces

pettingzoo = need("pettingzoo", "pettingzoo")
selectors = need("pettingzoo.utils", "pettingzoo")
seeding = need("gymnasium.utils.seeding", "pettingzoo")

RENDER_MODES = ["human", "ansi", "rgb_array"]


class TableEnv(pettingzoo.AECEnv):  # type: ignore[name-defined]
    """A match of any game, one agent a seat."""

    def __init__(self, name: str, render_mode: str | None = None, max_cycles: int | None = None, **options: Any):
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode cannot be {render_mode!r}; allowed: {', '.join(RENDER_MODES)}")
        if max_cycles is not None and not (isinstance(max_cycles, int) and max_cycles >= 1):
            raise BadOption(f"max_cycles cannot be {max_cycles!r}; allowed are numbers from 1")
        self.game = registry.game(name)
        self.options = self.game.options(options)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.observer = self.game.observer(**options)
        self.metadata = {"name": f"hexagora_{name}_v0", "render_modes": RENDER_MODES, "render_fps": 2,
                         "is_parallelizable": False}
        self.possible_agents = [f"seat_{k + 1}" for k in range(self.options["players"])]
        self.cycle = len(self.possible_agents)  # decisions
        self.agents: list[str] = []
        self.match: Match | None = None
        size = self.game.actions
        self._actions = {a: LegalActions(size, self._legal_now) for a in self.possible_agents}
        seen = spaces.Dict({"observation": observations(self.observer.catalogue), "action_mask": masks(size)})
        self._observations = dict.fromkeys(self.possible_agents, seen)
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        return self._observations[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        return self._actions[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._actions:
            raise UnknownName("agent", agent, self.possible_agents)
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        chance = int(self.np_random.integers(1 << 62))
        self.match = Match(self.game, self.options, seed=chance)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._decider()

    def _playing(self) -> Match:
        if self.match is None:
            raise IllegalAction("reset the environment before anything else")
        return self.match

    def _decider(self) -> str:
        actor = self._playing().actor
        return self.possible_agents[max(actor, 0)]

    def _legal_now(self) -> list[int]:
        return [] if self.match is None or self.match.over else self.match.actions()

    def _legal(self, agent: str) -> list[int]:
        return self._legal_now() if self.match is not None and self._decider() == agent else []

    def observe(self, agent: str) -> dict[str, Any]:
        match, seat = self._playing(), self.possible_agents.index(self._known(agent))
        return {"observation": self.observer.vector(match.state, seat),
                "action_mask": mask_of(self._legal(agent), self.game.actions)}

    def state(self) -> "np.ndarray[Any, Any]":
        """The whole state, secrets included, as bytes."""
        data = self.game.State.to_bytes(self._playing().state)
        return np.frombuffer(data, np.uint8).copy()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._playing().play(action_number(action))
        self._cumulative_rewards[agent] = 0.0
        self.decisions += 1
        self._clear_rewards()
        if self._playing().over:
            self._end()
        elif self.max_cycles and self.decisions >= self.max_cycles * self.cycle:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _next(self) -> str:
        """Whoever decides; after the end the seats leave in order."""
        if self._playing().over or any(self.truncations.values()):
            return self.agents[0]
        return self._decider()

    def _end(self) -> None:
        result = self._playing().result
        assert result is not None
        for agent, utility in zip(self.possible_agents, utilities(result), strict=True):
            self.rewards[agent] = utility
            self.terminations[agent] = True

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection) + 1
        scene = self._playing().scene(seat)
        if self.render_mode == "rgb_array":
            from hexagora.research.picture import draw

            return draw(scene)
        text = written(scene)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        self.match = None


def raw_env(name: str, **options: Any) -> TableEnv:
    """The environment as it is; `env` also checks the order of calls."""
    return TableEnv(name, **options)


def env(name: str, **options: Any) -> Any:
    """The environment with PettingZoo's check of the order of calls."""
    return selectors.wrappers.OrderEnforcingWrapper(TableEnv(name, **options))


def parallel_env(name: str, **options: Any) -> Any:
    """The environment as a parallel one: a step is one decision, of the seat that is to decide; what the others give is
    left aside."""
    inner = env(name, **options)
    inner.unwrapped.cycle = 1
    return need("pettingzoo.utils.conversions", "pettingzoo").turn_based_aec_to_parallel(inner)
