"""What a seat sees of Hexemonia: the names of all features, and the cells."""


from hexagora.engine.features import Facet, Feature, Space, for_each, one_of
from hexagora.games.hexemonia import words
from hexagora.games.hexemonia.content import plane
from hexagora.games.hexemonia.features import (
    MOST_COST,
    MOST_CUBES,
    MOST_HAND,
    MOST_PILE,
    MOST_POINTS,
)
from hexagora.games.hexemonia.state import CITIES, MAX_PLAYERS, PANDORA, TYPES, Box
from hexagora.hexes import Layout

RESOURCE_NAMES = ("citizens", "hoplites", "gold")
NODE_NAMES = (
    "start", "city", "show", "hand", "first refill", "second refill", "look", "fates", "hit", "open", "first take",
    "second take", "play", "pay", "action", "fill", "moves", "drop", "exchange", "special", "spring", "demand", "give",
    "hades", "pandora", "oracle", "agora", "agora drop", "necropolis", "war", "muster", "lose", "settle", "myth out",
    "discard", "over",
)  # fmt: skip


def planes(box: Box) -> list[Feature]:
    return list(for_each(MAX_PLAYERS, [
        Feature("hex", 1, "a hex of the city"),
        Feature("active", 1, "an active hex"),
        Feature("shield", 4, "hoplites that an attacker of a neighbour must add"),
        Feature("played now", 1, "played in this turn"),
        Feature("gear used", 1, "its gear has been used in this action"),
        *one_of(("chora", "fortification", "polis"), "its colour"),
        *one_of(("political", "military", "economic", "sacred"), "its nature"),
        *(Feature(f"produces {name}", 4, "how much it produces") for name in RESOURCE_NAMES),
        *(Feature(f"costs {name}", MOST_COST, "cubes that it asks for") for name in RESOURCE_NAMES),
        *(Feature(name, MOST_CUBES, "cubes on it") for name in RESOURCE_NAMES),
        *one_of((f"gear {k + 1}" for k in range(PANDORA)), "its special action, by number"),
        Feature("myths here", 4, "Myths whose tokens lie here"),
    ]))


def numbers(box: Box) -> list[Feature]:
    names = [words.type_id(box, k) if k < box.types else f"type {k + 1}" for k in range(TYPES)]
    return [
        *one_of((f"decision: {name}" for name in NODE_NAMES), "what is decided now"),
        Feature("decides", 1, "the seat is to decide"),
        Feature("last round", 1, "the last round has begun"),
        Feature("pile", MOST_PILE, "hexes in the Fate pile"),
        Feature("carried", MOST_CUBES, "cubes lifted and not yet dropped"),
        Feature("defence", MOST_CUBES, "what the attacker must exceed, in citizens"),
        Feature("mustered citizens", MOST_CUBES, "citizens of the attack"),
        Feature("mustered hoplites", MOST_CUBES, "hoplites of the attack"),
        Feature("philosopher in the supply", 1, "nobody has him"),
        *(Feature(f"{name} due", MOST_COST, "still to be paid") for name in RESOURCE_NAMES),
        *(Feature(f"{name} in supply", 100, "cubes left in the common supply") for name in RESOURCE_NAMES),
        *(Feature(f"{name} on display", 4, "hexes of that type") for name in names),
        *(Feature(f"{name} in the underworld", 4, "hexes of that type") for name in names),
        *(Feature(f"{name} unseen", 4, "hexes of that type that the seat cannot place") for name in names),
        *(Feature(f"{name} looked at", 4, "hexes of that type under the Oracle that the seat sees") for name in names),
        *(Feature(f"{name} near the top", 4, "known to be on top of the pile, or drawn from there") for name in names),
        *one_of((f"{name} on top" for name in names), "the seat knows it to be the next hex of the pile"),
        *for_each(MAX_PLAYERS, _of_player(box, names)),
    ]


def _of_player(box: Box, names: list[str]) -> list[Feature]:
    return [
        Feature("turn", 1, "has the turn"),
        Feature("starter", 1, "began the match"),
        Feature("points", MOST_POINTS, "points that the seat can count"),
        Feature("hand", MOST_HAND, "hexes in hand"),
        Feature("unknown hexes", MOST_HAND, "of these, the ones that the seat does not know"),
        Feature("philosopher", 1, "has the Philosopher"),
        Feature("myths", 4, "Myths in front of the player"),
        Feature("attacked", 1, "is under attack, or gives"),
        Feature("prize", 1, "has conquered a hex that has no place yet"),
        *(Feature(f"{name} in all", 30, "cubes of the player") for name in RESOURCE_NAMES),
        *one_of((f"city {k + 1}" for k in range(CITIES)), "the city, where the seat may know it"),
        Feature("city unknown", 1, "a city that the seat may not know"),
        *(Feature(f"{name} in hand", 4, "hexes of that type known to be in hand") for name in names),
        *one_of((f"{name} in front" for name in names), "that Myth lies in front of the player"),
    ]


def traits(box: Box) -> list[Feature]:
    """What networks are told, as `heuristics.traits` writes it: for each player what the rules of thumb count."""
    return [
        *for_each(int(box.players), [
            Feature("points", 40, "points of active hexes, trios, Myths and the Philosopher"),
            Feature("gold at home", 16, "gold in the Acropolis"),
            Feature("idle points", 16, "points of hexes that are not active"),
            Feature("spare citizens", 16, "citizens that no active hex needs"),
            Feature("spare hoplites", 12, "hoplites that no active hex needs"),
            Feature("gold elsewhere", 20, "gold outside the Acropolis"),
            Feature("spare units", 32, "what spare citizens and hoplites are worth in a fight"),
            Feature("force", 40, "what all units are worth in a fight"),
            Feature("income", 20, "cubes that production brings"),
            Feature("gears", 16, "cubes that a special action brings"),
            Feature("payable points", 16, "points in hand that can be paid for"),
            Feature("trio in hand", 1, "the hand completes a trio"),
            Feature("politics", 10, "political hexes"),
            Feature("lead in politics", 4, "two behind or worse (0) to two ahead or better"),
            Feature("excess", 16, "cubes that a Revolt would hit"),
            Feature("prey", 24, "the most that others can gain by an attack, in half points"),
            Feature("raid", 24, "the most that an attack can gain, in half points"),
            Feature("hexes", 24, "hexes of the city"),
            Feature("actions to come", 24, "in quarters"),
            Feature("wait", int(box.players), "turns before the next action"),
            Feature("hand", MOST_HAND, "hexes in hand"),
            Feature("myths", 4, "Myths laid out"),
            Feature("city", CITIES, "which one"),
        ]),
        Feature("last round", 1, "the last round has begun"),
        Feature("rules of thumb", 64, "the seat's chance by the evaluation"),
        Feature("margin", 61, "points ahead of the best other player, from 30 behind"),
    ]


def space(box: Box) -> Space:
    return Space(
        tuple(words.cell_name(box, c) for c in range(box.cells)),
        tuple(Layout("flat").centre(h) for h in plane(int(box.radius))),
        tuple(tuple(int(n) for n in box.neighbour[c]) for c in range(box.cells)),
    )


def facets(box: Box) -> list[Facet]:
    return [Facet("city", tuple(words.city_name(box, c) for c in range(box.cities))),
            Facet("place in the order of turns", PLACES)]


PLACES = ("first", "second", "third", "fourth")
