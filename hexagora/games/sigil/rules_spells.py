"""Casting: paying, resolving the effect step by step, locking."""

from hexagora.games.sigil import state as S
from hexagora.games.sigil.rules_board import (
    convert,
    empty_nodes,
    fills,
    first_node,
    holds,
    how_many,
    mana,
    place_stone,
    prey,
    set_stone,
    several,
    shielded,
    take_off,
    touching,
)
from hexagora.games.sigil.rules_ends import wiped_out
from hexagora.games.sigil.rules_offers import ask, nodes_on_offer, spell_now


def castable(box, s, slot):
    """Full, no seal, not under the own die, and allowed by the turn so far (SIG-CAST-3, SIG-STATIC-3, SIG-LOCK-4,
    SIG-RULING-13)."""
    player = s.mover
    if not fills(box, s, player, slot):
        return False
    spell = s.spell[slot] - 1
    if box.passive[spell] != 0:
        return False
    if s.lock[player] == slot + 1 and (s.spent[player] == 1 or not holds(box, s, player, S.SPRING)):
        return False
    if box.needs[spell] == S.NEEDS_DASH and s.dashed == 0:
        return False
    if box.needs[spell] == S.NEEDS_NO_DASH and s.dashed == 1:
        return False
    return box.slot_size[slot] > 1 or not holds(box, s, 1 - player, S.WINTER)


def may_cast(box, s):
    """One cast a turn; a second one while Seal of Summer is held (SIG-CAST-2, SIG-SPELL-15, SIG-RULING-20)."""
    if s.cast_now == 0:
        return True
    return s.cast_now < box.casts_per_turn_summer and holds(box, s, s.mover, S.SUMMER)


# paying


def declare_cast(box, s, slot):
    """The caster keeps one stone of a big spell for each mana node, and chooses which (SIG-PAY-2, SIG-PAY-3,
    SIG-PAY-5, SIG-RULING-7, SIG-RULING-31)."""
    s.cast_now += 1
    s.resolving = slot + 1
    size = box.slot_size[slot]
    stay = 0
    if size > 1:
        stay = min(mana(box, s, s.mover), size)
    if stay == size:
        resolve(box, s)
    elif stay == 0:
        pay(box, s)
    else:
        s.left = stay
        ask(box, s, S.KEEP)


def keep_stone(box, s, node):
    """Nothing leaves the board before all stones to keep are picked (SIG-RULING-32)."""
    s.kept |= 1 << node
    s.left -= 1
    if s.left > 0:
        ask(box, s, S.KEEP)
    else:
        pay(box, s)


def pay(box, s):
    """All stones of the slot leave together but those kept (SIG-PAY-1, SIG-RULING-32)."""
    take_off(box, s, s.mover, box.slot_nodes[s.resolving - 1] & ~s.kept)
    s.kept = 0
    if not wiped_out(box, s):
        resolve(box, s)


# resolving


def resolve(box, s):
    """Runs the effect until it asks something, is done, or the game is over (SIG-EFF-1, SIG-RULING-11)."""
    while s.winner == 0 and s.resolving > 0:
        if s.left > 0:
            if asks(box, s):
                return
        elif s.step < box.steps[spell_now(s)]:
            s.step += 1
            s.left = box.step_times[spell_now(s)][s.step - 1]
            open_step(box, s, box.step_does[spell_now(s)][s.step - 1])
        else:
            lock_spell(box, s)


def open_step(box, s, does):
    """Prepares a step; what needs no decision is done at once."""
    if does == S.MOVES or does == S.DESTROY_PER_SLOT or does == S.CONVERT_SOME:
        s.region = step_region(box, s, box.step_where[spell_now(s)][s.step - 1])
        s.fresh = s.region
    elif does == S.PAIR:
        s.region = 0
    elif does == S.DESTROY_MARKED:
        destroy_at_once(box, s, prey(box, s) & s.region)
    elif does == S.DESTROY_TOUCHING:
        destroy_at_once(box, s, prey(box, s) & touching(box, s.stones[s.mover]))
    elif does == S.DESTROY_EXPOSED:
        destroy_at_once(box, s, exposed(box, s))
    elif does == S.DESTROY_GROUP:
        open_hurricane(box, s)
    elif does == S.LIFT:
        lift(box, s)
    elif does == S.SLIDE:
        open_slide(box, s)
    elif does == S.DEPOSIT:
        s.bank[s.mover] += s.left
        s.left = 0


