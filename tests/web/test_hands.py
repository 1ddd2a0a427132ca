"""What hands and ears get: drag and drop, ghosts, prices before the click, movement that ends where it should, sounds,
decisions in advance."""

import json
from typing import Any

from tests.hexemonia.helpers import at
from tests.web.clicking import one_action, until
from tests.web.test_table import type_action

TROOPS = {"game": "manapool", "colours": ["red", "green", "blue"], "phase": "move", "to_move": "red",
          "tokens": {"red": ["a3", "b4"], "green": ["c4"]},
          "corners": {"red": "a1", "green": "a5", "blue": "i1"}}  # fmt: skip
HEX = {"size": 4, "swap": False}
MOVING = {"reduced_motion": "no-preference"}
LISTEN = "window.heard = []; document.addEventListener('sound', event => window.heard.push(event.detail))"
COUNT_MOVEMENTS = """() => {
  window.moved = 0
  const old = Element.prototype.animate
  Element.prototype.animate = function (...how) { window.moved += 1; return old.apply(this, how) }
}"""
AT_REST = """() => !document.getAnimations().some(
  one => one.playState === 'running' && one.effect.getComputedTiming().iterations !== Infinity)"""
SETTING = "JSON.parse(localStorage.getItem('hexagora.settings') ?? '{}')"


def troops(guest: Any, **changes: Any) -> Any:
    """A table of troops; moves that end the turn are not asked about."""
    guest.context.add_init_script("localStorage.setItem('hexagora.settings', '{\"endturn\": \"never\"}')")
    return guest.sit(guest.make("manapool", ["me", "here", "here"], start={**TROOPS, **changes})["url"])


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, source: str, goal: str) -> None:
    page.mouse.move(*middle(page, source))
    page.mouse.down()
    page.mouse.move(*middle(page, goal), steps=6)
    page.mouse.up()


def test_a_piece_is_dragged_to_a_cell_and_goes_back_when_it_cannot_stay(visitor: Any) -> None:
    page = troops(visitor())
    piece = "[data-piece=troop-a3]"
    drag(page, piece, ".cell[data-cell=i5]")
    assert page.locator("#held").count() == 0
    assert page.locator("#board .chosen").count() == 0, "dropped where it cannot go, it is not chosen any more"
    page.mouse.move(*middle(page, piece))
    page.mouse.down()
    goal = ".cell[data-cell=a2], .cell[data-cell=b3]"
    page.mouse.move(*middle(page, goal), steps=6)
    until(lambda: page.locator("#held").count() == 1)
    assert page.locator("#board .ghost").count() == 1, "what would stand there is seen before it is dropped"
    with one_action(page):
        page.mouse.up()
    until(lambda: page.locator(piece).count() == 0)


def test_a_ghost_shows_what_a_click_would_lay_and_leaves_with_the_pointer(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options=HEX)["url"])
    page.mouse.move(*middle(page, ".cell[data-cell=b2]"))
    ghost = page.locator("#board .ghost")
    until(lambda: "player-red" in ghost.get_attribute("class"))
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('#board .ghost')")
    page.focus("#board")
    page.keyboard.press("ArrowRight")
    until(lambda: ghost.count() == 1, "the keyboard sees it as well")


def test_places_in_reach_are_shaded_by_what_is_left_and_one_click_walks_there(visitor: Any) -> None:
    guest = visitor()
    start = {"players": ["red", "blue"], "tokens": {"red": "b2", "blue": "b7"}, "ap": 5, "step": "move"}
    page = guest.sit(guest.make("hexcape", ["me", "here"], options={"map": "first-steps"}, start=start)["url"])
    page.click("#cover-open")
    left = page.eval_on_selector_all(".reach", "nodes => nodes.map(node => Number(node.dataset.left))")
    assert set(left) == {0, 1, 2, 3, 4}
    until(lambda: page.get_attribute(".die", "data-value") == "5")
    page.mouse.move(*middle(page, ".cell[data-cell=b4]"))
    until(lambda: page.locator("path.plan").count() == 2, "the way and its shade")
    assert "costs 4 AP, 1 left" in page.inner_text("#tip")
    page.mouse.click(*middle(page, ".cell[data-cell=b4]"))
    page.wait_for_selector("[data-piece=token-1][data-at=b4]")
    assert page.get_attribute(".die", "data-value") == "1"


