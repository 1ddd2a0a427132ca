"""The site without a server, in a real browser: matches against bots, a reload, no network, files in and out."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno

from hexagora import registry
from hexagora.engine import puzzles
from hexagora.server import thinkers
from hexagora.server.lending import MARK
from hexagora.site.build import OWN, _index, build
from hexagora.site.supplies import NotFetched
from tests import qr_codes, samples
from tests.server.support import PATIENCE, serving, settings, wait_until
from tests.web import firefox
from tests.web.clicking import VISIBLE, click, next_spot, one_action, play_to_the_end, tap
from tests.web.conftest import Visitor
from tests.web.site import BEGINNER, PHONE, READY, Fussy, Inside, Player, Space
from tests.web.stun import StunServer
from tests.web.test_embedding import EXAMPLE, SERVER, solve


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("site") / "site"
    try:
        build(found)
    except NotFetched as e:
        pytest.skip(f"Python for browsers is not here: {e}")
    return found


@pytest.fixture(scope="module")
def space(folder: Path) -> Iterator[Space]:
    found = Space(folder)
    yield found
    found.close()


@pytest.fixture(scope="module")
def player(browser: Any, space: Space) -> Iterator[Player]:
    found = Player(browser, space)
    found.open()
    yield found
    found.leave()


def test_two_people_at_one_screen_and_what_the_bots_think_of_their_match(player: Player) -> None:
    page = player.lay("hex", ["me", "me"], options={"size": 3, "swap": False})
    play_to_the_end(page)
    page.click(".analysis button")
    page.wait_for_selector(".analysis svg")


def test_a_whole_match_against_a_bot_and_once_more(player: Player) -> None:
    page = player.lay("hex", ["me", BEGINNER], options={"size": 3, "swap": False})
    play_to_the_end(page)
    assert page.is_visible("#finish h2")
    page.click("#finish button:has-text('Again'), #finish button.primary")
    page.wait_for_selector("body[data-seq]:not(.over)")


@pytest.fixture(scope="module")
def phone(browser: Any, space: Space) -> Iterator[Player]:
    found = Player(browser, space, **PHONE)
    found.open()
    yield found
    found.leave()


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_a_match_of_every_game_by_touch_against_bots(phone: Player, game: str) -> None:
    """To the end; in options that end soon. Matches as they come are played by `python -m tests.web.site`."""
    bots = registry.game(game).facts.players[0] - 1
    page = phone.lay(game, ["me", *[BEGINNER] * bots], **samples.short_table(game))
    play_to_the_end(page, press=tap)
    assert page.is_visible("#finish h2")
    assert page.locator("#log .entry").count() >= 1


BROKEN_WORDS = """() => [...document.querySelectorAll('.standings th[class] span')].flatMap(name => {
  const text = name.firstChild
  return [...text.data.matchAll(/\\S+/g)].filter(word => {
    const range = document.createRange()
    range.setStart(text, word.index)
    range.setEnd(text, word.index + word[0].length)
    return range.getClientRects().length > 1
  }).map(word => word[0])
})"""


def test_at_the_end_no_word_of_a_name_is_broken_on_a_phone(browser: Any, space: Space) -> None:
    """Where names are long: in Italian."""
    guest = Player(browser, space, **PHONE, locale="it-IT")
    guest.open()
    page = guest.lay("hex", ["me", BEGINNER], options={"size": 3, "swap": False})
    play_to_the_end(page, press=tap)
    page.wait_for_selector(".standings th span:has-text('principiante')")
    assert page.evaluate(BROKEN_WORDS) == []
    guest.leave()


def test_a_reload_goes_on_where_it_was(player: Player) -> None:
    page = player.lay("hex", ["me", "here"], options={"size": 3})
    with one_action(page):
        click(page, next_spot(page))
    told = page.inner_text("#log")
    player.page.reload()
    player.page.wait_for_function(READY)
    page.wait_for_selector("body[data-seq='2']")
    assert page.inner_text("#log") == told
    page.click("a.brand")
    page.wait_for_selector("#tables-mine .with-cover")


def test_later_visits_start_from_a_memory(player: Player) -> None:
    player.open()
    player.page.wait_for_selector("body[data-memory]", state="attached")
    player.page.reload()
    player.page.wait_for_function(READY)
    assert player.page.get_attribute("body", "data-from") == "memory"
    page = player.lay("hex", ["me", BEGINNER], options={"size": 3, "swap": False})
    play_to_the_end(page)


def decide_in(page: Inside) -> None:
    with one_action(page):
        click(page, next_spot(page))


FULL = """times => {
  const add = IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function (...row) {
    if (times-- > 0) throw new DOMException('full', 'QuotaExceededError')
    return add.apply(this, row)
  }
}"""


def test_where_no_room_is_left_the_memory_gives_way_and_then_the_match_waits(player: Player) -> None:
    page = player.lay("hex", ["me", "here"], options={"size": 5})
    player.page.wait_for_selector("body[data-memory]", state="attached")
    house = next(one for one in player.page.workers if one.url.endswith("worker.js"))
    house.evaluate(FULL, 1)
    decide_in(page)
    assert player.page.evaluate("async () => (await caches.match('python/snapshot')) === undefined")
    house.evaluate(FULL, 1)
    told = page.inner_text("#log")
    click(page, next_spot(page))
    page.wait_for_selector("#toasts :text('cannot keep any more')")
    assert page.inner_text("#log") == told
    decide_in(page)


def test_a_memory_that_cannot_be_used_is_forgotten(player: Player) -> None:
    player.page.wait_for_selector("body[data-memory]", state="attached")
    player.page.evaluate("""async () => {
        const [name] = await caches.keys()
        await (await caches.open(name)).put('python/snapshot', new Response(new Uint8Array(64)))
    }""")
    player.page.reload()
    player.page.wait_for_function(READY)
    assert player.page.get_attribute("body", "data-from") == "start"
    assert player.ask("GET", "/api/me")


def test_a_match_goes_out_as_a_file_and_comes_in_again(player: Player, tmp_path: Path) -> None:
    page = player.lay("hex", ["me", "here"], options={"size": 3})
    play_to_the_end(page)
    with player.page.expect_download() as saving:
        page.click("#finish a[download]")
    file = tmp_path / "match.json"
    saving.value.save_as(file)
    actions = json.loads(file.read_text())["actions"]
    page.click("#finish a:not([download])")
    page.wait_for_selector("#tables-finished .with-cover")
    before = page.locator("#tables-finished .with-cover").count()
    page.set_input_files("#match-file", file)
    page.wait_for_selector("body.over")
    assert page.inner_text("#log").count("\n") + 1 >= len(actions)
    assert len(player.ask("GET", "/api/tables?which=finished")) == before + 1


def test_the_analysis_board_is_there(player: Player) -> None:
    page = player.open("/analysis/hex")
    page.wait_for_selector("#analysis-card:not([hidden]) #studies a", state="attached")


def test_a_board_in_another_page_comes_from_the_site_and_leads_to_it(browser: Any, space: Space, player: Player,
                                                                     tmp_path: Path) -> None:
    """The last board of the documented example, and the same in full."""
    head, *_, last = EXAMPLE.read_text("utf8").replace(SERVER, space.address).split("<h2>")
    (tmp_path / "index.html").write_text(f"{head.partition('<body>')[0]}<body><h2>{last}", "utf8")
    own = Space(tmp_path)
    guest = Visitor(browser, own.address)
    guest.page.goto(own.address)
    frame = guest.page.frame_locator("iframe").frame_locator("#page")
    solve(frame)
    link = frame.locator("#embed-home").get_attribute("href")
    guest.leave()
    own.close()
    player.page.goto(f"{space.address}/{link}")
    player.page.wait_for_function(READY)
    player.inside.wait_for_selector("#analysis-card:has-text('b3')")


def test_the_rules_open_at_the_rule_that_an_address_names(player: Player) -> None:
    page = player.open("/rules/hex#HEX-END-1")
    page.wait_for_selector("#title:has-text('Hex')")
    page.wait_for_selector("#rules-text:has-text('Hex')")


def test_a_puzzle_is_tried_and_solved(player: Player) -> None:
    game = registry.game("hex")
    one = puzzles.of(game)[0]
    wrong = next(text for text in puzzles.opened(game, one).legal() if text not in one.answers)
    page = player.open(f"/puzzles/hex?id={one.id}")
    page.wait_for_selector(f"body[data-ready][data-puzzle='{one.id}']")
    page.click(f"#board .target[data-cell={wrong}]")
    page.wait_for_selector("#puzzle-note:has-text('Not this one')")
    page.click(f"#board .target[data-cell={one.answer}]")
    page.wait_for_selector("#puzzle-note.good:has-text('Right')")
    page.click("#puzzle-next")
    page.wait_for_function("id => document.body.dataset.puzzle !== id", arg=one.id)
    page.click("a.brand")
    page.wait_for_selector("#games a[href^='puzzles.html']")


def test_a_bad_file_is_answered_with_what_is_wrong(player: Player, tmp_path: Path) -> None:
    page = player.open()
    page.click("a.brand")
    page.wait_for_selector("#games li")
    file = tmp_path / "none.json"
    file.write_text(json.dumps({"format": "hexagora-match", "version": 1, "game": "hex", "options": {"size": 3},
                                "actions": ["a1", "z9"]}))
    page.set_input_files("#match-file", file)
    page.wait_for_selector("#toasts :text('action 2')")
    for broken in (file.read_bytes()[:-5], b""):
        (tmp_path / "cut.json").write_bytes(broken)
        page.set_input_files("#match-file", tmp_path / "cut.json")
        page.wait_for_selector("#toasts :text('cut.json is no match file, or it is cut short')")
        page.wait_for_selector("#toasts :text('cut.json')", state="detached")


def use_the_new_version(guest: Player, folder: Path) -> None:
    """The site is written anew, beside somebody who was there before; who is told, and takes it."""
    build(folder, stun=["stun.example.org:3478"])
    guest.page.reload()
    guest.page.wait_for_selector("#notes-deed:visible")
    assert guest.page.evaluate(STUN) == []  # nothing changes under anybody's hands
    with guest.page.expect_navigation():
        guest.page.click("#notes-deed")
    guest.page.wait_for_selector("body[data-kept]", state="attached")
    assert guest.page.evaluate(STUN) == ["stun:stun.example.org:3478"]


STUN = "async () => (await (await fetch('hexagora-site.json')).json()).stun"


REFUSING = """
for (const name of ['indexedDB', 'localStorage'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('refused', 'SecurityError') } })
const refused = async () => { throw new DOMException('refused', 'SecurityError') }
if (globalThis.caches) CacheStorage.prototype.open = refused
LockManager.prototype.query = LockManager.prototype.request = refused
"""


def test_a_browser_that_keeps_nothing_plays_all_the_same_and_says_so(browser: Any, space: Space, folder: Path) -> None:
    """As one whose owner lets no page keep anything."""
    guest = Player(browser, space, service_workers="block")
    worker = (folder / "site/worker.js").read_text("utf8") + REFUSING
    guest.context.add_init_script(REFUSING)
    guest.context.route("**/site/worker.js", lambda route: route.fulfill(body=worker, content_type="text/javascript"))
    guest.open()
    guest.page.wait_for_selector("#notes-words:has-text('keeps nothing')")
    guest.page.click("#notes-deed")
    page = guest.lay("hex", ["me", "friend"], options={"size": 3})
    page.wait_for_selector(".exchange input")
    page = guest.lay("hex", ["me", BEGINNER], options={"size": 3, "swap": False})
    play_to_the_end(page)
    page.click("a.brand")
    page.wait_for_selector("#tables-finished .with-cover")
    guest.leave()


def test_an_update_is_told_and_without_a_network_it_goes_on(browser: Any, folder: Path, tmp_path: Path) -> None:
    space = Space(shutil.copytree(folder, tmp_path / "site"))
    guest = Player(browser, space, **PHONE, locale="it-IT")
    try:
        guest.open()
        guest.page.wait_for_selector("body[data-kept]", state="attached")
        use_the_new_version(guest, tmp_path / "site")
        space.close()
        guest.page.reload()
        guest.page.wait_for_function(READY)
        page = guest.lay("hex", ["me", BEGINNER], options={"size": 4, "swap": False})
        for _ in range(2):
            page.wait_for_function("() => document.querySelector('#board .target.possible')")
            with one_action(page):
                page.locator("#board .target.possible .dot").first.tap()
                if page.locator("#actions .primary").count():
                    page.locator("#actions .primary").first.tap()
        guest.page.evaluate("location.hash = '/learn/hex'")
        page.wait_for_selector("body[data-step]")
        assert page.get_attribute("html", "lang") == "it"
    finally:
        guest.leave()


STYLE, PAGE = "site/join.css", "rules.html"


def publish_another_version(folder: Path) -> None:
    for name in (STYLE, PAGE):
        (folder / name).write_text(f"{(folder / name).read_text('utf8')}\n", "utf8")
    shutil.copyfile(OWN / "service.js", folder / "service.js")
    (folder / MARK).unlink()
    _index(folder, [])


LOOK_FOR_ANOTHER = """async () => {
  const found = await navigator.serviceWorker.getRegistration()
  const state = new Promise(resolve => {
    found.onupdatefound = () => {
      const { installing } = found
      installing.onstatechange = () => resolve(installing.state)
    }
  })
  await found.update()
  return state
}"""


@pytest.fixture(scope="module")
def regular(browser: Any, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Path]]:
    """Somebody who has been at a site before, and its folder."""
    site = shutil.copytree(folder, tmp_path_factory.mktemp("often") / "site")
    space = Space(site)
    guest = Player(browser, space)
    guest.open()
    guest.page.wait_for_selector("body[data-kept]", state="attached")
    guest.page.reload()
    guest.page.wait_for_selector("body[data-kept]", state="attached")
    yield guest, site
    guest.leave()
    space.close()


@pytest.mark.parametrize("late", [STYLE, PAGE, MARK])
def test_a_version_that_is_being_written_is_taken_when_it_is_whole(regular: tuple[Player, Path], late: str) -> None:
    guest, site = regular
    before = (site / late).read_bytes()
    publish_another_version(site)
    whole = (site / late).read_bytes()
    (site / late).write_bytes(before)
    assert guest.page.evaluate(LOOK_FOR_ANOTHER) == "redundant"
    assert not guest.page.is_visible("#notes-deed")
    (site / late).write_bytes(whole)
    assert guest.page.evaluate(LOOK_FOR_ANOTHER) == "installed"
    guest.page.wait_for_selector("#notes-deed:visible")
    with guest.page.expect_navigation():
        guest.page.click("#notes-deed")
    guest.page.wait_for_selector("body[data-kept]", state="attached")


def test_a_web_space_may_send_pages_on_add_to_them_and_know_few_kinds_of_files(browser: Any, folder: Path) -> None:
    space = Space(folder, Fussy)
    guest = Player(browser, space, **PHONE)
    guest.open()
    page = guest.lay("hex", ["me", BEGINNER], options={"size": 3, "swap": False})
    assert page.evaluate("[location.pathname, visits]") == ["/table", 1]
    guest.page.wait_for_selector("body[data-kept]", state="attached")
    space.close()
    guest.page.reload()
    guest.page.wait_for_function(READY)
    guest.inside.wait_for_selector("body[data-seq]")
    play_to_the_end(guest.inside, press=tap)
    guest.leave()


def test_two_sites_at_one_web_space_leave_each_other_what_is_kept(browser: Any, folder: Path, tmp_path: Path) -> None:
    names = ("one", "another")
    for name in names:
        publish_another_version(shutil.copytree(folder if name == names[0] else tmp_path / names[0], tmp_path / name))
    space = Space(tmp_path)
    guest = Visitor(browser, space.address)
    for name in names:
        guest.page.goto(f"{space.address}/{name}/")
        guest.page.wait_for_selector("body[data-kept]", state="attached")
    space.close()
    guest.page.goto(f"{space.address}/{names[0]}/")
    guest.page.wait_for_function(READY)
    guest.leave()


def decide(page: firefox.Page) -> None:
    """The first thing that the keyboard offers, and the bot's answer."""
    before = page.run("() => document.body.dataset.seq")
    page.run("() => document.querySelector('#board').focus()")
    page.press(".")
    page.press("Enter")
    page.until("before => Number(document.body.dataset.seq) >= Number(before) + 2", before)


