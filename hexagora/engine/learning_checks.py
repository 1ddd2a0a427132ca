"""The part of the checker that looks at what a game brings for learners: the drawings of its rulebook, its lesson, its
studies, the tips of the coach, its puzzles. All of it is played on the rules as they are."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.engine import coaching, hooks, locales, puzzles, studies, tutorial
from hexagora.engine.errors import HexagoraError
from hexagora.engine.folder import Problem, on_one_line, rule_ids, what_went_wrong
from hexagora.engine.match import Match

if TYPE_CHECKING:
    from hexagora.engine.game import Game

MOST_TOLD = 5  # problems of each kind
FIGURE = re.compile(r"^```figure\n(.*?)^```", re.DOTALL | re.MULTILINE)
FIGURE_KEYS = ("caption", "options", "start", "board")


def brought(game: "Game") -> dict[str, bool]:
    """What of all this a game has, by the names of the checks."""
    return {"guide": bool(_guides(game)), "tutorial": tutorial.path_of(game).is_file(),
            "studies": bool(studies.paths(game)), "coach": (game.folder / coaching.FILE).is_file(),
            "puzzles": (game.folder / puzzles.FILE).is_file()}


def problems(game: "Game") -> Iterator[Problem]:
    """A pack has most of this of its game, which is of other content."""
    checks: dict[str, Callable[[Game], Iterator[str]]] = {
        "guide": _guide, "tutorial": _tutorial, "studies": _studies, "coach": _coach, "puzzles": _puzzles}
    has = brought(game)
    for name, check in checks.items():
        if has[name] and (name == "coach" or not game.base):
            yield from ((name, told) for told in _survived(game, check(game), name))


def _survived(game: "Game", found: Iterator[str], name: str) -> Iterator[str]:
    try:
        yield from islice(found, MOST_TOLD)
    except HexagoraError as e:
        yield on_one_line(e)
    except Exception as e:
        yield f"the {name} cannot be played: {what_went_wrong(e, game)}"


def _guides(game: "Game") -> list[Path]:
    return sorted(game.folder.glob("guide*.md"))


def _guide(game: "Game") -> Iterator[str]:
    """Every drawing of the rulebook is a position of the game."""
    for path in _guides(game):
        for number, text in enumerate(FIGURE.findall(path.read_text("utf8")), 1):
            where = f"{path.name}, figure {number}"
            try:
                yield from (f"{where}: {told}" for told in _figure(game, json.loads(text)))
            except ValueError as e:
                yield f"{where} is no JSON: {e}"
            except HexagoraError as e:
                yield f"{where}: {on_one_line(e)}"


def _figure(game: "Game", figure: dict[str, Any]) -> Iterator[str]:
    unknown = sorted(set(figure) - set(FIGURE_KEYS))
    if unknown:
        yield f"unknown keys {unknown}; allowed: {', '.join(FIGURE_KEYS)}"
    if not figure.get("caption"):
        yield "it lacks a caption"
    match = Match(game, game.options(figure.get("options", {})), seed="preview", chance="ask",
                  start=figure.get("start"))
    boards = [board.id for board in match.scene(0).boards]
    if figure.get("board", boards[0]) not in boards:
        yield f"there is no board '{figure['board']}'; there are {', '.join(boards)}"


def _tutorial(game: "Game") -> Iterator[str]:
    """The lesson can be played to its end, and is there in every language."""
    lesson = tutorial.read(game, tutorial.path_of(game))
    tutorial.frames(lesson)
    yield from _untranslated(game, lesson.script.texts())


def _studies(game: "Game") -> Iterator[str]:
    """Every study can be played to the end of all its lines, and its words are there in every language."""
    for path in studies.paths(game):
        try:
            said = studies.read(game, path).texts()
        except HexagoraError as e:
            yield on_one_line(e)
        else:
            yield from _untranslated(game, said)


def _untranslated(game: "Game", texts: Iterable[str]) -> Iterator[str]:
    """Texts for learners that a language lacks; each is translated as a whole."""
    for language in locales.languages(game):
        phrases = locales.catalogue(game, language).tutorial
        yield from (f"{locales.FOLDER}/{language}.json lacks, under `tutorial`, {json.dumps(text, ensure_ascii=False)}"
                    for text in texts if text not in phrases)


def _coach(game: "Game") -> Iterator[str]:
    """The coach has both its words and its conditions, names rules that are there, and speaks every language."""
    if hooks.MATTERS.of(game) is None:
        yield f"{coaching.FILE} needs {hooks.MATTERS}"
    known = rule_ids(game)
    yield from (f"tip '{tip.id}': there is no rule {tip.rule}" for tip in coaching.tips(game).values()
                if tip.rule and tip.rule not in known)
    yield from _untranslated(game, [tip.say for tip in coaching.tips(game).values()])


def _puzzles(game: "Game") -> Iterator[str]:
    """Every puzzle can be laid out, and its answers and its line are legal."""
    text = (game.folder / puzzles.FILE).read_text("utf8")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield from puzzles.problems(game, puzzles.of_text(line, f"line {number} of {puzzles.FILE}"))
