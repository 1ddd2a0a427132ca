"""Keeping an identity in a real browser: a passkey of a virtual device, a recovery code, what becomes of tables."""

from typing import Any

import pytest

from tests.web.conftest import Visitor
from tests.web.test_everyone import PHONE, barriers
from tests.web.test_locales import english

AUTHENTICATOR = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
                 "isUserVerified": True, "automaticPresenceSimulation": True}


def with_key(guest: Visitor, *credentials: Any) -> tuple[Any, str]:
    """A device with an authenticator of its own, which knows these passkeys already."""
    guest.address = guest.address.replace("127.0.0.1", "localhost")  # passkeys belong to a name
    cdp = guest.context.new_cdp_session(guest.page)
    cdp.send("WebAuthn.enable")
    device = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    for credential in credentials:
        cdp.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": credential})
    return cdp, device


def test_a_passkey_brings_everything_to_another_device(visitor: Any) -> None:
    anna, phone = visitor(), visitor()
    cdp, device = with_key(anna)
    page = anna.sit("/me")
    page.fill("#name", "Anna")
    page.press("#name", "Enter")
    page.click("#passkey-add")
    page.wait_for_selector("#passkeys li:has-text('My passkey')")
    page.wait_for_selector("#keep-state:has-text('from any device')")
    anna.make("hex", ["me", "here"])
    synced = cdp.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    with_key(phone, *synced)
    theirs = phone.sit("/me")
    theirs.click("#back-passkey")
    theirs.wait_for_url("**/mine")
    theirs.wait_for_selector("#running .match:has-text('Hex')")
    page.click("#passkeys button")
    page.click("#sure-yes")
    page.wait_for_selector("#passkeys li", state="detached")
    theirs.goto(f"{phone.address}/me")
    theirs.click("#back-passkey")
    theirs.wait_for_selector("#toasts .problem:has-text('belongs to nobody')")
    phone.problems.clear()  # the browser reports the refusal


def test_a_code_is_typed_on_a_device_that_has_tables_and_they_come_along(visitor: Any) -> None:
    anna, phone = visitor(), visitor(**PHONE)
    page = anna.sit("/me")
    page.wait_for_selector("#no-passkeys:visible")  # the address is a number
    page.fill("#name", "Anna")
    page.press("#name", "Enter")
    page.wait_for_selector("#toasts :text('Anna')")
    page.click("#code-make")
    page.wait_for_selector("#code:visible")
    code = page.inner_text("#code")
    phone.make("sigil", ["me", "here"])
    theirs = phone.sit("/me")
    theirs.fill("#back-code", code.lower())
    theirs.press("#back-code", "Enter")
    theirs.wait_for_selector("#merge[open]:has-text('Anna')")
    assert theirs.evaluate("document.documentElement.scrollWidth") <= 360
    theirs.click("#merge-along")
    theirs.wait_for_selector("#running .match:has-text('Sigil')")
    page.goto(f"{anna.address}/mine")
    page.wait_for_selector("#running .match:has-text('Sigil')")


def test_nothing_is_lost_in_a_form_before_the_page_listens(visitor: Any) -> None:
    anna = visitor()
    held: list[Any] = []
    anna.page.route("**/js/page.js", lambda route: held.append(route))
    with anna.page.expect_request("**/js/page.js"):
        anna.page.goto(f"{anna.address}/me", wait_until="commit")
    anna.page.wait_for_selector("#name")
    anna.page.evaluate("document.getElementById('name').focus()")
    assert anna.page.evaluate("document.activeElement.id") == ""
    held[0].continue_()
    anna.page.wait_for_selector("body:not([inert])")
    anna.page.fill("#name", "Anna")
    anna.page.press("#name", "Enter")
    anna.page.wait_for_selector("#toasts :text('Anna')")


def test_who_deletes_everything_begins_as_nobody(visitor: Any) -> None:
    anna = visitor()
    page = anna.sit("/me")
    page.fill("#name", "Anna")
    page.press("#name", "Enter")
    page.wait_for_selector("#toasts :text('Anna')")
    with page.expect_download() as file:
        page.click("text=Download everything")
    assert file.value.suggested_filename == "hexagora-my-data.zip"
    page.click("#forget")
    page.click("#sure-yes")
    page.wait_for_selector("[data-game-card]")
    assert page.input_value("#name") == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_serious_barrier_speaks_italian_and_fits_a_phone(visitor: Any, scheme: str) -> None:
    guest = visitor(color_scheme=scheme, **PHONE, locale="it-IT")
    page = guest.sit("/me")
    page.click("#code-make")
    page.wait_for_selector("#code:visible")
    assert barriers(page) == []
    assert english(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
