"""Other numbers in Sigil's rules of thumb, tried without compiling anything: writes a linear network that says what the
rules of thumb would say with these numbers, to be played against those that are there.

    python -m bench.sigil_thumbs runs/turn TURN=480 STONE=625
    python -m bench.networks sigil --network runs/turn --looks 400 --matches 400

Without numbers it repeats the rules of thumb, as far as eight units tell them.
"""

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from hexagora.bots import judging, networks
from hexagora.engine.errors import HexagoraError
from hexagora.games.sigil import GAME, heuristics
from hexagora.games.sigil.names import SLOT_NAMES
from hexagora.games.sigil.state import SPELLS

UNITS, WIDEST = 8, 16.0  # each covers a part of the odds, as logarithms, so that they are told finely
THOUSANDTHS = 1000
NEEDS = ("players", "preset", "win", "start", "pool")


def change(numbers: list[str]) -> None:
    """Sets numbers of the evaluation."""
    for one in numbers:
        name, _, value = one.partition("=")
        if not isinstance(getattr(heuristics, name, None), int):
            raise HexagoraError(f"the rules of thumb have no number {name!r}")
        setattr(heuristics, name, int(value))


def odds(box: Any) -> Iterator[tuple[str, int, int]]:
    """What each value of a trait adds to the odds of the seat: its name, the value, thousandths."""
    for lead in range(-heuristics.MOST_AHEAD, heuristics.MOST_AHEAD + 1):
        last = (lead + 1 >= box.lead) - (lead - 1 <= -box.lead)
        yield "lead", 1 + lead + heuristics.MOST_AHEAD, heuristics.STONE * lead + heuristics.LAST_STEP * last
    for name, most, worth in (("mana nodes", heuristics.MOST_MANA, lambda n: heuristics.SECOND_MANA * max(0, n - 1)),
                              ("big casts", heuristics.MOST_CASTS,
                               lambda n: heuristics.LAST_CAST * (n + 1 == box.big_casts))):
        for own in range(most + 1):
            for other in range(most + 1):
                yield name, 1 + own * (most + 1) + other, worth(own) - worth(other)
    for slot, name in enumerate(SLOT_NAMES):
        for value, worth in _charges(box, slot):
            yield f"own hold of {name}", value, worth
            yield f"other hold of {name}", value, -worth


def _charges(box: Any, slot: int) -> Iterator[tuple[int, int]]:
    """What the stones of a player on a slot are worth, for each spell of its size that may lie there."""
    s, nodes = GAME.State.new(), [1 << k for k in range(64) if box.slot_nodes[slot] >> k & 1]
    for spell in range(SPELLS):
        if box.spell_size[spell] == len(nodes) and any(pool >> spell & 1 for pool in box.pool):
            s.spell[slot] = spell + 1
            for s.lock[0] in (0, slot + 1):
                for stones in range(1, len(nodes) + 1):
                    s.stones[0] = sum(nodes[:stones])
                    yield heuristics.hold(box, s, 0, slot), heuristics.charge(box, s, 0, slot)


def record(shape: networks.Shape, box: Any) -> bytes:
    """The network: a first layer of units that take over from each other, then their sum."""
    first, names = np.zeros(shape.rows), [f.name for f in shape.found.numbers]
    for name, value, thousandths in odds(box):
        first[shape.numbers[names.index(name)][0] + value - 1] = thousandths / THOUSANDTHS
    net = networks.Network.new()
    shape.describe(net)
    net.hidden, net.second, net.players = UNITS, UNITS, 2
    made = np.frombuffer(bytearray(networks.Network.to_bytes(net)), networks.Network.dtype())
    steps, part = 1 << judging.STEP_BITS, UNITS / WIDEST
    told = WIDEST / math.log(2) / 2 / UNITS
    bias = UNITS / 2 + heuristics.TURN / THOUSANDTHS * part - np.arange(UNITS)
    last = round(told * steps)
    for name, values in (("weights", np.repeat(first * part, UNITS) * judging.ONE), ("bias", bias * judging.ONE),
                         ("second_weights", np.eye(UNITS) * steps),
                         ("last_weights", np.array([last] * UNITS + [-last] * UNITS)),
                         ("last_bias", np.array([-told, told]) * UNITS / 2 * judging.DOUBLING)):
        made[name][0, : values.size] = np.rint(values).reshape(-1)
    return made.tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("numbers", nargs="*", metavar="NAME=NUMBER")
    given = parser.parse_args()
    change(given.numbers)
    options = GAME.options({})
    about = {"needs": {name: options[name] for name in NEEDS}, "search": {"mix": 1000, "at_once": 0},
             "made": {"command": f"python -m bench.sigil_thumbs {given.folder} {' '.join(given.numbers)}".strip()}}
    networks.write(GAME, 2, record(networks.shape_of(GAME, options), GAME.box(options)), about, given.folder)
    print(f"{given.folder}: what the rules of thumb say{' with ' if given.numbers else ''}{', '.join(given.numbers)}")


if __name__ == "__main__":
    main()
