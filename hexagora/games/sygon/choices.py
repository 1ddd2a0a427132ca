"""The way of clicks to each action of Hexes of Sygon, what it costs and brings, and what one may regret."""

from collections.abc import Callable, Sequence
from typing import Any

from hexagora.engine.scene import Choice, Target, button, cell, place
from hexagora.games.sygon import forecasts, rules_board, rules_cards, rules_move, words
from hexagora.games.sygon.names import CARD_IDS, CLASS_NAMES, COLOUR_NAMES, KIND_NAMES, PIECE_NAMES, SPELL_NAMES
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
    BLACK,
    CELLS,
    FACES,
    KINDS,
    NO_CELL,
    PRICES,
    SIDES,
    STEAL,
    WALL,
    WIZARDS,
    WORKSHOP,
)

FINAL = (A_END_CAST, A_END_TURN)  # the turn is over
LAID = {A_TOWN: "town", A_PLACE: "wizard", A_REAPPEAR: "wizard"}  # pieces that come to the hex that is clicked


def choice(box: Any, s: Any, a: int) -> Choice:
    """A legal action with its way of clicks, what it costs and brings, and what one may regret."""
    first, k, _, _ = words.block(a)
    label, group, path, forecast, warning = CHOICES[first](box, s, a, k)
    changed = CHANGED[first](box, s, k) if first in CHANGED else []
    return Choice(a, words.text(box, s, a), label, group, path, forecast, warning,
                  [place(words.cell_name(box, c)) for c in changed], first in FINAL, lays=LAID.get(first, ""),
                  usual=first == A_WALK)


def wizard_id(p: int, w: int) -> str:
    return f"p{p + 1}-w{w + 1}"


# the hexes that an action would change, beside those that are clicked


def _ringed(box: Any, s: Any, k: int) -> list[int]:
    """The Towns that a Wall would encircle."""
    return forecasts.towns_encircled(box, s, s.actor, k)


def _cast_on(box: Any, s: Any, k: int) -> list[int]:
    spell, stand = k // WIZARDS, s.wizard_at[s.actor][k % WIZARDS]
    return forecasts.steal_hexes(box, s, s.actor, stand) if spell == STEAL else [stand]


def _spared(box: Any, s: Any, k: int) -> list[int]:
    return list(forecasts.hit_by(box, s, 1 << k))


def _struck(box: Any, s: Any, k: int) -> list[int]:
    return list(forecasts.hit_by(box, s, box.die[k] & ~s.clouds & ~s.lulled))


CHANGED: dict[int, Callable[[Any, Any, int], Sequence[int]]] = {
    A_WALL: _ringed, A_BUILD_WALL: _ringed, A_FREE_WALL: _ringed, A_CAST: _cast_on, A_ECHO: _cast_on, A_LULL: _spared,
    A_FORESEE: _struck, A_ROLL: _struck,
}  # fmt: skip


# the ways of clicks


Made = tuple[str, str, list[Target], str, str]
Maker = Callable[[Any, Any, int, int], Made]


def _wizard(s: Any, w: int) -> Target:
    return Target("piece", wizard_id(s.actor, w))


def _border(box: Any, spot: int) -> Target:
    return Target("border", words.place_name(box, spot))


def _ware(box: Any, card: int) -> Target:
    """A card in the shop."""
    return Target("card", CARD_IDS[card], f"shop-{CLASS_NAMES[box.card_class[card]]}")


def _plain(label: str, group: str, forecast: str = "") -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return label, group, [button(words.text(box, s, a))], forecast, ""

    return make


def _spoken(box: Any, s: Any, a: int, k: int) -> Made:
    """Chance outcomes: the notation says it all."""
    text = words.text(box, s, a)
    return text.capitalize(), "chance", [button(text)], "", ""


def _town(box: Any, s: Any, a: int, k: int) -> Made:
    name = words.cell_name(box, k)
    brings = f"1 {KIND_NAMES[rules_board.kind_of(s, k)]} and {s.value[k]} Gold each turn"
    walls = box.free_walls[box.zone[k]]
    near = forecasts.threats_to_town(box, s, s.actor, k)
    danger = f"; beside {' and '.join(f'{colour} ({effect})' for colour, effect in near.items())}" if near else ""
    frame = sum(1 for side in range(SIDES) if rules_board.beyond(box, k, side) == NO_CELL)
    sides = f"; {words.counted(frame, 'side')} on the frame" if frame else ""
    return f"Town on {name}", "town", [cell(name)], f"{brings}; {words.counted(walls, 'free Wall')}{sides}{danger}", ""


