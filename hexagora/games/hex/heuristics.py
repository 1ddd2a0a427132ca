"""Rules of thumb for classic Hex: a short way to the end of a random play-out."""

from hexagora.engine.rng import below
from hexagora.games.hex.rules import may_swap
from hexagora.games.hex.state import SWAP

TUNING = {"explore": 50, "later": 300}  # a cell that is good later is good now, and guides better than curiosity

NO_SHORT_WAY = NOBODY = -1
SOUTHWEST = 2  # directions as in `hexagora.hexes`, clockwise: E SE SW W NW NE
ROW_STEPS = 0b00_00_01_10_10_01  # by direction, two bits each from the right, one more than the step: 0 1 1 0 -1 -1
COLUMN_STEPS = 0b10_01_00_00_01_10  # 1 0 -1 -1 0 1


def rollout(box, s, out, rng):
    """Fills the empty cells in random order and looks only then who has joined both sides. Exactly one player has, and
    it is the one whom the same moves would have made win on the way: a chain that joins both sides stays."""
    if s.winner > 0 or may_swap(box, s):
        return NO_SHORT_WAY
    empty = 0
    for cell in range(box.cells):
        out[empty] = cell
        empty += s.stone[cell] == 0
    own = s.mover + 1
    mine = (empty + 1) // 2  # the player to move lays the first stone and every second one
    for i in range(mine):
        j = i + below(rng, empty - i)
        s.stone[out[j]] = own
        out[j] = out[i]
    for i in range(mine, empty):
        s.stone[out[i]] = 3 - own
    s.winner = winner_of_full_board(box, s)
    return empty


def winner_of_full_board(box, s):
    """Walks between the stones from the corner where the first player's upper and the second player's left side meet,
    the first player's stones on the one hand and the second player's on the other, to whichever far side comes first:
    the stones on that hand join it to the near one. (The cells beside the board count as stones of the sides.)"""
    size = box.size + 0
    row = -1  # where the walk touches the first player
    column = 0
    direction = SOUTHWEST  # from there to where it touches the second player
    while True:
        ahead = (direction + 5) % 6
        next_row = row + ((ROW_STEPS >> 2 * ahead) & 3) - 1
        next_column = column + ((COLUMN_STEPS >> 2 * ahead) & 3) - 1
        if next_column >= size:
            return 2
        if next_row >= size:
            return 1
        if next_row < 0 or (next_column >= 0 and s.stone[next_row * size + next_column] == 1):
            row = next_row
            column = next_column
            direction = (direction + 1) % 6
        else:
            direction = ahead


def maker(box, s, a):
    """Whoever has a stone on a cell at the end laid it."""
    return s.stone[a] - 1 if a != SWAP else NOBODY
