"""What people see of Sigil."""

from functools import cache
from math import atan2, cos, radians, sin

from hexagora.engine.scene import (
    NODE,
    Badge,
    Board,
    Cell,
    Choice,
    Gauge,
    Meter,
    Panel,
    Piece,
    Pile,
    Scene,
    button,
    cell,
    place,
)
from hexagora.games.sigil import GAME, rules, rules_board, rules_ends, rules_loops, rules_spells, words
from hexagora.games.sigil import state as S
from hexagora.games.sigil.ending import ending
from hexagora.games.sigil.forecast import forecast, landings, warning
from hexagora.games.sigil.names import (
    COLOURS,
    DECISIONS,
    END_TEXTS,
    NODE_NAMES,
    REASONS,
    SLOT_NAMES,
    node_list,
    node_numbers,
    seals,
    slot_spell,
    title,
)
from hexagora.games.sigil.state import Box, State

__all__ = ["choice", "ending", "scene"]

SCALE = 13.0  # radii of a node in half the width of the board
SPREAD = {5: 1.22, 3: 1.5, 1: 1.0}  # slots are drawn wider than they lie, by their size: the spell's name is between
SMALL_SLOT_AWAY, SMALL_SLOT_TURN = 1.9, radians(36)  # the mark of a 1-node slot lies so many radii from its node,
# turned so far from the way outward that no link and no other slot is there
TRACK_SPREAD = 1.08  # the track is drawn wider than it lies
GLYPHS = ("●", "◆")
EMPTY_GLYPHS = {"mana": "✦", "slot": "○", "plain": "·", "wall": "▒"}
STEPS = ["move", "dash", "cast", "end turn"]
ALMOST = 1  # big casts before the last one that calls for a warning
RULES = {
    S.DEAL_SPELL: "SIG-SETUP-1", S.PLACE: "SIG-VAR-1", S.MOVE: "SIG-MOVE-2", S.PUSH: "SIG-PUSH-3", S.MENU: "SIG-TURN-2",
    S.DASH_PAY: "SIG-DASH-2", S.DASH_MOVE: "SIG-DASH-3", S.KEEP: "SIG-PAY-3", S.SPELL_PUSH: "SIG-EFF-2",
    S.BANK_MOVE: "SIG-PACK-28",
}  # fmt: skip
END_RULES = {"lead": "SIG-END-1", "sixth": "SIG-END-3", "elimination": "SIG-VAR-2", "loop": "SIG-LOOP-2",
             "cap": "SIG-END-4", "seal": "SIG-PACK-22"}  # fmt: skip
SPELL_RULES = {
    "SIG-SPELL": (
        "flourish", "carnage", "bewitch", "starfall", "seal_of_lightning", "grow", "fireblast", "hail_storm", "meteor",
        "seal_of_wind", "sprout", "slash", "surge", "comet", "seal_of_summer",
    ),
    "SIG-PACK": (
        "blossom", "scatter", "seal_of_spring", "syzygy", "eclipse", "azimuth", "erupt", "fury", "charge", "hurricane",
        "storm_front", "gust", "tsunami", "torrent", "splash", "harvest", "gather", "seal_of_autumn", "corrupt",
        "decay", "lurk", "seal_of_destruction", "seal_of_stone", "seal_of_winter", "fissure", "rock_slide", "bulwark",
        "endowment", "annuity", "dividend",
    ),
}  # fmt: skip
RULE_OF_SPELL = {name: f"{group}-{k}" for group, names in SPELL_RULES.items() for k, name in enumerate(names, 1)}


def scene(box: Box, s: State, seats: list[str]) -> Scene:
    """The board with its slots and the score track, stones, dice, players, cards of the nine spells."""
    slots = [_slot(box, s, k) for k in range(S.SLOTS)]
    cells = [_node(box, s, k) for k in range(S.NODES)] + slots + _track(_shown_lead(box, s))
    links = _links(tuple(box.around))
    return Scene(
        "sigil", "Sigil", [Board("board", NODE, cells, links=links)], _pieces(box, s),
        [_panel(box, s, player, seats) for player in range(2)], prompt(box, s),
        piles=[_card(box, s, k) for k in range(S.SLOTS) if s.spell[k]], steps=STEPS, step=_step(s),
        notes=_notes(box, s), rule=_rule(box, s), closed=_closed(box, s), gauge=_gauge(box, s),
    )  # fmt: skip


