"""The rules of Hexemonia: which node is open, what is legal there, and what a decision does."""

from hexagora.engine.contract import CHANCE, OVER
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_draft import (
    choose_starter,
    deal_city,
    deal_hex,
    gain_cube,
    legal_cities,
    legal_draws,
    legal_start,
    legal_takes,
    refill,
    set_up,
    show_first,
    take_hex,
)
from hexagora.games.hexemonia.rules_end import check_politics, discard, legal_discards, legal_openings, open_city
from hexagora.games.hexemonia.rules_fate import can_be_drawn, draw_weight
from hexagora.games.hexemonia.rules_hidden import hide_from, resample_for, seen_by
from hexagora.games.hexemonia.rules_play import (
    end_play,
    legal_payments,
    legal_plays,
    list_reveal,
    pay,
    play,
    reveal,
)
from hexagora.games.hexemonia.rules_produce import fill, legal_fills, produce
from hexagora.games.hexemonia.rules_score import points, share_win
from hexagora.games.hexemonia.rules_special import (
    activate_hex,
    activate_myth,
    any_gear,
    begin_special,
    bury,
    curse,
    demand,
    draw_fate,
    draw_water,
    drop_one,
    end_effect,
    end_special,
    give,
    hit,
    legal_agora,
    legal_agora_drops,
    legal_burials,
    legal_curses,
    legal_demands,
    legal_gears,
    legal_gifts,
    legal_hits,
    legal_spring,
    legal_stacks,
    legal_strikes,
    lift_one,
    look,
    stack,
    strike,
    weigh_hits,
)
from hexagora.games.hexemonia.rules_strategy import (
    begin_strategy,
    drop,
    end_exchange,
    end_moves,
    exchange,
    legal_drops,
    legal_exchanges,
    legal_lifts,
    lift,
)
from hexagora.games.hexemonia.rules_war import (
    any_attack,
    attack,
    begin_war,
    discard_myth,
    end_muster,
    end_war,
    legal_attacks,
    legal_losses,
    legal_musters,
    legal_mythouts,
    legal_settlements,
    lose,
    muster,
    settle,
)


def deal(box, s):
    set_up(box, s)


def to_act(box, s):
    """Chance at its nodes, the giver while giving, otherwise the player whose turn it is (HXM-TURN-1)."""
    if s.phase <= S.LAST_CHANCE:
        return CHANCE
    if s.phase == S.AT_GIVE:
        return int(s.giver)
    if s.phase == S.AT_OVER:
        return OVER
    return int(s.active)


# legal actions


def legal(box, s, out):
    """Phases A and B here, the rest by sort of action."""
    phase = s.phase
    if phase <= S.LAST_CHANCE:
        return legal_outcomes(box, s, out)
    if phase <= S.AT_TAKE2:
        return legal_takes(box, s, out)
    if phase == S.AT_PLAY:
        return legal_plays(box, s, out)
    if phase == S.AT_PAY:
        return legal_payments(box, s, out)
    if phase == S.AT_ACTION:
        return legal_actions(box, s, out)
    if phase <= S.AT_EXCHANGE:
        return legal_in_strategy(box, s, out)
    if phase < S.AT_WAR:
        return legal_in_special(box, s, out)
    return legal_in_war(box, s, out)


def legal_outcomes(box, s, out):
    if s.phase == S.AT_START:
        return legal_start(box, out)
    if s.phase == S.AT_CITY:
        return legal_cities(box, s, out)
    if s.phase == S.AT_OPEN:
        return legal_openings(box, s, out)
    if s.phase == S.AT_HIT:
        return legal_hits(box, s, out)
    return legal_draws(box, s, out)


def legal_actions(box, s, out):
    """One action of four kinds, or none (HXM-ACT-1, HXM-RULING-30, HXM-RULING-31)."""
    war = any_attack(box, s, out)
    out[0] = S.PRODUCE
    out[1] = S.STRATEGIC
    n = 2
    if any_gear(box, s):
        out[n] = S.SPECIAL
        n += 1
    if war:
        out[n] = S.WAR
        n += 1
    out[n] = S.PASS
    return list_reveal(s, out, n + 1)


