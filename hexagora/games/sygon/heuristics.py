"""Rules of thumb for Hexes of Sygon: points come from goods, goods from Towns, and Wizards must stand where one builds.

Every point costs about two cubes and one Gold, whichever way it is built, so a position is worth its points, its goods
and what it earns; the nearer the end, the less income counts and the more points do.
"""

from hexagora.engine.contract import legal, pick
from hexagora.engine.rng import below
from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import (
    beyond,
    cube_income,
    enemies_on,
    gold_income,
    hex_of,
    is_enemy,
    is_volcano,
    kind_of,
    mate_of,
    on_board,
    opposite,
    spendable_cubes,
    spendable_gold,
    wall_place_free,
    walled_off,
)
from hexagora.games.sygon.rules_build import has_site, kind_is_cheap, outnumbered, transform_price
from hexagora.games.sygon.rules_cast import can_forage, can_steal, has_cast, was_cast
from hexagora.games.sygon.rules_move import can_walk, fee_per_wizard, may_move
from hexagora.games.sygon.rules_score import built, score_of, score_to_win, side_closed

TUNING = {"explore": 600, "opened": 8, "opening": 150, "later": 0, "doubt": 100}

SURE = 6000  # the whole of a winning chance
LOOK_AHEAD = 0  # a play-out is just the rest of the turn
NOTHING = -1


def horizon(box):
    return LOOK_AHEAD


def settled(box, s):
    """At the start of a turn, before anybody has moved, and during the set-up."""
    if s.stage != S.AT_TURN:
        return s.stage < S.AT_TURN
    p = s.actor + 0
    if s.phase[p] != S.MOVING or s.choice != S.NO_CHOICE:
        return False
    for w in range(box.wizards):
        if s.moves[p][w] == 0 and on_board(s, p, w):
            return False
    return True


def may_win(box, s):
    """Only whoever moves last in a round can win before anybody else decides (SYG-WIN-1)."""
    return s.stage != S.AT_TURN or max(s.actor + 0, mate_of(box, s.actor + 0)) == box.players - 1


# goods


def gold_after(box, s, p, piece):
    """Gold left when a building is paid for, cubes that lack being transformed or bought; negative if out of reach."""
    lack = 0
    spare = 0
    for kind in range(S.KINDS):
        over = spendable_cubes(s, p, kind) - box.cost_cubes[piece][kind]
        if over < 0:
            lack -= over
        else:
            spare += over
    swapped = min(lack, spare)
    price = box.cost_gold[piece] + swapped * box.transform_gold + (lack - swapped) * box.buy_gold
    return spendable_gold(s, p) - price


def affordable(box, s, p, piece):
    """Whether a building can be paid in this turn, with exchanges."""
    return s.left[p][piece] > 0 and gold_after(box, s, p, piece) >= 0


def wishes(box, s, p):
    """The buildings that can be paid in this turn, as a mask."""
    mask = 0
    for piece in range(S.WALL):
        if affordable(box, s, p, piece):
            mask |= 1 << piece
    return mask


ENOUGH_OF_A_KIND = 3  # all buildings together take two of each kind


def need(s, p, kind):
    """How much one more cube of a kind is wanted."""
    return max(0, ENOUGH_OF_A_KIND - s.cubes[p][kind])


def most_spare(box, s, p, piece):
    """The kind of which most is left when a building is paid for."""
    best = 0
    most = -S.KINDS
    for kind in range(S.KINDS):
        over = spendable_cubes(s, p, kind) - box.cost_cubes[piece][kind]
        if over > most:
            most = over
            best = kind
    return best


def lacking(box, s, p, piece):
    """The first kind that a building still lacks, NOTHING if none."""
    for kind in range(S.KINDS):
        if spendable_cubes(s, p, kind) < box.cost_cubes[piece][kind]:
            return kind
    return NOTHING


def most_held(s, p):
    best = 0
    for kind in range(1, S.KINDS):
        if s.cubes[p][kind] > s.cubes[p][best]:
            best = kind
    return best


# land


def odds(box, colour):
    """Faces of the die that show a colour."""
    faces = 0
    for face in range(S.FACES):
        faces += (box.die[face] >> colour) & 1
    return faces