# the board


@cache
def _links(around: tuple[int, ...]) -> list[tuple[str, str]]:
    return [(NODE_NAMES[k], NODE_NAMES[m]) for k in range(S.NODES) for m in node_numbers(around[k]) if k < m]


def _role(box: Box, s: State, k: int) -> str:
    if s.walls >> k & 1:
        return "wall"
    return "mana" if box.mana >> k & 1 else "slot" if box.slot_of[k] else "plain"


def _node(box: Box, s: State, k: int) -> Cell:
    role, slot = _role(box, s, k), box.slot_of[k] - 1
    badges = [Badge("zone", NODE_NAMES[k][0])]
    badges += [Badge("start", owner=player) for player in range(2) if box.start[player] == k]
    if slot >= 0 and box.slot_size[slot] == 1:
        badges += _full(box, s, slot)
    terrain = f"{role}{box.slot_size[slot]}" if role == "slot" else role
    return Cell(NODE_NAMES[k], *_spot(box, k), terrain, EMPTY_GLYPHS[role], NODE_NAMES[k], badges,
                _node_note(box, s, k))


def _spot(box: Box, k: int) -> tuple[float, float]:
    """Where a node is drawn."""
    x, y, slot = box.node_x[k] / 1000 * SCALE, box.node_y[k] / 1000 * SCALE, box.slot_of[k] - 1
    if slot < 0:
        return x, y
    middle, spread = _middle(box, slot), SPREAD[box.slot_size[slot]]
    return round(middle[0] + (x - middle[0]) * spread, 3), round(middle[1] + (y - middle[1]) * spread, 3)


def _middle(box: Box, slot: int) -> tuple[float, float]:
    """The middle of the nodes of a slot."""
    nodes = node_numbers(box.slot_nodes[slot])
    return (sum(box.node_x[n] for n in nodes) / len(nodes) / 1000 * SCALE,
            sum(box.node_y[n] for n in nodes) / len(nodes) / 1000 * SCALE)


def _node_note(box: Box, s: State, k: int) -> str:
    """Name, role, slot, stone, and whether it is a target now."""
    owner = next((p for p in range(2) if s.stones[p] >> k & 1), None)
    parts = [NODE_NAMES[k], _role(box, s, k)]
    if box.slot_of[k] and s.spell[box.slot_of[k] - 1]:
        parts.append(f"{SLOT_NAMES[box.slot_of[k] - 1]} {title(slot_spell(box, s, box.slot_of[k] - 1))}")
    parts += [f"start of {COLOURS[p].capitalize()}" for p in range(2) if box.start[p] == k]
    parts.append("empty" if owner is None else f"{COLOURS[owner]} stone")
    if s.choices >> k & 1:
        parts.append("can be chosen")
    return ", ".join(parts)


def _full(box: Box, s: State, slot: int) -> list[Badge]:
    """The glow of a slot that is full of one colour."""
    return [Badge(f"full{box.slot_size[slot]}", owner=p) for p in range(2) if rules_board.fills(box, s, p, slot)]


