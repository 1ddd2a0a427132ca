"""Positions and matches as text: copied from one table, a start for another."""

import json
import random

import pytest

import hexagora.registry as registry
from hexagora.engine import matchfile
from hexagora.server import notation
from hexagora.server.catalogue import notations
from hexagora.server.errors import Refusal
from hexagora.server.settings import Limits
from tests.server.support import Person, Served

LIMITS = Limits()


def text_of(person: Person, table: str, name: str) -> dict:
    return person.http.get(f"/api/tables/{table}/text", params={"notation": name}).json()


def read(person: Person, game: str, text: str) -> dict:
    answer = person.http.post(f"/api/games/{game}/read", json={"text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_sigil_table_goes_on_elsewhere_by_its_notations(server: Served):
    person = Person(server.address)
    table = person.make("sigil", ["me", "here"], options={"layout": "starter"})["table"]
    with person.sit(table) as window:
        window.until("state")
        for text in ("place A1", "place B1", "end turn"):
            if text in [c["text"] for c in window.state["scene"]["choices"]]:
                window.act(text)
    for name in ("sfn", "sgn", "position"):
        found = read(person, "sigil", text_of(person, table, name)["text"])
        again = person.make("sigil", ["me", "here"], options=found["options"], start=found["start"])["table"]
        assert text_of(person, again, "sfn")["text"] == text_of(person, table, "sfn")["text"], name


@pytest.mark.parametrize("game", [n for n in registry.names() if not registry.game(n).facts.hidden])
def test_every_open_game_is_written_and_read_as_a_position(game):
    match = registry.game(game).match(seed=5)
    for _ in range(30):
        if not match.over:
            match.play(match.actions()[-1])
    text, notes = notation.written(match, "position")
    assert notes == []
    if not match.over:
        assert notation.start_of(match.game, text, LIMITS)["start"] == match.position()


def test_a_match_file_goes_on_where_it_stopped(server: Served):
    person = Person(server.address)
    table = person.make("hex", ["me", "here"], options={"size": 4})["table"]
    with person.sit(table) as window:
        window.until("state")
        window.act("b2")
    found = read(person, "hex", json.dumps(person.http.get(f"/api/tables/{table}/match").json()))
    assert (found["options"]["size"], found["start"]["red"]) == (4, ["b2"])


@pytest.mark.parametrize("game", [n for n in registry.names() if registry.game(n).facts.hidden])
def test_nothing_is_written_down_while_there_are_secrets(server: Served, game):
    person = Person(server.address)
    table = person.make(game, ["me", "here"])["table"]
    for name in ("position", "sfn", "match"):
        answer = person.http.get(f"/api/tables/{table}/text", params={"notation": name})
        assert (answer.status_code, answer.json()["code"]) == (404, "no-notation")


@pytest.mark.parametrize(("game", "text", "says"), [
    ("hex", "hello", "begin with a brace"),
    ("hex", "{", "not understood at line 1, letter 2"),
    ("hex", "{}}", "not understood at line 1, letter 3"),
    ("hex", '{"game": "sigil"}', "of the game 'sigil'"),
    ("hex", '{"options": 7}', "options must be an object"),
    ("hex", '{"options": {"size": 99}}', "size"),
    ("hex", '{"format": "hexagora-match"}', "match"),
    ("hex", '{"options": {"size": 3}, "red": ["z9"]}', "z9"),
    ("hex", '{"options": {"size": 3}, "red": ["a1", "a2", "a3"], "blue": ["b1", "b2"]}', "over"),
    ("hex", "{" * 5000, "not understood"),
    ("manapool", '{"options": {"board": "/etc/passwd"}}', "cannot name a file"),
    ("hexcape", '{"format": "hexagora-match", "version": 1, "game": "hexcape", "actions": [], '
                '"options": {"map": "../secret.toml"}}', "cannot name a file"),
    ("sigil", "hello", "reads positions in SFN"),
    ("sigil", "a long story, and / or a recipe with eggs, flour", "which begin with a brace"),
    ("sigil", "[1, 2, 3]", "reads positions in SFN"),
    ("sigil", "https://example.com/a,b,c", "matches in SGN"),
    ("sigil", f"{'.' * 39}/Flourish,Carnage r 1", "SFN has 7 or 8 fields"),
    ("sigil", "[Variant \"none\"]", ""),
])
def test_a_text_that_is_wrong_is_refused_with_what_is_wrong(game, text, says):
    with pytest.raises(Refusal) as refused:
        notation.start_of(registry.game(game), text, LIMITS)
    assert (refused.value.status, refused.value.code) in ((422, "bad-position"), (422, "bad-option"))
    assert says in str(refused.value)


def test_a_text_that_is_too_long_is_refused(server: Served):
    long = "x" * (LIMITS.written_characters + 1)
    answer = Person(server.address).http.post("/api/games/hex/read", json={"text": long})
    assert answer.status_code == 422


def spoiled(text: str, rng: random.Random) -> str:
    """The text with a few places taken out, doubled or replaced."""
    for _ in range(rng.randint(1, 4)):
        k, n = rng.randrange(len(text)), rng.randint(1, 9)
        text = text[:k] + rng.choice(["", text[k:k + n] * 2, "7", "-1", '"', "null", "[", "é", "\x00"]) + text[k + n:]
    return text


JUNK = [None, True, -1, 10**30, 0.5, "", "z99", [], {}, [[]], {"a": 1}]


def spoiled_document(text: str, rng: random.Random) -> str:
    """A document in which one value, somewhere, is something else or gone."""
    part = document = json.loads(text)
    while True:
        key = rng.choice(list(part) if isinstance(part, dict) else range(len(part)))
        if not (isinstance(part[key], dict | list) and part[key]) or rng.random() < 0.3:
            break
        part = part[key]
    if rng.random() < 0.2:
        del part[key]
    else:
        part[key] = rng.choice(JUNK)
    return json.dumps(document)


@pytest.mark.parametrize("game", registry.names())
def test_spoiled_texts_are_read_or_refused_and_nothing_else(game):
    rng = random.Random(game)
    match = registry.game(game).match(seed=2)
    while not match.over and len(match.log) < 40:
        match.play(rng.choice(match.actions()))
    texts = [json.dumps(match.position()), json.dumps(matchfile.to_document(match))]
    texts += [notation.written(match, name)[0] for name in notations(match.game)]
    refused = 0
    for k in range(300):
        text = spoiled_document(texts[k % 2], rng) if k % 3 else spoiled(rng.choice(texts), rng)
        try:
            notation.start_of(match.game, text, LIMITS)
        except Refusal:
            refused += 1
    assert refused > 60
