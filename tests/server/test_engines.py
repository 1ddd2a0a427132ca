"""Programs that the operator named take seats at tables; whatever they do, the table goes on."""

import base64
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexagora.bots.view import View
from hexagora.engine.errors import HexagoraError
from hexagora.server import engines
from hexagora.server.settings import engines as named
from hexagora.server.settings import from_environment
from tests.server.support import Person, Served, Socket, serving, settings, wait_until

PROGRAM = """
import json, os, sys
heard = open(sys.argv[1], "a")
for line in sys.stdin:
    print(line.strip(), file=heard, flush=True)
    message, answer = json.loads(line), None
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "toy", "games": ["hex", "hexcape"]}
    elif message["type"] == "match":
        answer = {"type": "ok"}
    elif message["type"] == "position":
        legal = message["legal"]
    elif message["type"] == "go":
        answer = {"type": "best", "id": message["id"], "action": legal[-1]}
        %s
    if answer:
        print(json.dumps(answer), flush=True)
"""
AT_ONCE = {"game": "hex", "options": {"size": 3, "swap": False}}


class Toy:
    """A program that plays the last of its choices and writes down what it is told."""

    def __init__(self, folder: Path, when_asked: str = "pass"):
        self.file, self.heard_in = folder / "toy.py", folder / "heard"
        self.file.write_text(PROGRAM % when_asked)
        self.command = shlex.join([sys.executable, str(self.file), str(self.heard_in)])

    def heard(self, kind: str) -> list[dict[str, Any]]:
        whole = self.heard_in.read_text().rpartition("\n")[0]  # a long line may still be being written
        messages = [json.loads(line) for line in whole.splitlines()]
        return [m for m in messages if m["type"] == kind]


def offered(server: Served, game: str = "hex") -> list[str]:
    games = Person(server.address).http.get("/api/games").json()
    return [engine["id"] for one in games if one["id"] == game for engine in one["engines"]]


def play_until(window: Socket, done: Callable[[], bool]) -> None:
    """Plays the first choice whenever there is one, until something is so."""
    window.until("state")
    while not done():
        if window.choices:
            window.act(window.choices[0])
        else:
            window.until("state")


def test_a_program_takes_a_seat_and_plays_to_the_end(tmp_path: Path):
    toy = Toy(tmp_path)
    with serving(settings(tmp_path, engines=(("Toy", toy.command),))) as server:
        wait_until(lambda: offered(server) == ["engine:Toy"])
        person = Person(server.address)
        made = person.make(**AT_ONCE, seats=["me", {"kind": "bot", "level": "engine:Toy"}])
        with person.sit(made["table"]) as window:
            play_until(window, lambda: bool(window.state["over"]))
            assert (window.state["seats"][1]["name"], window.state["seats"][1]["level"]) == ("Toy", "program")
            assert window.texts[:4] == ["a1", "c3", "b1", "b3"]
        assert [m["seat"] for m in toy.heard("match")] == [2]
        assert server.hall.metrics.bot_failures._value.get() == 0
    assert toy.heard("position")[0]["log"] == ["a1"]


def test_a_program_is_told_only_what_its_seat_may_know(tmp_path: Path):
    toy = Toy(tmp_path)
    with serving(settings(tmp_path, engines=(("Toy", toy.command),))) as server:
        wait_until(lambda: offered(server, "hexcape"))
        person = Person(server.address)
        made = person.make("hexcape", ["me", {"kind": "bot", "level": "engine:Toy"}], seed="a secret of the table")
        with person.sit(made["table"]) as window:
            play_until(window, lambda: len(toy.heard("position")) >= 3)
        options = server.hall.rooms[made["table"]].table.match.options
    assert "a secret of the table" not in toy.heard_in.read_text()
    for message in toy.heard("position"):
        assert "seed" not in message["position"]
        View("hexcape", options, 2, base64.b64decode(message["state"]))  # refuses what is not hidden