def step_region(box, s, where):
    """The nodes in which a step acts, read when it begins."""
    own_slot = box.slot_nodes[s.resolving - 1]
    if where == S.ANYWHERE:
        return S.ALL_NODES
    if where == S.BIG_SLOTS:
        return box.slots_big
    if where == S.OTHER_BIG_SLOTS:
        return box.slots_big & ~own_slot
    if where == S.ALL_SLOTS:
        return box.slots_all
    if where == S.OPPOSITE_SMALL:
        return box.opposite_small[s.resolving - 1]
    if where == S.OPPOSITE_MIDDLE:
        return box.opposite_middle[s.resolving - 1]
    if where == S.LACKING_ONE:
        return slots_lacking(box, s, 1)
    if where == S.LACKING_TWO:
        return slots_lacking(box, s, 2)
    if where == S.HELD_BIG_SLOTS:
        return held_slots(box, s) & box.slots_big & ~own_slot
    if where == S.DIE_OR_OWN_SLOT:
        if s.lock[s.mover] > 0:
            return own_slot | box.slot_nodes[s.lock[s.mover] - 1]
        return own_slot
    if where == S.OUTSIDE_BIG_SLOTS:
        return S.ALL_NODES & ~box.slots_big
    if where == S.TOUCHED_ENEMIES:
        return prey(box, s) & touching(box, s.stones[s.mover])
    return 0


def slots_lacking(box, s, missing):
    """The nodes of all slots in which the caster holds all nodes but that many."""
    nodes = 0
    for slot in range(S.SLOTS):
        if how_many(box, box.slot_nodes[slot] & ~s.stones[s.mover]) == missing:
            nodes |= box.slot_nodes[slot]
    return nodes


def held_slots(box, s):
    """The nodes of all slots in which the caster has a stone."""
    nodes = 0
    for slot in range(S.SLOTS):
        if box.slot_nodes[slot] & s.stones[s.mover] != 0:
            nodes |= box.slot_nodes[slot]
    return nodes


def asks(box, s):
    """Makes the next decision of a step pending; a step that can do nothing lapses, a single possibility of a
    destruction is taken (SIG-RULING-11, SIG-RULING-14, SIG-RULING-17)."""
    does = box.step_does[spell_now(s)][s.step - 1]
    if does == S.DESTROY_NEAR or does == S.DESTROY_PER_SLOT:
        victims = nodes_on_offer(box, s, S.SPELL_DESTROY)
        if several(victims):
            return ask(box, s, S.SPELL_DESTROY)
        s.left -= 1
        if victims != 0:
            take_off(box, s, 1 - s.mover, victims)
            wiped_out(box, s)
        return False
    if ask(box, s, phase_of(does)):
        return True
    s.left = 0
    return False


def phase_of(does):
    """The decision that a step asks."""
    if does == S.MOVES or does == S.PAIR:
        return S.SPELL_MOVE
    if does == S.CONVERT_PAIR or does == S.CONVERT_SOME:
        return S.SPELL_CONVERT
    if does == S.SACRIFICE:
        return S.SPELL_PAY
    if does == S.LIFT or does == S.SLIDE:
        return S.SPELL_PUSH
    return S.SPELL_DESTROY


def destroy_at_once(box, s, victims):
    """Determined once, after payment; all leave together (SIG-RULING-19, SIG-RULING-22)."""
    take_off(box, s, 1 - s.mover, victims)
    s.left = 0
    wiped_out(box, s)


def exposed(box, s):
    """Enemy stones that touch two or more empty nodes (SIG-PACK-20)."""
    empty = empty_nodes(s)
    victims = prey(box, s)
    found = 0
    while victims != 0:
        node = first_node(box, victims)
        if several(box.around[node] & empty):
            found |= 1 << node
        victims &= victims - 1
    return found


# answers to the decisions of a spell


def spell_moves(box, s, node):
    """One move of a spell; it pushes and crushes like any other (SIG-RULING-34)."""
    s.left -= 1
    if box.step_does[spell_now(s)][s.step - 1] == S.PAIR:
        s.region |= box.around[node]
    else:
        spread_moves(box, s, node)
    place_stone(box, s, node)


def spread_moves(box, s, node):
    """Where the further moves of the step may go."""
    spread = box.step_spread[spell_now(s)][s.step - 1]
    if spread == 0:
        return
    slot = box.slot_nodes[box.slot_of[node] - 1]
    if spread == S.ONE_EACH:
        s.region &= ~slot
    elif spread == S.ONE_SLOT:
        s.region = slot
    elif spread == S.TWO_EACH:
        if s.fresh & slot != 0:
            s.fresh &= ~slot
        else:
            s.region &= ~slot


def spell_destroys(box, s, node):
    s.left -= 1
    does = box.step_does[spell_now(s)][s.step - 1]
    if does == S.WALL:
        raise_wall(box, s, node)
    elif does == S.DESTROY_GROUP:
        take_off(box, s, 1 - s.mover, group_of(box, s, node) & prey(box, s))
    else:
        take_off(box, s, 1 - s.mover, 1 << node)


