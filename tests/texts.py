"""Every text that a player can see, found by playing, by reading facts and content, and in the sources.

`of_game` and `of_house` yield texts as the browser gets them. What random play may never reach is found in the sources:
templates of sentences, and texts of refusals.
"""

import ast
import itertools
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import orjson

import hexagora
from hexagora import matches
from hexagora.engine import coaching, editing, numbers, scene, studies, tutorial
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import BadOption
from hexagora.engine.game import Game, Option
from hexagora.engine.match import Match
from hexagora.engine.numbers import Numbers
from hexagora.engine.positions import Positions
from hexagora.engine.reading import CODED, READ
from hexagora.engine.words import Sentence
from hexagora.server import catalogue
from hexagora.terminal.draw import spoken
from tests import samples

HOUSE = Path(hexagora.__file__).parent
GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Bice", "Ciro", "Dora", "Elio", "Fosca")
MOST_DECISIONS = 70
EVERY = 9  # positions of a golden match that are looked at: one of so many
TELLING = ("scene", "choices", "texts", "ending", "forecast", "forecasts", "racers", "reach", "roads",
           "marches", "tiles", "payments", "strides", "threats")
REFUSING = {"Refusal", "problem", "_answer", "message_page", "BadOption"}  # calls whose texts reach people
SEEN_FOR_KINDS = 25  # scenes of a match
SAMPLE = "7"  # stands for a value in a text from the sources
CHECKING = {"BadPosition", "Problem", "Remark", "Mend", "_add", "_wrong"}  # calls whose texts checkers tell
CHECKERS = ("content", "document", "editing", "match", "numbers", "positions", "variants")  # of the engine
KEY = re.compile(r"^\w[\w.]*(?=: | = )")  # keys of documents stay as they are written there


@dataclass(frozen=True)
class Text:
    """A text, where it stands, and for a sentence of the log how it was put together."""

    where: str
    text: str
    template: str = ""
    values: tuple[tuple[str, str], ...] = ()
    whole: bool = False  # translated only as a whole


# scenes and sentences


def of_scene(shown: scene.Scene) -> Iterator[Text]:
    yield from _of_part(shown)
    yield from (Text("a button", name) for name in _buttons(shown.choices))


def _of_part(part: Any) -> Iterator[Text]:
    kind = type(part).__name__
    for field in fields(part):
        value = getattr(part, field.name)
        where = f"{kind}.{field.name}"
        if field.name in READ[kind]:
            yield from (Text(where, text) for text in _words(value))
        elif field.name not in CODED[kind]:
            for inner in _parts(value):
                if not is_dataclass(inner):
                    raise AssertionError(f"{where}: sort this field into READ or CODED of engine/reading.py")
                yield from _of_part(inner)


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        return _words(list(value.items()))
    return [text for one in value for text in _words(one)] if isinstance(value, list | tuple) else [str(value)]


def _parts(value: Any) -> list[Any]:
    return [one for one in (value if isinstance(value, list | tuple) else [value]) if one is not None]


def _buttons(choices: list[scene.Choice]) -> set[str]:
    """A button that leads to several choices is called after its target."""
    behind: dict[tuple[Any, ...], int] = {}
    for choice in choices:
        way = [(target.kind, target.id) for target in choice.path]
        for depth in range(len(way)):
            behind[tuple(way[: depth + 1])] = behind.get(tuple(way[: depth + 1]), 0) + 1
    ids = {way[-1][1] for way, count in behind.items() if count > 1 and way[-1][0] == "button"}
    return {_spaced(name[:1].upper() + name[1:]) for name in ids}


def _spaced(name: str) -> str:
    return re.sub(r"[-_]", " ", name)


def of_sentence(sentence: str) -> Text:
    if not isinstance(sentence, Sentence):
        return Text("the log", sentence)
    values = tuple((name, str(value)) for name, value in sentence.values.items())
    return Text("the log", str(sentence), sentence.template, values)


# matches


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """The default options at every number of players; then every value of every option alone."""
    for players in game.facts.players:
        yield {"players": players}
    for option in game.facts.options:
        for value in _values(game, option):
            players = game.facts.players[len(str(value)) % len(game.facts.players)]
            given = {"players": players, option.name: value}
            try:
                game.options(given)
            except BadOption:
                given["players"] = game.facts.players[-1]
            yield given


def _values(game: Game, option: Option) -> list[Any]:
    if option.asset:
        supplied = getattr(game.module("content"), "supplied", None)
        return list(supplied(game.content, option.name)) if supplied else []
    return [v for v in option.values if not isinstance(v, range) and v != option.default and v not in option.unchecked]


def of_random_match(game: Game, options: dict[str, Any], seed: int) -> Iterator[Text]:
    match = Match(game, game.options(options), seed=seed, seats=list(NAMES[: game.options(options)["players"]]))
    rng = random.Random(seed)
    for _ in range(samples.of(game.id).DECISIONS):
        if match.over:
            break
        told = len(match.log)
        for viewer in {match.actor + 1, rng.randrange(match.players + 1)}:
            yield from of_scene(match.scene(max(0, viewer)))
        match.play(rng.choice(match.legal()))
        yield from (of_sentence(s) for viewer in range(match.players + 1) for s in match.sentences(viewer, told))
    yield from of_scene(match.scene(0))


