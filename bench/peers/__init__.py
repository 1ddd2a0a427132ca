"""Other people's engines, each measured in its own process and in an environment apart from the product's.

    run("openspiel-bots", seconds=3.0)   ->  {"name", "steps", "games", "cpu_seconds", "wall_seconds", "note"}

`python -m bench.peers` makes the environment when needed and prints one line for each peer.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
REQUIREMENTS = BENCH / "requirements-peers.txt"
ENVIRONMENT = BENCH / ".venv-peers"
PEERS = {
    "openspiel-bots": ("openspiel_hex", "--mode", "bots"),
    "openspiel-rollout": ("openspiel_hex", "--mode", "rollout"),
    "openspiel-python": ("openspiel_hex", "--mode", "python"),
    "openspiel-mcts": ("openspiel_hex", "--mode", "mcts"),
    "pgx": ("pgx_hex",),
    "envpool": ("envpool_2048",),
    "catanatron": ("catanatron_random",),
}
START_UP = 300  # seconds a peer may need beyond its measuring time, mostly for compilation


class PeerMissing(RuntimeError):
    """A peer cannot be measured here; the message says what is missing."""


def _call(command: list[str], purpose: str, timeout: float | None = None) -> str:
    try:
        done = subprocess.run(command, cwd=BENCH.parent, capture_output=True, text=True, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerMissing(f"{purpose}: {error}") from error
    if done.returncode:
        last = "\n".join(done.stderr.strip().splitlines()[-5:])
        raise PeerMissing(f"{purpose}: exit status {done.returncode}\n{last}")
    return done.stdout


def setup() -> Path:
    """The Python of the peers' environment, which is made or brought up to date on demand."""
    python = ENVIRONMENT / "bin" / "python"
    mark = ENVIRONMENT / "requirements.sha256"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if python.exists() and mark.exists() and mark.read_text() == wanted:
        return python
    _call([sys.executable, "-m", "venv", str(ENVIRONMENT)], "A virtual environment for the peers cannot be made")
    install = [str(python), "-m", "pip", "install", "-q", "-r", str(REQUIREMENTS)]
    _call(install, f"The peers' packages ({REQUIREMENTS.name}) cannot be installed")
    mark.write_text(wanted)
    return python


def run(peer: str, seconds: float = 3.0) -> dict:
    """Measures one peer in a process of its own; returns the line it printed."""
    module, *options = PEERS[peer]
    command = [str(setup()), "-m", f"bench.peers.{module}", *options, "--seconds", str(seconds)]
    lines = _call(command, f"The peer {peer} does not run", timeout=seconds + START_UP).strip().splitlines()
    if not lines:
        raise PeerMissing(f"The peer {peer} printed nothing")
    return json.loads(lines[-1])
