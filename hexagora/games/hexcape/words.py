"""Notation, sentences and undo of Hexcape; positions are in `positions.py` and `placing.py`."""

from typing import Any

from hexagora.engine.words import Sentence, say
from hexagora.games.hexcape.content import CARD_IDS
from hexagora.games.hexcape.placing import place
from hexagora.games.hexcape.positions import position
from hexagora.games.hexcape.rules_map import has_thawed, place_of, token_on
from hexagora.games.hexcape.rules_move import price_of
from hexagora.games.hexcape.state import (
    ACCEPT,
    ASKED_TO_DRAW,
    BARRICADE_ON,
    CARD,
    CARD_HIDDEN,
    CHANGE,
    CHANGING,
    CHOOSE,
    DECLINE,
    DONE_ERASING,
    DRAW,
    END_TURN,
    ERASE,
    ERASING,
    FACE_DOWN,
    FINISHED,
    GO,
    LEAP_TO,
    LONG_SWAP_WITH,
    MOVING,
    NEXT,
    NO_DRAW,
    NO_OFFER,
    NOBODY,
    OFFER,
    PLAY,
    ROLL,
    SECOND_ROLL,
    SHOVE_TO,
    SIDES,
    STOP_MOVING,
    TAKE,
    TELEPORT,
    TELEPORT_ROLL,
    TRAILBLAZE,
    WISH,
)
from hexagora.games.hexcape.texts import (
    card_title,
    cell_name,
    colour_word,
    map_id,
    map_title,
    ordinal,
    player_word,
    title_of,
)

__all__ = ["cell_name", "is_barrier", "place", "position", "sentence", "text"]

ALONE = {
    STOP_MOVING: "stop moving",
    END_TURN: "end turn",
    DONE_ERASING: "done erasing",
    DRAW: "draw",
    NO_DRAW: "no draw",
    NO_OFFER: "no offer",
    ACCEPT: "accept",
    DECLINE: "decline",
    CARD_HIDDEN: "card hidden",
}


def shove_target(box: Any, s: Any, a: int) -> tuple[int, int]:
    """Whom a shove moves, and to which hex."""
    player, side = divmod(a - SHOVE_TO, SIDES)
    return player, box.neighbour[place_of(box, s, s.at[player])][side]


def text(box: Any, s: Any, a: int) -> str:
    """The canonical notation of an action."""
    if a < ERASE:
        return _text_of_hex(box, s, a)
    if a < PLAY:
        return _text_of_target(box, s, a)
    return ALONE.get(a) or _text_of_number(box, s, a)


def _text_of_hex(box: Any, s: Any, a: int) -> str:
    if a < TELEPORT:
        word = "move" if token_on(box, s, a - GO) == NOBODY else "swap"
        return f"{word} {cell_name(box, s, a - GO)}"
    if a < CHANGE:
        return f"teleport {cell_name(box, s, a - TELEPORT)}"
    cell, lower = divmod(a - CHANGE, 2)
    return f"{'lower' if lower else 'raise'} {cell_name(box, s, cell)}"


def _text_of_target(box: Any, s: Any, a: int) -> str:
    if a < LEAP_TO:
        return f"erase {cell_name(box, s, a - ERASE)}"
    if a < SHOVE_TO:
        return f"play leap {cell_name(box, s, a - LEAP_TO)}"
    if a < LONG_SWAP_WITH:
        player, cell = shove_target(box, s, a)
        return f"play shove {player_word(box, s, player)} {cell_name(box, s, cell)}"
    if a < TRAILBLAZE:
        return f"play long-swap {player_word(box, s, a - LONG_SWAP_WITH)}"
    if a < BARRICADE_ON:
        return f"play trailblazer {cell_name(box, s, a - TRAILBLAZE)}"
    return f"play barricade {cell_name(box, s, a - BARRICADE_ON)}"


def _text_of_number(box: Any, s: Any, a: int) -> str:
    if a < STOP_MOVING:
        return f"play {CARD_IDS[a - PLAY]}"
    if a < WISH:
        return f"take {colour_word(box, a - TAKE)}"
    if a < CHOOSE:
        return f"wish {map_id(box, a - WISH)}"
    if a < OFFER:
        return f"map {map_id(box, a - CHOOSE)}"
    if a < ROLL:
        return f"offer {player_word(box, s, a - OFFER)}"
    if a < NEXT:
        return f"roll {a - ROLL + 1}"
    if a < CARD:
        return f"next {player_word(box, s, a - NEXT)}"
    return f"card {CARD_IDS[a - CARD]}"


# sentences


def sentence(box: Any, s: Any, a: int, after: Any) -> Sentence:
    """What happened, for people."""
    said = _deed(box, s, a, after)
    if after.phase == FINISHED:
        return _with_result(box, said, after)
    if after.round > s.round and has_thawed(box, after) and not has_thawed(box, s):
        thawed = "{deed}. The thaw: no hex costs more than {die}, and nothing can be raised any more"
        return say(thawed, deed=said, die=box.die[after.map])
    return said


def _with_result(box: Any, said: Sentence, after: Any) -> Sentence:
    winners = [title_of(box, after, p) for p in range(box.players) if after.winners >> p & 1]
    if len(winners) > 1:
        return say("{deed}. The round limit is reached: {winners} share the win", deed=said,
                   winners=" and ".join(winners))
    if after.at[after.actor] == box.goal[after.map]:
        return say("{deed} and wins", deed=said)
    return say("{deed}. The round limit is reached: {winner} is nearest to the End hex and wins", deed=said,
               winner=winners[0])


