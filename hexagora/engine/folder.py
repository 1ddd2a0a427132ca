"""The part of the checker that needs no match: is everything in a game's folder that must be there, and is what is
there what somebody looks for?"""

import ast
import difflib
import inspect
import json
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from hexagora.engine import binding, contract, fact_checks, hooks, locales, looks
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Problem = tuple[str, str]  # the check, and what is wrong
RULE_ID = re.compile(r"\b[A-Z]{2,4}(?:-[A-Z0-9]+)*-\d+[a-z]?\b")
BOLD_ID = re.compile(r"\*\*([A-Z]{2,4}(?:-[A-Z0-9]+)+)\b")
HIDING = ("hide", "resample")  # what a game with secrets needs beside the contract's own
COMMON_DRAWINGS = Path(__file__).parents[1] / "web" / "symbols" / "common.svg"
NEAR = 0.8  # how much a name must be like that of a hook to be taken for one that is misspelt


def problems(game: "Game") -> Iterator[Problem]:
    unusable = [*(("facts", told) for told in fact_checks.problems(game)), *_unusable(game)]
    yield from unusable
    if unusable:
        return  # nothing else can be looked at
    yield from _required(game)
    yield from _hooks(game)
    yield from _rules_text(game)
    yield from observation(game)
    yield from _options(game)
    yield from _languages(game)
    yield from _said(game)
    yield from _symbols(game)
    yield from looks.problems(game.folder)


# modules and hooks


def _unusable(game: "Game") -> Iterator[Problem]:
    """Modules that cannot be imported, and contents that no match can begin with."""
    optional = {hook.module for hook in hooks.ALL if (game.folder / f"{hook.module}.py").is_file()}
    for name in dict.fromkeys((*hooks.REQUIRED, *game.facts.rules, *sorted(optional))):
        if not list(game.folder.glob(f"{name.replace('.', '/')}*")):
            named = "the facts name it among the rules" if name in game.facts.rules else "every game has one"
            yield "folder", f"there is no {name}.py in {game.folder}: {named}"
            continue
        try:
            game.module(name)
        except Exception as e:
            yield "folder", f"{name}.py cannot be imported: {what_went_wrong(e, game)}"
    if hasattr(sys.modules.get(f"{game.package}.content"), "Content"):
        yield from _contents(game)


def _contents(game: "Game") -> Iterator[Problem]:
    """The content file and the variants beside it fit their model."""
    for name in ("", *game.named_contents()):
        try:
            assert (game.with_content(name) if name else game).content is not None
        except HexagoraError as e:
            yield "folder", on_one_line(e)


def what_went_wrong(e: Exception, game: "Game") -> str:
    """An error with the last place in the game's own modules that led to it."""
    if isinstance(e, SyntaxError):
        return f"{type(e).__name__}: {e}"  # names the place itself
    way = traceback.extract_tb(e.__traceback__)
    where = next((step for step in reversed(way) if Path(step.filename).parent == game.folder), way[-1])
    return f"{type(e).__name__}: {e} ({Path(where.filename).name}:{where.lineno})"


def on_one_line(e: HexagoraError) -> str:
    first, *more = (line.strip() for line in str(e).splitlines())
    return f"{first} {'; '.join(more)}".strip()


def _required(game: "Game") -> Iterator[Problem]:
    for name, wanted in hooks.REQUIRED.items():
        module = game.module(name)
        yield from (("folder", f"{name}.py lacks {one}") for one in wanted if not hasattr(module, one))
    main, names = game.rules_modules[0], {name for module in game.rules_modules for name in vars(module)}
    for stub in binding.functions_of(contract):
        if not hasattr(main, stub.__name__):
            if "NotImplementedError" in stub.__code__.co_names:
                yield "folder", f"{main.__name__} lacks {stub.__name__}{inspect.signature(stub)}"
            near = difflib.get_close_matches(stub.__name__, names, 1, NEAR)
            yield from (("hooks", f"{main.__name__}.{one} is a name that nobody looks for; did you mean "
                         f"{stub.__name__}{inspect.signature(stub)}?") for one in near if _is_own_rule(game, one))
    yield from _strangers(game)
    if game.facts.hidden:
        yield from (("folder", f"the facts say hidden=True, but {main.__name__} lacks {name}") for name in HIDING
                    if not hasattr(main, name))
    elif hasattr(main, "hide"):
        yield "folder", f"the facts say hidden=False, but {main.__name__} has hide"