def of_chance(game: Game) -> Iterator[Text]:
    """What can be chosen where somebody says what chance does."""
    options, rng = game.options({}), random.Random(1)
    match = Match(game, options, seed=1, chance="ask", seats=list(NAMES[: options["players"]]))
    for _ in range(MOST_DECISIONS):
        if match.over:
            break
        if match.actor == CHANCE:
            yield from of_scene(match.scene())
        match.play(rng.choice(match.legal()))


def of_golden_match(path: Path) -> Iterator[Text]:
    match = matches.load(path)
    match.seats = list(NAMES[: match.players])
    for ply in range(0, len(match.log) + 1, EVERY):
        there = match.fork(ply)
        yield from of_scene(there.scene(max(0, there.actor + 1)))
    yield from of_scene(match.scene(0))
    yield from (of_sentence(s) for viewer in range(match.players + 1) for s in match.sentences(viewer))


def golden_matches(game: Game) -> list[Path]:
    return sorted(GOLDEN.glob(f"{game.id}-*.match.json"))


def of_studies(game: Game) -> Iterator[Text]:
    for path in studies.paths(game):
        yield from (Text(f"the study {path.name}", text, whole=True) for text in studies.read(game, path).texts())


def of_coach(game: Game) -> Iterator[Text]:
    yield from (Text("the coach of a first match", tip.say, whole=True) for tip in coaching.tips(game).values())


def of_tutorial(game: Game) -> Iterator[Text]:
    book = tutorial.load(game)
    yield from (Text("the tutorial", text, whole=True) for text in book.script.texts())
    for frame in tutorial.frames(book):
        for shown in [frame.scene, *(beat.scene for beat in frame.beats)]:
            yield from (Text("the tutorial's table", text) for text in _read_of_document(shown))
        for choice in frame.scene["choices"]:
            yield from (Text("a button of the tutorial", _spaced(target["id"]))
                        for target in choice["path"][:-1] if target["kind"] == "button")
        for beat in frame.beats:
            yield Text("the log", beat.sentence, beat.template, tuple((k, str(v)) for k, v in beat.values.items()))


def _read_of_document(shown: dict[str, Any]) -> Iterator[str]:
    yield shown["prompt"]
    yield from (*shown["notes"], *shown["steps"])
    yield from (panel["name"] for panel in shown["panels"])
    yield from (choice["label"] for choice in shown["choices"])


# facts, content, sources


def of_lobby(game: Game) -> Iterator[Text]:
    told = orjson.loads(orjson.dumps(catalogue.described(game)))
    yield Text("the lobby", told["summary"])
    yield Text("the lobby", told["notice"])
    for option in told["options"]:
        yield Text("an option", _spaced(option["name"]))
        yield Text("an option", option["help"])
        values = [] if option["asset"] else option["values"]  # of an asset its choices are shown
        shown = option["says"] or [_spaced(value) for value in values if isinstance(value, str)]
        yield from (Text("an option", value) for value in shown)
        for choice in option.get("choices", []):
            yield from (Text("an option", choice[key]) for key in ("name", "notes"))


def of_sources(game: Game) -> Iterator[Text]:
    """The templates of all sentences, whether a match has reached them or not, and refused options."""
    for path in sorted(game.folder.glob("*.py")):
        tree = ast.parse(path.read_text("utf8"))
        if path.stem == "words":
            yield from (Text(f"{path.name}: a sentence", text, template=text) for text in _templates(tree))
        if path.stem == "content":
            yield from (Text(f"{path.name}: a refusal", text) for call in _calls(tree, {"BadOption"})
                        for text in _spelled(call.args[0]))
        yield from _of_checker(path, tree)


def _of_checker(path: Path, tree: ast.AST) -> Iterator[Text]:
    """What is told of documents that are not right: in a model of content the errors of values too."""
    names = CHECKING | ({"ValueError"} if path.stem == "content" else set())
    for call in _calls(tree, names):
        yield from (Text(f"{path.name}: a problem", KEY.sub(SAMPLE, text)) for node in call.args
                    for text in _spelled(node) if " " in text)


def _templates(tree: ast.AST) -> Iterator[str]:
    """Constants with places for values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"\{[a-z]\w*\}", node.value):
            yield node.value


def fragments(game: Game) -> Iterator[tuple[str, str]]:
    """Pieces of several words of which scenes are made, with their files: each must be in some entry."""
    for path in sorted(game.folder.glob("*.py")):
        if path.stem in TELLING:
            yield from ((path.name, piece) for piece in _pieces(ast.parse(path.read_text("utf8"))))


def _pieces(node: ast.AST) -> Iterator[str]:
    """Constants outside of docstrings and errors, cut at the places of values."""
    if isinstance(node, ast.Raise):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from (piece for part in re.split(r"\{\w*\}", node.value) if " " in (piece := part.strip(" ,;:.()")))
    for child in node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from _pieces(child)


def _calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
            yield node


def _spelled(node: ast.AST) -> list[str]:
    """A text of the sources, with a sample for each value in it; none when it is put together elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(parts) for parts in itertools.product(*map(_spelled_part, node.values))]
    if isinstance(node, ast.IfExp):
        return [*_spelled(node.body), *_spelled(node.orelse)]
    if isinstance(node, ast.BinOp):
        return [a + b for a in _spelled(node.left) or [SAMPLE] for b in _spelled(node.right) or [SAMPLE]]
    return []


