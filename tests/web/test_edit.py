"""The editors in a real browser: painted by pointer and by keys, mended, kept, shared and played on."""

import re
from pathlib import Path
from typing import Any

import pytest

from hexagora.lab.intervals import share
from tests.web.clicking import until
from tests.web.test_everyone import barriers


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))


def _open(guest: Any, url: str) -> Any:
    page = guest.sit(url)
    page.wait_for_selector("body[data-sheet]")
    return page


def _next(page: Any, deed: Any) -> None:
    """Does something and waits for the sheet that comes of it."""
    before = page.evaluate("document.body.dataset.sheet")
    deed()
    page.wait_for_function("before => document.body.dataset.sheet !== before", arg=before)


def _middle(page: Any, cell: str) -> tuple[float, float]:
    box = page.locator(f"#drawing [data-cell='{cell}'] .tile").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Whether a brush can be taken, and how much of the drawing lies in the window and under nothing else.
IN_SIGHT = """() => {
  const brush = document.querySelector('.brush').getBoundingClientRect()
  const at = (x, y, what) => document.elementFromPoint(x, y)?.closest(what)
  const tiles = [...document.querySelectorAll('#drawing .tile')].map(tile => tile.getBoundingClientRect())
  const free = tiles.filter(tile => at(tile.x + tile.width / 2, tile.y + tile.height / 2, '#drawing'))
  return { brush: Boolean(at(brush.x + 9, brush.y + 9, '.brush')), board: free.length / tiles.length }
}"""


def test_a_board_is_painted_mended_undone_saved_and_set_up(visitor: Any, tmp_path: Path) -> None:
    page = _open(visitor(), "/edit/manapool/boards")
    page.select_option("#symmetry", "thirds")
    page.click(".brush:has(input[value='T'])")
    page.mouse.move(*_middle(page, "b2"))
    page.mouse.down()
    page.mouse.move(*_middle(page, "b3"), steps=4)
    page.mouse.up()
    page.wait_for_function("() => document.querySelectorAll('#drawing .terrain-extra-spawn.cell').length >= 6")
    _next(page, lambda: page.click("#undo"))
    until(lambda: page.locator("#drawing .cell.terrain-extra-spawn").count() < 6)
    page.select_option("#symmetry", "")
    page.click(".brush:has(input[value='.'])")
    _next(page, lambda: page.mouse.click(*_middle(page, "d4")))
    page.wait_for_selector(".remark.error code:has-text('E3')")
    assert page.locator("#drawing .pointed.error").count() >= 1
    assert page.is_disabled("#start")
    _next(page, lambda: page.locator(".remark.error [data-mend]").first.click())
    page.wait_for_selector("#start:enabled")
    page.fill("#save-name", "Mine")
    page.press("#save-name", "Enter")
    page.wait_for_selector("#files [data-open=mine]")
    assert (tmp_path / "manapool" / "boards" / "mine.toml").is_file()
    page.click("#start")
    page.wait_for_selector("#new-table[open] #preview .cell")
    page.goto(page.url.split("#")[0] + "?fresh")
    page.click("[data-set-up=manapool]")
    page.wait_for_selector("#new-boards optgroup", state="attached")
    held: list[Any] = []
    page.route("**/editor/boards/start", lambda route: held.append(route))
    page.select_option("#new-boards select", label="mine")
    page.click("#new-start")  # before the board is read
    until(lambda: held)
    held[0].continue_()
    page.wait_for_selector("body[data-seq][data-game=manapool]")
    assert page.locator("#board .cell.terrain-extra-spawn").count() < 6


SAVED_WITHOUT_ROOM = """async () => {
  const { browserShelf } = await import('/static/js/shelf.js')
  Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }
  const shelf = browserShelf('manapool', 'boards')
  const told = await shelf.save('mine', { side: 4 }).then(() => 'saved', error => error.message)
  return [told, (await shelf.list()).map(({ name }) => name)]
}"""


