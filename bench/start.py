"""How long a player waits: from `hexagora serve --open` to the lobby in a browser, for some checkouts in turn.

    python -m bench.start                                   # this checkout
    python -m bench.start --of now=. --of before=../before  # beside others, each with its own .venv (make .venv/.ready)

Each start is a fresh process, after a round that nobody counts, in which an installation leaves its bytecode and what
it remembers. The first start of a round has a new database, the later one finds that of the first. The command opens a
page in a Chromium that runs already and has nothing kept (`--cold`: one that is only started then). Told are medians,
seconds after the command: when it asked for the browser (`opened`), when the lobby showed its games (`loaded`), and the
processor seconds of the server until then. Checkouts take turns, so that a machine with other work disturbs all alike.
"""

import argparse
import contextlib
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MINUTE = 60_000
LOOK_EVERY = 0.002  # seconds between two looks whether the browser was asked for
# stands for the person's browser: leaves the address in a file
BROWSER = "#!/bin/sh\nprintf %s \"$1\" > \"$HEXAGORA_BENCH_ADDRESS.part\"\nmv \"$HEXAGORA_BENCH_ADDRESS.part\" " \
          "\"$HEXAGORA_BENCH_ADDRESS\"\n"
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"  # a player's machine keeps what it compiled
FIRST, LATER = "first start", "later start"


def started(checkout: Path, home: Path, cache: Path, address: Path) -> subprocess.Popen[bytes]:
    """`make play`, at a free port."""
    browser = home / "browser"
    browser.write_text(BROWSER)
    browser.chmod(0o755)
    folders = {"HEXAGORA_DATA": str(home / "data"), "XDG_DATA_HOME": str(home / "data"), "HEXAGORA_CACHE": str(cache)}
    without = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    return subprocess.Popen(
        [checkout / ".venv/bin/hexagora", "serve", "--open", "--port", "0"], stdout=subprocess.DEVNULL, cwd=checkout,
        env={**without, **folders, "BROWSER": str(browser), "HEXAGORA_BENCH_ADDRESS": str(address),
             "HEXAGORA_DATABASE_URL": f"sqlite:///{home / 'tables.sqlite3'}"})


def processor(process: subprocess.Popen[bytes]) -> float:
    """Seconds that a process has used, as Linux counts them."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def a_page(playwright: Any, browser: Any) -> Iterator[Any]:
    """A page with nothing kept, of a browser that runs or is started now."""
    own = browser or launched(playwright)
    context = own.new_context()
    try:
        yield context.new_page()
    finally:
        context.close()
        if browser is None:
            own.close()


def launched(playwright: Any) -> Any:
    chromium = os.environ.get("HEXAGORA_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox"])


def one_start(checkout: Path, home: Path, cache: Path, playwright: Any, browser: Any) -> dict[str, float]:
    address = home / "address"
    address.unlink(missing_ok=True)
    began = time.perf_counter()
    server = started(checkout, home, cache, address)
    try:
        while not address.exists():
            if server.poll() is not None:
                sys.exit(f"{checkout}: the server did not start")
            time.sleep(LOOK_EVERY)
        opened = time.perf_counter() - began
        with a_page(playwright, browser) as page:
            page.goto(address.read_text())
            page.wait_for_selector("[data-game-card] >> nth=5", timeout=MINUTE)
            return {"opened": opened, "loaded": time.perf_counter() - began, "processor": processor(server)}
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", action="append", metavar="NAME=FOLDER", help="a checkout (default: this one)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cold", action="store_true", help="start the browser, too, when the server asks for it")
    given = parser.parse_args()
    checkouts = dict(text.split("=", 1) for text in given.of or ["this=."])
    found: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as caches, sync_playwright() as playwright:
        browser = None if given.cold else launched(playwright)
        for number in range(given.rounds + 1):
            for name, folder in checkouts.items():
                with tempfile.TemporaryDirectory() as home:
                    for which in (FIRST, LATER):
                        start = one_start(Path(folder).resolve(), Path(home), Path(caches) / name, playwright, browser)
                        if number:
                            found[which, name].append(start)
        if browser:
            browser.close()
    for (which, name), starts in found.items():
        middle = {what: statistics.median(start[what] for start in starts) for what in starts[0]}
        print(f"{which}, {name:10}", *(f"{what} {seconds:5.2f} s" for what, seconds in middle.items()),
              f"(loaded {min(s['loaded'] for s in starts):.2f} to {max(s['loaded'] for s in starts):.2f})")


if __name__ == "__main__":
    main()
