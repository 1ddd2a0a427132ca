"""Who sits where at a table. Seats are numbered from 1."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass
class Seat:
    seat: int
    kind: str
    name: str
    level: str
    secret: str
    taken: bool
    away: bool
    holders: set[str] = field(default_factory=set)

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.away


class Seats:
    """The seats of one table in order, and who holds them."""

    def __init__(self, seat_rows: Sequence[Any], holder_rows: Sequence[Any]):
        self._all = [Seat(r.seat, r.kind, r.name, r.level, r.secret, r.taken, r.away) for r in seat_rows]
        for h in holder_rows:
            self.at(h.seat).holders.add(h.guest)
        self.all_taken = all(s.taken for s in self._all)
        self._own = {h.guest: tuple(s.seat for s in self._all if h.guest in s.holders) for h in holder_rows}

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def copies(self) -> list[Seat]:
        """The seats as they are now, to be kept."""
        return [replace(s, holders={*s.holders}) for s in self._all]

    def at(self, seat: int) -> Seat:
        return self._all[seat - 1]

    @property
    def names(self) -> list[str]:
        return [s.name for s in self._all]

    @property
    def people_play(self) -> bool:
        """Whether somebody sits here who plays by hand."""
        return any(s.kind == "person" and not s.away for s in self._all)

    @property
    def held(self) -> set[tuple[int, str]]:
        """Who holds which seat."""
        return {(s.seat, guest) for s in self._all for guest in s.holders}

    def own(self, guest: str) -> tuple[int, ...]:
        """The seats that a guest holds."""
        return self._own.get(guest, ())

    def others(self, own: Sequence[int]) -> list[int]:
        """Seats of people, also of those who are away, but for one's own."""
        return [s.seat for s in self._all if s.kind == "person" and s.taken and s.seat not in own]

    def moved_on(self) -> list[Seat]:
        """Everybody one seat further."""
        return self._all[1:] + self._all[:1]
