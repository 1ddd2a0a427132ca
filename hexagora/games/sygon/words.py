"""Notation, sentences and positions of Hexes of Sygon: `walk w1 c3`, `build wall d4 sw`, `purchase blizzard snow`."""

from itertools import permutations
from typing import Any

from hexagora.engine.words import Sentence, say
from hexagora.games.sygon import aftermath, rules_board, rules_build, rules_cards, rules_cast, rules_move, rules_score
from hexagora.games.sygon import state as S
from hexagora.games.sygon.names import (
    CARD_IDS,
    COLOUR_NAMES,
    KIND_NAMES,
    PIECE_NAMES,
    SIDE_NAMES,
    SPELL_NAMES,
    TILE_NAMES,
    cell_name,
    colour_name,
    counted,
    read_name,
    who,
)
from hexagora.games.sygon.positions import expand, place, position
from hexagora.games.sygon.state import Box, State

__all__ = ["cell_name", "colour_name", "counted", "expand", "is_barrier", "place", "position", "running_clock",
           "sentence", "text", "when_time_is_up", "who"]  # fmt: skip

SEAT_ORDERS = [" ".join(str(k + 1) for k in order) for order in permutations(range(S.PLAYERS))]

# first action of each block, the words before the argument, how the argument is written
BLOCKS = (
    (S.A_FIRST, "first", "player"),
    (S.A_SEATS, "seats", "order"),
    (S.A_TILE, "tile", "tile"),
    (S.A_TOKEN, "token", "value"),
    (S.A_TOWN, "town", "hex"),
    (S.A_WALL, "wall", "place"),
    (S.A_TAKE, "take", "kind"),
    (S.A_PLACE, "place", "wizard hex"),
    (S.A_REAPPEAR, "reappear", "wizard hex"),
    (S.A_WALK, "walk", "wizard hex"),
    (S.A_TELEPORT, "teleport", "wizard hex"),
    (S.A_END_MOVE, "end move", ""),
    (S.A_BUILD, "build", "piece hex"),
    (S.A_BUILD_WALL, "build wall", "place"),
    (S.A_TRANSFORM, "transform", "kinds"),
    (S.A_SELL, "sell", "kind"),
    (S.A_BUY, "buy", "kind"),
    (S.A_END_BUILD, "end build", ""),
    (S.A_CAST, "", "spell wizard"),
    (S.A_ECHO, "echo", "spell wizard"),
    (S.A_END_CAST, "end cast", ""),
    (S.A_PURCHASE, "purchase", "card price"),
    (S.A_PLAY, "play", "card"),
    (S.A_COLLECT, "collect", ""),
    (S.A_END_TURN, "end turn", ""),
    (S.A_HAND_OVER, "hand over", ""),
    (S.A_DISCARD, "discard", "kind"),
    (S.A_VANISH, "vanish", "wizard"),
    (S.A_VANISH_DONE, "vanish done", ""),
    (S.A_FLIP, "flip", "hex"),
    (S.A_FLIP_DONE, "flip done", ""),
    (S.A_FREE_WALL, "free wall", "place"),
    (S.A_NO_WALL, "no wall", ""),
    (S.A_EXTRA_MOVE, "extra move", "wizard"),
    (S.A_LULL, "lull", "colour"),
    (S.A_SUNDER, "sunder", "place"),
    (S.A_REPLICATE, "replicate", "card"),
    (S.A_ROLL, "roll", "face"),
    (S.A_FORESEE, "foresee", "face"),
    (S.A_LOSE, "lose", "lost hex"),
)


def block(a: int) -> tuple[int, int, str, str]:
    """The first action of the block of an action, the place in it, its words and its arguments."""
    first, words, argument = next(b for b in reversed(BLOCKS) if b[0] <= a)
    return first, a - first, words, argument


def wizards_named(numbers: list[int]) -> str:
    """Wizards of one player as people speak of them: "Wizard 2", "Wizards 1 and 3"."""
    *most, last = [str(w + 1) for w in numbers]
    return f"Wizards {', '.join(most)} and {last}" if most else f"Wizard {last}"


