"""Sets of nodes, stones that come and go, pushing and crushing, seals."""

from hexagora.games.sigil.state import (
    ALL_NODES,
    BIT_MODULUS,
    BULWARK,
    BYTE,
    PUSH,
)


def touching(box, nodes):
    """All nodes that touch a node of the set (SIG-MOVE-2)."""
    return (
        box.touch[0][nodes & BYTE]
        | box.touch[1][(nodes >> 8) & BYTE]
        | box.touch[2][(nodes >> 16) & BYTE]
        | box.touch[3][(nodes >> 24) & BYTE]
        | box.touch[4][nodes >> 32]
    )


def how_many(box, nodes):
    return (
        box.ones[nodes & BYTE]
        + box.ones[(nodes >> 8) & BYTE]
        + box.ones[(nodes >> 16) & BYTE]
        + box.ones[(nodes >> 24) & BYTE]
        + box.ones[nodes >> 32]
    )


def several(nodes):
    return (nodes & (nodes - 1)) != 0


def first_node(box, nodes):
    """The first node of a set that is not empty."""
    return box.node_at[(nodes & -nodes) % BIT_MODULUS]


def empty_nodes(s):
    """Nodes without a stone; a wall is no node any more."""
    return ALL_NODES & ~(s.stones[0] | s.stones[1] | s.walls)


def fills(box, s, player, slot):
    """Whether a slot is full for a colour at this moment (SIG-CAST-3, SIG-CAST-4)."""
    return (box.slot_nodes[slot] & ~s.stones[player]) == 0


def holds(box, s, player, passive):
    """Whether the player has the ability of a seal, now (SIG-STATIC-2, SIG-STATIC-4, SIG-STATIC-5)."""
    slot = s.seal_slot[passive]
    if slot == 0:
        return False
    return fills(box, s, player, slot - 1)


def shielded(box, s, player):
    """Stones that nothing can move, crush, convert or destroy: those on the slot under the die of a player who holds
    Bulwark (SIG-PACK-27)."""
    if s.seal_slot[BULWARK] == 0 or s.lock[player] == 0:
        return 0
    if not holds(box, s, player, BULWARK):
        return 0
    return s.stones[player] & box.slot_nodes[s.lock[player] - 1]


def prey(box, s):
    """Enemy stones that the active player can do something to."""
    enemy = 1 - s.mover
    return s.stones[enemy] & ~shielded(box, s, enemy)


def mana(box, s, player):
    """Mana nodes with a stone of the player on them, whosever starting node they are (SIG-PAY-4)."""
    return how_many(box, s.stones[player] & box.mana)


# stones that come and go


def set_stone(s, player, node, token):
    s.stones[player] = s.stones[player] | (1 << node)
    s.token[node] = token


def new_stone(s, player, node):
    """A stone from the supply, which never runs out (SIG-RULING-23)."""
    s.made += 1
    s.count[player] += 1
    set_stone(s, player, node, s.made)


def take_off(box, s, player, nodes):
    """Stones leave the board together."""
    s.stones[player] = s.stones[player] & ~nodes
    rest = nodes
    while rest != 0:
        s.token[first_node(box, rest)] = 0
        s.count[player] -= 1
        rest &= rest - 1


def convert(box, s, nodes):
    """Enemy stones are replaced by own ones."""
    take_off(box, s, 1 - s.mover, nodes)
    rest = nodes
    while rest != 0:
        new_stone(s, s.mover, first_node(box, rest))
        rest &= rest - 1


# pushing and crushing


def nearest_empty(box, s, node, pushed):
    """The empty nodes nearest to an entered node, on ways through stones of the pushed colour (SIG-PUSH-1,
    SIG-PUSH-2, SIG-RULING-26)."""
    empty = empty_nodes(s)
    friends = s.stones[pushed]
    passed = 1 << node
    ring = box.around[node]
    while ring != 0:
        if (ring & empty) != 0:
            return ring & empty
        passed |= ring
        ring = touching(box, ring & friends) & ~passed
    return 0


def place_stone(box, s, node):
    """The active player places a stone; an enemy stone there is pushed, crushed, or waits for the choice of its
    landing node (SIG-PUSH-1, SIG-PUSH-3 to SIG-PUSH-6)."""
    player = s.mover
    enemy = 1 - player
    s.landed = node + 1
    if (s.stones[enemy] >> node) & 1 == 0:
        new_stone(s, player, node)
        return
    s.in_hand = s.token[node]
    s.stones[enemy] = s.stones[enemy] & ~(1 << node)
    new_stone(s, player, node)
    nearest = nearest_empty(box, s, node, enemy)
    if nearest == 0:
        s.count[enemy] -= 1
        s.in_hand = 0
    elif several(nearest):
        s.phase = PUSH
        s.choices = nearest
        s.pushed_from = node + 1
    else:
        land_pushed(s, first_node(box, nearest))


def land_pushed(s, node):
    """The pushed stone comes to rest; which stone of its group it is does not matter (SIG-RULING-43)."""
    set_stone(s, 1 - s.mover, node, s.in_hand)
    s.in_hand = 0
    s.pushed_from = 0
