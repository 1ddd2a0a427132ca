"""What people see of Hexes of Sygon: the board, the panels, the shop, the prompts, and the way to each action."""

from collections.abc import Callable
from functools import cache
from typing import Any

from hexagora.engine.contract import CHANCE
from hexagora.engine.scene import (
    POINTY,
    Badge,
    Board,
    Border,
    Cell,
    Choice,
    Meter,
    Panel,
    Piece,
    Pile,
    Scene,
    Target,
    button,
    cell,
)
from hexagora.games.sygon import forecasts, rules, rules_board, rules_cards, rules_move, rules_score, words
from hexagora.games.sygon.names import (
    CARD_IDS,
    CLASS_NAMES,
    COLOUR_NAMES,
    KIND_NAMES,
    PIECE_NAMES,
    SIDE_NAMES,
    SPELL_NAMES,
    read_name,
)
from hexagora.games.sygon.positions import AWAY
from hexagora.games.sygon.state import (
    A_BUILD,
    A_BUILD_WALL,
    A_BUY,
    A_CAST,
    A_COLLECT,
    A_DISCARD,
    A_ECHO,
    A_END_BUILD,
    A_END_CAST,
    A_END_MOVE,
    A_END_TURN,
    A_EXTRA_MOVE,
    A_FIRST,
    A_FLIP,
    A_FLIP_DONE,
    A_FORESEE,
    A_FREE_WALL,
    A_HAND_OVER,
    A_LOSE,
    A_LULL,
    A_NO_WALL,
    A_PLACE,
    A_PLAY,
    A_PURCHASE,
    A_REAPPEAR,
    A_REPLICATE,
    A_ROLL,
    A_SEATS,
    A_SELL,
    A_SUNDER,
    A_TAKE,
    A_TELEPORT,
    A_TILE,
    A_TOKEN,
    A_TOWN,
    A_TRANSFORM,
    A_VANISH,
    A_VANISH_DONE,
    A_WALK,
    A_WALL,
    ANY_KIND,
    AT_CUBE,
    AT_END,
    AT_FORESEE,
    AT_LOSE,
    AT_ROLL,
    AT_TOWN,
    AT_TURN,
    AT_WALL,
    BLACK,
    BUILDING,
    CASTING,
    CELLS,
    COLLECTING,
    DISCARDING,
    ERUPTED,
    EXTENDING,
    FACES,
    FLIPPING,
    FREE,
    KINDS,
    LULLING,
    MARKET,
    MOVING,
    NO_CELL,
    NOTHING,
    PLACING,
    PRICES,
    REAPPEARING,
    REPLICATING,
    SCORCHED,
    SIDES,
    SUNDERING,
    TOWN,
    VANISHING,
    VOLCANOES,
    WALL,
    WALLING,
    WIZARDS,
    WORKSHOP,
)
from hexagora.hexes import Direction, Hex, Layout

STEPS = ["Start", "Move", "Build", "Cast", "Collect"]
STEP_OF = {PLACING: 0, REAPPEARING: 0, MOVING: 1, BUILDING: 2, CASTING: 3, COLLECTING: 4}
KIND_GLYPHS = ("✿", "⚗", "▲", "◆", "♠", "❄")
VOLCANO_GLYPHS = ("B", "R", "G")
INSET = 0.14  # how far a Wall stands inside its hex
PIECE_GLYPHS = ("⌂", "⚒", "⚖")


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    """Everything on the table; nothing in this game is hidden."""
    return Scene(
        "sygon",
        "Hexes of Sygon",
        [Board("board", POINTY, [_cell(box, s, c) for c in range(box.cells)], borders=_borders(box, s))],
        [*_buildings(box, s), *_marks(box, s), *_wizards(box, s)],
        [_panel(box, s, p, seats) for p in range(box.players)],
        prompt(box, s),
        piles=_piles(box, s),
        steps=STEPS,
        step=STEP_OF.get(s.phase[s.actor]) if s.stage == AT_TURN else None,
        notes=_notes(box, s, seats),
    )


# the board


