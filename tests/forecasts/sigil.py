"""Promises of Sigil."""

import re
from collections.abc import Iterator
from typing import Any

from hexagora.games.sigil.events import events
from hexagora.games.sigil.names import COLOURS, NODE_INDEX, SLOT_NAMES, slot_spell, title
from hexagora.games.sigil.state import SLOTS
from tests.forecasts.step import Checks, Held, Step
from tests.sigil.board import table
from tests.sigil.test_ends import ROUND


def node_set(names):
    """The set of the nodes with these names."""
    return sum(1 << NODE_INDEX[name] for name in names)


def rare() -> Iterator[Any]:
    """The end of a turn that comes back to where the match began."""
    yield table("a1 a2", "b1 b2").play_all(ROUND.split(",")[:-1])


def told_events(step: Step) -> list[str]:
    return events(step.box, step.before, step.choice.action, step.after)


def pushes(step: Step, m: Any) -> bool:
    to, back = node_set([m[2]]), 1 - step.before.mover
    return bool(step.after.stones[back] & to and not step.before.stones[back] & to)


def crushes(step: Step, m: Any) -> bool:
    return f"crush {m[1]}" in told_events(step)


def destroys(step: Step, m: Any) -> bool:
    gone, back = node_set(m[1].split(", ")), 1 - step.before.mover
    return bool(step.before.stones[back] & gone == gone and not step.after.stones[back] & gone)


def push_asked(step: Step, m: Any) -> bool:
    return [t.split()[1] for t in step.follows] == m[1].split(" or ")


def seal(step: Step, m: Any) -> bool:
    """Held is a seal whose nodes are all of one colour."""
    slot, who = slot_of(step, m[3]), COLOURS.index(m[1].lower())
    held = [is_full(step, s, who, slot) for s in (step.before, step.after)]
    return held == [False, True] if m[2] == "gains" else held == [True, False]


def slot_of(step: Step, spell: str) -> int:
    return next(k for k in range(SLOTS) if title(slot_spell(step.box, step.before, k)) == spell)


def is_full(step: Step, s: Any, who: int, slot: int) -> bool:
    nodes = step.box.slot_nodes[slot]
    return bool(s.stones[who] & nodes == nodes)


def fills(step: Step, m: Any) -> bool:
    slot, me = slot_of(step, m[1]), step.before.mover
    return is_full(step, step.after, me, slot) and not is_full(step, step.before, me, slot)


def fills_for_other(step: Step, m: Any) -> bool:
    return is_full(step, step.after, COLOURS.index(m[2].lower()), slot_of(step, m[1]))


def loses_seal(step: Step, m: Any) -> bool:
    return not is_full(step, step.after, step.before.mover, slot_of(step, m[1]))


def no_longer_full(step: Step, m: Any) -> bool:
    slot = SLOT_NAMES.index(m[1])
    return slot == slot_of(step, m[2]) and loses_seal(step, [m[0], m[2]])


def stones_paid(step: Step, m: Any) -> bool:
    """Stones that leave the board until the effect begins or the next stone is placed, whatever is chosen."""
    match, me = step.then.fork(), step.before.mover
    verb = "sacrifice " if step.text == "dash" else "keep "  # a spell may ask for a stone of its own
    while not match.over and (paying := [t for t in match.legal() if t.startswith(verb)]):
        match = match.play(paying[0])
    gone = step.before.stones[me] & ~match.state.stones[me]
    paid = bin(gone).count("1") == int(m[1])
    return paid or match.over or match.state.mover != me


def gives_mana(step: Step, m: Any) -> bool:
    return not step.after.stones[step.before.mover] & node_set(m[1].split(", "))


def winner(step: Step, m: Any) -> bool:
    return bool(step.after.winner and COLOURS[step.after.winner - 1].capitalize() == m[1])


def is_locked(step: Step, m: Any) -> bool:
    slot, me = slot_of(step, title(step.text.split()[1])), step.before.mover
    match = step.then
    while not match.over and match.state.mover == me and match.state.resolving:
        match = match.play(match.actions()[0])
    return bool(match.over or match.state.lock[me] == slot + 1)


def loop_told(step: Step, m: Any) -> bool:
    return bool(step.after.turn_times == 2)


def last_big_spell(step: Step, m: Any) -> bool:
    """The spell is carried out and the turn ended: the match is over."""
    match, me = step.then.fork(), step.before.mover
    while not match.over and match.state.mover == me:
        match.play("end turn" if "end turn" in match.legal() else match.legal()[0])
    return match.over


def does_nothing(step: Step, m: Any) -> bool:
    """Whichever stones are kept: none of the other's goes, and none comes."""
    match, me = step.then.fork(), step.before.mover
    while not match.over and any(text.startswith("keep ") for text in match.legal()):
        match.play(match.legal()[0])
    same = step.before.stones[1 - me] == match.state.stones[1 - me]
    return bool(same and not match.state.stones[me] & ~step.before.stones[me] and not match.state.resolving)


FORECASTS: Checks = [
    (r"pushes the stone on (\w+) to (\w+)", pushes),
    (r"crushes (\w+)", crushes),
    (r"destroys (.*)", destroys),
    (r"pushes to (.*)", push_asked),
    (r"(Red|Blue) (gains|loses) (.*)", seal),
    (r"fills (.*)", fills),
    (r"costs (\d+) stones?, then one stone is placed", stones_paid),
    (r"costs (\d+) of \d+ stones", stones_paid),
    (r"then this spell is locked for you", is_locked),
    (r"your last big spell: it ends the game", last_big_spell),
]
WARNINGS: Checks = [
    (r"You give away mana \((.*)\)\.?", gives_mana),
    (r"You lose (.*)\.", loses_seal),
    (r"This fills (.*) for (Red|Blue)\.", fills_for_other),
    (r"(s\d) (.*) is no longer full\.", no_longer_full),
    (r"(?:Ending the turn ends the game: )?(Red|Blue) wins.*", winner),
    (r"The position after this turn has occurred before: the loop is announced\.", loop_told),
    (r"This cast can do nothing\.", does_nothing),
]


SHOWN = {"lead", "totals"}


def shown(match: Any, scene: Any) -> Held:
    """What the table shows beside its choices, held against the engine."""
    if scene.gauge:
        red, blue = match.scores
        yield "lead", scene.gauge.lead == red - blue, scene.gauge.label
        ahead = scene.gauge.lead if match.actor == 0 else -scene.gauge.lead
        if "end turn" in match.legal() and ahead >= scene.gauge.limit:
            yield "won", match.fork().play("end turn").over, scene.gauge.label
    for note in scene.notes:
        if totals := re.fullmatch(r"Totals: Red (?:\d+ \+ \d+ = )?(\d+), Blue (?:\d+ \+ \d+ = )?(\d+)", note):
            yield "totals", [int(n) for n in totals.groups()] == match.scores, note
