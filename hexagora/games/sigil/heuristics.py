"""Rules of thumb for Sigil: stones decide, charged spells win stones, mana makes them cheap, and a dash costs more than
it brings.

The numbers of the evaluation are thousandths of the logarithm of the odds. They began as a logistic fit to results and
were then found by play, with those of first sight and of the search (docs/training.md): what wins matches of the search
is not what tells best who will win.
"""

from hexagora.engine.contract import pick
from hexagora.games.sigil import solver_bounds, solver_ends, solver_kernel, solver_memory
from hexagora.games.sigil import state as S
from hexagora.games.sigil.rules_board import empty_nodes, how_many, touching
from hexagora.games.sigil.rules_ends import lead_of
from hexagora.games.sigil.solver_bounds import hopeless, loop_possible

HELPERS = [solver_bounds, solver_kernel, solver_memory, solver_ends]
TURN_POSITIONS = 5_000_000  # nearly all turns have fewer that may win
TUNING = {"explore": 440, "patience": 97, "doubt": 660, "opened": 2, "opening": 335}

SURE = 6000  # the whole of a winning chance
LEAST = 60  # a position that is not over is never quite lost
LOOK_AHEAD = 0  # decisions of a play-out before it goes on to the end of the turn

# the evaluation
TURN = 33  # to be at the start of the turn
STONE = 1165  # each stone of lead
LAST_STEP = 330  # a lead from which one more stone wins
LAST_CAST = 600  # to be one big spell short of the end
FIRST_MANA, SECOND_MANA = 170, 515  # a mana node, and each one more
SMALL_CHARGE, SMALL_SEAL = 165, -9  # a stone on a 1-node slot
MIDDLE_FULL, MIDDLE_GAP = 645, 285  # a 3-node slot without gaps, and what each gap takes from it
RING_FULL, RING_GAP, RING_LEAST = 525, 285, -135  # the same of a 5-node slot
MIDDLE_UNDER_DIE = 1  # slots under the own die
RING_UNDER_DIE, RING_UNDER_DIE_GAP = 46, 63
RING_SEAL_FULL, RING_SEAL_GAP, RING_SEAL_LEAST = 950, 315, -240
MIDDLE_SEAL_FULL, MIDDLE_SEAL_PART = -330, -385
HARD_MOVE, FREE_MOVE = 435, 115  # what a charged spell is worth besides: each hard move, each soft or hard one
STRIKE, STRIKE_EACH_SLOT, STRIKE_NEAR = 1210, 775, 250  # and each step that destroys
CONVERSION = 885
SACRIFICED = -125
REACH = 27  # each empty node that stones touch
FREE_REACH = 23  # each of these that no stone of the other touches
TOUCHED = 125  # each stone that the other touches
SHUT_IN = -52  # each one without an empty node beside it
GAP_REACH, GAP_HELD = -48, -130  # each gap of a begun slot that is empty and touched, and with a stone of the other
RING_SIZE, MIDDLE_SIZE = 5, 3
FARTHEST = 8000  # where the odds are taken to end
THOUSAND = 1000
NINE, TWENTY_SEVEN = 9, 27_000_000  # of the approximation x (27 + x²) / (27 + 9 x²) to the hyperbolic tangent of x

# play-outs and first sight
PLAIN, LEAST_APPEAL = 10, 1
DASH_APPEAL, CAST_APPEAL, MANA_APPEAL = 8, 16, 12
FOR_OWN_CHARGE, FOR_ENEMY_CHARGE, FOR_SACRIFICE = 24, 48, 22  # odds for which a move gains a part of appeal


def horizon(box):
    return LOOK_AHEAD


def settled(box, s):
    """At the start of a turn nothing is half done."""
    return s.phase == S.MOVE


def evaluate(box, s, out):
    """By the lead, mana nodes, charged spells, and whose turn it is."""
    lead = lead_of(box, s, S.RED)
    turn = TURN if s.mover == S.RED else -TURN
    odds = turn + STONE * lead + standing(box, s, S.RED) - standing(box, s, S.BLUE)
    if lead + 1 >= box.lead:
        odds += LAST_STEP
    elif lead - 1 <= -box.lead:
        odds -= LAST_STEP
    red = min(max(chance_of(odds), LEAST), SURE - LEAST)
    out[S.RED] = red
    out[S.BLUE] = SURE - red


def chance_of(odds):
    """The winning chance that odds stand for."""
    half = min(max(odds, -FARTHEST), FARTHEST) // 2
    square = half * half
    return SURE // 2 + SURE // 2 * half * (TWENTY_SEVEN + square) // (TWENTY_SEVEN + NINE * square) // THOUSAND


