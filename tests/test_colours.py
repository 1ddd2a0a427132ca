"""The colours of players, as people see them who cannot tell red from green."""

import itertools
import math
import re
from pathlib import Path

import pytest

import hexagora

Triple = tuple[float, float, float]
# what is left of red, green and blue light (Machado, Oliveira and Fernandes 2009, whole loss)
SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
STYLES = Path(hexagora.__file__).parent / "web" / "css" / "base.css"
APART = 13  # in L*a*b*: two patches beside each other differ at a glance from about 5 on


def palette() -> dict[str, str]:
    rule = r"^((?:\.player-\w+(?:, )?)+) \{ --player: (#\w{6});"
    return {match[1]: match[2] for match in re.finditer(rule, STYLES.read_text("utf8"), re.MULTILINE)}


def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def lab(red: float, green: float, blue: float) -> Triple:
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, sight: str) -> Triple:
    light = [linear(int(colour[i : i + 2], 16)) for i in (1, 3, 5)]
    left = (max(0.0, sum(a * b for a, b in zip(row, light, strict=True))) for row in SIGHT[sight])
    return lab(*left)


@pytest.mark.parametrize("sight", SIGHT)
def test_no_two_players_look_alike_to_who_cannot_tell_red_from_green(sight: str) -> None:
    colours = palette()
    assert len(colours) == 9
    alike = [(a, b) for a, b in itertools.combinations(colours, 2)
             if math.dist(seen(colours[a], sight), seen(colours[b], sight)) < APART]  # fmt: skip
    assert alike == []
