"""Rules of thumb for Mana Pool: more actions and good places around the Pool decide who holds it in the end, and count
for more than the mana drawn so far.

The numbers of the evaluation are thousandths of the logarithm of the odds. They began as a fit to results and were then
found by play, with those of first sight and of the search (docs/training.md).
"""

from hexagora.engine.contract import pick
from hexagora.games.manapool import state as S

TUNING = {"explore": 200, "doubt": 82, "opening": 225, "patience": 18}

NOTHING = -1
HALF_TURN = S.DIRECTIONS // 2
SURE = 6000  # the whole of a winning chance
LOOK_AHEAD = 0  # decisions of a play-out before it goes on to the end of the turn

# the evaluation
MANA = 1800  # the mana that wins, and so much of it as is drawn
# the rest counts so much in the beginning and more towards the end (LATER)
EXTRA_ACTION = 485  # each action more, up to ENOUGH
ENOUGH = 2
GOOD_PLACE = 80  # each troop that can kill, or that is hard to kill
IN_DANGER = -95  # each troop that somebody can kill
BESIDE_POOL = 170  # each troop that may step into the Pool
HOLDER = 405  # the troop in the Pool
LAST_IN_TURN = 105  # both others come first
LAST_DRAW = -175  # one draw is missing: the others will see to it
WINNING, NEARLY = 965, 210  # the same with the Pool at hand, in one's own turn and in that of another
EXTRA_SPAWN = -63  # each spawn more
LOCKED = 100  # each troop that may not act
FIRST_IN_TURN = -150  # to be at the turn
HOLDER_LAST = 250  # the troop in the Pool where two others come first
BESIDE_FREE = -72  # beside the free Pool at one's own turn
BESIDE_HELD = -52  # each troop beside the Pool held by somebody else that would kill it
ON_THE_WAY = 120  # each troop beside a free place beside the Pool
MORE_ACTIONS = 285  # each action more, beyond ENOUGH
ATTACKER = 64  # each troop that can kill in the Pool
LATER, HUNDRED = 39, 100  # how much more places and the Pool count at the end, in hundredths
ROUNDS_FOR_MANA = 3  # a match with a round limit is decided by about one mana in so many rounds
HALVING = 825  # odds that halve a chance
WHOLE = 1 << 20
MOST_HALVINGS = 12

# play-outs and first sight
PLAIN, GOOD, WEAK, POOR = 10, 52, 6, 3  # appeal of a choice


def horizon(box):
    return LOOK_AHEAD


def settled(box, s):
    """At the start of a turn nothing is half done."""
    if s.phase == S.MOVING:
        return s.points == box.actions + s.bonus_actions[s.player]
    return s.phase == S.SPAWNING


def evaluate(box, s, out):
    """By the mana drawn and, the more the nearer the end, by actions, places and the Pool."""
    if s.phase < S.SPAWNING:
        for player in range(S.PLAYERS):
            out[player] = SURE // S.PLAYERS
        return
    goal = deciding_mana(box)
    most = min(goal, max(s.mana[0], max(s.mana[1], s.mana[2])))
    player = s.player
    for turn in range(S.PLAYERS):
        odds = by_places(box, s, player) + by_pool(box, s, player, turn)
        out[player] = (HUNDRED * MANA * s.mana[player] + odds * (HUNDRED * goal + LATER * most)) // (HUNDRED * goal)
        player = s.after[player]
    share_out(out)


