"""The end of a round: the Volcano die, eruptions and their Aftermath, the victory check, Fortune Gold."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import (
    beyond,
    earn_gold,
    is_landscape,
    lose_building,
    opposite,
    remove_wall,
    turn_to_ash,
)
from hexagora.games.sygon.rules_score import (
    best_score,
    is_one_side,
    leaders,
    richest,
    score_of,
    score_to_win,
)
from hexagora.games.sygon.rules_start import begin_round, begin_turn


def volcano_step(box, s):
    """The die, the caster of Foresight, or the rule of competitive scoring decides (SYG-ROUND-5, SYG-VOLC-1)."""
    s.actor = 0
    if box.competitive == 1 and best_score(box, s) >= box.competitive_points:
        s.face = 0
        erupt(s, competitive_volcano(box, s))
    elif s.foresight > 0:
        s.stage = S.AT_FORESEE
        s.actor = s.foresight - 1
    else:
        s.stage = S.AT_ROLL


def face_choices(box, s, out, base):
    for face in range(S.FACES):
        out[face] = base + face
    return S.FACES


def roll(box, s, face):
    """The colours shown erupt, but not those with a Cloud or lulled (SYG-VOLC-2, SYG-VOLC-3)."""
    s.face = face + 1
    erupt(s, box.die[face] & ~s.clouds & ~s.lulled)


def competitive_volcano(box, s):
    """Blue, red, green: the first without a Cloud that still has a Landscape beside it (SYG-COMP-2)."""
    for colour in range(S.VOLCANOES):
        if (s.clouds >> colour) & 1 == 0 and (s.lulled >> colour) & 1 == 0:
            crater = crater_of(box, s, colour)
            if crater != S.NO_CELL and not closed_in(box, s, crater):
                return 1 << colour
    return 0


def crater_of(box, s, colour):
    for cell in range(box.cells):
        if s.terrain[cell] == S.FIRST_VOLCANO + colour:
            return cell
    return S.NO_CELL


def closed_in(box, s, crater):
    """No Landscape hex adjacent (SYG-RULING-66)."""
    for side in range(S.SIDES):
        other = beyond(box, crater, side)
        if other != S.NO_CELL and is_landscape(s, other):
            return False
    return True


def erupt(s, colours):
    """All Clouds come off; each Volcano that erupts now gets one (SYG-RULING-47)."""
    s.clouds = colours
    s.erupting = colours
    s.in_aftermath = 0
    s.stage = S.VOLCANOES_ERUPT


def aftermaths(box, s):
    """Blue, red, green: each Aftermath is finished before the next begins (SYG-AFTER-5, SYG-RULING-48)."""
    for colour in range(S.VOLCANOES):
        if (s.erupting >> colour) & 1 == 1:
            crater = crater_of(box, s, colour)
            if crater != S.NO_CELL:
                if s.in_aftermath == 0:
                    burn_hexes(box, s, crater)
                    s.in_aftermath = 1
                if not buildings_fall(box, s):
                    return
                values_drop(box, s, crater)
                walls_break(box, s, crater)
            s.in_aftermath = 0
            s.erupting &= ~(1 << colour)
    end_round(box, s)


def unshielded(box, s, crater, side):
    """A Landscape hex beside the Volcano without anybody's Wall between (SYG-RULING-49)."""
    other = beyond(box, crater, side)
    if other == S.NO_CELL or not is_landscape(s, other):
        return False
    return s.wall[other][opposite(side)] == 0 and s.wall[crater][side] == 0


def burn_hexes(box, s, crater):
    """Step 1: value 0 and no Town turns to Ash; with a Town it will lose a building (SYG-AFTER-1, SYG-RULING-51)."""
    s.damaged = 0
    for side in range(S.SIDES):
        if unshielded(box, s, crater, side):
            cell = beyond(box, crater, side)
            if s.value[cell] == 0:
                if s.town[cell] == 0:
                    turn_to_ash(box, s, cell, S.ERUPTED)
                else:
                    s.damaged |= 1 << cell


