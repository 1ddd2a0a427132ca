"""Whole matches in a real browser: by clicks, by keyboard, online with a spectator, across a reload."""

import random
from typing import Any

import pytest

import hexagora
from hexagora import registry
from tests import samples
from tests.web.clicking import VISIBLE, click, next_spot, one_action, play_to_the_end, until

BOTS_PATIENCE = 120_000  # milliseconds; the first thought of a bot may wait for its compiler


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_whole_match_by_clicks(visitor: Any, game: str) -> None:
    guest = visitor()
    players = hexagora.game(game).facts.players[0]
    made = guest.make(game, ["me", *["here"] * (players - 1)], **samples.short_table(game), seed="clicks")
    page = guest.sit(made["url"])
    play_to_the_end(page)
    assert page.is_visible("#finish h2")
    assert page.locator("#log .entry").count() > 0


def test_a_whole_match_by_keyboard_alone(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # "Skip to the board"
    page.keyboard.press("ArrowRight")
    until(lambda: page.locator(".layer-cursor path").count() == 1)
    for _ in range(20):
        if page.evaluate(VISIBLE)["over"]:
            break
        with one_action(page):
            page.keyboard.press(".")
            page.keyboard.press("Enter")
    until(lambda: page.is_visible("#finish h2"))


def test_the_keyboard_stays_on_the_board_after_a_question(visitor: Any) -> None:
    guest = visitor()
    start = {"game": "manapool", "colours": ["red", "green", "blue"], "phase": "move", "to_move": "red",
             "tokens": {"red": ["a3"]}, "corners": {"red": "a1", "green": "a5", "blue": "i1"}}  # fmt: skip
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], start=start)["url"])
    page.focus("#board")
    for key in (".", "Enter", ".", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#actions .confirmation")
    with one_action(page):
        page.keyboard.press("Enter")
    until(lambda: page.evaluate("document.activeElement.id") == "board")


def test_typed_notation_with_a_clear_answer_to_nonsense(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    page.click("#tab-type")
    page.fill("#command", "z9")
    page.keyboard.press("Enter")
    until(lambda: "z9" in page.inner_text("#command-problem"))
    page.fill("#command", "B2")
    with one_action(page):
        page.keyboard.press("Enter")
    until(lambda: page.locator(".piece.kind-stone").count() == 1)


def test_two_people_and_a_spectator_online(visitor: Any) -> None:
    ada, bob, eve = visitor(), visitor(), visitor()
    made = ada.make("hex", ["me", "friend"], options={"size": 3, "swap": False}, public=True)
    ada.sit(made["url"])
    bob.sit(made["links"][0]["url"])
    bob.page.wait_for_selector("body[data-seq]")
    eve.sit(made["url"])
    assert eve.page.locator("#board .target.possible").count() == 0
    players = [ada, bob]
    for turn in range(9):
        if ada.page.evaluate(VISIBLE)["over"]:
            break
        mover = players[turn % 2].page
        click(mover, next_spot(mover))
        for other in (ada, bob, eve):
            other.page.wait_for_function("n => document.querySelectorAll('#log .entry').length === n", arg=turn + 1)
    for guest in (ada, bob, eve):
        assert guest.page.is_visible("#finish h2")
    stones = {guest.page.locator(".piece.kind-stone").count() for guest in (ada, bob, eve)}
    assert len(stones) == 1


def test_what_moved_last_is_marked(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})["url"])
    for _ in range(2):
        with one_action(page):
            click(page, next_spot(page))
    marked = page.evaluate("[...document.querySelectorAll('.piece.latest')].map(n => n.dataset.piece)")
    assert len(marked) == 1
    assert page.locator(".piece.kind-stone").count() == 2


def test_people_talk_at_the_table(visitor: Any) -> None:
    ada, bob = visitor(), visitor()
    made = ada.make("hex", ["me", "friend"])
    ada.sit(made["url"])
    bob.sit(made["links"][0]["url"])
    bob.page.wait_for_selector("body[data-seq]")
    ada.page.click("#tab-chat")
    ada.page.fill("#chat-input", "Good luck!")
    ada.page.keyboard.press("Enter")
    bob.page.wait_for_function("() => document.querySelector('#chat').textContent.includes('Good luck!')")


def test_a_reload_in_mid_turn_loses_nothing(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], seed="reload")["url"])
    for _ in range(9):
        click(page, next_spot(page))
    page.keyboard.press("Escape")
    next_spot(page)
    before = table_of(page)
    page.reload()
    page.wait_for_selector("body[data-seq]")
    assert table_of(page) == before
    assert page.evaluate(VISIBLE)["count"]