def deciding_mana(box):
    """The mana that wins, or about what the best will have when the rounds are over."""
    if box.round_limit == 0:
        return int(box.goal)
    return min(int(box.goal), 1 + box.round_limit // ROUNDS_FOR_MANA)


def by_places(box, s, player):
    """What a player's troops are worth by where they stand."""
    odds = EXTRA_ACTION * min(s.bonus_actions[player], ENOUGH)
    odds += MORE_ACTIONS * max(0, s.bonus_actions[player] - ENOUGH)
    odds += EXTRA_SPAWN * min(s.bonus_spawns[player], ENOUGH)
    common = box.defence[box.pool]
    for k in range(s.tokens[player]):
        cell = s.token[player][k]
        if box.locks[cell] != 0:
            odds += LOCKED
        if box.attack[cell] > common:
            odds += ATTACKER
        if box.attack[cell] > common or box.defence[cell] > common:
            odds += GOOD_PLACE
        if in_danger(box, s, player, cell):
            odds += IN_DANGER
    return odds


def in_danger(box, s, player, cell):
    """Whether a troop of somebody else beside a cell would kill one of the player on it."""
    for d in range(S.DIRECTIONS):
        near = box.around[cell][d]
        who = s.owner[near]
        if who != S.EMPTY and who != player + 1 and who != S.SPAWNER:
            if box.locks[near] == 0 and box.attack[near] > box.defence[cell]:
                return True
    return False


def by_pool(box, s, player, turn):
    """What holding the Pool or standing beside it is worth to a player before whose turn come `turn` others."""
    odds = LAST_IN_TURN if turn == S.PLAYERS - 1 else 0
    if turn == 0:
        odds += FIRST_IN_TURN
    beside = 0
    strikers = 0
    for d in range(S.DIRECTIONS):
        cell = box.neighbour[box.pool][d]
        if cell >= 0 and s.owner[cell] == player + 1 and box.locks[cell] == 0:
            beside += 1
            strikers += int(box.attack[cell] > box.defence[box.pool])
        if cell >= 0 and s.owner[cell] == S.EMPTY:
            for e in range(S.DIRECTIONS):
                near = box.around[cell][e]
                if s.owner[near] == player + 1 and box.locks[near] == 0:
                    odds += ON_THE_WAY
    odds += BESIDE_POOL * beside
    holder = s.owner[box.pool]
    if holder == player + 1:
        odds += HOLDER
        if turn == S.PLAYERS - 1:
            odds += HOLDER_LAST
    elif holder == S.EMPTY:
        if turn == 0 and beside > 0:
            odds += BESIDE_FREE
    else:
        odds += BESIDE_HELD * strikers
    if s.mana[player] + box.draw >= box.goal:
        odds += LAST_DRAW
        if holder == player + 1 or (holder == S.EMPTY and beside > 0):
            odds += WINNING if turn == 0 else NEARLY
    return odds


def share_out(out):
    """Turns odds into chances."""
    best = max(out[0], max(out[1], out[2]))
    total = 0
    for player in range(S.PLAYERS):
        out[player] = halved(best - out[player])
        total += out[player]
    for player in range(S.PLAYERS):
        out[player] = SURE * out[player] // total


def halved(gap):
    """WHOLE, halved for every HALVING of a gap; within it falls evenly."""
    times = min(gap // HALVING, MOST_HALVINGS)
    rest = min(gap - times * HALVING, HALVING)
    return (WHOLE - WHOLE * rest // (2 * HALVING)) >> times


# what networks are told

MOST_MANA, MOST_ACTIONS, MOST_SPAWNS, MOST_TOKENS, MOST_PLACES, MOST_DANGER, MOST_BESIDE = 20, 6, 4, 16, 12, 8, 6
HOLDS, HELD = 1, 2  # the Pool: by the player, by somebody else; 0: by nobody
OF_A_PLAYER = 9


def traits(box, s, seat, out, notes):
    """Whose troop is on each cell; for each player what the rules of thumb count."""
    for cell in range(box.cells):
        owner = s.owner[cell]
        notes[cell] = 0 if owner == S.EMPTY or owner == S.SPAWNER else 1 + (owner + 2 - seat) % S.PLAYERS
    turns = box.cells + S.PLAYERS * OF_A_PLAYER
    notes[turns] = 1 + int(s.after[seat] == (seat + 1) % S.PLAYERS)
    for k in range(S.PLAYERS):
        player = (seat + k) % S.PLAYERS
        turn = 0 if player == s.player else 1 if player == s.after[s.player] else 2
        traits_of_player(box, s, player, turn, box.cells + k * OF_A_PLAYER, notes)


def traits_of_player(box, s, player, turn, at, notes):
    common = box.defence[box.pool]
    good = 0
    danger = 0
    for k in range(s.tokens[player]):
        cell = s.token[player][k]
        good += int(box.attack[cell] > common or box.defence[cell] > common)
        danger += int(in_danger(box, s, player, cell))
    beside = 0
    for d in range(S.DIRECTIONS):
        cell = box.neighbour[box.pool][d]
        beside += int(cell >= 0 and s.owner[cell] == player + 1 and box.locks[cell] == 0)
    holder = s.owner[box.pool]
    pool = 0 if holder == S.EMPTY else HOLDS if holder == player + 1 else HELD
    last = int(s.mana[player] + box.draw >= box.goal)
    notes[at] = min(s.mana[player], MOST_MANA)
    notes[at + 1] = min(s.bonus_actions[player], MOST_ACTIONS)
    notes[at + 2] = min(s.bonus_spawns[player], MOST_SPAWNS)
    notes[at + 3] = min(s.tokens[player], MOST_TOKENS)
    notes[at + 4] = min(good, MOST_PLACES)
    notes[at + 5] = min(danger, MOST_DANGER)
    notes[at + 6] = min(beside, MOST_BESIDE)
    notes[at + 7] = 1 + ((turn * S.PLAYERS + pool) * 2 + last) * 2 + int(beside > 0)
    notes[at + 8] = s.home[player]


def suggest(box, s, out, rng):
    """The Pool or an Extra Action if it can be had, a strike at who holds the Pool; otherwise anything but a poor
    attack."""
    if s.phase == S.COMBAT:
        a = strike_at_pool(box, s)
        if a != NOTHING:
            return a
        a = pick(box, s, out, rng)
        return S.END_COMBAT if appeal(box, s, a) == POOR else a
    if s.phase == S.MOVING:
        a = good_step(box, s)
        if a != NOTHING:
            return a
    return pick(box, s, out, rng)


def good_step(box, s):
    """Onto the Pool, or none to leave the action for a strike at its holder, or onto an Extra Action."""
    if s.owner[box.pool] == S.EMPTY:
        a = step_onto_pool(box, s)
        if a != NOTHING:
            return a
    elif strike_at_pool(box, s) != NOTHING:
        return S.END_MOVE
    return step_onto_action(box, s)


def step_onto_action(box, s):
    """A step of an own troop onto a tile that gives actions."""
    for k in range(s.tokens[s.player]):
        cell = s.token[s.player][k]
        if box.locks[cell] == 0:
            for d in range(S.DIRECTIONS):
                near = box.around[cell][d]
                if s.owner[near] == S.EMPTY and box.extra_action[near] > 0:
                    return S.MOVE + cell * S.DIRECTIONS + d
    return NOTHING


def may_win(box, s):
    """A turn wins with its own mana, for which a token must stand on the Pool or step onto it, or as the last turn of
    the match."""
    if s.round == box.round_limit and s.after[s.player] == s.first:
        return True
    if s.mana[s.player] + box.draw < box.goal:
        return False
    holder = s.owner[box.pool]
    return holder == s.player + 1 or (holder == S.EMPTY and s.phase != S.COMBAT)


def step_onto_pool(box, s):
    """The step of an own troop onto the empty Pool, if one stands beside it and is not locked."""
    for d in range(S.DIRECTIONS):
        cell = box.neighbour[box.pool][d]
        if cell >= 0 and s.owner[cell] == s.player + 1 and box.locks[cell] == 0:
            return S.MOVE + cell * S.DIRECTIONS + (d + HALF_TURN) % S.DIRECTIONS
    return NOTHING


def strike_at_pool(box, s):
    """The attack that kills somebody else's troop on the Pool."""
    holder = s.owner[box.pool]
    if holder == S.EMPTY or holder == s.player + 1:
        return NOTHING
    for d in range(S.DIRECTIONS):
        cell = box.neighbour[box.pool][d]
        if cell >= 0 and s.owner[cell] == s.player + 1 and box.locks[cell] == 0:
            if box.attack[cell] > box.defence[box.pool]:
                return S.ATTACK + cell * S.DIRECTIONS + (d + HALF_TURN) % S.DIRECTIONS
    return NOTHING


def appeal(box, s, a):
    """Steps onto the Pool or an Extra Action and attacks that kill are good, and so is keeping the action for a strike
    at the Pool; attacks that only lose are poor."""
    if a >= S.ATTACK:
        return attack_appeal(box, (a - S.ATTACK) // S.DIRECTIONS, (a - S.ATTACK) % S.DIRECTIONS)
    if a >= S.MOVE:
        target = box.neighbour[(a - S.MOVE) // S.DIRECTIONS][(a - S.MOVE) % S.DIRECTIONS]
        return GOOD if target == box.pool or box.extra_action[target] > 0 else PLAIN
    if a == S.END_MOVE:
        return GOOD if strike_at_pool(box, s) != NOTHING else WEAK
    return PLAIN


def attack_appeal(box, cell, direction):
    defender = box.neighbour[cell][direction]
    kills = box.attack[cell] > box.defence[defender]
    falls = box.attack[defender] > box.defence[cell]
    if kills:
        return PLAIN if falls else GOOD
    return POOR
