"""The records of Mana Pool.

Cells are numbered row by row from the top, on a hexagon of hexes with a point at the top (here side 4, 37 cells):

          0  1  2  3           a   directions:   NW  NE
         4  5  6  7  8         b                W  .  E
       9 10 11 12 13 14        c                 SW  SE
     15 16 17 18 19 20 21      d
       22 …                    e
"""

from hexagora.engine.record import Record, i8, i16, i32, u8

PLAYERS = 3
MAX_SIDE = 8
CELLS = 3 * MAX_SIDE * (MAX_SIDE - 1) + 1
MAX_CORNERS = 12
DIRECTIONS = 6
OUTSIDE = CELLS  # stands for every place that is not on the board: nobody can go there
GATES = 3  # hexes that touch a spawner
ORDERS = 6  # orders of three seats

# actions, in blocks
COLOUR = 0
CORNER = COLOUR + PLAYERS
FIRST = CORNER + MAX_CORNERS
ORDER = FIRST + PLAYERS
END_MOVE = ORDER + ORDERS
END_COMBAT = END_MOVE + 1
SPAWN = END_COMBAT + 1
MOVE = SPAWN + CELLS
ATTACK = MOVE + CELLS * DIRECTIONS
ACTIONS = ATTACK + CELLS * DIRECTIONS
MAX_LEGAL = 9 * MAX_SIDE * MAX_SIDE - 15 * MAX_SIDE + 7  # pairs of neighbours, and closing the phase

# what stands on a cell: 0 nothing, 1 + player a token
EMPTY, SPAWNER = 0, PLAYERS + 1

ORDERING, COLOURS, CORNERS, STARTER, SPAWNING, MOVING, COMBAT, FINISHED = range(8)  # phases
ANY, ALTERNATE = range(2)  # rules for corners
BY_CHANCE, BY_SEAT, BY_COLOUR = range(3)  # ways to find the first player


class Box(Record):
    players = i8("3")
    side = i8("hexes along one edge")
    cells = i16("places of the hexagon, missing hexes included")
    missing = i8[CELLS]("1 where a custom board has no hex")
    tile = i8[CELLS]("index of the tile's kind in the content file")
    pool = i16("the cell of the Mana Pool")
    draw = i8("mana collected from the Pool in an end phase")
    attack = i8[CELLS]("attack of a token that stands here")
    defence = i8[CELLS]("defence of a token that stands here")
    locks = i8[CELLS]("1 where a token is locked")
    extra_action = i8[CELLS]("action points that a token here adds at the start of the turn")
    extra_spawn = i8[CELLS]("spawns that a token here adds at the start of the turn")
    neighbour = i16[CELLS, DIRECTIONS]("the cell in each direction, -1 where there is none")
    around = u8[CELLS, DIRECTIONS]("the same with OUTSIDE where there is none")
    corners = i8("corners where a spawner can stand")
    corner = i16[MAX_CORNERS]("their cells, clockwise")
    gate = i16[MAX_CORNERS, GATES]("the three hexes that touch each corner, ascending")
    corner_rule = i8("ANY or ALTERNATE")
    random_order = i8("1 if chance decides who picks first")
    starter_rule = i8("how the first player is found: BY_CHANCE, BY_SEAT or BY_COLOUR")
    starter = i8("the seat or the colour that starts")
    goal = i8("mana that wins")
    actions = i8("action points of a turn before bonuses")
    spawns = i8("spawns of a turn before bonuses")
    token_limit = i16("most tokens of a player on the board")
    round_limit = i16("last round, 0 for none")


class State(Record):
    phase = i8("what is being decided")
    player = i8("the seat that decides, or whose turn it is")
    picks = i8("seats that have picked in the present set-up step")
    picker = i8[PLAYERS]("the seats in the order in which they pick")
    colour = i8[PLAYERS]("1 + the colour of each seat, 0 before the choice")
    home = i8[PLAYERS]("1 + the corner of each seat, 0 before the choice")
    after = i8[PLAYERS]("the seat that follows clockwise")
    first = i8("the seat that began the round")
    round = i32("the present round, from 1")
    points = i16("action points left")
    spawns = i16("spawns left")
    mana = i8[PLAYERS]("mana collected")
    owner = i8[CELLS + 1]("what stands on each cell: EMPTY, 1 + seat, or SPAWNER; on OUTSIDE always SPAWNER")
    tokens = u8[PLAYERS]("tokens on the board")
    token = u8[PLAYERS, CELLS]("their cells, ascending")
    bonus_actions = i16[PLAYERS]("action points from Extra Action tiles held now")
    bonus_spawns = i16[PLAYERS]("spawns from Extra Spawn tiles held now")
    winners = i8("bit per seat: who has won")