def test_a_drawing_that_the_browser_cannot_keep_is_not_called_saved(visitor: Any) -> None:
    page = _open(visitor(), "/edit/manapool/boards")
    told, listed = page.evaluate(SAVED_WITHOUT_ROOM)
    assert "export the file" in told
    assert listed == ["mine"]  # as long as the page is open


def test_what_is_done_during_a_stroke_waits_for_it(visitor: Any) -> None:
    page, held = _open(visitor(), "/edit/manapool/boards"), []
    page.click(".brush:has(input[value='T'])")
    _next(page, lambda: page.mouse.click(*_middle(page, "b2")))
    first = page.input_value("#text")
    asked = "**/api/games/manapool/editor/boards"
    page.route(asked, lambda route: held.append(route))
    with page.expect_request(asked):
        page.mouse.click(*_middle(page, "d4"))
    page.click("#undo")
    assert page.is_disabled("#redo")  # nothing was undone yet
    held.pop().continue_()
    page.wait_for_selector("#redo:enabled")
    assert page.input_value("#text") == first
    _next(page, lambda: page.click("#redo"))
    assert page.input_value("#text") != first


def test_nothing_can_be_touched_before_there_is_a_sheet(visitor: Any) -> None:
    guest, held = visitor(), []
    asked = "**/api/games/hex/editor/positions"
    guest.page.route(asked, lambda route: held.append(route))
    with guest.page.expect_request(asked):
        guest.page.goto(f"{guest.address}/edit/hex/positions", wait_until="commit")
    assert guest.page.evaluate("document.body.inert && !document.body.dataset.sheet")
    held.pop().continue_()
    guest.page.wait_for_selector("body[data-sheet]:not([inert])")
    guest.page.click("#try")
    guest.page.wait_for_selector("body[data-seq][data-game=hex]")


