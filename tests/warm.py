"""Compiles every game once before the tests, so that no two test processes do it at the same time."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import hexagora


def compile_game(name: str) -> str:
    command = [sys.executable, "-m", "hexagora", "compile", "--no-search", name]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr


if __name__ == "__main__":
    with ThreadPoolExecutor(2) as pool:
        for told in pool.map(compile_game, hexagora.names()):
            print(told, end="")
