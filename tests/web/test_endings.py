"""Leaving for good, with two browsers: resigning, agreeing, calling off, going on without somebody."""

from typing import Any

from tests.web.test_presence import named, pair, play


def test_resigning_asks_first_and_tells_who_won_and_why(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    play(mine)
    play(theirs)
    mine.wait_for_function("() => document.querySelectorAll('#log .entry').length > 1")
    mine.click("#tool-leave")
    assert not mine.locator("#question-answers button:has-text('Call it off')").count()
    mine.click("#question-answers button:has-text('Resign')")
    mine.click("#sure-yes")
    for page in (mine, theirs):
        page.wait_for_selector("#finish h2:has-text('Bert')")
        assert "Anna has resigned" in page.inner_text("#finish")


def test_an_offer_to_end_is_declined_and_accepted(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    for answer in ("Play on", "Agree"):
        mine.click("#tool-leave")
        mine.click("#question-answers button:has-text('Offer')")
        mine.wait_for_selector("#offer:has-text('The others are asked')")
        theirs.wait_for_selector("#offer:has-text('Anna offers')")
        theirs.click(f"#offer button:has-text('{answer}')")
        mine.wait_for_selector("#offer", state="hidden")
    mine.wait_for_selector(".toast:has-text('Bert wants to play on')", state="attached")
    for page in (mine, theirs):
        page.wait_for_selector("#finish h2:has-text('without a result')")


def test_somebody_absent_is_waited_for_or_replaced(visitor: Any) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(), "Bert")
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False}, patience=1)
    bert.sit(made["links"][0]["url"])
    mine = anna.sit(made["url"])
    bert.page.goto("about:blank")
    mine.wait_for_selector("#absent:visible")
    assert "Bert" in mine.inner_text("#absent")
    mine.click("#absent button:has-text('Wait')")
    mine.wait_for_selector("#absent", state="hidden")
    bert.sit(made["url"])
    mine.wait_for_selector(".panel[data-player='1'] .presence.on")
    bert.page.goto("about:blank")
    mine.wait_for_selector("#absent:visible")
    mine.click("#absent button:has-text('Let a bot play')")
    mine.wait_for_selector(".panel .chip:has-text('a bot plays')")
