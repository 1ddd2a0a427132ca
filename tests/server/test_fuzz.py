"""Random requests and random messages: never an error of the server's own, never a state that nobody asked for."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.support import Person, Served, Socket, serving
from tests.server.support import settings as server_settings

EXAMPLES = 150
REQUESTS = 12  # for each operation
KINDS = ["act", "undo", "restart-turn", "ask-takeback", "answer-takeback", "hint", "chat", "leave", "return", "view",
         "ping"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(server_settings(tmp_path_factory.mktemp("fuzz"))) as server:
        yield server


@pytest.fixture
def window(running: Served) -> Iterator[Socket]:
    person = Person(running.address)
    table = person.make("hex", ["me", "here"], options={"size": 19})["table"]
    with person.sit(table) as open_window:
        open_window.until("state")
        yield open_window


def test_requests_made_from_the_description(running: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{running.address}/api/openapi.json")
    person = Person(running.address)
    there = {"game": "manapool", "table": person.make("hex", ["me", "friend"], public=True)["table"]}
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        _fuzz(operation, {})
        if any(name in operation.path for name in ("{game}", "{table}")):
            _fuzz(operation, there)
        tried += 1
    assert tried >= 15


def _fuzz(operation: Any, there: dict[str, str]) -> None:
    """With made-up names, and with names of things that are there."""
    @given(case=operation.as_strategy())
    @settings(max_examples=REQUESTS, deadline=None, suppress_health_check=list(HealthCheck))
    def fuzz(case: Any) -> None:
        for name in set(case.path_parameters or {}) & set(there):
            case.path_parameters[name] = there[name]
        _check(case)

    fuzz()


def _check(case: Any) -> None:
    """The answer is one that the description promises, and a refusal has a sentence and a code."""
    response = case.call()
    assert response.status_code < 500, (case.method, case.path, response.text)
    case.validate_response(response, excluded_checks=[positive_data_acceptance])  # options are checked by the games
    if response.status_code >= 400:
        assert set(response.json()) == {"error", "code"}


anything = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
                        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner,
                                                                                    max_size=4), max_leaves=8)
near_messages = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS) | st.text(max_size=10)},
    optional={"seq": st.integers(-2, 9) | anything, "text": st.sampled_from(["a1", "b2", "swap", "s19"]) | anything,
              "yes": anything, "seat": st.integers(-1, 4) | anything, "more": anything})


def _answers(window: Socket) -> None:
    """The server is still there and answers; whatever it said before was well formed."""
    window.connection.send('{"type":"ping"}')
    while (message := window.receive())["type"] != "pong":
        assert message["type"] in ("state", "error", "chat", "presence", "takeback-declined", "hint",
                                   "compile")
        assert message.get("code") != "internal", message


@given(near_messages)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_messages_that_are_nearly_right(window: Socket, message: dict) -> None:
    window.connection.send(json.dumps(message))
    _answers(window)


@given(st.text(max_size=200) | anything.map(json.dumps))
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_texts_that_are_no_messages(window: Socket, text: str) -> None:
    before = window.seq
    window.connection.send(text.encode("utf8", "replace").decode())
    _answers(window)
    assert window.seq == before
