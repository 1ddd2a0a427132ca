"""What people see of Hexes of Sygon: the board, the panels, the shop, the prompts, and the way to each action."""

from functools import cache

from hexagora.engine.contract import CHANCE
from hexagora.engine.scene import (
    POINTY,
    Badge,
    Board,
    Border,
    Cell,
    Die,
    Face,
    Meter,
    Offer,
    Panel,
    Piece,
    Pile,
    Scene,
    place,
)
from hexagora.games.sygon import forecasts, rules, rules_board, rules_move, rules_score, words
from hexagora.games.sygon import state as S
from hexagora.games.sygon.choices import choice, wizard_id
from hexagora.games.sygon.ending import ending, ranks
from hexagora.games.sygon.names import (
    CARD_IDS,
    CLASS_NAMES,
    COLOUR_NAMES,
    KIND_NAMES,
    PIECE_NAMES,
    SIDE_NAMES,
    read_name,
)
from hexagora.games.sygon.positions import AWAY, bits
from hexagora.games.sygon.state import Box, State
from hexagora.games.sygon.strides import strides
from hexagora.hexes import Direction, Hex, Layout

__all__ = ["choice", "ending", "scene"]

STEPS = ["Start", "Move", "Build", "Cast", "Collect"]
STEP_OF = {S.PLACING: 0, S.REAPPEARING: 0, S.MOVING: 1, S.BUILDING: 2, S.CASTING: 3, S.COLLECTING: 4}
KIND_GLYPHS = ("✿", "⚗", "▲", "◆", "♠", "❄")
VOLCANO_GLYPHS = ("B", "R", "G")
AWAY_TEXTS = {"off": "not on the board yet", "vanished": "vanished until the next turn", "gone": "lost",
              "returning": "lost until the next turn"}
NOBODY = -1
INSET = 0.14  # how far a Wall stands inside its hex
PIECE_GLYPHS = ("⌂", "⚒", "⚖")
STAGE_RULES = {
    S.AT_SEATS: "SYG-SETUP-8", S.AT_TILES: "SYG-SETUP-3", S.AT_TOKENS: "SYG-SETUP-6", S.AT_TOWN: "SYG-SETUP-9",
    S.AT_WALL: "SYG-SETUP-10", S.AT_CUBE: "SYG-SETUP-12", S.AT_ROLL: "SYG-VOLC-1", S.AT_FORESEE: "SYG-CARD-12",
    S.AT_LOSE: "SYG-AFTER-2", S.AT_END: "SYG-WIN-3",
}  # fmt: skip
CHOICE_RULES = {
    S.DISCARDING: "SYG-LIMIT-1", S.VANISHING: "SYG-CARD-13", S.FLIPPING: "SYG-CARD-11", S.WALLING: "SYG-CARD-11",
    S.EXTENDING: "SYG-MOVE-1", S.LULLING: "SYG-VOLC-2", S.SUNDERING: "SYG-BUILD-15", S.REPLICATING: "SYG-CARD-16",
}  # fmt: skip
PHASE_RULES = {
    S.PLACING: "SYG-START-1", S.REAPPEARING: "SYG-CARD-13", S.MOVING: "SYG-MOVE-1", S.BUILDING: "SYG-BUILD-1",
    S.CASTING: "SYG-CAST-1", S.FREE: "SYG-CARD-10", S.COLLECTING: "SYG-COLLECT-1",
}  # fmt: skip


def scene(box: Box, s: State, seats: list[str]) -> Scene:
    """Everything on the table; nothing in this game is hidden."""
    legal = forecasts.legal(box, s) if rules.to_act(box, s) >= 0 else []
    return Scene(
        "sygon",
        "Hexes of Sygon",
        [Board("board", POINTY, [_cell(box, s, c) for c in range(box.cells)], borders=_borders(box, s, legal))],
        [*_buildings(box, s), *_marks(box, s), *_wizards(box, s)],
        [_panel(box, s, p, seats, sites) for p, sites in enumerate(_sites(box, s))],
        prompt(box, s),
        piles=_piles(box, s, seats, legal),
        steps=STEPS,
        step=STEP_OF.get(s.phase[s.actor]) if s.stage == S.AT_TURN else None,
        notes=_notes(box, s, seats),
        rule=_rule(s),
        offers=_offers(box, s, legal),
        dice=_dice(box, s),
        shortcuts=strides(box, s, legal),
    )


