"""The records of classic Hex.

Cells are numbered row by row; each row starts half a cell further right than the one above (here size 3):

    0 1 2          the neighbours of 4:   NW 1  NE 2      directions as in `hexagora.hexes`:   4   5
     3 4 5                               W 3      E 5                                        3   *   0
      6 7 8                               SW 6  SE 7                                           2   1
"""

from hexagora.engine.record import Record, i8, i16

MAX_SIZE = 19
CELLS = MAX_SIZE * MAX_SIZE
SWAP = CELLS  # the action after all cells
ACTIONS = CELLS + 1
MAX_LEGAL = CELLS + 1
NO_CELL = -1
SIDE_ONE, SIDE_TWO = 1, 2  # the two sides that a player joins
BOTH_SIDES = SIDE_ONE | SIDE_TWO


class Box(Record):
    players = i8("2")
    size = i8("cells along one side")
    cells = i16("cells of the board")
    swap = i8("1 if the second player may take over the first stone")
    neighbour = i16[CELLS, 6]("the cell in each direction, NO_CELL outside")
    mirror = i16[CELLS]("the cell with row and column exchanged")
    sides = i8[2, CELLS]("per player, which of the own sides a cell lies on")


class State(Record):
    stone = i8[CELLS]("0 for an empty cell, else 1 + the owner of the stone")
    chain = i16[CELLS]("for a stone, another one of its chain, nearer to the chain's first stone; itself if first")
    joined = i8[CELLS]("for the first stone of a chain, which of the owner's sides the chain touches")
    stones = i16("stones laid so far")
    mover = i8("the player to move")
    winner = i8("0 while the match goes on, else 1 + the winner")
