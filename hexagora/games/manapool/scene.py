"""What people see of Mana Pool."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from hexagora.engine.scene import POINTY, Board, Cell, Choice, Meter, Panel, Piece, Scene, Target, button, cell, place
from hexagora.games.manapool import words
from hexagora.games.manapool.ending import ending
from hexagora.games.manapool.state import (
    ATTACK,
    CELLS,
    COLOUR,
    COLOURS,
    COMBAT,
    CORNER,
    CORNERS,
    DIRECTIONS,
    EMPTY,
    END_COMBAT,
    END_MOVE,
    FINISHED,
    FIRST,
    GATES,
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

__all__ = ["choice", "ending", "scene"]

STEPS = ["Start", "Move", "Combat", "End"]
STEP_OF = {SPAWNING: 0, MOVING: 1, COMBAT: 2, FINISHED: 3}
TOKEN_GLYPHS = ("●", "▲", "■")  # a shape for each colour
NEAR_GOAL = 2  # mana short of the goal from which everybody is warned
NOWHERE = -1
KEPT = 64  # boards whose tiles are remembered
RULES = {
    ORDERING: "MAN-SETUP-1", COLOURS: "MAN-SETUP-1", CORNERS: "MAN-SETUP-2", STARTER: "MAN-SETUP-4",
    SPAWNING: "MAN-START-7", MOVING: "MAN-MOVE-4", COMBAT: "MAN-COMBAT-7", FINISHED: "MAN-GOAL-1",
}  # fmt: skip
NEVER_LEAVES = "This troop can never leave"


@cache
def centres(side: int) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in map(Layout().centre, hexagon(side))]


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    return Scene(
        "manapool",
        "Mana Pool",
        [Board("board", POINTY, _cells(ground_of(box)))],
        [*_spawners(box, s), *_tokens(box, s)],
        [_panel(box, s, p, seats[p]) for p in range(PLAYERS)],
        prompt(box, s),
        steps=STEPS,
        step=STEP_OF.get(s.phase),
        notes=_notes(box, s),
        rule=RULES[s.phase],
    )


def base(box: Any) -> tuple[int, int]:
    """Attack and defence on plain ground, which every Mana Pool board has at its corners."""
    return box.attack[box.corner[0]], box.defence[box.corner[0]]


def tile_kind(box: Any, c: int) -> tuple[str, str, str, str]:
    """Terrain, glyph, short label and words of a tile, from what it does."""
    attack, defence = box.attack[c] - base(box)[0], box.defence[c] - base(box)[1]
    if c == box.pool:
        return "pool", "◎", "", "the Mana Pool"
    if box.extra_action[c]:
        return "extra-action", "ϟ", "", f"Extra Action, +{box.extra_action[c]} action"
    if box.extra_spawn[c]:
        return "extra-spawn", "+", "", f"Extra Spawn, +{box.extra_spawn[c]} troop"
    if defence:
        return "plus-defence", "D", f"D{defence:+}", f"{defence:+} Defense"
    if attack > 0:
        return "plus-attack", "A", f"A{attack:+}", f"{attack:+} Attack"
    if attack < 0:
        return "minus-attack", "a", f"A{attack:+}", f"{attack:+} Attack"
    return "plain", "·", "", "plain ground"


class Ground(NamedTuple):
    """What the tiles of a board are made of; boards that are equal in it look the same."""

    side: int
    pool: int
    corner: tuple[int, ...]
    missing: tuple[int, ...]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    extra_action: tuple[int, ...]
    extra_spawn: tuple[int, ...]


def ground_of(box: Any) -> Ground:
    return Ground(box.side, box.pool, tuple(box.corner), tuple(box.missing[: box.cells]), tuple(box.attack),
                  tuple(box.defence), tuple(box.extra_action), tuple(box.extra_spawn))


@lru_cache(maxsize=KEPT)
def _cells(ground: Ground) -> list[Cell]:
    return [_cell(ground, c) for c, missing in enumerate(ground.missing) if not missing]


def _cell(ground: Ground, c: int) -> Cell:
    x, y = centres(ground.side)[c]
    terrain, glyph, label, kind = tile_kind(ground, c)
    name = words.cell_name(ground, c)
    return Cell(name, x, y, terrain, glyph, label, note=f"{name}: {kind}")


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
    locked, terrain = bool(box.locks[c]), tile_kind(box, c)[0]
    tags = [*(["locked"] if locked else []), *([f"on-{terrain}"] if terrain != "plain" else [])]
    note = f"{words.colour_of(s, player)} troop on {name}: {values(box, c)}"
    return Piece(f"troop-{name}", "troop", name, player, glyph=TOKEN_GLYPHS[s.colour[player] - 1],
                 tags=tags, label=f"{box.attack[c]}/{box.defence[c]}",
                 note=note + (", locked" if locked else ""))


def values(box: Any, c: int) -> str:
    """Attack and defence of a token on a cell, with the sum written out where the tile changes them."""
    told = []
    for name, plain, here in zip(("attack", "defence"), base(box), (box.attack[c], box.defence[c]), strict=True):
        change = here - plain
        told.append(f"{name} {plain} {'+' if change > 0 else '-'} {abs(change)} = {here}" if change else
                    f"{name} {here}")
    return ", ".join(told)


def _panel(box: Any, s: Any, player: int, seat: str) -> Panel:
    own_turn = s.phase in STEP_OF and s.player == player
    actions, spawns = box.actions + s.bonus_actions[player], box.spawns + s.bonus_spawns[player]
    points, places = (s.points, s.spawns) if own_turn else (actions, spawns)
    bolts, silhouettes = _held(box, s, player, box.extra_action), _held(box, s, player, box.extra_spawn)
    meters = [
        Meter("mana", s.mana[player], box.goal, "drop",
              cells=_places(box, [box.pool]) if _holds(box, s, player) else ()),
        Meter("actions", points, max(points, actions), "bolt",
              f"{box.actions} and {s.bonus_actions[player]} from Extra Action tiles", bolts),
        Meter("spawns", places, max(places, spawns), "troop",
              f"{box.spawns} and {s.bonus_spawns[player]} from Extra Spawn tiles", silhouettes),
        Meter("troops", s.tokens[player], box.token_limit if box.token_limit < CELLS else None, "disc",
              cells=_places(box, _stands(s, player))),
        Meter("bolts held", len(bolts), None, "extra-action", cells=bolts),
        Meter("silhouettes held", len(silhouettes), None, "extra-spawn", cells=silhouettes),
    ]
    colour = words.NAMES[s.colour[player] - 1] if s.colour[player] else ""
    deciding = s.phase not in (FINISHED, STARTER, ORDERING) and s.player == player
    follows = f"{words.colour_of(s, s.after[player]).capitalize()} plays next" if s.round else ""
    return Panel(player, seat, colour, meters, deciding, follows)


def _stands(s: Any, player: int) -> list[int]:
    """The cells of a player's troops."""
    return [s.token[player][k] for k in range(s.tokens[player])]


