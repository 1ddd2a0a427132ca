"""Rules of thumb for Hexcape: how many action points everybody still needs, whose throw comes next, and where a change
of the map helps or hurts.

A point moves, digs or blocks, and none is wasted: so what counts is the cost of the cheapest way to the End hex, less
the points in hand. From these distances follows who wins a race of dice, and that is the evaluation.
"""

from hexagora.engine.contract import pick
from hexagora.engine.rng import below
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_cards import playable_card
from hexagora.games.hexcape.rules_map import (
    clear_walks,
    distance,
    end_hex,
    has_thawed,
    here,
    highest_face,
    is_changeable,
    measure_walks,
    place_of,
    token_on,
)
from hexagora.games.hexcape.rules_move import is_linked, may_draw, price_of

TUNING = {"explore": 600, "doubt": 300}  # the evaluation says much already, so curiosity counts little

SURE = 6000  # the whole of a winning chance
LOOK_AHEAD = 0  # the evaluation knows more than a play-out would


def horizon(box):
    return LOOK_AHEAD


# what a search may know beforehand

MIX = 0x5851F42D4C957F2D  # an odd number without a pattern
KEY = (1 << 62) - 1
FOLD = 29  # bits by which the upper half of a key is folded into the lower one


def sameness(box, s):
    """What was counted for the panels makes no difference: in play only the map, the tokens, the cards and the turn."""
    if s.round == 0:
        return 0
    key = mixed(int(s.map), int(s.round))
    key = mixed(key, int(s.phase) * S.ROLL + int(s.right) + 1)
    key = mixed(key, int(s.actor) * S.ROLL + int(s.ap))
    key = mixed(key, int(s.fresh) + 2 * int(s.rope) + 4 * int(s.erasures))
    for player in range(box.players):
        key = mixed(key, int(s.at[player]))
        held = int(s.card[player]) + S.ROLL * int(s.fate[player])
        key = mixed(key, int(s.order[player]) + S.PLAYERS * held)
    for cell in range(box.passable[s.map]):
        key = mixed(key, int(s.cost[cell]))
    return max(1, key)


def mixed(key, value):
    """A key that also depends on a further value."""
    key = ((key ^ value) * MIX) & KEY
    return key ^ (key >> FOLD)


def may_win(box, s):
    """Only while moving, and only if E is not farther than the points could ever reach, for each hex costs at least
    the lowest cost; or at the end of the last round, which decides by walks."""
    if s.round > 0 and s.round == box.round_limit and s.turn == box.players - 1:
        return True
    if s.phase == S.CHANGING or s.phase == S.ERASING or s.round == 0:
        return False
    points = int(s.ap) + spare_points(box, s)
    goal = end_hex(box, s)
    if distance(box, s, here(s), goal) * box.lowest <= points:
        return True
    for cell in range(box.passable[s.map]):
        place = place_of(box, s, cell)
        if box.letters[place] != 0 or box.numbers[place] != 0:
            if (distance(box, s, cell, goal) + 1) * box.lowest <= points:
                return True
    return False


def spare_points(box, s):
    """What the player's card may bring at most within the turn; the best one if it is not drawn yet."""
    card = playable_card(s)
    leap = (max(int(box.reach[S.LEAP]), int(box.reach[S.LONG_SWAP])) - 1) * int(box.lowest)
    if s.fate[s.actor] == S.NO_CARD and box.cards_on == 1:
        return max(int(box.amount[S.SPRINT]), int(box.amount[S.WINDFALL]), leap)
    if card == S.SPRINT:
        return int(box.amount[S.SPRINT])
    if card == S.SECOND_THROW:
        return highest_face(box, s)
    return leap if card == S.LEAP or card == S.LONG_SWAP else 0


# the cheapest ways of all players, in the places of a buffer

NOT_YET = 0
BUCKETS = 32  # a power of two above the dearest hex
NOTHING = -1
FAR_OFF = 400  # points; a hex from which no way leads to E is taken to be so far away


