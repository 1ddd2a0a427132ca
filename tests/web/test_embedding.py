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


EMPTY = """card => card.getBoundingClientRect().bottom
  - document.querySelector('#embed-home').getBoundingClientRect().bottom"""  # pixels below the last word


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
    assert position.locator("#analysis-card").evaluate(EMPTY) < 40
    solve(puzzle)


def test_what_cannot_be_shown_says_why(visitor: Any, own_page: Any, tmp_path: Path):
    guest = visitor()
    address = own_page(guest.address)
    hex_match = '{"format": "hexagora-match", "version": 1, "game": "hex", "options": {"players": 2}, "actions": ['
    (tmp_path / "long.json").write_text(f'{hex_match}{", ".join(["1"] * 1_000_000)}]}}', "utf8")
    here = ((" no match", "the text between the tags: data-game is missing"), ("", "nothing is there to be shown"),
            ('{"format":', "the text between the tags: "), ("null", "data-game is missing"))
    apart = (("gone.json", "gone.json: 404"), ("long.json", "long.json: it is too long to be shown"))
    inside = ((hex_match + '"b1", "b1"]}', "action 2: 'b1' is not a legal action"), ('{"game": "chess"}', "chess"))
    tag = f'<script src="{guest.address}/embed.js"'
    tags = [*(f"{tag}>{text}</script>" for text, _ in (*here, *inside)),
            *(f'{tag} data-match="{name}"></script>' for name, _ in apart)]
    (tmp_path / "index.html").write_text(f'<link rel="icon" href="data:,"><body>{"".join(tags)}', "utf8")
    guest.page.set_viewport_size({"width": 1100, "height": 1900})
    guest.page.goto(address)
    for _, told in (*here, *apart):
        guest.page.wait_for_selector(f"""[role=alert]:has-text("Hexagora: "):has-text("{told}")""")
    for k, (_, told) in enumerate(inside):
        guest.page.frame_locator("iframe").nth(k).locator(f"""#loading:visible:has-text("{told}")""").wait_for()
    guest.problems.clear()  # the browser reports what was refused, as it should be
