"""Programs in any language can take a seat, and whatever they do, a legal action is played."""

import io
import json
import sys
import time

import pytest

from hexagora.bots.engine import Engine
from hexagora.bots.engine_check import check
from hexagora.bots.external import EngineTrouble, External, message_for
from hexagora.registry import game

OURS = [sys.executable, "-m", "hexagora.bots.engine"]
ANSWERS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello": print(json.dumps({"type": "ready", "protocol": 1, "name": "toy", "games": ["hex"]}), flush=True)
    if kind == "match": print(json.dumps({"type": "ok"}), flush=True)
    if kind == "go": %s
"""


def toy(what):
    return [sys.executable, "-c", ANSWERS % what]


def conversation(*messages):
    target = io.StringIO()
    Engine(io.StringIO("\n".join(m if isinstance(m, str) else json.dumps(m) for m in messages)), target).serve()
    return [json.loads(line) for line in target.getvalue().splitlines()]


def test_our_own_engine_keeps_the_protocol():
    assert check(OURS, "hex", {"size": 4}, lambda text: None) == []


def test_an_engine_that_answers_late_is_told_so(monkeypatch):
    monkeypatch.setattr("hexagora.bots.engine_check.SLACK", 0.1)
    sleepy = ("__import__('time').sleep(0.6) or "
              "print(json.dumps({'type': 'best', 'id': message['id'], 'action': 'a1'}), flush=True)")
    assert any("s late" in problem for problem in check(toy(sleepy), "hex", {"size": 4}, lambda text: None))


def test_an_engine_without_a_processor_is_not_blamed_for_it(monkeypatch):
    class Crowded:
        def __init__(self, pid):
            assert pid > 0

        def seconds(self):
            return 60.0

    monkeypatch.setattr("hexagora.bots.engine_check.Waited", Crowded)
    monkeypatch.setattr("hexagora.bots.engine_check.SLACK", -10.0)
    assert check(OURS, "hex", {"size": 4}, lambda text: None) == []


def test_our_engine_plays_from_a_position_document():
    position = {"red": ["b1", "b2", "b3"], "blue": ["a1", "d1", "d2"]}
    answers = conversation(
        {"type": "match", "game": "hex", "options": {"size": 4, "swap": False}, "seat": 1},
        {"type": "position", "position": position}, {"type": "clock", "seconds": 0.1}, {"type": "go", "id": 5})
    assert answers[-1]["type"] == "best"
    assert answers[-1]["id"] == 5
    assert answers[-1]["action"] in ("a4", "b4")


def test_our_engine_says_what_is_wrong():
    answers = conversation("nonsense", {"type": "go"}, {"type": "match", "game": "chess", "seat": 1}, {"type": "dance"})
    assert [a["type"] for a in answers] == ["error"] * 4
    assert "not a JSON object" in answers[0]["error"]
    assert "first" in answers[1]["error"]
    assert "unknown game" in answers[2]["error"]


@pytest.mark.parametrize("wrong", [
    "[" * 100_000, {"type": "match", "game": None, "seat": 1},
    {"type": "match", "game": "hex", "options": "size", "seat": 1}, {"type": "position", "state": "AAAA"},
    {"type": "position", "state": 5}, {"type": "clock", "seconds": []}])
def test_our_engine_goes_on_whatever_it_is_told(wrong):
    answers = conversation({"type": "match", "game": "hex", "options": {"size": 4}, "seat": 1}, wrong,
                           {"type": "go", "id": 7}, {"type": "hello", "protocol": 1})
    assert "error" in [answer["type"] for answer in answers]
    assert answers[-1]["type"] == "ready"


def test_our_engine_answers_within_its_time_where_a_safe_turn_is_looked_for(monkeypatch):
    times = []
    monkeypatch.setattr("hexagora.bots.team.Team.think", lambda self, seconds, *_: times.append(seconds))
    choose = lambda team, level, dice, plan, seconds: times.append(seconds) or team.choices()[0]  # noqa: E731
    monkeypatch.setattr("hexagora.bots.engine.choose", choose)
    match, engine = game("sigil").match(seed=1), Engine(io.StringIO(), io.StringIO())
    engine.match = {"type": "match", "game": "sigil", "options": match.options, "seat": 1}
    engine.position, engine.seconds = message_for(match, 1), 4.0
    engine._go({"type": "go", "id": 1})
    thinking, safety = times
    assert 0 < safety <= 1
    assert thinking + safety <= 4


ILLEGAL = "print(json.dumps({'type': 'best', 'id': message['id'], 'action': 'z99'}), flush=True)"


NESTED = "print('[' * 100_000, flush=True)"


@pytest.mark.parametrize("what", ["sys.exit(3)", "print('hm', flush=True)", NESTED, "pass", ILLEGAL])
def test_a_bot_that_fails_is_replaced_for_that_decision(what, monkeypatch):
    monkeypatch.setattr("hexagora.bots.external.GRACE", 0.2)
    match = game("hex").match(size=3)
    with External(toy(what)) as bot:
        bot.start("hex", match.options, 1)
        assert bot.choose(match, 1, 0.1) in match.actions()


def test_an_engine_that_ended_is_started_anew_for_the_next_decision(tmp_path):
    once = tmp_path / "once"
    dies_once = (f"open({str(once)!r}, 'x').close() or sys.exit(3) if not __import__('os').path.exists({str(once)!r}) "
                 "else print(json.dumps({'type': 'best', 'id': message['id'], 'action': 'b2'}), flush=True)")
    match = game("hex").match(size=3)
    with External(toy(dies_once)) as bot:
        bot.start("hex", match.options, 1)
        with pytest.raises(EngineTrouble, match="has ended"):
            bot.ask(match, 1, 0.1)
        assert bot.ask(match, 1, 5) == "b2"


def test_nobody_waits_for_an_engine_that_does_not_read(monkeypatch):
    monkeypatch.setattr("hexagora.bots.external.GRACE", 0.2)
    match = game("hex").match(size=11)
    with External(toy("__import__('time').sleep(600)")) as bot:
        bot.start("hex", match.options, 1)
        bot.send(type="go", id=0)
        bot.send(type="noise", noise="x" * 1_000_000)
        began = time.monotonic()
        assert bot.choose(match, 1, 0.1) in match.actions()
        assert time.monotonic() - began < 300
        assert bot.process.poll() is not None


def test_an_engine_that_chatters_is_heard_to_the_end():
    chatters = ("[print(json.dumps({'type': 'info', 'visits': k}), flush=True) for k in range(3000)]; "
                "print(json.dumps({'type': 'best', 'id': message['id'], 'action': 'b2'}), flush=True)")
    match = game("hex").match(size=3)
    with External(toy(chatters)) as bot:
        bot.start("hex", match.options, 1)
        assert bot.ask(match, 1, 5) == "b2"
        assert bot.infos[-1]["visits"] == 2999
        assert len(bot.infos) <= 1000


def test_nobody_waits_for_an_engine_that_never_stops_chattering(monkeypatch):
    monkeypatch.setattr("hexagora.bots.external.GRACE", 0.2)
    match = game("hex").match(size=3)
    with External(toy("pass")) as bot:
        bot.start("hex", match.options, 1)
        monkeypatch.setattr(External, "_next", lambda self, deadline, kind: {"type": "info"})
        began = time.monotonic()
        assert bot.choose(match, 1, 0.1) in match.actions()
        assert time.monotonic() - began < 300
        assert bot.process.poll() is not None


def test_a_program_that_is_not_there_is_told():
    with pytest.raises(EngineTrouble, match="cannot be started"):
        External(["no-such-program-anywhere"])


@pytest.mark.parametrize(("command", "told"), [
    ("", "no command of an engine is given"), ("'", "cannot be started"), ('dice "a', "cannot be started"),
])
def test_a_command_that_is_none_is_told(command, told):
    with pytest.raises(EngineTrouble, match=told):
        External(command)


def test_the_checker_finds_an_engine_that_does_not_stop(monkeypatch):
    monkeypatch.setattr("hexagora.bots.engine_check.GRACE", 0.2)
    monkeypatch.setattr("hexagora.bots.external.GRACE", 0.2)
    problems = check(toy("pass"), "hex", {"size": 3}, lambda text: None)
    assert any("stop" in p for p in problems)


def test_an_engine_is_told_only_what_its_seat_may_know():
    match = game("hexcape").match(seed=5)
    for k in range(60):
        match.play(match.actions()[(7 * k) % len(match.actions())])
    seat = match.actor + 1
    other = match.fork()
    other.state = match.hidden(seat)
    match.game.rules.resample(match.box, other.state, seat - 1, [4711])
    known, known_too = message_for(match, seat), message_for(other, seat)
    assert {**known, "log": None} == {**known_too, "log": None}
