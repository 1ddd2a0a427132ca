"""What waits for windows that do not read it, bounded for all windows of an address together: one address can open
hundreds, and a table with the largest map is told in a megabyte."""

from collections.abc import Hashable
from typing import Protocol


class Window(Protocol, Hashable):
    address: str

    def cut(self) -> None: ...


class Unread:
    def __init__(self, most: int):
        self._most = most  # bytes for one address
        self._waiting: dict[str, dict[Window, int]] = {}

    def note(self, window: Window, size: int) -> None:
        """So much waits for a window now. Where that is too much with all others of its address, the one for which most
        waits is cut off."""
        windows = self._waiting.setdefault(window.address, {})
        if size:
            windows[window] = size
        else:
            windows.pop(window, None)
        while sum(windows.values()) > self._most:
            last = max(windows, key=lambda one: windows[one])
            del windows[last]
            last.cut()
        if not windows:
            self._waiting.pop(window.address, None)