def legal_in_strategy(box, s, out):
    if s.phase == S.AT_MOVES:
        return legal_lifts(box, s, out)
    if s.phase == S.AT_DROP:
        return legal_drops(box, s, out)
    if s.phase == S.AT_EXCHANGE:
        return legal_exchanges(box, s, out)
    return legal_fills(box, s, out)


def legal_in_special(box, s, out):
    phase = s.phase
    if phase == S.AT_SPECIAL:
        return legal_gears(box, s, out)
    if phase == S.AT_GIVE:
        return legal_gifts(box, s, out)
    if phase == S.AT_SPRING:
        return legal_spring(box, s, out)
    if phase == S.AT_DEMAND:
        return legal_demands(box, s, out)
    if phase == S.AT_HADES:
        return legal_strikes(box, s, out)
    if phase == S.AT_PANDORA:
        return legal_curses(box, s, out)
    if phase == S.AT_ORACLE:
        return legal_stacks(box, s, out)
    if phase == S.AT_AGORA:
        return legal_agora(box, s, out)
    if phase == S.AT_AGORA_DROP:
        return legal_agora_drops(box, s, out)
    return legal_burials(box, s, out)


def legal_in_war(box, s, out):
    phase = s.phase
    if phase == S.AT_WAR:
        return legal_attacks(box, s, out)
    if phase == S.AT_MUSTER:
        return legal_musters(box, s, out)
    if phase == S.AT_LOSE:
        return legal_losses(box, s, out)
    if phase == S.AT_SETTLE:
        return legal_settlements(box, s, out)
    if phase == S.AT_MYTHOUT:
        return legal_mythouts(box, s, out)
    return legal_discards(box, s, out)


def chances(box, s, out):
    """Every seat, every city, every physical hex is equally likely (HXM-RULING-1, HXM-SETUP-4, HXM-SETUP-6)."""
    if s.phase == S.AT_HIT:
        return weigh_hits(box, s, out)
    n = 0
    if s.phase <= S.AT_CITY or s.phase == S.AT_OPEN:
        n = legal_outcomes(box, s, out)
        for i in range(n):
            out[i] = 1
        return n
    for kind in range(box.types):
        if can_be_drawn(s, kind):
            out[n] = draw_weight(s, kind)
            n += 1
    return n


# decisions