def _dice(box: Box, s: State) -> list[Die]:
    """The Volcano die lies as it fell last; it is thrown once a round."""
    if not s.face:
        return []
    colours = bits(box.die[s.face - 1], COLOUR_NAMES)
    thrown = s.round if s.stage in (S.AT_LOSE, S.AT_END) else s.round - 1
    note = f"The die shows {s.face}: {' and '.join(colours)}"
    return [Die("volcano", S.FACES, s.face, "-".join(colours), thrown, note)]


def _rule(s: State) -> str:
    """The rule that the present decision is about."""
    if s.stage != S.AT_TURN:
        return STAGE_RULES[s.stage]
    return CHOICE_RULES.get(s.choice) or PHASE_RULES.get(s.phase[s.actor], "SYG-ROUND-2")


# the board


@cache
def centre(row: int, column: int) -> tuple[float, float]:
    x, y = Layout().centre(Hex(column, row))
    return round(x, 3), round(y, 3)


@cache
def ends(row: int, column: int, side: int) -> tuple[float, float, float, float]:
    """The two ends of a place for a Wall, drawn inside its hex."""
    here, layout = Hex(column, row), Layout()
    x, y = layout.centre(here)
    corners = (layout.corner(here.corner(Direction(side).turn(-1))), layout.corner(here.corner(Direction(side))))
    (x1, y1), (x2, y2) = [(round(a + (x - a) * INSET, 3), round(b + (y - b) * INSET, 3)) for a, b in corners]
    return x1, y1, x2, y2


def _terrain(s: State, c: int) -> tuple[str, str]:
    """Name and glyph of what lies on a place."""
    terrain = s.terrain[c]
    if terrain == S.NOTHING:
        return "empty", "·"
    if terrain in (S.ERUPTED, S.SCORCHED):
        return ("ash", "#") if terrain == S.ERUPTED else ("ash-scorched", "%")
    if rules_board.is_landscape(s, c):
        return KIND_NAMES[terrain - 1], KIND_GLYPHS[terrain - 1]
    colour = terrain - S.KINDS - 1
    return f"volcano-{COLOUR_NAMES[colour]}", VOLCANO_GLYPHS[colour]


def _cell(box: Box, s: State, c: int) -> Cell:
    terrain, glyph = _terrain(s, c)
    name, threats = words.cell_name(box, c), forecasts.threats(box, s, c)
    return Cell(name, *centre(box.row[c], box.column[c]), terrain, glyph, name, _badges(box, s, c, threats),
                _note(box, s, c, threats))


def _badges(box: Box, s: State, c: int, threats: dict[str, str]) -> list[Badge]:
    badges = []
    if rules_board.is_landscape(s, c):
        badges.append(Badge("gold", str(s.value[c])))
        badges += [Badge("threat", f"{colour}: {effect}") for colour, effect in threats.items()]
    if rules_board.is_volcano(s, c) and s.stage != S.AT_END:
        colour = s.terrain[c] - S.KINDS - 1
        badges.append(Badge("odds", f"{forecasts.odds_now(box, s, colour)} in {S.FACES}"))
        if s.lulled >> colour & 1:
            badges.append(Badge("lulled", "lulled"))
    owner = s.town[c] - 1
    if owner >= 0 and rules_score.encircled(box, s, owner, c):
        badges.append(Badge("encircled", f"+{box.encirclement_points}", s.seat[owner]))
    return badges


