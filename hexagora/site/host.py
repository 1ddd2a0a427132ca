"""In a worker that thinks: the games' WebAssembly is run by the browser, beside Python, which is WebAssembly itself."""

import pickle
from typing import Any

from hexagora.bots import questions
from hexagora.engine import wasm
from hexagora.engine.errors import HexagoraError
from hexagora.registry import game as find_game


class Browser:
    """An instance beside Python's own; `engine.wasm.Host`."""

    def __init__(self, program: Any):
        import js
        from pyodide.ffi import to_js

        self._array = js.Uint8Array
        self._exports = js.WebAssembly.Instance.new(program, to_js({})).exports
        self._memory = self._exports.memory
        self._functions: dict[str, Any] = {}
        self._look()

    @staticmethod
    def program(code: bytes) -> Any:
        import js
        from pyodide.ffi import to_js

        return js.WebAssembly.Module.new(to_js(code))

    def _look(self) -> None:
        """The memory as it is now; one that grows is another."""
        self._bytes = self._array.new(self._memory.buffer)

    def read(self, start: int, size: int) -> bytes:
        return bytes(self._bytes.subarray(start, start + size).to_bytes())

    def write(self, start: int, data: bytes) -> None:
        self._bytes.subarray(start, start + len(data)).assign(data)

    def grow(self, pages: int) -> None:
        self._memory.grow(pages)
        self._look()

    def size(self) -> int:
        return int(self._bytes.length)

    def heap(self) -> int:
        return int(getattr(self._exports, "__heap_base").value)

    def call(self, name: str, block: int) -> int:
        if name not in self._functions:
            self._functions[name] = getattr(self._exports, name)
        return int(self._functions[name](block))


def start() -> None:
    """From here on the browser runs what the search needs."""
    wasm.use(Browser)


def bring(game: str, module: Any) -> None:
    """Lays a game's WebAssembly where it belongs."""
    (find_game(game).folder / wasm.MODULE).write_bytes(module.to_bytes())


def think(name: str, asked: Any) -> Any:
    """The answer to a question of `thoughts.Workers`. Both sides are this program, as with processes of a server."""
    from pyodide.ffi import to_js

    if name not in questions.RANKS:
        raise HexagoraError(f"there is no question {name!r}; there are: {', '.join(questions.RANKS)}")
    return to_js(pickle.dumps(getattr(questions, name)(pickle.loads(asked.to_bytes()))))
