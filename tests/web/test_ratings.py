"""Rated tables in real browsers: laid from the lobby, ratings at the seats, no help, what the end has changed."""

from typing import Any

import pytest

from tests.web.test_everyone import PHONE, barriers
from tests.web.test_locales import english


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
