"""The scene of the toy: one cell, on which the face lies when it was thrown."""

from typing import Any

from hexagora.engine.scene import POINTY, Board, Cell, Choice, Panel, Piece, Scene, button
from tests.lab.toy.words import TEXTS


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    pieces = [Piece(f"face{s.face}", "face", "a1")] if s.face else []
    panels = [Panel(p, name, "red") for p, name in enumerate(seats)]
    return Scene("toy", "Toy", [Board("board", POINTY, [Cell("a1", 0.0, 0.0)])], pieces, panels, "Go?")


def choice(box: Any, s: Any, a: int) -> Choice:
    return Choice(a, TEXTS[a], TEXTS[a], "say", [button(TEXTS[a])])
