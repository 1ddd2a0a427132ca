"""What happened: turns of others that are followed, slowed down, skipped, shown again; the log; who leads."""

from typing import Any

from tests.web.test_hands import MOVING
from tests.web.test_table import retouched, type_action


def paced(guest: Any, pace: str) -> None:
    guest.context.add_init_script(f"localStorage.setItem('hexagora.settings', '{{\"pace\": \"{pace}\"}}')")


def test_each_step_of_others_is_looked_at_for_as_long_as_one_likes(visitor: Any) -> None:
    waits = {}
    for pace in ("slow", "fast"):
        guest = visitor(**MOVING)
        paced(guest, pace)
        page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
        waits[pace] = page.evaluate("""async () => {
          const { lookAt } = await import('/static/js/follow.js')
          const later = window.setTimeout
          let asked = 0
          window.setTimeout = (deed, time) => { asked = time; return later(deed) }
          await lookAt(1)
          window.setTimeout = later
          return asked
        }""")
    assert waits["slow"] > 3 * waits["fast"]


def test_what_others_did_is_shown_again_and_skipped_by_a_click(visitor: Any) -> None:
    guest = visitor()
    paced(guest, "slow")
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})["url"])
    type_action(page, "b2")
    page.click("#recap-retell")
    page.click("#follow")
    page.wait_for_selector("#prompt.mine")
    assert page.is_hidden("#follow")
    assert page.locator("[data-piece=stone-b2]").count() == 1


def test_the_log_is_grouped_by_turns_and_chance_goes_with_whom_it_speaks_of(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3, "swap": False})["url"])
    for text in ("b2", "a1", "c1"):
        type_action(page, text)
    turns = page.locator("#log .turn")
    assert turns.evaluate_all("nodes => nodes.map(node => node.dataset.seat)") == ["1", "2", "1"]
    assert page.locator("#log .turn .told-by").count() == 3, "each under the name of its player"
    name = page.locator("#log .told-by").first.inner_text()
    seen = "node => [...node.childNodes].filter(part => part.className !== 'unseen').map(one => one.textContent).join()"
    assert name not in page.locator("#log .entry .sentence").first.evaluate(seen), "which is not seen twice"
    roll = {"seat": None, "text": "roll 4", "values": {"who": "Blue", "n": "4"}}
    whose = page.evaluate("""async roll => {
      const [{ seatOf }, { now }] = await Promise.all([import('/static/js/log.js'), import('/static/js/store.js')])
      return seatOf(now(), roll)
    }""", roll)
    assert whose == 2


def test_the_set_up_is_folded_away_until_somebody_asks_for_it(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "random"})["url"])
    page.click("#log [data-turn=set-up] details:not([open]) summary")
    type_action(page, page.evaluate("document.querySelector('#texts option').value"))
    page.click("#tab-log")
    page.wait_for_selector("#log .turn:not([data-turn=set-up]) .entry")
    assert page.is_visible("#log [data-turn=set-up] .entry >> nth=0")


def test_the_gauge_leans_to_whoever_leads(visitor: Any) -> None:
    guest = visitor()
    retouched(guest, gauge={"label": "Blue leads by 2", "lead": -2, "limit": 4})
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    bar, needle = page.locator(".gauge-bar").bounding_box(), page.locator(".gauge-bar b").bounding_box()
    assert abs(needle["x"] - (bar["x"] + bar["width"] / 2)) < 3, "from the middle"
    assert abs(needle["width"] - bar["width"] / 4) < 3, "half of half of it"
    assert "player-blue" in page.get_attribute(".gauge-bar", "class")
    assert "leads by 2" in page.inner_text("#gauge")


# What is seen of a state that follows another: how long it holds the next one back, and whether one can go past it.
HELD = """async ({ waiting, what }) => {
  const { caughtUp, lookAt } = await import('/static/js/follow.js')
  const { lasting } = await import('/static/js/animate.js')
  const later = window.setTimeout
  let asked = 0, seen = false
  window.setTimeout = (deed, time) => {
    asked = time
    seen = !document.querySelector('#follow').hidden
    return later(deed)
  }
  const nothing = { thrown: false, burnt: false, erupted: [], strikes: [], captured: [], laid: [] }
  await lookAt(waiting, lasting({ ...nothing, ...what }))
  window.setTimeout = later
  caughtUp()
  return [asked, seen, document.querySelector('#follow')?.hidden ?? true]
}"""


def test_dice_and_fires_are_seen_to_their_end_before_the_next_step_of_a_bot(visitor: Any) -> None:
    guest = visitor(**MOVING)
    page = guest.sit(guest.make("hex", ["me", "here"], options={"size": 3})["url"])
    step = page.evaluate(HELD, {"waiting": 1, "what": {}})
    assert page.evaluate(HELD, {"waiting": 0, "what": {}}) == [0, False, True], "a step like others holds nobody up"
    roll = page.evaluate(HELD, {"waiting": 0, "what": {"thrown": True}})
    fire = page.evaluate(HELD, {"waiting": 0, "what": {"thrown": True, "burnt": True}})
    assert step[0] < roll[0] < fire[0]
    capture = page.evaluate(HELD, {"waiting": 0, "what": {"captured": ["p1-a1"]}})
    assert capture[0] > step[0], "who falls is seen before the next step"
    assert roll[1:] == fire[1:] == [True, True], "it can be skipped, and then there is nothing to skip"


