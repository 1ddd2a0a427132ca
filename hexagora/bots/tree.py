"""The search: UCT over single decisions, with explicit chance and a value for each player. Written against the
contract like the engine's kernels, so that the same source runs interpreted and compiled with each game.

A simulation walks from the root to a leaf, plays on to the end (or to an evaluation), and adds what each player got to
the edges it came through. An edge also learns from simulations in which its player made the action later. With hidden
information each simulation starts from a fresh draw of what the viewer cannot know, and a node stands for everything
that looks the same to the viewer.
"""

from math import sqrt

from hexagora.bots import signatures as kinds
from hexagora.bots.guide import PART, SURE, appeal, evaluate, maker, rollout, sameness, settled, study, suggest, unstudy
from hexagora.bots.judging import judge
from hexagora.bots.memory import copy_slot, fullness, more_edges, more_nodes, slot_key
from hexagora.engine.chance import outcome
from hexagora.engine.contract import CHANCE, OVER, apply, chances, hide, legal, resample, returns, seen, to_act
from hexagora.engine.kernels import settle
from hexagora.engine.rng import below

ROOT, WORK, SPARE = 0, 1, 2  # slots of states
SLOTS = 3
NOWHERE = -1
THOUSAND, HUNDRED = 1000.0, 100.0
ALL = 1000  # the network alone, in thousandths
WORST = -1e18
UNKNOWN = -1  # the guess of an edge that has no node yet
PROBES = 32  # places of the table that are looked at for a key
LONGEST_SETTLING = 60  # decisions that a play-out may go on beyond its limit until the position is settled

signatures, argument_types = kinds.tree_entries, kinds.argument_types


def plant_tree(boxes, states, words, nodes, edges, trees, nets, notes, table, out, rng):
    """Makes the state in slot ROOT the root: its node if the tree has one already, else a new one. Returns the visits
    that the node brings along, or -1 if the memory is full."""
    box = boxes[0]
    t = trees[0]
    t.looks = 0
    for p in range(t.players):
        t.gain[p] = 0
    copy_slot(words, states, ROOT, WORK)
    if t.hidden == 1:
        resample(box, states[WORK], t.viewer, rng)
    t.root = find_or_grow(box, states, words, nodes, edges, t, nets[0], notes, table, out, rng)
    if t.root == NOWHERE:
        return -1
    return int(nodes[t.root].visits)


def search_tree(boxes, states, words, nodes, edges, trees, nets, notes, path, made, mark, table, out, labels, rng,
                gains, count):
    """Runs `count` simulations from the root, fewer if its result is proven; returns how many."""
    t = trees[0]
    for k in range(count):
        if nodes[t.root].proof == 1:
            return k
        simulate(boxes[0], states, words, nodes, edges, t, nets[0], notes, path, made, mark, table, out, labels, rng,
                 gains)
    return count


def simulate(box, states, words, nodes, edges, t, net, notes, path, made, mark, table, out, labels, rng, gains):
    copy_slot(words, states, ROOT, WORK)
    s = states[WORK]
    if t.hidden == 1:
        resample(box, s, t.viewer, rng)
    t.stamp += 1
    t.looks += 1
    depth, node = walk(box, states, words, nodes, edges, t, net, notes, path, made, mark, table, out, labels, rng)
    t.decisions += depth
    short = 0
    if node != NOWHERE and nodes[node].proof == 1:
        for p in range(t.players):
            gains[p] = nodes[node].result[p]
    else:
        short = play_on(box, states, words, t, net, notes, made, out, rng, gains)
    for p in range(t.players):
        t.gain[p] += gains[p]
    back_up(box, states[WORK], nodes, edges, t, path, made, gains, depth, short)


def walk(box, states, words, nodes, edges, t, net, notes, path, made, mark, table, out, labels, rng):
    """From the root to a leaf. Returns the length of the way and the node it ended in: a proven one, or NOWHERE."""
    s = states[WORK]
    node = int(t.root)
    depth = 0
    while depth < t.deepest:
        if nodes[node].proof == 1:
            return depth, node
        if t.hidden == 1 and to_act(box, s) != nodes[node].mover:
            return depth, NOWHERE  # this draw of the unknown goes on differently from the one that grew the node
        e = choose(box, s, nodes, edges, t, node, mark, out, labels, rng)
        if e == NOWHERE:
            return depth, NOWHERE
        a = action_of(box, s, edges, t, nodes[node].mover, e, out, labels, rng)
        if t.later > 0 and nodes[node].mover >= 0:
            made[nodes[node].mover * t.actions + edges[e].action] = t.stamp
        apply(box, s, a)
        path[2 * depth] = node
        path[2 * depth + 1] = e
        depth += 1
        child = int(edges[e].child)
        if child == NOWHERE:
            return depth, grow(box, states, words, nodes, edges, t, net, notes, node, e, table, out, rng)
        node = child
    return depth, NOWHERE


