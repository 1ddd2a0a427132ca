"""Positions as documents in the rulebook's terms, and back."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from hexagora.engine.contract import OVER
from hexagora.engine.document import a_list, flag, number, one_of
from hexagora.engine.errors import BadPosition
from hexagora.games.sygon import rules, rules_board, rules_round, script
from hexagora.games.sygon.names import CARD_IDS, COLOUR_NAMES, KIND_NAMES, SIDE_NAMES, SPELL_NAMES, TILE_NAMES
from hexagora.games.sygon.state import (
    AT_END,
    AT_FORESEE,
    AT_LOSE,
    AT_TILES,
    AT_TOKENS,
    AT_TOWN,
    AT_TURN,
    AT_WALL,
    BLACK,
    CELLS,
    COLLECTING,
    DISCARDING,
    DONE,
    ERUPTED,
    ETERNAL,
    FELL_BEFORE,
    FELL_NOW,
    FIRST_LANDSCAPE,
    GONE,
    KINDS,
    LAST_VOLCANO,
    MAX_LEGAL,
    NO_CELL,
    OFF,
    PIECES,
    RED,
    RETURNING,
    ROUND_OVER,
    SCORCHED,
    SIDES,
    TURN_BEGINS,
    VALUES,
    VANISHED,
    WAITING,
    ZONES,
)
from hexagora.hexes import row_letters

STAGES = ("seats", "tiles", "tokens", "town", "wall", "cube", "turn", "roll", "foresee", "lose", "over")
PHASES = ("waiting", "place", "reappear", "move", "build", "cast", "free", "collect", "done")
CHOICES = ("none", "discard", "vanish", "flip", "free wall", "extra move", "lull", "sunder", "replicate")
ASH = {"eruption": ERUPTED, "scorch": SCORCHED}
TOKENS = {"black": BLACK, "red": RED}
AWAY = {"off": OFF, "vanished": VANISHED, "gone": GONE, "returning": RETURNING}
FALLEN = {"down": FELL_BEFORE, "down now": FELL_NOW}
DEEDS = ("bought", "played", "teleported", "bought_cube", "echo", "writ", "collected")
EMPTY = "empty"  # the board without tiles

KEYS = (
    "game", "options", "script", "board", "seats", "stage", "tiles", "values", "ash", "forage", "players", "clouds",
    "lulled", "round", "final", "to_act", "choice", "vanished", "flipped", "hand_overs", "stock", "foresight", "next",
    "step", "walls_due", "erupting", "in_aftermath", "damaged", "winners", "begin", "eruptions",
)
PLAYER_KEYS = (
    "gold", "cubes", "pending", "towns", "walls", "wizards", "hand", "evocations", "blizzard", "phase", "moves",
    "cast_wizards", "cast_spells", "done",
)
T = TypeVar("T")


def cell_names(box: Any) -> list[str]:
    return [f"{row_letters(box.row[c])}{box.column[c]}" for c in range(box.cells)]


def bits(mask: int, names: Sequence[T]) -> list[T]:
    return [name for i, name in enumerate(names) if mask >> i & 1]


def _some(names: Sequence[str], counts: Iterable[int]) -> dict[str, int]:
    """The counts that are not zero, by name."""
    return {name: count for name, count in zip(names, counts, strict=False) if count}


# from the state


def position(box: Any, s: Any) -> dict[str, Any]:
    """The position as a document; what is nothing or zero is left out."""
    names = cell_names(box)
    cells = range(box.cells)
    found: dict[str, Any] = {
        "board": EMPTY,
        "seats": [s.seat[p] + 1 for p in range(box.players)],
        "stage": STAGES[s.stage],
        "tiles": {names[c]: TILE_NAMES[s.terrain[c] - FIRST_LANDSCAPE] for c in cells
                  if FIRST_LANDSCAPE <= s.terrain[c] <= LAST_VOLCANO},
        "values": {names[c]: s.value[c] for c in cells if s.value[c]},
        "ash": {names[c]: kind for c in cells for kind, code in ASH.items() if s.terrain[c] == code},
        "forage": {names[c]: side for c in cells for side, code in TOKENS.items() if s.token[c] == code},
        "players": {f"p{p + 1}": _player(box, s, p, names) for p in range(box.players)},
        "clouds": bits(s.clouds, COLOUR_NAMES),
        "round": s.round,
    }
    return found | _moment(box, s, names)


def _moment(box: Any, s: Any, names: list[str]) -> dict[str, Any]:
    """What is going on: who decides what, beside the pieces and goods."""
    found: dict[str, Any] = {}
    if box.cards:
        found["stock"] = {card: s.stock[i] for i, card in enumerate(CARD_IDS) if box.card_copies[i]}
    if s.stage in (AT_TILES, AT_TOKENS, AT_WALL):
        found["next"] = names[s.cursor]
    if AT_TOWN <= s.stage <= AT_TURN or s.stage == AT_LOSE:
        found["to_act"] = f"p{s.actor + 1}"
    marks = {"lulled": bits(s.lulled, COLOUR_NAMES), "final": bool(s.final), "vanished": s.choices_made,
             "choice": CHOICES[s.choice] if s.choice else "", "flipped": bits(s.flipped, names),
             "hand_overs": s.hand_overs, "foresight": f"p{s.foresight}" if s.foresight else "", "step": s.step,
             "walls_due": s.walls_due, "erupting": bits(s.erupting, COLOUR_NAMES), "in_aftermath": bool(s.in_aftermath),
             "damaged": bits(s.damaged, names),
             "winners": bits(s.winners, [f"p{p + 1}" for p in range(box.players)])}
    return found | {key: value for key, value in marks.items() if value}


def _player(box: Any, s: Any, p: int, names: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "gold": s.gold[p],
        "cubes": _some(KIND_NAMES, s.cubes[p]),
        "towns": {names[c]: _town(s, c) for c in range(box.cells) if s.town[c] == p + 1},
        "walls": [f"{names[c]} {SIDE_NAMES[side]}" for c in range(box.cells) for side in range(SIDES)
                  if s.wall[c][side] == p + 1],
        "wizards": {f"w{w + 1}": _wizard(s, p, w, names) for w in range(box.wizards)},
    }
    pending = _some(("gold", *KIND_NAMES), (s.gold_pending[p], *s.cubes_pending[p]))
    blizzard = [when for when, on in (("now", s.blizzard[p]), ("next", s.blizzard_next[p])) if on]
    extra = {"pending": pending, "hand": _some(CARD_IDS, s.hand[p]), "evocations": bits(s.evocations[p], CARD_IDS),
             "blizzard": blizzard, "done": [deed for deed in DEEDS if getattr(s, deed)[p]],
             "cast_wizards": bits(s.cast_wizards[p], [f"w{w + 1}" for w in range(box.wizards)]),
             "cast_spells": bits(s.cast_spells[p], SPELL_NAMES)}
    if s.phase[p] != WAITING:
        extra["phase"] = PHASES[s.phase[p]]
        extra["moves"] = {f"w{w + 1}": s.moves[p][w] for w in range(box.wizards)}
    return found | {key: value for key, value in extra.items() if value}


def _town(s: Any, cell: int) -> list[str]:
    marks = [name for name, there in (("workshop", s.workshop[cell]), ("market", s.market[cell])) if there]
    return marks + [word for word, code in FALLEN.items() if s.town_down[cell] == code]


def _wizard(s: Any, p: int, w: int, names: list[str]) -> str:
    at = s.wizard_at[p][w]
    if at >= CELLS:
        return next(word for word, code in AWAY.items() if code == at)
    return " ".join([names[at], *(word for word, code in FALLEN.items() if s.wizard_down[p][w] == code)])


# to the state


def expand(document: dict[str, Any]) -> dict[str, Any]:
    """A document with a script as one without: the script's statements become keys."""
    if "script" not in document:
        return document
    told = script.document(document["script"])
    rest = {key: value for key, value in document.items() if key != "script"}
    twice = (set(rest) & set(told)) - {"game", "options"} - ({"players"} if not told["players"] else set())
    if twice:
        raise BadPosition(f"key '{min(twice)}' is given beside a script that says the same")
    options = rest.get("options", {})
    if not isinstance(options, dict):
        raise BadPosition(f"options = {options!r}: must be an object of option names and values")
    return {**told, **rest, "options": {**options, **told["options"]}}


