"""Modules whose numbers can be set when they run: in these the rules of thumb read chosen numbers from a table in the
memory of the module, where usual ones have them built in. So one module serves for all matches of a tuning, and both
sides of a match may have numbers of their own.

    names = ["TURN", "STONE"]
    on = backend(game, made(game, names), [300, 625])
"""

from __future__ import annotations

import ast
import hashlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.thumbs import numbers_of
from hexagora.bots.desks import WasmDesk
from hexagora.bots.search import Backend, heuristics, modules, overrides
from hexagora.engine import files, wasm
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.registry import game as find_game

TABLE, WHERE = "tuned_numbers", "where_tuned_numbers_are"


def supplied(game: Game) -> dict[str, int]:
    """The numbers that can be read from a table, as they are now."""
    module = heuristics(game)
    if module is None:
        raise HexagoraError(f"{game.id} has no rules of thumb")
    return numbers_of(module)


def folder_of(game: Game, names: Sequence[str]) -> Path:
    """Where the module lies that reads these numbers from its table."""
    named = hashlib.sha256(" ".join(names).encode()).hexdigest()[:12]
    return files.cache_root() / "tune" / f"{game.id}-{named}-{wasm.sources_hash(game, modules(game))}"


def made(game: Game, names: Sequence[str]) -> Path:
    """The same; made in a process of its own if it is not there."""
    folder = folder_of(game, names)
    if wasm.manifest(game, folder) is None:
        subprocess.run([sys.executable, "-m", "bench.tunable", game.id, str(folder), *names], check=True)
    return folder


def backend(game: Game, folder: Path, numbers: Sequence[int]) -> Backend:
    """The search on such a module, with these numbers in its table."""
    def desk(*given: Any) -> WasmDesk:
        machine = wasm.machine(game, folder)
        table = wasm.Array(machine, machine.functions[WHERE](), (len(numbers),))
        for k, number in enumerate(numbers):
            table[k] = number
        return WasmDesk(machine, *given)

    return Backend("wasm", desk, {})


# making one


def make(game: Game, folder: Path, names: Sequence[str]) -> None:
    """Makes the module in this process."""
    from hexagora.engine.wasm_build import build

    own = heuristics(game)
    now = supplied(game)
    if own is None or not set(names) <= now.keys():
        raise HexagoraError(f"the rules of thumb of {game.id} have no number {', '.join(set(names) - now.keys())}")
    reading = reading_a_table(own, names)
    extra = [reading if module is own else module for module in modules(game)]
    swaps = [(stub, reading if module is own else module) for stub, module in overrides(game)]
    code, entries = build(game, extra, swaps, more=table([now[name] for name in names]))
    wasm.write(game, code, entries, modules(game), folder)


def table(numbers: Sequence[int]) -> str:
    """The table, with these numbers at first, and an entry that tells where it is."""
    kind = f"[{len(numbers)} x i64]"
    return f"""
@{TABLE} = global {kind} [{", ".join(f"i64 {number}" for number in numbers)}]
define i32 @{WHERE}(ptr %block) {{
  %where = ptrtoint ptr @{TABLE} to i64
  store i64 %where, ptr %block
  ret i32 0
}}
"""


class _Reads(ast.NodeTransformer):
    """Puts the call of a function of that name where a number is looked up."""

    def __init__(self, names: Sequence[str]):
        self.names = set(names)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Call(ast.copy_location(ast.Name(node.id, ast.Load()), node), [], []), node)


def reading_a_table(module: ModuleType, names: Sequence[str]) -> ModuleType:
    """A module of rules anew; its functions read these numbers from the table."""
    path = Path(module.__file__ or "")
    tree = ast.parse(path.read_text("utf8"))
    reads = _Reads(names)
    tree.body = [reads.visit(node) if isinstance(node, ast.FunctionDef) else node for node in tree.body]
    copy = ModuleType(module.__name__)
    copy.__file__ = module.__file__
    exec(compile(tree, str(path), "exec"), copy.__dict__)  # the text of the module itself
    for place, name in enumerate(names):
        setattr(copy, name, _reader(place, len(names)))
    return copy


def _reader(place: int, size: int) -> Any:
    """What reads one number of the table, for Numba."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    words = ir.ArrayType(ir.IntType(64), size)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        known = builder.module.globals.get(TABLE) or ir.GlobalVariable(builder.module, words, TABLE)
        return builder.load(builder.gep(known, [ir.IntType(32)(0), ir.IntType(32)(place)]))

    @intrinsic
    def number(typing: Any) -> Any:
        return types.int64(), code

    return number


if __name__ == "__main__":
    make(find_game(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
