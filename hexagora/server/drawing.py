"""What is seen of a match from each seat, drawn from the state hidden for that seat, never from the full one. Views are
made from what was drawn and know no match."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexagora.engine.match import Match
from hexagora.engine.scene import Choice, Scene
from hexagora.server.table import Table

LONGEST_HISTORY = 400  # points of the chart at the end of a match
LONG_MATCH = 50  # actions of a match whose end takes long enough to be drawn beside the event loop


@dataclass(frozen=True, eq=False, slots=True)
class Sight:
    """What is seen from a seat: the scene without its choices, the choices, the points as far as the seat can know
    them, and the log as it saw it happen."""

    seat: int
    scene: Scene
    choices: Sequence[Choice]
    scores: list[int]
    history: list[list[int]]  # once the match is over: the points at the beginning of each turn, for the chart
    log: list[str]


@dataclass(frozen=True, eq=False, slots=True)
class End:
    """What takes long to tell of the end of a match, for it looks through all of it: the scene and the scores."""

    scene: Scene
    history: list[list[int]]


def draw_end(match: Match, eyes: int) -> End:
    return End(match.scene(eyes), thinned(match.score_history(eyes)))


def thinned(history: list[list[int]]) -> list[list[int]]:
    """So many points as a chart can show, the last one among them."""
    step = max(1, -(-len(history) // LONGEST_HISTORY))
    return history[::-1][::step][::-1]


class Drawings:
    """All that was drawn of one table as its board stands; made once for all who see the same."""

    def __init__(self, table: Table):
        self.table = table
        self.hidden = table.game.facts.hidden  # whether seats see different things
        self._scenes: dict[int, Scene] = {}
        self._choices: dict[int, Sequence[Choice]] = {}
        self._scores: dict[int, list[int]] = {}
        self._ends: dict[int, End] = {}

    def clear(self) -> None:
        """After an action: everything is drawn anew."""
        for kept in (self._scenes, self._choices, self._scores, self._ends):
            kept.clear()

    def sight(self, seat: int) -> Sight:
        eyes = self._eyes(seat)
        scene = self._scene(eyes)
        history = self._end(eyes).history if self.table.over else []
        return Sight(seat, scene, self._choices_of(seat), self._scores_for(eyes), history,
                     self.table.story.entries(seat))

    def _eyes(self, seat: int) -> int:
        """The seat that stands for all who see the same: a game that hides nothing shows everybody the same."""
        return seat if self.hidden else 0

    def _scene(self, eyes: int) -> Scene:
        """The scene without its choices, which are told on their own."""
        if eyes not in self._scenes:
            scene = self._scenes[eyes] = self._end(eyes).scene if self.table.over else self.table.match.scene(eyes)
            if eyes:
                self._choices[eyes], scene.choices = scene.choices, []
        return self._scenes[eyes]

    def _choices_of(self, seat: int) -> Sequence[Choice]:
        if not seat or self.table.turn() != seat:
            return ()
        if seat not in self._choices:
            self._choices[seat] = self.table.match.choices(seat)
        return self._choices[seat]

    def drawn_choices(self, seat: int) -> Sequence[Choice]:
        """The choices of a seat if they have been drawn already."""
        return self._choices.get(seat, ())

    def _scores_for(self, eyes: int) -> list[int]:
        if eyes not in self._scores:
            self._scores[eyes] = self.table.match.scores_for(eyes)
        return self._scores[eyes]

    def _end(self, eyes: int) -> End:
        if eyes not in self._ends:
            self._ends[eyes] = draw_end(self.table.match, eyes)
        return self._ends[eyes]

    def end_to_draw(self, seat: int) -> int | None:
        """The eyes through which the end of a long match is still to be drawn before the seat can be told of it."""
        eyes, table = self._eyes(seat), self.table
        return None if eyes in self._ends or not table.over or len(table.match.log) < LONG_MATCH else eyes

    def adopt_end(self, eyes: int, end: End) -> None:
        """Takes an end that was drawn elsewhere."""
        self._ends[eyes] = end
        self._scenes.pop(eyes, None)
