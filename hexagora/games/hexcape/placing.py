"""From position documents to states; what a document may say is described in `positions.py`."""

from typing import Any

from hexagora.engine.document import Anything, Cell, Flag, Kind, Number, Part, Shape, Table, Word, number, shown
from hexagora.engine.errors import BadPosition
from hexagora.games.hexcape import rules_map, rules_turn
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.content import CARD_IDS
from hexagora.games.hexcape.positions import (
    FATES,
    HIDDEN,
    LETTERS_WORD,
    OPEN_MAP,
    PLAY_KEYS,
    SETUP,
    SETUP_KEYS,
    STEPS,
    TALLY_WORDS,
)
from hexagora.games.hexcape.state import Box, State
from hexagora.games.hexcape.texts import cell_name, cell_names, colour_word, map_id, player_word

MOST_ROUNDS = 1_000_000
MOST_TALLIED = 1 << 30
CARD = Shape(card=Word((*CARD_IDS, HIDDEN), ""), state=Word(tuple(FATES.values())))


def head(maps: list[str]) -> Shape:
    """What a position says first: everything else depends on it."""
    return Shape(map=Word(maps), step=Word(tuple(STEPS.values())), players=Anything())


def body(box: Box, maps: list[str], players: list[str]) -> Shape:
    """What else a position may say. Numbers that depend on the step or the round are looked at there."""
    thrown, most = Number(1, box.order_die), int(box.amount[S.ERASER])

    def each(kind: Kind) -> Table:
        return Table(kind, players, "player")

    return Shape(
        order=Anything(), active=Word(players), round=Number(1, box.round_limit or MOST_ROUNDS, 1), ap=Anything(0),
        first_action=Flag(None), rope=Flag(), teleport=Anything(), erasures=Number(1, most, most),
        tokens=each(Cell("hex", "")), costs=Table(Anything(), what="hex"), cards=each(Part(CARD)), winners=Anything(),
        tallies=each(Table(Number(0, MOST_TALLIED), TALLY_WORDS, "tally")), throws=each(thrown), contest=Anything(),
        throws_again=each(thrown), wishes=each(Word(maps, "")), asking=Anything(), offer_by=Word(players),
    )  # fmt: skip


def place(box: Box, s: State, document: dict[str, Any]) -> None:
    """Sets up a document on a state of zeros, completed with defaults; refuses what cannot be."""
    _Reader(box, s, document).read()


def _wrong(key: str, value: Any, allowed: str) -> BadPosition:
    return BadPosition(f"{key} = {shown(value)}: {allowed}")


