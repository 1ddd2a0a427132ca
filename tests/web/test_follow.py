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
