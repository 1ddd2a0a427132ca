"""Chance can be proven, and whoever chose it is told to everybody."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexagora
from hexagora.cli import app
from hexagora.engine import fairness, matchfile
from hexagora.engine.errors import HexagoraError
from tests.server.support import Person, Served

START = {"game": "hex", "options": {"size": 3}, "red": ["a1", "a2"], "blue": ["b1", "b2"]}


def test_the_server_commits_to_the_seed_and_tells_it_at_the_end(server: Served, tmp_path: Path):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 3, "swap": False})["table"]
    summary = person.http.get(f"/api/tables/{table}").json()
    promised = summary["commitment"]
    assert summary["chosen"] == []
    assert "seed" not in person.http.get(f"/api/tables/{table}/match").json()
    with person.sit(table) as window:
        window.until("state")
        for text in ("a1", "b1", "a2", "b2", "a3"):
            window.act(text)
    document = person.http.get(f"/api/tables/{table}/match").json()
    assert document["commitment"] == promised == fairness.commitment(document["seed"])
    (tmp_path / "m.json").write_text(json.dumps(document))
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "m.json")]).exit_code == 0


@pytest.mark.parametrize(("more", "chosen"), [({"seed": "mine"}, ["seed"]), ({"start": START}, ["start"])])
def test_what_somebody_chose_is_told_and_no_stranger_meets_it(server: Served, more: dict, chosen: list):
    person = Person(server.address)
    table = person.make("hex", ["me", "friend"], options={"size": 3}, **more)["table"]
    summary = Person(server.address).http.get(f"/api/tables/{table}").json()
    assert summary["chosen"] == chosen
    assert (summary["commitment"] is None) is ("seed" in chosen)
    seats = [{"kind": "me"}, {"kind": "friend"}]
    body = {"game": "hex", "seats": seats, "options": {"size": 3}, "public": True, **more}
    assert person.http.post("/api/tables", json=body).status_code == 422


def test_a_chosen_seed_cannot_pass_for_a_drawn_one(server: Served):
    body = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}], "seed": fairness.draw_seed()}
    assert Person(server.address).http.post("/api/tables", json=body).status_code == 422


REFUSED = 2


def test_a_match_whose_outcomes_or_seed_were_changed_is_found_out(tmp_path: Path):
    rng = random.Random(1)
    match = hexagora.game("manapool").match(seed=fairness.draw_seed(), board="crossing")
    for _ in range(40):
        match.play(rng.choice(match.actions()))
    document = {**matchfile.to_document(match), "commitment": fairness.commitment(str(match.seed))}
    path = tmp_path / "m.json"
    for change, code in (({}, 0), ({"commitment": "0" * 64}, 1), ({"seed": "other"}, 1), ({"commitment": None}, 1),
                         ({"commitment": 10**4000}, 1), ({"seed": "\ud800"}, REFUSED)):
        path.write_text(json.dumps({**document, **change}))
        asked = CliRunner().invoke(app, ["verify", str(path)])
        assert (REFUSED if isinstance(asked.exception, HexagoraError) else asked.exit_code) == code, change
        assert "as it was committed to" not in asked.output or not change
