"""The rules of Hexcape: the contract, over the rules of the set-up, the two steps of a turn and the cards."""

from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.engine.rng import below
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_cards import (
    barricade,
    decide_draw,
    done_erasing,
    draw_hidden,
    erase,
    leap_to,
    list_deck,
    list_erasures,
    list_plays,
    long_swap_with,
    play_plain,
    playable_card,
    shove,
    take_card,
    take_second_roll,
    trailblaze,
    weigh_deck,
)
from hexagora.games.hexcape.rules_change import change_hex, list_changes, may_change, stop_moving
from hexagora.games.hexcape.rules_map import clear_walks, highest_face, lay_out, measure_walks, walk_from
from hexagora.games.hexcape.rules_move import go_to, list_steps, list_teleports, take_teleport_roll, teleport_to
from hexagora.games.hexcape.rules_setup import (
    answer_offer,
    choose_map,
    list_colours,
    list_maps,
    list_next,
    list_offers,
    make_offer,
    take_next_place,
    take_token,
    throw_for_order,
    throw_for_side,
    throw_for_tie,
    wish_for,
)
from hexagora.games.hexcape.rules_turn import end_turn, take_action_roll


def deal(box, s):
    """First of all the players choose their tokens (HEX-SETUP-1)."""
    s.phase = S.TAKING
    s.actor = 0
    if box.vote == 0:
        lay_out(box, s, 0)


def to_act(box, s):
    if s.phase <= S.LAST_CHANCE:
        return CHANCE
    if s.phase == S.FINISHED:
        return OVER
    return int(s.actor)


def legal(box, s, out):
    if s.phase == S.MOVING:
        return list_moving(box, s, out)
    if s.phase == S.CHANGING:
        return list_changing(box, s, out)
    if s.phase <= S.LAST_CHANCE:
        return list_outcomes(box, s, out)
    if s.phase == S.ASKED_TO_DRAW:
        return list_two(out, S.DRAW, S.NO_DRAW)
    if s.phase == S.ERASING:
        return list_erasures(box, s, out)
    return list_setup(box, s, out)


def list_moving(box, s, out):
    """Steps, swaps, teleports, a card, or closing the step, which is always possible (HEX-RULING-37, 38)."""
    n = list_steps(box, s, out, 0)
    n = list_teleports(box, s, out, n)
    n = list_plays(box, s, out, n)
    out[n] = S.STOP_MOVING
    return n + 1


def list_changing(box, s, out):
    """Changes, a card, or the end of the turn with points unspent (HEX-END-2, HEX-RULING-37, 38)."""
    n = list_changes(box, s, out, 0)
    n = list_plays(box, s, out, n)
    out[n] = S.END_TURN
    return n + 1


def list_outcomes(box, s, out):
    """Faces of a die, cards of the deck, or players for the next place in the order."""
    if s.phase == S.DRAWING:
        return list_deck(box, s, out)
    if s.phase == S.NEXT_PLACE:
        return list_next(box, s, out)
    faces = faces_to_roll(box, s)
    for face in range(faces):
        out[face] = S.ROLL + face
    return faces


def faces_to_roll(box, s):
    """The same die for everything (HEX-RULING-3) but for the order when the map is still open (HEX-RULING-2)."""
    if s.phase == S.ORDER_ROLL or s.phase == S.TIE_ROLL or s.phase == S.SIDE_ROLL:
        return int(box.order_die)
    return highest_face(box, s)


def list_two(out, one, other):
    out[0] = one
    out[1] = other
    return 2


def list_setup(box, s, out):
    if s.phase == S.TAKING:
        return list_colours(box, s, out)
    if s.phase == S.WISHING:
        return list_maps(box, out, S.WISH)
    if s.phase == S.CHOOSING:
        return list_maps(box, out, S.CHOOSE)
    if s.phase == S.OFFERING:
        return list_offers(box, s, out)
    return list_two(out, S.ACCEPT, S.DECLINE)


def chances(box, s, out):
    """Faces and players are equally likely, cards by the copies left."""
    if s.phase == S.DRAWING:
        return weigh_deck(box, s, out)
    n = list_outcomes(box, s, out)
    for k in range(n):
        out[k] = 1
    return n


def pick(box, s, out, rng):
    """A random legal action; in the changing step without listing the many changes."""
    if s.phase != S.CHANGING or playable_card(s) != S.CARDS or s.ap < box.change_price:
        return out[below(rng, legal(box, s, out))]
    changes = 2 * int(box.passable[s.map])
    while True:
        drawn = below(rng, changes + 1)
        if drawn == changes:
            return S.END_TURN
        if may_change(box, s, drawn):
            return S.CHANGE + drawn