def standing(box, s, player):
    """Mana, room and charged spells of a player."""
    own = s.stones[player]
    other = s.stones[1 - player]
    mana = how_many(box, own & box.mana)
    worth = FIRST_MANA + SECOND_MANA * (mana - 1) if mana > 0 else 0
    if s.casts[player] + 1 == box.big_casts:
        worth += LAST_CAST
    empty = empty_nodes(s)
    near = touching(box, own) & empty
    worth += room(box, own, other, empty, near)
    for slot in range(S.SLOTS):
        nodes = box.slot_nodes[slot]
        if nodes & own != 0:
            worth += charge(box, s, player, slot)
            worth += GAP_REACH * how_many(box, nodes & near) + GAP_HELD * how_many(box, nodes & other)
    return worth


def room(box, own, other, empty, near):
    """What stones have beside them: empty nodes, and stones of the other."""
    far = touching(box, other)
    worth = REACH * how_many(box, near) + FREE_REACH * how_many(box, near & ~far)
    return worth + TOUCHED * how_many(box, own & far) + SHUT_IN * how_many(box, own & ~touching(box, empty))


def charge(box, s, player, slot):
    """What the stones of a player on a slot are worth besides their number."""
    size = box.slot_size[slot]
    spell = s.spell[slot] - 1
    gaps = gaps_of(box, s, player, slot)
    if box.passive[spell] != 0:
        return charge_of_seal(size, gaps)
    if s.lock[player] == slot + 1:
        return charge_under_die(size, gaps)
    worth = power(box, spell) * (size - gaps) // size
    if size == RING_SIZE:
        return worth + max(RING_LEAST, RING_FULL - RING_GAP * gaps)
    if size == MIDDLE_SIZE:
        return worth + MIDDLE_FULL - MIDDLE_GAP * gaps
    return worth + SMALL_CHARGE


def gaps_of(box, s, player, slot):
    """Nodes of a slot without a stone of a player."""
    gaps = 0
    missing = box.slot_nodes[slot] & ~s.stones[player]
    while missing != 0:
        missing &= missing - 1
        gaps += 1
    return gaps


def charge_of_seal(size, gaps):
    if size == RING_SIZE:
        return max(RING_SEAL_LEAST, RING_SEAL_FULL - RING_SEAL_GAP * gaps)
    if size == MIDDLE_SIZE:
        return MIDDLE_SEAL_FULL if gaps == 0 else MIDDLE_SEAL_PART
    return SMALL_SEAL


def charge_under_die(size, gaps):
    if size == RING_SIZE:
        return RING_UNDER_DIE - RING_UNDER_DIE_GAP * gaps
    return MIDDLE_UNDER_DIE if size == MIDDLE_SIZE else SMALL_CHARGE


def power(box, spell):
    """What makes one spell worth more than another."""
    worth = 0
    for step in range(box.steps[spell]):
        worth += power_of_step(box, spell, step)
    return worth


def power_of_step(box, spell, step):
    does = box.step_does[spell][step]
    if does == S.MOVES:
        stance = box.step_stance[spell][step]
        if stance == S.HARD:
            return HARD_MOVE * box.step_times[spell][step]
        return FREE_MOVE if stance == S.ANY else 0
    if does == S.CONVERT_PAIR or does == S.CONVERT_SOME:
        return CONVERSION
    if does == S.DESTROY_PER_SLOT:
        return STRIKE_EACH_SLOT
    if does == S.DESTROY_NEAR or does == S.DESTROY_MARKED:
        return STRIKE_NEAR
    if does == S.SACRIFICE:
        return SACRIFICED
    return STRIKE if strikes(does) else 0


def strikes(does):
    """Whether a step destroys enemy stones, often several."""
    return does == S.DESTROY_TOUCHING or does == S.DESTROY_GROUP or does == S.DESTROY_ANY or does == S.DESTROY_EXPOSED


# what networks are told

CORE = 5  # spells of each size in the core pack, numbered one after the other
MOST_TOUCHED, MOST_TOTAL, MOST_MANA, MOST_CASTS, MOST_AHEAD = 15, 20, 3, 5, 2
OF_A_SLOT = 2  # one number for each player
BESIDE = S.NODES + OF_A_SLOT * S.SLOTS  # what is told of the match comes behind nodes and slots


def traits(box, s, seat, out, notes):
    """Whose stone is on each node; spell, stones and die of each slot; the score and what stones touch."""
    own = s.stones[seat]
    other = s.stones[1 - seat]
    for node in range(S.NODES):
        notes[node] = ((own >> node) & 1) + 2 * ((other >> node) & 1)
    for slot in range(S.SLOTS):
        notes[S.NODES + OF_A_SLOT * slot] = hold(box, s, seat, slot)
        notes[S.NODES + OF_A_SLOT * slot + 1] = hold(box, s, 1 - seat, slot)
    notes[BESIDE] = 1 + min(max(lead_of(box, s, seat), -MOST_AHEAD), MOST_AHEAD) + MOST_AHEAD
    notes[BESIDE + 1] = 1 + min(s.casts[seat], MOST_CASTS) * (MOST_CASTS + 1) + min(s.casts[1 - seat], MOST_CASTS)
    notes[BESIDE + 2] = 1 + how_many(box, own & box.mana) * (MOST_MANA + 1) + how_many(box, other & box.mana)
    notes[BESIDE + 3] = min(s.count[seat], MOST_TOTAL)
    notes[BESIDE + 4] = min(s.count[1 - seat], MOST_TOTAL)
    near = touching(box, own)
    far = touching(box, other)
    empty = empty_nodes(s)
    notes[BESIDE + 5] = min(how_many(box, near & empty), MOST_TOTAL)
    notes[BESIDE + 6] = min(how_many(box, far & empty), MOST_TOTAL)
    notes[BESIDE + 7] = min(how_many(box, near & far & empty), MOST_TOUCHED)
    notes[BESIDE + 8] = min(how_many(box, near & other), MOST_TOUCHED)
    notes[BESIDE + 9] = min(how_many(box, far & own), MOST_TOUCHED)
    notes[BESIDE + 10] = 1 + seat


