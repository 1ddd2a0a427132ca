"""Notation and sentences of Hexemonia: `take walls`, `play quarry a3`, `muster 2 hoplite o`, `lose 1`."""

from functools import lru_cache
from typing import Any

from hexagora.engine.contract import OVER
from hexagora.engine.words import Sentence, say
from hexagora.games.hexemonia import rules, rules_draft, rules_war
from hexagora.games.hexemonia.content import RESOURCE_NAMES, cell_names, read
from hexagora.games.hexemonia.positions import place, position
from hexagora.games.hexemonia.state import (
    AT_AGORA,
    AT_AGORA_DROP,
    AT_DEMAND,
    AT_DROP,
    AT_EXCHANGE,
    AT_FILL,
    AT_GIVE,
    AT_HAND,
    AT_LOOK,
    AT_LOSE,
    AT_MOVES,
    AT_MUSTER,
    AT_NECROPOLIS,
    AT_OPEN,
    AT_ORACLE,
    AT_PAY,
    AT_PLAY,
    AT_REFILL1,
    AT_REFILL2,
    AT_SETTLE,
    AT_SHOW,
    AT_SPECIAL,
    AT_TAKE2,
    AT_WAR,
    ATTACK,
    BATCH,
    CELLS,
    CHANCE_CITY,
    CHANCE_DRAW,
    CHANCE_HIT,
    CHANCE_START,
    CITIZEN,
    CUBE_AT,
    END,
    GOLD,
    HIDDEN_CITY,
    HIDDEN_DRAW,
    HIDDEN_STACK,
    HOPLITE,
    LOSE,
    MAX_BATCH,
    MAX_STRIKE,
    NOBODY,
    OF_PLAYER,
    OF_RESOURCE,
    OF_TYPE,
    ON_CELL,
    PASS,
    PLAY_AT,
    PRODUCE,
    RESOURCES,
    REVEAL,
    SPECIAL,
    STRATEGIC,
    STRIKE,
    SWAP_AT,
    TO_HOPLITE,
    WAR,
)

__all__ = ["is_barrier", "place", "position", "sentence", "text"]

MENU = {PRODUCE: "produce", STRATEGIC: "strategic", SPECIAL: "special", WAR: "war", PASS: "pass",
        **dict.fromkeys(range(REVEAL, END), "reveal acropolis"), HIDDEN_CITY: "deal hidden", HIDDEN_DRAW: "draw hidden",
        HIDDEN_STACK: "stack hidden"}
ENDS = {AT_PLAY: "play", AT_MOVES: "moves", AT_EXCHANGE: "exchange", AT_SPECIAL: "special", AT_AGORA: "agora",
        AT_NECROPOLIS: "bury", AT_WAR: "war", AT_MUSTER: "muster"}
SEAT_COLOURS = ("red", "blue", "green", "yellow")
TYPE_VERBS = {AT_SPECIAL: "activate", AT_ORACLE: "stack"}
CELL_VERBS = {AT_DROP: "drop", AT_AGORA_DROP: "drop", AT_NECROPOLIS: "bury", AT_SETTLE: "settle"}
CUBE_VERBS = {AT_PAY: "pay", AT_GIVE: "give", AT_FILL: "fill"}


@lru_cache
def _cells(radius: int) -> list[str]:
    return cell_names(radius)


def cell_name(box: Any, cell: int) -> str:
    return _cells(int(box.radius))[cell]


def type_id(box: Any, kind: int) -> str:
    return read(box.type_id[kind])


def type_name(box: Any, kind: int) -> str:
    """The name in the chosen language."""
    return read(box.type_name[kind])


def city_name(box: Any, city: int) -> str:
    return read(box.city_name[city])


def player_name(player: int) -> str:
    """A player in notation."""
    return f"p{player + 1}"


def person(player: int) -> str:
    """A player in sentences: by colour."""
    return SEAT_COLOURS[player].capitalize()


# actions as numbers