def _spelled_part(part: ast.expr) -> list[str]:
    """A value in a text is a sample, or one of the texts that it chooses from."""
    return (_spelled(part.value) if isinstance(part, ast.FormattedValue) else _spelled(part)) or [SAMPLE]


# the terminal


def of_terminal(path: Path) -> Iterator[str]:
    """The templates that the sources of the terminal say: constants, given in the call or by their names."""
    for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
        tree = ast.parse(file.read_text("utf8"))
        named = {target.id: node.value for node in tree.body if isinstance(node, ast.Assign)
                 for target in node.targets if isinstance(target, ast.Name)}
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and call.args and _says(call.func):
                given = call.args[0]
                yield from _spelled(named.get(given.id, given) if isinstance(given, ast.Name) else given)


def _says(called: ast.expr) -> bool:
    if isinstance(called, ast.Call):  # Speech(language)("…")
        return getattr(called.func, "id", "") == "Speech"
    return getattr(called, "id", getattr(called, "attr", "")) in {"say", "told", "speech", "_tell"}


def kinds(game: Game) -> set[str]:
    """What legends and lists of actions call things."""
    found: set[str] = set()
    for seed, options in enumerate(variants(game)):
        match, rng = Match(game, game.options(options), seed=seed), random.Random(seed)
        for _ in range(SEEN_FOR_KINDS):
            if match.over:
                break
            shown = match.scene(max(0, match.actor + 1))
            things = [*(c.terrain for b in shown.boards for c in b.cells), *(p.kind for p in shown.pieces),
                      *(badge.kind for b in shown.boards for c in b.cells for badge in c.badges),
                      *(border.kind for b in shown.boards for border in b.borders)]
            found |= {spoken(kind) for kind in things} | {c.group.replace("_", " ") for c in shown.choices}
            match.play(rng.choice(match.legal()))
    return found


# the house


def of_house() -> Iterator[Text]:
    """What the server says beside the games."""
    from hexagora.bots import levels

    for level in levels.ALL:
        yield from (Text("a level", text) for text in (level.id, level.title, level.help, f"{level.title} bot"))
    for text in (*editing.SYMMETRIES.values(), *editing.TURNS.values(), editing.SLANTED):
        yield Text("an editor", text)
    yield from (Text("a name", name) for name in ("Player 2", "Guest", "Open seat", "Club bot 2", "Seat 1"))
    speaking = [*(HOUSE / "server").glob("*.py"), *(HOUSE / "site").glob("*.py"), HOUSE / "engine" / "game.py"]
    for path in sorted(speaking):
        for call in _calls(ast.parse(path.read_text("utf8")), REFUSING):
            yield from (Text(f"{path.name}: a refusal", text) for node in call.args for text in _spelled(node)
                        if " " in text)
    for path in (HOUSE / "engine" / f"{name}.py" for name in CHECKERS):
        yield from _of_checker(path, ast.parse(path.read_text("utf8")))


def _is_worded(value: Any) -> bool:
    """Whether a value that is chosen is a word, not a sign of the file."""
    return isinstance(value, str) and re.fullmatch(r"[a-z]+( [a-z]+)*", value) is not None


def of_editors(game: Game) -> Iterator[Text]:
    """What editors say; keys of content files stay as they are written there."""
    for editable in editing.of_game(game).values():
        data = editable.sample(game, next(iter(editable.samples(game))))
        said = [editable.title, editable.help, *editable.samples(game).values()]
        said += [text for brush in editable.palette(game, data) for text in (brush.title, brush.group)]
        every = editable.samples(game) if isinstance(editable, Positions) else ()
        if not isinstance(editable, Numbers):
            said += [text for one in [data, *(editable.sample(game, name) for name in every)]
                     for field in editable.fields(game, one)
                     for text in (field.title, field.help, field.group, *filter(_is_worded, field.values))]
        else:
            said += [meaning for _, meaning in numbers.comments(game).values()]
        yield from (Text(f"the editor of {editable.id}", text) for text in said if text)


def of_game(game: Game) -> Iterator[Text]:
    yield from of_lobby(game)
    yield from of_editors(game)
    yield from of_sources(game)
    yield from of_tutorial(game)
    yield from of_studies(game)
    yield from of_coach(game)
    yield from of_chance(game)
    for seed, options in enumerate(variants(game)):
        yield from of_random_match(game, options, seed)
    for path in golden_matches(game):
        yield from of_golden_match(path)
