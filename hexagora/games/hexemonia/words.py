"""Notation and sentences of Hexemonia: `take walls`, `play quarry a3`, `muster 2 hoplite o`, `lose 1`."""

from functools import lru_cache

from hexagora.engine.contract import OVER
from hexagora.engine.words import Sentence, say
from hexagora.games.hexemonia import rules, rules_draft, rules_war
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.content import RESOURCE_NAMES, cell_names, read
from hexagora.games.hexemonia.positions import place, position
from hexagora.games.hexemonia.state import Box, State

__all__ = ["is_barrier", "place", "position", "sentence", "text"]

MENU = {S.PRODUCE: "produce", S.STRATEGIC: "strategic", S.SPECIAL: "special", S.WAR: "war", S.PASS: "pass",
        **dict.fromkeys(range(S.REVEAL, S.END), "reveal acropolis"),
        S.HIDDEN_CITY: "deal hidden", S.HIDDEN_DRAW: "draw hidden", S.HIDDEN_STACK: "stack hidden"}
ENDS = {S.AT_PLAY: "play", S.AT_MOVES: "moves", S.AT_EXCHANGE: "exchange", S.AT_SPECIAL: "special", S.AT_AGORA: "agora",
        S.AT_NECROPOLIS: "bury", S.AT_WAR: "war", S.AT_MUSTER: "muster"}
SEAT_COLOURS = ("red", "blue", "green", "yellow")
TYPE_VERBS = {S.AT_SPECIAL: "activate", S.AT_ORACLE: "stack"}
CELL_VERBS = {S.AT_DROP: "drop", S.AT_AGORA_DROP: "drop", S.AT_NECROPOLIS: "bury", S.AT_SETTLE: "settle"}
CUBE_VERBS = {S.AT_PAY: "pay", S.AT_GIVE: "give", S.AT_FILL: "fill"}


@lru_cache
def _cells(radius: int) -> list[str]:
    return cell_names(radius)


def cell_name(box: Box, cell: int) -> str:
    return _cells(int(box.radius))[cell]


def type_id(box: Box, kind: int) -> str:
    return read(box.type_id[kind])


def type_name(box: Box, kind: int) -> str:
    """The name in the chosen language."""
    return read(box.type_name[kind])


def city_name(box: Box, city: int) -> str:
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
    return divmod(a - S.PLAY_AT, S.CELLS)


def cube_parts(a: int) -> tuple[int, int]:
    """The resource and the cell of `pay`, `fill` and `give`."""
    return divmod(a - S.CUBE_AT, S.CELLS)


def batch_parts(a: int) -> tuple[int, int, int]:
    """The number, the resource and the cell of `lift` and `muster`."""
    rest, number = divmod(a - S.BATCH, S.MAX_BATCH)
    cell, resource = divmod(rest, S.RESOURCES)
    return number + 1, resource, cell


def strike_parts(a: int) -> tuple[int, int, int]:
    """The player, the cell and the number of `strike`."""
    rest, number = divmod(a - S.STRIKE, S.MAX_STRIKE)
    player, cell = divmod(rest, S.CELLS)
    return player, cell, number + 1


def attack_parts(a: int) -> tuple[int, int]:
    """The player and the cell of `attack`."""
    return divmod(a - S.ATTACK, S.CELLS)


# notation


def text(box: Box, s: State, a: int) -> str:
    if a in MENU:
        return MENU[a]
    if a == S.END:
        return f"end {ENDS[s.phase]}"
    if a >= S.CHANCE_START:
        return _outcome_text(box, s, a)
    if a < S.OF_RESOURCE:
        return f"{_type_verb(s)} {type_id(box, a - S.OF_TYPE)}"
    if a < S.OF_PLAYER:
        return f"gain {RESOURCE_NAMES[a - S.OF_RESOURCE]}"
    if a < S.ON_CELL:
        return f"{'demand' if s.phase == S.AT_DEMAND else 'curse'} {player_name(a - S.OF_PLAYER)}"
    if a < S.PLAY_AT:
        return f"{CELL_VERBS.get(s.phase, 'activate')} {cell_name(box, a - S.ON_CELL)}"
    return _placed_text(box, s, a)


def _type_verb(s: State) -> str:
    if s.phase <= S.AT_TAKE2:
        return "take"
    return TYPE_VERBS.get(s.phase, "discard")


def _outcome_text(box: Box, s: State, a: int) -> str:
    if a < S.CHANCE_CITY:
        return f"start {player_name(a - S.CHANCE_START)}"
    if a < S.CHANCE_DRAW:
        return f"{'open' if s.phase == S.AT_OPEN else 'deal'} {read(box.city_id[a - S.CHANCE_CITY])}"
    if a < S.CHANCE_HIT:
        return f"draw {type_id(box, a - S.CHANCE_DRAW)}"
    return f"hit {type_id(box, a - S.CHANCE_HIT)}"


