"""What the tiles of Mana Pool are and do, in words."""

from typing import NamedTuple

from hexagora.games.manapool.state import Box


class Ground(NamedTuple):
    """What the tiles of a board are made of; boards that are equal in it look the same."""

    side: int
    pool: int
    corner: tuple[int, ...]
    missing: tuple[int, ...]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    extra_action: tuple[int, ...]
    extra_spawn: tuple[int, ...]


def base(box: Box | Ground) -> tuple[int, int]:
    """Attack and defence on plain ground, which every Mana Pool board has at its corners."""
    return box.attack[box.corner[0]], box.defence[box.corner[0]]


def tile_kind(box: Box | Ground, c: int) -> tuple[str, str, str, str]:
    """Terrain, glyph, short label and words of a tile, from what it does."""
    attack, defence = box.attack[c] - base(box)[0], box.defence[c] - base(box)[1]
    if c == box.pool:
        return "pool", "◎", "", "the Mana Pool"
    if box.extra_action[c]:
        return "extra-action", "ϟ", "", f"Extra Action, +{box.extra_action[c]} action"
    if box.extra_spawn[c]:
        return "extra-spawn", "+", "", f"Extra Spawn, +{box.extra_spawn[c]} troop"
    if defence:
        return "plus-defence", "D", f"D{defence:+}", f"{defence:+} Defense"
    if attack > 0:
        return "plus-attack", "A", f"A{attack:+}", f"{attack:+} Attack"
    if attack < 0:
        return "minus-attack", "a", f"A{attack:+}", f"{attack:+} Attack"
    return "plain", "·", "", "plain ground"


def ground_of(box: Box) -> Ground:
    return Ground(box.side, box.pool, tuple(box.corner), tuple(box.missing[: box.cells]), tuple(box.attack),
                  tuple(box.defence), tuple(box.extra_action), tuple(box.extra_spawn))


def values(box: Box, c: int) -> str:
    """Attack and defence of a token on a cell, with the sum written out where the tile changes them."""
    told = []
    for name, plain, here in zip(("attack", "defence"), base(box), (box.attack[c], box.defence[c]), strict=True):
        change = here - plain
        told.append(f"{name} {plain} {'+' if change > 0 else '-'} {abs(change)} = {here}" if change else
                    f"{name} {here}")
    return ", ".join(told)
