"""The rules of Hexcape: the contract, over the rules of the set-up, the two steps of a turn and the cards."""

from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.engine.rng import below
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
from hexagora.games.hexcape.state import (
    ACCEPT,
    ACTION_ROLL,
    ASKED_TO_DRAW,
    BARRICADE_ON,
    CARD,
    CARD_HIDDEN,
    CARDS,
    CHANGE,
    CHANGING,
    CHOOSE,
    CHOOSING,
    DECLINE,
    DONE_ERASING,
    DRAW,
    DRAWING,
    END_TURN,
    ERASE,
    ERASING,
    FACE_DOWN,
    FINISHED,
    GO,
    LAST_CHANCE,
    LEAP_TO,
    LONG_SWAP_WITH,
    MOVING,
    NEXT,
    NEXT_PLACE,
    NO_DRAW,
    OFFERING,
    ORDER_ROLL,
    PLAY,
    ROLL,
    SECOND_ROLL,
    SECRET,
    SHOVE_TO,
    SIDE_ROLL,
    STEP_LIMIT,
    STOP_MOVING,
    TAKE,
    TAKING,
    TELEPORT,
    TELEPORT_ROLL,
    TIE_ROLL,
    TRAILBLAZE,
    UNKNOWN_CARD,
    WISH,
    WISHING,
)


def deal(box, s):
    """First of all the players choose their tokens (HEX-SETUP-1)."""
    s.phase = TAKING
    s.actor = 0
    if box.vote == 0:
        lay_out(box, s, 0)


def to_act(box, s):
    if s.phase <= LAST_CHANCE:
        return CHANCE
    if s.phase == FINISHED:
        return OVER
    return int(s.actor)


def legal(box, s, out):
    if s.phase == MOVING:
        return list_moving(box, s, out)
    if s.phase == CHANGING:
        return list_changing(box, s, out)
    if s.phase <= LAST_CHANCE:
        return list_outcomes(box, s, out)
    if s.phase == ASKED_TO_DRAW:
        return list_two(out, DRAW, NO_DRAW)
    if s.phase == ERASING:
        return list_erasures(box, s, out)
    return list_setup(box, s, out)


def list_moving(box, s, out):
    """Steps, swaps, teleports, a card, or closing the step, which is always possible (HEX-RULING-37, 38)."""
    n = list_steps(box, s, out, 0)
    n = list_teleports(box, s, out, n)
    n = list_plays(box, s, out, n)
    out[n] = STOP_MOVING
    return n + 1


def list_changing(box, s, out):
    """Changes, a card, or the end of the turn with points unspent (HEX-END-2, HEX-RULING-37, 38)."""
    n = list_changes(box, s, out, 0)
    n = list_plays(box, s, out, n)
    out[n] = END_TURN
    return n + 1


def list_outcomes(box, s, out):
    """Faces of a die, cards of the deck, or players for the next place in the order."""
    if s.phase == DRAWING:
        return list_deck(box, s, out)
    if s.phase == NEXT_PLACE:
        return list_next(box, s, out)
    faces = faces_to_roll(box, s)
    for face in range(faces):
        out[face] = ROLL + face
    return faces


def faces_to_roll(box, s):
    """The same die for everything (HEX-RULING-3) but for the order when the map is still open (HEX-RULING-2)."""
    if s.phase == ORDER_ROLL or s.phase == TIE_ROLL or s.phase == SIDE_ROLL:
        return int(box.order_die)
    return highest_face(box, s)


def list_two(out, one, other):
    out[0] = one
    out[1] = other
    return 2


def list_setup(box, s, out):
    if s.phase == TAKING:
        return list_colours(box, s, out)
    if s.phase == WISHING:
        return list_maps(box, out, WISH)
    if s.phase == CHOOSING:
        return list_maps(box, out, CHOOSE)
    if s.phase == OFFERING:
        return list_offers(box, s, out)
    return list_two(out, ACCEPT, DECLINE)


def chances(box, s, out):
    """Faces and players are equally likely, cards by the copies left."""
    if s.phase == DRAWING:
        return weigh_deck(box, s, out)
    n = list_outcomes(box, s, out)
    for k in range(n):
        out[k] = 1
    return n


