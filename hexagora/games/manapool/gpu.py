"""How matches are spread over a GPU, measured on one H200 with `python -m bench.gpu --tune`."""

from typing import Any

from hexagora.games.manapool.state import OUTSIDE

LAUNCH = {"play": 32, "places": 1048576, "step": 64, "near": 1, "rows": 16}


def spans(box: Any) -> dict[str, tuple[int, int]]:
    return {"token": (box.cells, OUTSIDE)}
