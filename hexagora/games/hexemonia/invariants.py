"""What must always hold in Hexemonia; whatever does not, in sentences."""

from collections.abc import Iterator
from typing import Any

from hexagora.games.hexemonia import rules_city
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.content import RESOURCE_NAMES, cell_names, read
from hexagora.games.hexemonia.rules_fate import unseen_above, unseen_in_hand
from hexagora.games.hexemonia.state import Box, State

IN_SPECIAL = {*range(S.AT_SPECIAL, S.AT_WAR), S.AT_LOOK, S.AT_FATES, S.AT_HIT}
IN_EFFECT = IN_SPECIAL - {S.AT_SPECIAL}
IN_ATTACK = {S.AT_MUSTER, S.AT_LOSE, S.AT_SETTLE}
# what belongs to some nodes only, and which these are
REMEMBERED: dict[str, set[int]] = {
    "dealt": {S.AT_CITY, S.AT_SHOW, S.AT_HAND, S.AT_OPEN},
    "fresh": {*range(S.AT_PLAY, S.AT_OVER), S.AT_LOOK, S.AT_FATES, S.AT_HIT},
    "due": {S.AT_PAY},
    "claim": {S.AT_FILL},
    "source": {S.AT_MOVES, S.AT_DROP},
    "sink": {S.AT_MOVES, S.AT_DROP},
    "origin": {S.AT_DROP, S.AT_AGORA_DROP},
    "carried": {S.AT_DROP, S.AT_AGORA_DROP},
    "resource": {S.AT_PAY, S.AT_FILL, S.AT_DROP, S.AT_DEMAND, S.AT_GIVE, S.AT_AGORA_DROP},
    "swapped": {S.AT_EXCHANGE},
    "used": IN_SPECIAL,
    "used_myths": IN_SPECIAL,
    "target": IN_EFFECT | IN_ATTACK | {S.AT_PAY},
    "steps": {S.AT_AGORA, S.AT_AGORA_DROP, S.AT_NECROPOLIS},
    "giver": {S.AT_GIVE, S.AT_HIT},
    "all_give": {S.AT_GIVE},
    "attacked": {*range(S.AT_WAR, S.AT_MYTHOUT + 1)},
    "victim": IN_ATTACK,
    "defence": {S.AT_MUSTER, S.AT_LOSE},
    "mustered": {S.AT_MUSTER, S.AT_LOSE},
    "spoils": {S.AT_SETTLE},
    "prize": {S.AT_SETTLE},
    "looks": {S.AT_LOOK, S.AT_ORACLE},
}  # fmt: skip


def broken(box: Box, s: State) -> list[str]:
    """Every sentence is about something that should be otherwise; none for a sound state."""
    return [*_cubes(box, s), *_hexes(box, s), *_cities(box, s), *_myths(box, s), *_hands(box, s), *_knowledge(box, s),
            *_memory(box, s)]


def _cubes(box: Box, s: State) -> Iterator[str]:
    """Supply, planes and cubes on their way add up to the box."""
    for r, name in enumerate(RESOURCE_NAMES):
        placed = sum(s.cubes[p][r][c] for p in range(box.players) for c in range(box.cells))
        moving = s.spoils[r] + (s.mustered[r] if r < S.UNITS else 0)
        if s.phase in (S.AT_DROP, S.AT_AGORA_DROP) and s.resource == r:
            moving += s.carried
        if not box.unlimited_supply and s.supply[r] + placed + moving != box.supply[r]:
            yield f"{name}: {s.supply[r]} in supply, {placed} placed, {moving} moving, {box.supply[r]} in the box"
        if s.supply[r] < 0:
            yield f"{name}: {s.supply[r]} in supply"
        if any(s.cubes[p][r][c] < 0 for p in range(box.players) for c in range(box.cells)):
            yield f"{name}: less than none on a hex"


def hexes_of(box: Box, s: State, kind: int) -> int:
    """Hexes of a type, wherever they are."""
    places = s.pile[kind] + s.display[kind] + s.underworld[kind] + s.looked[kind]
    places += sum(1 for i in range(s.tops) if s.top[i] == kind + 1)
    places += sum(s.hand[p][kind] for p in range(box.players))
    places += sum(1 for p in range(box.players) for c in range(box.cells) if s.tile[p][c] == kind + 1)
    return int(places + (s.myth_owner[kind] > 0) + (s.prize == kind + 1))


