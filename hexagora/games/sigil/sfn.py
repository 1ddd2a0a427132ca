"""SFN, the public notation of one position at the start of a turn:

    <stones>/<spells> <side> <turn> <casts>:<casts> <lock>:<lock> <spring>:<spring> <score>[ <variant>]

Two styles are in use and cannot be told apart by looking at one string. In `to_move` side and turn are those about to
be played; in `site` the turn is the number of turns completed and the side is whoever moved last.
"""

import re
from typing import Any

from hexagora.engine.errors import BadPosition
from hexagora.engine.match import Match
from hexagora.games.sigil import GAME, rules_ends
from hexagora.games.sigil.content import SLOTS_PER_SIZE
from hexagora.games.sigil.names import COLOURS, NODE_NAMES, public_name, slot_spell, stones_text
from hexagora.games.sigil.state import MOVE, NODES, PLACE, RED, SLOTS, Box, State

TO_MOVE, SITE = "to_move", "site"
STYLES = (TO_MOVE, SITE)
MOST_TRACK = 3  # the track ends there
FIELDS = 7
VARIANTS = {
    "": {}, "competitive": {"start": "free"}, "deathmatch": {"win": "deathmatch"}, "scramble": {"win": "scramble"},
    "competitive_deathmatch": {"start": "free", "win": "deathmatch"},
    "competitive_scramble": {"start": "free", "win": "scramble"},
}  # fmt: skip
NUMBER = re.compile(r"[0-9]{1,7}")
BEGINNING = re.compile(r"\s*[^\s/,]+/[^\s/,]+,\S")


# writing


def write(box: Box, s: State, style: str = TO_MOVE) -> str:
    """The SFN of a state at the start of a turn, or of a finished game."""
    if style not in STYLES:
        raise BadPosition(f"style = {style!r}; allowed: {', '.join(STYLES)}")
    if not s.winner and s.phase not in (PLACE, MOVE):
        raise BadPosition("SFN knows only positions at the start of a turn")
    if any(s.bank):
        raise BadPosition(f"SFN cannot tell stones in a bank (red {s.bank[0]}, blue {s.bank[1]})")
    mover, turn = (1 - s.mover, s.turn + 1) if s.winner else (s.mover, s.turn)
    if style == SITE:
        mover, turn = (RED if turn == 1 else 1 - mover), turn - 1
    spells = ",".join(public_name(slot_spell(box, s, k)) for k in range(SLOTS))
    fields = [
        f"{stones_text(s.stones[0], s.stones[1], s.walls)}/{spells}",
        COLOURS[mover][0],
        str(turn),
        f"{s.casts[0]}:{s.casts[1]}",
        ":".join(_lock(box, s, p) for p in range(2)),
        ":".join(_lock(box, s, p) if s.spent[p] else "-" for p in range(2)),
        _score(rules_ends.lead_of(box, s, RED)),
    ]
    return " ".join(fields + _variant(box))


def _lock(box: Box, s: State, player: int) -> str:
    return public_name(slot_spell(box, s, s.lock[player] - 1)) if s.lock[player] else "-"


def _score(lead: int) -> str:
    return f"{'r' if lead > 0 else 'b'}{min(abs(lead), MOST_TRACK)}" if lead else "tied"


def variant_of(box: Box) -> str:
    """The word for the start and the end rule; empty for the standard game."""
    words = ["competitive"] * bool(box.free_start) + ["", "deathmatch", "scramble"][box.win : box.win + 1]
    return "_".join(word for word in words if word)


def _variant(box: Box) -> list[str]:
    return [variant_of(box)] if variant_of(box) else []


def turn_start(match: Match) -> tuple[Any, bool]:
    """The state at the start of the current turn, and whether steps of the turn had to be left out for it."""
    for ply in range(len(match.log), -1, -1):
        s = match.state_at(ply)
        if s.winner or s.phase in (PLACE, MOVE):
            return s, ply < len(match.log)
    raise BadPosition("the position is in mid-turn and the start of its turn is not known; SFN needs it")


# reading


def begins(text: str) -> bool:
    """Whether a text looks like SFN: stones, a stroke, spells with commas between them."""
    return BEGINNING.match(text) is not None


