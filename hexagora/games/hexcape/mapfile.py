"""Map files: reading one, and everything that can be wrong with it, each with its place in the file.

A map is a TOML file with `id`, `name`, `difficulty`, `rows`, and if wanted `die`, `thaw`, `provenance`, `notes`.
Errors (E1 to E12, KEY, TOML) make a map unusable; warnings (W1 to W9) do not.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexagora.engine import files, toml
from hexagora.engine.document import shown
from hexagora.engine.errors import BadContent
from hexagora.games.hexcape.maps import DICE, END, NO_HEX, ROCK, START, HexMap, Token, cell_name, read_token
from hexagora.games.hexcape.state import ID_LENGTH, MAX_COLUMNS, MAX_ROWS, TITLE_LENGTH

MIN_ROWS, MIN_PASSABLE = 3, 8
MIN_THAW = 3
FEW_STEPS = 4
MANY_POINTS = 80
DEFAULT_DIE = 6
MOST_NOTES = 2000  # characters
KEYS = ("id", "name", "difficulty", "die", "thaw", "rows", "provenance", "notes")
NEEDED = ("id", "name", "difficulty", "rows")
DIFFICULTIES = range(1, 11)
MAX_BYTES = 256 * 1024  # far above any map

Spot = tuple[int, int]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: a code, a sentence, the cell, and line and column of the file where they are known."""

    code: str
    text: str
    cell: str = ""
    spot: Spot | None = None

    def __str__(self) -> str:
        where = f"line {self.spot[0]}, column {self.spot[1]}: " if self.spot else ""
        return f"{where}{self.code} {f'{self.cell}: ' if self.cell else ''}{self.text}"

    @property
    def is_warning(self) -> bool:
        return self.code.startswith("W")


class Places:
    """Where the keys and the tokens of a map file stand in its text."""

    _PART = re.compile(
        r'#[^\n]*|(?P<long>"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\')|(?P<short>"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
        r"|(?P<open>\[)|(?P<close>\])|(?P<key>[A-Za-z0-9_-]+)[ \t]*=[ \t]*|[\w-]+|.",
        re.S,
    )

    def __init__(self, text: str):
        self._lines = [m.end() for m in re.finditer("\n", text)]
        self.keys: dict[str, Spot] = {}
        self.rows: list[list[Spot]] = []
        key, depth = "", 0
        for part in self._PART.finditer(text):
            depth += bool(part["open"]) - bool(part["close"])
            if part["key"] and depth == 0:
                key = part["key"]
                self.keys.setdefault(key, self._spot(part.end()))
            elif key == "rows" and depth == 1 and (part["long"] or part["short"]):
                quote = 3 if part["long"] else 1
                inner = part[0][quote:-quote]
                self.rows.append([self._spot(part.start() + quote + t.start()) for t in re.finditer(r"\S+", inner)])

    def _spot(self, offset: int) -> Spot:
        line = bisect(self._lines, offset)
        return line + 1, offset - (self._lines[line - 1] if line else 0) + 1

    def key(self, name: str) -> Spot:
        return self.keys.get(name, (1, 1))

    def token(self, row: int, column: int) -> Spot:
        if row < len(self.rows) and column < len(self.rows[row]):
            return self.rows[row][column]
        return self.key("rows")