LAY = """async body => {
  const answer = await hexagora.ask('POST', '/api/tables', body)
  location.hash = (await answer.json()).url
}"""


def meet(host: firefox.Page, friend: firefox.Page) -> None:
    """A friend comes to a new table of the host, and sits down."""
    here, there = firefox.Inside(host), firefox.Inside(friend)
    host.run(LAY, json.dumps({"game": "hex", "seats": [{"kind": "me"}, {"kind": "friend"}], "options": {"size": 3}}))
    here.sees(".exchange input")
    friend.goto(here.run("() => document.querySelector('.exchange input').value"))
    there.sees("#join input")
    here.fill(".exchange textarea", there.run("() => document.querySelector('#join input').value"))
    here.click(".exchange button.primary")
    there.click("#waiting-seats button.primary")


def test_in_firefox_with_a_bot_with_a_friend_and_without_a_network(fox: firefox.Firefox, folder: Path) -> None:
    """One visit, since starting takes long: a table, a friend in another window, and all that is kept."""
    space = Space(folder)
    host, friend = fox.somebody(space.address), fox.somebody(space.address)
    try:
        host.goto("/")
        host.until(READY)
        page = firefox.Inside(host)
        page.click("[data-quick=hex]")
        page.sees("body[data-seq] #board .cell")
        decide(page)
        table, told = host.run("() => location.hash.slice(1)"), page.text("#log")
        meet(host, friend)
        for inside in (page, firefox.Inside(friend)):
            inside.sees("body:not(.waits)[data-seq] #board .cell")
        host.until("() => 'kept' in document.body.dataset")
        space.close()
        friend.leave()
        host.run("table => { location.hash = table }", table)
        page.until("told => document.querySelector('#log')?.innerText === told", told)
        host.reload()
        host.until(READY)
        page.sees("body[data-seq] #board .cell")
        assert page.text("#log") == told
        decide(page)
    finally:
        host.leave()