def spell_converts(box, s, node):
    """The two stones of Bewitch turn together (SIG-SPELL-3, SIG-RULING-15)."""
    s.left -= 1
    if box.step_does[spell_now(s)][s.step - 1] == S.CONVERT_SOME:
        convert(box, s, 1 << node)
    elif s.left > 0:
        s.landed = node + 1
    else:
        convert(box, s, (1 << node) | (1 << (s.landed - 1)))


def spell_pushes(box, s, node):
    """Gust sets a lifted stone down; Rock Slide notes a target and moves on to the next stone."""
    s.left -= 1
    if box.step_does[spell_now(s)][s.step - 1] == S.LIFT:
        s.made += 1
        set_stone(s, 1 - s.mover, node, s.made)
        return
    s.slide[s.cursor - 1] = node + 1
    s.cursor = next_slider(box, s, s.cursor)
    if s.left == 0:
        slide_all(box, s)


# effects of later packs


def group_of(box, s, node):
    """The connected enemy stones around one."""
    group = 0
    grown = 1 << node
    while grown != group:
        group = grown
        grown = group | (touching(box, group) & s.stones[1 - s.mover])
    return group


def open_hurricane(box, s):
    """The smallest enemy group goes; among equals the caster picks (SIG-PACK-10)."""
    rest = s.stones[1 - s.mover]
    smallest = S.NODES + 1
    groups = 0
    s.region = 0
    while rest != 0:
        group = group_of(box, s, first_node(box, rest))
        size = how_many(box, group)
        if size < smallest:
            smallest = size
            groups = 0
            s.region = 0
        if size == smallest:
            groups += 1
            s.region |= group
        rest &= ~group
    if groups < 2:
        destroy_at_once(box, s, s.region & prey(box, s))


def lift(box, s):
    """Enemy stones that touch the caster are lifted, to be put on empty nodes (SIG-PACK-12)."""
    lifted = prey(box, s) & touching(box, s.stones[s.mover])
    s.stones[1 - s.mover] = s.stones[1 - s.mover] & ~lifted
    s.left = how_many(box, lifted)
    while lifted != 0:
        s.token[first_node(box, lifted)] = 0
        lifted &= lifted - 1


def raise_wall(box, s, node):
    """A node is gone for good, with its stone and the stones next to it (SIG-PACK-25)."""
    s.walls |= 1 << node
    s.moved_on = 1
    hit = box.around[node] | (1 << node)
    for player in range(2):
        take_off(box, s, player, s.stones[player] & hit & ~shielded(box, s, player))


def open_slide(box, s):
    """Each enemy stone that touches the caster gets a neighbouring node as target (SIG-PACK-26)."""
    s.region = prey(box, s) & touching(box, s.stones[s.mover])
    s.left = how_many(box, s.region)
    s.cursor = next_slider(box, s, 0)


def next_slider(box, s, after):
    """1 + the next sliding stone from a node on, 0 after the last."""
    rest = (s.region >> after) << after
    if rest == 0:
        return 0
    return first_node(box, rest) + 1


def slide_all(box, s):
    """All slide at the same time: a stone that stays in the way is removed, stones that meet or swap are removed
    (SIG-PACK-26)."""
    enemy = 1 - s.mover
    leaving = s.region
    arriving = 0
    meeting = 0
    swapping = 0
    for node in range(S.NODES):
        target = s.slide[node] - 1
        if target >= 0:
            if arriving & (1 << target) != 0:
                meeting |= 1 << target
            arriving |= 1 << target
            if s.slide[target] == node + 1:
                swapping |= 1 << target
    for player in range(2):
        take_off(box, s, player, arriving & s.stones[player] & ~leaving & ~shielded(box, s, player))
    take_off(box, s, enemy, leaving)
    arriving &= ~meeting & ~swapping & ~s.stones[0] & ~s.stones[1]
    for node in range(S.NODES):
        target = s.slide[node] - 1
        s.slide[node] = 0
        if target >= 0 and arriving & (1 << target) != 0:
            s.made += 1
            s.count[enemy] += 1
            set_stone(s, enemy, target, s.made)


# locking


def lock_spell(box, s):
    """The die of the caster goes to a big spell and counts it; 1-node spells are never locked (SIG-LOCK-1 to
    SIG-LOCK-6, SIG-VAR-2)."""
    player = s.mover
    slot = s.resolving
    if box.slot_size[slot - 1] > 1:
        s.spent[player] = 0
        if s.lock[player] == slot:
            s.spent[player] = 1
        s.lock[player] = slot
        if box.win != S.DEATHMATCH:
            s.casts[player] += 1
            s.moved_on = 1
    s.resolving = 0
    s.step = 0
    s.landed = 0
    s.region = 0
    s.fresh = 0
    s.cursor = 0
    ask(box, s, S.MENU)