def grow(box, states, words, nodes, edges, t, net, notes, node, e, table, out, rng):
    """Gives an edge its node once it has been tried often enough, or its match is over. Returns a proven node or
    NOWHERE."""
    over = to_act(box, states[WORK]) == OVER
    if t.hidden == 1 and over:
        return NOWHERE  # it may be over in this draw only
    patience = (1 + nodes[node].count // t.patience) << fullness(nodes, edges, t)
    if edges[e].visits + 1 < patience and not over:
        return NOWHERE
    child = find_or_grow(box, states, words, nodes, edges, t, net, notes, table, out, rng)
    edges[e].child = child
    if child != NOWHERE and nodes[child].proof == 1:
        return child
    return NOWHERE


# growing the tree


def find_or_grow(box, states, words, nodes, edges, t, net, notes, table, out, rng):
    """The node of the state in slot WORK, new where the tree has none; NOWHERE if the memory is full."""
    who = to_act(box, states[WORK])
    key = known_key(box, states, words, t, who)
    place = 0
    if key != 0:
        place = find_place(nodes, table, key)
        if place >= 0 and table[place] != 0:
            t.merged += 1
            return int(table[place]) - 1
    node = new_node(box, states[WORK], nodes, edges, t, who, out, rng)
    if node != NOWHERE and who != OVER:
        first_guess(box, states, words, t, net, notes, nodes[node], out)
    if node != NOWHERE and key != 0 and place >= 0:
        nodes[node].key = key
        table[place] = node + 1
    return node


def known_key(box, states, words, t, who):
    """The key of the state in slot WORK as the viewer knows it; 0 where others decide about what the viewer cannot
    see, for such nodes are told apart by the way to them."""
    if t.hidden == 0:
        return position_key(box, words, states, WORK)
    if who != t.viewer:
        return 0
    copy_slot(words, states, WORK, SPARE)
    hide(box, states[SPARE], t.viewer)
    return position_key(box, words, states, SPARE)


def position_key(box, words, states, i):
    """A number above zero that tells positions apart: by what the game says of them, or by the whole state."""
    key = sameness(box, states[i])
    return key if key != 0 else slot_key(words, states, i)


def find_place(nodes, table, key):
    """Where in the table a key stands or would stand; -1 if that part of the table is crowded."""
    place = key % len(table)
    for _ in range(PROBES):
        if table[place] == 0 or nodes[table[place] - 1].key == key:
            return place
        place += 1
        if place == len(table):
            place = 0
    return -1


def new_node(box, s, nodes, edges, t, who, out, rng):
    node = int(t.nodes)
    if not more_nodes(nodes, node):
        return NOWHERE
    fresh = nodes[node]
    fresh.mover = who
    fresh.key = 0
    fresh.total = 0
    fresh.visits = 0
    fresh.count = 0
    fresh.room = 0
    fresh.open = 0
    fresh.width = 0
    fresh.weight = 0
    fresh.proof = 0
    if who == OVER:
        returns(box, s, out)
        for p in range(t.players):
            fresh.result[p] = out[p] * PART
        fresh.proof = 1
    elif who == CHANCE:
        fresh.width = chances(box, s, out)
        for i in range(fresh.width):
            fresh.weight += out[i]
    elif not list_actions(box, s, edges, t, fresh, out, rng):
        return NOWHERE
    t.nodes += 1
    return node


def first_guess(box, states, words, t, net, notes, fresh, out):
    """What a new node promises: its evaluation where that says something, else nothing yet."""
    fresh.result[0] = UNKNOWN
    if t.trust > 0 and (judged_at_once(t) or settled(box, states[WORK])):
        evaluate_or_judge(box, states, words, t, net, notes, out)
        for p in range(t.players):
            fresh.result[p] = out[p]


def list_actions(box, s, edges, t, fresh, out, rng):
    """Gives a node an edge for each legal action, shuffled; returns whether there was room. With hidden information
    edges come as they are offered."""
    n = legal(box, s, out)
    fresh.width = n
    if t.hidden == 1:
        return True
    first = take_edges(edges, t, n)
    if first == NOWHERE:
        return False
    fresh.first = first
    fresh.count = n
    fresh.room = n
    study(box, s)
    for i in range(n):
        j = i + below(rng, n - i)
        a = out[j]
        out[j] = out[i]
        clear_edge(edges, first + i, a, appeal(box, s, a))
        fresh.weight += edges[first + i].prior
    unstudy(box, s)
    return True


def take_edges(edges, t, n):
    first = int(t.edges)
    if not more_edges(edges, first, n):
        return NOWHERE
    t.edges += n
    return first


def clear_edge(edges, e, a, prior):
    fresh = edges[e]
    fresh.action = a
    fresh.prior = prior
    fresh.child = NOWHERE
    fresh.total = 0
    fresh.visits = 0
    fresh.later_total = 0
    fresh.later = 0
    fresh.offered = 0
    fresh.guess = UNKNOWN
    fresh.closed = 0


def add_edge(nodes, edges, t, node, a, prior):
    """One more edge of a node, which moves to a larger block when its own is full; NOWHERE if the memory is."""
    here = nodes[node]
    if here.count == here.room:
        room = 2 * here.room + 4
        first = take_edges(edges, t, room)
        if first == NOWHERE:
            return NOWHERE
        for k in range(here.count):
            move_edge(edges, here.first + k, first + k)
        here.first = first
        here.room = room
    e = here.first + here.count
    clear_edge(edges, e, a, prior)
    here.count += 1
    return e


def move_edge(edges, source, target):
    old = edges[source]
    new = edges[target]
    new.action = old.action
    new.prior = old.prior
    new.child = old.child
    new.total = old.total
    new.visits = old.visits
    new.later_total = old.later_total
    new.later = old.later
    new.offered = old.offered
    new.guess = old.guess
    new.closed = old.closed


# choosing


def choose(box, s, nodes, edges, t, node, mark, out, labels, rng):
    """The edge to follow from a node; NOWHERE if the memory is full."""
    if nodes[node].mover == CHANCE:
        return choose_outcome(box, s, nodes, edges, t, node, out, rng)
    if t.hidden == 1:
        return choose_offered(box, s, nodes, edges, t, node, mark, out, labels)
    open_more(nodes, edges, t, node)
    return choose_open(nodes, edges, t, node)


def choose_outcome(box, s, nodes, edges, t, node, out, rng):
    """Chance decides by weight; each outcome that comes up, as the viewer sees it, gets an edge."""
    a = outcome(box, s, out, rng)
    labelled = a
    if t.hidden == 1:
        labelled = seen(box, s, a, t.viewer)
        t.drawn = a
    e = find_edge(nodes, edges, node, labelled)
    if e == NOWHERE:
        e = add_edge(nodes, edges, t, node, labelled, 1)
        if e != NOWHERE and t.hidden == 0:
            edges[e].prior = weight_of(box, s, a, out)
    return e


def weight_of(box, s, a, out):
    """The weight of an outcome."""
    n = legal(box, s, out)
    place = 0
    for i in range(n):
        if out[i] == a:
            place = i
    chances(box, s, out)
    return out[place]


def find_edge(nodes, edges, node, a):
    first = int(nodes[node].first)
    for e in range(first, first + nodes[node].count):
        if edges[e].action == a:
            return e
    return NOWHERE


def mean_of(nodes, node):
    """What the mover of a node gets on average; even chances before anything is known."""
    if nodes[node].visits == 0:
        return SURE / 2.0
    return nodes[node].total / nodes[node].visits


def open_more(nodes, edges, t, node):
    """Looks at more edges the more often the node is visited: those with the best prospects first. All of them once
    those looked at are proven to lose."""
    here = nodes[node]
    if here.open == here.count:
        return
    allowed = t.opened + t.opening * sqrt(here.visits) / HUNDRED
    while here.open < here.count and here.open < allowed:
        best = here.first + here.open
        best_worth = WORST
        for e in range(here.first + here.open, here.first + here.count):
            worth = SURE * edges[e].prior / here.weight
            if edges[e].later > 0:
                worth += edges[e].later_total / edges[e].later
            if worth > best_worth:
                best_worth = worth
                best = e
        exchange_edges(edges, here.first + here.open, best)
        here.open += 1


def exchange_edges(edges, one, other):
    if one == other:
        return
    a, prior, child, total = edges[one].action, edges[one].prior, edges[one].child, edges[one].total
    visits, later, later_total = edges[one].visits, edges[one].later, edges[one].later_total
    offered, guess, closed = edges[one].offered, edges[one].guess, edges[one].closed
    move_edge(edges, other, one)
    there = edges[other]
    there.action, there.prior, there.child, there.total = a, prior, child, total
    there.visits, there.later, there.later_total = visits, later, later_total
    there.offered, there.guess, there.closed = offered, guess, closed


def choose_open(nodes, edges, t, node):
    """The edge with the best prospects among those looked at."""
    here = nodes[node]
    spread = t.explore * SURE / THOUSAND * sqrt(here.visits + 1.0) / here.weight
    untried = mean_of(nodes, node) - t.doubt
    best = NOWHERE
    best_worth = WORST
    blend = blend_of(t)
    trust = t.trust / THOUSAND
    for e in range(here.first, here.first + here.open):
        if edges[e].closed == 1:
            worth = promise(nodes, t, edges[e].child, here.mover)
        else:
            worth = edge_worth(edges, e, spread, untried, blend, trust)
        if worth > best_worth:
            best_worth = worth
            best = e
    if best_worth <= 0.0 and here.open < here.count:
        best = here.first + here.open
        here.open += 1
    return best


def blend_of(t):
    """How fast an action's own results outweigh those of its later use."""
    return 1.0 / t.later if t.later > 0 else 0.0


def edge_worth(edges, e, spread, untried, blend, trust):
    """What an action promises: its mean result, mixed with that of its later use while it is young and with what best
    play leads to by the evaluations, and the room that is left for surprise.

    With n own results and m of later use the latter count by m / (m + n + m n blend): all at first, ever less then.
    """
    edge = edges[e]
    n = float(edge.visits)
    m = float(edge.later)
    both = m + n + m * n * blend
    worth = untried
    if both > 0.0:
        worth = (edge.later_total + edge.total * (1.0 + m * blend)) / both
    if edge.guess != UNKNOWN:
        worth += trust * (edge.guess - worth)
    return worth + spread * edge.prior / (1.0 + n)


def promise(nodes, t, child, mover):
    """What a position is worth to a player by its result: proven, or what best play leads to by the evaluations."""
    if t.paranoid == 1 and mover != t.viewer:
        return float(SURE - nodes[child].result[t.viewer])
    return float(nodes[child].result[mover])


def choose_offered(box, s, nodes, edges, t, node, mark, out, labels):
    """With hidden information: the best edge among those that this draw of the unknown offers."""
    mover = nodes[node].mover
    n = legal(box, s, out)
    t.tick += 1
    for i in range(n):
        labels[i] = out[i]
        if mover != t.viewer:
            labels[i] = seen(box, s, out[i], t.viewer)
        mark[labels[i]] = t.tick
    for e in range(nodes[node].first, nodes[node].first + nodes[node].count):
        if mark[edges[e].action] == t.tick:
            mark[edges[e].action] = -t.tick
    if not add_offered(box, s, nodes, edges, t, node, mark, out, labels, n):
        return NOWHERE
    return best_offered(nodes, edges, t, node, mark)


def add_offered(box, s, nodes, edges, t, node, mark, out, labels, n):
    """Gives each action that is offered for the first time an edge; returns whether there was room."""
    studied = False
    room = True
    for i in range(n):
        if mark[labels[i]] == t.tick and room:
            if not studied:
                study(box, s)
                studied = True
            mark[labels[i]] = -t.tick
            prior = appeal(box, s, out[i])
            room = add_edge(nodes, edges, t, node, labels[i], prior) != NOWHERE
            if room:
                nodes[node].weight += prior
    if studied:
        unstudy(box, s)
    return room


def best_offered(nodes, edges, t, node, mark):
    here = nodes[node]
    untried = mean_of(nodes, node) - t.doubt
    blend = blend_of(t)
    best = NOWHERE
    best_worth = WORST
    for e in range(here.first, here.first + here.count):
        if mark[edges[e].action] != -t.tick:
            continue
        edges[e].offered += 1
        spread = t.explore * SURE / THOUSAND * sqrt(edges[e].offered + 1.0) / here.weight
        worth = edge_worth(edges, e, spread, untried, blend, 0.0)
        if worth > best_worth:
            best_worth = worth
            best = e
    return best


def action_of(box, s, edges, t, mover, e, out, labels, rng):
    """The action behind an edge: itself, or one of those that look like it to the viewer."""
    if t.hidden == 0:
        return int(edges[e].action)
    if mover == CHANCE:
        return int(t.drawn)
    if mover == t.viewer:
        return int(edges[e].action)
    n = legal(box, s, out)
    found = 0
    a = int(out[0])
    for i in range(n):
        if labels[i] == edges[e].action:
            found += 1
            if below(rng, found) == 0:
                a = int(out[i])
    return a


# playing on and learning from it


def play_on(box, states, words, t, net, notes, made, out, rng, gains):
    """From a leaf to the end, to an evaluation, or to what the network says of it; writes what each player gets.
    Returns 1 if it went the short way."""
    if not judged_at_once(t):
        return play_out(box, states, words, t, net, notes, made, out, rng, gains)
    settle(box, states[WORK], out, rng)
    if to_act(box, states[WORK]) == OVER:
        read_result(box, states[WORK], t, gains)
        return 0
    judge_work(box, states, words, t, net, notes, gains)
    if t.mix == ALL:
        return 0
    for p in range(t.players):
        t.judged[p] = gains[p]
    short = play_out(box, states, words, t, net, notes, made, out, rng, gains)
    blend_in(t, gains)
    return short


def judged_at_once(t):
    """Whether the network judges every leaf, not only where a play-out has come to."""
    return t.mix > 0 and t.at_once == 1


def play_out(box, states, words, t, net, notes, made, out, rng, gains):
    """As `play_on`, by playing on."""
    s = states[WORK]
    if t.limit > 0:
        steps = rollout(box, s, out, rng)
        if steps >= 0:
            t.decisions += steps
            read_result(box, s, t, gains)
            return 1
    steps = 0
    who = to_act(box, s)
    while who != OVER and (steps < t.limit or not_settled(box, s, t, steps)):
        if who == CHANCE:
            apply(box, s, outcome(box, s, out, rng))
        else:
            a = suggest(box, s, out, rng)
            if t.later > 0:
                made[who * t.actions + a] = t.stamp
            apply(box, s, a)
        steps += 1
        who = to_act(box, s)
    t.decisions += steps
    if who == OVER:
        read_result(box, s, t, gains)
    elif judged_at_once(t):
        evaluate(box, s, gains)
    else:
        evaluate_or_judge(box, states, words, t, net, notes, gains)
    return 0


def evaluate_or_judge(box, states, words, t, net, notes, gains):
    """What the state in slot WORK is worth to each player: by the rules of thumb, by the network, or by both."""
    if t.mix < ALL:
        evaluate(box, states[WORK], gains)
    if t.mix == ALL:
        judge_work(box, states, words, t, net, notes, gains)
    elif t.mix > 0:
        for p in range(t.players):
            t.judged[p] = gains[p]
        judge_work(box, states, words, t, net, notes, gains)
        for p in range(t.players):
            gains[p] += (ALL - t.mix) * (t.judged[p] - gains[p]) // ALL


def blend_in(t, gains):
    """Mixes what the network said of the leaf with what came of playing on."""
    for p in range(t.players):
        gains[p] += t.mix * (t.judged[p] - gains[p]) // ALL


def judge_work(box, states, words, t, net, notes, gains):
    """What the network says of the state in slot WORK, told it as whoever is to act may know it."""
    if t.hidden == 0:
        judge(box, states[WORK], net, notes, gains)
        return
    copy_slot(words, states, WORK, SPARE)
    hide(box, states[SPARE], max(0, to_act(box, states[WORK])))
    judge(box, states[SPARE], net, notes, gains)


def not_settled(box, s, t, steps):
    """Whether a play-out at its horizon should go on before it is evaluated."""
    return steps < t.limit + LONGEST_SETTLING and not settled(box, s)


def read_result(box, s, t, gains):
    returns(box, s, gains)
    for p in range(t.players):
        gains[p] *= PART


def gain_of(t, gains, mover):
    """What a player who decides takes from a simulation."""
    if t.paranoid == 1 and mover != t.viewer:
        return SURE - gains[t.viewer]
    return gains[mover]


def back_up(box, s, nodes, edges, t, path, made, gains, depth, short):
    for d in range(depth - 1, -1, -1):
        node = path[2 * d]
        e = path[2 * d + 1]
        mover = nodes[node].mover
        nodes[node].visits += 1
        edges[e].visits += 1
        if mover != CHANCE:
            gain = gain_of(t, gains, mover)
            nodes[node].total += gain
            edges[e].total += gain
            if t.later > 0:
                learn_later(box, s, nodes, edges, t, node, made, gain, short)
        child = edges[e].child
        if child == NOWHERE:
            continue
        if t.proving == 1 and nodes[child].proof == 1:
            edges[e].closed = 1
            if nodes[node].proof == 0:
                prove(nodes, edges, t, node, child)
        if t.trust > 0 and nodes[node].proof == 0:
            guess_again(nodes, edges, t, node, e)


def learn_later(box, s, nodes, edges, t, node, made, gain, short):
    """Every action that the mover made then or later in this simulation learns from its result."""
    here = nodes[node]
    mover = int(here.mover)
    own = mover * t.actions
    stamp = t.stamp
    for e in range(here.first, here.first + here.count):
        edge = edges[e]
        if short == 1:
            hit = int(maker(box, s, edge.action) == mover)
        else:
            hit = int(made[own + edge.action] == stamp)
        edge.later += hit
        edge.later_total += hit * gain


# guessing: what best play leads to by the evaluations


def guess_again(nodes, edges, t, node, e):
    """A node promises what its best edge does; called when the child of an edge may promise something else."""
    mover = int(nodes[node].mover)
    child = int(edges[e].child)
    if nodes[child].result[0] == UNKNOWN:
        return
    if mover == CHANCE:
        expect_guess(nodes, edges, t, node)
        return
    before = edges[e].guess
    edges[e].guess = int(promise(nodes, t, child, mover))
    if edges[e].guess == before:
        return
    best = e
    if edges[e].guess < before or before == UNKNOWN:
        best = best_guess(nodes, edges, node)
    elif edges[e].guess < promise(nodes, t, node, mover):
        return
    for p in range(t.players):
        nodes[node].result[p] = nodes[edges[best].child].result[p]


def best_guess(nodes, edges, node):
    """The edge that promises most."""
    here = nodes[node]
    best = int(here.first)
    for e in range(here.first, here.first + here.open):
        if edges[e].guess > edges[best].guess:
            best = e
    return best


def expect_guess(nodes, edges, t, node):
    """What the outcomes that have come up promise, by weight."""
    here = nodes[node]
    for p in range(t.players):
        total = 0
        weight = 0
        for e in range(here.first, here.first + here.count):
            child = edges[e].child
            if child != NOWHERE and nodes[child].result[0] != UNKNOWN:
                weight += edges[e].prior
                total += edges[e].prior * nodes[child].result[p]
        here.result[p] = total // weight


# proving


def prove(nodes, edges, t, node, child):
    """A node is proven when its mover can reach a won position, or when all that can follow is proven."""
    here = nodes[node]
    if here.mover != CHANCE and promise(nodes, t, child, here.mover) >= SURE:
        take_result(nodes, t, node, child)
        return
    if here.count < here.width:
        return
    for e in range(here.first, here.first + here.count):
        if edges[e].child == NOWHERE or nodes[edges[e].child].proof == 0:
            return
    if here.mover == CHANCE:
        expect_result(nodes, edges, t, node)
    else:
        best = int(edges[here.first].child)
        for e in range(here.first, here.first + here.count):
            if promise(nodes, t, edges[e].child, here.mover) > promise(nodes, t, best, here.mover):
                best = int(edges[e].child)
        take_result(nodes, t, node, best)


def take_result(nodes, t, node, child):
    nodes[node].proof = 1
    for p in range(t.players):
        nodes[node].result[p] = nodes[child].result[p]


def expect_result(nodes, edges, t, node):
    here = nodes[node]
    here.proof = 1
    for p in range(t.players):
        total = 0
        for e in range(here.first, here.first + here.count):
            total += edges[e].prior * nodes[edges[e].child].result[p]
        here.result[p] = total // here.weight