def measure_ways(box, s, out):
    """Writes for each hex its cheapest way to E, letters included: cost * STEP_LIMIT + steps + 1, at the place of the
    hex in the buffer; NOT_YET where it is farther than all tokens.

    All ways over a hex cost the same from its neighbours on. So hexes are taken by the cost up to and with them, and
    whoever reaches a hex first has found its way. The buckets of that order follow in the buffer as chained lists.
    """
    count = int(box.passable[s.map])
    heads = 2 * count
    for k in range(count):
        out[k] = NOT_YET
    for k in range(BUCKETS):
        out[heads + k] = NOTHING
    goal = end_hex(box, s)
    out[goal] = 1
    put_aside(out, count, goal, int(s.cost[goal]))
    reached = 0
    points = 0
    idle = 0
    while idle < BUCKETS and reached < box.players:
        cell = int(out[heads + points % BUCKETS])
        if cell == NOTHING:
            points += 1
            idle += 1
            continue
        idle = 0
        out[heads + points % BUCKETS] = out[count + cell]
        reached += offer_way(box, s, out, cell, points)


def put_aside(out, count, cell, points):
    """Puts a hex into the bucket of the cost up to and with it."""
    head = 2 * count + points % BUCKETS
    out[count + cell] = out[head]
    out[head] = cell


def offer_way(box, s, out, cell, points):
    """Offers the way over a hex to those next to it and to those linked by a letter; returns how many tokens it
    reached."""
    count = int(box.passable[s.map])
    way = points * S.STEP_LIMIT + (out[cell] - 1) % S.STEP_LIMIT + 2
    place = place_of(box, s, cell)
    reached = 0
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        if out[near] == NOT_YET:
            reached += take_way(box, s, out, count, near, way, points)
    if box.letters[place] != 0:
        for other in range(count):
            if out[other] == NOT_YET and (box.letters[place] & box.letters[place_of(box, s, other)]) != 0:
                reached += take_way(box, s, out, count, other, way, points)
    return reached


def take_way(box, s, out, count, cell, way, points):
    out[cell] = way
    put_aside(out, count, cell, points + s.cost[cell])
    reached = 0
    for player in range(box.players):
        reached += s.at[player] == cell
    return reached


def way_of(box, s, out, cell):
    """The measured way from a hex, without the 1; by steps where a letter would need the right to use it."""
    if box.letters[place_of(box, s, cell)] != 0 and not (cell == here(s) and s.right == S.BY_LETTER):
        return way_by_steps(box, s, out, cell)
    return out[cell] - 1 if out[cell] != NOT_YET else FAR_OFF * S.STEP_LIMIT


def way_by_steps(box, s, out, cell):
    place = place_of(box, s, cell)
    best = FAR_OFF * S.STEP_LIMIT
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        if out[near] != NOT_YET:
            best = min(best, int(out[near] + s.cost[near] * S.STEP_LIMIT))
    return best


# the race

# A logistic regression of results on evaluations by dice alone (1085 positions, 64 matches of two players, all maps)
# gave a slope of 0.70, hence UNREST; it found a card overrated at two points, and CARD_IN_HAND is a guess below that.
EIGHTH = 8  # parts of a point
STEP = 1  # what each hex before E weighs besides its cost, in eighths: there is more to raise
CARD_IN_HAND = 4  # what a face-down card is worth, in eighths
FULL = 4096  # the whole of a chance
SPREAD = 31  # (2.4 * EIGHTH) ** 2 / 12: the sum of throws stays within 2.4 deviations
UNREST = 2  # times the variance of dice alone, while hexes can be raised
LONGEST_RACE = 24  # throws of each player
NEGLIGIBLE = 40  # chance of a race that need not be followed any further
TOO_FAR = 60 * EIGHTH  # beyond that only the differences count


def evaluate(box, s, out):
    """The chances in a race of dice: who has thrown as many points as the way costs, wins."""
    players = int(box.players)
    if s.round == 0 and s.phase != S.OFFERING and s.phase != S.ANSWERING:
        share_evenly(players, out)
        return
    measure_ways(box, s, out)
    first = 2 * int(box.passable[s.map]) + BUCKETS
    least = note_distances(box, s, out, first)
    for player in range(players):
        out[player] = out[first + player] - max(0, least - TOO_FAR)
    race(box, s, out, players, max(EIGHTH, min(least, TOO_FAR)))