def play_parts(a: int) -> tuple[int, int]:
    """The type and the cell of `play` and `myth`."""
    return divmod(a - PLAY_AT, CELLS)


def cube_parts(a: int) -> tuple[int, int]:
    """The resource and the cell of `pay`, `fill` and `give`."""
    return divmod(a - CUBE_AT, CELLS)


def batch_parts(a: int) -> tuple[int, int, int]:
    """The number, the resource and the cell of `lift` and `muster`."""
    rest, number = divmod(a - BATCH, MAX_BATCH)
    cell, resource = divmod(rest, RESOURCES)
    return number + 1, resource, cell


def strike_parts(a: int) -> tuple[int, int, int]:
    """The player, the cell and the number of `strike`."""
    rest, number = divmod(a - STRIKE, MAX_STRIKE)
    player, cell = divmod(rest, CELLS)
    return player, cell, number + 1


def attack_parts(a: int) -> tuple[int, int]:
    """The player and the cell of `attack`."""
    return divmod(a - ATTACK, CELLS)


# notation


def text(box: Any, s: Any, a: int) -> str:
    if a in MENU:
        return MENU[a]
    if a == END:
        return f"end {ENDS[s.phase]}"
    if a >= CHANCE_START:
        return _outcome_text(box, s, a)
    if a < OF_RESOURCE:
        return f"{_type_verb(s)} {type_id(box, a - OF_TYPE)}"
    if a < OF_PLAYER:
        return f"gain {RESOURCE_NAMES[a - OF_RESOURCE]}"
    if a < ON_CELL:
        return f"{'demand' if s.phase == AT_DEMAND else 'curse'} {player_name(a - OF_PLAYER)}"
    if a < PLAY_AT:
        return f"{CELL_VERBS.get(s.phase, 'activate')} {cell_name(box, a - ON_CELL)}"
    return _placed_text(box, s, a)


def _type_verb(s: Any) -> str:
    if s.phase <= AT_TAKE2:
        return "take"
    return TYPE_VERBS.get(s.phase, "discard")


def _outcome_text(box: Any, s: Any, a: int) -> str:
    if a < CHANCE_CITY:
        return f"start {player_name(a - CHANCE_START)}"
    if a < CHANCE_DRAW:
        return f"{'open' if s.phase == AT_OPEN else 'deal'} {read(box.city_id[a - CHANCE_CITY])}"
    if a < CHANCE_HIT:
        return f"draw {type_id(box, a - CHANCE_DRAW)}"
    return f"hit {type_id(box, a - CHANCE_HIT)}"


def _placed_text(box: Any, s: Any, a: int) -> str:
    if a < CUBE_AT:
        kind, cell = play_parts(a)
        return f"{'myth' if kind >= box.first_myth else 'play'} {type_id(box, kind)} {cell_name(box, cell)}"
    if a < SWAP_AT:
        resource, cell = cube_parts(a)
        return f"{CUBE_VERBS[s.phase]} {RESOURCE_NAMES[resource]} {cell_name(box, cell)}"
    if a < BATCH:
        cell, direction = divmod(a - SWAP_AT, 2)
        return f"exchange {cell_name(box, cell)} {'hoplite' if direction == TO_HOPLITE else 'citizens'}"
    if a < STRIKE:
        number, resource, cell = batch_parts(a)
        verb = "muster" if s.phase == AT_MUSTER else "lift"
        return f"{verb} {number} {RESOURCE_NAMES[resource]} {cell_name(box, cell)}"
    if a < ATTACK:
        player, cell, number = strike_parts(a)
        return f"strike {player_name(player)} {cell_name(box, cell)} {number}"
    if a < LOSE:
        player, cell = attack_parts(a)
        return f"attack {player_name(player)} {cell_name(box, cell)}"
    return f"lose {a - LOSE}"


# sentences


def sentence(box: Any, before: Any, a: int, after: Any) -> Sentence:
    """What happened, and what followed from it by itself."""
    what = _deed(box, before, a, after)
    for then in _consequences(box, before, after):
        what = say("{what}; {then}", what=what, then=then)
    return what


