"""The matches of a run as a table for other programs: parquet where pyarrow is there, else lines of JSON."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexagora.bots import census
from hexagora.engine import hooks
from hexagora.engine.contract import WIN
from hexagora.engine.files import whole
from hexagora.lab.counting import Row, facets
from hexagora.lab.job import ROWS_UNTIL, Run, Store, parts
from hexagora.lab.setting import Setting

PARQUET, LINES = "matches.parquet", "matches.jsonl"
PLAIN = {"decisions": census.DECISIONS, "chance": census.CHANCES, "turns": census.TURNS}
CLOSE = {"choices": census.WAYS, "forced": census.FORCED, "lead_changes": census.LEADS, "settled": census.SETTLED}


def write(run: Run, folder: Path) -> Path:
    """One row for each seat of each match that is kept in the folder, at most ROWS_UNTIL matches; returns the file."""
    if importlib.util.find_spec("pyarrow"):
        return _parquet(run, folder)
    with whole(folder / LINES) as temporary, open(temporary, "w", encoding="utf8") as file:
        for rows in _rows(run, folder):
            file.writelines(json.dumps(row) + "\n" for row in rows)
    return folder / LINES


def _parquet(run: Run, folder: Path) -> Path:
    import pyarrow
    from pyarrow import parquet

    about = {"hexagora": json.dumps(run.setting.document())}
    schema = pyarrow.schema([(name, getattr(pyarrow, kind)()) for name, kind in _kinds(run)], metadata=about)
    with whole(folder / PARQUET) as temporary, parquet.ParquetWriter(temporary, schema) as writer:
        for rows in _rows(run, folder):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
    return folder / PARQUET


def _kinds(run: Run) -> list[tuple[str, str]]:
    """The columns and the types of what is in them."""
    named = facets(run.setting.game_itself(), run.setting.options)
    return [("match", "int64"), ("finished", "bool_"), ("ending", "string"),
            *((name, "int64") for name in (*PLAIN, *CLOSE)), ("seat", "int64"), ("bot", "string"),
            ("share", "float64"), ("score", "int64"), *((f.name, "string") for f in named)]


def _rows(run: Run, folder: Path) -> Iterator[list[dict[str, Any]]]:
    """Part by part."""
    setting, store = run.setting, Store(folder, run.setting)
    game = setting.game_itself()
    named, endings = facets(game, setting.options), tuple(hooks.ENDINGS.of(game) or ())
    for part in parts(setting, min(run.played, ROWS_UNTIL)):
        rows = enumerate(store.rows(part), part.first)
        yield [seat for number, row in rows for seat in _seats(row, number, setting, named, endings)]


def _seats(row: Row, number: int, setting: Setting, named: list[Any], endings: tuple[str, ...]
           ) -> Iterator[dict[str, Any]]:
    players, bots = setting.players, setting.at_seats(number)
    common = {"match": number, "finished": bool(row[census.FINISHED]), "ending": _named(endings, row[census.REASON]),
              **{name: row[at] for name, at in PLAIN.items()},
              **{name: row[at] if row[census.CLOSE] else None for name, at in CLOSE.items()}}
    for seat in range(players):
        sides = {f.name: _named(f.sides, row[census.COLUMNS + (2 + n) * players + seat])
                 for n, f in enumerate(named)}
        yield {**common, "seat": seat + 1, "bot": bots[seat], "share": row[census.COLUMNS + seat] / WIN,
               "score": row[census.COLUMNS + players + seat], **sides}


def _named(names: tuple[str, ...], number: int) -> str | None:
    return names[number] if 0 <= number < len(names) else None
