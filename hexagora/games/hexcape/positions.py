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
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.content import CARD_IDS
from hexagora.games.hexcape.state import Box, State
from hexagora.games.hexcape.texts import cell_name, map_id, player_word

STEPS = {
    S.TAKING: "take",
    S.ORDER_ROLL: "order roll",
    S.TIE_ROLL: "tie roll",
    S.SIDE_ROLL: "direction roll",
    S.NEXT_PLACE: "next place",
    S.WISHING: "wish",
    S.CHOOSING: "map",
    S.OFFERING: "offer",
    S.ANSWERING: "answer",
    S.ACTION_ROLL: "roll",
    S.MOVING: "move",
    S.TELEPORT_ROLL: "teleport roll",
    S.SECOND_ROLL: "second roll",
    S.ASKED_TO_DRAW: "draw",
    S.DRAWING: "card",
    S.CHANGING: "change",
    S.ERASING: "erase",
    S.FINISHED: "over",
}
# steps before a map is chosen
OPEN_MAP = (S.TAKING, S.ORDER_ROLL, S.TIE_ROLL, S.SIDE_ROLL, S.NEXT_PLACE, S.WISHING, S.CHOOSING)
SETUP = (*OPEN_MAP, S.OFFERING, S.ANSWERING)
FATES = {S.FACE_DOWN: "face down", S.OPEN: "open", S.USED: "used"}
HIDDEN = "hidden"
LETTERS_WORD = "letters"
TALLY_WORDS = ("rolled", "for_moving", "for_swapping", "for_raising", "for_lowering", "unspent", "entered", "swaps",
               "teleports")  # fmt: skip
SETUP_KEYS = ("throws", "contest", "throws_again", "wishes", "asking", "offer_by")
PLAY_KEYS = ("round", "ap", "first_action", "rope", "teleport", "erasures", "costs", "cards", "winners", "tallies",
             "tokens")  # fmt: skip


def position(box: Box, s: State) -> dict[str, Any]:
    """The state as a document; what is as it would be by default in a new game is left out where it says little."""
    names = [player_word(box, s, p) if s.colour[p] else None for p in range(box.players)]
    document: dict[str, Any] = {"step": STEPS[s.phase], "players": names}
    if s.phase not in (S.TAKING, S.NEXT_PLACE):
        document["active"] = player_word(box, s, s.actor)
    if not (box.vote and s.phase in OPEN_MAP):
        document["map"] = map_id(box, s.map)
    if s.phase in SETUP:
        return document | _setup(box, s)
    return document | _play(box, s)


def _by_player(box: Box, s: State, values: Iterable[Any]) -> dict[str, Any]:
    """Values by colour, without zeros."""
    return {player_word(box, s, p): value for p, value in zip(range(box.players), values, strict=False) if value}


def _setup(box: Box, s: State) -> dict[str, Any]:
    def names(players: Iterable[int]) -> list[str]:
        return [player_word(box, s, p) for p in players]

    document: dict[str, Any] = {
        "throws": _by_player(box, s, s.rolled),
        "contest": names(p for p in range(box.players) if s.contest >> p & 1),
        "throws_again": _by_player(box, s, s.again),
        "wishes": _by_player(box, s, [w and map_id(box, w - 1) for w in s.wish]),
    }
    placed = {S.SIDE_ROLL: 1, S.NEXT_PLACE: s.turn}.get(s.phase, box.players)
    if s.phase not in (S.TAKING, S.ORDER_ROLL, S.TIE_ROLL):
        document["order"] = names(s.order[k] for k in range(placed))
    if s.phase in (S.OFFERING, S.ANSWERING):
        document["asking"] = names(s.asking[k] for k in range(box.players))
    if s.phase == S.ANSWERING:
        document["offer_by"] = player_word(box, s, s.asking[s.turn])
    return {key: value for key, value in document.items() if value}


def _play(box: Box, s: State) -> dict[str, Any]:
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
        "cards": {player_word(box, s, p): _card(s, p) for p in range(box.players) if s.fate[p] != S.NO_CARD},
    }
    if s.phase == S.MOVING:
        document["first_action"] = bool(s.fresh)
    if s.rope:
        document["rope"] = True
    if s.right:
        document["teleport"] = LETTERS_WORD if s.right == S.BY_LETTER else s.right
    if s.phase == S.ERASING:
        document["erasures"] = s.erasures
    if s.phase == S.FINISHED:
        document["winners"] = [player_word(box, s, p) for p in range(box.players) if s.winners >> p & 1]
    counted = {
        player_word(box, s, p): {TALLY_WORDS[k]: s.tally[p][k] for k in range(S.TALLIES) if s.tally[p][k]}
        for p in range(box.players)
    }
    document["tallies"] = {name: tally for name, tally in counted.items() if tally}
    return document


def _card(s: State, player: int) -> dict[str, str]:
    known = s.card[player] != S.UNKNOWN_CARD
    return {"card": CARD_IDS[s.card[player] - 1] if known else HIDDEN, "state": FATES[s.fate[player]]}
