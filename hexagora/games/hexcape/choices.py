"""The way of clicks to each action of Hexcape, what it costs and brings, and what to think of before."""

from typing import Any

from hexagora.engine.scene import Choice, Target, button, cell
from hexagora.games.hexcape import words
from hexagora.games.hexcape.roads import Roads
from hexagora.games.hexcape.rules_cards import long_swap_price
from hexagora.games.hexcape.rules_map import place_of, token_on
from hexagora.games.hexcape.rules_move import is_linked, list_steps, may_draw, price_of
from hexagora.games.hexcape.state import (
    BARRICADE,
    BARRICADE_ON,
    CHANGE,
    CHOOSE,
    DRAW,
    END_TURN,
    ERASE,
    GO,
    LEAP,
    LEAP_TO,
    LONG_SWAP,
    LONG_SWAP_WITH,
    NO_OFFER,
    NO_RIGHT,
    NOBODY,
    OFFER,
    PLAY,
    ROLL,
    SHOVE,
    SHOVE_TO,
    SIDES,
    STOP_MOVING,
    TAKE,
    TELEPORT,
    TRAILBLAZE,
    TRAILBLAZER,
    WISH,
)
from hexagora.games.hexcape.texts import card_title, cell_name, colour_word, map_title, title_of


def choice(box: Any, s: Any, a: int) -> Choice:
    """A legal action with its label, clicks, forecast and warning."""
    if a < CHANGE:
        return _journey(box, s, a)
    if a < ERASE:
        return _change(box, s, a)
    if a < STOP_MOVING:
        return _card(box, s, a)
    if a < TAKE:
        return _control(box, s, a)
    if a < ROLL:
        return _arrangement(box, s, a)
    text = words.text(box, s, a)
    return Choice(a, text, text.capitalize(), "chance", [button(text.replace(" ", "-"))])


def _spot(box: Any, s: Any, c: int) -> Target:
    return cell(cell_name(box, s, c))


# moving


def _journey(box: Any, s: Any, a: int) -> Choice:
    by_teleport = a >= TELEPORT
    c = a - TELEPORT if by_teleport else a - GO
    other, price, name = token_on(box, s, c), price_of(box, s, c), cell_name(box, s, c)
    group = "teleport" if by_teleport else "step" if other == NOBODY else "swap"
    label = f"Teleport to {name}" if by_teleport else f"Move to {name}"
    if other != NOBODY:
        label += f", swapping with {title_of(box, s, other)}"
    path = [_spot(box, s, c)]
    if _is_ambiguous(box, s, c):
        path.append(button(group))
    return Choice(a, words.text(box, s, a), label, group, path, _arrival(box, s, c, price, by_teleport),
                  _journey_warning(box, s, c, price, other))


def _is_ambiguous(box: Any, s: Any, c: int) -> bool:
    """Whether a hex can be reached by a step and by a teleport."""
    linked = s.right != NO_RIGHT and is_linked(box, s, place_of(box, s, s.at[s.actor]), place_of(box, s, c))
    return linked and c in _near(box, s)


def _near(box: Any, s: Any) -> list[int]:
    """The neighbours that the player can afford."""
    out = [0] * SIDES
    return [a - GO for a in out[: list_steps(box, s, out, 0)]]


def _arrival(box: Any, s: Any, c: int, price: int, by_teleport: bool) -> str:
    """What entering a hex costs and brings."""
    if c == box.goal[s.map]:
        return f"costs {price} AP and wins the game"
    left, place = s.ap - price, place_of(box, s, c)
    brings = [f"costs {price} AP, {left} left"]
    if may_draw(box, s, c):
        brings.append("you may draw a card")
    elif left == 0:
        brings.append("your turn is over")
    if left and not (by_teleport and not box.teleport_chain):
        if box.letters[place]:
            brings.append("you may teleport by its letters")
        elif box.numbers[place]:
            brings.append("you roll for the teleport")
    return "; ".join(brings)


def _journey_warning(box: Any, s: Any, c: int, price: int, other: int) -> str:
    if other != NOBODY:
        gain = Roads(box, s).gain(c, s.at[s.actor])
        return f"sends {title_of(box, s, other)} forward by {gain} AP" if gain > 0 else ""
    place = place_of(box, s, c)
    if not box.numbers[place]:
        return ""
    others = [price_of(box, s, o) for o in range(box.passable[s.map])
              if o != c and box.numbers[place_of(box, s, o)]]  # fmt: skip
    return "whatever you roll, you cannot pay a teleport" if min(others) > s.ap - price else ""


# changing


