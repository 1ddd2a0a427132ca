"""Imports point one way, also those that are made late, inside a function: `docs/architecture.md` draws which."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexagora
from hexagora.bots import thumbs
from hexagora.engine import hooks

HOUSE = Path(hexagora.__file__).parent
DOCUMENT = HOUSE.parent / "docs" / "architecture.md"
ROOT = "hexagora"
# each storey with the parts that lie on it; a part may use those of the storeys below, never one beside or above it
OTHERS = "others"  # whatever is not named is used by the command line alone
STOREYS = (("hexes",), ("engine",), ("games/*",), ("registry",), ("matches",), ("",), ("bots",), ("lab",),
           ("server", "terminal"), (OTHERS,), ("cli",), ("__main__",))

MOST_CONSTANTS = 10  # that one import may name


def _sources(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(HOUSE.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def _imports(module: str, path: Path) -> Iterator[str]:
    """The modules that a module imports, anywhere in it; those for types alone are none at run time but count too."""
    is_package = path.name == "__init__.py"
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, is_package, node)
            yield from (f"{base}.{alias.name}" if _is_module(f"{base}.{alias.name}") else base for alias in node.names)


def _absolute(module: str, is_package: bool, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    around = module.split(".")[: None if is_package and node.level == 1 else -node.level + is_package]
    return ".".join([*around, *([node.module] if node.module else [])])


def _is_module(name: str) -> bool:
    path = HOUSE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _part(module: str) -> str:
    """The part of the house that a module belongs to."""
    parts = module.split(".")[1:]
    return "/".join(parts[:2]) if parts[:1] == ["games"] else parts[0] if parts else ""


def _storey(part: str) -> int:
    storeys = {name: k for k, storey in enumerate(STOREYS) for name in storey}
    return storeys.get("games/*" if part.startswith("games") else part, storeys[OTHERS])


def test_the_house_is_built_upwards():
    wrong = []
    for module, path in _sources(HOUSE):
        for other in _imports(module, path):
            here, there = _part(module), _part(other)
            if other.split(".")[0] == ROOT and here != there and _storey(there) >= _storey(here):
                wrong.append(f"{module} imports {other}")
    assert wrong == []


def test_a_long_list_of_constants_is_a_namespace():
    """`from … import state as S` and `S.NO_CELL`; what the innermost loops of rules use may have a name of its own."""
    long = [f"{module}: {len(constants)} constants of {node.module}" for module, path in _sources(HOUSE / "games")
            for node in ast.walk(ast.parse(path.read_text("utf8"))) if isinstance(node, ast.ImportFrom)
            if len(constants := [alias.name for alias in node.names if alias.name.isupper()]) > MOST_CONSTANTS]
    assert long == []


def test_hooks_are_looked_for_in_their_list_alone():
    """`hooks.IS_BARRIER.of(game)`, never `getattr(game.words, "is_barrier", None)`."""
    names = {hook.name for hook in (*hooks.ALL, *thumbs.ALL.values())}
    found = [f"{module}: {node.args[1].value}" for module, path in _sources(HOUSE)
             for node in ast.walk(ast.parse(path.read_text("utf8")))
             if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr")
             and isinstance(node.args[1], ast.Constant) and node.args[1].value in names]
    assert found == []


@pytest.mark.parametrize("part", ["server", "terminal", "site"])
def test_what_follows_from_the_rules_is_asked_of_the_match(part: str):
    """`match.actor_at(ply)`, `match.scores_for(viewer)`, `match.settle()`, never `game.rules.to_act(match.box, …)`."""
    found = [f"{module}: {ast.unparse(node)}" for module, path in _sources(HOUSE / part)
             for node in ast.walk(ast.parse(path.read_text("utf8")))
             if isinstance(node, ast.Attribute) and node.attr == "rules" and _names(node.value) == "game"]
    assert found == []


def _names(node: ast.expr) -> str:
    """The last name of `game`, `match.game`, `self.table.game`, `registry.game(…)`."""
    inner = node.func if isinstance(node, ast.Call) else node
    return inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", "")


def test_no_module_of_the_server_comes_back_to_itself():
    uses = {module: {other for other in _imports(module, path) if other.startswith(f"{ROOT}.server.")}
            for module, path in _sources(HOUSE / "server")}
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join([*way[way.index(module):], module])
        if module not in done:
            for other in sorted(uses.get(module, ())):
                visit(other, (*way, module))
            done.add(module)

    for module in sorted(uses):
        visit(module, ())


def test_the_document_draws_every_part():
    text = DOCUMENT.read_text("utf8")
    parts = {_part(module).partition("/")[0] for module, _ in _sources(HOUSE)} - {"", "__main__"}
    assert [part for part in sorted(parts) if not re.search(rf"\b{part}\b", text)] == []


@pytest.mark.parametrize(("source", "module", "found"), [
    ("def f():\n    from hexagora.cli import app", "hexagora.bots.x", "hexagora.cli"),
    ("if True:\n    import hexagora.cli", "hexagora.bots.x", "hexagora.cli"),
    ("def f():\n    from hexagora import cli", "hexagora.bots.x", "hexagora.cli"),
    ("from .. import cli", "hexagora.bots.x", "hexagora.cli"),
    ("from ..server.hall import Hall", "hexagora.bots.x", "hexagora.server.hall"),
    ("from . import hall", "hexagora.server.x", "hexagora.server.hall"),
])
def test_late_and_relative_imports_are_found(tmp_path: Path, source: str, module: str, found: str):
    path = tmp_path / "x.py"
    path.write_text(source)
    assert list(_imports(module, path)) == [found]
