"""The special action: gears of hexes and Myths, in any order."""

from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import (
    acropolis_has,
    add_cubes,
    excess,
    from_supply,
    has_cell,
    in_supply,
    is_active,
    to_supply,
)
from hexagora.games.hexemonia.rules_draft import legal_gains
from hexagora.games.hexemonia.rules_end import check_politics
from hexagora.games.hexemonia.rules_fate import (
    account_for_top,
    be_sure_anew,
    conclude,
    draw_into_hand,
    may_hold,
    take_from_hand,
    uncover,
    unknown_in_hand,
)
from hexagora.games.hexemonia.rules_play import list_reveal
from hexagora.games.hexemonia.rules_strategy import list_batches, list_on_cells, pick_up, put_down

# which gears can be used


def begin_special(s):
    s.phase = S.AT_SPECIAL


def can_use_hex(box, s, cell):
    """An active hex with a gear, once per action, if it would do something (HXM-SPEC-1, HXM-RULING-39 to 41)."""
    player = int(s.active)
    if has_cell(s.used, cell) or not is_active(s, player, cell):
        return False
    return has_effect(box, s, int(box.gear[s.tile[player][cell] - 1]), cell)


def can_use_myth(box, s, kind):
    """A Myth with a gear on an active host (HXM-SPEC-2)."""
    if s.myth_owner[kind] != s.active + 1 or box.gear[kind] == 0 or has_cell(s.used_myths, kind):
        return False
    if not is_active(s, s.active, s.host[kind]):
        return False
    return has_effect(box, s, int(box.gear[kind]), int(s.host[kind]))


def any_gear(box, s):
    """Whether a special action could do anything (HXM-RULING-31)."""
    cell = 0
    rest = s.gears[s.active] & s.live[s.active]
    while rest != 0:
        if rest & 1 == 1 and can_use_hex(box, s, cell):
            return True
        rest >>= 1
        cell += 1
    for kind in range(int(box.first_myth), box.types):
        if can_use_myth(box, s, kind):
            return True
    return False


def has_effect(box, s, gear, cell):
    """A gear is never used for nothing (HXM-RULING-41)."""
    if gear == S.SPRING:
        return in_supply(box, s, S.CITIZEN) + in_supply(box, s, S.HOPLITE) + in_supply(box, s, S.GOLD) > 0
    if gear == S.TEMPLE:
        return in_supply(box, s, S.GOLD) > 0 and neighbours_of(box, s, cell, S.SACRED) > 0
    if gear == S.HARBOUR:
        return in_supply(box, s, S.GOLD) > 0 and neighbours_of(box, s, cell, S.ECONOMIC) > 0
    if gear == S.NECROPOLIS:
        return can_start_burial(box, s)
    if gear == S.AGORA:
        return s.stock[s.active][S.CITIZEN] + s.stock[s.active][S.HOPLITE] + s.stock[s.active][S.GOLD] > 0
    if gear == S.LIGHTHOUSE:
        return some_opponent_has(box, s, S.GOLD)
    if gear == S.TAVERN:
        return some_opponent_has(box, s, S.CITIZEN)
    if gear == S.LABYRINTH:
        return some_opponent_has(box, s, S.HOPLITE)
    if gear == S.HADES:
        return some_excess_citizen(box, s)
    if gear == S.PANDORA:
        return some_opponent_has_hand(box, s)
    return s.pile_size > 0


def some_opponent_has(box, s, resource):
    for player in range(box.players):
        if player != s.active and s.stock[player][resource] > 0:
            return True
    return False


def some_opponent_has_hand(box, s):
    for player in range(box.players):
        if player != s.active and s.hand_size[player] > 0:
            return True
    return False


def some_excess_citizen(box, s):
    for player in range(box.players):
        if player != s.active and s.stock[player][S.CITIZEN] > s.cubes[player][S.CITIZEN][S.ACROPOLIS]:
            for cell in range(1, box.cells):
                if has_cell(s.filled[player], cell) and excess(box, s, player, cell, S.CITIZEN) > 0:
                    return True
    return False


