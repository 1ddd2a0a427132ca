"""What a choice promises is what then happens: forecasts of all games against the engine, over random positions.

Each check takes a promise by its words and compares it with the state after the action. A promise that no check knows
is told, so that a new one gets its own; sentences that only describe (a card's text, what a place is) are listed so.
"""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from hexagora import registry
from hexagora.games.hexcape import state as hexcape_state
from hexagora.games.hexemonia import rules_city
from hexagora.games.sigil.events import events
from hexagora.games.sygon import forecasts as sygon_forecasts
from hexagora.games.sygon import rules_board, rules_score
from hexagora.games.sygon.names import KIND_NAMES, cell_name, who
from hexagora.games.sygon.state import AT_LOSE, AT_ROLL

Check = Callable[["Step", "re.Match[str]"], bool]


class Step:
    """One choice and what came of it."""

    def __init__(self, match: Any, choice: Any):
        self.match, self.choice, self.box, self.before = match, choice, match.box, match.state
        self.after = match.state.clone()
        match.game.rules.apply(match.box, self.after, choice.action)

    def cell(self, name: str) -> int:
        finder = self.match.game.words.cell_name
        return next(c for c in range(self.box.cells) if finder(self.box, c) == name)


def always(step: Step, m: Any) -> bool:
    """A description, no promise."""
    return True


# Hexes of Sygon


def paid(step: Step, m: Any) -> bool:
    p = step.before.actor
    gold = sum(int(n) for n in re.findall(r"(\d+) Gold to", m[0]))
    return bool(step.before.gold[p] - step.after.gold[p] == gold)


def gold_gain(step: Step, m: Any) -> bool:
    return bool(step.after.gold[step.before.actor] - step.before.gold[step.before.actor] == int(m[1]))


def collected(step: Step, m: Any) -> bool:
    p = step.before.actor
    gold = step.after.gold[p] - step.before.gold[p]
    kinds = {KIND_NAMES[k]: step.after.cubes[p][k] - step.before.cubes[p][k] for k in range(len(KIND_NAMES))}
    told = {name: int(n) for n, name in re.findall(r"(\d+) (\w+)", m[0])}
    return told.pop("Gold") == gold and told == {k: n for k, n in kinds.items() if n}


def stolen(step: Step, m: Any) -> bool:
    p = step.before.actor
    kept = re.search(r"(\d+) of it kept", m[0])
    from_others = all(step.before.gold[o] - step.after.gold[o] == int(n) for n, name in re.findall(
        r"(\d+) from (\w+)", m[0]) for o in range(step.box.players) if who(step.box, o) == name)
    return from_others and bool(step.after.gold[p] - step.before.gold[p] == int(kept[1] if kept else m[1]))


def building_cost(step: Step, m: Any) -> bool:
    p = step.before.actor
    for n, what in re.findall(r"(\d+) (\w+)", m[0]):
        if what == "Gold" and step.before.gold[p] - step.after.gold[p] != int(n):
            return False
        if what in KIND_NAMES:
            k = KIND_NAMES.index(what)
            if step.before.cubes[p][k] - step.after.cubes[p][k] != int(n):
                return False
    return True


def points(step: Step, m: Any) -> bool:
    p = step.before.actor
    gain = rules_score.score_of(step.box, step.after, p) - rules_score.score_of(step.box, step.before, p)
    return bool(gain >= int(m[1]))  # a new Town may be encircled at once


def encircles(step: Step, m: Any) -> bool:
    gain = sum(rules_score.score_of(step.box, step.after, p) - rules_score.score_of(step.box, step.before, p)
               for p in range(step.box.players))
    return bool(gain == int(m[1]))


def income_of_town(step: Step, m: Any) -> bool:
    p = step.before.actor
    before = sygon_forecasts.income(step.box, step.before, p)
    after = sygon_forecasts.income(step.box, step.after, p)
    kind = KIND_NAMES.index(m[2])
    return (after[0] - before[0], after[1][kind] - before[1][kind]) == (int(m[3]), int(m[1]))


