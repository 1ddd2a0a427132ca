"""The records of Hexes of Sygon.

Hexes are numbered in reading order; sides clockwise from the east. On the board for two players:

            0  1  2           a3 a4 a5           the sides of 9:   nw 4   ne 5
          3  4  5  6         b2 b3 b4 b5                         w 8        e 10
        7  8  9 10 11       c1 c2 c3 c4 c5                         sw 13  se 14
         12 13 14 15         d1 d2 d3 d4
           16 17 18           e1 e2 e3

Players are numbered by order of play; `seat` says who sits where. Bits of a mask stand for hexes or colours.
"""

from hexagora.engine.record import Record, i8, i16, i32, u8

PLAYERS, WIZARDS, CELLS, SIDES, KINDS, VOLCANOES, FACES, CARDS, SPELLS = 4, 3, 30, 6, 6, 3, 12, 17, 5
PLACES = CELLS * SIDES  # for Walls: one on each side of each hex
VALUES = 10  # Gold Values run from 0 to 9
DRAFT = 2 * PLAYERS  # Towns that are drafted
ORDERS = 24  # ways to seat four players
NAME = 24  # bytes of a name
NO_CELL, NO_WIZARD = -1, -1

# what lies on a place of the board; the kind of a landscape is its number less one
NOTHING, FIRST_LANDSCAPE, LAST_LANDSCAPE, FIRST_VOLCANO, LAST_VOLCANO, ERUPTED, SCORCHED = 0, 1, 6, 7, 9, 10, 11
BLACK, RED = 1, 2  # sides of a Forage token
OFF, VANISHED, GONE, RETURNING = CELLS, CELLS + 1, CELLS + 2, CELLS + 3  # where Wizards are that are on no hex
UPRIGHT, FELL_NOW, FELL_BEFORE = 0, 1, 2
TOWN, WORKSHOP, MARKET, WALL, PIECES = 0, 1, 2, 3, 4  # kinds of building
EXTERIOR, INTERIOR, ZONES = 0, 1, 2
FORAGE, STEAL, PROTECT, SCORCH, TERRAFORM = 0, 1, 2, 3, 4  # Action Spells

# Spell Cards
BLIZZARD, FISSURE, VANISH, SECOND_WIND, ECHO, LULL = 0, 1, 2, 3, 4, 5
POWER_TRIP, FORESIGHT, REPLICATE, SUNDER, BUILDERS_WRIT = 6, 7, 8, 9, 10
WARD, EVERGREEN, WINTER_PASSAGE, SPORE_STEP, CARAVAN, ALEMBIC = 11, 12, 13, 14, 15, 16
INSTANT, GOLDEN, ETERNAL = 0, 1, 2  # their classes

# what is going on
AT_SEATS, AT_TILES, AT_TOKENS, AT_TOWN, AT_WALL, AT_CUBE, AT_TURN, AT_ROLL, AT_FORESEE, AT_LOSE, AT_END = range(11)
# what goes on by itself before the next decision
TURN_BEGINS, ROUND_OVER, VOLCANOES_ERUPT = range(11, 14)
# where a player is in the own turn
WAITING, PLACING, REAPPEARING, MOVING, BUILDING, CASTING, FREE, COLLECTING, DONE = range(9)
# the choice that must be finished before the menu returns
NO_CHOICE, DISCARDING, VANISHING, FLIPPING, WALLING, EXTENDING, LULLING, SUNDERING, REPLICATING = range(9)

MAX_HAND_OVERS = 2  # in a row
ANY_KIND = KINDS  # `purchase` of a card whose price leaves nothing to choose
PRICES = KINDS + 1

