"""What a seat sees of Mana Pool: the names of all features, and the cells."""


from hexagora.engine.features import Facet, Feature, Space, for_each, one_of
from hexagora.games.manapool import scene, words
from hexagora.games.manapool.features import MOST_FORCE, MOST_POINTS, MOST_ROUND
from hexagora.games.manapool.heuristics import (
    MOST_ACTIONS,
    MOST_BESIDE,
    MOST_DANGER,
    MOST_MANA,
    MOST_PLACES,
    MOST_SPAWNS,
    MOST_TOKENS,
)
from hexagora.games.manapool.state import MAX_CORNERS, PLAYERS, Box


def planes(box: Box) -> list[Feature]:
    return [
        Feature("board", 1, "a hex of the board"),
        Feature("pool", 1, "the Mana Pool"),
        Feature("attack", MOST_FORCE, "attack of a troop that stands here, none below 0"),
        Feature("defence", MOST_FORCE, "defence of a troop that stands here, none below 0"),
        Feature("locks", 1, "a troop here can neither move nor attack"),
        Feature("extra action", MOST_FORCE, "action points that a troop here adds to a turn"),
        Feature("extra spawn", MOST_FORCE, "spawns that a troop here adds to a turn"),
        *for_each(PLAYERS, [Feature("troop", 1, "a troop of that player")]),
        *for_each(PLAYERS, [Feature("spawner", 1, "the spawner of that player")]),
    ]


def numbers(box: Box) -> list[Feature]:
    asked = ("order", "colours", "corners", "starter", "spawning", "moving", "combat", "over")
    return [
        *one_of((f"decision: {name}" for name in asked), "what is decided now"),
        Feature("decides", 1, "the seat is to decide"),
        Feature("action points", MOST_POINTS, "action points left in this turn"),
        Feature("spawns", MOST_POINTS, "spawns left in this turn"),
        Feature("round", MOST_ROUND, "the round"),
        Feature("goal", 20, "mana that wins"),
        *for_each(PLAYERS, [
            Feature("mana", 20, "mana collected"),
            Feature("troops", int(box.cells), "troops on the board"),
            Feature("bonus actions", MOST_POINTS, "action points from tiles held now"),
            Feature("bonus spawns", MOST_POINTS, "spawns from tiles held now"),
            Feature("began", 1, "began the round"),
        ]),
    ]


def traits(box: Box) -> list[Feature]:
    """What networks are told, as `heuristics.traits` writes it."""
    cells = words.cell_names(int(box.side))
    return [
        *(Feature(f"troop on {cell}", PLAYERS, "1 of the seat, 2 of the next, 3 of the third") for cell in cells),
        *for_each(PLAYERS, [
            Feature("mana", MOST_MANA, "mana collected"),
            Feature("actions", MOST_ACTIONS, "action points from tiles held now"),
            Feature("spawns", MOST_SPAWNS, "spawns from tiles held now"),
            Feature("troops", MOST_TOKENS, "troops on the board"),
            Feature("places", MOST_PLACES, "troops that can kill, or that are hard to kill"),
            Feature("danger", MOST_DANGER, "troops that somebody can kill"),
            Feature("beside", MOST_BESIDE, "troops that may step into the Pool"),
            Feature("chance at the Pool", PLAYERS * PLAYERS * 4,
                    "turns to come before the own; who holds the Pool; one draw is missing; somebody may step in"),
            Feature("home", MAX_CORNERS, "the corner of the spawner"),
        ]),
        Feature("way round", 2, "which of the others comes next"),
    ]


def space(box: Box) -> Space:
    cells = range(box.cells)
    return Space(
        words.cell_names(int(box.side)),
        tuple(scene.centres(int(box.side))),
        tuple(tuple(int(n) for n in box.neighbour[c]) for c in cells),
    )


def facets(box: Box) -> list[Facet]:
    corners = tuple(words.cell_names(int(box.side))[box.corner[k]] for k in range(box.corners))
    return [Facet("corner", corners), Facet("colour", words.NAMES), Facet("place in the order of turns", PLACES)]


ENDINGS = ("the mana goal", "the round limit")
PLACES = ("first", "second", "third")
