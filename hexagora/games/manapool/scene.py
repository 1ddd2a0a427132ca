"""What people see of Mana Pool."""

from functools import cache, lru_cache
from typing import Any

from hexagora.engine.scene import POINTY, Board, Cell, Meter, Panel, Piece, Scene, place
from hexagora.games.manapool import state as S
from hexagora.games.manapool import words
from hexagora.games.manapool.choices import choice, holds, stands
from hexagora.games.manapool.ending import ending
from hexagora.games.manapool.marches import marches
from hexagora.games.manapool.state import Box, State
from hexagora.games.manapool.tiles import Ground, ground_of, tile_kind, values
from hexagora.hexes import Layout, hexagon

__all__ = ["choice", "ending", "scene"]

STEPS = ["Start", "Move", "Combat", "End"]
STEP_OF = {S.SPAWNING: 0, S.MOVING: 1, S.COMBAT: 2, S.FINISHED: 3}
TOKEN_GLYPHS = ("●", "▲", "■")  # a shape for each colour
NEAR_GOAL = 2  # mana short of the goal from which everybody is warned
KEPT = 64  # boards whose tiles are remembered
RULES = {
    S.ORDERING: "MAN-SETUP-1", S.COLOURS: "MAN-SETUP-1", S.CORNERS: "MAN-SETUP-2", S.STARTER: "MAN-SETUP-4",
    S.SPAWNING: "MAN-START-7", S.MOVING: "MAN-MOVE-4", S.COMBAT: "MAN-COMBAT-7", S.FINISHED: "MAN-GOAL-1",
}  # fmt: skip


@cache
def centres(side: int) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in map(Layout().centre, hexagon(side))]


def scene(box: Box, s: State, seats: list[str]) -> Scene:
    return Scene(
        "manapool",
        "Mana Pool",
        [Board("board", POINTY, _cells(ground_of(box)))],
        [*_spawners(box, s), *_tokens(box, s)],
        [_panel(box, s, p, seats[p]) for p in range(S.PLAYERS)],
        prompt(box, s),
        steps=STEPS,
        step=STEP_OF.get(s.phase),
        notes=_notes(box, s),
        rule=RULES[s.phase],
        shortcuts=marches(box, s),
    )


@lru_cache(maxsize=KEPT)
def _cells(ground: Ground) -> list[Cell]:
    return [_cell(ground, c) for c, missing in enumerate(ground.missing) if not missing]


def _cell(ground: Ground, c: int) -> Cell:
    x, y = centres(ground.side)[c]
    terrain, glyph, label, kind = tile_kind(ground, c)
    name = words.cell_names(ground.side)[c]
    return Cell(name, x, y, terrain, glyph, label, note=f"{name}: {kind}")


def _spawners(box: Box, s: State) -> list[Piece]:
    return [
        Piece(f"spawner-{p + 1}", "spawner", words.cell_name(box, box.corner[s.home[p] - 1]), p, glyph="♜",
              note=f"{words.colour_of(s, p)} spawner")
        for p in range(S.PLAYERS)
        if s.home[p]
    ]


def _tokens(box: Box, s: State) -> list[Piece]:
    return [_token(box, s, p, s.token[p][k]) for p in range(S.PLAYERS) for k in range(s.tokens[p])]


def _token(box: Box, s: State, player: int, c: int) -> Piece:
    name = words.cell_name(box, c)
    locked, terrain = bool(box.locks[c]), tile_kind(box, c)[0]
    tags = [*(["locked"] if locked else []), *([f"on-{terrain}"] if terrain != "plain" else [])]
    note = f"{words.colour_of(s, player)} troop on {name}: {values(box, c)}"
    return Piece(f"troop-{name}", "troop", name, player, glyph=TOKEN_GLYPHS[s.colour[player] - 1],
                 tags=tags, label=f"{box.attack[c]}/{box.defence[c]}",
                 note=note + (", locked" if locked else ""))