def _hexes(box: Box, s: State) -> Iterator[str]:
    for kind in range(box.types):
        if hexes_of(box, s, kind) != box.copies[kind]:
            yield f"{read(box.type_id[kind])}: {hexes_of(box, s, kind)} hexes instead of {box.copies[kind]}"
        if min(s.pile[kind], s.display[kind], s.underworld[kind], s.looked[kind]) < 0:
            yield f"{read(box.type_id[kind])}: less than none in a pile"
    if sum(s.pile) + s.tops + s.looks != s.pile_size or sum(s.looked) != s.looks:
        yield f"pile_size is {s.pile_size}, but {sum(s.pile)} + {s.tops} + {s.looks} hexes are there"
    if s.phase == S.AT_TAKE1 and sum(s.display) != box.display:
        yield f"display: {sum(s.display)} hexes at the start of a turn instead of {box.display}"


def _cities(box: Box, s: State) -> Iterator[str]:
    names = cell_names(box.radius)
    for p in range(box.players):
        here = f"p{p + 1}"
        cells = [c for c in range(box.cells) if s.tile[p][c]]
        if s.tile[p][S.ACROPOLIS] or s.filled[p] != 1 | sum(1 << c for c in cells):
            yield f"{here}: the cells with a hex do not agree with the hexes"
        if not _connected(box, {S.ACROPOLIS, *cells}):
            yield f"{here}: the city is not in one piece"
        kinds = [s.tile[p][c] - 1 for c in cells if box.colour[s.tile[p][c] - 1] == S.POLIS]
        for kind in {k for k in kinds if kinds.count(k) > 1}:
            yield f"{here}: two Polis hexes of the name {read(box.type_id[kind])}"
        if any(s.cubes[p][r][c] for c in range(1, box.cells) if c not in cells for r in range(S.RESOURCES)):
            yield f"{here}: cubes where there is no hex"
        for field, wanted in _masks(box, s, p, cells).items():
            if getattr(s, field)[p] != wanted:
                yield f"{here}: {field} does not agree with the hexes on {', '.join(names[c] for c in cells)}"
        for r, name in enumerate(RESOURCE_NAMES):
            if s.stock[p][r] != sum(s.cubes[p][r][c] for c in range(box.cells)):
                yield f"{here}: {s.stock[p][r]} {name} counted, others are there"


def _masks(box: Box, s: State, p: int, cells: list[int]) -> dict[str, int]:
    """The sets that the state remembers, worked out again."""
    kind = {c: s.tile[p][c] - 1 for c in cells}

    def mask(test: Any) -> int:
        return sum(1 << c for c in cells if test(c))

    return {
        "live": 1 | mask(lambda c: rules_city.has_its_cost(box, s, p, c)),
        "polis": mask(lambda c: box.colour[kind[c]] == S.POLIS),
        "polis_names": sum(1 << k for k in {kind[c] for c in cells} if box.colour[k] == S.POLIS),
        "gears": mask(lambda c: box.gear[kind[c]] > 0),
        "shields": mask(lambda c: box.shield[kind[c]] > 0),
    }


def _connected(box: Box, cells: set[int]) -> bool:
    reached, waiting = {S.ACROPOLIS}, [S.ACROPOLIS]
    while waiting:
        for near in box.neighbour[waiting.pop()]:
            if near in cells and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached == cells


def _myths(box: Box, s: State) -> Iterator[str]:
    for p in range(box.players):
        owned = sum(1 for k in range(box.types) if s.myth_owner[k] == p + 1)
        if owned != s.myths[p]:
            yield f"p{p + 1}: {s.myths[p]} Myths counted, {owned} there"
        if owned > box.myth_limit and s.phase != S.AT_MYTHOUT:
            yield f"p{p + 1}: {owned} Myths, at most {box.myth_limit} are allowed"
    for kind in range(box.types):
        if s.myth_owner[kind]:
            p, c = s.myth_owner[kind] - 1, s.host[kind]
            travelling = s.phase == S.AT_SETTLE and p == s.victim and c == s.target
            if kind < box.first_myth or (not travelling and not (
                    c != S.ACROPOLIS and s.tile[p][c] and box.nature[s.tile[p][c] - 1] == box.nature[kind])):
                yield f"{read(box.type_id[kind])}: its token lies on no hex of its nature"


