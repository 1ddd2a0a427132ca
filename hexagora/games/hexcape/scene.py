"""What people see of Hexcape: the map with its prices, the players' panels, prompts, and the way to each action."""

from typing import Any

from hexagora.engine.scene import POINTY, Badge, Board, Cell, Meter, Panel, Piece, Pile, Scene
from hexagora.games.hexcape import maps
from hexagora.games.hexcape.choices import choice
from hexagora.games.hexcape.positions import OPEN_MAP, TALLY_WORDS
from hexagora.games.hexcape.roads import Roads
from hexagora.games.hexcape.rules_map import has_thawed, place_of, token_on
from hexagora.games.hexcape.rules_move import list_steps, list_teleports, price_of, swap_surcharge
from hexagora.games.hexcape.state import (
    ACTION_ROLL,
    ANSWERING,
    ASKED_TO_DRAW,
    CHANGING,
    CHOOSING,
    DRAWING,
    ERASING,
    FACE_DOWN,
    FINISHED,
    MAX_LEGAL,
    MOVING,
    NEXT_PLACE,
    NO_CARD,
    NOBODY,
    OFFERING,
    OPEN,
    SECOND_ROLL,
    SIDE_ROLL,
    TAKING,
    TELEPORT,
    TELEPORT_ROLL,
    TIE_ROLL,
    UNKNOWN_CARD,
    USED,
    WISHING,
)
from hexagora.games.hexcape.texts import (
    card_title,
    cell_name,
    index_text,
    map_id,
    map_title,
    ordinal,
    player_word,
    title_of,
)
from hexagora.hexes import Layout

__all__ = ["choice", "scene"]

STEPS = ["Roll", "Move", "Change"]
STEP_OF = {ACTION_ROLL: 0, SECOND_ROLL: 0, MOVING: 1, TELEPORT_ROLL: 1, ASKED_TO_DRAW: 1, DRAWING: 1, CHANGING: 2,
           ERASING: 2}  # fmt: skip
NUMBER_WORDS = {1: "one", 2: "two", 3: "three"}
TALLY_TITLES = ("AP rolled", "AP for moving", "AP for swapping", "AP for raising", "AP for lowering", "AP unspent",
                "hexes entered", "swaps made", "teleports")  # fmt: skip
SWAPS_MADE = TALLY_WORDS.index("swaps")
NO_WALK = 1 << 30  # ranks behind every walk
TEN = "X"  # the glyph of a cost of ten, for terminals


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    """Everything on the table, made from what the viewer may know."""
    fixed = not (box.vote and s.phase in OPEN_MAP)
    boards = [_board(box, s)] if fixed else [_thumbnail(box, k) for k in range(box.maps)]
    roads = Roads(box, s) if fixed else None
    return Scene(
        "hexcape",
        f"Hexcape: {map_title(box, s.map)}" if fixed else "Hexcape",
        boards,
        _tokens(box, s, fixed),
        [_panel(box, s, seats, p, roads) for p in range(box.players)],
        prompt(box, s),
        piles=_piles(box, s),
        steps=STEPS,
        step=STEP_OF.get(s.phase),
        notes=_notes(box, s, roads),
    )


# the map


def _thumbnail(box: Any, k: int) -> Board:
    """A candidate of the vote: its hexes and what is to be known of it."""
    cells = []
    for i in range(box.first[k], box.first[k] + box.hexes[k]):
        row, column = int(box.row[i]), int(box.column[i])
        x, y = Layout().centre(maps.axial(row, column))
        passable = i - box.first[k] < box.passable[k]
        kind = i - box.first[k]
        terrain = ("start" if kind == box.start[k] else "end" if kind == box.goal[k] else
                   "rock" if not passable else "road" if box.printed[i] == box.lowest else "land")  # fmt: skip
        glyph = {"start": "S", "end": "E", "rock": "#"}.get(terrain) or _digit(box.printed[i])
        cells.append(Cell(maps.cell_name(row, column), x, y, terrain, glyph))
    thaw = f"thaw in round {box.thaw[k]}" if box.thaw[k] else "no thaw"
    title = f"{map_title(box, k)} (difficulty {box.difficulty[k]}, d{box.die[k]}, {thaw})"
    return Board(f"map-{map_id(box, k)}", POINTY, cells, title)