def neighbours_of(box, s, cell, nature):
    """Hexes of a nature next to a hex, active or not, with an open Acropolis (HXM-RULING-50)."""
    count = 0
    other = 1
    rest = (box.near[cell] & s.filled[s.active]) >> 1
    while rest != 0:
        if rest & 1 == 1 and box.nature[s.tile[s.active][other] - 1] == nature:
            count += 1
        rest >>= 1
        other += 1
    if has_cell(box.near[cell], S.ACROPOLIS) and acropolis_has(box, s, int(s.active), nature):
        count += 1
    return count


def legal_gears(box, s, out):
    """Gears in any order (HXM-SPEC-3); at least one must be used (HXM-RULING-31)."""
    n = 0
    for kind in range(int(box.first_myth), box.types):
        if can_use_myth(box, s, kind):
            out[n] = S.OF_TYPE + kind
            n += 1
    cell = 0
    rest = s.gears[s.active] & s.live[s.active]
    while rest != 0:
        if rest & 1 == 1 and can_use_hex(box, s, cell):
            out[n] = S.ON_CELL + cell
            n += 1
        rest >>= 1
        cell += 1
    n = list_reveal(s, out, n)
    if s.used != 0 or s.used_myths != 0:
        out[n] = S.END
        n += 1
    return n


def activate_hex(box, s, cell):
    s.used |= 1 << cell
    start_effect(box, s, int(box.gear[s.tile[s.active][cell] - 1]), cell)


def activate_myth(box, s, kind):
    s.used_myths |= 1 << kind
    start_effect(box, s, int(box.gear[kind]), int(s.host[kind]))


def start_effect(box, s, gear, cell):
    """Carries out an effect, or asks the first question about it."""
    s.target = cell
    if gear == S.TEMPLE:
        gild(box, s, cell, neighbours_of(box, s, cell, S.SACRED))
    elif gear == S.HARBOUR:
        gild(box, s, cell, neighbours_of(box, s, cell, S.ECONOMIC))
    elif gear == S.LIGHTHOUSE:
        s.all_give = 1
        s.resource = S.GOLD
        s.giver = s.active
        ask_next_giver(box, s)
    elif gear == S.TAVERN:
        s.resource = S.CITIZEN
        s.phase = S.AT_DEMAND
    elif gear == S.LABYRINTH:
        s.resource = S.HOPLITE
        s.phase = S.AT_DEMAND
    elif gear == S.SPRING:
        s.phase = S.AT_SPRING
    elif gear == S.NECROPOLIS:
        s.phase = S.AT_NECROPOLIS
    elif gear == S.AGORA:
        s.phase = S.AT_AGORA
    elif gear == S.HADES:
        s.phase = S.AT_HADES
    elif gear == S.ORACLE:
        s.phase = S.AT_LOOK
    elif gear == S.FATES:
        s.phase = S.AT_FATES
    elif gear == S.PANDORA:
        s.phase = S.AT_PANDORA


def end_effect(s):
    """Each effect is carried out before the next is chosen (HXM-SPEC-3)."""
    s.target = 0
    s.resource = 0
    s.steps = 0
    s.giver = 0
    s.all_give = 0
    s.phase = S.AT_SPECIAL


def end_special(box, s):
    s.used = 0
    s.used_myths = 0
    check_politics(box, s)


# Temple, Harbour, Spring


def gild(box, s, cell, number):
    """Gold for every counting neighbour, as far as the supply goes (HXM-FX-9, HXM-FX-10, HXM-RULING-35)."""
    from_supply(box, s, int(s.active), cell, S.GOLD, min(number, in_supply(box, s, S.GOLD)))
    end_effect(s)


def legal_spring(box, s, out):
    return legal_gains(box, s, out, 0)