def cube_of_forage(step: Step, m: Any) -> bool:
    p, k = step.before.actor, KIND_NAMES.index(m[2])
    pending = step.after.cubes_pending[p][k] - step.before.cubes_pending[p][k]
    gained = step.after.cubes[p][k] - step.before.cubes[p][k]
    return gained == 1 and pending == (0 if m[3] == "at once" else 1)


def value_drops(step: Step, m: Any) -> bool:
    return sum(step.before.value) - sum(step.after.value) == 1


def turns_to_ash(step: Step, m: Any) -> bool:
    return list(step.before.terrain) != list(step.after.terrain)


def shields(step: Step, m: Any) -> bool:
    c = step.cell(m[1])
    return any(rules_board.beyond(step.box, c, d) >= 0 and (step.after.wall[c][d] or rules_board.wall_beyond(
        step.box, step.after, c, d)) for d in range(6))


def if_erupts(step: Step, m: Any) -> bool:
    """A hex beside a Volcano, when that Volcano alone erupts."""
    cell = step.choice.text.split()[-1]
    colour = ("blue", "red", "green").index(m[1])
    then = sygon_forecasts.after_eruption(step.box, step.after, 1 << colour)
    c = step.cell(cell)
    wanted = {"turns to Ash": then.terrain[c] != step.after.terrain[c],
              "value drops by 1": then.value[c] == step.after.value[c] - 1,
              "loses a building": then.left[step.before.actor][0] > step.after.left[step.before.actor][0],
              "shielded by a Wall": (then.terrain[c], then.value[c], then.town[c]) == (
                  step.after.terrain[c], step.after.value[c], step.after.town[c])}
    return bool(wanted[m[2]])


def transform_cost(step: Step, m: Any) -> bool:
    p, k = step.before.actor, KIND_NAMES.index(m[1])
    return bool(step.before.gold[p] - step.after.gold[p] == int(m[2])
                and step.before.cubes[p][k] - step.after.cubes[p][k] == 1)


def price_of_card(step: Step, m: Any) -> bool:
    p = step.before.actor
    gold = step.before.gold[p] - step.after.gold[p]
    told = sum(int(n) for n in re.findall(r"(\d+) Gold", m[0].split(". ")[0]))
    return bool(gold == told)


# Hexcape


def points_left(step: Step, m: Any) -> bool:
    s = step.after
    if int(m[2]) == 0 or s.actor != step.before.actor:
        return True  # the turn is over
    return bool(s.ap == int(m[2]) and step.before.ap - s.ap == int(m[1]))


def new_cost(step: Step, m: Any) -> bool:
    name = m[1]
    place = next(c for c in range(len(step.before.cost)) if step.before.cost[c] != step.after.cost[c])
    return bool(step.before.cost[place] == int(m[3]) and step.after.cost[place] == int(m[2]) and name)


def wins(step: Step, m: Any) -> bool:
    return bool(step.match.game.rules.to_act(step.box, step.after) == -2)


def turn_over(step: Step, m: Any) -> bool:
    return bool(step.after.actor != step.before.actor or step.after.phase != hexcape_state.MOVING)


def may_draw(step: Step, m: Any) -> bool:
    forked = step.match.fork()
    forked.play(step.choice.action)
    return "draw" in forked.legal()


# Mana Pool


def combat(step: Step, m: Any) -> bool:
    start, target = (step.cell(name) for name in step.choice.text.split()[1:])
    gone = tuple(bool(step.before.owner[c] and not step.after.owner[c]) for c in (target, start))
    return gone == {"kills the troop": (True, False), "both troops fall": (True, True),
                    "you lose your troop": (False, True), "nothing happens": (False, False)}[m[0]]


def mana(step: Step, m: Any) -> bool:
    if step.choice.text != "end combat":
        return True  # at the end of the turn
    p = step.before.player
    return bool(step.after.mana[p] - step.before.mana[p] == int(m[1]) and (not m[2] or wins(step, m)))


# Sigil


def told_events(step: Step) -> list[str]:
    return events(step.box, step.before, step.choice.action, step.after)


def pushes(step: Step, m: Any) -> bool:
    return f"pushed {m[1]} {m[2]}" in told_events(step)


