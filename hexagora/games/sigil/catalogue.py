"""What a seat sees of Sigil: the names of all features, and the cells."""


from hexagora.engine.features import Feature, Space, for_each, one_of
from hexagora.games.sigil.features import (
    EFFECTS,
    MOST_BANK,
    MOST_LEAD,
    MOST_STONES,
    MOST_TURN,
    PLAYERS,
)
from hexagora.games.sigil.heuristics import (
    CORE,
    MOST_AHEAD,
    MOST_CASTS,
    MOST_MANA,
    MOST_TOTAL,
    MOST_TOUCHED,
    OF_A_SLOT,
)
from hexagora.games.sigil.names import DECISIONS, NODE_NAMES, SLOT_NAMES
from hexagora.games.sigil.state import NODES, PASSIVES, SLOTS, STEPS, Box

ZONES = 3  # the board can be turned by one zone, and so can the slots of each size


def planes(box: Box) -> list[Feature]:
    return [
        Feature("own stone", 1, "a stone of the seat"),
        Feature("other stone", 1, "a stone of the opponent"),
        Feature("empty", 1, "a node without stone or wall"),
        Feature("wall", 1, "a node destroyed for good"),
        Feature("mana", 1, "a mana node"),
        Feature("choice", 1, "a node that the pending decision offers"),
        Feature("region", 1, "where the step being resolved may act"),
        Feature("kept", 1, "a stone picked to stay in the payment"),
        Feature("own start", 1, "the starting node of the seat"),
        *one_of((f"slot {name}" for name in SLOT_NAMES), "a node of that slot"),
        Feature("slot size", 5, "nodes of the slot that the node belongs to"),
    ]


def numbers(box: Box) -> list[Feature]:
    return [
        *one_of((f"decision: {name}" for name in DECISIONS), "what is decided now"),
        Feature("decides", 1, "the seat is to decide"),
        Feature("lead", MOST_LEAD, "stones that the seat is ahead"),
        Feature("behind", MOST_LEAD, "stones that the seat is behind"),
        Feature("turn", MOST_TURN, "the number of the turn"),
        Feature("dashed", 1, "the dash of this turn has been made"),
        Feature("casts this turn", 4, "spells cast in this turn"),
        Feature("resolving", 1, "a spell is being resolved"),
        Feature("left", MOST_LEAD, "what is still due: sacrifices, stones to keep, moves of the step"),
        Feature("red", 1, "the seat is Red, who began"),
        *for_each(PLAYERS, [
            Feature("stones", MOST_STONES, "stones on nodes"),
            Feature("big casts", 6, "big spells cast"),
            Feature("bank", MOST_BANK, "stones in the bank"),
            Feature("mana nodes", 3, "mana nodes held"),
            Feature("total", MOST_STONES, "the total that the lead is counted by"),
        ]),
        *(feature for slot in SLOT_NAMES for feature in _of_slot(slot)),
    ]


def _of_slot(slot: str) -> list[Feature]:
    return [
        Feature(f"{slot}: own stones", 5, "stones of the seat in the slot"),
        Feature(f"{slot}: other stones", 5, "stones of the opponent in the slot"),
        Feature(f"{slot}: own die", 1, "locked by the die of the seat"),
        Feature(f"{slot}: other die", 1, "locked by the die of the opponent"),
        Feature(f"{slot}: being cast", 1, "its spell is being resolved"),
        *(Feature(f"{slot}: step {k}", STEPS, "steps of its spell that do this (see state.py: what a step does)")
          for k in range(EFFECTS)),
        *one_of((f"{slot}: passive {k}" for k in range(PASSIVES)), "its lasting ability (see state.py: seals)"),
    ]


def traits(box: Box) -> list[Feature]:
    """What networks are told, as `heuristics.traits` writes it."""
    return [
        *(Feature(f"node {name}", 2, "1 with a stone of the seat, 2 with one of the opponent") for name in NODE_NAMES),
        *(Feature(f"{whose} hold of {name}", 2 * CORE * (int(box.slot_size[k]) + 1),
                  "the spell, the stones on the slot, and whether the die is there")
          for k, name in enumerate(SLOT_NAMES) for whose in ("own", "other")),
        Feature("lead", 2 * MOST_AHEAD + 1, "how far the seat is ahead, from two behind"),
        Feature("big casts", (MOST_CASTS + 1) ** 2, "big spells cast by the seat and by the opponent"),
        Feature("mana nodes", (MOST_MANA + 1) ** 2, "held by the seat and by the opponent"),
        Feature("own stones", MOST_TOTAL, "stones of the seat"),
        Feature("other stones", MOST_TOTAL, "stones of the opponent"),
        Feature("own reach", MOST_TOTAL, "empty nodes beside stones of the seat"),
        Feature("other reach", MOST_TOTAL, "empty nodes beside stones of the opponent"),
        Feature("both reach", MOST_TOUCHED, "empty nodes beside both"),
        Feature("touched", MOST_TOUCHED, "stones of the opponent beside stones of the seat"),
        Feature("in touch", MOST_TOUCHED, "stones of the seat beside stones of the opponent"),
        Feature("seat", 2, "Red or Blue"),
    ]


def alike(box: Box) -> list[list[int]]:
    """Where each trait comes from when the board is turned by a zone, and by two."""
    return [_turned_traits(len(traits(box)), k) for k in range(1, ZONES)]


def _turned_traits(count: int, zones: int) -> list[int]:
    beside = NODES + OF_A_SLOT * SLOTS
    nodes = [(node + zones * NODES // ZONES) % NODES for node in range(NODES)]
    slots = [slot // ZONES * ZONES + (slot + zones) % ZONES for slot in range(SLOTS)]
    return [*nodes, *(NODES + OF_A_SLOT * slot + k for slot in slots for k in range(OF_A_SLOT)), *range(beside, count)]


def space(box: Box) -> Space:
    most = int(box.most_neighbours)
    around = [[n for n in range(NODES) if box.around[k] >> n & 1] for k in range(NODES)]
    return Space(
        tuple(NODE_NAMES),
        tuple((box.node_x[k] / 1000, box.node_y[k] / 1000) for k in range(NODES)),
        tuple(tuple(nodes + [-1] * (most - len(nodes))) for nodes in around),
    )


ENDINGS = ("the lead", "the sixth big spell", "elimination", "repetition", "the turn cap", "the seal of destruction")