class _Reader:
    """Reads one document. Each method reads some keys and checks them."""

    def __init__(self, box: Box, s: State, document: dict[str, Any]):
        self.box, self.s, self.d = box, s, document
        self.players: dict[str, int] = {}
        self.maps = [map_id(box, k) for k in range(box.maps)]
        self.given = head(self.maps).read(document, {}, others=body(box, self.maps, []).keys)

    def read(self) -> None:
        self.s.phase = self._step()
        self._map()
        self._colours()
        playing = self.s.phase not in SETUP
        if playing:
            self._no_keys(SETUP_KEYS, "belongs to the set-up")
        else:
            self._no_keys(PLAY_KEYS, "comes with the first turn")
        names = cell_names(self.box, self.s) if playing else {}
        told = {key: value for key, value in self.d.items() if key not in self.given}
        self.given |= body(self.box, self.maps, list(self.players)).read(told, names)
        if playing:
            self._read_play()
        else:
            self._read_setup()

    def _no_keys(self, keys: tuple[str, ...], why: str) -> None:
        for key in keys:
            if key in self.d:
                raise _wrong(key, self.d[key], f"must be left out in the step '{STEPS[self.s.phase]}': it {why}")

    # what every step has

    def _step(self) -> int:
        if self.given["step"] is not None:
            return list(STEPS)[int(self.given["step"])]
        if self.box.vote and "map" not in self.d:
            return S.TAKING
        if "winners" in self.d:
            return S.FINISHED
        return S.MOVING if "ap" in self.d else S.ACTION_ROLL

    def _map(self) -> None:
        box, s = self.box, self.s
        if box.vote and s.phase in OPEN_MAP:
            self._no_keys(("map",), "is not chosen yet")
            return
        if box.vote and self.given["map"] is None:
            raise BadPosition(f"the key 'map' is missing; allowed: {', '.join(self.maps)}")
        rules_map.lay_out(box, s, self.given["map"] or 0)

    def _colours(self) -> None:
        colours = [colour_word(self.box, k) for k in range(S.COLOURS)]
        names = self.d.get("players", [None] * self.box.players if self.s.phase == S.TAKING else self._named(colours))
        if not isinstance(names, list) or len(names) != self.box.players:
            raise _wrong("players", names, f"must be a list of {self.box.players} colours")
        for player, name in enumerate(names):
            if name is None and self.s.phase == S.TAKING:
                if player == 0 or self.s.colour[player - 1]:
                    self.s.actor = player
                continue
            if name not in colours or name in self.players:
                raise _wrong("players", name, f"must be different ones of {', '.join(colours)}")
            if self.s.phase == S.TAKING and player > len(self.players):
                raise _wrong("players", names, "tokens are taken in seat order")
            self.players[name] = player
            self.s.colour[player] = colours.index(name) + 1
        if self.s.phase == S.TAKING and len(self.players) == self.box.players:
            raise _wrong("players", names, "in the step 'take' somebody has no token yet (null)")

    def _named(self, colours: list[str]) -> list[str]:
        """Colours in the order in which the document names them, then those that are free."""
        named: list[Any] = []
        for key in ("order", "asking", "tokens", "contest", "throws", "cards", "wishes", "tallies"):
            value = self.d.get(key, [])
            named += list(value) if isinstance(value, list | dict) else []
        named.append(self.d.get("active"))
        known = list(dict.fromkeys(n for n in named if n in colours))
        return [*known, *(c for c in colours if c not in known)][: max(self.box.players, len(known))]

    def _player(self, key: str, name: Any) -> int:
        if not isinstance(name, str) or name not in self.players:
            raise _wrong(key, name, f"must be one of {', '.join(self.players)}")
        return self.players[name]

    def _told(self, key: str, default: int) -> int:
        return default if self.given[key] is None else int(self.given[key])

    def _list(self, key: str, default: list[int], length: int) -> list[int]:
        """A list of different players."""
        if key not in self.d:
            return default
        value = self.d[key]
        if not isinstance(value, list) or len(value) != length:
            raise _wrong(key, value, f"must be a list of {length} players")
        players = [self._player(key, name) for name in value]
        if len(set(players)) < length:
            raise _wrong(key, value, "must be different players")
        return players

    def _active(self, expected: int | None) -> None:
        """Checks the key `active` where the rest of the document says who it is."""
        given = self.given["active"]
        if expected is not None:
            self.s.actor = expected
        if given is not None and given != self.s.actor:
            raise _wrong("active", self.d["active"], f"must be {player_word(self.box, self.s, self.s.actor)} here")

    # the set-up

    def _read_setup(self) -> None:
        s, box = self.s, self.box
        needed = {
            S.NEXT_PLACE: box.order_rule == 1,
            S.ORDER_ROLL: box.order_rule == 0,
            S.TIE_ROLL: box.order_rule == 0,
            S.SIDE_ROLL: box.order_rule == 0 and box.players > 2,
            S.WISHING: box.vote == 1,
            S.CHOOSING: box.vote == 1,
            S.OFFERING: box.order_swaps == 1,
            S.ANSWERING: box.order_swaps == 1,
        }
        if not needed.get(s.phase, True):
            raise _wrong("step", STEPS[s.phase], "does not exist with these options")
        if s.phase == S.TAKING:
            self._no_keys((*SETUP_KEYS, "order"), "comes after the tokens")
            self._active_seat()
            return
        self._throws()
        self._wishes()
        {S.ORDER_ROLL: self._order_roll, S.TIE_ROLL: self._tie_roll, S.SIDE_ROLL: self._side_roll,
         S.NEXT_PLACE: self._next_place}.get(s.phase, self._ordered)()  # fmt: skip

    def _active_seat(self) -> None:
        if self.d.get("active") is not None:
            raise _wrong("active", self.d["active"], "must be left out in the step 'take': the next seat takes a token")

    def _throws(self) -> None:
        s, box = self.s, self.box
        if box.order_rule != 0:
            self._no_keys(("throws", "throws_again"), "needs the option order = 'dice'")
        for player, face in self.given["throws"].items():
            s.rolled[player] = face
        for player, face in self.given["throws_again"].items():
            s.again[player] = face
        thrown = [p for p in range(box.players) if s.rolled[p]]
        if s.phase == S.ORDER_ROLL:
            if thrown != list(range(len(thrown))) or len(thrown) == box.players:
                raise _wrong("throws", self.d.get("throws"), "players throw in seat order, and somebody has not thrown")
            s.actor = len(thrown)
        elif s.phase in (S.TIE_ROLL, S.SIDE_ROLL) and len(thrown) < box.players:
            raise _wrong("throws", self.d.get("throws"), "must have a throw of every player")
        if s.phase not in (S.TIE_ROLL, S.SIDE_ROLL):
            self._no_keys(("throws_again",), "needs a tie")

    def _contest(self, allowed: list[int]) -> None:
        """Those who throw again, in seat order; the first without a new throw is active."""
        s = self.s
        names = self.d.get("contest", [player_word(self.box, s, p) for p in allowed])
        players = self._list("contest", allowed, len(names) if isinstance(names, list) else 2)
        if len(players) < 2 or not set(players) <= set(allowed):
            raise _wrong("contest", names, "must be players who are tied")
        s.contest = sum(1 << p for p in players)
        waiting = [p for p in sorted(players) if not s.again[p]]
        thrown = [p for p in range(self.box.players) if s.again[p]]
        if not waiting or thrown != sorted(players)[: len(thrown)]:
            raise _wrong("throws_again", self.d.get("throws_again"), "those tied throw in seat order, one is to throw")
        self._active(waiting[0])

    def _order_roll(self) -> None:
        self._no_keys(("order", "contest", "asking", "offer_by"), "comes after the throws")
        self._active(None)

    def _tie_roll(self) -> None:
        self._no_keys(("order", "asking", "offer_by"), "comes after the throws")
        top = max(self.s.rolled)
        self._contest([p for p in range(self.box.players) if self.s.rolled[p] == top])

    def _side_roll(self) -> None:
        s, n = self.s, self.box.players
        first = self._list("order", [s.rolled.index(max(s.rolled))], 1)[0]
        left, right = (first + 1) % n, (first + n - 1) % n
        if s.rolled[first] != max(s.rolled) or s.rolled[left] != s.rolled[right]:
            raise _wrong("throws", self.d.get("throws"), "the first player is highest and the neighbours are tied")
        s.order[0] = first
        self._contest(sorted((left, right)))
        if s.contest != 1 << left | 1 << right:
            raise _wrong("contest", self.d.get("contest"), "must be both neighbours of the first player")

    def _next_place(self) -> None:
        self._no_keys(("asking", "offer_by", "active"), "comes after the order")
        value = self.d.get("order", [])
        placed = self._list("order", [], len(value) if isinstance(value, list) else 0)
        left = [p for p in range(self.box.players) if p not in placed]
        if len(left) < 2:
            raise _wrong("order", value, "at least two players have no place yet")
        for k, player in enumerate(placed):
            self.s.order[k] = player
        self.s.turn = len(placed)
        contest = self._list("contest", left, len(left))
        if sorted(contest) != left:
            raise _wrong("contest", self.d["contest"], "must be the players without a place")
        self.s.contest = sum(1 << p for p in left)

    def _order(self) -> list[int]:
        order = self._list("order", list(range(self.box.players)), self.box.players)
        for k, player in enumerate(order):
            self.s.order[k] = player
        return order

    def _ordered(self) -> None:
        """Wishing, choosing, offering, answering."""
        s, box = self.s, self.box
        self._no_keys(("contest",), "comes before the order")
        order = self._order()
        if s.phase in (S.WISHING, S.CHOOSING):
            self._no_keys(("asking", "offer_by"), "comes after the map")
            wished = [p for p in order if s.wish[p]]
            s.turn = len(wished)
            last = box.players - 1
            if wished != order[: s.turn] or (s.turn == last) != (s.phase == S.CHOOSING) or s.turn > last:
                raise _wrong("wishes", self.d.get("wishes"), "all but the last wish in turn order, then it chooses")
            self._active(order[s.turn])
            return
        asking = self._list("asking", order, box.players)
        for k, player in enumerate(asking):
            s.asking[k] = player
        if s.phase == S.OFFERING:
            self._no_keys(("offer_by",), "needs an offer")
            s.actor = self._told("active", asking[0])
            s.turn = asking.index(s.actor)
            return
        s.turn = asking.index(self._told("offer_by", asking[0]))
        others = [p for p in order if p != asking[s.turn]]
        s.actor = self._told("active", others[0])
        if s.actor == asking[s.turn]:
            raise _wrong("active", self.d["active"], "must be another player than the one who made the offer")

    def _wishes(self) -> None:
        box, s = self.box, self.s
        wishes = self.given["wishes"]
        if wishes and not (box.vote and s.phase in (S.WISHING, S.CHOOSING, S.OFFERING, S.ANSWERING)):
            raise _wrong("wishes", self.d["wishes"], "must be left out here")
        for player, wish in wishes.items():
            s.wish[player] = wish + 1

    # turns

    def _read_play(self) -> None:
        s = self.s
        order = self._order()
        s.round = self.given["round"]
        s.actor = self._told("active", order[0])
        s.turn = order.index(s.actor)
        self._tokens()
        self._costs()
        self._cards()
        self._ap()
        self._details()
        self._tallies()
        if s.phase == S.FINISHED:
            self._result()

    def _tokens(self) -> None:
        s, box = self.s, self.box
        start, goal = rules_map.start_hex(box, s), rules_map.end_hex(box, s)
        for player, cell in self.given["tokens"].items():
            if cell == goal and not (s.phase == S.FINISHED and player == s.actor):
                raise _wrong("tokens", cell_name(box, s, cell), "only the winner stands on E, when the match is over")
            s.at[player] = cell
        for player in range(box.players):
            if s.at[player] != start and rules_map.token_on(box, s, s.at[player]) != player:
                raise _wrong("tokens", cell_name(box, s, s.at[player]), "holds two tokens; only S holds several")

    def _costs(self) -> None:
        s, box = self.s, self.box
        highest = box.highest
        if rules_map.has_thawed(box, s):
            rules_turn.thaw(box, s)
            highest = min(highest, box.die[s.map])
        for cell, cost in self.given["costs"].items():
            key = f"costs.{cell_name(box, s, cell)}"
            value = number(key, cost, box.lowest, highest)
            if value != s.cost[cell] and not rules_map.is_changeable(box, s, cell):
                raise _wrong(key, cost, f"S and E cost {s.cost[cell]} at all times")
            s.cost[cell] = value

    def _cards(self) -> None:
        s, box = self.s, self.box
        cards = self.given["cards"]
        if cards and not box.cards_on:
            raise _wrong("cards", self.d["cards"], "must be left out with the option cards = false")
        for player, told in cards.items():
            hidden = told["card"] == len(CARD_IDS)
            kind = S.SECRET if hidden else box.kind[told["card"]]
            default = {S.SECRET: S.FACE_DOWN, S.KEEP: S.OPEN}.get(kind, S.USED)
            fate = default if told["state"] is None else list(FATES)[told["state"]]
            allowed = [default] if hidden or kind != S.SECRET else [S.FACE_DOWN, S.USED]
            if fate not in allowed:
                name, right = HIDDEN if hidden else CARD_IDS[told["card"]], " or ".join(FATES[f] for f in allowed)
                raise _wrong("state", FATES[fate], f"must be {right} for the card {name}")
            s.fate[player] = fate
            s.card[player] = S.UNKNOWN_CARD if hidden else told["card"] + 1
        for card, copies in enumerate(box.copies):
            if sum(1 for c in s.card if c == card + 1) > copies:
                raise _wrong("cards", self.d["cards"], f"the deck has {copies} of the card {CARD_IDS[card]}")

    def _ap(self) -> None:
        s, box = self.s, self.box
        die = int(box.die[s.map])
        most = die + max(int(box.amount[c]) for c in (S.SPRINT, S.SURVEYOR, S.WINDFALL))
        low, high = {
            S.ACTION_ROLL: (0, 0),
            S.ASKED_TO_DRAW: (0, most),
            S.DRAWING: (0, most),
            S.FINISHED: (0, most),
            S.SECOND_ROLL: (1, die),
        }.get(s.phase, (1, most))
        if "ap" not in self.d and low == 1:
            raise BadPosition(f"the key 'ap' is missing: the step '{STEPS[s.phase]}' needs action points")
        s.ap = number("ap", self.given["ap"], low, high)

    def _details(self) -> None:
        """What only some steps have."""
        s, box = self.s, self.box
        place = rules_map.place_of(box, s, s.at[s.actor])
        if s.phase == S.MOVING:
            self._moving(place)
        else:
            self._no_keys(("first_action", "rope", "teleport"), "belongs to the moving step")
        if s.phase == S.TELEPORT_ROLL and not box.numbers[place]:
            raise _wrong("step", "teleport roll", "the active player must stand on a numbered teleport hex")
        if s.phase in (S.ASKED_TO_DRAW, S.DRAWING):
            if not (box.cards_on and box.card_hex[place] and s.fate[s.actor] == S.NO_CARD):
                raise _wrong("step", STEPS[s.phase], "needs a card hex and an active player who has drawn no card")
        if s.phase == S.SECOND_ROLL:
            self._must_have_used(S.SECOND_THROW)
        if s.phase == S.ERASING:
            self._must_have_used(S.ERASER)
            s.erasures = self.given["erasures"]
        else:
            self._no_keys(("erasures",), "belongs to the step 'erase'")

    def _must_have_used(self, card: int) -> None:
        s = self.s
        if s.fate[s.actor] != S.USED or s.card[s.actor] != card + 1:
            raise _wrong("cards", self.d.get("cards"), f"the active player must have used the card {CARD_IDS[card]}")

    def _moving(self, place: int) -> None:
        s, box = self.s, self.box
        s.rope = self.given["rope"]
        if s.rope:
            self._must_have_used(S.ROPE)
        right = self.given["teleport"]
        if right == LETTERS_WORD and box.letters[place]:
            s.right = S.BY_LETTER
        elif right is not None and box.numbers[place] and right != LETTERS_WORD:
            s.right = number("teleport", right, 1, int(box.die[s.map]))
        elif right is not None:
            raise _wrong("teleport", right, "needs a teleport hex: 'letters' on letters, a number on numbers")
        first = self.given["first_action"]
        s.fresh = int(not (s.rope or s.right)) if first is None else first
        if s.fresh and (s.rope or s.right):
            raise _wrong("first_action", True, "must be false after entering a teleport hex or playing Rope")

    def _tallies(self) -> None:
        for player, counted in self.given["tallies"].items():
            for k, count in counted.items():
                self.s.tally[player][k] = count

    def _result(self) -> None:
        """A winner stands on E, or the round limit is reached and the walks decide."""
        s, box = self.s, self.box
        if s.at[s.actor] == rules_map.end_hex(box, s):
            s.winners = 1 << s.actor
        elif s.round == box.round_limit and s.turn == box.players - 1 and s.ap == 0:
            s.turn = 0
            rules_turn.decide_by_walks(box, s)
        else:
            raise _wrong("step", "over", "somebody must stand on E, or the last turn of the last round is over")
        names = [player_word(box, s, p) for p in range(box.players) if s.winners >> p & 1]
        if self.d.get("winners", names) != names:
            raise _wrong("winners", self.d["winners"], f"must be {names}")
