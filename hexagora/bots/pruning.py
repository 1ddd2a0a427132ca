"""Forgetting: of the tree of a compiled search only what can still be reached from its root is kept."""

from typing import Any

import numpy as np

from hexagora.bots.tree import PROBES


def keep_what_follows(nodes: Any, edges: Any, head: Any, table: Any) -> None:
    """Moves the nodes below the root, with their edges, to the front of the memory, and notes them in the table."""
    kept = np.flatnonzero(_below_root(nodes, edges, head))
    moved = np.full(head.nodes, -1, np.int32)
    moved[kept] = np.arange(len(kept), dtype=np.int32)
    counts = nodes.count[kept].astype(np.int64)
    blocks = _blocks(nodes.first[kept], counts)
    _gather(nodes, kept)
    nodes.first[: len(kept)] = np.cumsum(counts) - counts
    nodes.room[: len(kept)] = counts
    _gather(edges, blocks)
    children = edges.child[: len(blocks)]
    edges.child[: len(blocks)] = np.where(children >= 0, moved[children], -1)
    head.root, head.nodes, head.edges = moved[head.root], len(kept), len(blocks)
    _note_keys(nodes, len(kept), table)


def _gather(records: Any, wanted: Any) -> None:
    """Puts some records to the front, in that order."""
    words = records.view(np.ndarray).view(np.int64).reshape(len(records), -1)  # much faster than by fields
    words[: len(wanted)] = words[wanted]


def _below_root(nodes: Any, edges: Any, head: Any) -> Any:
    """Which nodes can be reached from the root."""
    firsts, counts = nodes.first[: head.nodes], nodes.count[: head.nodes].astype(np.int64)
    children = np.ascontiguousarray(edges.child[: head.edges])
    found, reached = np.zeros(head.nodes, bool), np.zeros(head.nodes, bool)
    front = np.array([head.root])
    while len(front):
        found[front] = True
        below = children[_blocks(firsts[front], counts[front])]
        reached[:] = False
        reached[below[below >= 0]] = True
        front = np.flatnonzero(reached & ~found)
    return found


def _blocks(firsts: Any, counts: Any) -> Any:
    """The numbers of all edges of some blocks, block by block."""
    ends = np.cumsum(counts)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(firsts - (ends - counts), counts)


def _note_keys(nodes: Any, count: int, table: Any) -> None:
    """Where `tree.find_place` will look for each key; one whose places are all taken is forgotten."""
    table[:] = 0
    waiting = np.flatnonzero(nodes.key[:count])
    places = nodes.key[waiting] % len(table)
    for _ in range(PROBES):
        free = table[places] == 0
        table[places[free]] = waiting[free] + 1
        left = table[places] != waiting + 1
        waiting, places = waiting[left], (places[left] + 1) % len(table)
    nodes.key[waiting] = 0
