"""Errors for people: what was wrong, where, and what would be right."""

import difflib
from collections.abc import Iterable


class HexagoraError(Exception):
    """Anything a user can put right; its text is shown as it is, without a traceback."""


class UnknownName(HexagoraError):
    """A name that stands for nothing here; suggests the nearest ones that do.

    >>> str(UnknownName("colour", "blu", ["red", "blue"]))
    "unknown colour 'blu': did you mean 'blue'? Known: red, blue"
    """

    def __init__(self, what: str, name: object, known: Iterable[str]):
        names = [str(k) for k in known]
        near = difflib.get_close_matches(str(name), names, n=1)
        hint = f" did you mean '{near[0]}'?" if near else ""
        super().__init__(f"unknown {what} '{name}':{hint} Known: {', '.join(names) or 'none'}")


class IllegalAction(HexagoraError):
    """An action that is not legal now, or no action at all."""


class BadContent(HexagoraError):
    """A content, board or map file that cannot be used; lists every problem found."""

    def __init__(self, source: str, problems: Iterable[str]):
        self.source = source
        self.problems = list(problems)
        super().__init__("\n".join([f"{source} cannot be used:", *(f"  {p}" for p in self.problems)]))


class BadOption(HexagoraError):
    """An option that does not exist or a value that it cannot take."""


class BadPosition(HexagoraError):
    """A position document that describes nothing possible."""


class BadMatchFile(HexagoraError):
    """A match file that is damaged, foreign or does not replay."""
