"""What a search works on: the functions, and the memory in which states, tree and notes lie. One kind of desk for each
back end; the search does not see the difference."""

from functools import lru_cache
from typing import Any, Protocol

from hexagora.bots import exact, nodes
from hexagora.bots.networks import Network, none
from hexagora.bots.view import View

NODE_ROOM, EDGE_ROOM, TABLE_ROOM = 400_000, 3_000_000, 1_048_573  # of a compiled search: about 150 MB when full
PLAIN_TABLE, PLAIN_KNOWN = 16_381, 16_381


class Desk(Protocol):
    functions: dict[str, Any]
    boxes: Any
    states: Any
    words: Any
    nodes: Any
    edges: Any
    trees: Any
    nets: Any
    numbers: dict[str, Any]

    def place(self, slot: int, state: bytes) -> None:
        """Puts a state into a slot."""

    def clear(self) -> None:
        """Forgets the tree."""

    def counts(self, first: int, last: int) -> dict[int, int]:
        """How often the actions of some edges were looked at."""

    def table(self, name: str, rows: int, width: int) -> Any:
        """A table of numbers that somebody keeps at this desk under a name, zeros at first."""


@lru_cache(2)
def _plain_network(network: bytes) -> Any:
    """The object of a network; they are large and never change, so desks share one."""
    return Network.from_bytes(network)


class PlainDesk:
    """Interpreted rules: plain objects and lists."""

    def __init__(self, functions: dict[str, Any], view: View, sizes: dict[str, int], seed: int, network: bytes):
        self.functions, self.boxes, self.words = functions, [view.box], None
        self._kind = view.game.State
        self.states: Any = [view.game.State.new() for _ in range(exact.SLOTS)]
        self.nodes: Any = []
        self.edges: Any = []
        self.trees: Any = [nodes.Tree.new()]
        self.nets: Any = [_plain_network(network)]
        sizes = sizes | {"known": PLAIN_KNOWN}
        self.numbers: dict[str, Any] = {name: [0] * size for name, size in sizes.items()} | {"rng": [seed]}

    def place(self, slot: int, state: bytes) -> None:
        self.states[slot] = self._kind.from_bytes(state)

    def clear(self) -> None:
        self.nodes.clear()
        self.edges.clear()
        self.numbers["table"] = [0] * PLAIN_TABLE

    def counts(self, first: int, last: int) -> dict[int, int]:
        return {edge.action: edge.visits for edge in self.edges[first:last]}

    def table(self, name: str, rows: int, width: int) -> Any:
        return self.numbers.setdefault(name, [[0] * width for _ in range(rows)])


class NativeDesk:
    """Rules compiled for this machine: NumPy's arrays."""

    def __init__(self, functions: dict[str, Any], view: View, sizes: dict[str, int], seed: int, network: bytes):
        import numpy as np

        game, self._np = view.game, np
        self.functions = functions
        self.boxes: Any = game.Box.to_array(view.box)
        self.states: Any = np.zeros(exact.SLOTS, game.State.dtype())
        self.words: Any = self.states.view(np.int64).reshape(exact.SLOTS, -1)
        self.nodes: Any = np.zeros(NODE_ROOM, nodes.Node.dtype()).view(np.recarray)
        self.edges: Any = np.zeros(EDGE_ROOM, nodes.Edge.dtype()).view(np.recarray)
        self.trees: Any = np.zeros(1, nodes.Tree.dtype()).view(np.recarray)
        self.nets: Any = np.frombuffer(bytearray(network), Network.dtype())
        sizes = {"table": TABLE_ROOM} | sizes | {"known": exact.KNOWN, "moved": 2 * NODE_ROOM}
        self.numbers: dict[str, Any] = {name: np.zeros(size, np.int64) for name, size in sizes.items()}
        self.numbers["rng"] = np.array([seed], np.int64)

    def place(self, slot: int, state: bytes) -> None:
        self.words[slot] = self._np.frombuffer(state, self._np.int64)

    def clear(self) -> None:
        self.numbers["table"] = self._np.zeros(len(self.numbers["table"]), self._np.int64)

    def counts(self, first: int, last: int) -> dict[int, int]:
        actions, visits = self.edges.action[first:last], self.edges.visits[first:last]
        return dict(zip(actions.tolist(), visits.tolist(), strict=True))

    def table(self, name: str, rows: int, width: int) -> Any:
        if name not in self.numbers:
            self.numbers[name] = self._np.zeros((rows, width), self._np.int64)
        return self.numbers[name]


class WasmDesk:
    """The module that lies ready in the game's folder: everything is in its own memory."""

    def __init__(self, machine: Any, view: View, sizes: dict[str, int], seed: int, network: bytes):
        game, self._machine = view.game, machine
        self.functions = machine.functions
        self.boxes: Any = machine.records(game.Box, 1)
        self.boxes[0] = game.Box.to_bytes(view.box)
        self.states: Any = machine.records(game.State, exact.SLOTS)
        self.words: Any = self.states.as_words()
        self.nodes: Any = machine.records(nodes.Node, NODE_ROOM)
        self.edges: Any = machine.records(nodes.Edge, EDGE_ROOM)
        self.trees: Any = machine.records(nodes.Tree, 1)
        self.nets: Any = machine.records(Network, 1)
        if network != none():  # fresh memory is all zeros
            self.nets[0] = network
        sizes = {"table": TABLE_ROOM} | sizes | {"known": exact.KNOWN, "moved": 2 * NODE_ROOM, "rng": 1}
        self.numbers: dict[str, Any] = {name: machine.numbers(size) for name, size in sizes.items()}
        self.numbers["rng"][0] = seed
        self._used = False

    def place(self, slot: int, state: bytes) -> None:
        self.states[slot] = state

    def clear(self) -> None:
        if self._used:  # fresh memory is all zeros
            self.numbers["table"].clear()
        self._used = True

    def counts(self, first: int, last: int) -> dict[int, int]:
        return {edge.action: edge.visits for edge in self.edges[first:last]}

    def table(self, name: str, rows: int, width: int) -> Any:
        if name not in self.numbers:
            self.numbers[name] = self._machine.numbers(rows, width)
        return self.numbers[name]
