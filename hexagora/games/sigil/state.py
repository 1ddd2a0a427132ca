"""The records of Sigil.

The board is a graph of 39 nodes in three equal zones a, b, c of thirteen (here zone a; X marks ways to other zones):

        a1 --- a11 --- X (c10)          nodes are numbered a1..a13, b1..b13, c1..c13 from 0
         |      |
        a2 --- a6                       a set of nodes is an integer with one bit for each node
         |      |
        a3     a5 --- a12 --- X (c7)    slots s1..s9: the ring a2..a6 (and those of b, c),
       /  |   /                         the triangle a8..a10, the single node a7
    a13   a4 ------- a7 --- X (b12)
      |              |
      a9 ---------- a8
       |          /
       `-- a10 --'--- X (b11)
"""

from hexagora.engine.record import Record, i8, i16, i32, i64, u8

NODES = 39
ALL_NODES = (1 << NODES) - 1
SLOTS = 9
SIZES = 3  # sizes of slots: 1, 3 and 5 nodes
SPELLS = 48  # room for the spells of a content file
STEPS = 3  # most steps of an effect
NAME_LENGTH = 24  # longest id of a spell
BYTE = 255  # tables over sets of nodes are looked up eight nodes at a time
BYTES = 5
BIT_MODULUS = 67  # the powers of two below 2**66 leave different remainders
TAPE = 16384  # bytes for what the turns changed since the last position that can never come back
FILTER_PLACES = 509  # a prime
FILTER = 16  # words of 32 bits

RED, BLUE = 0, 1

# the pending decision
DEAL_SPELL, PLACE, MOVE, PUSH, MENU, DASH_PAY, DASH_MOVE, KEEP = 0, 1, 2, 3, 4, 5, 6, 7
SPELL_MOVE, SPELL_DESTROY, SPELL_CONVERT, SPELL_PAY, SPELL_PUSH, BANK_MOVE = 8, 9, 10, 11, 12, 13
PHASES = 14

# actions: blocks of one action for each node, then the menu, then the deal
TO_PLACE = 0
TO_MOVE = NODES
TO_PUSH = 2 * NODES
TO_SACRIFICE = 3 * NODES
TO_DESTROY = 4 * NODES
TO_CONVERT = 5 * NODES
TO_KEEP = 6 * NODES
DASH = 7 * NODES
CAST = DASH + 1
END_TURN = CAST + SLOTS
ANNOUNCE = END_TURN + 1
SKIP = ANNOUNCE + 1
WITHDRAW = SKIP + 1
DEAL = WITHDRAW + 1
ACTIONS = DEAL + SPELLS
MAX_LEGAL = NODES + SLOTS

# what a step of an effect does
MOVES, PAIR, DESTROY_MARKED, DESTROY_TOUCHING, DESTROY_PER_SLOT, DESTROY_NEAR, CONVERT_PAIR, SACRIFICE = range(1, 9)
DESTROY_GROUP, DESTROY_ANY, DESTROY_EXPOSED, LIFT, CONVERT_SOME, WALL, SLIDE, DEPOSIT = range(9, 17)
SOFT, HARD, ANY = 1, 2, 3  # stance of a move
TOUCH, BLINK = 0, 1  # reach of a move
# where a step may act
ANYWHERE, BIG_SLOTS, OTHER_BIG_SLOTS, ALL_SLOTS, OPPOSITE_SMALL, OPPOSITE_MIDDLE, LACKING_ONE, LACKING_TWO = range(8)
HELD_BIG_SLOTS, DIE_OR_OWN_SLOT, OUTSIDE_BIG_SLOTS, TOUCHED_ENEMIES = range(8, 12)
FREELY, ONE_EACH, ONE_SLOT, TWO_EACH = 0, 1, 2, 3  # how the moves of a step spread over slots

# lasting abilities of seals
LIGHTNING, WIND, SUMMER, SPRING, AUTUMN, DESTRUCTION, STONE, WINTER, BULWARK = range(1, 10)
PASSIVES = 10

NEEDS_DASH, NEEDS_NO_DASH = 1, 2  # what a spell asks of the turn

STANDARD, DEATHMATCH, SCRAMBLE = 0, 1, 2
BY_LEAD, BY_SIXTH, BY_ELIMINATION, BY_LOOP, BY_CAP, BY_SEAL = 1, 2, 3, 4, 5, 6