def _placed_text(box: Box, s: State, a: int) -> str:
    if a < S.CUBE_AT:
        kind, cell = play_parts(a)
        return f"{'myth' if kind >= box.first_myth else 'play'} {type_id(box, kind)} {cell_name(box, cell)}"
    if a < S.SWAP_AT:
        resource, cell = cube_parts(a)
        return f"{CUBE_VERBS[s.phase]} {RESOURCE_NAMES[resource]} {cell_name(box, cell)}"
    if a < S.BATCH:
        cell, direction = divmod(a - S.SWAP_AT, 2)
        return f"exchange {cell_name(box, cell)} {'hoplite' if direction == S.TO_HOPLITE else 'citizens'}"
    if a < S.STRIKE:
        number, resource, cell = batch_parts(a)
        verb = "muster" if s.phase == S.AT_MUSTER else "lift"
        return f"{verb} {number} {RESOURCE_NAMES[resource]} {cell_name(box, cell)}"
    if a < S.ATTACK:
        player, cell, number = strike_parts(a)
        return f"strike {player_name(player)} {cell_name(box, cell)} {number}"
    if a < S.LOSE:
        player, cell = attack_parts(a)
        return f"attack {player_name(player)} {cell_name(box, cell)}"
    return f"lose {a - S.LOSE}"


# sentences


def sentence(box: Box, before: State, a: int, after: State) -> Sentence:
    """What happened, and what followed from it by itself."""
    what = _deed(box, before, a, after)
    for then in _consequences(box, before, after):
        what = say("{what}; {then}", what=what, then=then)
    return what


def plural(number: int, resource: int) -> str:
    """A number of cubes in words.

    >>> plural(1, S.CITIZEN), plural(2, S.HOPLITE), plural(3, S.GOLD)
    ('1 citizen', '2 hoplites', '3 gold')
    """
    return f"{number} {RESOURCE_NAMES[resource]}{'s' if number != 1 and resource != S.GOLD else ''}"


def hex_at(box: Box, s: State, player: int, cell: int) -> str:
    """A hex of a city by name and cell."""
    if cell == 0:
        return "the Acropolis"
    kind = s.tile[player][cell] - 1
    return f"{type_name(box, kind)} {cell_name(box, cell)}" if kind >= 0 else cell_name(box, cell)


def _deed(box: Box, s: State, a: int, after: State) -> Sentence:
    who = person(s.giver if s.phase == S.AT_GIVE else s.active)
    if a in MENU:
        return _menu_deed(box, s, a, who, after)
    if a == S.END:
        return _end_deed(s, who)
    if a >= S.CHANCE_START:
        return _outcome_deed(box, s, a, who)
    if a < S.OF_RESOURCE:
        return _type_deed(box, s, a - S.OF_TYPE, who)
    if a < S.OF_PLAYER:
        return say("{who} puts {cube} on the Acropolis", who=who, cube=plural(1, a - S.OF_RESOURCE))
    if a < S.ON_CELL:
        return _player_deed(s, person(a - S.OF_PLAYER), who)
    if a < S.PLAY_AT:
        return _cell_deed(box, s, a - S.ON_CELL, who, after)
    if a < S.BATCH:
        return _placed_deed(box, s, a, who)
    return _force_deed(box, s, a, who)


def _menu_deed(box: Box, s: State, a: int, who: str, after: State) -> Sentence:
    if a == S.PRODUCE:
        made = _gained(s, after, s.active)
        return say("{who} produces {cubes}" if made else "{who} produces nothing yet", who=who, cubes=made)
    if S.REVEAL <= a < S.END:
        return say("{who} reveals the Acropolis: {city}", who=who, city=city_name(box, a - S.REVEAL))
    if a == S.HIDDEN_CITY:
        return say("{who} gets a secret Acropolis", who=person(s.dealt))
    if a == S.HIDDEN_STACK:
        return say("{who} puts a hex back on the Fate pile", who=who)
    if a == S.HIDDEN_DRAW:
        return _hidden_draw_deed(box, s, who)
    templates = {S.STRATEGIC: "{who} chooses the strategic action",
                 S.SPECIAL: "{who} chooses the special action", S.WAR: "{who} goes to war",
                 S.PASS: "{who} takes no action"}
    return say(templates[a], who=who)


def _hidden_draw_deed(box: Box, s: State, who: str) -> Sentence:
    if s.phase == S.AT_LOOK:
        return say("{who} looks at a hex of the Fate pile", who=who)
    drawer = person(rules_draft.dealt_to(box, s)) if s.phase == S.AT_HAND else who
    return say("{who} draws a hex", who=drawer)


