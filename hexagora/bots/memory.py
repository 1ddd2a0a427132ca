"""How a compiled search keeps states and grows its tree: records in arrays of fixed size."""

from hexagora.bots import signatures as kinds

argument_types = kinds.argument_types

MIX = 0x5851F42D4C957F2D  # an odd number with well mixed bits
LANES = 4
KEY_BITS = 0x3FFFFFFFFFFFFFFF


def copy_slot(words, states, source, target):
    """Makes one state equal to another."""
    for k in range(words.shape[1]):
        words[target, k] = words[source, k]


def slot_key(words, states, i):
    """A number above zero that tells states apart."""
    a, b, c, d = 1, 2, 3, 5
    width = words.shape[1]
    whole = width - width % LANES
    for k in range(0, whole, LANES):
        a = (a ^ words[i, k]) * MIX
        b = (b ^ words[i, k + 1]) * MIX
        c = (c ^ words[i, k + 2]) * MIX
        d = (d ^ words[i, k + 3]) * MIX
        a ^= (a >> 29) & 0x7FFFFFFFF
        b ^= (b >> 31) & 0x1FFFFFFFF
        c ^= (c >> 30) & 0x3FFFFFFFF
        d ^= (d >> 28) & 0xFFFFFFFFF
    for k in range(whole, width):
        a = (a ^ words[i, k]) * MIX
        a ^= (a >> 32) & 0xFFFFFFFF
    a = (a ^ b) * MIX
    c = (c ^ d) * MIX
    a = (a ^ (a >> 32) ^ c) * MIX
    return ((a ^ (a >> 29)) & KEY_BITS) | 1


def more_nodes(nodes, used):
    """Whether there is room for another node."""
    return used < nodes.shape[0]


def more_edges(edges, used, n):
    """Whether there is room for n more edges."""
    return used + n <= edges.shape[0]


def fullness(nodes, edges, t):
    """How often the room left has been halved; a search that fills its memory grows its tree ever more slowly."""
    halved = 0
    left_nodes = nodes.shape[0] - t.nodes
    left_edges = edges.shape[0] - t.edges
    while (left_nodes < nodes.shape[0] >> 1 or left_edges < edges.shape[0] >> 1) and halved < 20:
        left_nodes <<= 1
        left_edges <<= 1
        halved += 1
    return halved
