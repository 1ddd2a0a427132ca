"""The way of clicks to each action of Mana Pool, what it brings and what one may regret."""

from hexagora.engine.scene import Choice, Target, button, cell, place
from hexagora.games.manapool import state as S
from hexagora.games.manapool import words
from hexagora.games.manapool.state import Box, State
from hexagora.games.manapool.tiles import tile_kind, values

NOWHERE = -1
NEVER_LEAVES = "This troop can never leave"


def choice(box: Box, s: State, a: int) -> Choice:
    text = words.text(box, s, a)
    if a >= S.ATTACK:
        return attack_choice(box, s, a, s.points == 1)
    if a >= S.MOVE:
        return _move_choice(box, s, a, text)
    if a >= S.SPAWN:
        return Choice(a, text, f"Place a troop on {text.split()[1]}", "spawn", [cell(text.split()[1])],
                      ground(box, a - S.SPAWN), lays="troop")
    if a == S.END_COMBAT:
        warning = _told(_unused(box, s), _shot(box, s) if _holds_pool(box, s) else "")
        return Choice(a, text, "End turn", "end", [button("end-turn")], _income(box, s), warning, final=True)
    if a == S.END_MOVE:
        warning = "The Pool is free and in reach" if _pool_in_reach(box, s) else ""
        return Choice(a, text, "To combat", "end", [button("to-combat")], warning=warning)
    if a >= S.CORNER and a < S.FIRST:
        return _corner_choice(box, s, a, text)
    group = "order" if a >= S.ORDER else "first" if a >= S.FIRST else "colour"
    label = f"Take {words.NAMES[a - S.COLOUR]}" if a < S.CORNER else text.capitalize()
    return Choice(a, text, label, group, [button(text.replace(" ", "-"))])


def _told(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def ground(box: Box, c: int) -> str:
    """What a troop would stand on, and its values there."""
    return f"{tile_kind(box, c)[3]}: {values(box, c)}"


def _income(box: Box, s: State) -> str:
    """What the end of the turn brings to the holder of the Pool."""
    if not _holds_pool(box, s):
        return ""
    return f"+{box.draw} mana" + (": you win" if s.mana[s.player] + box.draw >= box.goal else "")


def _corner_choice(box: Box, s: State, a: int, text: str) -> Choice:
    corner = text.split()[1]
    gates = [words.cell_name(box, c) for c in box.gate[a - S.CORNER]]
    return Choice(a, text, f"Settle at {corner}", "corner", [cell(corner)], f"your troops stand on {', '.join(gates)}",
                  cells=[place(name) for name in gates])


def _move_choice(box: Box, s: State, a: int, text: str) -> Choice:
    start, target = text.split()[1:]
    last = s.points == 1
    brings, warning = arrival(box, s, box.neighbour[(a - S.MOVE) // S.DIRECTIONS][(a - S.MOVE) % S.DIRECTIONS], last)
    return Choice(a, text, f"Move {start} to {target}", "move", [Target("piece", f"troop-{start}"), cell(target)],
                  brings, warning, final=last, left=s.points - 1)


def arrival(box: Box, s: State, c: int, last: bool) -> tuple[str, str]:
    """What a troop finds on a cell that it moves to, and what one may regret; the last point ends the turn."""
    at_risk = c == box.pool or (_holds_pool(box, s) and last)
    warning = _told(NEVER_LEAVES if box.locks[c] else "", _shot(box, s) if at_risk else "")
    wins = c == box.pool and s.mana[s.player] + box.draw >= box.goal
    brings = f"+{box.draw} mana at the end of this turn" + (": you win" if wins else "") if c == box.pool else ""
    later = "from your next turn on" if box.extra_action[c] or box.extra_spawn[c] else ""
    return _told(ground(box, c), later, brings), warning


def attack_choice(box: Box, s: State, a: int, last: bool) -> Choice:
    """An attack with its numbers; the last point ends the turn."""
    text = words.text(box, s, a)
    start, target = text.split()[1:]
    c, direction = divmod(a - S.ATTACK, S.DIRECTIONS)
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
    shot = _shot(box, s, victim if kills else NOWHERE) if last and _holds_pool(box, s) else ""
    numbers = (f"attack {box.attack[c]} against defence {box.defence[victim]}, "
               f"{box.attack[victim]} against {box.defence[c]}")
    return Choice(a, text, f"Attack {target} from {start}", "attack",
                  [Target("piece", f"troop-{start}"), Target("piece", f"troop-{target}")],
                  f"{outcome}; {numbers}", _told(cost, shot),
                  [place(name) for name, gone in ((start, falls), (target, kills)) if gone], last,
                  f"{box.attack[c]}⚔{box.defence[victim]}", "good" if kills and not falls else "" if kills else "bad")


def stands(s: State, player: int) -> list[int]:
    """The cells of a player's troops."""
    return [s.token[player][k] for k in range(s.tokens[player])]


def _enemy(s: State, c: int) -> bool:
    return bool(0 < s.owner[c] <= S.PLAYERS and s.owner[c] != s.player + 1)


def _own_unlocked(box: Box, s: State) -> list[int]:
    return [c for c in stands(s, s.player) if not box.locks[c]]


def _near(box: Box, c: int) -> list[int]:
    return [n for n in box.neighbour[c] if n >= 0]


def _unused(box: Box, s: State) -> str:
    """About points that could still be used: for a shot at the holder of the Pool, or for any attack."""
    targets = {n for c in _own_unlocked(box, s) for n in _near(box, c) if _enemy(s, n)}
    if box.pool in targets and any(
        words.forecast(box, c, box.pool)[0] for c in _own_unlocked(box, s) if box.pool in _near(box, c)
    ):
        return "You could remove the holder of the Pool"
    left = f"{s.points} actions stay" if s.points > 1 else "1 action stays"
    return f"{left} unused" if targets else ""


def holds(box: Box, s: State, player: int) -> bool:
    return bool(s.owner[box.pool] == player + 1)


def _holds_pool(box: Box, s: State) -> bool:
    return holds(box, s, s.player)


def _shot(box: Box, s: State, fallen: int = NOWHERE) -> str:
    """About enemies beside the Pool who could remove a holder of the player's at once; `fallen` is gone by then."""
    shots = [n for n in _near(box, box.pool) if n != fallen and _enemy(s, n) and words.forecast(box, n, box.pool)[0]]
    names = ", ".join(words.cell_name(box, n) for n in shots)
    return f"Your troop on the Pool can be removed from {names}" if shots else ""


def _pool_in_reach(box: Box, s: State) -> bool:
    """Whether an own troop could walk into the free Pool with the points left."""
    if s.owner[box.pool] != S.EMPTY:
        return False
    reached = set(_own_unlocked(box, s))
    for _ in range(s.points):
        stand = [c for c in reached if not box.locks[c]]
        reached |= {n for c in stand for n in _near(box, c) if s.owner[n] == S.EMPTY}
    return box.pool in reached
