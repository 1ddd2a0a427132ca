"""The way of clicks to each action of Hexcape, what it costs and brings, and what to think of before."""

from bisect import bisect_left
from collections.abc import Sequence

from hexagora.engine.scene import Choice, Target, button, cell, place, player
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape import words
from hexagora.games.hexcape.roads import finishing, grid, roads
from hexagora.games.hexcape.rules_cards import long_swap_price
from hexagora.games.hexcape.rules_map import place_of, token_on
from hexagora.games.hexcape.rules_move import is_linked, list_steps, list_teleports, may_draw, price_of, swap_surcharge
from hexagora.games.hexcape.state import Box, State
from hexagora.games.hexcape.texts import (
    card_text,
    card_title,
    cell_name,
    colour_word,
    map_board,
    map_title,
    ordinal,
    title_of,
)

RAISE, LOWER = button("raise"), button("lower")
ON_OWN_ROAD = "this hex is on your own cheapest road"


def choice(box: Box, s: State, a: int) -> Choice:
    """A legal action with its label, clicks, forecast and warning."""
    if a < S.CHANGE:
        return _journey(box, s, a)
    if a < S.ERASE:
        return _change(box, s, [a])[0]
    if a < S.STOP_MOVING:
        return _card(box, s, a)
    if a < S.TAKE:
        return _control(box, s, a)
    if a < S.ROLL:
        return _arrangement(box, s, a)
    text = words.text(box, s, a)
    return Choice(a, text, text.capitalize(), "chance", [button(text.replace(" ", "-"))])


def choices(box: Box, s: State, actions: Sequence[int]) -> list[Choice]:
    """As `choice` says of each; actions ascend."""
    first, last = bisect_left(actions, S.CHANGE), bisect_left(actions, S.ERASE)
    return [*(choice(box, s, a) for a in actions[:first]),
            *_change(box, s, actions[first:last]),
            *(choice(box, s, a) for a in actions[last:])]


def _spot(box: Box, s: State, c: int) -> Target:
    return cell(cell_name(box, s, c))


# moving


def _reached(box: Box, s: State) -> list[int]:
    """The hexes that the player can enter now by a step or a teleport, as often as there are ways."""
    out = [0] * S.MAX_LEGAL
    n = list_teleports(box, s, out, list_steps(box, s, out, 0))
    return [a - S.GO if a < S.TELEPORT else a - S.TELEPORT for a in out[:n]]


def _price(box: Box, s: State, c: int) -> str:
    """What entering a hex costs; a swap as surcharge + cost."""
    other = token_on(box, s, c)
    if other == S.NOBODY:
        return str(price_of(box, s, c))
    extra = swap_surcharge(box, s, s.actor, other)
    return f"{extra}+{price_of(box, s, c) - extra}"


def _journey(box: Box, s: State, a: int) -> Choice:
    by_teleport = a >= S.TELEPORT
    c = a - S.TELEPORT if by_teleport else a - S.GO
    other, price, name = token_on(box, s, c), price_of(box, s, c), cell_name(box, s, c)
    group = "teleport" if by_teleport else "step" if other == S.NOBODY else "swap"
    label = f"Teleport to {name}" if by_teleport else f"Move to {name}"
    if other != S.NOBODY:
        label += f", swapping with {title_of(box, s, other)}"
    path = [_spot(box, s, c)]
    if _is_ambiguous(box, s, c):
        path.append(button(group))
    entry = _Entry(box, s, c, price, not by_teleport or bool(box.teleport_chain))
    warning = _sent_forward(box, s, other, s.at[s.actor]) if other != S.NOBODY else entry.warning
    return Choice(a, words.text(box, s, a), label, group, path, entry.forecast, warning,
                  _named(box, s, [s.at[s.actor]] if other != S.NOBODY else entry.targets), entry.last,
                  _price(box, s, c), left=entry.left)


def _named(box: Box, s: State, cells: list[int]) -> list[str]:
    return [place(cell_name(box, s, c)) for c in cells]


def _is_ambiguous(box: Box, s: State, c: int) -> bool:
    """Whether a hex can be reached by a step and by a teleport."""
    linked = s.right != S.NO_RIGHT and is_linked(box, s, place_of(box, s, s.at[s.actor]), place_of(box, s, c))
    return linked and c in _near(box, s)


def _near(box: Box, s: State) -> list[int]:
    """The neighbours that the player can afford."""
    out = [0] * S.SIDES
    return [a - S.GO for a in out[: list_steps(box, s, out, 0)]]