# friends, from browser to browser


def answered(host: Player, friend: Player) -> str:
    """The friend follows the link that the host's page shows; the answer to send back."""
    field = ".exchange input"
    host.inside.wait_for_selector(field)
    friend.page.goto("about:blank")  # an address that differs behind the # alone would be no new page
    friend.page.goto(host.inside.input_value(field))
    friend.page.wait_for_function("() => frames[0].document.querySelector('#join input')")
    return str(friend.inside.input_value("#join input"))


def enter(host: Player, answer: str) -> None:
    host.inside.fill(".exchange textarea", answer)
    host.inside.press(".exchange textarea", "Tab")
    host.page.keyboard.press("Enter")


def at_the_table(friend: Player) -> Inside:
    friend.page.wait_for_function("() => frames[0].document.body?.dataset.seq && frames[0].location.search")
    return friend.inside


@pytest.fixture
def friends(browser: Any, space: Space) -> Iterator[tuple[Player, Player]]:
    """Somebody at a desk, and somebody with a phone. What comes over a line to the phone is kept."""
    both = Player(browser, space), Player(browser, space, **PHONE, locale="it-IT")
    both[1].context.add_init_script(CAME_IN)
    for one in both:
        one.page.on("dialog", lambda asked: asked.accept())  # leaving would break the line: really?
    both[0].open()
    yield both
    for one in both:
        one.leave()


