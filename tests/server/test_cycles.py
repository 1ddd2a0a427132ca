"""What people do leaves no cycles behind, so that the server need not look for any while they play."""

import gc
import multiprocessing
from collections import Counter
from pathlib import Path

import pytest

from hexagora.server import cycles
from hexagora.server.cycles import Looks
from tests.server.support import Person, serving, settings, wait_until

CHAPTERS = "/api/me", "/api/tables?which=open", "/api/tables?which=mine", "/api/tables?which=over", "/api/games"


def _what_people_do(address: str) -> None:
    """From the lobby to the end of a match, with what is said and looked at on the way."""
    host, friend = Person(address), Person(address)
    made = host.named("Anna").make("hex", ["me", "friend"], options={"size": 3, "swap": False}, public=True)
    friend.follow(made["links"][0]["url"])
    with host.sit(made["table"]) as one, friend.sit(made["table"]) as other:
        for window in (one, other):
            window.until("state")
        one.send(type="chat", text="hello")
        other.until("chat")
        for seq, text in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
            (one if seq % 2 else other).send(type="act", seq=seq, text=text)
            for window in (one, other):
                window.until_seq(seq + 1)
        assert one.state["over"]
    for path in (*CHAPTERS, f"/api/tables/{made['table']}", f"/api/tables/{made['table']}/match", "/", "/nowhere"):
        host.http.get(path)
    for person in (host, friend):
        person.http.close()


def _elsewhere(address: str) -> None:
    """The same from another process: the library with which we ask leaves cycles behind."""
    people = multiprocessing.get_context("spawn").Process(target=_what_people_do, args=(address,))
    people.start()
    people.join()
    assert people.exitcode == 0


def test_what_people_do_leaves_no_cycles_behind(tmp_path: Path):
    with serving(settings(tmp_path)) as server:
        for _ in range(3):  # what is kept for the next time is made now
            _elsewhere(server.address)
        wait_until(lambda: not server.lines)
        gc.collect()
        gc.disable()
        try:
            _elsewhere(server.address)
            wait_until(lambda: not server.lines)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            left = Counter(type(found).__qualname__ for found in gc.garbage)
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
    assert not left


def test_everything_is_looked_at_when_nobody_plays_or_when_much_has_come_together(monkeypatch: pytest.MonkeyPatch):
    now, acted, kept, looks = [0.0], [0], [1000], [0]

    def collect() -> None:
        looks[0] += 1
        now[0] += 0.4

    monkeypatch.setattr(cycles.gc, "collect", collect)
    monkeypatch.setattr(cycles.gc, "freeze", lambda: None)
    monkeypatch.setattr(cycles.gc, "set_threshold", lambda *_: None)
    monkeypatch.setattr(cycles.time, "thread_time", lambda: now[0])
    monkeypatch.setattr(cycles.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(cycles.sys, "getallocatedblocks", lambda: kept[0])
    due = Looks(lambda: acted[0])
    assert not due.is_due()
    now[0] += 399.0
    assert not due.is_due(), "a look that takes long is rare"
    now[0] += 1.0
    acted[0] += 1
    assert not due.is_due(), "somebody plays"
    assert due.is_due(), "nobody plays"
    due.look()
    kept[0] = 2000
    assert not due.is_due()
    kept[0] = 2001
    assert due.is_due(), "twice as much has come together"
    due.look()
    assert not due.is_due()
    assert looks == [3]
