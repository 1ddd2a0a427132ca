"""Rated tables in real browsers: laid from the lobby, ratings at the seats, no help, what the end has changed."""

import asyncio
from typing import Any

import pytest

from tests.server.support import Person, Served
from tests.web.conftest import Visitor
from tests.web.test_everyone import PHONE, barriers
from tests.web.test_locales import english
from tests.web.test_presence import named, play

PROVISIONAL = 20  # matches between two who win by turns until their ratings are certain


def test_a_rated_match_is_laid_played_and_counted(visitor: Any) -> None:
    anna, ben = visitor(), visitor()
    page = anna.sit("/")
    page.click("[data-set-up=hex]")
    page.wait_for_selector("#preview .cell")
    assert "· 1500" in page.locator("#new-seats select").nth(2).inner_text()  # what a bot of the club is worth
    page.check("#new-rated")
    page.wait_for_selector("#rated-why:has-text('no hints')")
    assert page.evaluate("document.querySelector('#new-from').inert")
    assert page.evaluate("document.querySelector('#new-options .greyed').inert")
    page.locator("#new-seats select").nth(1).select_option("friend")
    page.click("#new-start")
    page.wait_for_selector("#waiting-rated:visible")
    page.wait_for_selector("#waiting-seats .rating:has-text('1500?')")
    theirs = ben.page
    theirs.goto(page.url)
    theirs.click("[data-key=sit-2]")
    for window in (page, theirs):
        window.wait_for_selector("#panels .rating:has-text('1500?')")
        assert window.is_disabled("#tool-hint")
        assert window.get_attribute("#tool-hint", "title") == "No hints: this match is rated"
    theirs.click("#tool-leave")
    theirs.click("#question-answers button:has-text('Resign')")
    theirs.click("#sure-yes")
    page.wait_for_selector("#finish tr:has-text('Rating'):has-text('1500 →')")
    page.goto(f"{anna.address}/ratings")
    page.wait_for_selector("#my-ratings tr:has-text('Hex'):has-text('?')")
    page.wait_for_selector("#board tr:has-text('Club bot'):has-text('1500')")


def have_played(one: Visitor, other: Visitor, matches: int) -> None:
    """Rated matches of two, which they gave up by turns."""
    people = []
    for guest in (one, other):
        person = Person(guest.address)
        person.http.cookies.clear()
        for cookie in guest.context.cookies():
            person.http.cookies.set(cookie["name"], cookie["value"])
        people.append(person)
    for number in range(matches):
        made = people[0].make("hex", ["me", "friend"], rated=True, clock={"bank": 3600})
        people[1].follow(made["links"][0]["url"])
        with people[number % 2].sit(made["table"]) as window:
            window.send(type="resign")
            while not window.until("state")["over"]:
                pass


def look_for_a_rated_match(guest: Visitor) -> Any:
    page = guest.sit("/")
    page.wait_for_selector("#meet-game option[value='hex 2']", state="attached")
    page.select_option("#meet-game", "hex 2")
    page.select_option("#meet-speed", "calm")
    page.check("#meet-rated")
    page.click("#meet button")
    page.wait_for_url("**/t/*")
    return page


REFUSED = """for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name,
  { get() { throw new DOMException('refused', 'SecurityError') } })"""


def test_who_lets_the_browser_keep_nothing_finds_somebody_all_the_same(visitor: Any) -> None:
    guest = visitor()
    guest.page.add_init_script(REFUSED)
    page = guest.sit("/")
    page.wait_for_selector("#meet-game option[value='hex 2']", state="attached")
    page.select_option("#meet-game", "hex 2")
    page.click("#meet button")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body[data-seq]")