def draw_water(box, s, resource):
    """One resource of any kind on the own Acropolis (HXM-FX-12)."""
    from_supply(box, s, int(s.active), S.ACROPOLIS, resource, 1)
    end_effect(s)


# Lighthouse, Tavern, Labyrinth


def legal_demands(box, s, out):
    """Opponents who have such a cube (HXM-RULING-42)."""
    n = 0
    for player in range(box.players):
        if player != s.active and s.stock[player][s.resource] > 0:
            out[n] = S.OF_PLAYER + player
            n += 1
    return n


def demand(s, player):
    """One opponent must give a citizen or a hoplite (HXM-FX-2, HXM-FX-3)."""
    s.giver = player
    s.phase = S.AT_GIVE


def ask_next_giver(box, s):
    """Every opponent with gold gives in turn, clockwise (HXM-FX-1, HXM-RULING-43)."""
    player = int((s.giver + 1) % box.players)
    while player != s.active and s.stock[player][s.resource] == 0:
        player = (player + 1) % box.players
    s.giver = player
    if player == s.active:
        end_effect(s)
    else:
        s.phase = S.AT_GIVE


def legal_gifts(box, s, out):
    """The giver chooses the cube from any hex of the own city (HXM-RULING-42)."""
    n = 0
    cell = 0
    rest = s.filled[s.giver] + 0
    while rest != 0:
        if rest & 1 == 1 and s.cubes[s.giver][s.resource][cell] > 0:
            out[n] = S.CUBE_AT + s.resource * S.CELLS + cell
            n += 1
        rest >>= 1
        cell += 1
    return n


def give(box, s, cell):
    add_cubes(box, s, int(s.giver), cell, int(s.resource), -1)
    add_cubes(box, s, int(s.active), int(s.target), int(s.resource), 1)
    if s.all_give == 1:
        ask_next_giver(box, s)
    else:
        end_effect(s)


# Hades


def legal_strikes(box, s, out):
    """One to three excess citizens of one hex of one opponent (HXM-FX-4, HXM-RULING-44)."""
    n = 0
    for player in range(box.players):
        if player != s.active:
            for cell in range(1, box.cells):
                if has_cell(s.filled[player], cell):
                    for k in range(min(int(box.strike), excess(box, s, player, cell, S.CITIZEN))):
                        out[n] = S.STRIKE + (player * S.CELLS + cell) * S.MAX_STRIKE + k
                        n += 1
    return n


def strike(box, s, player, cell, number):
    to_supply(box, s, player, cell, S.CITIZEN, number)
    end_effect(s)


# Oracle, Fates, Pandora


def hexes_to_see(box, s):
    """Four, or all that are left (HXM-FX-5, HXM-RULING-46)."""
    return min(int(box.look), int(s.pile_size))


def look(box, s, kind):
    """The user sees the top hex. Who knew its place before will know only that it is among these."""
    viewer = int(s.active)
    before = int(s.knower) - 1
    account_for_top(s, viewer, kind)
    if before >= 0 and before != viewer:
        if s.looks == 0:
            be_sure_anew(box, s, before)
        s.sure[before][S.NEWEST][kind] += 1
        s.near[before] += 1
    uncover(s, kind)
    s.looked[kind] += 1
    s.looks += 1
    conclude(box, s, viewer)
    if s.looks == hexes_to_see(box, s):
        s.knower = viewer + 1
        s.phase = S.AT_ORACLE


def legal_stacks(box, s, out):
    """Any of the hexes looked at; where the state hides them, any that could be among them."""
    unknown = int(s.looks)
    for kind in range(box.types):
        unknown -= s.looked[kind]
    n = 0
    for kind in range(box.types):
        if s.looked[kind] > 0 or (unknown > 0 and s.pile[kind] > 0):
            out[n] = S.OF_TYPE + kind
            n += 1
    return n