def _note(box: Box, s: State, c: int, threats: dict[str, str]) -> str:
    """A hex in words, for hovering and for people who listen."""
    name = words.cell_name(box, c)
    if s.terrain[c] == S.NOTHING:
        return f"{name}: no tile yet"
    if s.terrain[c] in (S.ERUPTED, S.SCORCHED):
        return f"{name}: Ash {'of an eruption' if s.terrain[c] == S.ERUPTED else 'of Scorch'}"
    if rules_board.is_volcano(s, c):
        return _volcano_note(box, s, c, name)
    parts = [f"{name}: {read_name(box.landscape[s.terrain[c] - 1])}, Gold Value {s.value[c]}"]
    if s.token[c]:
        parts.append("foraged once" if s.token[c] == S.BLACK else "foraged out")
    if s.town[c]:
        parts.append(_town_note(box, s, c))
    for p in range(box.players):
        if s.present[p][c]:
            parts.append(f"{words.counted(s.present[p][c], 'Wizard')} of {words.who(box, p)}")
    walls = [f"{words.who(box, s.wall[c][d] - 1)} towards {words.towards(box, c * S.SIDES + d)}"
             for d in range(S.SIDES) if s.wall[c][d]]
    if walls:
        parts.append(f"Walls: {', '.join(walls)}")
    parts += [f"if {colour} erupts: {effect}" for colour, effect in threats.items()]
    return "; ".join(parts)


def _volcano_note(box: Box, s: State, c: int, name: str) -> str:
    colour = s.terrain[c] - S.KINDS - 1
    volcano = f"{name}: {COLOUR_NAMES[colour]} Volcano"
    if s.stage == S.AT_END:
        return volcano
    parts = [f"{volcano}, {_when_it_erupts(box, s, colour)}"]
    if s.clouds >> colour & 1:
        parts.append("a Smoke Cloud: it cannot erupt this round")
    if s.lulled >> colour & 1:
        parts.append("lulled for this round")
    hit = [f"{words.cell_name(box, n)} {effect}" for n, effect in forecasts.hits(box, s, c).items()]
    parts.append(f"the next eruption: {', '.join(hit)}" if hit else "no Landscape beside it")
    return "; ".join(parts)


def _when_it_erupts(box: Box, s: State, colour: int) -> str:
    if not forecasts.is_without_die(box, s):
        return f"on {forecasts.odds(box, colour)} of {S.FACES} faces"
    erupts = "erupts" if forecasts.odds_now(box, s, colour) else "does not erupt"
    return f"which as things stand {erupts} this round"


def _town_note(box: Box, s: State, c: int) -> str:
    owner = s.town[c] - 1
    extra = [name for there, name in ((s.workshop[c], "Workshop"), (s.market[c], "Market"),
                                      (s.town_down[c], "knocked over")) if there]
    if rules_score.encircled(box, s, owner, c):
        extra.append("encircled")
    return f"Town of {words.who(box, owner)}" + (f" with {', '.join(extra)}" if extra else "")


WALL_BLOCKS = (
    (S.A_WALL, S.A_TAKE),
    (S.A_BUILD_WALL, S.A_TRANSFORM),
    (S.A_FREE_WALL, S.A_NO_WALL),
    (S.A_SUNDER, S.A_REPLICATE),
)