def table_of(page: Any) -> Any:
    return page.evaluate("""() => [document.body.dataset.seq, document.querySelector('#prompt-text').textContent,
      [...document.querySelectorAll('#board [data-piece]')].map(n => n.dataset.piece).sort(),
      document.querySelectorAll('#log .entry').length]""")


def test_a_second_press_on_what_was_chosen_takes_it_back(visitor: Any) -> None:
    """On the board, and in the bar of what is for sale."""
    guest = visitor()
    start = {"game": "manapool", "colours": ["red", "green", "blue"], "phase": "move", "to_move": "red",
             "tokens": {"red": ["a3", "d4"]}, "corners": {"red": "a1", "green": "a5", "blue": "i1"}}  # fmt: skip
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], start=start)["url"])
    for wanted in (1, 0, 1):
        page.locator(".piece:is(.possible, .chosen)").first.click()
        until(lambda n=wanted: page.locator(".piece.chosen").count() == n)
    start = {"script": "game 2 ffa; board r2; wizard p1.w1 c3; gold p1 5; turn p1 build"}
    page = guest.sit(guest.make("sygon", ["me", "here"], start=start)["url"])
    for wanted in ("true", "false", "true"):
        page.click("#actions [data-deed=button-wall]")
        page.wait_for_selector(f"#actions [data-deed=button-wall][aria-pressed={wanted}]")


def test_escape_steps_back_and_undo_takes_back(visitor: Any) -> None:
    guest = visitor()
    bolt = next(c.id for c in hexagora.game("manapool").match().scene().boards[0].cells if c.terrain == "extra-action")
    start = {"game": "manapool", "colours": ["red", "green", "blue"], "phase": "move", "to_move": "red",
             "tokens": {"red": ["a3", bolt]}, "corners": {"red": "a1", "green": "a5", "blue": "i1"}}  # fmt: skip
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], start=start)["url"])
    page.locator(".piece.possible").first.click()
    until(lambda: page.locator("#board .target.possible").count() > 1)
    page.keyboard.press("Escape")
    until(lambda: page.locator(".piece.chosen").count() == 0)
    page.locator(".piece.possible").first.click()
    with one_action(page):
        page.locator("#board .target.possible").first.click()
        if page.locator("#actions .confirmation").count():
            page.keyboard.press("Enter")
    with one_action(page):
        page.click("#tool-undo")
    until(lambda: page.locator("[data-piece='troop-a3']").count() == 1)


def test_a_finished_match_can_be_replayed(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})["url"])
    play_to_the_end(page)
    stones = page.locator(".piece.kind-stone").count()
    page.click("#finish button:has-text('Replay')")
    page.wait_for_function("() => document.querySelectorAll('.piece.kind-stone').length === 0")
    page.click("#replay-on")
    page.wait_for_function("() => document.querySelectorAll('.piece.kind-stone').length === 1")
    page.click("#replay-leave")
    page.wait_for_function("n => document.querySelectorAll('.piece.kind-stone').length === n", arg=stones)


def test_a_match_with_bots_and_animations_runs_without_errors(visitor: Any) -> None:
    guest = visitor(reduced_motion="no-preference")
    seats = ["me", {"kind": "bot", "level": "beginner"}, {"kind": "bot", "level": "beginner"}]
    page = guest.sit(guest.make("manapool", seats, seed="motion")["url"])
    page.set_default_timeout(BOTS_PATIENCE)
    for _ in range(6):
        click(page, next_spot(page))
    page.wait_for_function("() => document.querySelectorAll('#log .entry').length > 6")


COVERED = """() => {
  for (const border of document.querySelectorAll('#board .border-target.possible')) {
    const box = border.getBoundingClientRect()
    const x = box.left + box.width / 2, y = box.top + box.height / 2
    const things = document.elementsFromPoint(x, y)
    if (things.includes(border) && things[0].closest('[data-piece]')) return { x, y, border: border.dataset.border }
  }
  return null
}"""


def test_a_border_that_can_be_chosen_is_clicked_through_a_piece_that_covers_it(visitor: Any) -> None:
    """In Hexes of Sygon a Town may lie over the border on which a Wall can be built."""
    match, rng = hexagora.game("sygon").match(seed="walls"), random.Random(5)
    while not any(text.startswith("build wall") for text in match.legal()):
        match.play(rng.choice(match.actions()))
    guest = visitor()
    page = guest.sit(guest.make("sygon", ["me", "here"], start=match.position())["url"])
    covered = page.evaluate(COVERED)
    assert covered, "no Town covers a border"
    with one_action(page):
        page.mouse.click(covered["x"], covered["y"])
    page.wait_for_selector(f"#log .entry:has-text('Wall on {covered['border'].split()[0]} towards')")
