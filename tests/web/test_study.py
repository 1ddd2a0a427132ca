"""The analysis board and the coach in a real browser."""

import re
from typing import Any

import pytest

from hexagora import registry
from tests.sygon.support import at
from tests.web.clicking import until


def lay(page: Any, cell: str) -> None:
    page.locator(f'#board [data-cell="{cell}"]').first.click(force=True)


def test_lines_are_played_commented_shared_and_found_again_behind_the_link(visitor: Any):
    guest = visitor()
    page = guest.sit("/analysis/hex")
    page.wait_for_selector("#analysis-card:not([hidden])")
    lay(page, "f6")
    page.wait_for_selector("#tree [aria-current]:text('f6')")
    lay(page, "c4")
    page.wait_for_selector("#tree [aria-current]:text('c4')")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector("#tree [aria-current]:text('f6')")
    lay(page, "h4")
    page.wait_for_selector("#tree .side-line [aria-current]:text('h4')")
    page.click("text=Comment and marks")
    page.fill("#comment", "Another way")
    page.click("#sign-mark")
    page.wait_for_selector("#comment-text:text('Another way')")
    lay(page, "e5")
    page.wait_for_selector(".sign-mark")
    page.wait_for_function("() => location.hash.length > 40")
    page.click("[data-tool=share]")
    link = page.url
    again = visitor(viewport={"width": 390, "height": 800}).page
    again.goto(link)
    again.wait_for_selector("#tree .side-line")
    again.locator("#tree .side-line button").click()
    again.wait_for_selector("#comment-text:text('Another way')")
    again.wait_for_selector(".sign-mark")


def test_the_engine_runs_beside_a_study_that_is_stepped_through_by_keys(visitor: Any):
    page = visitor(locale="it-IT").sit("/analysis/hex?study=bridges")
    page.wait_for_selector("#comment-text:text('Un tabellone piccolo')")
    page.locator("#analysis-card").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".sign-mark")
    page.keyboard.press("End")
    page.wait_for_selector("#tree [aria-current]:text('d1')")
    page.keyboard.press("Home")
    page.wait_for_selector("#go-back[disabled]")
    page.check("#engine-on")
    page.wait_for_selector("#engine-lines li:has-text('±')")


def test_on_a_phone_the_words_of_a_study_stay_in_sight_while_one_steps_through_it(visitor: Any):
    page = visitor(viewport={"width": 390, "height": 844}).sit("/analysis/sygon?study=founding")
    page.wait_for_selector("#comment-text:not([hidden])")
    page.click("#go-last")
    page.wait_for_selector("#comment-text:text('Blue founds twice')")
    assert page.evaluate("document.querySelector('#analysis-card').scrollTop") == 0
    assert page.locator("#panels .panel-name").all_inner_texts() == ["Black", "Blue"]  # as the words call them


def heard(page: Any, text: str) -> None:
    page.wait_for_selector(f"#live:has-text('{text}')", state="attached")


def test_what_chance_lays_out_before_a_study_is_one_step_there_and_back(visitor: Any):
    page = visitor().sit("/analysis/sygon?study=founding")
    page.wait_for_selector("#tree button:has-text('1–36')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#tree [aria-current]:has-text('Set-up')")
    heard(page, "a Town needs five kinds of cubes. Black: Place your first Town")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#tree [aria-current]:text('town a4')")
    heard(page, "Marked: a4")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#go-back[disabled]")


def test_marks_are_set_heard_and_left_by_keys(visitor: Any):
    page = visitor().sit("/analysis/hex")
    page.wait_for_selector("#analysis-card:not([hidden])")
    page.press("#board", "ArrowRight")
    page.click("text=Comment and marks")
    page.click("#sign-mark")
    for told in ("Marked: f6", "No longer marked: f6"):
        page.press("#board", "Enter")
        heard(page, told)
    page.press("#board", "Escape")
    page.wait_for_selector("#sign-mark[aria-pressed=false]")
    page.press("#board", "Enter")
    page.wait_for_selector("#tree [aria-current]:text('f6')")
    page.press("#board", "d")
    page.wait_for_selector("#live:text-is('f6: red stone')", state="attached")  # once


