"""Exact help: is there a sure win within the present turn? Takes a short look at what comes next, then goes all ways to
the end of the turn; what chance decides must go well with every outcome. And does a choice lose at once, whatever the
rest of the turn?"""

from hexagora.bots import signatures as kinds
from hexagora.bots.guide import may_win
from hexagora.bots.memory import copy_slot
from hexagora.bots.tree import SLOTS as TREE_SLOTS
from hexagora.bots.tree import position_key
from hexagora.engine.contract import CHANCE, OVER, WIN, apply, legal, returns, to_act

FIRST = TREE_SLOTS  # slots of states from here on: one for each decision of a turn
SHORT_LOOK = 3  # decisions of the first look; a second one goes on to the end of the turn
LONGEST_TURN = 48
OWN = FIRST + LONGEST_TURN + 1  # slots from here on: the rest of the own turn before the other's
LONGEST_REST = 16
SLOTS = OWN + LONGEST_REST + 1
FRAMES = LONGEST_TURN + LONGEST_REST + 2
MOST_ENDS = 200  # ends of the own turn that are tried before a choice is taken to lose
REPLY_PART = 16  # each of them gets this part of the positions
NO_WIN, NOT_ALL_SEEN = -1, -2  # there is none, or none was found but not everything was looked at
KNOWN = 262_139  # positions remembered
ROOM_TO_REMEMBER = 2  # places for each position that may be looked at
LAST_FIRST, FIRST_FIRST = 0, 1  # what ends something mostly comes behind what begins it, and is tried first
OTHER_ORDER_PART = 8  # of the positions go to the other order, for which other wins are near
ANY, ALL = 0, 1  # what it takes to win at a decision: one good action of the player, or all outcomes of chance
NO, YES, OPEN = 0, 1, 2  # whether a position is won
COUNT, TRIED, KIND, PLACE, ACTIONS = 0, 1, 2, 3, 4  # of a frame: a decision on the way

signatures, argument_types = kinds.exact_entries, kinds.argument_types


def find_win(boxes, states, words, slot, budget, out, lists, known):
    """The first action of a sequence by which the player to act in a slot wins for certain before anybody else decides;
    NO_WIN if there is none, NOT_ALL_SEEN if that many positions do not tell. `lists` has room for a frame of each
    depth, `known` for the keys of positions that were looked at."""
    box = boxes[0]
    player = to_act(box, states[slot])
    if player < 0 or not may_win(box, states[slot]):
        return NO_WIN
    copy_slot(words, states, slot, FIRST)
    a, budget, cut = look(box, states, words, player, SHORT_LOOK, LAST_FIRST, budget, out, lists, known)
    if a != NO_WIN or (budget > 0 and not cut):
        return a
    part = budget // OTHER_ORDER_PART
    a, left, cut = look(box, states, words, player, LONGEST_TURN, FIRST_FIRST, part, out, lists, known)
    if a == NO_WIN and (cut or left <= 0):
        a, left, cut = look(box, states, words, player, LONGEST_TURN, LAST_FIRST, budget - part, out, lists, known)
    return NOT_ALL_SEEN if a == NO_WIN and (cut or left <= 0) else a


def look(box, states, words, player, depth, order, budget, out, lists, known):
    """All ways to go on for up to `depth` decisions. Returns the first action of a winning one or NO_WIN, the budget
    left, and whether a longer look could find more."""
    room = len(out) + ACTIONS
    memory = min(len(known), ROOM_TO_REMEMBER * budget)
    for i in range(memory):
        known[i] = 0
    cut = False
    won = NO
    level = 0
    enter(box, states, FIRST, 0, ANY, 0, order, out, lists)
    while level >= 0:
        base = level * room
        if lists[base + TRIED] == lists[base + COUNT]:
            won = YES if lists[base + KIND] == ALL else NO
            level -= 1
        else:
            if budget <= 0:
                return NO_WIN, budget, cut
            budget -= 1
            make_next(box, states, words, level, lists, room)
            won, place = judge(box, states, words, FIRST + level + 1, player, out, known, memory)
            if won == OPEN and level + 1 == depth:
                cut = True
                won = NO
            if won == OPEN:
                level += 1
                kind = ALL if to_act(box, states[FIRST + level]) == CHANCE else ANY
                enter(box, states, FIRST + level, level * room, kind, place, order, out, lists)
                continue
        level = climb(level, won, lists, known, room)
    return first_action(won, lists), budget, cut