def buildings_fall(box, s):
    """Step 2: one building each; False while an owner has to choose (SYG-AFTER-2, SYG-RULING-50)."""
    for cell in range(box.cells):
        if (s.damaged >> cell) & 1 == 1:
            if s.workshop[cell] == 1 and s.market[cell] == 1:
                s.stage = S.AT_LOSE
                s.actor = s.town[cell] - 1
                return False
            if s.workshop[cell] == 1:
                lose_building(s, cell, S.WORKSHOP)
            elif s.market[cell] == 1:
                lose_building(s, cell, S.MARKET)
            else:
                lose_building(s, cell, S.TOWN)
            s.damaged &= ~(1 << cell)
    return True


def lose_choices(box, s, out):
    """Workshop or Market of the first hex in reading order where both stand (SYG-RULING-50)."""
    cell = 0
    while (s.damaged >> cell) & 1 == 0:
        cell += 1
    out[0] = S.A_LOSE + cell
    out[1] = S.A_LOSE + S.CELLS + cell
    return 2


def lose(box, s, which):
    cell = which % S.CELLS
    lose_building(s, cell, S.WORKSHOP + which // S.CELLS)
    s.damaged &= ~(1 << cell)
    s.stage = S.VOLCANOES_ERUPT


def values_drop(box, s, crater):
    """Step 3: values above 0 fall by 1 (SYG-AFTER-3, SYG-RULING-54)."""
    for side in range(S.SIDES):
        if unshielded(box, s, crater, side):
            cell = beyond(box, crater, side)
            if s.value[cell] > 0:
                s.value[cell] -= 1


def walls_break(box, s, crater):
    """Step 4: all Walls that border the Volcano go (SYG-AFTER-4)."""
    for side in range(S.SIDES):
        other = beyond(box, crater, side)
        remove_wall(s, crater, side)
        if other != S.NO_CELL:
            remove_wall(s, other, opposite(side))


# victory and fortune


def end_round(box, s):
    """The victory check; if nobody has won, Fortune Gold and a new round (SYG-WIN-1, SYG-WIN-4)."""
    s.lulled = 0
    s.foresight = 0
    s.actor = 0
    best = leaders(box, s)
    top = best_score(box, s)
    reached = top >= score_to_win(box, s)
    last = s.final == 1 or (box.max_rounds > 0 and s.round >= box.max_rounds)
    if reached and is_one_side(box, best):
        finish(box, s, best)
    elif last:
        finish(box, s, last_comparison(box, s, best))
    else:
        if reached:
            s.final = 1
        fortune_gold(box, s, top)
        next_round(box, s)


def last_comparison(box, s, best):
    """Shared first place is decided by goods, then stays shared (SYG-TIE-3, SYG-RULING-57, SYG-RULING-60)."""
    if is_one_side(box, best):
        return best
    return richest(box, s, best)


def finish(box, s, winners):
    s.winners = winners
    s.stage = S.AT_END


def fortune_gold(box, s, top):
    """Gold for each point behind the leader (SYG-FORT-1, SYG-FORT-2, SYG-RULING-87)."""
    for p in range(box.players):
        earn_gold(box, s, p, top - score_of(box, s, p))


def next_round(box, s):
    """What fell in this round has now fallen in an earlier one (SYG-RULING-15)."""
    s.round += 1
    for cell in range(box.cells):
        if s.town_down[cell] != S.UPRIGHT:
            s.town_down[cell] = S.FELL_BEFORE
    for p in range(box.players):
        for w in range(box.wizards):
            if s.wizard_down[p][w] != S.UPRIGHT:
                s.wizard_down[p][w] = S.FELL_BEFORE
    begin_round(s)


def go_on(box, s):
    """What follows by itself, up to the next decision."""
    if s.stage == S.ROUND_OVER:
        volcano_step(box, s)
    if s.stage == S.VOLCANOES_ERUPT:
        aftermaths(box, s)
    if s.stage == S.TURN_BEGINS:
        begin_turn(box, s)