def place_name(box: Box, place: int) -> str:
    return f"{cell_name(box, place // S.SIDES)} {SIDE_NAMES[place % S.SIDES]}"


def towards(box: Box, place: int) -> str:
    """What lies on the other side of a place for a Wall."""
    other = rules_board.beyond(box, place // S.SIDES, place % S.SIDES)
    return "the frame" if other == S.NO_CELL else cell_name(box, other)


def border(box: Box, place: int) -> str:
    """A place for a Wall as people speak of it: "c3 towards c4"."""
    return f"{cell_name(box, place // S.SIDES)} towards {towards(box, place)}"


def text(box: Box, s: State, a: int) -> str:
    """The canonical notation of an action."""
    _, k, words, argument = block(a)
    return " ".join(filter(None, (words, _argument(box, s, argument, k))))


def _argument(box: Box, s: State, argument: str, k: int) -> str:
    plain = {"": lambda: "", "kind": lambda: KIND_NAMES[k], "card": lambda: CARD_IDS[k], "face": lambda: str(k + 1),
             "player": lambda: f"p{k + 1}", "order": lambda: SEAT_ORDERS[k], "wizard": lambda: f"w{k + 1}",
             "colour": lambda: COLOUR_NAMES[k], "hex": lambda: cell_name(box, k), "place": lambda: place_name(box, k),
             "tile": lambda: f"{cell_name(box, s.cursor)} {TILE_NAMES[k]}",
             "value": lambda: f"{cell_name(box, s.cursor)} {k}",
             "wizard hex": lambda: f"w{k // S.CELLS + 1} {cell_name(box, k % S.CELLS)}",
             "piece hex": lambda: f"{PIECE_NAMES[k // S.CELLS]} {cell_name(box, k % S.CELLS)}",
             "lost hex": lambda: f"{PIECE_NAMES[S.WORKSHOP + k // S.CELLS]} {cell_name(box, k % S.CELLS)}",
             "kinds": lambda: f"{KIND_NAMES[k // S.KINDS]} {KIND_NAMES[k % S.KINDS]}",
             "spell wizard": lambda: f"{SPELL_NAMES[k // S.WIZARDS]} w{k % S.WIZARDS + 1}",
             "card price": lambda: _card_and_price(k // S.PRICES, k % S.PRICES)}
    return plain[argument]()


def _card_and_price(card: int, kind: int) -> str:
    return CARD_IDS[card] if kind == S.ANY_KIND else f"{CARD_IDS[card]} {KIND_NAMES[kind]}"


def is_barrier(box: Box, before: State, a: int, after: State) -> bool:
    """What cannot be taken back: the end of a turn and the discards after it, the last free Wall of a Town, what
    happens in the Volcano step, and handing over. The rest of a turn shows nothing new to anybody."""
    if a in (S.A_END_CAST, S.A_END_TURN, S.A_HAND_OVER):
        return True
    if before.stage == S.AT_WALL:
        return bool(after.stage != S.AT_WALL)
    if before.stage == S.AT_TURN:
        return bool(before.phase[before.actor] == S.COLLECTING)
    return a >= S.A_ROLL


# sentences


def card_title(box: Box, card: int) -> str:
    return read_name(box.card_name[card])


def sentence(box: Box, s: State, a: int, after: State) -> Sentence:
    """What happened, for people."""
    first, k, _, _ = block(a)
    told: Sentence = SENTENCES[first](box, s, k, after)
    volcanoes = aftermath.told(box, s, a, after)
    if volcanoes is not None:
        told = say("{told}. {eruption}", told=told, eruption=volcanoes)
    if after.stage == S.AT_END and s.stage != S.AT_END:
        return say("{told} {end}", told=told, end=ending(box, after))
    return told


def _actor(box: Box, s: State) -> str:
    return who(box, s.actor)


def _simple(template: str, argument: str = "") -> Any:
    def tell(box: Box, s: State, k: int, after: State) -> Sentence:
        return say(template, who=_actor(box, s), what=_argument(box, s, argument, k))

    return tell


def _walled(template: str) -> Any:
    def tell(box: Box, s: State, k: int, after: State) -> Sentence:
        return say(template, who=_actor(box, s), border=border(box, k))

    return tell


def _first(box: Box, s: State, k: int, after: State) -> Sentence:
    return say("{who} begins and plays {colour}", who=f"Seat {k + 1}", colour=colour_name(box, 0))


def _seats(box: Box, s: State, k: int, after: State) -> Sentence:
    a, b, c, d = (f"Seat {number}" for number in SEAT_ORDERS[k].split())
    return say("{a} and {b} play against {c} and {d}", a=a, b=b, c=c, d=d)


def _tile(box: Box, s: State, k: int, after: State) -> Sentence:
    if k < S.KINDS:
        return say("{hex} is {landscape}", hex=cell_name(box, s.cursor), landscape=read_name(box.landscape[k]))
    return say("{hex} is the {colour} Volcano", hex=cell_name(box, s.cursor), colour=TILE_NAMES[k])


def _token(box: Box, s: State, k: int, after: State) -> Sentence:
    return say("{hex} has Gold Value {value}", hex=cell_name(box, s.cursor), value=k)


def _move(verb: str) -> Any:
    def tell(box: Box, s: State, k: int, after: State) -> Sentence:
        w, cell = k // S.CELLS + 1, cell_name(box, k % S.CELLS)
        paid = s.gold[s.actor] - after.gold[s.actor]
        if paid == 0:
            return say("{who}'s Wizard {w} {verb} {hex}", who=_actor(box, s), w=w, verb=verb, hex=cell)
        fees = fees_told(box, s, k % S.CELLS)
        return say("{who}'s Wizard {w} {verb} {hex} for {gold} Gold{fees}", who=_actor(box, s), w=w, verb=verb,
                   hex=cell, gold=paid, fees=fees)

    return tell


def fees(box: Box, s: State, p: int, cell: int) -> dict[int, int]:
    """Whom a player pays how much for entering a hex."""
    fee = rules_move.fee_per_wizard(box, s, p)
    return {o: s.present[o][cell] * fee for o in range(box.players)
            if fee and s.present[o][cell] and not rules_board.friendly(box, p, o)}


def fees_told(box: Box, s: State, cell: int) -> str:
    paid = [f"{gold} to {who(box, o)}" for o, gold in fees(box, s, s.actor, cell).items()]
    return f" ({', '.join(paid)})" if paid else ""


def _build(box: Box, s: State, k: int, after: State) -> Sentence:
    return say("{who} builds a {piece} on {hex}", who=_actor(box, s), piece=PIECE_NAMES[k // S.CELLS].capitalize(),
               hex=cell_name(box, k % S.CELLS))


def _transform(box: Box, s: State, k: int, after: State) -> Sentence:
    return say("{who} transforms {given} into {taken} for {gold} Gold", who=_actor(box, s),
               given=KIND_NAMES[k // S.KINDS], taken=KIND_NAMES[k % S.KINDS],
               gold=s.gold[s.actor] - after.gold[s.actor])


def _cast(box: Box, s: State, k: int, after: State) -> Sentence:
    spell, w = k // S.WIZARDS, k % S.WIZARDS
    cell = s.wizard_at[s.actor][w]
    told = say("{who}'s Wizard {w} casts {spell} on {hex}", who=_actor(box, s), w=w + 1,
               spell=SPELL_NAMES[spell].capitalize(), hex=cell_name(box, cell))
    if spell == S.STEAL:
        return say("{told}: {gold} Gold, knocks over {fallen}", told=told, gold=after.gold[s.actor] - s.gold[s.actor],
                   fallen=_fallen(box, s, after))
    if after.terrain[cell] != s.terrain[cell]:
        return say("{told}: the hex turns to Ash", told=told)
    return told


def _fallen(box: Box, s: State, after: State) -> str:
    """Whose pieces a Steal has knocked over."""
    parts = []
    for o in range(box.players):
        towns = sum(after.town_down[c] != s.town_down[c] for c in range(box.cells) if s.town[c] == o + 1)
        wizards = sum(after.wizard_down[o][w] != s.wizard_down[o][w] for w in range(box.wizards))
        fallen = [counted(n, what) for n, what in ((towns, "Town"), (wizards, "Wizard")) if n]
        if fallen:
            parts.append(f"{' and '.join(fallen)} of {who(box, o)}")
    return ", ".join(parts)


def _purchase(box: Box, s: State, k: int, after: State) -> Sentence:
    card, kind = k // S.PRICES, k % S.PRICES
    if kind == S.ANY_KIND:
        return say("{who} buys {card}", who=_actor(box, s), card=card_title(box, card))
    return say("{who} buys {card} for {kind}", who=_actor(box, s), card=card_title(box, card), kind=KIND_NAMES[kind])


def _card(template: str) -> Any:
    def tell(box: Box, s: State, k: int, after: State) -> Sentence:
        return say(template, who=_actor(box, s), card=card_title(box, k))

    return tell


def _end(template: str) -> Any:
    def tell(box: Box, s: State, k: int, after: State) -> Sentence:
        return say(template, who=_actor(box, s))

    return tell


def _roll(box: Box, s: State, k: int, after: State) -> Sentence:
    colours = " and ".join(c for i, c in enumerate(COLOUR_NAMES) if box.die[k] >> i & 1)
    told = say("The die shows {face}: {colours}", face=k + 1, colours=colours)
    quiet = aftermath.quiet(box, s, k)
    return say("{told} ({quiet})", told=told, quiet=", ".join(quiet)) if quiet else told


def _foresee(box: Box, s: State, k: int, after: State) -> Sentence:
    return say("{who} has foreseen it. {roll}", who=_actor(box, s), roll=_roll(box, s, k, after))


def _lose(box: Box, s: State, k: int, after: State) -> Sentence:
    return say("{who} gives up the {piece} on {hex}", who=_actor(box, s),
               piece=PIECE_NAMES[S.WORKSHOP + k // S.CELLS].capitalize(), hex=cell_name(box, k % S.CELLS))


SENTENCES: dict[int, Any] = {
    S.A_FIRST: _first,
    S.A_SEATS: _seats,
    S.A_TILE: _tile,
    S.A_TOKEN: _token,
    S.A_TOWN: _simple("{who} founds a Town on {what}", "hex"),
    S.A_WALL: _walled("{who} raises a Wall on {border}"),
    S.A_TAKE: _simple("{who} takes {what}", "kind"),
    S.A_PLACE: _move("is placed on"),
    S.A_REAPPEAR: _move("reappears on"),
    S.A_WALK: _move("walks to"),
    S.A_TELEPORT: _move("teleports to"),
    S.A_END_MOVE: _end("{who} has moved"),
    S.A_BUILD: _build,
    S.A_BUILD_WALL: _walled("{who} builds a Wall on {border}"),
    S.A_TRANSFORM: _transform,
    S.A_SELL: _simple("{who} sells {what}", "kind"),
    S.A_BUY: _simple("{who} buys {what}", "kind"),
    S.A_END_BUILD: _end("{who} has built"),
    S.A_CAST: _cast,
    S.A_ECHO: _cast,
    S.A_END_CAST: _end("{who} collects and ends the turn"),
    S.A_PURCHASE: _purchase,
    S.A_PLAY: _card("{who} plays {card}"),
    S.A_COLLECT: _end("{who} collects"),
    S.A_END_TURN: _end("{who} ends the turn"),
    S.A_HAND_OVER: _end("{who} lets the teammate act"),
    S.A_DISCARD: _simple("{who} discards {what}", "kind"),
    S.A_VANISH: _simple("{who}'s Wizard {what} vanishes", "wizard"),
    S.A_VANISH_DONE: _end("{who} lets no more Wizards vanish"),
    S.A_FLIP: _simple("{who} turns over the Forage token on {what}", "hex"),
    S.A_FLIP_DONE: _end("{who} turns over no more tokens"),
    S.A_FREE_WALL: _walled("{who} raises a free Wall on {border}"),
    S.A_NO_WALL: _end("{who} raises no Wall"),
    S.A_EXTRA_MOVE: _simple("{who}'s Wizard {what} gets another move", "wizard"),
    S.A_LULL: _simple("{who} lulls the {what} Volcano", "colour"),
    S.A_SUNDER: _walled("{who} sunders the Wall on {border}"),
    S.A_REPLICATE: _card("{who} replicates {card}"),
    S.A_ROLL: _roll,
    S.A_FORESEE: _foresee,
    S.A_LOSE: _lose,
}


def ending(box: Box, s: State) -> Sentence:
    """How the match ended."""
    names = " and ".join(who(box, p) for p in range(box.players) if s.winners >> p & 1)
    scores = ", ".join(f"{who(box, p)}: {rules_score.score_of(box, s, p)}" for p in range(box.players))
    verb = "wins" if bin(s.winners).count("1") == 1 else "win"
    return say("{names} {verb}: {why} ({scores}).", names=names, verb=verb, why=why_over(box, s), scores=scores)


def why_over(box: Box, s: State) -> str:
    """Mark reached, final round, or round limit, and whether goods decided."""
    leaders = rules_score.leaders(box, s)
    by_goods = "" if rules_score.is_one_side(box, leaders) else ", decided by goods"
    mark = rules_score.score_to_win(box, s)
    if s.final:
        return f"after the final round{by_goods}"
    if rules_score.best_score(box, s) >= mark and not by_goods:
        return f"{mark} points were needed"
    return f"after the last round allowed{by_goods}"


# what the scene asks


def damaged_hex(s: State) -> int:
    """The hex whose owner chooses what to lose."""
    return next((c for c in range(S.CELLS) if s.damaged >> c & 1), S.NO_CELL) if s.stage == S.AT_LOSE else S.NO_CELL


def prices(box: Box, s: State, p: int, given: int, taken: int) -> int:
    return int(rules_build.transform_price(box, s, p, given, taken))


def buy_price(box: Box, s: State, p: int) -> int:
    return int(rules_build.buy_price(box, s, p))


STEPS_TOLD = ("waits", "has Wizards to place", "has Wizards to bring back", "is moving", "is building", "is casting",
              "acts in any order", "is collecting", "is done")  # as in PHASES


def step_told(s: State, p: int) -> str:
    """Where a teammate is in the own turn."""
    return STEPS_TOLD[s.phase[p]]


def stolen(box: Box, s: State, p: int, cell: int) -> int:
    """How many pieces a Steal from a hex would hit."""
    around = [rules_board.beyond(box, cell, side) for side in range(S.SIDES)
              if rules_cast.in_reach(box, s, p, cell, side)]
    if not box.short_range:
        around.append(cell)
    return sum(rules_cast.targets_on(box, s, p, c) for c in around)


def surcharge(box: Box, s: State, p: int) -> int:
    return int(rules_cards.ward_surcharge(box, s, p))


def sides(box: Box, s: State) -> list[int]:
    """Who plays with whom, by seat: a lot may have decided who is who."""
    teams = {int(s.seat[p]): int(box.team[p]) for p in range(box.players)}
    return [teams[seat] for seat in range(box.players)]


def running_clock(box: Box, s: State) -> tuple[str, int, list[int]] | None:
    """What the clock of a table runs for, its seconds and whose it is: a team shares one, choices outside the turn have
    their own (SYG-RULING-67)."""
    from hexagora.games.sygon.timer import clock

    return clock(box, s)


def when_time_is_up(box: Box, s: State) -> int:
    """The action that a table plays for somebody whose turn timer has run out (SYG-RULING-67)."""
    from hexagora.games.sygon.timer import forced

    return forced(box, s)