def pick(box, s, out, rng):
    """A random legal action; in the changing step without listing the many changes."""
    if s.phase != CHANGING or playable_card(s) != CARDS or s.ap < box.change_price:
        return out[below(rng, legal(box, s, out))]
    changes = 2 * int(box.passable[s.map])
    while True:
        drawn = below(rng, changes + 1)
        if drawn == changes:
            return END_TURN
        if may_change(box, s, drawn):
            return CHANGE + drawn


def apply(box, s, a):
    if s.phase == MOVING:
        apply_moving(box, s, a)
    elif s.phase == CHANGING:
        apply_changing(box, s, a)
    elif s.phase <= LAST_CHANCE:
        apply_outcome(box, s, a)
    elif s.phase == ASKED_TO_DRAW:
        decide_draw(box, s, 1 if a == DRAW else 0)
    elif s.phase == ERASING:
        apply_erasing(box, s, a)
    else:
        apply_setup(box, s, a)


def apply_moving(box, s, a):
    if a < TELEPORT:
        go_to(box, s, a - GO)
    elif a < CHANGE:
        teleport_to(box, s, a - TELEPORT)
    elif a == STOP_MOVING:
        stop_moving(box, s)
    else:
        apply_card(box, s, a)


def apply_changing(box, s, a):
    if a < ERASE:
        change_hex(box, s, a - CHANGE)
    elif a == END_TURN:
        end_turn(box, s)
    else:
        apply_card(box, s, a)


def apply_card(box, s, a):
    """Playing costs nothing unless the card says so (HEX-RULING-32)."""
    if a >= PLAY:
        play_plain(box, s, a - PLAY)
    elif a >= BARRICADE_ON:
        barricade(box, s, a - BARRICADE_ON)
    elif a >= TRAILBLAZE:
        trailblaze(box, s, a - TRAILBLAZE)
    elif a >= LONG_SWAP_WITH:
        long_swap_with(box, s, a - LONG_SWAP_WITH)
    elif a >= SHOVE_TO:
        shove(box, s, a - SHOVE_TO)
    else:
        leap_to(box, s, a - LEAP_TO)


def apply_erasing(box, s, a):
    if a == DONE_ERASING:
        done_erasing(s)
    else:
        erase(box, s, a - ERASE)


def apply_outcome(box, s, a):
    if s.phase == ACTION_ROLL:
        take_action_roll(box, s, a - ROLL + 1)
    elif s.phase == TELEPORT_ROLL:
        take_teleport_roll(box, s, a - ROLL + 1)
    elif s.phase == DRAWING:
        take_card(box, s, a - CARD)
    elif s.phase == SECOND_ROLL:
        take_second_roll(box, s, a - ROLL + 1)
    elif s.phase == ORDER_ROLL:
        throw_for_order(box, s, a - ROLL + 1)
    elif s.phase == TIE_ROLL:
        throw_for_tie(box, s, a - ROLL + 1)
    elif s.phase == SIDE_ROLL:
        throw_for_side(box, s, a - ROLL + 1)
    else:
        take_next_place(box, s, a - NEXT)


def apply_setup(box, s, a):
    if s.phase == TAKING:
        take_token(box, s, a - TAKE)
    elif s.phase == WISHING:
        wish_for(box, s, a - WISH)
    elif s.phase == CHOOSING:
        choose_map(box, s, a - CHOOSE)
    elif s.phase == OFFERING:
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
        out[player] = -(walk_from(s, int(s.at[player])) // STEP_LIMIT)
    clear_walks(box, s)


def hide(box, s, viewer):
    """A face-down card is known to its owner alone, until the end of the game."""
    if s.phase == FINISHED:
        return
    for player in range(box.players):
        if player != viewer and s.fate[player] == FACE_DOWN:
            s.card[player] = UNKNOWN_CARD


def resample(box, s, viewer, rng):
    """Redraws the face-down cards of the others from those that the viewer has not seen."""
    for player in range(box.players):
        if s.card[player] == UNKNOWN_CARD:
            s.card[player] = draw_hidden(box, s, rng) + 1


def seen(box, s, a, viewer):
    """A secret card is drawn unseen by the others (HEX-CARD-2)."""
    if a >= CARD and a < CARD_HIDDEN and viewer != s.actor and box.kind[a - CARD] == SECRET:
        return CARD_HIDDEN
    return a