# actions
A_FIRST = 0
A_SEATS = A_FIRST + PLAYERS
A_TILE = A_SEATS + ORDERS
A_TOKEN = A_TILE + KINDS + VOLCANOES
A_TOWN = A_TOKEN + VALUES
A_WALL = A_TOWN + CELLS
A_TAKE = A_WALL + PLACES
A_PLACE = A_TAKE + KINDS
A_REAPPEAR = A_PLACE + WIZARDS * CELLS
A_WALK = A_REAPPEAR + WIZARDS * CELLS
A_TELEPORT = A_WALK + WIZARDS * CELLS
A_END_MOVE = A_TELEPORT + WIZARDS * CELLS
A_BUILD = A_END_MOVE + 1  # Towns, then Workshops, then Markets, by hex
A_BUILD_WALL = A_BUILD + WALL * CELLS
A_TRANSFORM = A_BUILD_WALL + PLACES
A_SELL = A_TRANSFORM + KINDS * KINDS
A_BUY = A_SELL + KINDS
A_END_BUILD = A_BUY + KINDS
A_CAST = A_END_BUILD + 1
A_ECHO = A_CAST + SPELLS * WIZARDS
A_END_CAST = A_ECHO + SPELLS * WIZARDS
A_PURCHASE = A_END_CAST + 1
A_PLAY = A_PURCHASE + CARDS * PRICES
A_COLLECT = A_PLAY + CARDS
A_END_TURN = A_COLLECT + 1
A_HAND_OVER = A_END_TURN + 1
A_DISCARD = A_HAND_OVER + 1
A_VANISH = A_DISCARD + KINDS
A_VANISH_DONE = A_VANISH + WIZARDS
A_FLIP = A_VANISH_DONE + 1
A_FLIP_DONE = A_FLIP + CELLS
A_FREE_WALL = A_FLIP_DONE + 1
A_NO_WALL = A_FREE_WALL + PLACES
A_EXTRA_MOVE = A_NO_WALL + 1
A_LULL = A_EXTRA_MOVE + WIZARDS
A_SUNDER = A_LULL + VOLCANOES
A_REPLICATE = A_SUNDER + PLACES
A_ROLL = A_REPLICATE + CARDS
A_FORESEE = A_ROLL + FACES
A_LOSE = A_FORESEE + FACES  # Workshops, then Markets, by hex
ACTIONS = A_LOSE + 2 * CELLS
MAX_LEGAL = 256  # the largest menu, under Power Trip, has at most 197 entries


