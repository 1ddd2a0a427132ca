"""Rules of thumb for Hexemonia: what a position promises, and which decisions look sensible at first sight.

An evaluation counts for each player the points that are there and all that may become points: units, idle hexes, spare
cubes, production, gears, the hand, Myths, the lead in politics, and what could be conquered. Each of these has a worth
at the end and a further worth for every action that the player still has. The sums give winning chances, the surer the
nearer the end is. Play-outs go on to the end of the turn, for in the middle of one little can be told.
"""

from hexagora.engine.contract import legal
from hexagora.engine.rng import below
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import acropolis_has, best_shield, has_cell, is_active, owns_polis, units_value
from hexagora.games.hexemonia.rules_draft import last_player
from hexagora.games.hexemonia.rules_score import philosopher_points, trios
from hexagora.games.hexemonia.rules_war import citizens_lost, mustered_value, strength

TUNING = {"explore": 300, "doubt": 300}

SURE = 6000  # the whole of a winning chance
LOOK_AHEAD = 0  # decisions of a play-out, which then goes on to the end of the turn

# What is counted of each player, in a row behind the results in the buffer of an evaluation.
(POINTS, HOME, IDLE, CITIZENS, HOPLITES, AWAY, SPARE, FORCE, INCOME, GEARS, READY, TRIO_READY, POLITICS, LEAD, EXCESS,
 PREY, RAID, HEXES, ACTIONS, WAIT) = range(20)  # fmt: skip
COUNTS = 20

# Worths: what one of each adds to a player's odds, in thousandths of the logarithm: in the LAST round, LATE before it,
# and before that (EARLY) with what every action to come adds (EACH); the early ones are divided by the actions to come
# and two more. A regression of who won on what is counted gave them, over 8,317 positions of 373 matches of earlier
# versions of this search, 2 to 4 players; they are rounded; the worths of income, gold and
# hands, where it was noisy, were set by judgement.
POINTS_LAST, AWAY_LAST, READY_LAST, TRIO_READY_LAST = 220, 55, 245, 300
PREY_LAST, RAID_LAST, ACTIONS_LAST = -8, 14, 1
POINTS_LATE, POINTS_EARLY, POINTS_EACH = 140, 190, 37
HOME_LATE, HOME_EARLY, HOME_EACH = 120, 60, 30
AWAY_LATE, AWAY_EARLY, AWAY_EACH = 40, 60, 30
SPARE_LATE, SPARE_EARLY = -112, -820  # units that keep no hex active are worth less than the others
FORCE_LATE, FORCE_EARLY, FORCE_EACH = 161, 776, 213
IDLE_EARLY, HEXES_EARLY, INCOME_EACH = -50, 281, 20
GEARS_LATE, GEARS_EACH = 20, 10
READY_LATE, READY_EARLY = 74, 387
TRIO_READY_LATE, TRIO_READY_EARLY, TRIO_READY_EACH = 502, 1766, 84
LEAD_EARLY, EXCESS_EARLY = 50, -79
PREY_LATE, PREY_EARLY, RAID_LATE, RAID_EARLY = -5, -24, 4, 1
ACTIONS_LATE, ACTIONS_EARLY, ACTIONS_EACH = 18, 33, 6
WAIT_LATE, WAIT_EARLY = 456, 1852
DOUBLING = 693  # what doubles the odds

HUNDRED = 100  # actions to come are counted in hundredths
TWO_ACTIONS = 200
LATE = 160  # fewer actions to come than this on average are late in a match
LEAST = -(1 << 40)  # below everything that a player may expect
PER_TURN = 170  # hexes that a turn takes from the Fate pile, in hundredths
DRAFTS = 2  # hexes that the draft of a turn takes from it at most
HALF_A_ROUND = 50
LONGEST = 600  # actions to come that make a difference
NATURES_OF_TRIO = 3
LARGEST_LEAD = 2
POINT, MYTH_TAKEN, UNIT_LOST = 10, 30, 3  # worth of a point, of a Myth that comes along and of a citizen that falls
FINE, MOST_HALVINGS = 20, 15  # odds are counted in parts of 2 ** FINE and fall to 2 ** -MOST_HALVINGS at the least