def is_asleep(s, colour):
    """Whether a Volcano cannot erupt in this round."""
    return ((s.clouds | s.lulled) >> colour) & 1 == 1


def is_bare(box, s, cell, side):
    """Whether nothing shields a hex from the Volcano on that side."""
    return s.wall[cell][side] == 0 and s.wall[beyond(box, cell, side)][opposite(side)] == 0


def faces_volcano(box, s, cell, side):
    other = beyond(box, cell, side)
    return other != S.NO_CELL and is_volcano(s, other)


def heat(box, s, cell):
    """Faces of the die on which an eruption of this round reaches a hex, over all Volcanoes beside it."""
    faces = 0
    for side in range(S.SIDES):
        if faces_volcano(box, s, cell, side) and is_bare(box, s, cell, side):
            colour = s.terrain[beyond(box, cell, side)] - S.FIRST_VOLCANO
            if not is_asleep(s, colour):
                faces += odds(box, colour)
    return faces


def open_sides(box, s, p, cell):
    """Sides of a hex that keep a Town of a player there from being encircled."""
    count = 0
    for side in range(S.SIDES):
        if not side_closed(box, s, p, cell, side):
            count += 1
    return count


SITE, SITE_GOLD, SITE_NEW_KIND, SITE_VOLCANO = 8, 4, 6, 3
LASTING = 2  # a Gold Value that bears some eruptions


def site_worth(box, s, p, cell):
    """How good a hex is for a Town: Gold, a kind not yet produced, few open sides, no Volcano near poor land."""
    worth = SITE + SITE_GOLD * s.value[cell] - open_sides(box, s, p, cell)
    if s.towns_on[p][kind_of(s, cell)] == 0:
        worth += SITE_NEW_KIND
    if s.value[cell] < LASTING:
        for side in range(S.SIDES):
            if faces_volcano(box, s, cell, side):
                worth -= SITE_VOLCANO
    return max(1, worth)


TO_FOUND, TO_ADD_WORKSHOP, TO_ADD_MARKET, TO_CLOSE, TO_BE_HOME, TO_FORAGE = 20, 25, 20, 6, 2, 3
CROWDED, IN_DANGER = 3, 2
NEARLY_CLOSED = 2  # open sides of a Town that is worth encircling


def errand(box, s, p, cell, others, wished):
    """What a Wizard can do on a hex where `others` own ones stand already, and some buildings can be paid."""
    worth = -CROWDED * enemies_on(box, s, p, cell)
    if s.town[cell] == 0:
        if others == 0 and (wished >> S.TOWN) & 1 == 1:
            worth += TO_FOUND + site_worth(box, s, p, cell)
        if s.value[cell] == 0:
            worth -= IN_DANGER * heat(box, s, cell)
    elif s.town[cell] == p + 1 and others == 0:
        worth += TO_BE_HOME
        if s.workshop[cell] == 0 and (wished >> S.WORKSHOP) & 1 == 1:
            worth += TO_ADD_WORKSHOP
        if s.market[cell] == 0 and (wished >> S.MARKET) & 1 == 1:
            worth += TO_ADD_MARKET
        if s.gold[p] >= NEARLY_CLOSED * box.cost_gold[S.WALL] and 0 < open_sides(box, s, p, cell) <= NEARLY_CLOSED:
            worth += TO_CLOSE
    if s.token[cell] < box.forages:
        worth += TO_FORAGE * need(s, p, kind_of(s, cell))
    return worth


def loot(box, s, p, cell):
    """Pieces of opponents beside a hex that a Steal would reach."""
    pieces = 0
    for side in range(S.SIDES):
        other = beyond(box, cell, side)
        if other != S.NO_CELL and not walled_off(box, s, p, cell, side):
            pieces += enemies_on(box, s, p, other)
            if is_enemy(box, p, s.town[other] + 0):
                pieces += 1
    return pieces


# play-outs


