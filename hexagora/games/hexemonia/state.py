"""The records of Hexemonia, and the numbers that stand for things.

Every player has an own plane of hexes drawn with a side at the top. Cell 0 is the Acropolis `o`; then each ring starts
straight north of it and runs clockwise (here rings 0 to 2; c1 to c18 follow, and d1 to d24 if the content needs them):

              b1                 the numbers of the cells:  o is 0, a1 to a6 are 1 to 6,
          b12     b2             b1 to b12 are 7 to 18, c1 to c18 are 19 to 36
      b11     a1     b3
          a6      a2             directions 0 to 5:    N
      b10      o     b4                            NW     NE
          a5      a3                               SW     SE
      b9      a4     b5                                S
          b8      b6
              b7

Sets of cells are bit masks: bit c is cell c. All planes fit into 61 bits.
"""

from hexagora.engine.record import Record, i8, i16, i64, u8

MAX_PLAYERS = 4
MAX_RADIUS = 4
RINGS = MAX_RADIUS + 1
CELLS = 61  # cells of a plane of radius 4
SIDES = 6
PATTERNS = 1 << SIDES
SURROUNDED = PATTERNS - 1  # the pattern of a cell with hexes on all six sides
TYPES = 32  # names of hexes, Myths included
CITIES = 8
ACROPOLIS = 0  # the cell o
OUTSIDE = -1
NOBODY = 0  # fields that hold 1 + a player
UNKNOWN = 0  # fields that hold 1 + a type or 1 + a city, hidden from the viewer
NAME_BYTES = 24

CITIZEN, HOPLITE, GOLD = 0, 1, 2
RESOURCES = 3
UNITS = 2  # the resources that fight: citizens and hoplites

CHORA, FORTIFICATION, POLIS, MYTH = 1, 2, 3, 4
POLITICAL, MILITARY, ECONOMIC, SACRED = 1, 2, 3, 4
NATURES = 4

SPRING, TEMPLE, HARBOUR, NECROPOLIS, AGORA, LIGHTHOUSE = range(1, 7)
TAVERN, LABYRINTH, HADES, ORACLE, FATES, PANDORA = range(7, 13)

# Whose question is open: chance first, then the players' nodes.
(AT_START, AT_CITY, AT_SHOW, AT_HAND, AT_REFILL1, AT_REFILL2, AT_LOOK, AT_FATES, AT_HIT, AT_OPEN) = range(10)
LAST_CHANCE = AT_OPEN
(AT_TAKE1, AT_TAKE2, AT_PLAY, AT_PAY, AT_ACTION, AT_FILL, AT_MOVES, AT_DROP, AT_EXCHANGE, AT_SPECIAL, AT_SPRING,
 AT_DEMAND, AT_GIVE, AT_HADES, AT_PANDORA, AT_ORACLE, AT_AGORA, AT_AGORA_DROP, AT_NECROPOLIS, AT_WAR, AT_MUSTER,
 AT_LOSE, AT_SETTLE, AT_MYTHOUT, AT_DISCARD, AT_OVER) = range(10, 36)

# Actions. A block is used at every node that asks for that sort of thing; the node gives the verb.
MAX_BATCH = 64  # cubes lifted or mustered in one step
MAX_STRIKE = 6  # citizens that Hades could ever take
MAX_LOSS = 256  # hoplites that could ever fall in one attack
OF_TYPE = 0  # take, activate (a Myth), stack, discard
OF_RESOURCE = OF_TYPE + TYPES  # gain
OF_PLAYER = OF_RESOURCE + RESOURCES  # demand, curse
ON_CELL = OF_PLAYER + MAX_PLAYERS  # activate, drop, bury, settle
PLAY_AT = ON_CELL + CELLS  # play and myth: type, then cell
CUBE_AT = PLAY_AT + TYPES * CELLS  # pay, fill, give: resource, then cell
SWAP_AT = CUBE_AT + RESOURCES * CELLS  # exchange: cell, then direction
BATCH = SWAP_AT + CELLS * 2  # lift and muster: cell, resource, number
STRIKE = BATCH + CELLS * RESOURCES * MAX_BATCH  # player, cell, number
ATTACK = STRIKE + MAX_PLAYERS * CELLS * MAX_STRIKE  # player, then cell
LOSE = ATTACK + MAX_PLAYERS * CELLS
PRODUCE = LOSE + MAX_LOSS
STRATEGIC, SPECIAL, WAR, PASS = range(PRODUCE + 1, PRODUCE + 5)
REVEAL = PASS + 1  # the city that comes to light
END = REVEAL + CITIES
CHANCE_START = END + 1  # the starting seat
CHANCE_CITY = CHANCE_START + MAX_PLAYERS  # the city dealt, or opened for the scoring
CHANCE_DRAW = CHANCE_CITY + CITIES  # the hex drawn from the Fate pile
CHANCE_HIT = CHANCE_DRAW + TYPES  # the hex that Pandora hits
HIDDEN_CITY, HIDDEN_DRAW, HIDDEN_STACK = range(CHANCE_HIT + TYPES, CHANCE_HIT + TYPES + 3)  # seen by others only
ACTIONS = HIDDEN_STACK + 1
MAX_LEGAL = 1024

