"""What a game says in other languages, as files in its own folder (docs/add-a-language.md).

`locales/<language>.json` translates its texts: `phrases` those of words, scene, facts and content, as they are or by
template; `tutorial` those of the tutorial, the studies and the coach, each as a whole. `rules.<language>.md` holds the
rules.
"""

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import Field

from hexagora.engine.content import Part, validate
from hexagora.engine.errors import BadContent

if TYPE_CHECKING:
    from hexagora.engine.game import Game

SOURCE = "en"  # the language that all texts are written in
FOLDER = "locales"
HOUSE = Path(__file__).parents[1] / "web" / FOLDER  # words that server, browser and games share
LANGUAGE = "^[a-z]{2,3}$"  # how a language is named


class Catalogue(Part):
    """English texts and templates with their translations."""

    phrases: dict[str, str] = Field(default_factory=dict)
    tutorial: dict[str, str] = Field(default_factory=dict)


def catalogue_path(game: "Game", language: str) -> Path:
    return game.folder / FOLDER / f"{language}.json"


def languages(game: "Game") -> list[str]:
    """The languages that the game has a catalogue for, beside the one it is written in."""
    return sorted(path.stem for path in (game.folder / FOLDER).glob("*.json"))


def catalogue(game: "Game", language: str) -> Catalogue:
    """The catalogue of a game; an empty one where it speaks only the source."""
    path = catalogue_path(game, language)
    found = read(path) if path.is_file() else Catalogue()
    more = game.texts.get(language)
    return found.model_copy(update={"phrases": {**found.phrases, **more}}) if more else found


def read(path: Path) -> Catalogue:
    try:
        data = json.loads(path.read_text("utf8"))
    except ValueError as e:
        raise BadContent(str(path), [f"not JSON: {e}"]) from None
    return validate(Catalogue, data, str(path))


@cache
def shared(language: str) -> dict[str, str]:
    """What the house says in a language; nothing in one that it does not speak."""
    path = HOUSE / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text("utf8"))["phrases"] if path.is_file() else {}
    return found


def guide_path(game: "Game", language: str) -> Path | None:
    """The rulebook that people read first, where the game has one; as it was written where it is not translated."""
    for name in (f"guide.{language}.md", "guide.md"):
        if (game.folder / name).is_file():
            return game.folder / name
    return None


def rules_path(game: "Game", language: str) -> Path:
    """The rules in that language; where they are not translated, as they were written."""
    own = game.folder / f"rules.{language}.md"
    return own if own.is_file() else game.folder / "rules.md"
