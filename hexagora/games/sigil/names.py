"""Names of things on the board, as words, scenes and interchange formats use them."""

from functools import cache

from hexagora.games.sigil import state
from hexagora.games.sigil.content import COLOURS, NODE_NAMES, SLOT_NAMES
from hexagora.games.sigil.state import NODES, SLOTS, Box, State

NODE_INDEX = {name: k for k, name in enumerate(NODE_NAMES)}
DECISIONS = (
    "deal", "place", "move", "push", "menu", "dash_pay", "dash_move", "keep",
    "spell_move", "spell_destroy", "spell_convert", "spell_pay", "spell_push", "bank_move",
)  # fmt: skip
REASONS = ("", "lead", "sixth", "elimination", "loop", "cap", "seal")
END_TEXTS = {
    "lead": "three or more stones ahead at the end of a turn",
    "sixth": "the sixth big spell was cast",
    "elimination": "the other player has no stones",
    "loop": "the position came up again",
    "cap": "the last turn was played",
    "seal": "Seal of Destruction was full at the start of a turn",
}
VERBS = ("place", "move", "push", "sacrifice", "destroy", "convert", "keep")  # the blocks of one action for each node

__all__ = ["COLOURS", "NODE_NAMES", "SLOT_NAMES"]


def spell_name(box: Box, spell: int) -> str:
    """The id of a spell, such as `hail_storm`."""
    return bytes(filter(None, box.spell_name[spell])).decode()


def spell_names(box: Box) -> dict[str, int]:
    return {spell_name(box, k): k for k in range(state.SPELLS) if box.spell_size[k]}


def public_name(name: str) -> str:
    """The name in public notation.

    >>> public_name("seal_of_wind")
    'Seal_of_Wind'
    """
    return "_".join(part if part == "of" else part.capitalize() for part in name.split("_"))


@cache
def title(name: str) -> str:
    """The name for people.

    >>> title("seal_of_wind")
    'Seal of Wind'
    """
    return public_name(name).replace("_", " ")


def slot_spell(box: Box, s: State, slot: int) -> str:
    """The id of the spell on a slot."""
    return spell_name(box, s.spell[slot] - 1)


def node_numbers(nodes: int) -> list[int]:
    found = []
    while nodes:
        found.append((nodes & -nodes).bit_length() - 1)
        nodes &= nodes - 1
    return found


def node_list(nodes: int) -> list[str]:
    """The names of a set of nodes, in order.

    >>> node_list(0b101)
    ['a1', 'a3']
    """
    return [NODE_NAMES[k] for k in node_numbers(nodes)]


def stones_text(red: int, blue: int, walls: int = 0) -> str:
    """All nodes in order: r, b, x for a wall, a dot for an empty one."""
    marks = ((red, "r"), (blue, "b"), (walls, "x"))
    return "".join(next((mark for nodes, mark in marks if nodes >> k & 1), ".") for k in range(NODES))


def seals(box: Box, s: State) -> list[tuple[int, int]]:
    """The slots with seals and who holds each: a player, or -1."""
    found = []
    for slot in range(SLOTS):
        if s.spell[slot] and box.passive[s.spell[slot] - 1]:
            nodes = box.slot_nodes[slot]
            found.append((slot, next((p for p in range(2) if s.stones[p] & nodes == nodes), -1)))
    return found


def score_words(lead: int) -> str:
    """The score as positions tell it, from Red's lead.

    >>> score_words(2), score_words(0), score_words(-1)
    ('red +2', 'tied', 'blue +1')
    """
    return f"{COLOURS[lead < 0]} +{abs(lead)}" if lead else "tied"


def score_text(lead: int) -> str:
    """The score as events tell it, from Red's lead.

    >>> score_text(2), score_text(0), score_text(-1)
    ('red 2', 'tied 0', 'blue 1')
    """
    return f"red {lead}" if lead > 0 else f"blue {-lead}" if lead < 0 else "tied 0"
