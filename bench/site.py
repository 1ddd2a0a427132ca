"""How long the site without a server takes to come up, and how fast bots search in it.

    python -m bench.site                 # both, in Chromium
    python -m bench.site --megabits 10   # over a line of so many Mbit/s

The first visit fetches everything over a line that is throttled in Chromium's own network stack; later ones find it in
the browser, with the memory of a Python that was started before. Both are timed until a table of Hex is laid and takes
a decision, in seconds on the wall and in seconds of the processor, which say more on a machine with other work. The
search runs the same looks with the same seed in the browser, in wasmtime, and natively where that is compiled; looks a
second of processor time, here the best of some rounds, in the browser that of all its processes over as many, after one
that nobody counts (code is compiled by and by there).
"""

import argparse
import contextlib
import functools
import json
import os
import shutil
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from hexagora import registry
from hexagora.site.build import build

GAMES = registry.SUPPLIED
LOOKS, ROUNDS = 20_000, 5
MINUTES = 5 * 60_000
SEARCH = """
import time
from hexagora import registry
from hexagora.bots import search
from hexagora.bots.view import view_of

def pace(name, clock, looks, rounds, on=None):
    match = registry.game(name).match(seed=1)
    match.settle()
    on = on or search.wasm_backend(name)
    best = 0.0
    for _ in range(rounds):
        found = search.Search(view_of(match, match.actor + 1), on, seed=7)
        began = clock()
        ran = found.run(looks)
        best = max(best, ran / (clock() - began))
    return best, sorted(found.counts().items())
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


def visits(page: Any, address: str, megabits: float, rounds: int) -> list[dict[str, Any]]:
    """Seconds until a decision is shown, for the first visit and for later ones."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    if megabits:
        rate = megabits * 1e6 / 8
        network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 20, "downloadThroughput": rate,
                                                          "uploadThroughput": rate})
    found = [{"visit": "first", **_until_decided(page, address)}]
    page.wait_for_selector("body[data-memory]", state="attached", timeout=MINUTES)
    for _ in range(rounds):
        page.goto("about:blank")
        found.append({"visit": "later", **_until_decided(page, address)})
    return found


def _until_decided(page: Any, address: str) -> dict[str, float]:
    began, used = time.perf_counter(), _processor()
    page.goto(address)
    page.wait_for_selector("body[data-ready]", state="attached", timeout=MINUTES)
    ready, used_for_it = time.perf_counter() - began, _processor() - used
    inside = page.frame_locator("#page")
    inside.locator("[data-quick=hex]").click(timeout=MINUTES)
    inside.locator("body[data-seq]").wait_for(timeout=MINUTES)
    inside.locator("#board .target.possible .dot").nth(60).click(timeout=MINUTES)
    inside.locator("body[data-seq]:not([data-seq='1'])").wait_for(timeout=MINUTES)
    return {"house open": round(ready, 2), "decided": round(time.perf_counter() - began, 2),
            "processor, house open": round(used_for_it, 2), "processor, decided": round(_processor() - used, 2)}


def _processor() -> float:
    """Seconds of processor time of everything that this process started, as Linux counts them."""
    parents, ticks = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)], ticks[int(folder.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    family = {os.getpid()}
    for _ in range(10):  # generations
        family |= {child for child, parent in parents.items() if parent in family}
    return sum(ticks.get(one, 0) for one in family - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


def searches(page: Any, address: str) -> list[dict[str, Any]]:
    """The paces of one search in this process and in the browser."""
    here: dict[str, Any] = {}
    exec(SEARCH, here)
    page.goto(f"{address}/manifest.webmanifest")
    page.evaluate("""async address => {
      const { bytesOf, startPython } = await import(address + '/site/python.js')
      Object.assign(window, { bytesOf, ...await startPython() })
      window.host = window.python.pyimport('hexagora.site.host')
      window.host.start()
    }""", address)
    page.evaluate("code => { python.runPython(code) }", SEARCH)
    rows = []
    for name in GAMES:
        page.evaluate("async name => host.bring(name, await bytesOf(`${name}.wasm`))", name)
        browser, counts = _pace_in(page, name)
        wasmtime, expected = here["pace"](name, time.process_time, LOOKS, ROUNDS)
        assert counts == [list(pair) for pair in expected], f"{name}: not the same search"
        row = {"game": name, "browser": round(browser), "wasmtime": round(wasmtime),
               "of wasmtime": round(browser / wasmtime, 2)}
        if here["search"].is_ready(here["registry"].game(name)):  # compiled before: that takes minutes
            native, _ = here["pace"](name, time.process_time, LOOKS, ROUNDS, here["search"].compiled_backend(name))
            row |= {"native": round(native), "of native": round(browser / native, 2)}
        rows.append(row)
    return rows


def _pace_in(page: Any, name: str) -> tuple[float, list[Any]]:
    """Looks a second of processor time in the browser, and what they found."""
    def run(rounds: int) -> Any:
        return json.loads(page.evaluate("call => python.runPython(call)", "import json\njson.dumps(pace("
                                        f"{name!r}, time.perf_counter, {LOOKS}, {rounds}))"))

    run(1)
    used = _processor()
    _, counts = run(ROUNDS)
    return LOOKS * ROUNDS / (_processor() - used), counts


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabits", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=5, help="later visits")
    parser.add_argument("--part", choices=("visits", "search"), help="only one of the two")
    given = parser.parse_args()
    chromium = os.environ.get("HEXAGORA_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as parent, sync_playwright() as playwright:
        folder = Path(parent) / "site"
        print(f"site: {build(folder) / 1e6:.1f} MB")
        server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox"])
        page = browser.new_context(reduced_motion="reduce").new_page()
        if given.part != "search":
            for visit in visits(page, address, given.megabits, given.rounds):
                print(json.dumps(visit))
        if given.part != "visits":
            for row in searches(browser.new_context().new_page(), address):
                print(json.dumps(row))
        browser.close()


if __name__ == "__main__":
    main()
