"""A real browser for the tests of the client; without one they are skipped, and say so."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Served, serving, settings
from tests.web import firefox

NAMES = ("chromium-headless-shell", "chromium", "google-chrome")  # the first is the same engine without windows
CHROMIUM = os.environ.get("HEXAGORA_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-features=WebRtcHideLocalIpsWithMdns", "--allow-loopback-in-peer-connection")  # fmt: skip
PATIENCE = 180_000  # milliseconds after which a test gives up waiting: only what hangs takes so long


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright (pip install playwright)")
    if not CHROMIUM:
        pytest.skip("needs Chromium: install it, or name it in HEXAGORA_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield running
        running.close()


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Firefox]:
    if not firefox.FIREFOX:
        pytest.skip("needs Firefox: install firefox-esr, or name it in HEXAGORA_FIREFOX")
    with firefox.running(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("tables")
    with serving(settings(folder)) as running:
        yield running


LET_GO = "closed before the connection is established"  # a try for a line to the server while another one held


def _is_problem(said: Any) -> bool:
    """Errors; and what Python in the page says of failures that it made the best of."""
    if LET_GO in said.text:
        return False
    return said.type == "error" or "failed" in said.text or "Traceback" in said.text


class Visitor:
    """Somebody with a browser of their own. What goes wrong in the page is collected."""

    def __init__(self, browser: Any, address: str, **context: Any):
        self.address = address
        chosen = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce", "locale": "en-GB", **context}
        self.context = browser.new_context(**chosen)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        for way in ("goto", "reload"):
            setattr(self.page, way, _until_it_listens(self.page, getattr(self.page, way)))
        self.problems: list[str] = []
        self.page.on("pageerror", lambda e: self.problems.append(str(e)))
        self.page.on("console", lambda m: self.problems.append(m.text) if _is_problem(m) else None)

    def make(self, game: str, seats: list[Any], **more: Any) -> dict[str, Any]:
        plan = [s if isinstance(s, dict) else {"kind": s} for s in seats]
        answer = self.context.request.post(f"{self.address}/api/tables", data={"game": game, "seats": plan, **more})
        assert answer.ok, answer.text()
        return dict(answer.json())

    def sit(self, url: str) -> Any:
        """Opens a page of the server; at a table, waits until it is laid."""
        self.page.goto(self.address + url)
        if url.startswith("/t/"):
            self.page.wait_for_selector("body[data-seq]")
        return self.page

    def leave(self) -> None:
        self.context.close()
        assert not self.problems, self.problems


def _until_it_listens(page: Any, go: Any) -> Any:
    """Where a page is opened, nothing is typed or chosen before it listens; unless somebody looks at just that."""

    def gone(*address: Any, wait_until: str = "load") -> None:
        go(*address, wait_until=wait_until)
        if wait_until == "load":
            page.wait_for_selector("body:not([inert])", state="attached")

    return gone


@pytest.fixture
def visitor(browser: Any, server: Served) -> Iterator[Any]:
    """Makes visitors and sees them off; each must have had no error in the page."""
    guests: list[Visitor] = []

    def welcome(**context: Any) -> Visitor:
        guests.append(Visitor(browser, server.address, **context))
        return guests[-1]

    yield welcome
    for guest in guests:
        guest.leave()