def _digit(cost: int) -> str:
    return str(cost) if cost < 10 else TEN


def _board(box: Any, s: Any) -> Board:
    first, prices, roads = int(box.first[s.map]), _prices(box, s), Roads(box, s)
    cells = []
    for c in range(box.hexes[s.map]):
        row, column = int(box.row[first + c]), int(box.column[first + c])
        x, y = Layout().centre(maps.axial(row, column))
        name = maps.cell_name(row, column)
        if c >= box.passable[s.map]:
            cells.append(Cell(name, x, y, "rock", "#", name, note=f"{name}: impassable rock"))
            continue
        cells.append(Cell(name, x, y, _terrain(box, s, c), _glyph(box, s, c), name, _badges(box, s, c, prices),
                          _note(box, s, c, roads)))
    return Board("board", POINTY, cells, map_title(box, s.map))


def _terrain(box: Any, s: Any, c: int) -> str:
    place = place_of(box, s, c)
    if c == box.start[s.map]:
        return "start"
    if c == box.goal[s.map]:
        return "end"
    if box.letters[place] or box.numbers[place]:
        return "teleport"
    return "road" if box.printed[place] == box.lowest else "land"


def _glyph(box: Any, s: Any, c: int) -> str:
    ends = {box.start[s.map]: "S", box.goal[s.map]: "E"}
    return ends.get(c) or _digit(s.cost[c])


def _badges(box: Any, s: Any, c: int, prices: dict[int, str]) -> list[Badge]:
    place = place_of(box, s, c)
    badges = [Badge("cost", str(s.cost[c]))]
    if s.cost[c] != box.printed[place]:
        cheaper = s.cost[c] < box.printed[place]
        badges.append(Badge("cheaper" if cheaper else "dearer", f"{'↓' if cheaper else '↑'}{box.printed[place]}"))
    if index_text(box, place):
        badges.append(Badge("swirl", index_text(box, place)))
    if box.card_hex[place]:
        badges.append(Badge("card"))
    if s.phase == MOVING and s.right > 0 and box.numbers[place] >> (s.right - 1) & 1:
        badges.append(Badge("rolled", str(s.right)))
    if c in prices:
        badges.append(Badge("price", prices[c]))
    return badges


def _prices(box: Any, s: Any) -> dict[int, str]:
    """The hexes that the active player can afford, with the price; a swap as surcharge + cost. Cards do not count,
    since that would tell the others what is in the hand."""
    if s.phase != MOVING:
        return {}
    out = [0] * MAX_LEGAL
    n = list_teleports(box, s, out, list_steps(box, s, out, 0))
    lit = {a if a < TELEPORT else a - TELEPORT for a in out[:n]}
    return {c: _price(box, s, c) for c in lit}


def _price(box: Any, s: Any, c: int) -> str:
    other = token_on(box, s, c)
    if other == NOBODY:
        return str(price_of(box, s, c))
    extra = swap_surcharge(box, s, s.actor, other)
    return f"{extra}+{price_of(box, s, c) - extra}"


def _note(box: Any, s: Any, c: int, roads: Roads) -> str:
    """A hex in words: what it is, what it costs, who stands there, and the cheapest walk from it."""
    place, name = place_of(box, s, c), cell_name(box, s, c)
    parts = [{"start": "Start", "end": "End"}.get(_terrain(box, s, c), f"costs {s.cost[c]}")]
    if s.cost[c] != box.printed[place]:
        parts.append(f"{'cheaper' if s.cost[c] < box.printed[place] else 'dearer'} than the printed "
                     f"{box.printed[place]}")
    if index_text(box, place):
        parts.append(f"teleport {index_text(box, place)}")
    if box.card_hex[place]:
        parts.append("card hex")
    here = [title_of(box, s, p) for p in range(box.players) if s.at[p] == c]
    if here:
        parts.append(f"{', '.join(here)} here")
    walk = roads.walks[c]
    if walk is None:
        parts.append("no walk to the End")
    elif walk[1]:
        way = " ".join(cell_name(box, s, step) for step in roads.path(c))
        parts.append(f"cheapest walk to the End costs {walk[0]}: {way}")
    return f"{name}: {', '.join(parts)}"


