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
from hexagora.games.sigil.names import DECISIONS, NODE_NAMES, SLOT_NAMES
from hexagora.games.sigil.state import NODES, PASSIVES, STEPS, Box


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


def space(box: Box) -> Space:
    most = int(box.most_neighbours)
    around = [[n for n in range(NODES) if box.around[k] >> n & 1] for k in range(NODES)]
    return Space(
        tuple(NODE_NAMES),
        tuple((box.node_x[k] / 1000, box.node_y[k] / 1000) for k in range(NODES)),
        tuple(tuple(nodes + [-1] * (most - len(nodes))) for nodes in around),
    )


ENDINGS = ("the lead", "the sixth big spell", "elimination", "repetition", "the turn cap", "the seal of destruction")