def test_small_buttons_stand_on_the_cell_under_the_pointer_only(visitor: Any) -> None:
    guest = visitor()
    start = {"players": ["red", "blue"], "tokens": {"red": "b2", "blue": "b7"}, "ap": 5, "step": "change"}
    page = guest.sit(guest.make("hexcape", ["me", "here"], options={"map": "first-steps"}, start=start)["url"])
    page.click("#cover-open")
    until(lambda: page.locator(".knob").count() == 0)
    page.mouse.move(*middle(page, ".cell[data-cell=b4]"))
    until(lambda: page.locator(".knob").count() == 2)
    with one_action(page):
        page.click(".knob[data-knob=raise]")
    until(lambda: page.locator("[data-above=b4] .badge-cost").get_attribute("data-text") == "3")


def test_the_numbers_of_a_fight_stand_on_the_target_before_the_attack(visitor: Any) -> None:
    page = troops(visitor(), phase="combat", tokens={"red": ["b4"], "green": ["c4"]})
    page.locator("[data-piece=troop-b4]").click()
    until(lambda: page.locator(".stake").count() == 1)
    assert "⚔" in page.locator(".stake").get_attribute("data-sign")
    assert page.locator(".stake text").evaluate("node => getComputedStyle(node).stroke") == "none", "it can be read"
    page.mouse.move(*middle(page, "[data-piece=troop-c4] .figure"))
    page.wait_for_selector("#tip:has-text('attack')")
    tip, tile = page.locator("#tip").bounding_box(), page.locator(".cell[data-cell=c4] .tile").bounding_box()
    assert tip["x"] >= tile["x"] + tile["width"] or tip["x"] + tip["width"] <= tile["x"], "beside it"


def test_the_usual_one_of_several_ways_needs_no_button_and_shift_asks_for_all(visitor: Any) -> None:
    guest = visitor()
    start = {"script": "game 2 ffa; board r2; wizard p1.w1 a3; gold p1 5; turn p1 move"}
    page = guest.sit(guest.make("sygon", ["me", "here"], start=start)["url"])
    page.locator("[data-piece=p1-w1]").click()
    page.mouse.move(*middle(page, ".cell[data-cell=a4]"))
    until(lambda: page.locator("#board .ghost").count() == 1)
    page.locator(".target[data-cell=a4]").click(modifiers=["Shift"])
    until(lambda: page.locator("#actions button[data-group=teleport]").count() == 1, "there is another way")
    page.keyboard.press("Escape")
    with one_action(page):
        page.locator(".target[data-cell=a4]").click()
    until(lambda: page.get_attribute("[data-piece=p1-w1]", "data-at") == "a4")


def test_a_card_and_its_places_on_the_board_are_lit_together(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "starter"})["url"])
    page.locator("[data-pile]").first.hover()
    lit = page.locator("#board .pointed.counted").count()
    assert lit > 1, "the mark of the slot and its nodes"
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('#board .pointed.counted')")
    page.mouse.move(*middle(page, ".cell.terrain-slot5 .tile"))
    page.wait_for_selector("[data-pile].linked")


def test_what_a_ware_does_is_told_beside_it_for_pointer_and_keyboard(visitor: Any) -> None:
    guest = visitor()
    start = {"script": "game 2 ffa spells; board r2; gold p1 9; turn p1 move"}
    page = guest.sit(guest.make("sygon", ["me", "here"], options={"spells": True}, start=start)["url"])
    page.click("#open-tray")
    ware = page.locator("[data-pile=shop-golden] .wares button:has-text('Foresight')")
    ware.hover()
    page.wait_for_selector("#tip:has-text('Gold'):has-text('you name the face')")
    page.mouse.move(5, 5)
    page.wait_for_selector("#tip", state="hidden")
    ware.focus()
    page.wait_for_selector("#tip:has-text('you name the face')")


