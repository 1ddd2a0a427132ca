"""Notation, sentences and positions of Mana Pool."""

from functools import cache
from typing import Any

from hexagora.engine.errors import BadPosition
from hexagora.engine.words import Sentence, say
from hexagora.games.manapool import rules_setup, rules_turn
from hexagora.games.manapool.state import (
    ATTACK,
    COLOUR,
    COLOURS,
    COMBAT,
    CORNER,
    CORNERS,
    DIRECTIONS,
    EMPTY,
    END_COMBAT,
    END_MOVE,
    FINISHED,
    FIRST,
    MOVE,
    MOVING,
    ORDER,
    ORDERING,
    PLAYERS,
    SPAWN,
    SPAWNER,
    SPAWNING,
    STARTER,
)
from hexagora.hexes import hexagon, place_names

NAMES = ("red", "green", "blue")
PHASES = {
    ORDERING: "order", COLOURS: "colours", CORNERS: "corners", STARTER: "first player", SPAWNING: "spawn",
    MOVING: "move", COMBAT: "combat", FINISHED: "over",
}  # fmt: skip
ORDERS = ("1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1")
KEYS = ("colours", "corners", "tokens", "mana", "round", "first", "to_move", "phase", "action_points", "spawns")


@cache
def cell_names(side: int) -> tuple[str, ...]:
    return tuple(place_names(hexagon(side)))


def cell_name(box: Any, cell: int) -> str:
    return cell_names(box.side)[cell]


def colour_of(s: Any, seat: int) -> str:
    """A player's colour, or the seat as long as it has none."""
    return NAMES[s.colour[seat] - 1] if s.colour[seat] else f"seat {seat + 1}"


def _step(box: Any, code: int) -> tuple[str, str]:
    cell, direction = divmod(code, DIRECTIONS)
    return cell_name(box, cell), cell_name(box, box.neighbour[cell][direction])


def text(box: Any, s: Any, a: int) -> str:
    if a >= ATTACK:
        return "attack {} {}".format(*_step(box, a - ATTACK))
    if a >= MOVE:
        return "move {} {}".format(*_step(box, a - MOVE))
    if a >= SPAWN:
        return f"spawn {cell_name(box, a - SPAWN)}"
    if a == END_COMBAT:
        return "end combat"
    if a == END_MOVE:
        return "end move"
    if a >= ORDER:
        return f"order {ORDERS[a - ORDER]}"
    if a >= FIRST:
        return f"first {colour_of(s, a - FIRST)}"
    if a >= CORNER:
        return f"corner {cell_name(box, box.corner[a - CORNER])}"
    return f"colour {NAMES[a - COLOUR]}"


def sentence(box: Any, s: Any, a: int, after: Any) -> Sentence:
    what = _happened(box, s, a, after)
    gained = [p for p in range(PLAYERS) if after.mana[p] > s.mana[p]]
    if gained:
        return say("{what}. {who} draws mana from the Pool: {mana}", what=what, who=_who(s, gained[0]),
                   mana=after.mana[gained[0]])
    return what


def _who(s: Any, seat: int) -> str:
    return colour_of(s, seat).capitalize()


