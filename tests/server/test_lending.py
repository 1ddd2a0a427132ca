"""Bots and hints that think in browsers: told what their person may know, believed as far as the rules go, and never
waited for in vain."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexagora import registry
from hexagora.bots.view import View
from hexagora.engine import wasm
from hexagora.engine.errors import HexagoraError
from hexagora.server import lending, thinkers
from hexagora.server.app import create_app
from hexagora.server.settings import Settings
from hexagora.site import lent
from tests.server.support import PATIENCE, Person, Served, Socket, serving, settings

BOARD: dict[str, Any] = {"game": "hex", "options": {"size": 3, "swap": False}}
ALONE = ["me", {"kind": "bot", "level": "beginner"}]
OF_THREE = next(name for name in registry.SUPPLIED
                if 3 in registry.game(name).facts.players and not registry.game(name).facts.hidden)
HIDDEN = [name for name in registry.SUPPLIED if registry.game(name).facts.hidden]


def site_at(folder: Path, **changed: str) -> Path:
    """As much of a site as a server looks at."""
    modules = {name: (wasm.manifest(registry.game(name)) or {})["sha256"] for name in registry.SUPPLIED}
    for part in lending.FILES:
        (folder / part).mkdir(parents=True)
    (folder / "site" / "thinker.js").write_text("// thinks")
    (folder / lending.MARK).write_text(json.dumps({"modules": modules | changed}))
    return folder


async def _last(self: Any, question: Any, *_: Any) -> tuple[str, float]:
    """The server's own bot plays its last choice, without a process."""
    return question.legal[-1], 0.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("lending")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinkers, "SLACK", PATIENCE)  # a browser is given up when a test says so, not by the clock
        patch.setattr(thinkers.Thinkers, "_by_search", _last)
        with serving(settings(folder, site=str(site_at(folder / "site")), browser_bots=True)) as running:
            yield running


def lends(window: Socket) -> None:
    """Says that this window thinks; the server has heard it when this returns."""
    window.send(type="lend", yes=True)
    window.send(type="ping", id=1)
    window.until("pong")


def asked_after(window: Socket, text: str) -> dict[str, Any]:
    """The question that the server puts to the window after an action of its person."""
    window.send(type="act", seq=window.seq, text=text)
    return window.until("think")


def counted(server: Served) -> list[float]:
    """Answers of windows that were taken, and that were not."""
    return [server.hall.metrics.lent.labels(outcome)._value.get() for outcome in ("answered", "failed")]


def test_a_bot_thinks_in_the_window_of_whoever_plays_alone_with_it(server: Served):
    person, before = Person(server.address), counted(server)
    with person.sit(person.make(**BOARD, seats=ALONE)["table"]) as window:
        window.until("state")
        lends(window)
        asked = asked_after(window, "a1")
        assert asked["question"] == "decide"
        window.send(type="thought", id=asked["id"], text=json.loads(lent.answer(json.dumps(asked))))
        window.until_seq(window.seq + 1)
        assert window.log[1]["seat"] == 2
        assert counted(server) == [before[0] + 1, before[1]]


@pytest.mark.parametrize("answer", [{"text": "a1"}, {"text": "z99"}, {"text": None}, {}])
def test_a_window_that_answers_nonsense_is_not_asked_again(server: Served, answer: dict[str, Any]):
    """The first is taken already, the others are no action at all: our own bot decides, here and from then on."""
    person, before = Person(server.address), counted(server)
    with person.sit(person.make(**BOARD, seats=ALONE)["table"]) as window:
        window.until("state")
        lends(window)
        asked = asked_after(window, "a1")
        window.send(type="thought", id=asked["id"], **answer)
        window.until_seq(window.seq + 1)
        assert window.texts == ["a1", "c3"]
        window.act("b1")
        while len(window.log) < 4:
            assert window.receive()["type"] != "think"
        assert counted(server) == [before[0], before[1] + 1]


def test_a_window_that_says_nothing_is_not_waited_for(server: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thinkers, "SLACK", 0.0)
    person = Person(server.address)
    with person.sit(person.make(**BOARD, seats=ALONE)["table"]) as window:
        window.until("state")
        lends(window)
        asked = asked_after(window, "a1")
        window.until_seq(window.seq + 1)
        log = list(window.log)
        window.send(type="thought", id=asked["id"], text="a1")  # too late, and wrong as well: nobody minds
        window.send(type="ping", id=2)
        window.until("pong")
        assert window.log == log


def test_a_window_that_is_closed_is_not_waited_for(server: Served):
    person = Person(server.address)
    table = person.make(**BOARD, seats=ALONE)["table"]
    with person.sit(table) as other:
        other.until("state")
        with person.sit(table) as window:
            window.until("state")
            lends(window)
            asked_after(window, "a1")
        while len(other.log) < 2:
            other.until("state")
        assert other.texts == ["a1", "c3"]