def test_a_piece_in_motion_ends_where_it_belongs_and_leaves_a_trail(visitor: Any) -> None:
    page = troops(visitor(**MOVING))
    type_action(page, "move a3 a2")
    page.wait_for_function(AT_REST)
    piece, cell = middle(page, "[data-piece=troop-a2] .figure"), middle(page, ".cell[data-cell=a2] .tile")
    size = page.locator(".cell[data-cell=a2] .tile").bounding_box()["width"]
    assert abs(piece[0] - cell[0]) < size / 4
    assert abs(piece[1] - cell[1]) < size / 4
    assert page.locator(".trail").count() == 1
    assert page.locator(".leaving").count() == 0


def test_nothing_moves_for_those_who_want_it_still(visitor: Any) -> None:
    page = troops(visitor())
    page.evaluate(COUNT_MOVEMENTS)
    type_action(page, "move a3 a2")
    page.wait_for_selector("[data-piece=troop-a2]")
    assert page.evaluate("window.moved") == 0


def test_the_sound_is_opened_by_the_first_click_whatever_it_is_for(visitor: Any) -> None:
    guest = visitor()
    guest.page.add_init_script("""window.opened = 0
      window.AudioContext = class extends AudioContext { constructor() { super(); window.opened += 1 } }""")
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    assert page.evaluate("window.opened") == 0
    page.click("#prompt")
    page.wait_for_function("() => window.opened === 1")


def test_sounds_follow_a_click_and_one_key_turns_them_off_for_good(visitor: Any) -> None:
    guest = visitor()
    guest.context.add_init_script(LISTEN)
    page = guest.sit(guest.make("hex", ["me", "here"], options=HEX)["url"])
    assert page.evaluate("window.heard") == [], "quiet until somebody has clicked"
    page.mouse.click(*middle(page, ".cell[data-cell=b2]"))
    page.wait_for_function("() => window.heard.includes('move')")
    page.keyboard.press("m")
    page.wait_for_function(f"() => {SETTING}.sound === 'off'")
    page.evaluate("window.heard.length = 0")
    with one_action(page):
        page.mouse.click(*middle(page, ".cell[data-cell=c3]"))
    assert page.evaluate("window.heard") == []
    page.reload()
    page.wait_for_selector("body[data-seq]")
    assert page.evaluate(f"{SETTING}.sound") == "off", "it is remembered"


def test_a_decision_in_advance_is_made_when_its_time_comes_and_dropped_when_it_cannot_be(visitor: Any) -> None:
    ada, bob = visitor(), visitor()
    made = ada.make("hex", ["me", "friend"], options=HEX)
    page = ada.sit(made["url"])
    bob.sit(made["links"][0]["url"])
    bob.page.wait_for_selector("body[data-seq]")
    type_action(page, "a1")
    page.mouse.click(*middle(page, ".cell[data-cell=b2]"))
    page.wait_for_selector(".target.premove[data-cell=b2]")
    page.keyboard.press("Escape")
    until(lambda: page.locator(".premove").count() == 0, "it can be taken back")
    page.mouse.click(*middle(page, ".cell[data-cell=b2]"))
    type_action(bob.page, "c3")
    page.wait_for_selector("[data-piece=stone-b2]")
    page.mouse.click(*middle(page, ".cell[data-cell=d4]"))
    page.wait_for_selector(".target.premove[data-cell=d4]")
    type_action(bob.page, "d4")
    page.wait_for_selector("[data-piece=stone-d4].player-blue")
    page.wait_for_function("() => !document.querySelector('.premove')")
    assert page.locator(".piece").count() == 4, "nothing was laid elsewhere"


def test_where_a_turn_has_several_decisions_each_of_them_can_be_made_in_advance(visitor: Any) -> None:
    ada, bob = visitor(), visitor()
    made = ada.make("sigil", ["me", "friend"], options={"layout": "starter"})
    page = ada.sit(made["url"])
    bob.sit(made["links"][0]["url"])
    bob.page.wait_for_selector("body[data-seq]")
    offered = "[...document.querySelectorAll('#texts option')].map(option => option.value)"
    first, second, *_ = page.evaluate(offered)
    cell = second.split()[1]
    type_action(page, first)
    type_action(page, "end turn")
    page.mouse.click(*middle(page, f".cell[data-cell={cell}]"))
    page.wait_for_selector(f".target.premove[data-cell={cell}]")
    type_action(bob.page, bob.page.evaluate(offered)[0])
    type_action(bob.page, "end turn")
    page.wait_for_selector(f"[data-piece][data-at={cell}]")


