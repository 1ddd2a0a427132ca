"""Being told of a turn with no page open: pushes are asked for, come and are ended; a mail address is confirmed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.outsiders import MAIL_HOST, Browser, MailServer, mail_server
from tests.server.support import Served, serving, settings
from tests.web.conftest import Visitor
from tests.web.test_everyone import PHONE, barriers
from tests.web.test_locales import english
from tests.web.test_presence import named
from tests.web.test_together import DAYS

# a push manager whose service is nowhere: what it would give the page is given by the test
MANAGER = """keys => {
  let made = null
  const subscription = { endpoint: keys.endpoint, options: {}, toJSON: () => ({ endpoint: keys.endpoint, keys }),
    unsubscribe: async () => { made = null } }
  PushManager.prototype.getSubscription = async () => made
  const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) =>
    (made = { ...subscription, options: { applicationServerKey: bytes(key) } })
}"""


def reachable(guest: Visitor, name: str = "browser") -> Visitor:
    """A browser with a push service, which allows notifications."""
    guest.address = guest.address.replace("127.0.0.1", "localhost")  # browsers trust it like https
    guest.context.grant_permissions(["notifications"], origin=guest.address)
    guest.page.add_init_script(f"({MANAGER})({json.dumps(Browser(name).subscription)})")
    return guest


def told_browsers(guest: Visitor) -> int:
    return int(guest.context.request.get(f"{guest.address}/api/me/channels").json()["browsers"])


def test_a_table_with_days_offers_to_tell_and_the_worker_shows_what_comes(visitor: Any) -> None:
    anna, bert = reachable(named(visitor(), "Anna")), visitor()
    made = anna.make("hex", ["me", "friend"], clock=DAYS)
    bert.sit(made["links"][0]["url"])
    page = anna.sit(made["url"])
    page.wait_for_selector("#push-offer:visible")
    page.click("#push-offer .primary")
    page.wait_for_selector(".toast:has-text('tells you')")
    assert not page.is_visible("#push-offer")
    assert told_browsers(anna) == 1
    cdp = anna.context.new_cdp_session(page)
    workers: list[Any] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    cdp.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    told = {"title": "Hex: it is your turn", "body": "with Bert", "url": made["url"], "topic": made["table"]}
    cdp.send("ServiceWorker.deliverPushMessage", {"origin": anna.address, "data": json.dumps(told),
                                                  "registrationId": workers[0]["registrationId"]})
    page.wait_for_function("""async () => {
      const shown = await (await navigator.serviceWorker.ready).getNotifications()
      return shown.length === 1 && shown[0].title === 'Hex: it is your turn' && shown[0].body === 'with Bert'
    }""")
    page.reload()  # who looks needs no notice any more
    page.wait_for_function("async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 0")


def test_being_told_is_switched_in_the_settings_and_on_the_page_about_oneself(visitor: Any) -> None:
    anna = reachable(visitor())
    page = anna.sit("/me")
    page.wait_for_selector("#push-state:has-text('does not tell you')")
    page.click("#push-switch")
    page.wait_for_selector("#push-state:has-text('This browser tells you')")
    assert told_browsers(anna) == 1
    page.click("#open-settings")
    with page.expect_response("**/api/me/push/remove"):
        page.select_option("#settings select[name=notices]", "off")
    assert told_browsers(anna) == 0
    with page.expect_response("**/api/me/push"):
        page.select_option("#settings select[name=notices]", "push")
    assert told_browsers(anna) == 1


def test_a_browser_that_does_not_allow_it_says_so(visitor: Any) -> None:
    anna = visitor()
    anna.address = anna.address.replace("127.0.0.1", "localhost")
    anna.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page = anna.sit("/me")
    page.click("#push-switch")
    page.wait_for_selector(".toast.problem:has-text('does not allow')")
    assert "does not tell you" in page.inner_text("#push-state")


def test_a_phone_that_tells_only_what_is_installed_says_how(visitor: Any) -> None:
    anna = visitor(**PHONE)
    anna.address = anna.address.replace("127.0.0.1", "localhost")
    anna.page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
    anna.page.add_init_script("delete window.PushManager")
    page = anna.sit(anna.make("hex", ["me", "here"], clock=DAYS)["url"])
    page.wait_for_selector("#push-offer:visible:has-text('Add to Home Screen')")
    assert page.locator("#push-offer .primary").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("#push-offer button")
    page.wait_for_selector("#push-offer", state="hidden")
    page = anna.sit("/me")
    page.wait_for_selector("#push-state:has-text('Add to Home Screen')")
    assert not page.is_visible("#push-switch")


@pytest.fixture
def post(tmp_path: Path) -> Iterator[MailServer]:
    with mail_server(tmp_path) as running:
        yield running


@pytest.fixture
def mailing(tmp_path: Path, post: MailServer) -> Iterator[Served]:
    with serving(settings(tmp_path, smtp_host=MAIL_HOST, smtp_port=post.port, public_url="http://localhost",
                          smtp_ca=str(tmp_path / f"{MAIL_HOST}.pem"), smtp_from="hexagora@example.org")) as running:
        yield running


def test_an_address_is_confirmed_from_the_mail_also_on_another_device(browser: Any, mailing: Served,
                                                                      post: MailServer) -> None:
    anna = Visitor(browser, mailing.address, locale="it-IT", color_scheme="dark", **PHONE)
    phone = Visitor(browser, mailing.address, locale="it-IT")
    page = anna.sit("/me")
    page.fill("#mail-address", "anna@example.org")
    page.press("#mail-address", "Enter")
    page.wait_for_selector("#mail-state:has-text('anna@example.org')")
    assert barriers(page) == []
    assert english(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    data = post.mails[0][1].get_payload(decode=True)
    assert isinstance(data, bytes)
    (link,) = [line for line in data.decode().splitlines() if "/mail/confirm/" in line]
    theirs = phone.page
    theirs.goto(mailing.address + link.removeprefix("http://localhost"))
    theirs.click("button:has-text('Conferma questo indirizzo')")
    theirs.wait_for_selector("text=Il tuo indirizzo è confermato.")
    page.reload()
    page.wait_for_selector("#mail-state:has-text('I messaggi vanno a anna@example.org')")
    page.click("#mail-remove")
    page.wait_for_selector("#mail-form:visible")
    for guest in (anna, phone):
        guest.leave()
