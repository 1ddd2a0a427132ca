"""The way of clicks to each action of Hexes of Sygon, what it costs and brings, and what one may regret."""

from collections.abc import Callable, Sequence
from typing import Any

from hexagora.engine.scene import Choice, Target, button, cell, place
from hexagora.games.sygon import forecasts, rules_board, rules_cards, rules_move, words
from hexagora.games.sygon import state as S
from hexagora.games.sygon.names import CARD_IDS, CLASS_NAMES, COLOUR_NAMES, KIND_NAMES, PIECE_NAMES, SPELL_NAMES
from hexagora.games.sygon.state import Box, State

FINAL = (S.A_END_CAST, S.A_END_TURN)  # the turn is over
LAID = {S.A_TOWN: "town", S.A_PLACE: "wizard", S.A_REAPPEAR: "wizard"}  # pieces that come to the hex that is clicked


def choice(box: Box, s: State, a: int) -> Choice:
    """A legal action with its way of clicks, what it costs and brings, and what one may regret."""
    first, k, _, _ = words.block(a)
    label, group, path, forecast, warning = CHOICES[first](box, s, a, k)
    changed = CHANGED[first](box, s, k) if first in CHANGED else []
    return Choice(a, words.text(box, s, a), label, group, path, forecast, warning,
                  [place(words.cell_name(box, c)) for c in changed], first in FINAL, *_toll(box, s, first, k),
                  lays=LAID.get(first, ""), usual=first == S.A_WALK)


def _toll(box: Box, s: State, first: int, k: int) -> tuple[str, str, int | None]:
    """What a move costs, as a sign on its hex, and the Gold that would be left."""
    if first not in (S.A_WALK, S.A_TELEPORT):
        return "", "", None
    fare = rules_move.teleport_price(box, s, s.actor) if first == S.A_TELEPORT else 0
    price = fare + sum(words.fees(box, s, s.actor, k % S.CELLS).values())
    return f"-{price}" if price else "", "", s.gold[s.actor] - price


def wizard_id(p: int, w: int) -> str:
    return f"p{p + 1}-w{w + 1}"


# the hexes that an action would change, beside those that are clicked


def _ringed(box: Box, s: State, k: int) -> list[int]:
    """The Towns that a Wall would encircle."""
    return forecasts.towns_encircled(box, s, s.actor, k)


def _cast_on(box: Box, s: State, k: int) -> list[int]:
    spell, stand = k // S.WIZARDS, s.wizard_at[s.actor][k % S.WIZARDS]
    return forecasts.steal_hexes(box, s, s.actor, stand) if spell == S.STEAL else [stand]


def _spared(box: Box, s: State, k: int) -> list[int]:
    return list(forecasts.hit_by(box, s, 1 << k))


def _struck(box: Box, s: State, k: int) -> list[int]:
    return list(forecasts.hit_by(box, s, box.die[k] & ~s.clouds & ~s.lulled))


CHANGED: dict[int, Callable[[Any, Any, int], Sequence[int]]] = {
    S.A_WALL: _ringed, S.A_BUILD_WALL: _ringed, S.A_FREE_WALL: _ringed,
    S.A_CAST: _cast_on, S.A_ECHO: _cast_on,
    S.A_LULL: _spared,
    S.A_FORESEE: _struck, S.A_ROLL: _struck,
}  # fmt: skip


# the ways of clicks


Made = tuple[str, str, list[Target], str, str]
Maker = Callable[[Any, Any, int, int], Made]


def wizard_target(s: State, w: int) -> Target:
    return Target("piece", wizard_id(s.actor, w))


def _border(box: Box, spot: int) -> Target:
    return Target("border", words.place_name(box, spot))


def _ware(box: Box, card: int) -> Target:
    """A card in the shop."""
    return Target("card", CARD_IDS[card], f"shop-{CLASS_NAMES[box.card_class[card]]}")


def _plain(label: str, group: str, forecast: str = "") -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        return label, group, [button(words.text(box, s, a))], forecast, ""

    return make


