"""The turns and mirrorings that carry a set of hexes onto itself, by name, and the groups that they make."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from hexagora.hexes.coordinates import Direction, Hex

T = TypeVar("T")
SIXTHS = 6
LEVEL, UPRIGHT = "level", "upright"  # mirrored in the level line (up and down change), in the upright one
_MIRRORS = (LEVEL, "slant-1", "slant-2", UPRIGHT, "slant-4", "slant-5")  # with pointed tops


def moved(cell: Hex, motion: str) -> Hex:
    """A hex after a motion about the origin: `turn-1` to `turn-5` clockwise by sixths, or one of the mirrorings.

    >>> moved(Hex(1, 0), "turn-1"), moved(Hex(1, 0), "upright")
    (Hex(q=0, r=1), Hex(q=-1, r=0))
    """
    if motion in _MIRRORS:
        return cell.reflect(Direction.E).rotate(_MIRRORS.index(motion))
    return cell.rotate(int(motion.removeprefix("turn-")))


NAMES = (*(f"turn-{k}" for k in range(1, SIXTHS)), *_MIRRORS)


def motions(cells: Sequence[Hex]) -> dict[str, list[int]]:
    """Those that map a shape onto itself: for each cell the number of the one that it goes to.

    >>> motions([Hex(0, 0), Hex(1, 0)])
    {'turn-3': [1, 0], 'level': [0, 1], 'upright': [1, 0]}
    """
    index = {cell: k for k, cell in enumerate(cells)}
    found = {}
    for name in NAMES:
        images = [moved(cell, name) for cell in cells]
        shift = min(cells) - min(images)
        image = [index.get(one + shift, -1) for one in images]
        if -1 not in image:
            found[name] = image
    return found


GROUPS = {  # what is painted alike, by name
    "half": ("turn-3",),
    "thirds": ("turn-2", "turn-4"),
    "sixths": ("turn-1", "turn-2", "turn-3", "turn-4", "turn-5"),
    UPRIGHT: (UPRIGHT,),
    LEVEL: (LEVEL,),
    "cross": (UPRIGHT, LEVEL, "turn-3"),
}


def groups(known: Mapping[str, T]) -> dict[str, list[T]]:
    """The groups of motions that a shape allows; where no mirror stands upright or level, a slanted one.

    >>> sorted(groups(motions([Hex(0, 0), Hex(1, 0)])))
    ['cross', 'half', 'level', 'upright']
    """
    found = {name: [known[one] for one in of] for name, of in GROUPS.items() if all(one in known for one in of)}
    slanted = [one for one in known if one.startswith("slant")]
    if slanted and UPRIGHT not in known and LEVEL not in known:
        found["slanted"] = [known[slanted[0]]]
    return found