def _panel(box: Box, s: State, player: int, seat: str) -> Panel:
    own_turn = s.phase in STEP_OF and s.player == player
    actions, spawns = box.actions + s.bonus_actions[player], box.spawns + s.bonus_spawns[player]
    points, places = (s.points, s.spawns) if own_turn else (actions, spawns)
    bolts, silhouettes = _held(box, s, player, box.extra_action), _held(box, s, player, box.extra_spawn)
    meters = [
        Meter("mana", s.mana[player], box.goal, "drop",
              cells=_places(box, [box.pool]) if holds(box, s, player) else (), score=True),
        Meter("actions", points, max(points, actions), "bolt",
              f"{box.actions} and {s.bonus_actions[player]} from Extra Action tiles", bolts),
        Meter("spawns", places, max(places, spawns), "troop",
              f"{box.spawns} and {s.bonus_spawns[player]} from Extra Spawn tiles", silhouettes),
        Meter("troops", s.tokens[player], box.token_limit if box.token_limit < S.CELLS else None, "disc",
              cells=_places(box, stands(s, player))),
        Meter("bolts held", len(bolts), None, "extra-action", cells=bolts),
        Meter("silhouettes held", len(silhouettes), None, "extra-spawn", cells=silhouettes),
    ]
    colour = words.NAMES[s.colour[player] - 1] if s.colour[player] else ""
    deciding = s.phase not in (S.FINISHED, S.STARTER, S.ORDERING) and s.player == player
    follows = f"{words.colour_of(s, s.after[player]).capitalize()} plays next" if s.round else ""
    return Panel(player, seat, colour, meters, deciding, follows)


def _places(box: Box, cells: list[int]) -> list[str]:
    return [place(words.cell_name(box, c)) for c in cells]


def _held(box: Box, s: State, player: int, bonus: Any) -> list[str]:
    """The tiles with that bonus that the player stands on."""
    return _places(box, [c for c in stands(s, player) if bonus[c]])


def prompt(box: Box, s: State) -> str:
    who = words.colour_of(s, s.player).capitalize()
    if s.phase == S.COLOURS:
        return f"Seat {s.player + 1}: choose your colour."
    if s.phase == S.CORNERS:
        return f"{who}: choose a corner; your three troops will stand around it."
    if s.phase == S.SPAWNING:
        placed = box.spawns + s.bonus_spawns[s.player] - s.spawns
        return f"{who}: place a new troop ({placed + 1} of {placed + _spawns_to_come(box, s)})."
    if s.phase == S.MOVING:
        return f"{who}: move a troop (1 action = 1 hex; {s.points} left), or go on to combat."
    if s.phase == S.COMBAT:
        return f"{who}: attack ({s.points} left), or end your turn."
    if s.phase == S.FINISHED:
        return _ending(box, s)
    return "Chance decides who begins." if s.phase == S.STARTER else "Chance decides who picks first."


def _spawns_to_come(box: Box, s: State) -> int:
    """As many as allowance, empty gates and supply allow."""
    gates = box.gate[s.home[s.player] - 1]
    free = sum(1 for g in range(S.GATES) if s.owner[gates[g]] == S.EMPTY)
    return int(min(s.spawns, free, box.token_limit - s.tokens[s.player]))


def _ending(box: Box, s: State) -> str:
    """Who has won and why; at the round limit with the tie-break spelled out (MAN-RULING-30)."""
    most = max(s.mana)
    winners = [words.colour_of(s, p).capitalize() for p in range(S.PLAYERS) if s.winners >> p & 1]
    if most >= box.goal:
        return f"{winners[0]} has drawn {most} mana and wins."
    reason = f"The limit of {box.round_limit} rounds is reached."
    tied = [words.colour_of(s, p).capitalize() for p in range(S.PLAYERS) if s.mana[p] == most]
    if len(tied) == 1:
        return f"{reason} {winners[0]} has the most mana, {most}, and wins."
    told = f"{reason} {' and '.join(tied)} have the most mana, {most};"
    if len(winners) == 1:
        return f"{told} {winners[0]} holds the Pool and wins."
    return f"{told} none of them holds the Pool, so they share the win."


def _notes(box: Box, s: State) -> list[str]:
    notes = [f"Round {s.round}" + (f" of {box.round_limit}" if box.round_limit else "")] if s.round else []
    for p in range(S.PLAYERS):
        if s.round and s.phase != S.FINISHED and box.goal - NEAR_GOAL <= s.mana[p] < box.goal:
            notes.append(f"{words.colour_of(s, p).capitalize()} needs only {box.goal - s.mana[p]} more mana.")
    return notes