def _spoken(box: Box, s: State, a: int, k: int) -> Made:
    """Chance outcomes: the notation says it all."""
    text = words.text(box, s, a)
    return text.capitalize(), "chance", [button(text)], "", ""


def _town(box: Box, s: State, a: int, k: int) -> Made:
    name = words.cell_name(box, k)
    brings = f"1 {KIND_NAMES[rules_board.kind_of(s, k)]} and {s.value[k]} Gold each turn"
    walls = box.free_walls[box.zone[k]]
    near = forecasts.threats_to_town(box, s, s.actor, k)
    danger = f"; beside {' and '.join(f'{colour} ({effect})' for colour, effect in near.items())}" if near else ""
    frame = sum(1 for side in range(S.SIDES) if rules_board.beyond(box, k, side) == S.NO_CELL)
    sides = f"; {words.counted(frame, 'side')} on the frame" if frame else ""
    return f"Town on {name}", "town", [cell(name)], f"{brings}; {words.counted(walls, 'free Wall')}{sides}{danger}", ""


def _wall(group: str, verb: str) -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        return (f"{verb} {words.border(box, k)}", group, [_border(box, k)],
                forecasts.wall_forecast(box, s, s.actor, k), forecasts.wall_warning(box, k, s))

    return make


def _kind(verb: str, group: str, forecast: str = "") -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        return f"{verb} {KIND_NAMES[k]}", group, [button(group), button(KIND_NAMES[k])], forecast, ""

    return make


def _arrive(verb: str) -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        c = k % S.CELLS
        name, near = words.cell_name(box, c), forecasts.threats(box, s, c)
        brings = f"{KIND_NAMES[rules_board.kind_of(s, c)]}, Gold Value {s.value[c]}"
        danger = "".join(f"; if {colour} erupts: {effect}" for colour, effect in near.items())
        return f"{verb} {words.wizards_named([k // S.CELLS])} on {name}", "place", [cell(name)], brings + danger, ""

    return make


def _price_of_entry(box: Box, s: State, c: int, more: int) -> str:
    parts = [f"{more} Gold to the bank"] if more else []
    parts += [f"{gold} Gold to {words.who(box, o)}" for o, gold in words.fees(box, s, s.actor, c).items()]
    return ", ".join(parts) or "free"


def _side_to(box: Box, c: int, other: int) -> int:
    return next((d for d in range(S.SIDES) if box.neighbour[c][d] == other), S.NO_CELL)


