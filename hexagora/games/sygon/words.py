"""Notation, sentences and positions of Hexes of Sygon: `walk w1 c3`, `build wall d4 sw`, `purchase blizzard snow`."""

from itertools import permutations
from typing import Any

from hexagora.engine.words import Sentence, say
from hexagora.games.sygon import aftermath, rules_board, rules_build, rules_cards, rules_cast, rules_move, rules_score
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
from hexagora.games.sygon.positions import PHASES, expand, place, position
from hexagora.games.sygon.state import (
    A_BUILD,
    A_BUILD_WALL,
    A_BUY,
    A_CAST,
    A_COLLECT,
    A_DISCARD,
    A_ECHO,
    A_END_BUILD,
    A_END_CAST,
    A_END_MOVE,
    A_END_TURN,
    A_EXTRA_MOVE,
    A_FIRST,
    A_FLIP,
    A_FLIP_DONE,
    A_FORESEE,
    A_FREE_WALL,
    A_HAND_OVER,
    A_LOSE,
    A_LULL,
    A_NO_WALL,
    A_PLACE,
    A_PLAY,
    A_PURCHASE,
    A_REAPPEAR,
    A_REPLICATE,
    A_ROLL,
    A_SEATS,
    A_SELL,
    A_SUNDER,
    A_TAKE,
    A_TELEPORT,
    A_TILE,
    A_TOKEN,
    A_TOWN,
    A_TRANSFORM,
    A_VANISH,
    A_VANISH_DONE,
    A_WALK,
    A_WALL,
    ANY_KIND,
    AT_END,
    AT_LOSE,
    AT_TURN,
    AT_WALL,
    CELLS,
    COLLECTING,
    KINDS,
    NO_CELL,
    PLAYERS,
    PRICES,
    SIDES,
    STEAL,
    WIZARDS,
    WORKSHOP,
)

__all__ = ["cell_name", "colour_name", "counted", "expand", "is_barrier", "place", "position", "running_clock",
           "sentence", "text", "when_time_is_up", "who"]  # fmt: skip

SEAT_ORDERS = [" ".join(str(k + 1) for k in order) for order in permutations(range(PLAYERS))]

# first action of each block, the words before the argument, how the argument is written
BLOCKS = (
    (A_FIRST, "first", "player"),
    (A_SEATS, "seats", "order"),
    (A_TILE, "tile", "tile"),
    (A_TOKEN, "token", "value"),
    (A_TOWN, "town", "hex"),
    (A_WALL, "wall", "place"),
    (A_TAKE, "take", "kind"),
    (A_PLACE, "place", "wizard hex"),
    (A_REAPPEAR, "reappear", "wizard hex"),
    (A_WALK, "walk", "wizard hex"),
    (A_TELEPORT, "teleport", "wizard hex"),
    (A_END_MOVE, "end move", ""),
    (A_BUILD, "build", "piece hex"),
    (A_BUILD_WALL, "build wall", "place"),
    (A_TRANSFORM, "transform", "kinds"),
    (A_SELL, "sell", "kind"),
    (A_BUY, "buy", "kind"),
    (A_END_BUILD, "end build", ""),
    (A_CAST, "", "spell wizard"),
    (A_ECHO, "echo", "spell wizard"),
    (A_END_CAST, "end cast", ""),
    (A_PURCHASE, "purchase", "card price"),
    (A_PLAY, "play", "card"),
    (A_COLLECT, "collect", ""),
    (A_END_TURN, "end turn", ""),
    (A_HAND_OVER, "hand over", ""),
    (A_DISCARD, "discard", "kind"),
    (A_VANISH, "vanish", "wizard"),
    (A_VANISH_DONE, "vanish done", ""),
    (A_FLIP, "flip", "hex"),
    (A_FLIP_DONE, "flip done", ""),
    (A_FREE_WALL, "free wall", "place"),
    (A_NO_WALL, "no wall", ""),
    (A_EXTRA_MOVE, "extra move", "wizard"),
    (A_LULL, "lull", "colour"),
    (A_SUNDER, "sunder", "place"),
    (A_REPLICATE, "replicate", "card"),
    (A_ROLL, "roll", "face"),
    (A_FORESEE, "foresee", "face"),
    (A_LOSE, "lose", "lost hex"),
)


def block(a: int) -> tuple[int, int, str, str]:
    """The first action of the block of an action, the place in it, its words and its arguments."""
    first, words, argument = next(b for b in reversed(BLOCKS) if b[0] <= a)
    return first, a - first, words, argument


def place_name(box: Any, place: int) -> str:
    return f"{cell_name(box, place // SIDES)} {SIDE_NAMES[place % SIDES]}"


