"""The frame of a table: the board stays where it is, at every size of the window, and no page scrolls."""

from typing import Any

import pytest

import hexagora
from hexagora import registry
from tests import samples
from tests.hexemonia.helpers import at
from tests.sigil.board import L2
from tests.sigil.board import table as in_sigil
from tests.web.clicking import until

SIZES = {"desk": (1440, 900), "wide": (1920, 1080), "upright": (390, 844), "on its side": (844, 390),
         "tablet": (820, 1180)}  # fmt: skip
PHONES = ("upright", "on its side")
SHARE = 0.6  # of the shorter side of a phone is board
FINGER = 44  # pixels
WATCH = """() => {
  const board = document.querySelector('#board'), root = document.documentElement
  window.watched = { places: new Set(), scrolls: new Set(), states: 0 }
  const look = () => {
    const { x, y, width, height } = board.getBoundingClientRect()
    watched.places.add([x, y, width, height].map(Math.round).join())
    scrollTo(9, 9)
    watched.scrolls.add([scrollX, scrollY, root.scrollWidth - innerWidth, root.scrollHeight - innerHeight].join())
  }
  new ResizeObserver(look).observe(board)
  new MutationObserver(() => { watched.states++; look() }).observe(document.body, { attributeFilter: ['data-seq'] })
  look()
}"""
SEEN = "() => ({ places: [...watched.places], scrolls: [...watched.scrolls], states: watched.states })"
# Plays at random; goes on when the page has shown the state before.
PLAY = """async table => {
  const { connect } = await import('/static/js/socket.js')
  let n = 7
  const random = () => (n = (Math.imul(n, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const shown = seq => new Promise(done => {
    const look = () => Number(document.body.dataset.seq) >= seq ? done() : requestAnimationFrame(look)
    look()
  })
  let plies = 0
  await new Promise(done => {
    const line = connect(table, { open: () => {}, lost: () => {}, refused: () => {}, message: async message => {
      if (message.type !== 'state') return
      await shown(message.seq)
      const { choices } = message.scene
      if (message.over || !choices.length) return done()
      plies++
      line.send({ type: 'act', seq: message.seq, text: choices[Math.floor(random() * choices.length)].text })
    } })
  })
  return plies
}"""


# Whether the last of some rows is in sight once the card that holds them was scrolled to its end.
TO_THE_END = """rows => {
  const card = document.querySelector('#finish'), last = [...document.querySelectorAll(rows)].at(-1)
  card.scrollTop = card.scrollHeight
  return last.getBoundingClientRect().bottom <= card.getBoundingClientRect().bottom && last.offsetHeight > 0
}"""


def laid(guest: Any, game: str) -> dict[str, Any]:
    players = hexagora.game(game).facts.players[0]
    made: dict[str, Any] = guest.make(game, ["me", *["here"] * (players - 1)], **samples.short_table(game), seed="f")
    return made


@pytest.fixture
def windows(visitor: Any) -> Any:
    """The same person at the same table in windows of all sizes."""

    def open_all(game: str) -> tuple[str, dict[str, Any]]:
        guest = visitor()
        made = laid(guest, game)
        pages = {name: guest.context.new_page() for name in SIZES}
        for name, (width, height) in SIZES.items():
            pages[name].set_viewport_size({"width": width, "height": height})
            pages[name].goto(guest.address + made["url"])
            pages[name].wait_for_selector("body[data-seq]")
            pages[name].evaluate(WATCH)
        return made["table"], pages

    return open_all


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_the_board_stays_where_it_is_for_a_whole_match(windows: Any, game: str) -> None:
    table, pages = windows(game)
    assert pages["desk"].evaluate(PLAY, table) > 5
    for name, page in pages.items():
        page.wait_for_selector("body.over")
        seen = page.evaluate(SEEN)
        assert len(seen["places"]) == 1, (name, seen["places"])
        assert seen["scrolls"] == ["0,0,0,0"], (name, seen["scrolls"])
        assert seen["states"] > 3
        _, _, width, height = map(int, seen["places"][0].split(","))
        if name in PHONES:
            assert min(width, height) >= SHARE * min(SIZES[name]), name
    assert inside(pages["desk"], "#panels .panel, #finish h2, #finish .primary"), "who won, and what everybody has"
    rows = "#finish .standings tbody tr"
    assert pages["desk"].evaluate(TO_THE_END, rows), "the table of results is whole"


