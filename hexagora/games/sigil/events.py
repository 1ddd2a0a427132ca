"""What happened in a decision, in order: the events that logs, sentences and animations speak of."""

from typing import Any

from hexagora.games.sigil import rules_board
from hexagora.games.sigil import state as S
from hexagora.games.sigil.names import (
    COLOURS,
    NODE_NAMES,
    REASONS,
    SLOT_NAMES,
    node_list,
    score_text,
    seals,
    slot_spell,
    spell_name,
)
from hexagora.games.sigil.rules_ends import lead_of
from hexagora.games.sigil.state import Box, State


class _Tale:
    """Follows a decision stage by stage, so that seals are reported where they come and go."""

    def __init__(self, box: Box, before: State, after: State):
        self.box, self.now, self.after = box, before.clone(), after
        self.mover: int = before.mover
        self.events: list[str] = []

    def tell(self, event: str) -> None:
        self.events.append(event)

    def stage(self, event: str, change: Any) -> None:
        """An event and the change of the stones that it is about."""
        held = dict(seals(self.box, self.now))
        change()
        self.tell(event)
        for slot, holder in seals(self.box, self.now):
            if held[slot] != holder and held[slot] >= 0:
                self.tell(f"seal lost {slot_spell(self.box, self.now, slot)} {COLOURS[held[slot]]}")
            if held[slot] != holder and holder >= 0:
                self.tell(f"seal gained {slot_spell(self.box, self.now, slot)} {COLOURS[holder]}")

    def leave(self, word: str, nodes: int) -> None:
        """Stones of either colour leave together."""

        def change() -> None:
            for player in range(2):
                self.now.stones[player] &= ~nodes

        if nodes:
            self.stage(" ".join([word, *node_list(nodes)]), change)

    def appear(self, word: str, nodes: int, player: int) -> None:
        def change() -> None:
            self.now.stones[player] |= nodes
            self.now.stones[1 - player] &= ~nodes

        if nodes:
            self.stage(" ".join([word, *node_list(nodes)]), change)

    def lost(self) -> int:
        """Stones that were there and are not any more."""
        return sum(self.now.stones[p] & ~self.after.stones[p] for p in range(2))

    def gained(self, player: int) -> int:
        return int(self.after.stones[player] & ~self.now.stones[player])


def events(box: Box, before: State, a: int, after: State) -> list[str]:
    """The events of action `a` that led from `before` to `after`."""
    tale = _Tale(box, before, after)
    if a >= S.DEAL:
        return [f"dealt {SLOT_NAMES[S.SLOTS - before.left]} {spell_name(box, a - S.DEAL)}"]
    if a == S.ANNOUNCE:
        return ["loop announced"]
    if a == S.END_TURN:
        return _end_of_turn(tale)
    if a == S.DASH:
        return ["dashed"]
    if a < S.DASH:
        _node_chosen(tale, before, a)
    elif S.CAST <= a < S.END_TURN:
        tale.tell(f"cast {slot_spell(box, before, a - S.CAST)}")
        _paid_at_once(tale, a - S.CAST)
    _consequences(tale, before, a)
    _locked(tale, before, a)
    _over(tale)
    return tale.events


def _node_chosen(tale: _Tale, before: State, a: int) -> None:
    node, bit = a % S.NODES, 1 << a % S.NODES
    block = a - node
    if block == S.TO_PUSH and before.phase == S.PUSH:
        origin = NODE_NAMES[before.pushed_from - 1]
        tale.stage(f"pushed {origin} {NODE_NAMES[node]}", lambda: rules_board.land_pushed(tale.now, node))
    elif block == S.TO_PUSH:
        _put(tale, before, node)
    elif block == S.TO_SACRIFICE:
        tale.leave("sacrificed", bit)
    elif block == S.TO_DESTROY:
        if tale.after.walls != before.walls:
            tale.tell(f"wall {NODE_NAMES[node]}")
        tale.leave("destroyed", _first_destroyed(tale, before, bit))
    elif block == S.TO_CONVERT:
        tale.appear("converted", tale.gained(tale.mover), tale.mover)
    elif block == S.TO_KEEP:
        if before.left == 1:
            slot = before.resolving - 1
            paid = tale.box.slot_nodes[slot] & ~before.kept & ~bit
            tale.leave(f"paid {slot_spell(tale.box, before, slot)}", paid)
    else:
        _placed(tale, node)