def test_an_answer_for_another_question_counts_for_nothing(server: Served):
    person = Person(server.address)
    with person.sit(person.make(**BOARD, seats=ALONE)["table"]) as window:
        window.until("state")
        window.send(type="thought", id=1, text="a1")
        lends(window)
        asked = asked_after(window, "a1")
        window.send(type="thought", id=asked["id"] + 1, text="b1")
        window.send(type="thought", id=asked["id"], text="c2")
        window.until_seq(window.seq + 1)
        assert window.texts == ["a1", "c2"]


@pytest.mark.parametrize(("seats", "more"), [(["me", "friend", *ALONE[1:]], {"game": OF_THREE}),
                                             (ALONE, {"game": HIDDEN[0]})])
def test_where_others_play_or_there_are_secrets_bots_stay_at_the_server(server: Served, seats: list[Any],
                                                                        more: dict[str, Any]):
    person = Person(server.address)
    table = person.make_full(seats=seats, **more)["table"]
    with person.sit(table) as window:
        window.until("state")
        lends(window)
        room = server.hall.rooms[table]
        viewer = next(iter(room.telling.viewers))
        assert viewer.lender.ready
        assert not lending.may_think(room.table, viewer.guest)


def test_bots_stay_at_the_server_unless_the_operator_says_otherwise(server: Served, tmp_path: Path,
                                                                    monkeypatch: pytest.MonkeyPatch):
    hints_alone = lending.offer(settings(tmp_path, site=str(site_at(tmp_path / "site"))))
    monkeypatch.setattr(server.hall.thinkers, "offer", hints_alone)
    person = Person(server.address)
    offer = person.http.get("/api/house").json()["thinking"]
    assert (offer["bots"], set(offer["hints"])) == ([], set(registry.SUPPLIED))
    with person.sit(person.make(**BOARD, seats=ALONE)["table"]) as window:
        window.until("state")
        lends(window)
        window.act("a1")
        while len(window.log) < 2:
            assert window.receive()["type"] != "think"


@pytest.mark.parametrize("game", [HIDDEN[0], "hex"])
def test_a_hint_is_thought_where_it_was_asked_for_from_what_its_seat_knows(server: Served, game: str):
    person = Person(server.address)
    made = person.make(game, ["me", "here"], seed="a secret of the table")
    with person.sit(made["table"]) as window:
        window.until("state")
        window.send(type="hint", seq=window.seq, here=True)
        asked = window.until("think")
        match = server.hall.rooms[made["table"]].table.match
    request = asked["request"]
    assert (asked["question"], asked["seq"]) == ("hints", window.seq)
    assert "a secret of the table" not in json.dumps(asked)
    View(game, match.options, request["seat"], base64.b64decode(request["state"]))  # refuses what is not hidden


def test_what_a_worker_finds_is_what_a_process_finds():
    """The same questions, asked in words: a decision, hints and a review."""
    match = registry.game("hex").match(size=3, swap=False)
    shop = thinkers.Thinkers(Settings(), None)  # type: ignore[arg-type]
    asked = {**lending.document("hints", shop.hint_request(match, 1))}
    found = json.loads(lent.answer(json.dumps(asked)))
    assert {hint["text"] for hint in found} <= set(match.legal(1))
    assert json.loads(lent.answer(json.dumps({**asked, "question": "decide"}))) in match.legal(1)


def test_a_review_goes_on_with_every_question():
    from hexagora.engine import matchfile

    match = registry.game("hex").match(size=3, swap=False)
    while not match.over:
        match.play(match.legal(match.actor + 1)[0])
    asked = json.dumps({"question": "review", "match": json.dumps(matchfile.to_document(match))})
    steps = [json.loads(lent.answer(asked))]
    while steps[-1]["review"] is None:
        steps.append(json.loads(lent.answer(asked)))
    assert [step["done"] for step in steps] == sorted({step["done"] for step in steps})
    assert len(steps[-1]["review"]["chances"]) == 2


def test_games_whose_rules_are_others_there_are_not_lent(tmp_path: Path):
    chosen = Settings(site=str(site_at(tmp_path / "site", hex="another")), browser_bots=True)
    offer = lending.offer(chosen)
    assert offer is not None
    assert "hex" not in offer.hints + offer.bots
    assert set(offer.bots) == set(registry.SUPPLIED) - {"hex", *HIDDEN}


def test_only_the_engine_of_a_site_is_lent_and_its_scripts_may_do_what_they_need(server: Served):
    http = Person(server.address).http
    script = http.get(f"{lending.ADDRESS}/site/thinker.js")
    assert (script.status_code, script.headers["content-security-policy"]) == (200, lending.POLICY)
    for other in ("", f"/{lending.MARK}", "/site/..", f"/site/../{lending.MARK}", f"/site/%2e%2e/{lending.MARK}"):
        assert http.get(f"{lending.ADDRESS}{other}").status_code == 404


@pytest.mark.parametrize("wrong", [{"browser_bots": True}, {"site": "nowhere", "browser_bots": True},
                                   {"site": "nowhere"}])
def test_settings_that_cannot_work_are_told_at_the_start(tmp_path: Path, wrong: dict[str, Any]):
    with pytest.raises(HexagoraError, match="hexagora site"):
        create_app(settings(tmp_path, **wrong))
