"""The report of rule ids: which rules of `rules.md` no test names, and which names in tests are no rules.

`python -m tests.rule_ids` prints it and fails if there is anything to tell.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from hexagora import registry
from hexagora.engine import folder

TESTS = Path(__file__).parent


def rules_of(game: str) -> set[str]:
    return folder.rule_ids(registry.game(game))


def named_in(path: Path) -> Iterator[str]:
    """The ids in calls of `covers` that decorate a test or a class of tests."""
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for call in node.decorator_list if node.name.startswith(("test", "Test")) else ():
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "covers":
                yield from (a.value for a in call.args if isinstance(a, ast.Constant))


def named() -> set[str]:
    return {i for path in sorted(TESTS.rglob("test_*.py")) for i in named_in(path)}


def report() -> dict[str, dict[str, list[str]]]:
    """By game: ids without a test, and ids of that game's prefix in tests that are no rules."""
    covered = named()
    result = {}
    for game in registry.names():
        rules, prefix = rules_of(game), registry.game(game).facts.rule_prefix + "-"
        unknown = {i for i in covered if i.startswith(prefix)} - rules
        result[game] = {"rules": sorted(rules), "untested": sorted(rules - covered), "unknown": sorted(unknown)}
    return result


def main() -> int:
    wrong = 0
    for game, found in report().items():
        print(f"{game}: {len(found['rules'])} rule ids, {len(found['untested'])} without a test")
        for key in ("untested", "unknown"):
            for i in found[key]:
                print(f"  {key}: {i}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
