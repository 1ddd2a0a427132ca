"""Names at a table: everybody has one, and no two are alike."""

from collections.abc import Iterable

OPEN_SEAT = "Open seat"  # where nobody sits yet
LARGEST = 99  # more alike never sit at one table


def unlike(name: str, others: Iterable[str]) -> str:
    """The name, with a number if somebody at the table is called so already.

    >>> unlike("Anna", ["Bert"]), unlike("Anna", ["anna", "Bert"]), unlike("Club bot", ["Club bot", "Club bot 2"])
    ('Anna', 'Anna 2', 'Club bot 3')
    """
    taken = {other.casefold() for other in others}
    if name.casefold() not in taken:
        return name
    return next(f"{name} {number}" for number in range(2, LARGEST) if f"{name} {number}".casefold() not in taken)


def nameless(seat: int) -> str:
    """What somebody is called who gave no name."""
    return f"Player {seat}"