TO_HOPLITE, TO_CITIZENS = 0, 1  # directions of an exchange
MAX_LOOK = 8  # hexes that an Oracle could ever see
GROUPS = 2  # of hexes that a viewer is sure of: those of the last Oracle that reached for them, those of earlier ones
NEWEST, OLDEST = 0, GROUPS - 1
PLENTY = 1 << 14  # what an unlimited supply always has


class Box(Record):
    players = i8("2 to 4")
    radius = i8("rings around the Acropolis")
    cells = i8("cells of each plane")
    neighbour = i8[CELLS, SIDES]("the cell in each direction, OUTSIDE beyond the plane")
    near = i64[CELLS]("the cells around a cell, as a mask")
    ring = i64[RINGS]("the cells of each ring, as a mask")
    groups = i8[PATTERNS]("how many groups of adjacent sides a pattern of six sides has")
    types = i8("names of hexes in the content, Myths last")
    colour = i8[TYPES]("CHORA to MYTH")
    nature = i8[TYPES]("POLITICAL to SACRED")
    cost = i8[TYPES, RESOURCES]("cubes that the hex asks for")
    produces = i8[TYPES]("1 + the resource that the hex produces, 0 for none")
    amount = i8[TYPES]("how much it produces")
    gear = i8[TYPES]("the special action, 0 for none")
    shield = i8[TYPES]("hoplites that an attacker of a neighbour must add")
    copies = i8[TYPES]("hexes of this type in use with this number of players")
    hexes = i16("all hexes in use")
    first_myth = i8("the first type that is a Myth; all later ones are too")
    city = i8[MAX_PLAYERS]("the cities in use")
    cities = i8("cities in the content")
    city_nature = i8[CITIES]("the nature of each Acropolis")
    bonus_colour = i8[CITIES]("the colour that a city gives a bonus for")
    bonus = i8[CITIES]("points per active hex of that colour")
    hand_limit = i8("hexes in hand at the end of a turn")
    myth_limit = i8("Myths in front of a player")
    display = i8("hexes on display")
    start_hand = i8("hexes in the starting hand")
    start_cubes = i8[RESOURCES]("cubes on each Acropolis at the start")
    supply = i8[RESOURCES]("cubes in the box")
    hoplite_value = i8("citizens that a hoplite is worth")
    look = i8("hexes that the Oracle sees")
    strike = i8("citizens that Hades can take")
    agora = i8("cubes that the Agora moves")
    bury = i8("citizens that the Necropolis takes for one gold")
    points_chora = i8("points for an active Chora")
    points_fortification = i8("points for an active Fortification")
    points_polis = i8("points for an active Polis")
    points_trio = i8("points for a trio of Myths")
    points_gold = i8("points for a gold on the Acropolis")
    points_philosopher = i8("points for the Philosopher where there are no Revolts")
    hidden_cities = i8("1 if the Acropolises start with the city face down")
    revolts = i8("1 if Revolts break out")
    first_player = i8("1 + the starting player, 0 for random")
    no_refill = i8("1 if the last round begins when a display hex cannot be replaced")
    unlimited_supply = i8("1 if cubes never run out")
    unlimited_exchange = i8("1 if a hex may exchange more than once")
    myths_per_game = i8("1 if the limit also holds for all Myths played")
    excess_active_only = i8("1 if nothing is in excess on an inactive hex")
    shield_self = i8("1 if a shield protects its own hex")
    first_ring_only = i8("1 if only the ring around the Acropolis must be full before others are begun")
    political_myths = i8("1 if Myths count as political hexes")
    trio_active = i8("1 if only active Myths make a trio")
    myth_city_counts_itself = i8("1 if a city with a bonus for Myths counts its Acropolis")
    type_id = u8[TYPES, NAME_BYTES]("ids of the types in UTF-8")
    type_name = u8[TYPES, NAME_BYTES]("their names in the chosen language")
    city_id = u8[CITIES, NAME_BYTES]("ids of the cities in UTF-8")
    city_name = u8[CITIES, NAME_BYTES]("their names in the chosen language")


