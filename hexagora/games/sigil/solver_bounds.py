"""What a turn can still gain at most, so that the solver leaves hopeless states aside.

`room` is the number of stones that the active player can still place before something happens. All bounds are never too
low; that they are not too high makes the search fast.

A stone is crushed only if it cannot be pushed to an empty node. While every enemy stone can be, the first placement
crushes none: `unharmed` is the number of placements, 0 or 1, before one can crush.
"""

from hexagora.games.sigil import state as S
from hexagora.games.sigil.rules_board import (
    empty_nodes,
    fills,
    how_many,
    mana,
    touching,
)
from hexagora.games.sigil.rules_ends import lead_of
from hexagora.games.sigil.rules_offers import spell_now

NO_SLOT = -1


def loop_possible(box, s):
    """Whether Blue could win by bringing a remembered position back."""
    if s.mover != S.BLUE:
        return 0
    return s.ripe + 0


def hopeless(box, s, looping):
    """Whether no end of this turn can win for the active player."""
    if s.seal_slot[S.DESTRUCTION] > 0 or (looping == 1 and s.moved_on == 0):
        return False
    best = lead_of(box, s, s.mover) + outlook(box, s, 0)
    if box.win == S.STANDARD and best >= box.lead:
        return False
    if box.win != S.DEATHMATCH and s.casts[s.mover] + casts_to_come(box, s) >= box.big_casts:
        if box.win == S.SCRAMBLE or best > 0:
            return False
    if box.turn_cap > 0 and s.turn >= box.turn_cap and best + s.mover > 0:
        return False
    return s.count[1 - s.mover] > outlook(box, s, 1)


def prospect(box, s):
    """What the lead of the next player can become at most in the turn after this one, which has just ended. What a turn
    changes is spoilt."""
    s.mover = 1 - s.mover
    s.phase = S.MOVE
    s.dashed = 0
    s.cast_now = 0
    s.may_withdraw = 1 if s.bank[s.mover] > 0 else 0
    best = lead_of(box, s, s.mover) + outlook(box, s, 0)
    s.mover = 1 - s.mover
    return best


def casts_to_come(box, s):
    """How many big spells can still be counted in this turn."""
    open_now = 1 if s.resolving > 0 else 0
    if s.seal_slot[S.SUMMER] > 0:
        return open_now + max(0, box.casts_per_turn_summer - s.cast_now)
    return open_now + max(0, 1 - s.cast_now)


def outlook(box, s, kills):
    """What the rest of the turn can add to the lead at most; with `kills`, how many enemy stones it can take off."""
    if s.resolving > 0:
        return rest_of_spell(box, s, kills)
    unharmed = placements_that_crush_none(box, s)
    if s.cast_now > 0:
        return second_cast(box, s, 0, unharmed, s.dashed, NO_SLOT, kills)
    moving = s.phase == S.MOVE or s.phase == S.DASH_MOVE or s.phase == S.BANK_MOVE
    placements = 1 if moving or s.phase == S.DASH_PAY else 0
    price = s.left if s.phase == S.DASH_PAY else 0
    if s.may_withdraw == 1:
        placements += 1
        price += 1
    gain = moves_and_casts(box, s, placements, price, unharmed, s.dashed, kills)
    if s.dashed == 0:
        price += least_dash_price(box, s)
        gain = max(gain, moves_and_casts(box, s, placements + 1, price, unharmed, 1, kills))
    return gain


def placements_that_crush_none(box, s):
    """0 if a placement may crush an enemy stone at once, because none of its group touches an empty node or because a
    pushed stone is still to land; else 1."""
    if s.phase == S.PUSH:
        return 0
    enemies = s.stones[1 - s.mover]
    free = touching(box, empty_nodes(s)) & enemies
    before = 0
    while free != enemies and free != before:
        before = free
        free |= touching(box, free) & enemies
    return 1 if free == enemies else 0


