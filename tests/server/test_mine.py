"""A person's own tables: pages, filters, pictures, files, putting away, sums; old matches get their results."""

import io
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from hexagora import registry
from hexagora.matches import from_document
from hexagora.server import archive
from tests import samples
from tests.server.support import Person, Served, serving, settings, wait_until

SMALL = {"size": 3, "swap": False}


def _meet(server: Served, *names: str) -> list[Person]:
    return [Person(server.address).named(name) for name in names]


def _won(winner: Person, loser: Person, **more: Any) -> str:
    """A match of Hex that the first one wins."""
    made = winner.make("hex", ["me", "friend"], options=SMALL, **more)
    loser.follow(made["links"][0]["url"])
    with winner.sit(made["table"]) as first, loser.sit(made["table"]) as second:
        first.until("state")
        for mine, theirs in (("a1", "b1"), ("a2", "b2"), ("a3", None)):
            first.until_seq(first.act(mine)["seq"])
            if theirs:
                second.until_seq(first.seq)
                second.act(theirs)
                first.until_seq(second.seq)
    return str(made["table"])


def _mine(person: Person, **query: str) -> dict[str, Any]:
    answer = person.http.get("/api/mine", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_hundreds_of_tables_come_page_by_page_each_once(server: Served):
    anna, = _meet(server, "Anna")
    made = [anna.make("hex", ["me", "here"], options=SMALL)["table"] for _ in range(2 * archive.PAGE + 3)]
    seen, after, pages = [], None, 0
    while after or not pages:
        page = _mine(anna, **({"after": after} if after else {}))
        seen += [table["table"] for table in page["tables"]]
        after, pages = page["after"], pages + 1
    assert (pages, seen) == (3, made[::-1])
    assert anna.http.get("/api/mine?after=nonsense").status_code == 422
    assert _mine(Person(server.address)) == {"tables": [], "after": None}


def test_tables_are_found_by_game_and_by_who_played(server: Served):
    anna, ben = _meet(server, "Anna", "B_n")
    with_ben = _won(anna, ben)
    alone = anna.make("hex", ["me", {"kind": "here", "name": "Ban"}], options=SMALL)["table"]
    other = anna.make(samples.game_for(2, 3), ["me", "here"])["table"]

    def found(**query: str) -> list[str]:
        return [table["table"] for table in _mine(anna, **query)["tables"]]

    assert found() == [other, alone]
    assert found(game="hex") == [alone]
    assert found(which="finished", opponent="b_N") == [with_ben]
    assert found(opponent="b_n") == []  # the sign stands for itself, not for any letter
    assert found(opponent="Anna") == []  # one's own name is nobody's one played with


def test_a_finished_table_tells_its_result_and_a_running_one_whose_turn_it_is(server: Served):
    anna, ben = _meet(server, "Anna", "Ben")
    over = _won(anna, ben)
    made = anna.make("hex", ["me", "friend"], options=SMALL)
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as window:
        window.until("state")
        window.act("b2")
        running = _mine(ben)["tables"][0]
    assert (running["table"], running["turn"], running["result"]) == (made["table"], 2, None)
    finished = _mine(ben, which="finished")["tables"][0]
    assert (finished["table"], finished["result"], finished["ending"]) == (over, [1.0, 0.0], None)
    with anna.sit(made["table"]) as window:
        window.until("state")
        window.send(type="resign")
        while not window.until("state")["over"]:
            pass
    resigned = _mine(anna, which="finished")["tables"][0]
    assert (resigned["result"], resigned["ending"]) == ([0.0, 1.0], {"kind": "resigned", "by": 1})


def test_sums_by_game_and_among_friends(server: Served):
    anna, ben, carl = _meet(server, "Anna", "Ben", "Carl")
    for winner, loser in ((anna, ben), (ben, anna), (anna, ben), (carl, anna)):
        _won(winner, loser)
    told = anna.http.get("/api/mine/standing").json()
    tally = {"played": 4, "won": 2, "drawn": 0, "lost": 2, "open": 0}
    assert told["own"] == tally
    assert told["games"] == [{"game": "hex", "title": "Hex", **tally}]
    ben_told, carl_told = told["friends"]
    assert (ben_told["name"], ben_told["played"], ben_told["won"]) == ("Ben", 3, 1)
    assert (ben_told["ahead"], ben_told["even"], ben_told["behind"]) == (2, 0, 1)
    assert (carl_told["name"], carl_told["ahead"], carl_told["behind"]) == ("Carl", 0, 1)


def test_who_changes_name_has_it_everywhere_also_where_the_match_is_over(server: Served):
    anna, ben = _meet(server, "Anna", "Ben")
    over, shared = _won(anna, ben), ben.make("hex", ["me", "here"], options=SMALL)["table"]
    ben.named("anna")
    seats = ben.http.get(f"/api/tables/{over}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "anna 2"]
    ben.named("Benedict")
    assert [one["name"] for one in anna.http.get("/api/mine/standing").json()["friends"]] == ["Benedict"]
    assert [one["table"] for one in _mine(anna, which="finished", opponent="benedict")["tables"]] == [over]
    assert "Benedict" not in {seat["name"] for seat in ben.http.get(f"/api/tables/{shared}").json()["seats"]}


def test_a_match_that_is_put_away_stays_with_the_others_until_nobody_wants_it(server: Served):
    anna, ben = _meet(server, "Anna", "Ben")
    table = _won(anna, ben)
    put_away = f"/api/tables/{table}/put-away"
    assert Person(server.address).http.post(put_away).status_code == 404
    assert anna.http.post(put_away).json() == {"deleted": False}
    assert _mine(anna, which="finished")["tables"] == []
    assert anna.http.get("/api/mine/standing").json()["own"]["played"] == 0
    assert len(_mine(ben, which="finished")["tables"]) == 1
    assert ben.http.post(put_away).json() == {"deleted": True}
    assert ben.http.get(f"/api/tables/{table}").status_code == 404


def test_a_match_with_others_is_not_deleted_while_it_runs(server: Served):
    anna, ben = _meet(server, "Anna", "Ben")
    made = anna.make("hex", ["me", "friend"], options=SMALL)
    ben.follow(made["links"][0]["url"])
    refused = anna.http.post(f"/api/tables/{made['table']}/put-away")
    assert (refused.status_code, refused.json()["code"]) == (409, "others-play")
    alone = anna.make("hex", ["me", "bot"])["table"]
    with anna.sit(alone) as window:
        window.until("state")
        assert anna.http.post(f"/api/tables/{alone}/put-away").json() == {"deleted": True}
        assert window.until_closed()
    assert anna.http.get(f"/api/tables/{alone}").status_code == 404


def test_all_matches_come_in_one_archive_and_replay(server: Served):
    anna, ben = _meet(server, "Anna", "Ben")
    over = _won(anna, ben)
    running = anna.make(samples.game_for(2, 4), ["me", "bot"])["table"]
    answer = anna.http.get("/api/mine/matches")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert packed.testzip() is None
        names = packed.namelist()
        files = {name.rpartition("-")[2].removesuffix(".json"): json.loads(packed.read(name)) for name in names}
    assert set(files) == {over, running}
    assert from_document(files[over]).result == [1.0, 0.0]
    assert "seed" not in files[running]


@pytest.mark.parametrize("game", [name for name in registry.SUPPLIED if registry.game(name).facts.hidden])
def test_a_picture_shows_no_secret_of_others_at_the_same_screen(server: Served, game: str):
    anna, = _meet(server, "Anna")
    players = registry.game(game).facts.players[0]
    table = anna.make(game, ["me", *["here"] * (players - 1)])["table"]
    mine, stranger = (p.http.get(f"/api/tables/{table}/picture") for p in (anna, Person(server.address)))
    assert mine.content == stranger.content
    assert mine.json()["boards"][0]["cells"]


def test_matches_that_ended_before_results_were_kept_get_theirs(tmp_path: Path):
    with serving(settings(tmp_path)) as server:
        anna, ben = _meet(server, "Anna", "Ben")
        _won(anna, ben)
        cookies = anna.http.cookies
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    database.execute("UPDATE tables SET result = NULL")
    database.commit()
    database.close()
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        anna.http.cookies = cookies
        wait_until(lambda: _mine(anna, which="finished")["tables"][0]["result"] == [1.0, 0.0])
