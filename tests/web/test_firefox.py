"""The table in Firefox: the ways that people take most, with two people where there are two."""

from collections.abc import Callable, Iterator

import pytest

import hexagora.registry as registry
from tests.server import outsiders
from tests.server.support import Served, wait_until
from tests.web.firefox import Firefox, Page

RESTARTING = 1012  # the code with which sockets are closed then


@pytest.fixture
def somebody(fox: Firefox, server: Served) -> Iterator[Callable[[], Page]]:
    pages: list[Page] = []

    def come() -> Page:
        pages.append(fox.somebody(server.address))
        return pages[-1]

    yield come
    for page in pages:
        page.leave()


def decide(page: Page) -> None:
    """The first thing that the keyboard offers."""
    before = page.run("() => document.body.dataset.seq")
    page.run("() => document.querySelector('#board').focus()")
    page.press(".")
    page.press("Enter")
    page.until("before => document.body.dataset.seq !== before", before)


def test_from_the_lobby_to_a_match_against_a_bot(somebody: Callable[[], Page]) -> None:
    page = somebody().goto("/")
    page.click("[data-set-up=hex]")
    page.sees("#preview .cell")
    page.click("#new-start")
    page.sees("body[data-seq] #board .cell")
    decide(page)
    page.sees("#log .entry")
    page.reload()
    page.sees("body[data-seq] #board .cell")


def test_two_people_meet_by_a_link_play_talk_and_agree_to_end(somebody: Callable[[], Page]) -> None:
    anna, bert = somebody().goto("/"), somebody()
    anna.click("[data-set-up=hex]")
    anna.sees("#new-seats select")
    anna.run("""() => {
      const field = document.querySelectorAll('#new-seats select')[1]
      field.value = 'friend'
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }""")
    anna.click("#new-start")
    anna.fill("#waiting-name-field", "Anna")
    anna.press("Enter")
    anna.sees("#waiting-seats li", "Anna")
    bert.goto(anna.run("() => document.querySelector('#waiting-invite input').value"))
    bert.fill("#waiting-name-field", "Bert")
    bert.click("#waiting-seats .free button")
    for page in (anna, bert):
        page.sees("#board .cell")
        page.sees("#panels .panel-name", "Bert")
    decide(anna)
    bert.sees("#log .entry")
    bert.click("#tab-chat")
    bert.fill("#chat-input", "well played")
    bert.press("Enter")
    anna.click("#tab-chat")
    anna.sees("#chat li", "well played")
    anna.click("[data-tool=share]")
    anna.click("#share button", "Copy")
    anna.sees("#share [aria-live] .toast")  # outside a dialog it would be dimmed and not be heard
    anna.press("Escape")
    anna.until("() => document.activeElement.dataset.tool === 'share'")
    anna.click("#tool-leave")
    anna.click("#question-answers button", "Offer to end")
    bert.click("#offer button", "Agree")
    for page in (anna, bert):
        page.sees("#finish h2", "without a result")


# a push manager whose service is nowhere: what it is asked for is kept, what it would give is given by the test
MANAGER = """(endpoint, p256dh, auth) => {
  PushManager.prototype.subscribe = async asked => {
    window.asked = asked.userVisibleOnly && asked.applicationServerKey
    return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }
  }
}"""


def test_a_table_with_days_offers_to_tell_and_the_browser_is_asked(somebody: Callable[[], Page]) -> None:
    page = somebody()
    page.address = page.address.replace("127.0.0.1", "localhost")  # browsers trust it like https
    page.goto("/")
    table = page.run("""async () => {
      const seats = [{ kind: 'me' }, { kind: 'here' }]
      const body = JSON.stringify({ game: 'hex', seats, clock: { per_move: 172800 } })
      const made = await fetch('/api/tables', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return (await made.json()).url
    }""")
    page.goto(table)
    wanted = outsiders.Browser("fox").subscription
    page.run(MANAGER, wanted["endpoint"], wanted["p256dh"], wanted["auth"])
    page.click("#push-offer .primary")
    page.sees(".toast", "tells you")
    page.sees("#push-offer", seen=False)
    key, browsers = page.run("""async () => {
      const { key, browsers } = await (await fetch('/api/me/channels')).json()
      return [key, String(browsers)]
    }""")
    assert page.run("() => window.asked") == key
    assert browsers == "1"
    page.until("async () => (await navigator.serviceWorker.ready).active.scriptURL.endsWith('/service.js')")


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_every_game_is_drawn_and_asks(game: str, somebody: Callable[[], Page]) -> None:
    page = somebody().goto("/")
    page.click(f"[data-quick={game}]")
    page.sees(f"body[data-seq][data-game={game}] #board .cell")
    page.sees("#panels .panel")
    page.until("() => document.querySelector('#board [class*=target], #actions button') !== null")


def test_a_line_that_breaks_is_mended(somebody: Callable[[], Page], server: Served) -> None:
    page = somebody().goto("/")
    page.click("[data-quick=hex]")
    page.sees("body[data-seq] #board .cell")
    table = page.run("() => location.pathname").removeprefix("/t/")
    telling = server.hall.rooms[table].telling
    before = set(telling.viewers)
    server.loop.call_soon_threadsafe(lambda: [one.close(RESTARTING, "the server restarts") for one in before])
    wait_until(lambda: bool(set(telling.viewers) - before))  # meanwhile nothing is sent, and that is told
    decide(page)
