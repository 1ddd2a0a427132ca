"""Matches of networks against themselves and others, side by side: written like rules, so that the same matches come
out on a CPU and on a GPU. Whoever is to act looks at every choice (or at some, where there are very many) and takes the
one that leads to the best position; now and then one at random. What was seen, who saw it and what the choice promised
is kept for the trainer.

Each match has three places for states: its own, one to try a choice in, one to draw chance after it; the last place of
all holds the dealt state. `plan` says how to play, `who` which of the networks (or RULES, ANYTHING) sits on each seat.
"""

from hexagora.bots import signatures as kinds
from hexagora.bots.guide import PART, SURE, UNTIL_THE_END, evaluate, horizon, rollout, settled, suggest
from hexagora.bots.judging import judge, list_rows
from hexagora.engine.chance import outcome
from hexagora.engine.contract import CHANCE, OVER, apply, hide, legal, returns, to_act
from hexagora.engine.kernels import copy_state, settle
from hexagora.engine.rng import below

RULES, ANYTHING = -1, -2  # instead of a network: the rules of thumb, a choice at random
STEPS, SLIPS, OPENING, NOISE, TRIED, DRAWS, PAST, LONGEST, HIDDEN, SETTLED, TAUGHT = range(11)  # places:
# decisions to make in each match; choices at random, per thousand; the most random ones at the beginning; how much what
# a choice is worth is blurred, in parts of SURE; choices looked at; draws of chance after each; older networks that
# sit in one match of four; decisions after which a match is given up; whether there is something to hide; whether
# positions are judged once they are settled, by their traits, and only these are learned; whether everybody plays by
# the rules of thumb
ONE_OF = 4
AGE, OPENED = 0, 1  # places of `clocks`: decisions of the present match, and those of its beginning that are random
LONGEST_SETTLING = 60
PASSED = -1  # rows of a position that is not to be learned
ENDED, GIVEN_UP = 1, 2  # what `ends` notes beside 0
THOUSAND = 1000

argument_types, signatures = kinds.selfplay_argument_types, kinds.selfplay_entries


def play_many(boxes, states, words, nets, plan, first, last, who, clocks, lists, outs, table, rngs, gains, kept, counts,
              movers, ends, slips, promised, tally):
    """Goes on with the matches from `first` to `last`."""
    for i in range(first, last):
        play_one(boxes, states, words, nets, plan, i, who, clocks, lists, outs, table, rngs, gains, kept, counts,
                 movers, ends, slips, promised, tally)


def play_one(boxes, states, words, nets, plan, i, who, clocks, lists, outs, table, rngs, gains, kept, counts, movers,
             ends, slips, promised, tally):
    """Makes the decisions of one match, which begins anew when it is over."""
    box = boxes[0]
    for step in range(plan[STEPS]):
        if to_act(box, states[i]) == OVER or clocks[i, AGE] == 0 or clocks[i, AGE] > plan[LONGEST]:
            begin(box, states, words, plan, i, who, clocks, outs[i], rngs[i], nets.shape[0])
        if to_act(box, states[i]) == OVER:
            counts[i, step] = 0
            continue
        keep_rows(box, states, words, nets, plan, i, step, table[i], gains[i], kept, counts)
        movers[i, step] = to_act(box, states[i])
        slips[i, step] = decide(box, states, words, nets, plan, i, who[i, movers[i, step]], clocks, lists[i], outs[i],
                                table[i], rngs[i], gains[i], promised[i, step])
        if plan[SETTLED] == 1 and slips[i, step] == 1:
            counts[i, step] = PASSED
        clocks[i, AGE] += 1
        ends[i, step] = note_end(box, states[i], plan, i, who, clocks, gains[i], tally)


def begin(box, states, words, plan, i, who, clocks, out, rng, networks):
    """Deals a match anew. With PAST above 0 everybody is the present network, but in one match of so many everybody but
    one is an older one; else seats stay with whom they are."""
    places = (states.shape[0] - 1) // 3
    copy_state(words, 3 * places, i)
    settle(box, states[i], out, rng)
    clocks[i, AGE] = 1
    clocks[i, OPENED] = below(rng, plan[OPENING] + 1)
    if plan[PAST] == 0:
        return
    older = 0
    if networks > 1 and below(rng, ONE_OF) == 0:
        older = 1 + below(rng, min(plan[PAST], networks - 1))
    seat = below(rng, who.shape[1])
    for p in range(who.shape[1]):
        who[i, p] = 0 if p == seat else older
        if plan[TAUGHT] == 1:
            who[i, p] = RULES


def keep_rows(box, states, words, nets, plan, i, step, notes, out, kept, counts):
    """Keeps which rows of weights the position switches on, as whoever is to act may know it."""
    places = (states.shape[0] - 1) // 3
    if plan[SETTLED] == 1 and not settled(box, states[i]):
        counts[i, step] = PASSED
        return
    copy_state(words, i, places + i)
    seat = to_act(box, states[i])
    if plan[HIDDEN] == 1 and plan[SETTLED] == 0:
        hide(box, states[places + i], seat)
    last = list_rows(box, states[places + i], seat, nets[0], notes, out)
    n = min(last - nets[0].size, kept.shape[2])
    for k in range(n):
        kept[i, step, k] = notes[nets[0].size + k]
    counts[i, step] = n