class Box(Record):
    players = i8("2")
    around = i64[NODES]("the nodes that touch a node")
    most_neighbours = i8("the largest number of neighbours of a node")
    touch = i64[BYTES, BYTE + 1]("the nodes that touch any of up to eight nodes")
    ones = i8[BYTE + 1]("how many nodes are in a set of eight")
    node_at = i8[BIT_MODULUS]("the node of a set of one node, by the remainder of the set")
    slot_nodes = i64[SLOTS]("the nodes of a slot")
    slot_size = i8[SLOTS]("1, 3 or 5")
    slot_class = i8[SLOTS]("which of the sizes, from 0")
    slot_of = i8[NODES]("1 + the slot of a node, 0 outside")
    slots_all = i64("the nodes of all slots")
    slots_big = i64("the nodes of all slots of more than one node")
    opposite_small = i64[SLOTS]("the 1-node slot of the zone after the slot's own")
    opposite_middle = i64[SLOTS]("the 3-node slot of the zone after the slot's own")
    mana = i64("the mana nodes")
    start = i8[2]("the starting node of each colour")
    node_x = i16[NODES]("where a node is drawn, in thousandths of half the width of the board")
    node_y = i16[NODES]("the same, downwards")
    spell_name = u8[SPELLS, NAME_LENGTH]("the letters of the id of a spell, for words and scenes")
    spell_size = i8[SPELLS]("1, 3 or 5; 0 for no spell")
    passive = i8[SPELLS]("the lasting ability of a seal, 0 for a spell that is cast")
    needs = i8[SPELLS]("NEEDS_DASH, NEEDS_NO_DASH or 0")
    steps = i8[SPELLS]("steps of the effect")
    step_does = i8[SPELLS, STEPS]("what the step does")
    step_stance = i8[SPELLS, STEPS]("SOFT, HARD or ANY")
    step_reach = i8[SPELLS, STEPS]("TOUCH or BLINK")
    step_where = i8[SPELLS, STEPS]("where it may act")
    step_spread = i8[SPELLS, STEPS]("how the moves spread over slots")
    step_times = i8[SPELLS, STEPS]("how often")
    step_optional = i8[SPELLS, STEPS]("1 if the rest may be skipped")
    pool = i64[SIZES]("the spells that can be dealt, one bit each, by size")
    fixed_layout = i8[SLOTS]("1 + the spell of each slot if the layout is fixed")
    starter = i8[SLOTS]("1 + the spell of each slot in the layout for a first game")
    lead = i8("the lead that ends the game")
    big_casts = i8("the big casts that end the game")
    dash_price = i8("stones that a dash costs")
    dash_price_lightning = i8("stones that it costs the holder of Seal of Lightning")
    casts_per_turn_summer = i8("casts in a turn of the holder of Seal of Summer")
    score_stones = i8[2]("stones of each colour that count and stand on no node")
    free_start = i8("1 if the first turn of each player is a free placement")
    win = i8("STANDARD, DEATHMATCH or SCRAMBLE")
    immediate = i8("1 if a player without stones has lost at once")
    claim = i8("1 if loops must be announced by a player")
    loop_limit = i16("the occurrence of a position at which Blue wins")
    turn_cap = i32("turns after which totals decide, 0 for none")


class State(Record):
    stones = i64[2]("the nodes that carry stones of each colour")
    walls = i64("nodes destroyed for good")
    choices = i64("the nodes that the pending decision offers")
    region = i64("where the step being resolved may act")
    fresh = i64("nodes of slots that the step may enter twice more")
    kept = i64("stones picked to stay in the payment")
    dealt = i64("spells dealt, one bit each")
    mover = i64("the active player")
    turn = i64("the number of the turn, from 1")
    phase = i64("the pending decision")
    resolving = i64("1 + the slot of the spell being cast")
    step = i64("steps of its effect begun")
    left = i64("what is still due: slots to deal, sacrifices, stones to keep, moves of the step")
    landed = i64("1 + the node last placed on or picked")
    cursor = i64("the slider that gets its target, or 0")
    pushed_from = i64("1 + the node whose pushed stone waits for its landing node")
    in_hand = i64("the number of the pushed stone")
    made = i64("stones made so far; each has its number")
    turn_stones = i64[2]("the nodes that carried stones of each colour at the start of this turn")
    turn_rest = i64("the rest of that position: mover, locks, banks")
    turn_times = i64("how often it has occurred")
    turn_said = i64("1 if it has been announced")
    recurring = i64("a number for the set of positions that have come up twice")
    ripe = i64("1 if Blue wins when some position with Red to move comes up again")
    written = i64("bytes of the tape in use")
    tape = i64[TAPE // 8]("what each remembered turn changed, to be read backwards")
    met = i64[FILTER]("which stones have been there, by a remainder")
    seal_slot = i64[PASSIVES]("1 + the slot of the seal with that ability")
    lock = i64[2]("1 + the slot under the die of each colour")
    token = i16[NODES]("the number of the stone on a node")
    bank = i16[2]("stones in the bank")
    count = i8[2]("stones on nodes or about to land there")
    casts = i8[2]("big spells cast")
    spent = i8[2]("1 if the spell under the die has been cast once more")
    spell = i8[SLOTS]("1 + the spell of each slot")
    slide = i8[NODES]("1 + the target of a sliding stone")
    price = i8("stones that the dash being paid for costs")
    dashed = i8("1 after the dash of this turn")
    cast_now = i8("spells cast in this turn")
    may_withdraw = i8("1 if this turn began with a bank and has not used it")
    moved_on = i8("1 if something in this turn can never be undone, so that no earlier position can come back")
    winner = i8("0 while the game goes on, else 1 + the winner")
    reason = i8("how it ended")
