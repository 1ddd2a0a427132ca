"""The supplied deployment as it is: the proxy's file in the distribution's nginx, in front of two servers with the
environment of the image and of the compose file, over PostgreSQL and Redis."""

import contextlib
import os
import re
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
import yaml

from tests.server import services
from tests.server.support import Person, Process, free_port

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
NOT_LOOPBACK_BY_NAME = "127.0.0.2"  # loopback, but to the server an address like that of a container
FEW_TABLES = 3
FEW_LINES, MANY_LINES = 20, 200


@dataclass
class Site:
    address: str
    ports: list[int]
    watch_ports: list[int]
    environment: dict[str, str]
    servers: list[Process] = field(default_factory=list)

    def start(self, *which: int) -> None:
        for k in which:
            server = Process({**self.environment, "HEXAGORA_PORT": str(self.ports[k]),
                              "HEXAGORA_WATCH_PORT": str(self.watch_ports[k])}, self.ports[k])
            server.address = f"http://127.0.0.1:{self.watch_ports[k]}"
            self.servers[k:k + 1] = [server]
        for k in which:
            self.servers[k].ready()


def _image() -> dict[str, str]:
    """The environment that the image sets."""
    return dict(re.findall(r"(HEXAGORA_\w+)=(\S+)", (DEPLOY / "Dockerfile").read_text("utf8")))


def _composed(**chosen: str) -> dict[str, str]:
    """The environment that the compose file sets, with an operator's choices filled in."""
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf8"))["services"]["server-1"]["environment"]

    def fill(reference: re.Match[str]) -> str:
        name, _, default = reference[1].partition(":-")
        return chosen.get(name.partition(":?")[0], default)

    return {name: re.sub(r"\$\{([^}]+)\}", fill, str(value)) for name, value in found.items()}


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with services.postgresql(tmp_path_factory.mktemp("database")) as database, services.redis() as bus:
        yield {"HEXAGORA_DATABASE_URL": database, "HEXAGORA_REDIS_URL": bus}


def _site(stores: dict[str, str], folder: Path, proxies: int, servers: int) -> Iterator[Site]:
    public = free_port()
    environment = {**_image(), **_composed(PUBLIC_URL=f"http://localhost:{public}", SECURE_COOKIE="false",
                                           PROXIES=str(proxies), POSTGRES_PASSWORD="word"),
                   **stores, "HEXAGORA_HOST": NOT_LOOPBACK_BY_NAME, "HEXAGORA_WATCH_HOST": "127.0.0.1",
                   "HEXAGORA_CACHE": str(folder), "HEXAGORA_DATA": str(folder),
                   "HEXAGORA_LIMIT_TABLE_BURST": str(FEW_TABLES), "HEXAGORA_LIMIT_TABLES_PER_MINUTE": "0.001"}
    found = Site(f"http://localhost:{public}", [free_port() for _ in range(servers)],
                 [free_port() for _ in range(servers)], environment)
    try:
        found.start(*range(servers))
        with services.nginx(folder, DEPLOY / "nginx.conf", {
                "server-1:8000": f"{NOT_LOOPBACK_BY_NAME}:{found.ports[0]}",
                "server-2:8000": f"{NOT_LOOPBACK_BY_NAME}:{found.ports[-1]}",
                "visitors 400;": f"visitors {FEW_LINES};",
                "listen 8080;": f"listen 127.0.0.1:{public};", "pid /tmp/nginx.pid;": f"pid {folder}/nginx.pid;"}):
            yield found
    finally:
        for server in found.servers:
            server.kill()