# tokens, cards and panels


def _tokens(box: Any, s: Any, fixed: bool) -> list[Piece]:
    pieces = []
    for p in range(box.players):
        if not s.colour[p]:
            continue
        word = player_word(box, s, p)
        at = cell_name(box, s, s.at[p]) if fixed else ""
        pieces.append(Piece(f"token-{p + 1}", "token", at, p, "board" if fixed else None, word[0].upper(), [word],
                            word, f"{word.capitalize()}'s token"))
    return pieces


def _panel(box: Any, s: Any, seats: list[str], p: int, roads: Roads | None) -> Panel:
    meters = []
    place = _place_in_order(box, s, p)
    if place:
        meters.append(Meter("order", ordinal(place), note="place in the turn order"))
    if roads and s.round:
        walk = roads.walks[s.at[p]]
        meters.append(Meter("to the End", "no walk" if walk is None else walk[0], icon="flag",
                            note="cost of the cheapest walk to the End hex" +
                            ("" if walk is None else f", {walk[1]} steps")))
    active = s.actor == p and s.phase not in (FINISHED, NEXT_PLACE)
    if active and s.round:
        meters.append(Meter("AP", s.ap, int(box.die[s.map]), "pips", "action points left this turn"))
    if s.round:
        if box.cards_on:
            meters.append(Meter("card", _card_state(box, s, p), icon="card"))
        counted = range(len(TALLY_TITLES)) if s.phase == FINISHED else (SWAPS_MADE,)
        meters += [Meter(TALLY_TITLES[k], s.tally[p][k]) for k in counted]
    elif s.wish[p]:
        meters.append(Meter("would like", map_title(box, s.wish[p] - 1)))
    if not s.round and s.rolled[p]:
        meters.append(Meter("throw", f"{s.rolled[p]}, then {s.again[p]}" if s.again[p] else s.rolled[p], icon="die"))
    return Panel(p, seats[p], player_word(box, s, p), meters, active, _winner_note(s, p))


def _winner_note(s: Any, p: int) -> str:
    return "winner" if s.winners >> p & 1 else ""


def _place_in_order(box: Any, s: Any, p: int) -> int:
    """From 1; 0 while the order is not known."""
    if s.phase in OPEN_MAP and s.phase not in (WISHING, CHOOSING):
        return 0
    return next(k + 1 for k in range(box.players) if s.order[k] == p)


def _card_state(box: Any, s: Any, p: int) -> str:
    if s.fate[p] == NO_CARD:
        return "none drawn"
    title = "" if s.card[p] == UNKNOWN_CARD else card_title(box, s.card[p] - 1)
    if s.fate[p] == FACE_DOWN:
        return f"{title} (face down)" if title else "one face-down card"
    return f"{title} ({'open' if s.fate[p] == OPEN else 'used'})"


def _piles(box: Any, s: Any) -> list[Pile]:
    if not box.cards_on:
        return []
    drawn = [p for p in range(box.players) if s.fate[p] != NO_CARD]
    piles = [Pile("deck", "special cards", int(box.deck) - len(drawn), note="shuffled, face down")]
    for p in drawn:
        if s.fate[p] != USED:
            shown = [] if s.card[p] == UNKNOWN_CARD else [card_title(box, s.card[p] - 1)]
            piles.append(Pile(f"card-{p + 1}", f"{title_of(box, s, p)}'s card", 1, shown, p, _card_state(box, s, p)))
    used = [card_title(box, s.card[p] - 1) for p in drawn if s.fate[p] == USED]
    piles.append(Pile("used", "used cards", len(used), used, note="out of the game, face up"))
    return piles


# prompts and notes