@cache
def _centre(row: int, column: int) -> tuple[float, float]:
    x, y = Layout().centre(Hex(column, row))
    return round(x, 3), round(y, 3)


@cache
def _ends(row: int, column: int, side: int) -> tuple[float, float, float, float]:
    """The two ends of a place for a Wall, drawn inside its hex."""
    here, layout = Hex(column, row), Layout()
    x, y = layout.centre(here)
    corners = (layout.corner(here.corner(Direction(side).turn(-1))), layout.corner(here.corner(Direction(side))))
    (x1, y1), (x2, y2) = [(round(a + (x - a) * INSET, 3), round(b + (y - b) * INSET, 3)) for a, b in corners]
    return x1, y1, x2, y2


def _terrain(s: Any, c: int) -> tuple[str, str]:
    """Name and glyph of what lies on a place."""
    terrain = s.terrain[c]
    if terrain == NOTHING:
        return "empty", "·"
    if terrain in (ERUPTED, SCORCHED):
        return ("ash", "#") if terrain == ERUPTED else ("scorched", "%")
    if rules_board.is_landscape(s, c):
        return KIND_NAMES[terrain - 1], KIND_GLYPHS[terrain - 1]
    colour = terrain - KINDS - 1
    return f"volcano-{COLOUR_NAMES[colour]}", VOLCANO_GLYPHS[colour]


def _cell(box: Any, s: Any, c: int) -> Cell:
    terrain, glyph = _terrain(s, c)
    name = words.cell_name(box, c)
    return Cell(name, *_centre(box.row[c], box.column[c]), terrain, glyph, name, _badges(box, s, c), _note(box, s, c))


def _badges(box: Any, s: Any, c: int) -> list[Badge]:
    badges = []
    if rules_board.is_landscape(s, c):
        badges.append(Badge("gold", str(s.value[c])))
        for colour, effect in forecasts.threats(box, s, c).items():
            badges.append(Badge("threat", f"{colour}: {effect}"))
    if rules_board.is_volcano(s, c):
        colour = s.terrain[c] - KINDS - 1
        badges.append(Badge("odds", f"{forecasts.odds(box, colour)} in {FACES}"))
        if s.lulled >> colour & 1:
            badges.append(Badge("lulled", "lulled"))
    owner = s.town[c] - 1
    if owner >= 0 and rules_score.encircled(box, s, owner, c):
        badges.append(Badge("encircled", f"+{box.encirclement_points}", s.seat[owner]))
    return badges


def _note(box: Any, s: Any, c: int) -> str:
    """A hex in words, for hovering and for people who listen."""
    name = words.cell_name(box, c)
    if s.terrain[c] == NOTHING:
        return f"{name}: no tile yet"
    if s.terrain[c] in (ERUPTED, SCORCHED):
        return f"{name}: Ash {'of an eruption' if s.terrain[c] == ERUPTED else 'of Scorch'}"
    if rules_board.is_volcano(s, c):
        return _volcano_note(box, s, c, name)
    parts = [f"{name}: {read_name(box.landscape[s.terrain[c] - 1])}, Gold Value {s.value[c]}"]
    if s.token[c]:
        parts.append("foraged once" if s.token[c] == BLACK else "foraged out")
    if s.town[c]:
        parts.append(_town_note(box, s, c))
    for p in range(box.players):
        if s.present[p][c]:
            parts.append(f"{words.counted(s.present[p][c], 'Wizard')} of {words.colour_name(box, p)}")
    walls = [f"{SIDE_NAMES[d]} {words.colour_name(box, s.wall[c][d] - 1)}" for d in range(SIDES) if s.wall[c][d]]
    if walls:
        parts.append(f"Walls: {', '.join(walls)}")
    parts += [f"if {colour} erupts: {effect}" for colour, effect in forecasts.threats(box, s, c).items()]
    return "; ".join(parts)


def _volcano_note(box: Any, s: Any, c: int, name: str) -> str:
    colour = s.terrain[c] - KINDS - 1
    parts = [f"{name}: {COLOUR_NAMES[colour]} Volcano, on {forecasts.odds(box, colour)} of {FACES} faces"]
    if s.clouds >> colour & 1:
        parts.append("a Smoke Cloud: it cannot erupt this round")
    if s.lulled >> colour & 1:
        parts.append("lulled for this round")
    return "; ".join(parts)


