"""Exact help: is there a sure win within the present turn? Looks at all ways to go on, shorter ones first."""

from hexagora.bots import signatures as kinds
from hexagora.bots.memory import copy_slot, slot_key
from hexagora.bots.tree import SLOTS as TREE_SLOTS
from hexagora.engine.contract import OVER, WIN, apply, legal, returns, to_act

FIRST = TREE_SLOTS  # slots of states from here on: one for each decision of a turn
LONGEST_TURN = 24
SLOTS = FIRST + LONGEST_TURN + 1
NO_WIN = -1
KNOWN = 8191  # positions remembered

signatures, argument_types = kinds.exact_entries, kinds.argument_types


def find_win(boxes, states, words, slot, budget, out, lists, known):
    """The first action of a sequence by which the player to act in a slot wins before anybody else decides, or NO_WIN
    if none was found within that many positions. `lists` has room for a legal list of each depth, `known` for the
    keys of positions already looked at."""
    box = boxes[0]
    player = to_act(box, states[slot])
    if player < 0:
        return NO_WIN
    copy_slot(words, states, slot, FIRST)
    for depth in range(1, LONGEST_TURN + 1):
        left = budget
        a, budget, cut = look(box, states, words, player, depth, budget, out, lists, known)
        if a != NO_WIN or budget <= 0 or not cut or left == budget:
            return a
    return NO_WIN


def look(box, states, words, player, depth, budget, out, lists, known):
    """All sequences of up to `depth` decisions. Returns the first action of a winning one or NO_WIN, the budget left,
    and whether a longer look could find more."""
    room = len(out)
    for i in range(len(known)):
        known[i] = 0
    level = 0
    cut = False
    lists[0] = enter(box, states, words, 0, out, lists, room)
    while level >= 0:
        base = level * (room + 2)
        if lists[base + 1] == lists[base]:
            level -= 1
            continue
        a = lists[base + 2 + lists[base + 1]]
        lists[base + 1] += 1
        budget -= 1
        if budget <= 0:
            return NO_WIN, budget, cut
        copy_slot(words, states, FIRST + level, FIRST + level + 1)
        apply(box, states[FIRST + level + 1], a)
        who = to_act(box, states[FIRST + level + 1])
        if who == OVER and wins(box, states[FIRST + level + 1], player, out):
            return lists[1 + lists[1]], budget, cut
        if who != player or not is_new(words, states, FIRST + level + 1, known):
            continue
        if level + 1 == depth:
            cut = True
            continue
        level += 1
        lists[level * (room + 2)] = enter(box, states, words, level, out, lists, room)
    return NO_WIN, budget, cut


def enter(box, states, words, level, out, lists, room):
    """Lists the legal actions at a depth: how many, how many were tried, then the actions."""
    n = legal(box, states[FIRST + level], out)
    base = level * (room + 2)
    lists[base + 1] = 0
    for i in range(n):
        lists[base + 2 + i] = out[i]
    return n


def is_new(words, states, slot, known):
    """Whether a position has not been met yet; forgets some when there are many."""
    key = slot_key(words, states, slot)
    place = key % len(known)
    if known[place] == key:
        return False
    known[place] = key
    return True


def wins(box, s, player, out):
    returns(box, s, out)
    return out[player] == WIN


def loses_at_once(boxes, states, words, slot, a, budget, out, lists, known):
    """Whether after that action another player is to act and has a sure win within the turn."""
    box = boxes[0]
    player = to_act(box, states[slot])
    copy_slot(words, states, slot, SLOTS - 1)
    apply(box, states[SLOTS - 1], a)
    who = to_act(box, states[SLOTS - 1])
    if who < 0 or who == player:
        return False
    return find_win(boxes, states, words, SLOTS - 1, budget, out, lists, known) != NO_WIN