def _sent_forward(box: Box, s: State, other: int, target: int) -> str:
    gain = roads(box, s).gain(s.at[other], target)
    return f"sends {title_of(box, s, other)} forward by {gain} AP" if gain > 0 else ""


class _Entry:
    """What entering a hex costs and brings: the win, a card, a teleport, the end of the turn."""

    def __init__(self, box: Box, s: State, c: int, price: int, opens_teleport: bool):
        self.box, self.s, self.c, self.left = box, s, c, s.ap - price
        self.warning = ""
        self.targets: list[int] = []
        wins, draws = c == box.goal[s.map], bool(may_draw(box, s, c))
        self.last = wins or (self.left == 0 and not draws)
        brings = [f"costs {price} AP and wins the game"] if wins else [f"costs {price} AP, {self.left} left"]
        if draws:
            brings.append("you may draw a card")
        elif self.last and not wins:
            brings.append("your turn is over")
        if opens_teleport and self.left and not wins:
            brings += self._teleport()
        self.forecast = "; ".join(brings)

    def _teleport(self) -> list[str]:
        """Where the hex leads: by its letters, or by the die with the chance of a place that can be paid."""
        index = place_of(self.box, self.s, self.c)
        if self.box.letters[index]:
            self.targets = self._linked(S.BY_LETTER)
            if not self.targets:
                return ["no teleport by its letters can be paid"]
            return [f"you may teleport by its letters to {', '.join(self._spots())}"]
        if not self.box.numbers[index]:
            return []
        die = self.box.die[self.s.map]
        faces = [self._linked(face) for face in range(1, die + 1)]
        self.targets = sorted({c for linked in faces for c in linked})
        if not self.targets:
            self.warning = "whatever you roll, you cannot pay a teleport"
            return ["you roll for the teleport"]
        good = sum(1 for linked in faces if linked)
        return [f"you roll for the teleport: {good} of {die} faces lead to a hex that you can pay"]

    def _spots(self) -> list[str]:
        then = self._arrived(S.BY_LETTER)
        return [f"{cell_name(self.box, self.s, c)} ({price_of(self.box, then, c)} AP)" for c in self.targets]

    def _arrived(self, right: int) -> State:
        """On the hex, with a right to teleport."""
        then: State = self.s.clone()
        then.at[then.actor], then.ap, then.rope, then.right = self.c, self.left, 0, right
        return then

    def _linked(self, right: int) -> list[int]:
        """The hexes to which a right to teleport would lead from there."""
        then = self._arrived(right)
        out = [0] * S.MAX_LEGAL
        return [a - S.TELEPORT for a in out[: list_teleports(self.box, then, out, 0)]]


# changing


def _change(box: Box, s: State, actions: Sequence[int]) -> list[Choice]:
    """Changes of hexes; on a large map there are two thousand."""
    names, road, costs = grid(box, s.map).names, _own_road(box, s), s.cost
    left = s.ap - box.change_price
    found = []
    for a in actions:
        c, lower = divmod(a - S.CHANGE, 2)
        name, cost = names[c], costs[c]
        now = cost - 1 if lower else cost + 1
        found.append(Choice(a, words.change_text(name, lower), f"{'Lower' if lower else 'Raise'} {name} to {now}",
                            "change", [cell(name), LOWER if lower else RAISE],
                            f"{name} costs {now} instead of {cost}; {left} AP left",
                            ON_OWN_ROAD if c in road and not lower else "", final=left == 0))
    return found


def _own_road(box: Box, s: State) -> set[int]:
    """The hexes of the player's own cheapest walk."""
    return set(roads(box, s).path(s.at[s.actor]))


# cards


def _card(box: Box, s: State, a: int) -> Choice:
    text = words.text(box, s, a)
    if a < S.LEAP_TO:
        c = a - S.ERASE
        printed = box.printed[place_of(box, s, c)]
        return Choice(a, text, f"Erase the change of {cell_name(box, s, c)}", "erase", [_spot(box, s, c)],
                      f"costs {printed} again instead of {s.cost[c]}")
    number, path, forecast, warning = _play(box, s, a)
    return Choice(a, text, " ".join(["Play", card_title(box, number), *text.split()[2:]]), "card",
                  [Target("card", f"card-{s.actor + 1}"), *path], forecast, warning)