def _town_note(box: Any, s: Any, c: int) -> str:
    owner = s.town[c] - 1
    extra = [name for there, name in ((s.workshop[c], "Workshop"), (s.market[c], "Market"),
                                      (s.town_down[c], "knocked over")) if there]
    if rules_score.encircled(box, s, owner, c):
        extra.append("encircled")
    return f"Town of {words.colour_name(box, owner)}" + (f" with {', '.join(extra)}" if extra else "")


WALL_BLOCKS = ((A_WALL, A_TAKE), (A_BUILD_WALL, A_TRANSFORM), (A_FREE_WALL, A_NO_WALL), (A_SUNDER, A_REPLICATE))


def _borders(box: Any, s: Any) -> list[Border]:
    """The Walls, and the places where one can be built now."""
    free = set()
    if rules.to_act(box, s) >= 0:
        free = {a - first for a in forecasts.legal(box, s) for first, last in WALL_BLOCKS if first <= a < last}
    found = []
    for place in range(box.cells * SIDES):
        owner = s.wall[place // SIDES][place % SIDES] - 1
        if owner >= 0 or place in free:
            row, column = box.row[place // SIDES], box.column[place // SIDES]
            name = words.place_name(box, place)
            found.append(Border(name, *_ends(row, column, place % SIDES), "wall" if owner >= 0 else "wall-place",
                                s.seat[owner] if owner >= 0 else None,
                                f"{name}: Wall of {words.colour_name(box, owner)}" if owner >= 0 else f"{name}: free"))
    return found


def _buildings(box: Any, s: Any) -> list[Piece]:
    pieces = []
    for c in range(box.cells):
        if s.town[c]:
            owner, name = s.town[c] - 1, words.cell_name(box, c)
            there = (True, bool(s.workshop[c]), bool(s.market[c]))
            for piece in (TOWN, WORKSHOP, MARKET):
                if there[piece]:
                    tags = ["down"] if piece == TOWN and s.town_down[c] else []
                    kind = PIECE_NAMES[piece]
                    note = f"{kind.capitalize()} of {words.colour_name(box, owner)} on {name}"
                    pieces.append(Piece(f"{kind}-{name}", kind, name, s.seat[owner], glyph=PIECE_GLYPHS[piece],
                                        tags=tags, note=note))
    return pieces


def _marks(box: Any, s: Any) -> list[Piece]:
    """Forage tokens and Smoke Clouds."""
    pieces = []
    for c in range(box.cells):
        name = words.cell_name(box, c)
        if s.token[c]:
            side = "black" if s.token[c] == BLACK else "red"
            pieces.append(Piece(f"forage-{name}", "forage", name, glyph="❦", tags=[side],
                                note=f"{side} Forage token on {name}"))
        if rules_board.is_volcano(s, c) and s.clouds >> s.terrain[c] - KINDS - 1 & 1:
            colour = COLOUR_NAMES[s.terrain[c] - KINDS - 1]
            pieces.append(Piece(f"cloud-{colour}", "cloud", name, glyph="☁", note=f"Smoke Cloud on {colour}"))
    return pieces


def _wizard_id(p: int, w: int) -> str:
    return f"p{p + 1}-w{w + 1}"


def _wizards(box: Any, s: Any) -> list[Piece]:
    pieces = []
    away = {code: word for word, code in AWAY.items()}
    for p in range(box.players):
        for w in range(box.wizards):
            at = s.wizard_at[p][w]
            tags = [tag for tag, on in (("down", s.wizard_down[p][w]), ("moved", s.phase[p] and not s.moves[p][w]),
                                        ("cast", s.cast_wizards[p] >> w & 1), (away.get(at, ""), at >= CELLS)) if on]
            where = words.cell_name(box, at) if at < CELLS else f"p{p + 1}"
            pieces.append(Piece(
                _wizard_id(p, w), "wizard", where, s.seat[p], "board" if at < CELLS else None, glyph=str(w + 1),
                tags=tags, label=f"w{w + 1}",
                note=f"Wizard {w + 1} of {words.colour_name(box, p)}, {', '.join([where, *tags])}"))
    return pieces


# panels, piles, notes


def _panel(box: Any, s: Any, p: int, seats: list[str]) -> Panel:
    counts = [rules_score.built(box, s, p, piece) for piece in range(WALL)]
    rings = rules_score.encirclements(box, s, p)
    names = (*(PIECE_NAMES[i].capitalize() for i in range(WALL)), "Encirclement")
    score = ", ".join(words.counted(n, what) for n, what in zip((*counts, rings), names, strict=True))
    gold, kinds = forecasts.income(box, s, p)
    meters = [
        Meter("SP", rules_score.score_of(box, s, p), rules_score.score_to_win(box, s), "score", score),
        Meter("Gold", s.gold[p], box.max_gold, "gold", _pending_note(s.gold_pending[p])),
        Meter("cubes", rules_board.cubes_held(s, p), box.max_cubes, "cubes"),
        *(Meter(KIND_NAMES[k], s.cubes[p][k], None, KIND_NAMES[k], _pending_note(s.cubes_pending[p][k]))
          for k in range(KINDS)),
        Meter("income", _income_text(gold, kinds), None, "income", "what the next Collect brings"),
        *(Meter(f"{PIECE_NAMES[i].capitalize()}s left", s.left[p][i], box.pieces[i], PIECE_NAMES[i])
          for i in range(WALL + 1)),
    ]
    active = s.stage not in (AT_ROLL, AT_END) and rules.to_act(box, s) == s.seat[p]
    return Panel(s.seat[p], seats[s.seat[p]], words.colour_name(box, p), meters, active, _panel_note(box, s, p))


def _pending_note(amount: int) -> str:
    return f"{amount} from next turn" if amount else ""


def _income_text(gold: int, kinds: list[int]) -> str:
    return ", ".join([f"{n} {KIND_NAMES[k]}" for k, n in enumerate(kinds) if n] + [f"{gold} Gold"])


def _panel_note(box: Any, s: Any, p: int) -> str:
    parts = [f"p{p + 1}"]
    if box.teams:
        parts.append(f"team {box.team[p] + 1}")
    for word, code in AWAY.items():
        names = [f"w{w + 1}" for w in range(box.wizards) if s.wizard_at[p][w] == code]
        if names:
            parts.append(f"{', '.join(names)} {word}")
    if s.blizzard[p]:
        parts.append("under Blizzard")
    if s.blizzard_next[p]:
        parts.append("Blizzard next turn")
    if s.evocations[p]:
        parts.append(", ".join(words.card_title(box, i) for i in range(len(CARD_IDS)) if s.evocations[p] >> i & 1))
    return "; ".join(parts)


def _piles(box: Any, s: Any) -> list[Pile]:
    if not box.cards:
        return []
    piles = []
    for k, name in enumerate(CLASS_NAMES):
        ids = [i for i in range(len(CARD_IDS)) if box.card_copies[i] and box.card_class[i] == k]
        note = "; ".join(f"{words.card_title(box, i)}: {forecasts.card_price(box, i)}, {s.stock[i]} left. "
                         f"{forecasts.CARD_EFFECTS[CARD_IDS[i]]}" for i in ids)
        piles.append(Pile(f"shop-{name}", f"Shop: {name}", sum(s.stock[i] for i in ids), [CARD_IDS[i] for i in ids],
                          note=note))
    for p in range(box.players):
        held = [CARD_IDS[i] for i in range(len(CARD_IDS)) for _ in range(s.hand[p][i])]
        lasting = [CARD_IDS[i] for i in range(len(CARD_IDS)) if s.evocations[p] >> i & 1]
        piles.append(Pile(f"hand-p{p + 1}", "Spell Cards", len(held), held, s.seat[p]))
        piles.append(Pile(f"evocations-p{p + 1}", "Evocations", len(lasting), lasting, s.seat[p]))
    return piles


def _notes(box: Any, s: Any, seats: list[str]) -> list[str]:
    ash = rules_score.ash_counted(box, s)
    notes = [f"Round {s.round}", f"{ash} Ash hexes count: {rules_score.score_to_win(box, s)} SP are needed to win"]
    if s.final:
        notes.append("Final round")
    if box.turn_timer:
        notes.append(f"{box.turn_timer} seconds for a turn")
    if s.foresight:
        notes.append(f"{words.who(box, s.foresight - 1)} will name the face of the die")
    for colour in range(VOLCANOES):
        if s.stage >= AT_TOWN and forecasts.closed(box, s, colour):
            notes.append(f"The {COLOUR_NAMES[colour]} Volcano has no Landscape left beside it")
    if box.teams and s.stage == AT_TURN:
        mate = box.mate[s.actor]
        notes.append(f"{seats[s.seat[mate]]}: {words.phase_name(s, mate)}")
    if s.stage == AT_TURN:
        notes += _hints(box, s, s.actor)
    if s.stage == AT_END:
        notes += [str(words.ending(box, s)), *_final_table(box, s)]
    return notes


def _hints(box: Any, s: Any, p: int) -> list[str]:
    """What the player to act lacks for each building, or why a Wizard cannot Steal."""
    hints = []
    if s.phase[p] in (BUILDING, FREE):
        for piece in range(WALL + 1):
            missing = forecasts.missing_for(box, s, p, piece)
            if missing:
                hints.append(f"Missing for a {PIECE_NAMES[piece].capitalize()}: {missing}")
    if s.phase[p] in (CASTING, FREE):
        for w in range(box.wizards):
            reason = forecasts.why_no_steal(box, s, p, w)
            if reason and rules_board.on_board(s, p, w):
                hints.append(f"w{w + 1} cannot Steal: {reason}")
    return hints


def _final_table(box: Any, s: Any) -> list[str]:
    """Where the points come from, and the goods where they decided."""
    rows = []
    for p in range(box.players):
        parts = [f"{rules_score.built(box, s, p, i)} {PIECE_NAMES[i].capitalize()}s x {box.points[i]}"
                 for i in range(WALL)]
        parts.append(f"{rules_score.encirclements(box, s, p)} Encirclements x {box.encirclement_points}")
        rows.append(f"{words.who(box, p)}: {' + '.join(parts)} = {rules_score.score_of(box, s, p)} SP; goods "
                    f"{s.gold[p]} Gold x {box.tie_gold} + {rules_board.cubes_held(s, p)} cubes x {box.tie_cube} = "
                    f"{rules_score.goods_points(box, s, p)}")
    return rows


# prompts

CHOICE_PROMPTS = {
    VANISHING: "Vanish: choose a Wizard that leaves the board.",
    FLIPPING: "Fissure: turn over Forage tokens where your Wizards stand.",
    WALLING: "Fissure: build one Wall free of charge.",
    EXTENDING: "Second Wind: which Wizard may move once more?",
    LULLING: "Lull: which Volcano shall sleep this round?",
    SUNDERING: "Sunder: which Wall falls?",
    REPLICATING: "Replicate: as which sold-out card?",
}


def prompt(box: Any, s: Any) -> str:
    """What is asked of whom."""
    if s.stage == AT_END:
        return str(words.ending(box, s))
    if rules.to_act(box, s) == CHANCE:
        return "The Volcano die is rolled." if s.stage == AT_ROLL else "The board is laid out."
    return f"{words.who(box, s.actor)}: {_question(box, s)}"


def _question(box: Any, s: Any) -> str:
    if s.stage == AT_TOWN:
        return f"Place your {'first' if s.left[s.actor][TOWN] == box.pieces[TOWN] else 'second'} Town."
    if s.stage == AT_WALL:
        due = box.free_walls[box.zone[s.cursor]]
        return f"Place your free Wall ({due - s.walls_due + 1} of {due})."
    if s.stage == AT_CUBE:
        return "Choose a third cube."
    if s.stage == AT_FORESEE:
        return "Foresight: which face shall count?"
    if s.stage == AT_LOSE:
        return f"The eruption hits {words.cell_name(box, words.damaged_hex(s))}: lose the Workshop or the Market?"
    if s.choice == DISCARDING:
        held = rules_board.cubes_held(s, s.actor)
        return f"You hold {held} of {box.max_cubes} cubes: discard {held - box.max_cubes}."
    return CHOICE_PROMPTS.get(s.choice) or _menu_question(box, s)


def _menu_question(box: Any, s: Any) -> str:
    p, phase = s.actor, s.phase[s.actor]
    if phase in (PLACING, REAPPEARING):
        where = AWAY["off" if phase == PLACING else "vanished"]
        w = next(w for w in range(box.wizards) if s.wizard_at[p][w] == where)
        return f"Place Wizard w{w + 1}." if phase == PLACING else f"Wizard w{w + 1} comes back: choose a hex."
    if phase == MOVING:
        able = [f"w{w + 1}" for w in range(box.wizards) if rules_move.may_move(s, p, w)]
        rest = f"{', '.join(able)} may each walk or teleport." if able else "Nobody has a move left."
        return f"Move your Wizards. {rest}"
    if phase == BUILDING:
        return "Build or exchange."
    if phase == FREE:
        return "Power Trip: move, build, exchange, cast and collect in any order."
    return "Cast spells: one per Wizard, each spell once."


# choices


def choice(box: Any, s: Any, a: int) -> Choice:
    """A legal action with its way of clicks, what it costs and brings, and what one may regret."""
    first, k, _, _ = words.block(a)
    label, group, path, forecast, warning = CHOICES[first](box, s, a, k)
    return Choice(a, words.text(box, s, a), label, group, path, forecast, warning)


Made = tuple[str, str, list[Target], str, str]
Maker = Callable[[Any, Any, int, int], Made]


def _wizard(s: Any, w: int) -> Target:
    return Target("piece", _wizard_id(s.actor, w))


def _border(box: Any, place: int) -> Target:
    return Target("border", words.place_name(box, place))


def _card(card: int) -> Target:
    return Target("card", CARD_IDS[card])


def _plain(label: str, group: str, forecast: str = "") -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return label, group, [button(words.text(box, s, a))], forecast, ""

    return make


def _spoken(box: Any, s: Any, a: int, k: int) -> Made:
    """Chance outcomes: the notation says it all."""
    text = words.text(box, s, a)
    return text.capitalize(), "chance", [button(text)], "", ""


def _town(box: Any, s: Any, a: int, k: int) -> Made:
    name = words.cell_name(box, k)
    brings = f"1 {KIND_NAMES[rules_board.kind_of(s, k)]} and {s.value[k]} Gold each turn"
    walls = box.free_walls[box.zone[k]]
    near = forecasts.threats(box, s, k)
    danger = f"; beside {' and '.join(near)}" if near else ""
    return f"Town on {name}", "town", [cell(name)], f"{brings}; {words.counted(walls, 'free Wall')}{danger}", ""


def _wall(group: str, verb: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return (f"{verb} {words.place_name(box, k)}", group, [_border(box, k)],
                forecasts.wall_forecast(box, s, s.actor, k), forecasts.wall_warning(box, k, s))

    return make


def _kind(verb: str, group: str, forecast: str = "") -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return f"{verb} {KIND_NAMES[k]}", group, [button(group), button(KIND_NAMES[k])], forecast, ""

    return make


def _arrive(verb: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        name = words.cell_name(box, k % CELLS)
        return f"{verb} w{k // CELLS + 1} on {name}", "place", [cell(name)], "", ""

    return make


def _price_of_entry(box: Any, s: Any, c: int, more: int) -> str:
    parts = [f"{more} Gold to the bank"] if more else []
    parts += [f"{gold} Gold to {words.who(box, o)}" for o, gold in words.fees(box, s, s.actor, c).items()]
    return ", ".join(parts) or "free"


def _side_to(box: Any, c: int, other: int) -> int:
    return next((d for d in range(SIDES) if box.neighbour[c][d] == other), NO_CELL)


def _walk(box: Any, s: Any, a: int, k: int) -> Made:
    name = words.cell_name(box, k % CELLS)
    price = _price_of_entry(box, s, k % CELLS, 0)
    path = [_wizard(s, k // CELLS), cell(name), button("walk")]
    return f"Walk to {name}", "walk", path, price, ""


def _teleport(box: Any, s: Any, a: int, k: int) -> Made:
    p, w, c = s.actor, k // CELLS, k % CELLS
    name = words.cell_name(box, c)
    side = _side_to(box, s.wizard_at[p][w], c)
    walkable = side != NO_CELL and not rules_board.walled_off(box, s, p, s.wizard_at[p][w], side)
    price = rules_move.teleport_price(box, s, p)
    return (f"Teleport to {name}", "teleport", [_wizard(s, w), cell(name), button("teleport")],
            _price_of_entry(box, s, c, price), "A Walk leads there as well." if walkable and price else "")


def _building(box: Any, s: Any, a: int, k: int) -> Made:
    piece, name = k // CELLS, words.cell_name(box, k % CELLS)
    price = [f"{box.cost_cubes[piece][i]} {KIND_NAMES[i]}" for i in range(KINDS) if box.cost_cubes[piece][i]]
    forecast = f"{', '.join([*price, f'{box.cost_gold[piece]} Gold'])}; +{box.points[piece]} SP"
    title = PIECE_NAMES[piece].capitalize()
    return f"Build a {title} on {name}", "build", [cell(name), button(PIECE_NAMES[piece])], forecast, ""


def _built_wall(box: Any, s: Any, a: int, k: int) -> Made:
    label, _, path, forecast, warning = _wall("build", "Build a Wall at")(box, s, a, k)
    parts = filter(None, (f"{box.cost_gold[WALL]} Gold", forecast))
    return label, "build", path, "; ".join(parts), warning


def _transform(box: Any, s: Any, a: int, k: int) -> Made:
    given, taken = KIND_NAMES[k // KINDS], KIND_NAMES[k % KINDS]
    price = words.prices(box, s, s.actor, k // KINDS, k % KINDS)
    return (f"Transform {given} into {taken}", "exchange", [button("transform"), button(given), button(taken)],
            f"1 {given} and {price} Gold", "")


def _buy(box: Any, s: Any, a: int, k: int) -> Made:
    price = words.buy_price(box, s, s.actor)
    return f"Buy {KIND_NAMES[k]}", "exchange", [button("buy"), button(KIND_NAMES[k])], f"{price} Gold", ""


def _sell(box: Any, s: Any, a: int, k: int) -> Made:
    return f"Sell {KIND_NAMES[k]}", "exchange", [button("sell"), button(KIND_NAMES[k])], f"+{box.sell_gold} Gold", ""


def _spell(prefix: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        spell, w = k // WIZARDS, k % WIZARDS
        name = SPELL_NAMES[spell]
        path = [_wizard(s, w), button(f"{prefix}{name}".lower())]
        return (f"{prefix}{name.capitalize()} with w{w + 1}", "cast", path,
                forecasts.spell_forecast(box, s, s.actor, spell, w), forecasts.spell_warning(s, s.actor, spell, w))

    return make


def _end(label: str, warn: Callable[[Any, Any, int], str]) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return label, "end", [button(words.text(box, s, a))], "", warn(box, s, s.actor)

    return make


def _purchase(box: Any, s: Any, a: int, k: int) -> Made:
    card, kind = k // PRICES, k % PRICES
    pay = button("buy") if kind == ANY_KIND else button(KIND_NAMES[kind])
    label = f"Buy {words.card_title(box, card)}" + ("" if kind == ANY_KIND else f" for {KIND_NAMES[kind]}")
    return (label, "purchase", [_card(card), pay], forecasts.purchase_forecast(box, s, s.actor, a),
            forecasts.purchase_warning(box, s, s.actor, a))


def _play(box: Any, s: Any, a: int, k: int) -> Made:
    extra = rules_cards.ward_surcharge(box, s, s.actor)
    price = f"{extra} Gold for the Ward. " if extra else ""
    return (f"Play {words.card_title(box, k)}", "play", [_card(k), button("play")],
            price + forecasts.CARD_EFFECTS[CARD_IDS[k]], "")


def _replicate(box: Any, s: Any, a: int, k: int) -> Made:
    return (f"Play as {words.card_title(box, k)}", "play", [_card(k)], forecasts.CARD_EFFECTS[CARD_IDS[k]], "")


def _own_wizard(verb: str, group: str) -> Maker:
    def make(box: Any, s: Any, a: int, k: int) -> Made:
        return f"{verb} w{k + 1}", group, [_wizard(s, k)], "", ""

    return make


def _flip(box: Any, s: Any, a: int, k: int) -> Made:
    name = words.cell_name(box, k)
    after = "red" if s.token[k] == BLACK else "black"
    return f"Turn the token on {name}", "flip", [cell(name)], f"becomes {after}", ""


def _sunder(box: Any, s: Any, a: int, k: int) -> Made:
    owner = words.colour_name(box, s.wall[k // SIDES][k % SIDES] - 1)
    return f"Remove the Wall at {words.place_name(box, k)}", "sunder", [_border(box, k)], f"a Wall of {owner}", ""


def _lull(box: Any, s: Any, a: int, k: int) -> Made:
    return f"Lull {COLOUR_NAMES[k]}", "lull", [button(COLOUR_NAMES[k])], f"{forecasts.odds(box, k)} in {FACES}", ""


def _foresee(box: Any, s: Any, a: int, k: int) -> Made:
    shown = " and ".join(c for i, c in enumerate(COLOUR_NAMES) if box.die[k] >> i & 1)
    return f"Face {k + 1}: {shown}", "foresee", [button(f"face {k + 1}")], forecasts.roll_forecast(box, s, k), ""


def _lose(box: Any, s: Any, a: int, k: int) -> Made:
    kind, name = PIECE_NAMES[WORKSHOP + k // CELLS], words.cell_name(box, k % CELLS)
    points = box.points[WORKSHOP + k // CELLS]
    return f"Lose the {kind.capitalize()}", "lose", [Target("piece", f"{kind}-{name}")], f"-{points} SP", ""


CHOICES: dict[int, Maker] = {
    A_FIRST: _spoken,
    A_SEATS: _spoken,
    A_TILE: _spoken,
    A_TOKEN: _spoken,
    A_TOWN: _town,
    A_WALL: _wall("wall", "Wall at"),
    A_TAKE: _kind("Take", "take"),
    A_PLACE: _arrive("Place"),
    A_REAPPEAR: _arrive("Bring back"),
    A_WALK: _walk,
    A_TELEPORT: _teleport,
    A_END_MOVE: _end("Done moving", forecasts.end_move_warning),
    A_BUILD: _building,
    A_BUILD_WALL: _built_wall,
    A_TRANSFORM: _transform,
    A_SELL: _sell,
    A_BUY: _buy,
    A_END_BUILD: _end("Done building", forecasts.end_build_warning),
    A_CAST: _spell(""),
    A_ECHO: _spell("Echo "),
    A_END_CAST: _end("Collect and end the turn", forecasts.end_turn_warnings),
    A_PURCHASE: _purchase,
    A_PLAY: _play,
    A_COLLECT: _plain("Collect now", "collect", "once in this turn"),
    A_END_TURN: _end("End the turn", forecasts.end_turn_warnings),
    A_HAND_OVER: _plain("Let your teammate act", "team"),
    A_DISCARD: _kind("Discard", "discard"),
    A_VANISH: _own_wizard("Vanish", "vanish"),
    A_VANISH_DONE: _plain("No more", "vanish"),
    A_FLIP: _flip,
    A_FLIP_DONE: _plain("No more tokens", "flip"),
    A_FREE_WALL: _wall("wall", "Free Wall at"),
    A_NO_WALL: _plain("No Wall", "wall"),
    A_EXTRA_MOVE: _own_wizard("Another move for", "extra move"),
    A_LULL: _lull,
    A_SUNDER: _sunder,
    A_REPLICATE: _replicate,
    A_ROLL: _spoken,
    A_FORESEE: _foresee,
    A_LOSE: _lose,
}
