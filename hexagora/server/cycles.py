"""Looking for cycles: objects that hold each other and that nobody else holds. Everybody waits while the server looks.

What people do leaves none behind (a test holds that), so this is for what nobody foresaw. What is young is looked at by
itself, a little at a time. Everything is looked at when nobody plays for a moment; in a crowd only when twice as much
has come together as there was after the last look, so that memory stays bounded whatever happens.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable

NEVER = 1 << 30
YOUNG = (20_000, 2, NEVER)  # objects; looks at these until the survivors are looked at once more; those are left alone
CHECK_EVERY = 2.0  # seconds
LOOK_EVERY = 30.0  # seconds between two looks at everything, at least
SHARE = 0.001  # of the time that such looks may take: with 1,500 tables one takes a third of a second
GROWN = 2  # times what there was


class Looks:
    """The looks at everything. `acted` tells how many decisions there have been in all."""

    def __init__(self, acted: Callable[[], int]):
        self._acted = acted
        gc.freeze()  # what a start makes stays
        gc.set_threshold(*YOUNG)
        self.look()

    def look(self) -> None:
        began = time.thread_time()
        gc.collect()
        took = time.thread_time() - began
        self._not_before = time.monotonic() + max(LOOK_EVERY, took / SHARE)
        self._kept = sys.getallocatedblocks()
        self._known = self._acted()

    def is_due(self) -> bool:
        """Whether to look now; asked every few seconds."""
        before, self._known = self._known, self._acted()
        if sys.getallocatedblocks() > GROWN * self._kept:
            return True
        return self._known == before and time.monotonic() >= self._not_before

    async def go_on(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            if self.is_due():
                self.look()
