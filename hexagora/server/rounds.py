"""Rounds: while many people decide at once, what they say is taken up together, right before the next commit.

A decision waits for that commit anyhow, so nobody hears of it any later. But a processor that does the same for many
tables in a row finds in its caches what it needs: each of them then costs much less than if they came one by one.
"""

import asyncio
from collections.abc import Callable

LONGEST = 0.15  # seconds after which a round begins by itself, as when the database does not answer

Listener = asyncio.Future[None]


class Rounds:
    def __init__(self, wake: Callable[[], None]):
        """`wake` tells whoever commits that a round is wanted."""
        self._wake = wake
        self.crowded = False  # whether it is worth while to wait for others
        self._waiting: list[Listener] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def somebody(self) -> bool:
        return bool(self._waiting)

    def call(self, listener: Listener) -> None:
        """Something has come for a listener, who is called at once, or in the next round."""
        if not self.crowded:
            call(listener)
            return
        self._waiting.append(listener)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LONGEST, self.begin)
            self._wake()

    def begin(self) -> None:
        """Calls everybody who waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, []
        for listener in waiting:
            call(listener)


def call(listener: Listener) -> None:
    """At once; whoever has gone meanwhile hears nothing."""
    if not listener.done():
        listener.set_result(None)
