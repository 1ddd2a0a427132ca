"""One seat of many matches as a TorchRL environment: `torchrl.env("hex", 256, size=5)`, against random players.

Observations, masks and rewards are rows of a batch of `count` matches on the vector's device: with `device="cuda"` they
never leave the GPU. Random actions of the environment (`rand_action`, random policies) are legal ones; a policy
masks its choices with `action_mask`. A match that has ended shows its last observation and begins anew when TorchRL
resets it.
"""

from typing import Any

from hexagora import registry
from hexagora.engine.errors import BadOption
from hexagora.engine.game import Game
from hexagora.research.common import need, np

torch = need("torch", "torch")
need("torchrl", "torch")
specs = need("torchrl.data", "torch")
envs = need("torchrl.envs", "torch")
TensorDict = need("tensordict", "torch").TensorDict


class SeatsEnv(envs.EnvBase):  # type: ignore[name-defined]
    """The given seat (from 1) of `count` matches; the others play at random."""

    batch_locked = True

    def __init__(self, game: str, count: int = 1, seat: int = 1, seed: int = 1, device: str = "cpu", threads: int = 1,
                 **options: Any):
        super().__init__(device=torch.device(device), batch_size=torch.Size([count]))
        self.game: Game = registry.game(game)
        players = self.game.options(options)["players"]
        if not isinstance(seat, int) or not 1 <= seat <= players:
            raise BadOption(f"seat cannot be {seat!r}; allowed: 1 to {players}")
        own = np.full(count, seat - 1, np.int64)
        on: dict[str, Any] = {"device": "cuda"} if self.device.type == "cuda" else {"threads": threads}
        self.vector: Any = self.game.vector(count, seed=seed, seats=own, keep_ends=True, **on, **options)
        self.seat, self.count = seat, count
        self._own = torch.as_tensor(own, device=self.device)
        self._players = players
        self._describe()

    def _describe(self) -> None:
        count, device = self.count, self.device
        size, actions = self.vector.catalogue.size, self.game.actions
        self.observation_spec = specs.Composite(
            observation=specs.Bounded(0.0, 1.0, (count, size), dtype=torch.float32, device=device),
            action_mask=specs.Binary(actions, (count, actions), dtype=torch.bool, device=device),
            shape=(count,), device=device)
        self.action_spec = specs.Categorical(actions, (count,), dtype=torch.int64, device=device)
        self.reward_spec = specs.Bounded(-1.0, 1.0, (count, 1), dtype=torch.float32, device=device)
        flags = specs.Categorical(2, (count, 1), dtype=torch.bool, device=device)
        self.done_spec = specs.Composite(done=flags.clone(), terminated=flags.clone(), shape=(count,), device=device)

    def _taken(self, array: Any) -> Any:
        """An array of the vector as a tensor, without a copy."""
        return torch.from_dlpack(array)

    def _seen(self, seen: Any) -> dict[str, Any]:
        mask = self._taken(self.vector.mask()).bool()
        self.action_spec.update_mask(mask)
        return {"observation": seen, "action_mask": mask}

    def _now(self) -> dict[str, Any]:
        return self._seen(self._taken(self.vector.observe(self._seats())))

    def _seats(self) -> Any:
        return self._own if self.device.type == "cuda" else self._own.numpy()

    def _reset(self, given: Any = None, **_: Any) -> Any:
        """Matches that have ended have begun anew already; all at once begin anew when nothing says which."""
        which = None if given is None else given.get("_reset", None)
        if which is None or bool(which.all()):
            self.vector.reset(self.vector.seed)
            self.vector.seed += 1  # other matches next time
        flags = torch.zeros(self.count, 1, dtype=torch.bool, device=self.device)
        return TensorDict({**self._now(), "done": flags, "terminated": flags.clone()}, self.batch_size,
                          device=self.device)

    def _step(self, given: Any) -> Any:
        actions = given["action"]
        self.vector.step(actions if self.device.type == "cuda" else actions.numpy())
        done = self._taken(self.vector.done).clone().unsqueeze(1)
        shares = self._taken(self.vector.returns)[:, self.seat - 1 : self.seat]
        reward = torch.where(done, (self._players * shares - 1) / (self._players - 1), 0.0).float()
        now = self._now()
        ends = self._taken(self.vector.observe_ends(self._seats()))
        now["observation"] = torch.where(done, ends, now["observation"])
        return TensorDict({**now, "reward": reward, "done": done, "terminated": done.clone()}, self.batch_size,
                          device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            self.vector.seed = seed


def env(game: str, count: int = 1, **given: Any) -> SeatsEnv:
    """`count` matches of a game, one seat of each."""
    return SeatsEnv(game, count, **given)
