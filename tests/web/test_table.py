"""What the table tells beyond the board: the others' turns, hints, final scores, lost lines."""

import json
from typing import Any

import pytest

import hexagora
from tests.web.clicking import click, next_spot, one_action, play_to_the_end, until
from tests.web.test_everyone import barriers
from tests.web.test_frame import LETTERS

POINTED = "#board .pointed, #gallery .pointed"


def test_what_the_others_did_since_my_last_turn_is_told_and_shown(visitor: Any) -> None:
    ada, bob = visitor(), visitor()
    made = ada.make("hex", ["me", "friend"], options={"size": 4, "swap": False})
    page = ada.sit(made["url"])
    bob.sit(made["links"][0]["url"])
    bob.page.wait_for_selector("body[data-seq]")
    assert not page.is_visible("#recap")
    type_action(page, "b2")
    type_action(bob.page, "c3")
    page.click("#tab-log")
    page.wait_for_selector("#recap:visible")
    assert "Player 2 plays c3" in page.text_content("#recap-list")
    assert page.locator("#recap-list .sentence .unseen").count() == 1, "the name is seen once"
    name = page.locator("#board .layer-pieces ~ .layer-over .named .coordinate")
    assert name.all_text_contents() == ["c3"], "above the stone that lies there"
    assert name.is_visible()
    page.set_viewport_size({"width": 320, "height": 480})
    until(lambda: 10.9 < page.evaluate(LETTERS, ".named .coordinate")[0] < 12, "letters to be read on a small board")
    page.set_viewport_size({"width": 1280, "height": 860})
    assert "Since your last turn: Player 2 plays c3" in page.text_content("#recap-said")
    assert page.locator("#board .pointed.recent").count() == 1, "where the turn before changed something"
    page.focus("#recap-list button")
    assert page.locator("#board .pointed:not(.recent)").count() == 1
    page.click("#recap-close")
    until(lambda: not page.is_visible("#recap"))
    assert page.locator("#board .pointed.recent").count() == 1
    type_action(page, "a1")
    page.wait_for_function("() => !document.querySelector('#board .pointed')")


def type_action(page: Any, text: str) -> None:
    page.click("#tab-type")
    page.wait_for_selector("#command:enabled")
    page.fill("#command", text)
    with one_action(page):
        page.keyboard.press("Enter")


def test_position_and_match_are_copied_and_saved_as_text(visitor: Any) -> None:
    guest = visitor(permissions=["clipboard-read", "clipboard-write"])
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "starter"})["url"])
    page.click("#tab-type")
    page.click("#written summary")
    page.wait_for_selector("[data-copy=sfn]")
    assert barriers(page) == []
    page.click("[data-copy=sfn]")
    page.wait_for_selector(".toast:has-text('Copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("r............b........................./Flourish,Carnage")
    with page.expect_download() as saved:
        page.click("[data-save=sgn]")
    assert saved.value.suggested_filename == "sigil.sgn"
    with page.expect_download() as saved:
        page.click("#written-list a[download]")
    assert json.loads(saved.value.path().read_text("utf8"))["format"] == "hexagora-match"


def test_a_game_with_secrets_offers_only_the_match_file(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hexemonia", ["me", "here"])["url"])
    if page.is_visible("#cover-open"):
        page.click("#cover-open")
    page.click("#tab-type")
    page.click("#written summary")
    page.wait_for_selector("#written-list a[download]")
    assert page.locator("#written-list button").count() == 0


def test_the_others_turn_is_shown_again_step_by_step(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 4, "swap": False})["url"])
    for text in ("b2", "c3"):
        type_action(page, text)
    page.click("#recap-retell")
    page.wait_for_function("() => document.querySelectorAll('.piece.kind-stone').length === 1")
    page.wait_for_function("() => document.querySelectorAll('.piece.kind-stone').length === 2")
    page.wait_for_selector("#replay", state="hidden")


