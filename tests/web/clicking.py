"""Playing by clicks alone: sees only what a person sees, the highlighted things, and clicks them."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

# What can be clicked now. A question or a cover goes before everything else.
CLICKABLE = """() => {
  const all = selector => [...document.querySelectorAll(selector)]
  if (all('dialog[open]').length) return all('#question-answers button')
  if (!document.querySelector('#cover').hidden) return all('#cover-open')
  if (all('#actions .confirmation').length) return all('#actions .primary')
  return [...all('#board .target.possible .dot, #board .border-target.possible, #board .piece.possible .ring'),
    ...all('#actions button:not([data-deed=back], :disabled)'), ...all('#tray .possible'), ...all('#gallery .calls'),
    ...all('#panels .panel-pick')]
}"""
VISIBLE = f"""() => ({{ count: ({CLICKABLE})().length, seq: document.body.dataset.seq,
  over: document.body.classList.contains('over') }})"""
FINGERPRINT = """() => [document.body.dataset.seq, document.body.className, document.body.dataset.sheet,
  document.querySelector('#actions').innerHTML, document.querySelectorAll('.chosen').length,
  document.querySelectorAll('dialog[open]').length,
  document.querySelector('#cover').hidden, document.querySelector('#coach').hidden,
  document.querySelector('#toasts').textContent,
  document.querySelector('#board').innerHTML.length,
  document.querySelector('#board svg')?.dataset.board].join('|')"""
POINT = f"""index => {{
  const node = ({CLICKABLE})()[index]
  if (!node) return null
  node.scrollIntoView({{ block: 'nearest' }})
  const seen = ({FINGERPRINT})()
  const spot = one => {{
    const box = one.getBoundingClientRect()
    return {{ x: box.left + box.width / 2, y: box.top + box.height / 2, what: one.outerHTML.slice(0, 160), seen }}
  }}
  const above = one => document.elementFromPoint(spot(one).x, spot(one).y)
  const button = document.querySelector('#open-tray')
  if (node.closest('#tray') ? !node.checkVisibility() : above(node)?.closest('#tray')) return spot(button)
  return spot(above(node)?.closest('#coach') ? document.querySelector('#coach-close') : node)
}}"""  # cards may have to be laid open, or put away from the board; a tip of the coach above a place is closed
MOST_CLICKS = 2500
QUIET = 180_000  # milliseconds in which something must happen after a click


def play_to_the_end(page: Any, seed: int = 1, press: Callable[[Any, dict[str, Any]], None] | None = None) -> int:
    """Clicks highlighted things at random until the match is over, or taps them; returns how many clicks it took. While
    others think there is nothing to click."""
    rng = random.Random(seed)
    for clicks in range(MOST_CLICKS):
        page.wait_for_function(f"() => {{ const now = ({VISIBLE})(); return now.count || now.over }}", timeout=QUIET)
        now = page.evaluate(VISIBLE)
        if now["over"]:
            return clicks
        spot = page.evaluate(POINT, rng.randrange(now["count"])) if now["count"] else None
        if spot:
            (press or click)(page, spot)
    raise AssertionError(f"not over after {MOST_CLICKS} clicks: {page.inner_text('#prompt')}")


def next_spot(page: Any) -> dict[str, Any]:
    """The first thing that can be clicked, as soon as there is one."""
    page.wait_for_function(f"() => ({CLICKABLE})().length > 0")
    return dict(page.evaluate(POINT, 0))


def until(holds: Callable[[], object], what: str = "") -> None:
    """Waits for what must be so after something was done: pages draw when they are ready, not when they are asked."""
    deadline = time.monotonic() + QUIET / 1000
    while not holds():
        assert time.monotonic() < deadline, what or "what should have happened did not"
        time.sleep(0.02)


@contextmanager
def one_action(page: Any) -> Iterator[None]:
    """What is done inside must reach the table and come back."""
    seq = page.get_attribute("body", "data-seq")
    yield
    page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)


def click(page: Any, spot: dict[str, Any]) -> None:
    """One click; then the page must have changed."""
    with _a_change_after(page, spot):
        page.mouse.click(spot["x"], spot["y"])


# Waits until nothing that can be pressed was drawn anew for two frames: a tap on what is replaced under it is none.
STILL = f"""async () => {{
  const parts = () => [...document.querySelectorAll('#actions *, #board .possible')]
  const frame = () => new Promise(requestAnimationFrame)
  let before
  do {{
    before = parts()
    await frame()
    await frame()
  }} while (parts().length !== before.length || parts().some((node, i) => node !== before[i]))
  return ({FINGERPRINT})()
}}"""


def tap(page: Any, spot: dict[str, Any]) -> None:
    """One tap of a finger when the page is still; then it must have changed. What changed before is looked at anew."""
    if page.evaluate(STILL) != spot["seen"]:
        return
    with _a_change_after(page, spot):
        page.touchscreen.tap(spot["x"], spot["y"])


@contextmanager
def _a_change_after(page: Any, spot: dict[str, Any]) -> Iterator[None]:
    """What came over the place after it was looked for, as a tip of the coach does, is a change as well; so is a word
    that it could not be done."""
    yield
    try:
        page.wait_for_function(f"seen => ({FINGERPRINT})() !== seen", arg=spot["seen"], timeout=QUIET)
    except Exception as e:
        there = page.evaluate("({x, y}) => document.elementFromPoint(x, y)?.outerHTML.slice(0, 160)", spot)
        raise AssertionError(f"nothing happened after {spot} was pressed; {page.inner_text('#prompt')}; now there is "
                             f"{there}") from e
