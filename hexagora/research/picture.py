"""A scene as a picture of pixels: the boards side by side, terrain by shade, pieces in the players' colours."""

import math
import zlib
from typing import Any

from hexagora.engine.scene import FLAT, NODE, Board, Piece, Scene
from hexagora.research.common import need, np

Image = need("PIL.Image", "pettingzoo")
ImageDraw = need("PIL.ImageDraw", "pettingzoo")

RADIUS = 22  # pixels of a hex
MARGIN = 1.5  # radii around a board
PAPER, INK, EDGE = (250, 248, 242), (40, 38, 34), (190, 184, 170)
PLAYERS = ((200, 55, 60), (45, 95, 190), (50, 140, 75), (215, 160, 40), (130, 75, 165), (60, 150, 160))
NEUTRAL = (120, 116, 108)


def draw(scene: Scene) -> "np.ndarray[Any, Any]":
    """The picture as rows of pixels, red, green and blue."""
    parts = [_board(scene, board) for board in scene.boards]
    width, height = sum(p.width for p in parts), max(p.height for p in parts)
    whole, at = Image.new("RGB", (width, height), PAPER), 0
    for part in parts:
        whole.paste(part, (at, (height - part.height) // 2))
        at += part.width
    return np.asarray(whole, np.uint8).copy()


def _board(scene: Scene, board: Board) -> Any:
    left, top = min(c.x for c in board.cells) - MARGIN, min(c.y for c in board.cells) - MARGIN
    right, bottom = max(c.x for c in board.cells) + MARGIN, max(c.y for c in board.cells) + MARGIN
    image = Image.new("RGB", (round((right - left) * RADIUS), round((bottom - top) * RADIUS)), PAPER)
    pen = ImageDraw.Draw(image)
    places = {c.id: ((c.x - left) * RADIUS, (c.y - top) * RADIUS) for c in board.cells}
    for one, other in board.links:
        if one in places and other in places:
            pen.line([places[one], places[other]], EDGE, 3)
    for cell in board.cells:
        _cell(pen, places[cell.id], board.shape, _shade(cell.terrain))
    for border in board.borders:
        ends = [((x - left) * RADIUS, (y - top) * RADIUS)
                for x, y in ((border.x1, border.y1), (border.x2, border.y2))]
        pen.line(ends, _colour(border.owner), 5)
    standing: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.board == board.id and piece.at in places:
            standing.setdefault(piece.at, []).append(piece)
    for at, pieces in standing.items():
        _pieces(pen, places[at], pieces)
    return image


def _cell(pen: Any, place: tuple[float, float], shape: str, shade: tuple[int, int, int]) -> None:
    x, y = place
    if shape == NODE:
        r = RADIUS * 0.5
        pen.ellipse([x - r, y - r, x + r, y + r], shade, EDGE)
        return
    turn = 0.0 if shape == FLAT else math.pi / 6
    corners = [(x + RADIUS * math.cos(turn + k * math.pi / 3), y + RADIUS * math.sin(turn + k * math.pi / 3))
               for k in range(6)]
    pen.polygon(corners, shade, EDGE)


def _pieces(pen: Any, place: tuple[float, float], pieces: list[Piece]) -> None:
    """Several on one cell lie around its middle."""
    r = RADIUS * (0.55 if len(pieces) == 1 else 0.28)
    for k, piece in enumerate(pieces):
        turn = 2 * math.pi * k / len(pieces)
        away = 0.0 if len(pieces) == 1 else RADIUS * 0.5
        x, y = place[0] + away * math.cos(turn), place[1] + away * math.sin(turn)
        pen.ellipse([x - r, y - r, x + r, y + r], _colour(piece.owner), INK)


def _colour(owner: int | None) -> tuple[int, int, int]:
    return NEUTRAL if owner is None else PLAYERS[owner % len(PLAYERS)]


def _shade(terrain: str) -> tuple[int, int, int]:
    """A light colour that is always the same for a kind of terrain."""
    mixed = zlib.crc32(terrain.encode())
    return 205 + mixed % 45, 205 + (mixed >> 8) % 45, 195 + (mixed >> 16) % 45
