"""A killed server loses nothing that it told anybody, and resumes every table."""

import random
import signal
import threading
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support import Person, Process, Socket, free_port, wait_until

TABLES = 6


def _environment(folder: Path) -> dict[str, str]:
    return {"HEXAGORA_DATABASE_URL": f"sqlite:///{folder / 'tables.sqlite3'}"}


class Player(threading.Thread):
    """Plays both seats of a table as fast as it can until the server is gone; remembers what it was told."""

    def __init__(self, person: Person, table: str, seed: int):
        super().__init__(daemon=True)
        self.person, self.table, self.rng = person, table, random.Random(seed)
        self.told: list[str] = []
        self.seq = 0
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            self._play()
        except BaseException as e:  # told to the test, which knows whether it was time for it
            self.trouble = e

    def _play(self) -> None:
        with self.person.sit(self.table) as window:
            window.until("state")
            while window.state["over"] is None:
                self._remember(window)
                window.act(self.rng.choice(window.choices))
            self._remember(window)

    def _remember(self, window: Socket) -> None:
        self.told, self.seq = window.texts, window.seq


@pytest.mark.parametrize("moment", [3, 40, 150])
def test_no_told_action_is_lost_when_the_server_is_killed(tmp_path: Path, moment: int):
    port = free_port()
    server = Process(_environment(tmp_path), port).ready()
    person = Person(server.address)
    tables = [person.make("hex", ["me", "here"], options={"size": 11})["table"] for _ in range(TABLES)]
    players = [Player(person, table, k) for k, table in enumerate(tables)]
    for player in players:
        player.start()
    wait_until(lambda: any(p.trouble for p in players) or sum(p.seq for p in players) >= moment + TABLES)
    assert not [p.trouble for p in players if p.trouble]
    server.kill()
    for player in players:
        player.join()
        assert player.trouble is None or isinstance(player.trouble, ConnectionClosed | OSError)

    server = Process(_environment(tmp_path), port).ready()
    try:
        for player in players:
            with person.sit(player.table) as window:
                window.until("state")
                assert window.seq >= player.seq
                assert window.texts[: len(player.told)] == player.told
                if window.state["over"] is None:
                    window.act(window.choices[0])
    finally:
        server.stop()
    assert sum(p.seq for p in players) >= moment


def test_a_clean_shutdown_tells_the_viewers_that_it_restarts(tmp_path: Path):
    server = Process(_environment(tmp_path), free_port()).ready()
    person = Person(server.address)
    table = person.make("hex", ["me", "here"])["table"]
    with person.sit(table) as window:
        window.until("state")
        code = server.stop()
        closed = window.until_closed()
    assert code in (0, -signal.SIGTERM)  # the signal is passed on after everything was put away
    assert closed == 1012