class Box(Record):
    players = i8("2 to 4")
    cells = i8("hexes of the board")
    wizards = i8("Wizards of each player")
    teams = i8("1 in team play")
    team = i8[PLAYERS]("the side of a player: equal numbers are friends")
    mate = i8[PLAYERS]("the teammate; the player itself when alone")
    random_board = i8("1 if tiles, tokens and Towns are drawn and drafted")
    random_seats = i8("1 if a lot decides who is who")
    neighbour = i8[CELLS, SIDES]("the hex on each side, NO_CELL for the frame")
    side_order = i8[SIDES]("the sides in reading order of the hexes behind them")
    near = i8[CELLS, CELLS]("hexes within the range of a Teleport, in reading order")
    nears = i8[CELLS]("how many those are")
    zone = i8[CELLS]("EXTERIOR for hexes that touch the frame, else INTERIOR")
    row = i8[CELLS]("the row of a hex, 0 at the top")
    column = i8[CELLS]("the number in the name of a hex")
    tiles = i8[KINDS + VOLCANOES]("tiles of each Landscape and colour")
    tokens = i8[ZONES, VALUES]("Gold Value tokens of this number of players")
    draft = i8[DRAFT]("who drafts a Town, step by step")
    free_walls = i8[ZONES]("Walls that come with a drafted Town")
    start_gold = i8[PLAYERS]("Gold at the start")
    plan_terrain = i8[CELLS]("the recommended board: tiles")
    plan_value = i8[CELLS]("the recommended board: Gold Values")
    plan_town = i8[CELLS]("the recommended board: 1 + owner of the Town")
    plan_wall = i8[CELLS, SIDES]("the recommended board: 1 + owner of the Wall")
    plan_cube = i8[PLAYERS]("the recommended board: the chosen cube")
    plan_clouds = i8("the recommended board: colours that start with a Smoke Cloud, as a mask")
    max_cubes = i8("cubes that a player may hold")
    max_gold = i16("Gold that a player may hold")
    wizards_per_hex = i8("Wizards that a hex can hold")
    pieces = i8[PIECES]("Towns, Workshops, Markets and Walls of each player")
    cost_gold = i8[PIECES]("Gold for each kind of building")
    cost_cubes = i8[PIECES, KINDS]("cubes for each kind of building")
    points = i8[PIECES]("Sorcery Points of each kind of building")
    encirclement_points = i8("Sorcery Points of an encircled Town")
    yield_cubes = i8[PIECES]("cubes of the hex's kind per Collect for each kind of building")
    yield_gold = i8[PIECES]("Gold per Collect for each kind of building, beside the Gold Value")
    transform_gold = i8("Gold for a Transform")
    transform_cheap = i8("the same with a discount")
    discount_towns = i8("Towns on one kind that give the discount")
    sell_gold = i8("Gold from a Sell")
    buy_gold = i8("Gold for a Buy")
    caravan_gold = i8("Gold for the first Buy of a turn with Caravan")
    teleport_price = i8("Gold for a Teleport")
    entry_fee = i8("Gold for each opponent Wizard in the hex entered")
    forages = i8("how often a hex can be foraged")
    outnumber = i8("Wizards needed to build beside an opponent's")
    steal_hexes = i8("hexes with targets that a Steal needs")
    short_range = i8("1 if a Steal spares the thief's own hex")
    spells_allowed = i8("Action Spells in play, as a mask")
    cards = i8("1 with Spell Cards")
    card_class = i8[CARDS]("INSTANT, GOLDEN or ETERNAL")
    card_price = i8[CARDS]("cubes or Gold for a card, as its class says")
    card_kind = i8[CARDS]("the kind of cube that an Eternal Evocation costs")
    card_copies = i8[CARDS]("copies of a card, 0 if it is not in the box")
    ward_gold = i8("Gold that a Ward adds to each purchase and each play")
    die = i8[FACES]("colours on each face, as a mask")
    competitive = i8("1 with competitive scoring")
    competitive_points = i8("the score from which it sets the die aside")
    win_points = i8("the score needed to win before any Ash")
    all_ash_counts = i8("1 if scorched Ash lowers the score needed as well")
    tie_gold = i8("points for each Gold in the last comparison")
    tie_cube = i8("points for each cube in the last comparison")
    lost_return = i8("1 if Wizards lost with a hex come back")
    frame_walls = i8("1 if Walls may stand on the frame")
    upright_earlier = i8("1 if only pieces stand up that fell in an earlier round")
    discount_either = i8("1 if the kind taken can make a Transform cheap too")
    team_walls = i8("1 if the teammate's Walls encircle too")
    max_rounds = i32("the last round, 0 for none")
    turn_timer = i16("seconds for a turn, 0 for none; the table keeps the time")
    choice_timer = i16("seconds for a choice outside the own turn")
    colour = u8[PLAYERS, NAME]("the players' colours, as bytes of text")
    landscape = u8[KINDS, NAME]("the names of the Landscapes, as bytes of text")
    card_name = u8[CARDS, NAME]("the names of the Spell Cards, as bytes of text")