def _places(box: Any, cells: list[int]) -> list[str]:
    return [place(words.cell_name(box, c)) for c in cells]


def _held(box: Any, s: Any, player: int, bonus: Any) -> list[str]:
    """The tiles with that bonus that the player stands on."""
    return _places(box, [c for c in _stands(s, player) if bonus[c]])


def prompt(box: Any, s: Any) -> str:
    who = words.colour_of(s, s.player).capitalize()
    if s.phase == COLOURS:
        return f"Seat {s.player + 1}: choose your colour."
    if s.phase == CORNERS:
        return f"{who}: choose a corner; your three troops will stand around it."
    if s.phase == SPAWNING:
        placed = box.spawns + s.bonus_spawns[s.player] - s.spawns
        return f"{who}: place a new troop ({placed + 1} of {placed + _spawns_to_come(box, s)})."
    if s.phase == MOVING:
        return f"{who}: move a troop (1 action = 1 hex; {s.points} left), or go on to combat."
    if s.phase == COMBAT:
        return f"{who}: attack ({s.points} left), or end your turn."
    if s.phase == FINISHED:
        return _ending(box, s)
    return "Chance decides who begins." if s.phase == STARTER else "Chance decides who picks first."


def _spawns_to_come(box: Any, s: Any) -> int:
    """As many as allowance, empty gates and supply allow."""
    gates = box.gate[s.home[s.player] - 1]
    free = sum(1 for g in range(GATES) if s.owner[gates[g]] == EMPTY)
    return int(min(s.spawns, free, box.token_limit - s.tokens[s.player]))