def _borders(box: Box, s: State, legal: list[int]) -> list[Border]:
    """The Walls, and the places where one can be built now."""
    free = {a - first for a in legal for first, last in WALL_BLOCKS if first <= a < last}
    found = []
    for spot in range(box.cells * S.SIDES):
        owner = s.wall[spot // S.SIDES][spot % S.SIDES] - 1
        if owner >= 0 or spot in free:
            row, column = box.row[spot // S.SIDES], box.column[spot // S.SIDES]
            there = words.border(box, spot)
            found.append(Border(words.place_name(box, spot), *ends(row, column, spot % S.SIDES),
                                "wall" if owner >= 0 else "wall-place",
                                s.seat[owner] if owner >= 0 else None,
                                f"{there}: Wall of {words.who(box, owner)}" if owner >= 0 else f"{there}: free"))
    return found


def _buildings(box: Box, s: State) -> list[Piece]:
    pieces = []
    for c in range(box.cells):
        if s.town[c]:
            owner, name = s.town[c] - 1, words.cell_name(box, c)
            there = (True, bool(s.workshop[c]), bool(s.market[c]))
            for piece in (S.TOWN, S.WORKSHOP, S.MARKET):
                if there[piece]:
                    tags = ["down"] if piece == S.TOWN and s.town_down[c] else []
                    kind = PIECE_NAMES[piece]
                    note = f"{kind.capitalize()} of {words.who(box, owner)} on {name}"
                    pieces.append(Piece(f"{kind}-{name}", kind, name, s.seat[owner], glyph=PIECE_GLYPHS[piece],
                                        tags=tags, note=note))
    return pieces


def _marks(box: Box, s: State) -> list[Piece]:
    """Forage tokens and Smoke Clouds."""
    pieces = []
    for c in range(box.cells):
        name = words.cell_name(box, c)
        if s.token[c]:
            side = "black" if s.token[c] == S.BLACK else "red"
            pieces.append(Piece(f"forage-{name}", "forage", name, glyph="❦", tags=[side],
                                note=f"{side} Forage token on {name}"))
        if rules_board.is_volcano(s, c) and s.clouds >> s.terrain[c] - S.KINDS - 1 & 1:
            colour = COLOUR_NAMES[s.terrain[c] - S.KINDS - 1]
            pieces.append(Piece(f"cloud-{colour}", "cloud", name, glyph="☁", note=f"Smoke Cloud on {colour}"))
    return pieces


def _wizards(box: Box, s: State) -> list[Piece]:
    pieces = []
    away = {code: word for word, code in AWAY.items()}
    for p in range(box.players):
        for w in range(box.wizards):
            at = s.wizard_at[p][w]
            tags = [tag for tag, on in (("down", s.wizard_down[p][w]), ("moved", s.phase[p] and not s.moves[p][w]),
                                        ("cast", s.cast_wizards[p] >> w & 1), (away.get(at, ""), at >= S.CELLS)) if on]
            there = at < S.CELLS
            where = words.cell_name(box, at) if there else f"p{p + 1}"
            pieces.append(Piece(
                wizard_id(p, w), "wizard", where, s.seat[p], "board" if there else None, glyph=str(w + 1),
                tags=tags, label=f"w{w + 1}" if there else f"Wizard {w + 1}",
                note=f"Wizard {w + 1} of {words.who(box, p)}, {_whereabouts(where, tags)}"))
    return pieces


def _whereabouts(where: str, tags: list[str]) -> str:
    away = [AWAY_TEXTS[tag] for tag in tags if tag in AWAY_TEXTS]
    return ", ".join([*(away or [where]), *(tag for tag in tags if tag not in AWAY_TEXTS)])


# panels, piles, notes


def _panel(box: Box, s: State, p: int, seats: list[str], sites: list[list[str]]) -> Panel:
    active = s.stage not in (S.AT_ROLL, S.AT_END) and rules.to_act(box, s) == s.seat[p]
    meters = (_result if s.stage == S.AT_END else _goods)(box, s, p, sites)
    return Panel(s.seat[p], seats[s.seat[p]], words.colour_name(box, p), meters, active, _panel_note(box, s, p))


def _places(box: Box, cells: list[int]) -> list[str]:
    return [place(words.cell_name(box, c)) for c in cells]


def _sites(box: Box, s: State) -> list[list[list[str]]]:
    """For each player where Towns, Workshops, Markets and Walls stand."""
    found: list[list[list[str]]] = [[[] for _ in range(S.PIECES)] for _ in range(box.players)]
    for c in range(box.cells):
        name = words.cell_name(box, c)
        if s.town[c]:
            there = (True, s.workshop[c], s.market[c])
            for piece in (S.TOWN, S.WORKSHOP, S.MARKET):
                if there[piece]:
                    found[s.town[c] - 1][piece].append(place(name))
        for side, owner in enumerate(s.wall[c]):
            if owner:
                found[owner - 1][S.WALL].append(place(f"{name} {SIDE_NAMES[side]}"))
    return found


def _rings(box: Box, s: State, p: int) -> list[str]:
    return _places(box, [c for c in range(box.cells) if s.town[c] == p + 1 and rules_score.encircled(box, s, p, c)])


def _split(box: Box, s: State, p: int) -> str:
    """Where the points come from."""
    counts = [*(rules_score.built(box, s, p, piece) for piece in range(S.WALL)), rules_score.encirclements(box, s, p)]
    names = (*(PIECE_NAMES[i].capitalize() for i in range(S.WALL)), "Encirclement")
    return ", ".join(words.counted(n, what) for n, what in zip(counts, names, strict=True))


def _goods(box: Box, s: State, p: int, sites: list[list[str]]) -> list[Meter]:
    """Score, goods, income and supply during the match."""
    gold, kinds = forecasts.income(box, s, p)
    return [
        Meter("SP", rules_score.score_of(box, s, p), rules_score.score_to_win(box, s), "score", _split(box, s, p),
              sites[S.TOWN], score=True),
        Meter("Gold", s.gold[p], box.max_gold, "gold", _pending_note(s.gold_pending[p]), row="wealth"),
        Meter("cubes", rules_board.cubes_held(s, p), box.max_cubes, "cubes", row="wealth"),
        *(Meter(KIND_NAMES[k], s.cubes[p][k], None, KIND_NAMES[k], _pending_note(s.cubes_pending[p][k]), row="cubes")
          for k in range(S.KINDS)),
        Meter("income", forecasts.income_text(gold, kinds), None, "income", "what the next Collect brings",
              sites[S.TOWN], goods=forecasts.income_goods(gold, kinds)),
        *(Meter(f"{PIECE_NAMES[i].capitalize()}s left", s.left[p][i], box.pieces[i], PIECE_NAMES[i], cells=sites[i],
                row="supply")
          for i in range(S.WALL + 1)),
    ]


def _result(box: Box, s: State, p: int, sites: list[list[str]]) -> list[Meter]:
    """The points line by line when the match is over, with the hexes that count."""
    meters = [
        Meter(f"{PIECE_NAMES[i].capitalize()}s × {box.points[i]}", rules_score.built(box, s, p, i) * box.points[i],
              None, PIECE_NAMES[i], words.counted(rules_score.built(box, s, p, i), PIECE_NAMES[i].capitalize()),
              sites[i])
        for i in range(S.WALL)
    ]
    rings = _rings(box, s, p)
    counted = (S.ERUPTED, S.SCORCHED) if box.all_ash_counts else (S.ERUPTED,)
    ash = [c for c in range(box.cells) if s.terrain[c] in counted]
    return [
        *meters,
        Meter(f"Encirclements × {box.encirclement_points}", len(rings) * box.encirclement_points, None,
              "encirclement", words.counted(len(rings), "Encirclement"), cells=rings),
        Meter("SP", rules_score.score_of(box, s, p), None, "score", _split(box, s, p), score=True),
        Meter("SP needed", rules_score.score_to_win(box, s), note=f"{box.win_points} less {len(ash)} for Ash",
              cells=_places(box, ash)),
        Meter("rank", ranks(box, s)[p]),
    ]


def _pending_note(amount: int) -> str:
    return f"{amount} from next turn" if amount else ""


def _panel_note(box: Box, s: State, p: int) -> str:
    parts = [f"team {box.team[p] + 1}"] if box.teams else []
    for word, code in AWAY.items():
        away = [w for w in range(box.wizards) if s.wizard_at[p][w] == code]
        if away:
            parts.append(f"{words.wizards_named(away)} {AWAY_TEXTS[word]}")
    waiting = [f"{s.cubes_pending[p][k]} {KIND_NAMES[k]}" for k in range(S.KINDS) if s.cubes_pending[p][k]]
    if s.gold_pending[p]:
        waiting.append(f"{s.gold_pending[p]} Gold")
    if waiting:
        parts.append(f"{', '.join(waiting)} from next turn")
    if s.blizzard[p]:
        parts.append("under Blizzard")
    if s.blizzard_next[p]:
        parts.append("Blizzard next turn")
    if s.evocations[p]:
        parts.append(", ".join(words.card_title(box, i) for i in range(len(CARD_IDS)) if s.evocations[p] >> i & 1))
    return "; ".join(parts)


def _piles(box: Box, s: State, seats: list[str], legal: list[int]) -> list[Pile]:
    if not box.cards:
        return []
    piles, p = [], s.actor if s.stage == S.AT_TURN and not s.choice else NOBODY
    for k, name in enumerate(CLASS_NAMES):
        ids = [i for i in range(len(CARD_IDS)) if box.card_copies[i] and box.card_class[i] == k]
        wares = [_ware(box, s, p, i, legal) for i in ids]
        piles.append(Pile(f"shop-{name}", f"Shop: {name}", sum(s.stock[i] for i in ids), [CARD_IDS[i] for i in ids],
                          note="; ".join(f"{face.name}: {face.text}" for face in wares), faces=wares))
    for o in range(box.players):
        held = [i for i in range(len(CARD_IDS)) for _ in range(s.hand[o][i])]
        lasting = [i for i in range(len(CARD_IDS)) if s.evocations[o] >> i & 1]
        why = [forecasts.why_no_play(box, s, p, i, legal) if o == p else "" for i in held]
        faces = [Face(words.card_title(box, i), forecasts.CARD_EFFECTS[CARD_IDS[i]], note=reason)
                 for i, reason in zip(held, why, strict=True)]
        whose = seats[s.seat[o]]
        piles.append(Pile(f"hand-p{o + 1}", f"Cards of {whose}", len(held), [CARD_IDS[i] for i in held],
                          s.seat[o], faces=faces))
        known = [Face(words.card_title(box, i), forecasts.CARD_EFFECTS[CARD_IDS[i]]) for i in lasting]
        piles.append(Pile(f"evocations-p{o + 1}", f"Evocations of {whose}", len(lasting),
                          [CARD_IDS[i] for i in lasting], s.seat[o], faces=known))
    return piles


def _ware(box: Box, s: State, p: int, card: int, legal: list[int]) -> Face:
    """A card in the shop: price, copies left, effect, and why it cannot be bought now."""
    extra = words.surcharge(box, s, p) if p != NOBODY else 0
    ward = f" and {extra} Gold for the Ward" if extra else ""
    price = f"{forecasts.card_price(box, card)}{ward}, {s.stock[card]} left"
    note = forecasts.why_no_purchase(box, s, p, card, legal) if p != NOBODY else ""
    return Face(words.card_title(box, card), forecasts.CARD_EFFECTS[CARD_IDS[card]], note=note, sort=price)


def _notes(box: Box, s: State, seats: list[str]) -> list[str]:
    ash = rules_score.ash_counted(box, s)
    counts = "1 Ash hex counts" if ash == 1 else f"{ash} Ash hexes count"
    notes = [f"Round {s.round}", f"{counts}: {rules_score.score_to_win(box, s)} SP are needed to win"]
    if s.final:
        notes.append("Final round")
    if box.turn_timer:
        notes.append(f"{box.turn_timer} seconds for a turn")
    if s.foresight:
        notes.append(f"{words.who(box, s.foresight - 1)} will name the face of the die")
    for colour in range(S.VOLCANOES):
        if s.stage >= S.AT_TOWN and forecasts.closed(box, s, colour):
            notes.append(f"The {COLOUR_NAMES[colour]} Volcano has no Landscape left beside it")
    if box.teams and s.stage == S.AT_TURN:
        mate = box.mate[s.actor]
        notes.append(f"{seats[s.seat[mate]]} {words.step_told(s, mate)}")
    if s.stage == S.AT_TURN:
        notes += _hints(box, s, s.actor)
    return notes


def _hints(box: Box, s: State, p: int) -> list[str]:
    """Why a Wizard of the player to act cannot Steal."""
    hints = []
    if s.phase[p] in (S.CASTING, S.FREE):
        for w in range(box.wizards):
            reason = forecasts.why_no_steal(box, s, p, w)
            if reason and rules_board.on_board(s, p, w):
                hints.append(f"{words.wizards_named([w])} cannot Steal: {reason}")
    return hints


def _offers(box: Box, s: State, legal: list[int]) -> list[Offer]:
    """What can be built in this phase, with its price and what the player to act lacks for it."""
    if s.stage != S.AT_TURN or s.phase[s.actor] not in (S.BUILDING, S.FREE):
        return []
    return [Offer(PIECE_NAMES[piece], PIECE_NAMES[piece].capitalize(), forecasts.price_of(box, piece),
                  forecasts.why_no_building(box, s, s.actor, piece, legal),
                  forecasts.goods_for(box, s, s.actor, piece)) for piece in range(S.WALL + 1)]


# prompts

CHOICE_PROMPTS = {
    S.VANISHING: "Vanish: choose a Wizard that leaves the board.",
    S.FLIPPING: "Fissure: turn over Forage tokens where your Wizards stand.",
    S.WALLING: "Fissure: build one Wall free of charge.",
    S.EXTENDING: "Second Wind: which Wizard may move once more?",
    S.LULLING: "Lull: which Volcano shall sleep this round?",
    S.SUNDERING: "Sunder: which Wall falls?",
    S.REPLICATING: "Replicate: as which sold-out card?",
}


CHANCE_DECIDES = {
    S.AT_SEATS: "Lots decide who begins and who plays with whom.",
    S.AT_TILES: "The board is laid out.",
    S.AT_TOKENS: "The board is laid out.",
    S.AT_ROLL: "The Volcano die is rolled.",
}


def prompt(box: Box, s: State) -> str:
    """What is asked of whom."""
    if s.stage == S.AT_END:
        return str(words.ending(box, s))
    if rules.to_act(box, s) == CHANCE:
        return CHANCE_DECIDES[s.stage]
    return f"{words.who(box, s.actor)}: {_question(box, s)}"


def _question(box: Box, s: State) -> str:
    if s.stage == S.AT_TOWN:
        return f"Place your {'first' if s.left[s.actor][S.TOWN] == box.pieces[S.TOWN] else 'second'} Town."
    if s.stage == S.AT_WALL:
        due = box.free_walls[box.zone[s.cursor]]
        return f"Place your free Wall ({due - s.walls_due + 1} of {due})."
    if s.stage == S.AT_CUBE:
        return "Choose a third cube."
    if s.stage == S.AT_FORESEE:
        return "Foresight: which face shall count?"
    if s.stage == S.AT_LOSE:
        return f"The eruption hits {words.cell_name(box, words.damaged_hex(s))}: lose the Workshop or the Market?"
    if s.choice == S.DISCARDING:
        held = rules_board.cubes_held(s, s.actor)
        return f"You hold {held} of {box.max_cubes} cubes: discard {held - box.max_cubes}."
    return CHOICE_PROMPTS.get(s.choice) or _menu_question(box, s)


def _menu_question(box: Box, s: State) -> str:
    p, phase = s.actor, s.phase[s.actor]
    if phase in (S.PLACING, S.REAPPEARING):
        where = AWAY["off" if phase == S.PLACING else "vanished"]
        w = next(w for w in range(box.wizards) if s.wizard_at[p][w] == where)
        who = words.wizards_named([w])
        return f"Place {who}." if phase == S.PLACING else f"{who} comes back: choose a hex."
    if phase == S.MOVING:
        able = [w for w in range(box.wizards) if rules_move.may_move(s, p, w)]
        rest = f"{words.wizards_named(able)} may walk or teleport." if able else "Nobody has a move left."
        return f"Move your Wizards. {rest}"
    if phase == S.BUILDING:
        return "Build or exchange."
    if phase == S.FREE:
        return "Power Trip: move, build, exchange, cast and collect in any order."
    return "Cast spells: one per Wizard, each spell once."