def plural(number: int, resource: int) -> str:
    """A number of cubes in words.

    >>> plural(1, CITIZEN), plural(2, HOPLITE), plural(3, GOLD)
    ('1 citizen', '2 hoplites', '3 gold')
    """
    return f"{number} {RESOURCE_NAMES[resource]}{'s' if number != 1 and resource != GOLD else ''}"


def hex_at(box: Any, s: Any, player: int, cell: int) -> str:
    """A hex of a city by name and cell."""
    if cell == 0:
        return "the Acropolis"
    kind = s.tile[player][cell] - 1
    return f"{type_name(box, kind)} {cell_name(box, cell)}" if kind >= 0 else cell_name(box, cell)


def _deed(box: Any, s: Any, a: int, after: Any) -> Sentence:
    who = person(s.giver if s.phase == AT_GIVE else s.active)
    if a in MENU:
        return _menu_deed(box, s, a, who, after)
    if a == END:
        return _end_deed(s, who)
    if a >= CHANCE_START:
        return _outcome_deed(box, s, a, who)
    if a < OF_RESOURCE:
        return _type_deed(box, s, a - OF_TYPE, who)
    if a < OF_PLAYER:
        return say("{who} puts {cube} on the Acropolis", who=who, cube=plural(1, a - OF_RESOURCE))
    if a < ON_CELL:
        return _player_deed(s, person(a - OF_PLAYER), who)
    if a < PLAY_AT:
        return _cell_deed(box, s, a - ON_CELL, who, after)
    if a < BATCH:
        return _placed_deed(box, s, a, who)
    return _force_deed(box, s, a, who)


def _menu_deed(box: Any, s: Any, a: int, who: str, after: Any) -> Sentence:
    if a == PRODUCE:
        made = _gained(s, after, s.active)
        return say("{who} produces {cubes}" if made else "{who} produces nothing yet", who=who, cubes=made)
    if REVEAL <= a < END:
        return say("{who} reveals the Acropolis: {city}", who=who, city=city_name(box, a - REVEAL))
    if a == HIDDEN_CITY:
        return say("{who} gets a secret Acropolis", who=person(s.dealt))
    if a == HIDDEN_STACK:
        return say("{who} puts a hex back on the Fate pile", who=who)
    if a == HIDDEN_DRAW:
        return _hidden_draw_deed(box, s, who)
    templates = {STRATEGIC: "{who} chooses the strategic action",
                 SPECIAL: "{who} chooses the special action", WAR: "{who} goes to war",
                 PASS: "{who} takes no action"}
    return say(templates[a], who=who)


def _hidden_draw_deed(box: Any, s: Any, who: str) -> Sentence:
    if s.phase == AT_LOOK:
        return say("{who} looks at a hex of the Fate pile", who=who)
    drawer = person(rules_draft.dealt_to(box, s)) if s.phase == AT_HAND else who
    return say("{who} draws a hex", who=drawer)


def _end_deed(s: Any, who: str) -> Sentence:
    templates = {AT_PLAY: "{who} goes on to the action", AT_MOVES: "{who} has finished moving",
                 AT_EXCHANGE: "{who} has finished the strategic action", AT_SPECIAL: "{who} ends the special action",
                 AT_AGORA: "{who} leaves it at that", AT_NECROPOLIS: "{who} buries no more citizens",
                 AT_WAR: "{who} ends the war", AT_MUSTER: "{who} has mustered enough"}
    return say(templates[s.phase], who=who)