def test_a_board_is_analysed_with_the_players_and_options_that_were_chosen(visitor: Any):
    page = visitor().sit("/?play=hex")
    page.click("#new-more summary")
    page.get_by_label("size").fill("5")
    page.click("#new-analyse")
    page.wait_for_selector("#title:text-is('Hex: analysis board')", state="attached")
    page.wait_for_selector("#analysis-card:not([hidden])")
    assert page.locator("#board .cell").count() == 25
    page.click("[data-tool=open]")
    assert page.get_attribute("#open-options", "href") == "/?play=hex"
    page.click("[data-tool=empty]")
    page.wait_for_function("() => location.hash.startsWith('#m=')")
    assert page.locator("#board .cell").count() == 25


def test_chance_does_what_is_wished_or_what_comes(visitor: Any):
    page = visitor().sit("/analysis/hexcape")
    page.wait_for_selector("#analysis-card:not([hidden])")
    page.locator("#actions button, #board .possible").first.click(force=True)
    page.wait_for_selector("#tree .move")
    page.locator("#actions button, #board .possible").first.click(force=True)
    page.wait_for_selector("#tree .move:nth-child(2)")
    page.wait_for_selector("#throw:not([hidden])")
    page.click("#throw")
    page.wait_for_selector("#tree .move:nth-child(3)")
    page.wait_for_selector("#throw:not([hidden])")
    page.click("#actions button:has-text('3')")
    page.wait_for_selector("#tree .move:nth-child(4):has-text('roll 3')")


def test_what_chance_lays_out_comes_at_once_and_a_phone_shows_the_board_beside_the_others(visitor: Any):
    page = visitor(viewport={"width": 390, "height": 800}).sit("/analysis/hexemonia")
    page.click("#throw-all")
    page.wait_for_selector("#throw-all", state="hidden")
    page.wait_for_selector("#gallery .thumb svg", state="attached")
    heights = [page.locator(place).bounding_box()["height"] for place in ("#board", "#gallery")]
    assert heights[0] > heights[1] > 0


REVIEW = {"plies": [0, 1], "chances": [[80, 30, 0], [20, 70, 100]], "spreads": [7, 8], "turning": [{
    "ply": 0, "seat": 1, "played": "a1", "best": "a2", "cost": 50, "doubt": 5, "line": ["a2", "a1", "b3"],
    "played_label": "Lay a stone on a1", "best_label": "Lay a stone on a2",
    "played_at": ["board/a1"], "best_at": ["board/b2>board/a2"],
    "why": "joins 2 of your chains; makes a bridge to a2", "fatal": True}],
    "opening": [{"ply": 0, "seat": 1, "played": "a1", "played_label": "Lay a stone on a1", "times": 1240, "won": 54}],
}  # fmt: skip
LIKES = {"sure": True, "choices": [
    {"text": "b3", "label": "Lay a stone on b3", "value": 0.7, "spread": 0.1, "level": False, "line": ["b3"],
     "places": ["board/b3"]}]}  # fmt: skip


def reviewed(visitor: Any) -> Any:
    """A match that has just ended, with what the bots would find in it."""
    guest = visitor()
    match = registry.game("hex").match(size=3, swap=False).play_all(["b2", "b1", "c3", "c1"])
    made = guest.make("hex", ["here", "me"], options=match.options, start=match.position())
    guest.page.route("**/review", lambda route: route.fulfill(json={"done": 2, "of": 2, "review": REVIEW}))
    guest.page.route("**/opinion", lambda route: route.fulfill(json=LIKES | {
        "looks": route.request.post_data_json["looks"]}))
    page = guest.sit(made["url"])
    lay(page, "a1")
    page.wait_for_selector("#log .entry:has-text('a1')")
    lay(page, "a2")
    page.wait_for_selector("#finish h2")
    page.wait_for_selector(".way", state="attached")  # the winning chain
    page.press("#finish .analysis button", "Enter")
    page.wait_for_selector("#finish .turning-point .why:text("
                           "'win at once. Better because: joins 2 of your chains; makes a bridge to a2.')")
    page.wait_for_selector("#finish .analysis:focus")  # whoever pressed keys goes on from there
    return page


