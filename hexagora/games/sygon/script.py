"""The position script: a position in statements, one a line or separated by `;`, `#` starts a comment.

    game 4 ffa spells
    board r4; town p1 e3; workshop e3; wizard p1.w1 e3
    gold p1 5; cubes p1 spice=1 elixir=1; turn p1 build

Everything that is not mentioned is empty. `document` turns a script into the document that positions are made from.
"""

import re
import shlex
from collections.abc import Callable
from typing import Any

from hexagora.engine.errors import BadPosition

FLAGS = ("spells", "scorch", "terraform", "competitive")
MARKS = "marks"  # what is said about Towns, until all Towns are known
Words = list[str]


def document(script: Any) -> dict[str, Any]:
    """The position document of a script."""
    if not isinstance(script, str):
        raise BadPosition(f"script = {script!r}: must be a text of statements")
    found: dict[str, Any] = {"options": {}, "players": {}, MARKS: []}
    for line in script.splitlines():
        for statement in line.split("#")[0].split(";"):
            if statement.strip():
                _obey(found, statement.strip())
    for mark, cell in found.pop(MARKS):
        _mark_town(found, mark, cell)
    return found


def _mark_town(found: dict[str, Any], mark: str, cell: str) -> None:
    """Workshops, Markets and falls belong to the Town on their hex, wherever in the script that stands."""
    for record in found["players"].values():
        if cell in record.get("towns", {}):
            record["towns"][cell].append(mark)
            return
    raise BadPosition(f"script: {mark} {cell}: there is no Town on {cell}")


def _obey(found: dict[str, Any], statement: str) -> None:
    try:
        name, *words = shlex.split(statement)
    except ValueError as e:
        raise BadPosition(f"script: '{statement}': {e}") from None
    if name not in STATEMENTS:
        raise BadPosition(f"script: unknown statement '{name}'; allowed: {', '.join(STATEMENTS)}")
    form, obey = STATEMENTS[name]
    try:
        obey(found, words)
    except (ValueError, IndexError):
        raise BadPosition(f"script: '{statement}': write it like '{form}'") from None


def _player(found: dict[str, Any], name: str) -> dict[str, Any]:
    if not re.fullmatch("p[1-9]", name):
        raise ValueError(name)
    record: dict[str, Any] = found["players"].setdefault(name, {})
    return record


def _amounts(words: Words) -> dict[str, int]:
    return {kind: int(number) for kind, number in (word.split("=") for word in words)}


def _game(found: dict[str, Any], words: Words) -> None:
    players, mode, *options = words
    found["options"] |= {"players": int(players), "mode": mode}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals and name not in FLAGS:
            raise ValueError(option)
        found["options"][name] = value if equals else True


def _board(found: dict[str, Any], words: Words) -> None:
    (found["board"],) = words


def _of_hex(key: str, convert: Callable[[str], Any] = str) -> Callable[[dict[str, Any], Words], None]:
    def obey(found: dict[str, Any], words: Words) -> None:
        cell, value = words
        found.setdefault(key, {})[cell] = convert(value)

    return obey


def _town(found: dict[str, Any], words: Words) -> None:
    player, *cells = words
    for cell in cells or [words[1]]:
        _player(found, player).setdefault("towns", {})[cell] = []


def _on_town(mark: str) -> Callable[[dict[str, Any], Words], None]:
    def obey(found: dict[str, Any], words: Words) -> None:
        found[MARKS] += [(mark, cell) for cell in words or [words[0]]]

    return obey


def _wall(found: dict[str, Any], words: Words) -> None:
    player, cell, first, *sides = words
    _player(found, player).setdefault("walls", []).extend(f"{cell} {side}" for side in (first, *sides))


def _wizard(found: dict[str, Any], words: Words) -> None:
    who, where, *down = words
    player, wizard = who.split(".")
    if down not in ([], ["down"]):
        raise ValueError(down)
    _player(found, player).setdefault("wizards", {})[wizard] = " ".join((where, *down))


def _gold(found: dict[str, Any], words: Words) -> None:
    player, gold = words
    _player(found, player)["gold"] = int(gold)


def _goods(key: str) -> Callable[[dict[str, Any], Words], None]:
    def obey(found: dict[str, Any], words: Words) -> None:
        _player(found, words[0]).setdefault(key, {}).update(_amounts(words[1:]))

    return obey


