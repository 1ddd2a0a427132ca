"""My games in a real browser: running and finished ones, pictures, filters, watching again, deleting, files."""

from typing import Any

import pytest

from tests.web.test_everyone import PHONE, barriers
from tests.web.test_locales import english

BEN = f"Ben{'W' * 37}"
SMALL = {"size": 3, "swap": False}
OVER = {"game": "hex", "options": SMALL, "red": ["a1", "a2"], "blue": ["b1", "b2"]}


def play(visitor: Any, anna: Any, **bens: Any) -> Any:
    """Two people play a short match; afterwards the first one looks at her games."""
    ben = visitor(**bens)
    for guest, name in ((anna, "Anna"), (ben, BEN)):
        guest.context.request.post(f"{guest.address}/api/me", data={"name": name})
    made = anna.make("hex", ["me", "friend"], options=SMALL, start=OVER)
    ben.sit(made["links"][0]["url"])
    page = anna.sit(made["url"])
    page.click("#tab-type")
    page.fill("#command", "a3")
    page.press("#command", "Enter")
    page.wait_for_selector("#finish:visible")
    return ben


def test_what_was_played_is_found_seen_again_and_deleted(visitor: Any) -> None:
    anna = visitor()
    ben = play(visitor, anna)
    anna.make("sigil", ["me", "bot"])
    page = anna.sit("/")
    page.click(".ways >> text=My games")
    page.wait_for_selector("#running .match:has-text('Sigil') .picture svg")
    page.wait_for_selector("#finished .match:has-text('Ben'):has-text('won') .picture svg .piece")
    page.wait_for_selector("#friends tr:has-text('Ben'):has-text('1 – 0')")
    assert page.locator("#friends").evaluate("wrap => wrap.scrollWidth <= wrap.clientWidth"), "the numbers are in sight"
    page.select_option("#filter-game", "hex")
    page.wait_for_selector("#running :text('Nothing like that')")
    page.fill("#filter-opponent", "nobody")
    page.press("#filter-opponent", "Enter")
    page.wait_for_selector("#finished :text('Nothing like that')")
    page.fill("#filter-opponent", "ben")
    page.press("#filter-opponent", "Enter")
    with page.expect_download() as file:
        page.click("#finished a:has-text('Download')")
    assert file.value.suggested_filename == "hex.json"
    page.click("#finished a:has-text('Watch again')")
    page.wait_for_selector("#replay:visible")
    assert page.inner_text("#replay-ply").startswith("0 /")
    page.go_back()
    page.click("#finished button:has-text('Delete')")
    page.click("#sure-yes")
    page.wait_for_selector("#toasts :text('off your list')")
    page.wait_for_selector("#mine-status:has-text('0 finished')")
    assert page.locator("#finished .match").count() == 0
    assert page.locator("#finished .muted").count() == 1
    theirs = ben.sit("/mine")
    theirs.wait_for_selector("#finished .match:has-text('Anna'):has-text('lost')")
    theirs.set_viewport_size({"width": 360, "height": 740})
    theirs.wait_for_selector("#friends thead th")
    assert theirs.evaluate(BROKEN) == []


# headings of columns that have more lines than words
BROKEN = """() => [...document.querySelectorAll('.sum-table thead th')].filter(head => {
  const all = document.createRange()
  all.selectNodeContents(head)
  return all.getClientRects().length > head.textContent.split(/\\s+/).length
}).map(head => head.textContent)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_my_games_have_no_serious_barrier_and_fit_a_phone(visitor: Any, scheme: str) -> None:
    anna = visitor(color_scheme=scheme, **PHONE, locale="it-IT")
    anna.make("manapool", ["me", "bot", "bot"])
    anna.make("hex", ["me", {"kind": "here", "name": "Wilhelmina-Alexandra von und zu Hohenzol"}])
    page = anna.sit("/mine")
    page.wait_for_selector("#running .match:nth-child(2)")
    page.locator("#running .match").nth(1).scroll_into_view_if_needed()  # pictures are drawn when they come into view
    page.wait_for_selector("#running .match:nth-child(2) .picture svg")
    page.wait_for_selector("#friends p")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert english(page) == []
