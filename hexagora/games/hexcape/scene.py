"""What people see of Hexcape: the map with its prices, the players' panels, prompts, and the way to each action."""

from functools import lru_cache
from typing import NamedTuple

from hexagora.engine.scene import POINTY, Badge, Board, Cell, Die, Face, Meter, Panel, Piece, Pile, Scene, place
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.choices import choice, choices
from hexagora.games.hexcape.ending import ending
from hexagora.games.hexcape.positions import OPEN_MAP, TALLY_WORDS
from hexagora.games.hexcape.reach import routes
from hexagora.games.hexcape.roads import KEPT, Grid, Roads, finishing, grid, roads
from hexagora.games.hexcape.rules_map import has_thawed, place_of
from hexagora.games.hexcape.rules_move import price_of
from hexagora.games.hexcape.state import Box, State
from hexagora.games.hexcape.texts import (
    card_text,
    card_title,
    cell_name,
    index_of,
    index_text,
    map_board,
    map_title,
    ordinal,
    player_word,
    title_of,
)

__all__ = ["choice", "choices", "ending", "scene"]

STEPS = ["Roll", "Move", "Change"]
STEP_OF = {
    S.ACTION_ROLL: 0, S.SECOND_ROLL: 0,
    S.MOVING: 1, S.TELEPORT_ROLL: 1, S.ASKED_TO_DRAW: 1, S.DRAWING: 1,
    S.CHANGING: 2, S.ERASING: 2,
}  # fmt: skip
RULES = {
    S.TAKING: "HEX-SETUP-1", S.WISHING: "HEX-SETUP-4", S.CHOOSING: "HEX-SETUP-5", S.OFFERING: "HEX-SETUP-6",
    S.ANSWERING: "HEX-SETUP-6", S.MOVING: "HEX-MOVE-1", S.ASKED_TO_DRAW: "HEX-CARD-1", S.CHANGING: "HEX-MOD-3",
    S.ERASING: "HEX-MOD-3", S.TELEPORT_ROLL: "HEX-TELE-3", S.ACTION_ROLL: "HEX-TURN-1", S.FINISHED: "HEX-END-3",
}  # fmt: skip
NUMBER_WORDS = {1: "one", 2: "two", 3: "three"}
TALLY_TITLES = ("AP rolled", "AP for moving", "AP for swapping", "AP for raising", "AP for lowering", "AP unspent",
                "hexes entered", "swaps made", "teleports")  # fmt: skip
AP_ROLLED, SWAPS_MADE = 0, TALLY_WORDS.index("swaps")
NO_WALK = 1 << 30  # ranks behind every walk


def scene(box: Box, s: State, seats: list[str]) -> Scene:
    """Everything on the table, made from what the viewer may know."""
    fixed = not (box.vote and s.phase in OPEN_MAP)
    boards = [_board(box, s)] if fixed else [_thumbnail(box, k) for k in range(box.maps)]
    walks = roads(box, s) if fixed else None
    return Scene(
        "hexcape",
        f"Hexcape: {map_title(box, s.map)}" if fixed else "Hexcape",
        boards,
        _tokens(box, s, fixed),
        [_panel(box, s, seats, p, walks) for p in range(box.players)],
        prompt(box, s),
        piles=_piles(box, s),
        steps=STEPS,
        step=STEP_OF.get(s.phase),
        notes=_notes(box, s, walks),
        rule=RULES.get(s.phase, "HEX-SETUP-2"),
        shortcuts=routes(box, s) if fixed else (),
        dice=_dice(box, s) if fixed else (),
    )


def _dice(box: Box, s: State) -> list[Die]:
    """The die lies with the points left upwards, so that nobody has to remember them."""
    if not s.round or s.phase == S.FINISHED:
        return []
    thrown = sum(s.tally[p][AP_ROLLED] for p in range(box.players))
    return [Die("action", int(box.die[s.map]), s.ap, thrown=thrown, note=f"{s.ap} AP left")]


# the map


class Printed(NamedTuple):
    """A map as it is printed: what its hexes cost and carry, by their numbers, the passable ones first."""

    grid: Grid
    costs: tuple[int, ...]
    letters: tuple[int, ...]
    numbers: tuple[int, ...]
    cards: tuple[int, ...]
    passable: int
    start: int
    goal: int
    lowest: int

    @classmethod
    def of(cls, box: Box, k: int) -> "Printed":
        hexes = slice(int(box.first[k]), int(box.first[k] + box.hexes[k]))
        return cls(grid(box, k), tuple(box.printed[hexes]), tuple(box.letters[hexes]), tuple(box.numbers[hexes]),
                   tuple(box.card_hex[hexes]), int(box.passable[k]), int(box.start[k]), int(box.goal[k]),
                   int(box.lowest))


