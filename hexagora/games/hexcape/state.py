"""The records of Hexcape.

The passable hexes of a map are numbered in reading order; its impassable ones follow them. Names are those of the map:
the letter of the row and the number of the column; every second row is shifted half a hex to the right:

    a    a1  a2  a3         neighbours of b2:   a2  a3
    b      b1  b2  b3                         b1      b3
    c    c1  c2  c3                             c2  c3

All maps that may be played in a match lie in the box, one behind the other: hex `i` of map `m` is at `first[m] + i`.
"""

from hexagora.engine.record import Record, i8, i16, i32, u8

PLAYERS = 6
COLOURS = 6
MAX_DIE = 12
LETTERS = 26
MAX_ROWS, MAX_COLUMNS = 26, 40
CELLS = MAX_ROWS * MAX_COLUMNS
SIDES = 6
MAPS = 64  # candidates of one vote
HEXES = 8192  # hexes of all candidates together
ID_LENGTH, TITLE_LENGTH, WORD_LENGTH = 32, 64, 24  # bytes of texts in the box
CARDS = 16

# cards, in the order of the content file
(
    SPRINT, SECOND_THROW, ROPE, LEAP, SHOVE, LONG_SWAP, TRAILBLAZER, BARRICADE, SURVEYOR, ERASER,
    WINDFALL, LANDSLIDE, SPRING_MELT, STUMBLE, HEAVY_BOOTS, LIGHT_PACK,
) = range(CARDS)  # fmt: skip
SECRET, AT_ONCE, KEEP = range(3)  # kinds of cards
NO_CARD, FACE_DOWN, OPEN, USED = range(4)  # what became of a player's one card
UNKNOWN_CARD = CARDS + 1  # stands for a face-down card of somebody else

# actions, in blocks
GO = 0  # + hex: a step or, where somebody stands, a swap
TELEPORT = GO + CELLS  # + hex
CHANGE = TELEPORT + CELLS  # + 2 * hex to raise, one more to lower
ERASE = CHANGE + 2 * CELLS  # + hex
LEAP_TO = ERASE + CELLS  # + hex
SHOVE_TO = LEAP_TO + CELLS  # + SIDES * player + place among the neighbours of that player's hex
LONG_SWAP_WITH = SHOVE_TO + PLAYERS * SIDES  # + player
TRAILBLAZE = LONG_SWAP_WITH + PLAYERS  # + hex
BARRICADE_ON = TRAILBLAZE + CELLS  # + hex
PLAY = BARRICADE_ON + CELLS  # + card, for those without a target
STOP_MOVING = PLAY + CARDS
END_TURN = STOP_MOVING + 1
DONE_ERASING = END_TURN + 1
DRAW = DONE_ERASING + 1
NO_DRAW = DRAW + 1
TAKE = NO_DRAW + 1  # + colour
WISH = TAKE + COLOURS  # + map
CHOOSE = WISH + MAPS  # + map
OFFER = CHOOSE + MAPS  # + player
NO_OFFER = OFFER + PLAYERS
ACCEPT = NO_OFFER + 1
DECLINE = ACCEPT + 1
ROLL = DECLINE + 1  # + face - 1; chance
NEXT = ROLL + MAX_DIE  # + player who gets the next place in a random order; chance
CARD = NEXT + PLAYERS  # + card drawn; chance
CARD_HIDDEN = CARD + CARDS  # a draw that the viewer did not see; never legal
ACTIONS = CARD_HIDDEN + 1
MAX_LEGAL = 3 * CELLS + 1  # every hex raised, lowered and barricaded, and the end of the turn

# phases: first those of chance, then those of players
(
    ORDER_ROLL, TIE_ROLL, SIDE_ROLL, NEXT_PLACE, ACTION_ROLL, TELEPORT_ROLL, SECOND_ROLL, DRAWING,
    TAKING, WISHING, CHOOSING, OFFERING, ANSWERING, MOVING, ASKED_TO_DRAW, CHANGING, ERASING, FINISHED,
) = range(18)  # fmt: skip
LAST_CHANCE = DRAWING
BY_DICE, BY_CHANCE, BY_SEAT = range(3)  # ways to find the order
NO_CELL = -1
NOBODY = -1
NO_RIGHT, BY_LETTER = 0, -1  # the right to teleport: none, by letters; else the number rolled

