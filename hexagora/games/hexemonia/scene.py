"""What people see of Hexemonia: a plane for each player, the market between them, panels and prompts."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from hexagora.engine.scene import FLAT, Badge, Board, Cell, Face, Meter, Panel, Piece, Pile, Scene, place
from hexagora.games.hexemonia import rules, rules_city, rules_draft, rules_end, rules_score, rules_war, words
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.choices import choice
from hexagora.games.hexemonia.content import COLOURS, GEARS, NATURES, RESOURCE_NAMES, plane
from hexagora.games.hexemonia.forecasts import (
    cubes,
    gear_text,
    lacking,
    no_place_left,
    threatened_by,
    why_not_attacked,
    why_not_played,
)
from hexagora.games.hexemonia.payments import payments
from hexagora.games.hexemonia.state import Box, State
from hexagora.games.hexemonia.threats import threats
from hexagora.hexes import Layout

__all__ = ["choice", "scene"]

STEPS = ["draft", "play hexes", "action", "politics"]
COLOUR_GLYPHS = {S.CHORA: "c", S.FORTIFICATION: "F", S.POLIS: "P"}
NATURE_MARKS = ("eye", "helmet", "amphora", "lightning")
FEW_LEFT = 3  # hexes in the Fate pile that make the last round a matter of this turn or the next

RULES = {
    S.AT_TAKE1: "HXM-DRAFT-1", S.AT_TAKE2: "HXM-DRAFT-3", S.AT_PLAY: "HXM-PLAY-2", S.AT_PAY: "HXM-PLAY-7",
    S.AT_ACTION: "HXM-ACT-1", S.AT_FILL: "HXM-PROD-1", S.AT_MOVES: "HXM-STRAT-1", S.AT_DROP: "HXM-STRAT-1",
    S.AT_EXCHANGE: "HXM-STRAT-2", S.AT_SPECIAL: "HXM-SPEC-1", S.AT_SPRING: "HXM-FX-12", S.AT_HADES: "HXM-FX-4",
    S.AT_PANDORA: "HXM-FX-7", S.AT_ORACLE: "HXM-FX-5", S.AT_AGORA: "HXM-FX-8", S.AT_AGORA_DROP: "HXM-FX-8",
    S.AT_NECROPOLIS: "HXM-FX-11", S.AT_WAR: "HXM-WAR-3", S.AT_MUSTER: "HXM-WAR-7", S.AT_LOSE: "HXM-WAR-11",
    S.AT_SETTLE: "HXM-WAR-15", S.AT_MYTHOUT: "HXM-WAR-17", S.AT_DISCARD: "HXM-HAND-1", S.AT_OVER: "HXM-SCORE-1",
}  # fmt: skip
RULES_OF_DEMANDS = {S.CITIZEN: "HXM-FX-3", S.HOPLITE: "HXM-FX-2", S.GOLD: "HXM-FX-1"}
PROMPTS = {
    S.AT_TAKE1: "Take a hex.",
    S.AT_TAKE2: "Take a second hex, or a cube for your Acropolis.",
    S.AT_PLAY: "Play hexes, or go on.",
    S.AT_ACTION: "Choose one action.",
    S.AT_MOVES: "Move cubes, then finish.",
    S.AT_DROP: "Where do they go?",
    S.AT_EXCHANGE: "Exchange 2 citizens for 1 hoplite or back, once per hex.",
    S.AT_SPECIAL: "Use your gears in any order.",
    S.AT_SPRING: "Which cube does the Spring give?",
    S.AT_HADES: "Whose excess citizens go to Hades?",
    S.AT_PANDORA: "For whom is Pandora's jar?",
    S.AT_ORACLE: "Put the hexes back, the top one first.",
    S.AT_AGORA: "Move one or two cubes.",
    S.AT_AGORA_DROP: "Where does it go?",
    S.AT_NECROPOLIS: "Bury citizens, two for each gold.",
    S.AT_WAR: "Choose a hex to conquer, one per opponent.",
    S.AT_MYTHOUT: "Keep three Myths.",
    S.AT_DISCARD: "Keep four hexes.",
}


def scene(box: Box, s: State, seats: list[str]) -> Scene:
    return Scene(
        "hexemonia",
        "Hexemonia",
        [_board(box, s, p, seats) for p in range(box.players)],
        [piece for p in range(box.players) for piece in _cubes(box, s, p)] + _army(box, s) + _tokens(box, s)
        + _philosopher(s),
        [_panel(box, s, p, seats) for p in range(box.players)],
        prompt(box, s, seats),
        _piles(box, s, seats),
        steps=STEPS,
        step=_step(s),
        notes=_notes(box, s, seats),
        rule=_rule(s),
        shortcuts=payments(box, s),
    )


def _rule(s: State) -> str:
    """The rule that the present decision is about."""
    if s.phase in (S.AT_DEMAND, S.AT_GIVE):
        return RULES_OF_DEMANDS[s.resource]
    return RULES.get(s.phase, "HXM-SETUP-6")


# planes


@cache
def _centres(radius: int) -> list[tuple[float, float]]:
    return [Layout("flat").centre(h) for h in plane(radius)]


def _board(box: Box, s: State, p: int, seats: list[str]) -> Board:
    """Hexes that are there, and the outline of the lowest ring that is not full, with what else may be filled."""
    centres = _centres(int(box.radius))
    ring = next(k for k in range(1, box.radius + 2) if k > box.radius or box.ring[k] & ~s.filled[p])
    outline = (box.ring[ring] if ring <= box.radius else 0) | rules_city.open_cells(box, s, p)
    cells = [_cell(box, s, p, c, centres[c]) for c in range(box.cells) if (s.filled[p] | outline) >> c & 1]
    return Board(words.player_name(p), FLAT, cells, seats[p], owner=p)


def _cell(box: Box, s: State, p: int, c: int, centre: Any) -> Cell:
    name = words.cell_name(box, c)
    x, y = centre
    if c == S.ACROPOLIS:
        return Cell(name, x, y, "acropolis", "A", _city(box, s, p), _cube_badges(s, p, c), _acropolis_note(box, s, p))
    kind = s.tile[p][c] - 1
    if kind < 0:
        return Cell(name, x, y, "empty", "·", note=f"{name}: empty")
    live = rules_city.is_active(s, p, c)
    terrain = COLOURS[box.colour[kind] - 1] + ("" if live else "-inactive")
    glyph = COLOUR_GLYPHS[box.colour[kind]]
    badges = _face_badges(box, kind, [s.cubes[p][r][c] for r in range(S.RESOURCES)]) + _cube_badges(s, p, c)
    badges += [Badge("threat", owner=o) for o in threatened_by(box, s, p, c)[:1]]
    badges += _war_badges(box, s, p, c)
    note = _hex_note(box, s, p, c, kind)
    return Cell(name, x, y, terrain, glyph if live else glyph.lower() + "?", words.type_name(box, kind), badges, note)


def _face_badges(box: Box, kind: int, there: list[int]) -> list[Badge]:
    """Nature, cost and icon of a hex; of the cost, cubes that are not there are open outlines."""
    badges = [Badge("nature", NATURE_MARKS[box.nature[kind] - 1])]
    for r in range(S.RESOURCES):
        for k in range(box.cost[kind][r]):
            name = RESOURCE_NAMES[r] if k < there[r] else f"{RESOURCE_NAMES[r]} missing"
            badges.append(Badge(f"cost{len(badges)}", name))
    return badges + _icon(box, kind)


def _icon(box: Box, kind: int) -> list[Badge]:
    if box.produces[kind]:
        return [Badge("produces", words.plural(box.amount[kind], box.produces[kind] - 1))]
    if box.gear[kind]:
        return [Badge("gear", GEARS[box.gear[kind] - 1])]
    return [Badge("shield", str(box.shield[kind]))] if box.shield[kind] else []


def _war_badges(box: Box, s: State, p: int, c: int) -> list[Badge]:
    """What a hex withstands while an attacker chooses one; on the hex that is attacked, what has come against it."""
    if s.phase == S.AT_WAR and p != s.active:
        return [Badge("defence", str(rules_city.defence_of(box, s, p, c)))]
    if _is_fought_for(s) and (p, c) == (s.victim, s.target):
        return [Badge("siege", f"{rules_war.mustered_value(box, s)} : {s.defence}", s.active)]
    return []


def _is_fought_for(s: State) -> bool:
    """Whether an attack is under way and its hex not yet taken."""
    return s.phase in (S.AT_MUSTER, S.AT_LOSE)


def _cube_badges(s: State, p: int, c: int) -> list[Badge]:
    return [Badge(RESOURCE_NAMES[r], str(s.cubes[p][r][c]), p) for r in range(S.RESOURCES) if s.cubes[p][r][c]]


def _city(box: Box, s: State, p: int) -> str:
    return words.city_name(box, s.city[p] - 1) if s.city[p] != S.UNKNOWN else "hidden"


def _acropolis_note(box: Box, s: State, p: int) -> str:
    face = "open" if s.open[p] else "face down"
    if s.city[p] == S.UNKNOWN:
        return f"Acropolis, {face}; it may be {', '.join(_possible_cities(box, s))}; {_carried(s, p, S.ACROPOLIS)}"
    nature = NATURES[box.city_nature[s.city[p] - 1] - 1]
    return f"Acropolis of {_city(box, s, p)}, {nature}, {face}; {_carried(s, p, S.ACROPOLIS)}"


def _possible_cities(box: Box, s: State) -> list[str]:
    """Cities in use that this view does not show."""
    shown = [s.city[p] - 1 for p in range(box.players)]
    return [words.city_name(box, box.city[k]) for k in range(box.players) if box.city[k] not in shown]


def _carried(s: State, p: int, c: int) -> str:
    return ", ".join(words.plural(s.cubes[p][r][c], r) for r in range(S.RESOURCES) if s.cubes[p][r][c]) or "no cubes"


def _hex_note(box: Box, s: State, p: int, c: int, kind: int) -> str:
    """Everything about a hex in words."""
    parts = [f"{words.cell_name(box, c)}: {words.type_name(box, kind)}", COLOURS[box.colour[kind] - 1],
             NATURES[box.nature[kind] - 1], "active" if rules_city.is_active(s, p, c) else "not active",
             f"costs {cubes(box.cost[kind])}", _carried(s, p, c)]
    if lacking(box, s, p, c):
        parts.append(f"lacks {lacking(box, s, p, c)}")
    spare = [words.plural(n, r) for r in range(S.RESOURCES) if (n := rules_city.excess(box, s, p, c, r))]
    if spare:
        parts.append("in excess: " + ", ".join(spare))
    tokens = [words.type_name(box, k) for k in range(box.types) if s.myth_owner[k] == p + 1 and s.host[k] == c]
    if tokens:
        parts.append("token of " + ", ".join(tokens))
    if p == s.active and s.fresh >> c & 1:
        parts.append("played this turn")
    strong = [words.person(o) for o in threatened_by(box, s, p, c)]
    if strong:
        parts.append(f"can be conquered by {' and '.join(strong)}")
    if s.phase == S.AT_WAR and p != s.active:
        parts.append(why_not_attacked(box, s, p, c))
    return ", ".join(parts)


# pieces


def _cubes(box: Box, s: State, p: int) -> list[Piece]:
    """A heap of cubes of one kind on one hex is one piece."""
    board = words.player_name(p)
    found = []
    for c in range(box.cells):
        for r in range(S.RESOURCES):
            if s.cubes[p][r][c]:
                spare = rules_city.excess(box, s, p, c, r)
                note = f"{words.plural(s.cubes[p][r][c], r)} on {words.hex_at(box, s, p, c)}"
                found.append(Piece(heap(box, p, c, r), RESOURCE_NAMES[r], words.cell_name(box, c), p, board, "chg"[r],
                                   ["excess"] if spare else [], str(s.cubes[p][r][c]),
                                   f"{note}, {spare} in excess" if spare else note))
    return found


def heap(box: Box, p: int, c: int, r: int) -> str:
    """The identity of a heap of cubes."""
    return f"{words.player_name(p)}-{words.cell_name(box, c)}-{RESOURCE_NAMES[r]}"


def _army(box: Box, s: State) -> list[Piece]:
    """Units that were mustered stand before the hex that they attack."""
    if not _is_fought_for(s):
        return []
    where, board = words.hex_at(box, s, s.victim, s.target), words.player_name(s.victim)
    return [Piece(f"army-{RESOURCE_NAMES[r]}", f"army-{RESOURCE_NAMES[r]}", words.cell_name(box, s.target), s.active,
                  board, "CHG"[r], label=str(s.mustered[r]),
                  note=f"{words.plural(s.mustered[r], r)} of {words.person(s.active)} against {where}")
            for r in range(S.UNITS) if s.mustered[r]]


def _tokens(box: Box, s: State) -> list[Piece]:
    """The token of each Myth that is in play, on its host or travelling with it."""
    found = []
    for k in range(box.first_myth, box.types):
        if s.myth_owner[k]:
            p = s.myth_owner[k] - 1
            name = words.type_name(box, k)
            there = s.filled[p] >> s.host[k] & 1
            at = words.cell_name(box, s.host[k]) if there else "on its way"
            board = words.player_name(p) if there else None
            found.append(Piece(f"token-{words.type_id(box, k)}", "token", at, p, board, "*",
                               [NATURES[box.nature[k] - 1]], name, f"token of {name} on {at}"))
    return found


def _philosopher(s: State) -> list[Piece]:
    owner = s.philosopher - 1 if s.philosopher != S.NOBODY else None
    at = words.player_name(owner) if owner is not None else "supply"
    return [Piece("philosopher", "philosopher", at, owner, None, "@", label="Philosopher",
                  note=f"Philosopher: {at if owner is None else words.person(owner)}")]


# panels and piles


def _panel(box: Box, s: State, p: int, seats: list[str]) -> Panel:
    hosts = [s.host[k] for k in range(box.first_myth, box.types) if s.myth_owner[k] == p + 1]
    leads = rules_end.leads_politics(box, s, p)
    meters = [
        Meter("city", _city(box, s, p), icon="city",
              note="" if s.city[p] else "may be " + ", ".join(_possible_cities(box, s))),
        Meter("political hexes", rules_end.political_hexes(box, s, p), icon="eye", note="leads" if leads else "",
              cells=_political(box, s, p)),
        Meter("units", rules_city.units_value(box, s.stock[p][S.CITIZEN], s.stock[p][S.HOPLITE]), icon="helmet",
              note=", ".join(words.plural(s.stock[p][kind], kind) for kind in (S.CITIZEN, S.HOPLITE)),
              cells=_chosen(box, p, lambda c: bool(s.cubes[p][S.CITIZEN][c] or s.cubes[p][S.HOPLITE][c]))),
        Meter("gold", s.cubes[p][S.GOLD][S.ACROPOLIS], icon="gold", note="on the Acropolis",
              cells=_named(box, p, [S.ACROPOLIS])),
        Meter("hand", s.hand_size[p], box.hand_limit, "cards", "limit at the end of the turn"),
        Meter("Myths", s.myths[p], box.myth_limit, "myth", ", ".join(_myths(box, s, p)), cells=_named(box, p, hosts)),
        *_score_lines(box, s, p),
    ]
    held = ["Philosopher"] * (s.philosopher == p + 1) + ["Last Player marker"] * (rules_draft.last_player(box, s) == p)
    return Panel(p, seats[p], words.SEAT_COLOURS[p], meters, rules.to_act(box, s) == p, ", ".join(held),
                 threats(box, s, p))


def _named(box: Box, p: int, cells: list[int]) -> list[str]:
    return [place(words.cell_name(box, c), words.player_name(p)) for c in cells]


def _chosen(box: Box, p: int, wanted: Callable[[int], bool]) -> list[str]:
    return _named(box, p, [c for c in range(box.cells) if wanted(c)])


def _political(box: Box, s: State, p: int) -> list[str]:
    found = [c for c in range(1, box.cells) if s.tile[p][c] and box.nature[s.tile[p][c] - 1] == S.POLITICAL]
    own = [S.ACROPOLIS] if rules_city.acropolis_has(box, s, p, S.POLITICAL) else []
    return _named(box, p, own + found)


def _myths(box: Box, s: State, p: int) -> list[str]:
    return [f"{words.type_name(box, k)} ({NATURES[box.nature[k] - 1]})"
            for k in range(box.types) if s.myth_owner[k] == p + 1]


def _score_lines(box: Box, s: State, p: int) -> list[Meter]:
    """The points that everybody can see; at the end line by line, with the hexes that count or miss, and tie-breaks."""
    counted, missed = _coloured(box, s, p, (S.CHORA, S.FORTIFICATION, S.POLIS))
    total = Meter("points", rules_score.points(box, s, p), cells=counted, missed=missed, score=True)
    if s.phase != S.AT_OVER:
        return [total]
    land = rules_score.active_hexes(box, s, p, S.CHORA) * box.points_chora
    land += rules_score.active_hexes(box, s, p, S.FORTIFICATION) * box.points_fortification
    towns = rules_score.active_hexes(box, s, p, S.POLIS) * box.points_polis
    return [
        Meter("Chora and Fortifications", land, None, "", "", *_coloured(box, s, p, (S.CHORA, S.FORTIFICATION))),
        Meter("Polis", towns, None, "", "", *_coloured(box, s, p, (S.POLIS,))),
        _trio_line(box, s, p),
        Meter("points for gold", s.cubes[p][S.GOLD][S.ACROPOLIS] * box.points_gold, cells=_named(box, p, [S.ACROPOLIS]),
              missed=_chosen(box, p, lambda c: bool(c != S.ACROPOLIS and s.cubes[p][S.GOLD][c]))),
        Meter("Philosopher's points", int(rules_score.philosopher_points(box, s, p))),
        _bonus_line(box, s, p),
        total,
        Meter("tie-break", rules_score.own_nature_hexes(box, s, p), note="active hexes of the city's nature"),
        Meter("second tie-break", s.cubes[p][S.GOLD][S.ACROPOLIS], note="gold on the Acropolis"),
    ]


def _coloured(box: Box, s: State, p: int, colours: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """The hexes of these colours that are active, and those that are not; of Myths their hosts."""
    cells = [c for c in range(1, box.cells) if s.tile[p][c] and box.colour[s.tile[p][c] - 1] in colours]
    if S.MYTH in colours:
        cells += [s.host[k] for k in range(box.first_myth, box.types) if s.myth_owner[k] == p + 1]
    live = [c for c in cells if rules_city.is_active(s, p, c)]
    return _named(box, p, live), _named(box, p, [c for c in cells if c not in live])


def _trio_line(box: Box, s: State, p: int) -> Meter:
    """Points for trios, with the Myths that make them and the Acropolis."""
    points = rules_score.trios(box, s, p) * box.points_trio
    hosts = [s.host[k] for k in range(box.first_myth, box.types) if s.myth_owner[k] == p + 1]
    names = [*_myths(box, s, p), f"{_city(box, s, p)} ({NATURES[box.city_nature[s.city[p] - 1] - 1]})"]
    cells = _named(box, p, [S.ACROPOLIS, *hosts])
    return Meter("trio of Myths", int(points), note=", ".join(names), cells=cells if points else (),
                 missed=() if points else cells)


def _bonus_line(box: Box, s: State, p: int) -> Meter:
    """Points of the city for active hexes of its colour."""
    city = s.city[p] - 1
    colour = box.bonus_colour[city]
    return Meter("city bonus", int(rules_score.city_bonus(box, s, p)), None, "",
                 f"{_city(box, s, p)}: {box.bonus[city]} for each active {COLOURS[colour - 1]}",
                 *_coloured(box, s, p, (colour,)))


def _piles(box: Box, s: State, seats: list[str]) -> list[Pile]:
    top = [words.type_name(box, t - 1) for t in s.top[: s.tops] if t != S.UNKNOWN]
    supply = ["unlimited" if box.unlimited_supply else words.plural(s.supply[r], r) for r in range(S.RESOURCES)]
    piles = [
        Pile("display", "Display", sum(s.display), _names(box, s.display), faces=_faces(box, s.display)),
        Pile("fate", "Fate pile", s.pile_size, top, note="known from the top: " + ", ".join(top) if top else ""),
        Pile("underworld", "Underworld pile", sum(s.underworld), _names(box, s.underworld)),
        Pile("supply", "Supply", 0 if box.unlimited_supply else sum(s.supply), supply),
    ]
    if s.prize:
        name = words.type_name(box, s.prize - 1)
        piles.append(Pile("prize", "Conquered hex", 1, [name], None, f"brings {cubes(s.spoils)}",
                          [_face(box, s.prize - 1)]))
    if s.looks:
        piles.append(Pile("oracle", "Under the Oracle", s.looks, _names(box, s.looked), s.active,
                          faces=_faces(box, s.looked)))
    for p in range(box.players):
        mine = [int(s.myth_owner[k] == p + 1) for k in range(box.types)]
        faces = _faces(box, s.hand[p], partial(why_not_played, box, s, p))
        piles.append(Pile(f"hand-{words.player_name(p)}", f"Hand of {seats[p]}", s.hand_size[p],
                          _names(box, s.hand[p]), p, f"{s.hand_size[p]} / {box.hand_limit} at end of turn", faces))
        piles.append(Pile(f"myths-{words.player_name(p)}", f"Myths of {seats[p]}", sum(mine), _names(box, mine), p,
                          faces=_faces(box, mine)))
    return piles


def _faces(box: Box, counts: Any, note: Callable[[int], str] = lambda kind: "") -> list[Face]:
    """What is on the hexes of a pile."""
    return [_face(box, k, note(k)) for k in range(box.types) for _ in range(counts[k])]


def _face(box: Box, k: int, note: str = "") -> Face:
    """What is on a hex that lies on no plane."""
    return Face(words.type_name(box, k), _face_text(box, k), COLOURS[box.colour[k] - 1],
                _face_badges(box, k, box.cost[k]), note, _face_sort(box, k))


def _face_sort(box: Box, kind: int) -> str:
    return f"{COLOURS[box.colour[kind] - 1]}, {NATURES[box.nature[kind] - 1]}"


def _face_text(box: Box, kind: int) -> str:
    """A hex in one line: cost and what it does."""
    parts = [f"costs {cubes(box.cost[kind])}"] if box.colour[kind] != S.MYTH else []
    if box.produces[kind]:
        parts.append(f"produces {words.plural(box.amount[kind], box.produces[kind] - 1)}")
    if box.gear[kind]:
        parts.append(gear_text(box, box.gear[kind]))
    if box.shield[kind]:
        parts.append(f"shield {box.shield[kind]} for its neighbours")
    return ", ".join(parts)


def _names(box: Box, counts: Any) -> list[str]:
    return [words.type_name(box, k) for k in range(box.types) for _ in range(counts[k])]


# words around it


def _step(s: State) -> int | None:
    if s.phase <= S.LAST_CHANCE or s.phase == S.AT_OVER:
        return None
    if s.phase <= S.AT_TAKE2:
        return 0
    if s.phase <= S.AT_PAY:
        return 1
    return 3 if s.phase == S.AT_DISCARD else 2


def prompt(box: Box, s: State, seats: list[str]) -> str:
    """What the player who decides is asked."""
    if s.phase == S.AT_OVER:
        return _winners(box, s, seats)
    if s.phase <= S.LAST_CHANCE:
        return "Chance decides."
    who = seats[rules.to_act(box, s)]
    return f"{who}: {_question(box, s, seats)}"


def _question(box: Box, s: State, seats: list[str]) -> str:
    kind = RESOURCE_NAMES[s.resource]
    if s.phase == S.AT_PAY:
        left = ", ".join(words.plural(s.due[r], r) for r in range(S.RESOURCES) if s.due[r])
        return f"Where does this {kind} come from? Still to pay: {left}."
    if s.phase == S.AT_FILL:
        return f"The supply is short: which hex gets a {kind}?"
    if s.phase == S.AT_DEMAND:
        return f"Who must give a {kind}?"
    if s.phase == S.AT_GIVE:
        gear = words.type_name(box, s.tile[s.active][s.target] - 1)
        return f"{seats[s.active]}'s {gear}: give one {kind}. From where?"
    if s.phase == S.AT_MUSTER:
        return f"{_attack(box, s)} Muster more than {s.defence}. Now: {rules_war.mustered_value(box, s)}."
    if s.phase == S.AT_LOSE:
        return f"{_attack(box, s)} {rules_war.mustered_value(box, s)} against {s.defence}: which units fall?"
    if s.phase == S.AT_SETTLE:
        return f"Place {words.type_name(box, s.prize - 1)}, conquered from {words.person(s.victim)}. " \
               f"It brings {cubes(s.spoils)}."
    return PROMPTS[s.phase]


def _attack(box: Box, s: State) -> str:
    """Whose hex is attacked."""
    return f"Attack on {words.person(s.victim)}'s {words.hex_at(box, s, s.victim, s.target)}."


def _winners(box: Box, s: State, seats: list[str]) -> str:
    """Who has won, with how many points, and whether a tie-break decided."""
    out = [0] * box.players
    rules.returns(box, s, out)
    winners = [p for p in range(box.players) if out[p]]
    points = [rules_score.points(box, s, p) for p in range(box.players)]
    names, best = " and ".join(seats[p] for p in winners), points[winners[0]]
    if len(winners) > 1:
        return f"{names} share the win with {best} points."
    return f"{names} wins with {best} points{', by the tie-break' if points.count(best) > 1 else ''}."


def _notes(box: Box, s: State, seats: list[str]) -> list[str]:
    """What a player should bear in mind."""
    notes: list[str] = []
    if s.phase == S.AT_OVER:
        return notes
    if s.last_round:
        notes.append(f"Last round: it ends with {seats[rules_draft.last_player(box, s)]}.")
    elif s.pile_size <= FEW_LEFT and s.phase > S.LAST_CHANCE:
        notes.append("The Fate pile is nearly empty: the last round may start this turn.")
    notes += _homeless(box, s, seats)
    for k in range(box.first_myth, box.types):
        if s.myth_owner[k] and box.colour[k] == S.MYTH and not rules_score.myth_is_active(s, k):
            notes.append(f"{words.type_name(box, k)} is not active: its host lacks cubes.")
    return notes


def _homeless(box: Box, s: State, seats: list[str]) -> list[str]:
    """Polis hexes in the hand of the player whose turn it is that can no longer be placed."""
    p = s.active
    names = [words.type_name(box, k) for k in range(box.first_myth) if s.hand[p][k] and no_place_left(box, s, p, k)]
    return [f"{seats[p]}'s {name} can no longer be placed." for name in names]