def crushes(step: Step, m: Any) -> bool:
    return f"crush {m[1]}" in told_events(step)


def push_asked(step: Step, m: Any) -> bool:
    forked = step.match.fork()
    forked.play(step.choice.action)
    return [t.split()[1] for t in forked.legal()] == m[1].split(" or ")


def seal(step: Step, m: Any) -> bool:
    word = "gained" if m[2] == "gains" else "lost"
    name = m[3].lower().replace(" ", "_")
    return f"seal {word} {name} {m[1].lower()}" in told_events(step)


# Hexemonia


def cubes_in(text: str) -> list[int]:
    found = {name: int(n) for n, name in re.findall(r"(\d+) (citizen|hoplite|gold)", text)}
    return [found.get(name, 0) for name in ("citizen", "hoplite", "gold")]


def produced(step: Step, m: Any) -> bool:
    p = step.before.active
    made = [step.after.stock[p][r] - step.before.stock[p][r] for r in range(3)]
    return made == cubes_in(m[0]) or any(any(row) for row in step.after.claim)  # the supply is short


def hex_cost(step: Step, m: Any) -> bool:
    return [int(n) for n in step.after.due] == cubes_in(m[0]) or sum(step.after.due) == 0


def becomes_active(step: Step, m: Any) -> bool:
    c = step.match.game.words.cell_name
    cell = next(k for k in range(step.box.cells) if c(step.box, k) == m[1])
    return bool(step.after.live[step.before.active] >> cell & 1)


def strength(step: Step, m: Any) -> bool:
    value = rules_city.units_value(step.box, step.after.mustered[0], step.after.mustered[1])
    return bool(value == int(m[1]))


CHECKS: dict[str, list[tuple[str, Check]]] = {
    "sygon": [
        (r"(?:\d+ Gold to .*)|free", paid),
        (r"\+(\d+) Gold(?: \(\d+ is the limit\))?", gold_gain),
        (r"brings .*\d+ Gold", collected),
        (r"knocks over \d+ pieces? for (\d+) Gold \(.*\).*", stolen),
        (r"(\d+) (\w+) and (\d+) Gold each turn", income_of_town),
        (r"(\d+) (\w+), to be used (at once|from the next turn on)", cube_of_forage),
        (r"the Gold Value drops by 1", value_drops),
        (r"the hex turns to Ash", turns_to_ash),
        (r"encircles .*: \+(\d+) SP", encircles),
        (r"\+(\d+) SP", points),
        (r"if (blue|red|green) erupts: (.*)", if_erupts),
        (r"shields (\w+) from the Volcano", shields),
        (r"1 (\w+) and (\d+) Gold", transform_cost),
        (r"(?:\d+ \w+, )*\d+ Gold", building_cost),
        (r"[^.]*(?:Gold|cubes? of|mushroom|spice|elixir|snow|flower|crystal)[^.]*\. .*", price_of_card),
        (r"beside .*|stops walks .*|stands on the frame.*|\d+ free Walls?|\d+ sides? on the frame|\w+, Gold Value \d+|"
         r"lies down.*|turns the Forage token over.*|becomes (red|black)|once in this turn|a Wall of .*|"
         r"-\d+ SP, .*|\d+ in \d+.*|.*(erupt|cannot this round).*|[a-z]\d+ .*", always),
        (r".*\.", always),
    ],
    "hexcape": [
        (r"costs (\d+) AP, (\d+) left", points_left),
        (r"(\w+) costs (\d+) instead of (\d+)", new_cost),
        (r"costs \d+ AP and wins the game", wins),
        (r"your turn is over", turn_over),
        (r"you may draw a card", may_draw),
        (r"\d+ passable hexes, .*|you would be .*|the order stays .*|no more moving this turn|"
         r"\d+ AP for .*|\d+ AP left|you roll .*|the top card .*|you can draw on .*|free|"
         r"shown and used up|costs \d+ .*|"
         r"no teleport .*|you may teleport .*|.*\.", always),
    ],
    "manapool": [
        (r"kills the troop|both troops fall|you lose your troop|nothing happens", combat),
        (r"\+(\d+) mana(?: at the end of this turn)?(: you win)?", mana),
        (r"your troops stand on .*|.*: attack .*|attack .*|from your next turn on", always),
    ],
    "sigil": [
        (r"pushes the stone on (\w+) to (\w+)", pushes),
        (r"crushes (\w+)", crushes),
        (r"pushes to (.*)", push_asked),
        (r"(Red|Blue) (gains|loses) (Seal of \w+)", seal),
        (r"costs .*|then this spell is locked .*|fills .*|.*", always),
    ],
    "hexemonia": [
        (r"brings (nothing|\d.*)", produced),
        (r"costs (nothing|\d.*)", hex_cost),
        (r".* (\w+) becomes active", becomes_active),
        (r"then (\d+) (?:of|against) .*", strength),
        (r".*", always),
    ],
    "hex": [(r".*", always)],
}
TABLES: dict[str, list[dict[str, Any]]] = {
    "sygon": [{"players": 3, "spells": True, "scorch": True, "terraform": True}, {"players": 2, "competitive": True}],
    "hexcape": [{"players": 3}, {"players": 2, "map": "letter-office"}],
    "manapool": [{}],
    "sigil": [{}, {"pool": "all"}],
    "hexemonia": [{"players": 3}, {"players": 2}],
}
EVERY, MOST_STEPS = 9, 700


