"""What the lobby knows about each game, from its facts; and options from outside, checked before a game sees them."""

import json
import logging
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any

from hexagora import registry
from hexagora.engine import assets, hooks, locales, packs
from hexagora.engine.errors import BadOption, HexagoraError
from hexagora.engine.game import Game, Option
from hexagora.engine.remembering import remembered
from hexagora.engine.scene import Scene
from hexagora.server import ratings
from hexagora.server.errors import Refusal
from hexagora.server.records import Installed
from hexagora.server.settings import Limits
from hexagora.server.thinkers import levels

log = logging.getLogger("hexagora.catalogue")

PACKS_KEPT = 64  # descriptions of packs
POSITION = "position"  # the notation that every game has
TRIES = ("preview", "once more", "and again", "and a fourth time")  # seeds that lay out a table to look at
LOOKS = {"symbols.svg": "image/svg+xml", "theme.css": "text/css", "cover.jpg": "image/jpeg"}  # in a game's folder


def find(name: str) -> Game:
    try:
        return registry.game(name)
    except (HexagoraError, ImportError) as e:
        text = str(e) if isinstance(e, HexagoraError) else f"the game '{name}' is not installed"
        raise Refusal("no-game", text, 404) from None


@dataclass(frozen=True)
class Known:
    """What is told of a game in the lobby, and what its matches begin with: its own content, and others that are
    supplied (among them what was its own in earlier versions, and what matches of those go on with)."""

    told: dict[str, Any]
    own: Installed
    others: list[Installed]


@cache
def known() -> list[Known]:
    """All games that can be told of. What the supplied ones say is remembered, so that a start need not load them.
    Whatever is wrong with the package of somebody else, the other games are there."""
    found = []
    for name in registry.names():
        try:
            facts = remembered(name, partial(_facts, name)) if name in registry.SUPPLIED else _as_sent(_facts(name))
        except Exception as e:
            log.error("the game '%s' is not offered (`hexagora check %s` says more): %s", name, name, e)
            continue
        told, own, *others = facts
        found.append(Known(told, Installed(**own), [Installed(**one) for one in others]))
    return found


def _facts(name: str) -> list[dict[str, Any]]:
    """All that is to be known of a game, as plain data."""
    game = registry.game(name)
    contents = [game, *(game.with_content(other) for other in game.named_contents())]
    return [described(game), *(vars(Installed(one.id, one.facts.version, one.content_digest, one.content_text))
                               for one in contents)]


def _as_sent(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What comes out of JSON again: that of a game whose facts are of the wrong sort cannot be sent."""
    sent: list[dict[str, Any]] = json.loads(json.dumps(facts))
    return sent


def load() -> None:
    """Loads the content of all games, so that the first table of each is laid quickly."""
    for one in known():
        assert registry.game(one.own.game).content_text


def games() -> list[dict[str, Any]]:
    """What is told of all games that can be loaded."""
    return [one.told for one in known()]


def with_packs() -> list[dict[str, Any]]:
    """All games, and behind each those that packs in the user's folder make of it."""
    told = []
    for entry in games():
        told.append(entry)
        found, _ = packs.usable(registry.game(entry["id"]))
        told += [{**_described_pack(game, game.content_digest), "pack_of": entry["id"]} for game in found.values()]
    return told


@lru_cache(PACKS_KEPT)
def _described_pack(game: Game, digest: str) -> dict[str, Any]:
    return {**described(game), "digest": digest}


def installed() -> list[Installed]:
    """The rules and the content of all games that can be loaded, as they are here."""
    return [one.own for one in known()]


def supplied_by_name() -> list[Installed]:
    """The contents that are supplied beside the games' own."""
    return [other for one in known() for other in one.others]


def described(game: Game) -> dict[str, Any]:
    f = game.facts
    return {
        "id": f.id, "title": f.title, "summary": f.summary, "designers": list(f.designers), "players": list(f.players),
        "minutes": list(f.minutes), "hidden": f.hidden, "chance": f.chance, "notice": f.notice,
        "options": [_option(game, o) for o in f.options], "levels": levels(),
        "rated_options": ratings.free_options(game),
        "ratings": {category: ratings.of_bots(game, category) for category in ratings.categories(game)},
        "notations": notations(game),
        "tutorial": (game.folder / "tutorial.toml").is_file(),
        "puzzles": (game.folder / "puzzles.jsonl").is_file(),
        "looks": [name for name in LOOKS if (game.folder / name).is_file()],
    }


def notations(game: Game) -> dict[str, str]:
    """How a table can be written down at any time, with the names for people: in no way while there are secrets."""
    if game.facts.hidden:
        return {}
    own = game.module_if_any("convert")
    return {**(own.NOTATIONS if own else {}), POSITION: "JSON (position)"}


def _option(game: Game, option: Option) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": option.name, "default": option.default, "help": option.help, "asset": option.asset,
        "says": list(option.says), "sign": option.sign,
        "only_for": {value: list(players) for value, players in option.only_for.items()},
        "needs": {name: list(values) for name, values in option.needs.items()},
        "values": [{"from": v.start, "to": v[-1]} if isinstance(v, range) else v for v in option.values],
    }
    if option.asset:
        told["choices"] = _choices(game, option)
    return told