class Check:
    """The check of one map: collects every problem."""

    def __init__(self, data: dict[str, Any], places: Places | None = None, die: int | None = None, cards: bool = True):
        self.data, self.places, self.cards = data, places, cards
        self.problems: list[Problem] = []
        self.map: HexMap | None = None
        self.rows: list[list[Token]] = []
        self._keys()
        if self._tokens():
            self._shape()
            self._indices()
            self._ways()
        if not self.problems:
            self.map = HexMap(
                data["id"], data["name"], data["difficulty"], data.get("die", DEFAULT_DIE), self.rows, data.get("thaw"))
            self._warnings(self.map, die or self.map.die)

    @property
    def errors(self) -> list[Problem]:
        return [p for p in self.problems if not p.is_warning]

    @property
    def warnings(self) -> list[Problem]:
        return [p for p in self.problems if p.is_warning]

    def _add(self, code: str, text: str, *, key: str = "", at: tuple[int, int] | None = None) -> None:
        spot = None
        if self.places:
            spot = self.places.token(*at) if at else self.places.key(key or "rows")
        self.problems.append(Problem(code, text, cell_name(*at) if at else "", spot))

    def _keys(self) -> None:
        data = self.data
        for key in sorted(set(data) - set(KEYS), key=str):
            self._add("KEY", f"unknown key '{key}'; allowed: {', '.join(KEYS)}", key=str(key))
        for key in NEEDED:
            if key not in data:
                self._add("KEY", f"the key '{key}' is missing", key=key)
        self._text("id", ID_LENGTH, "[a-z0-9]+(-[a-z0-9]+)*", "small letters, digits and single hyphens")
        self._text("name", TITLE_LENGTH, r"\S(.*\S)?", "a title on one line")
        if "difficulty" in data and not (_is_number(data["difficulty"]) and data["difficulty"] in DIFFICULTIES):
            self._add("KEY", f"difficulty = {shown(data['difficulty'])}: it must be 1 to 10", key="difficulty")
        if "die" in data and not (_is_number(data["die"]) and data["die"] in DICE):
            allowed = ", ".join(map(str, DICE))
            self._add("E11", f"die = {shown(data['die'])}: it must be one of {allowed}", key="die")
        thaw = data.get("thaw", 0)
        if not _is_number(thaw) or (thaw != 0 and not MIN_THAW <= thaw <= 1000):
            self._add("E12", f"thaw = {shown(thaw)}: it must be {MIN_THAW} to 1000, or 0 for none", key="thaw")
        for key in ("provenance", "notes"):
            if not isinstance(data.get(key, ""), str) or len(data.get(key, "")) > MOST_NOTES:
                self._add("KEY", f"{key} = {shown(data[key])}: it must be a text of at most {MOST_NOTES} characters",
                          key=key)

    def _text(self, key: str, length: int, pattern: str, allowed: str) -> None:
        value = self.data.get(key)
        if key not in self.data:
            return
        if not isinstance(value, str) or len(value.encode()) > length or not re.fullmatch(pattern, value):
            self._add("KEY", f"{key} = {shown(value)}: it must be {allowed}, at most {length} bytes", key=key)

    def _tokens(self) -> bool:
        """Reads the rows; False if there are none to read."""
        rows = self.data.get("rows")
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            if "rows" in self.data:
                self._add("KEY", "rows: it must be a list of texts, one for each row of the map")
            return False
        for r, row in enumerate(rows[:MAX_ROWS]):  # of a map that is too large no more is looked at
            self.rows.append([])
            for c, text in enumerate(row.split()[:MAX_COLUMNS]):
                token, flaws = read_token(text)
                self.rows[-1].append(token)
                for flaw in flaws:
                    self._add(flaw.code, flaw.text, at=(r, c))
        columns = max((len(row) for row in self.rows), default=0)
        self.rows = [row + [Token(NO_HEX)] * (columns - len(row)) for row in self.rows]
        return True

    def _cells(self, kind: str = "") -> Iterator[tuple[tuple[int, int], Token]]:
        """The passable hexes, or those of one kind."""
        for r, row in enumerate(self.rows):
            for c, token in enumerate(row):
                if token.kind == kind or (not kind and token.kind not in (NO_HEX, ROCK)):
                    yield (r, c), token

    def _shape(self) -> None:
        for kind, title in ((START, "Start"), (END, "End")):
            found = [at for at, _ in self._cells(kind)]
            if not found:
                self._add("E2", f"there is no {kind} ({title} hex); there must be exactly one")
            for at in found[1:]:
                first = cell_name(*found[0])
                self._add("E2", f"another {kind} ({title} hex) besides {first}; there must be exactly one", at=at)
        rows = len(self.data["rows"])
        if not MIN_ROWS <= rows <= MAX_ROWS:
            self._add("E3", f"{rows} rows; there must be {MIN_ROWS} to {MAX_ROWS}")
        for r, row in enumerate(self.data["rows"][:MAX_ROWS]):
            columns = len(row.split())
            if columns > MAX_COLUMNS:
                self._add("E3", f"{columns} columns; there must be at most {MAX_COLUMNS}", at=(r, MAX_COLUMNS))
        passable = sum(1 for _ in self._cells())
        if passable < MIN_PASSABLE:
            self._add("E3", f"{passable} passable hexes; there must be at least {MIN_PASSABLE}")

    def _indices(self) -> None:
        letters = Counter(letter for _, t in self._cells() for letter in t.letters)
        for at, token in self._cells():
            for letter in token.letters:
                if letters[letter] == 1:
                    self._add("E4", f"the letter {letter} occurs on this hex only: nowhere to go", at=at)
        numbered = [at for at, t in self._cells() if t.numbers]
        if len(numbered) == 1:
            self._add("E6", "the only numbered hex of the map: nowhere to go", at=numbered[0])

    def _ways(self) -> None:
        if not any(self._cells(START)) or not any(self._cells(END)):
            return
        m = HexMap("", "", DIFFICULTIES[0], DEFAULT_DIE, self.rows)
        if m.end in m.neighbours[m.start]:
            self._add("E8", "S and E are neighbours", at=m.places[m.end])
        if m.end not in m.reachable(letters=True, numbers=True):
            self._add("E9", "E cannot be reached from S, by steps or by teleports", at=m.places[m.end])

    def _warnings(self, m: HexMap, die: int) -> None:
        for i, token in enumerate(m.tokens):
            for number in token.numbers:
                if number > die:
                    self._add("W1", f"the number {number} can never be rolled with a die of {die}", at=m.places[i])
        for i in sorted(set(range(len(m.tokens))) - m.reachable(letters=True, numbers=True)):
            self._add("W2", "this hex can never be reached", at=m.places[i])
        self._narrow(m)
        steps, walk = m.fewest_steps(), m.cheapest_walk()
        if steps is not None and steps < FEW_STEPS:
            self._add("W6", f"E is only {steps} steps from S", at=m.places[m.end])
        if walk is not None and walk[0] > MANY_POINTS:
            self._add("W7", f"the cheapest walk costs {walk[0]} points, more than {MANY_POINTS}", at=m.places[m.end])
        if self.cards and not any(t.card for t in m.tokens):
            self._add("W8", "there is no card hex although cards are on")

    def _narrow(self, m: HexMap) -> None:
        """Warnings about maps on which everybody must take the same way."""
        end = m.places[m.end]
        walkable = m.end in m.reachable()
        if not walkable:
            self._add("W3", "E can be reached with teleports only", at=end)
        routes = m.routes()
        if routes < 2:
            self._add("W4", f"{routes} walk{'' if routes == 1 else 's'} from S to E without a common hex: one hex can "
                            "be held against everybody", at=end)
        if len(m.neighbours[m.end]) == 1:
            self._add("W5", "E has one passable neighbour only", at=end)
        if not walkable and m.end not in m.reachable(letters=True):
            self._add("W9", "the only connection uses number links: it depends on luck", at=end)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def refused(text: str, spot: Spot | None = None, code: str = "TOML") -> Check:
    """The check of something that cannot be read as a map at all."""
    check = Check({})
    check.problems = [Problem(code, text, spot=spot)]
    return check


