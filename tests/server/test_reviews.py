"""A match that is over is looked at again: once, in the background, for everybody."""

import pytest

from hexagora.bots.coach import Point, Review
from hexagora.bots.questions import Part
from hexagora.engine.openings import Step
from hexagora.server.reviews import told
from tests import samples
from tests.server.support import Person, Served, wait_until


def played_hex(person: Person) -> str:
    table = person.make("hex", ["me", "here"], options={"size": 3, "swap": False})["table"]
    with person.sit(table) as window:
        window.until("state")
        for text in ("b2", "b1", "c3", "c1", "a1", "a2"):
            window.act(text)
    return table


def test_how_a_match_went_is_told_to_everybody_who_asks(server: Served):
    person, other = Person(server.address), Person(server.address)
    table = played_hex(person)

    def review(who: Person) -> dict:
        return who.http.post(f"/api/tables/{table}/review", json={}).json()

    begun = review(person)
    assert begun["of"] == 6
    wait_until(lambda: review(person)["review"], 60)
    found = review(other)
    assert (found["done"], found["of"]) == (6, 6)
    assert [len(column) for column in found["review"]["chances"]] == [len(found["review"]["plies"]) + 1] * 2
    assert [column[-1] for column in found["review"]["chances"]] == [0, 100]
    assert (2, 1, "c3") in [(p["ply"], p["seat"], p["played"]) for p in found["review"]["turning"]]


def test_a_match_that_people_ended_is_looked_at_too(server: Served):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 3, "swap": False})["table"]
    person.end(table, "b2")

    def review() -> dict:
        return person.http.post(f"/api/tables/{table}/review", json={}).json()

    wait_until(lambda: review()["review"], 60)
    assert review()["review"]["plies"] == [0]
    assert [len(column) for column in review()["review"]["chances"]] == [1, 1], "nobody won it"


def test_a_match_that_goes_on_is_not_looked_at(server: Served):
    person = Person(server.address)
    table = person.make(samples.game_for(2), ["me", "here"])["table"]
    answer = person.http.post(f"/api/tables/{table}/review", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_a_review_that_fails_can_be_asked_for_again(server: Served, monkeypatch: pytest.MonkeyPatch):
    person = Person(server.address)
    table = played_hex(person)

    asked = []
    think = server.hall.thinkers.look_again

    async def broken(part: Part) -> list:
        asked.append(part.plies.start)
        if len(asked) == 2:
            raise RuntimeError("no thought")
        return await think(part)

    monkeypatch.setattr(server.hall.thinkers, "look_again", broken)
    person.http.post(f"/api/tables/{table}/review", json={})
    wait_until(lambda: not server.hall.reviews.knows(table), 10)
    told = person.http.post(f"/api/tables/{table}/review", json={})
    assert (told.status_code, told.json()["code"]) == (503, "no-review")
    wait_until(lambda: person.http.post(f"/api/tables/{table}/review", json={}).json()["review"], 60)
    assert asked == [0, 3, 3], "what was found before is kept"


def test_percents_are_told_with_the_result_at_the_end():
    point = Point(4, 2, "a1", [0.25, 0.75], 0.08, "b2", 0.4, 0.05, ["b2", "c3"], "Lay a stone on a1",
                  "Lay a stone on b2", ["board/a1"], ["board/b2"], "joins 2 of your chains")
    step = Step(0, 1, "c3", "Lay a stone on c3", 1240, 0.544, 60)
    assert told(Review(2, [point], [0.0, 1.0], [step])) == {
        "plies": [4], "chances": [[25, 0], [75, 100]], "spreads": [8],
        "turning": [{"ply": 4, "seat": 2, "played": "a1", "best": "b2", "cost": 40, "doubt": 5,
                     "line": ["b2", "c3"], "played_label": "Lay a stone on a1", "best_label": "Lay a stone on b2",
                     "played_at": ["board/a1"], "best_at": ["board/b2"], "why": "joins 2 of your chains",
                     "fatal": False}],
        "opening": [{"ply": 0, "seat": 1, "played": "c3", "played_label": "Lay a stone on c3", "times": 1240,
                     "won": 54}]}  # fmt: skip
