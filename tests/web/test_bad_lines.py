"""Networks that fall silent: noticed, shown, mended; what was said meanwhile arrives once or is refused."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import hexagora
from tests.server.support import Served, wait_until
from tests.web.bad_line import BadLine
from tests.web.clicking import one_action, until
from tests.web.conftest import Visitor

NOTICED = 10_000  # milliseconds after which a silent line must have been noticed
MENDED = 2_000  # milliseconds after which a line that is back must be in use


@pytest.fixture
def line(server: Served) -> Iterator[BadLine]:
    with BadLine(server.address) as bad:
        yield bad


@pytest.fixture
def guest(browser: Any, line: BadLine) -> Iterator[Visitor]:
    somebody = Visitor(browser, line.address)
    somebody.page.clock.install()
    yield somebody
    somebody.problems.clear()  # the browser reports lines that broke, as it should be
    somebody.leave()


def test_the_times_of_the_line_keep_what_is_promised() -> None:
    """How long a machine takes says nothing about the page: what it waits for is written in it."""
    client = Path(hexagora.__file__).parent / "web" / "js"
    source = "".join((client / name).read_text("utf8") for name in ("socket.js", "again.js"))
    times = {name: int(value) for name, value in re.findall(r"^const (\w+) = (\d+)", source, re.M)}
    assert times["LOOK_EVERY"] + times["QUIET"] + times["PATIENCE"] <= NOTICED
    assert 1.2 * times["AGAIN"] <= MENDED  # a fifth more or less, so that not all come at once


def time_goes_by(page: Any) -> None:
    """The page's clock is put on until it must have noticed."""
    page.clock.run_for(NOTICED)
    page.wait_for_selector("#offline:visible")


def until_noticed(page: Any, line: BadLine) -> None:
    line.fall_silent()
    time_goes_by(page)
    assert "Connection lost" in page.inner_text("#prompt-status")


def until_mended(page: Any, line: BadLine) -> None:
    line.return_()
    page.wait_for_selector("#offline", state="hidden")


def test_a_line_that_holds_is_kept(visitor: Any) -> None:
    guest, lines = visitor(), []
    guest.page.on("websocket", lambda line: lines.append(line))
    guest.page.clock.install()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4})["url"])
    for _ in range(6):
        with lines[0].expect_event("framereceived", lambda said: "pong" in str(said)):
            page.clock.run_for(5_000)  # it falls silent and is asked for a word
    assert len(lines) == 1
    assert not lines[0].is_closed()


@pytest.mark.parametrize("refusal", ["abort", "503"])
def test_what_a_table_needs_is_asked_for_until_it_comes(browser: Any, server: Served, refusal: str) -> None:
    guest = Visitor(browser, server.address, locale="it-IT")
    wanted = {"/api/games", "/static/symbols/common.svg", "/api/games/hex/looks/symbols.svg",
              "/api/games/hex/locales/it"}  # fmt: skip
    refused = set()

    def refuse_once(route: Any) -> None:
        path = urlsplit(route.request.url).path
        if path not in wanted - refused:
            return route.fallback()
        refused.add(path)
        return route.abort() if refusal == "abort" else route.fulfill(status=int(refusal), body="{}")

    made = guest.make("hex", ["me", "here"], options={"size": 4})
    guest.page.route("**/*", refuse_once)
    page = guest.sit(made["url"])
    page.wait_for_selector("#board .cell")
    assert refused == wanted
    assert "posa una pietra" in page.inner_text("#prompt-text")
    guest.problems.clear()
    guest.leave()


def test_what_a_table_needs_is_asked_for_at_once_when_the_network_is_back(browser: Any, server: Served) -> None:
    guest = Visitor(browser, server.address)
    made = guest.make("hex", ["me", "here"], options={"size": 4})
    page = guest.page
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))  # no pause of the page ever ends
    page.route("**/api/games", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: urlsplit(request.url).path == "/api/games"):
        page.goto(server.address + made["url"])
    page.unroute("**/api/games")
    wait_until(lambda: page.evaluate("dispatchEvent(new Event('online')) && !!document.querySelector('#board .cell')"))
    guest.problems.clear()
    guest.leave()