def decide(box, states, words, nets, plan, i, player, clocks, chosen, out, notes, rng, gains, promise):
    """Makes a choice and notes what the best one promises to each player. Returns 1 if it was a slip: at random."""
    places = (states.shape[0] - 1) // 3
    mover = to_act(box, states[i])
    n = legal(box, states[i], out)
    for k in range(n):
        chosen[k] = out[k]
    slip = clocks[i, AGE] <= clocks[i, OPENED] or below(rng, THOUSAND) < plan[SLIPS]
    tried = min(n, plan[TRIED])
    best = -1
    best_worth = -SURE
    for k in range(tried):
        j = k + below(rng, n - k)
        a = chosen[j]
        chosen[j] = chosen[k]
        chosen[k] = a
        copy_state(words, i, places + i)
        apply(box, states[places + i], a)
        look(box, states, words, nets, plan, i, player, out, notes, rng, gains)
        worth = gains[mover] + below(rng, plan[NOISE] + 1)
        if worth > best_worth:
            best_worth = worth
            best = a
            for p in range(promise.shape[0]):
                promise[p] = gains[p]
    if player != 0:  # what the choice of somebody else promises, the present network tells
        copy_state(words, i, places + i)
        apply(box, states[places + i], best)
        look(box, states, words, nets, plan, i, 0, out, notes, rng, gains)
        for p in range(promise.shape[0]):
            promise[p] = gains[p]
    if slip or player == ANYTHING:
        best = chosen[below(rng, tried)]
    apply(box, states[i], best)
    settle(box, states[i], out, rng)
    return 1 if slip else 0


def look(box, states, words, nets, plan, i, player, out, notes, rng, gains):
    """What the position in a match's place to try is worth to each player, to one who sits there; chance is drawn."""
    places = (states.shape[0] - 1) // 3
    at = places + i
    if to_act(box, states[at]) != CHANCE:
        value(box, states[at], nets, plan, player, out, notes, rng, gains)
        return
    last = notes.shape[0] - box.players  # behind all that a network notes
    for p in range(box.players):
        notes[last + p] = 0
    for _ in range(plan[DRAWS]):
        copy_state(words, at, places + at)
        settle(box, states[places + at], out, rng)
        value(box, states[places + at], nets, plan, player, out, notes, rng, gains)
        for p in range(box.players):
            notes[last + p] += gains[p]
    for p in range(box.players):
        gains[p] = notes[last + p] // plan[DRAWS]


def value(box, s, nets, plan, player, out, notes, rng, gains):
    """Each player's winning chance, as a network or the rules of thumb see it. Changes the state."""
    who = to_act(box, s)
    if who == OVER:
        read(box, s, gains)
    elif player >= 0 and plan[SETTLED] == 1:
        play_to_rest(box, s, 0, out, rng)
        if to_act(box, s) == OVER:
            read(box, s, gains)
        else:
            judge(box, s, nets[player], notes, gains)
    elif player >= 0:
        if plan[HIDDEN] == 1:
            hide(box, s, who)
        judge(box, s, nets[player], notes, gains)
    elif player == RULES:
        by_rules_of_thumb(box, s, out, rng, gains)
    else:
        for p in range(box.players):
            gains[p] = 0


def by_rules_of_thumb(box, s, out, rng, gains):
    """As a search without a tree: the rest of the turn, or one play-out where there is no evaluation."""
    limit = horizon(box)
    if limit == UNTIL_THE_END and rollout(box, s, out, rng) >= 0:
        read(box, s, gains)
        return
    play_to_rest(box, s, limit, out, rng)
    if to_act(box, s) == OVER:
        read(box, s, gains)
    else:
        evaluate(box, s, gains)


def play_to_rest(box, s, limit, out, rng):
    """So many decisions, then on until the position is settled."""
    steps = 0
    while to_act(box, s) != OVER and (steps < limit or (steps < limit + LONGEST_SETTLING and not settled(box, s))):
        if to_act(box, s) == CHANCE:
            apply(box, s, outcome(box, s, out, rng))
        else:
            apply(box, s, suggest(box, s, out, rng))
        steps += 1


def read(box, s, gains):
    """The result of a match that is over, in parts of SURE."""
    returns(box, s, gains)
    for p in range(box.players):
        gains[p] *= PART


def note_end(box, s, plan, i, who, clocks, gains, tally):
    """Notes the result of a match that is over, for whoever sat where: shares, then seats."""
    if to_act(box, s) != OVER:
        return GIVEN_UP if clocks[i, AGE] > plan[LONGEST] else 0
    read(box, s, gains)
    for p in range(box.players):
        place = who[i, p] - ANYTHING
        tally[i, 0, place] += gains[p]
        tally[i, 1, place] += 1
    return ENDED
