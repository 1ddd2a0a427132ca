"""A turn as a whole: its menus, what each action does, and how it ends."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import (
    collect,
    cubes_held,
    discard_cube,
    in_phase,
    mate_of,
    release_pending,
)
from hexagora.games.sygon.rules_build import (
    build,
    build_wall,
    build_wall_choices,
    building_choices,
    buy,
    buy_choices,
    sell,
    sell_choices,
    transform,
    transform_choices,
)
from hexagora.games.sygon.rules_cards import (
    choose_effect,
    effect_choices,
    play,
    play_choices,
    purchase,
    purchase_choices,
)
from hexagora.games.sygon.rules_cast import cast, cast_choices, echo_choices
from hexagora.games.sygon.rules_move import teleport, teleport_choices, walk, walk_choices
from hexagora.games.sygon.rules_start import arrive, place_choices, reappear_choices, take_decision

# what may be done


def turn_choices(box, s, out):
    """The phases in their strict order; Power Trip mixes them (SYG-ROUND-2, SYG-ROUND-3, SYG-RULING-72)."""
    p = s.actor + 0
    if s.choice == S.DISCARDING:
        return discard_choices(box, s, p, out)
    if s.choice != S.NO_CHOICE:
        return effect_choices(box, s, p, out)
    n = 0
    if s.phase[p] == S.PLACING:
        n = place_choices(box, s, p, out)
    elif s.phase[p] == S.REAPPEARING:
        n = reappear_choices(box, s, p, out)
    if in_phase(s, p, S.MOVING):
        n = move_menu(box, s, p, out, n)
    if in_phase(s, p, S.BUILDING):
        n = build_menu(box, s, p, out, n)
    if in_phase(s, p, S.CASTING):
        n = cast_menu(box, s, p, out, n)
    if box.cards == 1 and s.phase[p] >= S.MOVING:
        n = purchase_choices(box, s, p, out, n)
        n = play_choices(box, s, p, out, n)
    if s.phase[p] == S.FREE:
        n = free_menu(box, s, p, out, n)
    if may_hand_over(box, s, p):
        out[n] = S.A_HAND_OVER
        n += 1
    return n


def move_menu(box, s, p, out, n):
    n = walk_choices(box, s, p, out, n)
    n = teleport_choices(box, s, p, out, n)
    if s.phase[p] == S.MOVING:
        out[n] = S.A_END_MOVE
        n += 1
    return n


def build_menu(box, s, p, out, n):
    """Building and exchanging in any order, as often as goods allow (SYG-BUILD-18)."""
    n = building_choices(box, s, p, out, n)
    n = build_wall_choices(box, s, p, out, n)
    n = transform_choices(box, s, p, out, n)
    n = sell_choices(box, s, p, out, n)
    n = buy_choices(box, s, p, out, n)
    if s.phase[p] == S.BUILDING:
        out[n] = S.A_END_BUILD
        n += 1
    return n


def cast_menu(box, s, p, out, n):
    n = cast_choices(box, s, p, out, n)
    n = echo_choices(box, s, p, out, n)
    if s.phase[p] == S.CASTING:
        out[n] = S.A_END_CAST
        n += 1
    return n


def free_menu(box, s, p, out, n):
    """Collect once at any moment, and the end of the turn (SYG-RULING-72)."""
    if s.collected[p] == 0:
        out[n] = S.A_COLLECT
        n += 1
    out[n] = S.A_END_TURN
    return n + 1


def may_hand_over(box, s, p):
    """To a teammate who has not finished, at most twice in a row (SYG-RULING-82)."""
    if box.teams == 0 or s.hand_overs >= S.MAX_HAND_OVERS:
        return False
    return s.phase[mate_of(box, p)] != S.DONE


def discard_choices(box, s, p, out):
    n = 0
    for kind in range(S.KINDS):
        if s.cubes[p][kind] > 0:
            out[n] = S.A_DISCARD + kind
            n += 1
    return n


# doing it


def act(box, s, a):
    p = s.actor + 0
    if a == S.A_HAND_OVER:
        s.hand_overs += 1
        take_decision(box, s, mate_of(box, p))
        return
    s.hand_overs = 0
    if s.choice == S.DISCARDING:
        discard(box, s, p, a - S.A_DISCARD)
    elif s.choice != S.NO_CHOICE:
        choose_effect(box, s, p, a)
    elif a < S.A_BUILD:
        act_moving(box, s, p, a)
    elif a < S.A_CAST:
        act_building(box, s, p, a)
    else:
        act_casting(box, s, p, a)
    if s.phase[p] == S.DONE:
        turn_over(box, s, p)


def act_moving(box, s, p, a):
    if a == S.A_END_MOVE:
        s.phase[p] = S.BUILDING
    elif a >= S.A_TELEPORT:
        teleport(box, s, p, a - S.A_TELEPORT)
    elif a >= S.A_WALK:
        walk(box, s, p, a - S.A_WALK)
    elif a >= S.A_REAPPEAR:
        arrive(box, s, p, a - S.A_REAPPEAR)
    else:
        arrive(box, s, p, a - S.A_PLACE)


def act_building(box, s, p, a):
    if a == S.A_END_BUILD:
        s.phase[p] = S.CASTING
    elif a >= S.A_BUY:
        buy(box, s, p, a - S.A_BUY)
    elif a >= S.A_SELL:
        sell(box, s, p, a - S.A_SELL)
    elif a >= S.A_TRANSFORM:
        transform(box, s, p, a - S.A_TRANSFORM)
    elif a >= S.A_BUILD_WALL:
        build_wall(box, s, p, a - S.A_BUILD_WALL)
    else:
        build(box, s, p, a - S.A_BUILD)


def act_casting(box, s, p, a):
    if a == S.A_END_CAST:
        end_turn(box, s, p)
    elif a == S.A_COLLECT:
        collect(box, s, p)
    elif a == S.A_END_TURN:
        end_turn(box, s, p)
    elif a >= S.A_PLAY:
        play(box, s, p, a - S.A_PLAY)
    elif a >= S.A_PURCHASE:
        purchase(box, s, p, a - S.A_PURCHASE)
    elif a >= S.A_ECHO:
        s.echo[p] = 0
        cast(box, s, p, a - S.A_ECHO)
    else:
        cast(box, s, p, a - S.A_CAST)


def discard(box, s, p, kind):
    """One cube after the other until the limit is kept (SYG-LIMIT-1, SYG-RULING-44)."""
    discard_cube(box, s, p, kind)
    if cubes_held(s, p) <= box.max_cubes:
        s.choice = S.NO_CHOICE
        if s.phase[p] == S.COLLECTING:
            s.phase[p] = S.DONE


# the end of the turn


def end_turn(box, s, p):
    """Collect, then the turn passes (SYG-ROUND-4, SYG-COLLECT-1)."""
    early = s.collected[p]
    s.phase[p] = S.COLLECTING
    if early == 0:
        collect(box, s, p)
    if s.choice == S.NO_CHOICE:
        s.phase[p] = S.DONE


def turn_over(box, s, p):
    """The teammate goes on, or the next player (SYG-TEAM-11, SYG-RULING-82)."""
    release_pending(s, p)
    mate = mate_of(box, p)
    if s.phase[mate] != S.DONE:
        take_decision(box, s, mate)
        return
    forget_turn(box, s, p)
    forget_turn(box, s, mate)
    following = max(p, mate) + 1
    if following < box.players:
        s.stage = S.TURN_BEGINS
        s.actor = following
    else:
        s.stage = S.ROUND_OVER


def forget_turn(box, s, p):
    s.phase[p] = S.WAITING
    s.cast_wizards[p] = 0
    s.cast_spells[p] = 0
    s.teleported[p] = 0
    s.bought_cube[p] = 0
    s.bought[p] = 0
    s.played[p] = 0
    s.echo[p] = 0
    s.writ[p] = 0
    s.collected[p] = 0
    s.blizzard[p] = 0
    for w in range(box.wizards):
        s.moves[p][w] = 0