def test_positions_are_set_up_by_keyboard_alone(visitor: Any) -> None:
    page = _open(visitor(), "/edit/hex/positions")
    _next(page, lambda: page.select_option("#samples", "start-2"))
    page.focus("#drawing")
    page.keyboard.press("ArrowRight")
    _next(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => document.querySelectorAll('#drawing .piece').length === 1")
    page.keyboard.press("]")
    page.keyboard.press("ArrowRight")
    _next(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => document.querySelectorAll('#drawing .piece').length === 2")
    page.wait_for_selector("#live:has-text('blue stone')", state="attached")
    page.wait_for_selector("#analyse:enabled")
    drawn = page.url
    page.click("#analyse")
    page.wait_for_selector("#analysis-card:visible")
    page.wait_for_function("() => document.querySelectorAll('#board .piece').length === 2")
    page.goto(drawn)
    page.wait_for_selector("#try:enabled")
    page.click("#try")
    page.wait_for_selector("body[data-seq][data-game=hex]")
    assert page.locator("#board .piece").count() == 2


def test_boards_of_several_players_are_named_in_the_language_of_the_reader(visitor: Any) -> None:
    page = _open(visitor(locale="it-IT"), "/edit/hexemonia/positions")
    page.wait_for_selector("#drawing figcaption")
    assert page.locator("#drawing figcaption").all_inner_texts() == ["Giocatore 1", "Giocatore 2"]


def test_a_map_is_dropped_shared_and_tried_in_italian_on_a_phone(visitor: Any) -> None:
    guest = visitor(locale="it-IT", viewport={"width": 390, "height": 800})
    page = _open(guest, "/edit/hexcape/maps")
    first, *others = [link.bounding_box()["y"] for link in page.locator("#kinds a").all()]
    assert all(other == first for other in others)  # the board keeps the room
    text = 'id = "dropped"\\nname = "Dropped"\\ndifficulty = 2\\nrows = ["S 1 1 1", " 1 # 1 1", "1 1* 1 E"]\\n'
    _next(page, lambda: page.evaluate(f"""() => {{
      const data = new DataTransfer()
      data.items.add(new File(['{text}'], 'dropped.toml'))
      document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))
    }}"""))
    page.wait_for_function("() => document.querySelectorAll('#drawing .cell').length === 12")
    page.click("#trial")
    page.wait_for_selector("#shares .share-line")
    assert "Posto 1" in page.inner_text("#shares")
    address = page.evaluate("""async () => {
      const { packed } = await import('/static/js/links.js')
      const rows = ['S 1 1', '1 1 1', '1 1 E']
      return '/edit/hexcape/maps#d=' + await packed({ id: 'sent', name: 'Sent', difficulty: 2, rows })
    }""")
    other = _open(visitor(), address)
    other.wait_for_function("() => document.querySelectorAll('#drawing .cell').length === 9")
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for width, height in ((390, 844), (360, 640), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        seen = page.evaluate(IN_SIGHT)
        assert seen["brush"], (width, height)
        assert seen["board"] > 0.55, (width, height, seen)


def test_on_a_phone_undo_and_the_kind_that_is_edited_are_in_sight(visitor: Any) -> None:
    seen = """what => {
      const box = document.querySelector(what).getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      return box.x >= 0 && box.right <= innerWidth && Boolean(document.elementFromPoint(x, y)?.closest(what))
    }"""
    for width, height, most in ((390, 844, 130), (844, 390, 80)):
        guest = visitor(locale="it-IT", viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
        for kind in ("board2", "board4", "positions"):
            page = _open(guest, f"/edit/sygon/{kind}")
            assert page.evaluate(seen, "#kinds [aria-current=true]"), kind
            assert page.evaluate(seen, "#undo"), kind
            assert page.evaluate(seen, "#redo"), kind
            assert page.locator(".bar").bounding_box()["height"] < most, kind  # the drawing keeps the room


def test_a_number_is_changed_and_the_lab_asked_what_it_does(visitor: Any) -> None:
    guest = visitor(locale="it-IT")
    page = _open(guest, "/edit/hexemonia/numbers")
    assert "points.trio" in page.locator("label:has([data-path='points.trio'])").inner_text()  # as changes are written
    field = page.locator("[data-path='points.trio']")
    field.fill("6")
    _next(page, lambda: field.press("Tab"))
    page.select_option("#trial-players", "3")
    page.click("#ask-lab")
    page.wait_for_selector("body.lab-page:not([inert])")
    assert [page.input_value(f"#{name}") for name in ("game", "players", "question")] == ["hexemonia", "3", "measure"]
    assert '"points.trio" = 6' in page.input_value("#file-text")
    page.select_option("select.paths[data-into=changes]", "game.hand_limit")
    assert page.input_value("#changes") == "game.hand_limit = 4"
    page.fill("#most", "64")
    page.click("#begin")
    page.wait_for_selector("#state:has-text('Giocate tutte')")
    assert re.search(r"differenze dei posti note a ± \d+,\d punti", page.inner_text("#state"))
    page.goto(f"{guest.address}/lab#w=damaged")
    page.reload()
    page.wait_for_selector("#problem:not(:empty)")


def test_a_drawn_board_is_what_the_lab_plays(visitor: Any) -> None:
    guest = visitor()
    page = _open(guest, "/edit/manapool/boards")
    page.click("#ask-lab")
    page.wait_for_selector("body.lab-page:not([inert])")
    page.fill("#most", "32")
    page.click("#begin")
    page.wait_for_selector("#state:has-text('All played')")
    assert "My The Well" in page.inner_text("#runs")
    page = _open(guest, "/edit/manapool/positions")
    page.wait_for_load_state("networkidle")
    assert not page.is_visible("#ask-lab")  # its matches begin at the beginning


def test_numbers_are_changed_in_a_form_that_says_what_is_allowed(visitor: Any) -> None:
    page = _open(visitor(), "/edit/hexemonia/numbers")
    said = page.locator("label:has([data-path='game.hand_limit']) small").text_content()
    assert "allowed: 1 to 20" in said
    assert "source: the rulebook" in said
    field = page.locator("[data-path='points.trio']")
    field.fill("99")
    _next(page, lambda: field.press("Tab"))
    page.wait_for_selector(".field.wrong .problem")
    _next(page, lambda: page.locator(".remark [data-mend]").first.click())
    field = page.locator("[data-path='points.trio']")
    field.fill("6")
    _next(page, lambda: field.press("Tab"))
    until(lambda: '"points.trio" = 6' in page.input_value("#text"))
    assert not barriers(page)


def test_changed_numbers_become_a_pack_under_their_game(visitor: Any, tmp_path: Path) -> None:
    page = _open(visitor(), "/edit/hexemonia/cities")
    page.locator("#fields summary", has_text="Acropolis").click()
    field = page.locator("[data-path='acropolis.sparta.bonus.points']")
    field.fill("2")
    _next(page, lambda: field.press("Tab"))
    page.fill("#save-name", "calm")
    page.click("#start")
    page.wait_for_selector("#new-table[open] #preview .cell")
    assert (tmp_path / "hexemonia" / "packs" / "calm.zip").is_file()
    page.click("#new-start")
    page.wait_for_selector("body[data-seq]")
    assert page.locator("#board .cell .terrain-picture, #board .cell .tile").count() > 0
    page.goto(page.url.split("/t/")[0] + "/")
    page.wait_for_selector("[data-game-card=hexemonia] [data-pack='hexemonia~calm']")


def test_a_pack_that_is_dropped_in_is_listed_in_the_language_of_the_reader(visitor: Any, tmp_path: Path) -> None:
    pack = tmp_path / "hexemonia" / "packs" / "fair"
    (pack / "locales").mkdir(parents=True)
    (pack / "pack.toml").write_text('game = "hexemonia"\nid = "fair"\nname = "Fair cities"\n', "utf8")
    (pack / "content.toml").write_text('extends = "hexemonia"\n[change]\n"points.trio" = 6\n', "utf8")
    (pack / "locales" / "it.json").write_text('{"phrases": {"Fair cities": "Città giuste"}}', "utf8")
    page = visitor(locale="it-IT").sit("/")
    page.get_by_role("button", name="Prepara Città giuste").click()  # as it is read out, too
    page.wait_for_selector("#new-table[open] #preview .cell")
    page.click("#new-start")
    page.wait_for_selector("body[data-seq]")


def test_quick_matches_wait_for_their_turn_and_say_what_they_cannot_tell(visitor: Any) -> None:
    guest = visitor()
    page, refusals = _open(guest, "/edit/sigil/layouts"), [{"error": "That was too much at once.", "code": "rate"}]
    page.route("**/trial", lambda route: route.fulfill(status=429, json=refusals.pop()) if refusals else
               route.continue_())
    page.click("#trial")
    page.wait_for_selector("#shares .share-line")
    page.evaluate("document.querySelector('#shares button')?.click()")
    page.wait_for_selector("#shares progress", state="detached")
    assert not refusals
    assert "end by repetition" in page.inner_text("#shares")
    assert "wins more" not in page.inner_text("#shares")
    guest.problems.clear()  # the browser tells of the refusal as well
    page = _open(guest, "/edit/hex/sizes")
    page.click("#trial")
    page.wait_for_selector("#shares :has-text('at random')")


INTERVALS = """async shares => {
  const { interval } = await import('/static/js/interval.js')
  return shares.map(([matches, won]) => interval(matches, won))
}"""


def test_the_spans_of_quick_matches_are_those_of_the_lab(visitor: Any) -> None:
    asked = [(10, 0), (10, 10), (30, 11.5), (100, 33 + 1 / 3), (100, 60)]
    told = _open(visitor(), "/edit/hex/sizes").evaluate(INTERVALS, asked)
    for (matches, won), found in zip(asked, told, strict=True):
        lab = share(matches, won)
        assert found == pytest.approx([lab.low, lab.high], abs=1e-6), (matches, won)


def test_a_picture_that_is_dropped_is_called_no_text(visitor: Any) -> None:
    page = _open(visitor(), "/edit/manapool/boards")
    before = page.input_value("#text")
    page.evaluate("""() => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255])], 'board.png'))
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }""")
    page.wait_for_selector("#toasts :has-text('“board.png” is no text')")
    assert page.input_value("#text") == before