def test_only_programs_that_play_the_game_are_offered_and_taken(tmp_path: Path):
    with serving(settings(tmp_path, engines=(("Toy", Toy(tmp_path).command), ("Gone", "no-such-program")))) as server:
        wait_until(lambda: offered(server) == ["engine:Toy"])
        assert offered(server, "sigil") == []
        for game, level in (("sigil", "engine:Toy"), ("hex", "engine:Gone"), ("hex", "engine:rm -r /")):
            seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
            answer = Person(server.address).http.post("/api/tables", json={"game": game, "seats": seats})
            assert (answer.status_code, answer.json()["code"]) == (422, "bad-level")


def test_a_program_may_stand_in_for_a_friend_who_leaves_without_giving_the_seat_its_name(tmp_path: Path):
    with serving(settings(tmp_path, engines=(("Toy", Toy(tmp_path).command), ("Odd", "toy 'a")))) as server:
        wait_until(lambda: offered(server) == ["engine:Toy"])
        person = Person(server.address)
        made = person.make(**AT_ONCE, seats=["me", {"kind": "friend", "level": "engine:Toy"}])
        seats = person.http.get(f"/api/tables/{made['table']}").json()["seats"]
        assert [seat["name"] for seat in seats] == ["Player 1", "Open seat"]


@pytest.mark.parametrize("what", ["sys.exit(3)", "answer = None", "answer['action'] = 'z99'", "print('hm')"])
def test_when_a_program_fails_our_own_bot_plays_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str):
    monkeypatch.setattr("hexagora.bots.external.GRACE", 0.2)
    monkeypatch.setattr(engines, "PATIENCE", 1)
    toy = Toy(tmp_path, what)
    with serving(settings(tmp_path, engines=(("Toy", toy.command),), engine_seconds=0.2)) as server:
        wait_until(lambda: offered(server))
        person = Person(server.address)
        made = person.make(**AT_ONCE, seats=["me", {"kind": "bot", "level": "engine:Toy"}])
        with person.sit(made["table"]) as window:
            play_until(window, lambda: bool(window.state["over"]))
        assert len(toy.heard("go")) == 1  # after its failure it is left in peace
        assert server.hall.metrics.bot_failures._value.get() >= 1


def test_a_program_that_is_no_longer_there_is_replaced(tmp_path: Path):
    toy = Toy(tmp_path)
    with serving(settings(tmp_path, engines=(("Toy", toy.command),))) as server:
        wait_until(lambda: offered(server))
        person = Person(server.address)
        made = person.make(**AT_ONCE, seats=["me", {"kind": "bot", "level": "engine:Toy"}])
    with serving(settings(tmp_path)) as server:
        person.address = server.address
        with person.sit(made["table"]) as window:
            play_until(window, lambda: bool(window.state["over"]))


def test_programs_end_with_the_server(tmp_path: Path):
    with serving(settings(tmp_path, engines=(("Toy", Toy(tmp_path).command),))) as server:
        wait_until(lambda: offered(server))
        (process,) = server.hall.thinkers.engines._programs["Toy"].running
        assert process.runs
    assert not process.runs


def test_programs_are_named_in_the_environment_or_on_the_command_line():
    assert from_environment({"HEXAGORA_ENGINES": "Dice=python dice.py; Old Wolf = wolf --fast=1 ;"}).engines == (
        ("Dice", "python dice.py"), ("Old Wolf", "wolf --fast=1"))
    assert named(["A=a; b"]) == (("A", "a; b"),)


@pytest.mark.parametrize("text", ["dice.py", "=dice.py", "Dice=", "<b>=x", "x" * 41 + "=y", "../x=y"])
def test_a_program_that_is_named_wrongly_is_told_with_an_example(text: str):
    with pytest.raises(HexagoraError, match="NAME=COMMAND"):
        named([text])


def test_two_programs_of_one_name_are_refused():
    with pytest.raises(HexagoraError, match="two engines have the name 'A'"):
        from_environment({"HEXAGORA_ENGINES": "A=x;A=y"})
