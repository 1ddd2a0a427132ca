"""Editors over HTTP: sheets, quick matches, files of the user, and what is refused."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from hexagora import registry
from hexagora.engine import editing
from tests.server.support import Person, Served, serving, settings


@pytest.fixture
def http(server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> httpx.Client:
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))
    return httpx.Client(base_url=server.address, timeout=120)


def _sheet(http: httpx.Client, game: str, kind: str, deed: dict[str, Any], data: Any = None) -> dict[str, Any]:
    answer = http.post(f"/api/games/{game}/editor/{kind}", json={"data": data or {}, "deed": deed})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_board_is_drawn_saved_opened_and_played_on(http: httpx.Client, tmp_path: Path) -> None:
    assert http.get("/api/games/manapool/editor").json()["keeps"]
    sheet = _sheet(http, "manapool", "boards", {"sample": "blank"})
    stroke = {"brush": "T", "places": ["board/c3"], "symmetry": "thirds"}
    sheet = _sheet(http, "manapool", "boards", stroke, sheet["data"])
    files = "/api/games/manapool/editor/boards/files"
    assert http.put(f"{files}/mine", json={"data": sheet["data"]}).status_code == 200
    assert (tmp_path / "manapool" / "boards" / "mine.toml").read_text("utf8") == sheet["text"]
    assert [one["name"] for one in http.get(files).json()] == ["mine"]
    text = http.get(f"{files}/mine").json()["text"]
    assert _sheet(http, "manapool", "boards", {"read": text})["data"] == sheet["data"]
    start = http.post("/api/games/manapool/editor/boards/start", json={"data": sheet["data"]}).json()
    wish = {"game": "manapool", "options": start["options"], "seats": [{"kind": "here"}] * 3}
    made = http.post("/api/tables", json=wish)
    assert made.status_code == 201, made.text
    named = http.post("/api/games/manapool/preview", json={"options": {"board": "mine"}})  # by its name in the folder
    assert named.status_code == 200, named.text
    assert http.delete(f"{files}/mine").status_code == 200
    assert http.delete(f"{files}/mine").status_code == 404


def test_quick_matches_tell_the_shares_of_the_seats_with_changed_numbers_too(http: httpx.Client) -> None:
    data = _sheet(http, "hexemonia", "cities", {"sample": "supplied"})["data"]
    data = _sheet(http, "hexemonia", "cities", {"set": "acropolis.sparta.bonus.points", "value": 1}, data)["data"]
    plan = {"data": data, "matches": 4, "seed": 3, "players": 3}
    found = [http.post("/api/games/hexemonia/editor/cities/trial", json=plan).json() for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0]["matches"], len(found[0]["wins"]), round(sum(found[0]["wins"]), 6)) == (4, 3, 4.0)


def test_what_quick_matches_cannot_tell_is_told_with_them(http: httpx.Client) -> None:
    def tried(game: str, kind: str) -> dict[str, Any]:
        first = http.get(f"/api/games/{game}/editor").json()["kinds"]
        sample = next(one for one in first if one["id"] == kind)["samples"][-1]["id"]
        data = _sheet(http, game, kind, {"sample": sample})["data"]
        return dict(http.post(f"/api/games/{game}/editor/{kind}/trial", json={"data": data, "matches": 4}).json())

    assert tried("hex", "sizes")["at_random"]
    circling = tried("sigil", "layouts")
    assert not circling["at_random"]
    assert circling["repeated"] > 1
    assert (tried("manapool", "boards")["at_random"], tried("manapool", "boards")["repeated"]) == (False, 0)


@pytest.mark.parametrize(("path", "body", "status", "words"), [
    ("hex/editor/nothing", {"deed": {}}, 404, "unknown editor 'nothing'"),
    ("manapool/editor/boards", {"data": {"side": "x"}}, 200, ""),
    ("manapool/editor/boards", {"deed": {"read": "= ["}}, 422, "not valid TOML"),
    ("manapool/editor/boards", {"deed": {"read": " \n"}}, 422, "the file is empty"),
    ("manapool/editor/boards", {"deed": {"read": '{"format": "hexagora-match", "version": 99}'}}, 422,
     "this is a document of the format hexagora-match, and is not read here"),
    ("manapool/editor/boards", {"deed": {"read": '{"game": "manapool"}'}}, 422, "this is JSON, as positions are"),
    ("manapool/editor/boards", {"deed": {"read": 'extends = "hexcape"'}}, 422, "this is a content file"),
    ("sigil/editor/layouts", {"deed": {"read": 'extends = "sigil"'}}, 422, "this is a content file, as numbers are"),
    ("hexcape/editor/numbers", {"deed": {"read": 'extends = "sygon"'}}, 422, "not content of 'hexcape'"),
    ("manapool/editor/positions", {"deed": {"read": 'id = "mine"'}}, 422, "this is TOML, as boards and numbers are"),
    ("manapool/editor/positions", {"deed": {"read": '{"game": "manapool"}'}}, 200, ""),
    ("hex/editor/positions", {"deed": {"read": '{"game": "hex"}'}}, 200, ""),
    ("sygon/editor/positions", {"deed": {"read": '{"game": "sygon"}'}}, 200, ""),
    ("manapool/editor/numbers", {"deed": {"read": "rows = 5"}}, 422, "nothing in it is of manapool"),
    ("manapool/editor/boards", {"data": {"rows": 5}, "deed": {"brush": "A", "places": 3}}, 422, "not understood"),
    ("hexcape/editor/maps", {"data": {"rows": ["1 " * 40_000]}}, 413, "larger than"),
    ("hexcape/editor/maps/start", {"data": {"rows": []}}, 422, "cannot be used"),
    ("hex/editor/positions/trial", {"data": {}, "matches": 1000}, 422, "matches"),
    ("manapool/editor/positions/start", {"data": {"options": {"board": "../x.toml"}}}, 422, "names a file"),
])
def test_what_is_none_is_refused_with_words(http: httpx.Client, path: str, body: dict[str, Any], status: int,
                                            words: str) -> None:
    answer = http.post(f"/api/games/{path}", json=body)
    assert (answer.status_code, words in answer.text) == (status, True), answer.text


@pytest.mark.parametrize("name", ["..", ".hidden", "a%2Fb", "A", "x" * 41, "a.toml"])
def test_names_of_files_lead_nowhere_else(http: httpx.Client, name: str) -> None:
    answer = http.put(f"/api/games/hex/editor/sizes/files/{name}", json={"data": {"size": 5, "swap": True}})
    assert answer.status_code in (404, 405, 422), answer.text


def test_strangers_neither_see_nor_write_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path / "data"))
    for more in ({"proxies": 1}, {"public_url": "http://127.0.0.1"}, {"editor_files": False}):
        with serving(settings(tmp_path, **more)) as running, httpx.Client(base_url=running.address) as http:
            assert not http.get("/api/games/hex/editor").json()["keeps"]
            assert http.get("/api/games/hex/editor/sizes/files").status_code == 403
            written = http.put("/api/games/hex/editor/sizes/files/mine", json={"data": {"size": 5}})
            assert written.status_code == 403
    assert not (tmp_path / "data").exists()


DEEDS = ({"brush": "red", "places": ["board/a1"], "symmetry": "turn"}, {"brush": [], "places": {"a": 1}},
         {"brush": 5, "places": 5}, {"turn": "turn"}, {"turn": []}, {"set": "x.y", "value": [{}]}, {"set": 5},
         {"read": {}}, {"sample": []}, {"all": [{"brush": "red", "places": ["x"]}, {"all": 5}]}, {"all": [5]})


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_any_deed_at_any_document_is_done_or_refused(server: Served, game: str):
    """A brush where nothing is painted was an error of the server's own."""
    http = Person(server.address).http
    for kind, editable in editing.of_game(registry.game(game)).items():
        first = next(iter(editable.samples(registry.game(game))))
        known = http.post(f"/api/games/{game}/editor/{kind}", json={"deed": {"sample": first}}).json()["data"]
        for deed in DEEDS:
            for data in ({}, known):
                answer = http.post(f"/api/games/{game}/editor/{kind}", json={"data": data, "deed": deed})
                assert answer.status_code in (200, 422), (kind, deed, answer.text)