CAME_IN = """
window.cameIn = []
const made = RTCPeerConnection.prototype.createDataChannel
RTCPeerConnection.prototype.createDataChannel = function (...given) {
  const channel = made.apply(this, given)
  const text = data => new TextDecoder().decode(new Uint8Array(data).subarray(1))
  channel.addEventListener('message', ({ data }) => cameIn.push(text(data)))
  return channel
}
"""


def take_turns(host: Inside, friend: Inside, most: int = 100) -> None:
    """Both click what they can until the match is over, or that often."""
    for _ in range(most):
        if host.evaluate(VISIBLE)["over"]:
            return
        page = host if host.query_selector("#prompt.mine") else friend
        with one_action(page):
            click(page, next_spot(page))
        other = friend if page is host else host
        other.wait_for_function("seq => document.body.dataset.seq === seq", arg=page.get_attribute("body", "data-seq"))


def test_two_people_without_a_server(friends: tuple[Player, Player]) -> None:
    """A whole match over a line from browser to browser, which breaks in between and is mended."""
    host, friend = friends
    page = host.lay("hex", ["me", "friend"], options={"size": 3, "swap": False})
    enter(host, answered(host, friend))
    there = at_the_table(friend)
    there.tap("#waiting-seats button.primary")
    page.wait_for_selector("body:not(.waits)")
    there.wait_for_selector("body:not(.waits)")
    take_turns(page, there, most=2)
    assert {next(iter(json.loads(text))) for text in friend.page.evaluate("cameIn")} <= {"welcome", "id", "line"}
    friend.page.reload()
    host.page.wait_for_selector("#notes:not([hidden])")
    host.page.click("#notes-deed")
    enter(host, answered(host, friend))
    there = at_the_table(friend)
    there.wait_for_selector("body[data-seq='3']")
    take_turns(page, there)
    there.wait_for_selector("body.over")
    assert host.ask("GET", "/api/tables?which=finished")


