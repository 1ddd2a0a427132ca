"""Positions of Hexcape as documents. Players are named by the colours of their tokens, hexes by row and column.

    {"map": "first-steps", "players": ["red", "blue"], "order": ["red", "blue"], "round": 2, "step": "move",
     "active": "red", "ap": 4, "tokens": {"red": "b2", "blue": "c1"}, "costs": {"b3": 1},
     "cards": {"blue": {"card": "leap", "state": "face down"}}}

Everything may be left out: tokens then stand on S, hexes have their printed costs, nobody has a card, it is the first
round, the first in the order is active. With `ap` the step is "move", without it the action roll comes. `players` are
the colours by seat; without it they are the colours in the order in which the document names them.

| key | meaning |
|---|---|
| `map` | id of the map; needed where the players choose it and have done so |
| `step` | one of STEPS: "take", "order roll", …, "roll", "move", "draw", "change", "erase", "over" |
| `costs` | current movement costs that differ from the printed ones |
| `cards` | per player the card and its state: "face down", "open" or "used"; the card "hidden" is not known |
| `first_action` | false when the player has already done something in this moving step |
| `teleport` | the right to teleport in the moving step: "letters" or the number rolled |
| `rope` | true when the next hex entered is roped |
| `erasures` | changes that may still be erased in the step "erase" |
| `winners` | when the match is over |
| `tallies` | what has been counted per player |
| `throws`, `contest`, `throws_again` | throws for the order, the players who throw again and what they threw |
| `wishes`, `asking`, `offer_by` | wishes for a map, the order of asking, who made the offer that is to be answered |
"""

from collections.abc import Iterable
from typing import Any

from hexagora.games.hexcape import rules_map
from hexagora.games.hexcape.content import CARD_IDS
from hexagora.games.hexcape.state import (
    ACTION_ROLL,
    ANSWERING,
    ASKED_TO_DRAW,
    BY_LETTER,
    CHANGING,
    CHOOSING,
    DRAWING,
    ERASING,
    FACE_DOWN,
    FINISHED,
    MOVING,
    NEXT_PLACE,
    NO_CARD,
    OFFERING,
    OPEN,
    ORDER_ROLL,
    SECOND_ROLL,
    SIDE_ROLL,
    TAKING,
    TALLIES,
    TELEPORT_ROLL,
    TIE_ROLL,
    UNKNOWN_CARD,
    USED,
    WISHING,
)
from hexagora.games.hexcape.texts import cell_name, map_id, player_word

STEPS = {
    TAKING: "take",
    ORDER_ROLL: "order roll",
    TIE_ROLL: "tie roll",
    SIDE_ROLL: "direction roll",
    NEXT_PLACE: "next place",
    WISHING: "wish",
    CHOOSING: "map",
    OFFERING: "offer",
    ANSWERING: "answer",
    ACTION_ROLL: "roll",
    MOVING: "move",
    TELEPORT_ROLL: "teleport roll",
    SECOND_ROLL: "second roll",
    ASKED_TO_DRAW: "draw",
    DRAWING: "card",
    CHANGING: "change",
    ERASING: "erase",
    FINISHED: "over",
}
OPEN_MAP = (TAKING, ORDER_ROLL, TIE_ROLL, SIDE_ROLL, NEXT_PLACE, WISHING, CHOOSING)  # steps before a map is chosen
SETUP = (*OPEN_MAP, OFFERING, ANSWERING)
FATES = {FACE_DOWN: "face down", OPEN: "open", USED: "used"}
HIDDEN = "hidden"
LETTERS_WORD = "letters"
TALLY_WORDS = ("rolled", "for_moving", "for_swapping", "for_raising", "for_lowering", "unspent", "entered", "swaps",
               "teleports")  # fmt: skip
KEYS = ("map", "step", "players", "order", "active", "round", "ap", "first_action", "rope", "teleport", "erasures",
        "tokens", "costs", "cards", "winners", "tallies", "throws", "contest", "throws_again", "wishes", "asking",
        "offer_by")  # fmt: skip
