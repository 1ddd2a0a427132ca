"""The trainer in a real browser: a wrong try, the right one, the row, the next one; by keyboard on an Italian phone."""

from typing import Any

from hexagora import registry
from hexagora.engine import puzzles
from tests.web.test_everyone import barriers

SOLVED = "JSON.parse(localStorage.getItem('hexagora.puzzles.hex') ?? '{}')"


def open_puzzle(guest: Any, game: str, name: str) -> Any:
    page = guest.sit(f"/puzzles/{game}?id={name}")
    page.wait_for_selector("body[data-ready]")
    return page


def test_a_puzzle_is_tried_solved_and_another_one_comes(visitor: Any) -> None:
    one = puzzles.of(registry.game("hex"))[0]
    page = open_puzzle(visitor(), "hex", one.id)
    assert page.locator("#panels .panel-name").all_inner_texts() == ["Red", "Blue"]  # as the prompt calls them
    wrong = [text for text in puzzles.opened(registry.game("hex"), one).legal() if text != one.answer]
    page.click(f"#board .target[data-cell={wrong[0]}]")
    page.wait_for_selector("#puzzle-note:has-text('Not this one')")
    page.click(f"#board .target[data-cell={wrong[1]}]")
    page.wait_for_function("() => document.querySelector('#puzzle-note').textContent.endsWith('\u00a0')")  # said again
    page.click(f"#board .target[data-cell={one.answer}]")
    page.wait_for_selector("#puzzle-note.good:has-text('Right')")
    assert page.evaluate(SOLVED)["solved"] == [one.id]
    assert page.evaluate(SOLVED)["streak"] == 0, "only a first try counts"
    assert "#m=" in page.get_attribute("#puzzle-analyse", "href")
    page.click("#puzzle-next")
    page.wait_for_function("id => document.body.dataset.puzzle !== id", arg=one.id)
    assert page.get_attribute("body", "data-open") == "true"


def test_by_keyboard_on_a_phone_in_italian_without_barriers(visitor: Any) -> None:
    one = puzzles.of(registry.game("hex"))[0]
    page = open_puzzle(visitor(locale="it-IT", viewport={"width": 390, "height": 844}), "hex", one.id)
    assert "decisione" in page.inner_text("#puzzle-question")
    assert page.locator("#panels .panel-name").all_text_contents() == ["Rosso", "Blu"]
    assert barriers(page) == []
    page.focus("#board")
    page.keyboard.press("h")
    page.wait_for_selector("#puzzle-note:has-text('La risposta')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
