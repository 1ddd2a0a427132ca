"""Boards in a real browser: drawings, zoom, games that bring no drawings."""

from typing import Any

import pytest

from tests.hexemonia.helpers import at
from tests.web.clicking import click, next_spot, one_action, until


def test_a_game_without_drawings_is_drawn_by_its_glyphs(visitor: Any) -> None:
    guest = visitor()
    guest.page.route("**/symbols.svg", lambda route: route.fulfill(status=404, body=""))
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], seed="glyphs")["url"])
    assert page.locator("#board .terrain-glyph").count() > 10
    for _ in range(6):
        spot = next_spot(page)
        with one_action(page):
            click(page, spot)
    assert page.locator("#board .token").count() == 12
    guest.problems.clear()  # the browser reports the missing file, as it should be


def test_zoom_and_pan_are_no_clicks(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    page.click("[data-tool=zoom-in]")
    page.click("[data-tool=zoom-in]")
    near = page.get_attribute("#board .camera", "transform")
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=4)
    page.mouse.up()
    until(lambda: page.get_attribute("#board .camera", "transform") != near)
    assert page.locator(".piece").count() == 0
    page.click("[data-tool=fit]")
    until(lambda: "scale(1)" in page.get_attribute("#board .camera", "transform"))


def test_several_boards_show_one_in_focus(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hexemonia", ["me", "here"], seed="boards")["url"])
    page.click("#cover-open")
    first = page.get_attribute("#board svg.board", "data-board")
    page.locator("#gallery button").first.click()
    until(lambda: page.get_attribute("#board svg.board", "data-board") != first)


def test_whoever_takes_a_colour_has_no_board_drawn_anew(visitor: Any) -> None:
    """The first decision in Hexcape, beside eight maps of the vote with hundreds of hexes: people are called by their
    colours from then on, but no hex says that."""
    guest = visitor()
    page = guest.sit(guest.make("hexcape", ["me", {"kind": "bot", "level": "beginner"}])["url"])
    page.evaluate("() => { window.before = [...document.querySelectorAll('.cell')] }")
    with one_action(page):
        click(page, next_spot(page))
    assert page.evaluate("before.length > 400 && before.every(cell => cell.isConnected)")


def test_names_on_a_board_change_with_the_language(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], seed="names")["url"])
    labels = "() => [...document.querySelectorAll('#board .cell-label')].map(label => label.textContent)"
    english = {label for label in page.evaluate(labels) if label.isalpha()}
    page.click("[data-tool=settings]")
    page.select_option("#settings [name=language]", "it")
    until(lambda: not english & set(page.evaluate(labels)))


def test_a_map_is_looked_at_and_then_chosen_and_the_piles_stay_in_sight(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1280, "height": 720})
    page = guest.sit(guest.make("hexcape", ["me", "here"], options={"order": "seat"})["url"])
    for _ in range(2):  # tokens
        page.click("#cover-open")
        with one_action(page):
            page.locator("#actions button").first.click()
    for verb in ("Wish for", "Choose"):
        page.click("#cover-open")
        page.click("#gallery [data-show=map-ridge]")
        page.wait_for_selector("#board svg[data-board=map-ridge]")
        assert page.locator("#actions button:visible").all_inner_texts()[0].startswith(f"{verb} The Ridge\n")
        assert page.locator("#actions button:visible").count() == 1
        assert page.is_visible(".who .pile")
        with one_action(page):
            page.click("#actions button")
    page.click("#cover-open")
    page.wait_for_selector("#board svg[data-board=board]")
    assert page.is_visible(".who .pile")


COVERED = """() => {
  const rim = 1, boxes = (selector, less) => [...document.querySelectorAll(`#board ${selector}`)]
    .filter(node => node.checkVisibility()).map(node => ({ node, box: node.getBoundingClientRect(), less }))
  const things = [...boxes('.cell:not([class*=sigil], [class*=track]) .tile', 0.12), ...boxes('.cell-label', 0.1)]
  return boxes('.coordinate').flatMap(({ node, box }) => things.filter(({ box: other, less }) => {
    const [w, h] = [other.width * less + rim, other.height * less + rim]
    return box.left < other.right - w && box.right > other.left + w
      && box.top < other.bottom - h && box.bottom > other.top + h
  }).map(({ node: other }) => `${node.textContent} over ${other.textContent || other.parentElement.dataset.cell}`))
}"""


def test_names_of_places_on_a_graph_cover_neither_places_nor_what_is_written(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "starter"})["url"])
    page.evaluate("document.documentElement.dataset.coordinates = 'on'")
    assert page.locator("#board .coordinate:visible").count() == 39
    assert page.evaluate(COVERED) == []


ON_ITS_TILE = """() => [...document.querySelectorAll('#board .cell, #gallery .cell')].flatMap(cell => {
  const name = cell.querySelector('.cell-label'), tile = cell.querySelector('.tile')
  if (!name) return []
  const { x, y, width, height } = name.getBBox()
  const corners = [[x, y + height / 4], [x + width, y + height / 4]].map(([x, y]) => new DOMPoint(x, y))
  return corners.every(corner => tile.isPointInFill(corner)) ? [] : [name.textContent]
})"""
LONG_NAMES = "o; a1 amphitheatre; a2 palaestra; a3 lighthouse; a4 labyrinth; a5 necropolis; a6 phalanx"


@pytest.mark.parametrize("names", ["english", "italian"])
def test_long_names_stay_on_their_tiles_and_what_a_hex_produces_is_drawn(visitor: Any, names: str) -> None:
    guest = visitor(viewport={"width": 1280, "height": 720})
    start = at("TAKE1", LONG_NAMES, "o; a1 agora", players=2).position()
    page = guest.sit(guest.make("hexemonia", ["me", "here"], options={"names": names}, start=start)["url"])
    page.click("#cover-open")
    page.wait_for_selector("#board .cell-label")
    assert page.locator("#board .cell-label").count() == 7
    assert page.evaluate(ON_ITS_TILE) == []
    assert page.locator("#board .badge-produces text").count() == 0
    assert page.locator("#board .badge-produces[data-text='3 citizens'] use").count() == 1


def test_the_rules_open_beside_the_table_and_can_be_searched(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("manapool", ["me", "here", "here"])["url"])
    page.click("#tab-rules")
    page.wait_for_selector("#rules-text figure svg")  # the rulebook in front, with real positions drawn
    assert "Pool" in page.inner_text("#rules-text figcaption >> nth=0")
    everything = page.locator("#rules-text li:visible, #rules-text p:visible").count()
    page.fill("#rules-search", "pool")
    until(lambda: 0 < page.locator("#rules-text li:visible, #rules-text p:visible").count() < everything)
    page.fill("#rules-search", "silhouette")
    until(lambda: page.locator("#rules-text tr:visible").count() > 0)


def test_settings_change_the_page_at_once_and_last(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    page.click("[data-tool=settings]")
    page.select_option("#settings [name=theme]", "dark")
    page.select_option("#settings [name=language]", "it")
    page.wait_for_selector("#tab-rules:has-text('Regole')")
    page.reload()
    page.wait_for_selector("#tab-rules:has-text('Regole')")
    assert page.get_attribute("html", "data-theme") == "dark"
