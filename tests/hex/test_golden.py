"""A whole match with a swap."""

from pathlib import Path

import hexagora

GOLDEN = Path(__file__).parents[1] / "golden" / "hex-swap.match.json"


def test_the_golden_match_with_a_swap_replays_to_its_result():
    match = hexagora.load(GOLDEN)
    assert match.texts()[:2] == ["b1", "swap"]
    assert match.over
    assert match.result == [1, 0]
