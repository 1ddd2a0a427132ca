"""Who is there: arrivals, leavings, bots that take over, lookers-on; the turn is told to who looks elsewhere."""

from typing import Any

from tests.web.clicking import one_action, until

# what a browser would show beside the page, kept where the test can see it
NOTIFICATIONS = """() => {
  window.told = []
  window.Notification = class {
    static permission = 'granted'
    constructor(title, more) { window.told.push(`${title} / ${more.body}`) }
    close() { window.told.push('closed') }
  }
}"""
HIDDEN = """hidden => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })"""


def named(guest: Any, name: str) -> Any:
    guest.context.request.post(f"{guest.address}/api/me", data={"name": name})
    return guest


def pair(visitor: Any, size: int = 3) -> tuple[Any, Any, dict[str, Any]]:
    anna, bert = named(visitor(), "Anna"), named(visitor(), "Bert")
    made = anna.make("hex", ["me", "friend"], options={"size": size, "swap": False})
    bert.context.request.post(f"{bert.address}/api/tables/{made['table']}/seats/2/claim")
    return anna, bert, made


def play(page: Any) -> None:
    page.focus("#board")
    with one_action(page):
        page.keyboard.press(".")
        page.keyboard.press("Enter")


def test_arrivals_leavings_and_bots_that_take_over_are_told(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine = anna.sit(made["url"])
    theirs = bert.sit(made["url"])
    mine.wait_for_selector("#toasts[aria-live=polite] .toast:has-text('Bert is here')")  # a screen reader hears it
    theirs.click("#tool-leave")
    theirs.click("#question [data-close]")
    until(lambda: not theirs.is_visible(".panel .chip:has-text('a bot plays')"))
    theirs.click("#tool-leave")
    theirs.click("#question-answers button:first-child")
    mine.wait_for_selector(".toast:has-text('A bot plays for Bert now')")
    theirs.click("#tool-leave")  # comes back
    mine.wait_for_selector(".toast:has-text('Bert plays again')")
    theirs.goto("about:blank")
    mine.wait_for_selector(".toast:has-text('Bert is not connected')")
    assert mine.locator("#chat .note").count() == 4


def test_a_reload_is_no_farewell(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    mine.wait_for_selector(".toast:has-text('Bert is here')")
    theirs.reload()
    theirs.wait_for_selector("body[data-seq]")
    play(mine)
    play(theirs)
    assert mine.locator("#chat .note").count() == 1


def test_lookers_on_are_listed(visitor: Any) -> None:
    anna, _, made = pair(visitor)
    page = anna.sit(made["url"])
    named(visitor(), "Carla").sit(made["url"])
    page.click("#tab-chat")
    page.wait_for_selector("#watchers:has-text('Carla')")


def test_the_turn_is_told_to_who_looks_elsewhere(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    bert.page.add_init_script(f"({NOTIFICATIONS})()")
    bert.page.add_init_script("localStorage.setItem('hexagora.settings', '{\"notices\": \"on\"}')")
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    theirs.evaluate(HIDDEN, True)
    play(mine)
    theirs.wait_for_function("() => window.told.length === 1")
    assert theirs.evaluate("window.told[0]").startswith("Hex: it is your turn / Bert: ")
    assert theirs.title().startswith("● Your turn")
    theirs.evaluate(HIDDEN, False)
    play(theirs)
    theirs.wait_for_function("() => window.told.at(-1) === 'closed'")
    assert not theirs.title().startswith("●")


def test_what_happened_in_ones_absence_is_shown_on_return(visitor: Any) -> None:
    anna, bert, made = pair(visitor, size=7)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    theirs.click("#tool-leave")
    theirs.click("#question-answers button:first-child")
    theirs.wait_for_selector(".panel .chip:has-text('a bot plays')")
    theirs.goto("about:blank")
    for count in (2, 4):  # the bot answers for Bert
        play(mine)
        mine.wait_for_function("count => document.querySelectorAll('#log .entry').length === count", arg=count)
    theirs = bert.sit(made["url"])
    theirs.wait_for_selector("#away[role=status]:has-text('A bot plays for you'):has-text('2 times')")
    theirs.press("#away button:has-text('Come back')", "Enter")
    theirs.wait_for_selector("#tool-leave-text:has-text('Leave')")
    theirs.press("#away:has-text('2 times') button:has-text('Show me')", "Enter")
    theirs.wait_for_selector("#replay:visible")  # step by step, and back to now
    theirs.wait_for_selector("#replay", state="hidden")
    theirs.click("#away button:has-text('Close')")
    theirs.wait_for_selector("#away", state="hidden")
    play(mine)
    theirs.wait_for_selector("#recap:visible")
    assert (theirs.text_content("#recap-list") or "").count("Bert plays") == 2