# what is counted for the players' panels
(
    ROLLED, FOR_MOVING, FOR_SWAPPING, FOR_RAISING, FOR_LOWERING, UNSPENT, ENTERED, SWAPS, TELEPORTS,
) = range(9)  # fmt: skip
TALLIES = 9

STEP_LIMIT = 2048  # above the steps of any walk
FAR = 1 << 30  # no walk to the End hex


class Box(Record):
    players = i8("2 to 6")
    order_rule = i8("how the order is found: BY_DICE, BY_CHANCE, BY_SEAT")
    order_die = i8("the die that is rolled for the order")
    vote = i8("1 if the players choose the map")
    order_swaps = i8("1 if places in the order may be exchanged")
    cards_on = i8("1 if card hexes have an effect")
    raise_ends = i8("1 if S and E may be changed")
    teleport_swap = i8("1 if one may teleport onto an occupied hex")
    teleport_chain = i8("1 if arriving by teleport opens the next one")
    round_limit = i16("the last round, 0 for none")
    lowest = i8("the smallest movement cost")
    highest = i8("the largest movement cost")
    surcharge = i8("action points that a swap costs besides the movement cost")
    change_price = i8("action points for a change by one")
    colour_name = u8[COLOURS, WORD_LENGTH]("the colours of the tokens, as bytes")
    card_name = u8[CARDS, WORD_LENGTH]("the titles of the cards, as bytes of UTF-8")
    copies = i8[CARDS]("cards of each sort in the deck")
    deck = i16("cards in the deck")
    kind = i8[CARDS]("SECRET, AT_ONCE or KEEP")
    amount = i8[CARDS]("the number in a card's effect")
    reach = i8[CARDS]("the distance in a card's effect")
    maps = i8("maps in the box")
    map_id = u8[MAPS, ID_LENGTH]("the id of a map, as bytes")
    map_title = u8[MAPS, TITLE_LENGTH]("its title, as bytes of UTF-8")
    difficulty = i8[MAPS]("1 to 10")
    die = i8[MAPS]("faces of the die")
    thaw = i16[MAPS]("the round of the thaw, 0 for never")
    first = i16[MAPS]("where the hexes of a map begin")
    passable = i16[MAPS]("passable hexes")
    hexes = i16[MAPS]("all hexes")
    start = i16[MAPS]("the Start hex")
    goal = i16[MAPS]("the End hex")
    neighbour = i16[HEXES, SIDES]("passable neighbours in ascending order, then NO_CELL")
    printed = i8[HEXES]("the printed movement cost")
    card_hex = i8[HEXES]("1 on a card hex")
    numbers = i16[HEXES]("teleport numbers, bit n - 1 for n")
    letters = i32[HEXES]("teleport letters, bit 0 for A")
    row = i8[HEXES]("row from the top, from 0")
    column = i8[HEXES]("column from the left, from 0")


class State(Record):
    phase = i8("what is decided now")
    actor = i8("the player who decides, or for whom chance decides")
    colour = i8[PLAYERS]("1 + the colour of the player's token, 0 before it is chosen")
    map = i8("the map in play, once it is fixed")
    rolled = i8[PLAYERS]("the first, common throw for the order")
    again = i8[PLAYERS]("a throw to settle a tie, 0 when not thrown yet")
    contest = i8("players who throw again, bit p for player p")
    order = i8[PLAYERS]("the players in turn order")
    asking = i8[PLAYERS]("the order in which offers are made")
    wish = i8[PLAYERS]("1 + the map that a player wished for")
    turn = i8("the place in the order (or among those asking) that is on")
    round = i32("the round, from 1; 0 before the first turn")
    ap = i8("action points left")
    fresh = i8("1 until the first action of the turn")
    rope = i8("1 if the next hex entered is roped")
    right = i8("the right to teleport: NO_RIGHT, BY_LETTER or the number rolled")
    erasures = i8("changes that may still be erased")
    at = i16[PLAYERS]("where each token stands")
    cost = i8[CELLS]("the current movement cost of each passable hex")
    card = i8[PLAYERS]("1 + the card drawn, 0 for none, UNKNOWN_CARD if the viewer may not know it")
    fate = i8[PLAYERS]("NO_CARD, FACE_DOWN, OPEN or USED")
    winners = i8("bit p for player p")
    tally = i32[PLAYERS, TALLIES]("what a player's action points went into, for the panels")
    way = i32[CELLS]("scratch: the walk to E, cost * STEP_LIMIT + steps + 1; zero outside the search")
