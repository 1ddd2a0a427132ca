"""The lobby in a real browser."""

from typing import Any

import hexagora.registry as registry


def test_every_game_is_on_the_shelf_with_a_picture(visitor: Any) -> None:
    page = visitor().sit("/")
    page.wait_for_selector("[data-game-card]")
    assert page.locator("[data-game-card]").count() == len(registry.SUPPLIED)
    page.wait_for_function("""() => [...document.querySelectorAll('.cover')].every(cover => {
      const picture = cover.querySelector('img')
      return cover.querySelector('svg .cell') || (picture && picture.complete && picture.naturalWidth > 0) })""")


def test_a_table_is_laid_from_the_lobby(visitor: Any) -> None:
    page = visitor().sit("/")
    page.click("[data-game-card=hex] .primary")
    page.wait_for_selector("#preview .cell")
    page.click("#new-more summary")
    page.fill("#new-options input[type=number]", "5")
    page.press("#new-options input[type=number]", "Tab")
    page.wait_for_function("() => document.querySelectorAll('#preview .cell').length === 25")
    page.locator("#new-seats select").nth(1).select_option("here")
    page.click("#new-start")
    page.wait_for_selector("body[data-seq]")
    assert page.locator("#board .cell").count() == 25
    page.goto(page.url.split("/t/")[0] + "/")
    page.wait_for_selector("#tables-mine a")


def test_an_impossible_option_is_told_at_once(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit("/")
    page.click("[data-game-card=hex] .primary")
    page.wait_for_selector("#preview .cell")
    page.click("#new-more summary")
    page.fill("#new-options input[type=number]", "99")
    page.press("#new-options input[type=number]", "Tab")
    page.wait_for_function("() => document.querySelector('#new-problem').textContent.includes('size')")
    guest.problems.clear()  # the browser reports the refusal, as it should be


def test_friends_get_links(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit("/")
    page.click("[data-game-card=hex] .primary")
    page.locator("#new-seats select").nth(1).select_option("friend")
    page.click("#new-start")
    page.wait_for_selector("#links[open]")
    link = page.input_value("#link-list input")
    friend = visitor()
    friend.page.goto(link)
    friend.page.wait_for_selector("body[data-seq]")
    assert "/s/" not in friend.page.url


def test_italian_is_spoken(visitor: Any) -> None:
    page = visitor(locale="it-IT").sit("/")
    page.wait_for_selector("[data-game-card]")
    assert page.locator("#games-title").inner_text() == "Giochi"