@pytest.mark.parametrize(("wish", "asked"), [("unasked", True), ("never", False)])
def test_a_move_that_ends_the_turn_is_asked_about_as_wished(visitor: Any, wish: str, asked: bool) -> None:
    guest = visitor()
    guest.context.add_init_script(f"localStorage.setItem('hexagora.settings', '{json.dumps({'endturn': wish})}')")
    start = {"game": "manapool", "colours": ["red", "green", "blue"], "phase": "move", "to_move": "red",
             "tokens": {"red": ["a3"]}, "corners": {"red": "a1", "green": "a5", "blue": "i1"}}  # fmt: skip
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], start=start)["url"])
    last = hexagora.game("manapool").from_position(start).choices()
    plain = next(c for c in last if c.group == "move" and c.final and not c.warning)
    page.locator(".piece.possible").first.click()
    page.locator(f"#board .target.possible[data-cell={plain.path[-1].id}]").click()
    if asked:
        page.wait_for_selector("#actions .confirmation:has-text('ends your turn')")
        page.keyboard.press("Escape")
        page.wait_for_selector("#actions .confirmation", state="detached")
    else:
        page.wait_for_function("() => document.body.dataset.seq !== '0'")


def test_a_player_is_chosen_by_a_click_on_the_panel(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hexcape", ["me", "here"], seed="panel")["url"])
    for _ in range(20):
        if page.locator(".panel-pick").count() and not page.is_visible("#cover"):
            break
        click(page, next_spot(page))
    assert "possible" in page.locator(".panel:has(.panel-pick)").first.get_attribute("class")
    with one_action(page):
        page.locator(".panel-pick").first.click()


def test_lines_of_the_final_score_light_what_they_count_and_charts_tell_their_numbers(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("manapool", ["me", "here", "here"], options={"round_limit": 3}, seed="lines")["url"])
    play_to_the_end(page)
    page.wait_for_selector("#finish .standings")
    line = page.locator(".standings [tabindex]").first
    line.focus()
    assert page.locator(POINTED).count() > 0
    line.blur()
    assert page.locator(POINTED).count() == 0
    assert page.is_visible("#board .cell")
    page.focus(".chart svg")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    until(lambda: "2:" in page.inner_text(".chart-said"))
    assert barriers(page) == []


def whispered(guest: Any, *messages: dict[str, Any]) -> None:
    """The server says these things too, as soon as the page has spoken to it."""

    def between(line: Any) -> None:
        server = line.connect_to_server()
        said: list[bool] = []

        def pass_on(text: Any) -> None:
            line.send(text)
            if not said:
                said.append(True)
                for message in messages:
                    line.send(json.dumps(message))

        server.on_message(pass_on)

    guest.page.route_web_socket("**/ws", between)


def retouched(guest: Any, **parts: Any) -> None:
    """The first scene that the server sends has these parts as well."""

    def between(line: Any) -> None:
        server = line.connect_to_server()

        def pass_on(text: str) -> None:
            message = json.loads(text)
            if message["type"] == "state":
                message["scene"].update(parts)
            line.send(json.dumps(message))

        server.on_message(pass_on)

    guest.page.route_web_socket("**/ws", between)


def test_a_shortcut_makes_several_decisions_by_one_click(visitor: Any) -> None:
    guest = visitor()
    retouched(guest, shortcuts=[{"label": "Open at once", "texts": ["b2", "c1"], "forecast": "two stones"}])
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})["url"])
    page.click("#actions .shortcut")
    page.wait_for_function("() => document.querySelectorAll('.piece.kind-stone').length === 2")


def test_a_step_that_is_closed_says_why(visitor: Any) -> None:
    guest = visitor()
    retouched(guest, closed={"Combat": "no enemy in reach"})
    page = guest.sit(guest.make("manapool", ["me", "here", "here"])["url"])
    assert page.get_attribute("#steps .closed", "title") == "no enemy in reach"


def test_cards_that_are_tiles_are_drawn_as_tiles(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hexemonia", ["me", "here"], seed="tiles")["url"])
    if page.is_visible("#cover-open"):
        page.click("#cover-open")
    until(lambda: page.locator("#tray .tile-card .tile").count() >= 4)


def test_a_round_board_is_turned_by_thirds_and_stays_playable(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], seed="turn")["url"])
    where = "document.querySelector('#board [data-cell=a1]').getAttribute('transform')"
    before = page.evaluate(where)
    seen = set()
    for _ in range(3):
        page.click("#tool-turn")
        seen.add(page.evaluate(where))
    assert len(seen) == 3
    until(lambda: page.evaluate(where) == before)
    with one_action(page):
        click(page, next_spot(page))


