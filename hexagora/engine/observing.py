"""What a game's `features.py` defines, written like rules and bound with each game; see `features.py` of the engine for
what belongs to it."""


def observe(box, s, seat, out):
    """Writes what a seat sees into `out`, which is all zeros: first the channels of each cell, cell by cell, then the
    numbers beside the board. `s` is hidden for that seat; what is written depends on nothing else."""
    raise NotImplementedError


def turned(box, s, seat, cell):
    """The place of a cell when the board is turned so that it looks alike from every seat; the cell itself where the
    board cannot be turned so."""
    return cell


def seats_away(box, player, seat):
    """How many places after the seat a player sits: 0 is the seat itself."""
    away = player - seat
    if away < 0:
        away += box.players
    return away
