"""What people see of Mana Pool."""

from functools import cache
from typing import Any

from hexagora.engine.scene import POINTY, Board, Cell, Choice, Meter, Panel, Piece, Scene, Target, button, cell
from hexagora.games.manapool import words
from hexagora.games.manapool.state import (
    ATTACK,
    COLOUR,
    COLOURS,
    COMBAT,
    CORNER,
    CORNERS,
    DIRECTIONS,
    END_COMBAT,
    END_MOVE,
    FINISHED,
    FIRST,
    MOVE,
    MOVING,
    ORDER,
    ORDERING,
    PLAYERS,
    SPAWN,
    SPAWNING,
    STARTER,
)
from hexagora.hexes import Layout, hexagon

STEPS = ["Start", "Move", "Combat", "End"]
STEP_OF = {SPAWNING: 0, MOVING: 1, COMBAT: 2, FINISHED: 3}
TOKEN_GLYPHS = ("●", "▲", "■")  # a shape for each colour
NEAR_GOAL = 2  # mana short of the goal from which everybody is warned


@cache
def centres(side: int) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in map(Layout().centre, hexagon(side))]


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    return Scene(
        "manapool",
        "Mana Pool",
        [Board("board", POINTY, [_cell(box, s, c) for c in range(box.cells) if not box.missing[c]])],
        [*_spawners(box, s), *_tokens(box, s)],
        [_panel(box, s, p, seats[p]) for p in range(PLAYERS)],
        prompt(box, s),
        steps=STEPS,
        step=STEP_OF.get(s.phase),
        notes=_notes(box, s),
    )


def tile_kind(box: Any, c: int) -> tuple[str, str, str]:
    """Terrain, glyph and words of a tile, from what it does."""
    attack, defence = box.attack[c], box.defence[c]
    plain = next(x for x in range(box.cells) if box.tile[x] == 0)
    if c == box.pool:
        return "pool", "◎", "the Mana Pool"
    if box.extra_action[c]:
        return "extra-action", "ϟ", f"Extra Action, +{box.extra_action[c]} action"
    if box.extra_spawn[c]:
        return "extra-spawn", "+", f"Extra Spawn, +{box.extra_spawn[c]} troop"
    if defence > box.defence[plain]:
        return "plus-defence", "D", f"+{defence - box.defence[plain]} Defense"
    if attack > box.attack[plain]:
        return "plus-attack", "A", f"+{attack - box.attack[plain]} Attack"
    if attack < box.attack[plain]:
        return "minus-attack", "a", f"{attack - box.attack[plain]} Attack"
    return "plain", "·", "plain ground"


def _cell(box: Any, s: Any, c: int) -> Cell:
    x, y = centres(box.side)[c]
    terrain, glyph, kind = tile_kind(box, c)
    name = words.cell_name(box, c)
    return Cell(name, x, y, terrain, glyph, note=f"{name}: {kind}")


def _spawners(box: Any, s: Any) -> list[Piece]:
    return [
        Piece(f"spawner-{p + 1}", "spawner", words.cell_name(box, box.corner[s.home[p] - 1]), p, glyph="♜",
              note=f"{words.colour_of(s, p)} spawner")
        for p in range(PLAYERS)
        if s.home[p]
    ]


def _tokens(box: Any, s: Any) -> list[Piece]:
    return [_token(box, s, p, s.token[p][k]) for p in range(PLAYERS) for k in range(s.tokens[p])]


def _token(box: Any, s: Any, player: int, c: int) -> Piece:
    name = words.cell_name(box, c)
    locked = bool(box.locks[c])
    note = f"{words.colour_of(s, player)} troop on {name}: attack {box.attack[c]}, defence {box.defence[c]}"
    return Piece(f"troop-{name}", "troop", name, player, glyph=TOKEN_GLYPHS[s.colour[player] - 1],
                 tags=["locked"] if locked else [], label=f"{box.attack[c]}/{box.defence[c]}",
                 note=note + (", locked" if locked else ""))


def _panel(box: Any, s: Any, player: int, seat: str) -> Panel:
    own_turn = s.phase in STEP_OF and s.player == player
    held = s.bonus_actions[player]
    meters = [
        Meter("mana", s.mana[player], box.goal, "drop"),
        Meter("actions", s.points if own_turn else box.actions + held, None, "bolt",
              f"{box.actions} and {held} from Extra Action tiles"),
        Meter("spawns", s.spawns if own_turn else box.spawns + s.bonus_spawns[player], None, "troop",
              f"{box.spawns} and {s.bonus_spawns[player]} from Extra Spawn tiles"),
        Meter("troops", s.tokens[player], box.token_limit if box.token_limit < len(s.owner) else None, "disc"),
    ]
    colour = words.NAMES[s.colour[player] - 1] if s.colour[player] else ""
    deciding = s.phase not in (FINISHED, STARTER, ORDERING) and s.player == player
    return Panel(player, seat, colour, meters, deciding)


