"""Makes the `wasm` back end of a game: its rules and kernels as one WebAssembly module.

The way is that of the `cpu` back end up to Numba's LLVM text. From there everything goes into one module for the target
wasm32, is optimised as one, and is linked. Nothing of the machine that makes it is in it, so the same sources give the
same bytes everywhere. Making it takes Numba and a linker (`pip install hexagora[artifacts]`); running it neither.

An entry is exported as `name(block) -> status`: the block is a row of 64-bit words in the module's memory, the result
first, then the arguments: an integer is a word, an array its address and its lengths.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from hexagora.engine import binding, compiled, kernels
from hexagora.engine.compiled import Progress
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.game import Game

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
STACK = 1 << 20  # bytes
WORD = 8
LINKER = [sys.executable, "-m", "ziglang", "wasm-ld"]

# What Numba's text leaves to others. Arrays belong to whoever calls, so there is nothing to count.
SUPPLIED = """
define void @NRT_incref(ptr %0) alwaysinline { ret void }
define void @NRT_decref(ptr %0) alwaysinline { ret void }
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %0) alwaysinline { %2 = call double @llvm.sqrt.f64(double %0) ret double %2 }
"""
COUNTING = "nrt"  # Numba's library for that
DEFINED = re.compile(r"^define i32 @(\w+)\(ptr %block\)", re.M)
TARGET_LINES = re.compile(r"^target (datalayout|triple) = .*$", re.M)
# What Numba keeps of an exception is a pickle with the path of the source: the caller is told the status alone.
PICKLED = re.compile(r'^(@(?:"[^"]*pickle[^"]*"|[\w.$-]*pickle[\w.$-]*) = .*?(?:constant|global)) (.+?)$', re.M)


def build(
    game: "Game",
    extra: Iterable[ModuleType] = (),
    overrides: Iterable[tuple[ModuleType, ModuleType]] = (),
    progress: Progress | None = None,
    more: str = "",
) -> tuple[bytes, list[str]]:
    """The module of a game and the names of its entries; `more` are definitions in LLVM's own language, of which the
    functions are entries too. To be called in a process of its own: what Numba has compiled for this machine before
    would be taken over."""
    extra = list(extra)
    entries = compiled.entries(game, extra)
    with _for_another_machine():
        bound = binding.Bound(game.rules_modules, [kernels, *extra], _decorate, overrides)
        todo = compiled.typed(game, bound, extra, entries)
        for k, (f, signature) in enumerate(todo):
            if progress:
                progress(f.__name__, k, len(todo))
            compiled.compile_one(bound.twins[f], signature)
        if progress:
            progress("linking", len(todo), len(todo))
        results = {name: next(iter(bound.functions[name].overloads.values())) for name in entries}
        names = [*results, *DEFINED.findall(more)]
        return _linked(_object(results, more, names), names), names


def _decorate(f: FunctionType) -> Any:
    import numba

    njit: Any = numba.njit
    return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, boundscheck=False, forceinline=compiled.is_short(f))(f)


@contextmanager
def _for_another_machine() -> Iterator[None]:
    """Numba writes its text and goes no further: no optimising, no linking, no code for this machine."""
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.cpu import CPUContext

    library: Any = CPUCodeLibrary
    context: Any = CPUContext
    kept = library._optimize_functions, library.finalize, context.get_executable

    def finalize(self: Any) -> None:
        self._finalized = True

    library._optimize_functions = lambda self, module: None
    library.finalize = finalize
    context.get_executable = lambda self, library, fndesc, env: [].append  # a key of its own; nobody calls it
    try:
        yield
    finally:
        library._optimize_functions, library.finalize, context.get_executable = kept


def _object(results: dict[str, Any], more: str, names: list[str]) -> bytes:
    """The object code of everything that the entries need."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default")
    layout = str(machine.target_data)

    def parsed(text: str) -> Any:
        text = PICKLED.sub(_without_contents, TARGET_LINES.sub("", text))
        return llvm.parse_assembly(f'target datalayout = "{layout}"\ntarget triple = "{TRIPLE}"\n{text}')

    whole = parsed(SUPPLIED + more + "".join(_wrapper(name, result) for name, result in results.items()))
    for library in _libraries(results.values()):
        whole.link_in(parsed(str(library._final_module)))
    for symbol in [*whole.functions, *whole.global_variables]:
        if not symbol.is_declaration and symbol.name not in names:
            symbol.linkage = "internal"
    whole.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    code: bytes = machine.emit_object(whole)
    return code


