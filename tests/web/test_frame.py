"""The frame of a table: the board stays where it is, at every size of the window, and no page scrolls."""

from typing import Any

import pytest

import hexagora
from hexagora import registry
from tests import samples

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
    for button in page.locator("#actions button:visible, .deeds > .tools button:visible").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= FINGER, button.inner_text()
    page.touchscreen.tap(x, y)
    page.wait_for_selector("#board [data-at=f6]")


def test_cards_and_log_come_over_the_board_of_a_phone_by_one_tap(visitor: Any) -> None:
    width, height = SIZES["upright"]
    guest = visitor(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    place = page.locator("#board").bounding_box()
    assert not page.is_visible(".info")
    page.tap("#open-info")
    assert page.is_visible("#pane-log")
    assert page.get_attribute("#open-info", "aria-expanded") == "true"
    assert page.locator("#board").bounding_box() == place
    page.tap("#open-info")
    assert not page.is_visible(".info")


def test_two_fingers_zoom_the_board_and_not_the_page(visitor: Any) -> None:
    guest = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = guest.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = page.get_attribute("body", "data-seq")
    fingers("touchStart", 30)
    for apart in range(40, 121, 20):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    page.wait_for_selector("#board svg.zoomed")
    assert page.evaluate("visualViewport.scale") == 1
    assert page.get_attribute("body", "data-seq") == before