def _strangers(game: "Game") -> Iterator[Problem]:
    """Functions of the contract that lie where no back end finds them."""
    main, *others = game.rules_modules
    known = [module.__name__ for module in game.rules_modules]
    for name in (stub.__name__ for stub in binding.functions_of(contract)):
        rule = vars(main).get(name)
        if rule is not None and not isinstance(rule, FunctionType):
            yield "folder", f"{main.__name__}.{name} must be a function written with def"
        elif rule is not None and rule.__module__ not in known:
            yield "folder", (f"{main.__name__}.{name} is a function of {rule.__module__}, which is not among the "
                             f"game's rules modules ({', '.join(game.facts.rules)})")
        yield from (("folder", f"{other.__name__} has {name}, too, but only that of {main.__name__} counts, the first "
                     "of the rules modules") for other in others if vars(other).get(name, rule) is not rule)


def _is_own_rule(game: "Game", name: str) -> bool:
    return any(isinstance(vars(module).get(name), FunctionType) for module in game.rules_modules)


def _hooks(game: "Game") -> Iterator[Problem]:
    known = {hook.module for hook in hooks.ALL} | set(hooks.REQUIRED)
    for path in sorted(game.folder.glob("*.py")):
        if path.stem in known:
            own = [hook for hook in hooks.ALL if hook.module == path.stem]
            yield from misnamed(game.module(path.stem), own, hooks.REQUIRED.get(path.stem, ()))
        else:
            near = difflib.get_close_matches(path.stem, known - {p.stem for p in game.folder.glob("*.py")}, 1, 0.9)
            yield from (("hooks", f"{path.name} is a file that nobody looks for; did you mean {one}.py?")
                        for one in near)
    yield from _files(game)


def _files(game: "Game") -> Iterator[Problem]:
    """Files beside the modules whose names are nearly those that somebody looks for."""
    there = {path.name for path in game.folder.iterdir()}
    missing = [name for name in hooks.FILES if name not in there]
    for name in sorted(there - set(hooks.FILES)):
        near = [one for one in difflib.get_close_matches(name, missing, 3, NEAR)
                if (Path(one).suffix == Path(name).suffix or Path(one).stem == Path(name).stem)
                and not name.endswith(".py")]
        yield from (("hooks", f"{name} is a file that nobody looks for; did you mean {one}?") for one in near[:1])


def misnamed(module: ModuleType, wanted: "Sequence[hooks.Hook[Any]]", others: Sequence[str] = ()) -> Iterator[Problem]:
    """What looks like one of a module's hooks and is none, nor one of `others`, nor asked by the module itself; and
    hooks that cannot be called."""
    own = {hook.name: hook for hook in wanted}
    used = {name for f in binding.functions_of(module) for name in f.__code__.co_names if name != f.__name__}
    for name, value in vars(module).items():
        if name in own:
            yield from _call(own[name], value)
        elif name not in used.union(others) and _is_own(module, name, value):
            near = difflib.get_close_matches(name, [n for n in own if not hasattr(module, n)], 1, NEAR)
            yield from (("hooks", f"{own[n].module}.{name} is a name that nobody looks for; did you mean {own[n]}?")
                        for n in near)


def _is_own(module: ModuleType, name: str, value: Any) -> bool:
    if isinstance(value, FunctionType):
        return value.__module__ == module.__name__ and not name.startswith("_")
    return name.isupper()


def _call(hook: "hooks.Hook[Any]", value: Any) -> Iterator[Problem]:
    if hook.arguments is None or not callable(value):
        if hook.arguments is not None:
            yield "hooks", f"{hook.module}.{hook.name} must be a function: {hook}"
        return
    try:
        inspect.signature(value).bind(*hook.arguments)
    except TypeError as e:
        yield "hooks", f"{hook.module}.{hook.name} is called as {hook}, but: {e}"


# the rules as people read them


def rule_ids(game: "Game", file: str = "rules.md") -> set[str]:
    """The ids that stand in bold in a game's rules."""
    path = game.folder / file
    return set(BOLD_ID.findall(path.read_text("utf8"))) if path.is_file() else set()