def test_a_troop_marches_several_steps_by_one_click_and_its_way_is_drawn_before(visitor: Any) -> None:
    page = troops(visitor(), tokens={"red": ["a3", "b4", "d3"], "green": ["c7"]})
    page.locator("[data-piece=troop-a3]").click()
    left = page.eval_on_selector_all(".reach", "nodes => nodes.map(node => Number(node.dataset.left))")
    assert set(left) == {0, 1}, "shaded by the actions that are left"
    page.mouse.move(*middle(page, ".target[data-cell=b5]"))
    until(lambda: page.locator("path.plan").count() == 2, "the way and its shade")
    page.locator(".target[data-cell=b5]").click()
    page.wait_for_selector("[data-piece=troop-b5]")


def test_an_attacker_lunges_at_its_target_and_who_falls_falls_there(visitor: Any) -> None:
    page = troops(visitor(**MOVING), phase="combat", tokens={"red": ["b4", "d4"], "green": ["c4"]})
    page.evaluate("""() => {
      window.lunged = []
      const old = Element.prototype.animate
      Element.prototype.animate = function (...how) {
        if (this.classList.contains('lunges')) window.lunged.push(this.dataset.piece)
        return old.apply(this, how)
      }
    }""")
    type_action(page, "attack d4 c4")
    page.wait_for_function("() => window.lunged.length")
    assert page.evaluate("window.lunged") == ["troop-d4"]
    page.wait_for_function(AT_REST)
    assert page.locator(".lunges, .leaving, .clash, .block").count() == 0


def city(guest: Any, phase: str, hand: list[str], city: str) -> Any:
    """A table where the first player has this city and hand."""
    start = at(phase, {"city": city, "hand": hand}, players=2).position()
    page = guest.sit(guest.make("hexemonia", ["me", "here"], start=start)["url"])
    page.click("#cover-open")
    return page


def test_a_card_is_dragged_onto_a_cell_and_paid_for_where_the_payment_is_obvious(visitor: Any) -> None:
    page = city(visitor(), "PLAY", ["tavern"], "o 0/0/1; a1 pasture 3/0/0")
    drag(page, "[data-pile=hand-p1] .card", "#board .cell[data-cell=a2]")
    page.wait_for_selector("#board [data-piece=p1-a2-gold]")
    assert page.locator("#board [data-piece=p1-a2-citizen]").count() == 1
    assert page.locator("#actions .confirmation").count() == 0


def test_shift_asks_how_a_hex_is_paid_for(visitor: Any) -> None:
    page = city(visitor(), "PLAY", ["tavern"], "o 0/0/1; a1 pasture 3/0/0")
    page.click("[data-pile=hand-p1] .card")
    page.locator("#board .target[data-cell=a2]").click(modifiers=["Shift"])
    page.click("#question-answers button:not(:has-text('paid'))")
    page.wait_for_selector("#prompt-text:has-text('Where does this citizen come from?')")


def test_a_cube_is_dragged_from_hex_to_hex(visitor: Any) -> None:
    page = city(visitor(), "MOVES", [], "o 0/0/1; a1 pasture 1/0/0; a2 tavern 1/0/1")
    drag(page, "#board [data-piece=p1-a2-gold]", "#board .cell[data-cell=o]")
    page.wait_for_selector("#actions .confirmation:has-text('Tavern a2 becomes inactive')")
    page.click("#actions [data-deed=confirm]")
    page.wait_for_selector("#board [data-piece=p1-o-gold] .piece-label:has-text('2')")
    assert page.locator("#board [data-piece=p1-a2-gold]").count() == 0