def least_dash_price(box, s):
    if s.seal_slot[S.LIGHTNING] > 0:
        return min(box.dash_price, box.dash_price_lightning)
    return box.dash_price


def moves_and_casts(box, s, placements, price, unharmed, dashed, kills):
    """What so many placements for a price in stones bring, and the casts after them."""
    gain = crushed(placements, 0, unharmed)
    if kills == 0:
        gain += placements - price
    return gain + first_cast(box, s, placements, unharmed, dashed, kills)


def crushed(times, room, unharmed):
    """How many of some placements can crush a stone, after `room` others."""
    return max(0, min(times, times + room - unharmed))


def first_cast(box, s, room, unharmed, dashed, kills):
    """The most that a cast of a spell can gain whose slot is full or can be filled in time, and another one then."""
    best = 0
    for slot in range(S.SLOTS):
        if s.lock[s.mover] == slot + 1 and s.seal_slot[S.SPRING] == 0:
            continue
        if may_become_castable(box, s, slot, room, dashed):
            gain = cast_gain(box, s, slot, room, unharmed, kills)
            placed = room + stones_of_steps(box, s.spell[slot] - 1, 0)
            best = max(best, gain + second_cast(box, s, placed, 0, dashed, slot, kills))
    return best


def second_cast(box, s, room, unharmed, dashed, before, kills):
    """What casts can add after one of the slot `before`, `room` placements later, if Seal of Summer is held then: for
    that one of the placements is needed if it is not held now."""
    casts = box.casts_per_turn_summer - max(1, s.cast_now)
    seal = s.seal_slot[S.SUMMER]
    if seal == 0 or casts <= 0:
        return 0
    if not fills(box, s, s.mover, seal - 1):
        room -= 1
    if room < 0:
        return 0
    best = 0
    for slot in range(S.SLOTS):
        if not under_die_then(box, s, slot, before) and may_become_castable(box, s, slot, room, dashed):
            best = max(best, cast_gain(box, s, slot, room + 1, unharmed, kills))
    return best if casts == 1 else casts * S.NODES


def under_die_then(box, s, slot, before):
    """Whether a slot is under the own die after a cast of the slot `before`: a big spell takes the die with it."""
    if s.seal_slot[S.SPRING] > 0:
        return False
    if before != NO_SLOT and box.slot_size[before] > 1:
        return slot == before
    return s.lock[s.mover] == slot + 1


def may_become_castable(box, s, slot, room, dashed):
    """Whether a slot with a spell to cast can be full after `room` placements, in a turn with or without a dash."""
    spell = s.spell[slot] - 1
    if box.passive[spell] != 0 or how_many(box, box.slot_nodes[slot] & ~s.stones[s.mover]) > room:
        return False
    return box.needs[spell] == 0 or (box.needs[spell] == S.NEEDS_DASH) == (dashed == 1)


def stones_of_steps(box, spell, first):
    """How many own stones the steps of a spell from one on bring to nodes at most."""
    placed = 0
    for step in range(first, box.steps[spell]):
        placed += stones_of_step(box, spell, step, box.step_times[spell][step])
    return placed


def stones_of_step(box, spell, step, times):
    """The same of one step, of which so many times are left."""
    does = box.step_does[spell][step]
    if does == S.CONVERT_PAIR:
        return 2
    return times if does == S.MOVES or does == S.PAIR or does == S.CONVERT_SOME else 0


def cast_gain(box, s, slot, room, unharmed, kills):
    """Payment and effect."""
    spell = s.spell[slot] - 1
    kept = stones_kept(box, s, slot, room)
    gain = 0
    if kills == 0:
        gain = kept - box.slot_size[slot]
    return gain + effect(box, s, spell, 0, room, unharmed, kills)


def stones_kept(box, s, slot, room):
    """One for each mana node, which the stones that the slot does not need may still take."""
    size = box.slot_size[slot]
    if size == 1:
        return 0
    needed = how_many(box, box.slot_nodes[slot] & ~s.stones[s.mover] & ~box.mana)
    most = how_many(box, box.mana)
    return min(size, most, mana(box, s, s.mover) + max(0, room - needed))


