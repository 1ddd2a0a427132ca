"""The contract of Hexes of Sygon: who decides, what is legal, what follows. The phases have files of their own."""

from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.engine.rng import below
from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_pick import draws_phase, pick_cast, pick_move
from hexagora.games.sygon.rules_round import face_choices, go_on, lose, lose_choices, roll
from hexagora.games.sygon.rules_score import score_of
from hexagora.games.sygon.rules_setup import (
    cube_choices,
    draft_town,
    draft_wall,
    lay_tile,
    lay_token,
    open_box,
    seat_choices,
    take_cube,
    take_seats,
    tile_chances,
    tile_choices,
    token_chances,
    token_choices,
    town_choices,
    wall_choices,
)
from hexagora.games.sygon.rules_start import begin_turn
from hexagora.games.sygon.rules_turn import act, turn_choices


def deal(box, s):
    open_box(box, s)
    if s.stage == S.TURN_BEGINS:
        begin_turn(box, s)


def to_act(box, s):
    stage = s.stage
    if stage == S.AT_TURN:
        return s.seat[s.actor] + 0
    if stage == S.AT_END:
        return OVER
    if stage <= S.AT_TOKENS or stage == S.AT_ROLL:
        return CHANCE
    return s.seat[s.actor] + 0


def legal(box, s, out):
    stage = s.stage
    if stage == S.AT_TURN:
        return turn_choices(box, s, out)
    if stage == S.AT_ROLL:
        return face_choices(box, s, out, S.A_ROLL)
    if stage == S.AT_FORESEE:
        return face_choices(box, s, out, S.A_FORESEE)
    if stage == S.AT_LOSE:
        return lose_choices(box, s, out)
    if stage == S.AT_END:
        return 0
    return setup_choices(box, s, out)


def setup_choices(box, s, out):
    stage = s.stage
    if stage == S.AT_TILES:
        return tile_choices(box, s, out)
    if stage == S.AT_TOKENS:
        return token_choices(box, s, out)
    if stage == S.AT_TOWN:
        return town_choices(box, s, out)
    if stage == S.AT_WALL:
        return wall_choices(box, s, out)
    if stage == S.AT_CUBE:
        return cube_choices(box, s, out)
    return seat_choices(box, s, out)


def chances(box, s, out):
    """Tiles and tokens are drawn from what is left; seats and faces are equally likely."""
    if s.stage == S.AT_TILES:
        return tile_chances(box, s, out)
    if s.stage == S.AT_TOKENS:
        return token_chances(box, s, out)
    n = seat_choices(box, s, out) if s.stage == S.AT_SEATS else face_choices(box, s, out, S.A_ROLL)
    for i in range(n):
        out[i] = 1
    return n


def apply(box, s, a):
    stage = s.stage
    if stage == S.AT_TURN:
        act(box, s, a)
    elif stage == S.AT_ROLL:
        roll(box, s, a - S.A_ROLL)
    elif stage == S.AT_FORESEE:
        roll(box, s, a - S.A_FORESEE)
    elif stage == S.AT_LOSE:
        lose(box, s, a - S.A_LOSE)
    else:
        set_up(box, s, a)
    go_on(box, s)


def set_up(box, s, a):
    stage = s.stage
    if stage == S.AT_TILES:
        lay_tile(box, s, a - S.A_TILE)
    elif stage == S.AT_TOKENS:
        lay_token(box, s, a - S.A_TOKEN)
    elif stage == S.AT_TOWN:
        draft_town(box, s, a - S.A_TOWN)
    elif stage == S.AT_WALL:
        draft_wall(box, s, a - S.A_WALL)
    elif stage == S.AT_CUBE:
        take_cube(box, s, a - S.A_TAKE)
    else:
        take_seats(box, s, a)


def pick(box, s, out, rng):
    """A legal action drawn uniformly; in the longest menus without listing them."""
    if draws_phase(box, s, S.MOVING):
        return pick_move(box, s, rng)
    if draws_phase(box, s, S.CASTING):
        return pick_cast(box, s, rng)
    return out[below(rng, legal(box, s, out))]


def returns(box, s, out):
    """The winners share the win; in team play they are both teammates (SYG-WIN-3, SYG-TEAM-13)."""
    share = 0
    for p in range(box.players):
        share += (s.winners >> p) & 1
    for p in range(box.players):
        out[s.seat[p]] = WIN // share if (s.winners >> p) & 1 == 1 else 0


def scores(box, s, out):
    """Sorcery Points (SYG-SCORE-1)."""
    for p in range(box.players):
        out[s.seat[p]] = score_of(box, s, p)