def _ending(box: Any, s: Any) -> str:
    """Who has won and why; at the round limit with the tie-break spelled out (MAN-RULING-30)."""
    most = max(s.mana)
    winners = [words.colour_of(s, p).capitalize() for p in range(PLAYERS) if s.winners >> p & 1]
    if most >= box.goal:
        return f"{winners[0]} has drawn {most} mana and wins."
    reason = f"The limit of {box.round_limit} rounds is reached."
    tied = [words.colour_of(s, p).capitalize() for p in range(PLAYERS) if s.mana[p] == most]
    if len(tied) == 1:
        return f"{reason} {winners[0]} has the most mana, {most}, and wins."
    told = f"{reason} {' and '.join(tied)} have the most mana, {most};"
    if len(winners) == 1:
        return f"{told} {winners[0]} holds the Pool and wins."
    return f"{told} none of them holds the Pool, so they share the win."


def _notes(box: Any, s: Any) -> list[str]:
    notes = [f"Round {s.round}" + (f" of {box.round_limit}" if box.round_limit else "")] if s.round else []
    for p in range(PLAYERS):
        if s.round and s.phase != FINISHED and box.goal - NEAR_GOAL <= s.mana[p] < box.goal:
            notes.append(f"{words.colour_of(s, p).capitalize()} needs only {box.goal - s.mana[p]} more mana.")
    return notes


def choice(box: Any, s: Any, a: int) -> Choice:
    text = words.text(box, s, a)
    if a >= ATTACK:
        return _attack_choice(box, s, a, text)
    if a >= MOVE:
        return _move_choice(box, s, a, text)
    if a >= SPAWN:
        return Choice(a, text, f"Place a troop on {text.split()[1]}", "spawn", [cell(text.split()[1])],
                      ground(box, a - SPAWN), lays="troop")
    if a == END_COMBAT:
        warning = _told(_unused(box, s), _shot(box, s) if _holds_pool(box, s) else "")
        return Choice(a, text, "End turn", "end", [button("end-turn")], _income(box, s), warning, final=True)
    if a == END_MOVE:
        warning = "The Pool is free and in reach" if _pool_in_reach(box, s) else ""
        return Choice(a, text, "To combat", "end", [button("to-combat")], warning=warning)
    if a >= CORNER and a < FIRST:
        return _corner_choice(box, s, a, text)
    group = "order" if a >= ORDER else "first" if a >= FIRST else "colour"
    label = f"Take {words.NAMES[a - COLOUR]}" if a < CORNER else text.capitalize()
    return Choice(a, text, label, group, [button(text.replace(" ", "-"))])


