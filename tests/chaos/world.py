"""The servers, their database and their bus, and all that is done to them."""

import asyncio
import contextlib
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx

from tests.chaos.clock import Clock
from tests.chaos.verdict import Verdict
from tests.server.services import Postgresql, Redis, family
from tests.server.support import GENEROUS, free_port

READY_SECONDS = 60.0  # after which a server that is not ready again hangs
STOP_SECONDS = 30.0
ECHO_SECONDS = 25.0  # so long after a fault a refusal may still be its consequence
UNLIMITED, NO_SPACE = "unlimited", "4096"  # bytes beyond which nothing can be written to a file while the disk is full
MOST_FILES = 60  # open files beyond those that a server had when it was ready
MOST_MEMORY_MIB = 700
KIB = 1024


class Server:
    """One server process; it can be killed and comes back at the same port."""

    def __init__(self, name: str, folder: Path, environment: dict[str, str]):
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        limits = {f"HEXAGORA_LIMIT_{k.upper()}": str(v) for k, v in vars(GENEROUS).items()}
        self.environment = {**os.environ, **limits, "HEXAGORA_PORT": str(self.port), "HEXAGORA_BOT_PAUSE": "0",
                            "HEXAGORA_BOT_WORKERS": "1", "HEXAGORA_SWEEP_SECONDS": "2",
                            "HEXAGORA_LOG_LEVEL": "warning", **environment}
        self.process: subprocess.Popen[bytes] | None = None
        self.files = 0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([sys.executable, "-m", "hexagora.server"], env=self.environment,
                                            stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)

    async def until_ready(self) -> bool:
        """Waits until it can write; starts it again when it ends, as whoever operates it would."""
        clock = Clock(self.pids)
        async with httpx.AsyncClient(timeout=5) as http:
            while clock.seconds() < READY_SECONDS:
                if self.process is None or self.process.poll() is not None:
                    self.start()
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"{self.address}/readyz")).status_code == 200:
                        self.files = self.files or len(self.open_files())
                        return True
                await asyncio.sleep(0.1)
        return False

    def pids(self) -> list[int]:
        return [self.process.pid] if self.process else []

    def signal(self, number: int) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)

    async def ended(self, seconds: float) -> bool:
        """Whether it, and whatever it started, is gone in time."""
        assert self.process is not None
        session, clock = self.process.pid, Clock(self.pids)
        while clock.seconds() < seconds:
            if self.process.poll() is not None and not _members(session):
                self.files = 0
                return True
            await asyncio.sleep(0.05)
        return False

    def open_files(self) -> list[str]:
        assert self.process is not None
        return os.listdir(f"/proc/{self.process.pid}/fd")

    def memory_mib(self) -> float:
        assert self.process is not None
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        return int(found[1]) / KIB if found else 0.0