def apply(box, s, a):
    if s.phase == S.MOVING:
        apply_moving(box, s, a)
    elif s.phase == S.CHANGING:
        apply_changing(box, s, a)
    elif s.phase <= S.LAST_CHANCE:
        apply_outcome(box, s, a)
    elif s.phase == S.ASKED_TO_DRAW:
        decide_draw(box, s, 1 if a == S.DRAW else 0)
    elif s.phase == S.ERASING:
        apply_erasing(box, s, a)
    else:
        apply_setup(box, s, a)


def apply_moving(box, s, a):
    if a < S.TELEPORT:
        go_to(box, s, a - S.GO)
    elif a < S.CHANGE:
        teleport_to(box, s, a - S.TELEPORT)
    elif a == S.STOP_MOVING:
        stop_moving(box, s)
    else:
        apply_card(box, s, a)


def apply_changing(box, s, a):
    if a < S.ERASE:
        change_hex(box, s, a - S.CHANGE)
    elif a == S.END_TURN:
        end_turn(box, s)
    else:
        apply_card(box, s, a)


def apply_card(box, s, a):
    """Playing costs nothing unless the card says so (HEX-RULING-32)."""
    if a >= S.PLAY:
        play_plain(box, s, a - S.PLAY)
    elif a >= S.BARRICADE_ON:
        barricade(box, s, a - S.BARRICADE_ON)
    elif a >= S.TRAILBLAZE:
        trailblaze(box, s, a - S.TRAILBLAZE)
    elif a >= S.LONG_SWAP_WITH:
        long_swap_with(box, s, a - S.LONG_SWAP_WITH)
    elif a >= S.SHOVE_TO:
        shove(box, s, a - S.SHOVE_TO)
    else:
        leap_to(box, s, a - S.LEAP_TO)


def apply_erasing(box, s, a):
    if a == S.DONE_ERASING:
        done_erasing(s)
    else:
        erase(box, s, a - S.ERASE)


def apply_outcome(box, s, a):
    if s.phase == S.ACTION_ROLL:
        take_action_roll(box, s, a - S.ROLL + 1)
    elif s.phase == S.TELEPORT_ROLL:
        take_teleport_roll(box, s, a - S.ROLL + 1)
    elif s.phase == S.DRAWING:
        take_card(box, s, a - S.CARD)
    elif s.phase == S.SECOND_ROLL:
        take_second_roll(box, s, a - S.ROLL + 1)
    elif s.phase == S.ORDER_ROLL:
        throw_for_order(box, s, a - S.ROLL + 1)
    elif s.phase == S.TIE_ROLL:
        throw_for_tie(box, s, a - S.ROLL + 1)
    elif s.phase == S.SIDE_ROLL:
        throw_for_side(box, s, a - S.ROLL + 1)
    else:
        take_next_place(box, s, a - S.NEXT)


def apply_setup(box, s, a):
    if s.phase == S.TAKING:
        take_token(box, s, a - S.TAKE)
    elif s.phase == S.WISHING:
        wish_for(box, s, a - S.WISH)
    elif s.phase == S.CHOOSING:
        choose_map(box, s, a - S.CHOOSE)
    elif s.phase == S.OFFERING:
        make_offer(box, s, a)
    else:
        answer_offer(box, s, a)


def returns(box, s, out):
    """The winner takes all; a shared win is split evenly (HEX-RULING-39)."""
    count = 0
    for player in range(box.players):
        count += (s.winners >> player) & 1
    for player in range(box.players):
        out[player] = WIN // count if (s.winners >> player) & 1 else 0


def scores(box, s, out):
    """The remaining cost of each player's walk to E, as a negative number: it ranks the players (HEX-RULING-39)."""
    if s.round == 0:
        for player in range(box.players):
            out[player] = 0
        return
    measure_walks(box, s)
    for player in range(box.players):
        out[player] = -(walk_from(s, int(s.at[player])) // S.STEP_LIMIT)
    clear_walks(box, s)


def hide(box, s, viewer):
    """A face-down card is known to its owner alone, until the end of the game."""
    if s.phase == S.FINISHED:
        return
    for player in range(box.players):
        if player != viewer and s.fate[player] == S.FACE_DOWN:
            s.card[player] = S.UNKNOWN_CARD


def resample(box, s, viewer, rng):
    """Redraws the face-down cards of the others from those that the viewer has not seen."""
    for player in range(box.players):
        if s.card[player] == S.UNKNOWN_CARD:
            s.card[player] = draw_hidden(box, s, rng) + 1


def seen(box, s, a, viewer):
    """A secret card is drawn unseen by the others (HEX-CARD-2)."""
    if a >= S.CARD and a < S.CARD_HIDDEN and viewer != s.actor and box.kind[a - S.CARD] == S.SECRET:
        return S.CARD_HIDDEN
    return a