def _change(box: Any, s: Any, a: int) -> Choice:
    c, lower = divmod(a - CHANGE, 2)
    name = cell_name(box, s, c)
    verb, now = ("Lower", s.cost[c] - 1) if lower else ("Raise", s.cost[c] + 1)
    forecast = f"{name} costs {now} instead of {s.cost[c]}; {s.ap - box.change_price} AP left"
    return Choice(a, words.text(box, s, a), f"{verb} {name} to {now}", "change",
                  [_spot(box, s, c), button("lower" if lower else "raise")], forecast,
                  "" if lower else _own_road(box, s, c))


def _own_road(box: Any, s: Any, c: int) -> str:
    return "this hex is on your own cheapest road" if c in Roads(box, s).path(s.at[s.actor]) else ""


# cards


def _card(box: Any, s: Any, a: int) -> Choice:
    text = words.text(box, s, a)
    if a < LEAP_TO:
        c = a - ERASE
        printed = box.printed[place_of(box, s, c)]
        return Choice(a, text, f"Erase the change of {cell_name(box, s, c)}", "erase", [_spot(box, s, c)],
                      f"costs {printed} again instead of {s.cost[c]}")
    number, path, forecast, warning = _play(box, s, a)
    return Choice(a, text, " ".join(["Play", card_title(box, number), *text.split()[2:]]), "card",
                  [Target("card", f"card-{s.actor + 1}"), *path], forecast, warning)


def _play(box: Any, s: Any, a: int) -> tuple[int, list[Target], str, str]:
    """The card of a play, the clicks after it, its forecast and warning."""
    if a < SHOVE_TO:
        c = a - LEAP_TO
        return LEAP, [_spot(box, s, c)], _arrival(box, s, c, s.cost[c], False), ""
    if a < LONG_SWAP_WITH:
        player, c = words.shove_target(box, s, a)
        gain = Roads(box, s).gain(s.at[player], c)
        warning = f"sends {title_of(box, s, player)} forward by {gain} AP" if gain > 0 else ""
        return SHOVE, [Target("piece", f"token-{player + 1}"), _spot(box, s, c)], "free", warning
    if a < TRAILBLAZE:
        player = a - LONG_SWAP_WITH
        c = s.at[player]
        gain = Roads(box, s).gain(c, s.at[s.actor])
        warning = f"sends {title_of(box, s, player)} forward by {gain} AP" if gain > 0 else ""
        return LONG_SWAP, [Target("piece", f"token-{player + 1}")], _arrival(
            box, s, c, long_swap_price(box, s, c), False), warning
    if a < BARRICADE_ON:
        c = a - TRAILBLAZE
        now = max(box.lowest, s.cost[c] - box.amount[TRAILBLAZER])
        return TRAILBLAZER, [_spot(box, s, c)], f"free; costs {now} instead of {s.cost[c]}", ""
    if a < PLAY:
        c = a - BARRICADE_ON
        now = min(box.highest, s.cost[c] + box.amount[BARRICADE])
        return BARRICADE, [_spot(box, s, c)], f"free; costs {now} instead of {s.cost[c]}", _own_road(box, s, c)
    return a - PLAY, [], "free; shown and used up", ""


# the rest


def _control(box: Any, s: Any, a: int) -> Choice:
    text = words.text(box, s, a)
    forecast = warning = ""
    if a == STOP_MOVING:
        forecast = f"no more moving this turn; {s.ap} AP for changing the map"
        if box.goal[s.map] in _near(box, s):
            warning = "you can move onto the End hex and win now"
    elif a == END_TURN:
        warning = f"{s.ap} AP unspent are lost"
    elif a == DRAW:
        forecast = "the top card of the special deck"
        warning = "this is your only card of the whole game"
    return Choice(a, text, text.capitalize(), "turn", [button(text.replace(" ", "-"))], forecast, warning)


def _arrangement(box: Any, s: Any, a: int) -> Choice:
    text = words.text(box, s, a)
    target = button(text.replace(" ", "-"))
    if a < WISH:
        return Choice(a, text, f"Take the {colour_word(box, a - TAKE)} token", "token", [target])
    if a < CHOOSE:
        return Choice(a, text, f"Wish for {_map_label(box, a - WISH)}", "map", [target])
    if a < OFFER:
        return Choice(a, text, f"Choose {_map_label(box, a - CHOOSE)}", "map", [target])
    if a < NO_OFFER:
        other = a - OFFER
        return Choice(a, text, f"Offer {title_of(box, s, other)} to swap places", "order",
                      [Target("player", str(other))])
    return Choice(a, text, text.capitalize(), "order", [target])


def _map_label(box: Any, k: int) -> str:
    return f"{map_title(box, k)} (difficulty {box.difficulty[k]}, d{box.die[k]})"
