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


WHOLE_TITLE = """() => {
  const title = document.querySelector('#title')
  const words = document.createRange()
  words.selectNodeContents(title)
  return { needs: words.getBoundingClientRect().width, has: title.getBoundingClientRect().width } }"""
NOTES = """async () => {
  const { toast } = await import('/static/js/dialogs.js')
  toast('first')
  toast('refused', 'problem')
  toast('second')
  const [bar, notes] = ['.bar', '#toasts'].map(place => document.querySelector(place).getBoundingClientRect())
  const told = [...document.querySelectorAll('#toasts .toast')].map(note => note.textContent)
  return { told, top: notes.top < bar.bottom } }"""


def seats(game: str) -> list[str]:
    return ["me", *["here"] * (hexagora.game(game).facts.players[0] - 1)]


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_phone_needs_no_sideways_scrolling(visitor: Any, game: str) -> None:
    guest = visitor(**PHONE)
    page = guest.sit(guest.make(game, seats(game), seed="phone")["url"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    title = page.evaluate(WHOLE_TITLE)
    assert title["needs"] <= title["has"] + 1


def test_the_lobby_fits_a_phone(visitor: Any) -> None:
    page = visitor(**PHONE).sit("/")
    page.wait_for_selector("[data-game-card]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("[data-set-up=hex]")
    page.wait_for_selector("#preview .cell")
    assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('#new-table'))")
    assert page.evaluate("""() => {
      const box = document.querySelector('#new-start').getBoundingClientRect()
      const there = document.elementFromPoint(box.x + 30, box.y + 20)
      return box.height >= 44 && box.bottom <= innerHeight && there?.closest('#new-start')
    }"""), "one can sit down before one has read all options"


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


# whether the keyboard is in a dialog, or in the frame of the browser
INSIDE = """name => document.activeElement === document.body
  || document.getElementById(name).contains(document.activeElement)"""
ROUND = 40  # presses of the tabulator that lead once around any dialog


def test_every_dialog_of_a_table_is_used_by_keys_alone(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    for tool, name in (("share", "share"), ("keys", "keys"), ("settings", "settings"), ("leave", "question")):
        page.focus(f"[data-tool={tool}]")
        page.keyboard.press("Enter")
        dialog = page.locator(f"#{name}[open]")
        assert dialog.get_attribute("aria-labelledby") == f"{name}-title"
        assert page.inner_text(f"#{name}-title")
        for _ in range(ROUND):
            assert page.evaluate(INSIDE, name), "nothing outside can be reached"
            page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        page.wait_for_selector(f"#{name}", state="hidden")
        assert page.evaluate("document.activeElement.dataset.tool") == tool


def test_what_is_said_while_a_dialog_is_open_is_said_in_it_and_a_choice_keeps_the_keyboard(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    assert page.evaluate(NOTES) == {"told": ["refused", "first second"], "top": True}  # together, over the page's head
    page.click("[data-tool=share]")
    page.click("#share button:has-text('Copy') >> nth=0")
    page.wait_for_selector("#share [aria-live] .toast")
    page.keyboard.press("Escape")
    page.click("[data-tool=settings]")
    page.focus("#settings [name=language]")
    page.keyboard.press("i")
    page.wait_for_selector("#settings h2:has-text('Impostazioni')")
    assert page.evaluate("document.activeElement.name") == "language"
    assert page.input_value("#settings [name=language]") == "it"