def apart(page: Any, one: str, other: str) -> bool:
    """Whether two parts of the page do not lie over each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return bool(beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1)


@pytest.mark.parametrize(("game", "options"), [("hex", {"size": 5, "swap": False}), ("hexemonia", {})])
def test_what_calls_for_an_answer_covers_neither_prompt_nor_board(visitor: Any, game: str, options: Any) -> None:
    anna, bert = visitor(), visitor()
    made = anna.make(game, ["me", "friend"], options=options, patience=0)
    bert.sit(made["links"][0]["url"])
    page = anna.sit(made["url"])
    bert.page.goto("about:blank")
    page.wait_for_selector("#absent:visible")
    boards = {}
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert inside(page, "#absent, #absent button"), name
        for part in ("#prompt", "#board", "#actions", ".deeds > .tools"):
            assert not page.is_visible(part) or apart(page, "#absent", part), (name, part)
        boards[name] = page.locator("#board").bounding_box()
        assert min(boards[name]["width"], boards[name]["height"]) > 200, name
    page.press("#absent button:has-text('Wait')", "Enter")
    page.wait_for_selector("#absent", state="hidden")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#board").bounding_box() == boards[name], name


def test_the_news_that_the_line_is_gone_covers_neither_prompt_nor_board(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    page.evaluate("document.querySelector('#offline').hidden = false")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert apart(page, "#offline", "#prompt"), name
        assert apart(page, "#offline", "#board"), name


def test_wizards_that_wait_are_told_on_the_panels_until_one_of_them_is_placed(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    page = guest.sit(guest.make("sygon", ["me", *["here"] * 2], options={"players": 3})["url"])
    page.wait_for_selector("#tray .keeping", state="attached")
    assert not page.locator("#tray .keeping:visible").count()
    assert page.locator(".panel-note:has-text('not on the board yet')").count() == 3
    assert inside(page, "#panels .panel")


def test_signs_at_the_end_of_equal_lines_stay_in_the_chart(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("manapool", ["me", *["here"] * 2])["url"])
    rows = page.evaluate("""async () => {
      const [{ drawChart }, { now }] = await Promise.all(['chart', 'store'].map(one => import(`/static/js/${one}.js`)))
      const chart = { title: 'mana', steps: 'round', marks: [], series: [[0, 0], [0, 0], [0, 0]] }
      const picture = drawChart(now().scene, chart).querySelector('svg')
      const rows = [...picture.querySelectorAll('.chart-sign')].map(sign => sign.transform.baseVal[0].matrix.f)
      return [...rows, picture.viewBox.baseVal.height]
    }""")
    assert sorted(rows) == rows
    assert len(set(rows)) == 4
    assert rows[-2] + 5 < rows[-1]


def test_the_rules_push_nobody_away(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    places = [page.locator(part).bounding_box() for part in ("#board", "#panels")]
    page.click("#tab-rules")
    page.wait_for_selector("#rules-text h2")
    assert [page.locator(part).bounding_box() for part in ("#board", "#panels")] == places


@pytest.mark.parametrize("size", PHONES)
def test_what_a_finger_is_asked_for_is_large_or_confirmed(visitor: Any, size: str) -> None:
    width, height = SIZES[size]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 11})["url"])
    spot = page.locator("#board [data-cell=f6].target .dot, #board .target[data-cell=f6] .dot").first.bounding_box()
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    before = page.get_attribute("body", "data-seq")
    page.touchscreen.tap(x, y)
    page.wait_for_selector("#actions .confirmation:has-text('f6')")
    assert page.get_attribute("body", "data-seq") == before
    buttons = "#actions button, .deeds > .tools button, .bar :is(a, button), #prompt button, #more-players"
    for button in page.locator(f":is({buttons}):visible").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= FINGER, button.inner_text()
    page.touchscreen.tap(x, y)
    page.wait_for_selector("#board [data-at=f6]")


def test_cards_and_log_come_over_the_board_of_a_phone_by_one_tap(visitor: Any) -> None:
    width, height = SIZES["upright"]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    place = page.locator("#board").bounding_box()
    looks = "getComputedStyle(document.querySelector('#open-info')).backgroundColor"
    closed = page.evaluate(looks)
    assert not page.is_visible(".info")
    page.tap("#open-info")
    until(lambda: page.is_visible("#pane-log"))
    assert page.get_attribute("#open-info", "aria-expanded") == "true"
    assert page.locator("#board").bounding_box() == place
    page.tap("#open-info")
    until(lambda: not page.is_visible(".info"))
    until(lambda: page.evaluate(looks) == closed, "nothing looks open because a finger was there last")


def test_two_fingers_zoom_the_board_and_not_the_page(visitor: Any) -> None:
    guest = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = guest.context.new_cdp_session(page)

    def fingers(kind: str, apart: float, down: float = 0, y: float = y) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - apart, "y": y + down, "id": 0},
                                                {"x": x + apart, "y": y + down, "id": 1}]  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def spread(*steps: float, y: float = y) -> None:
        fingers("touchStart", steps[0], y=y)
        for apart in steps[1:]:
            fingers("touchMove", apart, y=y)
        fingers("touchEnd", 0)

    before = page.get_attribute("body", "data-seq")
    spread(30, 40, 60, 80, 100, 120)
    page.wait_for_selector("#board svg.zoomed")
    assert page.evaluate("visualViewport.scale") == 1
    assert page.get_attribute("body", "data-seq") == before

    def top() -> float:
        return float(page.locator("#board [data-cell=f6].cell").bounding_box()["y"])

    place = top()
    fingers("touchStart", 60)
    for down in range(10, 61, 10):
        fingers("touchMove", 60, down)
    fingers("touchEnd", 0)
    until(lambda: abs(top() - place - 50) < 12, "two fingers take the board along")

    below = page.locator("#open-info").bounding_box()["y"] - 30
    spread(30, 50, 80, 110, y=below)
    until(lambda: page.evaluate("visualViewport.scale") > 1.5, "beside the board the page is enlarged, as everywhere")
    spread(150, 110, 70, 40, 20)
    until(lambda: page.evaluate("visualViewport.scale") < 1.05, "two fingers on the board lead back")


def inside(page: Any, selector: str) -> bool:
    """Whether all of these are wholly in the window and in the place that they scroll in."""
    found: bool = page.evaluate("""selector => [...document.querySelectorAll(selector)].every(node => {
      const box = node.getBoundingClientRect()
      const within = place => box.top >= place.top - 1 && box.bottom <= place.bottom + 1
      if (!within({ top: 0, bottom: innerHeight })) return false
      for (let up = node.parentElement; up !== document.body; up = up.parentElement) {
        const { display, overflowY } = getComputedStyle(up)
        if (display !== 'contents' && overflowY !== 'visible' && !within(up.getBoundingClientRect())) return false
      }
      return box.height > 0
    })""", selector)
    return found


def test_nine_spells_are_seen_at_once_on_tablets_and_low_desks(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1024, "height": 768})
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "starter"})["url"])
    for width, height in ((1024, 768), (768, 1024), (1280, 720), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".words .pile").count() == 9
        assert inside(page, ".words .pile"), (width, height)


def test_nine_spells_are_seen_at_once_on_a_low_desk_also_where_panels_tell_more(visitor: Any) -> None:
    guest = visitor(viewport=LOW)
    held = in_sigil("a1 a2 a3 a4 a5 a6", "b1 a8 a9 a10 b7", layout=L2, red_cast="meteor 2", blue_cast="starfall 1")
    page = guest.sit(guest.make("sigil", ["me", "here"], start=held.position())["url"])
    page.wait_for_selector(".panel .meter:has-text('Seal')")
    assert inside(page, ".words .pile")


# How high the names of slots are on the screen, and how far the worst of the small slots' lies over a node.
SLOT_NAMES = """() => {
  const boxes = (...picks) => [...document.querySelectorAll(picks.map(pick => `#board ${pick}`))].map(
    node => node.getBoundingClientRect())
  const names = ['5', '3', '1'].map(kind => boxes(`.terrain-sigil${kind} .cell-label`))
  const nodes = boxes('[class*="terrain-slot"] .tile', '.terrain-plain .tile')
  const over = name => nodes.map(({ x, y, width }) => {
    const aside = Math.abs(x + width / 2 - name.x - name.width / 2) - name.width / 2
    const below = Math.abs(y + width / 2 - name.y - name.height / 2) - name.height * 0.36 // as letters are high
    return width / 2 - Math.hypot(Math.max(aside, 0), Math.max(below, 0))
  })
  const least = Math.min(...names.flat().map(name => name.height))
  return { least, over: Math.max(...[...names[1], ...names[2]].flatMap(over)), nodes: nodes.length }
}"""


def test_names_of_small_slots_can_be_read_on_a_phone_and_cover_no_node(visitor: Any) -> None:
    width, height = SIZES["upright"]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    for options in ({"layout": "starter"}, {}):
        page = guest.sit(guest.make("sigil", ["me", "here"], options=options, seed="q")["url"])
        page.wait_for_selector("#board .cell-label")
        seen = page.evaluate(SLOT_NAMES)
        assert seen["nodes"] > 30
        assert seen["least"] > 8, "pixels"
        assert seen["over"] < 1


@pytest.mark.parametrize("size", PHONES)
def test_the_end_is_seen_at_once_on_a_phone(visitor: Any, size: str) -> None:
    width, height = SIZES[size]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    made = guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})
    page = guest.sit(made["url"])
    page.evaluate(PLAY, made["table"])
    page.wait_for_selector("#finish h2")
    assert inside(page, "#finish h2, #finish .primary")
    page.tap("#finish .close")
    until(lambda: not page.is_visible("#finish"))
    assert cut(page, "#prompt p") == []
    page.tap("#open-finish")
    until(lambda: inside(page, "#finish h2") and not page.is_visible("#open-finish"), "it comes back by a tap")
    page.tap("#finish button:has-text('Replay')")
    page.wait_for_selector("#replay:visible")
    page.tap("#replay-on")
    assert inside(page, "#replay > :is(button, a):not([hidden])"), "a replay is stepped through without scrolling"
    for button in page.locator("#replay > :is(button, a):visible").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= FINGER, button.inner_text()
    page.tap("#replay-leave")
    page.tap("#open-finish")
    until(lambda: inside(page, "#finish .primary"), "after a replay one may ask for a rematch")
    page.touchscreen.tap(9, 190)
    until(lambda: page.is_visible("#open-finish") and not page.is_visible("#finish"), "a tap on the board shows it")


def cut(page: Any, selector: str) -> list[str]:
    """Those of which something is cut off at their own edges."""
    found: list[str] = page.evaluate("""selector => [...document.querySelectorAll(selector)].filter(node =>
      !node.clientWidth || node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
      .map(node => `${node.className || node.tagName}: ${node.textContent}`)""", selector)
    return found


CROWD = [{"kind": "me"}, *({"kind": "here", "name": name} for name in ("Bert", "Carl", "Dora"))]
BUILDING = {"script": "game 4 ffa; board r4; wizard p1.w1 c3; cubes p1 flower=1 spice=1; gold p1 3; turn p1 build"}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (375, 667), (360, 640), (844, 390), (740, 360)])
def test_the_end_of_the_turn_is_in_sight_below_all_that_can_be_built(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    rich = {"script": BUILDING["script"].replace("gold p1 3", "gold p1 9")}
    page = guest.sit(guest.make("sygon", CROWD, options={"players": 4}, start=rich)["url"])
    page.eval_on_selector_all("#actions .good", "all => all.forEach(good => good.classList.add('lacks'))")
    assert page.locator("#actions > button:not(.offer)").count() == 4
    assert inside(page, "#actions button")
    for button in page.locator("#actions button").all():
        assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= FINGER, button.inner_text()


@pytest.mark.parametrize("size", PHONES)
def test_four_players_their_question_and_all_that_can_be_bought_are_seen_on_a_phone(visitor: Any, size: str) -> None:
    width, height = SIZES[size]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("sygon", CROWD, options={"players": 4}, start=BUILDING)["url"])
    assert cut(page, "#panels li ~ li .panel-name, #prompt p, #steps .now") == []
    assert inside(page, "#actions button")
    lacks = page.locator("#actions [data-deed=button-town] .good.lacks").all_inner_texts()
    assert lacks[0] == "1/2", "one of two flowers is there"
    assert page.locator("#actions [data-deed=button-town] .good:not(.lacks)").count() >= 1


LOW = {"width": 1280, "height": 720}
ROUNDS = 90  # decisions after which six players have had several turns


def test_four_players_shop_and_log_are_whole_on_a_low_desk(visitor: Any) -> None:
    guest = visitor(viewport=LOW)
    page = guest.sit(guest.make("sygon", CROWD, options={"players": 4}, start=BUILDING)["url"])
    assert inside(page, "#panels .panel, #actions button")
    page.eval_on_selector_all("#actions .good", "all => all.forEach(good => good.classList.add('lacks'))")
    assert inside(page, "#actions button"), "also where everything is missing, which is outlined"
    assert page.locator("#pane-log").bounding_box()["height"] > 90
    assert page.locator(".panel .score").all_inner_texts()[0].endswith("/27"), "points and how many are needed, once"
    assert not page.locator(".meter dt").get_by_text("SP", exact=True).count()


SHOPPING = {"script": "game 4 ffa spells; board r4; gold p1 9; cubes p1 flower=1; hand p1 lull; turn p1 move"}
# Whether all that the sheet of cards shows of a shop is in sight at once, and the sheet itself in the window.
SOLD = """() => {
  const sheet = document.querySelector('#tray').getBoundingClientRect()
  const wares = [...document.querySelectorAll('#tray .wares .card')].map(ware => ware.getBoundingClientRect())
  const whole = wares.filter(({ top, bottom, height }) => height > 0 && top >= sheet.top && bottom <= sheet.bottom)
  return { all: wares.length, whole: whole.length, within: sheet.top >= 0 && sheet.bottom <= innerHeight }
}"""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1440, 900), (1280, 720), (1024, 768), (820, 1180)])
def test_all_that_four_players_can_buy_is_one_press_away(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height})
    options = {"players": 4, "spells": True}
    page = guest.sit(guest.make("sygon", CROWD, options=options, start=SHOPPING)["url"])
    board = page.locator("#board").bounding_box()
    assert page.is_visible("#open-tray.calls"), "there is something to buy"
    assert not page.is_visible("#tray")
    for part in ("#prompt", "#actions", ".deeds > .tools > #tool-hint", "#panels"):
        assert apart(page, "#open-tray", part), part
    page.click("#open-tray")
    assert page.evaluate(SOLD) == {"all": 17, "whole": 17, "within": True}
    for part in ("#prompt", "#actions", "#panels", "#open-tray"):
        assert apart(page, "#tray", part), part
    page.click("#tray .wares button:has-text('Foresight')")
    page.wait_for_selector("#tray [data-pile=hand-p1] .card:has-text('Foresight')")
    page.click("#open-tray")
    until(lambda: not page.is_visible("#tray"))
    assert page.locator("#board").bounding_box() == board


# Somebody is asked about something of which there is much to say.
ASKED = """async told => {
  const { change, now } = await import('/static/js/store.js')
  const [choice] = now().scene.choices
  change({ pending: { ...choice, ...told }, selection: choice.path.slice(0, -1) }, { part: 'choice' })
}"""
MUCH = {
    "en-GB": "An eruption may turn c3 (8 in 12), d1 (8 in 12) to Ash: your Wizard would be lost for the rest of the "
             "game. You could still cast Forage and Steal.",
    "it-IT": "Un’eruzione potrebbe ridurre c3 (8 su 12), d1 (8 su 12) in Cenere: il tuo Mago sarebbe perduto per il "
             "resto della partita. Potresti ancora lanciare Raccolta e Furto.",
}  # fmt: skip
WHOLE_QUESTION = """() => {
  const bar = document.querySelector('#actions'), all = [bar, ...bar.children].map(node => node.getBoundingClientRect())
  const within = all.every(one => one.top >= 0 && one.left >= 0 && one.right <= innerWidth && one.bottom <= innerHeight)
  const shown = [...bar.children].every(node => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  return { within, shown, scrolls: [bar, ...bar.children].some(one => one.scrollHeight > one.clientHeight) }
}"""


@pytest.mark.parametrize("locale", MUCH)
@pytest.mark.parametrize("game", ["sygon", "hexemonia"])
def test_a_question_and_its_answers_are_whole_in_every_window(visitor: Any, game: str, locale: str) -> None:
    guest = visitor(locale=locale)
    page = guest.sit(guest.make(game, CROWD[:2])["url"])
    if page.is_visible("#cover-open"):
        page.click("#cover-open")
    boards = {size: board_at(page, size) for size in SIZES.values()}
    page.evaluate(ASKED, {"warning": MUCH[locale], "forecast": MUCH[locale], "final": True})
    page.wait_for_selector("#actions .confirmation")
    for width, height in [*SIZES.values(), (1280, 720), (1024, 768), (1000, 560), (768, 1024), (740, 360), (360, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WHOLE_QUESTION) == {"within": True, "shown": True, "scrolls": False}, (width, height)
    assert {size: board_at(page, size) for size in boards} == boards


def board_at(page: Any, size: tuple[int, int]) -> Any:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page.locator("#board").bounding_box()


TABLETS = [(600, 900), (768, 1024), (820, 1180), (1024, 768), (1180, 820)]


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_what_can_be_bought_and_what_it_does_is_whole_on_a_touch_tablet(visitor: Any, locale: str) -> None:
    guest = visitor(has_touch=True, is_mobile=True, locale=locale)
    options = {"players": 4, "spells": True}
    page = guest.sit(guest.make("sygon", CROWD, options=options, start=SHOPPING)["url"])
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        page.tap("#open-tray")
        assert page.evaluate(SOLD) == {"all": 17, "whole": 17, "within": True}, width
        assert cut(page, "#tray") == [], f"{width}: nothing is scrolled away"
        assert apart(page, "#tray", "#open-tray"), width
        assert cut(page, ".bar, .bar .steps, #open-tray") == [], f"{width}: the head of the page is whole"
        page.tap("#open-tray")
        page.wait_for_selector("#tray", state="hidden")


BOTS = [{"kind": "me"}, *[{"kind": "bot", "level": "beginner"}] * 3]
LAST = {"script": "game 4 ffa; board r4; final; town p1 e1; town p2 c5; eruptions"}


def test_names_of_bots_go_before_their_levels_and_at_the_end_panels_are_a_score_board(visitor: Any) -> None:
    guest = visitor(viewport=LOW)
    page = guest.sit(guest.make("sygon", BOTS, options={"players": 4}, start=BUILDING)["url"])
    assert page.locator(".panel-name:has-text('Beginner bot 3')").count() == 1
    assert cut(page, "#panels .panel-name, .panel-name:has(.number) .cut") == []
    assert page.locator(".strength").all_inner_texts()
    page.wait_for_selector("#coach:not([hidden])")
    until(lambda: inside(page, "#panels .panel, #coach, #tab-log"), "the coach of a first match pushes nobody away")
    names = [{"kind": "here", "name": name} for name in ("Beginner bot", "Beginner bot 2", "Beginner bot 3")]
    made = guest.make("sygon", [BOTS[0], *names], options={"players": 4}, start=LAST)
    guest.sit(made["url"]).evaluate(PLAY, made["table"])
    page.wait_for_selector("body.over #finish h2")
    assert not page.locator("#panels .meter:visible").count()
    assert cut(page, "#panels .panel-name, #finish th[class] span") == []
    page.click("#finish .close")
    until(lambda: page.locator("#panels .brief .meter:visible").count() > 0)
    assert not page.locator("#panels .brief .meter:visible:not(:has(dt .icon))").count(), "the result tells how it came"
    assert inside(page, "#panels .panel")


# How high letters on the board are on the screen.
LETTERS = """pick => [...document.querySelectorAll(`#board ${pick}`)].map(node => {
  const { a, b } = node.getScreenCTM()
  return parseFloat(getComputedStyle(node).fontSize) * Math.hypot(a, b)
})"""


def test_the_tabs_stay_in_sight_on_a_tall_tablet_also_while_it_is_told_what_happened(visitor: Any) -> None:
    guest = visitor(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    made = guest.make("hexemonia", CROWD[:2], seed="tabs")
    page = guest.sit(made["url"])
    page.tap("#cover-open")
    page.evaluate("""() => {
      document.querySelector('#recap').hidden = false
      document.querySelector('#notes').innerHTML = '<li>Something</li><li>that is to be known of the table</li>'
    }""")
    assert inside(page, ".info [role=tab]")
    page.tap("#tab-rules")
    until(lambda: not page.is_visible("#recap"))
    assert inside(page, ".info [role=tab]")


def test_three_players_with_all_their_threats_are_whole_on_a_low_desk(visitor: Any) -> None:
    guest = visitor(viewport=LOW)
    cities = "o 0/0/1; a1 pasture 3/0/0", "o 2/2/0; a1 walls 1/1/0", "o; a1 spring 1/0/0"
    start = at("ACTION", *cities, players=3).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:3], start=start)["url"])
    page.click("#cover-open")
    page.wait_for_selector("#panels .threat.danger")
    page.eval_on_selector("#recap", "recap => recap.removeAttribute('hidden')")  # as when others have played
    assert inside(page, "#panels .panel")


def test_six_players_and_what_happened_since_are_whole_on_a_low_desk(visitor: Any) -> None:
    guest = visitor(viewport=LOW)
    made = guest.make("hexcape", ["me", *["here"] * 5], options={"players": 6}, seed="r")
    page = guest.sit(made["url"])
    page.evaluate(PLAY.replace("message.over ||", f"plies === {ROUNDS} || message.over ||"), made["table"])
    page.click("#cover-open")
    page.wait_for_selector("#recap:not([hidden])")
    assert inside(page, "#panels .panel")
    assert page.locator("#recap").bounding_box()["height"] > 90
    assert not page.is_visible("#log")
    page.click("#tab-log")
    until(lambda: page.is_visible("#log") and not page.is_visible("#recap"), "the log is one click away")
    assert page.locator("#log").bounding_box()["height"] > 90
    letters = page.evaluate(LETTERS, ":is(.badge-cheaper, .badge-dearer) .badge-text")
    assert len(letters) > 5
    assert min(letters) > 10.9, "pixels"


@pytest.mark.parametrize("size", PHONES)
def test_threats_hide_no_name_on_a_phone(visitor: Any, size: str) -> None:
    width, height = SIZES[size]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    cities = "o 0/0/1; a1 pasture 3/0/0", "o 2/2/0; a1 walls 1/1/0", "o; a1 spring 1/0/0"
    start = at("ACTION", *cities, players=3).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:3], start=start)["url"])
    page.tap("#cover-open")
    page.wait_for_selector("#panels .threat.danger")
    assert cut(page, "#panels li ~ li .panel-name") == []
    assert page.locator("#panels .threat:visible").count() == page.locator("#panels .threat.danger").count() > 0
    page.tap("#more-players")
    until(lambda: page.locator("#panels .threat:not(.danger):visible").count() > 0, "all of them by a tap")


IN_THE_SHELF = """selector => {
  const { left, right } = document.querySelector('#shelf').getBoundingClientRect()
  const cards = [...document.querySelectorAll(`#shelf ${selector}`)].map(card => card.getBoundingClientRect())
  return cards.length > 0 && cards.every(box => box.left >= left && box.right <= right + 1)
}"""
FULL_HAND = {"city": "o 0/0/1; a1 agora 1/0/0; a2 pasture 3/0/0", "hand": ["tavern", "phalanx", "harbour", "temple"],
             "myths": ["oracle@a1", "pandora@a2"], "myths_played": 2}  # fmt: skip
ROBBED = {"city": "o; a1 spring 1/0/0", "hand": ["village"]}


DESKS_AND_TABLETS = [(1920, 1080), (1440, 900), (1280, 720), (1024, 768), (820, 1180), (768, 1024)]


@pytest.mark.parametrize(("width", "height"), DESKS_AND_TABLETS)
def test_hand_myths_and_market_are_seen_together_and_can_be_read(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height})
    start = at("TAKE1", FULL_HAND, "o", players=2).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:2], start=start)["url"])
    page.click("#cover-open")
    page.wait_for_selector("[data-pile=display] .card.possible")
    assert page.evaluate(IN_THE_SHELF, ":is([data-pile$=-p1], [data-pile=display]) .card")
    assert page.evaluate("document.querySelector('#shelf').scrollLeft") == 0
    cards = "#shelf :is([data-pile=hand-p1], [data-pile=display]) .tile-card"
    assert all(card.bounding_box()["width"] >= 120 for card in page.locator(cards).all())
    assert cut(page, f"{cards} small") == []
    assert inside(page, f"{cards} small")


LONGEST = ["harbour", "temple", "necropolis", "asty", "oracle", "hades", "fates", "midas"]  # by their words


def test_what_tiles_do_is_whole_in_italian_too(visitor: Any) -> None:
    guest = visitor(viewport=LOW, locale="it-IT")
    start = at("TAKE1", {"city": "o", "hand": LONGEST}, "o", "o", "o", players=4).position()
    page = guest.sit(guest.make("hexemonia", CROWD, start=start)["url"])
    page.click("#cover-open")
    for width, height in ((1280, 720), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#shelf [data-pile=hand-p1] .tile-card small").count() == len(LONGEST)
        assert cut(page, "#shelf .tile-card small") == [], (width, height)
        assert page.evaluate(OVER_THE_EDGE) == [], (width, height)


# Tiles whose words are higher than they are.
OVER_THE_EDGE = """() => [...document.querySelectorAll('#shelf .tile-card')].filter(card => {
  const words = card.querySelector('.card-words').getBoundingClientRect()
  const { top, bottom } = card.getBoundingClientRect()
  return words.top < top - 1 || words.bottom > bottom + 1
}).map(card => card.innerText)"""


def test_what_is_only_told_is_whole_in_its_narrow_column(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    start = at("TAKE1", "o", "o", players=2, fate=["walls"]).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:2], start=start)["url"])
    page.click("#cover-open")
    page.wait_for_selector("[data-pile=underworld] summary")
    assert cut(page, ".told-piles .pile") == []


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (820, 1180)])
def test_all_that_is_only_told_is_in_sight_also_where_the_underworld_is_not_empty(visitor: Any, size: Any) -> None:
    guest = visitor(viewport={"width": size[0], "height": size[1]})
    underworld = ["spring", "quarry", "fleet", "palaestra"]
    start = at("TAKE1", FULL_HAND, {"city": "o", "hand": ["asty"]}, players=2, underworld=underworld).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:2], start=start)["url"])
    page.click("#cover-open")
    whole = ".told-piles :is([data-pile=fate], [data-pile=underworld], [data-pile=supply], .keeping)"
    assert page.locator(whole).count() == 4
    assert inside(page, whole)
    assert inside(page, ".told-piles [data-pile=supply] .card")
    page.click("[data-pile=underworld] summary")
    until(lambda: page.is_visible("[data-pile=underworld] .card:has-text('Palaestra')"), "one click away")


def test_cards_that_can_be_chosen_are_brought_into_sight_where_not_all_fit(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1024, "height": 768})
    hand = ["tavern", "phalanx", "harbour", "temple", "village", "spring", "quarry"]
    start = at("TAKE1", {**FULL_HAND, "hand": hand}, "o", players=2).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:2], start=start)["url"])
    page.click("#cover-open")
    until(lambda: page.evaluate(IN_THE_SHELF, ".possible"), "all that can be chosen")
    assert page.evaluate("document.querySelector('#shelf').scrollLeft") > 0


def test_what_each_of_five_actions_would_bring_is_read_to_its_end_on_a_wide_desk(visitor: Any) -> None:
    width, height = SIZES["wide"]
    guest = visitor(viewport={"width": width, "height": height})
    own = "o 9/4/0; a1 phalanx 0/0/0; a2 palaestra 0/0/0; a3 pasture 1/0/0"
    start = at("ACTION", own, "o; a1 quarry 1/0/0; a2 spring 1/0/0", "o; a3 spring 1/0/0", players=3).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:3], start=start)["url"])
    page.click("#cover-open")
    page.wait_for_selector("#actions button:has-text('War') small:has-text('Carl')")
    assert page.locator("#actions button").count() == 5
    assert max(map(len, page.locator("#actions small").all_inner_texts())) > 70
    assert cut(page, "#actions small:not(:has(+ .warning))") == []
    assert inside(page, "#actions button")


@pytest.mark.parametrize(("width", "height"), [(1180, 820), (844, 390), (667, 375)])
def test_five_actions_are_whole_beside_the_cities_of_a_tablet_or_a_phone(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height})
    start = at("ACTION", FULL_HAND, ROBBED, players=2).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:2], start=start)["url"])
    page.click("#cover-open")
    until(lambda: page.locator("#actions button").count() > 0)
    assert page.locator("#actions button").count() == 5
    assert inside(page, "#actions button")


# Windows of phones, also with the bars of a browser above and below.
SMALL_WINDOWS = [(360, 640), (375, 553), (390, 664), (667, 375), (667, 331), (640, 300)]


def test_many_boards_leave_a_small_phone_its_board_its_question_and_its_tools(visitor: Any) -> None:
    guest = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    cities = "o 0/0/1; a1 pasture 3/0/0", "o 2/2/0; a1 walls 1/1/0", "o; a1 spring 1/0/0", "o"
    start = at("ACTION", *cities, players=4).position()
    page = guest.sit(guest.make("hexemonia", CROWD, start=start)["url"])
    page.tap("#cover-open")
    page.tap("#actions button")
    page.wait_for_selector("#actions .confirmation")
    for width, height in SMALL_WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator("#board").bounding_box()
        assert min(board["width"], board["height"]) >= SHARE * min(width, height), (width, height)
        assert inside(page, "#actions > button, #gallery > button, #panels .panel"), (width, height)
        assert page.evaluate("document.querySelector('#actions').scrollTop") == 0, "the question from its beginning"
        for button in page.locator(":is(#actions > button, .deeds > .tools button, #gallery > button):visible").all():
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= FINGER, (width, height, button.inner_text())


def test_points_and_whoever_thinks_leave_the_name_on_a_phone_alone(visitor: Any) -> None:
    guest = visitor(viewport={"width": 667, "height": 375}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("sygon", CROWD[:2])["url"])

    def places() -> list[Any]:
        return [part.bounding_box() for part in page.locator("#panels :is(.panel-name, .score)").all()]

    before = places()
    assert before[1]["y"] + before[1]["height"] <= before[0]["y"] + 2, "points above the name"
    page.eval_on_selector("#panels .panel-name", """name => name.insertAdjacentHTML('afterend',
      '<span class="thinking"><i></i><i></i><i></i></span>')""")
    assert places() == before


TALL_TABLETS = [(820, 1180), (768, 1024)]


@pytest.mark.parametrize(("width", "height"), TALL_TABLETS)
def test_four_players_are_seen_at_once_on_a_tall_tablet(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height})
    hexes = ["a4", "a5", "a6", "b3", "b5", "b6", "c2", "c3", "c4", "c5", "c6", "d1"]
    wizards = (f"wizard p{1 + k // 3}.w{1 + k % 3} {hexes[k]}" for k in range(len(hexes)))
    start = {"script": "; ".join(("game 4 ffa; board r4", *wizards, "turn p1 build"))}
    page = guest.sit(guest.make("sygon", CROWD, options={"players": 4}, start=start)["url"])
    assert inside(page, "#panels .panel")


@pytest.mark.parametrize(("width", "height"), TALL_TABLETS)
def test_four_players_whose_wizards_wait_are_seen_on_a_tall_tablet(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height})
    page = guest.sit(guest.make("sygon", CROWD, options={"players": 4})["url"])
    assert page.locator(".panel-note:has-text('not on the board yet')").count() == 4
    assert inside(page, "#panels .panel")
    assert page.evaluate("document.querySelector('.who').scrollTop = 99, document.querySelector('.who').scrollTop") == 0


ROWS = """panel => new Set([...panel.querySelectorAll('.meter')].map(
  meter => Math.round(meter.getBoundingClientRect().top))).size"""


def test_what_each_of_four_players_has_is_told_in_two_lines(visitor: Any) -> None:
    guest = visitor()
    rich = "town p2 a4 a5 a6 b3; market a4 a5; workshop a6 b3; gold p2 14; cubes p2 flower=1 snow=2"
    start = {"script": BUILDING["script"].replace("wizard", f"{rich}; wizard", 1)}
    page = guest.sit(guest.make("sygon", CROWD, options={"players": 4}, start=start)["url"])
    for width, height in DESKS_AND_TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        rows = [panel.evaluate(ROWS) for panel in page.locator("#panels .brief").all()]
        assert rows == [2, 2, 2], (width, height)


@pytest.mark.parametrize(("game", "width", "height"), [("hexemonia", 1024, 768), ("sygon", 768, 1024)])
def test_three_bots_are_told_apart_on_a_tablet(visitor: Any, game: str, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    cities = "o 0/0/1; a1 pasture 3/0/0", "o 2/2/0; a1 walls 1/1/0", "o; a1 spring 1/0/0", "o 9/4/0"
    start = at("ACTION", *cities, players=4).position() if game == "hexemonia" else BUILDING
    page = guest.sit(guest.make(game, ["me", *[{"kind": "bot", "level": "casual"}] * 3], start=start)["url"])
    assert inside(page, "#panels .panel")
    assert page.locator("#panels .brief .number").count() == 2
    assert cut(page, "#panels .brief .panel-name, #panels .brief .panel-name:has(.number) > span") == []


@pytest.mark.parametrize(("width", "height"), DESKS_AND_TABLETS)
def test_four_cities_and_whom_they_threaten_are_seen_at_once(visitor: Any, width: int, height: int) -> None:
    guest = visitor(viewport={"width": width, "height": height})
    cities = ("o 0/0/1; a1 pasture 3/0/0; oracle@a2; a2 lighthouse 1/0/1", "o 2/2/0; a1 walls 1/1/0",
              "o; a1 spring 1/0/0", "o 9/4/0; a1 amphitheatre 1/0/1")
    start = at("ACTION", *cities, players=4, philosopher="p4", last_round=True).position()
    page = guest.sit(guest.make("hexemonia", CROWD, start=start)["url"])
    page.click("#cover-open")
    assert inside(page, "#panels .panel, #panels .threat, #actions button")
    assert cut(page, "#panels .panel-name") == []


LINES = """names => names.map(name => {
  const range = document.createRange()
  range.selectNodeContents(name)
  return new Set([...range.getClientRects()].map(line => Math.round(line.top))).size
})"""


@pytest.mark.parametrize(("game", "players"), [("hexemonia", 3), ("hexemonia", 4), ("hexcape", 6)])
def test_names_of_many_are_whole_on_a_phone(visitor: Any, game: str, players: int) -> None:
    guest = visitor(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    names = ("Blaise", "Carolina", "Friederike", "Dora", "Emil")[: players - 1]
    seats = [{"kind": "me"}, *({"kind": "here", "name": name} for name in names)]
    page = guest.sit(guest.make(game, seats, options={"players": players})["url"])
    page.tap("#cover-open")
    for width, height in ((844, 390), (740, 360), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#panels .panel").count() == players
        assert cut(page, "#panels li ~ li .panel-name") == [], (width, height)
        assert inside(page, "#panels .panel-name"), (width, height)
        if game == "hexcape" and height == 390:
            lines = page.locator("#panels .panel-name").evaluate_all(LINES)
            assert lines == [1] * players, "no name is broken"
            assert page.locator("#panels .panel >> nth=5").bounding_box()["height"] >= FINGER


@pytest.mark.parametrize("game", ["hex", "hexemonia"])
@pytest.mark.parametrize("size", ["desk", "tablet"])
def test_the_frame_fills_the_window_to_its_edges(visitor: Any, game: str, size: str) -> None:
    width, height = SIZES[size]
    guest = visitor(viewport={"width": width, "height": height})
    page = guest.sit(laid(guest, game)["url"])
    places = [page.locator(part).bounding_box() for part in ("main", "#prompt", ".deeds", ".what")]
    main, prompt, deeds, what = (
        {"left": box["x"], "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]} for box in places)
    margin = prompt["left"] - main["left"]
    assert abs(main["right"] - what["right"] - margin) < 2
    assert abs(main["bottom"] - what["bottom"] - margin) < 5
    if size == "tablet":
        assert abs(prompt["right"] - what["right"]) < 2
    else:
        assert abs(deeds["bottom"] - what["bottom"]) < 2


def test_signs_of_threats_leave_the_cubes_to_be_counted(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    start = at("ACTION", "o; a1 pasture 5/0/0; a2 village 5/0/1", "o 9/4/0; a1 walls 1/1/0", players=2).position()
    page = guest.sit(guest.make("hexemonia", CROWD[:2], start=start)["url"])
    page.click("#cover-open")
    for cell in ("a1", "a2"):
        sign = page.locator(f"#board [data-above={cell}] .badge-threat").bounding_box()
        heap = page.locator(f"#board [data-piece=p1-{cell}-citizen] .figure").bounding_box()
        x, y = sign["x"] + sign["width"] / 2, sign["y"] + sign["height"] / 2
        aside = max(heap["x"] - x, 0, x - heap["x"] - heap["width"])
        below = max(heap["y"] - y, 0, y - heap["y"] - heap["height"])
        assert (aside**2 + below**2) ** 0.5 > sign["width"] / 5, "the disc, two fifths of the sign with its swords"


@pytest.mark.parametrize("players", [2, 3])
def test_cities_lie_side_by_side_with_the_own_one_largest_and_tiles_can_be_read(visitor: Any, players: int) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    others = ["o 2/2/0; a1 walls 1/1/0; a2 pasture 1/0/0", "o; a1 spring 1/0/0"][: players - 1]
    own = {"city": "o 0/0/1; a1 pasture 3/0/0; a2 lighthouse 1/0/1", "hand": ["tavern", "phalanx", "harbour"]}
    start = at("ACTION", own, *others, players=players).position()
    page = guest.sit(guest.make("hexemonia", ["me", *["here"] * (players - 1)], start=start)["url"])
    page.click("#cover-open")
    cells = [page.locator(f"[data-board=p{p + 1}] .cell[data-cell=o] .tile").bounding_box() for p in range(players)]
    assert all(cell["width"] < cells[0]["width"] for cell in cells[1:])
    assert all(cell["width"] > 45 for cell in cells)
    assert len({round(page.locator(f"[data-board=p{p + 1}]").bounding_box()["x"]) for p in range(players)}) == players
    for card in page.locator("[data-pile=hand-p1] .tile-card, [data-pile=display] .tile-card").all():
        assert card.bounding_box()["width"] >= 120
        assert card.locator("small").evaluate("node => node.scrollHeight <= node.clientHeight + 1"), card.inner_text()
    assert inside(page, "[data-pile=hand-p1] .tile-card small")
    danger = page.locator(".panel[data-player='1'] .threat.danger")
    until(lambda: "10 : 1" in danger.first.inner_text(), "who is strong enough for a hex of mine")
    danger.first.hover()
    until(lambda: page.locator("#board .pointed.counted").count() == 2, "its hexes are lit")
    assert page.locator(".panel[data-player='0'] .threat.chance").count() >= 1


def test_two_deeds_share_a_row_however_much_there_is_to_say_of_one(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "starter"})["url"])
    page.evaluate("""async warning => {
      const { change, now } = await import('/static/js/store.js')
      const deed = (text, more) => ({ text, label: text, path: [{ kind: 'button', id: text, board: null }], ...more })
      const choices = [deed('dash', { forecast: 'costs 2 stones' }), deed('end turn', { group: 'end', warning })]
      change({ scene: { ...now().scene, choices: choices.map(one => ({ ...now().scene.choices[0], ...one })) } })
    }""", "Ending the turn ends the game: Blue wins, three or more stones ahead at the end of a turn.")
    page.wait_for_selector("#actions button:has-text('end turn')")
    for width, height in [*SIZES.values(), (1280, 720), (1024, 768), (1000, 560), (768, 1024)]:
        page.set_viewport_size({"width": width, "height": height})
        assert inside(page, "#actions > button"), (width, height)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (820, 1180)])
def test_who_looks_on_at_four_cities_sees_all_players_and_whose_hands_are_how_large(
        visitor: Any, width: int, height: int) -> None:
    anna, bert = visitor(), visitor(viewport={"width": width, "height": height})
    made = anna.make("hexemonia", CROWD, public=True)
    page = bert.sit(f"/t/{made['table']}")
    page.wait_for_selector("#panels[data-count='4'] > .panel:nth-child(4)")
    assert inside(page, "#panels .panel")
    assert cut(page, ".told-piles .pile h2, #panels .active .threat") == []
    assert max(threat.bounding_box()["height"] for threat in page.locator(".threat:visible").all()) < 30, "in one line"