def _members(session: int) -> list[int]:
    """The processes of a session; zombies are gone already."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, sid = path.read_text().rpartition(")")[2].split()[:4]
            if int(sid) == session and state != "Z":
                found.append(int(path.parent.name))
    return found


class World:
    """What the two worlds have in common."""

    name = ""

    def __init__(self, folder: Path, rng: random.Random, verdict: Verdict, longest: float):
        self.folder, self.rng, self.verdict, self.longest = folder, rng, verdict, longest
        self.servers: list[Server] = []
        self.windows: set[object] = set()
        self.ending = False
        self._last_fault = float("-inf")
        self._at_fault = False  # until all servers are ready again, however long that takes
        self._clock = Clock(lambda: [pid for server in self.servers for pid in server.pids()])

    def database_url(self) -> str:
        raise NotImplementedError

    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        return [self.kill_a_server, self.stop_a_server, self.freeze_a_server, self.cut_connections,
                self.stall_connections]

    async def open(self) -> None:
        for server in self.servers:
            server.start()
        await self._recovered()

    async def close(self) -> None:
        """Stops the servers; whatever is left of them is a leak."""
        for server in self.servers:
            server.signal(signal.SIGTERM)
        for server in self.servers:
            if not await server.ended(STOP_SECONDS):
                self.verdict.fail(f"hang: a server does not stop, or leaves processes behind ({server.log})")

    def clean_up(self) -> None:
        for server in self.servers:
            if server.process:
                for pid in {*family(server.process.pid), *_members(server.process.pid)}:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                server.process.wait()

    def someone(self) -> Server:
        return self.rng.choice(self.servers)

    @property
    def troubled(self) -> bool:
        """Whether a refusal may be the consequence of a fault."""
        return self._at_fault or self.calm_seconds() - self._last_fault < ECHO_SECONDS

    def calm_seconds(self) -> float:
        """The time by which people say that something hangs: it stands still during faults."""
        return self._clock.calm(self._at_fault)

    async def break_things(self, seconds: float) -> None:
        """One fault after the other, each kind in turn, in ever new order: every kind once, and on for so long."""
        end, waiting, missing = time.monotonic() + seconds, [], len(self.faults())
        while missing > 0 or time.monotonic() < end:
            missing -= 1
            if not waiting:
                waiting = self.faults()
                self.rng.shuffle(waiting)
            await asyncio.sleep(self.rng.uniform(0.2, min(3.0, self.longest)))
            fault = waiting.pop()
            self.verdict.counts[f"fault: {fault.__name__.replace('_', ' ')}"] += 1
            self.calm_seconds()
            self._at_fault = True
            await fault()
            await self._recovered()
            self._last_fault = self.calm_seconds()
            self._at_fault = False

    async def _recovered(self) -> None:
        ready = await asyncio.gather(*(server.until_ready() for server in self.servers))
        if not all(ready):
            logs = ", ".join(str(s.log) for s, up in zip(self.servers, ready, strict=True) if not up)
            self.verdict.fail(f"hang: not ready {READY_SECONDS:.0f} s after the trouble ended ({logs})")

    async def _for_a_while(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.3, self.longest))

    async def kill_a_server(self) -> None:
        server = self.someone()
        server.signal(signal.SIGKILL)
        if not await server.ended(STOP_SECONDS):
            self.verdict.fail("leak: processes of a killed server live on")

    async def stop_a_server(self) -> None:
        server = self.someone()
        server.signal(signal.SIGTERM)
        if not await server.ended(STOP_SECONDS):
            self.verdict.fail(f"hang: a server does not stop ({server.log})")

    async def freeze_a_server(self) -> None:
        server = self.someone()
        server.signal(signal.SIGSTOP)
        await self._for_a_while()
        server.signal(signal.SIGCONT)

    async def cut_connections(self) -> None:
        for window in self.rng.sample(sorted(self.windows, key=id), len(self.windows) // 2):
            window.cut()  # type: ignore[attr-defined]

    async def stall_connections(self) -> None:
        chosen = self.rng.sample(sorted(self.windows, key=id), len(self.windows) // 2)
        for window in chosen:
            window.stalled = True  # type: ignore[attr-defined]
        await self._for_a_while()
        for window in chosen:
            window.stalled = False  # type: ignore[attr-defined]

    async def look_for_leaks(self) -> None:
        """After everybody has left."""
        async with httpx.AsyncClient(timeout=20) as http:
            for server in self.servers:
                clock = Clock(server.pids)
                while "hexagora_sockets 0.0" not in (await http.get(f"{server.address}/metrics")).text:
                    if clock.seconds() > READY_SECONDS:
                        self.verdict.fail(f"leak: sockets stay open although everybody has left ({server.log})")
                    await asyncio.sleep(0.2)
                while (files := len(server.open_files())) > server.files + MOST_FILES:
                    if clock.seconds() > READY_SECONDS:
                        self.verdict.fail(f"leak: {files} open files, {server.files} in the beginning")
                    await asyncio.sleep(0.2)
                self.verdict.counts["most memory, MiB"] = max(self.verdict.counts["most memory, MiB"],
                                                              int(server.memory_mib()))
                if server.memory_mib() > MOST_MEMORY_MIB:
                    self.verdict.fail(f"leak: {server.memory_mib():.0f} MiB of memory")

    def look_at_logs(self, secrets: set[str]) -> None:
        for server in self.servers:
            text = server.log.read_text("utf8", "replace")
            for secret in secrets:
                if secret in text:
                    self.verdict.fail(f"leak: a secret is in the log ({server.log})")
            if "Traceback" in text:
                where = text.index("Traceback")
                self.verdict.fail(f"error: {text[where:where + 3000]} ({server.log})")


def limit_files(pids: list[int], size: str, as_owner: Sequence[str] = ()) -> None:
    """What a full disk is to processes: no file can grow beyond a size. Their owner may do that to them."""
    each = "; ".join(f"prlimit --pid {pid} --fsize={size}:{UNLIMITED}" for pid in pids)
    subprocess.run([*as_owner, "sh", "-c", each], cwd="/", stderr=subprocess.DEVNULL)  # some may be gone by now


class OnSqlite(World):
    """One server, one file."""

    name = "sqlite"

    def __init__(self, folder: Path, rng: random.Random, verdict: Verdict, longest: float):
        super().__init__(folder, rng, verdict, longest)
        self.file = folder / "tables.sqlite3"
        self.servers = [Server("server", folder, {"HEXAGORA_DATABASE_URL": self.database_url()})]

    def database_url(self) -> str:
        return f"sqlite:///{self.file}"

    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        return [*super().faults(), self.fill_the_disk, self.freeze_the_database]

    async def fill_the_disk(self) -> None:
        process = self.servers[0].process
        assert process is not None
        limit_files([process.pid], NO_SPACE)
        await self._for_a_while()
        limit_files([process.pid], UNLIMITED)

    async def freeze_the_database(self) -> None:
        """Somebody else holds the lock."""
        other = sqlite3.connect(self.file, isolation_level=None, timeout=20)
        other.execute("BEGIN IMMEDIATE")
        await self._for_a_while()
        other.execute("ROLLBACK")
        other.close()


class OnPostgresql(World):
    """Two servers over PostgreSQL and Redis."""

    name = "postgresql"

    def __init__(self, folder: Path, rng: random.Random, verdict: Verdict, longest: float):
        super().__init__(folder, rng, verdict, longest)
        self.database, self.bus = Postgresql(folder), Redis()
        environment = {"HEXAGORA_DATABASE_URL": self.database.url, "HEXAGORA_REDIS_URL": self.bus.url}
        self.servers = [Server(f"server-{k}", folder, environment) for k in (1, 2)]

    def database_url(self) -> str:
        return self.database.url

    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        return [*super().faults(), self.kill_the_database, self.freeze_the_database, self.fill_the_disk,
                self.kill_the_bus, self.freeze_the_bus]

    async def open(self) -> None:
        await asyncio.to_thread(self.database.start)
        await asyncio.to_thread(self.database.create)
        await asyncio.to_thread(self.bus.start)
        await super().open()

    def clean_up(self) -> None:
        super().clean_up()
        for service in (self.database, self.bus):
            service.signal(signal.SIGCONT)
            service.kill()

    async def kill_the_database(self) -> None:
        await asyncio.to_thread(self.database.kill)
        await self._for_a_while()
        await asyncio.to_thread(self.database.start)

    async def freeze_the_database(self) -> None:
        self.database.signal(signal.SIGSTOP)
        await self._for_a_while()
        self.database.signal(signal.SIGCONT)

    async def fill_the_disk(self) -> None:
        """PostgreSQL ends all its processes when its log cannot grow, and starts them anew; those can write again."""
        assert self.database.process is not None
        everyone = family(self.database.process.pid)
        limit_files(everyone, NO_SPACE, self.database.prefix)
        await self._for_a_while()
        for _ in range(2):  # what is started during the first time may inherit the limit
            everyone = [*dict.fromkeys([*everyone, *family(self.database.process.pid)])]
            limit_files(everyone[::-1], UNLIMITED, self.database.prefix)

    async def _recovered(self) -> None:
        keeping = asyncio.create_task(self._keep_database_up())
        try:
            await super()._recovered()
        finally:
            keeping.cancel()

    async def _keep_database_up(self) -> None:
        """After a full disk it may give up altogether, at once or in a while: then it is started again."""
        while True:
            if self.database.process is None or self.database.process.poll() is not None:
                await asyncio.to_thread(self.database.start)
            await asyncio.sleep(0.2)

    async def kill_the_bus(self) -> None:
        await asyncio.to_thread(self.bus.kill)
        await self._for_a_while()
        await asyncio.to_thread(self.bus.start)

    async def freeze_the_bus(self) -> None:
        self.bus.signal(signal.SIGSTOP)
        await self._for_a_while()
        self.bus.signal(signal.SIGCONT)
