"""A real Firefox for the tests of the client, spoken to in WebDriver BiDi over its own socket: no driver is needed.

Everybody in it has a user context, with cookies and storage of their own.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.support import wait_until

FIREFOX = os.environ.get("HEXAGORA_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 180  # seconds: only what hangs takes so long
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
QUIET = ('user_pref("datareporting.policy.dataSubmissionEnabled", false);', 'user_pref("app.update.enabled", false);',
         'user_pref("browser.startup.homepage_override.mstone", "ignore");', 'user_pref("ui.prefersReducedMotion", 1);',
         'user_pref("network.captive-portal-service.enabled", false);', 'user_pref("intl.accept_languages", "en-GB");',
         'user_pref("network.connectivity-service.enabled", false);',
         'user_pref("permissions.default.desktop-notification", 1);',
         'user_pref("media.peerconnection.ice.obfuscate_host_addresses", false);',
         'user_pref("media.peerconnection.ice.loopback", true);')  # fmt: skip
CUT_SHORT = "Image corrupt or truncated"
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "ArrowRight": "\ue014", "ArrowLeft": "\ue012"}

LISTENS = "body:not([inert])"  # what a page is once its script has begun
SHOWN = """(selector, text) => [...document.querySelectorAll(selector)]
  .some(one => one.checkVisibility({ visibilityProperty: true }) && one.textContent.includes(text))"""
CENTRE = """(selector, text) => {
  const shown = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility())
  const node = shown.find(one => one.textContent.includes(text))
  node.scrollIntoView({ block: 'center', inline: 'center' })
  const box = node.getBoundingClientRect()
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
}"""
FILL = """(selector, value) => {
  const field = document.querySelector(selector)
  field.focus()
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}"""


class Firefox:
    """The running browser: commands go out with a number, answers and events come back in any order."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.numbers = itertools.count(1)
        self.problems: dict[str, list[str]] = {}
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded":
                self._note(answer["params"])
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer}"
                return dict(answer["result"])

    def _note(self, entry: dict[str, Any]) -> None:
        """Covers that are not there are drawn; pictures that were still coming when somebody left are cut short."""
        if entry["level"] == "error" and not any(one in str(entry) for one in ("/cover.jpg", CUT_SHORT)):
            self.problems.setdefault(entry["source"].get("context", ""), []).append(str(entry.get("text")))

    def somebody(self, address: str, size: tuple[int, int] = (1280, 860)) -> "Page":
        person = self.call("browser.createUserContext")["userContext"]
        context = self.call("browsingContext.create", type="tab", userContext=person)["context"]
        self.call("browsingContext.setViewport", context=context, viewport={"width": size[0], "height": size[1]})
        return Page(self, address, context, person)


class Page:
    """What one person sees."""

    def __init__(self, firefox: Firefox, address: str, context: str, person: str):
        self.firefox, self.address, self.context, self.person = firefox, address, context, person

    def goto(self, url: str) -> "Page":
        whole = url if url.startswith("http") else self.address + url
        self.firefox.call("browsingContext.navigate", context=self.context, url=whole, wait="complete")
        self.sees(LISTENS)
        return self

    def reload(self) -> None:
        self.firefox.call("browsingContext.reload", context=self.context, wait="complete")
        self.sees(LISTENS)

    def run(self, function: str, *arguments: Any) -> Any:
        """The result of a function in the page, awaited."""
        given = [{"type": "string", "value": one} if isinstance(one, str) else {"type": "boolean", "value": one}
                 for one in arguments]
        found = self.firefox.call("script.callFunction", functionDeclaration=function, awaitPromise=True,
                                  arguments=given, target={"context": self.context})
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return _plain(found["result"])

    def sees(self, selector: str, text: str = "", seen: bool = True) -> None:
        """Waits until something of the kind is seen, or is not any more."""
        self.until(SHOWN, selector, text, wanted=seen)

    def until(self, function: str, *arguments: Any, wanted: bool = True) -> None:
        """Waits until the function says so. Each look is short: a page that goes away takes its promises with it."""
        wait_until(lambda: bool(self.run(function, *arguments)) == wanted)

    def click(self, selector: str, text: str = "") -> None:
        """With the pointer, as a person does."""
        self.sees(selector, text)
        x, y = self.run(CENTRE, selector, text)
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]
        self.firefox.call("input.performActions", context=self.context,
                          actions=[{"type": "pointer", "id": "mouse", "actions": steps}])

    def fill(self, selector: str, value: str) -> None:
        self.sees(selector)
        self.run(FILL, selector, value)

    def press(self, *keys: str) -> None:
        steps = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.firefox.call("input.performActions", context=self.context,
                          actions=[{"type": "key", "id": "keys", "actions": steps}])

    def text(self, selector: str) -> str:
        return str(self.run("selector => document.querySelector(selector).innerText", selector))

    def picture(self, path: Path) -> None:
        import base64

        data = self.firefox.call("browsingContext.captureScreenshot", context=self.context)["data"]
        path.write_bytes(base64.b64decode(data))

    def leave(self) -> None:
        self.firefox.call("browser.removeUserContext", userContext=self.person)
        assert not self.firefox.problems.get(self.context), self.firefox.problems[self.context]


class Inside(Page):
    """The page in the frame of a page, whichever is there now."""

    def __init__(self, outer: Page):
        self.outer = outer
        super().__init__(outer.firefox, outer.address, outer.context, outer.person)

    def run(self, function: str, *arguments: Any) -> Any:
        self._enter()
        return super().run(function, *arguments)

    def _enter(self) -> None:
        tree = self.firefox.call("browsingContext.getTree", root=self.outer.context)
        self.context = tree["contexts"][0]["children"][0]["context"]


def _plain(value: dict[str, Any]) -> Any:
    if value["type"] == "array":
        return [_plain(one) for one in value["value"]]
    return value.get("value")


@contextmanager
def running(folder: Path) -> Iterator[Firefox]:
    assert FIREFOX
    (folder / "user.js").write_text("\n".join(QUIET))
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert process.stderr
        address = next(found[1] for line in process.stderr if (found := LISTENING.search(line)))
        with connect(f"{address}/session", max_size=None, open_timeout=PATIENCE) as socket:
            yield Firefox(socket)
    finally:
        process.kill()
        process.wait()
