"""What a bot may know: a position hidden for its seat. Searches take a `View` and nothing else.

There are two ways to make one, and both make sure that nothing secret is in it: `view_of` hides a match's state, and
`View` itself refuses bytes that still hold something that hiding would blank.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexagora.engine.errors import HexagoraError
from hexagora.engine.scene import marks_of
from hexagora.registry import game as find_game

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.match import Match


class SecretInView(HexagoraError):
    """A state that holds what its viewer may not know."""


@dataclass(frozen=True)
class View:
    """A position as one seat (from 1) knows it. `state` is hidden already; anything else is refused."""

    name: str
    options: dict[str, Any]
    seat: int
    state: bytes
    content: str = ""  # if it is not that of the game's folder

    def __post_init__(self) -> None:
        if not 1 <= self.seat <= self.options["players"]:
            raise HexagoraError(f"there is no seat {self.seat}; seats are 1 to {self.options['players']}")
        again = self.plain()
        self.game.rules.hide(self.box, again, self.seat - 1)
        if self.game.State.to_bytes(again) != self.state:
            raise SecretInView(f"the state given to seat {self.seat} of {self.name} is not hidden for that seat")

    @property
    def game(self) -> "Game":
        return find_game(self.name).as_kept(self.content)

    @property
    def box(self) -> Any:
        return self.game.box(self.options)

    def plain(self) -> Any:
        """A fresh object of the hidden state."""
        return self.game.State.from_bytes(self.state)

    @property
    def player(self) -> int:
        return self.seat - 1

    @property
    def hidden(self) -> bool:
        """Whether there may be something to guess."""
        return self.game.facts.hidden

    def actor(self) -> int:
        return int(self.game.rules.to_act(self.box, self.plain()))

    def legal(self) -> list[int]:
        """The choices of the seat, ascending."""
        out = [0] * self.game.max_legal
        return out[: self.game.rules.legal(self.box, self.plain(), out)]

    def text(self, action: int) -> str:
        return str(self.game.words.text(self.box, self.plain(), action))

    def label(self, action: int) -> str:
        """A choice as the table calls it."""
        return str(self.game.scene.choice(self.box, self.plain(), action).label)

    def marks(self, action: int) -> list[str]:
        """A choice as it is drawn on the boards: places and arrows, as a study writes marks."""
        s = self.plain()
        shown = self.game.scene.scene(self.box, s, [f"seat {p + 1}" for p in range(self.options["players"])])
        return marks_of(shown, self.game.scene.choice(self.box, s, action))


def view_of(match: "Match", seat: int) -> View:
    """The position of a match as that seat knows it."""
    return View(match.game.id, match.options, seat, match.game.State.to_bytes(match.hidden(seat)),
                match.game.other_content)
