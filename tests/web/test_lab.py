"""The lab in a real browser: asked by keyboard, bars that grow, stopped, told in Italian."""

from typing import Any

from tests.web.conftest import Visitor


def wait_for_the_end(page: Any) -> None:
    """As long as something is played for an address, the server plays nothing else for it: the next test could not
    begin."""
    page.wait_for_selector("#state:has-text('All played')")


def test_a_designer_changes_a_game_and_sees_what_it_does(visitor: Any):
    person: Visitor = visitor()
    page = person.page
    page.goto(person.address + "/")
    page.click("#to-lab")
    page.wait_for_selector("body:not([inert])")
    page.select_option("#game", "hexemonia")
    page.fill("#most", "128")
    page.select_option("#bots", "random")
    page.locator("#content summary").focus()
    page.keyboard.press("Enter")
    page.fill("#changes", "game.hand_limits = 2")
    page.locator("#begin").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem:not(:empty)")
    assert "game.hand_limit" in page.inner_text("#problem")
    person.problems.clear()  # the browser tells of the refusal as well
    page.fill("#changes", "game.hand_limit = 2")
    page.click("#begin")
    page.wait_for_selector("#groups svg")
    page.wait_for_selector("#stop", state="hidden")
    assert page.locator("#groups svg").count() == 3  # seats, places in the order of turns, cities
    assert "before:" in page.inner_text("#groups")
    assert "Seat 1" in (page.locator("#groups svg").first.get_attribute("aria-label") or "")
    with page.expect_popup() as opened:
        page.click("#report")
    opened.value.wait_for_selector("section svg")
    assert opened.value.inner_text("h1").startswith("Lab: Hexemonia")
    page.select_option("#question", "sweep")
    page.fill("#numbers", "game.hand_limit=2..3")
    page.fill("#changes", "")
    page.fill("#most", "32")
    page.click("#begin")
    page.wait_for_selector("#lines li >> text=/^3:/")
    assert "game.hand_limit = 2" in (page.locator("#groups svg").first.get_attribute("aria-label") or "")
    wait_for_the_end(page)
    assert person.problems == []


def test_the_button_that_begins_is_in_sight_however_long_the_form_is(visitor: Any):
    person: Visitor = visitor()
    person.page.goto(person.address + "/lab")
    person.page.wait_for_selector("body:not([inert])")
    for width, height in ((1440, 900), (1280, 720), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        box = person.page.locator("#begin").bounding_box()
        assert box
        assert 0 <= box["y"] <= height - box["height"]


def test_on_a_phone_what_the_matches_show_comes_into_sight(visitor: Any):
    person: Visitor = visitor()
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(person.address + "/lab")
    page.fill("#most", "32")
    page.click("#begin")
    page.wait_for_function("() => document.getElementById('figures').getBoundingClientRect().top < innerHeight / 2")
    wait_for_the_end(page)


def test_a_run_is_found_again_compared_and_forgotten(visitor: Any):
    person: Visitor = visitor()
    page = person.page
    page.goto(person.address + "/lab")
    page.select_option("#game", "hexemonia")
    page.select_option("#bots", "random")
    page.select_option("#against", "quick")
    page.fill("#most", "64")
    page.click("#begin")
    page.wait_for_function("() => location.hash.length > 1")  # before that only what others asked for is there
    address = page.url
    own = f"#runs [data-run='{address.partition('#')[2]}']"
    page.wait_for_selector(f"{own}:has-text('All played')")
    page.goto(person.address + "/lab")
    page.click(f"{own} button >> nth=0")
    page.wait_for_selector("#state:has-text('All played')")
    assert page.url == address
    assert [page.input_value(f"#{name}") for name in ("game", "bots", "against", "most")] == [
        "hexemonia", "random", "quick", "64"]
    page.select_option("#earlier", address.partition("#")[2])
    page.locator("#content summary").click()
    page.fill("#changes", "game.hand_limit = 2")
    page.click("#begin")
    page.wait_for_selector("#groups :has-text('before:')")
    page.wait_for_selector("#runs [data-run]:has-text('compared'):has-text('All played')")
    page.click("#runs [data-run]:has-text('compared') button >> nth=1")
    page.click("#sure-yes")
    page.wait_for_selector("#runs [data-run]:has-text('compared')", state="detached")


def test_a_run_is_stopped_and_goes_on(visitor: Any):
    person: Visitor = visitor()
    page = person.page
    page.goto(person.address + "/lab")
    page.select_option("#game", "manapool")
    page.fill("#most", "100000")
    page.click("#begin")
    page.wait_for_selector("#groups svg")
    page.click("#stop")
    page.wait_for_selector("#state:has-text('Stopped')")
    page.click("#resume")
    page.wait_for_selector("#state:has-text('Being played')")
    page.click("#stop")
    page.wait_for_selector("#resume:visible")
