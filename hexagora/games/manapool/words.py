"""Notation, sentences and positions of Mana Pool."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from hexagora.engine.document import Anything, Cells, Number, Shape, Table, Word, number, one_of
from hexagora.engine.errors import BadPosition
from hexagora.engine.words import Sentence, say
from hexagora.games.manapool import rules_setup, rules_turn
from hexagora.games.manapool import state as S
from hexagora.games.manapool.state import Box, State
from hexagora.hexes import hexagon, place_names

NAMES = ("red", "green", "blue")
PHASES = {
    S.ORDERING: "order", S.COLOURS: "colours", S.CORNERS: "corners", S.STARTER: "first player", S.SPAWNING: "spawn",
    S.MOVING: "move", S.COMBAT: "combat", S.FINISHED: "over",
}  # fmt: skip
ORDERS = ("1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1")
OF_A_TURN = {"mana": {}, "round": 0, "first": None, "to_move": None, "action_points": 0, "spawns": 0}  # before it
OF_THE_END = {"action_points": 0, "spawns": 0}  # after the last turn
SET_UP = ("order", "colours", "corners", "first player")
LAST_ROUND = 1_000_000  # of positions when the options set no limit


@cache
def cell_names(side: int) -> tuple[str, ...]:
    return tuple(place_names(hexagon(side)))


def cell_name(box: Box, cell: int) -> str:
    return cell_names(box.side)[cell]


def colour_of(s: State, seat: int) -> str:
    """A player's colour, or the seat as long as it has none."""
    return NAMES[s.colour[seat] - 1] if s.colour[seat] else f"seat {seat + 1}"


def _step(box: Box, code: int) -> tuple[str, str]:
    cell, direction = divmod(code, S.DIRECTIONS)
    return cell_name(box, cell), cell_name(box, box.neighbour[cell][direction])


def text(box: Box, s: State, a: int) -> str:
    if a >= S.ATTACK:
        return "attack {} {}".format(*_step(box, a - S.ATTACK))
    if a >= S.MOVE:
        return "move {} {}".format(*_step(box, a - S.MOVE))
    if a >= S.SPAWN:
        return f"spawn {cell_name(box, a - S.SPAWN)}"
    if a == S.END_COMBAT:
        return "end combat"
    if a == S.END_MOVE:
        return "end move"
    if a >= S.ORDER:
        return f"order {ORDERS[a - S.ORDER]}"
    if a >= S.FIRST:
        return f"first {colour_of(s, a - S.FIRST)}"
    if a >= S.CORNER:
        return f"corner {cell_name(box, box.corner[a - S.CORNER])}"
    return f"colour {NAMES[a - S.COLOUR]}"


def sentence(box: Box, s: State, a: int, after: State) -> Sentence:
    what = _happened(box, s, a, after)
    gained = [p for p in range(S.PLAYERS) if after.mana[p] > s.mana[p]]
    if gained:
        won = after.mana[gained[0]] >= box.goal
        template = "{what}. {who} draws mana from the Pool: {mana}" + (", and wins" if won else "")
        return say(template, what=what, who=_who(s, gained[0]), mana=after.mana[gained[0]])
    return what


def _who(s: State, seat: int) -> str:
    return colour_of(s, seat).capitalize()