def apply(box, s, a):
    """Hands a decision to the rules of its node."""
    if a >= S.CHANCE_START:
        apply_outcome(box, s, a)
    elif a >= S.PRODUCE:
        apply_menu(box, s, a)
    elif a < S.OF_RESOURCE:
        apply_type(box, s, a - S.OF_TYPE)
    elif a < S.OF_PLAYER:
        apply_resource(box, s, a - S.OF_RESOURCE)
    elif a < S.ON_CELL:
        apply_player(s, a - S.OF_PLAYER)
    elif a < S.PLAY_AT:
        apply_cell(box, s, a - S.ON_CELL)
    elif a < S.CUBE_AT:
        play(box, s, (a - S.PLAY_AT) // S.CELLS, (a - S.PLAY_AT) % S.CELLS)
    elif a < S.SWAP_AT:
        apply_cube(box, s, (a - S.CUBE_AT) % S.CELLS)
    elif a < S.BATCH:
        exchange(box, s, (a - S.SWAP_AT) // 2, (a - S.SWAP_AT) % 2)
    elif a < S.STRIKE:
        apply_batch(box, s, a - S.BATCH)
    elif a < S.ATTACK:
        where = (a - S.STRIKE) // S.MAX_STRIKE
        strike(box, s, where // S.CELLS, where % S.CELLS, (a - S.STRIKE) % S.MAX_STRIKE + 1)
    elif a < S.LOSE:
        attack(box, s, (a - S.ATTACK) // S.CELLS, (a - S.ATTACK) % S.CELLS)
    else:
        lose(box, s, a - S.LOSE)


def apply_outcome(box, s, a):
    if a < S.CHANCE_CITY:
        choose_starter(s, a - S.CHANCE_START)
    elif s.phase == S.AT_OPEN:
        open_city(box, s)
    elif a < S.CHANCE_DRAW:
        deal_city(box, s, a - S.CHANCE_CITY)
    elif a >= S.CHANCE_HIT:
        hit(box, s, a - S.CHANCE_HIT)
    elif s.phase == S.AT_SHOW:
        show_first(box, s, a - S.CHANCE_DRAW)
    elif s.phase == S.AT_HAND:
        deal_hex(box, s, a - S.CHANCE_DRAW)
    elif s.phase == S.AT_LOOK:
        look(box, s, a - S.CHANCE_DRAW)
    elif s.phase == S.AT_FATES:
        draw_fate(box, s, a - S.CHANCE_DRAW)
    else:
        refill(box, s, a - S.CHANCE_DRAW)


def apply_menu(box, s, a):
    if a == S.END:
        apply_end(box, s)
    elif a >= S.REVEAL:
        reveal(s)
    elif a == S.PRODUCE:
        produce(box, s)
    elif a == S.STRATEGIC:
        begin_strategy(s)
    elif a == S.SPECIAL:
        begin_special(s)
    elif a == S.WAR:
        begin_war(s)
    else:
        check_politics(box, s)


def apply_end(box, s):
    phase = s.phase
    if phase == S.AT_PLAY:
        end_play(s)
    elif phase == S.AT_MOVES:
        end_moves(s)
    elif phase == S.AT_EXCHANGE:
        end_exchange(box, s)
    elif phase == S.AT_SPECIAL:
        end_special(box, s)
    elif phase == S.AT_WAR:
        end_war(box, s)
    elif phase == S.AT_MUSTER:
        end_muster(s)
    else:
        end_effect(s)


def apply_type(box, s, kind):
    if s.phase <= S.AT_TAKE2:
        take_hex(box, s, kind)
    elif s.phase == S.AT_SPECIAL:
        activate_myth(box, s, kind)
    elif s.phase == S.AT_ORACLE:
        stack(s, kind)
    elif s.phase == S.AT_MYTHOUT:
        discard_myth(box, s, kind)
    else:
        discard(box, s, kind)


def apply_resource(box, s, resource):
    if s.phase == S.AT_TAKE2:
        gain_cube(box, s, resource)
    else:
        draw_water(box, s, resource)


def apply_player(s, player):
    if s.phase == S.AT_DEMAND:
        demand(s, player)
    else:
        curse(s, player)


def apply_cell(box, s, cell):
    phase = s.phase
    if phase == S.AT_DROP:
        drop(box, s, cell)
    elif phase == S.AT_SPECIAL:
        activate_hex(box, s, cell)
    elif phase == S.AT_AGORA_DROP:
        drop_one(box, s, cell)
    elif phase == S.AT_NECROPOLIS:
        bury(box, s, cell)
    else:
        settle(box, s, cell)


def apply_cube(box, s, cell):
    if s.phase == S.AT_PAY:
        pay(box, s, cell)
    elif s.phase == S.AT_GIVE:
        give(box, s, cell)
    else:
        fill(box, s, cell)


def apply_batch(box, s, batch):
    number = batch % S.MAX_BATCH + 1
    resource = batch // S.MAX_BATCH % S.RESOURCES
    cell = batch // S.MAX_BATCH // S.RESOURCES
    if s.phase == S.AT_MOVES:
        lift(box, s, cell, resource, number)
    elif s.phase == S.AT_MUSTER:
        muster(box, s, cell, resource, number)
    else:
        lift_one(box, s, cell, resource)


# results and views


def returns(box, s, out):
    share_win(box, s, out)


def scores(box, s, out):
    for player in range(box.players):
        out[player] = points(box, s, player)


def hide(box, s, viewer):
    hide_from(box, s, viewer)


def resample(box, s, viewer, rng):
    resample_for(box, s, viewer, rng)


def seen(box, s, a, viewer):
    return seen_by(box, s, a, viewer)
