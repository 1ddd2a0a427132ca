"""Of several that want the same turn one wins; what is stale, repeated or illegal is refused and changes nothing."""

import threading
import weakref
from dataclasses import replace
from pathlib import Path

from tests.server.support import GENEROUS, Person, Served, serving, settings, wait_until


def _table(server: Served, **more) -> tuple[Person, str]:
    person = Person(server.address)
    return person, person.make("hex", ["me", "here"], options={"size": 5}, **more)["table"]


def test_a_repeated_action_is_refused_and_a_fresh_state_follows(server: Served):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.send(type="act", seq=1, text="a1")
        window.send(type="act", seq=1, text="a1")
        assert window.until_error()["code"] == "stale"
        window.until("state")
        assert (window.seq, window.texts) == (2, ["a1"])


def test_an_action_of_the_future_is_refused(server: Served):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.send(type="act", seq=7, text="a1")
        assert window.until_error()["code"] == "stale"


def test_an_illegal_action_says_what_would_be_right(server: Served):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.send(type="act", seq=1, text="z9")
        error = window.until_error()
        assert error["code"] == "illegal"
        assert "legal: 'a1'" in error["error"] or "did you mean" in error["error"]
        assert window.act("a1")["seq"] == 2


def test_of_many_windows_that_click_at_once_one_wins(server: Served):
    person, table = _table(server)
    windows = [person.sit(table) for _ in range(6)]
    for window in windows:
        window.until("state")
    barrier = threading.Barrier(len(windows))
    refused = []

    def click(k: int) -> None:
        barrier.wait()
        windows[k].send(type="act", seq=1, text=f"a{k % 5 + 1}")
        while True:
            message = windows[k].receive()
            if message["type"] == "error":
                refused.append(message["code"])
            if message["type"] == "state" and message["seq"] == 2:
                return

    threads = [threading.Thread(target=click, args=(k,)) for k in range(len(windows))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for window in windows:
        window.send(type="ping")
        while (message := window.receive())["type"] != "pong":
            if message["type"] == "error":
                refused.append(message["code"])
    assert len({tuple(w.texts) for w in windows}) == 1
    assert len(windows[0].texts) == 1
    assert refused == ["stale"] * (len(windows) - 1)
    for window in windows:
        window.__exit__()


def test_two_servers_over_one_database_never_both_accept(tmp_path: Path):
    """Without a bus, so that each believes to be alone: the database alone keeps the order."""
    with serving(settings(tmp_path)) as first, serving(settings(tmp_path)) as second:
        person, table = _table(first)
        with person.sit(table) as here:
            here.until("state")
            person.address = second.address
            with person.sit(table) as there:
                there.until("state")
                here.act("a1")
                there.send(type="act", seq=1, text="b2")
                assert there.until_error()["code"] == "stale"
                there.until_seq(2)
                assert there.texts == ["a1"]
                assert there.act("b2")["seq"] == 3
                here.send(type="act", seq=2, text="c3")
                assert here.until_error()["code"] == "stale"
                here.until_seq(3)
                assert here.texts == ["a1", "b2"]


def test_reconnecting_shows_the_present_at_once(server: Served):
    person, table = _table(server)
    with person.sit(table) as window:
        window.until("state")
        window.act("a1")
    with person.sit(table) as window:
        assert window.receive()["seq"] == 2
        assert window.texts == ["a1"]


def test_a_table_that_everybody_left_is_freed_and_comes_back(tmp_path: Path):
    with serving(settings(tmp_path, limits=replace(GENEROUS, idle_tables=0))) as server:
        person, table = _table(server)
        with person.sit(table) as window, person.sit(table) as other:
            window.until("state"), other.until("state")
            assert window.act("a1") == other.until_seq(2)
            room = weakref.ref(server.hall.rooms[table])
        wait_until(lambda: not server.hall.rooms and room() is None)
        with person.sit(table) as window:
            window.until("state")
            assert window.texts == ["a1"]