def _slot(box: Box, s: State, k: int) -> Cell:
    """The mark of a slot in the middle of its nodes: progress, locks, whether it is held or can be cast."""
    nodes = node_numbers(box.slot_nodes[k])
    x, y = _middle(box, k)
    if len(nodes) == 1:
        way = atan2(y, x) + SMALL_SLOT_TURN
        x, y = round(x + cos(way) * SMALL_SLOT_AWAY, 3), round(y + sin(way) * SMALL_SLOT_AWAY, 3)
    name = title(slot_spell(box, s, k)) if s.spell[k] else "not dealt yet"
    held = [(s.stones[p] & box.slot_nodes[k]).bit_count() for p in range(2)]
    badges = _full(box, s, k) if len(nodes) > 1 else []
    badges += [Badge("progress", f"{held[p]}/{len(nodes)}", p) for p in range(2) if held[p]]
    badges += [Badge("lock-die", str(s.casts[p]), p) for p in range(2) if s.lock[p] == k + 1]
    badges += [Badge("held", "∞", holder) for slot, holder in seals(box, s) if slot == k and holder >= 0]
    if _can_cast(box, s, k):
        badges.append(Badge("castable", "cast", s.mover))
    counts = ", ".join(f"{COLOURS[p].capitalize()} {held[p]} of {len(nodes)}" for p in range(2))
    note = f"{SLOT_NAMES[k]} {name}: {counts}"
    if _asks_for_cast(box, s, k):
        note += f"; cannot be cast now: {_no_cast(box, s, k)}"
    return Cell(SLOT_NAMES[k], x, y, f"sigil{len(nodes)}", " ", name, badges, note)


def _can_cast(box: Box, s: State, slot: int) -> bool:
    return bool(not s.winner and s.phase == S.MENU and not rules.placing_turn(box, s)
                and rules_spells.may_cast(box, s) and rules_spells.castable(box, s, slot))


def _asks_for_cast(box: Box, s: State, slot: int) -> bool:
    """Whether a spell that is cast at all cannot be cast in the present menu."""
    in_menu = not s.winner and s.phase == S.MENU
    return in_menu and not box.passive[s.spell[slot] - 1] and not _can_cast(box, s, slot)


@cache
def _track(lead: int) -> list[Cell]:
    """The score track as a gauge: its places are lit from the middle up to the score stone."""
    track = GAME.content.track
    return [
        Cell(_track_place(value), x * SCALE * TRACK_SPREAD, track.y * SCALE, _track_terrain(value, lead), "▫",
             str(abs(value) or "="), note=f"score track: {_track_place(value)}")
        for value, x in zip(track.values, track.x, strict=True)
    ]  # fmt: skip


def _track_terrain(value: int, lead: int) -> str:
    if not value:
        return "track"
    lit = "-lit" if value * lead > 0 and abs(value) <= abs(lead) else ""
    return f"track-{COLOURS[S.RED if value > 0 else S.BLUE]}{lit}"


def _shown_lead(box: Box, s: State) -> int:
    """Red's lead as the score stone shows it, within the track."""
    if s.phase == S.DEAL_SPELL:
        return 0
    values = GAME.content.track.values
    lead = rules_ends.lead_of(box, s, S.RED) if s.winner else _lead_at_start_of_turn(box, s)
    return int(min(max(lead, values[0]), values[-1]))


def _track_place(lead: int) -> str:
    return f"red{lead}" if lead > 0 else f"blue{-lead}" if lead < 0 else "tied"


def _lead_at_start_of_turn(box: Box, s: State) -> int:
    """The score stone moves only at cleanup."""
    bank = [s.turn_rest >> shift & rules_loops.MOST_BANKED for shift in (11, 21)]
    totals = [s.turn_stones[p].bit_count() + bank[p] + box.score_stones[p] for p in range(2)]
    return int(totals[S.RED] - totals[S.BLUE])


# pieces


def _pieces(box: Box, s: State) -> list[Piece]:
    pieces = []
    for k in range(S.NODES):
        for player in range(2):
            if s.stones[player] >> k & 1:
                new = not s.turn_stones[player] >> k & 1
                pieces.append(Piece(f"stone-{s.token[k]}", "stone", NODE_NAMES[k], player, glyph=GLYPHS[player],
                                    tags=["new"] if new else [], note=f"{COLOURS[player]} stone on {NODE_NAMES[k]}"))
    if s.pushed_from:
        pieces.append(Piece(f"stone-{s.in_hand}", "stone", NODE_NAMES[s.pushed_from - 1], 1 - s.mover, board=None,
                            glyph=GLYPHS[1 - s.mover], tags=["pushed"], note="pushed, not landed yet"))
    for player, colour in enumerate(COLOURS):
        at = SLOT_NAMES[s.lock[player] - 1] if s.lock[player] else colour
        pieces.append(Piece(f"die-{colour}", "lock-die", at, player, "board" if s.lock[player] else None, "▣",
                            label=str(min(s.casts[player], box.big_casts)), note=_die_note(box, s, player)))
    if s.phase != S.DEAL_SPELL:
        pieces.append(Piece("score-stone", "score-stone", _track_place(_shown_lead(box, s)), S.BLUE, glyph="◇",
                            note="score stone"))
    return pieces


