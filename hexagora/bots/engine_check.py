"""Checks whether a program keeps the engine protocol of `docs/engines.md`:

    hexagora engine-check -- my-engine --its-options
    python -m hexagora.bots.engine_check my-engine --its-options
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from hexagora.bots.external import GRACE, PROTOCOL, START_SECONDS, EngineTrouble, External, message_for
from hexagora.bots.waited import Waited
from hexagora.engine.match import Match
from hexagora.registry import game as find_game

SHORT, LONG = 0.2, 30.0  # seconds on the clock
SLACK = 1.0  # seconds that an answer may come late
DECISIONS = 6


def check(command: list[str], game: str, options: dict[str, Any], tell: Callable[[str], None]) -> list[str]:
    """Runs all checks, tells about each, and returns what is wrong."""
    try:
        bot = External(command)
    except EngineTrouble as e:
        tell(f"FAILS  starts and says it is ready: {e}")
        return [str(e)]
    problems = []
    with bot:
        for title, one in CHECKS.items():
            try:
                one(bot, find_game(game).match(seed=1, **options))
                tell(f"passes {title}")
            except (EngineTrouble, AssertionError) as e:
                problems.append(f"{title}: {e}")
                tell(f"FAILS  {title}: {e}")
    return problems


def greets(bot: External, match: Match) -> None:
    """`ready` names the protocol, the engine and its games."""
    assert bot.about.get("protocol") == PROTOCOL, f"protocol is {bot.about.get('protocol')!r}, not {PROTOCOL}"
    assert isinstance(bot.about.get("name"), str), "'name' is missing"
    games = bot.about.get("games")
    assert isinstance(games, list), "'games' is not a list"
    assert match.game.id in games, f"it does not play {match.game.id}, only {', '.join(map(str, games))}"


def plays_legally(bot: External, match: Match) -> None:
    """Plays both sides of the first decisions in time."""
    for seat in range(1, match.players + 1):
        bot.start(match.game.id, match.options, seat)
    for _ in range(DECISIONS):
        if match.over:
            return
        seat = match.actor + 1
        bot.start(match.game.id, match.options, seat)
        started, waited = time.perf_counter(), [Waited(pid) for pid in (os.getpid(), bot.pid)]
        text = bot.ask(match, seat, SHORT)
        late = time.perf_counter() - started - SHORT - sum(each.seconds() for each in waited)
        assert text in match.legal(), f"answered {text!r}; legal: {', '.join(match.legal()[:8])}"
        assert late < SLACK, f"answered {late:.1f} s late"
        match.play(text)


def stops(bot: External, match: Match) -> None:
    """Answers soon after `stop`."""
    seat = match.actor + 1
    bot.start(match.game.id, match.options, seat)
    bot.send(**message_for(match, seat))
    bot.send(type="clock", seconds=LONG)
    bot.send(type="go", id="stop-me")
    time.sleep(SHORT)
    bot.send(type="stop")
    best = bot.expect("best", GRACE, "stop-me")
    assert best.get("action") in match.legal(), f"answered {best.get('action')!r}, which is not legal"


def minds_nothing_unknown(bot: External, match: Match) -> None:
    """Goes on after a message that it does not know."""
    bot.send(type="no-such-message")
    bot.send(type="hello", protocol=PROTOCOL)
    deadline = time.perf_counter() + START_SECONDS
    while time.perf_counter() < deadline:
        try:
            bot.expect("ready", GRACE)
            return
        except EngineTrouble as e:
            if "says:" not in str(e):
                raise
    raise EngineTrouble("no answer after an unknown message")


CHECKS: dict[str, Callable[[External, Match], None]] = {
    "greets with protocol, name and games": greets,
    "plays legal actions in time": plays_legally,
    "answers when it is told to stop": stops,
    "goes on after a message that it does not know": minds_nothing_unknown,
}


if __name__ == "__main__":
    sys.exit(1 if check(sys.argv[1:], "hex", {"size": 5, "swap": False}, print) else 0)