def broken(step: Step, forecast: str, checks: list[tuple[str, Check]]) -> list[str]:
    """The parts of a forecast that did not come true, or that nobody checks."""
    found = []
    for part in filter(None, forecast.split("; ")):
        matched = next(((m, check) for pattern, check in checks if (m := re.fullmatch(pattern, part))), None)
        if matched is None:
            found.append(f"no check knows {part!r} ({step.choice.text})")
        elif not matched[1](step, matched[0]):
            found.append(f"{part!r} did not come true ({step.choice.text}, ply {len(step.match.log)})")
    return found


@pytest.mark.parametrize("name", registry.names())
def test_no_forecast_is_wrong(name: str) -> None:
    wrong: list[str] = []
    for options in TABLES.get(name, [{}]):
        match, rng = registry.game(name).match(seed=11, **options), random.Random(7)
        for k in range(MOST_STEPS):
            if match.over:
                break
            if match.actor >= 0 and k % EVERY == 0:
                choices = match.choices(match.actor + 1)
                for choice in rng.sample(choices, min(len(choices), 12)):
                    wrong += broken(Step(match, choice), choice.forecast, CHECKS[name])
            match.play(rng.choice(match.actions()))
    assert wrong[:10] == []


def test_what_a_face_of_the_die_would_do_and_who_may_burn() -> None:
    """Sygon: every face of every roll, as foretold, and the chances in the warning at the end of a turn."""
    game = registry.game("sygon")
    seen = 0
    for seed in range(4):
        match, rng = game.match(players=3, seed=seed), random.Random(seed)
        match.chance = "ask"
        while not match.over and len(match.log) < 900:
            if match.state.stage == AT_ROLL:
                seen += faces_come_true(match)
            match.play(rng.choice(match.actions()))
    assert seen > 100


def faces_come_true(match: Any) -> int:
    box, s, seen = match.box, match.state, 0
    for face, action in enumerate(match.actions()):
        then = s.clone()
        match.game.rules.apply(box, then, action)
        if then.stage == AT_LOSE:
            continue
        told = sygon_forecasts.hit_by(box, s, sygon_forecasts.possible_eruptions(box, s)[face])
        for c in range(box.cells):
            lost = [f"value drops by {s.value[c] - then.value[c]}"] if s.value[c] != then.value[c] else []
            if (s.town[c], s.workshop[c], s.market[c]) != (then.town[c], then.workshop[c], then.market[c]):
                lost.append("loses a building")
            real = "turns to Ash" if then.terrain[c] != s.terrain[c] else " and ".join(lost)
            assert told.get(c, "") == real, (cell_name(box, c), face)
            seen += bool(real)
    return seen
