"""Tutorials: a script over a real match, so that a lesson can never contradict the rules.

A game's `tutorial.toml` says step by step what the learner reads, what to do, and what the others and chance answer
(docs/tutorials.md). `load` reads and checks the file, `frames` plays it through and gives what a screen shows.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from hexagora.engine.content import Part, read_toml, validate
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import BadContent, HexagoraError
from hexagora.engine.match import Match
from hexagora.engine.scene import Scene
from hexagora.engine.words import Sentence, find_action

if TYPE_CHECKING:
    from hexagora.engine.game import Game

FILE = "tutorial.toml"
LONGEST = 10  # minutes a tutorial may take
LONGEST_SAY = 420  # characters: three short sentences
WORDS_A_MINUTE = 150  # somebody who reads to learn
SECONDS_A_CLICK = 6  # finding what the text asks for
SECONDS_AN_ANSWER = 1.5  # watching what the others do
MOST_SHOWN = 8  # legal actions that an error lists
ROOMS = ("prompt", "steps", "tray", "actions")  # parts of the table that can be shown beside the things on it

Text = Annotated[str, Field(min_length=1, max_length=LONGEST_SAY)]
Action = Annotated[str, Field(min_length=1)]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _spelled(value: Any) -> Any:
    return {"play": value} if isinstance(value, str) else value


class Start(Part):
    """How the table is laid: from the first decision with some options, or from a position (which holds its options).
    Chance is scripted, unless a seed decides it. `play` lists what has happened before the learner sits down."""

    options: dict[str, Any] = Field(default_factory=dict)
    position: dict[str, Any] | None = None
    seed: int | str | None = None
    play: list[Action] = Field(default_factory=list)


class Reply(Part):
    """An action that follows what the learner did, with a sentence on it if it needs one."""

    play: Action
    say: Annotated[str, Field(max_length=LONGEST_SAY)] = ""


class Step(Part):
    """One card of the tutorial. Without `do` it is only read."""

    say: Text
    do: Annotated[list[Action], BeforeValidator(_listed)] = Field(default_factory=list)
    then: list[Annotated[Reply, BeforeValidator(_spelled)]] = Field(default_factory=list)
    show: list[str] = Field(default_factory=list)
    seat: int = Field(1, ge=1)
    start: Start | None = None


class Script(Part):
    """The whole file."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    minutes: int = Field(ge=1, le=LONGEST)
    seats: list[str] = Field(default_factory=list)  # as the game's sentences call them; by default the colours
    start: Start = Start()
    step: list[Step] = Field(min_length=1)

    def texts(self) -> list[str]:
        """Everything in it that people read, the title first."""
        said = (text for step in self.step for text in (step.say, *(reply.say for reply in step.then)))
        return [self.title, *filter(None, said)]

    def seconds(self) -> float:
        """How long it takes to read and do everything once."""
        words = sum(len(text.split()) for text in self.texts()[1:])
        clicks, answers = (sum(len(part) for part in parts) for parts in
                           ([step.do[:1] for step in self.step], [step.then for step in self.step]))
        return words * 60 / WORDS_A_MINUTE + clicks * SECONDS_A_CLICK + answers * SECONDS_AN_ANSWER


MODELS: dict[str, type[Part]] = {"start": Start, "then": Reply, "step": Step}  # by their keys, innermost first


@dataclass(frozen=True, eq=False)
class Tutorial:
    """A checked script with the game it teaches."""

    game: "Game"
    source: str
    script: Script


@dataclass
class Beat:
    """One thing that happened after the learner did (or read) a step: the scene then, and the words for it."""

    scene: dict[str, Any]
    seat: int
    text: str
    sentence: str
    template: str = ""
    values: dict[str, int | float | str] = field(default_factory=dict)
    say: str = ""


@dataclass
class Frame:
    """One step as a screen shows it. `scene.choices` holds only what the step accepts; `do` are their texts."""

    say: str
    seat: int
    do: list[str]
    show: list[str]
    scene: dict[str, Any]
    fresh: bool
    beats: list[Beat]

    def document(self) -> dict[str, Any]:
        return asdict(self)


def path_of(game: "Game") -> Path:
    return game.folder / FILE


@cache
def load(game: "Game") -> Tutorial:
    """The tutorial of a game, checked as a file; `frames` checks that it can be played."""
    return read(game, path_of(game))


def read(game: "Game", path: Path) -> Tutorial:
    data = read_toml(path)
    try:
        return Tutorial(game, str(path), validate(Script, data, str(path)))
    except BadContent as e:
        raise BadContent(e.source, [_numbered(problem) for problem in e.problems]) from None


def _numbered(problem: str) -> str:
    """A problem of the file with steps and answers counted as people count them, and with the keys that are allowed.

    >>> _numbered("step.1.sya: unknown key")
    'step 2: sya: unknown key; allowed: say, do, then, show, seat, start'
    """
    place = re.match(r"[\w.]*", problem)
    where = place[0] if place else ""
    spoken = re.sub(r"(step|then)\.(\d+)\.?", lambda found: f"{found[1]} {int(found[2]) + 1}: ", where)
    told = spoken + problem[len(where):]
    if not told.endswith("unknown key"):
        return told
    parts = where.split(".")
    model = next((model for part, model in MODELS.items() if part in parts), Script)
    return f"{told}; allowed: {', '.join(model.model_fields)}"


