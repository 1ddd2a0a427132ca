"""Settings, schema, migrations, start, deployment files and documents agree with each other."""

import asyncio
import os
import re
import resource
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
import yaml

from hexagora import registry
from hexagora.engine.errors import HexagoraError
from hexagora.server import keeping, migrations, rooms
from hexagora.server.database import Database
from hexagora.server.main import run
from hexagora.server.metrics import Metrics
from hexagora.server.schema import HEAD, bring_up_to_date, metadata
from hexagora.server.settings import Limits, Settings, from_environment
from hexagora.server.thinkers import Thinkers
from tests.server.support import Person, Served, free_port, serving, settings

HOME = Path(__file__).parent.parent.parent
LIBRARIES = "import fastapi, uvicorn, sqlalchemy.ext.asyncio, alembic, pydantic, numpy"
MOST_TO_START = 2.5  # times what loading these costs


def _layout(connection: sa.Connection) -> dict[str, list[str]]:
    """Everything that a database says of how it is laid out, table by table."""
    look = sa.inspect(connection)
    found = {name: [look.get_columns(name), look.get_pk_constraint(name), look.get_foreign_keys(name),
                    look.get_unique_constraints(name), look.get_indexes(name)] for name in look.get_table_names()}
    return {name: [*map(str, columns), str(key), *sorted(map(str, (*links, *unique, *indexes)))]
            for name, (columns, key, links, unique, indexes) in found.items()}


def _revisions(connection: sa.Connection) -> list[str]:
    return list(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars())


def _clear(connection: sa.Connection) -> None:
    everything = sa.MetaData()
    everything.reflect(connection)
    everything.drop_all(connection)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_new_database_is_what_the_migrations_lead_to(kind: str, tmp_path: Path, request: pytest.FixtureRequest):
    """Starts make a new one at once, without Alembic; one of an older version is led there step by step."""
    chosen = settings(tmp_path, database_url=request.getfixturevalue("database")) if kind == "postgresql" else \
        settings(tmp_path)

    async def laid_out(database: Database) -> list[tuple[dict[str, list[str]], list[str]]]:
        found = []
        for make in (bring_up_to_date, migrations.upgrade):
            await database.write(make)
            found.append((await database.read(_layout), await database.read(_revisions)))
            await database.write(_clear)
        return found

    made, led = keeping.with_database(chosen, laid_out)
    assert made[0].keys() == {*metadata.tables, "alembic_version"}
    assert made == led


def test_a_database_that_could_not_be_made_whole_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'new.sqlite3'}")

    def breaks_off(connection: sa.Connection) -> None:
        bring_up_to_date(connection)
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"), engine.begin() as connection:
        breaks_off(connection)
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == []
    engine.dispose()


def test_the_newest_migration_is_the_one_the_server_expects():
    from alembic.script import ScriptDirectory

    assert ScriptDirectory.from_config(migrations.config()).get_heads() == [HEAD]


def test_settings_come_from_arguments_then_the_environment_then_defaults():
    environment = {"HEXAGORA_PORT": "9000", "HEXAGORA_PROXIES": "2", "HEXAGORA_ORIGINS": "https://a, https://b",
                   "HEXAGORA_LIMIT_CHAT_BURST": "3"}
    chosen = from_environment(environment, host="::1", port=None)
    assert (chosen.host, chosen.port, chosen.proxies) == ("::1", 9000, 2)
    assert chosen.origins == ("https://a", "https://b")
    assert chosen.limits.chat_burst == 3
    assert chosen.limits.table_burst == Limits().table_burst


@pytest.mark.parametrize(("name", "value"), [("PORT", "many"), ("PROXIES", "some"), ("COMPRESS", "perhaps"),
                                             ("TRUST_PROXY", "true"), ("LIMIT_CHAT_BURST", "x")])
def test_a_setting_that_cannot_be_names_itself(name: str, value: str):
    with pytest.raises(HexagoraError, match=f"HEXAGORA_{name}"):
        from_environment({f"HEXAGORA_{name}": value})


def test_a_bus_that_cannot_be_reached_is_told_before_serving(tmp_path: Path):
    with pytest.raises(HexagoraError, match="bus"):
        run(port=free_port(), database_url=f"sqlite:///{tmp_path / 'x'}", log_level="critical",
            redis_url=f"redis://127.0.0.1:{free_port()}/0")