@pytest.fixture(scope="module")
def site(stores: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    yield from _site(stores, tmp_path_factory.mktemp("site"), proxies=1, servers=2)


@pytest.fixture
def behind_another_proxy(stores: dict[str, str], tmp_path: Path) -> Iterator[Site]:
    yield from _site(stores, tmp_path, proxies=2, servers=1)


def test_people_play_through_the_proxy_and_go_on_when_a_server_dies(site: Site):
    anna, ben = Person(site.address).named("Anna"), Person(site.address).named("Ben")
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False})
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as a, ben.sit(made["table"]) as b:
        a.until("state"), b.until("state")
        a.act("a1")
        b.until_seq(a.seq)
        b.act("b1")
        a.until_seq(b.seq)
    site.servers[0].kill()
    for person, action in ((anna, "a2"), (ben, "b2"), (anna, "a3")):
        with person.sit(made["table"]) as window:
            window.until("state")
            window.act(action)
            told = window.texts
    assert told == ["a1", "b1", "a2", "b2", "a3"]
    site.start(0)


def test_no_other_protocol_is_asked_for_through_the_proxy(site: Site):
    """What somebody sends behind such a wish would be taken for the next request on a line that all share."""
    with httpx.Client(base_url=site.address) as http:
        told = http.post("/api/me", json={"name": "Anna"}, headers={"connection": "upgrade", "upgrade": "h2c"})
        assert (told.status_code, told.json()) == (200, {"name": "Anna"})


def test_health_and_figures_have_a_port_of_their_own_and_answer_to_any_name(site: Site):
    for port in site.watch_ports:
        done = subprocess.run([sys.executable, "-m", "hexagora.server.health"], capture_output=True, text=True,
                              env={**os.environ, **site.environment, "HEXAGORA_WATCH_PORT": str(port)})
        assert (done.returncode, done.stderr) == (0, "")
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"host": "server-1:8001"})
        assert figures.status_code == 200
        assert "hexagora_actions_total" in figures.text
        assert httpx.get(f"http://127.0.0.1:{port}/livez").status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 404
    for path in ("/metrics", "/readyz", "/livez"):
        assert httpx.get(site.address + path).status_code == 404
    strange = httpx.get(site.address, headers={"host": "elsewhere.example"})
    assert (strange.status_code, strange.json()["code"]) == (421, "host")


def _tables(address: str, forwarded: list[str]) -> list[int]:
    """The answers to so many wishes for a table, each said to come from somewhere."""
    person, wish = Person(address), {"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}]}
    return [person.http.post("/api/tables", json=wish, headers={"x-forwarded-for": one}).status_code
            for one in forwarded]


def test_nobody_gets_around_a_limit_by_naming_another_address(site: Site):
    # each of the proxy's processes takes the servers in turn for itself: enough requests that both have had their fill
    answers = _tables(site.address, [f"203.0.113.{k}" for k in range(16 * FEW_TABLES)])
    assert answers.count(201) <= len(site.servers) * FEW_TABLES
    assert answers[-1] == 429


def test_where_another_proxy_stands_before_each_visitor_has_a_limit_of_the_own(behind_another_proxy: Site):
    visitors = [f"198.51.100.{k}" for k in range(3 * FEW_TABLES)]
    assert set(_tables(behind_another_proxy.address, visitors)) == {201}
    forging = [f"203.0.113.{k}, 192.0.2.1" for k in range(FEW_TABLES + 1)]
    assert _tables(behind_another_proxy.address, forging) == [201] * FEW_TABLES + [429]


def test_the_proxy_counts_the_lines_of_each_visitor(site: Site):
    port = int(site.address.rpartition(":")[2])
    half = b"POST /api/me HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 9\r\n\r\n" % port
    with contextlib.ExitStack() as lines:
        held: list[socket.socket] = []
        refused: list[socket.socket] = []
        while not refused:
            assert len(held) < MANY_LINES
            held.append(lines.enter_context(socket.create_connection(("127.0.0.1", port))))
            held[-1].sendall(half)
            refused = select.select(held, [], [], 0.01)[0]
        assert len(held) > FEW_LINES
        assert b" 429 " in refused[0].recv(64)
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.3")) as elsewhere:
            assert elsewhere.get(site.address.replace("localhost", "127.0.0.1") + "/api/me",
                                 headers={"host": f"localhost:{port}"}).status_code == 200
