"""Names of things, for words and scenes: hexes, players, maps, cards."""

from functools import lru_cache
from typing import Any

from hexagora.games.hexcape import maps
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_map import place_of
from hexagora.games.hexcape.state import Box, State

INDICES_KEPT = 1024  # teleport indices in words
CARD_TEXTS = {
    S.SPRINT: "While moving: {amount} AP more.",
    S.SECOND_THROW: "As the first action of your turn: roll again, the higher roll counts.",
    S.ROPE: "While moving: the next hex you enter costs at most {amount}.",
    S.LEAP: "While moving: jump to a free hex at distance {reach} for its cost, not onto the End.",
    S.SHOVE: "While moving: push another token onto a free neighbouring hex, not onto the End.",
    S.LONG_SWAP: "While moving: swap with a player up to {reach} hexes away, for {amount} AP more than a swap.",
    S.TRAILBLAZER: "While moving or changing: one hex becomes {amount} cheaper, free of charge.",
    S.BARRICADE: "While changing: one unoccupied hex becomes {amount} dearer, free of charge.",
    S.SURVEYOR: "While changing: {amount} AP more.",
    S.ERASER: "While changing: up to {amount} raised hexes go back to their printed cost.",
    S.WINDFALL: "At once: {amount} AP more.",
    S.LANDSLIDE: "At once: every hex beside you becomes {amount} dearer.",
    S.SPRING_MELT: "At once: every hex beside you becomes {amount} cheaper.",
    S.STUMBLE: "At once: your turn is over.",
    S.HEAVY_BOOTS: "For the rest of the game others pay {amount} AP more to swap with you.",
    S.LIGHT_PACK: "For the rest of the game your swaps cost nothing extra.",
}


def _read(row: Any) -> str:
    return bytes(int(b) for b in row).rstrip(b"\0").decode()


def cell_name(box: Box, s: State, cell: int) -> str:
    """The name of a hex of the map in play."""
    place = place_of(box, s, cell)
    return maps.cell_name(int(box.row[place]), int(box.column[place]))


def cell_names(box: Box, s: State) -> dict[str, int]:
    """All passable hexes of the map in play by name."""
    return {cell_name(box, s, cell): cell for cell in range(box.passable[s.map])}


def map_id(box: Box, k: int) -> str:
    return _read(box.map_id[k])


def map_board(box: Box, k: int) -> str:
    """The id of the board that shows a map that may be chosen."""
    return f"map-{map_id(box, k)}"


def map_title(box: Box, k: int) -> str:
    return _read(box.map_title[k])


def card_title(box: Box, card: int) -> str:
    return _read(box.card_name[card])


def card_text(box: Box, card: int) -> str:
    """What a card does, in words."""
    return CARD_TEXTS[card].format(amount=box.amount[card], reach=box.reach[card])


def colour_word(box: Box, colour: int) -> str:
    return _read(box.colour_name[colour])


def player_word(box: Box, s: State, player: int) -> str:
    """A player by the colour of the token, or by the seat before it is chosen."""
    return colour_word(box, s.colour[player] - 1) if s.colour[player] else f"seat {player + 1}"


def title_of(box: Box, s: State, player: int) -> str:
    """A player at the beginning of a sentence."""
    return player_word(box, s, player).capitalize()


def ordinal(n: int) -> str:
    """
    >>> [ordinal(n) for n in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n, 'th') }"


def index_text(box: Box, place: int) -> str:
    """The teleport index of a hex in the tables of the box, such as A+C or 5; empty where there is none."""
    return index_of(int(box.letters[place]), int(box.numbers[place]))


@lru_cache(maxsize=INDICES_KEPT)
def index_of(letters: int, numbers: int) -> str:
    """The same for the indices themselves, as sets of bits."""
    named = [chr(ord("A") + k) for k in range(S.LETTERS) if letters >> k & 1]
    return "+".join(named or [str(k + 1) for k in range(S.MAX_DIE) if numbers >> k & 1])