def _end_deed(s: State, who: str) -> Sentence:
    templates = {S.AT_PLAY: "{who} goes on to the action", S.AT_MOVES: "{who} has finished moving",
                 S.AT_EXCHANGE: "{who} has finished the strategic action",
                 S.AT_SPECIAL: "{who} ends the special action",
                 S.AT_AGORA: "{who} leaves it at that", S.AT_NECROPOLIS: "{who} buries no more citizens",
                 S.AT_WAR: "{who} ends the war", S.AT_MUSTER: "{who} has mustered enough"}
    return say(templates[s.phase], who=who)


def _outcome_deed(box: Box, s: State, a: int, who: str) -> Sentence:
    if a < S.CHANCE_CITY:
        return say("{who} starts", who=person(a - S.CHANCE_START))
    if s.phase == S.AT_OPEN:
        return say("the Acropolis of {who} is {city}", who=person(s.dealt), city=city_name(box, a - S.CHANCE_CITY))
    if a < S.CHANCE_DRAW:
        return say("{who} gets {city}", who=person(s.dealt), city=city_name(box, a - S.CHANCE_CITY))
    if a >= S.CHANCE_HIT:
        return say("{who} loses {hex} to Pandora's jar", who=person(s.giver), hex=type_name(box, a - S.CHANCE_HIT))
    name = type_name(box, a - S.CHANCE_DRAW)
    if s.phase == S.AT_LOOK:
        return say("{who} sees {hex} under the Oracle", who=who, hex=name)
    if s.phase in (S.AT_SHOW, S.AT_REFILL1, S.AT_REFILL2):
        return say("{hex} comes to the display", hex=name)
    drawer = person(rules_draft.dealt_to(box, s)) if s.phase == S.AT_HAND else who
    return say("{who} draws {hex}", who=drawer, hex=name)


def _type_deed(box: Box, s: State, kind: int, who: str) -> Sentence:
    templates = {"take": "{who} takes {hex}", "activate": "{who} calls on {hex}", "stack": "{who} puts back {hex}",
                 "discard": "{who} discards {hex}"}
    return say(templates[_type_verb(s)], who=who, hex=type_name(box, kind))


def _player_deed(s: State, other: str, who: str) -> Sentence:
    if s.phase == S.AT_DEMAND:
        return say("{who} demands a {cube} of {other}", who=who, cube=RESOURCE_NAMES[s.resource], other=other)
    return say("{who} opens Pandora's jar for {other}", who=who, other=other)


def _cell_deed(box: Box, s: State, cell: int, who: str, after: State) -> Sentence:
    where = hex_at(box, s, s.active, cell)
    if s.phase in (S.AT_DROP, S.AT_AGORA_DROP):
        cubes = plural(s.carried, s.resource)
        return say("{who} moves {cubes} from {start} to {where}", who=who, cubes=cubes, where=where,
                   start=hex_at(box, s, s.active, s.origin))
    if s.phase == S.AT_NECROPOLIS:
        return say("{who} buries a citizen of {where}", who=who, where=where)
    if s.phase == S.AT_SETTLE:
        return say("{who} settles {hex} on {cell}", who=who, hex=type_name(box, s.prize - 1),
                   cell=cell_name(box, cell))
    won = after.cubes[s.active][S.GOLD][cell] - s.cubes[s.active][S.GOLD][cell]
    if won > 0:
        return say("{who} uses {where}: {cubes}", who=who, where=where, cubes=plural(won, S.GOLD))
    return say("{who} uses {where}", who=who, where=where)


def _placed_deed(box: Box, s: State, a: int, who: str) -> Sentence:
    if a < S.CUBE_AT:
        kind, cell = play_parts(a)
        if kind >= box.first_myth:
            return say("{who} plays {myth}; its token goes on {where}", who=who, myth=type_name(box, kind),
                       where=hex_at(box, s, s.active, cell))
        return say("{who} plays {hex} on {cell}", who=who, hex=type_name(box, kind), cell=cell_name(box, cell))
    if a < S.SWAP_AT:
        resource, cell = cube_parts(a)
        templates = {S.AT_PAY: "{who} pays {cube} from {where}", S.AT_GIVE: "{who} gives {cube} from {where}",
                     S.AT_FILL: "{where} gets {cube}"}
        owner = s.giver if s.phase == S.AT_GIVE else s.active
        return say(templates[s.phase], who=who, cube=plural(1, resource), where=hex_at(box, s, owner, cell))
    cell, direction = divmod(a - S.SWAP_AT, 2)
    many, one = plural(box.hoplite_value, S.CITIZEN), plural(1, S.HOPLITE)
    given, got = (many, one) if direction == S.TO_HOPLITE else (one, many)
    return say("{who} exchanges {given} for {got} on {where}", who=who, given=given, got=got,
               where=hex_at(box, s, s.active, cell))


