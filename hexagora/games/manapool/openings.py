"""Openings of Mana Pool: on the supplied boards, whatever the colours, however the board lies."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexagora.games.manapool import state as S
from hexagora.hexes import hexagon, motions

TABLES = [{}, {"board": "well"}, {"board": "marches"}, {"board": "crown"}]
TURNS = ("turn-1", "turn-2", "turn-3", "turn-4", "turn-5")  # mirrored, players would follow the other way round


def images(box: Any, s: Any) -> Iterator[bytes]:
    """Seats are counted from the one that decides, in the order of turns; colours make no difference."""
    number = _numbers(box, s)
    owners = bytes(number[s.owner[cell]] for cell in range(box.cells))
    rest = _rest(box, s, number)
    places = [tuple(int(box.corner[s.home[seat] - 1]) if s.home[seat] else S.CELLS for seat in range(S.PLAYERS))]
    for image in _turns(box.side, bytes(box.tile[: box.cells]), tuple(box.corner[: box.corners])):
        turned = bytearray(box.cells)
        for cell, to in enumerate(image):
            turned[to] = owners[cell]
        homes = [0] * (S.PLAYERS + 1)
        for seat, cell in enumerate(places[0]):
            homes[number[seat + 1]] = (image[cell] if cell < S.CELLS else S.CELLS) + 1
        yield rest + b"".join(home.to_bytes(2, "big") for home in homes) + bytes(turned)


def _numbers(box: Any, s: Any) -> list[int]:
    """The new number of what stands on a cell: nothing, one of the seats, a spawner."""
    set_up = s.phase < S.SPAWNING
    order = [int(s.picker[k]) for k in range(S.PLAYERS)] if set_up else [int(s.player)]
    while len(order) < S.PLAYERS:
        order.append(int(s.after[order[-1]]))
    number = [0] * (S.SPAWNER + 1)
    for k, seat in enumerate(order):
        number[seat + 1] = k + 1
    number[S.SPAWNER] = S.SPAWNER
    return number


def _rest(box: Any, s: Any, number: list[int]) -> bytes:
    """What does not lie on the board."""
    mana = [0] * S.PLAYERS
    for seat in range(S.PLAYERS):
        mana[number[seat + 1] - 1] = int(s.mana[seat])
    first = number[s.first + 1] if s.phase >= S.SPAWNING else 0
    beginning = () if box.starter_rule == S.BY_CHANCE or s.phase >= S.SPAWNING else (*s.picker, *s.colour)
    return bytes((s.phase, s.picks, first, *mana, *beginning)) + b"".join(
        int(n).to_bytes(4, "big") for n in (s.round, s.points, s.spawns))


@lru_cache
def _turns(side: int, tiles: bytes, corners: tuple[int, ...]) -> list[list[int]]:
    """The turns of the board that leave tiles and corners as they are; the first leaves all in its place."""
    known = motions(hexagon(side))
    turned = [known[name] for name in TURNS if name in known]
    return [list(range(len(tiles))), *(
        image for image in turned
        if all(tiles[to] == tiles[cell] for cell, to in enumerate(image))
        and {image[corner] for corner in corners} == set(corners))]