def _die_note(box: Box, s: State, player: int) -> str:
    who = COLOURS[player].capitalize()
    if not s.lock[player]:
        return f"lock die of {who}: off the board"
    return f"lock die of {who}: {s.casts[player]} on {title(slot_spell(box, s, s.lock[player] - 1))}"


# players


def _panel(box: Box, s: State, player: int, seats: list[str]) -> Panel:
    stones = s.stones[player]
    lock = s.lock[player] - 1
    meters = [
        Meter("stones", s.count[player], icon="stone", note="on nodes", cells=_nodes(stones)),
        Meter("total", rules_ends.total(box, s, player), icon="total", note=_sum(box, s, player), score=True),
        Meter("mana", rules_board.mana(box, s, player), int(box.mana).bit_count(), "mana",
              ", ".join(node_list(stones & box.mana)), _nodes(stones & box.mana)),
        Meter("locked", f"{title(slot_spell(box, s, lock))} ({s.casts[player]})" if lock >= 0 else "none", icon="lock",
              note=_die_note(box, s, player), cells=_nodes(box.slot_nodes[lock]) if lock >= 0 else ()),
    ]  # fmt: skip
    if box.win != S.DEATHMATCH:
        close = box.big_casts - s.casts[player] <= ALMOST
        meters.append(Meter("big casts", s.casts[player], box.big_casts, "warning" if close else "cast",
                            "the next one ends the game" if close else ""))
    held = [slot for slot, holder in seals(box, s) if holder == player]
    if held:
        meters.append(Meter("seals", ", ".join(title(slot_spell(box, s, slot)) for slot in held), icon="seal",
                            cells=[name for slot in held for name in _nodes(box.slot_nodes[slot])]))
    if s.bank[player]:
        meters.append(Meter("bank", s.bank[player], icon="bank"))
    return Panel(player, seats[player], COLOURS[player], meters,
                 active=not s.winner and s.phase != S.DEAL_SPELL and s.mover == player)


def _nodes(nodes: int) -> list[str]:
    return [place(name) for name in node_list(nodes)]


def _sum(box: Box, s: State, player: int) -> str:
    """The total as a sum: stones on nodes, the bank, the score stone."""
    parts = [str(n) for n in (s.count[player], s.bank[player], box.score_stones[player]) if n]
    total = rules_ends.total(box, s, player)
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else str(total)


@cache
def _card_texts() -> dict[str, str]:
    return {spell.id: spell.text for spell in GAME.content.spell}


def _card(box: Box, s: State, k: int) -> Pile:
    name = slot_spell(box, s, k)
    return Pile(f"card-{SLOT_NAMES[k]}", title(name), box.slot_size[k], note=_card_texts().get(name, ""),
                cells=[place(SLOT_NAMES[k]), *_nodes(box.slot_nodes[k])])


def _gauge(box: Box, s: State) -> Gauge | None:
    """How far Red is ahead now, where a lead wins."""
    if s.phase == S.DEAL_SPELL or box.win != S.STANDARD:
        return None
    lead = rules_ends.lead_of(box, s, S.RED)
    leader = COLOURS[S.RED if lead > 0 else S.BLUE].capitalize()
    return Gauge(f"{leader} is {abs(lead)} ahead" if lead else "the score is even", lead, box.lead)


# the turn


def _step(s: State) -> int | None:
    """Which of the four steps of a turn is on."""
    if s.winner or s.phase == S.DEAL_SPELL:
        return None
    if s.resolving or s.cast_now:
        return 2
    if s.phase in (S.DASH_PAY, S.DASH_MOVE) or (s.dashed and s.phase == S.PUSH):
        return 1
    if s.phase in (S.MOVE, S.PLACE, S.PUSH):
        return 0
    return 2 if s.dashed else 1


