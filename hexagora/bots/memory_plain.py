"""The same as `memory` for interpreted searches: states are plain objects, and the tree is lists that grow."""

from hexagora.bots.nodes import Edge, Node

MOST_NODES = 50_000


def copy_slot(words, states, source, target):
    states[target] = states[source].clone()


def slot_key(words, states, i):
    s = states[i]
    return (hash(s.record.to_bytes(s)) & 0x3FFFFFFFFFFFFFFF) | 1


def more_nodes(nodes, used):
    if used >= MOST_NODES:
        return False
    if used >= len(nodes):
        nodes.append(Node.new())
    return True


def more_edges(edges, used, n):
    while len(edges) < used + n:
        edges.append(Edge.new())
    return True


def fullness(nodes, edges, t):
    return 0