def _without_contents(found: "re.Match[str]") -> str:
    """A constant of the same type, all zeros."""
    head, rest = found.groups()
    kind = rest[: _end_of_type(rest)]
    return f"{head} {kind} zeroinitializer"


def _end_of_type(text: str) -> int:
    """Where the type at the beginning of a text ends.

    >>> _end_of_type("{ ptr, [2 x i32] } { ptr null, …")
    18
    """
    depth = 0
    for k, letter in enumerate(text):
        depth += (letter in "{[") - (letter in "}]")
        if depth == 0 and (letter in "}]" or letter == " "):
            return k + (letter != " ")
    raise HexagoraError(f"not the text of a constant: {text}")


def _libraries(results: Iterable[Any]) -> list[Any]:
    """What was compiled, with all that it calls, each once."""
    found: dict[Any, None] = {}
    todo = [result.library for result in results]
    while todo:
        library = todo.pop(0)
        if library not in found and library.name != COUNTING:
            found[library] = None
            todo += library._linking_libraries
    return list(found)


def _wrapper(name: str, result: Any) -> str:
    """The exported function of an entry: takes the arguments from a block and calls the compiled function.

    Numba passes an array as owner, parent, items, size of an item, data, lengths and strides."""
    from numba import types as t

    lines, given, word = [], ["ptr %block", "ptr %trouble"], 1
    kinds = ["ptr", "ptr"]

    def load(kind: str) -> str:
        nonlocal word
        lines.append(f"%p{word} = getelementptr i64, ptr %block, i32 {word}")
        lines.append(f"%w{word} = load {kind}, ptr %p{word}")
        word += 1
        return f"{kind} %w{word - 1}"

    for argument in result.signature.args:
        if isinstance(argument, t.Integer):
            given.append(load("i64"))
            kinds.append("i64")
            continue
        size = _item_size(argument)
        data, lengths = load("ptr"), [load("i64") for _ in range(argument.ndim)]
        strides = [f"i64 {size}"]
        for k in range(argument.ndim - 1, 0, -1):
            lines.append(f"%s{word}_{k} = mul {strides[0]}, {lengths[k].split()[1]}")
            strides.insert(0, f"i64 %s{word}_{k}")
        items = lengths[0]
        for k in range(1, argument.ndim):
            lines.append(f"%n{word}_{k} = mul {items}, {lengths[k].split()[1]}")
            items = f"i64 %n{word}_{k}"
        given += ["ptr null", "ptr null", items, f"i64 {size}", data, *lengths, *strides]
        kinds += ["ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * argument.ndim)]
    called = f'@"{result.fndesc.llvm_func_name}"'
    body = "\n  ".join(["%trouble = alloca ptr", *lines, f"%status = call i32 {called}({', '.join(given)})",
                        "ret i32 %status"])
    return f'declare i32 {called}({", ".join(kinds)})\ndefine i32 @{name}(ptr %block) {{\n  {body}\n}}\n'


def _item_size(array: Any) -> int:
    from numba.np.numpy_support import as_dtype

    return int(as_dtype(array.dtype).itemsize)


def _linked(code: bytes, names: list[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "game.o"), Path(folder, "game.wasm")
        source.write_bytes(code)
        exports = [f"--export={name}" for name in (*names, "__heap_base")]
        command = [*LINKER, "--no-entry", "--strip-all", "--stack-first", f"-zstack-size={STACK}", *exports,
                   "-o", str(target), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except OSError as e:
            raise HexagoraError(f"the linker cannot be started: {e}; pip install hexagora[artifacts]") from e
        if done.returncode:
            raise HexagoraError(f"the linker failed (pip install hexagora[artifacts] brings one): {done.stderr[:2000]}")
        return target.read_bytes()
