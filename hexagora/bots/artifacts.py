"""Makes the WebAssembly modules of games, rules and search in one: `python -m hexagora.bots.artifacts hex FOLDER`.

Each is made in a process of its own, for the compiler must not have worked for this machine before.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from hexagora.bots.search import modules, overrides
from hexagora.engine import wasm
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder
from hexagora.registry import game as find_game

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def make(game: "Game", folder: Path) -> None:
    """Makes a game's module in this process."""
    from hexagora.engine.wasm_build import build

    code, entries = build(game, modules(game), overrides(game))
    wasm.write(game, code, entries, modules(game), folder)


def is_fresh(game: "Game", folder: Path) -> bool:
    """Whether a folder holds the module of the present sources, whole."""
    about = wasm.manifest(game, folder)
    return about is not None and wasm.is_made_from(about, game, modules(game)) and not wasm.damaged(about, folder)


def make_all(names: list[str], out: Path | None, again: bool = False) -> Iterator[tuple[str, dict[str, object], bool]]:
    """Makes the modules of games, several at once: in a folder of each game's name in `out`, or in the games' own
    folders. What is fresh is left alone. Yields each game with what is known of its module and whether it was made."""
    folders = {name: out / name if out else find_game(name).folder for name in names}
    for folder in folders.values():
        make_folder(folder)

    def work(name: str) -> bool:
        if not again and is_fresh(find_game(name), folders[name]):
            return False
        command = [sys.executable, "-m", "hexagora.bots.artifacts", name, str(folders[name])]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise HexagoraError(f"the WebAssembly of {name} cannot be made: {done.stderr.strip()[-2000:]}")
        return True

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for name, made in zip(folders, pool.map(work, folders), strict=True):
            yield name, wasm.manifest(find_game(name), folders[name]) or {}, made


if __name__ == "__main__":
    try:
        make(find_game(sys.argv[1]), Path(sys.argv[2]))
    except HexagoraError as e:
        sys.exit(str(e))
