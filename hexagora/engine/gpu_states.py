"""States on a GPU, made no larger than a match with its box needs: what lies near is quick, and little fits there.

A game's `gpu.spans(box)` names the arrays of which a match uses only a part; the rules are compiled for the smaller
record and play the same matches.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from hexagora.engine import hooks

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Array = np.ndarray[Any, Any]
WIDTHS = tuple(np.dtype(name) for name in ("i1", "u1", "i2", "u2", "i4"))


def state_type(game: "Game", box: Any) -> "np.dtype[Any]":
    """The record of a match with this box."""
    full: np.dtype[Any] = game.State.dtype()
    spans = hooks.SPANS.of(game)
    return _cut(full, spans(box)) if spans else full


def _cut(full: "np.dtype[Any]", spans: Any) -> "np.dtype[Any]":
    """A record with shorter arrays of narrower numbers, the widest first. It takes an odd number of words, so that
    neighbours in shared memory meet in no bank."""
    fields = [(name, *_field(full[name], spans.get(name))) for name in full.names or ()]
    fields.sort(key=lambda field: -field[1].itemsize)
    unit = max(4, fields[0][1].itemsize)
    sizes = [kind.itemsize * math.prod(shape) for _, kind, shape in fields]
    words = -(-sum(sizes) // unit) | 1
    return np.dtype({"names": [name for name, _, _ in fields], "formats": [(kind, shape) for _, kind, shape in fields],
                     "offsets": [sum(sizes[:k]) for k in range(len(sizes))], "itemsize": words * unit})


def _field(full: "np.dtype[Any]", span: Any) -> tuple["np.dtype[Any]", tuple[int, ...]]:
    """Numbers and shape of a field, of which the last axis may be shorter."""
    if span is None:
        return full.base, full.shape
    items, most = span
    fitting = next(width for width in WIDTHS if most <= np.iinfo(width).max)
    return fitting if fitting.itemsize < full.base.itemsize else full.base, (*full.shape[:-1], items)


def aligned(kind: "np.dtype[Any]") -> "np.dtype[Any]":
    """The same record, of which compilers know that each number lies where numbers of its width may lie: they would
    read numbers of any other record byte by byte."""
    fields = [kind.fields[name] for name in kind.names] if kind.names and kind.fields else []
    spec = {"names": kind.names, "formats": [field[0] for field in fields], "offsets": [field[1] for field in fields],
            "itemsize": kind.itemsize}
    return np.dtype(spec, align=True)  # type: ignore[call-overload,no-any-return]


def unit_of(kind: "np.dtype[Any]") -> "np.dtype[Any]":
    """The words that a record is copied by."""
    return np.dtype(np.int64 if kind.itemsize % 8 == 0 else np.int32)


def packed(full: Array, kind: "np.dtype[Any]") -> Array:
    """Records as they stand on the GPU."""
    return _converted(full, kind)


def unpacked(small: Array, game: "Game") -> Array:
    """The records that the other back ends have."""
    return _converted(small, game.State.dtype())


def _converted(records: Array, kind: "np.dtype[Any]") -> Array:
    found: Array = np.zeros(len(records), kind)
    for name in kind.names or ():
        shared = tuple(slice(min(a, b)) for a, b in zip(found[name].shape, records[name].shape, strict=True))
        found[name][shared] = records[name][shared]
    return found


def checksums(records: Array) -> Array:
    """What `stepping.checksum` tells of each full record."""
    words = records.view(np.int64).reshape(len(records), -1)
    found: Array = np.zeros(len(records), np.int64)
    for k in range(words.shape[1]):
        word = words[:, k]
        found = (found * 33 + (word & 0xFFFFFFFF) + ((word >> 32) & 0xFFFFFFFF)) & 0xFFFFFFFFFFFF
    return found