def test_every_setting_and_limit_is_documented():
    text = (HOME / "docs" / "operate.md").read_text("utf8")
    missing = [f"HEXAGORA_{f.name.upper()}" for f in fields(Settings)
               if f.name != "limits" and f"`HEXAGORA_{f.name.upper()}`" not in text]
    missing += [f.name for f in fields(Limits) if f"`{f.name}`" not in text]
    assert missing == []


def test_every_message_and_error_code_is_documented():
    from hexagora.server.messages import MESSAGES

    text = (HOME / "docs" / "protocol.md").read_text("utf8")
    kinds = MESSAGES.json_schema()["discriminator"]["mapping"]
    assert [kind for kind in kinds if f'"{kind}"' not in text] == []
    sources = "".join(path.read_text("utf8") for path in (HOME / "hexagora" / "server").glob("*.py"))
    codes = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', sources))
    assert sorted(code for code in codes if f"`{code}`" not in text) == []


def test_the_deployment_uses_settings_that_exist():
    names = {f"HEXAGORA_{f.name.upper()}" for f in fields(Settings)} | {"HEXAGORA_DATA", "HEXAGORA_CACHE"}
    for path in (HOME / "deploy").iterdir():
        used = set(re.findall(r"HEXAGORA_[A-Z_]+", path.read_text("utf8")))
        assert used <= names, path.name


def test_the_compose_file_holds_two_servers_behind_a_proxy():
    document = yaml.safe_load((HOME / "deploy" / "compose.yaml").read_text("utf8"))
    services = document["services"]
    assert {"postgres", "redis", "server-1", "server-2", "proxy"} == set(services)
    proxied = re.findall(r"server (server-\d):8000", (HOME / "deploy" / "nginx.conf").read_text("utf8"))
    assert proxied == ["server-1", "server-2"]
    volumes = {v.partition(":")[0] for s in services.values() for v in s.get("volumes", []) if not v.startswith(".")}
    assert volumes == set(document["volumes"])


def test_the_linter_has_nothing_to_say_about_the_image():
    linter = Path(sys.executable).with_name("hadolint")
    if not linter.exists():
        pytest.skip("hadolint is not installed")
    done = subprocess.run([linter, "--no-color", HOME / "deploy" / "Dockerfile"], capture_output=True, text=True)
    assert done.stdout == ""


def test_the_image_does_not_run_as_root():
    lines = (HOME / "deploy" / "Dockerfile").read_text("utf8").splitlines()
    users = [line for line in lines if line.startswith("USER ")]
    assert users
    assert users[-1] != "USER root"