ATTACKED = "o; a1 quarry 1/0/2; a2 pasture; a3 walls; a4 walls; a5 village; a6 village"  # of it one ring more is shown
PASSING = """() => {
  const known = new Set()
  window.seen = []
  const look = node => node instanceof Element && [node, ...node.querySelectorAll('.flying, .clash')].forEach(one => {
    if (!known.has(one)) seen.push(...['flying', 'clash'].filter(kind => one.classList.contains(kind)))
    known.add(one)
  })
  new MutationObserver(records => records.forEach(({ addedNodes }) => addedNodes.forEach(look)))
    .observe(document.body, { childList: true, subtree: true })
}"""


def at_war(guest: Any, own: str = "o 2/1/0") -> Any:
    """A table where the first player chooses what to attack."""
    start = at("WAR", own, ATTACKED, players=2).position()
    page = guest.sit(guest.make("hexemonia", ["me", "here"], start=start)["url"])
    page.click("#cover-open")
    return page


def test_units_travel_to_the_hex_that_they_attack_and_its_defenders_fall(visitor: Any) -> None:
    page = at_war(visitor(**MOVING))
    type_action(page, "attack p2 a1")
    page.wait_for_selector("[data-board=p2] [data-above=a1] .badge-siege[data-text='0 : 1']")
    page.evaluate(PASSING)
    type_action(page, "muster 2 citizen o")
    page.wait_for_selector("[data-board=p2] [data-piece=army-citizen][data-at=a1]")
    page.wait_for_function("() => seen.length")
    assert page.evaluate("seen") == ["flying", "flying"], "as many as were mustered"
    type_action(page, "end muster")
    page.wait_for_function(AT_REST)
    page.evaluate("seen.length = 0")
    type_action(page, "lose 0")
    page.wait_for_selector("[data-pile=prize] .card")
    assert page.locator("[data-piece^=army]:not(.leaving)").count() == 0
    page.wait_for_function("() => seen.includes('clash')")  # also where the city is drawn anew with another outline
    page.wait_for_function(AT_REST)
    assert page.locator(".leaving, .clash, .flying").count() == 0


def test_a_hex_that_somebody_conquers_travels_to_their_city_and_only_what_has_changed_flashes(visitor: Any) -> None:
    anna, bert = visitor(), visitor(**MOVING)
    start = at("WAR", "o 2/1/0", ATTACKED, players=2).position()
    made = anna.make("hexemonia", ["me", "friend"], start=start)
    page, seen = anna.sit(made["url"]), bert.sit(made["links"][0]["url"])
    seen.evaluate("""() => {
      window.tiles = []
      window.altered = []
      new MutationObserver(list => { for (const { addedNodes } of list) for (const node of addedNodes) {
        if (node.querySelector?.('.tile-flying')) tiles.push(node.textContent)
        if (node.dataset?.altered) altered.push(node.dataset.altered)
      } }).observe(document.body, { childList: true, subtree: true })
    }""")
    type_action(page, "attack p2 a1")
    seen.wait_for_selector("[data-board=p2] [data-above=a1] .badge-siege")
    assert seen.evaluate("altered") == [], "what is asked about a hex is no change of it"
    for text in ("muster 2 citizen o", "end muster", "lose 0"):
        type_action(page, text)
    type_action(page, page.get_attribute("#texts option[value^=settle]", "value"))
    seen.wait_for_function("() => tiles.length")
    assert ["Quarry" in text for text in seen.evaluate("tiles")] == [True]
    seen.wait_for_function("() => !document.querySelector('.tile-flying')")


def test_what_is_said_of_one_city_is_shown_on_that_city_alone(visitor: Any) -> None:
    page = at_war(visitor(viewport={"width": 1440, "height": 900}))
    assert page.locator("[data-board=p1] [data-above=a1], [data-board=p2] [data-above=a1]").count() == 2
    type_action(page, "attack p2 a1")
    page.wait_for_selector("#prompt-text:has-text(\"Player 2's Quarry a1\")")
    page.wait_for_selector("[data-board=p2] [data-above=a1].named")
    assert page.locator("[data-board=p1] .named").count() == 0
    page.click("#tab-log")
    page.hover("#log .entry:has-text('Quarry a1') button")
    page.wait_for_selector("[data-board=p2] .pointed")
    assert page.locator("[data-board=p1] .pointed").count() == 0


