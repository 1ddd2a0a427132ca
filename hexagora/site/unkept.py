"""The browser's database where a browser keeps nothing: everything is there as long as its page is open."""

import json
from typing import Any

from hexagora.site.shelf import EXISTS


class Unkept:
    """A `shelf.Store` in memory."""

    def __init__(self) -> None:
        self._tables: dict[str, Any] = {}
        self._journal: dict[tuple[str, int], Any] = {}
        self._said: dict[str, Any] = {}
        self._contents: dict[str, str] = {}

    async def load(self) -> str:
        return json.dumps(self._tables)

    async def commit(self, changes: str) -> None:
        new = Unkept()
        vars(new).update({name: dict(rows) for name, rows in vars(self).items()})
        for kind, *given in json.loads(changes):
            getattr(new, f"_{kind}")(*given)
        vars(self).update(vars(new))

    def _put(self, table: str, document: Any) -> None:
        self._tables[table] = document

    def _event(self, row: Any) -> None:
        _add(self._journal, (row["table_id"], row["n"]), row)

    def _chat(self, row: Any) -> None:
        _add(self._said, row["line_key"], row)

    def _content(self, digest: str, text: str) -> None:
        self._contents[digest] = text

    def _drop(self, table: str) -> None:
        self._tables.pop(table, None)
        self._journal = {key: row for key, row in self._journal.items() if row["table_id"] != table}
        self._said = {key: row for key, row in self._said.items() if row["table_id"] != table}

    async def events(self, table: str, first: int) -> str:
        return json.dumps([row for (of, n), row in sorted(self._journal.items()) if of == table and n >= first])

    async def chats(self, table: str) -> str:
        return json.dumps([row for row in self._said.values() if row["table_id"] == table])

    async def content(self, name: str) -> str | None:
        return self._contents.get(name)


def _add(rows: dict[Any, Any], key: Any, row: Any) -> None:
    if key in rows:
        raise RuntimeError(f"{EXISTS}: {key} is there already")
    rows[key] = row