def test_a_hint_whose_line_broke_comes_on_the_next(visitor: Any) -> None:
    guest, lines = visitor(), []

    def carry(line: Any) -> None:
        lines.append(line)
        behind = line.connect_to_server()

        def pass_on(said: Any) -> None:
            if len(lines) == 1 and json.loads(said)["type"] == "hint":
                line.close(code=4000, reason="the line breaks instead")
            else:
                line.send(said)

        behind.on_message(pass_on)

    guest.page.route_web_socket(re.compile("/api/tables/"), carry)
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4})["url"])
    page.click("#tool-hint")
    page.wait_for_selector("#hint-list button")
    assert len(lines) == 2


def play(page: Any) -> None:
    page.focus("#board")
    page.keyboard.press(".")
    page.keyboard.press("Enter")


def test_a_silent_line_is_noticed_shown_and_mended(guest: Visitor, line: BadLine) -> None:
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4})["url"])
    until_noticed(page, line)
    until_mended(page, line)
    with one_action(page):
        play(page)


def test_a_decision_made_on_a_silent_line_is_made_once(guest: Visitor, line: BadLine) -> None:
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4})["url"])
    line.fall_silent()
    play(page)
    time_goes_by(page)
    play(page)  # while it is known that there is no line, nothing is sent, and that is told
    page.wait_for_selector(".toast.problem")
    with one_action(page):
        until_mended(page, line)
    assert page.locator("#log .entry").count() == 1
    assert page.locator("#board .piece").count() == 1
    page.wait_for_function("() => document.querySelector('#prompt-status').textContent === 'your decision'")
    with one_action(page):
        play(page)
    assert page.locator("#log .entry").count() == 2


def test_a_decision_that_comes_too_late_is_refused_visibly(guest: Visitor, line: BadLine, visitor: Any) -> None:
    made = guest.make("hex", ["me", "here"], options={"size": 4})
    page = guest.sit(made["url"])
    other = visitor().sit(made["resume"][0]["url"])
    line.fall_silent()
    play(page)
    with one_action(other):  # the same seat on another device
        other.click("#tab-type")
        other.fill("#command", "d4")
        other.press("#command", "Enter")
    time_goes_by(page)
    until_mended(page, line)
    page.wait_for_selector(".toast.problem:has-text('did not reach')")
    page.wait_for_selector("#log .entry:has-text('d4')")
    assert page.locator("#log .entry").count() == 1


def test_what_is_said_on_a_silent_line_is_heard_once(guest: Visitor, line: BadLine, visitor: Any) -> None:
    made = guest.make("hex", ["me", "here"], options={"size": 4})
    page = guest.sit(made["url"])
    other = visitor().sit(made["url"])
    line.fall_silent()
    page.click("#tab-chat")
    page.fill("#chat-input", "hello")
    page.press("#chat-input", "Enter")
    time_goes_by(page)
    until_mended(page, line)
    page.wait_for_selector("#chat li")
    page.fill("#chat-input", "bye")
    page.press("#chat-input", "Enter")
    for seen in (page, other):
        seen.wait_for_selector("#chat li:has-text('bye')", state="attached")
        assert seen.locator("#chat li").count() == 2


def test_talk_is_not_doubled_by_coming_back(guest: Visitor, line: BadLine) -> None:
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4})["url"])
    page.click("#tab-chat")
    for _ in range(2):  # the same words twice are two lines
        page.fill("#chat-input", "once")
        page.press("#chat-input", "Enter")
    page.wait_for_function("() => document.querySelectorAll('#chat li').length === 2")
    until_noticed(page, line)
    page.fill("#chat-input", "kept")
    page.press("#chat-input", "Enter")
    until(lambda: page.input_value("#chat-input") == "kept")  # nothing is thrown away that could not be sent
    until_mended(page, line)
    page.press("#chat-input", "Enter")
    page.wait_for_selector("#chat li:has-text('kept')")
    assert page.locator("#chat li").count() == 3