def test_what_is_said_of_several_cities_is_shown_on_each_of_them(visitor: Any) -> None:
    guest = visitor(viewport={"width": 1440, "height": 900})
    others = "o; a1 quarry 1/0/0", "o; a3 spring 1/0/0"
    start = at("ACTION", "o 9/4/0", *others, players=3).position()
    page = guest.sit(guest.make("hexemonia", ["me", "here", "here"], options={"players": 3}, start=start)["url"])
    page.click("#cover-open")
    page.wait_for_selector("#actions small:has-text(\"could take Player 2's Quarry a1, Player 3's Spring a3\")")
    named = page.locator("[data-above].named").evaluate_all(
        "names => names.map(name => [name.closest('svg').dataset.board, name.dataset.above].join('/'))")
    assert sorted(named) == ["p2/a1", "p3/a3"]


def test_a_hex_of_a_small_city_is_attacked_by_one_click(visitor: Any) -> None:
    page = at_war(visitor())
    page.locator("#gallery .target[data-cell=a1]").hover()
    page.wait_for_selector("#tip:has-text('muster more than 1')")
    with one_action(page):
        page.locator("#gallery .target[data-cell=a1]").click()
    page.wait_for_selector("#prompt-text:has-text('Quarry a1')")
    assert page.get_attribute("#board svg.board", "data-board") == "p1", "the own city stays in focus"
    page.locator("#gallery .thumb-title").click()
    page.wait_for_selector("#board [data-board=p2]")


def test_of_two_heaps_on_a_hex_the_one_that_is_clicked_is_meant(visitor: Any) -> None:
    page = at_war(visitor())
    type_action(page, "attack p2 a1")
    page.mouse.click(*middle(page, "#board [data-piece=p1-o-citizen] .figure"))
    page.wait_for_selector("#actions button:has-text('Muster 2 citizens')")
    assert page.locator("#question[open]").count() == 0


TOUCH: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _at_war(visitor: Any) -> Any:
    """A phone at a table of Hexemonia, with the city shown that was attacked."""
    guest = visitor(**PHONE)
    start = at("ACTION", "o 2/1/0", ATTACKED, players=2).position()
    page = guest.sit(guest.make("hexemonia", ["me", "here"], start=start)["url"])
    page.tap("#cover-open")
    page.tap("#actions button:has-text('War')")
    page.tap("#actions [data-deed=confirm]")
    page.wait_for_selector("#board [data-board=p2]")
    return page


def test_the_city_that_a_finger_chooses_in_comes_by_itself_and_goes_again(visitor: Any) -> None:
    page = _at_war(visitor)
    page.tap("#gallery [data-show=p1]")
    page.wait_for_selector("#board [data-board=p1]")
    page.tap("#gallery [data-show=p2]")  # who looks around finds the way, too
    page.tap("#board .target[data-cell=a1]")
    page.tap("#actions [data-deed=confirm]")
    page.wait_for_selector("#prompt-text:has-text('Quarry a1')")
    page.wait_for_selector("#board [data-board=p1]")


def test_the_own_city_comes_back_when_nothing_is_asked_for_on_the_other_any_more(visitor: Any) -> None:
    page = _at_war(visitor)
    page.tap("#tool-undo")
    page.wait_for_selector("#actions button:has-text('War')")
    page.wait_for_selector("#board [data-board=p1]")