def _thumbnail(box: Box, k: int) -> Board:
    """A candidate of the vote: its hexes and what is to be known of it."""
    title = f"{map_title(box, k)} (difficulty {box.difficulty[k]})"
    return Board(map_board(box, k), POINTY, _printed_cells(Printed.of(box, k)), title)


@lru_cache(maxsize=KEPT)
def _printed_cells(printed: Printed) -> list[Cell]:
    """Made once: all maps of a vote together have hundreds of hexes."""
    cells = []
    for c, (name, (x, y)) in enumerate(zip(printed.grid.names, printed.grid.centres, strict=True)):
        terrain = _terrain(printed, c)
        glyph = {"start": "S", "end": "E", "rock": "#"}.get(terrain) or str(printed.costs[c])
        cells.append(Cell(name, x, y, terrain, glyph, badges=_printed_badges(printed, c)))
    return cells


def _terrain(printed: Printed, c: int) -> str:
    """What a hex of a map is."""
    if c >= printed.passable:
        return "rock"
    if c in (printed.start, printed.goal):
        return "start" if c == printed.start else "end"
    if printed.letters[c] or printed.numbers[c]:
        return "teleport"
    return "road" if printed.costs[c] == printed.lowest else "land"


def _printed_badges(printed: Printed, c: int) -> list[Badge]:
    """What is printed on a hex of a map."""
    if c >= printed.passable:
        return []
    badges = [Badge("cost", str(printed.costs[c]))]
    if index := index_of(printed.letters[c], printed.numbers[c]):
        badges.append(Badge("swirl", index))
    if printed.cards[c]:
        badges.append(Badge("card"))
    return badges


def _board(box: Box, s: State) -> Board:
    walks, known, printed = roads(box, s), grid(box, s.map), Printed.of(box, s.map)
    cells = []
    for c, (name, (x, y)) in enumerate(zip(known.names, known.centres, strict=True)):
        terrain = _terrain(printed, c)
        if terrain == "rock":
            cells.append(Cell(name, x, y, terrain, "#", name, note=f"{name}: impassable rock"))
            continue
        cells.append(Cell(name, x, y, terrain, _glyph(box, s, c), name, _badges(box, s, c),
                          _note(box, s, c, terrain, walks)))
    return Board("board", POINTY, cells, map_title(box, s.map))


def _glyph(box: Box, s: State, c: int) -> str:
    ends = {box.start[s.map]: "S", box.goal[s.map]: "E"}
    return ends.get(c) or str(s.cost[c])


def _badges(box: Box, s: State, c: int) -> list[Badge]:
    place = place_of(box, s, c)
    badges = [Badge("cost", str(s.cost[c]))]
    if s.cost[c] != box.printed[place]:
        cheaper = s.cost[c] < box.printed[place]
        badges.append(Badge("cheaper" if cheaper else "dearer", f"{'↓' if cheaper else '↑'}{box.printed[place]}"))
    if index_text(box, place):
        badges.append(Badge("swirl", index_text(box, place)))
    if box.card_hex[place]:
        badges.append(Badge("card"))
    if s.phase == S.MOVING and s.right > 0 and box.numbers[place] >> (s.right - 1) & 1:
        badges.append(Badge("rolled", str(s.right)))
    return badges


def _note(box: Box, s: State, c: int, terrain: str, walks: Roads) -> str:
    """A hex in words: what it is, what it costs, who stands there, and the cheapest walk from it."""
    place = place_of(box, s, c)
    parts = [{"start": "Start", "end": "End"}.get(terrain, f"costs {s.cost[c]}")]
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
    parts += filter(None, [walks.told(c)])
    return f"{walks.names[c]}: {', '.join(parts)}"


# tokens, cards and panels


def _tokens(box: Box, s: State, fixed: bool) -> list[Piece]:
    pieces = []
    for p in range(box.players):
        if not s.colour[p]:
            continue
        word = player_word(box, s, p)
        at = cell_name(box, s, s.at[p]) if fixed else ""
        pieces.append(Piece(f"token-{p + 1}", "token", at, p, "board" if fixed else None, word[0].upper(), [word],
                            word, f"{word.capitalize()}'s token"))
    return pieces


