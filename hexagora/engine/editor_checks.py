"""The part of the checker that edits: what a game lets people draw or change can be shown, painted and turned."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from hexagora.engine import editing, folder
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.game import Game

UNKNOWN_KEY = "unknown key"  # as `document.known_keys` begins
SAMPLES = 3  # of each sort that are looked at


def problems(game: "Game") -> Iterator[str]:
    for editable in editing.of_game(game).values():
        try:
            for name in islice(editable.samples(game), SAMPLES):
                yield from (f"{editable.id}, beginning with '{name}': {told}" for told in _edited(game, editable, name))
        except HexagoraError as e:
            yield f"{editable.id}: {folder.on_one_line(e)}"
        except Exception as e:
            yield f"{editable.id}: {folder.what_went_wrong(e, game)}"


def _edited(game: "Game", editable: editing.Editable, name: str) -> Iterator[str]:
    """A sample as it is, after a stroke of each brush on a cell of its board, and after each turn."""
    data = editable.sample(game, name)
    shown = editing.sheet(editable, game, data)
    if not shown["usable"]:
        yield next(one["text"] for one in shown["remarks"] if one["level"] == editing.ERROR)
    cells = [(board["id"], cell["id"]) for board in (shown["scene"] or {"boards": []})["boards"]
             for cell in board["cells"]]
    unknown = sorted(set(editable.hexes(game, data)) - {cell for _, cell in cells}) if cells else []
    if unknown:
        yield f"`hexes` names {unknown[:3]}, which are no cells of its board"
    middle = cells[len(cells) // 2:][:1]
    for brush in shown["palette"]:
        for board, cell in middle:
            deed = {"brush": brush["id"], "places": [editing.at(cell, board)]}
            remarks = editable.remarks(game, editing.after(editable, game, data, deed))  # may be many, on half a board
            yield from (f"the brush '{brush['id']}' writes what nobody reads: {one.text}" for one in remarks
                        if one.text.startswith(UNKNOWN_KEY))
    for turn in shown["turns"]:
        editing.after(editable, game, data, {"turn": turn["id"]})