def check_data(data: Any, die: int | None = None, cards: bool = True) -> Check:
    """The check of a map given as data; `die` is the die in use where it is not the map's own."""
    if not isinstance(data, dict):
        return refused(f"a map is a table of keys and values, not {shown(data)}", code="KEY")
    return Check(data, None, die, cards)


def check_text(text: str, die: int | None = None, cards: bool = True) -> Check:
    """The check of a map file; problems name line and column."""
    try:
        data = toml.read(text)
    except ValueError as e:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(e))
        spot = (int(found[1]), int(found[2])) if found else (text.count("\n") + 1, 1)
        return refused(re.sub(r" \(at .*", "", str(e)), spot)
    return Check(data, Places(text), die, cards)


def check_file(path: Path, die: int | None = None, cards: bool = True) -> Check:
    """The check of a map file on disk."""
    try:
        return check_text(files.read_text(path, MAX_BYTES), die, cards)
    except files.Unreadable as e:
        raise BadContent(str(path), [str(e)]) from None


def usable(check: Check, source: str) -> HexMap:
    """The map, or an error that lists everything that is wrong with it."""
    if check.map is None:
        raise BadContent(source, map(str, check.errors))
    return check.map


def to_data(m: HexMap) -> dict[str, Any]:
    """A map as plain data, the way it travels in options and match files."""
    return {"id": m.id, "name": m.name, "difficulty": m.difficulty, "die": m.die, "thaw": m.thaw,
            "rows": m.row_texts()}  # fmt: skip


def to_toml(m: HexMap, provenance: str, notes: str) -> str:
    """A map as a file."""
    head = {"id": m.id, "name": m.name, "difficulty": m.difficulty, "die": m.die, "thaw": m.thaw,
            "provenance": provenance, "notes": notes}  # fmt: skip
    lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
    return "\n".join([*lines, "rows = [", *(f'  "{row}",' for row in m.row_texts()), "]", ""])


def _toml(value: Any) -> str:
    return str(value) if isinstance(value, int) else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
