"""Coming together: sitting down, giving seats back, beginning, closing; clocks run from the beginning on."""

import time

import httpx
import pytest

from tests import samples
from tests.server.support import Person, Served, serving, settings, wait_until

HEX = {"options": {"size": 3, "swap": False}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with serving(settings(tmp_path_factory.mktemp("tables"))) as running:
        yield running


def post(person: Person, path: str) -> tuple[int, str]:
    answer = person.http.post(path)
    return answer.status_code, answer.json().get("code", "")


def test_whoever_knows_the_address_sits_down_and_the_match_begins_with_the_last(server: Served):
    anna, bert = Person(server.address).named("Anna"), Person(server.address).named("Bert")
    made = anna.make("hex", ["me", "friend"], **HEX)
    with anna.sit(made["table"]) as hers, bert.sit(made["table"]) as his:
        assert hers.until("state")["open"] is True
        assert hers.choices == []
        hers.send(type="act", seq=hers.seq, text="a1")
        assert hers.until_error()["code"] == "not-begun"
        his.until("state")
        assert post(bert, f"/api/tables/{made['table']}/seats/2/claim") == (200, "")
        while hers.state["open"]:
            hers.until("state")
        assert [s["name"] for s in hers.state["seats"]] == ["Anna", "Bert"]
        hers.act("a1")
        while his.seq != hers.seq:
            his.until("state")
        his.act("b2")


def test_of_two_who_want_a_seat_one_gets_it_and_names_stay_apart(server: Served):
    anna, other = Person(server.address).named("Anna"), Person(server.address).named("anna")
    made = anna.make(samples.game_for(3), ["me", "friend", "friend"])
    assert post(other, f"/api/tables/{made['table']}/seats/2/claim") == (200, "")
    assert post(Person(server.address), f"/api/tables/{made['table']}/seats/2/claim") == (409, "full")
    seats = anna.http.get(f"/api/tables/{made['table']}").json()["seats"]
    assert [s["name"] for s in seats] == ["Anna", "anna 2", "Open seat"]


def test_the_clock_runs_from_the_beginning_on(server: Served):
    anna, bert = Person(server.address), Person(server.address)
    made = anna.make("hex", ["me", "friend"], clock={"per_move": 600}, **HEX)
    with anna.sit(made["table"]) as hers:
        hers.until("state")
        assert hers.state["clock"]["running"] == 0
        began = time.time()
        wait_until(lambda: time.time() > began + 1.1)  # time that must not be charged to anybody
        bert.follow(made["links"][0]["url"])
        while hers.state["open"]:
            hers.until("state")
        assert hers.state["clock"]["running"] == 1
        assert hers.state["clock"]["left"][0] > 599_000


def test_the_host_begins_with_bots_in_the_free_seats(server: Served):
    anna, bert = Person(server.address).named("Anna"), Person(server.address).named("Bert")
    made = anna.make(samples.game_for(3), ["me", "friend", "friend"])
    bert.follow(made["links"][0]["url"])
    assert post(bert, f"/api/tables/{made['table']}/start") == (403, "forbidden")
    assert post(anna, f"/api/tables/{made['table']}/start") == (200, "")
    seats = anna.http.get(f"/api/tables/{made['table']}").json()["seats"]
    assert [s["kind"] for s in seats] == ["person", "person", "bot"]
    assert seats[2]["name"].endswith(" bot")
    assert post(anna, f"/api/tables/{made['table']}/start") == (409, "begun")
    with bert.sit(made["table"]) as his:
        assert his.until("state")["open"] is False


def test_seats_are_given_back_and_freed_by_the_host_before_the_match(server: Served):
    anna, bert, carl = (Person(server.address).named(name) for name in ("Anna", "Bert", "Carl"))
    made = anna.make(samples.game_for(3), ["me", "friend", "friend"])
    table = f"/api/tables/{made['table']}"
    bert.follow(made["links"][0]["url"])
    own = bert.http.get(f"{table}/passes").json()[0]["url"]
    assert post(carl, f"{table}/seats/2/release") == (403, "forbidden")
    assert post(bert, f"{table}/seats/2/release") == (200, "")
    assert bert.http.get(own).status_code == 404  # what opened the seat before opens it no more
    assert post(carl, f"{table}/seats/2/claim") == (200, "")
    with carl.sit(made["table"]) as his:
        assert his.until("state")["seat"] == 2
        assert post(anna, f"{table}/seats/2/release") == (200, "")
        while his.state["seat"]:
            his.until("state")
    post(anna, f"{table}/start")
    assert post(anna, f"{table}/seats/1/release") == (409, "begun")


def test_a_used_invitation_says_so_and_a_pass_opens_ones_own_seat_elsewhere(server: Served):
    anna, bert, late = (Person(server.address) for _ in range(3))
    made = anna.make(samples.game_for(3), ["me", "friend", "friend"])
    link = made["links"][0]["url"]
    bert.follow(link)
    bert.follow(link)  # the same person may follow it again
    answer = late.http.get(link)
    assert answer.headers["location"] == f"/t/{made['table']}?taken=2"
    assert late.http.get(f"/api/tables/{made['table']}/passes").json() == []
    elsewhere = Person(server.address)
    elsewhere.follow(bert.http.get(f"/api/tables/{made['table']}/passes").json()[0]["url"])
    with elsewhere.sit(made["table"]) as window:
        assert window.until("state")["seat"] == 2


def test_who_only_asks_for_the_head_of_an_invitation_takes_no_seat(server: Served):
    """Programs that look at addresses for people ask so."""
    anna, bert, program = (Person(server.address) for _ in range(3))
    made = anna.make("hex", ["me", "friend"])
    answer = program.http.head(made["links"][0]["url"])
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{made['table']}")
    bert.follow(made["links"][0]["url"])
    with bert.sit(made["table"]) as window:
        assert window.until("state")["seat"] == 2


def test_a_program_that_looks_at_an_invitation_for_a_messenger_takes_no_seat(server: Served):
    """It has no cookie and posts nothing; a person's browser does, by the script of the page or by its button."""
    anna = Person(server.address)
    made = anna.make("hex", ["me", "friend"])
    link = made["links"][0]["url"]
    for _ in range(2):
        looked = httpx.get(server.address + link, headers={"accept-language": "it"})
        assert (looked.status_code, looked.headers["referrer-policy"]) == (200, "same-origin")
        assert "Siediti" in looked.text
        assert "/static/js/come.js" in looked.text
    assert not anna.http.get(f"/api/tables/{made['table']}").json()["seats"][1]["taken"]
    with httpx.Client(base_url=server.address) as bert:
        assert bert.get(link).status_code == 200
        answer = bert.post(link, headers={"origin": server.address})
        assert (answer.status_code, answer.headers["location"]) == (303, made["url"])
        assert bert.get(f"/api/tables/{made['table']}").json()["seats"][1]["mine"]
        assert bert.get(link).headers["location"] == made["url"]
        assert httpx.post(server.address + link).headers["location"] == f"{made['url']}?taken=2"
        assert bert.post(link, headers={"origin": "https://elsewhere.example"}).status_code == 403


def test_a_table_that_is_closed_before_the_match_is_gone_for_all(server: Served):
    anna, bert = Person(server.address), Person(server.address)
    made = anna.make("hex", ["me", "friend"], **HEX)
    with bert.sit(made["table"]) as his:
        his.until("state")
        assert post(bert, f"/api/tables/{made['table']}/close") == (403, "forbidden")
        assert post(anna, f"/api/tables/{made['table']}/close") == (200, "")
        his.until_closed()
    assert anna.http.get(f"/api/tables/{made['table']}").status_code == 404
    running = anna.make("hex", ["me", "here"], **HEX)
    assert post(anna, f"/api/tables/{running['table']}/close") == (409, "begun")


def ended(anna: Person, bert: Person, **more: object) -> str:
    """A table of two whose match one of them gave up."""
    table = anna.make("hex", ["me", "friend"], **{"clock": {"per_move": 600}, **HEX, **more})["table"]
    assert post(bert, f"/api/tables/{table}/seats/2/claim") == (200, "")
    with anna.sit(table) as hers:
        hers.until("state")
        hers.send(type="resign")
        wait_until(lambda: hers.until("state")["over"])
    return str(table)


def asked_again(person: Person, table: str) -> str:
    return str(person.http.post(f"/api/tables/{table}/rematch").json()["table"])


def test_a_rematch_begins_when_everybody_has_come_and_no_clock_runs_before(server: Served):
    anna, bert, carla = (Person(server.address).named(name) for name in ("Anna", "Bert", "Carla"))
    table = ended(anna, bert, public=True)
    again = asked_again(anna, table)
    with anna.sit(again) as hers:
        state = hers.until("state")
        assert (state["open"], state["clock"]["running"]) == (True, 0)
        assert [(s["name"], s["taken"], s.get("kept", False)) for s in state["seats"]] == [
            ("Bert", False, True), ("Anna", True, False)]
        assert again not in [t["table"] for t in carla.http.get("/api/tables?which=open").json()]
        assert post(carla, f"/api/tables/{again}/seats/1/claim") == (409, "kept")
        assert post(carla, f"/api/tables/{table}/rematch") == (403, "forbidden")
        assert asked_again(bert, table) == again
        wait_until(lambda: not hers.until("state")["open"])
        assert hers.state["clock"]["running"] == 1


def test_who_does_not_want_a_rematch_gives_the_seat_back_and_a_bot_or_somebody_else_has_it(server: Served):
    anna, bert, carla = (Person(server.address).named(name) for name in ("Anna", "Bert", "Carla"))
    declined, replaced, closed = (asked_again(anna, ended(anna, bert)) for _ in range(3))
    assert post(bert, f"/api/tables/{declined}/seats/1/release") == (200, "")
    assert post(carla, f"/api/tables/{declined}/seats/1/claim") == (200, "")
    assert post(anna, f"/api/tables/{replaced}/start") == (200, "")
    seats = bert.http.get(f"/api/tables/{replaced}").json()["seats"]
    assert [(s["kind"], s["mine"]) for s in seats] == [("bot", False), ("person", False)]
    assert post(anna, f"/api/tables/{closed}/close") == (200, "")


def test_a_rematch_that_was_closed_is_asked_for_once_more(server: Served):
    anna, bert = Person(server.address).named("Anna"), Person(server.address).named("Bert")
    table = ended(anna, bert)
    first = asked_again(anna, table)
    assert post(anna, f"/api/tables/{first}/close") == (200, "")
    second = asked_again(bert, table)
    assert second != first
    assert asked_again(anna, table) == second
    assert anna.http.get(f"/api/tables/{second}").json()["status"] == "running"


def test_who_sits_down_looks_on_no_more(server: Served):
    anna, bert = Person(server.address), Person(server.address).named("Bert")
    table = anna.make("hex", ["me", "friend"], **HEX)["table"]
    with anna.sit(table) as hers, bert.sit(table) as his:
        wait_until(lambda: "Bert" in hers.until("presence")["watchers"])
        assert his.until("presence")["watchers"] == []  # nobody is told of oneself
        assert post(bert, f"/api/tables/{table}/seats/2/claim") == (200, "")
        wait_until(lambda: "Bert" not in hers.until("presence")["watchers"])
