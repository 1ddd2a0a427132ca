"""Forgetting: of the tree of a compiled search only what can still be reached from its root is kept. Written like
rules, so that it is compiled with them."""

from hexagora.bots import signatures as kinds
from hexagora.bots.tree import NOWHERE, find_place, move_edge

MARKED = -2  # the child of a block's first edge while it stands for the node that the block belongs to, from here down

signatures, argument_types = kinds.pruning_entries, kinds.argument_types


def keep_what_follows(nodes, edges, trees, table, moved):
    """Moves the nodes below the root, with their edges, to the front of the memory, and notes them in the table.
    `moved` has room for two numbers of each node."""
    t = trees[0]
    mark_below(nodes, edges, t, table, moved)
    mark_blocks(nodes, edges, t, moved)
    kept = 0
    for node in range(t.nodes):
        if moved[node] != NOWHERE:
            moved[node] = kept
            kept += 1
    move_blocks(nodes, edges, t, moved)
    for node in range(t.nodes):
        if moved[node] != NOWHERE:
            move_node(nodes, node, moved[node])
    t.root = moved[t.root]
    t.nodes = kept
    note_keys(nodes, t, table)


def mark_below(nodes, edges, t, table, moved):
    """Notes in `moved` which nodes can be reached from the root; the table serves as the list of those to look at."""
    for node in range(t.nodes):
        moved[node] = NOWHERE
    moved[t.root] = 0
    table[0] = t.root
    waiting = 1
    done = 0
    while done < waiting:
        here = nodes[table[done]]
        done += 1
        for e in range(here.first, here.first + here.count):
            child = edges[e].child
            if child != NOWHERE and moved[child] == NOWHERE:
                moved[child] = 0
                table[waiting] = child
                waiting += 1


def mark_blocks(nodes, edges, t, moved):
    """Makes the first edge of each kept block say whose it is; what it said before is kept."""
    for node in range(t.nodes):
        if moved[node] != NOWHERE and nodes[node].count > 0:
            first = nodes[node].first
            moved[t.nodes + node] = edges[first].child
            edges[first].child = MARKED - node


def move_blocks(nodes, edges, t, moved):
    """Moves the kept blocks to the front in the order in which they lie, and leads them to the nodes' new places."""
    target = 0
    e = 0
    while e < t.edges:
        if edges[e].child > MARKED:
            e += 1
            continue
        node = MARKED - edges[e].child
        edges[e].child = moved[t.nodes + node]
        here = nodes[node]
        here.first = target
        here.room = here.count
        for k in range(here.count):
            move_edge(edges, e + k, target + k)
            if edges[target + k].child != NOWHERE:
                edges[target + k].child = moved[edges[target + k].child]
        target += here.count
        e += here.count
    t.edges = target


def move_node(nodes, source, target):
    old = nodes[source]
    new = nodes[target]
    new.key = old.key
    new.total = old.total
    new.first = old.first
    new.count = old.count
    new.room = old.room
    new.open = old.open
    new.width = old.width
    new.weight = old.weight
    new.visits = old.visits
    for p in range(len(old.result)):
        new.result[p] = old.result[p]
    new.mover = old.mover
    new.proof = old.proof


def note_keys(nodes, t, table):
    """Where `tree.find_place` will look for each key; one whose places are all taken is forgotten."""
    for place in range(len(table)):
        table[place] = 0
    for node in range(t.nodes):
        if nodes[node].key != 0:
            place = find_place(nodes, table, nodes[node].key)
            if place >= 0:
                table[place] = node + 1
            else:
                nodes[node].key = 0