class State(Record):
    phase = i8("which node is open: AT_START to AT_OVER")
    active = i8("the player whose turn it is")
    starter = i8("the player who began; the one before holds the Last Player marker")
    last_round = i8("1 once the last round has begun")
    dealt = i8("cities, display hexes or starting hexes dealt so far during the set-up; cities opened at the end")

    city = i8[MAX_PLAYERS]("1 + the city of each Acropolis, UNKNOWN to a viewer who may not see it")
    open = i8[MAX_PLAYERS]("1 if the city face is up")
    tile = i8[MAX_PLAYERS, CELLS]("1 + the type of the hex in a cell, 0 for none; the Acropolis is not a tile")
    cubes = i16[MAX_PLAYERS, RESOURCES, CELLS]("by player and resource: the cubes on each hex")
    filled = i64[MAX_PLAYERS]("the cells with a hex, the Acropolis included")
    live = i64[MAX_PLAYERS]("the cells with an active hex")
    polis = i64[MAX_PLAYERS]("the cells with a Polis")
    polis_names = i64[MAX_PLAYERS]("the Polis types in the city, bit by type")
    gears = i64[MAX_PLAYERS]("the cells with a gear")
    shields = i64[MAX_PLAYERS]("the cells with a shield")
    stock = i16[MAX_PLAYERS, RESOURCES]("all cubes of a player")
    supply = i16[RESOURCES]("cubes in the common supply; not counted if it is unlimited")
    philosopher = i8("1 + the holder of the Philosopher, NOBODY while he is in the supply")

    myth_owner = i8[TYPES]("1 + the player in front of whom a Myth lies")
    host = i8[TYPES]("the cell of the owner's city with the Myth's token")
    myths = i8[MAX_PLAYERS]("Myths in front of each player")
    myths_played = i8[MAX_PLAYERS]("Myths ever played from each hand")

    hand = i8[MAX_PLAYERS, TYPES]("hexes in hand by type; those of others only as far as the viewer knows them")
    hand_size = i8[MAX_PLAYERS]("hexes in hand")
    shown = i8[MAX_PLAYERS, TYPES]("of these, the ones that everybody saw being taken")
    spied = i8[MAX_PLAYERS, MAX_PLAYERS, TYPES]("by viewer and hand: the ones that only this viewer saw")
    display = i8[TYPES]("hexes on display by type")
    underworld = i8[TYPES]("hexes in the Underworld pile by type")
    pile = i8[TYPES]("hexes of the Fate pile whose place is open; in a hidden state: all that the viewer cannot place")
    pile_size = i8("hexes in the Fate pile, those of fixed place included")
    top = i8[MAX_LOOK]("1 + the types of the hexes that an Oracle has put on top, the top one first")
    tops = i8("how many those are")
    knower = i8("1 + the player who put them there and knows their order")
    sure = i8[MAX_PLAYERS, GROUPS, TYPES]("by viewer: types known to be on top, under the Oracle or drawn from there")
    near = i8[MAX_PLAYERS]("by viewer: so many of the newest at most are on top or under the Oracle, order unknown")
    strays = i8[MAX_PLAYERS, GROUPS, MAX_PLAYERS]("by viewer and hand: so many of these at most it drew unseen")
    looked = i8[TYPES]("hexes under the Oracle by type, seen by the active player")
    looks = i8("how many those are")

    fresh = i64("cells of the active player's hexes played this turn")
    frozen = i16[RESOURCES]("cubes on them while hexes are being played")
    target = i8("the cell that a payment, gift, burial or attack is about")
    resource = i8("the resource that is asked for, given or carried")
    due = i8[RESOURCES]("what is still to be paid")
    claim = i8[RESOURCES, CELLS]("cubes that a production owes to each hex while the supply is short")
    source = i64[RESOURCES]("cells that cubes of each kind were lifted from in this strategic action")
    sink = i64[RESOURCES]("cells that cubes of each kind were dropped on")
    origin = i8("the cell that the carried cubes come from")
    carried = i16("cubes lifted and not yet dropped")
    swapped = i64[2]("cells with an exchange in this action, by direction")
    used = i64("cells whose gear has been used in this action")
    used_myths = i64("Myths whose gear has been used, bit by type")
    steps = i8("cubes moved by this Agora, or citizens buried for this Necropolis")
    giver = i8("the player who gives, or whose hand Pandora hits")
    all_give = i8("1 if every opponent gives in turn")
    attacked = i8("opponents attacked in this action, bit by player")
    victim = i8("the player under attack")
    prize = i8("1 + the type of the conquered hex while it has no place")
    defence = i16("what the attacker must exceed, in citizens")
    mustered = i16[UNITS]("citizens and hoplites of the attack")
    spoils = i16[RESOURCES]("cubes that travel with the conquered hex")