def rest_of_spell(box, s, kills):
    """What the spell being resolved can still do, and another cast after it."""
    spell = spell_now(s)
    gain = 0
    room = 0
    unharmed = placements_that_crush_none(box, s)
    if s.phase == S.KEEP:
        if kills == 0:
            slot = box.slot_nodes[s.resolving - 1]
            gain -= how_many(box, slot & ~s.kept) - s.left
    elif s.step > 0 and s.left > 0:
        gain += step_gain(box, s, spell, s.step - 1, s.left, 0, unharmed, kills)
        room = stones_of_step(box, spell, s.step - 1, s.left)
    gain += effect(box, s, spell, s.step, room, unharmed, kills)
    room += stones_of_steps(box, spell, s.step)
    return gain + second_cast(box, s, room, 0, s.dashed, s.resolving - 1, kills)


def effect(box, s, spell, first, room, unharmed, kills):
    """What the steps of a spell from one on can add, after `room` placements."""
    gain = 0
    for step in range(first, box.steps[spell]):
        times = box.step_times[spell][step]
        gain += step_gain(box, s, spell, step, times, room, unharmed, kills)
        room += max(1, times)
    return gain


def step_gain(box, s, spell, step, times, room, unharmed, kills):
    """What a step can add, `times` times, after `room` more placements."""
    does = box.step_does[spell][step]
    enemies = s.count[1 - s.mover]
    if does == S.MOVES:
        crushes = 0
        if box.step_stance[spell][step] != S.SOFT:
            crushes = crushed(times, room, unharmed)
        return crushes if kills else times + crushes
    if does == S.PAIR:
        return 0 if kills else times
    if does == S.CONVERT_PAIR:
        return 2 if kills else 2 * 2
    if does == S.CONVERT_SOME:
        return times if kills else 2 * times
    if does == S.SACRIFICE:
        return 0
    if does == S.DEPOSIT:
        return 0 if kills else times
    if does == S.DESTROY_NEAR or does == S.DESTROY_ANY:
        return min(enemies, times)
    if does == S.DESTROY_MARKED:
        return min(enemies, 2 * (box.most_neighbours - 1))
    if does == S.WALL:
        return min(enemies, 1 + box.most_neighbours)
    if does == S.DESTROY_TOUCHING:
        near = how_many(box, s.stones[1 - s.mover] & touching(box, s.stones[s.mover]))
        return min(enemies, near + room * reached_by_move(box, s) + still_to_land(s))
    if does == S.DESTROY_PER_SLOT:
        return min(enemies, slots_of_enemy(box, s, box.step_where[spell][step]) + room + still_to_land(s))
    if does == S.DESTROY_GROUP or does == S.DESTROY_EXPOSED or does == S.SLIDE:
        return enemies
    return 0


def still_to_land(s):
    """A pushed stone of which it is being asked where it lands."""
    return 1 if s.phase == S.PUSH else 0


def reached_by_move(box, s):
    """How many more enemy stones touch the active player's after a placement at most. It touches an own stone, and an
    enemy stone that it pushes away may touch another one instead; but a blink, by Seal of Wind or by a spell before,
    need not touch, and what it pushes away may not have touched before."""
    if s.seal_slot[S.WIND] > 0 or s.seal_slot[S.SUMMER] > 0:
        return 1 + box.most_neighbours
    return box.most_neighbours - 1


def slots_of_enemy(box, s, where):
    """Slots with an enemy stone in which a step acts; each placement may push one into another."""
    found = 0
    for slot in range(S.SLOTS):
        if (box.slot_size[slot] > 1 or where != S.BIG_SLOTS) and box.slot_nodes[slot] & s.stones[1 - s.mover] != 0:
            found += 1
    return found
