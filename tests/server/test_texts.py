"""The door for texts: what cannot be stored or shown is refused before anybody sees it, wherever it comes in."""

import inspect
import json
import re
import tracemalloc
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from hexagora import registry
from hexagora.engine import editing
from hexagora.server import messages, texts
from tests.server.support import Person, Served

BROKEN = ["\ud800", "a\udfffb", "a\x00b", "a\x1bb", "a\x9bb"]
INVISIBLE = ["\u200b", "\u202e", "\u2066\u2069", "\u3164", "\u2800", "\u0301", "\ufeff \u2060",
             "\u2065", "\ufff3", "\U000e0080", "\U000e0fff\U000e0001", "\U0001d159"]
MANY, LINES_OF_ONE = 5000, 12  # mistakes; an entry of a list may lack some keys
SHOWN = ["Ann", "日本", "Zoë 🧙‍♀️", "‏שלום", "e\u0301"]
# one of each kind that comes in, with a text wherever one can be
SAMPLES: dict[str, dict[str, Any]] = {
    "Act": {"type": "act", "seq": 1, "text": "a1"},
    "Undo": {"type": "undo", "seq": 1},
    "RestartTurn": {"type": "restart-turn", "seq": 1},
    "AskTakeback": {"type": "ask-takeback", "seq": 1},
    "AnswerTakeback": {"type": "answer-takeback", "yes": True},
    "Hint": {"type": "hint", "seq": 1},
    "Lend": {"type": "lend", "yes": True},
    "Thought": {"type": "thought", "id": 1, "text": "a1"},
    "Chat": {"type": "chat", "text": "Hello", "key": "12345678"},
    "Leave": {"type": "leave"},
    "Return": {"type": "return"},
    "Resign": {"type": "resign"},
    "OfferEnd": {"type": "offer-end"},
    "OfferPause": {"type": "offer-pause"},
    "Resume": {"type": "resume"},
    "DeclineEnd": {"type": "decline-end"},
    "CallOff": {"type": "call-off"},
    "GoOn": {"type": "go-on", "seat": 1, "end": False},
    "View": {"type": "view", "seat": 1},
    "Sync": {"type": "sync"},
    "Ping": {"type": "ping", "id": 1},
    "Me": {"name": "Ann"},
    "Code": {"code": "ABCD-EFGH"},
    "NewPasskey": {"credential": {"id": "abc", "response": {"clientDataJSON": "abc"}}, "name": "Mine"},
    "Passkey": {"credential": {"id": "abc", "response": {"clientDataJSON": "abc"}}},
    "OnePasskey": {"id": "abc"},
    "SignIn": {"ticket": "abc", "tables": "along"},
    "Forget": {"really": "forget me"},
    "Subscription": {"endpoint": "https://push.example.org/a", "p256dh": "abc", "auth": "abc", "language": "it"},
    "Unsubscription": {"endpoint": "https://push.example.org/a"},
    "MailAddress": {"address": "anna@example.org", "language": "it"},
    "SeatPlan": {"kind": "bot", "level": "casual", "name": "Bob"},
    "ClockPlan": {"per_move": 5.0},
    "NewTable": {"game": "hex", "options": {"board": {"rows": ["1 1"], "notes": "two\nlines"}}, "seed": "seed",
                 "seats": [{"kind": "bot", "level": "casual", "name": "Bob"}], "start": {"red": ["a1"]}},
    "QuickWish": {"game": "hex", "players": 2, "speed": "fast", "table": "abc"},
    "Preview": {"options": {"board": "crossing"}, "start": {"red": ["a1"]}},
    "Written": {"text": "two\nlines"},
    "LabWish": {"game": "hex", "options": {"board": "crossing"}, "changes": "a.b = 1\nc.d = 2", "content": "a = 1",
                "question": "search", "numbers": "a.b=1..3\nc.d=1,2", "keep": "turns=1..9"},
    "Try": {"action": "a1"},
    "Analysis": {"text": "two\nlines", "options": {"board": "crossing"}},
    "Moment": {"root": {"game": "hex"}, "actions": ["a1"]},
    "Question": {"root": {"game": "hex"}, "actions": ["a1"], "looks": 4000},
    "Drawn": {"data": {"rows": ["1 1"]}},
    "Edit": {"data": {"rows": ["1 1"]}, "deed": {"kind": "paint", "cell": "a1"}},
    "TrialPlan": {"data": {"rows": ["1 1"]}},
    "PackWish": {"id": "mine", "name": "Mine", "content": "a = 1\nb = 2"},
}


