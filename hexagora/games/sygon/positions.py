"""Positions as documents in the rulebook's terms, and back."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from hexagora.engine.contract import OVER
from hexagora.engine.document import (
    Anything,
    Cell,
    Cells,
    Flag,
    Number,
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
from hexagora.games.sygon import rules, rules_board, rules_round, script
from hexagora.games.sygon import state as S
from hexagora.games.sygon.names import CARD_IDS, COLOUR_NAMES, KIND_NAMES, SIDE_NAMES, SPELL_NAMES, TILE_NAMES
from hexagora.games.sygon.state import Box, State
from hexagora.hexes import row_letters

STAGES = ("seats", "tiles", "tokens", "town", "wall", "cube", "turn", "roll", "foresee", "lose", "over")
PHASES = ("waiting", "place", "reappear", "move", "build", "cast", "free", "collect", "done")
CHOICES = ("none", "discard", "vanish", "flip", "free wall", "extra move", "lull", "sunder", "replicate")
ASH = {"eruption": S.ERUPTED, "scorch": S.SCORCHED}
TOKENS = {"black": S.BLACK, "red": S.RED}
AWAY = {"off": S.OFF, "vanished": S.VANISHED, "gone": S.GONE, "returning": S.RETURNING}
FALLEN = {"down": S.FELL_BEFORE, "down now": S.FELL_NOW}
DEEDS = ("bought", "played", "teleported", "bought_cube", "echo", "writ", "collected")
EMPTY = "empty"  # the board without tiles

LAST_ROUND = 1_000_000
MOST_MOVES, MOST_CUBES = 9, 99
T = TypeVar("T")


def cell_names(box: Box) -> list[str]:
    return [f"{row_letters(box.row[c])}{box.column[c]}" for c in range(box.cells)]


def bits(mask: int, names: Sequence[T]) -> list[T]:
    return [name for i, name in enumerate(names) if mask >> i & 1]


def _some(names: Sequence[str], counts: Iterable[int]) -> dict[str, int]:
    """The counts that are not zero, by name."""
    return {name: count for name, count in zip(names, counts, strict=False) if count}


# from the state


def position(box: Box, s: State) -> dict[str, Any]:
    """The position as a document; what is nothing or zero is left out."""
    names = cell_names(box)
    cells = range(box.cells)
    found: dict[str, Any] = {
        "board": EMPTY,
        "seats": [s.seat[p] + 1 for p in range(box.players)],
        "stage": STAGES[s.stage],
        "tiles": {names[c]: TILE_NAMES[s.terrain[c] - S.FIRST_LANDSCAPE] for c in cells
                  if S.FIRST_LANDSCAPE <= s.terrain[c] <= S.LAST_VOLCANO},
        "values": {names[c]: s.value[c] for c in cells if s.value[c]},
        "ash": {names[c]: kind for c in cells for kind, code in ASH.items() if s.terrain[c] == code},
        "forage": {names[c]: side for c in cells for side, code in TOKENS.items() if s.token[c] == code},
        "players": {f"p{p + 1}": _player(box, s, p, names) for p in range(box.players)},
        "clouds": bits(s.clouds, COLOUR_NAMES),
        "round": s.round,
    }
    return found | _moment(box, s, names)


def _moment(box: Box, s: State, names: list[str]) -> dict[str, Any]:
    """What is going on: who decides what, beside the pieces and goods."""
    found: dict[str, Any] = {}
    if box.cards:
        found["stock"] = {card: s.stock[i] for i, card in enumerate(CARD_IDS) if box.card_copies[i]}
    if s.stage in (S.AT_TILES, S.AT_TOKENS, S.AT_WALL):
        found["next"] = names[s.cursor]
    if S.AT_TOWN <= s.stage <= S.AT_TURN or s.stage == S.AT_LOSE:
        found["to_act"] = f"p{s.actor + 1}"
    marks = {"lulled": bits(s.lulled, COLOUR_NAMES), "final": bool(s.final), "vanished": s.choices_made,
             "choice": CHOICES[s.choice] if s.choice else "", "flipped": bits(s.flipped, names),
             "hand_overs": s.hand_overs, "foresight": f"p{s.foresight}" if s.foresight else "", "step": s.step,
             "face": s.face, "walls_due": s.walls_due, "erupting": bits(s.erupting, COLOUR_NAMES),
             "in_aftermath": bool(s.in_aftermath), "damaged": bits(s.damaged, names),
             "winners": bits(s.winners, [f"p{p + 1}" for p in range(box.players)])}
    return found | {key: value for key, value in marks.items() if value}


def _player(box: Box, s: State, p: int, names: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "gold": s.gold[p],
        "cubes": _some(KIND_NAMES, s.cubes[p]),
        "towns": {names[c]: _town(s, c) for c in range(box.cells) if s.town[c] == p + 1},
        "walls": [f"{names[c]} {SIDE_NAMES[side]}" for c in range(box.cells) for side in range(S.SIDES)
                  if s.wall[c][side] == p + 1],
        "wizards": {f"w{w + 1}": _wizard(s, p, w, names) for w in range(box.wizards)},
    }
    pending = _some(("gold", *KIND_NAMES), (s.gold_pending[p], *s.cubes_pending[p]))
    blizzard = [when for when, on in (("now", s.blizzard[p]), ("next", s.blizzard_next[p])) if on]
    extra = {"pending": pending, "hand": _some(CARD_IDS, s.hand[p]), "evocations": bits(s.evocations[p], CARD_IDS),
             "blizzard": blizzard, "done": [deed for deed in DEEDS if getattr(s, deed)[p]],
             "cast_wizards": bits(s.cast_wizards[p], [f"w{w + 1}" for w in range(box.wizards)]),
             "cast_spells": bits(s.cast_spells[p], SPELL_NAMES)}
    if s.phase[p] != S.WAITING:
        extra["phase"] = PHASES[s.phase[p]]
        extra["moves"] = {f"w{w + 1}": s.moves[p][w] for w in range(box.wizards)}
    return found | {key: value for key, value in extra.items() if value}


def _town(s: State, cell: int) -> list[str]:
    marks = [name for name, there in (("workshop", s.workshop[cell]), ("market", s.market[cell])) if there]
    return marks + [word for word, code in FALLEN.items() if s.town_down[cell] == code]


def _wizard(s: State, p: int, w: int, names: list[str]) -> str:
    at = s.wizard_at[p][w]
    if at >= S.CELLS:
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


def place(box: Box, s: State, document: dict[str, Any]) -> None:
    """Fills a state of zeros. Left out means: recommended board without pieces, no goods, Wizards gone, round 2."""
    document = expand(document)
    _Placing(box, s, document).run()


def shape(box: Box, players: list[str]) -> Shape:
    """What a position may say. What is left out and has no default follows from the rest."""
    hexes, volcanoes = Cells("hex"), Words(COLOUR_NAMES)
    return Shape(
        script=Anything(), board=Word((f"r{box.players}", EMPTY)), seats=Anything(),
        stage=Word(STAGES, "turn"),
        tiles=Table(Word(TILE_NAMES, ""), what="hex"), values=Table(Number(0, S.VALUES - 1), what="hex"),
        ash=Table(Word(tuple(ASH), ""), what="hex"), forage=Table(Word(tuple(TOKENS), ""), what="hex"),
        players=Table(Anything(), players, "player"), clouds=volcanoes, lulled=volcanoes,
        round=Number(1, LAST_ROUND, None), final=Flag(), to_act=Word(players, "p1"), choice=Word(CHOICES, "none"),
        vanished=Number(0, box.wizards), flipped=hexes, hand_overs=Number(0, 2), stock=Anything({}),
        foresight=Word(players), next=Cell("hex"), step=Number(0, 2 * box.players - 1),
        walls_due=Number(0, S.SIDES, None), face=Number(0, S.FACES), erupting=volcanoes, in_aftermath=Flag(),
        damaged=hexes, winners=Words(players), begin=Word(players), eruptions=Flag(),
    )  # fmt: skip


def player_shape(box: Box, wizards: list[str]) -> Shape:
    return Shape(
        gold=Number(0, box.max_gold), cubes=Table(Number(0, MOST_CUBES), KIND_NAMES, "kind"),
        pending=Table(Anything(), ("gold", *KIND_NAMES), "kind"), towns=Anything({}), walls=Several(Anything()),
        wizards=Table(Anything(), wizards, "Wizard"), hand=Anything({}), evocations=Several(Anything()),
        blizzard=Words(("now", "next")), phase=Word(PHASES), moves=Table(Number(0, MOST_MOVES), wizards, "Wizard"),
        cast_wizards=Words(wizards), cast_spells=Words(SPELL_NAMES), done=Words(DEEDS),
    )  # fmt: skip


def _object(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(k, str) for k in value):
        raise BadPosition(f"{key} = {value!r}: must be an object")
    return value


class _Placing:
    """One document on its way into a state."""

    def __init__(self, box: Box, s: State, document: dict[str, Any]):
        self.box, self.s, self.document = box, s, document
        self.names = cell_names(box)
        self.players = [f"p{p + 1}" for p in range(box.players)]
        self.wizards = [f"w{w + 1}" for w in range(box.wizards)]
        self.cells = {name: c for c, name in enumerate(self.names)}
        self.given = shape(box, self.players).read(document, self.cells)

    def run(self) -> None:
        self.s.stage = self.given["stage"]
        self.s.round = self.given["round"] or (1 if self.s.stage < S.AT_TURN else 2)
        self._seats()
        self._board()
        self._pieces_left()
        of_player = player_shape(self.box, self.wizards)
        for p, name in enumerate(self.players):
            self._player(p, name, of_player.part(name, self.given["players"].get(p, {}), self.cells))
        self._stock()
        self._moment()
        self._supplies()
        self._go_on()
        self._check()

    def _landscape(self, key: str, name: Any) -> int:
        return self._no_volcano(key, cells(key, [name], self.cells, "hex")[0])

    def _no_volcano(self, key: str, cell: int) -> int:
        if not rules_board.is_landscape(self.s, cell):
            raise BadPosition(f"{key}: {self.names[cell]} is no Landscape hex")
        return cell

    # the board

    def _seats(self) -> None:
        count = self.box.players
        seats = list(range(1, count + 1)) if self.given["seats"] is None else a_list("seats", self.given["seats"])
        if sorted(map(str, seats)) != sorted(map(str, range(1, count + 1))):
            raise BadPosition(f"seats = {seats!r}: must name each seat from 1 to {count} once")
        for p, seat in enumerate(seats):
            self.s.seat[p] = number("seats", seat, 1, count) - 1

    def _board(self) -> None:
        s, given = self.s, self.given
        board = given["board"]
        if not (s.stage <= S.AT_TILES if board is None else board):
            for c in range(self.box.cells):
                s.terrain[c], s.value[c] = self.box.plan_terrain[c], self.box.plan_value[c]
        for cell, tile in given["tiles"].items():
            s.terrain[cell] = tile + S.FIRST_LANDSCAPE
            if tile >= S.KINDS:
                s.value[cell] = 0
        for cell, kind in given["ash"].items():
            s.terrain[cell], s.value[cell] = list(ASH.values())[kind], 0
        for cell, value in given["values"].items():
            s.value[self._no_volcano("values", cell)] = value
        for cell, side in given["forage"].items():
            s.token[self._no_volcano("forage", cell)] = list(TOKENS.values())[side]
        self._tiles_make_a_board()
        s.clouds, s.lulled = mask(given["clouds"]), mask(given["lulled"])

    def _tiles_make_a_board(self) -> None:
        terrain = self.s.terrain[: self.box.cells]
        for i, colour in enumerate(COLOUR_NAMES):
            if list(terrain).count(S.FIRST_LANDSCAPE + S.KINDS + i) > 1:
                raise BadPosition(f"tiles: there are two {colour} Volcanoes")
        if self.s.stage > S.AT_TILES and 0 in list(terrain):
            missing = self.names[list(terrain).index(0)]
            raise BadPosition(f"tiles: {missing} has no tile; after the tiles are laid out each hex has one")

    # a player

    def _pieces_left(self) -> None:
        for p in range(self.box.players):
            for piece in range(S.PIECES):
                self.s.left[p][piece] = self.box.pieces[piece]

    def _player(self, p: int, name: str, given: dict[str, Any]) -> None:
        self._buildings(p, name, given)
        self._wizards(p, name, given)
        self._goods(p, name, given)
        self._cards(p, name, given)
        self._turn_of(p, name, given)

    def _buildings(self, p: int, name: str, given: dict[str, Any]) -> None:
        s, towns = self.s, given["towns"]
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
        for wall in given["walls"]:
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
        default = "off" if self.s.stage < S.AT_TURN else "gone"
        for w, wizard in enumerate(self.wizards):
            key, where = f"{name}.wizards.{wizard}", given["wizards"].get(w, default)
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
        s.gold[p] = given["gold"]
        for kind, count in given["cubes"].items():
            s.cubes[p][kind] = count
        for kind, count in given["pending"].items():
            if kind == 0:
                s.gold_pending[p] = number(f"{name}.pending.gold", count, 0, s.gold[p])
            else:
                most = s.cubes[p][kind - 1]
                s.cubes_pending[p][kind - 1] = number(f"{name}.pending.{KIND_NAMES[kind - 1]}", count, 0, most)

    def _cards(self, p: int, name: str, given: dict[str, Any]) -> None:
        hand, evocations = given["hand"], given["evocations"]
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
                 if self.box.card_copies[i] and (self.box.card_class[i] == S.ETERNAL) == eternal]
        return CARD_IDS.index(one_of(key, card, known))

    def _turn_of(self, p: int, name: str, given: dict[str, Any]) -> None:
        s = self.s
        usual = S.MOVING if self._in_turn(p) else S.WAITING
        s.phase[p] = usual if given["phase"] is None else given["phase"]
        if not self._in_turn(p) and s.phase[p] != S.WAITING:
            raise BadPosition(f"{name}.phase = {PHASES[s.phase[p]]!r}: it is not this player's turn")
        if self._in_turn(p) and s.phase[p] == S.WAITING:
            raise BadPosition(f"{name}.phase = 'waiting': it is this player's turn")
        if p == self.given["to_act"]:
            self._check_to_place(p, name)
        default = 1 if s.phase[p] != S.WAITING else 0
        for w in range(self.box.wizards):
            s.moves[p][w] = given["moves"].get(w, default)
        s.cast_wizards[p], s.cast_spells[p] = mask(given["cast_wizards"]), mask(given["cast_spells"])
        for deed in given["done"]:
            getattr(s, DEEDS[deed])[p] = 1
        for when in given["blizzard"]:
            (s.blizzard, s.blizzard_next)[when][p] = 1

    def _check_to_place(self, p: int, name: str) -> None:
        """Whoever places Wizards, or lets one reappear, has one to place."""
        where, called = {S.PLACING: (S.OFF, "off"), S.REAPPEARING: (S.VANISHED, "vanished")}.get(
            int(self.s.phase[p]), (S.NO_WIZARD, ""))
        if called and where not in list(self.s.wizard_at[p])[: self.box.wizards]:
            raise BadPosition(f"{name}.phase = {PHASES[self.s.phase[p]]!r}: no Wizard of this player is {called!r}")

    def _in_turn(self, p: int) -> bool:
        """Whether the player's turn, or the team's, is running."""
        if self.s.stage != S.AT_TURN or "begin" in self.document or "eruptions" in self.document:
            return False
        return bool(rules_board.friendly(self.box, p, self.given["to_act"]))

    # the moment

    def _stock(self) -> None:
        """Cards that are left out are for sale, less those that players have."""
        if not self.box.cards:
            if self.given["stock"]:
                raise BadPosition("stock: cards are used only with the option spells")
            return
        given = _object("stock", self.given["stock"])
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
        s, given = self.s, self.given
        if S.AT_TOWN <= s.stage <= S.AT_TURN or s.stage == S.AT_LOSE:
            s.actor = given["to_act"]
        s.final, s.in_aftermath = given["final"], given["in_aftermath"]
        s.choice, s.choices_made, s.hand_overs = given["choice"], given["vanished"], given["hand_overs"]
        s.flipped, s.damaged = mask(given["flipped"]), mask(given["damaged"])
        s.erupting, s.winners = mask(given["erupting"]), mask(given["winners"])
        usual = 1 if s.stage == S.AT_WALL else 0
        s.walls_due = usual if given["walls_due"] is None else given["walls_due"]
        s.step, s.face = given["step"], given["face"]
        if given["foresight"] is not None:
            s.foresight = 1 + given["foresight"]
        if s.stage == S.AT_FORESEE:
            s.actor = number("foresight", int(s.foresight), 1, self.box.players) - 1
        if s.choice and (s.stage != S.AT_TURN or s.phase[s.actor] in (S.WAITING, S.DONE)):
            raise BadPosition(f"choice = {CHOICES[s.choice]!r}: nobody can be choosing now")

    def _supplies(self) -> None:
        """What is still to be laid out: the tiles and tokens that are not on the board."""
        s, box = self.s, self.box
        if s.stage in (S.AT_TILES, S.AT_TOKENS, S.AT_WALL):
            s.cursor = self.given["next"] or 0
        if s.stage == S.AT_TILES:
            for tile, name in enumerate(TILE_NAMES):
                laid = sum(s.terrain[c] == tile + S.FIRST_LANDSCAPE for c in range(box.cells))
                s.tiles_left[tile] = number(f"tiles: {name} left", box.tiles[tile] - laid, 0, S.CELLS)
            if any((s.terrain[c] == 0) != (c >= s.cursor) for c in range(box.cells)):
                raise BadPosition(f"next = {self.names[s.cursor]!r}: tiles are laid out in reading order")
        if s.stage in (S.AT_TILES, S.AT_TOKENS):
            for zone in range(S.ZONES):
                for value in range(S.VALUES):
                    s.tokens_left[zone][value] = box.tokens[zone][value] - self._tokens_laid(zone, value)
                    number(f"values: tokens {value} left", s.tokens_left[zone][value], 0, 99)
        if s.stage == S.AT_TOKENS:
            self._no_volcano("next", s.cursor)

    def _tokens_laid(self, zone: int, value: int) -> int:
        if self.s.stage != S.AT_TOKENS:
            return 0
        return sum(rules_board.is_landscape(self.s, c) and self.box.zone[c] == zone and self.s.value[c] == value
                   for c in range(self.s.cursor))

    def _go_on(self) -> None:
        """`begin` and `eruptions` let the rules go on from here."""
        p = self.given["begin"]
        if p is not None:
            self.s.stage, self.s.actor = S.TURN_BEGINS, min(p, self.box.mate[p])
        elif self.given["eruptions"]:
            self.s.stage = S.ROUND_OVER
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
            discarding = s.choice == S.DISCARDING and s.stage == S.AT_TURN and p == s.actor
            if held > box.max_cubes and not discarding:
                raise BadPosition(f"{name}.cubes: {held} cubes; allowed: at most {box.max_cubes}")
            if discarding and held <= box.max_cubes:
                raise BadPosition(f"choice = 'discard': {name} holds {held} cubes, not more than {box.max_cubes}")
        if s.stage == S.AT_TURN and s.phase[s.actor] in (S.WAITING, S.DONE):
            raise BadPosition(f"to_act = {self.players[s.actor]!r}: this player's turn is over")
        if s.stage == S.AT_TURN and s.phase[s.actor] == S.COLLECTING and s.choice != S.DISCARDING:
            raise BadPosition(f"{self.players[s.actor]}.phase = 'collect': only while choosing what to discard")
        if s.stage == S.AT_LOSE:
            self._check_loss()
        if s.stage == S.AT_END and not s.winners:
            raise BadPosition("winners: missing, although the match is over")
        if s.stage != S.AT_END and s.winners:
            raise BadPosition("winners: given, although the match is not over")
        out = [0] * S.MAX_LEGAL
        if rules.to_act(box, s) != OVER and rules.legal(box, s, out) == 0:
            raise BadPosition("nothing can be decided in this position")

    def _check_loss(self) -> None:
        s = self.s
        cell = next((c for c in range(self.box.cells) if s.damaged >> c & 1), S.NO_CELL)
        if cell == S.NO_CELL or not (s.workshop[cell] and s.market[cell] and s.erupting and s.in_aftermath):
            raise BadPosition("stage = 'lose': needs erupting, in_aftermath and damaged; the first damaged hex must "
                              "have a Workshop and a Market")
        s.actor = s.town[cell] - 1
