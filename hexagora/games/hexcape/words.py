"""Notation, sentences and undo of Hexcape; positions are in `positions.py` and `placing.py`."""


from hexagora.engine.words import Sentence, say
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.content import CARD_IDS
from hexagora.games.hexcape.placing import place
from hexagora.games.hexcape.positions import position
from hexagora.games.hexcape.rules_map import has_thawed, place_of, token_on
from hexagora.games.hexcape.rules_move import price_of
from hexagora.games.hexcape.state import Box, State
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
    S.STOP_MOVING: "stop moving",
    S.END_TURN: "end turn",
    S.DONE_ERASING: "done erasing",
    S.DRAW: "draw",
    S.NO_DRAW: "no draw",
    S.NO_OFFER: "no offer",
    S.ACCEPT: "accept",
    S.DECLINE: "decline",
    S.CARD_HIDDEN: "card hidden",
}


def shove_target(box: Box, s: State, a: int) -> tuple[int, int]:
    """Whom a shove moves, and to which hex."""
    player, side = divmod(a - S.SHOVE_TO, S.SIDES)
    return player, box.neighbour[place_of(box, s, s.at[player])][side]


def text(box: Box, s: State, a: int) -> str:
    """The canonical notation of an action."""
    if a < S.ERASE:
        return _text_of_hex(box, s, a)
    if a < S.PLAY:
        return _text_of_target(box, s, a)
    return ALONE.get(a) or _text_of_number(box, s, a)


def _text_of_hex(box: Box, s: State, a: int) -> str:
    if a < S.TELEPORT:
        word = "move" if token_on(box, s, a - S.GO) == S.NOBODY else "swap"
        return f"{word} {cell_name(box, s, a - S.GO)}"
    if a < S.CHANGE:
        return f"teleport {cell_name(box, s, a - S.TELEPORT)}"
    cell, lower = divmod(a - S.CHANGE, 2)
    return change_text(cell_name(box, s, cell), lower)


def change_text(name: str, lower: int) -> str:
    """The change of a hex with that name."""
    return f"{'lower' if lower else 'raise'} {name}"


def _text_of_target(box: Box, s: State, a: int) -> str:
    if a < S.LEAP_TO:
        return f"erase {cell_name(box, s, a - S.ERASE)}"
    if a < S.SHOVE_TO:
        return f"play leap {cell_name(box, s, a - S.LEAP_TO)}"
    if a < S.LONG_SWAP_WITH:
        player, cell = shove_target(box, s, a)
        return f"play shove {player_word(box, s, player)} {cell_name(box, s, cell)}"
    if a < S.TRAILBLAZE:
        return f"play long-swap {player_word(box, s, a - S.LONG_SWAP_WITH)}"
    if a < S.BARRICADE_ON:
        return f"play trailblazer {cell_name(box, s, a - S.TRAILBLAZE)}"
    return f"play barricade {cell_name(box, s, a - S.BARRICADE_ON)}"


def _text_of_number(box: Box, s: State, a: int) -> str:
    if a < S.STOP_MOVING:
        return f"play {CARD_IDS[a - S.PLAY]}"
    if a < S.WISH:
        return f"take {colour_word(box, a - S.TAKE)}"
    if a < S.CHOOSE:
        return f"wish {map_id(box, a - S.WISH)}"
    if a < S.OFFER:
        return f"map {map_id(box, a - S.CHOOSE)}"
    if a < S.ROLL:
        return f"offer {player_word(box, s, a - S.OFFER)}"
    if a < S.NEXT:
        return f"roll {a - S.ROLL + 1}"
    if a < S.CARD:
        return f"next {player_word(box, s, a - S.NEXT)}"
    return f"card {CARD_IDS[a - S.CARD]}"


# sentences


def sentence(box: Box, s: State, a: int, after: State) -> Sentence:
    """What happened, for people."""
    said = _deed(box, s, a, after)
    if after.phase == S.FINISHED:
        return _with_result(box, said, after)
    if after.round > s.round and has_thawed(box, after) and not has_thawed(box, s):
        thawed = "{deed}. The thaw: no hex costs more than {die}, and nothing can be raised any more"
        return say(thawed, deed=said, die=box.die[after.map])
    return said


def _with_result(box: Box, said: Sentence, after: State) -> Sentence:
    winners = [title_of(box, after, p) for p in range(box.players) if after.winners >> p & 1]
    if len(winners) > 1:
        return say("{deed}. The round limit is reached: {winners} share the win", deed=said,
                   winners=" and ".join(winners))
    if after.at[after.actor] == box.goal[after.map]:
        return say("{deed} and wins", deed=said)
    return say("{deed}. The round limit is reached: {winner} is nearest to the End hex and wins", deed=said,
               winner=winners[0])


def _deed(box: Box, s: State, a: int, after: State) -> Sentence:
    who = title_of(box, s, s.actor)
    if a < S.CHANGE:
        return _journey(box, s, a, who)
    if a < S.ERASE:
        return _change(box, s, a, after, who)
    if a < S.STOP_MOVING:
        return _play(box, s, a, after, who)
    if a < S.TAKE:
        return _control(box, s, a, after, who)
    if a < S.ROLL:
        return _arrangement(box, s, a, who)
    return _chance(box, s, a, after, who)