def test_a_review_tells_how_the_opening_went_in_other_matches(visitor: Any):
    page = reviewed(visitor)
    said = page.locator("#finish .opening-step")
    assert "“Lay a stone on a1” was played 1,240 times here and won 54 %" in said.inner_text()
    page.click("#finish .opening-step button")
    at_ply(page, 1)  # what it tells of has just been played
    page.wait_for_selector(".opening-step.visited button[aria-current=true]")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("#replay-said:visible:has-text('was played 1,240 times')")
    page.keyboard.press("Home")
    at_ply(page, 0)
    page.wait_for_selector(".opening-step:not(.visited)", state="attached")


def at_ply(page: Any, ply: int) -> None:
    page.wait_for_selector(f"#replay-ply:text-is('{ply} / 2')")


def test_a_review_is_stepped_by_keys_and_draws_what_was_played_and_what_was_better(visitor: Any):
    page = reviewed(visitor)
    page.click("#finish button:has-text('Replay')")
    page.wait_for_selector("#replay-play:focus")
    page.set_viewport_size({"width": 1000, "height": 700})
    assert page.locator("#replay").evaluate("strip => strip.scrollHeight <= strip.clientHeight")
    page.set_viewport_size({"width": 1280, "height": 860})
    page.keyboard.press("End")
    at_ply(page, 2)
    page.wait_for_selector(".way", state="attached")
    assert not page.locator("#board .latest").count()  # a leap: no stone came just now
    page.keyboard.press("ArrowLeft")
    at_ply(page, 1)
    page.wait_for_selector("#log .visited")
    page.wait_for_selector("#live:text('plays a1')", state="attached")
    assert not page.locator(".sign-played, .sign-best").count()
    page.keyboard.press("Home")
    at_ply(page, 0)
    page.wait_for_selector(".turning-point.visited button[aria-current=true]")
    assert page.locator("#board path.sign-played").count() == 1  # a ring around the stone that was laid
    assert page.locator("#board .sign-arrow.sign-best polygon").count() == 1
    assert page.locator("#finish .chart .finder circle").count() == 2  # the chart stays, at this moment
    assert "20 · ± 7 ·" in page.text_content("#finish .chart-said")
    for width, height in ((390, 844), (844, 390)):  # a phone has the words below the board, and all buttons
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector("#replay-said:visible:has-text('Lay a stone on a2')")
        until(lambda: page.locator("#replay").evaluate("strip => strip.scrollHeight <= strip.clientHeight + 1"))
    page.set_viewport_size({"width": 1280, "height": 860})
    page.keyboard.press(" ")
    at_ply(page, 2)  # it plays by itself
    assert page.locator("#board .latest").count() == 1
    page.click("#finish .turning-point button")
    at_ply(page, 0)
    page.wait_for_selector(".turning-point.visited button:focus")
    page.keyboard.press(" ")
    at_ply(page, 2)  # also from the turning point that was chosen


def test_a_turning_point_names_who_decided_also_where_panels_stand_in_another_order(visitor: Any):
    guest = visitor()
    seed = "1"
    first = registry.game("sygon").match(seed=seed).scene().panels[0]
    assert first.player == 1, "seat 2 begins, so its panel stands above"
    made = guest.make("sygon", ["me", "here"], seed=seed)
    page = guest.sit(made["url"])
    turning = [{**REVIEW["turning"][0], "ply": seat, "seat": seat} for seat in (1, 2)]  # type: ignore[index]
    page.route("**/review", lambda route: route.fulfill(json={
        "done": 2, "of": 2, "review": {"plies": [1, 2], "chances": [[50, 50], [50, 50]], "spreads": [7, 7],
        "turning": turning}}))
    page.evaluate("""async table => {
      const { connect } = await import('/static/js/socket.js')
      const heed = message => message.type === 'state' && !message.over && line.send({ type: 'offer-end' })
      const line = connect(table, { message: heed, open: () => {}, lost: () => {}, refused: () => {} })
    }""", made["table"])
    page.click("#finish .analysis button")
    page.wait_for_selector("#finish .turning-point")
    seats = page.request.get(f"{guest.address}/api/tables/{made['table']}").json()["seats"]
    told = page.locator("#finish .turning-point > button").all_inner_texts()
    assert [text.strip().split(":")[0] for text in told] == [seat["name"] for seat in seats]


