"""PostgreSQL, Redis and nginx on loopback for the tests: Debian's own, installed and started when that is allowed."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import free_port

PACKAGES = {"postgres": "postgresql", "redis-server": "redis-server", "nginx": "nginx"}
PATH = os.environ.get("PATH", "") + ":/usr/sbin"
START_SECONDS = 30.0
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


def _wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    pytest.skip("the service did not start on loopback")


@contextlib.contextmanager
def redis() -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen([_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""],
                               stdout=subprocess.DEVNULL, cwd="/tmp")
    try:
        _wait_for_port(port, process)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


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
        _wait_for_port(int(addresses["listen 8080;"].rpartition(":")[2].rstrip(";")), process)
        yield
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A cluster of its own in a folder; the server refuses to run as root, so its own user runs it then."""
    port, data = free_port(), folder / "postgresql"
    data.mkdir()
    prefix = _as_owner(folder, data)
    subprocess.run([*prefix, _program("initdb"), "-D", str(data), "-A", "trust", "-U", "hexagora", "--no-sync"],
                   check=True, capture_output=True, cwd="/")
    process = subprocess.Popen(
        [*prefix, _program("postgres"), "-D", str(data), "-p", str(port), "-k", str(data), "-h", "127.0.0.1",
         "-c", "fsync=off"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        _wait_for_port(port, process)
        subprocess.run([_program("createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "hexagora", "tables"],
                       check=True, capture_output=True, cwd="/")
        yield f"postgresql://hexagora@127.0.0.1:{port}/tables"
    finally:
        process.terminate()
        process.wait()


def _as_owner(folder: Path, data: Path) -> list[str]:
    if os.getuid() != 0:
        return []
    _program("postgres")
    for part in (folder, *folder.parents):
        if part.owner() == "root" and part.is_relative_to("/tmp") and part != Path("/tmp"):
            part.chmod(0o755)
    shutil.chown(data, OWNER)
    return ["runuser", "-u", OWNER, "--"]


def stop(url: str) -> None:
    """Stops a Redis server at once, as if it had died."""
    port = url.rpartition(":")[2].partition("/")[0]
    subprocess.run(["redis-cli", "-p", port, "shutdown", "nosave"], capture_output=True)