# Appeal: how much a choice is to be looked at, PLAIN on average.
BAD, POOR, LITTLE, PLAIN, FAIR, GOOD, FINE_DEED, DUTY, MOST = 1, 2, 4, 10, 20, 40, 60, 80, 200
CITIZEN_PRICE, HOPLITE_PRICE, GOLD_PRICE = 5, 10, 8  # of a cube, in tenths of a point
IDLE_POINT, POLITICAL_HEX, ANY_GEAR, NEW_NATURE = 3, 8, 6, 20
LATE_GOLD, EARLY_GOLD = 20, 2  # a gold to carry home: in the last action, and before


def horizon(box):
    return LOOK_AHEAD


def settled(box, s):
    """Between two turns."""
    return s.phase == S.AT_TAKE1 or (s.phase == S.AT_PLAY and s.last_round == 1 and s.fresh == 0)


def may_win(box, s):
    """Only the last player's turn ends the match, and only once the Fate pile can be empty."""
    if s.active != last_player(box, s):
        return False
    most = DRAFTS
    for kind in range(box.types):
        if box.gear[kind] == S.FATES:
            most += box.copies[kind]
    return s.last_round == 1 or s.pile_size <= most


# evaluation


def evaluate(box, s, out):
    """By what each player may expect: so much more doubles the odds, and early in the match it takes more."""
    players = int(box.players)
    actions = 0
    for p in range(players):
        count(box, s, p, out, S.MAX_PLAYERS + p * COUNTS)
        actions += out[S.MAX_PLAYERS + p * COUNTS + ACTIONS]
    compare(box, s, out)
    actions = actions // players
    best = LEAST
    for p in range(players):
        out[p] = prospects(s, out, S.MAX_PLAYERS + p * COUNTS, actions)
        best = max(best, out[p])
    doubling = DOUBLING if s.last_round == 1 or actions < LATE else DOUBLING * (TWO_ACTIONS + actions) // HUNDRED
    total = 0
    for p in range(players):
        out[p] = halved(best - out[p], doubling)
        total += out[p]
    for p in range(players):
        out[p] = SURE * out[p] // total


# what a network is told: for each player, beginning with the seat, what is counted, and some numbers beside

HAND_TRAIT, MYTHS_TRAIT, CITY_TRAIT = COUNTS, COUNTS + 1, COUNTS + 2
OF_A_PLAYER = COUNTS + 3
FINISHING, OPINION, MARGIN = range(3)  # after those of all players
OPINIONS, MOST_MARGIN = 64, 30
ACTIONS_PART, HAUL_PART = 25, 5  # in which these are told


def traits(box, s, seat, out, notes):
    evaluate(box, s, out)
    players = int(box.players)
    best = -MOST_MARGIN
    for k in range(players):
        p = (seat + k) % players
        player_traits(s, p, S.MAX_PLAYERS + p * COUNTS, k * OF_A_PLAYER, out, notes)
        if k > 0:
            best = max(best, lasting(out, p))
    at = players * OF_A_PLAYER
    notes[at + FINISHING] = s.last_round
    notes[at + OPINION] = 1 + out[seat] * OPINIONS // (SURE + 1)
    notes[at + MARGIN] = 1 + min(2 * MOST_MARGIN, max(0, MOST_MARGIN + lasting(out, seat) - best))


def player_traits(s, p, counted, at, out, notes):
    for k in range(COUNTS):
        notes[at + k] = max(0, out[counted + k])
    notes[at + LEAD] = LARGEST_LEAD + out[counted + LEAD]
    notes[at + PREY] //= HAUL_PART
    notes[at + RAID] //= HAUL_PART
    notes[at + ACTIONS] //= ACTIONS_PART
    notes[at + HAND_TRAIT] = s.hand_size[p]
    notes[at + MYTHS_TRAIT] = s.myths[p]
    notes[at + CITY_TRAIT] = s.city[p]


def lasting(out, p):
    """Points that a player has at the end if nothing else happens."""
    return out[S.MAX_PLAYERS + p * COUNTS + POINTS] + out[S.MAX_PLAYERS + p * COUNTS + HOME]