def test_quick_keys_count_from_where_they_lead_and_late_answers_are_dropped(visitor: Any):
    page = reviewed(visitor)
    page.click("#finish .turning-point button")
    at_ply(page, 0)
    held: list[Any] = []
    page.route("**/replay?ply=1", lambda route: held.append(route))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # before the first step is there
    at_ply(page, 2)
    for route in held:
        route.continue_()
    with page.expect_response("**/replay?ply=0"):
        page.keyboard.press("Home")
    at_ply(page, 0)


ENDED = "#finish :is(h2, .standings)"


def test_news_of_the_table_tear_nobody_from_a_replay(visitor: Any):
    page = reviewed(visitor)
    ended = page.locator(ENDED).all_text_contents()
    assert len(ended) == 2
    page.click("#finish .turning-point button")
    at_ply(page, 0)
    table = page.url.rsplit("/", 1)[1]
    assert page.request.post(page.url.replace(f"/t/{table}", f"/api/tables/{table}/rematch")).ok
    page.wait_for_selector("#finish button.primary:has-text('To the rematch')")  # the others want to play again
    assert page.is_visible("#replay")
    at_ply(page, 0)
    page.wait_for_selector("#finish .turning-point.visited")
    assert page.locator(ENDED).all_text_contents() == ended  # it tells of the end, not of the moment that is shown
    page.click("#replay-leave")
    page.wait_for_selector("#replay", state="hidden")
    page.wait_for_selector(".way", state="attached")


def test_a_replay_tells_the_scores_of_its_moment_in_panels_that_fit(visitor: Any):
    match = registry.game("sigil").match(seed=4)
    guest = visitor()
    made = guest.make("sigil", ["me", "here"], options=match.options)
    page = guest.sit(made["url"])
    page.wait_for_selector("#panels .score")
    first = page.locator("#panels .score").all_inner_texts()
    page.locator("#board .possible").first.click(force=True)
    page.wait_for_function("n => document.querySelectorAll('#log .entry').length > n", arg=0)
    until(lambda: page.locator("#panels .score").all_inner_texts() != first)
    page.locator("#log .entry button").last.click()
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("ArrowLeft")
    until(lambda: page.locator("#panels .score").all_inner_texts() == first)
    name = "A long name " * 5
    page.evaluate("to => document.querySelectorAll('.panel-name').forEach(one => { one.textContent = to })", name)
    assert page.evaluate("document.querySelector('.who').scrollWidth <= document.querySelector('.who').clientWidth")


def test_from_a_review_a_side_line_is_played_with_the_engine_beside_it_and_one_comes_back(visitor: Any):
    page = reviewed(visitor)
    page.click("#finish .turning-point a")
    page.wait_for_selector("#tree .side-line [aria-current]:text('a2')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#tree .side-line [aria-current]:text('a1')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#tree .side-line [aria-current]:text('a2')")
    lay(page, "a3")  # another answer than the line has
    page.wait_for_selector("#tree [aria-current]:text('a3')")
    page.check("#engine-on")
    page.wait_for_selector("#engine-state:has-text('100,000 looks')")  # it has thought to its end
    page.wait_for_selector("#live:text-is('Lay a stone on b3 70 % ± 10')", state="attached")
    page.click("#engine-lines button:has-text('70 % ± 10')")  # what it likes is played
    page.wait_for_selector("#tree [aria-current]:text('b3')")
    page.click("#to-table")
    page.wait_for_selector("#replay:not([hidden])")
    at_ply(page, 0)
    page.wait_for_selector("#finish .turning-point.visited")  # what was found is still there