def _processor_time(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_server_starts_hardly_slower_than_its_libraries(tmp_path: Path):
    """Neither Numba nor the rooms behind the lobby are even loaded; nor, by the first start, which makes the database,
    migrations and what makes keys for pushes; nor, by the second one, any game's content. It is measured with what it
    is held against right after it, so that a busy machine slows both."""
    code = ("import sys, asyncio; from hexagora.server.app import create_app; from hexagora.server.settings import *; "
            "from hexagora.server import catalogue, rooms; import uvicorn; rooms.AFTER = 1e6; "
            f"app = create_app(Settings(database_url='sqlite:///{tmp_path / 'x.sqlite3'}'))\n"
            "async def go():\n async with app.router.lifespan_context(app): catalogue.games()\n"
            "asyncio.run(go()); late = {'numba', 'sqlalchemy.orm', 'hexagora.server.lab', 'alembic', 'cryptography'}; "
            "games = {f'hexagora.games.{name}.content' for name in catalogue.registry.SUPPLIED}; "
            "loaded = (late if {first} else late | games) & set(sys.modules); assert not loaded, loaded")
    _processor_time(code.replace("{first}", "True"))
    assert _processor_time(code.replace("{first}", "False")) < MOST_TO_START * _processor_time(LIBRARIES)


def test_games_are_listed_with_what_the_lobby_needs(server: Served):
    games = Person(server.address).http.get("/api/games").json()
    assert {"hex", "manapool"} <= {g["id"] for g in games}
    for game in games:
        assert game["levels"], game["id"]
        for option in game["options"]:
            assert option["help"]
            assert not option["asset"] or option["choices"], (game["id"], option["name"])


def test_a_preview_shows_the_board_of_the_options(server: Served):
    http = Person(server.address).http
    small, large = (http.post("/api/games/hex/preview", json={"options": {"size": n}}).json() for n in (3, 9))
    assert (len(small["boards"][0]["cells"]), len(large["boards"][0]["cells"])) == (9, 81)
    wrong = http.post("/api/games/hex/preview", json={"options": {"size": 99}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-option")
    assert "size" in wrong.json()["error"]


def test_a_preview_says_whether_chance_deals_the_board(server: Served):
    http = Person(server.address).http
    dealt, laid = (http.post("/api/games/sygon/preview", json={"options": {"board": board}}).json()
                   for board in ("random", "recommended"))
    assert (dealt["example"], laid["example"]) == (True, False)
    assert len({cell["terrain"] for cell in dealt["boards"][0]["cells"]}) > 3, "something to look at"


def test_a_preview_tells_what_is_doubtful_about_a_board(server: Served):
    http = Person(server.address).http
    crossing = next(b for b in registry.game("manapool").content.board if b.id == "crossing")
    rows = [("D" + row[1:] if k == 1 else row) for k, row in enumerate(crossing.rows)]
    own = {"id": "mine", "name": "Mine", "side": crossing.side, "rows": rows}
    told = http.post("/api/games/manapool/preview", json={"options": {"board": own}}).json()["warnings"]
    assert {"W1", "W7"} <= {w["code"] for w in told}
    assert all(w["about"] == "Mine" and w["text"] for w in told)
    race = {"id": "short", "name": "Short", "difficulty": 1, "rows": ["1 1 1 1", " S 1 1 E", "1 1 1 1*"]}
    told = http.post("/api/games/hexcape/preview", json={"options": {"map": race}}).json()["warnings"]
    assert [(w["code"], w["about"], w["cell"]) for w in told] == [("W6", "Short", "b4")]
    for game in ("hex", "manapool", "hexcape"):
        assert http.post(f"/api/games/{game}/preview", json={}).json()["warnings"] == []


def test_a_position_can_be_played_from(server: Served):
    person = Person(server.address)
    start = {"game": "hex", "options": {"size": 3}, "red": ["a1", "a2"], "blue": ["b1", "b2"]}
    table = person.make("hex", ["me", "here"], options={"size": 3}, start=start)["table"]
    with person.sit(table) as window:
        window.until("state")
        assert window.act("a3")["over"]["result"] == [1.0, 0.0]
    replay = person.http.get(f"/api/tables/{table}/replay?ply=0").json()
    assert len(replay["scene"]["pieces"]) == 4
    assert person.http.get(f"/api/tables/{table}/replay?ply=9").status_code == 404


def test_who_asks_for_a_hint_does_not_wait_for_ever_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch):
    thinkers = Thinkers(Settings(), Metrics())
    asked = []

    async def ask(question, request, who):
        asked.append(request)
        return []

    monkeypatch.setattr(thinkers, "_ask", ask)
    asyncio.run(thinkers.hints(registry.game("hex").match(), 1))
    assert asked[0].seconds <= 6.0


def test_hints_name_legal_actions_with_reasons(server: Served):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 3})["table"]
    with person.sit(table) as window:
        window.until("state")
        window.send(type="hint", seq=1)
        choices = window.until("hint")["choices"]
        assert 1 <= len(choices) <= 3
        for choice in choices:
            assert choice["text"] in window.choices
            assert choice["label"]
        window.send(type="hint", seq=0)
        assert window.until_error()["code"] == "stale"


def test_the_rooms_behind_the_lobby_open_when_somebody_knocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rooms, "AFTER", 1e6)
    with serving(settings(tmp_path)) as server, httpx.Client(base_url=server.address) as http:
        assert http.get("/").status_code == 200
        assert server.app.rooms in server.app.routes
        assert http.get("/api/lab").json()["open"]
        assert server.app.rooms not in server.app.routes
        assert (http.get("/nowhere").status_code, http.put("/api/me").status_code) == (404, 405)


def test_a_page_names_all_modules_of_its_script(server: Served):
    """Every module that one of them imports is named too, so that a browser finds none of them late."""
    page = httpx.get(f"{server.address}/").text
    named = re.findall(r'<link rel="modulepreload" href="/static/js/([^"]+)">', page)
    assert named[0] == "lobby.js"
    assert len(set(named)) == len(named) > 1
    for name in named:
        text = httpx.get(f"{server.address}/static/js/{name}").text
        assert set(re.findall(r"from '\./([^']+\.js)'", text)) <= set(named), name
