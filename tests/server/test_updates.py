"""A new version of a game strands no match: with other content it goes on with what it began with; by other rules it
goes on if they come to the same, else it is closed and everybody is told so."""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

import hexagora
from hexagora import registry
from hexagora.bots.view import view_of
from hexagora.engine import matchfile
from hexagora.engine.errors import BadMatchFile
from hexagora.matches import from_document
from hexagora.server.forgetting import prune
from hexagora.server.migrations import config, upgrade
from tests import samples
from tests.server.support import Person, Process, Served, Socket, free_port, serving, settings, wait_until

# of each game a number (or a name) that an update changes
CHANGES = {game: samples.of(game).UPDATE for game in registry.SUPPLIED}
OTHER_WORDS = """

_before = text


def text(box, s, a):
    return "do " + _before(box, s, a)
"""  # no decision that was kept is understood any more


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf8")


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A newer version: every game has other content."""
    package = tmp_path / "newer" / "hexagora"
    shutil.copytree(Path(hexagora.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for game, change in CHANGES.items():
        _edit(package / "games" / game / "content.toml", *change)
    return package.parent


@pytest.fixture
def newest(newer: Path) -> Path:
    """A version after that: Hex has rules that come to the same, all others such that do not understand the past."""
    games = newer / "hexagora" / "games"
    for game in CHANGES:
        _edit(games / game / "__init__.py", "        players=(", "        version=2, players=(")
        if game != "hex":
            with (games / game / "words.py").open("a") as words:
                words.write(OTHER_WORDS)
    return newer


class Update:
    """A server that is stopped and started again with another version."""

    def __init__(self, folder: Path):
        self.environment = {"HEXAGORA_DATABASE_URL": f"sqlite:///{folder / 'tables.sqlite3'}",
                            "HEXAGORA_SWEEP_SECONDS": "0.2"}
        self.port = free_port()
        self.server: Process | None = None

    def to(self, version: Path | None) -> None:
        self.stop()
        self.server = Process(self.environment, self.port, version).ready()

    def stop(self) -> None:
        if self.server:
            self.server.stop()
            self.server = None

    def errors(self, person: Person) -> str:
        told = person.http.get("/metrics").text.splitlines()
        return next(line for line in told if line.startswith("hexagora_errors_total "))


@pytest.fixture
def update(tmp_path: Path) -> Iterator[Update]:
    made = Update(tmp_path)
    yield made
    made.stop()


def _play(window: Socket, dice: random.Random, decisions: int) -> None:
    for _ in range(decisions):
        if window.state["over"] is None:
            window.act(dice.choice(window.choices))


def _seen(window: Socket) -> dict[str, Any]:
    state = window.state
    return {"scene": state["scene"], "scores": state["scores"], "over": state["over"], "log": window.texts}


@pytest.mark.usefixtures("newest")
def test_a_version_with_other_words_is_another_one(tmp_path: Path):
    """What the test below relies on: these changes are changes."""
    code = ("from hexagora import registry; "
            "print(*(registry.game(n).content_digest for n in registry.names()), registry.game('hex').facts.version)")
    told = [subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True).stdout
            for folder in (None, tmp_path / "newer")]
    ours, theirs = (set(line.split()) for line in told)
    assert not ours & theirs


def test_matches_of_every_game_go_on_after_an_update_or_are_closed_with_a_word(
        update: Update, newer: Path, request: pytest.FixtureRequest):
    dice = random.Random(1)
    update.to(None)
    anna = Person(f"http://127.0.0.1:{update.port}")
    tables = {game: anna.make(game, ["me"] + ["here"] * (registry.game(game).facts.players[0] - 1))["table"]
              for game in CHANGES}
    against_bot = anna.make("hex", ["me", {"kind": "bot", "level": "beginner"}], options={"size": 5})["table"]
    timed = anna.make("hex", ["me", "here"], clock={"per_move": 3600})["table"]
    told = {}
    for game, table in tables.items():
        with anna.sit(table) as window:
            window.until("state")
            _play(window, dice, 8)
            told[game] = _seen(window)

    update.to(newer)  # other content
    for game, table in tables.items():
        with anna.sit(table) as window:
            window.until("state")
            assert _seen(window) == told[game], game
            _play(window, dice, 4)
            assert window.state["over"] is None, game
        kept = anna.http.get(f"/api/tables/{table}/match").json()["content"]
        new = anna.make(game, ["me"] + ["here"] * (registry.game(game).facts.players[0] - 1))["table"]
        assert kept == registry.game(game).content_digest != anna.http.get(f"/api/tables/{new}/match").json()["content"]
    with anna.sit(against_bot) as window:
        window.until("state")
        window.act(window.choices[0])
        window.until_seq(3)

    request.getfixturevalue("newest")
    update.to(newer)  # other rules
    broken = set(tables.values()) - {tables["hex"]}
    wait_until(lambda: broken <= {one["table"] for one in anna.http.get("/api/tables?which=finished").json()})
    for one in anna.http.get("/api/tables?which=finished").json():
        assert one["ending"] == {"kind": "rules-changed", "by": 0}
    for game, table in tables.items():
        with anna.sit(table) as window:
            window.until("state")
            over = window.state["over"]
            if game == "hex":
                _play(window, dice, 2)
                continue
            assert (over["ending"], over["result"]) == ({"kind": "rules-changed", "by": 0}, None)
            window.send(type="act", seq=window.seq, text="pass")
            assert window.until_error()["code"] == "over"
        assert anna.http.get(f"/api/tables/{table}/match").status_code == 200
        assert anna.http.post(f"/api/tables/{table}/rematch").status_code == 200
    with anna.sit(against_bot) as window:
        seq = window.until("state")["seq"]
        window.act(window.choices[0])
        window.until_seq(seq + 2)
    with anna.sit(timed) as window:
        clock = window.until("state")["clock"]
        assert clock["running"] == 1
    assert update.errors(anna) == "hexagora_errors_total 0.0"


# what is kept


def test_the_content_of_every_game_is_kept_once_and_goes_when_no_table_needs_it(tmp_path: Path):
    chosen = settings(tmp_path)
    for _ in range(2):
        with serving(chosen) as server:
            Person(server.address).make("hex", ["me", "here"])
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        kept = dict(database.execute("SELECT digest, text FROM contents"))
        games = [registry.game(name) for name in registry.SUPPLIED]
        games += [game.with_content(name) for game in games for name in game.named_contents()]
        assert kept == {game.content_digest: game.content_text for game in games}
        database.execute("INSERT INTO contents VALUES ('old', 'hex', '{}')")
        database.execute("UPDATE tables SET updated = 0 WHERE rowid = 1")
    prune(chosen, 1, really=True)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        assert [row[0] for row in database.execute("SELECT game FROM contents")] == ["hex"]


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_kept_content_is_read_as_it_was(game: str):
    found = registry.game(game)
    again = found.as_kept(found.content_text + " ")
    assert again is not found
    assert again.content == found.content
    assert found.as_kept(found.content_text) is found


def _begun(server: Served, decisions: int) -> tuple[Person, str, dict[str, Any]]:
    """A table of one person alone, some decisions into its match: who sits there, its id, and what is seen there."""
    anna = Person(server.address)
    table = anna.make("manapool", ["me", "here", "here"])["table"]
    with anna.sit(table) as window:
        window.until("state")
        _play(window, random.Random(1), decisions)
        return anna, table, _seen(window)


def test_content_that_was_never_kept_is_played_through_with_what_is_here(tmp_path: Path):
    """As in the database of a version that kept none."""
    with serving(settings(tmp_path)) as server:
        anna, table, seen = _begun(server, 6)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute("UPDATE tables SET content = 'unknown', game_version = 0")
    with serving(settings(tmp_path)) as server:
        anna.address = server.address
        with anna.sit(table) as window:
            window.until("state")
            assert _seen(window) == seen
            _play(window, random.Random(2), 2)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        found = registry.game("manapool")
        assert database.execute("SELECT content, game_version FROM tables").fetchall() == [
            (found.content_digest, found.facts.version)]


@pytest.mark.parametrize(("what", "why"), [
    ("UPDATE tables SET seed = 'another', game_version = 0", "the seed decides"),
    ("UPDATE tables SET status = 'over', game_version = 0", "the match was over"),
    ("UPDATE events SET seat = seat % 3 + 1 WHERE n = 1", "it is the turn of seat"),
])
def test_rules_that_come_to_something_else_close_the_match(tmp_path: Path, what: str, why: str,
                                                           caplog: pytest.LogCaptureFixture):
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make("manapool", ["me", "here", "here"], seed="one", options={"setup_order": "random"})["table"]
        with anna.sit(table) as window:
            window.until("state")
            _play(window, random.Random(1), 3)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute(what)
    with serving(settings(tmp_path)) as server:
        anna.address = server.address
        anna.http.base_url = server.address
        with anna.sit(table) as window:
            assert window.until("state")["over"]["ending"] == {"kind": "rules-changed", "by": 0}
    told = {record.why for record in caplog.records if record.name == "hexagora.table"}
    assert len(told) == 1
    assert why in told.pop()


def test_a_match_that_cannot_even_be_set_up_is_closed_too(tmp_path: Path):
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make("manapool", ["me", "here", "here"])["table"]
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        options = json.loads(database.execute("SELECT options FROM tables").fetchone()[0])
        database.execute("UPDATE tables SET options = ?, game_version = 0", (json.dumps({**options, "board": "gone"}),))
    with serving(settings(tmp_path)) as server:
        anna.http.base_url = server.address
        wait_until(lambda: anna.http.get("/api/tables?which=finished").json())
        assert anna.http.get(f"/api/tables/{table}").json()["ending"] == {"kind": "rules-changed", "by": 0}
        answer = anna.http.get(f"/api/tables/{table}/match")
        assert (answer.status_code, answer.json()["code"]) == (409, "cannot-resume")
        assert server.hall.metrics.errors._value.get() == 0


@pytest.mark.parametrize("what", [
    "UPDATE tables SET game_version = game_version + 1",
    "INSERT INTO events (table_id, n, kind, seat, texts, at, spent) SELECT id, 2, 'vote', 0, '[]', 0, 0 FROM tables",
])
def test_what_a_newer_version_plays_is_left_alone_by_an_older_one(tmp_path: Path, what: str):
    """As while servers are updated one after the other: it is neither closed nor taken back to the older rules."""
    with serving(settings(tmp_path)) as server:
        anna, table, _ = _begun(server, 1)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute(what)
        before = database.execute("SELECT status, ending, game_version, content FROM tables").fetchall()
    with serving(settings(tmp_path)) as server:
        anna.http.base_url = server.address
        answer = anna.http.get(f"/api/tables/{table}/match")
        assert (answer.status_code, answer.json()["code"]) == (503, "cannot-resume")
        assert server.hall.metrics.errors._value.get() == 0
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        assert database.execute("SELECT status, ending, game_version, content FROM tables").fetchall() == before


def test_each_revision_of_the_database_lets_servers_of_the_one_before_go_on(tmp_path: Path):
    """Nothing that they write to goes, and nothing comes that they would have to fill in."""
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    known: dict[str, set[str]] = {}
    for script in reversed(list(ScriptDirectory.from_config(config()).walk_revisions())):
        with engine.begin() as connection:
            upgrade(connection, script.revision)
        look = inspect(engine)
        for table, columns in known.items():
            now = {column["name"]: column for column in look.get_columns(table)}
            assert columns <= now.keys()
            assert all(now[new]["nullable"] or now[new]["default"] for new in now.keys() - columns), script.revision
        known = {table: {column["name"] for column in look.get_columns(table)} for table in look.get_table_names()}
    assert "tables" in known


# bots and files


def _other(game: str) -> Any:
    found = registry.game(game)
    old, new = CHANGES[game]
    key, _, value = new.strip().partition(" = ")
    text = found.content_text.replace(f'"{key}":{old.strip().partition(" = ")[2]}', f'"{key}":{value}')
    assert text != found.content_text
    return found.as_kept(text)


def test_a_bot_plays_with_the_content_of_the_match():
    match = _other("manapool").match(seed=1)
    assert view_of(match, match.actor + 1).box.actions == 2
    assert view_of(registry.game("manapool").match(seed=1), 1).box.actions == 1


def _file(game: Any, decisions: int = 8) -> dict[str, Any]:
    match, dice = game.match(seed=1), random.Random(1)
    for _ in range(decisions):
        match.play(dice.choice(match.actions()))
    return json.loads(json.dumps(matchfile.to_document(match)))


@pytest.mark.parametrize("game", [name for name in CHANGES if name != "hex"])
def test_a_match_file_brings_its_content_along(game: str):
    document = _file(_other(game))
    again = from_document(document)
    assert again.game.content_digest == document["content"] != registry.game(game).content_digest
    assert matchfile.to_document(again) == document


def test_a_match_file_without_the_content_that_it_needs_says_so():
    document = _file(_other("manapool"))
    with pytest.raises(BadMatchFile, match="does not lie in the file: use the version of manapool that made it"):
        from_document({k: v for k, v in document.items() if k != "content_data"})
    data = document["content_data"]
    with pytest.raises(BadMatchFile, match="the file was changed"):
        from_document({**document, "content_data": {**data, "game": {**data["game"], "actions": 3}}})


def test_a_match_file_of_other_rules_is_played_through_and_must_come_to_the_same(tmp_path: Path):
    document = {**_file(registry.game("manapool"), 20), "game_version": 9}
    assert from_document(document).texts() == document["actions"]
    wrong = {r"action \d+: ": {"actions": [*document["actions"], "fly away"]},
             "the seed decides": {"seed": "another"},
             r"the result was \[1\.0, 0\.0, 0\.0\]": {"result": [1.0, 0.0, 0.0]}}
    for why, part in wrong.items():
        with pytest.raises(BadMatchFile, match=f"version 9 of the rules of manapool, this is version 1: .*{why}"):
            from_document({**document, **part})
    (tmp_path / "match.json").write_text(json.dumps({**document, "seed": "another"}))
    for command in ("verify", "replay"):
        done = subprocess.run([sys.executable, "-m", "hexagora", command, str(tmp_path / "match.json")],
                              capture_output=True, text=True)
        assert done.returncode == 2
        assert "made with version 9 of the rules" in done.stderr
        assert "Traceback" not in done.stderr