def test_a_rated_quick_match_leads_from_the_lobby_to_the_leaderboard(visitor: Any) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(**PHONE), "Bert")
    have_played(anna, bert, PROVISIONAL - 1)
    anna.context.request.post(f"{anna.address}/api/me/code")  # keeps her identity; Bert does not
    pages = [look_for_a_rated_match(guest) for guest in (anna, bert)]
    for page in pages:
        page.wait_for_selector("body[data-seq]:not(.waits) #board .cell")
        assert page.locator("#panels .rating").count() == 2
    assert pages[0].url == pages[1].url
    names = pages[0].locator("#panels .panel-name").all_inner_texts()
    assert sorted(names) == ["Anna", "Bert"]
    play(pages[names.index("Anna")])
    theirs = pages[1]
    theirs.click("#tool-leave")
    theirs.click("#question-answers button:has-text('Resign')")
    theirs.click("#sure-yes")
    for page in pages:
        page.wait_for_selector("#finish tr:has-text('Rating'):has-text('→')", state="attached")
    page = anna.sit("/ratings")
    page.select_option("#board-game", "hex")
    page.wait_for_selector(f"#board tr:has-text('Anna'):has-text('{PROVISIONAL}')")
    assert "?" not in page.inner_text("#board tr:has-text('Anna')")
    assert not page.locator("#board tr:has-text('Bert')").count()
    page.wait_for_selector(f"#my-ratings tr:has-text('Hex'):has-text('{PROVISIONAL}')")


def is_impatient(server: Served, table: str) -> None:
    """At this table nobody waits for two minutes, as at rated ones."""
    room = server.hall.rooms[table]

    async def now() -> None:
        async with room.lock:
            room.table.patience = 0
            await room.changed()

    asyncio.run_coroutine_threadsafe(now(), server.loop).result()


def test_partners_win_and_lose_a_rated_team_match_together(visitor: Any, server: Served) -> None:
    about = ("Anna", {}), ("Bert", {"locale": "it-IT"}), ("Carla", PHONE)
    guests = [named(visitor(**more), name) for name, more in about]
    dora = Person(server.address).named("Dora")
    made = guests[0].make("sygon", ["me", "friend", "friend", "friend"], options={"mode": "teams"}, rated=True,
                          clock={"bank": 3600})
    pages = [guest.sit(made["url"]) for guest in guests]
    for seat, page in enumerate(pages[1:], 2):
        page.click(f"[data-key=sit-{seat}]")
    with dora.sit(made["table"]) as window:
        dora.follow(made["links"][-1]["url"])
        while window.until("state")["open"]:
            pass
        for page in pages:
            page.wait_for_selector("body[data-seq]:not(.waits)")
        is_impatient(server, made["table"])
    pages[1].press("#absent:has-text('Dora') button:has-text('Finisci')", "Enter")
    after: dict[str, int] = {}
    for page in pages:
        page.wait_for_selector("#finish tr:has-text('→')", state="attached")
        names = [name.strip() for name in page.locator("#finish thead th").all_text_contents()]
        changes = page.locator("#finish tr:has-text('→') td").all_text_contents()
        told = {name: int(change.partition("→")[2]) for name, change in zip(names, changes, strict=True)}
        assert after in ({}, told), "everybody is told the same"
        after = told
    lost = [name for name, rating in after.items() if rating < 1500]
    assert len(lost) == 2
    assert "Dora" in lost
    assert not any(name in pages[0].text_content("#finish h2") for name in lost)
    assert len({after[name] for name in lost}) == len({after[name] for name in after if name not in lost}) == 1
    winner = next(guest for guest, (name, _) in zip(guests, about, strict=True) if name not in lost)
    page = winner.sit("/ratings")
    page.wait_for_selector(f"#my-ratings tr:has-text('Sygon'):has-text('{max(after.values())}?')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_leaderboards_have_no_serious_barrier_speak_italian_and_fit_a_phone(visitor: Any, scheme: str) -> None:
    page = visitor(color_scheme=scheme, **PHONE, locale="it-IT").sit("/ratings")
    page.wait_for_selector("#board td")
    page.select_option("#board-game", "sygon")
    page.select_option("#board-players", "4t")
    page.wait_for_selector("#board td")
    assert barriers(page) == []
    assert english(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
