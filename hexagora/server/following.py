"""For which tables a process listens at the bus, each at a channel of its own, and of which of them it surely hears.

Whoever takes in a table says so, waits until it is heard of, and only then reads it: what is written from then on is
told. A line to the bus may break at any time; on the next one everything that is wanted is asked for anew.
"""

import asyncio
from collections import Counter


class Following:
    """What is wanted, and what was asked of the present line.

    >>> following = Following()
    >>> following.want("a"), following.begin_line(), following.is_heard("a")
    (None, ['a'], False)
    >>> following.answered("a"), following.is_heard("a"), following.next()
    (False, True, ([], []))
    >>> following.leave("a"), following.want("b"), following.next()
    (None, None, (['b'], ['a']))
    """

    def __init__(self) -> None:
        self.changed = asyncio.Event()  # whether there is something to ask for, or to ask for no longer
        self._wanted: dict[str, asyncio.Event] = {}  # which of them are heard of
        self._asked: set[str] = set()
        self._unanswered: Counter[str] = Counter()  # a table that was left and is wanted again is asked for twice
        self._late: set[str] = set()  # somebody did not wait any longer for these
        self._has_line = False

    def want(self, table: str) -> None:
        if table not in self._wanted:
            self._wanted[table] = asyncio.Event()
            self._look(table)
            self.changed.set()

    def leave(self, table: str) -> None:
        if self._wanted.pop(table, None):
            self.changed.set()

    def is_heard(self, table: str) -> bool:
        return table in self._wanted and self._wanted[table].is_set()

    async def surely(self, table: str, patience: float) -> None:
        """Returns when the table is heard of; also when there is no line, or for too long no answer: then it is to be
        looked at again later (`answered`)."""
        if not self._has_line or table not in self._wanted:
            return
        try:
            await asyncio.wait_for(self._wanted[table].wait(), patience)
        except TimeoutError:
            self._late.add(table)

    def begin_line(self) -> list[str]:
        """A new line: the tables that are to be asked for at once."""
        self.end_line()
        self._has_line = True
        self._asked = set(self._wanted)
        self._unanswered.update(self._asked)
        return sorted(self._asked)

    def end_line(self) -> None:
        """Nothing is heard of any more, and nobody waits for it."""
        self._has_line = False
        self._asked.clear()
        self._unanswered.clear()
        for table, heard in self._wanted.items():
            heard.set()
            self._wanted[table] = asyncio.Event()

    def next(self) -> tuple[list[str], list[str]]:
        """The tables that are to be asked for now, and those that are not wanted any longer."""
        self.changed.clear()
        if not self._has_line:
            return [], []
        come, gone = self._wanted.keys() - self._asked, self._asked - self._wanted.keys()
        self._asked = set(self._wanted)
        self._unanswered.update(come)
        return sorted(come), sorted(gone)

    def answered(self, table: str) -> bool:
        """The bus says that the table is listened for; whether somebody went on without waiting for it."""
        self._unanswered[table] = max(0, self._unanswered[table] - 1)
        self._look(table)
        if not self.is_heard(table) or table not in self._late:
            return False
        self._late.discard(table)
        return True

    def _look(self, table: str) -> None:
        """The table is heard of once all that was asked about it is answered."""
        if table in self._wanted and table in self._asked and self._unanswered[table] <= 0:
            self._wanted[table].set()
