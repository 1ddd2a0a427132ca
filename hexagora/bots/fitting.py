"""Fits the weights of a network to positions and what became of them: the same steps in NumPy and, where there is a
GPU, in PyTorch. The network is fitted as it will be used: with weights rounded to the steps in which they are kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from hexagora.bots import judging
from hexagora.bots.networks import MOST_HIDDEN, MOST_SECOND, MOST_WEIGHTS, Network, Shape
from hexagora.engine.errors import HexagoraError

Array = Any  # of either library
STEP = 1 << judging.STEP_BITS
LEAK = 0.02  # a unit that is off, or fully on, still learns a little
LOG2 = 0.6931471805599453
MEMORY, SQUARES, TINY = 0.9, 0.999, 1e-8  # of Adam
LARGEST = {"first": 120.0, "second": 500.0, "last": 500.0}  # so that rounded weights fit their fields


class Library(Protocol):
    """What NumPy and PyTorch call differently."""

    name: str

    def take(self, array: "np.ndarray[Any, Any]") -> Array: ...
    def give(self, array: Array) -> "np.ndarray[Any, Any]": ...
    def zeros(self, *shape: int) -> Array: ...
    def switches(self, rows: Array, counts: Array, width: int) -> Array: ...
    def chances(self, said: Array) -> Array: ...
    def logarithm(self, array: Array) -> Array: ...
    def where(self, mask: Array, one: Array, other: Array) -> Array: ...
    def shuffled(self, count: int, seed: int) -> Array: ...
    def relative(self, values: Array, movers: Array) -> Array: ...
    def stacked(self, parts: Sequence[Array]) -> Array: ...
    def joined(self, parts: Sequence[Array]) -> Array: ...


class Numpy:
    name = "NumPy"

    def take(self, array: Any) -> Array:
        return np.asarray(array)

    def give(self, array: Array) -> Any:
        return np.asarray(array)

    def zeros(self, *shape: int) -> Array:
        return np.zeros(shape, np.float32)

    def switches(self, rows: Array, counts: Array, width: int) -> Array:
        """1 for every row of weights that is on, position by position."""
        on = np.zeros((len(rows), width + 1), np.float32)
        places = np.where(np.arange(rows.shape[1])[None, :] < counts[:, None], rows.astype(np.int64), width)
        np.put_along_axis(on, places, 1.0, 1)
        return on[:, :width]

    def chances(self, said: Array) -> Array:
        power = np.exp2(said - said.max(1, keepdims=True))
        return power / power.sum(1, keepdims=True)

    def logarithm(self, array: Array) -> Array:
        return np.log(array)

    def where(self, mask: Array, one: Array, other: Array) -> Array:
        return np.where(mask, one, other)

    def shuffled(self, count: int, seed: int) -> Array:
        return np.random.default_rng(seed).permutation(count)

    def relative(self, values: Array, movers: Array) -> Array:
        """Values of players told from whoever is to act on."""
        players = values.shape[1]
        places = (movers.astype(np.int64)[:, None] + np.arange(players)[None, :]) % players
        return np.take_along_axis(values, places, 1)

    def stacked(self, parts: Sequence[Array]) -> Array:
        """Side by side, along a second axis of their own."""
        return np.stack(parts, 1)

    def joined(self, parts: Sequence[Array]) -> Array:
        """One after the other."""
        return np.concatenate(parts)


class Torch:
    """PyTorch, on a GPU where there is one."""

    name = "PyTorch"

    def __init__(self, device: str):
        import torch

        self.torch, self.device = torch, device

    def take(self, array: Any) -> Array:
        return self.torch.as_tensor(array, device=self.device)

    def give(self, array: Array) -> Any:
        return array.cpu().numpy()

    def zeros(self, *shape: int) -> Array:
        return self.torch.zeros(shape, dtype=self.torch.float32, device=self.device)

    def switches(self, rows: Array, counts: Array, width: int) -> Array:
        on = self.zeros(len(rows), width + 1)
        inside = self.torch.arange(rows.shape[1], device=self.device)[None, :] < counts[:, None]
        on.scatter_(1, self.torch.where(inside, rows.long(), width), 1.0)
        return on[:, :width]

    def chances(self, said: Array) -> Array:
        return self.torch.softmax(said * LOG2, 1)

    def logarithm(self, array: Array) -> Array:
        return self.torch.log(array)

    def where(self, mask: Array, one: Array, other: Array) -> Array:
        return self.torch.where(mask, one, other)

    def shuffled(self, count: int, seed: int) -> Array:
        generator = self.torch.Generator(device=self.device).manual_seed(seed)
        return self.torch.randperm(count, generator=generator, device=self.device)

    def relative(self, values: Array, movers: Array) -> Array:
        players = values.shape[1]
        places = (movers.long()[:, None] + self.torch.arange(players, device=self.device)[None, :]) % players
        return values.gather(1, places)

    def stacked(self, parts: Sequence[Array]) -> Array:
        return self.torch.stack([*parts], 1)

    def joined(self, parts: Sequence[Array]) -> Array:
        return self.torch.cat([*parts])


@dataclass
class Fit:
    """A network in the making: its weights, and what the method of fitting (Adam) remembers of its gradients."""

    library: Library
    shape: Shape
    players: int
    weights: dict[str, Array]
    means: dict[str, Array] = field(default_factory=dict)
    squares: dict[str, Array] = field(default_factory=dict)
    steps: int = 0

    @classmethod
    def new(cls, library: Library, shape: Shape, players: int, hidden: int, second: int, seed: int) -> "Fit":
        if hidden % judging.WIDTH or not 0 < hidden <= MOST_HIDDEN or not 0 < second <= MOST_SECOND:
            raise HexagoraError(f"hidden is a multiple of {judging.WIDTH} up to {MOST_HIDDEN}, second at most "
                                f"{MOST_SECOND}; not {hidden} and {second}")
        if shape.rows * hidden > MOST_WEIGHTS:
            raise HexagoraError(f"{shape.rows} rows of {hidden} are more than {MOST_WEIGHTS} weights: choose fewer "
                                "hidden units, or leave features out (`without`)")
        rng = np.random.default_rng(seed)
        drawn = {
            "first": rng.normal(0, 0.08, (shape.rows, hidden)),
            "first_bias": np.full(hidden, 0.3),
            "second": rng.normal(0, (2 / hidden) ** 0.5, (hidden, second)),
            "second_bias": np.full(second, 0.2),
            "last": rng.normal(0, 0.1, (second, players)),
            "last_bias": np.zeros(players),
        }
        fit = cls(library, shape, players, {k: library.take(v.astype(np.float32)) for k, v in drawn.items()})
        fit.means = {k: 0 * v for k, v in fit.weights.items()}
        fit.squares = {k: 0 * v for k, v in fit.weights.items()}
        return fit

    def rounded(self) -> dict[str, Array]:
        """The weights in the steps in which they are kept."""
        steps = {"first": judging.ONE, "first_bias": judging.ONE, "second": STEP, "second_bias": judging.ONE * STEP,
                 "last": STEP, "last_bias": judging.ONE * STEP}
        return {name: (w * steps[name]).round() / steps[name] for name, w in self.weights.items()}

    def step(self, rows: Array, counts: Array, targets: Array, rate: float) -> float:
        """One step towards what became of some positions, told from the seats to act on; returns the loss before it."""
        on, w = self.library.switches(rows, counts, self.shape.rows), self.rounded()
        first = on @ w["first"] + w["first_bias"]
        one = first.clip(0, 1)
        second = one @ w["second"] + w["second_bias"]
        two = second.clip(0, 1)
        chances = self.library.chances(two @ w["last"] + w["last_bias"])
        loss = -(targets * self.library.logarithm(chances + 1e-7)).sum(1).mean()
        away = (chances - targets) * (LOG2 / len(rows))
        slopes = {"last": two.T @ away, "last_bias": away.sum(0)}
        back = (away @ w["last"].T) * self._slope(second)
        slopes |= {"second": one.T @ back, "second_bias": back.sum(0)}
        back = (back @ w["second"].T) * self._slope(first)
        slopes |= {"first": on.T @ back, "first_bias": back.sum(0)}
        self._move(slopes, rate)
        return float(loss)

    def told(self, rows: Array, counts: Array) -> Array:
        """The chances that the network gives, with weights rounded."""
        w = self.rounded()
        one = (self.library.switches(rows, counts, self.shape.rows) @ w["first"] + w["first_bias"]).clip(0, 1)
        two = (one @ w["second"] + w["second_bias"]).clip(0, 1)
        return self.library.chances(two @ w["last"] + w["last_bias"])

    def fade(self, part: float) -> None:
        """Takes so small a part from the weights of the first layer: what seldom comes up should say little."""
        self.weights["first"] = self.weights["first"] * (1 - part)

    def _slope(self, units: Array) -> Array:
        inside = (units > 0) & (units < 1)
        return self.library.where(inside, units * 0 + 1, units * 0 + LEAK)

    def _move(self, slopes: dict[str, Array], rate: float) -> None:
        self.steps += 1
        up, upper = 1 - MEMORY**self.steps, 1 - SQUARES**self.steps
        for name, slope in slopes.items():
            self.means[name] = MEMORY * self.means[name] + (1 - MEMORY) * slope
            self.squares[name] = SQUARES * self.squares[name] + (1 - SQUARES) * slope * slope
            moved = self.weights[name] - rate * (self.means[name] / up) / ((self.squares[name] / upper) ** 0.5 + TINY)
            self.weights[name] = moved.clip(-LARGEST[name], LARGEST[name]) if name in LARGEST else moved

    def record(self) -> bytes:
        """The network as `judging` takes it."""
        net = np.frombuffer(bytearray(self._described), Network.dtype())
        w = {name: np.rint(np.asarray(self.library.give(v), np.float64)) for name, v in self._in_steps().items()}
        for place, values in (("weights", w["first"]), ("bias", w["first_bias"]), ("second_weights", w["second"].T),
                              ("second_bias", w["second_bias"]), ("last_weights", w["last"].T),
                              ("last_bias", w["last_bias"])):
            net[place][0, : values.size] = values.reshape(-1)
        return net.tobytes()

    @cached_property
    def _described(self) -> bytes:
        """A network of this shape without weights."""
        net = Network.new()
        self.shape.describe(net)
        net.hidden, net.second = self.weights["second"].shape
        net.players = self.players
        return Network.to_bytes(net)

    def _in_steps(self) -> dict[str, Array]:
        w = self.weights
        return {"first": w["first"] * judging.ONE, "first_bias": w["first_bias"] * judging.ONE,
                "second": w["second"] * STEP, "second_bias": w["second_bias"] * (judging.ONE * STEP),
                "last": w["last"] * STEP, "last_bias": w["last_bias"] * (judging.ONE * STEP)}

    def kept(self) -> dict[str, Any]:
        """Everything that it takes to go on, as arrays of NumPy."""
        parts = {"weights": self.weights, "means": self.means, "squares": self.squares}
        found = {f"{part}.{name}": self.library.give(v) for part, values in parts.items() for name, v in values.items()}
        return found | {"steps": np.array(self.steps)}

    def restore(self, kept: Any) -> None:
        for part, values in (("weights", self.weights), ("means", self.means), ("squares", self.squares)):
            for name in list(values):
                values[name] = self.library.take(kept[f"{part}.{name}"])
        self.steps = int(kept["steps"])