def _play(box: Box, s: State, a: int) -> tuple[int, list[Target], str, str]:
    """The card of a play, the clicks after it, its forecast and warning."""
    if a < S.SHOVE_TO:
        c = a - S.LEAP_TO
        entry = _Entry(box, s, c, s.cost[c], True)
        return S.LEAP, [_spot(box, s, c)], entry.forecast, entry.warning
    if a < S.LONG_SWAP_WITH:
        other, c = words.shove_target(box, s, a)
        return S.SHOVE, [_token(other), _spot(box, s, c)], "free", _sent_forward(box, s, other, c)
    if a < S.TRAILBLAZE:
        other = a - S.LONG_SWAP_WITH
        c = s.at[other]
        entry = _Entry(box, s, c, long_swap_price(box, s, c), True)
        return S.LONG_SWAP, [_token(other)], entry.forecast, _sent_forward(box, s, other, s.at[s.actor])
    if a < S.BARRICADE_ON:
        c = a - S.TRAILBLAZE
        now = max(box.lowest, s.cost[c] - box.amount[S.TRAILBLAZER])
        return S.TRAILBLAZER, [_spot(box, s, c)], f"free; costs {now} instead of {s.cost[c]}", ""
    if a < S.PLAY:
        c = a - S.BARRICADE_ON
        now = min(box.highest, s.cost[c] + box.amount[S.BARRICADE])
        return S.BARRICADE, [_spot(box, s, c)], f"free; costs {now} instead of {s.cost[c]}", \
            ON_OWN_ROAD if c in _own_road(box, s) else ""
    return a - S.PLAY, [], f"free; shown and used up; {card_text(box, a - S.PLAY)}", ""


def _token(p: int) -> Target:
    return Target("piece", f"token-{p + 1}")


# the rest


def _control(box: Box, s: State, a: int) -> Choice:
    text = words.text(box, s, a)
    forecast = warning = ""
    if a == S.STOP_MOVING:
        forecast = f"no more moving this turn; {s.ap} AP for changing the map"
        if box.goal[s.map] in _reached(box, s):
            warning = "you can move onto the End hex and win now"
    elif a == S.END_TURN:
        warning = _end_warning(box, s)
    elif a == S.DRAW:
        left = box.deck - sum(1 for p in range(box.players) if s.fate[p] != S.NO_CARD)
        forecast = f"the top card of the special deck, one of {left}"
        warning = "this is your only card of the whole game"
    elif a == S.NO_DRAW:
        forecast = "you can draw on another card hex later"
    return Choice(a, text, text.capitalize(), "end" if a == S.END_TURN else "turn", [button(text.replace(" ", "-"))],
                  forecast, warning, final=a == S.END_TURN or (a == S.NO_DRAW and s.ap == 0))


def _end_warning(box: Box, s: State) -> str:
    """About points that are lost, and about opponents before the goal."""
    near = [f"{title_of(box, s, p)} can walk to the End with the next roll ({odds})" for p, odds in finishing(box, s)]
    return "; ".join([f"{s.ap} AP unspent are lost", *near])


def _arrangement(box: Box, s: State, a: int) -> Choice:
    text = words.text(box, s, a)
    target = button(text.replace(" ", "-"))
    if a < S.WISH:
        return Choice(a, text, f"Take the {colour_word(box, a - S.TAKE)} token", "token", [target])
    if a < S.CHOOSE:
        return _vote(box, a, text, "Wish for", a - S.WISH)
    if a < S.OFFER:
        return _vote(box, a, text, "Choose", a - S.CHOOSE)
    if a < S.NO_OFFER:
        other = a - S.OFFER
        return Choice(a, text, f"Offer {title_of(box, s, other)} to swap places", "order", [player(other)],
                      _exchange(box, s, s.actor, other))
    forecast = _exchange(box, s, s.actor, s.asking[s.turn]) if a == S.ACCEPT else "the order stays as it is"
    return Choice(a, text, text.capitalize(), "order", [target], forecast)


def _exchange(box: Box, s: State, own: int, other: int) -> str:
    """What an exchange of places in the order means for a player."""
    rank = [ordinal(next(k + 1 for k in range(box.players) if s.order[k] == p)) for p in (other, own)]
    return f"you would be {rank[0]} instead of {rank[1]}"


def _vote(box: Box, a: int, text: str, verb: str, k: int) -> Choice:
    """A map is looked at before it is chosen: the way to it is its picture."""
    way = [Target("board", map_board(box, k))]
    return Choice(a, text, f"{verb} {map_title(box, k)}", "map", way, _map_forecast(box, k))


def _map_forecast(box: Box, k: int) -> str:
    thaw = f"thaw in round {box.thaw[k]}" if box.thaw[k] else "no thaw"
    return f"difficulty {box.difficulty[k]}, die with {box.die[k]} faces, {box.passable[k]} passable hexes, {thaw}"