def _outcome_deed(box: Any, s: Any, a: int, who: str) -> Sentence:
    if a < CHANCE_CITY:
        return say("{who} starts", who=person(a - CHANCE_START))
    if s.phase == AT_OPEN:
        return say("the Acropolis of {who} is {city}", who=person(s.dealt), city=city_name(box, a - CHANCE_CITY))
    if a < CHANCE_DRAW:
        return say("{who} gets {city}", who=person(s.dealt), city=city_name(box, a - CHANCE_CITY))
    if a >= CHANCE_HIT:
        return say("{who} loses {hex} to Pandora's jar", who=person(s.giver), hex=type_name(box, a - CHANCE_HIT))
    name = type_name(box, a - CHANCE_DRAW)
    if s.phase == AT_LOOK:
        return say("{who} sees {hex} under the Oracle", who=who, hex=name)
    if s.phase in (AT_SHOW, AT_REFILL1, AT_REFILL2):
        return say("{hex} comes to the display", hex=name)
    drawer = person(rules_draft.dealt_to(box, s)) if s.phase == AT_HAND else who
    return say("{who} draws {hex}", who=drawer, hex=name)


def _type_deed(box: Any, s: Any, kind: int, who: str) -> Sentence:
    templates = {"take": "{who} takes {hex}", "activate": "{who} calls on {hex}", "stack": "{who} puts back {hex}",
                 "discard": "{who} discards {hex}"}
    return say(templates[_type_verb(s)], who=who, hex=type_name(box, kind))


def _player_deed(s: Any, other: str, who: str) -> Sentence:
    if s.phase == AT_DEMAND:
        return say("{who} demands a {cube} of {other}", who=who, cube=RESOURCE_NAMES[s.resource], other=other)
    return say("{who} opens Pandora's jar for {other}", who=who, other=other)


def _cell_deed(box: Any, s: Any, cell: int, who: str, after: Any) -> Sentence:
    where = hex_at(box, s, s.active, cell)
    if s.phase in (AT_DROP, AT_AGORA_DROP):
        cubes = plural(s.carried, s.resource)
        return say("{who} moves {cubes} from {start} to {where}", who=who, cubes=cubes, where=where,
                   start=hex_at(box, s, s.active, s.origin))
    if s.phase == AT_NECROPOLIS:
        return say("{who} buries a citizen of {where}", who=who, where=where)
    if s.phase == AT_SETTLE:
        return say("{who} settles {hex} on {cell}", who=who, hex=type_name(box, s.prize - 1),
                   cell=cell_name(box, cell))
    won = after.cubes[s.active][GOLD][cell] - s.cubes[s.active][GOLD][cell]
    if won > 0:
        return say("{who} uses {where}: {cubes}", who=who, where=where, cubes=plural(won, GOLD))
    return say("{who} uses {where}", who=who, where=where)


def _placed_deed(box: Any, s: Any, a: int, who: str) -> Sentence:
    if a < CUBE_AT:
        kind, cell = play_parts(a)
        if kind >= box.first_myth:
            return say("{who} plays {myth}; its token goes on {where}", who=who, myth=type_name(box, kind),
                       where=hex_at(box, s, s.active, cell))
        return say("{who} plays {hex} on {cell}", who=who, hex=type_name(box, kind), cell=cell_name(box, cell))
    if a < SWAP_AT:
        resource, cell = cube_parts(a)
        templates = {AT_PAY: "{who} pays {cube} from {where}", AT_GIVE: "{who} gives {cube} from {where}",
                     AT_FILL: "{where} gets {cube}"}
        owner = s.giver if s.phase == AT_GIVE else s.active
        return say(templates[s.phase], who=who, cube=plural(1, resource), where=hex_at(box, s, owner, cell))
    cell, direction = divmod(a - SWAP_AT, 2)
    many, one = plural(box.hoplite_value, CITIZEN), plural(1, HOPLITE)
    given, got = (many, one) if direction == TO_HOPLITE else (one, many)
    return say("{who} exchanges {given} for {got} on {where}", who=who, given=given, got=got,
               where=hex_at(box, s, s.active, cell))