def test_somebody_with_firefox_plays_with_somebody_with_chromium(fox: firefox.Firefox, player: Player,
                                                                 space: Space) -> None:
    player.page.on("dialog", lambda asked: asked.accept())
    here = player.lay("hex", ["me", "friend"], options={"size": 3})
    here.wait_for_selector(".exchange input")
    friend = fox.somebody(space.address)
    friend.goto(here.input_value(".exchange input"))
    there = firefox.Inside(friend)
    there.sees("#join input")
    enter(player, there.run("() => document.querySelector('#join input').value"))
    there.click("#waiting-seats button.primary")
    for seq in ("2", "4"):
        with one_action(here):
            click(here, next_spot(here))
        there.sees(f"body[data-seq='{seq}'] #board .target.possible .dot")
        there.run("() => document.querySelector('#board').focus()")
        there.press(".")
        there.press("Enter")
        here.wait_for_selector(f"body[data-seq='{int(seq) + 1}']")
    assert there.text("#log") == here.inner_text("#log")
    friend.leave()


def test_in_games_with_secrets_both_are_told_on_whose_device_they_lie(friends: tuple[Player, Player]) -> None:
    host, friend = friends
    secretive = next(game for game in map(registry.game, registry.SUPPLIED) if game.facts.hidden)
    page = host.lay(secretive.id, ["me"] + ["friend"] * (secretive.facts.players[0] - 1))
    page.wait_for_selector("#waiting:has-text('All of them lie on this device')")
    enter(host, answered(host, friend))
    at_the_table(friend).wait_for_selector("#waiting:has-text('sul dispositivo di chi ti ha invitato')")


