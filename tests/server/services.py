"""PostgreSQL, Redis and nginx on loopback for the tests: Debian's own, installed and started when that is allowed."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import free_port

PACKAGES = {"postgres": "postgresql", "redis-server": "redis-server", "nginx": "nginx"}
PATH = os.environ.get("PATH", "") + ":/usr/sbin"
START_SECONDS = 180.0
STARTS, PAUSE = 60, 0.25  # what was killed may hold its lock, and its shared memory, for some seconds
OWNER = "postgres"


def _program(name: str) -> str:
    """Where a program is; tries to install it when it is missing."""
    for _ in range(2):
        found = shutil.which(name, path=PATH) or next(
            (str(p) for p in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None)
        if found:
            return found
        _install(PACKAGES.get(name, "postgresql"))
    pytest.skip(f"{name} is not installed and could not be installed")


def _install(package: str) -> None:
    if os.getuid() != 0 or not shutil.which("apt-get"):
        pytest.skip(f"{package} is not installed, and only root can install it with apt-get")
    answer = subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", package], capture_output=True,
                            text=True)
    if answer.returncode:
        pytest.skip(f"{package} cannot be installed: {answer.stderr.strip().splitlines()[-1:]}")


def _port_opens(port: int, process: "subprocess.Popen[bytes]") -> bool:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        time.sleep(0.05)
    return False


class Service:
    """A program on loopback that can be killed, started again at the same port, and frozen."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = Path(os.devnull)

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        for _ in range(STARTS):
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd="/")
            if _port_opens(self.port, self.process):
                return
            self.kill()
            time.sleep(PAUSE)
        pytest.skip("the service did not start on loopback")

    def signal(self, number: int) -> None:
        """To the program and all that it started."""
        for pid in family(self.process.pid) if self.process else []:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        if self.process:
            self.process.wait()

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait()


class Redis(Service):
    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [_program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir",
                "/tmp"]


class Postgresql(Service):
    """A cluster of its own, with its log in a folder; the server refuses to run as root, so its own user runs it then.
    Its data lie where that user gets to: pytest closes its own folder to others whenever a run of it begins."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._kept = tempfile.TemporaryDirectory(prefix="hexagora-postgresql-", ignore_cleanup_errors=True)
        self.data = Path(self._kept.name)
        self.log = folder / "postgresql.log"
        self.prefix = _as_owner(self.data)
        subprocess.run([*self.prefix, _program("initdb"), "-D", str(self.data), "-A", "trust", "-U", "hexagora",
                        "--no-sync"], check=True, capture_output=True, cwd="/")

    @property
    def url(self) -> str:
        return f"postgresql://hexagora@127.0.0.1:{self.port}/tables"

    def command(self) -> list[str]:
        return [*self.prefix, _program("postgres"), "-D", str(self.data), "-p", str(self.port), "-k", str(self.data),
                "-h", "127.0.0.1", "-c", "fsync=off"]

    def create(self) -> None:
        subprocess.run([_program("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "hexagora", "tables"],
                       check=True, capture_output=True, cwd="/")


def family(pid: int) -> list[int]:
    """A process and all that it started, itself last."""
    parents: dict[int, list[int]] = {}
    for found in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents.setdefault(int(found.read_text().rpartition(")")[2].split()[1]), []).append(int(found.parent.name))
    known, waiting = [], [pid]
    while waiting:
        known.append(waiting.pop())
        waiting += parents.get(known[-1], [])
    return known[::-1]


@contextlib.contextmanager
def redis() -> Iterator[str]:
    service = Redis()
    service.start()
    try:
        yield service.url
    finally:
        service.stop()


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    service = Postgresql(folder)
    service.start()
    try:
        service.create()
        yield service.url
    finally:
        service.stop()


@contextlib.contextmanager
def nginx(folder: Path, supplied: Path, addresses: dict[str, str]) -> Iterator[None]:
    """The distribution's nginx with the supplied file, in which only the addresses become those of this machine."""
    text = supplied.read_text("utf8")
    for supposed, here in addresses.items():
        assert text.count(supposed) == 1, f"{supposed} in {supplied.name}"
        text = text.replace(supposed, here)
    folder.chmod(0o755)
    (folder / "nginx.conf").write_text(text, "utf8")
    command = [_program("nginx"), "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", "stderr",
               "-g", "daemon off;"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/")
    try:
        if not _port_opens(int(addresses["listen 8080;"].rpartition(":")[2].rstrip(";")), process):
            pytest.skip("nginx did not start on loopback")
        yield
    finally:
        process.terminate()
        process.wait()


def _as_owner(data: Path) -> list[str]:
    """What runs a program as the owner of its data: it becomes that program. (One that waits for it, as `runuser` does,
    stops itself when the program is frozen, perhaps only after both were told to go on, and never tells of its end.)"""
    if os.getuid() != 0:
        return []
    _program("postgres")
    shutil.chown(data, OWNER)
    return ["setpriv", "--reuid", OWNER, "--regid", OWNER, "--init-groups", "--"]


def stop(url: str) -> None:
    """Stops a Redis server at once, as if it had died."""
    port = url.rpartition(":")[2].partition("/")[0]
    subprocess.run(["redis-cli", "-p", port, "shutdown", "nosave"], capture_output=True)