def _choices(game: Game, option: Option) -> list[dict[str, str]]:
    """The supplied boards or maps with their names and notes, as far as the content tells them."""
    supplied = hooks.SUPPLIED.of(game)
    ids = supplied(game.content, option.name) if supplied else [str(v) for v in option.values]
    known = {}
    for part in game.content.model_dump().values():
        for entry in part if isinstance(part, list) else []:
            if isinstance(entry, dict) and entry.get("id") in ids:
                known[entry["id"]] = entry
    called = {i: known.get(i, {}).get("name", option.names.get(i, i)) for i in ids}
    return [{"id": i, "name": str(called[i]), "notes": str(known.get(i, {}).get("notes", ""))} for i in ids]


def rules_text(game: Game, language: str) -> str:
    """The rulebook in front, then the list of the rules."""
    path = locales.rules_path(game, language)
    if not path.is_file():
        raise Refusal("no-rules", f"{game.facts.title} has no rules text yet.", 404)
    guide = locales.guide_path(game, language)
    texts = [guide.read_text("utf8")] if guide else []
    return "\n\n".join([*texts, path.read_text("utf8")])


def chosen_options(game: Game, given: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """Options from outside, completed; names of files are refused: nobody reads the server's disk through a map."""
    if len(json.dumps(given)) > limits.options_bytes:
        raise Refusal("bad-option", f"The options are larger than {limits.options_bytes} bytes.", 422)
    for option in game.facts.options:
        if option.asset and assets.names_a_file(given.get(option.name)):
            raise Refusal("bad-option", f"option '{option.name}' cannot name a file here; send the data itself, or "
                          "choose a supplied one", 422)
    try:
        return game.options(given)
    except HexagoraError as e:
        raise Refusal("bad-option", str(e), 422) from None
    except (TypeError, ValueError, KeyError, RecursionError, AttributeError, OverflowError) as e:
        raise Refusal("bad-option", f"the options of {game.id} are not understood: {e}", 422) from None


def advice(game: Game, options: dict[str, Any]) -> list[Any]:
    """What people should know about the chosen board or map; nothing where the game has no doubts about any."""
    tell = hooks.ADVICE.of(game)
    return tell(game.content, options) if tell else []


def preview(game: Game, given: dict[str, Any], start: dict[str, Any] | None, limits: Limits) -> dict[str, Any]:
    """The board for some options, and what people should know about it; an `example` is dealt anew for each match."""
    options = chosen_options(game, given, limits)
    scene, varies = _laid_out(game, options, start)
    return {**vars(scene), "warnings": advice(game, options), "example": varies}


def _laid_out(game: Game, options: dict[str, Any], start: dict[str, Any] | None) -> tuple[Scene, bool]:
    """The table before the first decision, and whether chance lays it out differently each time. Nothing is dealt on a
    position that somebody wrote down."""
    if start is not None:
        return new_match(game, options, TRIES[0], start).scene(0), False
    laid = []
    for seed in TRIES:
        match = new_match(game, options, seed, None)
        match.settle()
        laid.append(match.scene(0))
    return laid[0], any(_ground(scene) != _ground(laid[0]) for scene in laid)


def _ground(scene: Scene) -> list[Any]:
    return [[(cell.id, cell.terrain, cell.badges) for cell in board.cells] for board in scene.boards]


def new_match(game: Game, options: dict[str, Any], seed: str | None, start: dict[str, Any] | None) -> Any:
    """A match to look at or to begin; whatever is wrong with it is told as a problem of the options."""
    from hexagora.engine.match import Match

    try:
        return Match(game, options, seed=seed, chance="ask", start=start)
    except BadOption as e:
        raise Refusal("bad-option", str(e), 422) from None
    except HexagoraError as e:
        raise Refusal("bad-position" if start else "bad-option", str(e), 422) from None