def _happened(box: Any, s: Any, a: int, after: Any) -> Sentence:
    who = _who(s, s.player)
    if a >= ATTACK:
        return _combat(box, s, a - ATTACK)
    if a >= MOVE:
        start, target = _step(box, a - MOVE)
        cell = box.neighbour[(a - MOVE) // DIRECTIONS][(a - MOVE) % DIRECTIONS]
        if box.locks[cell]:
            return say("{who} moves {start} to {target} and is locked", who=who, start=start, target=target)
        return say("{who} moves {start} to {target}", who=who, start=start, target=target)
    if a >= SPAWN:
        return say("{who} spawns a troop on {cell}", who=who, cell=cell_name(box, a - SPAWN))
    if a == END_COMBAT:
        return say("{who} ends the turn", who=who)
    if a == END_MOVE:
        return say("{who} turns to combat", who=who)
    if a >= ORDER:
        return say("The seats pick in the order {order}", order=ORDERS[a - ORDER])
    if a >= FIRST:
        return say("{who} has the first turn", who=_who(s, a - FIRST))
    if a >= CORNER:
        return say("{who} settles at {cell}", who=who, cell=cell_name(box, box.corner[a - CORNER]))
    return say("Seat {seat} takes {colour}", seat=s.player + 1, colour=NAMES[a - COLOUR])


def forecast(box: Any, cell: int, target: int) -> tuple[bool, bool]:
    """Whether the defender dies and whether the attacker dies."""
    return box.attack[cell] > box.defence[target], box.attack[target] > box.defence[cell]


def _combat(box: Any, s: Any, code: int) -> Sentence:
    cell, direction = divmod(code, DIRECTIONS)
    target = box.neighbour[cell][direction]
    template = {
        (False, False): "{who} attacks {target} from {cell}: nothing happens",
        (True, False): "{who} attacks {target} from {cell}: {victim}'s troop falls",
        (False, True): "{who} attacks {target} from {cell} and loses the troop",
        (True, True): "{who} attacks {target} from {cell}: both troops fall",
    }[forecast(box, cell, target)]
    return say(template, who=_who(s, s.player), cell=cell_name(box, cell), target=cell_name(box, target),
               victim=_who(s, s.owner[target] - 1))


def is_barrier(box: Any, s: Any, a: int, after: Any) -> bool:
    """In the set-up a choice can be taken back until the next one; afterwards a turn once it has ended cannot."""
    if a < FIRST:
        return bool(after.phase not in (COLOURS, CORNERS))
    return bool(a >= END_MOVE and (after.player != s.player or after.phase == FINISHED))


# positions


def position(box: Any, s: Any) -> dict[str, Any]:
    """The position by colours; before all colours are chosen, by what has been chosen so far."""
    seats = [seat for seat in range(PLAYERS) if s.colour[seat]]
    return {
        "colours": [NAMES[s.colour[seat] - 1] if s.colour[seat] else None for seat in range(PLAYERS)],
        "picks": [s.picker[k] + 1 for k in range(PLAYERS)],
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


def place(box: Any, s: Any, document: dict[str, Any]) -> None:
    _Placement(box, s, document).run()


class _Placement:
    """Sets up a state from a document, key by key."""

    def __init__(self, box: Any, s: Any, document: dict[str, Any]):
        self.box, self.s, self.document = box, s, document
        self.cells = {name: c for c, name in enumerate(cell_names(box.side)) if not box.missing[c]}

    def run(self) -> None:
        allowed = {"game", "options", "picks", *KEYS}
        unknown = sorted(set(self.document) - allowed)
        if unknown:
            raise BadPosition(f"unknown key '{unknown[0]}'; allowed: {', '.join(sorted(allowed))}")
        phase = self._one_of("phase", "move", PHASES.values())
        rules_setup.begin_set_up(self.box, self.s)
        self._picks()
        if phase == "order":
            return
        self._colours(complete=phase != "colours")
        if phase == "colours":
            self._next_picker(sum(1 for c in self.s.colour if c), "colours")
            return
        self._corners(complete=phase != "corners")
        self._tokens()
        if phase == "corners":
            self.s.phase = CORNERS
            self._next_picker(sum(1 for h in self.s.home if h), "corners")
            return
        rules_setup.seat_clockwise(self.box, self.s)
        if phase == "first player":
            self.s.phase = STARTER
            return
        self._turn(phase)

    def _one_of(self, key: str, default: Any, allowed: Any) -> Any:
        value = self.document.get(key, default)
        if value not in list(allowed):
            raise BadPosition(f"{key} = {value!r}; allowed: {', '.join(str(a) for a in allowed)}")
        return value

    def _number(self, key: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadPosition(f"{key} = {value!r}; allowed: {low} to {high}")
        return value

    def _by_colour(self, key: str) -> dict[int, Any]:
        """An object with colours as keys, by seat."""
        value = self.document.get(key, {})
        if not isinstance(value, dict):
            raise BadPosition(f"{key} = {value!r}: must be an object with colours as keys")
        seats = {colour_of(self.s, seat): seat for seat in range(PLAYERS) if self.s.colour[seat]}
        for name in value:
            if name not in seats:
                raise BadPosition(f"{key}: unknown colour {name!r}; allowed: {', '.join(seats)}")
        return {seats[name]: v for name, v in value.items()}

    def _picks(self) -> None:
        picks = self.document.get("picks", [1, 2, 3])
        if not isinstance(picks, list) or sorted(map(str, picks)) != ["1", "2", "3"]:
            raise BadPosition(f"picks = {picks!r}; allowed: the seats 1, 2, 3 in any order")
        for k in range(PLAYERS):
            self.s.picker[k] = int(picks[k]) - 1
        self.s.player = self.s.picker[0]
        if self.document.get("phase") != "order":
            self.s.phase = COLOURS

    def _next_picker(self, picked: int, key: str) -> None:
        if picked == PLAYERS:
            raise BadPosition(f"{key}: all three are chosen, so the phase must be a later one")
        self.s.picks = picked
        self.s.player = self.s.picker[picked]
        done = [self.s.picker[k] for k in range(picked)]
        have = self.s.colour if key == "colours" else self.s.home
        if [seat for seat in self.s.picker if have[seat]] != done:
            raise BadPosition(f"{key}: the seats choose in the order {[p + 1 for p in self.s.picker]}")

    def _colours(self, complete: bool) -> None:
        colours = self.document.get("colours", list(NAMES) if complete else [None] * PLAYERS)
        if not isinstance(colours, list) or len(colours) != PLAYERS:
            raise BadPosition(f"colours = {colours!r}: must list the colours of the three seats")
        for seat, name in enumerate(colours):
            if name is None and not complete:
                continue
            if name not in NAMES:
                raise BadPosition(f"colours: seat {seat + 1} = {name!r}; allowed: {', '.join(NAMES)}")
            if colours.count(name) > 1:
                raise BadPosition(f"colours: {name} is taken twice")
            self.s.colour[seat] = NAMES.index(name) + 1

    def _corners(self, complete: bool) -> None:
        box, s = self.box, self.s
        names = {cell_name(box, box.corner[k]): k for k in range(box.corners)}
        given = self._by_colour("corners")
        if complete and "corners" not in self.document:
            given = dict(zip(range(PLAYERS), list(names)[:: max(1, box.corners // PLAYERS)], strict=False))
        for seat, name in given.items():
            if name not in names:
                raise BadPosition(f"corners: {colour_of(s, seat)} = {name!r}; allowed: {', '.join(names)}")
            if not rules_setup.corner_open(box, s, names[name]):
                raise BadPosition(f"corners: {colour_of(s, seat)} = {name!r} is not open with the corners chosen")
            s.home[seat] = names[name] + 1
            s.owner[box.corner[names[name]]] = SPAWNER
        if complete and len(given) < PLAYERS:
            raise BadPosition(f"corners: {len(given)} of {PLAYERS} players have one; each needs a corner")

    def _tokens(self) -> None:
        box, s = self.box, self.s
        given = self._by_colour("tokens")
        if "tokens" not in self.document:
            given = {p: [cell_name(box, c) for c in box.gate[s.home[p] - 1]] for p in range(PLAYERS) if s.home[p]}
        for seat, cells in given.items():
            colour = colour_of(s, seat)
            if not isinstance(cells, list):
                raise BadPosition(f"tokens: {colour} = {cells!r}: must be a list of cells")
            for name in cells:
                if name not in self.cells:
                    raise BadPosition(f"tokens: {colour}: there is no hex {name!r} on this board")
                if s.owner[self.cells[name]] != EMPTY:
                    raise BadPosition(f"tokens: {colour}: {name} is taken already; one piece a hex")
                rules_turn.put_token(box, s, seat, self.cells[name])
            if s.tokens[seat] > box.token_limit:
                raise BadPosition(f"tokens: {colour} has {s.tokens[seat]}; at most {box.token_limit}")

    def _turn(self, phase: str) -> None:
        box, s = self.box, self.s
        seats = {colour_of(s, seat): seat for seat in range(PLAYERS)}
        for seat, mana in self._by_colour("mana").items():
            high = box.goal if phase == "over" else box.goal - 1
            s.mana[seat] = self._number(f"mana: {colour_of(s, seat)}", mana, 0, high)
        s.round = self._number("round", self.document.get("round", 1), 1, box.round_limit or 1_000_000)
        to_move = self._one_of("to_move", colour_of(s, 0), seats)
        s.first = seats[self._one_of("first", to_move, seats)]
        s.player = seats[to_move]
        if phase == "over":
            self._finish()
            return
        rules_turn.start_turn(box, s)
        self._allowances(phase)

    def _finish(self) -> None:
        s = self.s
        best = max(range(PLAYERS), key=lambda p: s.mana[p])
        if s.mana[best] >= self.box.goal:
            s.winners, s.phase = 1 << best, FINISHED
        else:
            rules_turn.decide_by_mana(self.box, s)

    def _allowances(self, phase: str) -> None:
        """Points and spawns: those given, or the whole allowance of a turn that has just reached the phase."""
        s = self.s
        if "action_points" in self.document:
            s.points = self._number("action_points", self.document["action_points"], 1, s.points)
        if phase == "spawn":
            most = s.spawns
            if not most:
                raise BadPosition("phase = 'spawn': no troop can be spawned (no empty gate, or the limit is reached)")
            s.spawns = self._number("spawns", self.document.get("spawns", most), 1, most)
            return
        if self.document.get("spawns"):
            raise BadPosition(f"spawns = {self.document['spawns']!r}: only in the phase 'spawn'")
        s.spawns = 0
        s.phase = MOVING if phase == "move" else COMBAT
