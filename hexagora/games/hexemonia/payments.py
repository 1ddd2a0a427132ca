"""Paying in one go: a hex that is played is paid for with cubes that no hex needs, or in the only way there is."""

from typing import NamedTuple

from hexagora.engine.scene import Choice, Shortcut
from hexagora.games.hexemonia import rules_city, rules_play, words
from hexagora.games.hexemonia.choices import choice
from hexagora.games.hexemonia.content import RESOURCE_NAMES
from hexagora.games.hexemonia.forecasts import hexes_asleep
from hexagora.games.hexemonia.state import (
    ACROPOLIS,
    AT_PAY,
    AT_PLAY,
    CELLS,
    CUBE_AT,
    MAX_LEGAL,
    PLAY_AT,
    Box,
    State,
)

NO_CELL = -1
EXCESS, HOME, NEEDED = 1, 2, 4  # sources of cubes: what a hex does not need, the Acropolis, what a hex does need
WAYS = {EXCESS: "from excess", HOME: "from the Acropolis", EXCESS | HOME: "from excess and the Acropolis"}
ONLY_WAY = "the only way"


class Payment(NamedTuple):
    """The decisions of a payment, how it is called, where each cube comes from, and what becomes inactive by it."""

    texts: list[str]
    way: str
    told: str
    loss: str


def payments(box: Box, s: State) -> list[Shortcut]:
    """What can be paid by one click: the rest of a payment, or a play together with its payment."""
    if s.phase == AT_PAY:
        rest = _obvious(box, s)
        return [Shortcut(f"Pay {rest.way}", rest.texts, rest.told, warning=rest.loss)] if rest else []
    return _plays(box, s) if s.phase == AT_PLAY else []


def _plays(box: Box, s: State) -> list[Shortcut]:
    """Hexes of the hand whose payment is obvious; wherever they are laid, it is the same."""
    out = [0] * MAX_LEGAL
    plays = [a for a in out[: rules_play.legal_plays(box, s, out)] if PLAY_AT <= a < CUBE_AT]
    found, known = [], dict[int, Payment | None]()
    for a in plays:
        kind, cell = words.play_parts(a)
        if kind >= box.first_myth or not any(box.cost[kind]):
            continue
        if kind not in known:
            then = s.clone()
            rules_play.play(box, then, kind, cell)
            known[kind] = _obvious(box, then)
        payment = known[kind]
        if payment:
            found.append(_paid(choice(box, s, a), payment))
    return found


def _paid(play: Choice, payment: Payment) -> Shortcut:
    warning = "; ".join(filter(None, (play.warning, payment.loss)))
    return Shortcut(f"{play.label}, paid {payment.way}", [play.text, *payment.texts],
                    f"{play.forecast}: {payment.told}", play.path, warning=warning, usual=True)


def _obvious(box: Box, s: State) -> Payment | None:
    """A payment with cubes that no hex needs, excess before the Acropolis, or where there is but one source."""
    then = s.clone()
    texts, taken, sources = [], [], 0
    while then.phase == AT_PAY:
        cell, source = _source(box, then)
        if cell == NO_CELL:
            return None
        texts.append(words.text(box, then, CUBE_AT + then.resource * CELLS + cell))
        taken.append(f"{RESOURCE_NAMES[then.resource]} from {words.hex_at(box, then, then.active, cell)}")
        sources |= source
        rules_play.pay(box, then, cell)
    return Payment(texts, WAYS.get(sources, ONLY_WAY), ", ".join(taken), hexes_asleep(box, s, then, s.active))


def _source(box: Box, s: State) -> tuple[int, int]:
    """Where the next cube comes from, and what kind of source that is."""
    p, r = s.active, s.resource
    old = [c for c in range(box.cells) if (s.filled[p] & ~s.fresh) >> c & 1 and s.cubes[p][r][c]]
    spare = [c for c in old if c != ACROPOLIS and rules_city.excess(box, s, p, c, r)]
    if spare:
        return spare[0], EXCESS
    if ACROPOLIS in old:
        return ACROPOLIS, HOME
    return (old[0], NEEDED) if len(old) == 1 else (NO_CELL, 0)
