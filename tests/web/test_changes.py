"""The client makes the whole state of what changed, and asks for the whole when it missed something."""

import json
import random
from typing import Any

import pytest

from hexagora import registry
from tests.server.support import Person, Served, wait_until

ACTIONS = 25
LEARN = """async texts => {
  const { learned } = await import('/static/js/changes.js')
  return texts.map(text => JSON.parse(text)).reduce(learned, null)
}"""


def _messages(server: Served, name: str) -> tuple[list[str], dict[str, Any]]:
    """All that a window was sent in some turns, and what it knows in the end."""
    person, rng = Person(server.address), random.Random(name)
    players = registry.game(name).facts.players[0]
    table = person.make(name, ["me", *["here"] * (players - 1)], options={"players": players}, seed="web")["table"]
    with person.sit(table) as window:
        window.until("state")
        for _ in range(ACTIONS):
            if not window.state["over"]:
                window.act(rng.choice(window.choices))
        return window.raw, window.state


@pytest.mark.parametrize("name", ["hex", "manapool", "sigil"])
def test_changes_make_the_same_state_as_on_the_server(server: Served, visitor: Any, name: str) -> None:
    texts, state = _messages(server, name)
    assert any(json.loads(text)["type"] == "change" for text in texts)
    page = visitor().sit("/")
    assert page.evaluate(LEARN, texts)["state"] == state


def test_a_change_of_a_state_that_was_missed_is_not_understood(server: Served, visitor: Any) -> None:
    texts, _ = _messages(server, "hex")
    changes = [k for k, text in enumerate(texts) if json.loads(text)["type"] == "change"]
    del texts[changes[3]]
    assert visitor().sit("/").evaluate(LEARN, texts[: changes[4]]) is None


def test_the_table_asks_for_the_whole_when_it_missed_something(server: Served, visitor: Any) -> None:
    guest = visitor()
    made = guest.make("hex", ["me", "here"], options={"size": 5})
    page = guest.sit(made["url"])
    room = server.hall.rooms[made["table"]]
    wait_until(lambda: room.telling.viewers)
    viewer = next(iter(room.telling.viewers))
    viewer.told.n = 77  # the next change builds on something that the page never saw
    page.evaluate("""async () => (await import('/static/js/line.js')).send('act', { text: 'a1' })""")
    page.wait_for_selector("body[data-seq='2']")
    assert viewer.told.n == 2