def _notes(box: Box, s: State) -> list[str]:
    """The totals, what happened to the position before, and why a full spell cannot be cast."""
    if s.phase == S.DEAL_SPELL:
        return []
    found = [f"Totals: {', '.join(f'{COLOURS[p].capitalize()} {_sum(box, s, p)}' for p in range(2))}"]
    if s.turn_times > 1:
        found.append(f"This position has occurred {s.turn_times} times.")
    for slot in range(S.SLOTS):
        if rules_board.fills(box, s, s.mover, slot) and _asks_for_cast(box, s, slot):
            found.append(f"{title(slot_spell(box, s, slot))}: {_no_cast(box, s, slot)}")
    return found


def _closed(box: Box, s: State) -> dict[str, str]:
    """Steps of the turn that are not possible any more, and why."""
    if s.winner or s.phase != S.MENU:
        return {}
    found = {} if rules.may_dash(box, s) else {"dash": _no_dash(box, s)}
    if not any(_can_cast(box, s, slot) for slot in range(S.SLOTS)):
        full = [slot for slot in range(S.SLOTS) if rules_board.fills(box, s, s.mover, slot)]
        reasons = [f"{title(slot_spell(box, s, slot))}: {_no_cast(box, s, slot)}" for slot in full
                   if _asks_for_cast(box, s, slot)]  # fmt: skip
        found["cast"] = "; ".join(reasons) or "no spell is full"
    return found


def _rule(box: Box, s: State) -> str:
    """The rule that the decision is about: of the spell that is being resolved, of the end, of the step."""
    if s.winner:
        return END_RULES[REASONS[s.reason]]
    if s.phase in (S.SPELL_MOVE, S.SPELL_DESTROY, S.SPELL_CONVERT, S.SPELL_PAY):
        return RULE_OF_SPELL.get(slot_spell(box, s, s.resolving - 1), RULES[S.SPELL_PUSH])
    return RULES[s.phase]


def _no_dash(box: Box, s: State) -> str:
    if rules.placing_turn(box, s):
        return "not in the first turn"
    if s.dashed:
        return "once a turn"
    if s.cast_now:
        return "no dash after a cast"
    return f"you need {rules.dash_price(box, s) + 1} stones"


def _no_cast(box: Box, s: State, slot: int) -> str:
    size, own = box.slot_size[slot], (s.stones[s.mover] & box.slot_nodes[slot]).bit_count()
    if own < size:
        return f"not full: {own} of {size}"
    if s.lock[s.mover] == slot + 1:
        return "locked by you"
    if not rules_spells.may_cast(box, s):
        return "one cast a turn"
    return "needs a dash this turn" if not s.dashed else "not in this turn"


def prompt(box: Box, s: State) -> str:
    """What is asked, and of whom."""
    if s.winner:
        return f"{COLOURS[s.winner - 1].capitalize()} wins: {END_TEXTS[REASONS[s.reason]]}."
    if s.phase == S.DEAL_SPELL:
        return "The spells are dealt."
    return f"{COLOURS[s.mover].capitalize()}: {_question(box, s)}"


def _question(box: Box, s: State) -> str:
    if s.phase == S.KEEP:
        count = s.left + s.kept.bit_count()
        stones = "stone" if count == 1 else "stones"
        return f"You keep {count} {stones} of {_spell_title(box, s)}: choose which."
    if s.phase == S.DASH_PAY:
        return f"Dash: give up a stone ({s.price - s.left + 1} of {s.price})."
    if s.phase == S.SPELL_MOVE:
        return f"{_spell_title(box, s)}: {_move_kind(box, s)}."
    if s.phase == S.SPELL_DESTROY:
        slot = _struck_slot(box, s)
        where = f" in {SLOT_NAMES[slot]} {title(slot_spell(box, s, slot))}" if slot >= 0 else ""
        return f"{_spell_title(box, s)}: destroy one of these{where}."
    if s.phase == S.SPELL_CONVERT:
        if box.step_does[s.spell[s.resolving - 1] - 1][s.step - 1] == S.CONVERT_PAIR:
            return f"{_spell_title(box, s)}: {'first stone' if s.left > 1 else 'its neighbour'}."
        return f"{_spell_title(box, s)}: convert a stone, or skip."
    if s.phase == S.SPELL_PAY:
        return f"{_spell_title(box, s)}: give up one of your stones."
    return PROMPTS[s.phase] + (
        " (With Seal of Wind: anywhere.)" if s.phase == S.MOVE and rules_board.holds(box, s, s.mover, S.WIND) else "")