def _placed(tale: _Tale, node: int) -> None:
    enemy = 1 - tale.mover
    entered = tale.now.stones[enemy] >> node & 1
    old = tale.now.stones[enemy] & ~(1 << node)
    trial = tale.now.clone()
    rules_board.place_stone(tale.box, trial, node)

    def change() -> None:
        tale.now.stones[tale.mover] |= 1 << node
        tale.now.stones[enemy] = old

    tale.stage(f"placed {NODE_NAMES[node]}", change)
    if entered and not trial.pushed_from:
        to = trial.stones[enemy] & ~old
        if to:
            tale.appear(f"pushed {NODE_NAMES[node]}", to, enemy)
        else:
            tale.tell(f"crush {NODE_NAMES[node]}")


def _put(tale: _Tale, before: State, node: int) -> None:
    """A lifted stone is set down, or a sliding one gets its target; the last target lets all slide."""
    does = _step(tale.box, before, tale.box.step_does)
    if does == S.LIFT:
        tale.appear("put", 1 << node, 1 - tale.mover)
        return
    tale.tell(f"aimed {NODE_NAMES[before.cursor - 1]} {NODE_NAMES[node]}")
    if before.left == 1:
        tale.leave("slid", tale.lost())
        tale.appear("arrived", tale.gained(1 - tale.mover), 1 - tale.mover)


def _first_destroyed(tale: _Tale, before: State, bit: int) -> int:
    """What the choice itself destroyed; further slots of Hail Storm come after it."""
    if _step(tale.box, before, tale.box.step_does) == S.DESTROY_PER_SLOT:
        return bit
    return tale.lost()


def _step(box: Box, s: State, table: Any) -> int:
    return int(table[s.spell[s.resolving - 1] - 1][s.step - 1])


def _paid_at_once(tale: _Tale, slot: int) -> None:
    """Without mana there is nothing to keep; 1-node spells always cost their stone."""
    if tale.box.slot_size[slot] == 1 or not rules_board.mana(tale.box, tale.now, tale.mover):
        tale.leave(f"paid {slot_spell(tale.box, tale.now, slot)}", tale.box.slot_nodes[slot])


def _consequences(tale: _Tale, before: State, a: int) -> None:
    """Destructions that needed no decision."""
    if tale.after.pushed_from:
        return
    slot = (before.resolving or (a - S.CAST + 1 if S.CAST <= a < S.END_TURN else 0)) - 1
    if slot < 0:
        return
    spell = before.spell[slot] - 1
    does = [tale.box.step_does[spell][i] for i in range(tale.box.steps[spell])]
    lost = tale.lost()
    if S.LIFT in does:
        tale.leave("lifted", lost)
    elif S.DESTROY_PER_SLOT in does:
        for k in range(S.SLOTS):
            tale.leave("destroyed", lost & tale.box.slot_nodes[k])
    elif S.SLIDE not in does:
        tale.leave("destroyed", lost)
    banked = tale.after.bank[tale.mover] - before.bank[tale.mover]
    if banked > 0:
        tale.tell(f"banked {banked}")


def _locked(tale: _Tale, before: State, a: int) -> None:
    slot = before.resolving or (a - S.CAST + 1 if S.CAST <= a < S.END_TURN else 0)
    if slot and not tale.after.resolving and tale.box.slot_size[slot - 1] > 1:
        tale.tell(f"locked {slot_spell(tale.box, before, slot - 1)} {tale.after.casts[tale.mover]}")


def _over(tale: _Tale) -> None:
    if tale.after.winner:
        tale.tell(f"game over {COLOURS[tale.after.winner - 1]} {REASONS[tale.after.reason]}")


def _end_of_turn(tale: _Tale) -> list[str]:
    tale.leave("destroyed", tale.lost())
    tale.tell(f"score {score_text(lead_of(tale.box, tale.after, S.RED))}")
    again = not tale.after.winner and tale.after.turn_times == 2
    if again and not tale.box.claim:
        tale.tell("loop announced")
    _over(tale)
    return tale.events
