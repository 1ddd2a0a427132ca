"""Tutorials in a real browser: clicked through, with wrong clicks, by keyboard, on a phone."""

from typing import Any

import pytest

import hexagora
from hexagora import registry
from hexagora.engine import tutorial
from tests.web.clicking import until
from tests.web.test_everyone import barriers

GAMES = registry.names()
WANTED = """() => {
  const all = selector => [...document.querySelectorAll(selector)]
  const [node] = [...all('#actions button'), ...all('#tray .possible'),
                  ...all('#board .target.possible .dot, #board .border-target.possible, #board .piece.possible .ring')]
  node?.scrollIntoView({ block: 'center' })
  const box = node?.getBoundingClientRect()
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}"""
WHERE = "() => [document.body.dataset.step, document.querySelector('#lesson-text').textContent, " \
        "document.querySelectorAll('.chosen').length, document.querySelector('#actions').textContent].join()"
MOST_CLICKS = 120


SEEN = """() => {
  const box = node => node.getBoundingClientRect()
  const names = ['#board', '#lesson-card', '#lesson-text', '#lesson-card > .row']
  const found = names.map(name => document.querySelector(name))
  const [board, card, text, row] = found.map(box)
  const scrolls = found[1].scrollHeight > Math.ceil(card.height)
  const shown = [...document.querySelectorAll('.shown')].map(box)
  return { small: board.width * board.height < 0.15 * innerWidth * innerHeight,
           covered: !scrolls && text.bottom > row.top + 1,
           away: shown.length > 0 && shown.every(({ top, bottom, width }) => !width || top > innerHeight || bottom < 0),
           moved: document.querySelectorAll('#board .trail').length > 0 }
}"""


def in_sight(page: Any, fresh: bool) -> None:
    """The board is large, no button lies on the text, what it names is on the screen; on a new table nothing moved."""
    wrong = {what for what, seen in page.evaluate(SEEN).items() if seen}
    assert not wrong - (set() if fresh else {"moved"})


def open_lesson(guest: Any, game: str) -> Any:
    page = guest.sit(f"/learn/{game}")
    page.wait_for_selector("body[data-step]")
    return page


def go_on(page: Any) -> None:
    """Reads on, or clicks what is asked for; something must change."""
    before = page.evaluate(WHERE)
    if page.is_visible("#lesson-next"):
        page.click("#lesson-next")
    else:
        spot = page.evaluate(WANTED)
        assert spot, page.inner_text("#lesson-text")
        page.mouse.click(spot["x"], spot["y"])
    page.wait_for_function(f"before => ({WHERE})() !== before", arg=before)


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_clicks_through_the_tutorial(visitor: Any, game: str) -> None:
    page = open_lesson(visitor(), game)
    frames = tutorial.frames(tutorial.load(hexagora.game(game)))
    for _ in range(MOST_CLICKS):
        step = int(page.get_attribute("body", "data-step"))
        in_sight(page, frames[step - 1].fresh and not page.locator("#lesson-story li").count())
        if page.is_visible("#lesson-play"):
            break
        go_on(page)
    steps = len(frames)
    assert page.inner_text("#lesson-count") == f"{steps} of {steps}"
    assert page.get_attribute("#lesson-play", "href") == f"/?first={game}"


def test_a_wrong_click_is_taken_kindly_and_help_is_at_hand(visitor: Any) -> None:
    page = open_lesson(visitor(), "hex")
    page.click("#lesson-next")
    page.click("#board [data-cell=a1]")
    until(lambda: "Not there" in page.inner_text("#lesson-note"))
    assert page.locator(".piece.kind-stone").count() == 0
    page.click("#lesson-show")
    until(lambda: "hinted" in page.get_attribute("body", "class"))
    page.click("#lesson-show")
    page.wait_for_selector("#lesson-text:has-text('cut you off')")
    page.click("#lesson-back")
    until(lambda: page.locator(".piece.kind-stone").count() == 0)


def test_a_step_by_keyboard_on_a_phone(visitor: Any) -> None:
    page = open_lesson(visitor(viewport={"width": 390, "height": 780}), "hex")
    page.focus("#lesson-next")
    page.keyboard.press("Enter")
    page.focus("#board")
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-step='3']")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tutorial_is_told_aloud_and_done_by_keyboard_alone(visitor: Any) -> None:
    game = "hex"
    page = open_lesson(visitor(), game)
    heard: list[str] = []
    for _ in range(MOST_CLICKS):
        heard.append(page.text_content("#live"))
        if page.evaluate("document.activeElement.id") == "lesson-play":
            break
        before = page.evaluate(WHERE)
        if page.evaluate("document.activeElement.id") == "board":
            assert "Enter chooses" in heard[-1] or page.locator("#board .chosen").count()
            page.keyboard.press(".")
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({WHERE})() !== before", arg=before)
    steps = len(tutorial.load(hexagora.game(game)).script.step)
    assert all(any(f"Step {step} of {steps}." in words for words in heard) for step in range(1, steps + 1))


def test_what_a_step_speaks_of_is_in_sight_on_a_phone_upright_and_on_its_side(visitor: Any) -> None:
    page = open_lesson(visitor(viewport={"width": 390, "height": 780}), "hex")
    frames = tutorial.frames(tutorial.load(hexagora.game("hex")))
    for step, frame in enumerate(frames, 1):
        page.wait_for_selector(f"body[data-step='{step}']")
        for width, height in ((780, 390), (390, 780)):
            page.set_viewport_size({"width": width, "height": height})
            in_sight(page, frame.fresh)
        while page.get_attribute("body", "data-step") == str(step) and step < len(frames):
            page.click("#lesson-next:visible, #lesson-show:visible")


def test_a_learner_has_one_name_before_a_colour_is_chosen(visitor: Any) -> None:
    page = open_lesson(visitor(locale="it-IT"), "manapool")
    assert page.inner_text("#prompt-text") == "Rosso: scegli il tuo colore."
    page.click("#actions button")
    page.wait_for_selector("body[data-step='2']")
    assert page.inner_text("#lesson-story").startswith("Rosso prende il rosso")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lesson_has_no_serious_barrier(visitor: Any, scheme: str) -> None:
    page = open_lesson(visitor(color_scheme=scheme), "manapool")
    page.click("#lesson-show")
    assert barriers(page) == []


def test_the_end_of_a_tutorial_leads_to_a_real_game(visitor: Any) -> None:
    page = visitor().sit("/?play=hex")
    page.wait_for_selector("#new-table[open] #new-title:has-text('Hex')")