def _hands(box: Box, s: State) -> Iterator[str]:
    for p in range(box.players):
        if sum(s.hand[p]) != s.hand_size[p] or min(s.hand[p]) < 0:
            yield f"p{p + 1}: {s.hand_size[p]} hexes in hand counted, {sum(s.hand[p])} there"
        if p != s.active and s.phase > S.AT_HAND and s.hand_size[p] > box.hand_limit:
            yield f"p{p + 1}: {s.hand_size[p]} hexes in hand, at most {box.hand_limit} are allowed"
    if s.phase == S.AT_DISCARD and s.hand_size[s.active] <= box.hand_limit:
        yield f"p{s.active + 1}: nothing to discard with {s.hand_size[s.active]} hexes in hand"


def _knowledge(box: Box, s: State) -> Iterator[str]:
    """Nobody knows anything that is not so."""
    for kind in range(box.types):
        name = read(box.type_id[kind])
        above = s.looked[kind] + sum(1 for i in range(s.tops) if s.top[i] == kind + 1)
        for v in range(box.players):
            for g, sure in enumerate(s.sure[v]):
                drawn = sum(s.hand[p][kind] - s.shown[p][kind] - s.spied[v][p][kind]
                            for p in range(box.players) if s.strays[v][g][p])
                there = (above if s.near[v] and g == S.NEWEST else 0) + drawn
                if not 0 <= sure[kind] <= there:
                    yield f"p{v + 1} is sure of {sure[kind]} {name} on top or drawn, {there} are there"
    for p in range(box.players):
        for v in range(box.players):
            for kind, known in enumerate(map(sum, zip(s.shown[p], s.spied[v][p], strict=True))):
                if not 0 <= known <= s.hand[p][kind]:
                    yield (f"p{v + 1} knows of more {read(box.type_id[kind])} in the hand of p{p + 1} than there are")
    for v in range(box.players):
        yield from _places(box, s, v)
    if (s.tops > 0) > (s.knower > 0):
        yield "hexes of fixed place on top, but nobody has put them there"


def _places(box: Box, s: State, v: int) -> Iterator[str]:
    """What somebody is sure of has places."""
    for g in range(S.GROUPS):
        sure, places = sum(s.sure[v][g]), (s.near[v] if g == S.NEWEST else 0) + sum(s.strays[v][g])
        if sure > places or (places and not sure):
            yield f"p{v + 1} is sure of {sure} hexes in {places} places"
    if not 0 <= s.near[v] <= unseen_above(s, v):
        yield f"p{v + 1} is sure of {s.near[v]} hexes on top, {unseen_above(s, v)} are there unseen"
    for p in range(box.players):
        for drawn in s.strays[v]:
            if not 0 <= drawn[p] <= (unseen_in_hand(box, s, v, p) if p != v else 0):
                yield f"p{v + 1} is sure of {drawn[p]} hexes in the hand of p{p + 1}, which holds fewer unseen ones"


def _memory(box: Box, s: State) -> Iterator[str]:
    """What belongs to one node only is empty elsewhere."""
    for r in range(S.RESOURCES):
        on_fresh = sum(s.cubes[s.active][r][c] for c in range(box.cells) if s.fresh >> c & 1)
        if s.frozen[r] != (on_fresh if s.phase in (S.AT_PLAY, S.AT_PAY) else 0):
            yield f"{RESOURCE_NAMES[r]}: {s.frozen[r]} on new hexes counted, {on_fresh} there"
    if s.fresh & ~s.filled[s.active]:
        yield "a hex played this turn is not there"
    for field, nodes in REMEMBERED.items():
        if s.phase not in nodes and _holds_something(getattr(s, field)):
            yield f"{field}: something is remembered that is over"


def _holds_something(value: Any) -> bool:
    if isinstance(value, int):
        return value != 0
    return any(value) if isinstance(value[0], int) else any(map(any, value))
