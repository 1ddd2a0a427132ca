"""The lobby in a real browser."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import hexagora
import hexagora.registry as registry
from tests.server.support import serving, settings, wait_until
from tests.web.clicking import click, next_spot, one_action, until
from tests.web.conftest import Visitor
from tests.web.test_everyone import barriers


def test_every_game_is_on_the_shelf_with_a_picture(visitor: Any) -> None:
    page = visitor().sit("/")
    page.wait_for_selector("[data-game-card]")
    assert page.locator("[data-game-card]").count() == len(registry.SUPPLIED)
    page.wait_for_function("""() => [...document.querySelectorAll('.cover')].every(cover => {
      const picture = cover.querySelector('img')
      return cover.querySelector('svg .cell') || (picture && picture.complete && picture.naturalWidth > 0) })""")


def test_nobody_asks_for_the_picture_of_a_game_that_brings_none(visitor: Any) -> None:
    guest, asked = visitor(), []
    made = guest.make("hex", ["me", "here"])

    def without_picture(route: Any) -> None:
        answer = route.fetch()
        games = [{**game, "looks": [look for look in game["looks"] if game["id"] != "hex" or look != "cover.jpg"]}
                 for game in answer.json()]
        route.fulfill(response=answer, json=games)

    guest.page.route("**/api/games", without_picture)
    guest.page.on("request", lambda request: asked.append(request.url) if "/looks/cover.jpg" in request.url else None)
    page = guest.sit("/")
    page.wait_for_selector("[data-game-card=hex] .cover svg .cell")
    page.wait_for_selector(f"#tables-mine a[href*='{made['table']}']")
    page.wait_for_selector("#resume a")
    assert asked
    assert not [address for address in asked if "/hex/" in address]


def test_a_table_is_laid_from_the_lobby(visitor: Any) -> None:
    page = visitor().sit("/")
    page.click("[data-set-up=hex]")
    page.wait_for_selector("#preview .cell")
    page.click("#new-more summary")
    page.fill("#new-options input[type=number]", "5")
    page.press("#new-options input[type=number]", "Tab")
    page.wait_for_function("() => document.querySelectorAll('#preview .cell').length === 25")
    page.locator("#new-seats select").nth(1).select_option("here")
    page.click("#new-start")
    page.wait_for_selector("body[data-seq]")
    assert page.locator("#board .cell").count() == 25
    page.goto(page.url.split("/t/")[0] + "/")
    page.wait_for_selector("#tables-mine a")
    page.wait_for_selector("#resume a:has-text('Hex')")


def test_one_click_begins_a_match_against_a_bot_and_is_remembered(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit("/")
    page.click("[data-quick=sigil]")
    page.wait_for_selector("body[data-seq][data-game=sigil]")
    assert "bot" in page.inner_text("#panels").lower()
    guest.sit("/")
    page.wait_for_selector("#quick-game:has-text('Sigil')")


def test_nothing_there_is_told_with_a_picture(visitor: Any) -> None:
    page = visitor().sit("/")
    page.wait_for_selector("#tables-mine .empty svg")
    page.wait_for_selector("#tables-finished .empty svg, #tables-finished img")


def test_a_server_that_is_gone_is_told_in_the_lobby(visitor: Any) -> None:
    guest = visitor()
    guest.page.route("**/api/games", lambda route: route.abort())
    page = guest.sit("/")
    page.wait_for_selector("#gone:visible")
    assert "does not answer" in page.inner_text("#gone")
    assert not page.is_visible("#games")
    guest.problems.clear()  # the browser reports the lost request, as it should be


def test_doubts_about_a_board_are_told_before_the_match(visitor: Any) -> None:
    guest = visitor()

    def doubt(route: Any) -> None:
        scene = route.fetch().json()
        about = {"code": "W8", "text": "the corners differ in their ways to the Pool", "about": "Mine", "cell": "c4"}
        route.fulfill(json={**scene, "warnings": [about]})

    guest.page.route("**/preview", doubt)
    page = guest.sit("/")
    page.click("[data-set-up=manapool]")
    page.wait_for_selector("#preview-warnings li")
    assert "corners differ" in page.inner_text("#preview-warnings")
    assert page.locator("#preview .pointed").count() == 1


def test_a_board_of_ones_own_is_read_from_a_file_with_doubts_and_mistakes_told(visitor: Any, tmp_path: Path) -> None:
    guest = visitor()
    board = hexagora.game("manapool").content.board[0]
    own = tmp_path / "mine.toml"
    own.write_text(f'id = "mine"\nname = "My own"  # a board\nside = {board.side}\n'
                   f"rows = {json.dumps(board.rows, indent=1)}\n", "utf8")
    page = guest.sit("/")
    page.click("[data-set-up=manapool]")
    page.set_input_files("#new-boards input[type=file]", own)
    page.wait_for_function("() => document.querySelector('#new-boards select').value === 'My own'")
    page.wait_for_function("() => document.querySelectorAll('#preview .cell').length > 30")
    broken = tmp_path / "broken.toml"
    broken.write_text('id = "mine"\nrows = [1 2]\n', "utf8")
    page.set_input_files("#new-boards input[type=file]", broken)
    page.wait_for_function("() => document.querySelector('#new-problem').textContent.includes('broken.toml: line 2')")


def test_an_impossible_option_is_told_at_once(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit("/")
    page.click("[data-set-up=hex]")
    page.wait_for_selector("#preview .cell")
    page.click("#new-more summary")
    page.fill("#new-options input[type=number]", "99")
    page.press("#new-options input[type=number]", "Tab")
    page.wait_for_function("() => document.querySelector('#new-problem').textContent.includes('size')")
    guest.problems.clear()  # the browser reports the refusal, as it should be


def test_a_seat_that_is_not_there_cannot_be_chosen_to_start(visitor: Any) -> None:
    page = visitor().sit("/")
    page.click("[data-set-up=hexemonia]")
    page.click("#new-more summary")
    starts = "#new-options label:has(input[name=first_player]:disabled)"
    for players, barred in ((2, ["third", "fourth"]), (3, ["fourth"])):
        page.click(f"#new-players label:has(input[value='{players}'])")
        page.wait_for_function("([starts, n]) => document.querySelectorAll(starts).length === n",
                               arg=[starts, len(barred)])
        for told, which in zip(page.locator(f"{starts} .greyed").all_inner_texts(), barred, strict=True):
            assert which in told
            assert "players)" in told


def test_an_option_that_changes_nothing_is_grey_and_says_what_it_needs(visitor: Any) -> None:
    page = visitor().sit("/")
    page.click("[data-set-up=sygon]")
    page.click("#new-more summary")
    draft, idle = "#new-options [data-option=team_draft]", "#new-options [data-option]:has(> [inert])"
    assert "play against two" in page.inner_text(f"{draft} .why-idle")
    assert page.locator(idle).count() == 2
    page.click("#new-players label:has(input[value='4'])")
    page.click("#new-options label:has(input[name=mode]):has-text('play against two')")
    page.wait_for_selector(f"{draft} > :not([inert])")
    assert page.evaluate("document.activeElement.name") == "mode", "the keyboard stays where it is"
    page.click(f"{draft} label >> nth=1")
    page.click("#new-options label:has(input[name=board]) >> nth=1")
    page.wait_for_selector(f"{draft} > [inert]")
    assert page.is_checked(f"{draft} input >> nth=0"), "what was chosen and changes nothing is forgotten"
    page.click("#new-players label:has(input[value='3'])")
    page.wait_for_function("idle => document.querySelectorAll(idle).length === 2", arg=idle)
    assert page.is_disabled("#new-options input[name=mode] >> nth=1")


def test_an_option_for_two_players_is_grey_with_more(visitor: Any) -> None:
    page = visitor().sit("/")
    page.click("[data-set-up=hexemonia]")
    page.click("#new-more summary")
    revolts = "#new-options [data-option=revolts]"
    assert page.is_enabled(f"{revolts} input")
    page.click("#new-players label:has(input[value='3'])")
    page.wait_for_selector(f"{revolts} > [inert]")
    assert "with 2 players" in page.inner_text(f"{revolts} .why-idle")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_choice_of_a_map_is_whole_on_a_phone(visitor: Any, locale: str) -> None:
    page = visitor(viewport={"width": 390, "height": 844}, locale=locale).sit("/")
    page.click("[data-set-up=hexcape]")
    page.wait_for_selector("#new-boards .inline select")
    room = page.locator("#new-boards .inline select").first.evaluate("""select => {
      const words = document.createElement('canvas').getContext('2d')
      words.font = getComputedStyle(select).font
      return select.clientWidth - words.measureText(select.selectedOptions[0].text).width
    }""")
    assert room > 24, "with the arrow beside it"


def test_ones_own_seat_is_opened_on_another_device(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    page.click("[data-tool=share]")
    page.wait_for_selector("#share-list > li:nth-child(3)")
    own = page.input_value("#share-list > li:last-child input")
    elsewhere = visitor()
    elsewhere.page.goto(own)
    elsewhere.page.wait_for_selector("body[data-seq] .chip:has-text('you')")
    assert "/s/" not in elsewhere.page.url


def test_italian_is_spoken(visitor: Any) -> None:
    page = visitor(locale="it-IT").sit("/")
    page.wait_for_selector("[data-game-card]")
    assert page.locator("#games-title").inner_text() == "Giochi"


def test_a_table_starts_from_a_position_that_is_pasted_or_read_from_a_file(visitor: Any, tmp_path: Path) -> None:
    guest = visitor()
    page = guest.sit("/")
    page.click("[data-set-up=hex]")
    page.click("#new-from summary")
    page.fill("#from-text", '{"game": "hex", "options": {"size": 4}, "red": ["z9"]}')
    page.press("#from-text", "Tab")
    page.wait_for_function("() => document.querySelector('#new-problem').textContent.includes('z9')")
    position = tmp_path / "mine.json"
    position.write_text('{"game": "hex", "options": {"size": 4}, "red": ["b2"], "blue": ["c3"]}', "utf8")
    page.set_input_files("#from-file", position)
    page.wait_for_function("() => document.querySelectorAll('#preview .piece').length === 2")
    assert not page.is_visible("#new-more"), "the options come with the position"
    assert barriers(page) == []
    page.locator("#new-seats select").nth(1).select_option("here")
    page.click("#new-start")
    page.wait_for_selector("body[data-seq]")
    assert (page.locator("#board .cell").count(), page.locator("#board .piece").count()) == (16, 2)
    guest.problems.clear()  # the browser reports the refusal, as it should be


def test_what_is_pasted_and_taken_away_again_leaves_the_usual_start(visitor: Any) -> None:
    page = visitor().sit("/")
    page.click("[data-set-up=hex]")
    page.click("#new-from summary")
    page.fill("#from-text", '{"game": "hex", "options": {"size": 4}, "red": ["b2"], "blue": ["c3"]}')
    page.press("#from-text", "Tab")
    page.wait_for_function("() => document.querySelectorAll('#preview .piece').length === 2")
    page.fill("#from-text", "")
    page.press("#from-text", "Tab")
    page.wait_for_function("() => document.querySelectorAll('#preview .cell').length === 121")
    assert page.is_visible("#new-more")


DICE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answers = {"hello": {"type": "ready", "protocol": 1, "name": "dice", "games": ["hex"]}, "match": {"type": "ok"}}
    if message["type"] == "position":
        legal = message["legal"]
    if message["type"] == "go":
        answers["go"] = {"type": "best", "id": message["id"], "action": legal[0]}
    if message["type"] in answers:
        print(json.dumps(answers[message["type"]]), flush=True)
"""


def test_a_program_that_the_operator_added_is_an_opponent(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "dice.py").write_text(DICE)
    command = shlex.join([sys.executable, str(tmp_path / "dice.py")])
    with serving(settings(tmp_path, engines=(("Dice", command),))) as server:
        wait_until(lambda: server.hall.thinkers.engines.levels("hex"))
        guest = Visitor(browser, server.address)
        page = guest.sit("/")
        page.click("[data-set-up=hex]")
        page.locator("#new-seats select").nth(2).select_option(label="Dice")
        until(lambda: page.inner_text(".level-help").lower() == "a program that plays here as a guest")
        page.click("#new-start")
        page.wait_for_selector("body[data-seq]")
        assert "Dice" in page.inner_text("#panels")
        with one_action(page):
            click(page, next_spot(page))
        page.wait_for_function("() => document.querySelectorAll('#board .piece').length === 2")
        guest.leave()
