"""Of a crowded tree only what follows its root is kept, and found again."""

import numpy as np

from hexagora.bots.nodes import Edge, Node, Tree
from hexagora.bots.pruning import keep_what_follows, note_keys
from hexagora.bots.tree import PROBES, find_place

KEYS = [50, 57, 64, 71, 0]  # 50 and 57, 64, 71 want the same place of a table of seven
EDGES = [(0, 1), (0, 2), (1, 3), (2, 3), (2, -1), (2, 4)]  # from which node to which


def small_tree():
    """Node 0 leads to 1 and 2, both of which lead to 3; 2 also leads to 4, and has an action that was never tried."""
    nodes = np.zeros(8, Node.dtype()).view(np.recarray)
    edges = np.zeros(16, Edge.dtype()).view(np.recarray)
    trees = np.zeros(1, Tree.dtype()).view(np.recarray)
    head = trees[0]
    for node, key in enumerate(KEYS):
        own = [k for k, (start, _) in enumerate(EDGES) if start == node]
        nodes[node].key, nodes[node].visits = key, 10 + node
        nodes[node].first, nodes[node].count, nodes[node].room = own[0] if own else 0, len(own), len(own)
    for k, (_, child) in enumerate(EDGES):
        edges[k].child, edges[k].action = child, 100 + k
    head.nodes, head.edges, head.root = len(KEYS), len(EDGES), 2
    return nodes, edges, trees, np.zeros(7, np.int64)


def pruned(nodes, edges, trees, table):
    """The head of the tree after forgetting."""
    keep_what_follows(nodes, edges, trees, table, np.zeros(2 * len(nodes), np.int64))
    return trees[0]


def test_only_what_follows_the_root_is_kept():
    nodes, edges, trees, table = small_tree()
    head = pruned(nodes, edges, trees, table)
    assert (head.root, head.nodes, head.edges) == (0, 3, 3)
    assert nodes.visits[:3].tolist() == [12, 13, 14]
    assert nodes.first[:1].tolist() == [0]
    assert edges.action[:3].tolist() == [103, 104, 105]
    assert edges.child[:3].tolist() == [1, -1, 2]


def test_keys_are_found_where_the_search_looks_for_them():
    nodes, edges, trees, table = small_tree()
    pruned(nodes, edges, trees, table)
    assert np.count_nonzero(table) == 2
    for node in range(2):
        assert table[find_place(nodes, table, nodes.key[node])] == node + 1
    assert table[find_place(nodes, table, KEYS[0])] == 0, "what was forgotten is not found"


def test_a_key_without_a_place_is_forgotten():
    """More nodes want the same place than places are looked at."""
    nodes = np.zeros(PROBES + 1, Node.dtype()).view(np.recarray)
    nodes.key = 1 + 64 * np.arange(PROBES + 1)
    trees = np.zeros(1, Tree.dtype()).view(np.recarray)
    trees[0].nodes = len(nodes)
    note_keys(nodes, trees[0], np.zeros(64, np.int64))
    assert np.count_nonzero(nodes.key) == PROBES
    assert nodes.key[-1] == 0
