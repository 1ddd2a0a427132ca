"""The lab over HTTP: matches in the background, bounded for strangers."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from hexagora.engine.errors import HexagoraError
from hexagora.lab.asking import Search
from hexagora.server import lab
from hexagora.server.lab import JOBS_KEPT, OWN_TIMES, Lab
from hexagora.server.settings import Settings
from tests.server import imported
from tests.server.support import PATIENCE, Served, serving, settings, wait_until

SMALL = {"game": "hex", "options": {"size": 3, "players": 2}, "bots": ["random"], "matches": 128}
ENDLESS = {"game": "manapool", "matches": 20_000}
NO_MATTER = lambda *given: None  # noqa: E731


@pytest.fixture
def http(server: Served) -> Any:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def _over(http: httpx.Client, job: str) -> dict[str, Any]:
    wait_until(lambda: http.get(f"/api/lab/{job}").json()["state"] in ("done", "stopped", "failed"))
    return dict(http.get(f"/api/lab/{job}").json())


def test_matches_are_played_and_told(http: httpx.Client):
    assert http.get("/api/lab").json()["open"]
    job = http.post("/api/lab", json=SMALL).json()["id"]
    found = _over(http, job)
    assert (found["state"], found["played"]) == ("done", 128)
    seats = found["groups"][0]["rows"]
    assert [row["name"] for row in seats] == ["Seat 1", "Seat 2"]
    assert all(row["low"] <= row["value"] <= row["high"] for row in seats)
    page = http.get(f"/lab/{job}/report?language=it")
    assert "Laboratorio" in page.text
    assert "unsafe-inline" in page.headers["content-security-policy"]
    assert "script-src" not in page.headers["content-security-policy"]
    assert http.get(f"/api/lab/{job}?language=it").json()["groups"][0]["rows"][0]["name"] == "Posto 1"


def test_what_is_made_of_the_matches_keeps_nobody_at_a_table_waiting(http: httpx.Client,
                                                                    monkeypatch: pytest.MonkeyPatch):
    """To look at a search with many candidates takes a second of the processor: beside the event loop."""
    where = set()

    def noting(name: str) -> Any:
        real = getattr(Search, name)

        def noted(*given: Any) -> Any:
            where.add((name, threading.current_thread().name.partition("_")[0]))
            return real(*given)

        return noted

    parts = ("groups", "lines", "report", "content")
    for name in parts:
        monkeypatch.setattr(Search, name, noting(name))
    real = lab._question
    monkeypatch.setattr(lab, "_question", lambda *given: where.add(("made", threading.current_thread().name[:3]))
                        or real(*given))
    wish = {"game": "hexemonia", "bots": ["random"], "matches": 32, "question": "search",
            "numbers": "game.hand_limit=1..4"}
    job = http.post("/api/lab", json=wish).json()["id"]
    assert _over(http, job)["state"] == "done"
    assert http.get(f"/lab/{job}/report").status_code == 200
    assert http.get(f"/api/lab/{job}/content").status_code in (200, 404)
    assert where == {(name, "lab") for name in ("made", *parts)}


def test_a_change_is_played_beside_the_game_as_it_is(http: httpx.Client):
    wish = {"game": "hexemonia", "bots": ["random"], "matches": 64, "changes": "game.hand_limit = 2\n"}
    found = _over(http, http.post("/api/lab", json=wish).json()["id"])
    assert found["state"] == "done"
    assert found["groups"][0]["rows"][0]["before"]
    content = 'extends = "hexemonia"\n[change]\n"game.hand_limit" = 3\n'
    assert http.post("/api/lab", json={**wish, "changes": "", "content": content}).status_code == 201


def test_a_number_goes_through_its_values(http: httpx.Client):
    wish = {"game": "hexemonia", "bots": ["random"], "matches": 32, "question": "sweep",
            "numbers": "game.hand_limit=2..3"}
    job = http.post("/api/lab", json=wish).json()["id"]
    found = _over(http, job)
    assert (found["state"], found["played"], found["matches"]) == ("done", 64, 64)
    assert found["lines"][0] == "No figure is shown to go with game.hand_limit."
    assert [line[:2] for line in found["lines"][1:]] == ["2:", "3:"]
    seat = found["groups"][0]
    assert seat["shares"] == 0.5
    assert [row["name"] for row in seat["rows"]] == ["game.hand_limit = 2", "game.hand_limit = 3"]
    assert "game.hand_limit" in http.get(f"/lab/{job}/report").text
    assert http.get(f"/api/lab/{job}/content").json()["code"] == "no-content"


def test_a_search_ends_with_a_content_file_that_can_be_played(http: httpx.Client):
    wish = {"game": "hexemonia", "bots": ["random"], "matches": 16, "question": "search", "within": 50,
            "numbers": "game.hand_limit=2..3", "keep": "turns=0..0",  # which nothing keeps to
            "changes": "game.myth_limit = 2"}
    job = http.post("/api/lab", json=wish).json()["id"]
    found = _over(http, job)
    assert (found["state"], found["played"], found["matches"]) == ("done", 48, 48)
    assert "comes nearest" in found["lines"][0]
    assert all("points from equal at most" in row["text"] for row in found["groups"][0]["rows"])
    content = http.get(f"/api/lab/{job}/content").text
    assert '"game.myth_limit" = 2' in content
    again = {"game": "hexemonia", "bots": ["random"], "matches": 8, "content": content}
    assert http.post("/api/lab", json=again).status_code == 201


@pytest.mark.parametrize(("wish", "said"), [
    ({"game": "hexemonia", "question": "sweep", "numbers": "game.hand_limits=2..3"}, "did you mean game.hand_limit"),
    ({"game": "hexemonia", "question": "sweep", "numbers": ""}, "one number through its values"),
    ({"game": "hexemonia", "question": "search", "numbers": ""}, "needs numbers that may change"),
    ({"game": "hexemonia", "question": "search", "numbers": "game.hand_limit=2..3", "keep": "joy=1..2"}, "figures:"),
    ({"game": "hexemonia", "question": "sweep", "numbers": "game.hand_limit=2..12", "matches": 10**8},
     "matches in all"),
    ({"game": "hexemonia", "changes": "game.hand_limits = 2"}, "did you mean game.hand_limit"),
    ({"game": "hexemonia", "changes": "game.hand_limit = 99"}, "game.hand_limit = 99"),
    ({"game": "hexemonia", "changes": "nonsense"}, "must be a path and a value"),
    ({"game": "hexemonia", "content": 'extends = "hex"'}, "not content of 'hexemonia'"),
    ({"game": "hexemonia", "content": "= 3"}, "not valid TOML"),
    ({"game": "hexemonia", "content": "a = " + "[" * 60_000}, "not valid TOML"),
    ({"game": "hexemonia", "content": "a = " + "9" * 60_000}, "not valid TOML"),
    ({"game": "hexemonia", "changes": "game.hand_limit = " + "[" * 60_000}, "game.hand_limit"),
    ({"game": "hexemonia", "changes": "game.hand_limit = " + "9" * 60_000}, "game.hand_limit"),
    ({"game": "hex", "bots": ["master"]}, "bots: allowed are random"),
    ({"game": "hex", "options": {"size": 99}}, "option 'size' cannot be 99"),
])
def test_what_cannot_be_played_is_refused_with_what_could(http: httpx.Client, wish: dict[str, Any], said: str):
    answer = http.post("/api/lab", json=wish)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_one_address_has_one_job_which_it_can_stop(http: httpx.Client):
    job = http.post("/api/lab", json=ENDLESS).json()["id"]
    refused = http.post("/api/lab", json=SMALL)
    assert (refused.status_code, refused.json()["code"]) == (409, "one-job")
    http.post(f"/api/lab/{job}/stop")
    assert _over(http, job)["state"] == "stopped"
    assert http.post("/api/lab", json=SMALL).status_code == 201


def test_whoever_opens_the_page_finds_processes_at_work_when_they_ask(server: Served, http: httpx.Client):
    """They start while the form is filled, with what it takes to play and without the server that started them."""
    assert http.get("/lab").status_code == 200
    pool = server.app.state.lab._pool
    number, found = pool.submit(imported.modules).result(PATIENCE)
    assert {"hexagora.lab.shelf", "hexagora.lab.job"} <= found
    assert {"fastapi", "sqlalchemy", "hexagora.server"} & found == set()
    assert number in pool._processes
    assert len(pool._processes) <= server.app.state.lab.workers
    assert _over(http, http.post("/api/lab", json=SMALL).json()["id"])["state"] == "done"
    assert http.get("/lab").status_code == 200
    assert server.app.state.lab._pool is pool


def test_a_question_after_one_that_was_stopped_finds_processes_at_work(server: Served, http: httpx.Client):
    job = http.post("/api/lab", json=ENDLESS).json()["id"]
    wait_until(lambda: http.get(f"/api/lab/{job}").json()["played"])
    pool = server.app.state.lab._pool
    http.post(f"/api/lab/{job}/stop")
    assert _over(http, job)["state"] == "stopped"
    again = server.app.state.lab._pool
    assert again is not pool
    assert again.submit(imported.modules).result(PATIENCE)[0] in again._processes


def test_a_closed_lab_plays_nothing(tmp_path: Path):
    with serving(settings(tmp_path, lab="off")) as server, httpx.Client(base_url=server.address) as http:
        assert not http.get("/api/lab").json()["open"]
        assert http.post("/api/lab", json=SMALL).json()["code"] == "no-lab"
        assert http.get("/lab").status_code == 403
        assert server.app.state.lab._pool is None


@pytest.mark.parametrize(("host", "lab", "is_open"), [
    ("127.0.0.1", "auto", True), ("0.0.0.0", "auto", False), ("0.0.0.0", "on", True), ("127.0.0.1", "off", False),
])
def test_the_lab_is_open_where_nobody_else_comes_or_the_operator_says_so(host: str, lab: str, is_open: bool):
    assert Lab(Settings(host=host, lab=lab), NO_MATTER).is_open == is_open


@pytest.mark.parametrize("reached", [{"proxies": 1}, {"public_url": "https://hex.example"}])
def test_behind_a_proxy_the_lab_is_closed_until_the_operator_opens_it(reached: dict[str, Any]):
    assert not Lab(Settings(**reached), NO_MATTER).is_open
    assert Lab(Settings(lab="on", **reached), NO_MATTER).is_open


def test_a_setting_that_is_not_understood_is_told():
    with pytest.raises(HexagoraError, match="HEXAGORA_LAB = 'yes': must be on, off or auto"):
        Lab(Settings(lab="yes"), NO_MATTER)


def test_strangers_get_no_more_matches_than_the_operator_allows(server: Served, http: httpx.Client):
    job = http.post("/api/lab", json={**ENDLESS, "matches": 10**8}).json()["id"]
    assert http.get(f"/api/lab/{job}").json()["matches"] == OWN_TIMES * server.app.state.settings.limits.lab_matches
    http.post(f"/api/lab/{job}/stop")
    assert _over(http, job)["state"] == "stopped"


# what is kept


def test_runs_outlive_the_server_and_go_on_where_they_were_stopped(tmp_path: Path):
    chosen = settings(tmp_path)
    with serving(chosen) as server, httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        whole = http.post("/api/lab", json={**SMALL, "matches": 1024}).json()["id"]
        known = _over(http, whole)
        half = http.post("/api/lab", json=ENDLESS).json()["id"]
        wait_until(lambda: http.get(f"/api/lab/{half}").json()["played"] >= 64)
    with serving(chosen) as server, httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        runs = http.get("/api/lab/runs").json()
        assert [(run["id"], run["wish"]["game"]) for run in runs] == [(half, "manapool"), (whole, "hex")]
        assert http.get(f"/lab/{whole}/report").status_code == 200  # at once, though it is read first
        assert _over(http, whole) == known
        stopped = _over(http, half)
        assert (stopped["state"], stopped["goes_on"]) == ("stopped", True)
        assert stopped["played"] >= 64
        assert http.post(f"/api/lab/{half}/resume").status_code == 200
        wait_until(lambda: http.get(f"/api/lab/{half}").json()["played"] > stopped["played"])
        http.post(f"/api/lab/{half}/stop")
        assert _over(http, half)["state"] == "stopped"
        assert http.post(f"/api/lab/{whole}/resume").json()["code"] == "no-more"


def test_a_run_is_compared_with_an_earlier_one_that_is_not_played_again(server: Served, http: httpx.Client):
    wish = {"game": "hexemonia", "bots": ["random"], "matches": 64}
    first = http.post("/api/lab", json=wish).json()["id"]
    _over(http, first)
    shelf = server.app.state.lab.shelf
    played = {path: path.stat().st_mtime_ns for path in shelf.folder.rglob("parts/*")}
    changed = {**wish, "changes": "game.hand_limit = 2", "earlier": first}
    found = _over(http, http.post("/api/lab", json=changed).json()["id"])
    assert found["state"] == "done"
    assert found["groups"][0]["rows"][0]["before"]
    assert {path: path.stat().st_mtime_ns for path in played} == played
    assert "change something" in http.post("/api/lab", json={**wish, "earlier": first}).json()["error"]
    other = {"game": "hexemonia", "options": {"players": 3}, "earlier": first}
    assert "as many players" in http.post("/api/lab", json=other).json()["error"]


def test_a_run_that_is_forgotten_leaves_nothing(server: Served, http: httpx.Client):
    job = http.post("/api/lab", json=SMALL).json()["id"]
    _over(http, job)
    wait_until(lambda: http.get("/api/lab/runs").json()[0]["state"] == "done")
    assert http.delete(f"/api/lab/{job}").status_code == 200
    assert http.get("/api/lab/runs").json() == []
    assert http.get(f"/api/lab/{job}").status_code == 404
    assert not list(server.app.state.lab.shelf.folder.rglob("*.json"))


def test_strangers_see_the_runs_that_they_can_name(tmp_path: Path):
    with serving(settings(tmp_path, lab="on", proxies=1)) as server, httpx.Client(base_url=server.address) as http:
        job = http.post("/api/lab", json=SMALL).json()["id"]
        _over(http, job)
        assert http.get("/api/lab/runs").json() == []
        assert [run["id"] for run in http.get(f"/api/lab/runs?mine={job}").json()] == [job]
        assert http.get("/api/lab").json()["matches"] == server.app.state.settings.limits.lab_matches


def test_only_who_began_a_run_stops_goes_on_with_and_forgets_it(tmp_path: Path):
    public = settings(tmp_path, lab="on", public_url="http://games.example")
    with serving(public) as server, httpx.Client(base_url=server.address, timeout=PATIENCE) as owner:
        owner.get("/api/me")
        job = owner.post("/api/lab", json=SMALL).json()["id"]
        _over(owner, job)
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as stranger:
            stranger.get("/api/me")
            refused = [stranger.delete(f"/api/lab/{job}"), stranger.post(f"/api/lab/{job}/stop", json={}),
                       stranger.post(f"/api/lab/{job}/resume", json={})]
            assert [(one.status_code, one.json()["code"]) for one in refused] == 3 * [(403, "not-yours")]
            seen = stranger.get(f"/api/lab/{job}").json()
            assert (seen["played"], seen["yours"]) == (128, False)
        assert owner.delete(f"/api/lab/{job}").status_code == 200
        assert owner.get(f"/api/lab/{job}").status_code == 404


def test_nobody_ends_the_matches_of_others_by_asking_for_many_of_their_own(tmp_path: Path):
    found = Lab(settings(tmp_path), NO_MATTER)
    waits: Any = SimpleNamespace(id="waits", over=False)
    found._remember(waits)
    for k in range(2 * JOBS_KEPT):
        stopped: Any = SimpleNamespace(id=f"stopped-{k}", over=True)
        found._remember(stopped)
        assert stopped.id in found.jobs
    assert "waits" in found.jobs
    assert len(found.jobs) == JOBS_KEPT
    found.close()


def test_matches_stop_when_the_seats_are_known_well_enough(http: httpx.Client):
    found = _over(http, http.post("/api/lab", json={**SMALL, "matches": 20_000, "until": 5}).json()["id"])
    assert found["state"] == "done"
    assert found["width"] <= 0.05
    assert found["played"] < 20_000


def test_how_deep_a_game_is_is_told_on_the_page(http: httpx.Client):
    wish = {"game": "manapool", "bots": ["random", "quick"], "matches": 64, "question": "ladder"}
    job = http.post("/api/lab", json=wish).json()["id"]
    found = _over(http, job)
    assert (found["state"], found["played"]) == ("done", 64)
    assert found["lines"][0].startswith("Quick beats Random in ")
    assert found["groups"][0]["rows"][0]["low"] > 0.5
    assert "Depth of skill" in http.get(f"/lab/{job}/report").text
