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
    mine.wait_for_selector("#question-answers button:has-text('Resign')")
    assert not mine.locator("#question-answers button:has-text('Call it off')").count()
    mine.click("#question-answers button:has-text('Resign')")
    mine.click("#sure-yes")
    for page in (mine, theirs):
        page.wait_for_selector("#finish h2:has-text('Bert')")
        assert "Anna has resigned" in page.inner_text("#finish")
        assert "Anna has resigned" in page.inner_text("#prompt-text")  # nothing is asked for any more
    share = mine.locator("#finish .standings tr:has-text('Share of the win')")
    assert mine.locator("#finish .standings tr").count() > 0
    assert share.count() == 0, "the heading says who has it all"
    mine.evaluate("""import('/static/js/store.js').then(
      ({ change, now }) => change({ seq: now().seq + 1, over: { ...now().over, result: [0.5, 0.5] } }))""")
    share.wait_for(state="attached")
    assert share.locator("td").all_inner_texts() == ["50\u00a0%", "50\u00a0%"]


def test_a_rematch_waits_for_who_is_asked_and_begins_with_both(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs, looks = anna.sit(made["url"]), bert.sit(made["url"]), visitor().sit(made["url"])
    mine.click("#tool-leave")
    mine.click("#question-answers button:has-text('Resign')")
    mine.click("#sure-yes")
    for page in (mine, theirs, looks):
        page.wait_for_selector("#finish:visible")
    assert not looks.locator("#finish button:has-text('Rematch')").count()
    mine.click("#finish button:has-text('Rematch')")
    mine.wait_for_selector("#waiting-seats li:has-text('Bert'):has-text('not here yet')")
    theirs.wait_for_selector("#toasts .toast:has-text('Anna would like a rematch')")
    theirs.wait_for_selector("#finish-asked:has-text('Anna would like a rematch')")
    away = bert.context.new_page()  # the seat is not free: the lists of both say for whom it is kept
    away.goto(f"{bert.address}/mine")
    away.wait_for_selector("#running .match:has-text('Anna'):has-text('waits for you')")
    away.close()
    hers = anna.context.new_page()
    hers.goto(f"{anna.address}/mine")
    hers.wait_for_selector("#running .match:has-text('Bert')")
    assert "free seat" not in hers.inner_text("#running")
    hers.close()
    looks.wait_for_selector("#finish a:has-text('To the rematch')")
    theirs.press("#finish button:has-text('To the rematch')", "Enter")
    for page in (mine, theirs):
        page.wait_for_selector("body[data-seq]:not(.waits):not(.over) #board .cell")
        assert page.locator("#panels .panel-name").all_inner_texts() == ["Bert", "Anna"]


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


def test_a_pause_is_asked_for_and_ended_by_either_with_keys_alone(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs, looks = anna.sit(made["url"]), bert.sit(made["url"]), visitor().sit(made["url"])
    mine.press("#tool-leave", "Enter")
    mine.wait_for_selector("#question[open]")
    mine.keyboard.press("Escape")  # thinks again
    mine.wait_for_selector("#question", state="hidden")
    assert mine.evaluate("document.activeElement.id") == "tool-leave"
    mine.keyboard.press("Enter")
    mine.press("#question-answers button:has-text('pause')", "Enter")
    theirs.press("#offer[role=alert]:has-text('Anna would like to pause') button:has-text('Agree')", "Enter")
    for page in (mine, theirs, looks):
        page.wait_for_selector("#paused[role=status]:has-text('The match is paused')")
    assert not looks.locator("#paused button").count()
    theirs.wait_for_function("() => document.activeElement.id === 'board'")  # the keyboard is never lost
    theirs.press("#paused button:has-text('Go on')", "Enter")
    mine.wait_for_selector("#paused", state="hidden")
    play(mine)


def test_who_is_muted_is_not_seen_until_heard_again(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    mine.click("#tab-chat")
    theirs.click("#tab-chat")
    for line in ("first", "second"):
        theirs.fill("#chat-input", line)
        theirs.press("#chat-input", "Enter")
        mine.wait_for_selector("#chat li" + (":has-text('first')" if line == "first" else ".unheard"))
        if line == "first":
            mine.click("#chat button.mute")
            mine.wait_for_selector("#chat li.unheard:has-text('Bert')")
    theirs.wait_for_selector("#chat li:has-text('second')")
    mine.reload()
    mine.click("#tab-chat")
    mine.wait_for_selector("#chat li.unheard:has-text('Bert')")
    assert "second" not in mine.inner_text("#chat")
    mine.click("#chat li.unheard button")
    mine.wait_for_selector("#chat li:has-text('second')")
    assert not theirs.locator("#chat button.mute").count()  # one does not mute oneself


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
