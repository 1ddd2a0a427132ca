"""What a seat sees of Hexes of Sygon: the names of all features, and the cells."""


from hexagora.engine.features import Facet, Feature, Space, for_each, one_of
from hexagora.games.sygon import words
from hexagora.games.sygon.features import MOST_CUBES, MOST_GOLD, MOST_ROUND, MOST_SCORE
from hexagora.games.sygon.state import CARDS, FACES, KINDS, PLAYERS, SIDES, VOLCANOES, WIZARDS, Box
from hexagora.hexes import Hex, Layout

TERRAINS = ("nothing", *(f"landscape {k + 1}" for k in range(KINDS)), *(f"volcano {k + 1}" for k in range(VOLCANOES)),
            "ash of an eruption", "scorched")
AT = ("seats", "tiles", "tokens", "town", "wall", "cube", "turn", "roll", "foresee", "lose", "over")
IN_TURN = ("waiting", "placing", "reappearing", "moving", "building", "casting", "free", "collecting", "done")
OPEN = ("no choice", "discarding", "vanishing", "flipping", "walling", "extending", "lulling", "sundering",
        "replicating")


def planes(box: Box) -> list[Feature]:
    return [
        *one_of(TERRAINS, "what lies here"),
        Feature("gold value", 9, "the Gold Value of the hex"),
        Feature("black token", 1, "a Forage token, black side up"),
        Feature("red token", 1, "a Forage token, red side up"),
        Feature("smoke", 1, "a Volcano with a Smoke Cloud"),
        Feature("lulled", 1, "a Volcano that does not erupt this round"),
        Feature("erupting", 1, "a Volcano whose Aftermath is not over"),
        *for_each(PLAYERS, [
            Feature("town", 1, "a Town"),
            Feature("fallen town", 1, "a Town that has fallen over"),
            Feature("workshop", 1, "a Workshop"),
            Feature("market", 1, "a Market"),
            Feature("wizards", WIZARDS, "Wizards here"),
            Feature("fallen wizards", WIZARDS, "Wizards here that have fallen over"),
            *one_of((f"wall on side {k + 1}" for k in range(SIDES)), "a Wall on that side, clockwise from the east"),
        ]),
    ]


def numbers(box: Box) -> list[Feature]:
    return [
        *one_of((f"decision: {name}" for name in AT), "what is going on"),
        Feature("decides", 1, "the seat is to decide"),
        Feature("round", MOST_ROUND, "the round"),
        Feature("final round", 1, "the final round after a tie"),
        Feature("score to win", MOST_SCORE, "the score needed to win now"),
        Feature("foresight", 1, "somebody's Foresight names the die"),
        *one_of((f"open: {name}" for name in OPEN), "the choice that must be finished first"),
        *(Feature(f"card {k + 1} for sale", 4, "copies still for sale") for k in range(CARDS)),
        *one_of((f"face {f + 1} erupts volcano {v + 1}" for f in range(FACES) for v in range(VOLCANOES)),
                "the die of this match"),
        *for_each(PLAYERS, _of_player()),
    ]


def _of_player() -> list[Feature]:
    return [
        Feature("gold", MOST_GOLD, "Gold held"),
        Feature("pending gold", MOST_GOLD, "the part of it that cannot be spent in this turn"),
        Feature("score", MOST_SCORE, "Sorcery Points"),
        Feature("friend", 1, "the seat itself or its teammate"),
        *(Feature(f"cubes {k + 1}", MOST_CUBES, "cubes of that kind held") for k in range(KINDS)),
        *(Feature(f"pending cubes {k + 1}", MOST_CUBES, "the part that cannot be spent now") for k in range(KINDS)),
        *(Feature(f"{name} in supply", MOST_CUBES, "pieces not built yet")
          for name in ("towns", "workshops", "markets", "walls")),
        *one_of((f"turn: {name}" for name in IN_TURN), "where the player is in the own turn"),
        *(Feature(f"moves of wizard {k + 1}", 8, "moves left in this turn") for k in range(WIZARDS)),
        *one_of((f"wizard {k + 1} has cast" for k in range(WIZARDS)), "in this turn"),
        *one_of((f"{name} cast" for name in ("forage", "steal", "protect", "scorch", "terraform")), "in this turn"),
        *one_of(("teleported", "bought a cube", "bought a card", "played a card", "echo", "builder's writ", "collected",
                 "blizzard", "blizzard next"), "what holds in this turn"),
        *(Feature(f"card {k + 1} in hand", 4, "cards held") for k in range(CARDS)),
        *one_of((f"evocation {k + 1}" for k in range(CARDS)), "Eternal Evocations in force"),
    ]


def space(box: Box) -> Space:
    cells = range(box.cells)
    return Space(
        tuple(words.cell_name(box, c) for c in cells),
        tuple(Layout().centre(Hex(int(box.column[c]), int(box.row[c]))) for c in cells),
        tuple(tuple(int(n) for n in box.neighbour[c]) for c in cells),
    )


def facets(box: Box) -> list[Facet]:
    return [Facet("place in the order of turns", PLACES)]


ENDINGS = ("points", "the last comparison")
PLACES = ("first", "second", "third", "fourth")
