"""Visits to the site without a server: a web space, and somebody with a window on it.

    python -m tests.web.site [GAME ...]

plays a whole match of each game, all options as they come, against Beginners on the site, by touch in the window
of a phone, and says how long a decision took from the finger to the picture.
"""

import argparse
import functools
import json
import statistics
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from hexagora import registry
from hexagora.site.build import build
from tests.web.clicking import VISIBLE, play_to_the_end, tap
from tests.web.conftest import ARGUMENTS, CHROMIUM, Visitor

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
BEGINNER = {"kind": "bot", "level": "beginner"}
READY = "() => document.body.dataset.ready"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


KINDS = {".html": "text/html", ".js": "application/javascript", ".css": "text/css", ".json": "application/json",
         ".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png"}  # fmt: skip
ADDED = b"<script>window.visits = 1</script>"


class Fussy(Quiet):
    """As some web spaces are: pages lie at addresses without their ending and get something added, and kinds of files
    that not everybody has heard of are called nothing in particular."""

    def do_GET(self) -> None:
        path, mark, query = self.path.partition("?")
        page = Path(self.translate_path(f"{path}index" if path.endswith("/") else path) + ".html")
        if path.endswith(".html"):
            self.send_response(308)
            self.send_header("Location", path.removesuffix(".html").removesuffix("index") + mark + query)
            self.end_headers()
        elif page.is_file():
            self.send_response(200)
            self.send_header("Content-Type", KINDS[".html"])
            self.end_headers()
            self.wfile.write(page.read_bytes() + ADDED)
        else:
            super().do_GET()

    def guess_type(self, path: Any) -> str:
        return KINDS.get(Path(path).suffix, "application/octet-stream")


class Space:
    """A web space: files and nothing else."""

    def __init__(self, folder: Path, manner: type[Quiet] = Quiet):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(manner, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Inside:
    """The page inside the site's own, with the mouse of the window."""

    def __init__(self, page: Any):
        self._page = page
        self.mouse, self.touchscreen, self.keyboard = page.mouse, page.touchscreen, page.keyboard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page.query_selector("#page").content_frame(), name)


class Player(Visitor):
    """Somebody who opened the site."""

    def __init__(self, browser: Any, space: Space, **context: Any):
        super().__init__(browser, space.address, **context)
        self.inside = Inside(self.page)

    def open(self, address: str = "/") -> Inside:
        self.page.goto(f"{self.address}/#{address}")
        self.page.wait_for_function(READY)
        return self.inside

    def ask(self, method: str, address: str, body: Any = None) -> Any:
        status, found = self.page.evaluate(
            """async ([method, address, body]) => {
                 const answer = await hexagora.ask(method, address, body)
                 return [answer.status, await answer.json()]
               }""", [method, address, None if body is None else json.dumps(body)])
        assert status == 200, found
        return found

    def lay(self, game: str, seats: list[Any], **more: Any) -> Inside:
        """A new table, opened."""
        plan = [seat if isinstance(seat, dict) else {"kind": seat} for seat in seats]
        url = self.ask("POST", "/api/tables", {"game": game, "seats": plan, **more})["url"]
        self.page.evaluate("url => { location.hash = url }", url)
        self.page.wait_for_function("url => document.title && location.hash === '#' + url && "
                                    "frames[0].location.search.endsWith(url.slice(3)) && "
                                    "frames[0].document.body?.dataset.seq", arg=url)
        return self.inside


# whole matches

# From a finger that lets go to the picture with the decision: the end of the first frame after the next change of the
# place in the match.
WATCH = """() => {
  let since = 0
  window.delays = []
  const painted = new MessageChannel()
  painted.port1.onmessage = ({ data }) => delays.push(performance.now() - data)
  addEventListener('pointerup', () => { since = performance.now() }, true)
  new MutationObserver(() => {
    const began = since
    since = 0
    if (began) requestAnimationFrame(() => painted.port2.postMessage(began))
  }).observe(document.body, { attributes: true, attributeFilter: ['data-seq'] })
}"""


def whole_match(guest: Player, game: str) -> dict[str, Any]:
    """A match with everything as it comes, from the first decision to the end, the fewest players, all others bots."""
    page = guest.lay(game, ["me", *[BEGINNER] * (registry.game(game).facts.players[0] - 1)])
    page.evaluate(WATCH)
    began = time.monotonic()
    taps = play_to_the_end(page, press=tap)
    delays = page.evaluate("delays")
    return {"game": game, "taps": taps, "place": page.evaluate(VISIBLE)["seq"], "decisions": len(delays),
            "seconds": round(time.monotonic() - began), "p50 ms": round(statistics.median(delays)),
            "p95 ms": round(statistics.quantiles(delays, n=20)[-1]), "longest ms": round(max(delays)),
            "end": page.inner_text("#finish h2")}


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(registry.SUPPLIED))
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each end")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as parent, sync_playwright() as playwright:
        build(folder := Path(parent) / "site")
        space = Space(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        guest = Player(browser, space, **PHONE)
        guest.open()
        for game in given.game:
            print(json.dumps(whole_match(guest, game), ensure_ascii=False), flush=True)
            if given.pictures:
                guest.page.screenshot(path=given.pictures / f"{game}.png")
        guest.leave()
        browser.close()
        space.close()


if __name__ == "__main__":
    main()