# Beside each volcano stands a Wizard on a hex that will burn.
ROUND_ENDS = {"script": "game 2 ffa; board r2; wizard p1.w1 b2; wizard p1.w2 c5; wizard p1.w3 d1; "
              "value b2 0; value c5 0; value d1 0; turn p2 cast"}  # fmt: skip
FIRES = """() => {
  window.fires = []
  const kinds = ['veil', 'erupting', 'flame', 'lost']
  new MutationObserver(list => { for (const { addedNodes } of list) for (const node of addedNodes) {
    const kind = kinds.find(one => node.classList?.contains(one)), [run] = kind ? node.getAnimations() : []
    if (!run) continue
    const { delay, duration } = run.effect.getTiming()
    fires.push({ kind, from: delay, for: duration, found: Boolean(node.querySelector('[data-piece]')) })
  } }).observe(document.querySelector('#board'), { childList: true, subtree: true })
}"""


def test_first_the_die_rolls_then_a_volcano_erupts_then_hexes_burn_with_who_is_lost(visitor: Any) -> None:
    guest = visitor(**MOVING)
    page = guest.sit(guest.make("sygon", ["me", "here"], start=ROUND_ENDS)["url"])
    page.evaluate(FIRES)
    type_action(page, "end cast")
    page.wait_for_function("() => fires.some(({ kind }) => kind === 'lost')")
    found = page.evaluate("fires")
    begins = {one["kind"]: one["from"] for one in found}
    (veil,) = (one for one in found if one["kind"] == "veil")
    assert 0 < begins["erupting"] < begins["flame"] == begins["lost"]
    assert veil["for"] == begins["flame"], "what burns looks as before until it burns"
    assert not veil["found"], "nothing takes the picture of a piece for the piece"
    page.wait_for_function("() => !document.querySelector('.veil, .erupting, .flame, .lost, .lava')")


def test_a_hex_flashes_where_other_numbers_stand_on_it_now(visitor: Any) -> None:
    guest = visitor(**MOVING)
    start = {"players": ["red", "blue"], "tokens": {"red": "b2", "blue": "b7"}, "ap": 5, "step": "change"}
    page = guest.sit(guest.make("hexcape", ["me", "here"], options={"map": "first-steps"}, start=start)["url"])
    page.click("#cover-open")
    page.evaluate("""() => {
      window.altered = []
      new MutationObserver(list => { for (const { addedNodes } of list) for (const node of addedNodes) {
        if (node.dataset?.altered) altered.push(node.dataset.altered)
      } }).observe(document.querySelector('#board'), { childList: true, subtree: true })
    }""")
    type_action(page, "raise b4")
    page.wait_for_function("() => altered.length")
    assert page.evaluate("altered") == ["b4"]


def test_what_chance_laid_out_is_not_told_as_what_others_did(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "random"})["url"])
    assert page.locator("#log [data-turn=set-up] .entry").count() == 9
    text = page.evaluate("document.querySelector('#texts option').value")
    type_action(page, text)
    type_action(page, "end turn")
    page.wait_for_selector("#recap:not([hidden])")
    assert "dealt" not in page.inner_text("#recap-list")
    assert text.split()[1] in page.inner_text("#recap-list li >> nth=0")


def test_a_die_that_was_thrown_for_the_first_time_rolls_as_well(visitor: Any) -> None:
    page = visitor().sit("/analysis/hex")
    thrown = page.evaluate("""async () => {
      const { happened } = await import('/static/js/happened.js')
      const scene = dice => ({ game: 'hex', boards: [], pieces: [], panels: [], piles: [], dice })
      const die = thrown => ({ id: 'die', faces: 6, value: 1, thrown })
      return [[[], [die(1)]], [[], [die(0)]], [[die(1)], [die(1)]], [[die(1)], [die(2)]]]
        .map(([before, after]) => happened(scene(before), scene(after)).thrown)
    }""")
    assert thrown == [True, False, False, True]


def test_the_set_up_is_folded_again_when_one_has_looked_at_a_moment_of_it(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("sigil", ["me", "here"], options={"layout": "random"})["url"])
    page.evaluate("import('/static/js/review.js').then(({ visit }) => visit(2))")
    page.wait_for_selector("#log [data-turn=set-up] details[open] .visited")
    page.click("#replay-leave")
    page.wait_for_selector("#log [data-turn=set-up] details:not([open])")


def test_panels_keep_their_form_when_it_is_the_turn_of_another(visitor: Any) -> None:
    guest = visitor()
    start = {"players": ["red", "blue", "green"], "tokens": {"red": "b2", "blue": "b7", "green": "b6"}, "ap": 1,
             "step": "change"}  # fmt: skip
    made = guest.make("hexcape", ["me", "here", "here"], options={"players": 3, "map": "first-steps"}, start=start)
    page = guest.sit(made["url"])
    page.click("#cover-open")
    lines = "import('/static/js/store.js').then(({ now }) => now().scene.panels.map(({ meters }) => meters.length))"
    assert sorted(page.evaluate(lines)) == [4, 4, 5], "whose turn it is has a line more"
    assert page.locator(".panel.brief").count() == 2, "the others are alike, whoever of them is next"