def suggest(box, s, out, rng):
    """Moves towards work, builds what can be paid, forages and steals; anything where it knows nothing better."""
    if s.stage == S.AT_TURN and s.choice == S.NO_CHOICE:
        p = s.actor + 0
        if s.phase[p] == S.MOVING:
            return suggest_move(box, s, p, rng)
        if s.phase[p] == S.BUILDING:
            return suggest_building(box, s, p, S.A_END_BUILD, rng)
        if s.phase[p] == S.CASTING:
            return suggest_spell(box, s, p, S.A_END_CAST)
        if s.phase[p] == S.FREE:
            return suggest_free(box, s, p, rng)
    elif s.stage == S.AT_TURN and s.choice == S.DISCARDING:
        return S.A_DISCARD + most_held(s, s.actor + 0)
    elif S.AT_TOWN <= s.stage <= S.AT_CUBE or s.stage == S.AT_LOSE:
        return suggest_best(box, s, out, rng)
    return pick(box, s, out, rng)


TRIES = 3


def suggest_best(box, s, out, rng):
    """The most appealing of a few choices drawn at random."""
    n = legal(box, s, out)
    best = out[below(rng, n)] + 0
    most = appeal(box, s, best)
    for _ in range(TRIES):
        a = out[below(rng, n)] + 0
        worth = appeal(box, s, a)
        if worth > most:
            most = worth
            best = a
    return best


def suggest_move(box, s, p, rng):
    """The first Wizard, in random order, that has something better to do beside its hex; else the moving is over."""
    wished = wishes(box, s, p)
    first = below(rng, S.WIZARDS)
    for i in range(S.WIZARDS):
        w = (first + i) % S.WIZARDS
        if w < box.wizards and may_move(s, p, w):
            to = best_step(box, s, p, hex_of(s, p, w), wished)
            if to != S.NO_CELL:
                return S.A_WALK + w * S.CELLS + to
    return S.A_END_MOVE


def best_step(box, s, p, at, wished):
    """The hex beside a Wizard's that promises most, NO_CELL if it is better to stay."""
    fee = fee_per_wizard(box, s, p)
    gold = spendable_gold(s, p)
    best = S.NO_CELL
    most = errand(box, s, p, at, s.present[p][at] - 1, wished)
    for side in range(S.SIDES):
        if can_walk(box, s, p, at, side, fee, gold):
            to = beyond(box, at, side)
            worth = errand(box, s, p, to, s.present[p][to] + 0, wished)
            if worth > most:
                most = worth
                best = to
    return best


def suggest_building(box, s, p, end, rng):
    """A building that can be paid, where a Wizard stands ready, exchanging for it; useful Walls; else the end."""
    first = below(rng, S.WALL)
    for i in range(S.WALL):
        piece = (first + i) % S.WALL
        if affordable(box, s, p, piece):
            cell = ready_site(box, s, p, piece)
            if cell != S.NO_CELL:
                return towards(box, s, p, piece, cell)
    if s.left[p][S.WALL] > 0 and spendable_gold(s, p) >= box.cost_gold[S.WALL]:
        place = useful_wall(box, s, p)
        if place != NOTHING:
            return S.A_BUILD_WALL + place
    return end


def ready_site(box, s, p, piece):
    """The best hex with an own Wizard that takes a building, NO_CELL if none does."""
    best = S.NO_CELL
    most = NOTHING
    for w in range(box.wizards):
        if on_board(s, p, w):
            cell = hex_of(s, p, w)
            if has_site(box, s, p, piece, cell) and not outnumbered(box, s, p, cell):
                worth = site_worth(box, s, p, cell) if piece == S.TOWN else s.value[cell] + 0
                if worth > most:
                    most = worth
                    best = cell
    return best


def towards(box, s, p, piece, cell):
    """The next step to a building that can be paid: an exchange, or the building itself."""
    taken = lacking(box, s, p, piece)
    if taken == NOTHING:
        return S.A_BUILD + piece * S.CELLS + cell
    given = most_spare(box, s, p, piece)
    if spendable_cubes(s, p, given) > box.cost_cubes[piece][given]:
        return S.A_TRANSFORM + given * S.KINDS + taken
    return S.A_BUY + taken