def test_an_answer_to_another_link_is_told_at_once_and_the_right_one_still_counts(player: Player) -> None:
    said = player.page.evaluate("""async () => {
        const { answering, inviting } = await import('./site/channel.js')
        const heard = { heard() {}, lost() {}, open() {} }
        const opened = new Promise(open => { heard.open = open })
        const [older, newer] = [await inviting([], 1000, heard), await inviting([], 1000, heard)]
        const late = await answering(older.code, [], 1000, heard), right = await answering(newer.code, [], 1000, heard)
        const said = await newer.answered(late.code).catch(error => error.message)
        await newer.answered(right.code)
        await opened
        for (const { channel } of [older, newer, late, right]) channel.close()
        return said
    }""")
    assert said == "old"


def test_browsers_that_do_not_find_each_other_stop_looking(browser: Any, space: Space) -> None:
    guest = Player(browser, space)
    guest.page.clock.install()
    guest.page.goto(f"{space.address}/#/join")
    guest.page.wait_for_function("() => frames[0].document.querySelector('#join-code')")
    guest.page.evaluate("""async () => {
        const { answering } = await import('./site/channel.js')
        window.states = []
        const invitation = await hexagora.invite('table', () => states.push(invitation.state))
        const { code, channel } = await answering(invitation.link, [], 1000, { open() {}, heard() {}, lost() {} })
        channel.peer.close() // nobody is there any more
        await invitation.answered(code)
    }""")
    assert guest.page.evaluate("states") == ["connecting"]
    guest.page.clock.fast_forward(31_000)
    guest.page.wait_for_function("() => states.at(-1) === 'failed'")
    guest.leave()