def share_evenly(players, out):
    for player in range(players):
        out[player] = SURE // players
    out[0] += SURE % players


def note_distances(box, s, out, first):
    """Writes what each player needs, in eighths of a point, from a place of the buffer on; returns the least."""
    least = FAR_OFF * EIGHTH * 2
    for player in range(box.players):
        way = way_of(box, s, out, int(s.at[player]))
        need = way // S.STEP_LIMIT * EIGHTH + (way % S.STEP_LIMIT - 1) * STEP
        if s.fate[player] == S.FACE_DOWN:
            need -= CARD_IN_HAND
        if player == s.actor and s.phase != S.ACTION_ROLL and s.round > 0:
            need -= s.ap * EIGHTH
        need = max(need, EIGHTH // 2)
        out[first + player] = need
        least = min(least, int(need))
    return least


def race(box, s, out, players, least):
    """Turns the needs at the first places of the buffer into chances. Behind them stand the chance of each player not
    to have made up for the need yet, and what the player has won of the race so far."""
    for player in range(players):
        out[players + player] = FULL
        out[2 * players + player] = 0
    die = highest_face(box, s)
    turn = 0 if s.round == 0 else int(s.turn) + (s.phase != S.ACTION_ROLL)
    rounds = LONGEST_RACE
    if box.round_limit > 0:
        rounds = min(rounds, int(box.round_limit) - max(int(s.round), 1) + 1)
    variance = (die * die - 1) * (SPREAD if has_thawed(box, s) else UNREST * SPREAD)
    going = FULL
    root = 1
    for n in range(1, rounds + 1):
        root = root_from(root, n * variance)
        for k in range(players):
            player = int(s.order[(turn + k) % players])
            if n == rounds and turn + k >= players:
                break
            going = throw(out, players, player, n, die, root, going)
        if going < NEGLIGIBLE:
            break
    settle(out, players, going, least)


def root_from(root, square):
    """The square root, looked for from a smaller one on."""
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


def throw(out, players, player, n, die, root, going):
    """A player's n-th throw: wins what is still open of the race by the chance that it is the deciding one; returns
    what is open then."""
    before = int(out[players + player])
    after = min(before, FULL - chance_within(int(out[player]), n, die, root))
    if before == 0:
        return 0
    gained = going * (before - after) // before
    out[players + player] = after
    out[2 * players + player] += gained
    return going - gained


def chance_within(need, n, die, root):
    """The chance, in parts of FULL, that n throws make up for a need. One throw exactly, the sum of several by the
    normal distribution, whose sides are two parabolas here."""
    if n == 1:
        return max(0, min(FULL, (die * EIGHTH + EIGHTH - need) * FULL // (die * EIGHTH)))
    ahead = n * (die + 1) * EIGHTH // 2 - need + EIGHTH // 2
    if ahead >= root:
        return FULL
    if ahead <= -root:
        return 0
    part = ahead * FULL // root
    if part >= 0:
        return FULL - (FULL - part) * (FULL - part) // (2 * FULL)
    return (FULL + part) * (FULL + part) // (2 * FULL)


def settle(out, players, going, least):
    """What is still open goes to the nearest ones; then everything in parts of SURE."""
    total = 0
    for player in range(players):
        if going > 0 and out[player] <= least + EIGHTH:
            out[2 * players + player] += going
        total += out[2 * players + player]
    rest = SURE
    for player in range(players - 1, 0, -1):
        out[player] = out[2 * players + player] * SURE // total
        rest -= out[player]
    out[0] = rest


# play-outs: a sensible choice from one look at the map

SELDOM = 6  # one step in so many is taken off the road, one turn in so many is not used for running


def suggest(box, s, out, rng):
    """Along the cheapest way; points that are left make the own road cheaper or that of a rival dearer."""
    if s.phase == S.MOVING and below(rng, SELDOM) != 0:
        measure_ways(box, s, out)
        return go_along(box, s, out)
    if s.phase == S.CHANGING and s.ap >= box.change_price:
        measure_ways(box, s, out)
        a = change_of_road(box, s, out, rng)
        if a != NOTHING:
            return a
    if s.phase == S.ASKED_TO_DRAW:
        return S.DRAW
    return pick(box, s, out, rng)


def go_along(box, s, out):
    """The step or teleport that is on the cheapest way, or else the end of moving."""
    best = way_of(box, s, out, here(s)) // S.STEP_LIMIT
    place = place_of(box, s, here(s))
    a = S.STOP_MOVING
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        if points_over(box, s, out, near) <= best:
            best = points_over(box, s, out, near)
            a = S.GO + near
    if s.right == S.NO_RIGHT:
        return a
    for cell in range(box.passable[s.map]):
        if cell == here(s) or token_on(box, s, cell) != S.NOBODY:
            continue
        if not is_linked(box, s, place, place_of(box, s, cell)):
            continue
        if points_over(box, s, out, cell) <= best:
            best = points_over(box, s, out, cell)
            a = S.TELEPORT + cell
    return a


def points_over(box, s, out, cell):
    """The cost of the way that begins by entering a hex; out of reach if it cannot be paid."""
    if out[cell] == NOT_YET or price_of(box, s, cell) > s.ap:
        return 2 * FAR_OFF
    return (out[cell] - 1) // S.STEP_LIMIT + s.cost[cell]


def change_of_road(box, s, out, rng):
    """Lowers the next hex of the own road that can be lowered, or raises one of a rival's."""
    rival = int(below(rng, box.players))
    cell = int(s.at[rival])
    for k in range(1 + below(rng, S.SIDES)):
        cell = next_on_road(box, s, out, cell)
        if cell == S.NO_CELL:
            return NOTHING
        if not is_changeable(box, s, cell):
            continue
        if rival == s.actor:
            if s.cost[cell] > box.lowest:
                return S.CHANGE + 2 * cell + 1
        elif k > 0 and s.cost[cell] < box.highest and not has_thawed(box, s):
            return S.CHANGE + 2 * cell
    return NOTHING


def next_on_road(box, s, out, cell):
    """The hex by which the cheapest walk from a hex goes on; NO_CELL at its end."""
    place = place_of(box, s, cell)
    best = S.NO_CELL
    least = FAR_OFF * S.STEP_LIMIT
    if cell == end_hex(box, s):
        return best
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        if out[near] != NOT_YET and out[near] + s.cost[near] * S.STEP_LIMIT < least:
            least = int(out[near] + s.cost[near] * S.STEP_LIMIT)
            best = near
    return best


# first sight

PLAIN, GOOD, FAIR, POOR, SILLY = 10, 40, 20, 4, 1  # appeal of a choice
WINNING = 1000
URGENT = 3  # times as good where the next throw may decide
ROAD = 25  # from this bit on `way` tells whose road a hex is on
WAY = (1 << ROAD) - 1


def study(box, s):
    """Notes all walks and the roads of all players in the scratch field of the state."""
    if s.round == 0:
        return
    measure_walks(box, s)
    goal = end_hex(box, s)
    for player in range(box.players):
        cell = int(s.at[player])
        while cell != goal:
            cell = next_in_walks(box, s, cell)
            if cell == S.NO_CELL:
                break
            s.way[cell] |= 1 << (ROAD + player)


def unstudy(box, s):
    clear_walks(box, s)


def next_in_walks(box, s, cell):
    place = place_of(box, s, cell)
    best = S.NO_CELL
    least = FAR_OFF * S.STEP_LIMIT
    for k in range(S.SIDES):
        near = int(box.neighbour[place][k])
        if near == S.NO_CELL:
            break
        over = walk_over(s, near)
        if over < least:
            least = over
            best = near
    return best


def walk_over(s, cell):
    """The walk that begins by entering a hex."""
    return (s.way[cell] & WAY) + s.cost[cell] * S.STEP_LIMIT if s.way[cell] > 0 else FAR_OFF * S.STEP_LIMIT


def appeal(box, s, a):
    """Steps along the road, changes that help the own road or hurt a rival's; the rest rather not."""
    if a >= S.TAKE or s.round == 0:
        return PLAIN
    if a >= S.PLAY:
        return appeal_of_word(box, s, a)
    if s.way[end_hex(box, s)] > 0:
        return appeal_on_map(box, s, a)
    study(box, s)
    found = appeal_on_map(box, s, a)
    unstudy(box, s)
    return found


def appeal_of_word(box, s, a):
    """Choices without a hex."""
    if a == S.DRAW:
        return GOOD
    if a == S.END_TURN:
        return POOR
    if a == S.STOP_MOVING:
        return FAIR
    if a == S.NO_DRAW:
        return PLAIN
    if a == S.PLAY + S.SECOND_THROW and 2 * s.ap > highest_face(box, s):
        return SILLY
    return PLAIN


def appeal_on_map(box, s, a):
    if a < S.CHANGE:
        return appeal_of_entry(box, s, a - S.GO if a < S.TELEPORT else a - S.TELEPORT)
    if a < S.ERASE:
        if (a - S.CHANGE) % 2 == 1:
            return appeal_of_lowering(box, s, (a - S.CHANGE) // 2)
        return appeal_of_raising(box, s, (a - S.CHANGE) // 2)
    if a < S.LEAP_TO:
        return appeal_of_lowering(box, s, a - S.ERASE)
    if a < S.SHOVE_TO:
        return appeal_of_entry(box, s, a - S.LEAP_TO)
    if a < S.LONG_SWAP_WITH:
        return appeal_of_shove(box, s, a - S.SHOVE_TO)
    if a < S.TRAILBLAZE:
        return appeal_of_entry(box, s, int(s.at[a - S.LONG_SWAP_WITH]))
    if a < S.BARRICADE_ON:
        return appeal_of_lowering(box, s, a - S.TRAILBLAZE)
    return appeal_of_raising(box, s, a - S.BARRICADE_ON)


def points_from(s, cell):
    """The cost of the walk from a hex."""
    return ((s.way[cell] & WAY) - 1) // S.STEP_LIMIT if s.way[cell] > 0 else FAR_OFF


def appeal_of_entry(box, s, cell):
    """By what the way costs more or less in all when it goes over that hex; a hex that brings something is worth a
    detour."""
    if cell == end_hex(box, s):
        return WINNING
    gain = points_from(s, here(s)) - points_from(s, cell) - s.cost[cell]
    place = place_of(box, s, cell)
    if may_draw(box, s, cell) or box.letters[place] != 0 or box.numbers[place] != 0:
        gain += 2
    other = token_on(box, s, cell)
    if other != S.NOBODY:
        gain += points_from(s, here(s)) - points_from(s, cell) - 1
    if gain >= 0:
        return GOOD * (1 + min(gain, URGENT))
    if gain == -1:
        return FAIR
    return POOR if gain == -2 else SILLY


def appeal_of_shove(box, s, target):
    """By how far it throws a rival back."""
    player = target // S.SIDES
    place = place_of(box, s, int(s.at[player]))
    loss = points_from(s, int(box.neighbour[place][target % S.SIDES])) - points_from(s, int(s.at[player]))
    return PLAIN * loss if loss > 0 else SILLY


def appeal_of_lowering(box, s, cell):
    """Good on the own road, the more so if nobody else profits."""
    owners = s.way[cell] >> ROAD
    if owners & (1 << s.actor) == 0:
        return SILLY
    return GOOD if owners == 1 << s.actor else FAIR


def appeal_of_raising(box, s, cell):
    """Good on the roads of rivals, urgent where their next throw may decide; silly on the own."""
    owners = s.way[cell] >> ROAD
    if owners & (1 << s.actor):
        return SILLY
    found = SILLY
    for player in range(box.players):
        if owners & (1 << player):
            near = points_from(s, int(s.at[player])) <= highest_face(box, s)
            found = max(found, GOOD * URGENT if near else FAIR)
    return found
