"""Sorcery Points, the score to win, and who is best."""

from hexagora.games.sygon.rules_board import beyond, cubes_held, friendly, is_landscape, wall_beyond
from hexagora.games.sygon.state import ERUPTED, MARKET, NO_CELL, SCORCHED, SIDES, TOWN, WORKSHOP


def closes(box, owner, wall):
    """Whether a Wall (1 + its owner, or 0) closes a side for the Town's owner (SYG-SCORE-5, SYG-RULING-84)."""
    if wall == 0:
        return False
    if wall == owner + 1:
        return True
    return box.team_walls == 1 and friendly(box, owner, wall - 1)


def side_closed(box, s, owner, cell, side):
    """Closed by frame, Volcano, Ash, or a Wall in either place of the border (SYG-SCORE-3, SYG-SCORE-4)."""
    other = beyond(box, cell, side)
    if other == NO_CELL or not is_landscape(s, other):
        return True
    if closes(box, owner, s.wall[cell][side] + 0):
        return True
    return closes(box, owner, wall_beyond(box, s, cell, side))


def encircled(box, s, owner, cell):
    """A Town all of whose six sides are closed (SYG-SCORE-3)."""
    for side in range(SIDES):
        if not side_closed(box, s, owner, cell, side):
            return False
    return True


def encirclements(box, s, p):
    count = 0
    for cell in range(box.cells):
        if s.town[cell] == p + 1 and encircled(box, s, p, cell):
            count += 1
    return count


def built(box, s, p, piece):
    """Pieces of a kind that a player has on the board."""
    return box.pieces[piece] - s.left[p][piece]


def score_of(box, s, p):
    """The worth of the pieces now on the board (SYG-SCORE-1, SYG-SCORE-2, SYG-GEN-2)."""
    points = built(box, s, p, TOWN) * box.points[TOWN]
    points += built(box, s, p, WORKSHOP) * box.points[WORKSHOP]
    points += built(box, s, p, MARKET) * box.points[MARKET]
    return points + encirclements(box, s, p) * box.encirclement_points


def best_score(box, s):
    best = 0
    for p in range(box.players):
        best = max(best, score_of(box, s, p))
    return best


def ash_counted(box, s):
    """X: Ash hexes made by eruptions, or all of them (SYG-WIN-2, SYG-RULING-55)."""
    count = 0
    for cell in range(box.cells):
        if s.terrain[cell] == ERUPTED or (box.all_ash_counts == 1 and s.terrain[cell] == SCORCHED):
            count += 1
    return count


def score_to_win(box, s):
    """27 - X (SYG-WIN-2)."""
    return box.win_points - ash_counted(box, s)


def side_score(box, s, p):
    """What decides the match: the own score, in team play that of both teammates (SYG-TEAM-13)."""
    score = score_of(box, s, p)
    mate = box.mate[p] + 0
    if mate != p:
        score += score_of(box, s, mate)
    return score


def goods_points(box, s, p):
    return s.gold[p] * box.tie_gold + cubes_held(s, p) * box.tie_cube


def side_goods(box, s, p):
    """The last comparison: Gold and cubes held, in team play by both (SYG-TIE-3, SYG-RULING-88)."""
    goods = goods_points(box, s, p)
    mate = box.mate[p] + 0
    if mate != p:
        goods += goods_points(box, s, mate)
    return goods


def leaders(box, s):
    """The players, or the teams' members, with the highest score, as a mask."""
    best = 0
    mask = 0
    for p in range(box.players):
        score = side_score(box, s, p)
        if mask == 0 or score > best:
            best = score
            mask = 1 << p
        elif score == best:
            mask |= 1 << p
    return mask


def richest(box, s, candidates):
    """Of some players those with the most goods points, as a mask (SYG-TIE-3, SYG-RULING-57)."""
    best = 0
    mask = 0
    for p in range(box.players):
        if (candidates >> p) & 1 == 1:
            goods = side_goods(box, s, p)
            if mask == 0 or goods > best:
                best = goods
                mask = 1 << p
            elif goods == best:
                mask |= 1 << p
    return mask


def is_one_side(box, mask):
    """Whether all players of a mask are friends: a single leader, or one team."""
    first = -1
    for p in range(box.players):
        if (mask >> p) & 1 == 1:
            if first < 0:
                first = p
            elif not friendly(box, first, p):
                return False
    return True
