"""Hexemonia a second time, as plainly as it can be said: what may be done in a position, what production and a Revolt
do to a city, and what it is worth. It reads the document of a position and knows nothing of the engine, its masks and
its numbers; tests hold the rules against it."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.hexemonia.helpers import GAME

KINDS = ("citizen", "hoplite", "gold")
HEXES = {h.id: h for h in GAME.content.hex}
CITIES = {a.id: a for a in GAME.content.acropolis}
MYTHS = {name for name, h in HEXES.items() if h.colour == "myth"}
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # north first, then clockwise


def _plane() -> dict[str, tuple[int, int]]:
    """Cells and where they lie: each ring starts straight north and runs clockwise."""
    plane = {"o": (0, 0)}
    for ring, letter in enumerate("abcd", 1):
        q, r = 0, -ring
        for k in range(6 * ring):
            plane[f"{letter}{k + 1}"] = q, r
            dq, dr = STEPS[(k // ring + 2) % 6]
            q, r = q + dq, r + dr
    return plane


PLANE = _plane()
_CELL_AT = {place: cell for cell, place in PLANE.items()}
NEAR = {cell: [_CELL_AT.get((q + dq, r + dr)) for dq, dr in STEPS] for cell, (q, r) in PLANE.items()}


def triple(text: str) -> list[int]:
    return [int(n) for n in text.split("/")]


@dataclass
class City:
    """One player's part of a position."""

    hexes: dict[str, str]  # by cell, the Acropolis left out
    cubes: dict[str, list[int]]
    new: set[str]
    myths: dict[str, str]  # the cell of each token
    told: dict[str, Any]

    @classmethod
    def read(cls, told: dict[str, Any]) -> "City":
        city = cls({}, {}, set(), dict(token.split("@") for token in told["myths"]), told)
        for entry in told["city"]:
            cell, *name, cubes = entry.split()
            city.cubes[cell] = triple(cubes)
            if name:
                city.hexes[cell] = name[0].removesuffix("*")
                city.new |= {cell} if name[0].endswith("*") else set()
        return city

    @property
    def open_nature(self) -> str | None:
        return CITIES[self.told["acropolis"]].nature if self.told["open"] else None

    def stock(self, kind: int) -> int:
        return sum(cubes[kind] for cubes in self.cubes.values())

    def beyond_cost(self, cell: str) -> list[int]:
        return [n - cost for n, cost in zip(self.cubes[cell], HEXES[self.hexes[cell]].cost.numbers(), strict=True)]

    def is_active(self, cell: str) -> bool:
        return cell == "o" or min(self.beyond_cost(cell)) >= 0

    def active(self, colour: str) -> list[str]:
        return [cell for cell, name in self.hexes.items() if HEXES[name].colour == colour and self.is_active(cell)]

    def excess(self, cell: str, active_only: bool) -> list[int]:
        counts = not active_only or self.is_active(cell)
        return [max(0, n) if counts else 0 for n in self.beyond_cost(cell)]

    def is_whole_without(self, gone: str) -> bool:
        left, reached, waiting = set(self.cubes) - {gone}, {"o"}, ["o"]
        while waiting:
            for cell in set(NEAR[waiting.pop()]) & left - reached:
                reached.add(cell)
                waiting.append(cell)
        return reached == left