def _models() -> dict[str, Any]:
    return {name: found for name, found in inspect.getmembers(messages, inspect.isclass)
            if issubclass(found, messages.Declared) and found not in (messages.Declared, messages.Strict)}


def _spoilt(value: Any, bad: str) -> list[Any]:
    """The value with each of its texts spoilt in turn, and with each key."""
    if isinstance(value, str):
        return [bad]
    if isinstance(value, list):
        return [[*value[:k], found, *value[k + 1:]] for k, inner in enumerate(value) for found in _spoilt(inner, bad)]
    if isinstance(value, dict):
        return [*({**value, key: found} for key, inner in value.items() for found in _spoilt(inner, bad)),
                {**value, bad: 1}]
    return []


def test_every_kind_of_message_has_a_sample():
    assert set(SAMPLES) == set(_models())
    for name, model in _models().items():
        model.model_validate(SAMPLES[name])


@pytest.mark.parametrize("name", SAMPLES)
def test_no_text_anywhere_in_a_message_can_be_broken(name: str):
    model, tried = _models()[name], 0
    for bad in BROKEN:
        for spoilt in _spoilt(SAMPLES[name], bad):
            with pytest.raises(ValidationError):
                model.model_validate(spoilt)
            tried += 1
    assert tried >= len(BROKEN)


@pytest.mark.parametrize("bad", INVISIBLE)
def test_names_and_words_show_something(bad: str):
    for model, sample in ((messages.Me, {"name": bad}), (messages.Chat, {"type": "chat", "text": bad}),
                          (messages.SeatPlan, {"kind": "me", "name": bad})):
        with pytest.raises(ValidationError):
            model.model_validate(sample)


@pytest.mark.parametrize("good", SHOWN)
def test_names_of_all_writings_are_welcome(good: str):
    assert messages.Me(name=good).name == good


@pytest.mark.parametrize("document", [{"a": float("nan")}, [float("inf")], {"a": [10**30]}, [[[{"b": -(2**70)}]]]])
def test_numbers_that_cannot_be_told_are_refused(document: Any):
    with pytest.raises(ValueError, match="number"):
        texts.check(document)


@pytest.mark.parametrize("document", [{"a": [0] * 30_000}, {"a": [[]] * 30_000}, {"a": [[0] * 200] * 200},
                                      dict.fromkeys(map(str, range(30_000)), 0)])
def test_a_document_may_not_have_endlessly_many_parts(document: Any):
    with pytest.raises(ValueError, match="more than 20,000 parts"):
        texts.check(document)


def test_a_long_name_around_many_things_takes_no_more_memory_than_they_do():
    """A quarter of a megabyte took eight gigabytes: where each of the things lies was written down."""
    document = {"k" * 100_000: [[0]] * 9_000 + [{"a\ud800": 0}]}
    tracemalloc.start()
    with pytest.raises(ValueError, match=r"^…k{90,}\[9000\] has a key with half"):
        texts.check(document)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(("document", "told"), [
    ({"a": {"b": ["\ud800"]}}, "a.b[0] holds"), ([["\x00"]], "[0][0] holds"), ("\x00", "the text holds"),
    ({"\x00": 1}, "the document has a key"), ({"a": [{"\x00": 1}]}, "a[0] has a key")])
def test_what_is_wrong_is_told_with_its_place(document: Any, told: str):
    with pytest.raises(ValueError, match=f"^{re.escape(told)}"):
        texts.check(document)


def test_a_document_may_not_be_endlessly_deep():
    document: Any = []
    for _ in range(5000):
        document = [document]
    with pytest.raises(ValueError, match="deeper"):
        texts.check(document)