ASKED = """
window.asked = []
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(settings) {
    super(settings)
    asked.push(this.getConfiguration().iceServers.flatMap(one => one.urls))
  }
}
"""


@pytest.mark.parametrize("servers", [[], ["stun:127.0.0.1:9", "stun:127.0.0.1:10"]])
def test_browsers_ask_the_stun_servers_of_the_site_and_nobody_else(browser: Any, space: Space, folder: Path,
                                                                   servers: list[str]) -> None:
    """On both sides of an invitation, which are one page here."""
    guest = Player(browser, space)
    listed = {**json.loads((folder / MARK).read_text()), "stun": servers}
    guest.context.route(f"**/{MARK}", lambda route: route.fulfill(json=listed))
    guest.context.add_init_script(ASKED)
    guest.page.goto(f"{space.address}/#/join")
    guest.page.wait_for_function("() => frames[0].document.querySelector('#join-code')")
    guest.page.evaluate("async () => hexagora.join((await hexagora.invite('table', () => {})).link, () => {})")
    assert guest.page.evaluate("asked") == [servers] * 2
    guest.leave()


def test_what_a_stun_server_tells_goes_into_the_code(player: Player) -> None:
    """So that a friend in another network knows where to look."""
    server = StunServer("203.0.113.7", 4321)
    described = player.page.evaluate("""async stun => {
        const [{ inviting }, { decoded }] = await Promise.all([import('./site/channel.js'), import('./site/codes.js')])
        const { code, channel } = await inviting([stun], 1000, { open() {}, heard() {}, lost() {} })
        channel.close()
        return decoded(code, 'offer').sdp
    }""", server.address)
    server.close()
    assert server.asked
    assert "203.0.113.7 4321 typ srflx" in described


PLACES = ("1f196a2a-4573-4db5-beca-469ec80beef4.local 44750 typ host", "192.0.2.2 45689 typ host",
          "fd00:0:0:0:0:0:a0:2 40996 typ host", "198.51.100.7 1 typ srflx raddr 0.0.0.0 rport 0")
