"""What others made and the site needs: Python for browsers (Pyodide, from npm).

It is fetched once, with npm's own tool, checked against the hash below and kept in the user's cache folder. Whoever has
it already, or has no network, can put the file there.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import cache_root

PATIENCE = 600  # seconds
NPM = "npm"


@dataclass(frozen=True)
class Supply:
    """A file, what npm calls it, and the hash of its bytes."""

    wanted: str
    file: str
    sha256: str


RUNTIME = Supply("pyodide@314.0.7", "pyodide-314.0.7.tgz",
                 "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")


class NotFetched(HexagoraError):
    """Something is neither in the cache nor could it be fetched."""


def folder() -> Path:
    return cache_root() / "site"


def fetched(supply: Supply = RUNTIME, tell: Callable[[str], None] = lambda text: None) -> Path:
    """Where the file lies, fetched if it is missing."""
    path = folder() / supply.file
    if path.is_file() and _hash(path) == supply.sha256:
        return path
    tell(f"fetching {supply.wanted} ({NPM})")
    folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder()) as new:
        _fetch(supply, Path(new))
        got = Path(new) / supply.file
        if not got.is_file():
            raise NotFetched(f"{NPM} brought {sorted(p.name for p in Path(new).iterdir())} for "
                             f"{supply.wanted}, not {supply.file}")
        if _hash(got) != supply.sha256:
            raise NotFetched(f"{supply.file} is not the file that is expected: its SHA-256 is {_hash(got)}, it should "
                             f"be {supply.sha256}; it is not used")
        got.replace(path)
    return path


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _fetch(supply: Supply, into: Path) -> None:
    """Asks npm, which knows from where it may fetch."""
    npm = shutil.which(NPM)
    if npm is None:
        raise NotFetched(f"npm is needed once, to fetch {supply.wanted}, and is not installed. {_by_hand(supply)}")
    command = [npm, "pack", supply.wanted, "--silent", "--pack-destination", str(into)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as e:
        raise NotFetched(f"{supply.wanted} could not be fetched: {e}. {_by_hand(supply)}") from None
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise NotFetched(f"{supply.wanted} could not be fetched with {NPM}: "
                         f"{why[-1] if why else 'no reason told'}. {_by_hand(supply)}")


def _by_hand(supply: Supply) -> str:
    return (f"It is fetched once, with a network; or put the file {supply.file} (SHA-256 {supply.sha256[:12]}…) into "
            f"{folder()} yourself.")