def test_hints_are_listed_shown_on_the_board_and_made_by_a_click(visitor: Any) -> None:
    guest = visitor()
    choices = [{"text": "b2", "label": "b2", "reason": "wins most often"}, {"text": "c1", "label": "c1"}]
    whispered(guest)
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    page.evaluate("async choices => (await import('/static/js/hints.js')).hear({ choices })", choices)
    assert page.locator("#hint-list button").count() == 2
    assert page.get_attribute("#board .target.hinted", "data-cell") == "b2"
    page.locator("#hint-list button").nth(1).hover()
    until(lambda: page.get_attribute("#board .target.hinted", "data-cell") == "c1")
    with one_action(page):
        page.locator("#hint-list button").nth(1).click()
    until(lambda: page.locator(".piece.kind-stone").count() == 1)


def test_on_a_phone_hints_come_over_the_board_and_go_with_the_decision(visitor: Any) -> None:
    guest = visitor(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    choices = [{"text": "b2", "label": "b2", "reason": "wins most often"}]
    hear = "async choices => (await import('/static/js/hints.js')).hear({ choices })"
    page.evaluate(hear, choices)
    assert page.is_visible("#hint-list button:has-text('wins most often')")
    page.tap("#hint-close")
    page.wait_for_selector("#hints", state="hidden")
    page.evaluate(hear, choices)
    assert not page.is_visible("#tab-log")
    with one_action(page):
        page.tap("#hint-list button")
    until(lambda: page.get_attribute("body", "data-sheet") is None)


def test_undo_needs_no_asking_where_nobody_else_plays(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    with one_action(page):
        click(page, next_spot(page))
    assert not page.is_visible("#tool-ask-takeback")
    with one_action(page):
        page.click("#tool-undo")
    until(lambda: page.locator(".piece.kind-stone").count() == 0)


def test_a_wrong_link_and_a_table_that_is_not_there_lead_to_the_lobby(visitor: Any) -> None:
    guest = visitor()
    page = guest.page
    page.goto(f"{guest.address}/t/t000000")
    page.wait_for_selector("#nowhere:visible")
    assert page.locator("#nowhere a[href='/']").is_visible()
    page.goto(f"{guest.address}/t/t000000/s/nonsense")
    assert page.locator("main.notice a[href='/']").is_visible()
    guest.problems.clear()  # the browser reports the refusals, as it should be


def test_a_lost_line_is_told_and_found_again(visitor: Any) -> None:
    guest = visitor()
    lines: list[Any] = []

    def between(line: Any) -> None:
        line.connect_to_server()
        lines.append(line)

    guest.page.route_web_socket("**/ws", between)
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    page.evaluate("""() => new MutationObserver(() => { document.body.dataset.wasGone = 'yes' })
      .observe(document.querySelector('#prompt-status'), { childList: true, characterData: true, subtree: true })""")
    lines[0].close(code=1012)
    page.wait_for_selector("body[data-was-gone]")
    page.wait_for_function("() => document.querySelector('#prompt-status').textContent === 'your decision'")
    assert len(lines) == 2
    assert not page.is_visible("#offline")


def test_the_rules_open_at_the_rule_that_matters(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("manapool", ["me", "here", "here"])["url"])
    page.click("#tab-rules")
    page.wait_for_selector("#rules-text .found")
    assert hexagora.game("manapool").match().scene(1).rule in page.inner_text("#rules-text .found")


def test_how_a_match_went_is_shown_when_somebody_asks(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})["url"])
    for text in ("b2", "b1", "c3", "c1", "a1", "a2"):
        type_action(page, text)
    page.click(".analysis button")
    page.wait_for_selector(".analysis .chart svg")
    assert "Winning chances" in page.inner_text(".analysis figcaption")
    assert barriers(page) == []
    turning = page.locator(".analysis li button", has_text="c3” cost")
    assert "was better" in turning.inner_text()
    turning.click()
    page.wait_for_function("() => document.querySelectorAll('.piece.kind-stone').length === 2")
    page.click("#replay-leave")
    until(lambda: page.locator(".analysis .chart svg").count() == 1, "what was found is kept")
