"""A board in somebody's own page: the example of the documentation, opened from another origin."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "embedding.html"
SERVER = "https://hexagora.example"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def own_page(tmp_path: Path) -> Iterator[Any]:
    """Serves the example, with the address of a Hexagora in it; the address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def put(address: str) -> str:
        (tmp_path / "index.html").write_text(EXAMPLE.read_text("utf8").replace(SERVER, address), "utf8")
        return f"http://127.0.0.1:{server.server_port}/index.html"

    yield put
    server.shutdown()
    server.server_close()


def solve(frame: Any) -> None:
    """A wrong answer, which is told so, and the right one."""
    frame.locator("body.shows-puzzle #embed-question:visible").wait_for()
    frame.locator('#board [data-cell="c1"]').first.click(force=True)
    frame.locator(".verdict.wrong").wait_for()
    frame.locator('#board [data-cell="b3"]').first.click(force=True)
    frame.locator(".verdict.right:text('Solved')").wait_for()


def test_a_replay_a_position_and_a_puzzle(visitor: Any, own_page: Any):
    guest = visitor(viewport={"width": 1100, "height": 1900})  # all three are seen at once
    guest.page.goto(own_page(guest.address))
    replay, position, puzzle = (guest.page.frame_locator("iframe").nth(k) for k in range(3))
    replay.locator("#go-on:not([disabled])").click()
    replay.locator("#go-back:not([disabled])").wait_for()
    position.locator("body.shows-position #board .piece").first.wait_for(state="attached")
    assert not position.locator(".bar").is_visible()
    solve(puzzle)


def test_what_cannot_be_shown_says_why(visitor: Any, own_page: Any, tmp_path: Path):
    guest = visitor()
    address = own_page(guest.address)
    tags = f'<link rel="icon" href="data:,"><body><script src="{guest.address}/embed.js">no match</script>'
    (tmp_path / "index.html").write_text(tags, "utf8")
    guest.page.goto(address)
    guest.page.wait_for_selector("[role=alert]:has-text('Hexagora')")