@pytest.mark.parametrize("bad", ["\\ud800", "\\u0000", "\\udc00x"])
def test_every_request_with_a_broken_text_is_told_so(server: Served, bad: str):
    person = Person(server.address)
    table = person.make("hex", ["me", "friend"])["table"]
    seats = '[{"kind": "me"}, {"kind": "here"}]'
    for path, body in (
        ("/api/me", f'{{"name": "a{bad}"}}'),
        ("/api/tables", f'{{"game": "hex", "seats": {seats}, "start": {{"options": "{bad}"}}}}'),
        ("/api/tables", f'{{"game": "hex", "seats": {seats}, "start": {{"options": {{"size": "{bad}"}}}}}}'),
        ("/api/tables", f'{{"game": "hex", "seats": {seats}, "options": {{"{bad}": 1}}}}'),
        ("/api/tables", f'{{"game": "hex", "seats": {seats}, "seed": "{bad}"}}'),
        ("/api/tables", f'{{"game": "hex", "seats": {seats}, "{bad}": 1}}'),
        ("/api/tables", f'{{"game": "hex", "seats": [{{"kind": "bot", "level": "{bad}"}}, {{"kind": "me"}}]}}'),
        ("/api/games/hexcape/preview", f'{{"options": {{"map": {{"name": "{bad}"}}}}}}'),
        ("/api/games/hex/read", f'{{"text": "{bad}"}}'),
        ("/api/games/hex/read", json.dumps({"text": f'{{"game": "hex", "red": ["{bad}"]}}'})),
    ):
        answer = person.http.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422, (path, body, answer.text)
        assert set(answer.json()) == {"error", "code"}
    with person.sit(table) as window:
        window.until("state")
        for message in (f'{{"type": "chat", "text": "{bad}"}}', f'{{"type": "act", "seq": 1, "text": "{bad}"}}',
                        f'{{"type": "{bad}"}}', f'{{"type": "ping", "{bad}": 1}}'):
            window.connection.send(message)
            assert window.until_error()["code"] == "bad-message"


PACKED = ('{{"game": "{game}", "x": "\\ud800"}}', '{{"\\ud800": 1}}',
          '{{"game": "{game}", "options": {{"a": "\\udfff"}}}}', '{{"a": 1e400}}', '{{"a": ' + "9" * 4000 + "}}",
          '{{"a": "\\u0000"}}', "[" * 5000, 'id = "\\ud800"')


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_document_within_a_text_passes_the_same_door(server: Served, game: str):
    """What an editor, an analysis or the lab reads is a text on the way in, and a document only then."""
    http = Person(server.address).http
    for packed in (one.format(game=game) for one in PACKED):
        asked = [(f"/api/games/{game}/editor/{kind}", {"deed": {"read": packed}})
                 for kind in editing.of_game(registry.game(game))]
        asked += [(f"/api/games/{game}/read", {"text": packed}), (f"/api/games/{game}/analysis", {"text": packed}),
                  ("/api/lab", {"game": game, "content": packed}),
                  ("/api/lab", {"game": game, "changes": f"game.x = {packed}"})]
        for path, body in asked:
            answer = http.post(path, json=body)
            assert answer.status_code == 422, (path, packed[:60], answer.text)


@pytest.mark.parametrize("path", ["/t/%00", "/t/a%1b", "/t/x/s/%00", "/api/tables/%00", "/api/tables?which=%00",
                                  "/t/%E2%80%AE", "/learn/%00", "/static/%00"])
def test_an_address_with_a_control_character_is_refused(server: Served, path: str):
    answer = httpx.get(server.address + path)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def _crowded(value: Any) -> list[Any]:
    """The value with thousands of wrong things in each of its objects and lists in turn."""
    if isinstance(value, list):
        return [[{}] * MANY, [1] * MANY, *([*value[:k], found] for k, inner in enumerate(value)
                                           for found in _crowded(inner))]
    if isinstance(value, dict):
        return [*({**value, key: found} for key, inner in value.items() for found in _crowded(inner)),
                {**value, **dict.fromkeys(map(str, range(MANY)), 1)}]
    return []


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - {"Act"}))  # whose length is counted: it comes too often
def test_of_thousands_of_mistakes_the_first_is_told_and_the_others_are_not_looked_for(name: str):
    """To find and tell twenty thousand took a quarter of a second, in which nobody else was heard."""
    for crowded in _crowded(SAMPLES[name]):
        assert len(_told(_models()[name], crowded).splitlines()) <= LINES_OF_ONE, str(crowded)[:200]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_text_of_any_length_is_told_of_in_characters(name: str):
    told = [_told(_models()[name], spoilt) for text in ("", "x" * 100_000) for spoilt in _spoilt(SAMPLES[name], text)]
    assert told
    assert not [one for one in told if "item" in one]


def _told(model: Any, document: Any) -> str:
    """What is wrong with a document, in words."""
    try:
        model.model_validate(document)
    except ValidationError as e:
        return str(e)
    return ""