def text(box: Any, s: Any, a: int) -> str:
    """The canonical notation of an action."""
    _, k, words, argument = block(a)
    return " ".join(filter(None, (words, _argument(box, s, argument, k))))


def _argument(box: Any, s: Any, argument: str, k: int) -> str:
    plain = {"": lambda: "", "kind": lambda: KIND_NAMES[k], "card": lambda: CARD_IDS[k], "face": lambda: str(k + 1),
             "player": lambda: f"p{k + 1}", "order": lambda: SEAT_ORDERS[k], "wizard": lambda: f"w{k + 1}",
             "colour": lambda: COLOUR_NAMES[k], "hex": lambda: cell_name(box, k), "place": lambda: place_name(box, k),
             "tile": lambda: f"{cell_name(box, s.cursor)} {TILE_NAMES[k]}",
             "value": lambda: f"{cell_name(box, s.cursor)} {k}",
             "wizard hex": lambda: f"w{k // CELLS + 1} {cell_name(box, k % CELLS)}",
             "piece hex": lambda: f"{PIECE_NAMES[k // CELLS]} {cell_name(box, k % CELLS)}",
             "lost hex": lambda: f"{PIECE_NAMES[WORKSHOP + k // CELLS]} {cell_name(box, k % CELLS)}",
             "kinds": lambda: f"{KIND_NAMES[k // KINDS]} {KIND_NAMES[k % KINDS]}",
             "spell wizard": lambda: f"{SPELL_NAMES[k // WIZARDS]} w{k % WIZARDS + 1}",
             "card price": lambda: _card_and_price(k // PRICES, k % PRICES)}
    return plain[argument]()


def _card_and_price(card: int, kind: int) -> str:
    return CARD_IDS[card] if kind == ANY_KIND else f"{CARD_IDS[card]} {KIND_NAMES[kind]}"


def is_barrier(box: Any, before: Any, a: int, after: Any) -> bool:
    """What cannot be taken back: the end of a turn and the discards after it, the last free Wall of a Town, what
    happens in the Volcano step, and handing over. The rest of a turn shows nothing new to anybody."""
    if a in (A_END_CAST, A_END_TURN, A_HAND_OVER):
        return True
    if before.stage == AT_WALL:
        return bool(after.stage != AT_WALL)
    if before.stage == AT_TURN:
        return bool(before.phase[before.actor] == COLLECTING)
    return a >= A_ROLL


# sentences


def card_title(box: Any, card: int) -> str:
    return read_name(box.card_name[card])


def sentence(box: Any, s: Any, a: int, after: Any) -> Sentence:
    """What happened, for people."""
    first, k, _, _ = block(a)
    told: Sentence = SENTENCES[first](box, s, k, after)
    volcanoes = aftermath.told(box, s, a, after)
    if volcanoes is not None:
        told = say("{told}. {eruption}", told=told, eruption=volcanoes)
    if after.stage == AT_END and s.stage != AT_END:
        return say("{told} {end}", told=told, end=ending(box, after))
    return told


def _actor(box: Any, s: Any) -> str:
    return who(box, s.actor)


def _simple(template: str, argument: str = "") -> Any:
    def tell(box: Any, s: Any, k: int, after: Any) -> Sentence:
        return say(template, who=_actor(box, s), what=_argument(box, s, argument, k))

    return tell


def _first(box: Any, s: Any, k: int, after: Any) -> Sentence:
    return say("{who} begins and plays {colour}", who=f"Seat {k + 1}", colour=colour_name(box, 0))


def _seats(box: Any, s: Any, k: int, after: Any) -> Sentence:
    a, b, c, d = (f"Seat {number}" for number in SEAT_ORDERS[k].split())
    return say("{a} and {b} play against {c} and {d}", a=a, b=b, c=c, d=d)


def _tile(box: Any, s: Any, k: int, after: Any) -> Sentence:
    if k < KINDS:
        return say("{hex} is {landscape}", hex=cell_name(box, s.cursor), landscape=read_name(box.landscape[k]))
    return say("{hex} is the {colour} Volcano", hex=cell_name(box, s.cursor), colour=TILE_NAMES[k])


def _token(box: Any, s: Any, k: int, after: Any) -> Sentence:
    return say("{hex} has Gold Value {value}", hex=cell_name(box, s.cursor), value=k)


def _move(verb: str) -> Any:
    def tell(box: Any, s: Any, k: int, after: Any) -> Sentence:
        w, cell = k // CELLS + 1, cell_name(box, k % CELLS)
        paid = s.gold[s.actor] - after.gold[s.actor]
        if paid == 0:
            return say("{who}'s Wizard {w} {verb} {hex}", who=_actor(box, s), w=w, verb=verb, hex=cell)
        fees = fees_told(box, s, k % CELLS)
        return say("{who}'s Wizard {w} {verb} {hex} for {gold} Gold{fees}", who=_actor(box, s), w=w, verb=verb,
                   hex=cell, gold=paid, fees=fees)

    return tell


def fees(box: Any, s: Any, p: int, cell: int) -> dict[int, int]:
    """Whom a player pays how much for entering a hex."""
    fee = rules_move.fee_per_wizard(box, s, p)
    return {o: s.present[o][cell] * fee for o in range(box.players)
            if fee and s.present[o][cell] and not rules_board.friendly(box, p, o)}


def fees_told(box: Any, s: Any, cell: int) -> str:
    paid = [f"{gold} to {who(box, o)}" for o, gold in fees(box, s, s.actor, cell).items()]
    return f" ({', '.join(paid)})" if paid else ""


def _build(box: Any, s: Any, k: int, after: Any) -> Sentence:
    return say("{who} builds a {piece} on {hex}", who=_actor(box, s), piece=PIECE_NAMES[k // CELLS].capitalize(),
               hex=cell_name(box, k % CELLS))


def _transform(box: Any, s: Any, k: int, after: Any) -> Sentence:
    return say("{who} transforms {given} into {taken} for {gold} Gold", who=_actor(box, s),
               given=KIND_NAMES[k // KINDS], taken=KIND_NAMES[k % KINDS], gold=s.gold[s.actor] - after.gold[s.actor])


def _cast(box: Any, s: Any, k: int, after: Any) -> Sentence:
    spell, w = k // WIZARDS, k % WIZARDS
    cell = s.wizard_at[s.actor][w]
    told = say("{who}'s Wizard {w} casts {spell} on {hex}", who=_actor(box, s), w=w + 1,
               spell=SPELL_NAMES[spell].capitalize(), hex=cell_name(box, cell))
    if spell == STEAL:
        return say("{told}: {gold} Gold, knocks over {fallen}", told=told, gold=after.gold[s.actor] - s.gold[s.actor],
                   fallen=_fallen(box, s, after))
    if after.terrain[cell] != s.terrain[cell]:
        return say("{told}: the hex turns to Ash", told=told)
    return told


def _fallen(box: Any, s: Any, after: Any) -> str:
    """Whose pieces a Steal has knocked over."""
    parts = []
    for o in range(box.players):
        towns = sum(after.town_down[c] != s.town_down[c] for c in range(box.cells) if s.town[c] == o + 1)
        wizards = sum(after.wizard_down[o][w] != s.wizard_down[o][w] for w in range(box.wizards))
        fallen = [counted(n, what) for n, what in ((towns, "Town"), (wizards, "Wizard")) if n]
        if fallen:
            parts.append(f"{' and '.join(fallen)} of {who(box, o)}")
    return ", ".join(parts)


def _purchase(box: Any, s: Any, k: int, after: Any) -> Sentence:
    card, kind = k // PRICES, k % PRICES
    if kind == ANY_KIND:
        return say("{who} buys {card}", who=_actor(box, s), card=card_title(box, card))
    return say("{who} buys {card} for {kind}", who=_actor(box, s), card=card_title(box, card), kind=KIND_NAMES[kind])


def _card(template: str) -> Any:
    def tell(box: Any, s: Any, k: int, after: Any) -> Sentence:
        return say(template, who=_actor(box, s), card=card_title(box, k))

    return tell


def _end(template: str) -> Any:
    def tell(box: Any, s: Any, k: int, after: Any) -> Sentence:
        return say(template, who=_actor(box, s))

    return tell


def _roll(box: Any, s: Any, k: int, after: Any) -> Sentence:
    colours = " and ".join(c for i, c in enumerate(COLOUR_NAMES) if box.die[k] >> i & 1)
    told = say("The die shows {face}: {colours}", face=k + 1, colours=colours)
    quiet = aftermath.quiet(box, s, k)
    return say("{told} ({quiet})", told=told, quiet=", ".join(quiet)) if quiet else told


def _foresee(box: Any, s: Any, k: int, after: Any) -> Sentence:
    return say("{who} has foreseen it. {roll}", who=_actor(box, s), roll=_roll(box, s, k, after))


def _lose(box: Any, s: Any, k: int, after: Any) -> Sentence:
    return say("{who} gives up the {piece} on {hex}", who=_actor(box, s),
               piece=PIECE_NAMES[WORKSHOP + k // CELLS].capitalize(), hex=cell_name(box, k % CELLS))


SENTENCES: dict[int, Any] = {
    A_FIRST: _first,
    A_SEATS: _seats,
    A_TILE: _tile,
    A_TOKEN: _token,
    A_TOWN: _simple("{who} founds a Town on {what}", "hex"),
    A_WALL: _simple("{who} raises a Wall at {what}", "place"),
    A_TAKE: _simple("{who} takes {what}", "kind"),
    A_PLACE: _move("is placed on"),
    A_REAPPEAR: _move("reappears on"),
    A_WALK: _move("walks to"),
    A_TELEPORT: _move("teleports to"),
    A_END_MOVE: _end("{who} has moved"),
    A_BUILD: _build,
    A_BUILD_WALL: _simple("{who} builds a Wall at {what}", "place"),
    A_TRANSFORM: _transform,
    A_SELL: _simple("{who} sells {what}", "kind"),
    A_BUY: _simple("{who} buys {what}", "kind"),
    A_END_BUILD: _end("{who} has built"),
    A_CAST: _cast,
    A_ECHO: _cast,
    A_END_CAST: _end("{who} collects and ends the turn"),
    A_PURCHASE: _purchase,
    A_PLAY: _card("{who} plays {card}"),
    A_COLLECT: _end("{who} collects"),
    A_END_TURN: _end("{who} ends the turn"),
    A_HAND_OVER: _end("{who} lets the teammate act"),
    A_DISCARD: _simple("{who} discards {what}", "kind"),
    A_VANISH: _simple("{who}'s Wizard {what} vanishes", "wizard"),
    A_VANISH_DONE: _end("{who} lets no more Wizards vanish"),
    A_FLIP: _simple("{who} turns over the Forage token on {what}", "hex"),
    A_FLIP_DONE: _end("{who} turns over no more tokens"),
    A_FREE_WALL: _simple("{who} raises a free Wall at {what}", "place"),
    A_NO_WALL: _end("{who} raises no Wall"),
    A_EXTRA_MOVE: _simple("{who}'s Wizard {what} gets another move", "wizard"),
    A_LULL: _simple("{who} lulls the {what} Volcano", "colour"),
    A_SUNDER: _simple("{who} sunders the Wall at {what}", "place"),
    A_REPLICATE: _card("{who} replicates {card}"),
    A_ROLL: _roll,
    A_FORESEE: _foresee,
    A_LOSE: _lose,
}


def ending(box: Any, s: Any) -> Sentence:
    """How the match ended."""
    names = " and ".join(who(box, p) for p in range(box.players) if s.winners >> p & 1)
    scores = ", ".join(f"{who(box, p)} {rules_score.score_of(box, s, p)}" for p in range(box.players))
    verb = "wins" if bin(s.winners).count("1") == 1 else "win"
    return say("{names} {verb}: {why} ({scores}).", names=names, verb=verb, why=why_over(box, s), scores=scores)


def why_over(box: Any, s: Any) -> str:
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


def damaged_hex(s: Any) -> int:
    """The hex whose owner chooses what to lose."""
    return next((c for c in range(CELLS) if s.damaged >> c & 1), NO_CELL) if s.stage == AT_LOSE else NO_CELL


def prices(box: Any, s: Any, p: int, given: int, taken: int) -> int:
    return int(rules_build.transform_price(box, s, p, given, taken))


def buy_price(box: Any, s: Any, p: int) -> int:
    return int(rules_build.buy_price(box, s, p))


def phase_name(s: Any, p: int) -> str:
    """Where a teammate is in the own turn."""
    return PHASES[s.phase[p]]


def stolen(box: Any, s: Any, p: int, cell: int) -> int:
    """How many pieces a Steal from a hex would hit."""
    around = [rules_board.beyond(box, cell, side) for side in range(SIDES)
              if rules_cast.in_reach(box, s, p, cell, side)]
    if not box.short_range:
        around.append(cell)
    return sum(rules_cast.targets_on(box, s, p, c) for c in around)


def surcharge(box: Any, s: Any, p: int) -> int:
    return int(rules_cards.ward_surcharge(box, s, p))


def running_clock(box: Any, s: Any) -> tuple[str, int] | None:
    """What the clock of a table runs for, and its seconds: a team shares one, choices outside the turn have their own
    (SYG-RULING-67)."""
    from hexagora.games.sygon.timer import clock

    return clock(box, s)


def when_time_is_up(box: Any, s: Any) -> int:
    """The action that a table plays for somebody whose turn timer has run out (SYG-RULING-67)."""
    from hexagora.games.sygon.timer import forced

    return forced(box, s)