DESCRIBED = "\r\n".join(["v=0", *(f"a=candidate:{k} 1 udp 2113937151 {place}" for k, place in enumerate(PLACES)),
                         "a=candidate:9 1 tcp 1518280447 192.0.2.2 9 typ host tcptype active", "a=ice-ufrag:d6z+U1",
                         "a=ice-pwd:3DI2sw3pjT7AIhHUoh/eITTQ", f"a=fingerprint:sha-256 {':'.join(['A7'] * 32)}", ""])
CROWDED = DESCRIBED.replace(NEAR := f"a=candidate:0 1 udp 2113937151 {PLACES[0]}\r\n", NEAR * 9)  # many networks


def test_a_code_holds_what_browsers_must_know(player: Player) -> None:
    code, built, crowded, wrong = player.page.evaluate("""async ([sdp, many]) => {
        const { coded, decoded } = await import('./site/codes.js')
        const code = coded({ type: 'offer', sdp })
        const refused = (text, kind = 'offer') => { try { decoded(text, kind) } catch (error) { return error.message } }
        const other = code.slice(0, 40) + (code[40] === 'A' ? 'B' : 'A') + code.slice(41)
        return [code, decoded(` https://example.org/index.html#/join/${code}\n`, 'offer').sdp,
          decoded(coded({ type: 'offer', sdp: many }), 'offer').sdp,
          [refused(code.slice(0, -9)), refused(other), refused(code, 'answer'), refused('x'.repeat(700)), refused('')]]
    }""", [DESCRIBED, CROWDED])
    assert len(code) < 200
    assert wrong == ["cut", "cut", "other", "unknown", "cut"]
    assert PLACES[-1] in crowded
    lines = built.split("\r\n")
    assert [line.split(" ", 4)[4] for line in lines if line.startswith("a=candidate")] == list(PLACES)
    assert {line for line in DESCRIBED.split("\r\n") if line.startswith(("a=ice", "a=finger"))} < set(lines)


READ_HERE = 190  # bytes of a code that the tests can read themselves


@pytest.mark.parametrize("length", [20, 130, 168, 240, 420, 800])
def test_a_code_for_phones_is_drawn_as_others_draw_it(player: Player, length: int) -> None:
    text = "https://example.org/".ljust(length, "x")
    rows = player.page.evaluate("async text => (await import('./site/qr.js')).modules(text)", text)
    known = (segno.make(text, error="l", mode="byte", micro=False, boost_error=False, mask=mask) for mask in range(8))
    assert any([list(map(bool, row)) for row in one.matrix] == rows for one in known)
    assert length > READ_HERE or qr_codes.decoded(rows) == text


def test_a_server_lends_the_engine_to_a_browser(browser: Any, folder: Path, tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot, a hint and a review, at a server whose own bots would be asked in vain."""
    async def asked_in_vain(*_: Any) -> None:
        raise AssertionError("the server thinks")

    monkeypatch.setattr(thinkers, "SLACK", PATIENCE)  # however slow this machine is
    monkeypatch.setattr(thinkers.Thinkers, "_ask", asked_in_vain)
    with serving(settings(tmp_path, site=str(folder), browser_bots=True)) as server:
        guest = Visitor(browser, server.address)
        made = guest.make("hex", ["me", BEGINNER], options={"size": 3, "swap": False})
        page = guest.sit(made["url"])
        telling = server.hall.rooms[made["table"]].telling
        wait_until(lambda: any(viewer.lender.ready for viewer in list(telling.viewers)))
        page.click("#tool-hint")
        page.wait_for_selector("#hint-list button")
        play_to_the_end(page)
        assert server.hall.metrics.lent.labels("answered")._value.get() >= 1
        page.click("#finish .analysis button")
        page.wait_for_selector("#finish .analysis svg")
        guest.leave()