def enter(box, states, slot, base, kind, place, order, out, lists):
    """Begins the frame of a decision: how many actions it has, how many were tried, what it takes to win, where the
    position is remembered, then the actions in the order in which they are tried."""
    n = legal(box, states[slot], out)
    lists[base + COUNT] = n
    lists[base + TRIED] = 0
    lists[base + KIND] = kind
    lists[base + PLACE] = place
    for i in range(n):
        lists[base + ACTIONS + (n - 1 - i if order == LAST_FIRST else i)] = out[i]


def make_next(box, states, words, level, lists, room):
    """Makes the next action of a frame in the slot after its own."""
    base = level * room
    a = lists[base + ACTIONS + lists[base + TRIED]]
    lists[base + TRIED] += 1
    copy_slot(words, states, FIRST + level, FIRST + level + 1)
    apply(box, states[FIRST + level + 1], a)


def judge(box, states, words, slot, player, out, known, memory):
    """Whether a position is won, or lost for this turn, or has to be looked into; then also where it is remembered."""
    s = states[slot]
    who = to_act(box, s)
    if who == OVER:
        returns(box, s, out)
        return YES if out[player] == WIN else NO, 0
    if who != CHANCE and (who != player or not may_win(box, s)):
        return NO, 0
    key = position_key(box, words, states, slot)
    place = key % memory
    if known[place] == key:
        return NO, 0
    known[place] = key
    return OPEN, place


def climb(level, won, lists, known, room):
    """From a position that is won or not to the frame that has to go on: a won one decides where any will do, one that
    is not decides where all are needed."""
    kind = ANY if won == YES else ALL
    while level >= 0 and lists[level * room + KIND] == kind:
        if won == YES:
            known[lists[level * room + PLACE]] = 0
        level -= 1
    return level


def first_action(won, lists):
    """The action tried last at the root, if it won."""
    return lists[ACTIONS + lists[TRIED] - 1] if won == YES else NO_WIN


# choices


def loses_by(boxes, states, words, slot, a, budget, out, lists, known):
    """Whether after an action of the player to act in a slot the next player wins for certain within that player's
    turn, however the present one goes on."""
    if wins_by(boxes, states, words, slot, a, budget, out, lists, known):
        return False
    box = boxes[0]
    player = to_act(box, states[slot])
    if to_act(box, states[OWN]) != player:
        return loses(boxes, states, words, OWN, player, budget, out, lists, known)
    return has_lost(boxes, states, words, player, budget, out, lists, known)


def wins_by(boxes, states, words, slot, a, budget, out, lists, known):
    """Whether the player to act in a slot wins for certain within the turn after an action, which is left made in slot
    OWN."""
    box = boxes[0]
    player = to_act(box, states[slot])
    copy_slot(words, states, slot, OWN)
    apply(box, states[OWN], a)
    who = to_act(box, states[OWN])
    if who == OVER:
        returns(box, states[OWN], out)
        return out[player] == WIN
    return who == player and find_win(boxes, states, words, OWN, budget, out, lists, known) >= 0


def loses(boxes, states, words, slot, player, budget, out, lists, known):
    """Whether a position in which the player's turn or the match is over is lost: the next player wins for certain."""
    box = boxes[0]
    who = to_act(box, states[slot])
    if who == OVER:
        returns(box, states[slot], out)
        return out[player] == 0
    return who != CHANCE and find_win(boxes, states, words, slot, budget, out, lists, known) >= 0


def has_lost(boxes, states, words, player, budget, out, lists, known):
    """Whether every way to go on with the turn in slot OWN loses; no if that cannot be told with so many positions."""
    box = boxes[0]
    room = len(out) + ACTIONS
    first = (LONGEST_TURN + 1) * room
    left = budget
    ends = 0
    level = 0
    enter(box, states, OWN, first, ANY, 0, LAST_FIRST, out, lists)
    while level >= 0:
        base = first + level * room
        if lists[base + COUNT] == 0:
            level -= 1
            continue
        lists[base + COUNT] -= 1
        copy_slot(words, states, OWN + level, OWN + level + 1)
        apply(box, states[OWN + level + 1], lists[base + ACTIONS + lists[base + COUNT]])
        left -= 1
        if to_act(box, states[OWN + level + 1]) == player:
            if left <= 0 or level + 1 == LONGEST_REST:
                return False
            level += 1
            enter(box, states, OWN + level, first + level * room, ANY, 0, LAST_FIRST, out, lists)
            continue
        ends += 1
        if ends == MOST_ENDS:
            return False
        if not loses(boxes, states, words, OWN + level + 1, player, budget // REPLY_PART, out, lists, known):
            return False
    return True