def halved(gap, step):
    """A large number, halved for every step of a gap; within a step it falls evenly."""
    halvings = min(gap // step, MOST_HALVINGS)
    rest = min(gap - halvings * step, step)
    return (((2 * step - rest) << FINE) // (2 * step)) >> halvings


def prospects(s, out, at, actions):
    """What a player may expect, compared with the others."""
    if s.last_round == 1:
        return last_prospects(out, at)
    return late_prospects(out, at) if actions < LATE else early_prospects(out, at)


def last_prospects(out, at):
    total = POINTS_LAST * (out[at + POINTS] + out[at + HOME]) + AWAY_LAST * out[at + AWAY]
    total += READY_LAST * out[at + READY] + TRIO_READY_LAST * out[at + TRIO_READY]
    return total + PREY_LAST * out[at + PREY] + RAID_LAST * out[at + RAID] + ACTIONS_LAST * out[at + ACTIONS]


def late_prospects(out, at):
    total = POINTS_LATE * out[at + POINTS] + HOME_LATE * out[at + HOME] + AWAY_LATE * out[at + AWAY]
    total += SPARE_LATE * out[at + SPARE] + FORCE_LATE * out[at + FORCE]
    total += GEARS_LATE * out[at + GEARS] + READY_LATE * out[at + READY] + TRIO_READY_LATE * out[at + TRIO_READY]
    total += PREY_LATE * out[at + PREY] + RAID_LATE * out[at + RAID]
    return total + ACTIONS_LATE * out[at + ACTIONS] + WAIT_LATE * out[at + WAIT]


def early_prospects(out, at):
    total = POINTS_EARLY * out[at + POINTS] + HOME_EARLY * out[at + HOME] + AWAY_EARLY * out[at + AWAY]
    total += SPARE_EARLY * out[at + SPARE] + FORCE_EARLY * out[at + FORCE]
    total += IDLE_EARLY * out[at + IDLE] + HEXES_EARLY * out[at + HEXES]
    total += READY_EARLY * out[at + READY] + TRIO_READY_EARLY * out[at + TRIO_READY]
    total += LEAD_EARLY * out[at + LEAD] + EXCESS_EARLY * out[at + EXCESS]
    total += PREY_EARLY * out[at + PREY] + RAID_EARLY * out[at + RAID]
    total += ACTIONS_EARLY * out[at + ACTIONS] + WAIT_EARLY * out[at + WAIT]
    each = POINTS_EACH * out[at + POINTS] + HOME_EACH * out[at + HOME] + AWAY_EACH * out[at + AWAY]
    each += FORCE_EACH * out[at + FORCE] + INCOME_EACH * out[at + INCOME] + GEARS_EACH * out[at + GEARS]
    each += TRIO_READY_EACH * out[at + TRIO_READY] + ACTIONS_EACH * out[at + ACTIONS]
    return total + each * out[at + ACTIONS] // HUNDRED


def has_acted(s):
    """Whether the action of the present turn has been chosen; what an Oracle, Fates or Pandora draw is part of it."""
    return s.phase > S.AT_ACTION or S.AT_LOOK <= s.phase <= S.AT_HIT


def actions_to_come(box, s, p):
    """How many actions a player still has, in hundredths: until the pile is empty, then up to the Last Player."""
    players = int(box.players)
    seat = (p - s.starter + players) % players
    now = (s.active - s.starter + players) % players
    own = 0
    if seat > now or (seat == now and not has_acted(s)):
        own = HUNDRED
    if s.last_round == 1:
        return own
    drafts = players - now
    if s.phase >= S.AT_PLAY or has_acted(s):
        drafts -= 1
    rest = s.pile_size * HUNDRED - drafts * PER_TURN
    if rest > 0:
        own += rest * HUNDRED // (PER_TURN * players) + HALF_A_ROUND
    return min(own, LONGEST)


def turns_until(box, s, p):
    """Turns before a player's next action."""
    players = int(box.players)
    ahead = (p - s.active + players) % players
    return players if ahead == 0 and has_acted(s) else ahead


def count(box, s, p, out, at):
    """Writes what one player has."""
    for k in range(COUNTS):
        out[at + k] = 0
    out[at + ACTIONS] = actions_to_come(box, s, p)
    out[at + WAIT] = turns_until(box, s, p)
    out[at + CITIZENS] = s.stock[p][S.CITIZEN]
    out[at + HOPLITES] = s.stock[p][S.HOPLITE]
    out[at + HOME] = s.cubes[p][S.GOLD][S.ACROPOLIS]
    out[at + AWAY] = s.stock[p][S.GOLD] - out[at + HOME]
    if p == s.active:
        count_travelling(s, out, at)
    out[at + FORCE] = units_value(box, out[at + CITIZENS], out[at + HOPLITES])
    out[at + POINTS] = trios(box, s, p) * box.points_trio + philosopher_points(box, s, p)
    out[at + POLITICS] = 1 if acropolis_has(box, s, p, S.POLITICAL) else 0
    count_city(box, s, p, out, at)
    out[at + SPARE] = units_value(box, out[at + CITIZENS], out[at + HOPLITES])
    count_gears(box, s, p, out, at)
    count_myths(box, s, p, out, at)
    if out[at + ACTIONS] > 0:
        count_hand(box, s, p, out, at)


def count_travelling(s, out, at):
    """Cubes of the active player that lie on no hex just now."""
    out[at + CITIZENS] += s.mustered[S.CITIZEN] + s.spoils[S.CITIZEN]
    out[at + HOPLITES] += s.mustered[S.HOPLITE] + s.spoils[S.HOPLITE]
    out[at + AWAY] += s.spoils[S.GOLD]
    out[at + CITIZENS + s.resource] += s.carried


def count_city(box, s, p, out, at):
    """The hexes of a city: points, production, and cubes that no active hex needs."""
    cell = 1
    rest = s.filled[p] >> 1
    while rest != 0:
        if rest & 1 == 1:
            kind = s.tile[p][cell] - 1
            out[at + HEXES] += 1
            if box.nature[kind] == S.POLITICAL:
                out[at + POLITICS] += 1
            for r in range(S.RESOURCES):
                out[at + EXCESS] += max(0, s.cubes[p][r][cell] - box.cost[kind][r])
            if is_active(s, p, cell):
                out[at + POINTS] += points_of(box, s, p, kind)
                for r in range(S.RESOURCES):
                    out[at + CITIZENS + r] -= box.cost[kind][r]
                out[at + INCOME] += production_value(box, kind)
            else:
                out[at + IDLE] += points_of(box, s, p, kind)
        rest >>= 1
        cell += 1


def production_value(box, kind):
    """The cubes that a hex produces, a hoplite as several citizens."""
    if box.produces[kind] - 1 == S.HOPLITE:
        return box.amount[kind] * box.hoplite_value
    return int(box.amount[kind])


def points_of(box, s, p, kind):
    """What an active hex of a type is worth to a player at the end, with the bonus of the city."""
    colour = box.colour[kind]
    points = 0
    if colour == S.CHORA:
        points = int(box.points_chora)
    elif colour == S.FORTIFICATION:
        points = int(box.points_fortification)
    elif colour == S.POLIS:
        points = int(box.points_polis)
    if s.city[p] > 0 and box.bonus_colour[s.city[p] - 1] == colour:
        points += box.bonus[s.city[p] - 1]
    return points


def count_gears(box, s, p, out, at):
    """The cubes that one special action would bring."""
    cell = 0
    rest = s.gears[p] & s.live[p]
    while rest != 0:
        if rest & 1 == 1:
            gear = box.gear[s.tile[p][cell] - 1]
            out[at + GEARS] += gear_gold(box, s, p, cell, gear)
            if gear == S.TAVERN or gear == S.LABYRINTH or gear == S.NECROPOLIS:
                out[at + GEARS] += 1
        rest >>= 1
        cell += 1


def gear_gold(box, s, p, cell, gear):
    """The gold that a gear would bring."""
    if gear == S.TEMPLE:
        return neighbours(box, s, p, cell, S.SACRED)
    if gear == S.HARBOUR:
        return neighbours(box, s, p, cell, S.ECONOMIC)
    if gear == S.LIGHTHOUSE:
        return box.players - 1
    return 1 if gear == S.SPRING else 0


def neighbours(box, s, p, cell, nature):
    """Hexes of a nature next to a cell of a city, an open Acropolis among them."""
    number = 0
    other = 1
    rest = (box.near[cell] & s.filled[p]) >> 1
    while rest != 0:
        if rest & 1 == 1 and box.nature[s.tile[p][other] - 1] == nature:
            number += 1
        rest >>= 1
        other += 1
    if has_cell(box.near[cell], S.ACROPOLIS) and acropolis_has(box, s, p, nature):
        number += 1
    return number


def count_myths(box, s, p, out, at):
    """Active Myths with their bonus and production, and whether the hand completes a trio."""
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == p + 1 and is_active(s, p, s.host[kind]):
            out[at + POINTS] += points_of(box, s, p, kind)
            out[at + INCOME] += production_value(box, kind)
    here = natures_here(box, s, p)
    if how_many(here) < NATURES_OF_TRIO <= how_many(here | natures_in_hand(box, s, p)):
        out[at + TRIO_READY] = 1


def natures_here(box, s, p):
    """The natures that a player has for a trio, bit by nature: Myths laid out and the own Acropolis."""
    found = 0
    if s.city[p] > 0:
        found = 1 << box.city_nature[s.city[p] - 1]
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == p + 1:
            found |= 1 << box.nature[kind]
    return found


def natures_in_hand(box, s, p):
    found = 0
    for kind in range(int(box.first_myth), box.types):
        if s.hand[p][kind] > 0:
            found |= 1 << box.nature[kind]
    return found


def how_many(natures):
    number = 0
    for nature in range(1, S.NATURES + 1):
        number += (natures >> nature) & 1
    return number


def count_hand(box, s, p, out, at):
    """The points of the hexes in hand that the spare cubes can pay for, Polis hexes first."""
    citizens = out[at + CITIZENS]
    hoplites = out[at + HOPLITES]
    gold = out[at + HOME] + out[at + AWAY]
    for i in range(box.first_myth):
        kind = box.first_myth - 1 - i
        if s.hand[p][kind] > 0 and not (box.colour[kind] == S.POLIS and owns_polis(s, p, kind)):
            cost = box.cost[kind]
            if citizens >= cost[S.CITIZEN] and hoplites >= cost[S.HOPLITE] and gold >= cost[S.GOLD]:
                citizens -= cost[S.CITIZEN]
                hoplites -= cost[S.HOPLITE]
                gold -= cost[S.GOLD]
                out[at + READY] += points_of(box, s, p, kind)


def compare(box, s, out):
    """Writes what depends on others: the lead in politics, excess that a Revolt would hit, what could be conquered."""
    players = int(box.players)
    for p in range(players):
        at = S.MAX_PLAYERS + p * COUNTS
        most = 0
        for q in range(players):
            if q != p:
                there = S.MAX_PLAYERS + q * COUNTS
                most = max(most, out[there + POLITICS])
                if out[there + ACTIONS] > 0:
                    gain = best_haul(box, s, p, out[there + FORCE])
                    out[at + PREY] = max(out[at + PREY], gain)
                    out[there + RAID] = max(out[there + RAID], gain)
        out[at + LEAD] = min(LARGEST_LEAD, max(-LARGEST_LEAD, out[at + POLITICS] - most))
        if box.revolts == 0 or s.philosopher == p + 1:
            out[at + EXCESS] = 0


def best_haul(box, s, victim, force):
    """The most that so many units could gain by one attack on a city."""
    best = 0
    cell = 1
    filled = s.filled[victim] + 0
    rest = filled >> 1
    while rest != 0:
        if rest & 1 == 1 and box.near[cell] & ~filled != 0:
            best = max(best, haul(box, s, victim, cell, force))
        rest >>= 1
        cell += 1
    return best


def haul(box, s, victim, cell, force):
    """What a hex is worth to those who fight for it, in tenths of a point, less the units that it costs."""
    needed = units_value(box, int(s.cubes[victim][S.CITIZEN][cell]), int(s.cubes[victim][S.HOPLITE][cell]))
    if s.shields[victim] & s.live[victim] != 0:
        needed += box.hoplite_value * best_shield(box, s, victim, cell)
    if needed >= force:
        return 0
    gain = POINT * (points_of(box, s, victim, s.tile[victim][cell] - 1) + s.cubes[victim][S.GOLD][cell])
    if s.myths[victim] > 0:
        for kind in range(int(box.first_myth), box.types):
            if s.myth_owner[kind] == victim + 1 and s.host[kind] == cell:
                gain += MYTH_TAKEN
    return max(0, gain - UNIT_LOST * needed)


# play-outs


def suggest(box, s, out, rng):
    """Draws by the square of the appeal."""
    n = legal(box, s, out)
    chosen = int(out[0])
    total = 0
    for i in range(n):
        charm = appeal(box, s, int(out[i]))
        total += charm * charm
        if below(rng, total) < charm * charm:
            chosen = int(out[i])
    return chosen


# appeal


def appeal(box, s, a):
    return min(MOST, max(BAD, charm_of(box, s, a)))


def charm_of(box, s, a):
    """By sort of action."""
    if a >= S.PRODUCE:
        return menu_charm(box, s, a)
    if a < S.OF_RESOURCE:
        return type_charm(box, s, a)
    if a < S.OF_PLAYER:
        return cube_charm(a - S.OF_RESOURCE)
    if a < S.ON_CELL:
        return PLAIN
    if a < S.PLAY_AT:
        return cell_charm(box, s, a - S.ON_CELL)
    if a < S.CUBE_AT:
        return play_charm(box, s, (a - S.PLAY_AT) // S.CELLS, (a - S.PLAY_AT) % S.CELLS)
    if a < S.SWAP_AT:
        return source_charm(box, s, (a - S.CUBE_AT) // S.CELLS, (a - S.CUBE_AT) % S.CELLS)
    if a < S.BATCH:
        return exchange_charm(box, s, (a - S.SWAP_AT) // 2, (a - S.SWAP_AT) % 2)
    if a < S.STRIKE:
        number = (a - S.BATCH) % S.MAX_BATCH + 1
        resource = (a - S.BATCH) // S.MAX_BATCH % S.RESOURCES
        return batch_charm(box, s, (a - S.BATCH) // S.MAX_BATCH // S.RESOURCES, resource, number)
    if a < S.ATTACK:
        return PLAIN * ((a - S.STRIKE) % S.MAX_STRIKE + 1)
    if a < S.LOSE:
        gain = haul(box, s, (a - S.ATTACK) // S.CELLS, (a - S.ATTACK) % S.CELLS, strength(box, s, int(s.active)))
        return LITTLE + gain
    return loss_charm(box, s, a - S.LOSE)


def menu_charm(box, s, a):
    if a == S.END:
        return end_charm(s)
    if a == S.PRODUCE:
        return production_charm(box, s)
    if a == S.STRATEGIC:
        return strategy_charm(box, s)
    if a == S.SPECIAL:
        return special_charm(box, s)
    if a == S.WAR:
        return war_charm(box, s)
    return BAD  # no action, or showing the Acropolis


def end_charm(s):
    if s.phase == S.AT_MUSTER:
        return FINE_DEED
    if s.phase == S.AT_SPECIAL:
        return LITTLE
    return FAIR if s.phase == S.AT_EXCHANGE else PLAIN


def is_last_action(box, s):
    return actions_to_come(box, s, int(s.active)) <= (0 if has_acted(s) else HUNDRED)


def production_charm(box, s):
    """What would be produced; nothing of it helps in the last action."""
    if is_last_action(box, s):
        return BAD
    p = int(s.active)
    total = PLAIN
    cell = 1
    rest = s.live[p] >> 1
    while rest != 0:
        if rest & 1 == 1:
            total += production_price(box, s.tile[p][cell] - 1)
        rest >>= 1
        cell += 1
    return total


def production_price(box, kind):
    if box.produces[kind] == 0:
        return 0
    return box.amount[kind] * price(box.produces[kind] - 1)


def price(resource):
    if resource == S.GOLD:
        return GOLD_PRICE
    return HOPLITE_PRICE if resource == S.HOPLITE else CITIZEN_PRICE


def strategy_charm(box, s):
    """Idle hexes that could be filled, and gold to carry home."""
    p = int(s.active)
    away = s.stock[p][S.GOLD] - s.cubes[p][S.GOLD][S.ACROPOLIS]
    total = POOR
    cell = 1
    rest = s.filled[p] >> 1
    while rest != 0:
        if rest & 1 == 1:
            kind = s.tile[p][cell] - 1
            if is_active(s, p, cell):
                away -= box.cost[kind][S.GOLD]
            else:
                total += IDLE_POINT * points_of(box, s, p, kind)
        rest >>= 1
        cell += 1
    return total + away * (LATE_GOLD if is_last_action(box, s) else EARLY_GOLD)


def special_charm(box, s):
    p = int(s.active)
    total = POOR
    cell = 1
    rest = (s.live[p] & s.gears[p]) >> 1
    while rest != 0:
        if rest & 1 == 1:
            total += gear_charm(box, s, p, cell)
        rest >>= 1
        cell += 1
    return total


def gear_charm(box, s, p, cell):
    gear = box.gear[s.tile[p][cell] - 1]
    if gear == S.TAVERN or gear == S.LABYRINTH:
        return ANY_GEAR
    return POOR + GOLD_PRICE * gear_gold(box, s, p, cell, gear)


def war_charm(box, s):
    best = 0
    force = strength(box, s, int(s.active))
    for victim in range(box.players):
        if victim != s.active:
            best = max(best, best_haul(box, s, victim, force))
    return POOR + best // 2


# hexes


def type_charm(box, s, kind):
    """Take, use, stack or give away a hex."""
    if s.phase == S.AT_SPECIAL:
        return FAIR
    if s.phase == S.AT_ORACLE:
        return PLAIN
    value = hex_charm(box, s, int(s.active), kind)
    return DUTY - value if s.phase >= S.AT_MYTHOUT else value


def hex_charm(box, s, p, kind):
    """What a hex of this type would be to a player, in tenths of a point."""
    if kind >= box.first_myth:
        return myth_charm(box, s, p, kind)
    if box.colour[kind] == S.POLIS and (owns_polis(s, p, kind) or s.hand[p][kind] > 1):
        return POOR
    value = PLAIN * points_of(box, s, p, kind)
    value += production_price(box, kind) * actions_to_come(box, s, p) // (2 * HUNDRED)
    if box.gear[kind] > 0:
        value += ANY_GEAR if box.gear[kind] != S.SPRING else 2 * GOLD_PRICE
    if box.nature[kind] == S.POLITICAL:
        value += POLITICAL_HEX
    cost = box.cost[kind]
    return max(POOR, value - 2 * (units_value(box, int(cost[S.CITIZEN]), int(cost[S.HOPLITE])) + cost[S.GOLD]))


def myth_charm(box, s, p, kind):
    """A trio needs three natures."""
    others = natures_here(box, s, p)
    if s.phase <= S.AT_TAKE2:
        others |= natures_in_hand(box, s, p)
    value = LITTLE + PLAIN * points_of(box, s, p, kind) + production_price(box, kind)
    if (others >> box.nature[kind]) & 1 == 0 and how_many(others) < NATURES_OF_TRIO:
        value += NEW_NATURE * how_many(others)
    return value


def cube_charm(resource):
    """A hoplite is worth two citizens."""
    return FINE_DEED if resource == S.HOPLITE else PLAIN


def play_charm(box, s, kind, cell):
    """A hex that only spare cubes pay for is laid; a Myth best on an active host."""
    p = int(s.active)
    if kind >= box.first_myth:
        return FINE_DEED if is_active(s, p, cell) else GOOD
    value = PLAIN + hex_charm(box, s, p, kind)
    if not is_spare(box, s, p, kind):
        value = value // LITTLE
    return value * spot_charm(box, s, p, kind, cell) // LITTLE


def is_spare(box, s, p, kind):
    """Whether a hex can be paid for without making another one idle."""
    for r in range(S.RESOURCES):
        if box.cost[kind][r] > 0 and spare(box, s, p, r) < box.cost[kind][r]:
            return False
    return True


def spare(box, s, p, resource):
    """Cubes of a kind that no active hex needs."""
    total = int(s.stock[p][resource])
    cell = 1
    rest = s.live[p] >> 1
    while rest != 0:
        if rest & 1 == 1:
            total -= box.cost[s.tile[p][cell] - 1][resource]
        rest >>= 1
        cell += 1
    return total


def spot_charm(box, s, p, kind, cell):
    """From 2 upwards: among many neighbours, next to what works together with the hex. Every other cell is as good as
    the one beside it, so that there is less to look at."""
    value = 1 + cell % 2
    other = 0
    rest = box.near[cell] & s.filled[p]
    while rest != 0:
        if rest & 1 == 1:
            value += 1
            if other == S.ACROPOLIS:
                value += LITTLE * counts_acropolis(box, s, p, box.gear[kind])
            elif is_counted(box, kind, s.tile[p][other] - 1) or is_counted(box, s.tile[p][other] - 1, kind):
                value += LITTLE
        rest >>= 1
        other += 1
    return value


def counts_acropolis(box, s, p, gear):
    """1 if the gear would count the Acropolis as a neighbour."""
    sacred = gear == S.TEMPLE and acropolis_has(box, s, p, S.SACRED)
    return 1 if sacred or (gear == S.HARBOUR and acropolis_has(box, s, p, S.ECONOMIC)) else 0


def is_counted(box, gear_hex, other):
    """Whether a hex is a Temple or a Harbour and another one has the nature that it counts."""
    gear = box.gear[gear_hex]
    nature = box.nature[other]
    return (gear == S.TEMPLE and nature == S.SACRED) or (gear == S.HARBOUR and nature == S.ECONOMIC)


# cubes


def source_charm(box, s, resource, cell):
    """Where a payment or a gift comes from, or where a short production goes: what is in excess first."""
    p = int(s.giver) if s.phase == S.AT_GIVE else int(s.active)
    if cell == S.ACROPOLIS:
        return PLAIN if resource == S.GOLD else FAIR
    if s.cubes[p][resource][cell] > box.cost[s.tile[p][cell] - 1][resource]:
        return GOOD
    return POOR if is_active(s, p, cell) else FAIR


def missing(box, s, p, cell, resource):
    """Cubes of a kind that a hex lacks."""
    if cell == S.ACROPOLIS:
        return 0
    return max(0, box.cost[s.tile[p][cell] - 1][resource] - s.cubes[p][resource][cell])


def loose(box, s, p, cell, resource):
    """Cubes of a kind that can leave a hex without making it idle."""
    here = int(s.cubes[p][resource][cell])
    if cell != S.ACROPOLIS and is_active(s, p, cell):
        here -= box.cost[s.tile[p][cell] - 1][resource]
    return here


def is_missed(box, s, p, resource, number):
    """Whether some idle hex lacks just so many cubes of a kind."""
    cell = 0
    rest = s.filled[p] & ~s.live[p]
    while rest != 0:
        if rest & 1 == 1 and missing(box, s, p, cell, resource) == number:
            return True
        rest >>= 1
        cell += 1
    return False


def batch_charm(box, s, cell, resource, number):
    """Cubes to move: loose ones that another hex lacks, or gold to carry home."""
    if s.phase == S.AT_MUSTER:
        return muster_charm(box, s, cell, resource, number)
    p = int(s.active)
    available = loose(box, s, p, cell, resource)
    if number > available:
        return BAD
    if missing(box, s, p, cell, resource) == 0 and is_missed(box, s, p, resource, number):
        return FINE_DEED
    if resource == S.GOLD and cell != S.ACROPOLIS and number == available:
        return FINE_DEED if is_last_action(box, s) else PLAIN + EARLY_GOLD * number
    return BAD


def muster_charm(box, s, cell, resource, number):
    """Loose units, as many as are needed and make the conquered hex active."""
    value = number * (box.hoplite_value if resource == S.HOPLITE else 1)
    cost = box.cost[s.tile[s.victim][s.target] - 1]
    garrison = units_value(box, int(cost[S.CITIZEN]), int(cost[S.HOPLITE]))
    wanted = s.defence + max(1, garrison) - mustered_value(box, s)
    if number > loose(box, s, int(s.active), cell, resource):
        return BAD if value > wanted else POOR
    if value > wanted:
        return POOR
    return PLAIN + GOOD * value // max(1, wanted)


def loss_charm(box, s, hoplites):
    """Survivors that make the conquered hex active."""
    cost = box.cost[s.tile[s.victim][s.target] - 1]
    citizens = s.mustered[S.CITIZEN] - citizens_lost(box, s, hoplites)
    if citizens >= cost[S.CITIZEN] and s.mustered[S.HOPLITE] - hoplites >= cost[S.HOPLITE]:
        return FINE_DEED
    return PLAIN


def exchange_charm(box, s, cell, direction):
    """Where it makes a hex active, or gives what a hex in hand asks for."""
    p = int(s.active)
    given = S.CITIZEN if direction == S.TO_HOPLITE else S.HOPLITE
    got = S.HOPLITE if direction == S.TO_HOPLITE else S.CITIZEN
    cubes = box.hoplite_value if direction == S.TO_HOPLITE else 1
    if missing(box, s, p, cell, got) > 0 and s.cubes[p][given][cell] - cubes >= box.cost[s.tile[p][cell] - 1][given]:
        return DUTY
    if loose(box, s, p, cell, given) >= cubes and is_wanted(box, s, p, got) and not is_wanted(box, s, p, given):
        return FAIR
    return BAD


def is_wanted(box, s, p, resource):
    """Whether a hex in hand asks for more of a kind than is spare."""
    have = spare(box, s, p, resource)
    for kind in range(box.first_myth):
        if s.hand[p][kind] > 0 and box.cost[kind][resource] > have:
            return True
    return False


def cell_charm(box, s, cell):
    """Drop, use, bury or settle on a cell."""
    p = int(s.active)
    if s.phase == S.AT_DROP or s.phase == S.AT_AGORA_DROP:
        return drop_charm(box, s, p, cell)
    if s.phase == S.AT_SPECIAL:
        return PLAIN + gear_charm(box, s, p, cell)
    if s.phase == S.AT_NECROPOLIS:
        return PLAIN if loose(box, s, p, cell, S.CITIZEN) > 0 else BAD
    return PLAIN * spot_charm(box, s, p, s.prize - 1, cell)


def drop_charm(box, s, p, cell):
    """Cubes go where they are missed, gold goes home."""
    lacking = missing(box, s, p, cell, s.resource)
    if lacking > 0:
        return DUTY if lacking == s.carried else FAIR
    if cell == S.ACROPOLIS:
        return FINE_DEED if s.resource == S.GOLD else PLAIN
    return BAD