def _force_deed(box: Box, s: State, a: int, who: str) -> Sentence:
    if a < S.STRIKE:
        number, resource, cell = batch_parts(a)
        musters, lifts = "{who} musters {cubes} from {where}", "{who} lifts {cubes} from {where}"
        template = musters if s.phase == S.AT_MUSTER else lifts
        return say(template, who=who, cubes=plural(number, resource), where=hex_at(box, s, s.active, cell))
    if a < S.ATTACK:
        player, cell, number = strike_parts(a)
        return say("{who} takes {cubes} from {other}'s {where} to Hades", who=who, cubes=plural(number, S.CITIZEN),
                   other=person(player), where=hex_at(box, s, player, cell))
    if a < S.LOSE:
        player, cell = attack_parts(a)
        return say("{who} attacks {other}'s {where}", who=who, other=person(player),
                   where=hex_at(box, s, player, cell))
    return _loss_deed(box, s, a - S.LOSE, who)


def _loss_deed(box: Box, s: State, hoplites: int, who: str) -> Sentence:
    citizens = rules_war.citizens_lost(box, s, hoplites)
    lost = [plural(n, r) for n, r in ((hoplites, S.HOPLITE), (citizens, S.CITIZEN)) if n > 0]
    taken = hex_at(box, s, s.victim, s.target)
    numbers = {"n": rules_war.mustered_value(box, s), "m": s.defence}
    if citizens < 0:
        return say("{who} conquers {hex} with {n} against {m}, loses {lost} and gets {change} back", who=who, hex=taken,
                   lost=" and ".join(lost), change=plural(-citizens, S.CITIZEN), **numbers)
    return say("{who} conquers {hex} with {n} against {m} and loses {lost}", who=who, hex=taken,
               lost=" and ".join(lost) or "nothing", **numbers)


def _consequences(box: Box, before: State, after: State) -> list[Sentence]:
    """What ran by itself after a decision: defenders that fall, Poleis that merge, Myths that change hands, the
    Philosopher, Revolts, the last round, the end."""
    found = _defenders_lost(before, after) + _merged(box, before, after) + _myths_moved(box, before, after)
    if after.philosopher != before.philosopher and after.philosopher != S.NOBODY:
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


def _defenders_lost(before: State, after: State) -> list[Sentence]:
    """The units on a conquered hex go to the supply (HXM-WAR-10)."""
    if before.phase != S.AT_LOSE or after.phase == S.AT_LOSE:
        return []
    fallen = [plural(n, r) for r in (S.HOPLITE, S.CITIZEN) if (n := before.cubes[before.victim][r][before.target])]
    lost = " and ".join(fallen)
    return [say("{who} loses {lost} in its defence", who=person(before.victim), lost=lost)] if fallen else []


def _merged(box: Box, before: State, after: State) -> list[Sentence]:
    """A conquered Polis of a name that the conqueror has (HXM-WAR-18)."""
    if before.phase != S.AT_LOSE or after.prize:
        return []
    kind = before.tile[before.victim][before.target] - 1
    return [say("{polis} merges with {who}'s own and goes to the Underworld", who=person(before.active),
                polis=type_name(box, kind))]


def _myths_moved(box: Box, before: State, after: State) -> list[Sentence]:
    """Myths that follow a conquered hex (HXM-WAR-16)."""
    return [say("the Myth {myth} goes from {giver} to {who}", myth=type_name(box, kind),
                giver=person(before.myth_owner[kind] - 1), who=person(after.myth_owner[kind] - 1))
            for kind in range(box.first_myth, box.types)
            if before.myth_owner[kind] and after.myth_owner[kind] not in (0, before.myth_owner[kind])]


def _gained(before: State, after: State, player: int) -> str:
    made = [after.stock[player][r] - before.stock[player][r] for r in range(S.RESOURCES)]
    return ", ".join(plural(n, r) for r, n in enumerate(made) if n > 0)


def _lost(before: State, after: State, player: int) -> str:
    gone = [before.stock[player][r] - after.stock[player][r] for r in range(S.RESOURCES)]
    return ", ".join(plural(n, r) for r, n in enumerate(gone) if n > 0)


# taking back


def is_barrier(box: Box, before: State, a: int, after: State) -> bool:
    """What shows something new or involves somebody else stays: chance, another player's decision, the end of the
    turn, and an opened Acropolis."""
    return S.REVEAL <= a < S.END or bool(rules.to_act(box, before) != rules.to_act(box, after))