def hold(box, s, player, slot):
    """One number for the spell of a slot, the stones of a player on it and whether the player's die is there; 0 if none
    of these is."""
    stones = how_many(box, s.stones[player] & box.slot_nodes[slot])
    die = int(s.lock[player] == slot + 1)
    if stones + die == 0:
        return 0
    spell = max(0, s.spell[slot] - 1) % CORE
    return (2 * spell + die) * (box.slot_size[slot] + 1) + stones + 1


def suggest(box, s, out, rng):
    """Ends the turn where that is possible; anything else where something has to be decided."""
    if s.phase == S.MENU:
        return S.END_TURN
    return pick(box, s, out, rng)


def appeal(box, s, a):
    """Spells are there to be cast, a dash is rarely worth its stones; stones go where they charge spells or keep the
    other from it."""
    if a == S.DASH:
        return DASH_APPEAL
    if a >= S.CAST and a < S.END_TURN:
        return CAST_APPEAL
    if a >= S.DASH or s.phase == S.PUSH or (a >= S.TO_PUSH and s.phase != S.DASH_PAY):
        return PLAIN
    node = a % S.NODES
    slot = box.slot_of[node] - 1
    on_mana = (box.mana >> node) & 1
    if a >= S.TO_SACRIFICE:
        if slot < 0:
            return LEAST_APPEAL if on_mana == 1 else PLAIN
        return max(LEAST_APPEAL, PLAIN - charge(box, s, s.mover, slot) // FOR_SACRIFICE)
    worth = PLAIN + MANA_APPEAL * on_mana
    if slot >= 0:
        if box.slot_nodes[slot] & s.stones[s.mover] != 0:
            worth += max(0, charge(box, s, s.mover, slot)) // FOR_OWN_CHARGE
        if box.slot_nodes[slot] & s.stones[1 - s.mover] != 0:
            worth += max(0, charge(box, s, 1 - s.mover, slot)) // FOR_ENEMY_CHARGE
    return worth


def may_win(box, s):
    return not hopeless(box, s, loop_possible(box, s))


# positions that go on alike

MASK = 0xFFFFFFFF
ONE_MIX, OTHER_MIX = 0x2545F491, 0x1B873593
HALF = 31  # bits of a key from each of the two hashes


def sameness(box, s):
    """The numbers of the stones make no difference, and of the history only what has come up twice does."""
    one = position_hash(box, s, ONE_MIX)
    other = position_hash(box, s, OTHER_MIX)
    return ((one >> 1) << HALF) + (other >> 1) + 1


def position_hash(box, s, mix):
    """A hash of 32 bits of everything that can make a difference."""
    h = mixed(1, s.stones[0], mix)
    h = mixed(h, s.stones[1], mix)
    h = mixed(h, s.choices | (s.phase << 39) | (s.mover << 43) | (s.resolving << 44) | (s.step << 48), mix)
    h = mixed(h, s.lock[0] | (s.lock[1] << 4) | (s.casts[0] << 8) | (s.casts[1] << 12) | (s.landed << 16)
              | (s.dashed << 22) | (s.cast_now << 23) | (s.pushed_from << 26) | (s.left << 32), mix)
    h = mixed(h, s.cursor | (s.may_withdraw << 6) | (s.moved_on << 7) | (s.spent[0] << 8) | (s.spent[1] << 9)
              | (s.bank[0] << 10) | (s.bank[1] << 26) | (s.price << 42) | (s.winner << 46), mix)
    if s.resolving > 0:
        h = mixed(h, s.region, mix)
        h = mixed(h, s.fresh, mix)
        h = mixed(h, s.kept, mix)
        if s.cursor > 0:
            for node in range(S.NODES):
                h = mixed(h, s.slide[node], mix)
    if s.walls > 0:
        h = mixed(h, s.walls, mix)
    return mixed(h, s.recurring, mix)


def mixed(h, word, mix):
    """A hash that has taken in one more word."""
    h = ((h ^ (word & MASK)) * mix) & MASK
    h = ((h ^ (h >> 15) ^ (word >> 32)) * mix) & MASK
    return h ^ (h >> 13)