class State(Record):
    stage = i8("what is going on: AT_SEATS to AT_END")
    actor = i8("the player whose decision it is, where it is a player's")
    seat = i8[PLAYERS]("the table's seat of each player, from 0")
    round = i32("the running round, from 1")
    final = i8("1 in the final round after a tie")
    winners = i8("who has won, as a mask, when the match is over")

    cursor = i8("the hex that gets its tile or token next; the hex of the Town just drafted")
    step = i8("Towns drafted so far; cubes chosen so far")
    walls_due = i8("free Walls still to be placed")
    tiles_left = i8[KINDS + VOLCANOES]("tiles not laid out yet")
    tokens_left = i8[ZONES, VALUES]("tokens not laid out yet")

    terrain = i8[CELLS]("NOTHING, a Landscape (kind + 1), a Volcano, ERUPTED or SCORCHED")
    value = i8[CELLS]("Gold Value")
    token = i8[CELLS]("Forage token: 0, BLACK or RED")
    town = i8[CELLS]("0 or 1 + the owner of the Town")
    town_down = i8[CELLS]("UPRIGHT, FELL_NOW or FELL_BEFORE")
    workshop = i8[CELLS]("1 if the Town has a Workshop")
    market = i8[CELLS]("1 if the Town has a Market")
    wall = i8[CELLS, SIDES]("0 or 1 + the owner of the Wall in that place of the hex")
    clouds = i8("Volcanoes with a Smoke Cloud, as a mask")
    lulled = i8("Volcanoes that do not erupt this round, as a mask")

    wizard_at = i8[PLAYERS, WIZARDS]("the hex, or OFF, VANISHED, GONE, RETURNING")
    wizard_down = i8[PLAYERS, WIZARDS]("UPRIGHT, FELL_NOW or FELL_BEFORE")
    crowd = i8[CELLS]("Wizards on a hex; follows from wizard_at")
    present = i8[PLAYERS, CELLS]("Wizards of a player on a hex; follows from wizard_at")

    gold = i16[PLAYERS]("Gold held")
    gold_pending = i16[PLAYERS]("the part of it that cannot be spent in this turn")
    cubes = i16[PLAYERS, KINDS]("cubes held")
    cubes_pending = i16[PLAYERS, KINDS]("the part of them that cannot be spent in this turn")
    left = i8[PLAYERS, PIECES]("pieces in the supply; follows from the board")
    towns_on = i8[PLAYERS, KINDS]("Towns on hexes of a kind; follows from the board")
    workshops_on = i8[PLAYERS, KINDS]("Workshops on hexes of a kind; follows from the board")

    phase = i8[PLAYERS]("where a player is in the own turn: WAITING to DONE")
    moves = i8[PLAYERS, WIZARDS]("moves that a Wizard has left in this turn")
    cast_wizards = i8[PLAYERS]("Wizards that have cast in this turn, as a mask")
    cast_spells = i8[PLAYERS]("Action Spells cast in this turn, as a mask")
    teleported = i8[PLAYERS]("1 after the first Teleport of the turn")
    bought_cube = i8[PLAYERS]("1 after the first Buy of the turn")
    bought = i8[PLAYERS]("1 after the purchase of a card")
    played = i8[PLAYERS]("1 after a card was played")
    echo = i8[PLAYERS]("1 while an Echo waits for its spell")
    writ = i8[PLAYERS]("1 under a Builder's Writ")
    collected = i8[PLAYERS]("1 after an early Collect")
    blizzard = i8[PLAYERS]("1 in a turn under Blizzard")
    blizzard_next = i8[PLAYERS]("1 if the next turn will be under Blizzard")
    choice = i8("the choice that is open: NO_CHOICE to REPLICATING")
    choices_made = i8("Wizards that have vanished by the card being played")
    flipped = i32("hexes whose token the card being played has turned, as a mask")
    hand_overs = i8("how often the decision has been handed over in a row")

    stock = i8[CARDS]("copies of each card still for sale")
    hand = i8[PLAYERS, CARDS]("cards held")
    evocations = i32[PLAYERS]("Eternal Evocations in force, as a mask")
    foresight = i8("0 or 1 + the player whose Foresight names the die")
    face = i8("1 + the face that the die showed last; 0 before, and where no die is needed any more")

    erupting = i8("Volcanoes whose Aftermath is not over, as a mask")
    in_aftermath = i8("1 if the first of them has begun")
    damaged = i32("hexes that still lose a building to it, as a mask")
