"""Links that work for others: the address in the network, a code for phones, a clear word where nobody can follow."""

import re
from pathlib import Path
from typing import Any

import pytest

from hexagora.server import addresses
from tests.server.support import Served, serving, settings
from tests.web.clicking import until
from tests.web.conftest import Visitor


def shared(page: Any) -> str:
    page.click("[data-tool=share]")
    page.wait_for_selector("#share .invitation")
    return str(page.input_value("#share .invitation input"))


def test_a_server_for_one_machine_says_that_others_cannot_come(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    shared(page)
    assert "hexagora serve --lan" in page.inner_text("#share")
    assert not page.locator("#share .qr").count()


def test_invitations_carry_the_address_in_the_network(browser: Any, tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "in_local_network", lambda: "192.168.1.7")
    with serving(settings(tmp_path, host="0.0.0.0")) as server:
        guest = Visitor(browser, server.address.replace("127.0.0.1", "localhost"))
        page = guest.sit(guest.make("hex", ["me", "here"])["url"])
        port = server.address.rpartition(":")[2]
        assert shared(page).startswith(f"http://192.168.1.7:{port}/t/")
        page.wait_for_function("() => document.querySelector('#share .qr').naturalWidth > 0")
        resume = page.input_value("#share-list > li:last-child input")
        assert resume.startswith(f"http://192.168.1.7:{port}/t/")
        heard = page.locator("#share").aria_snapshot()
        copying = re.findall(r'button "Copy: ([^"]+)"', heard)
        assert copying == re.findall(r'textbox "([^"]+)"', heard)
        assert len(set(copying)) == len(copying) > 1
        guest.leave()


def test_a_link_is_copied_also_without_https(server: Served, visitor: Any) -> None:
    guest = visitor()
    guest.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = guest.sit(guest.make("hex", ["me", "here"])["url"])
    link = shared(page)
    page.click("#share .invitation button")
    page.wait_for_selector(".toast:has-text('Copied')")
    page.click("#share [data-close]")
    page.click("#tab-chat")
    page.focus("#chat-input")
    page.keyboard.press("Control+V")
    until(lambda: page.input_value("#chat-input") == link)