def useful_wall(box, s, p):
    """A place where a Wizard can shield a poor Town of one's own, or finish one's encirclement; NOTHING if none."""
    for w in range(box.wizards):
        if on_board(s, p, w) and s.town[hex_of(s, p, w)] == p + 1:
            cell = hex_of(s, p, w)
            closing = open_sides(box, s, p, cell) <= NEARLY_CLOSED
            for side in range(S.SIDES):
                if wall_place_free(box, s, cell, side):
                    if closing and not side_closed(box, s, p, cell, side):
                        return cell * S.SIDES + side
                    if s.value[cell] == 0 and faces_volcano(box, s, cell, side) and is_bare(box, s, cell, side):
                        return cell * S.SIDES + side
    return NOTHING


def suggest_spell(box, s, p, end):
    """Steals, forages what is wanted most, and ends."""
    if not was_cast(s, p, S.STEAL):
        for w in range(box.wizards):
            if on_board(s, p, w) and not has_cast(s, p, w) and can_steal(box, s, p, hex_of(s, p, w)):
                return S.A_CAST + S.STEAL * S.WIZARDS + w
    if not was_cast(s, p, S.FORAGE):
        best = NOTHING
        most = NOTHING
        for w in range(box.wizards):
            if on_board(s, p, w) and not has_cast(s, p, w) and can_forage(box, s, p, hex_of(s, p, w)):
                wanted = need(s, p, kind_of(s, hex_of(s, p, w)))
                if wanted > most:
                    most = wanted
                    best = w
        if best != NOTHING:
            return S.A_CAST + S.FORAGE * S.WIZARDS + best
    return end


def suggest_free(box, s, p, rng):
    """Under Power Trip: steals and forages, collects, builds, and ends the turn."""
    a = suggest_spell(box, s, p, S.A_END_TURN)
    if a != S.A_END_TURN:
        return a
    a = suggest_building(box, s, p, S.A_END_TURN, rng)
    if a == S.A_END_TURN and s.collected[p] == 0:
        return S.A_COLLECT
    return a


# first sight

PLAIN, POOR, BAD = 10, 4, 1  # appeal of a choice
BUILT = 100  # of a building; that of a Town grows with its site
SITE_FACTOR = 5
MOST_APPEAL = 80  # of a move
TELEPORTED = 4  # how much more than a walk a Teleport must promise
STOLEN = 15  # for each piece that a Steal hits
FORAGED = 15  # for each cube of the kind that is missing
EXCHANGED, CHEAPLY, FOR_EACH_SPARE = 30, 20, 5
CLOSED, OPEN_SIDE = 40, 10  # a Wall beside an own Town, less for each side that is open
SHIELDED, SHIELDED_RICH, SHIELDED_WIZARD = 40, 12, 8  # a Wall against a Volcano


def appeal(box, s, a):
    """What is built, foraged, stolen or brings a Wizard to work looks good; walls and exchanges only with a purpose."""
    p = s.actor + 0
    if s.stage != S.AT_TURN:
        return setup_appeal(box, s, p, a)
    if S.A_WALK <= a < S.A_END_MOVE:
        return move_appeal(box, s, p, a)
    if S.A_BUILD <= a < S.A_BUILD_WALL:
        return building_appeal(box, s, p, a - S.A_BUILD)
    if S.A_BUILD_WALL <= a < S.A_TRANSFORM:
        return wall_appeal(box, s, p, a - S.A_BUILD_WALL)
    if S.A_TRANSFORM <= a < S.A_END_BUILD:
        return exchange_appeal(box, s, p, a)
    if S.A_CAST <= a < S.A_END_CAST:
        return spell_appeal(box, s, p, (a - S.A_CAST) % (S.A_ECHO - S.A_CAST))
    return other_appeal(box, s, p, a)


def setup_appeal(box, s, p, a):
    """Of the draft, and of choices outside the own turn."""
    if S.A_TOWN <= a < S.A_WALL:
        worth = site_worth(box, s, p, a - S.A_TOWN)
        return worth * worth // PLAIN + 1
    if S.A_WALL <= a < S.A_TAKE:
        return wall_appeal(box, s, p, a - S.A_WALL)
    if S.A_TAKE <= a < S.A_PLACE:
        return BAD + PLAIN * need(s, p, a - S.A_TAKE)
    if S.A_LOSE <= a < S.A_LOSE + S.CELLS:
        return POOR  # a Workshop is worth more than a Market
    return PLAIN


