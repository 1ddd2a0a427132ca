"""What a turn can still gain at most, so that the solver leaves hopeless states aside.

`room` is the number of stones that the active player can still place before the next cast. All bounds are never too
low; that they are not too high makes the search fast.
"""

from hexagora.games.sigil.rules_board import (
    how_many,
    mana,
    touching,
)
from hexagora.games.sigil.rules_ends import lead_of
from hexagora.games.sigil.rules_offers import spell_now
from hexagora.games.sigil.state import (
    BANK_MOVE,
    BLUE,
    CONVERT_PAIR,
    CONVERT_SOME,
    DASH_MOVE,
    DASH_PAY,
    DEATHMATCH,
    DEPOSIT,
    DESTROY_ANY,
    DESTROY_EXPOSED,
    DESTROY_GROUP,
    DESTROY_MARKED,
    DESTROY_NEAR,
    DESTROY_PER_SLOT,
    DESTROY_TOUCHING,
    DESTRUCTION,
    HISTORY,
    KEEP,
    LIGHTNING,
    MOVE,
    MOVES,
    PAIR,
    RED,
    SACRIFICE,
    SCRAMBLE,
    SLIDE,
    SLOTS,
    SOFT,
    STANDARD,
    SUMMER,
    WALL,
)

NEVER = -1000  # no cast


def loop_possible(box, s):
    """Whether Blue could win by bringing a remembered position back."""
    if s.mover != BLUE:
        return 0
    for k in range(min(s.known, HISTORY)):
        if s.seen_rest[k] & 1 == RED:
            if box.claim == 1 and s.seen_said[k] == 1:
                return 1
            if box.claim == 0 and s.seen_times[k] + 1 >= box.loop_limit:
                return 1
    return 0


def hopeless(box, s, looping):
    """Whether no end of this turn can win for the active player."""
    if s.seal_slot[DESTRUCTION] > 0 or (looping == 1 and s.moved_on == 0):
        return False
    best = lead_of(box, s, s.mover) + outlook(box, s, 0)
    if box.win == STANDARD and best >= box.lead:
        return False
    if box.win != DEATHMATCH and s.casts[s.mover] + casts_to_come(box, s) >= box.big_casts:
        if box.win == SCRAMBLE or best > 0:
            return False
    if box.turn_cap > 0 and s.turn >= box.turn_cap and best + s.mover > 0:
        return False
    return s.count[1 - s.mover] > outlook(box, s, 1)


def casts_to_come(box, s):
    """How many big spells can still be counted in this turn."""
    open_now = 1 if s.resolving > 0 else 0
    if s.seal_slot[SUMMER] > 0:
        return open_now + max(0, box.casts_per_turn_summer - s.cast_now)
    return open_now + max(0, 1 - s.cast_now)


def outlook(box, s, kills):
    """What the rest of the turn can add to the lead at most; with `kills`, how many enemy stones it can take off."""
    room = stones_before_cast(box, s)
    gain = moves_before_cast(box, s, kills)
    casts = 1 - s.cast_now
    if s.seal_slot[SUMMER] > 0:
        casts = box.casts_per_turn_summer - s.cast_now
    if s.resolving > 0:
        gain += rest_of_spell(box, s, kills)
        room = SLOTS
    if casts > 0:
        gain += max(0, best_cast(box, s, room, kills))
    if casts > 1:
        gain += max(0, best_cast(box, s, SLOTS, kills)) * (casts - 1)
    return gain


def stones_before_cast(box, s):
    """Placements that can still come before a cast."""
    if s.resolving > 0 or s.cast_now > 0:
        return 0
    room = 0
    if s.phase == MOVE:
        room += 1
    if s.dashed == 0 or s.phase == DASH_PAY or s.phase == DASH_MOVE:
        room += 1
    if s.may_withdraw == 1 or s.phase == BANK_MOVE:
        room += 1
    return room


def moves_before_cast(box, s, kills):
    """Each placement adds a stone and crushes one at most; a dash costs its price."""
    if s.resolving > 0 or s.cast_now > 0:
        return 0
    each = 2 - kills
    gain = 0
    if s.phase == MOVE or s.phase == DASH_MOVE or s.phase == BANK_MOVE:
        gain += each
    elif s.phase == DASH_PAY:
        gain += each - (0 if kills else s.left)
    if s.dashed == 0:
        price = box.dash_price
        if s.seal_slot[LIGHTNING] > 0:
            price = min(price, box.dash_price_lightning)
        gain += max(0, each - (0 if kills else price))
    if s.may_withdraw == 1:
        gain += 1
    return gain


def best_cast(box, s, room, kills):
    """The most that a cast of a spell can gain whose slot is full or can be filled in time."""
    best = NEVER
    for slot in range(SLOTS):
        spell = s.spell[slot] - 1
        if box.passive[spell] == 0 and how_many(box, box.slot_nodes[slot] & ~s.stones[s.mover]) <= room:
            best = max(best, cast_gain(box, s, slot, room, kills))
    return best


def cast_gain(box, s, slot, room, kills):
    """Payment and effect."""
    size = box.slot_size[slot]
    price = size
    if size > 1:
        price = size - min(size, mana(box, s, s.mover) + room)
    if kills == 1:
        price = 0
    spell = s.spell[slot] - 1
    gain = -max(0, price)
    for step in range(box.steps[spell]):
        gain += step_gain(box, s, spell, step, box.step_times[spell][step], room, kills)
    return gain


def rest_of_spell(box, s, kills):
    """What the spell being resolved can still do."""
    spell = spell_now(s)
    gain = 0
    if s.phase == KEEP:
        if kills == 0:
            slot = box.slot_nodes[s.resolving - 1]
            gain -= how_many(box, slot & ~s.kept) - s.left
    elif s.step > 0 and s.left > 0:
        gain += step_gain(box, s, spell, s.step - 1, s.left, SLOTS if s.step > 1 else 0, kills)
    for step in range(s.step, box.steps[spell]):
        gain += step_gain(box, s, spell, step, box.step_times[spell][step], s.left, kills)
    return gain


def step_gain(box, s, spell, step, times, room, kills):
    """What a step can add, `times` times, after `room` more placements."""
    does = box.step_does[spell][step]
    enemies = s.count[1 - s.mover]
    if does == MOVES:
        if box.step_stance[spell][step] == SOFT:
            return 0 if kills else times
        return times if kills else 2 * times
    if does == PAIR:
        return 0 if kills else times
    if does == CONVERT_PAIR:
        return 2 if kills else 2 * 2
    if does == CONVERT_SOME:
        return times if kills else 2 * times
    if does == SACRIFICE:
        return 0
    if does == DEPOSIT:
        return 0 if kills else times
    if does == DESTROY_NEAR or does == DESTROY_ANY:
        return min(enemies, times)
    if does == DESTROY_MARKED:
        return min(enemies, 2 * box.most_neighbours)
    if does == WALL:
        return min(enemies, 1 + box.most_neighbours)
    if does == DESTROY_TOUCHING:
        near = how_many(box, s.stones[1 - s.mover] & touching(box, s.stones[s.mover]))
        return min(enemies, near + room * (1 + box.most_neighbours))
    if does == DESTROY_PER_SLOT:
        return min(enemies, SLOTS)
    if does == DESTROY_GROUP or does == DESTROY_EXPOSED or does == SLIDE:
        return enemies
    return 0