# playing it through


@cache
def frames(tutorial: Tutorial) -> list[Frame]:
    """Every step with what the learner sees then. Raises what is wrong with the first step that cannot be played."""
    return list(_played(tutorial))


def _played(tutorial: Tutorial) -> Iterator[Frame]:
    match: Match | None = None
    for number, step in enumerate(tutorial.script.step, 1):
        where = _Place(tutorial, f"step {number}")
        fresh = match is None or step.start is not None
        if match is None or step.start is not None:
            match = where.laid(step.start or tutorial.script.start)
        yield where.frame(match, step, fresh)


@dataclass(frozen=True)
class _Place:
    """A step of a file, so that every problem names it."""

    tutorial: Tutorial
    name: str

    def problem(self, text: str) -> BadContent:
        return BadContent(self.tutorial.source, [f"{self.name}: {text}"])

    def laid(self, start: Start) -> Match:
        chance = "ask" if start.seed is None else "seed"
        game = self.tutorial.game
        try:
            if start.position is not None:
                match = game.from_position(start.position, seed=start.seed, chance=chance)
            else:
                match = Match(game, game.options(start.options), seed=start.seed, chance=chance)
        except HexagoraError as e:
            raise self.problem(f"start: {e}") from None
        for text in start.play:
            self._play(match, text, "start.play")
        colours = {panel.player: panel.colour.capitalize() for panel in match.scene().panels}
        match.seats = (self.tutorial.script.seats or [colours[p] for p in range(match.players)])[: match.players]
        return match

    def frame(self, match: Match, step: Step, fresh: bool) -> Frame:
        if step.seat > match.players:
            raise self.problem(f"seat = {step.seat}: allowed are 1 to {match.players}")
        scene = match.scene(step.seat)
        accepted = [self._accepted(match, step.seat, text) for text in step.do]
        scene.choices = [choice for choice in scene.choices if choice.action in accepted]
        self._check_shown(scene, step.show)
        document = scene.document()
        beats = [self._beat(match, step.seat, reply, key) for key, reply in _deeds(step)]
        return Frame(step.say, step.seat, [c.text for c in scene.choices], step.show, document, fresh, beats)

    def _accepted(self, match: Match, seat: int, text: str) -> int:
        if match.actor != seat - 1:
            legal = match.legal()
            more = f" and {len(legal) - MOST_SHOWN} more" if len(legal) > MOST_SHOWN else ""
            raise self.problem(f"do = {text!r}: {match.to_act or 'nobody'} decides here, not seat {seat}; legal: "
                               f"{', '.join(legal[:MOST_SHOWN]) or 'nothing, the match is over'}{more}")
        try:
            return find_action(text, match.actions(), match.legal(), f"seat {seat}")
        except HexagoraError as e:
            raise self.problem(f"do = {text!r}: {e}") from None

    def _beat(self, match: Match, seat: int, reply: Reply, key: str) -> Beat:
        first, actor = len(match.log), match.actor
        self._play(match, reply.play, key)
        text, sentence = match.texts(seat, first)[0], match.sentences(seat, first)[0]
        scene = match.scene(seat)
        scene.choices = []
        beat = Beat(scene.document(), 0 if actor == CHANCE else actor + 1, text, str(sentence), say=reply.say)
        if isinstance(sentence, Sentence):
            beat.template = sentence.template
            beat.values = {k: v if isinstance(v, int | float | str) else str(v) for k, v in sentence.values.items()}
        return beat

    def _play(self, match: Match, text: str, key: str) -> None:
        try:
            match.play(text)
        except HexagoraError as e:
            raise self.problem(f"{key} = {text!r}: {e}") from None

    def _check_shown(self, scene: Scene, show: list[str]) -> None:
        known = _ids(scene)
        for name in show:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=3) or sorted(known)[:MOST_SHOWN]
                raise self.problem(f"show = {name!r}: nothing on the table is called so; for example: "
                                   f"{', '.join(near)}")


def _deeds(step: Step) -> list[tuple[str, Reply]]:
    """What is played in a step, with the key it stands under: the first accepted action, then the answers."""
    own = [("do", Reply(play=text)) for text in step.do[:1]]
    return own + [(f"then {i}", reply) for i, reply in enumerate(step.then, 1)]


def _ids(scene: Scene) -> set[str]:
    """Everything that `show` can name: cells (`c4`, or `p2/c4` on one of several boards), pieces on boards, piles,
    panels by seat, and parts of the table."""
    spots = [(board.id, cell.id) for board in scene.boards for cell in board.cells]
    on_boards = {spot for _, spot in spots} | {f"{board}/{spot}" for board, spot in spots}
    standing = {piece.id for piece in scene.pieces if piece.board}
    beside = {pile.id for pile in scene.piles} | {f"panel {panel.player + 1}" for panel in scene.panels}
    return on_boards | standing | beside | set(ROOMS)