def _told(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def ground(box: Any, c: int) -> str:
    """What a troop would stand on, and its values there."""
    return f"{tile_kind(box, c)[3]}: {values(box, c)}"


def _income(box: Any, s: Any) -> str:
    """What the end of the turn brings to the holder of the Pool."""
    if not _holds_pool(box, s):
        return ""
    return f"+{box.draw} mana" + (": you win" if s.mana[s.player] + box.draw >= box.goal else "")


def _corner_choice(box: Any, s: Any, a: int, text: str) -> Choice:
    corner = text.split()[1]
    gates = [words.cell_name(box, c) for c in box.gate[a - CORNER]]
    return Choice(a, text, f"Settle at {corner}", "corner", [cell(corner)], f"your troops stand on {', '.join(gates)}",
                  cells=[place(name) for name in gates])


def _move_choice(box: Any, s: Any, a: int, text: str) -> Choice:
    start, target = text.split()[1:]
    c, last = box.neighbour[(a - MOVE) // DIRECTIONS][(a - MOVE) % DIRECTIONS], s.points == 1
    at_risk = c == box.pool or (_holds_pool(box, s) and last)
    warning = _told(NEVER_LEAVES if box.locks[c] else "", _shot(box, s) if at_risk else "")
    wins = c == box.pool and s.mana[s.player] + box.draw >= box.goal
    brings = f"+{box.draw} mana at the end of this turn" + (": you win" if wins else "") if c == box.pool else ""
    later = "from your next turn on" if box.extra_action[c] or box.extra_spawn[c] else ""
    return Choice(a, text, f"Move {start} to {target}", "move", [Target("piece", f"troop-{start}"), cell(target)],
                  _told(ground(box, c), later, brings), warning, final=last)


def _attack_choice(box: Any, s: Any, a: int, text: str) -> Choice:
    start, target = text.split()[1:]
    c, direction = divmod(a - ATTACK, DIRECTIONS)
    victim = box.neighbour[c][direction]
    kills, falls = words.forecast(box, c, victim)
    outcome = {
        (True, False): "kills the troop",
        (True, True): "both troops fall",
        (False, True): "you lose your troop",
        (False, False): "nothing happens",
    }[kills, falls]
    cost = "" if kills and not falls else (
        "You lose your troop as well" if kills else f"This attack gains nothing: {outcome}")
    last = s.points == 1
    shot = _shot(box, s, victim if kills else NOWHERE) if last and _holds_pool(box, s) else ""
    numbers = (f"attack {box.attack[c]} against defence {box.defence[victim]}, "
               f"{box.attack[victim]} against {box.defence[c]}")
    return Choice(a, text, f"Attack {target} from {start}", "attack",
                  [Target("piece", f"troop-{start}"), Target("piece", f"troop-{target}")],
                  f"{outcome}; {numbers}", _told(cost, shot),
                  [place(name) for name, gone in ((start, falls), (target, kills)) if gone], last,
                  f"{box.attack[c]}⚔{box.defence[victim]}", "good" if kills and not falls else "" if kills else "bad")


def _enemy(s: Any, c: int) -> bool:
    return bool(0 < s.owner[c] <= PLAYERS and s.owner[c] != s.player + 1)


def _own_unlocked(box: Any, s: Any) -> list[int]:
    return [c for c in _stands(s, s.player) if not box.locks[c]]


def _near(box: Any, c: int) -> list[int]:
    return [n for n in box.neighbour[c] if n >= 0]


def _unused(box: Any, s: Any) -> str:
    """About points that could still be used: for a shot at the holder of the Pool, or for any attack."""
    targets = {n for c in _own_unlocked(box, s) for n in _near(box, c) if _enemy(s, n)}
    if box.pool in targets and any(
        words.forecast(box, c, box.pool)[0] for c in _own_unlocked(box, s) if box.pool in _near(box, c)
    ):
        return "You could remove the holder of the Pool"
    left = f"{s.points} actions stay" if s.points > 1 else "1 action stays"
    return f"{left} unused" if targets else ""


def _holds(box: Any, s: Any, player: int) -> bool:
    return bool(s.owner[box.pool] == player + 1)


def _holds_pool(box: Any, s: Any) -> bool:
    return _holds(box, s, s.player)


def _shot(box: Any, s: Any, fallen: int = NOWHERE) -> str:
    """About enemies beside the Pool who could remove a holder of the player's at once; `fallen` is gone by then."""
    shots = [n for n in _near(box, box.pool) if n != fallen and _enemy(s, n) and words.forecast(box, n, box.pool)[0]]
    names = ", ".join(words.cell_name(box, n) for n in shots)
    return f"Your troop on the Pool can be removed from {names}" if shots else ""


def _pool_in_reach(box: Any, s: Any) -> bool:
    """Whether an own troop could walk into the free Pool with the points left."""
    if s.owner[box.pool] != EMPTY:
        return False
    reached = set(_own_unlocked(box, s))
    for _ in range(s.points):
        stand = [c for c in reached if not box.locks[c]]
        reached |= {n for c in stand for n in _near(box, c) if s.owner[n] == EMPTY}
    return box.pool in reached