def place(box: Any, s: Any, document: dict[str, Any]) -> None:
    """Fills a state of zeros. Left out means: recommended board without pieces, no goods, Wizards gone, round 2."""
    document = expand(document)
    _Placing(box, s, document).run()


def _object(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(k, str) for k in value):
        raise BadPosition(f"{key} = {value!r}: must be an object")
    return value


class _Placing:
    """One document on its way into a state."""

    def __init__(self, box: Any, s: Any, document: dict[str, Any]):
        self.box, self.s, self.document = box, s, document
        self.names = cell_names(box)
        self.players = [f"p{p + 1}" for p in range(box.players)]
        self.wizards = [f"w{w + 1}" for w in range(box.wizards)]

    def run(self) -> None:
        for key in self.document:
            one_of("key", key, KEYS)
        self.s.stage = STAGES.index(one_of("stage", self.document.get("stage", "turn"), STAGES))
        self.s.round = number("round", self.document.get("round", 1 if self.s.stage < AT_TURN else 2), 1, 1_000_000)
        self._seats()
        self._board()
        self._pieces_left()
        given = _object("players", self.document.get("players", {}))
        for name in given:
            one_of("players", name, self.players)
        for p, name in enumerate(self.players):
            self._player(p, name, _object(name, given.get(name, {})))
        self._stock()
        self._moment()
        self._supplies()
        self._go_on()
        self._check()

    def get(self, key: str, default: Any) -> Any:
        return self.document.get(key, default)

    def _cell(self, key: str, name: Any) -> int:
        if not isinstance(name, str) or name not in self.names:
            raise BadPosition(f"{key}: there is no hex {name!r}; hexes are {self.names[0]} to {self.names[-1]}")
        return self.names.index(name)

    def _landscape(self, key: str, name: Any) -> int:
        cell = self._cell(key, name)
        if not rules_board.is_landscape(self.s, cell):
            raise BadPosition(f"{key}: {name} is no Landscape hex")
        return cell

    def _mask(self, key: str, names: Sequence[str], value: Any = None) -> int:
        given = a_list(key, self.get(key, []) if value is None else value)
        return sum({1 << names.index(one_of(key, name, names)) for name in given})

    # the board

    def _seats(self) -> None:
        count = self.box.players
        seats = a_list("seats", self.get("seats", list(range(1, count + 1))))
        if sorted(map(str, seats)) != sorted(map(str, range(1, count + 1))):
            raise BadPosition(f"seats = {seats!r}: must name each seat from 1 to {count} once")
        for p, seat in enumerate(seats):
            self.s.seat[p] = number("seats", seat, 1, count) - 1

    def _board(self) -> None:
        own = f"r{self.box.players}"
        default = EMPTY if self.s.stage <= AT_TILES else own
        base = one_of("board", self.get("board", default), (own, EMPTY))
        if base != EMPTY:
            for c in range(self.box.cells):
                self.s.terrain[c], self.s.value[c] = self.box.plan_terrain[c], self.box.plan_value[c]
        for name, tile in _object("tiles", self.get("tiles", {})).items():
            cell = self._cell("tiles", name)
            self.s.terrain[cell] = TILE_NAMES.index(one_of(f"tiles.{name}", tile, TILE_NAMES)) + FIRST_LANDSCAPE
            if self.s.terrain[cell] >= FIRST_LANDSCAPE + KINDS:
                self.s.value[cell] = 0
        for name, kind in _object("ash", self.get("ash", {})).items():
            cell = self._cell("ash", name)
            self.s.terrain[cell], self.s.value[cell] = ASH[one_of(f"ash.{name}", kind, ASH)], 0
        for name, value in _object("values", self.get("values", {})).items():
            self.s.value[self._landscape("values", name)] = number(f"values.{name}", value, 0, VALUES - 1)
        for name, side in _object("forage", self.get("forage", {})).items():
            self.s.token[self._landscape("forage", name)] = TOKENS[one_of(f"forage.{name}", side, TOKENS)]
        self._tiles_make_a_board()
        self.s.clouds = self._mask("clouds", COLOUR_NAMES)
        self.s.lulled = self._mask("lulled", COLOUR_NAMES)

    def _tiles_make_a_board(self) -> None:
        terrain = self.s.terrain[: self.box.cells]
        for i, colour in enumerate(COLOUR_NAMES):
            if list(terrain).count(FIRST_LANDSCAPE + KINDS + i) > 1:
                raise BadPosition(f"tiles: there are two {colour} Volcanoes")
        if self.s.stage > AT_TILES and 0 in list(terrain):
            missing = self.names[list(terrain).index(0)]
            raise BadPosition(f"tiles: {missing} has no tile; after the tiles are laid out each hex has one")

    # a player

    def _pieces_left(self) -> None:
        for p in range(self.box.players):
            for piece in range(PIECES):
                self.s.left[p][piece] = self.box.pieces[piece]

    def _player(self, p: int, name: str, given: dict[str, Any]) -> None:
        for key in given:
            one_of(f"{name}: key", key, PLAYER_KEYS)
        self._buildings(p, name, given)
        self._wizards(p, name, given)
        self._goods(p, name, given)
        self._cards(p, name, given)
        self._turn_of(p, name, given)

    def _buildings(self, p: int, name: str, given: dict[str, Any]) -> None:
        s, towns = self.s, given.get("towns", {})
        if isinstance(towns, list):
            towns = {str(cell): [] for cell in towns}
        for cell_name, marks in _object(f"{name}.towns", towns).items():
            key = f"{name}.towns.{cell_name}"
            cell = self._landscape(f"{name}.towns", cell_name)
            if s.town[cell]:
                raise BadPosition(f"{key}: p{s.town[cell]} has a Town there already; a hex holds one")
            rules_board.found_town(s, p, cell)
            for mark in a_list(key, marks):
                one_of(key, mark, ("workshop", "market", *FALLEN))
            if len(set(marks)) != len(marks):
                raise BadPosition(f"{key} = {marks!r}: something is there twice")
            if "workshop" in marks:
                rules_board.add_workshop(s, p, cell)
            if "market" in marks:
                rules_board.add_market(s, p, cell)
            s.town_down[cell] = next((code for word, code in FALLEN.items() if word in marks), 0)
        for wall in a_list(f"{name}.walls", given.get("walls", [])):
            self._wall(p, f"{name}.walls", wall)

    def _wall(self, p: int, key: str, wall: Any) -> None:
        words = wall.split() if isinstance(wall, str) else []
        if len(words) != 2:
            raise BadPosition(f"{key}: {wall!r}: write a hex and a side, like '{self.names[0]} e'")
        cell = self._landscape(key, words[0])
        side = SIDE_NAMES.index(one_of(f"{key}: side", words[1], SIDE_NAMES))
        if self.s.wall[cell][side]:
            raise BadPosition(f"{key}: {wall!r}: the place is taken by p{self.s.wall[cell][side]}")
        if not rules_board.wall_place_free(self.box, self.s, cell, side):
            raise BadPosition(f"{key}: {wall!r}: stands on the frame; only with the option frame_walls")
        rules_board.raise_wall(self.s, p, cell, side)

    def _wizards(self, p: int, name: str, given: dict[str, Any]) -> None:
        wizards = _object(f"{name}.wizards", given.get("wizards", {}))
        for wizard in wizards:
            one_of(f"{name}.wizards", wizard, self.wizards)
        default = "off" if self.s.stage < AT_TURN else "gone"
        for w, wizard in enumerate(self.wizards):
            key, where = f"{name}.wizards.{wizard}", wizards.get(wizard, default)
            if not isinstance(where, str) or not where:
                raise BadPosition(f"{key} = {where!r}; allowed: a hex, {', '.join(AWAY)}")
            at, _, fallen = where.partition(" ")
            if at in AWAY:
                self.s.wizard_at[p][w] = AWAY[one_of(key, where, AWAY)]
                continue
            cell = self._landscape(key, at)
            if not rules_board.has_room(self.box, self.s, cell):
                raise BadPosition(f"{key} = {where!r}: a hex holds at most {self.box.wizards_per_hex} Wizards")
            rules_board.put_wizard(self.s, p, w, cell)
            self.s.wizard_down[p][w] = FALLEN[one_of(key, fallen, FALLEN)] if fallen else 0

    def _goods(self, p: int, name: str, given: dict[str, Any]) -> None:
        s = self.s
        s.gold[p] = number(f"{name}.gold", given.get("gold", 0), 0, self.box.max_gold)
        for kind, count in _object(f"{name}.cubes", given.get("cubes", {})).items():
            one_of(f"{name}.cubes", kind, KIND_NAMES)
            s.cubes[p][KIND_NAMES.index(kind)] = number(f"{name}.cubes.{kind}", count, 0, 99)
        for kind, count in _object(f"{name}.pending", given.get("pending", {})).items():
            one_of(f"{name}.pending", kind, ("gold", *KIND_NAMES))
            if kind == "gold":
                s.gold_pending[p] = number(f"{name}.pending.gold", count, 0, s.gold[p])
            else:
                k = KIND_NAMES.index(kind)
                s.cubes_pending[p][k] = number(f"{name}.pending.{kind}", count, 0, s.cubes[p][k])

    def _cards(self, p: int, name: str, given: dict[str, Any]) -> None:
        hand, evocations = given.get("hand", {}), a_list(f"{name}.evocations", given.get("evocations", []))
        if isinstance(hand, list):
            hand = {str(card): hand.count(card) for card in hand}
        if (hand or evocations) and not self.box.cards:
            raise BadPosition(f"{name}: cards are used only with the option spells")
        for card, count in _object(f"{name}.hand", hand).items():
            i = self._card(f"{name}.hand", card, eternal=False)
            self.s.hand[p][i] = number(f"{name}.hand.{card}", count, 0, self.box.card_copies[i])
        for card in evocations:
            self.s.evocations[p] |= 1 << self._card(f"{name}.evocations", card, eternal=True)

    def _card(self, key: str, card: Any, eternal: bool) -> int:
        known = [c for i, c in enumerate(CARD_IDS)
                 if self.box.card_copies[i] and (self.box.card_class[i] == ETERNAL) == eternal]
        return CARD_IDS.index(one_of(key, card, known))

    def _turn_of(self, p: int, name: str, given: dict[str, Any]) -> None:
        s = self.s
        if self._in_turn(p) and "phase" not in given:
            given = {**given, "phase": "move"}
        s.phase[p] = PHASES.index(one_of(f"{name}.phase", given.get("phase", "waiting"), PHASES))
        if not self._in_turn(p) and s.phase[p] != WAITING:
            raise BadPosition(f"{name}.phase = {PHASES[s.phase[p]]!r}: it is not this player's turn")
        if self._in_turn(p) and s.phase[p] == WAITING:
            raise BadPosition(f"{name}.phase = 'waiting': it is this player's turn")
        moves = _object(f"{name}.moves", given.get("moves", {}))
        for wizard in moves:
            one_of(f"{name}.moves", wizard, self.wizards)
        default = 1 if s.phase[p] != WAITING else 0
        for w, wizard in enumerate(self.wizards):
            s.moves[p][w] = number(f"{name}.moves.{wizard}", moves.get(wizard, default), 0, 9)
        s.cast_wizards[p] = self._mask(f"{name}.cast_wizards", self.wizards, given.get("cast_wizards", []))
        s.cast_spells[p] = self._mask(f"{name}.cast_spells", SPELL_NAMES, given.get("cast_spells", []))
        for deed in a_list(f"{name}.done", given.get("done", [])):
            getattr(s, one_of(f"{name}.done", deed, DEEDS))[p] = 1
        for when in a_list(f"{name}.blizzard", given.get("blizzard", [])):
            field = {"now": s.blizzard, "next": s.blizzard_next}[one_of(f"{name}.blizzard", when, ("now", "next"))]
            field[p] = 1

    def _actor(self) -> int:
        return self.players.index(one_of("to_act", self.get("to_act", "p1"), self.players))

    def _in_turn(self, p: int) -> bool:
        """Whether the player's turn, or the team's, is running."""
        if self.s.stage != AT_TURN or "begin" in self.document or "eruptions" in self.document:
            return False
        return bool(rules_board.friendly(self.box, p, self._actor()))

    # the moment

    def _stock(self) -> None:
        """Cards that are left out are for sale, less those that players have."""
        if not self.box.cards:
            if self.get("stock", {}):
                raise BadPosition("stock: cards are used only with the option spells")
            return
        given = _object("stock", self.get("stock", {}))
        for card in given:
            one_of("stock", card, [c for i, c in enumerate(CARD_IDS) if self.box.card_copies[i]])
        for i, card in enumerate(CARD_IDS):
            copies = self.box.card_copies[i]
            held = sum(self.s.hand[p][i] for p in range(self.box.players))
            sold = held + sum(self.s.evocations[p] >> i & 1 for p in range(self.box.players))
            if held > copies:
                raise BadPosition(f"hand: {held} copies of {card}; there are {copies}")
            self.s.stock[i] = number(f"stock.{card}", given.get(card, max(0, copies - sold)), 0, copies - held)

    def _moment(self) -> None:
        s = self.s
        s.final = flag("final", self.get("final", False))
        if AT_TOWN <= s.stage <= AT_TURN or s.stage == AT_LOSE:
            s.actor = self._actor()
        s.choice = CHOICES.index(one_of("choice", self.get("choice", "none"), CHOICES))
        s.choices_made = number("vanished", self.get("vanished", 0), 0, self.box.wizards)
        s.flipped = self._mask("flipped", self.names)
        s.hand_overs = number("hand_overs", self.get("hand_overs", 0), 0, 2)
        s.erupting = self._mask("erupting", COLOUR_NAMES)
        s.in_aftermath = flag("in_aftermath", self.get("in_aftermath", False))
        s.damaged = self._mask("damaged", self.names)
        s.winners = self._mask("winners", self.players)
        s.walls_due = number("walls_due", self.get("walls_due", 1 if s.stage == AT_WALL else 0), 0, SIDES)
        s.step = number("step", self.get("step", 0), 0, 2 * self.box.players - 1)
        if self.get("foresight", None) is not None:
            s.foresight = 1 + self.players.index(one_of("foresight", self.document["foresight"], self.players))
        if s.stage == AT_FORESEE:
            s.actor = number("foresight", int(s.foresight), 1, self.box.players) - 1
        if s.choice and (s.stage != AT_TURN or s.phase[s.actor] in (WAITING, DONE)):
            raise BadPosition(f"choice = {CHOICES[s.choice]!r}: nobody can be choosing now")

    def _supplies(self) -> None:
        """What is still to be laid out: the tiles and tokens that are not on the board."""
        s, box = self.s, self.box
        if s.stage in (AT_TILES, AT_TOKENS, AT_WALL):
            s.cursor = self._cell("next", self.get("next", self.names[0]))
        if s.stage == AT_TILES:
            for tile, name in enumerate(TILE_NAMES):
                laid = sum(s.terrain[c] == tile + FIRST_LANDSCAPE for c in range(box.cells))
                s.tiles_left[tile] = number(f"tiles: {name} left", box.tiles[tile] - laid, 0, CELLS)
            if any((s.terrain[c] == 0) != (c >= s.cursor) for c in range(box.cells)):
                raise BadPosition(f"next = {self.names[s.cursor]!r}: tiles are laid out in reading order")
        if s.stage in (AT_TILES, AT_TOKENS):
            for zone in range(ZONES):
                for value in range(VALUES):
                    s.tokens_left[zone][value] = box.tokens[zone][value] - self._tokens_laid(zone, value)
                    number(f"values: tokens {value} left", s.tokens_left[zone][value], 0, 99)
        if s.stage == AT_TOKENS:
            self._landscape("next", self.names[s.cursor])

    def _tokens_laid(self, zone: int, value: int) -> int:
        if self.s.stage != AT_TOKENS:
            return 0
        return sum(rules_board.is_landscape(self.s, c) and self.box.zone[c] == zone and self.s.value[c] == value
                   for c in range(self.s.cursor))

    def _go_on(self) -> None:
        """`begin` and `eruptions` let the rules go on from here."""
        if "begin" in self.document:
            p = self.players.index(one_of("begin", self.document["begin"], self.players))
            self.s.stage, self.s.actor = TURN_BEGINS, min(p, self.box.mate[p])
        elif "eruptions" in self.document and flag("eruptions", self.document["eruptions"]):
            self.s.stage = ROUND_OVER
        rules_round.go_on(self.box, self.s)

    def _check(self) -> None:
        """What no match could lead to is refused."""
        s, box = self.s, self.box
        for p, name in enumerate(self.players):
            for piece, what in enumerate(("towns", "workshops", "markets", "walls")):
                if s.left[p][piece] < 0:
                    raise BadPosition(f"{name}: {box.pieces[piece] - s.left[p][piece]} {what}; "
                                      f"allowed: at most {box.pieces[piece]}")
            held = rules_board.cubes_held(s, p)
            discarding = s.choice == DISCARDING and s.stage == AT_TURN and p == s.actor
            if held > box.max_cubes and not discarding:
                raise BadPosition(f"{name}.cubes: {held} cubes; allowed: at most {box.max_cubes}")
            if discarding and held <= box.max_cubes:
                raise BadPosition(f"choice = 'discard': {name} holds {held} cubes, not more than {box.max_cubes}")
        if s.stage == AT_TURN and s.phase[s.actor] in (WAITING, DONE):
            raise BadPosition(f"to_act = {self.players[s.actor]!r}: this player's turn is over")
        if s.stage == AT_TURN and s.phase[s.actor] == COLLECTING and s.choice != DISCARDING:
            raise BadPosition(f"{self.players[s.actor]}.phase = 'collect': only while choosing what to discard")
        if s.stage == AT_LOSE:
            self._check_loss()
        if s.stage == AT_END and not s.winners:
            raise BadPosition("winners: missing, although the match is over")
        if s.stage != AT_END and s.winners:
            raise BadPosition("winners: given, although the match is not over")
        out = [0] * MAX_LEGAL
        if rules.to_act(box, s) != OVER and rules.legal(box, s, out) == 0:
            raise BadPosition("nothing can be decided in this position")

    def _check_loss(self) -> None:
        s = self.s
        cell = next((c for c in range(self.box.cells) if s.damaged >> c & 1), NO_CELL)
        if cell == NO_CELL or not (s.workshop[cell] and s.market[cell] and s.erupting and s.in_aftermath):
            raise BadPosition("stage = 'lose': needs erupting, in_aftermath and damaged; the first damaged hex must "
                              "have a Workshop and a Market")
        s.actor = s.town[cell] - 1
