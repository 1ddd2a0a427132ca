"""For everyone: small screens, barriers, colours that are not needed, motion that can be switched off."""

from pathlib import Path
from typing import Any

import pytest

import hexagora
import hexagora.registry as registry
from tests.web.clicking import one_action, until

AXE = Path(__file__).parent / "assets" / "axe.min.js"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SERIOUS = ("serious", "critical")


def seats(game: str) -> list[str]:
    return ["me", *["here"] * (hexagora.game(game).facts.players[0] - 1)]


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_phone_needs_no_sideways_scrolling(visitor: Any, game: str) -> None:
    guest = visitor(**PHONE)
    page = guest.sit(guest.make(game, seats(game), seed="phone")["url"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_lobby_fits_a_phone(visitor: Any) -> None:
    page = visitor(**PHONE).sit("/")
    page.wait_for_selector("[data-game-card]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("[data-set-up=hex]")
    page.wait_for_selector("#preview .cell")
    assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('#new-table'))")


def barriers(page: Any) -> list[str]:
    page.evaluate(AXE.read_text("utf8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"] if v["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_table_has_no_serious_barrier(visitor: Any, game: str, scheme: str) -> None:
    guest = visitor(color_scheme=scheme)
    page = guest.sit(guest.make(game, seats(game), seed="axe")["url"])
    assert barriers(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_has_no_serious_barrier(visitor: Any, scheme: str) -> None:
    page = visitor(color_scheme=scheme).sit("/")
    page.wait_for_selector("[data-game-card]")
    assert barriers(page) == []
    page.click("[data-set-up=manapool]")
    page.wait_for_selector("#preview .cell")
    assert barriers(page) == []


def test_a_screen_reader_hears_places_and_events(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    page.focus("#board")
    page.keyboard.press("ArrowDown")
    until(lambda: "empty" in page.inner_text("#live"))
    with one_action(page):
        page.keyboard.press("Enter")
    until(lambda: "Player 1" in page.inner_text("#live"))


def test_players_are_told_apart_by_shape(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4, "swap": False})["url"])
    page.focus("#board")
    for _ in range(2):
        with one_action(page):
            page.keyboard.press(".")
            page.keyboard.press("Enter")
    marks = page.evaluate("[...document.querySelectorAll('.piece .owner-mark')].map(n => n.getAttribute('href'))")
    assert len(set(marks)) == 2