def _colours(key: str) -> Callable[[dict[str, Any], Words], None]:
    def obey(found: dict[str, Any], words: Words) -> None:
        found.setdefault(key, []).extend(words or [words[0]])

    return obey


def _cards(key: str) -> Callable[[dict[str, Any], Words], None]:
    def obey(found: dict[str, Any], words: Words) -> None:
        player, first, *more = words
        _player(found, player).setdefault(key, []).extend((first, *more))

    return obey


def _foresight(found: dict[str, Any], words: Words) -> None:
    (found["foresight"],) = words


def _face(found: dict[str, Any], words: Words) -> None:
    (face,) = words
    found["face"] = int(face)


def _blizzard(found: dict[str, Any], words: Words) -> None:
    (player,) = words
    _player(found, player)["blizzard"] = ["now"]


def _round(found: dict[str, Any], words: Words) -> None:
    (number,) = words
    found["round"] = int(number)


def _final(found: dict[str, Any], words: Words) -> None:
    () = words
    found["final"] = True


def _turn(found: dict[str, Any], words: Words) -> None:
    player, phase = words
    _player(found, player)["phase"] = phase
    found["to_act"] = player


def _phase(found: dict[str, Any], words: Words) -> None:
    player, phase = words
    _player(found, player)["phase"] = phase


def _begin(found: dict[str, Any], words: Words) -> None:
    (found["begin"],) = words


def _moved(found: dict[str, Any], words: Words) -> None:
    (who,) = words
    player, wizard = who.split(".")
    _player(found, player).setdefault("moves", {})[wizard] = 0


def _cast(found: dict[str, Any], words: Words) -> None:
    who, spell = words
    player, wizard = who.split(".")
    _player(found, player).setdefault("cast_wizards", []).append(wizard)
    _player(found, player).setdefault("cast_spells", []).append(spell)


def _done(deed: str) -> Callable[[dict[str, Any], Words], None]:
    def obey(found: dict[str, Any], words: Words) -> None:
        (player,) = words
        _player(found, player).setdefault("done", []).append(deed)

    return obey


def _eruptions(found: dict[str, Any], words: Words) -> None:
    () = words
    found["eruptions"] = True


STATEMENTS: dict[str, tuple[str, Callable[[dict[str, Any], Words], None]]] = {
    "game": ("game 4 ffa spells upright=all", _game),
    "board": ("board r4", _board),
    "tile": ("tile c3 crystal", _of_hex("tiles")),
    "value": ("value c3 2", _of_hex("values", int)),
    "ash": ("ash c3 eruption", _of_hex("ash")),
    "forage": ("forage c3 black", _of_hex("forage")),
    "town": ("town p1 c3 d4", _town),
    "workshop": ("workshop c3 d4", _on_town("workshop")),
    "market": ("market c3 d4", _on_town("market")),
    "down": ("down c3", _on_town("down")),
    "wall": ("wall p1 c3 e sw", _wall),
    "wizard": ("wizard p1.w2 c3 down", _wizard),
    "gold": ("gold p1 5", _gold),
    "cubes": ("cubes p1 spice=1 snow=2", _goods("cubes")),
    "pending": ("pending p1 gold=2 snow=1", _goods("pending")),
    "cloud": ("cloud red green", _colours("clouds")),
    "lull": ("lull blue", _colours("lulled")),
    "hand": ("hand p1 echo vanish", _cards("hand")),
    "evocation": ("evocation p1 ward", _cards("evocations")),
    "stock": ("stock echo 0", _of_hex("stock", int)),
    "foresight": ("foresight p1", _foresight),
    "face": ("face 3", _face),
    "blizzard": ("blizzard p1", _blizzard),
    "round": ("round 3", _round),
    "final": ("final", _final),
    "turn": ("turn p1 build", _turn),
    "phase": ("phase p2 cast", _phase),
    "begin": ("begin p1", _begin),
    "moved": ("moved p1.w1", _moved),
    "cast": ("cast p1.w1 forage", _cast),
    "bought": ("bought p1", _done("bought")),
    "played": ("played p1", _done("played")),
    "eruptions": ("eruptions", _eruptions),
}