SETUP_KEYS = ("throws", "contest", "throws_again", "wishes", "asking", "offer_by")
PLAY_KEYS = ("round", "ap", "first_action", "rope", "teleport", "erasures", "costs", "cards", "winners", "tallies",
             "tokens")  # fmt: skip


def position(box: Any, s: Any) -> dict[str, Any]:
    """The state as a document; what is as it would be by default in a new game is left out where it says little."""
    names = [player_word(box, s, p) if s.colour[p] else None for p in range(box.players)]
    document: dict[str, Any] = {"step": STEPS[s.phase], "players": names}
    if s.phase not in (TAKING, NEXT_PLACE):
        document["active"] = player_word(box, s, s.actor)
    if not (box.vote and s.phase in OPEN_MAP):
        document["map"] = map_id(box, s.map)
    if s.phase in SETUP:
        return document | _setup(box, s)
    return document | _play(box, s)


def _by_player(box: Any, s: Any, values: Iterable[Any]) -> dict[str, Any]:
    """Values by colour, without zeros."""
    return {player_word(box, s, p): value for p, value in zip(range(box.players), values, strict=False) if value}


def _setup(box: Any, s: Any) -> dict[str, Any]:
    def names(players: Iterable[int]) -> list[str]:
        return [player_word(box, s, p) for p in players]

    document: dict[str, Any] = {
        "throws": _by_player(box, s, s.rolled),
        "contest": names(p for p in range(box.players) if s.contest >> p & 1),
        "throws_again": _by_player(box, s, s.again),
        "wishes": _by_player(box, s, [w and map_id(box, w - 1) for w in s.wish]),
    }
    placed = {SIDE_ROLL: 1, NEXT_PLACE: s.turn}.get(s.phase, box.players)
    if s.phase not in (TAKING, ORDER_ROLL, TIE_ROLL):
        document["order"] = names(s.order[k] for k in range(placed))
    if s.phase in (OFFERING, ANSWERING):
        document["asking"] = names(s.asking[k] for k in range(box.players))
    if s.phase == ANSWERING:
        document["offer_by"] = player_word(box, s, s.asking[s.turn])
    return {key: value for key, value in document.items() if value}


def _play(box: Any, s: Any) -> dict[str, Any]:
    document: dict[str, Any] = {
        "order": [player_word(box, s, s.order[k]) for k in range(box.players)],
        "round": s.round,
        "ap": s.ap,
        "tokens": {player_word(box, s, p): cell_name(box, s, s.at[p]) for p in range(box.players)},
        "costs": {
            cell_name(box, s, c): s.cost[c]
            for c in range(box.passable[s.map])
            if s.cost[c] != box.printed[rules_map.place_of(box, s, c)]
        },
        "cards": {player_word(box, s, p): _card(s, p) for p in range(box.players) if s.fate[p] != NO_CARD},
    }
    if s.phase == MOVING:
        document["first_action"] = bool(s.fresh)
    if s.rope:
        document["rope"] = True
    if s.right:
        document["teleport"] = LETTERS_WORD if s.right == BY_LETTER else s.right
    if s.phase == ERASING:
        document["erasures"] = s.erasures
    if s.phase == FINISHED:
        document["winners"] = [player_word(box, s, p) for p in range(box.players) if s.winners >> p & 1]
    counted = {
        player_word(box, s, p): {TALLY_WORDS[k]: s.tally[p][k] for k in range(TALLIES) if s.tally[p][k]}
        for p in range(box.players)
    }
    document["tallies"] = {name: tally for name, tally in counted.items() if tally}
    return document


def _card(s: Any, player: int) -> dict[str, str]:
    known = s.card[player] != UNKNOWN_CARD
    return {"card": CARD_IDS[s.card[player] - 1] if known else HIDDEN, "state": FATES[s.fate[player]]}