def test_a_coach_says_each_thing_once_and_is_silenced_with_one_click(visitor: Any):
    guest = visitor()
    page = guest.sit("/?first=hex")
    page.wait_for_selector("#coach:not([hidden])")
    said = page.inner_text("#coach-text")
    assert "middle" in said
    page.click("#coach-off")
    page.wait_for_selector("#coach", state="hidden")
    page.reload()
    page.wait_for_selector("body[data-seq]")
    assert page.is_hidden("#coach")
    page.click("[data-tool=settings]")
    page.select_option("#settings select[name=coach]", "on")
    page.wait_for_selector("#coach:not([hidden])")
    assert page.inner_text("#coach-text") == said


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_coach_covers_no_place_of_the_board_before_it_is_asked_to_speak(visitor: Any, size: tuple[int, int]):
    guest = visitor(viewport={"width": size[0], "height": size[1]})
    page = guest.sit("/?first=hex")
    page.wait_for_selector("#coach:not([hidden])")
    tip, cells = page.locator("#coach").bounding_box(), page.locator("#board .layer-tiles").bounding_box()
    assert tip["x"] >= cells["x"] + cells["width"] or tip["y"] >= cells["y"] + cells["height"]
    if page.is_enabled("#coach-open"):
        assert page.is_hidden("#coach-text")
        page.click("#coach-open")
    page.wait_for_selector("#coach-text")


def test_the_rulebook_is_a_page_that_is_searched_and_printed_without_the_list_of_rules(visitor: Any):
    page = visitor().sit("/rules/manapool")
    page.wait_for_selector("#rules-text .reference", state="attached")
    page.fill("#rules-search", "silhouette")
    page.wait_for_function("() => document.querySelector('#rules-hits').textContent !== ''")
    assert page.locator("#rules-text tr:visible").count() >= 1
    lists = page.locator("#rules-text > ul")
    assert lists.locator(":scope:visible").count() == lists.filter(has=page.locator("li:visible")).count()
    page.fill("#rules-search", "")
    page.emulate_media(media="print")
    until(lambda: page.locator("#rules-text .reference:visible").count() == 0)
    assert page.locator("#rules-text h3:visible").count() > 3


def pages_of(page: Any) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_rulebooks_fit_a_phone_and_a_screen_and_their_summaries_one_sheet(visitor: Any):
    guest = visitor(locale="it-IT")  # the longer texts
    for game in registry.names():
        page = guest.sit(f"/rules/{game}")
        page.wait_for_selector("#rules-text figure > svg", state="attached")
        page.evaluate("window.print = () => {}")
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, game
        page.click("#print-short")
        assert pages_of(page) == 1, game
        assert page.locator("#rules-text figure:not(.beyond-short)").count(), game
    page.emulate_media(media="print")
    text, caption = (page.locator(name).first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
                     for name in ("#rules-text p", "#rules-text figcaption"))
    assert caption <= text


SHOP = {"script": "game 4 ffa spells; board r4; gold p1 9; cubes p1 flower=1; hand p1 lull; turn p1 move"}
WINDOWS = [(1440, 900), (1920, 1080), (820, 1180), (844, 390), (390, 844)]
# Whether the sheet of cards lies over the board, not over what stands beside it, and what opened it can close it.
SHEET = """() => {
  const rect = one => document.querySelector(one).getBoundingClientRect()
  const [sheet, side, button] = ['#tray', '.lesson', '#open-tray'].map(rect)
  const beside = sheet.left >= side.right - 1 || sheet.right <= side.left + 1
  const hit = document.elementFromPoint(button.left + button.width / 2, button.top + button.height / 2)
  return { beside, closes: Boolean(hit?.closest('#open-tray')), within: sheet.top >= 0 && sheet.bottom <= innerHeight }
}"""


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_shop_of_an_analysis_lies_over_the_board_and_closes_as_it_opened(visitor: Any, locale: str) -> None:
    page = visitor(locale=locale).sit("/")
    options = {"players": 4, "spells": True}
    document = page.evaluate("""async what => {
      const { packed } = await import('/static/js/links.js')
      return packed(what)
    }""", {"options": options, "start": at(SHOP["script"]).position()})
    page.goto(page.url + f"analysis/sygon#s={document}")
    page.wait_for_selector("#board .cell")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.click("#open-tray")
        page.wait_for_selector("#tray .wares")
        desk = width >= 1000
        found = page.evaluate(SHEET)
        assert found["within"], width
        assert found["closes"], width
        assert found["beside"] or not desk, width
        page.click("#open-tray")
        page.wait_for_selector("#tray", state="hidden")
