"""One seat of any game for RLlib: `rllib.env({"game": "hex", "size": 4})`, an environment whose observations hold the
legal actions too, as RLlib's action-masking modules want them."""

from typing import Any

from hexagora.research.common import need, np
from hexagora.research.gymnasium import SeatEnv
from hexagora.research.spaces import spaces

gymnasium = need("gymnasium", "gym")


class MaskedSeatEnv(gymnasium.Env):  # type: ignore[name-defined]
    """A seat whose observation is {"observations", "action_mask"}."""

    def __init__(self, config: Any = None):
        self.inner = SeatEnv(**dict(config or {}))
        actions = int(self.inner.action_space.n)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict({
            "observations": self.inner.observation_space,
            "action_mask": spaces.Box(0.0, 1.0, (actions,), np.float32),
        })

    def _told(self, seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {"observations": seen, "action_mask": info["action_mask"].astype(np.float32)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        seen, info = self.inner.reset(seed=seed, options=options)
        return self._told(seen, info), {}

    def step(self, action: Any) -> Any:
        seen, reward, over, cut, info = self.inner.step(action)
        return self._told(seen, info), reward, over, cut, {}


def env(config: Any = None) -> MaskedSeatEnv:
    """An environment from RLlib's `env_config`: the game, `seat`, `opponents` and options of the game."""
    return MaskedSeatEnv(config)