def _panel(box: Box, s: State, seats: list[str], p: int, walks: Roads | None) -> Panel:
    meters = []
    rank = _place_in_order(box, s, p)
    if rank:
        meters.append(Meter("order", ordinal(rank), icon="order", note="place in the turn order"))
    if walks and s.round:
        meters.append(_distance(walks, s.at[p]))
    active = s.actor == p and s.phase not in (S.FINISHED, S.NEXT_PLACE)
    if active and s.round:
        meters.append(Meter("AP", s.ap, int(box.die[s.map]), "pips", "action points left this turn"))
    if s.round:
        if box.cards_on:
            meters.append(Meter("card", _card_state(box, s, p), icon="card"))
        counted = range(len(TALLY_TITLES)) if s.phase == S.FINISHED else (SWAPS_MADE,)
        meters += [Meter(TALLY_TITLES[k], s.tally[p][k], icon="swap" if k == SWAPS_MADE else "") for k in counted]
    elif s.wish[p]:
        meters.append(Meter("would like", map_title(box, s.wish[p] - 1)))
    if not s.round and s.rolled[p]:
        meters.append(Meter("throw", f"{s.rolled[p]}, then {s.again[p]}" if s.again[p] else s.rolled[p], icon="die"))
    return Panel(p, seats[p], player_word(box, s, p), meters, active, _winner_note(s, p))


def _distance(walks: Roads, c: int) -> Meter:
    """How far it is to E, with the hexes of the walk."""
    walk = walks.walks[c]
    if walk is None:
        return Meter("way left", "no walk", icon="flag", note="there is no walk to the End hex")
    return Meter("way left", walk[0], icon="flag",
                 note=f"cost of the cheapest walk to the End hex, {walk[1]} steps",
                 cells=[place(walks.names[step]) for step in walks.path(c)])


def _winner_note(s: State, p: int) -> str:
    return "winner" if s.winners >> p & 1 else ""


def _place_in_order(box: Box, s: State, p: int) -> int:
    """From 1; 0 while the order is not known."""
    if s.phase in OPEN_MAP and s.phase not in (S.WISHING, S.CHOOSING):
        return 0
    return next(k + 1 for k in range(box.players) if s.order[k] == p)


def _card_state(box: Box, s: State, p: int) -> str:
    if s.fate[p] == S.NO_CARD:
        return "none drawn"
    title = "" if s.card[p] == S.UNKNOWN_CARD else card_title(box, s.card[p] - 1)
    if s.fate[p] == S.FACE_DOWN:
        return f"{title} (face down)" if title else "one face-down card"
    return f"{title} ({'open' if s.fate[p] == S.OPEN else 'used'})"


def _piles(box: Box, s: State) -> list[Pile]:
    if not box.cards_on:
        return []
    drawn = [p for p in range(box.players) if s.fate[p] != S.NO_CARD]
    piles = [Pile("deck", "special cards", int(box.deck) - len(drawn), note="shuffled, face down")]
    for p in drawn:
        if s.fate[p] != S.USED:
            known = [] if s.card[p] == S.UNKNOWN_CARD else [s.card[p] - 1]
            piles.append(Pile(f"card-{p + 1}", f"{title_of(box, s, p)}'s card", 1, [card_title(box, k) for k in known],
                              p, _card_state(box, s, p), _faces(box, known)))
    used = [s.card[p] - 1 for p in drawn if s.fate[p] == S.USED]
    piles.append(Pile("used", "used cards", len(used), [card_title(box, k) for k in used],
                      note="out of the game, face up", faces=_faces(box, used)))
    return piles


def _faces(box: Box, cards: list[int]) -> list[Face]:
    return [Face(card_title(box, k), card_text(box, k)) for k in cards]


# prompts and notes


def prompt(box: Box, s: State) -> str:
    """What is asked now, and of whom."""
    who = title_of(box, s, s.actor)
    if s.phase == S.FINISHED:
        return _end_prompt(box, s)
    question = _question(box, s)
    return f"{who}: {question}" if question else _chance_prompt(s, who)