def _rules_text(game: "Game") -> Iterator[Problem]:
    if not (game.folder / "rules.md").is_file():
        yield "rules", f"there is no rules.md in {game.folder}: players read the rules there, each with its id in bold"
        return
    known, prefix = rule_ids(game), game.facts.rule_prefix
    if not prefix:
        return
    if not known:
        yield "rules", f"rules.md names no rule: write ids in bold, like **{prefix}-MOVE-1**"
    for path in [*sorted(game.folder.glob("*.py")), *sorted(game.folder.glob("rules.*.md"))]:
        for number, line in enumerate(path.read_text("utf8").splitlines(), 1):
            named = {i for i in RULE_ID.findall(line) if i.startswith(f"{prefix}-")}
            yield from (("rules", f"{path.name}:{number} names the rule {i}, which is not in rules.md")
                        for i in sorted(named - known))


# options and languages


def observation(game: "Game") -> Iterator[Problem]:
    """A game that can be observed names what it tells."""
    if hooks.OBSERVE.of(game) is not None:
        yield from (("features", f"features.py needs {hook}") for hook in (hooks.PLANES, hooks.NUMBERS, hooks.SPACE)
                    if hook.of(game) is None)


def _options(game: "Game") -> Iterator[Problem]:
    own = game.folder / "symbols.svg"
    drawn = drawings(own, COMMON_DRAWINGS)
    for option in game.facts.options:
        if own.is_file() and option.sign and option.sign not in drawn:
            yield "options", (f"the option '{option.name}' has sign = '{option.sign}', which neither symbols.svg nor "
                              "the common drawings have")
        if option.asset and hooks.ASSET.of(game) is None:
            yield "options", f"the option '{option.name}' has asset=True: the game needs {hooks.ASSET}"
    near = difflib.get_close_matches(hooks.TURN_TIMER, [o.name for o in game.facts.options], 1, NEAR)
    if near and near[0] != hooks.TURN_TIMER:
        yield "hooks", f"the option '{near[0]}' is one that no clock looks at; did you mean '{hooks.TURN_TIMER}'?"


def _languages(game: "Game") -> Iterator[Problem]:
    """What every match may say: templates of sentences, the summary, options."""
    for language in locales.languages(game):
        try:
            phrases = locales.catalogue(game, language).phrases
        except HexagoraError as e:
            yield "languages", on_one_line(e)
            continue
        summary = "" if game.base else game.facts.summary  # a pack may leave its words untranslated
        for text in (summary, *(o.help for o in game.facts.options), *sorted(templates(game))):
            if text and text not in phrases and not _whole_in(text, phrases):
                yield "languages", f"{locales.FOLDER}/{language}.json lacks {json.dumps(text, ensure_ascii=False)}"


def _whole_in(text: str, phrases: dict[str, str]) -> bool:
    """A text may be translated sentence by sentence."""
    parts = [part for part in re.split(r"(?<=[.;:]) ", text) if part]
    return len(parts) > 1 and all(part in phrases or part.rstrip(".;:") in phrases for part in parts)


def _given_to_say(game: "Game") -> Iterator[tuple[Path, ast.expr]]:
    """What a game's modules give to `say` as the template."""
    for path in sorted(game.folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
                yield path, node.args[0]


def templates(game: "Game") -> set[str]:
    """The templates that a game's words give to `say` as they stand."""
    return {first.value for _, first in _given_to_say(game)
            if isinstance(first, ast.Constant) and isinstance(first.value, str)}


def _said(game: "Game") -> Iterator[Problem]:
    """Templates must be the same whatever they tell of, else no catalogue can have them."""
    for path, first in _given_to_say(game):
        if isinstance(first, ast.JoinedStr) and any(isinstance(part, ast.FormattedValue) for part in first.values):
            yield "sentences", (f"{path.name}:{first.lineno}: say({ast.unparse(first)}) fills the template in before "
                                'it can be translated: write say("… {name} …", name=…)')


def _symbols(game: "Game") -> Iterator[Problem]:
    """The drawings can be read as SVG."""
    path = game.folder / "symbols.svg"
    if path.is_file():
        try:
            ElementTree.fromstring(path.read_text("utf8"))
        except (ElementTree.ParseError, ValueError) as e:
            yield "drawn", f"{path.name} is no SVG: {e}"


def drawings(*files: Path) -> set[str]:
    """The ids of the symbols in some files."""
    return {name for file in files if file.is_file()
            for name in re.findall(r'\bid="([\w-]+)"', file.read_text("utf8"))}