def _wall(group: str, verb: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return (f"{verb} {words.place_name(box, k)}", group, [_border(box, k)],
                forecasts.wall_forecast(box, s, s.actor, k), forecasts.wall_warning(box, k, s))

    return make


def _kind(verb: str, group: str, forecast: str = "") -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return f"{verb} {KIND_NAMES[k]}", group, [button(group), button(KIND_NAMES[k])], forecast, ""

    return make


def _arrive(verb: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        c = k % CELLS
        name, near = words.cell_name(box, c), forecasts.threats(box, s, c)
        brings = f"{KIND_NAMES[rules_board.kind_of(s, c)]}, Gold Value {s.value[c]}"
        danger = "".join(f"; if {colour} erupts: {effect}" for colour, effect in near.items())
        return f"{verb} w{k // CELLS + 1} on {name}", "place", [cell(name)], brings + danger, ""

    return make


def _price_of_entry(box: Any, s: Any, c: int, more: int) -> str:
    parts = [f"{more} Gold to the bank"] if more else []
    parts += [f"{gold} Gold to {words.who(box, o)}" for o, gold in words.fees(box, s, s.actor, c).items()]
    return ", ".join(parts) or "free"


def _side_to(box: Any, c: int, other: int) -> int:
    return next((d for d in range(SIDES) if box.neighbour[c][d] == other), NO_CELL)


def _walk(box: Any, s: Any, a: int, k: int) -> Made:
    name = words.cell_name(box, k % CELLS)
    price = _price_of_entry(box, s, k % CELLS, 0)
    path = [_wizard(s, k // CELLS), cell(name), button("walk")]
    return f"Walk to {name}", "walk", path, price, ""


def _teleport(box: Any, s: Any, a: int, k: int) -> Made:
    p, w, c = s.actor, k // CELLS, k % CELLS
    name = words.cell_name(box, c)
    side = _side_to(box, s.wizard_at[p][w], c)
    walkable = side != NO_CELL and not rules_board.walled_off(box, s, p, s.wizard_at[p][w], side)
    price = rules_move.teleport_price(box, s, p)
    return (f"Teleport to {name}", "teleport", [_wizard(s, w), cell(name), button("teleport")],
            _price_of_entry(box, s, c, price), "A Walk leads there as well." if walkable and price else "")


def _building(box: Any, s: Any, a: int, k: int) -> Made:
    piece, name = k // CELLS, words.cell_name(box, k % CELLS)
    forecast = f"{forecasts.price_of(box, piece)}; +{box.points[piece]} SP"
    title = PIECE_NAMES[piece].capitalize()
    return f"Build a {title} on {name}", "build", [cell(name), button(PIECE_NAMES[piece])], forecast, ""


def _built_wall(box: Any, s: Any, a: int, k: int) -> Made:
    label, _, path, forecast, warning = _wall("build", "Build a Wall at")(box, s, a, k)
    parts = filter(None, (forecasts.price_of(box, WALL), forecast))
    return label, "build", [*path, button(PIECE_NAMES[WALL])], "; ".join(parts), warning


def _transform(box: Any, s: Any, a: int, k: int) -> Made:
    given, taken = KIND_NAMES[k // KINDS], KIND_NAMES[k % KINDS]
    price = words.prices(box, s, s.actor, k // KINDS, k % KINDS)
    return (f"Transform {given} into {taken}", "exchange", [button("transform"), button(given), button(taken)],
            f"1 {given} and {price} Gold", "")


def _buy(box: Any, s: Any, a: int, k: int) -> Made:
    price = words.buy_price(box, s, s.actor)
    return f"Buy {KIND_NAMES[k]}", "exchange", [button("buy"), button(KIND_NAMES[k])], f"{price} Gold", ""


def _sell(box: Any, s: Any, a: int, k: int) -> Made:
    return (f"Sell {KIND_NAMES[k]}", "exchange", [button("sell"), button(KIND_NAMES[k])],
            forecasts.gold_gain(box, s, s.actor, box.sell_gold), "")


def _spell(prefix: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        spell, w = k // WIZARDS, k % WIZARDS
        name = SPELL_NAMES[spell]
        path = [_wizard(s, w), button(f"{prefix}{name}".lower())]
        return (f"{prefix}{name.capitalize()} with w{w + 1}", "cast", path,
                forecasts.spell_forecast(box, s, s.actor, spell, w), forecasts.spell_warning(s, s.actor, spell, w))

    return make


def _end(label: str, warn: Callable[[Any, Any, int], str], collects: bool = False) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        brings = collects and not s.collected[s.actor]
        forecast = f"brings {forecasts.income_text(*forecasts.income(box, s, s.actor))}" if brings else ""
        return label, "end", [button(words.text(box, s, a))], forecast, warn(box, s, s.actor)

    return make


def _collect(box: Any, s: Any, a: int, k: int) -> Made:
    brings = forecasts.income_text(*forecasts.income(box, s, s.actor))
    return "Collect now", "collect", [button(words.text(box, s, a))], f"brings {brings}; once in this turn", ""


def _purchase(box: Any, s: Any, a: int, k: int) -> Made:
    card, kind = k // PRICES, k % PRICES
    pay = button("buy") if kind == ANY_KIND else button(KIND_NAMES[kind])
    label = f"Buy {words.card_title(box, card)}" + ("" if kind == ANY_KIND else f" for {KIND_NAMES[kind]}")
    return (label, "purchase", [_ware(box, card), pay], forecasts.purchase_forecast(box, s, s.actor, a),
            forecasts.purchase_warning(box, s, s.actor, a))


def _play(box: Any, s: Any, a: int, k: int) -> Made:
    extra = rules_cards.ward_surcharge(box, s, s.actor)
    price = f"{extra} Gold for the Ward. " if extra else ""
    held = Target("card", CARD_IDS[k], f"hand-p{s.actor + 1}")
    return (f"Play {words.card_title(box, k)}", "play", [held, button("play")],
            price + forecasts.CARD_EFFECTS[CARD_IDS[k]], "")


def _replicate(box: Any, s: Any, a: int, k: int) -> Made:
    return (f"Play as {words.card_title(box, k)}", "play", [_ware(box, k)], forecasts.CARD_EFFECTS[CARD_IDS[k]], "")


def _own_wizard(verb: str, group: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return f"{verb} w{k + 1}", group, [_wizard(s, k)], "", ""

    return make


def _flip(box: Any, s: Any, a: int, k: int) -> Made:
    name = words.cell_name(box, k)
    after = "red" if s.token[k] == BLACK else "black"
    return f"Turn the token on {name}", "flip", [cell(name)], f"becomes {after}", ""


def _sunder(box: Any, s: Any, a: int, k: int) -> Made:
    owner = words.colour_name(box, s.wall[k // SIDES][k % SIDES] - 1)
    return f"Remove the Wall at {words.place_name(box, k)}", "sunder", [_border(box, k)], f"a Wall of {owner}", ""


def _lull(box: Any, s: Any, a: int, k: int) -> Made:
    hit = [f"{words.cell_name(box, c)} {effect}" for c, effect in forecasts.hit_by(box, s, 1 << k).items()]
    return (f"Lull {COLOUR_NAMES[k]}", "lull", [button(COLOUR_NAMES[k])],
            "; ".join([f"{forecasts.odds_now(box, s, k)} in {FACES}", *([", ".join(hit)] if hit else [])]), "")


def _foresee(box: Any, s: Any, a: int, k: int) -> Made:
    shown = " and ".join(c for i, c in enumerate(COLOUR_NAMES) if box.die[k] >> i & 1)
    return f"Face {k + 1}: {shown}", "foresee", [button(f"face {k + 1}")], forecasts.roll_forecast(box, s, k), ""


def _lose(box: Any, s: Any, a: int, k: int) -> Made:
    kind, name = PIECE_NAMES[WORKSHOP + k // CELLS], words.cell_name(box, k % CELLS)
    piece = WORKSHOP + k // CELLS
    cubes, gold = box.yield_cubes[piece], box.yield_gold[piece]
    what = f"{gold} Gold" if gold else f"{cubes} {KIND_NAMES[rules_board.kind_of(s, k % CELLS)]}"
    return (f"Lose the {kind.capitalize()}", "lose", [Target("piece", f"{kind}-{name}")],
            f"-{box.points[piece]} SP, {what} less each turn", "")


CHOICES: dict[int, Maker] = {
    A_FIRST: _spoken,
    A_SEATS: _spoken,
    A_TILE: _spoken,
    A_TOKEN: _spoken,
    A_TOWN: _town,
    A_WALL: _wall("wall", "Wall at"),
    A_TAKE: _kind("Take", "take"),
    A_PLACE: _arrive("Place"),
    A_REAPPEAR: _arrive("Bring back"),
    A_WALK: _walk,
    A_TELEPORT: _teleport,
    A_END_MOVE: _end("Done moving", forecasts.end_move_warning),
    A_BUILD: _building,
    A_BUILD_WALL: _built_wall,
    A_TRANSFORM: _transform,
    A_SELL: _sell,
    A_BUY: _buy,
    A_END_BUILD: _end("Done building", forecasts.end_build_warning),
    A_CAST: _spell(""),
    A_ECHO: _spell("Echo "),
    A_END_CAST: _end("Collect and end the turn", forecasts.end_turn_warnings, collects=True),
    A_PURCHASE: _purchase,
    A_PLAY: _play,
    A_COLLECT: _collect,
    A_END_TURN: _end("End the turn", forecasts.end_turn_warnings, collects=True),
    A_HAND_OVER: _plain("Let your teammate act", "team"),
    A_DISCARD: _kind("Discard", "discard"),
    A_VANISH: _own_wizard("Vanish", "vanish"),
    A_VANISH_DONE: _plain("No more", "vanish"),
    A_FLIP: _flip,
    A_FLIP_DONE: _plain("No more tokens", "flip"),
    A_FREE_WALL: _wall("wall", "Free Wall at"),
    A_NO_WALL: _plain("No Wall", "wall"),
    A_EXTRA_MOVE: _own_wizard("Another move for", "extra move"),
    A_LULL: _lull,
    A_SUNDER: _sunder,
    A_REPLICATE: _replicate,
    A_ROLL: _spoken,
    A_FORESEE: _foresee,
    A_LOSE: _lose,
}