def _question(box: Box, s: State) -> str:
    """What a player is asked; nothing where chance decides."""
    if s.phase == S.ANSWERING:
        return _offer_prompt(box, s)
    if s.phase == S.ERASING:
        return f"Erase up to {NUMBER_WORDS.get(s.erasures, s.erasures)} change{'s' if s.erasures > 1 else ''}."
    return {
        S.TAKING: "Choose your token.",
        S.WISHING: "Which map would you like? (The last player decides.)",
        S.CHOOSING: "You are last: choose the map",
        S.OFFERING: "Offer somebody to swap places in the order, or go on.",
        S.MOVING: f"Move ({s.ap} AP left): choose a hex in reach, or stop moving.",
        S.ASKED_TO_DRAW: "Draw a card? You get only one in the whole game.",
        S.CHANGING: f"Change the map ({s.ap} AP): choose a hex, then + or −; or end the turn.",
    }.get(s.phase, "")


def _chance_prompt(s: State, who: str) -> str:
    return {
        S.ACTION_ROLL: f"{who} rolls for action points.",
        S.TELEPORT_ROLL: f"{who} rolls for the teleport.",
        S.SECOND_ROLL: f"{who} rolls a second time.",
        S.DRAWING: f"{who} draws a special card.",
        S.NEXT_PLACE: "The order is drawn.",
        S.TIE_ROLL: f"Tie for the highest throw: {who} rolls again.",
        S.SIDE_ROLL: f"Tie for the direction: {who} rolls again.",
    }.get(s.phase, f"{who} rolls for the order.")


def _offer_prompt(box: Box, s: State) -> str:
    offerer = s.asking[s.turn]
    return (f"{title_of(box, s, offerer)} offers to swap places: you would be "
            f"{ordinal(_place_in_order(box, s, offerer))} instead of {ordinal(_place_in_order(box, s, s.actor))}.")


def _end_prompt(box: Box, s: State) -> str:
    winners = [title_of(box, s, p) for p in range(box.players) if s.winners >> p & 1]
    rounds = f"{s.round} round{'s' if s.round > 1 else ''}"
    if len(winners) > 1:
        return f"The round limit is reached after {rounds}: {' and '.join(winners)} share the win."
    if s.at[s.actor] == box.goal[s.map]:
        return f"{winners[0]} reaches the End hex and wins after {rounds}."
    return f"The round limit is reached after {rounds}: {winners[0]} is nearest to the End hex and wins."


def _notes(box: Box, s: State, walks: Roads | None) -> list[str]:
    if walks is None or not s.round:
        return []
    limit = f" of {box.round_limit}" if box.round_limit else ""
    notes = [f"Round {s.round}{limit}", f"Die with {box.die[s.map]} faces", *_thaw_note(box, s)]
    if s.phase == S.FINISHED:
        return notes + _ranking(box, s, walks)
    if s.phase == S.MOVING and s.right > 0:
        notes += _teleport_note(box, s)
    near = finishing(box, s)
    return notes + [f"{title_of(box, s, p)} can walk to the End with the next roll ({odds})." for p, odds in near]


def _thaw_note(box: Box, s: State) -> list[str]:
    if not box.thaw[s.map]:
        return []
    if has_thawed(box, s):
        return ["Thaw: nothing can be raised any more"]
    left = box.thaw[s.map] - s.round
    return [f"Thaw in {left} round{'s' if left > 1 else ''}"]


def _teleport_note(box: Box, s: State) -> list[str]:
    """What the number rolled means: nowhere to go, or not enough points."""
    targets = [c for c in range(box.passable[s.map])
               if c != s.at[s.actor] and box.numbers[place_of(box, s, c)] >> (s.right - 1) & 1]  # fmt: skip
    if not targets:
        return [f"Teleport roll {s.right}: no other hex has this number."]
    dear = [f"{cell_name(box, s, c)} costs {price_of(box, s, c)}" for c in targets if price_of(box, s, c) > s.ap]
    return [f"Teleport roll {s.right}: {', '.join(dear)}, too much for {s.ap} AP."] if dear else []


def _ranking(box: Box, s: State, walks: Roads) -> list[str]:
    """The remaining costs, which rank the players."""
    order = sorted(range(box.players), key=lambda p: walks.walks[s.at[p]] or (NO_WALK, 0))
    return [f"{title_of(box, s, p)}: {_remaining(walks, s.at[p])}" for p in order]


def _remaining(walks: Roads, c: int) -> str:
    walk = walks.walks[c]
    return "no walk to the End" if walk is None else f"{walk[0]} AP and {walk[1]} steps from the End"