def read(text: str, style: str = TO_MOVE, **options: Any) -> tuple[Match, list[str]]:
    """The match that goes on from an SFN string, and warnings. Options are those of the game; `start` and `win` come
    from the variant."""
    if style not in STYLES:
        raise BadPosition(f"style = {style!r}; allowed: {', '.join(STYLES)}")
    fields = text.strip().split(" ")
    if not FIELDS <= len(fields) <= FIELDS + 1:
        raise BadPosition(f"SFN has {FIELDS} or {FIELDS + 1} fields separated by one space, not {len(fields)}")
    variant = read_variant(fields[FIELDS] if len(fields) > FIELDS else "")
    stones, spells = _board(fields[0])
    document: dict[str, Any] = {
        "options": {**options, **variant},
        "layout": read_spells(spells),
        "red": [NODE_NAMES[k] for k in range(NODES) if stones[k] == "r"],
        "blue": [NODE_NAMES[k] for k in range(NODES) if stones[k] == "b"],
        "casts": _casts(fields[3]),
        "locks": _locks(fields[4], "locks"),
    }
    _read_walls(document, stones, options)
    _read_spring(document, fields[5])
    warnings = _read_turn(document, fields[1], fields[2], style)
    if not re.fullmatch(r"tied|[rb][1-3]", fields[6]):
        raise BadPosition(f"score = {fields[6]!r}; allowed: tied, r1 to r3, b1 to b3")
    return GAME.from_position(document), warnings


def read_variant(word: str) -> dict[str, Any]:
    if word not in VARIANTS:
        known = ", ".join(v for v in VARIANTS if v)
        raise BadPosition(f"variant = {word!r} is not offered; allowed: {known}, or none")
    return dict(VARIANTS[word])


def _board(field: str) -> tuple[str, str]:
    stones, slash, spells = field.partition("/")
    if not slash:
        raise BadPosition(f"{field!r}: stones and spells must be separated by /")
    if len(stones) != NODES or set(stones) - set("rb.x"):
        raise BadPosition(f"stones = {stones!r}: must be {NODES} letters r, b or dots")
    return stones, spells


def read_spells(text: str) -> list[str]:
    """Nine public names in slot order, as ids."""
    names = text.split(",")
    known = {spell.public: spell.id for spell in GAME.content.spell}
    for name in names:
        if "~" in name:
            raise BadPosition(f"spells: {name!r} is a copy of a spell; the variant with duplicates is not offered")
        if name not in known:
            raise BadPosition(f"spells: {name!r} is not known; known: {', '.join(known)}")
    if len(names) != SLOTS:
        raise BadPosition(f"spells: {len(names)} names; needs {SLOTS}: {SLOTS_PER_SIZE} of each size in slot order")
    return [known[name] for name in names]


def _two(field: str, key: str) -> list[str]:
    parts = field.split(":")
    if len(parts) != 2:
        raise BadPosition(f"{key} = {field!r}: must be red's and blue's, separated by a colon")
    return parts


def _casts(field: str) -> dict[str, int]:
    parts = _two(field, "casts")
    if not all(NUMBER.fullmatch(part) for part in parts):
        raise BadPosition(f"casts = {field!r}: must be two numbers")
    return {colour: int(part) for colour, part in zip(COLOURS, parts, strict=True)}


def _locks(field: str, key: str) -> dict[str, str | None]:
    known = {spell.public: spell.id for spell in GAME.content.spell}
    found: dict[str, str | None] = {}
    for colour, name in zip(COLOURS, _two(field, key), strict=True):
        if name != "-" and name not in known:
            raise BadPosition(f"{key} = {field!r}: {name!r} is not known; allowed: - or a spell of the layout")
        found[colour] = None if name == "-" else known[name]
    return found


def _read_walls(document: dict[str, Any], stones: str, options: dict[str, Any]) -> None:
    walls = [NODE_NAMES[k] for k in range(NODES) if stones[k] == "x"]
    if not walls:
        return
    if options.get("pool", "core") == "core":
        raise BadPosition(f"stones: x on {walls[0]} is a wall of a later pack; the pool has only the core set")
    document["walls"] = walls


def _read_spring(document: dict[str, Any], field: str) -> None:
    spring = _locks(field, "spring")
    for colour, name in spring.items():
        if name is None:
            continue
        if "seal_of_spring" not in document["layout"]:
            raise BadPosition(f"spring = {field!r}: only with Seal_of_Spring in the layout; allowed: -:-")
        if name != document["locks"][colour]:
            raise BadPosition(f"spring = {field!r}: must be the spell under the die of {colour}, or -")
        document.setdefault("spring", {})[colour] = True


def _read_turn(document: dict[str, Any], side: str, turn: str, style: str) -> list[str]:
    if side not in ("r", "b"):
        raise BadPosition(f"side = {side!r}; allowed: r, b")
    if not NUMBER.fullmatch(turn):
        raise BadPosition(f"turn = {turn!r}: must be a number")
    number, mover, warnings = int(turn), "rb".index(side), []
    if style == SITE:
        number, mover = number + 1, number % 2
    elif number == 0 and mover == RED:
        number = 1
    elif number % 2 == mover or number == 0:
        number += 1 if number % 2 == mover else 2
        warnings.append(f"side {side} does not fit turn {turn}: read as turn {number}")
    document["to_move"], document["turn"] = COLOURS[mover], number
    return warnings
