"""How matches are spread over a GPU, measured on one H200 with `python -m bench.gpu --tune`."""

from typing import Any

from hexagora.games.hex.state import BOTH_SIDES

LAUNCH = {"play": 32, "places": 1048576, "step": 32, "near": 1, "rows": 128}


def spans(box: Any) -> dict[str, tuple[int, int]]:
    return {"stone": (box.cells, 2), "chain": (box.cells, box.cells - 1), "joined": (box.cells, BOTH_SIDES)}