def _happened(box: Box, s: State, a: int, after: State) -> Sentence:
    who = _who(s, s.player)
    if a >= S.ATTACK:
        return _combat(box, s, a - S.ATTACK)
    if a >= S.MOVE:
        start, target = _step(box, a - S.MOVE)
        cell = box.neighbour[(a - S.MOVE) // S.DIRECTIONS][(a - S.MOVE) % S.DIRECTIONS]
        if box.locks[cell]:
            return say("{who} moves {start} to {target} and is locked", who=who, start=start, target=target)
        return say("{who} moves {start} to {target}", who=who, start=start, target=target)
    if a >= S.SPAWN:
        return say("{who} spawns a troop on {cell}", who=who, cell=cell_name(box, a - S.SPAWN))
    if a == S.END_COMBAT:
        return say("{who} ends the turn", who=who)
    if a == S.END_MOVE:
        return say("{who} turns to combat", who=who)
    if a >= S.ORDER:
        return say("The seats pick in the order {order}", order=ORDERS[a - S.ORDER])
    if a >= S.FIRST:
        return say("{who} has the first turn", who=_who(s, a - S.FIRST))
    if a >= S.CORNER:
        return say("{who} settles at {cell}", who=who, cell=cell_name(box, box.corner[a - S.CORNER]))
    return say("{who} takes {colour}", who=who, colour=NAMES[a - S.COLOUR])


def forecast(box: Box, cell: int, target: int) -> tuple[bool, bool]:
    """Whether the defender dies and whether the attacker dies."""
    return box.attack[cell] > box.defence[target], box.attack[target] > box.defence[cell]


def _combat(box: Box, s: State, code: int) -> Sentence:
    cell, direction = divmod(code, S.DIRECTIONS)
    target = box.neighbour[cell][direction]
    template = {
        (False, False): "{who} attacks {target} from {cell}: nothing happens",
        (True, False): "{who} attacks {target} from {cell}: {victim}'s troop falls",
        (False, True): "{who} attacks {target} from {cell} and loses the troop",
        (True, True): "{who} attacks {target} from {cell}: both troops fall",
    }[forecast(box, cell, target)]
    return say(template, who=_who(s, s.player), cell=cell_name(box, cell), target=cell_name(box, target),
               victim=_who(s, s.owner[target] - 1))


def is_barrier(box: Box, s: State, a: int, after: State) -> bool:
    """A choice of the set-up can be taken back until the next one, unless the first player has been drawn after it;
    a turn that has ended cannot be taken back."""
    if a < S.FIRST:
        return bool(after.phase == S.STARTER)
    return bool(a >= S.END_MOVE and (after.player != s.player or after.phase == S.FINISHED))


def stand_in(box: Box, s: State, legal: Sequence[int]) -> int:
    """What is played for somebody who has left when no bot takes over (MAN-RULING-33): the `end` action, else the
    first action in the order of the board, which for spawns is the alphabetically first gate."""
    return next((a for a in legal if a in (S.END_MOVE, S.END_COMBAT)), legal[0])


# positions


def position(box: Box, s: State) -> dict[str, Any]:
    """The position by colours; before all colours are chosen, by what has been chosen so far."""
    seats = [seat for seat in range(S.PLAYERS) if s.colour[seat]]
    return {
        "colours": [NAMES[s.colour[seat] - 1] if s.colour[seat] else None for seat in range(S.PLAYERS)],
        "picks": [s.picker[k] + 1 for k in range(S.PLAYERS)],
        "corners": {colour_of(s, p): cell_name(box, box.corner[s.home[p] - 1]) for p in seats if s.home[p]},
        "tokens": {colour_of(s, p): [cell_name(box, s.token[p][k]) for k in range(s.tokens[p])] for p in seats},
        "mana": {colour_of(s, p): s.mana[p] for p in seats},
        "round": s.round,
        "first": colour_of(s, s.first) if s.round else None,
        "to_move": colour_of(s, s.player) if s.round else None,
        "phase": PHASES[s.phase],
        "action_points": s.points,
        "spawns": s.spawns,
    }


def place(box: Box, s: State, document: dict[str, Any]) -> None:
    _Placement(box, s, document).run()


HEAD = Shape(colours=Anything(), picks=Anything(), phase=Word(tuple(PHASES.values()), "move"))


def pieces(seats: dict[str, int]) -> Shape:
    """What a position says by colour once these are known; a player without one has nothing yet."""
    return Shape(corners=Table(Anything(), seats, "colour"), tokens=Table(Cells(), seats, "colour"))


def turn(box: Box, seats: dict[str, int], over: bool) -> Shape:
    """What a position says of a turn; points and spawns depend on its phase."""
    most = box.goal + box.draw - 1 if over else box.goal - 1
    return Shape(
        mana=Table(Number(0, most), seats, "colour"), round=Number(1, box.round_limit or LAST_ROUND, 1),
        first=Word(list(seats)), to_move=Word(list(seats)), action_points=Anything(), spawns=Anything(),
    )  # fmt: skip


class _Placement:
    """Sets up a state from a document, key by key."""

    def __init__(self, box: Box, s: State, document: dict[str, Any]):
        self.box, self.s, self.document = box, s, document
        self.cells = {name: c for c, name in enumerate(cell_names(box.side)) if not box.missing[c]}
        self.given = HEAD.read(document, self.cells, others=[*pieces({}).keys, *turn(box, {}, False).keys])

    def run(self) -> None:
        phase = list(PHASES.values())[self.given["phase"]]
        rules_setup.begin_set_up(self.box, self.s)
        self._picks(phase)
        if phase == "order":
            self._nothing_else(phase, {"colours": [None] * S.PLAYERS, "corners": {}, "tokens": {}, **OF_A_TURN})
            return
        self._colours(complete=phase != "colours")
        self._read(pieces(self._seats()))
        if phase == "colours":
            self._nothing_else(phase, {"corners": {}, **OF_A_TURN})
            self._tokens(phase)
            self._next_picker("colours", self.s.colour)
            return
        self._corners(complete=phase != "corners")
        self._tokens(phase)
        if phase in ("corners", "first player"):
            self._nothing_else(phase, OF_A_TURN)
        if phase == "corners":
            self.s.phase = S.CORNERS
            self._next_picker("corners", self.s.home)
            return
        rules_setup.seat_clockwise(self.box, self.s)
        if phase == "first player":
            self._draw_of_first_player()
            return
        self._turn(phase)

    # values

    def _seats(self) -> dict[str, int]:
        """The seats by their colours, as far as these are chosen."""
        return {colour_of(self.s, seat): seat for seat in range(S.PLAYERS) if self.s.colour[seat]}

    def _read(self, shape: Shape) -> None:
        """Reads what could not be read before."""
        told = {key: value for key, value in self.document.items() if key in shape.keys}
        self.given |= shape.read(told, self.cells)

    def _nothing_else(self, phase: str, blank: dict[str, Any]) -> None:
        """Keys about what a phase does not have yet, or no longer, may be there only with their blank values."""
        for key, nothing in blank.items():
            value = self.document.get(key, nothing)
            if isinstance(value, dict) and key == "mana":
                value = {k: v for k, v in value.items() if v != 0 or isinstance(v, bool)}
            if value != nothing or isinstance(value, bool):
                raise BadPosition(f"{key} = {value!r}: there is none in the phase '{phase}'; allowed: {nothing!r}")

    # set-up

    def _picks(self, phase: str) -> None:
        by_seat = list(range(1, S.PLAYERS + 1))
        picks = self.document.get("picks", by_seat)
        if not isinstance(picks, list) or picks not in [[int(seat) for seat in order.split()] for order in ORDERS]:
            raise BadPosition(f"picks = {picks!r}; allowed: the seats 1, 2, 3 in any order")
        if picks != by_seat and (phase == "order" or not self.box.random_order):
            raise BadPosition(f"picks = {picks!r}; allowed: {by_seat}, as chance has not decided otherwise")
        if phase == "order":
            if not self.box.random_order:
                raise BadPosition("phase = 'order': only with the option setup_order = 'random'")
            return
        for k in range(S.PLAYERS):
            self.s.picker[k] = picks[k] - 1
        self.s.player = self.s.picker[0]
        self.s.phase = S.COLOURS

    def _next_picker(self, key: str, have: Any) -> None:
        """The seats choose in their order, and the phase ends when all have."""
        chosen = [seat for seat in self.s.picker if have[seat]]
        if len(chosen) == S.PLAYERS:
            raise BadPosition(f"{key}: all three are chosen, so the phase must be a later one")
        if chosen != self.s.picker[: len(chosen)]:
            raise BadPosition(f"{key}: the seats choose in the order {[p + 1 for p in self.s.picker]}")
        self.s.picks = len(chosen)
        self.s.player = self.s.picker[len(chosen)]

    def _draw_of_first_player(self) -> None:
        if self.box.starter_rule != S.BY_CHANCE:
            raise BadPosition("phase = 'first player': only with the option first_player = 'random'")
        self.s.phase = S.STARTER

    def _colours(self, complete: bool) -> None:
        colours = self.document.get("colours", list(NAMES) if complete else [None] * S.PLAYERS)
        if not isinstance(colours, list) or len(colours) != S.PLAYERS:
            raise BadPosition(f"colours = {colours!r}: must list the colours of the three seats")
        for seat, name in enumerate(colours):
            if name is None and not complete:
                continue
            if name not in NAMES:
                raise BadPosition(f"colours: seat {seat + 1} = {name!r}; allowed: {', '.join(NAMES)}")
            if colours.count(name) > 1:
                raise BadPosition(f"colours: {name} is taken twice; allowed: each of {', '.join(NAMES)} once")
            self.s.colour[seat] = NAMES.index(name) + 1

    def _corners(self, complete: bool) -> None:
        box, s = self.box, self.s
        names = {cell_name(box, box.corner[k]): k for k in range(box.corners)}
        given = self.given["corners"]
        if complete and "corners" not in self.document:
            given = dict(enumerate(list(names)[:: self._even_spread()][:S.PLAYERS]))
        for seat, name in given.items():
            corner = names[one_of(f"corners.{colour_of(s, seat)}", name, names)]
            if not rules_setup.corner_open(box, s, corner):
                free = [n for n, k in names.items() if rules_setup.corner_open(box, s, k)]
                raise BadPosition(f"corners.{colour_of(s, seat)} = {name!r} is not open with the corners chosen; "
                                  f"allowed: {', '.join(free)}")
            s.home[seat] = corner + 1
            s.owner[box.corner[corner]] = S.SPAWNER
        if complete and len(given) < S.PLAYERS:
            raise BadPosition(f"corners: {len(given)} of {S.PLAYERS} players have one; each needs a corner")

    def _even_spread(self) -> int:
        """How many corners lie between two players who sit as far apart as they can."""
        apart = int(self.box.corners // S.PLAYERS)
        return apart - apart % 2 if self.box.corner_rule == S.ALTERNATE else apart

    def _tokens(self, phase: str) -> None:
        box, s = self.box, self.s
        gates = {p: list(box.gate[s.home[p] - 1]) for p in range(S.PLAYERS) if s.home[p]}
        given = self.given["tokens"] if "tokens" in self.document else gates
        if phase in SET_UP:
            given = gates | given
        for seat, cells in given.items():
            key = f"tokens.{colour_of(s, seat)}"
            for cell in cells:
                if s.owner[cell] != S.EMPTY:
                    raise BadPosition(f"{key}: {cell_name(box, cell)} is taken already; allowed: one piece a hex")
                rules_turn.put_token(box, s, seat, cell)
            if s.tokens[seat] > box.token_limit:
                raise BadPosition(f"{key}: {s.tokens[seat]} troops; allowed: at most {box.token_limit}")
            if phase in SET_UP and sorted(cells) != sorted(gates.get(seat, [])):
                told, right = ([cell_name(box, c) for c in some] for some in (cells, gates.get(seat, [])))
                raise BadPosition(f"{key} = {told!r}; allowed in the set-up: {right}")

    # turns

    def _turn(self, phase: str) -> None:
        box, s = self.box, self.s
        self._read(turn(box, self._seats(), phase == "over"))
        given = self.given
        for seat, mana in given["mana"].items():
            s.mana[seat] = mana
        s.round, s.player = given["round"], given["to_move"] or 0
        s.first = s.player if given["first"] is None else given["first"]
        if phase == "over":
            self._nothing_else(phase, OF_THE_END)
            self._finish()
            return
        rules_turn.start_turn(box, s)
        self._allowances(phase)

    def _finish(self) -> None:
        """The match ended with the collection of the last mana, or after the last round."""
        box, s = self.box, self.s
        winners = [p for p in range(S.PLAYERS) if s.mana[p] >= box.goal]
        if len(winners) > 1:
            raise BadPosition(f"mana: {colour_of(s, winners[0])} and {colour_of(s, winners[1])} have {box.goal} or "
                              "more; allowed: one winner")
        if not winners and s.round != box.round_limit:
            raise BadPosition(f"phase = 'over': nobody has {box.goal} mana, and round {s.round} is not the last one")
        if not winners:
            self._ended_with(s.first)
            rules_turn.decide_by_mana(box, s)
            return
        self._ended_with(winners[0])
        if s.owner[box.pool] != s.player + 1:
            raise BadPosition(f"phase = 'over': {colour_of(s, s.player)} has {s.mana[s.player]} mana but no troop on "
                              f"the Pool ({cell_name(box, box.pool)})")
        s.winners, s.phase = 1 << s.player, S.FINISHED

    def _ended_with(self, seat: int) -> None:
        """Who is to move when the match is over: the winner by mana, else who would have begun the next round."""
        colour = colour_of(self.s, seat)
        if self.document.get("to_move", colour) != colour:
            raise BadPosition(f"to_move = {self.document['to_move']!r}; allowed when over like this: {colour}")
        self.s.player = seat

    def _allowances(self, phase: str) -> None:
        """Points and spawns: those given, or the whole allowance of a turn that has just reached the phase."""
        s = self.s
        least = s.points if phase == "spawn" else 1  # nothing is spent before the move phase
        s.points = number("action_points", self.document.get("action_points", s.points), least, s.points)
        if phase == "spawn":
            if not s.spawns:
                raise BadPosition("phase = 'spawn': no troop can be spawned (no empty gate, or the limit is reached)")
            s.spawns = number("spawns", self.document.get("spawns", s.spawns), 1, s.spawns)
            return
        s.spawns = number("spawns", self.document.get("spawns", 0), 0, 0)
        s.phase = S.MOVING if phase == "move" else S.COMBAT