def drag_by_finger(guest: Any, source: str, goal: str) -> None:
    page = guest.page
    touch = guest.context.new_cdp_session(page)

    def finger(kind: str, *places: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})

    (x, y), (to_x, to_y) = middle(page, source), middle(page, goal)
    finger("touchStart", (x, y))
    for part in (0.3, 0.6, 1):
        finger("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
    assert page.locator("#held").count() == 1
    finger("touchEnd")


def test_a_finger_drags_a_piece(visitor: Any) -> None:
    guest = visitor(**TOUCH)
    page = troops(guest)
    drag_by_finger(guest, "[data-piece=troop-a3]", ".cell[data-cell=a2]")
    page.click("#actions [data-deed=confirm]")  # a finger is asked; Chromium drops taps that are answered late
    page.wait_for_selector("[data-piece=troop-a2]")


def test_a_finger_drags_a_card_and_a_cube(visitor: Any) -> None:
    guest = visitor(**TOUCH)
    page = city(guest, "PLAY", ["tavern"], "o 0/0/1; a1 pasture 3/0/0")
    drag_by_finger(guest, "[data-pile=hand-p1] .card", "#board .cell[data-cell=a2]")
    page.wait_for_selector("#board [data-piece=p1-a2-gold], #actions [data-deed=confirm]")
    other = visitor(**TOUCH)
    page = city(other, "MOVES", [], "o 0/0/1; a1 pasture 1/0/0; a2 tavern 1/0/1")
    drag_by_finger(other, "#board [data-piece=p1-a2-gold]", "#board .cell[data-cell=o]")
    page.wait_for_selector("#actions .confirmation:has-text('Tavern a2 becomes inactive')")


def overheard(guest: Any) -> dict[str, Any]:
    """What the server tells this page: the way in for words of one's own, and the last state it told."""
    heard: dict[str, Any] = {}

    def between(line: Any) -> None:
        server = line.connect_to_server()
        heard["line"] = line

        def pass_on(text: str) -> None:
            if json.loads(text)["type"] == "state":
                heard["state"] = json.loads(text)
            line.send(text)

        server.on_message(pass_on)

    guest.page.route_web_socket("**/ws", between)
    return heard


def disturb(page: Any, heard: dict[str, Any]) -> None:
    """All sorts of news that change nothing about what can be chosen; waits until the page has shown them."""
    state = heard["state"]
    seats = [{**seat, "online": not seat["online"]} for seat in state["seats"]]
    count = page.locator("#chat li").count()
    heard["line"].send(json.dumps({"type": "presence", "seats": seats, "watchers": ["Carla"]}))
    heard["line"].send(json.dumps({**state, "log_from": len(state["log"]) + state["log_from"], "log": [],
                                   "takeback": {"by": 2, "answers": {"1": None}}}))  # fmt: skip
    page.wait_for_selector("#takeback:visible")
    heard["line"].send(json.dumps({"type": "presence", "seats": state["seats"], "watchers": []}))
    heard["line"].send(json.dumps({**state, "log_from": len(state["log"]) + state["log_from"], "log": []}))
    heard["line"].send(json.dumps({"type": "chat", "seat": 2, "from": "Bert", "text": "hm", "key": f"key-{count}",
                                   "at": "2026-01-01T12:00:00Z"}))  # fmt: skip
    page.wait_for_selector("#takeback", state="hidden")
    page.wait_for_function("count => document.querySelectorAll('#chat li').length > count", arg=count)


def test_a_press_counts_although_something_else_is_told_between_down_and_up(visitor: Any) -> None:
    guest = visitor()
    heard = overheard(guest)
    page = troops(guest)
    seen = "[document.querySelectorAll('#board .chosen').length, document.body.dataset.seq].join()"
    ring = "[data-piece=troop-a3] .ring"
    for place in (ring, "#actions [data-deed=back]", ring, ".target.possible .dot"):
        page.wait_for_selector(place)
        before = page.evaluate(seen)
        page.mouse.move(*middle(page, place))
        page.mouse.down()
        disturb(page, heard)
        assert page.evaluate(seen) == before, "what was begun stays as it is"
        page.mouse.up()
        page.wait_for_function(f"before => {seen} !== before", arg=before)


def test_the_keyboard_stays_on_a_button_when_something_else_is_told(visitor: Any) -> None:
    guest = visitor()
    heard = overheard(guest)
    page = troops(guest)
    page.locator("[data-piece=troop-a3]").click()
    for place in ("#actions [data-deed=back]", "#panels [tabindex='0']", "#all-choices li button"):
        if place.startswith("#all"):
            page.click("#tab-type")
            page.click("#all-choices summary")
        page.locator(place).first.focus()
        page.evaluate("window.held = document.activeElement")
        disturb(page, heard)
        assert page.evaluate("document.activeElement === window.held"), place
