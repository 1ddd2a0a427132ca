"""Action spaces that know what is legal, and observations, as Gymnasium describes them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexagora.engine.features import Catalogue
from hexagora.research.common import need, np

if TYPE_CHECKING:
    from hexagora.engine.vector import Vector

spaces = need("gymnasium.spaces", "gym")


class LegalActions(spaces.Discrete):  # type: ignore[name-defined]
    """The actions of a game. A sample without a mask is one of those that are legal now, where there are any."""

    def __init__(self, actions: int, legal: Callable[[], list[int]]):
        self._legal = legal
        super().__init__(actions)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            legal = self._legal()
            if legal:
                return np.int64(self.np_random.choice(legal))
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: Any) -> Any:
        """A copy has no match to ask."""
        return spaces.Discrete(int(self.n))

    def __reduce__(self) -> Any:
        return spaces.Discrete, (int(self.n),)


class LegalMany(spaces.MultiDiscrete):  # type: ignore[name-defined]
    """An action for each match of a vector. A sample without a mask is legal everywhere."""

    def __init__(self, vector: "Vector"):
        self._vector = vector
        super().__init__(np.full(vector.count, vector.game.actions))

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        legal = self._vector.mask()
        return np.argmax(self.np_random.random(legal.shape) * legal, axis=1)

    def __deepcopy__(self, memo: Any) -> Any:
        return spaces.MultiDiscrete(self.nvec)

    def __reduce__(self) -> Any:
        return spaces.MultiDiscrete, (self.nvec,)


def observations(catalogue: Catalogue) -> Any:
    return spaces.Box(0.0, 1.0, (catalogue.size,), np.float32)


def masks(actions: int) -> Any:
    return spaces.Box(0, 1, (actions,), np.int8)


def mask_of(legal: list[int], actions: int) -> "np.ndarray[Any, Any]":
    mask = np.zeros(actions, np.int8)
    mask[legal] = 1
    return mask
