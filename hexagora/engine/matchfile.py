"""Match files: JSON with everything that a match needs to be replayed exactly, on every back end."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.engine.content import digest
from hexagora.engine.errors import BadContent, BadMatchFile, HexagoraError
from hexagora.engine.files import Unreadable, read_text, write_whole

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.match import Match

FORMAT = "hexagora-match"
VERSION = 1
MAX_BYTES = 16 * 1024 * 1024  # far above any match; keeps a wrong file from filling the memory


def to_document(match: "Match", viewer: int | None = None) -> dict[str, Any]:
    """The match as a document. For a viewer it holds only what that seat has seen (0 is a spectator), and no seed:
    nobody can replay it, but all can read it."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.id,
        "game_version": match.game.facts.version,
        "content": match.game.content_digest,
        "content_data": json.loads(match.game.content_text),
        "options": match.options,
        "seats": match.seats,
        "chance": match.chance,
        "seed": match.seed,
        "actions": match.texts(viewer),
        "result": match.result,
    }
    if match.start is not None:
        document["start"] = match.start if viewer is None or not match.game.facts.hidden else _start_seen(match, viewer)
    if viewer is not None:
        del document["seed"]
        document["viewer"] = viewer
    return document


def _start_seen(match: "Match", viewer: int) -> dict[str, Any]:
    """The position that a match started from, as far as a viewer knew it."""
    return match.fork(0).position(viewer)


def save(match: "Match", path: str | Path) -> None:
    """Writes the file whole or not at all."""
    write_whole(path, json.dumps(to_document(match), indent=1, ensure_ascii=False) + "\n")


def read(path: str | Path) -> Any:
    """The JSON of a file, whatever it describes."""
    source = Path(path)
    try:
        document = json.loads(read_text(source, MAX_BYTES))
        json.dumps(document, ensure_ascii=False).encode()  # half a surrogate pair is no character
        return document
    except Unreadable as e:
        raise BadMatchFile(f"{source}: cannot be read: {e}") from None
    except (ValueError, RecursionError) as e:
        raise BadMatchFile(f"{source}: not a match file, or cut short: {e}") from None


def from_document(document: Any, game: "Game", source: str = "the document") -> "Match":
    """Replays a match file of a game from its start; an error names the first action that does not fit."""
    from hexagora.engine.match import Match

    check_shape(document, source)
    if document["game"] != game.id:
        raise BadMatchFile(f"{source}: a match of '{document['game']}', not of '{game.id}'")
    game = _as_it_was(document, game, source)
    older = _other_version(document, game)
    try:
        match = Match(game, game.options(document["options"]), seed=document.get("seed"), chance="ask",
                      seats=document.get("seats"), start=document.get("start"))
    except HexagoraError as e:
        raise BadMatchFile(f"{source}: {older}{e}") from None
    _replay(match, document["actions"], f"{source}: {older}")
    if older:
        _must_agree(match, document, f"{source}: {older}")
    match.chance = document.get("chance", "seed")
    return match


def _as_it_was(document: dict[str, Any], game: "Game", source: str) -> "Game":
    """The game with the content that a match was played with: its own, the one that lies in the file, or one that is
    supplied by name, as what was its own in earlier versions is."""
    wanted = document.get("content", game.content_digest)
    if wanted == game.content_digest:
        return game
    if "content_data" not in document and (named := _named_content(game, wanted)):
        return named
    made = f"{source}: made with other content of {game.id} (digest {wanted}, here {game.content_digest})"
    if "content_data" not in document:
        raise BadMatchFile(f"{made}, which does not lie in the file: use the version of {game.id} that made it")
    text = json.dumps(document["content_data"], ensure_ascii=False, separators=(",", ":"))
    if digest(text) != wanted:
        raise BadMatchFile(f"{made}; what lies in the file is not that but {digest(text)}: the file was changed")
    try:
        return game.as_kept(text)
    except BadContent as e:
        raise BadMatchFile(f"{made}, which this version of {game.id} cannot read: {e}") from None


def _named_content(game: "Game", wanted: str) -> "Game | None":
    found = (game.with_content(name) for name in game.named_contents())
    return next((one for one in found if one.content_digest == wanted), None)


def _other_version(document: dict[str, Any], game: "Game") -> str:
    """What to say first about whatever is wrong with a match of another version of the rules; empty if it is none."""
    made, here = document.get("game_version", game.facts.version), game.facts.version
    return "" if made == here else f"made with version {made} of the rules of {game.id}, this is version {here}: "


def _must_agree(match: "Match", document: dict[str, Any], source: str) -> None:
    """Rules of another version must come to the same: every outcome as the seed decides it, and the same result."""
    from hexagora.engine.fairness import wrong_outcomes

    if document.get("chance", "seed") == "seed" and "seed" in document:
        for problem in wrong_outcomes(match):
            raise BadMatchFile(f"{source}{problem}")
    told = document.get("result", match.result)
    if told != match.result:
        raise BadMatchFile(f"{source}the result was {told}, by these rules it is {match.result}")


def _replay(match: "Match", actions: list[Any], source: str) -> None:
    for k, text in enumerate(actions):
        if not isinstance(text, str):
            raise BadMatchFile(f"{source}action {k + 1} is {text!r}, not a text")
        try:
            match.play(text)
        except HexagoraError as e:
            raise BadMatchFile(f"{source}action {k + 1}: {e}") from None


_SHAPE: dict[str, type | tuple[type, ...]] = {"game": str, "options": dict, "actions": list}
_OPTIONAL: dict[str, type | tuple[type, ...]] = {
    "seats": list, "seed": (int, str), "chance": str, "start": dict, "game_version": int, "content": str,
    "content_data": dict}


def check_shape(document: Any, source: str) -> None:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadMatchFile(f"{source}: not a match file (its key 'format' must be '{FORMAT}')")
    if document.get("version") != VERSION:
        raise BadMatchFile(f"{source}: version {document.get('version')!r} of match files; this reads {VERSION}")
    for key, kind in (_SHAPE | _OPTIONAL).items():
        if key not in document and key in _SHAPE:
            raise BadMatchFile(f"{source}: the key '{key}' is missing")
        if key in document and not isinstance(document[key], kind):
            raise BadMatchFile(f"{source}: {key} = {str(document[key])[:60]!r} has the wrong type")
    if document.get("chance", "seed") not in ("seed", "ask"):
        raise BadMatchFile(f"{source}: chance = {document['chance']!r}; allowed: seed, ask")
    if not all(isinstance(name, str) for name in document.get("seats", [])):
        raise BadMatchFile(f"{source}: seats must be a list of names")