def prompt(box: Any, s: Any) -> str:
    """What is asked now, of the player who decides."""
    who = title_of(box, s, s.actor)
    prompts = {
        TAKING: "Choose your token.",
        WISHING: "Which map would you like? (The last player decides.)",
        CHOOSING: "You are last: choose the map",
        OFFERING: "Offer somebody to swap places in the order, or go on.",
        MOVING: f"Move ({s.ap} AP left): click a lit hex, or stop moving.",
        ASKED_TO_DRAW: "Draw a card? You get only one in the whole game.",
        CHANGING: f"Change the map ({s.ap} AP): click a hex, then + or -; or end the turn.",
        ACTION_ROLL: f"{who} rolls for action points.",
        TELEPORT_ROLL: f"{who} rolls for the teleport.",
        SECOND_ROLL: f"{who} rolls a second time.",
        DRAWING: f"{who} draws a special card.",
        NEXT_PLACE: "The order is drawn.",
        TIE_ROLL: f"Tie for the highest throw: {who} rolls again.",
        SIDE_ROLL: f"Tie for the direction: {who} rolls again.",
    }
    if s.phase == ANSWERING:
        return _offer_prompt(box, s)
    if s.phase == ERASING:
        return f"Erase up to {NUMBER_WORDS.get(s.erasures, s.erasures)} change{'s' if s.erasures > 1 else ''}."
    if s.phase == FINISHED:
        return _end_prompt(box, s)
    return prompts.get(s.phase, f"{who} rolls for the order.")


def _offer_prompt(box: Any, s: Any) -> str:
    offerer = s.asking[s.turn]
    return (f"{title_of(box, s, offerer)} offers to swap places: you would be "
            f"{ordinal(_place_in_order(box, s, offerer))} instead of {ordinal(_place_in_order(box, s, s.actor))}.")


def _end_prompt(box: Any, s: Any) -> str:
    winners = [title_of(box, s, p) for p in range(box.players) if s.winners >> p & 1]
    rounds = f"{s.round} round{'s' if s.round > 1 else ''}"
    if len(winners) > 1:
        return f"The round limit is reached after {rounds}: {' and '.join(winners)} share the win."
    if s.at[s.actor] == box.goal[s.map]:
        return f"{winners[0]} reaches the End hex and wins after {rounds}."
    return f"The round limit is reached after {rounds}: {winners[0]} is nearest to the End hex and wins."


def _notes(box: Any, s: Any, roads: Roads | None) -> list[str]:
    if roads is None or not s.round:
        return []
    limit = f" of {box.round_limit}" if box.round_limit else ""
    notes = [f"Round {s.round}{limit}", f"Die: d{box.die[s.map]}", *_thaw_note(box, s)]
    if s.phase == FINISHED:
        return notes + _ranking(box, s, roads)
    if s.phase == MOVING and s.right > 0:
        notes += _teleport_note(box, s)
    for p in range(box.players):
        walk = roads.walks[s.at[p]]
        if p != s.actor and walk is not None and walk[0] <= box.die[s.map]:
            notes.append(f"{title_of(box, s, p)} can win with the next roll.")
    return notes


def _thaw_note(box: Any, s: Any) -> list[str]:
    if not box.thaw[s.map]:
        return []
    if has_thawed(box, s):
        return ["Thaw: nothing can be raised any more"]
    left = box.thaw[s.map] - s.round
    return [f"Thaw in {left} round{'s' if left > 1 else ''}"]


def _teleport_note(box: Any, s: Any) -> list[str]:
    """What the number rolled means: nowhere to go, or not enough points."""
    targets = [c for c in range(box.passable[s.map])
               if c != s.at[s.actor] and box.numbers[place_of(box, s, c)] >> (s.right - 1) & 1]  # fmt: skip
    if not targets:
        return [f"Teleport roll {s.right}: no other hex has this number."]
    dear = [f"{cell_name(box, s, c)} costs {price_of(box, s, c)}" for c in targets if price_of(box, s, c) > s.ap]
    return [f"Teleport roll {s.right}: {', '.join(dear)}, too much for {s.ap} AP."] if dear else []


def _ranking(box: Any, s: Any, roads: Roads) -> list[str]:
    """The remaining costs, which rank the players."""
    order = sorted(range(box.players), key=lambda p: roads.walks[s.at[p]] or (NO_WALK, 0))
    return [f"{title_of(box, s, p)}: {_remaining(roads, s.at[p])}" for p in order]


def _remaining(roads: Roads, c: int) -> str:
    walk = roads.walks[c]
    return "no walk to the End" if walk is None else f"{walk[0]} AP and {walk[1]} steps from the End"