def move_appeal(box, s, p, a):
    """How much more there is to do at the end of a move than where it starts."""
    wished = wishes(box, s, p)
    which = (a - S.A_WALK) % (S.A_TELEPORT - S.A_WALK)
    at = hex_of(s, p, which // S.CELLS)
    to = which % S.CELLS
    gain = errand(box, s, p, to, s.present[p][to] + 0, wished) - errand(box, s, p, at, s.present[p][at] - 1, wished)
    gain += loot(box, s, p, to)
    if a >= S.A_TELEPORT:
        gain -= TELEPORTED
    return max(BAD, min(MOST_APPEAL, PLAIN // 2 + gain))


def building_appeal(box, s, p, which):
    if which // S.CELLS == S.TOWN:
        return BUILT + SITE_FACTOR * site_worth(box, s, p, which % S.CELLS)
    return BUILT


def wall_appeal(box, s, p, place):
    """Walls shield from a Volcano or close a side of an own Town, also of one behind the border."""
    cell = place // S.SIDES
    side = place % S.SIDES
    other = beyond(box, cell, side)
    if other == S.NO_CELL:
        return BAD
    if is_volcano(s, other):
        return shield_appeal(box, s, p, cell, s.terrain[other] - S.FIRST_VOLCANO)
    worth = BAD
    if not side_closed(box, s, p, cell, side):
        if s.town[cell] == p + 1:
            worth += closing_appeal(open_sides(box, s, p, cell))
        if s.town[other] == p + 1:
            worth += closing_appeal(open_sides(box, s, p, other))
    return worth


def closing_appeal(opened):
    """A Wall on one of so many open sides of an own Town; the last one makes a point."""
    if opened == 1:
        return 2 * CLOSED
    return max(BAD, CLOSED - OPEN_SIDE * opened)


def shield_appeal(box, s, p, cell, colour):
    worth = BAD
    if s.town[cell] == p + 1:
        worth = SHIELDED_RICH if s.value[cell] > 0 else SHIELDED
    elif s.value[cell] == 0 and s.present[p][cell] > 0:
        worth = SHIELDED_WIZARD
    if is_asleep(s, colour):
        worth = worth // 2 + BAD
    return worth


def exchange_appeal(box, s, p, a):
    """Exchanges count that serve a building for which a Wizard stands ready."""
    worth = BAD
    for piece in range(S.WALL):
        gain = serves(box, s, p, piece, a)
        if gain > worth and affordable(box, s, p, piece) and ready_site(box, s, p, piece) != S.NO_CELL:
            worth = gain
    if S.A_SELL <= a < S.A_BUY and need(s, p, a - S.A_SELL) == 0:
        worth = max(worth, POOR)
    return worth


def serves(box, s, p, piece, a):
    """How well an exchange serves a building: it brings a kind that lacks, for one that is spare."""
    if S.A_SELL <= a < S.A_BUY:
        return BAD
    taken = a - S.A_BUY if a >= S.A_BUY else (a - S.A_TRANSFORM) % S.KINDS
    if spendable_cubes(s, p, taken) >= box.cost_cubes[piece][taken]:
        return BAD
    if a >= S.A_BUY:
        return PLAIN
    given = (a - S.A_TRANSFORM) // S.KINDS
    over = spendable_cubes(s, p, given) - box.cost_cubes[piece][given]
    if over <= 0:
        return BAD
    worth = EXCHANGED + FOR_EACH_SPARE * over
    if transform_price(box, s, p, given, taken) < box.transform_gold:
        worth += CHEAPLY
    return worth


def spell_appeal(box, s, p, which):
    spell = which // S.WIZARDS
    cell = hex_of(s, p, which % S.WIZARDS)
    if spell == S.FORAGE:
        return FORAGED * (1 + need(s, p, kind_of(s, cell)))
    if spell == S.STEAL:
        return STOLEN * (2 + loot(box, s, p, cell))
    return PLAIN if spell == S.PROTECT else BAD


def other_appeal(box, s, p, a):
    """Ends of phases come after what can still be done; cards are for occasions."""
    if a == S.A_END_CAST or a == S.A_END_TURN:
        return PLAIN // 2
    if a == S.A_HAND_OVER or S.A_PURCHASE <= a < S.A_PLAY:
        return 2 * BAD
    if S.A_DISCARD <= a < S.A_VANISH:
        return BAD + POOR * s.cubes[p][a - S.A_DISCARD]
    if S.A_FREE_WALL <= a < S.A_NO_WALL:
        return wall_appeal(box, s, p, a - S.A_FREE_WALL)
    return PLAIN


# winning chances: a player's odds double with every BIT of strength

BIT = 1024
MOST_BITS = 10  # nobody is taken to be further behind
STAGES = 32  # parts of the way to the end

# Strengths, rounded results of one regression of who won (softmax over the players): 42,000 starts of turns from 2,340
# matches that the search played against itself with 120 to 250 looks a decision (two, three and four players). What a
# building brings besides its points is what it earns. LATE strengths grow from nothing to the end; those of what is
# earned and of what Volcanoes do fade until then.
POINT_LATE = 2140
ONE_OPEN, TWO_OPEN, THREE_OPEN = 825, 635, 250  # a Town that lacks so many Walls to be encircled
WALL_WORTH = 165  # each Wall
FIRST_CUBE, SECOND_CUBE, MORE_CUBES = 1050, 800, 630  # of a kind
LACKED_LATE = -385  # each cube that lacks for a Town
GOLD = 173
TO_BUILD, TO_BUILD_LATE = 1440, -2200  # before the Build phase of this round
CUBE_TO_BUILD_LATE, GOLD_TO_BUILD_LATE = 155, 165  # for each cube and Gold that can be spent in it
CUBES_EARNED, GOLD_EARNED = 3500, 970
CHEAP_KIND = 200  # each kind that is cheap to transform
WIZARD = 720
LAST_LATE = 580  # for whoever moves last in a round
BARE, ERODED, ERODED_LATER = 400, 182, 125  # for each face of the die that would do harm
CARD_HELD, EVOKED = 500, 900  # estimated: less than a cube, and a Gold in each round
IN_TEAM, HUNDRED = 75, 100  # how much of both teammates' strengths counts (4,800 starts of turns of 170 matches)
DRAFTED, DRAFTS = 7700, 2  # a Town that is still to be drafted (fits the same matches), and how many each player drafts


def evaluate(box, s, out):
    """By the strength of each player; teammates have theirs in common."""
    for p in range(box.players):
        out[p] = score_of(box, s, p)
    late = progress(box, s, out)
    for p in range(box.players):
        out[p] = out[p] * grown(POINT_LATE, late) + strength(box, s, p, late)
    eruptions(box, s, late, out)
    if box.teams == 1:
        join_teams(box, out)
    best = out[0] + 0
    for p in range(1, box.players):
        best = max(best, out[p] + 0)
    total = 0
    for p in range(box.players):
        out[p] = power(max(0, out[p] - best + MOST_BITS * BIT))
        total += out[p]
    share_out(box, s, out, total)


def share_out(box, s, out, total):
    """Turns the odds of players into winning chances of seats."""
    after = box.players + 0
    for p in range(box.players):
        out[after + p] = out[p]
    left = SURE
    for p in range(1, box.players):
        share = SURE * out[after + p] // total
        out[s.seat[p]] = share
        left -= share
    out[s.seat[0]] = left


def power(x):
    """BIT times two to the power of x / BIT, in straight lines between the whole powers."""
    return (BIT + x % BIT) << (x // BIT)


def join_teams(box, out):
    for p in range(box.players):
        mate = mate_of(box, p)
        if p < mate:
            out[p] = (out[p] + out[mate]) * IN_TEAM // HUNDRED
            out[mate] = out[p]


def progress(box, s, out):
    """How far the leader is on the way to the end, in parts of STAGES; `out` has the scores."""
    top = 0
    for p in range(box.players):
        top = max(top, out[p] + 0)
    return min(STAGES, STAGES * top // max(1, score_to_win(box, s)))


def grown(worth, late):
    """What counts nothing at the start and all at the end."""
    return worth * late // STAGES


def faded(worth, late):
    """What counts all at the start and nothing at the end."""
    return worth * (STAGES - late) // STAGES


def strength(box, s, p, late):
    """All but the points and the Volcanoes."""
    worth = estate(box, s, p) + goods(box, s, p, late)
    worth += grown(LAST_LATE, late) * p // (box.players - 1)
    for w in range(box.wizards):
        if s.wizard_at[p][w] != S.GONE:
            worth += WIZARD
    if box.cards == 1:
        worth += cards(s, p, late)
    if s.stage < S.AT_CUBE:
        worth += (DRAFTS - built(box, s, p, S.TOWN)) * DRAFTED
    elif s.stage == S.AT_CUBE and p >= s.step:
        worth += FIRST_CUBE  # that is still to be chosen
    return worth


def goods(box, s, p, late):
    """What a player holds and earns; the income of this round counts as held. Late it counts more before one builds."""
    coming = 0 if has_collected(s, p) else 1
    worth = 0
    earned = 0
    cubes = 0
    lacked = 0
    for kind in range(S.KINDS):
        income = cube_income(box, s, p, kind)
        held = s.cubes[p][kind] + coming * income
        earned += income
        cubes += held
        lacked += max(0, box.cost_cubes[S.TOWN][kind] - held)
        if held > 0:
            worth += FIRST_CUBE - MORE_CUBES
        if held > 1:
            worth += SECOND_CUBE - MORE_CUBES
        if kind_is_cheap(box, s, p, kind):
            worth += CHEAP_KIND
    income = gold_income(box, s, p)
    gold = min(s.gold[p] + coming * income, box.max_gold + 0)
    worth += cubes * MORE_CUBES + gold * GOLD + lacked * grown(LACKED_LATE, late)
    if not has_built(s, p):
        to_spend = cubes * CUBE_TO_BUILD_LATE + s.gold[p] * GOLD_TO_BUILD_LATE
        worth += TO_BUILD + grown(TO_BUILD_LATE + to_spend, late)
    return worth + faded(earned * CUBES_EARNED + income * GOLD_EARNED, late)


def cards(s, p, late):
    """Cards in hand, and Eternal Evocations, which pay off with time."""
    worth = 0
    for card in range(S.CARDS):
        worth += s.hand[p][card] * CARD_HELD
        worth += ((s.evocations[p] >> card) & 1) * faded(EVOKED, late)
    return worth


def has_built(s, p):
    """Whether a player has had the Build phase of this round."""
    if s.stage != S.AT_TURN:
        return s.stage > S.AT_TURN
    if s.phase[p] == S.WAITING:
        return p < s.actor
    return s.phase[p] > S.BUILDING and s.phase[p] != S.FREE


def has_collected(s, p):
    """Whether a player has had the income of this round."""
    if s.stage != S.AT_TURN:
        return s.stage > S.AT_TURN
    if s.phase[p] == S.WAITING:
        return p < s.actor
    return s.collected[p] == 1


def estate(box, s, p):
    """Walls, and Towns that are nearly encircled."""
    worth = built(box, s, p, S.WALL) * WALL_WORTH
    for cell in range(box.cells):
        if s.town[cell] == p + 1:
            opened = open_sides(box, s, p, cell)
            if opened == 1:
                worth += ONE_OPEN
            elif opened == 2:
                worth += TWO_OPEN
            elif opened == 3:
                worth += THREE_OPEN
    return worth


def eruptions(box, s, late, out):
    """Takes off what eruptions may cost the Towns beside a Volcano."""
    for cell in range(box.cells):
        if is_volcano(s, cell):
            colour = s.terrain[cell] - S.FIRST_VOLCANO
            faces = odds(box, colour)
            eroded = ERODED_LATER if is_asleep(s, colour) else ERODED
            for side in range(S.SIDES):
                other = beyond(box, cell, side)
                if other != S.NO_CELL and s.town[other] > 0 and is_bare(box, s, other, opposite(side)):
                    harm = eroded if s.value[other] > 0 else BARE
                    out[s.town[other] - 1] -= faces * faded(harm, late)