def _force_deed(box: Any, s: Any, a: int, who: str) -> Sentence:
    if a < STRIKE:
        number, resource, cell = batch_parts(a)
        template = "{who} musters {cubes} from {where}" if s.phase == AT_MUSTER else "{who} lifts {cubes} from {where}"
        return say(template, who=who, cubes=plural(number, resource), where=hex_at(box, s, s.active, cell))
    if a < ATTACK:
        player, cell, number = strike_parts(a)
        return say("{who} takes {cubes} from {other}'s {where} to Hades", who=who, cubes=plural(number, CITIZEN),
                   other=person(player), where=hex_at(box, s, player, cell))
    if a < LOSE:
        player, cell = attack_parts(a)
        return say("{who} attacks {other}'s {where}", who=who, other=person(player),
                   where=hex_at(box, s, player, cell))
    return _loss_deed(box, s, a - LOSE, who)


def _loss_deed(box: Any, s: Any, hoplites: int, who: str) -> Sentence:
    citizens = rules_war.citizens_lost(box, s, hoplites)
    lost = [plural(n, r) for n, r in ((hoplites, HOPLITE), (citizens, CITIZEN)) if n > 0]
    taken = hex_at(box, s, s.victim, s.target)
    if citizens < 0:
        return say("{who} conquers {hex}, loses {lost} and gets {change} back", who=who, hex=taken,
                   lost=" and ".join(lost), change=plural(-citizens, CITIZEN))
    return say("{who} conquers {hex} and loses {lost}", who=who, hex=taken, lost=" and ".join(lost) or "nothing")


def _consequences(box: Any, before: Any, after: Any) -> list[Sentence]:
    """What ran by itself after a decision: Poleis that merge, Myths that change hands, the Philosopher, Revolts, the
    last round, the end."""
    found = _merged(box, before, after) + _myths_moved(box, before, after)
    if after.philosopher != before.philosopher and after.philosopher != NOBODY:
        found.append(say("{who} takes the Philosopher", who=person(after.philosopher - 1)))
        found += [say("Revolt at {who}: {lost} lost", who=person(p), lost=_lost(before, after, p))
                  for p in range(box.players) if p != before.active and _lost(before, after, p)]
    if after.last_round and not before.last_round:
        found.append(say("the last round begins"))
    if rules.to_act(box, after) == OVER:
        out = [0] * box.players
        rules.returns(box, after, out)
        winners = [person(p) for p in range(box.players) if out[p]]
        found.append(say("the match is over, {winners} wins" if len(winners) == 1 else
                         "the match is over, {winners} share the win", winners=" and ".join(winners)))
    return found


def _merged(box: Any, before: Any, after: Any) -> list[Sentence]:
    """A conquered Polis of a name that the conqueror has (HXM-WAR-18)."""
    if before.phase != AT_LOSE or after.prize:
        return []
    kind = before.tile[before.victim][before.target] - 1
    return [say("{polis} merges with {who}'s own and goes to the Underworld", who=person(before.active),
                polis=type_name(box, kind))]


def _myths_moved(box: Any, before: Any, after: Any) -> list[Sentence]:
    """Myths that follow a conquered hex (HXM-WAR-16)."""
    return [say("the Myth {myth} goes from {giver} to {who}", myth=type_name(box, kind),
                giver=person(before.myth_owner[kind] - 1), who=person(after.myth_owner[kind] - 1))
            for kind in range(box.first_myth, box.types)
            if before.myth_owner[kind] and after.myth_owner[kind] not in (0, before.myth_owner[kind])]


def _gained(before: Any, after: Any, player: int) -> str:
    made = [after.stock[player][r] - before.stock[player][r] for r in range(RESOURCES)]
    return ", ".join(plural(n, r) for r, n in enumerate(made) if n > 0)


def _lost(before: Any, after: Any, player: int) -> str:
    gone = [before.stock[player][r] - after.stock[player][r] for r in range(RESOURCES)]
    return ", ".join(plural(n, r) for r, n in enumerate(gone) if n > 0)


# taking back


def is_barrier(box: Any, before: Any, a: int, after: Any) -> bool:
    """What shows something new or involves somebody else stays: chance, another player's decision, the end of the
    turn, and an opened Acropolis."""
    return REVEAL <= a < END or bool(rules.to_act(box, before) != rules.to_act(box, after))