def stack(s, kind):
    """The first one becomes the top of the pile, the others follow below (HXM-FX-5)."""
    s.looked[kind] -= 1
    s.looks -= 1
    s.top[s.tops] = kind + 1
    s.tops += 1
    if s.looks == 0:
        end_effect(s)


def draw_fate(box, s, kind):
    """The top hex goes into the hand (HXM-FX-6, HXM-RULING-47)."""
    draw_into_hand(box, s, int(s.active), kind)
    end_effect(s)


def legal_curses(box, s, out):
    n = 0
    for player in range(box.players):
        if player != s.active and s.hand_size[player] > 0:
            out[n] = S.OF_PLAYER + player
            n += 1
    return n


def curse(s, player):
    s.giver = player
    s.phase = S.AT_HIT


def legal_hits(box, s, out):
    n = 0
    unknown = unknown_in_hand(box, s, int(s.giver))
    for kind in range(box.types):
        if may_hold(s, s.giver, kind, unknown):
            out[n] = S.CHANCE_HIT + kind
            n += 1
    return n


def weigh_hits(box, s, out):
    """Each hex of the hand is equally likely (HXM-FX-7, HXM-RULING-48); unknown ones are spread over the possible."""
    n = 0
    unknown = unknown_in_hand(box, s, int(s.giver))
    unseen = 1
    if unknown > 0:
        unseen = 0
        for kind in range(box.types):
            unseen += s.pile[kind]
    for kind in range(box.types):
        if may_hold(s, s.giver, kind, unknown):
            out[n] = s.hand[s.giver][kind] * unseen + unknown * s.pile[kind]
            n += 1
    return n


def hit(box, s, kind):
    """Face up on the Underworld pile (HXM-RULING-48)."""
    take_from_hand(box, s, int(s.giver), kind)
    s.underworld[kind] += 1
    end_effect(s)


# Agora


def legal_agora(box, s, out):
    """One or two single cubes (HXM-FX-8, HXM-RULING-49)."""
    n = 0
    cell = 0
    rest = s.filled[s.active] + 0
    while rest != 0:
        if rest & 1 == 1:
            for r in range(S.RESOURCES):
                n = list_batches(cell, r, min(1, int(s.cubes[s.active][r][cell])), out, n)
        rest >>= 1
        cell += 1
    if s.steps > 0:
        out[n] = S.END
        n += 1
    return n


def lift_one(box, s, cell, resource):
    pick_up(box, s, cell, resource, 1)
    s.phase = S.AT_AGORA_DROP


def legal_agora_drops(box, s, out):
    """On another hex than where it started."""
    return list_on_cells(s.filled[s.active] & ~(1 << s.origin), out)


def drop_one(box, s, cell):
    put_down(box, s, cell)
    s.steps += 1
    if s.steps == box.agora:
        end_effect(s)
    else:
        s.phase = S.AT_AGORA


# Necropolis


def can_start_burial(box, s):
    """Two more citizens and the gold for them (HXM-RULING-51)."""
    return s.stock[s.active][S.CITIZEN] >= box.bury and in_supply(box, s, S.GOLD) > 0


def legal_burials(box, s, out):
    """Citizens of any own hex, in pairs (HXM-FX-11)."""
    n = 0
    complete = s.steps % box.bury == 0
    if not complete or can_start_burial(box, s):
        cell = 0
        rest = s.filled[s.active] + 0
        while rest != 0:
            if rest & 1 == 1 and s.cubes[s.active][S.CITIZEN][cell] > 0:
                out[n] = S.ON_CELL + cell
                n += 1
            rest >>= 1
            cell += 1
    if complete and s.steps > 0:
        out[n] = S.END
        n += 1
    return n


def bury(box, s, cell):
    """Gold is placed after each pair; the count starts again from one pair."""
    to_supply(box, s, int(s.active), cell, S.CITIZEN, 1)
    s.steps += 1
    if s.steps % box.bury == 0:
        s.steps = box.bury
        from_supply(box, s, int(s.active), int(s.target), S.GOLD, 1)
