"""Promises of Mana Pool."""

import re
from typing import Any

from hexagora.games.manapool import words
from hexagora.games.manapool.marches import marches
from hexagora.games.manapool.state import EMPTY
from tests.forecasts.step import Checks, Held, Step


def shortcuts(match: Any) -> Any:
    return marches(match.box, match.state)


def combat(step: Step, m: Any) -> bool:
    start, target = (step.cell(name) for name in step.text.split()[1:])
    gone = tuple(bool(step.before.owner[c] and not step.after.owner[c]) for c in (target, start))
    return gone == {"kills the troop": (True, False), "both troops fall": (True, True),
                    "you lose your troop": (False, True), "nothing happens": (False, False)}[m["outcome"]]


def numbers(step: Step, m: Any) -> bool:
    """The greater number wins, on both sides, and the sign on the board says the same."""
    start, target = (step.cell(name) for name in step.text.split()[1:])
    attack, defence, back, own = (int(n) for n in re.findall(r"\d+", m[0]))
    falls = (attack > defence) == (not step.after.owner[target]), (back > own) == (not step.after.owner[start])
    return all(falls) and step.choice.mark == f"{attack}⚔{defence}"


def mana(step: Step, m: Any) -> bool:
    if step.text != "end combat":
        return True  # at the end of the turn
    p = step.before.player
    won = step.match.game.rules.to_act(step.box, step.after) == -2
    return bool(step.after.mana[p] - step.before.mana[p] == int(m[1]) and (not m[2] or won))


def stands(step: Step, m: Any) -> bool:
    return all(step.after.owner[step.cell(name)] == step.before.player + 1 for name in m[1].split(", "))


def ground(step: Step, m: Any) -> bool:
    """Both values at the place where the troop comes to stand."""
    c = step.cell(step.text.split()[-1])
    attack, defence = (int(re.findall(r"\d+", part)[-1]) for part in m[0].rpartition(": ")[2].split(", "))
    return bool((attack, defence) == (step.box.attack[c], step.box.defence[c]) and step.after.owner[c])


def later(step: Step, m: Any) -> bool:
    """Nothing more in this turn."""
    spent = step.before.points - step.after.points
    return step.after.player != step.before.player or spent == (1 if step.text.startswith("move ") else 0)


def never_leaves(step: Step, m: Any) -> bool:
    name = step.text.split()[-1]
    free = step.after.clone()
    free.points = 9
    moves = {words.text(step.box, free, a) for a in _legal(step, free)}
    return not any(text.startswith((f"move {name} ", f"attack {name} ")) for text in moves)


def _legal(step: Step, s: Any) -> list[int]:
    out = [0] * step.match.game.max_legal
    return out[: step.match.game.rules.legal(step.box, s, out)]


def shooters(step: Step, m: Any) -> bool:
    """Each of them wins the comparison with a troop on the Pool."""
    box, me = step.box, step.before.player + 1
    return all(step.after.owner[c] not in (EMPTY, me) and box.pool in box.neighbour[c]
               and box.attack[c] > box.defence[box.pool] for c in map(step.cell, m[1].split(", ")))


def unused(step: Step, m: Any) -> bool:
    return bool(step.before.points == int(m[1]))


def reach(step: Step, m: Any) -> bool:
    """Moves that can be made now lead into the Pool."""
    pool = words.cell_name(step.box, step.box.pool)
    return _walks_in(step.match.fork(), pool, step.before.player)


def _walks_in(match: Any, pool: str, player: int) -> bool:
    if match.over or match.state.player != player:
        return False
    moves = [text for text in match.legal() if text.startswith("move ")]
    return any(text.endswith(f" {pool}") for text in moves) or any(
        _walks_in(match.fork().play(text), pool, player) for text in moves)


def shot_possible(step: Step, m: Any) -> bool:
    pool = words.cell_name(step.box, step.box.pool)
    return any(text.startswith("attack ") and text.endswith(f" {pool}") for text in step.now)


def both_fall(step: Step, m: Any) -> bool:
    start, target = (step.cell(name) for name in step.text.split()[1:])
    return not step.after.owner[start] and not step.after.owner[target]


def steps_paid(step: Step, m: Any) -> bool:
    """A march costs what it says and leaves what it says."""
    steps = int(m[1])
    spent = step.before.points - step.after.points
    over = step.after.player != step.before.player
    told = len(step.texts) == steps and step.choice.left == step.before.points - steps
    return bool(told and (over or spent == steps))


def no_more_moves(step: Step, m: Any) -> bool:
    return step.then.over or step.after.player != step.before.player or not any(
        text.startswith("move ") for text in step.follows)


OUTCOME = r"(?P<outcome>kills the troop|both troops fall|you lose your troop|nothing happens)"
FORECASTS: Checks = [
    (OUTCOME, combat),
    (r"attack \d+ against defence \d+, \d+ against \d+", numbers),
    (r"\+(\d+) mana(?: at the end of this turn)?(: you win)?", mana),
    (r"your troops stand on (.*)", stands),
    (r".*: attack .*, defence .*", ground),
    (r"from your next turn on", later),
]
SHORTCUTS: Checks = [(r"(\d+) actions", steps_paid), (r"nobody moves after it", no_more_moves)]
WARNINGS: Checks = [
    (r"This troop can never leave", never_leaves),
    (r"Your troop on the Pool can be removed from (.*)", shooters),
    (r"This attack gains nothing: " + OUTCOME, combat),
    (r"You lose your troop as well", both_fall),
    (r"(\d+) actions? stays? unused", unused),
    (r"The Pool is free and in reach", reach),
    (r"You could remove the holder of the Pool", shot_possible),
]


SHOWN = {"mana"}


def shown(match: Any, scene: Any) -> Held:
    """What the table shows beside its choices, held against the engine."""
    goals = {panel.colour.capitalize(): meter for panel in scene.panels
             for meter in panel.meters if meter.label == "mana"}  # fmt: skip
    for note in scene.notes:
        if near := re.fullmatch(r"(\w+) needs only (\d+) more mana\.", note):
            meter = goals[near[1]]
            yield "mana", meter.value + int(near[2]) == meter.limit, note
