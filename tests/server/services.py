"""PostgreSQL, Redis and nginx on loopback for the tests: Debian's own, installed and started when that is allowed."""

import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.support import free_port

PACKAGES = {"postgres": "postgresql", "redis-server": "redis-server", "nginx": "nginx"}
PATH = os.environ.get("PATH", "") + ":/usr/sbin"
START_SECONDS = 180.0
OWNER = "postgres"
LAST_WORDS = 2000  # characters of a log that are told


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


def _until_ready(ready: Callable[[], bool], process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Waits for a program; one that ends or never answers is told with its own last words."""
    end = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            said = log.read_text("utf8", "replace")[-LAST_WORDS:]
            raise RuntimeError(f"{process.args!r} ended or does not answer: {said}")
        time.sleep(0.05)


def _port_is_open(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Service:
    """A program on loopback that can be killed, started again at the same port, and frozen."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._kept = tempfile.TemporaryDirectory(prefix="hexagora-service-", ignore_cleanup_errors=True)
        self.log = Path(self._kept.name) / "service.log"

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        return _port_is_open(self.port)

    def members(self) -> list[int]:
        """The processes of it that are there."""
        return family(self.process.pid) if self.process and self.process.poll() is None else []

    def start(self) -> None:
        self.kill()  # of one that ended by itself something may be left, with its lock and its shared memory
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd="/")
        _until_ready(self.is_ready, self.process, self.log)

    def signal(self, number: int) -> None:
        """To the program and all that it started."""
        for pid in family(self.process.pid) if self.process else []:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Until nothing is left of it, also of what was started meanwhile."""
        while pids := self.members():
            _end(pids)
        if self.process:
            self.process.wait()

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait()


def _end(pids: list[int]) -> None:
    """Kills processes, and waits until they are gone."""
    with contextlib.ExitStack() as open_files:
        gone = select.poll()
        waiting = 0
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                file = os.pidfd_open(pid)
                open_files.callback(os.close, file)
                signal.pidfd_send_signal(file, signal.SIGKILL)
                gone.register(file, select.POLLIN)
                waiting += 1
        while waiting:
            for file, _ in gone.poll():
                gone.unregister(file)
                waiting -= 1


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
        Path(self._kept.name).chmod(0o755)  # the owner of the data gets there
        self.data = Path(self._kept.name) / "data"
        self.data.mkdir()
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

    def is_ready(self) -> bool:
        return not subprocess.run([_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)],
                                  cwd="/").returncode

    def members(self) -> list[int]:
        """They work in the folder of its data, also when the one that started them is gone."""
        return [pid for pid in _everybody() if _folder(pid) == str(self.data)]

    def create(self) -> None:
        subprocess.run([_program("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "hexagora", "tables"],
                       check=True, capture_output=True, cwd="/")


def _everybody() -> list[int]:
    return [int(one.name) for one in Path("/proc").glob("[0-9]*")]


def _folder(pid: int) -> str:
    """The one that a process works in; none when it is gone."""
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


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
    port, said = int(addresses["listen 8080;"].rpartition(":")[2].rstrip(";")), folder / "nginx.log"
    with said.open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, cwd="/")
    try:
        _until_ready(lambda: _port_is_open(port), process, said)
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
