"""What an action would do, and what to beware of: told before it is confirmed."""

from typing import Any

from hexagora.games.sigil import rules, rules_board
from hexagora.games.sigil.events import events
from hexagora.games.sigil.names import COLOURS, END_TEXTS, REASONS, SLOT_NAMES, node_list, seals, slot_spell, title
from hexagora.games.sigil.state import CAST, DASH, DEATHMATCH, END_TURN, KEEP, PUSH, SLOTS, Box, State

SECOND = 2


def _after(box: Box, s: State, a: int) -> Any:
    after = s.clone()
    rules.apply(box, after, a)
    return after


def forecast(box: Box, s: State, a: int) -> str:
    """Costs and consequences of an action."""
    if a == DASH:
        price = rules.dash_price(box, s)
        return f"costs {price} stone{'s' if price > 1 else ''}, then one stone is placed"
    if CAST <= a < END_TURN:
        return _price(box, s, a - CAST)
    after = _after(box, s, a)
    parts = []
    for event in events(box, s, a, after):
        word, *rest = event.split()
        if word == "pushed":
            parts.append(f"pushes the stone on {rest[0]} to {rest[1]}")
        elif word == "crush":
            parts.append(f"crushes {rest[0]}")
        elif word == "destroyed":
            parts.append(f"destroys {', '.join(rest)}")
        elif word == "seal":
            parts.append(f"{rest[2].capitalize()} {'gains' if rest[0] == 'gained' else 'loses'} {title(rest[1])}")
    if after.phase == PUSH and s.phase != PUSH:
        parts.append(f"pushes to {' or '.join(node_list(after.choices))}")
    filled = _full(box, after, s.mover) - _full(box, s, s.mover)
    parts += [f"fills {title(slot_spell(box, s, slot))}" for slot in sorted(filled) if not _is_seal(box, s, slot)]
    return "; ".join(parts)


def landings(box: Box, s: State, a: int) -> int:
    """Where an enemy stone ends up that is pushed by a placement, or may end up."""
    after = _after(box, s, a)
    if after.phase == PUSH and s.phase != PUSH:
        return int(after.choices)
    return int(after.stones[1 - s.mover] & ~s.stones[1 - s.mover])


def _price(box: Box, s: State, slot: int) -> str:
    size = box.slot_size[slot]
    stay = min(rules_board.mana(box, s, s.mover), size) if size > 1 else 0
    cost = f"costs {size - stay} of {size} stones"
    if size == 1:
        return cost
    told = f"{cost}; then this spell is locked for you"
    last = box.win != DEATHMATCH and s.casts[s.mover] + 1 >= box.big_casts
    return f"{told}; your last big spell: it ends the game" if last else told


def _full(box: Box, s: State, player: int) -> set[int]:
    return {k for k in range(SLOTS) if rules_board.fills(box, s, player, k)}


def _is_seal(box: Box, s: State, slot: int) -> bool:
    return bool(box.passive[s.spell[slot] - 1])


def warning(box: Box, s: State, a: int) -> str:
    """The things to beware of, as sentences."""
    after = _after(box, s, a)
    if a == END_TURN:
        return _end_warning(box, s, after)
    found = []
    if after.winner:
        found.append(f"{COLOURS[after.winner - 1].capitalize()} wins at once: {END_TEXTS[REASONS[after.reason]]}.")
    if CAST <= a < END_TURN and _does_nothing(box, s, a):
        found.append("This cast can do nothing.")
    found += _losses(box, s, a, after)
    given = _full(box, after, 1 - s.mover) - _full(box, s, 1 - s.mover)
    for slot in sorted(given):
        found.append(f"This fills {title(slot_spell(box, s, slot))} for {COLOURS[1 - s.mover].capitalize()}.")
    return " ".join(found)


def _end_warning(box: Box, s: State, after: State) -> str:
    if after.winner:
        winner = COLOURS[after.winner - 1].capitalize()
        return f"Ending the turn ends the game: {winner} wins, {END_TEXTS[REASONS[after.reason]]}."
    if after.turn_times == SECOND:
        return "The position after this turn has occurred before: the loop is announced."
    return ""


def _losses(box: Box, s: State, a: int, after: State) -> list[str]:
    """Held seals, mana and full slots that the active player gives away."""
    found = []
    now = dict(seals(box, after))
    for slot, holder in seals(box, s):
        if holder == s.mover and now[slot] != holder:
            found.append(f"You lose {title(slot_spell(box, s, slot))}.")
    gone = s.stones[s.mover] & ~after.stones[s.mover]
    if gone & box.mana:
        found.append(f"You give away mana ({', '.join(node_list(gone & box.mana))}).")
    spell = a - CAST if CAST <= a < END_TURN else s.resolving - 1
    for slot in sorted(_full(box, s, s.mover) - _full(box, after, s.mover)):
        if slot != spell and not _is_seal(box, s, slot):
            found.append(f"{SLOT_NAMES[slot]} {title(slot_spell(box, s, slot))} is no longer full.")
    return found


def _does_nothing(box: Box, s: State, a: int) -> bool:
    """Whether a cast only costs stones, whichever are kept first."""
    after = _after(box, s, a)
    while after.phase == KEEP and not after.winner:
        rules.apply(box, after, _first_choice(box, after))
    spent = s.stones[s.mover] & ~after.stones[s.mover]
    changed = after.stones[1 - s.mover] != s.stones[1 - s.mover] or after.bank[s.mover] != s.bank[s.mover]
    return not after.resolving and not changed and not after.winner and spent & ~box.slot_nodes[a - CAST] == 0


def _first_choice(box: Box, s: State) -> int:
    return int(rules.block_of(s.phase) + rules_board.first_node(box, s.choices))