PROMPTS = {
    S.PLACE: "Place your first stone anywhere.",
    S.MOVE: "Your move: place a stone.",
    S.PUSH: "Where does the pushed stone go?",
    S.MENU: "Dash, cast or end your turn.",
    S.DASH_MOVE: "Dash: place a stone.",
    S.BANK_MOVE: "Bank: place a stone.",
    S.SPELL_PUSH: "Where does this stone go?",
}


def _struck_slot(box: Box, s: State) -> int:
    """The slot that a spell strikes now which strikes slot by slot; -1 for others."""
    does = box.step_does[s.spell[s.resolving - 1] - 1][s.step - 1]
    if does != S.DESTROY_PER_SLOT:
        return -1
    return next((k for k in range(S.SLOTS) if s.choices & box.slot_nodes[k]), -1)


def _spell_title(box: Box, s: State) -> str:
    return title(slot_spell(box, s, s.resolving - 1))


def _move_kind(box: Box, s: State) -> str:
    spell, step = s.spell[s.resolving - 1] - 1, s.step - 1
    times = box.step_times[spell][step]
    if box.step_does[spell][step] != S.MOVES:
        return f"soft blink {times - s.left + 1} of {times}"
    stance = {S.SOFT: "soft ", S.HARD: "hard "}.get(box.step_stance[spell][step], "")
    kind = "blink" if box.step_reach[spell][step] == S.BLINK else "move"
    return f"{stance}{kind} {times - s.left + 1} of {times}"


LABELS = {
    "place": "Place a stone on {node}", "move": "Place a stone on {node}", "push": "Push to {node}",
    "sacrifice": "Give up {node}", "destroy": "Destroy {node}", "convert": "Convert {node}", "keep": "Keep {node}",
}  # fmt: skip
BUTTONS = {
    "dash": "Dash", "end turn": "End turn", "announce loop": "Announce the loop", "skip": "Skip the rest",
    "withdraw": "Place a stone of the bank",
}  # fmt: skip


def choice(box: Box, s: State, a: int) -> Choice:
    """A legal action with the way to it, what it does and what to beware of."""
    text = words.text(box, s, a)
    group = DECISIONS[s.phase]
    if a >= S.DEAL:
        return Choice(a, text, text.capitalize(), group, [button(text.split()[2])])
    told, careful = forecast(box, s, a), warning(box, s, a)
    if a < S.DASH:
        verb, node = text.split()
        return Choice(a, text, LABELS[verb].format(node=node), group, [cell(node)], told, careful, _framed(box, s, a))
    if S.CAST <= a < S.END_TURN:
        label = f"Cast {title(slot_spell(box, s, a - S.CAST))}"
        return Choice(a, text, label, "cast", [cell(SLOT_NAMES[a - S.CAST])], told, careful,
                      _nodes(box.slot_nodes[a - S.CAST]))
    ends = a == S.END_TURN
    return Choice(a, text, BUTTONS[text], "end" if ends else group, [button(text.replace(" ", "-"))], told, careful,
                  final=ends)


def _framed(box: Box, s: State, a: int) -> list[str]:
    """The slot in question where a spell strikes slot by slot, the stones that a push may land on."""
    if s.phase == S.SPELL_DESTROY and _struck_slot(box, s) >= 0:
        return _nodes(box.slot_nodes[_struck_slot(box, s)])
    return _nodes(landings(box, s, a)) if a < S.TO_SACRIFICE else []