def _deed(box: Any, s: Any, a: int, after: Any) -> Sentence:
    who = title_of(box, s, s.actor)
    if a < CHANGE:
        return _journey(box, s, a, who)
    if a < ERASE:
        return _change(box, s, a, after, who)
    if a < STOP_MOVING:
        return _play(box, s, a, after, who)
    if a < TAKE:
        return _control(box, s, a, after, who)
    if a < ROLL:
        return _arrangement(box, s, a, who)
    return _chance(box, s, a, after, who)


def _journey(box: Any, s: Any, a: int, who: str) -> Sentence:
    cell = a - GO if a < TELEPORT else a - TELEPORT
    verb = "moves" if a < TELEPORT else "teleports"
    other, name, price = token_on(box, s, cell), cell_name(box, s, cell), price_of(box, s, cell)
    if other == NOBODY:
        return say("{who} {verb} to {cell} for {price} AP", who=who, verb=verb, cell=name, price=price)
    return say("{who} {verb} to {cell} and swaps places with {other} for {price} AP", who=who, verb=verb, cell=name,
               other=title_of(box, s, other), price=price)


def _change(box: Any, s: Any, a: int, after: Any, who: str) -> Sentence:
    cell, lower = divmod(a - CHANGE, 2)
    return say("{who} {verb} {cell} from {before} to {now}", who=who, verb="lowers" if lower else "raises",
               cell=cell_name(box, s, cell), before=s.cost[cell], now=s.cost[cell] + (-1 if lower else 1))


def _play(box: Any, s: Any, a: int, after: Any, who: str) -> Sentence:
    if a < LEAP_TO:
        cell = a - ERASE
        return say("{who} erases the change of {cell}: it costs {now} again", who=who, cell=cell_name(box, s, cell),
                   now=box.printed[place_of(box, s, cell)])
    if a < SHOVE_TO:
        return say("{who} plays Leap and jumps to {cell}", who=who, cell=cell_name(box, s, a - LEAP_TO))
    if a < LONG_SWAP_WITH:
        player, cell = shove_target(box, s, a)
        return say("{who} plays Shove and pushes {other} to {cell}", who=who, other=title_of(box, s, player),
                   cell=cell_name(box, s, cell))
    if a < TRAILBLAZE:
        other = a - LONG_SWAP_WITH
        return say("{who} plays Long Swap and changes places with {other} on {cell}", who=who,
                   other=title_of(box, s, other), cell=cell_name(box, s, s.at[other]))
    if a < PLAY:
        card, cell = ("Trailblazer", a - TRAILBLAZE) if a < BARRICADE_ON else ("Barricade", a - BARRICADE_ON)
        return say("{who} plays {card}: {cell} costs {now}", who=who, card=card, cell=cell_name(box, s, cell),
                   now=after.cost[cell])
    return say("{who} plays {card}", who=who, card=card_title(box, a - PLAY))


def _control(box: Any, s: Any, a: int, after: Any, who: str) -> Sentence:
    if a == STOP_MOVING:
        return say("{who} stops moving with {ap} AP left", who=who, ap=s.ap)
    if a == END_TURN:
        return say("{who} ends the turn with {ap} AP unspent", who=who, ap=s.ap)
    if a == DONE_ERASING:
        return say("{who} erases no more", who=who)
    if a == DRAW:
        return say("{who} draws the one special card of the game", who=who)
    return say("{who} draws no card", who=who)


def _arrangement(box: Any, s: Any, a: int, who: str) -> Sentence:
    if a < WISH:
        return say("{who} takes the {colour} token", who=who, colour=colour_word(box, a - TAKE))
    if a < CHOOSE:
        return say("{who} would like the map {map}", who=who, map=map_title(box, a - WISH))
    if a < OFFER:
        return say("{who} chooses the map {map}", who=who, map=map_title(box, a - CHOOSE))
    if a < NO_OFFER:
        return say("{who} offers {other} to exchange places in the order", who=who,
                   other=title_of(box, s, a - OFFER))
    if a == NO_OFFER:
        return say("{who} makes no offer", who=who)
    other = title_of(box, s, s.asking[s.turn])
    if a == ACCEPT:
        return say("{who} accepts and exchanges places with {other}", who=who, other=other)
    return say("{who} declines the offer of {other}", who=who, other=other)


def _chance(box: Any, s: Any, a: int, after: Any, who: str) -> Sentence:
    if a == CARD_HIDDEN:
        return say("{who} takes a card face down", who=who)
    if a >= CARD:
        face_down = after.fate[s.actor] == FACE_DOWN
        template = "{who} draws {card} and keeps it face down" if face_down else "{who} draws and shows {card}"
        return say(template, who=who, card=card_title(box, a - CARD))
    if a >= NEXT:
        return say("{other} gets the {place} place in the order", other=title_of(box, s, a - NEXT),
                   place=ordinal(s.turn + 1))
    face = a - ROLL + 1
    if s.phase == TELEPORT_ROLL:
        return say("{who} rolls {face} for the teleport", who=who, face=face)
    if s.phase == SECOND_ROLL:
        return say("{who} rolls {face} as well and has {ap} AP", who=who, face=face, ap=after.ap)
    if s.round > 0:
        return say("{who} rolls {face}", who=who, face=face)
    return say("{who} rolls {face} for the order", who=who, face=face)


# taking back


def is_barrier(box: Any, before: Any, a: int, after: Any) -> bool:
    """Whether an action cannot be taken back: in the set-up only what somebody else has answered (that is for the
    match to see), in a turn a played card, whatever leads to chance, and the end of the turn."""
    if before.round == 0:
        return False
    if LEAP_TO <= a < STOP_MOVING:
        return True
    return after.phase not in (MOVING, ASKED_TO_DRAW, CHANGING, ERASING) or after.actor != before.actor
