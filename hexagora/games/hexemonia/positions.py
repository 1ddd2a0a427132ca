"""Positions as documents, in the shorthand of the rules.

    {"options": {"players": 3}, "turn": "p1", "node": "WAR", "philosopher": "p3",
     "p1": {"acropolis": "athens", "city": ["o 0/3/0", "a1 amphitheatre 2/0/1"], "hand": ["walls"]},
     "p2": "o 0/0/0; a1 quarry 3/0/2; a2 walls* 1/0/0",
     "p3": "o 1/0/0; a1 amphitheatre 1/0/0; oracle@a1"}

A city is a list of hexes, or one text with semicolons or commas: cell, type (`*` after it: played this turn) and cubes
as citizens/hoplites/gold; `oracle@a1` is a Myth with its token. A player may be such a text alone. Whatever is left
out gets a default: no hexes in hand, cities in the order of the seats, the first hexes of the content that are
nowhere else on display, all others in the Fate pile (or, if `fate` lists its hexes, in the Underworld pile).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexagora.engine.document import (
    Anything,
    Cells,
    Flag,
    Number,
    Part,
    Several,
    Shape,
    Table,
    Word,
    Words,
    a_list,
    cells,
    mask,
    number,
    one_of,
)
from hexagora.engine.errors import BadPosition
from hexagora.games.hexemonia import invariants, rules, rules_city
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.content import RESOURCE_NAMES, cell_names, read
from hexagora.games.hexemonia.rules_fate import unseen_above
from hexagora.games.hexemonia.rules_hidden import was_dealt
from hexagora.games.hexemonia.state import Box, State

NODES = (
    "START", "CITY", "SHOW", "HAND", "REFILL1", "REFILL2", "LOOK", "FATES", "HIT", "OPEN",
    "TAKE1", "TAKE2", "PLAY", "PAY", "ACTION", "FILL", "MOVES", "DROP", "EXCHANGE", "SPECIAL", "SPRING",
    "DEMAND", "GIVE", "HADES", "PANDORA", "ORACLE", "AGORA", "AGORA_DROP", "NECROPOLIS", "WAR", "MUSTER",
    "LOSE", "SETTLE", "MYTHOUT", "DISCARD", "OVER",
)  # fmt: skip
HIDDEN = "hidden"
EXCHANGES = ("hoplite", "citizens")  # by direction
GROUP_KEYS = (("sure", "drawn"), ("sure_before", "drawn_before"))  # of what a player is sure of, the newest group first
MANY_CUBES = 100  # of one kind in one city where the supply is unlimited


class Names:
    """The names of one box and what they stand for."""

    def __init__(self, box: Box):
        self.cells = cell_names(box.radius)
        self.numbers = {name: c for c, name in enumerate(self.cells)}
        self.types = [read(box.type_id[k]) for k in range(box.types)]
        self.cities = [read(box.city_id[c]) for c in range(box.cities)]
        self.players = [f"p{p + 1}" for p in range(box.players)]
        self.first_myth = int(box.first_myth)

    def sorted_types(self, counts: Any) -> list[str]:
        return [name for k, name in enumerate(self.types) for _ in range(counts[k])]

    def inmask(self, mask: int) -> list[str]:
        return [name for c, name in enumerate(self.cells) if mask >> c & 1]


def triple(numbers: Any) -> str:
    """Cubes as citizens/hoplites/gold.

    >>> triple([2, 0, 1])
    '2/0/1'
    """
    return "/".join(str(n) for n in numbers)


# to a document


def position(box: Box, s: State) -> dict[str, Any]:
    names = Names(box)
    document: dict[str, Any] = {
        "turn": names.players[s.active], "starter": names.players[s.starter], "node": NODES[s.phase],
        "last_round": bool(s.last_round),
        "philosopher": names.players[s.philosopher - 1] if s.philosopher != S.NOBODY else None,
    }
    if not box.unlimited_supply:
        document["supply"] = triple(s.supply)
    for p, name in enumerate(names.players):
        document[name] = _player(box, s, names, p)
    document |= {"display": names.sorted_types(s.display), "underworld": names.sorted_types(s.underworld)}
    document |= _fate(s, names)
    pending = _pending(box, s, names)
    return document | ({"pending": pending} if pending else {})


def _player(box: Box, s: State, names: Names, p: int) -> dict[str, Any]:
    unknown = s.hand_size[p] - sum(s.hand[p])
    player: dict[str, Any] = {}
    if was_dealt(box, s, p):
        player["acropolis"] = names.cities[s.city[p] - 1] if s.city[p] != S.UNKNOWN else HIDDEN
        player["open"] = bool(s.open[p])
    player |= {
        "city": [_hex(s, names, p, c) for c in range(box.cells) if s.filled[p] >> c & 1],
        "myths": [f"{names.types[k]}@{names.cells[s.host[k]]}"
                  for k in range(box.types) if s.myth_owner[k] == p + 1],
        "myths_played": s.myths_played[p],
        "hand": names.sorted_types(s.hand[p]) + [HIDDEN] * unknown,
        "shown": names.sorted_types(s.shown[p]),
    }
    spied = {names.players[q]: names.sorted_types(s.spied[p][q]) for q in range(box.players) if any(s.spied[p][q])}
    extra: dict[str, Any] = {"spied": spied}
    for group, (sure, drawn) in enumerate(GROUP_KEYS):
        extra[sure] = names.sorted_types(s.sure[p][group])
        extra[drawn] = {names.players[q]: n for q, n in enumerate(s.strays[p][group]) if n}
    near = {"near": s.near[p]} if any(s.sure[p][S.NEWEST]) and s.near[p] != unseen_above(s, p) else {}
    return player | {key: value for key, value in extra.items() if value} | near


def _hex(s: State, names: Names, p: int, c: int) -> str:
    cubes = triple(s.cubes[p][r][c] for r in range(S.RESOURCES))
    if c == S.ACROPOLIS:
        return f"{names.cells[c]} {cubes}"
    star = "*" if p == s.active and s.fresh >> c & 1 else ""
    return f"{names.cells[c]} {names.types[s.tile[p][c] - 1]}{star} {cubes}"


def _fate(s: State, names: Names) -> dict[str, Any]:
    """The pile by type; where a viewer may not know it, its size and all that the viewer cannot place."""
    fate: dict[str, Any] = {"fate": names.sorted_types(s.pile)}
    if sum(s.pile) + s.tops + sum(s.looked) != s.pile_size:
        fate = {"fate": HIDDEN, "fate_size": s.pile_size, "unseen": fate["fate"]}
    if s.tops or s.knower:
        fate["top"] = [names.types[t - 1] if t != S.UNKNOWN else HIDDEN for t in s.top[: s.tops]]
        fate["top_known_to"] = names.players[s.knower - 1]
    if s.looks:
        fate["looked"] = names.sorted_types(s.looked) + [HIDDEN] * (s.looks - sum(s.looked))
    return fate


def _pending(box: Box, s: State, names: Names) -> dict[str, Any]:
    """What the open node remembers."""
    by_kind = list(enumerate(RESOURCE_NAMES))
    parts: dict[str, Any] = {
        "dealt": s.dealt,
        "cell": names.cells[s.target] if s.target else None,
        "due": triple(s.due) if any(s.due) else None,
        "claims": {name: {names.cells[c]: s.claim[r][c] for c in range(box.cells) if s.claim[r][c]}
                   for r, name in by_kind if any(s.claim[r])},
        "lifted_from": {name: names.inmask(s.source[r]) for r, name in by_kind if s.source[r]},
        "dropped_on": {name: names.inmask(s.sink[r]) for r, name in by_kind if s.sink[r]},
        "carried": f"{s.carried} {RESOURCE_NAMES[s.resource]} {names.cells[s.origin]}" if s.carried else None,
        "exchanged": {name: names.inmask(s.swapped[d]) for d, name in enumerate(EXCHANGES) if s.swapped[d]},
        "used": names.inmask(s.used) + [names.types[k] for k in range(box.types) if s.used_myths >> k & 1],
        "resource": RESOURCE_NAMES[s.resource] if s.phase in (S.AT_DEMAND, S.AT_GIVE) else None,
        "steps": s.steps,
        "giver": names.players[s.giver] if s.phase in (S.AT_GIVE, S.AT_HIT) else None,
        "all_give": bool(s.all_give),
        "attacked": [name for p, name in enumerate(names.players) if s.attacked >> p & 1],
    }
    if s.phase in (S.AT_MUSTER, S.AT_LOSE, S.AT_SETTLE):
        parts |= {"victim": names.players[s.victim], "defence": s.defence}
    if any(s.mustered):
        parts["mustered"] = triple([*s.mustered, 0])
    if s.phase == S.AT_SETTLE:
        parts |= {"prize": names.types[s.prize - 1], "spoils": triple(s.spoils)}
    return {key: value for key, value in parts.items() if value}


# from a document


@dataclass(frozen=True)
class Hexes:
    """A list of hexes by type, read as the numbers of the types."""

    types: Sequence[str]
    default: tuple[str, ...] = ()

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> list[int]:
        if isinstance(value, list) and HIDDEN in value:
            raise BadPosition(f"{key}: 'hidden': what one player may see of a position cannot be set up")
        return Words(self.types).read(key, value, names)


@dataclass(frozen=True)
class Cubes:
    """A triple `c/h/g`, none of them more than the box holds."""

    most: tuple[int, ...]
    default: str | None = "0/0/0"

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> list[int] | None:
        if value is None and self.default is None:
            return None
        found = re.fullmatch(r"(\d{1,4})/(\d{1,4})/(\d{1,4})", value) if isinstance(value, str) else None
        if not found:
            raise BadPosition(f"{key} = {value!r}: cubes are citizens/hoplites/gold, such as '2/0/1'")
        numbers = [int(n) for n in found.groups()]
        for n, most, resource in zip(numbers, self.most, RESOURCE_NAMES, strict=True):
            if n > most:
                raise BadPosition(f"{key} = {value!r}: at most {most} {resource} can be there")
        return numbers


def place(box: Box, s: State, document: dict[str, Any]) -> None:
    """Sets up a position; raises BadPosition with the key, the value and what would be allowed."""
    reader = Reader(box, s, document)
    reader.read_turn()
    for p in range(box.players):
        reader.read_player(p)
    reader.complete_cities()
    reader.read_pending()
    reader.read_supply()
    reader.read_piles()
    reader.settle()


def _count(kinds: Iterable[int], into: Any) -> None:
    for kind in kinds:
        into[kind] += 1


class Reader:
    """Reads one document into one state of zeros."""

    def __init__(self, box: Box, s: State, document: dict[str, Any]):
        self.box, self.s, self.document = box, s, document
        self.names = Names(box)
        supply = [MANY_CUBES] * S.RESOURCES if box.unlimited_supply else box.supply[: S.RESOURCES]
        self.cubes = Cubes(tuple(int(n) for n in supply))
        self.hexes = Hexes(self.names.types)
        if "unseen" in document:
            raise BadPosition("unseen: what one player may see of a position cannot be set up")
        self.given = self.shape().read(document, self.names.numbers)

    # what there may be

    def shape(self) -> Shape:
        players, hexes = self.names.players, self.hexes
        return Shape(
            turn=Word(players, "p1"), starter=Word(players, "p1"), node=Word(NODES), last_round=Flag(),
            philosopher=Word(players), supply=Cubes(self.cubes.most, None), display=hexes, underworld=hexes,
            fate=hexes, fate_size=Anything(), top=hexes, top_known_to=Word(players), looked=hexes,
            pending=Part(self.pending_shape()), **dict.fromkeys(players, Anything({})),
        )  # fmt: skip

    def player_shape(self) -> Shape:
        players, hexes = self.names.players, self.hexes
        return Shape(
            acropolis=Anything(), open=Flag(None), city=Anything([]), myths=Several(Anything()),
            myths_played=Number(0, 99, None), hand=hexes, shown=hexes, spied=Table(hexes, players, "player"),
            near=Anything(), **dict.fromkeys((sure for sure, _ in GROUP_KEYS), hexes),
            **dict.fromkeys((drawn for _, drawn in GROUP_KEYS), Table(Number(1, S.TYPES), players, "player")),
        )  # fmt: skip

    def pending_shape(self) -> Shape:
        players, by_resource = self.names.players, Table(Cells(), RESOURCE_NAMES, "resource")
        return Shape(
            dealt=Number(0, 99), cell=Word(self.names.cells, "o"), due=self.cubes,
            claims=Table(Table(Number(1, 99)), RESOURCE_NAMES, "resource"), lifted_from=by_resource,
            dropped_on=by_resource, carried=Anything(), exchanged=Table(Cells(), EXCHANGES, "exchange"),
            used=Several(Anything()), resource=Word(RESOURCE_NAMES), steps=Number(0, 99), giver=Word(players),
            all_give=Flag(), attacked=Words(players), victim=Word(players, "p1"), defence=Number(0, 999),
            mustered=self.cubes, prize=Word(self.names.types), spoils=self.cubes,
        )  # fmt: skip

    def choose(self, key: str, value: Any, allowed: list[str]) -> int:
        """The number of a name."""
        return allowed.index(one_of(key, value, allowed))

    # the parts of a document

    def read_turn(self) -> None:
        s, given = self.s, self.given
        s.active, s.starter, s.last_round = given["turn"], given["starter"], given["last_round"]
        default = S.AT_PLAY if s.last_round else S.AT_TAKE1
        s.phase = default if given["node"] is None else given["node"]
        if given["philosopher"] is not None:
            s.philosopher = given["philosopher"] + 1

    def read_player(self, p: int) -> None:
        s, name = self.s, self.names.players[p]
        told = self.given[name]
        if isinstance(told, (str, list)):
            told = {"city": told}
        given = self.player_shape().part(name, told, self.names.numbers)
        if given["acropolis"] is not None:
            s.city[p] = self._city(name, given["acropolis"])
        default = (not self.box.hidden_cities or s.phase == S.AT_OVER) and s.phase > S.AT_CITY
        s.open[p] = int(default) if given["open"] is None else given["open"]
        if not s.open[p] and default:
            raise BadPosition(f"{name}.open = false: with {self.box.players} players, and at the end, cities are open")
        self._read_city(p, name, given["city"])
        for token in given["myths"]:
            self._read_token(p, f"{name}.myths", token)
        s.myths_played[p] = s.myths[p] if given["myths_played"] is None else given["myths_played"]
        self._read_hand(p, given)

    def _city(self, name: str, value: Any) -> int:
        in_use = [self.names.cities[self.box.city[k]] for k in range(self.box.players)]
        self.choose(f"{name}.acropolis", value, in_use)
        return self.names.cities.index(value) + 1

    def _read_city(self, p: int, name: str, value: Any) -> None:
        self.s.filled[p] = self.s.live[p] = 1 << S.ACROPOLIS
        entries = re.split("[;,]", value) if isinstance(value, str) else a_list(f"{name}.city", value)
        for entry in entries:
            if not isinstance(entry, str):
                raise BadPosition(f"{name}.city: {entry!r}: must be a text such as 'a3 quarry 2/0/1'")
            if "@" in entry:
                self._read_token(p, f"{name}.city", entry.strip())
            elif entry.strip():
                self._read_hex(p, f"{name}.city", entry.split())

    def _read_hex(self, p: int, key: str, words: list[str]) -> None:
        s, shown = self.s, " ".join(words)
        cell = self.choose(f"{key}: {shown!r}", words[0], self.names.cells)
        rest = words[1:]
        if cell == S.ACROPOLIS:
            if any(s.cubes[p][r][S.ACROPOLIS] for r in range(S.RESOURCES)):
                raise BadPosition(f"{key}: {shown!r}: the Acropolis is there twice")
        else:
            self._lay(p, key, shown, cell, rest.pop(0) if rest else "")
        if len(rest) > 1:
            raise BadPosition(f"{key}: {shown!r}: a hex is a cell, a type and cubes, such as 'a3 quarry 2/0/1'")
        for r, n in enumerate(self._cubes(f"{key}: {shown}", rest[0]) if rest else [0] * S.RESOURCES):
            rules_city.add_cubes(self.box, s, p, cell, r, n)

    def _lay(self, p: int, key: str, shown: str, cell: int, name: str) -> None:
        s = self.s
        if s.tile[p][cell]:
            raise BadPosition(f"{key}: {shown!r}: two hexes on {self.names.cells[cell]}")
        allowed = self.names.types[: self.names.first_myth]
        kind = self.choose(f"{key}: {shown!r}", name.removesuffix("*"), allowed)
        if name.endswith("*"):
            if p != s.active:
                raise BadPosition(f"{key}: {shown!r}: only the player whose turn it is has played hexes this turn")
            s.fresh |= 1 << cell
        rules_city.lay_hex(self.box, s, p, cell, kind)

    def _read_token(self, p: int, key: str, token: Any) -> None:
        name, _, cell = token.partition("@") if isinstance(token, str) else ("", "", "")
        kind = self.choose(f"{key}: {token!r}", name, self.names.types)
        if kind < self.names.first_myth:
            raise BadPosition(f"{key}: {token!r}: only a Myth has a token")
        if self.s.myth_owner[kind]:
            raise BadPosition(f"{key}: {token!r}: that Myth is there twice")
        self.s.myth_owner[kind] = p + 1
        self.s.host[kind] = self.choose(f"{key}: {token!r}", cell, self.names.cells)
        self.s.myths[p] += 1

    def _cubes(self, key: str, told: str) -> list[int]:
        return self.cubes.read(key, told, self.names.numbers) or [0] * S.RESOURCES

    def _read_hand(self, p: int, given: dict[str, Any]) -> None:
        s = self.s
        _count(given["hand"], s.hand[p])
        s.hand_size[p] = sum(s.hand[p])
        _count(given["shown"], s.shown[p])
        for other, hexes in given["spied"].items():
            _count(hexes, s.spied[p][other])
        for group, (sure, drawn) in enumerate(GROUP_KEYS):
            _count(given[sure], s.sure[p][group])
            for other, count in given[drawn].items():
                s.strays[p][group][other] = count

    def complete_cities(self) -> None:
        """Cities that are left out are dealt in the order of the seats, once the deal is over."""
        s, box = self.s, self.box
        if s.phase <= S.AT_CITY:
            return
        for p in range(box.players):
            if not s.city[p]:
                s.city[p] = next(box.city[k] + 1 for k in range(box.players) if box.city[k] + 1 not in s.city)
        twice = [c for c, times in Counter(s.city[: box.players]).items() if times > 1]
        if twice:
            raise BadPosition(f"acropolis: two players have {self.names.cities[twice[0] - 1]}")

    # what a node remembers

    def read_pending(self) -> None:
        s, given = self.s, self.given["pending"]
        s.dealt, s.target = given["dealt"], given["cell"]
        self._read_cubes_under_way(given)
        self._read_moves(given)
        self._read_use(given)
        self._read_attack(given)

    def _read_cubes_under_way(self, given: dict[str, Any]) -> None:
        s = self.s
        if s.phase in (S.AT_PLAY, S.AT_PAY):
            for c in range(self.box.cells):
                for r in range(S.RESOURCES):
                    s.frozen[r] += s.cubes[s.active][r][c] if s.fresh >> c & 1 else 0
        for r, n in enumerate(given["due"]):
            s.due[r] = n
            if n and not any(s.due[:r]):
                s.resource = r
        for r, claims in given["claims"].items():
            for c, n in claims.items():
                s.claim[r][c] = n
        if s.phase == S.AT_FILL:
            s.resource = next((r for r in range(S.RESOURCES) if any(s.claim[r])), 0)
        if given["carried"] is not None:
            self._read_batch(given["carried"])

    def _read_batch(self, value: Any) -> None:
        found = re.fullmatch(r"(\d{1,3}) (\w+) (\w+)", value) if isinstance(value, str) else None
        if not found:
            raise BadPosition(f"pending.carried = {value!r}: must be a number, a resource and a cell: '2 citizen a1'")
        self.s.carried = number("pending.carried", int(found[1]), 1, MANY_CUBES)
        self.s.resource = self.choose("pending.carried", found[2], list(RESOURCE_NAMES))
        self.s.origin = self.choose("pending.carried", found[3], self.names.cells)

    def _read_moves(self, given: dict[str, Any]) -> None:
        s = self.s
        for key, into in (("lifted_from", s.source), ("dropped_on", s.sink), ("exchanged", s.swapped)):
            for k, named in given[key].items():
                into[k] = mask(named)

    def _read_use(self, given: dict[str, Any]) -> None:
        s, names = self.s, self.names
        for name in given["used"]:
            if name in names.types[names.first_myth :]:
                s.used_myths |= 1 << names.types.index(name)
            else:
                s.used |= mask(cells("pending.used", [name], names.numbers))
        if given["resource"] is not None:
            s.resource = given["resource"]
        if given["giver"] is not None:
            s.giver = given["giver"]
        s.steps, s.all_give = given["steps"], given["all_give"]

    def _read_attack(self, given: dict[str, Any]) -> None:
        s = self.s
        s.attacked, s.victim, s.defence = mask(given["attacked"]), given["victim"], given["defence"]
        for r in range(S.UNITS):
            s.mustered[r] = given["mustered"][r]
        for r, n in enumerate(given["spoils"]):
            s.spoils[r] = n
        if given["prize"] is not None:
            s.prize = given["prize"] + 1

    # supply and piles

    def read_supply(self) -> None:
        """The supply is what is left of the box."""
        s, box = self.s, self.box
        for p, name in enumerate(self.names.players):
            if max(s.stock[p]) > MANY_CUBES and box.unlimited_supply:
                raise BadPosition(f"{name}.city: {max(s.stock[p])} cubes of one kind, at most {MANY_CUBES} are allowed")
        for r in range(S.RESOURCES):
            moving = s.spoils[r] + (s.mustered[r] if r < S.UNITS else 0) + (s.carried if s.resource == r else 0)
            used = sum(s.stock[p][r] for p in range(box.players)) + moving
            s.supply[r] = box.supply[r] if box.unlimited_supply else max(-1, box.supply[r] - used)
            if s.supply[r] < 0:
                raise BadPosition(f"{RESOURCE_NAMES[r]}: {used} cubes on the table, the box has {box.supply[r]}")
        given = self.given["supply"]
        if given is not None and given != [*s.supply]:
            raise BadPosition(f"supply = {triple(given)!r}: with the cubes on the table it must be {triple(s.supply)}")

    def read_piles(self) -> None:
        s, given = self.s, self.given
        _count(given["underworld"], s.underworld)
        self._read_top(given["top"])
        _count(given["looked"], s.looked)
        s.looks = sum(s.looked)
        self._read_near()
        _count(given["display"], s.display)
        _count(given["fate"], s.pile)
        self._refuse_too_many()
        if "display" not in self.document:
            self._complete_display()
        rest = s.underworld if "fate" in self.document and "underworld" not in self.document else s.pile
        if "fate" not in self.document or rest is s.underworld:
            for kind in range(self.box.types):
                rest[kind] += self._missing(kind)
        s.pile_size = sum(s.pile) + s.tops + s.looks
        if s.pile_size == 0 and not self.box.no_refill and not s.last_round:
            raise BadPosition("last_round = false: with an empty Fate pile the last round has begun")

    def _read_top(self, top: list[int]) -> None:
        s = self.s
        if len(top) > min(S.MAX_LOOK, self.box.look):
            raise BadPosition(f"top = {self.document['top']!r}: an Oracle sees at most {self.box.look} hexes")
        for i, kind in enumerate(top):
            s.top[i] = kind + 1
        s.tops = len(top)
        if top or "top_known_to" in self.document:
            s.knower = self.choose("top_known_to", self.document.get("top_known_to"), self.names.players) + 1

    def _read_near(self) -> None:
        """How many of the hexes that somebody is sure of may be on top: as many as lie there, unless it is told."""
        s = self.s
        for p, name in enumerate(self.names.players):
            if any(s.sure[p][S.NEWEST]):
                given, most = self.document.get(name, {}), unseen_above(s, p)
                told = given.get("near", most) if isinstance(given, dict) else most
                s.near[p] = number(f"{name}.near", told, 0, most)

    def _missing(self, kind: int) -> int:
        return int(self.box.copies[kind]) - invariants.hexes_of(self.box, self.s, kind)

    def _refuse_too_many(self) -> None:
        for kind, name in enumerate(self.names.types):
            if self._missing(kind) < 0:
                used = self.box.copies[kind] - self._missing(kind)
                raise BadPosition(f"{name}: {used} hexes in the position, {self.box.copies[kind]} are in use with "
                                  f"{self.box.players} players")

    def _complete_display(self) -> None:
        """The first hexes that are nowhere else, if phase A is still to come for somebody."""
        s = self.s
        if s.last_round or NODES[s.phase] in ("START", "CITY", "SHOW"):
            return
        wanted = self.box.display - (NODES[s.phase] in ("REFILL1", "REFILL2"))
        for kind in range(self.box.types):
            take = min(self._missing(kind), wanted - sum(s.display))
            s.display[kind] += take

    # is it possible?

    def settle(self) -> None:
        """Refuses what the rules could never reach."""
        s, box = self.s, self.box
        self._check_node()
        problems = invariants.broken(box, s)
        if problems:
            raise BadPosition(problems[0])
        out = [0] * S.MAX_LEGAL
        n = rules.legal(box, s, out) if s.phase != S.AT_OVER else 0
        if s.phase != S.AT_OVER and all(S.REVEAL <= a < S.END for a in out[:n]):
            raise BadPosition(f"node = {NODES[s.phase]!r}: nothing could be done there in this position")

    def _check_node(self) -> None:
        """The open question must be about something that is there."""
        s, node = self.s, NODES[self.s.phase]
        own = s.filled[s.active]
        wrong = {
            "pending.cell": s.phase in (S.AT_PAY, S.AT_NECROPOLIS, S.AT_DEMAND, S.AT_GIVE)
            and (not s.target or not own >> s.target & 1),
            "pending.due": (s.phase == S.AT_PAY) != any(s.due),
            "pending.claims": (s.phase == S.AT_FILL) != any(any(row) for row in s.claim),
            "pending.carried": (s.phase in (S.AT_DROP, S.AT_AGORA_DROP)) != (s.carried > 0),
            "pending.resource": s.phase == S.AT_DEMAND and s.resource == S.GOLD,
            "pending.giver": s.phase in (S.AT_GIVE, S.AT_HIT) and s.giver == s.active,
            "pending.victim": s.phase in (S.AT_MUSTER, S.AT_LOSE, S.AT_SETTLE) and s.victim == s.active,
            "pending.attacked": bool(s.attacked >> s.active & 1),
            "pending.prize": (s.phase == S.AT_SETTLE) != (s.prize > 0),
            "pending.steps": s.steps > 0 and s.phase not in (S.AT_AGORA, S.AT_AGORA_DROP, S.AT_NECROPOLIS),
            "pending.used": bool(s.used & ~s.gears[s.active]) or not (S.AT_SPECIAL <= s.phase < S.AT_WAR or s.phase in (
                S.AT_LOOK, S.AT_FATES, S.AT_HIT) or not (s.used or s.used_myths)),
            "looked": s.looks > 0 and node not in ("LOOK", "ORACLE"),
            "pending.mustered": any(s.mustered) and s.phase not in (S.AT_MUSTER, S.AT_LOSE),
        }
        for key, problem in wrong.items():
            if problem:
                raise BadPosition(f"{key}: does not fit the node {node!r}")