def _journey(box: Box, s: State, a: int, who: str) -> Sentence:
    cell = a - S.GO if a < S.TELEPORT else a - S.TELEPORT
    verb = "moves" if a < S.TELEPORT else "teleports"
    other, name, price = token_on(box, s, cell), cell_name(box, s, cell), price_of(box, s, cell)
    if other == S.NOBODY:
        return say("{who} {verb} to {cell} for {price} AP", who=who, verb=verb, cell=name, price=price)
    return say("{who} {verb} to {cell} and swaps places with {other} for {price} AP", who=who, verb=verb, cell=name,
               other=title_of(box, s, other), price=price)


def _change(box: Box, s: State, a: int, after: State, who: str) -> Sentence:
    cell, lower = divmod(a - S.CHANGE, 2)
    return say("{who} {verb} {cell} from {before} to {now}", who=who, verb="lowers" if lower else "raises",
               cell=cell_name(box, s, cell), before=s.cost[cell], now=s.cost[cell] + (-1 if lower else 1))


def _play(box: Box, s: State, a: int, after: State, who: str) -> Sentence:
    if a < S.LEAP_TO:
        cell = a - S.ERASE
        return say("{who} erases the change of {cell}: it costs {now} again", who=who, cell=cell_name(box, s, cell),
                   now=box.printed[place_of(box, s, cell)])
    if a < S.SHOVE_TO:
        return say("{who} plays Leap and jumps to {cell}", who=who, cell=cell_name(box, s, a - S.LEAP_TO))
    if a < S.LONG_SWAP_WITH:
        player, cell = shove_target(box, s, a)
        return say("{who} plays Shove and pushes {other} to {cell}", who=who, other=title_of(box, s, player),
                   cell=cell_name(box, s, cell))
    if a < S.TRAILBLAZE:
        other = a - S.LONG_SWAP_WITH
        return say("{who} plays Long Swap and changes places with {other} on {cell}", who=who,
                   other=title_of(box, s, other), cell=cell_name(box, s, s.at[other]))
    if a < S.PLAY:
        card, cell = ("Trailblazer", a - S.TRAILBLAZE) if a < S.BARRICADE_ON else ("Barricade", a - S.BARRICADE_ON)
        return say("{who} plays {card}: {cell} costs {now}", who=who, card=card, cell=cell_name(box, s, cell),
                   now=after.cost[cell])
    return say("{who} plays {card}", who=who, card=card_title(box, a - S.PLAY))


def _control(box: Box, s: State, a: int, after: State, who: str) -> Sentence:
    if a == S.STOP_MOVING:
        return say("{who} stops moving with {ap} AP left", who=who, ap=s.ap)
    if a == S.END_TURN:
        return say("{who} ends the turn with {ap} AP unspent", who=who, ap=s.ap)
    if a == S.DONE_ERASING:
        return say("{who} erases no more", who=who)
    if a == S.DRAW:
        return say("{who} draws the one special card of the game", who=who)
    return say("{who} draws no card", who=who)


def _arrangement(box: Box, s: State, a: int, who: str) -> Sentence:
    if a < S.WISH:
        return say("{who} takes the {colour} token", who=who, colour=colour_word(box, a - S.TAKE))
    if a < S.CHOOSE:
        return say("{who} would like the map {map}", who=who, map=map_title(box, a - S.WISH))
    if a < S.OFFER:
        return say("{who} chooses the map {map}", who=who, map=map_title(box, a - S.CHOOSE))
    if a < S.NO_OFFER:
        return say("{who} offers {other} to exchange places in the order", who=who,
                   other=title_of(box, s, a - S.OFFER))
    if a == S.NO_OFFER:
        return say("{who} makes no offer", who=who)
    other = title_of(box, s, s.asking[s.turn])
    if a == S.ACCEPT:
        return say("{who} accepts and exchanges places with {other}", who=who, other=other)
    return say("{who} declines the offer of {other}", who=who, other=other)


def _chance(box: Box, s: State, a: int, after: State, who: str) -> Sentence:
    if a == S.CARD_HIDDEN:
        return say("{who} takes a card face down", who=who)
    if a >= S.CARD:
        face_down = after.fate[s.actor] == S.FACE_DOWN
        template = "{who} draws {card} and keeps it face down" if face_down else "{who} draws and shows {card}"
        return say(template, who=who, card=card_title(box, a - S.CARD))
    if a >= S.NEXT:
        return say("{other} gets the {place} place in the order", other=title_of(box, s, a - S.NEXT),
                   place=ordinal(s.turn + 1))
    face = a - S.ROLL + 1
    if s.phase == S.TELEPORT_ROLL:
        return say("{who} rolls {face} for the teleport", who=who, face=face)
    if s.phase == S.SECOND_ROLL:
        return say("{who} rolls {face} as well and has {ap} AP", who=who, face=face, ap=after.ap)
    if s.round > 0:
        return say("{who} rolls {face}", who=who, face=face)
    return say("{who} rolls {face} for the order", who=who, face=face)


# taking back


def is_barrier(box: Box, before: State, a: int, after: State) -> bool:
    """Whether an action cannot be taken back: in the set-up only what somebody else has answered (that is for the
    match to see), in a turn a played card, whatever leads to chance, and the end of the turn."""
    if before.round == 0:
        return False
    if S.LEAP_TO <= a < S.STOP_MOVING:
        return True
    return after.phase not in (S.MOVING, S.ASKED_TO_DRAW, S.CHANGING, S.ERASING) or after.actor != before.actor