def _walk(box: Box, s: State, a: int, k: int) -> Made:
    name = words.cell_name(box, k % S.CELLS)
    price = _price_of_entry(box, s, k % S.CELLS, 0)
    path = [wizard_target(s, k // S.CELLS), cell(name), button("walk")]
    return f"Walk to {name}", "walk", path, price, ""


def _teleport(box: Box, s: State, a: int, k: int) -> Made:
    p, w, c = s.actor, k // S.CELLS, k % S.CELLS
    name = words.cell_name(box, c)
    side = _side_to(box, s.wizard_at[p][w], c)
    walkable = side != S.NO_CELL and not rules_board.walled_off(box, s, p, s.wizard_at[p][w], side)
    price = rules_move.teleport_price(box, s, p)
    return (f"Teleport to {name}", "teleport", [wizard_target(s, w), cell(name), button("teleport")],
            _price_of_entry(box, s, c, price), "A Walk leads there as well." if walkable and price else "")


def _building(box: Box, s: State, a: int, k: int) -> Made:
    piece, name = k // S.CELLS, words.cell_name(box, k % S.CELLS)
    forecast = f"{forecasts.price_of(box, piece)}; +{box.points[piece]} SP"
    title = PIECE_NAMES[piece].capitalize()
    return f"Build a {title} on {name}", "build", [cell(name), button(PIECE_NAMES[piece])], forecast, ""


def _built_wall(box: Box, s: State, a: int, k: int) -> Made:
    label, _, path, forecast, warning = _wall("build", "Build a Wall on")(box, s, a, k)
    parts = filter(None, (forecasts.price_of(box, S.WALL), forecast))
    return label, "build", [*path, button(PIECE_NAMES[S.WALL])], "; ".join(parts), warning


def _transform(box: Box, s: State, a: int, k: int) -> Made:
    given, taken = KIND_NAMES[k // S.KINDS], KIND_NAMES[k % S.KINDS]
    price = words.prices(box, s, s.actor, k // S.KINDS, k % S.KINDS)
    return (f"Transform {given} into {taken}", "exchange", [button("transform"), button(given), button(taken)],
            f"1 {given} and {price} Gold", "")


def _buy(box: Box, s: State, a: int, k: int) -> Made:
    price = words.buy_price(box, s, s.actor)
    return f"Buy {KIND_NAMES[k]}", "exchange", [button("buy"), button(KIND_NAMES[k])], f"{price} Gold", ""


def _sell(box: Box, s: State, a: int, k: int) -> Made:
    return (f"Sell {KIND_NAMES[k]}", "exchange", [button("sell"), button(KIND_NAMES[k])],
            forecasts.gold_gain(box, s, s.actor, box.sell_gold), "")


def _spell(prefix: str) -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        spell, w = k // S.WIZARDS, k % S.WIZARDS
        name = SPELL_NAMES[spell]
        path = [wizard_target(s, w), button(f"{prefix}{name}".lower())]
        return (f"{prefix}{name.capitalize()} with {words.wizards_named([w])}", "cast", path,
                forecasts.spell_forecast(box, s, s.actor, spell, w), forecasts.spell_warning(s, s.actor, spell, w))

    return make


def _end(label: str, warn: Callable[[Any, Any, int], str], collects: bool = False) -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        brings = collects and not s.collected[s.actor]
        forecast = f"brings {forecasts.income_text(*forecasts.income(box, s, s.actor))}" if brings else ""
        return label, "end", [button(words.text(box, s, a))], forecast, warn(box, s, s.actor)

    return make


def _collect(box: Box, s: State, a: int, k: int) -> Made:
    brings = forecasts.income_text(*forecasts.income(box, s, s.actor))
    return "Collect now", "collect", [button(words.text(box, s, a))], f"brings {brings}; once in this turn", ""


def _purchase(box: Box, s: State, a: int, k: int) -> Made:
    card, kind = k // S.PRICES, k % S.PRICES
    pay = button("buy") if kind == S.ANY_KIND else button(KIND_NAMES[kind])
    label = f"Buy {words.card_title(box, card)}" + ("" if kind == S.ANY_KIND else f" for {KIND_NAMES[kind]}")
    return (label, "purchase", [_ware(box, card), pay], forecasts.purchase_forecast(box, s, s.actor, a),
            forecasts.purchase_warning(box, s, s.actor, a))


def _play(box: Box, s: State, a: int, k: int) -> Made:
    extra = rules_cards.ward_surcharge(box, s, s.actor)
    price = f"{extra} Gold for the Ward. " if extra else ""
    held = Target("card", CARD_IDS[k], f"hand-p{s.actor + 1}")
    return (f"Play {words.card_title(box, k)}", "play", [held, button("play")],
            price + forecasts.CARD_EFFECTS[CARD_IDS[k]], "")


def _replicate(box: Box, s: State, a: int, k: int) -> Made:
    return (f"Play as {words.card_title(box, k)}", "play", [_ware(box, k)], forecasts.CARD_EFFECTS[CARD_IDS[k]], "")


def _own_wizard(verb: str, group: str) -> Maker:
    def make(box: Box, s: State, a: int, k: int) -> Made:
        return f"{verb} {words.wizards_named([k])}", group, [wizard_target(s, k)], "", ""

    return make


def _flip(box: Box, s: State, a: int, k: int) -> Made:
    name = words.cell_name(box, k)
    after = "red" if s.token[k] == S.BLACK else "black"
    return f"Turn the token on {name}", "flip", [cell(name)], f"becomes {after}", ""


def _sunder(box: Box, s: State, a: int, k: int) -> Made:
    owner = words.who(box, s.wall[k // S.SIDES][k % S.SIDES] - 1)
    return f"Remove the Wall on {words.border(box, k)}", "sunder", [_border(box, k)], f"a Wall of {owner}", ""


def _lull(box: Box, s: State, a: int, k: int) -> Made:
    hit = [f"{words.cell_name(box, c)} {effect}" for c, effect in forecasts.hit_by(box, s, 1 << k).items()]
    return (f"Lull {COLOUR_NAMES[k]}", "lull", [button(COLOUR_NAMES[k])],
            "; ".join([f"{forecasts.odds_now(box, s, k)} in {S.FACES}", *([", ".join(hit)] if hit else [])]), "")


def _foresee(box: Box, s: State, a: int, k: int) -> Made:
    shown = " and ".join(c for i, c in enumerate(COLOUR_NAMES) if box.die[k] >> i & 1)
    return f"Face {k + 1}: {shown}", "foresee", [button(f"face {k + 1}")], forecasts.roll_forecast(box, s, k), ""


def _lose(box: Box, s: State, a: int, k: int) -> Made:
    kind, name = PIECE_NAMES[S.WORKSHOP + k // S.CELLS], words.cell_name(box, k % S.CELLS)
    piece = S.WORKSHOP + k // S.CELLS
    cubes, gold = box.yield_cubes[piece], box.yield_gold[piece]
    what = f"{gold} Gold" if gold else f"{cubes} {KIND_NAMES[rules_board.kind_of(s, k % S.CELLS)]}"
    return (f"Lose the {kind.capitalize()}", "lose", [Target("piece", f"{kind}-{name}")],
            f"-{box.points[piece]} SP, {what} less each turn", "")


CHOICES: dict[int, Maker] = {
    S.A_FIRST: _spoken,
    S.A_SEATS: _spoken,
    S.A_TILE: _spoken,
    S.A_TOKEN: _spoken,
    S.A_TOWN: _town,
    S.A_WALL: _wall("wall", "Wall on"),
    S.A_TAKE: _kind("Take", "take"),
    S.A_PLACE: _arrive("Place"),
    S.A_REAPPEAR: _arrive("Bring back"),
    S.A_WALK: _walk,
    S.A_TELEPORT: _teleport,
    S.A_END_MOVE: _end("Done moving", forecasts.end_move_warning),
    S.A_BUILD: _building,
    S.A_BUILD_WALL: _built_wall,
    S.A_TRANSFORM: _transform,
    S.A_SELL: _sell,
    S.A_BUY: _buy,
    S.A_END_BUILD: _end("Done building", forecasts.end_build_warning),
    S.A_CAST: _spell(""),
    S.A_ECHO: _spell("Echo "),
    S.A_END_CAST: _end("Collect and end the turn", forecasts.end_turn_warnings, collects=True),
    S.A_PURCHASE: _purchase,
    S.A_PLAY: _play,
    S.A_COLLECT: _collect,
    S.A_END_TURN: _end("End the turn", forecasts.end_turn_warnings, collects=True),
    S.A_HAND_OVER: _plain("Let your teammate act", "team"),
    S.A_DISCARD: _kind("Discard", "discard"),
    S.A_VANISH: _own_wizard("Vanish", "vanish"),
    S.A_VANISH_DONE: _plain("No more", "vanish"),
    S.A_FLIP: _flip,
    S.A_FLIP_DONE: _plain("No more tokens", "flip"),
    S.A_FREE_WALL: _wall("wall", "Free Wall on"),
    S.A_NO_WALL: _plain("No Wall", "wall"),
    S.A_EXTRA_MOVE: _own_wizard("Another move for", "extra move"),
    S.A_LULL: _lull,
    S.A_SUNDER: _sunder,
    S.A_REPLICATE: _replicate,
    S.A_ROLL: _spoken,
    S.A_FORESEE: _foresee,
    S.A_LOSE: _lose,
}