class Plain:
    """A position and the options of its match."""

    def __init__(self, document: dict[str, Any], options: dict[str, Any], radius: int):
        self.document, self.options = document, options
        self.cities = {p: City.read(told) for p, told in document.items() if p in ("p1", "p2", "p3", "p4")}
        self.turn = document["turn"]
        self.me = self.cities[self.turn]
        self.others = {p: city for p, city in self.cities.items() if p != self.turn}
        self.pending = document.get("pending", {})
        self.supply = triple(document["supply"]) if "supply" in document else [999] * 3
        self.plane = {cell for cell in PLANE if "oabcd".index(cell[0]) <= radius}

    def legal(self) -> set[str]:
        """What can be done, as texts; only where a player decides."""
        return set(getattr(self, f"_{self.document['node'].lower()}")())

    # phases A and B

    def _take1(self):
        return [f"take {name}" for name in self.document["display"]]

    def _take2(self):
        return [*self._take1(), *self._spring()]

    def _spring(self):
        return [f"gain {kind}" for kind, left in zip(KINDS, self.supply, strict=True) if left]

    def _reveal(self):
        return [] if self.me.told["open"] else ["reveal acropolis"]

    def _play(self):
        hand = set(self.me.told["hand"])
        plays = [f"play {name} {cell}" for name in hand - MYTHS if self.can_afford(name) for cell in self.spots(name)]
        if len(self.me.myths) < GAME.content.game.myth_limit and not self._played_out():
            plays += [f"myth {name} {cell}" for name in hand & MYTHS for cell, host in self.me.hexes.items()
                      if HEXES[host].nature == HEXES[name].nature]
        return [*plays, *self._reveal(), "end play"]

    def _played_out(self):
        return (self.options.get("myth_limit") == "per_game"
                and self.me.told["myths_played"] >= GAME.content.game.myth_limit)

    def can_afford(self, name):
        if HEXES[name].colour == "polis" and name in self.me.hexes.values():
            return False
        old = [cubes for cell, cubes in self.me.cubes.items() if cell not in self.me.new]
        return all(sum(cubes[k] for cubes in old) >= cost for k, cost in enumerate(HEXES[name].cost.numbers()))

    def spots(self, name):
        """Where a hex may be laid in the city of whose turn it is."""
        city = set(self.me.cubes)
        free = sorted(self.plane - city, key=lambda cell: cell[0])
        if self.options.get("rings") != "first":
            free = [cell for cell in free if cell[0] == free[0][0]]
        elif free[0][0] == "a":
            free = [cell for cell in free if cell[0] == "a"]
        spots = [c for c in free if len(set(NEAR[c]) & city) >= (1 if city == {"o"} else 2)]
        if HEXES[name].colour == "polis":
            homes = {"o", *(c for c, other in self.me.hexes.items() if HEXES[other].colour == "polis")}
            spots = [cell for cell in spots if set(NEAR[cell]) & homes]
        return spots

    def _pay(self):
        kind = next(k for k, due in enumerate(triple(self.pending["due"])) if due)
        return [f"pay {KINDS[kind]} {c}" for c, cubes in self.me.cubes.items() if cubes[kind] and c not in self.me.new]

    # actions

    def _action(self):
        special = ["special"] if self.gears() else []
        war = ["war"] if self.attacks() else []
        return ["produce", "strategic", *special, *war, "pass", *self._reveal()]

    def _fill(self):
        kind = next(kind for kind in KINDS if kind in self.pending["claims"])
        return [f"fill {kind} {cell}" for cell in self.pending["claims"][kind]]

    def _moves(self):
        found = ["end moves"]
        for k, kind in enumerate(KINDS):
            sources = set(self.pending.get("lifted_from", {}).get(kind, []))
            sinks = set(self.pending.get("dropped_on", {}).get(kind, []))
            for cell, cubes in self.me.cubes.items():
                if cell not in sinks and set(self.me.cubes) - sources - {cell}:
                    found += [f"lift {n + 1} {kind} {cell}" for n in range(cubes[k])]
        return found

    def _drop(self):
        kind = self.pending["carried"].split()[1]
        return [f"drop {cell}" for cell in self.me.cubes if cell not in self.pending["lifted_from"][kind]]

    def _exchange(self):
        done = {name: set(self.pending.get("exchanged", {}).get(name, [])) for name in ("hoplite", "citizens")}
        once = set() if self.options.get("exchange") == "unlimited" else done["hoplite"] | done["citizens"]
        found = ["end exchange"]
        for cell, (citizens, hoplites, _) in self.me.cubes.items():
            if citizens >= 2 and self.supply[1] >= 1 and cell not in done["citizens"] | once:
                found.append(f"exchange {cell} hoplite")
            if hoplites >= 1 and self.supply[0] >= 2 and cell not in done["hoplite"] | once:
                found.append(f"exchange {cell} citizens")
        return found

    # special actions

    def gears(self):
        """What can be activated: cells, and Myths by name, each with the cell where it works."""
        used = self.pending.get("used", [])
        found = {c: (HEXES[name].gear, c) for c, name in self.me.hexes.items() if HEXES[name].gear}
        found |= {name: (HEXES[name].gear, c) for name, c in self.me.myths.items() if HEXES[name].gear}
        return [what for what, (gear, cell) in found.items()
                if what not in used and self.me.is_active(cell) and self.would_do(gear, cell)]

    def would_do(self, gear, cell):
        if gear == "spring":
            return any(self.supply)
        if gear in ("temple", "harbour"):
            return self.supply[2] > 0 and self.neighbours(cell, "sacred" if gear == "temple" else "economic") > 0
        if gear == "necropolis":
            return self.me.stock(0) >= 2 and self.supply[2] > 0
        if gear == "agora":
            return any(self.me.stock(k) for k in range(3))
        if gear in ("lighthouse", "tavern", "labyrinth"):
            kind = {"lighthouse": 2, "tavern": 0, "labyrinth": 1}[gear]
            return any(city.stock(kind) for city in self.others.values())
        if gear == "hades":
            return bool(self._hades())
        if gear == "pandora":
            return any(city.told["hand"] for city in self.others.values())
        return bool(self.document["fate"] or self.document.get("top"))

    def neighbours(self, cell, nature):
        around = [HEXES[self.me.hexes[c]].nature for c in NEAR[cell] if c in self.me.hexes]
        return around.count(nature) + ("o" in NEAR[cell] and self.me.open_nature == nature)

    def _special(self):
        done = ["end special"] if self.pending.get("used") else []
        return [*(f"activate {what}" for what in self.gears()), *self._reveal(), *done]

    def _demand(self):
        kind = KINDS.index(self.pending["resource"])
        return [f"demand {p}" for p, city in self.others.items() if city.stock(kind)]

    def _give(self):
        kind, giver = self.pending["resource"], self.cities[self.pending["giver"]]
        return [f"give {kind} {cell}" for cell, cubes in giver.cubes.items() if cubes[KINDS.index(kind)]]

    def _hades(self):
        return [f"strike {p} {cell} {n + 1}" for p, city in self.others.items() for cell in city.hexes
                for n in range(min(3, city.excess(cell, self.options.get("excess") == "active_only")[0]))]

    def _pandora(self):
        return [f"curse {p}" for p, city in self.others.items() if city.told["hand"]]

    def _oracle(self):
        return [f"stack {name}" for name in self.document["looked"]]

    def _agora(self):
        lifts = [f"lift 1 {kind} {cell}" for cell, cubes in self.me.cubes.items()
                 for kind, n in zip(KINDS, cubes, strict=True) if n]
        return [*lifts, *(["end agora"] if self.pending.get("steps") else [])]

    def _agora_drop(self):
        return [f"drop {cell}" for cell in self.me.cubes if cell != self.pending["carried"].split()[2]]

    def _necropolis(self):
        steps = self.pending.get("steps", 0)
        more = steps % 2 or self.would_do("necropolis", None)
        graves = [f"bury {cell}" for cell, cubes in self.me.cubes.items() if cubes[0] and more]
        return [*graves, *(["end bury"] if steps and steps % 2 == 0 else [])]

    # war

    def defence(self, city, cell):
        protected = {*NEAR[cell], *([cell] if self.options.get("shield_self") else [])}
        shields = [HEXES[city.hexes[c]].shield or 0 for c in protected if c in city.hexes and city.is_active(c)]
        return city.cubes[cell][0] + 2 * city.cubes[cell][1] + 2 * max(shields, default=0)

    def attacks(self):
        force = self.me.stock(0) + 2 * self.me.stock(1)
        return [f"attack {p} {cell}" for p, city in self.others.items() if p not in self.pending.get("attacked", [])
                for cell, name in city.hexes.items()
                if any(c not in city.cubes for c in NEAR[cell]) and self.defence(city, cell) < force
                and (self.spots(name) or (HEXES[name].colour == "polis" and name in self.me.hexes.values()))
                and city.is_whole_without(cell)]

    def _war(self):
        return [*self.attacks(), *self._reveal(), *(["end war"] if self.pending.get("attacked") else [])]

    def _muster(self):
        found = [f"muster {n + 1} {kind} {cell}" for cell, cubes in self.me.cubes.items()
                 for kind, there in zip(KINDS[:2], cubes, strict=False) for n in range(there)]
        citizens, hoplites, _ = triple(self.pending.get("mustered", "0/0/0"))
        return [*found, *(["end muster"] if citizens + 2 * hoplites > self.pending.get("defence", 0) else [])]

    def _lose(self):
        citizens, hoplites, _ = triple(self.pending["mustered"])
        defence = self.pending.get("defence", 0)
        return [f"lose {n}" for n in range(hoplites + 1) if -1 <= defence - 2 * n <= citizens]

    def _settle(self):
        return [f"settle {cell}" for cell in self.spots(self.pending["prize"])]

    def _mythout(self):
        return [f"discard {name}" for name in self.me.myths]

    def _discard(self):
        return [f"discard {name}" for name in self.me.told["hand"]]

    # what follows

    def produced(self) -> dict[str, list[int]]:
        """What each hex of whose turn it is has after production, if the supply has enough of a kind or none."""
        after = {cell: list(cubes) for cell, cubes in self.me.cubes.items()}
        for cell, name in [*self.me.hexes.items(), *((cell, name) for name, cell in self.me.myths.items())]:
            if self.me.is_active(cell):
                for kind, n in (HEXES[name].produces or {}).items():
                    after[cell][KINDS.index(kind)] += n if self.supply[KINDS.index(kind)] else 0
        return after

    def after_revolt(self, city: City, cell: str) -> list[int]:
        """What a Revolt leaves on a hex."""
        excess = city.excess(cell, self.options.get("excess") == "active_only")
        kinds = [n for n in excess if n]
        left = kinds[0] // 2 if len(kinds) == 1 else min(kinds, default=0)
        return [n - max(0, e - left) for n, e in zip(city.cubes[cell], excess, strict=True)]

    def politics(self, city: City) -> int:
        count = sum(HEXES[name].nature == "political" for name in city.hexes.values())
        if self.options.get("philosopher_counts") == "city_and_myths":
            count += sum(HEXES[name].nature == "political" for name in city.myths)
        return count + (city.open_nature == "political")

    def gets_philosopher(self) -> bool:
        return (self.document["philosopher"] != self.turn
                and all(self.politics(self.me) > self.politics(city) for city in self.others.values()))

    # points

    def points(self, player: str) -> int:
        city = self.cities[player]
        own = CITIES[city.told["acropolis"]]
        colours = {colour: len(city.active(colour)) for colour in ("chora", "fortification", "polis")}
        colours["myth"] = sum(city.is_active(cell) for cell in city.myths.values())
        counted = colours[own.bonus.colour]
        counted += own.bonus.colour == "myth" and bool(self.options.get("delphi_counts_itself"))
        two = len(self.cities) == 2 and not self.options.get("revolts")
        return (colours["chora"] + colours["fortification"] + 2 * colours["polis"] + 8 * self.trios(city)
                + city.cubes["o"][2] + (3 if two and self.document["philosopher"] == player else 0)
                + counted * own.bonus.points)

    def trios(self, city: City) -> int:
        natures = [HEXES[name].nature for name, cell in city.myths.items()
                   if city.is_active(cell) or not self.options.get("tris_needs_active")]
        return _most_trios(Counter([*natures, CITIES[city.told["acropolis"]].nature]))

    def rank(self, player: str) -> tuple[int, int, int]:
        """What decides: points, then active hexes of the own nature, then gold on the Acropolis."""
        city = self.cities[player]
        nature = CITIES[city.told["acropolis"]].nature
        own = sum(HEXES[name].nature == nature and city.is_active(cell) for cell, name in city.hexes.items())
        own += sum(HEXES[name].nature == nature and city.is_active(cell) for name, cell in city.myths.items())
        return self.points(player), own, city.cubes["o"][2]


def _most_trios(natures: Counter[str]) -> int:
    """By trying all."""
    found = [0]
    for three in combinations(sorted(+natures), 3):
        found.append(1 + _most_trios(natures - Counter(three)))
    return max(found)