def prompt(box: Any, s: Any) -> str:
    who = words.colour_of(s, s.player).capitalize()
    if s.phase == COLOURS:
        return f"Seat {s.player + 1}: choose your colour."
    if s.phase == CORNERS:
        return f"{who}: choose a corner; your three troops will stand around it."
    if s.phase == SPAWNING:
        total = box.spawns + s.bonus_spawns[s.player]
        return f"{who}: place a new troop ({max(1, total - s.spawns + 1)} of {total})."
    if s.phase == MOVING:
        return f"{who}: move a troop (1 action = 1 hex; {s.points} left), or go on to combat."
    if s.phase == COMBAT:
        return f"{who}: attack ({s.points} left), or end your turn."
    if s.phase == FINISHED:
        return _ending(box, s)
    return "Chance decides who begins." if s.phase == STARTER else "Chance decides who picks first."


def _ending(box: Any, s: Any) -> str:
    winners = [words.colour_of(s, p).capitalize() for p in range(PLAYERS) if s.winners >> p & 1]
    if max(s.mana) >= box.goal:
        return f"{winners[0]} has drawn {max(s.mana)} mana and wins."
    reason = f"The limit of {box.round_limit} rounds is reached: most mana, then the Pool, decide."
    return f"{reason} {' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}."


def _notes(box: Any, s: Any) -> list[str]:
    notes = [f"Round {s.round}" + (f" of {box.round_limit}" if box.round_limit else "")] if s.round else []
    for p in range(PLAYERS):
        if s.phase != FINISHED and box.goal - NEAR_GOAL <= s.mana[p] < box.goal:
            notes.append(f"{words.colour_of(s, p).capitalize()} needs only {box.goal - s.mana[p]} more mana.")
    return notes


def choice(box: Any, s: Any, a: int) -> Choice:
    text = words.text(box, s, a)
    if a >= ATTACK:
        return _attack_choice(box, s, a, text)
    if a >= MOVE:
        return _move_choice(box, s, a, text)
    if a >= SPAWN:
        return Choice(a, text, f"Place a troop on {text.split()[1]}", "spawn", [cell(text.split()[1])])
    if a == END_COMBAT:
        warning = f"{s.points} actions stay unused" if s.points and _targets(box, s) else ""
        return Choice(a, text, "End turn", "end", [button("end-turn")], warning=warning)
    if a == END_MOVE:
        warning = "The Pool is free and in reach" if _pool_in_reach(box, s) else ""
        return Choice(a, text, "To combat", "end", [button("to-combat")], warning=warning)
    if a >= CORNER and a < FIRST:
        return Choice(a, text, f"Settle at {text.split()[1]}", "corner", [cell(text.split()[1])])
    group = "order" if a >= ORDER else "first" if a >= FIRST else "colour"
    label = f"Take {words.NAMES[a - COLOUR]}" if a < CORNER else text.capitalize()
    return Choice(a, text, label, group, [button(text.replace(" ", "-"))])


def _move_choice(box: Any, s: Any, a: int, text: str) -> Choice:
    start, target = text.split()[1:]
    c = box.neighbour[(a - MOVE) // DIRECTIONS][(a - MOVE) % DIRECTIONS]
    warning = "This troop can never leave" if box.locks[c] else ""
    return Choice(a, text, f"Move {start} to {target}", "move", [Target("piece", f"troop-{start}"), cell(target)],
                  f"{tile_kind(box, c)[2]}: attack {box.attack[c]}, defence {box.defence[c]}", warning)


def _attack_choice(box: Any, s: Any, a: int, text: str) -> Choice:
    start, target = text.split()[1:]
    c, direction = divmod(a - ATTACK, DIRECTIONS)
    kills, falls = words.forecast(box, c, box.neighbour[c][direction])
    outcome = {
        (True, False): "kills the troop",
        (True, True): "both troops fall",
        (False, True): "you lose your troop",
        (False, False): "nothing happens",
    }[kills, falls]
    return Choice(a, text, f"Attack {target} from {start}", "attack",
                  [Target("piece", f"troop-{start}"), Target("piece", f"troop-{target}")], outcome,
                  "" if kills else f"This attack gains nothing: {outcome}")


def _targets(box: Any, s: Any) -> bool:
    own = s.token[s.player][: s.tokens[s.player]]
    return any(
        0 < s.owner[n] <= PLAYERS and s.owner[n] != s.player + 1
        for c in own
        if not box.locks[c]
        for n in box.neighbour[c]
        if n >= 0
    )


def _pool_in_reach(box: Any, s: Any) -> bool:
    return s.owner[box.pool] == 0 and any(
        n >= 0 and s.owner[n] == s.player + 1 and not box.locks[n] for n in box.neighbour[box.pool]
    )
