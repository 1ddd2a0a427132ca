"""Puzzles over HTTP: what is asked is shown to whoever is asked, and the answer only when it was found or given up."""

import pytest

from hexagora import registry
from hexagora.engine import puzzles
from tests.server.support import Person, Served

WITH_PUZZLES = [name for name in registry.names() if puzzles.of(registry.game(name))]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_puzzle_is_tried_and_solved(name: str, server: Served):
    http = Person(server.address).http
    book = http.get(f"/api/games/{name}/puzzles").json()
    assert book["today"] in [one["id"] for one in book["puzzles"]]
    one = puzzles.of(registry.game(name))[-1]
    shown = http.get(f"/api/games/{name}/puzzles/{one.id}").json()
    assert (shown["kind"], shown["rating"], shown["proof"]) == (one.kind, one.rating, one.proof)
    texts = [choice["text"] for choice in shown["scene"]["choices"]]
    wrong = next(text for text in texts if text not in one.answers)
    assert http.post(f"/api/games/{name}/puzzles/{one.id}", json={"action": wrong}).json() == {"right": False}
    solved = http.post(f"/api/games/{name}/puzzles/{one.id}", json={"action": one.answer}).json()
    assert solved["right"]
    assert len(solved["beats"]) == len(one.line)
    assert solved["beats"][0]["told"][0]["text"] == one.answer
    assert solved["root"]["game"] == name


def test_who_gives_up_is_told_the_answer(server: Served):
    http = Person(server.address).http
    one = puzzles.of(registry.game("hex"))[0]
    told = http.post(f"/api/games/hex/puzzles/{one.id}", json={}).json()
    assert (told["right"], told["answer"]) == (False, one.answer)


def test_what_is_not_there_or_not_legal_is_refused(server: Served):
    http = Person(server.address).http
    one = puzzles.of(registry.game("hex"))[0]
    missing = http.get("/api/games/hex/puzzles/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-puzzle")
    illegal = http.post(f"/api/games/hex/puzzles/{one.id}", json={"action": "z99"})
    assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal")
    assert http.get("/puzzles/hex").status_code == 200
    assert http.get("/puzzles/chess").status_code == 404
