"""Promises of Hexes of Sygon."""

import re
from collections.abc import Iterator
from typing import Any

from hexagora.games.sygon import forecasts as sygon_forecasts
from hexagora.games.sygon import rules_board, rules_round, rules_score
from hexagora.games.sygon.names import COLOUR_NAMES, KIND_NAMES, colour_name, who
from hexagora.games.sygon.state import A_LOSE, A_ROLL, AT_LOSE, AT_ROLL, BLACK, FACES, RED, UPRIGHT, WALL
from hexagora.games.sygon.strides import strides
from tests.forecasts.step import Checks, Held, Step, describes
from tests.sygon.support import at


def rare() -> Iterator[Any]:
    """What golden matches do not have: Walls on the frame, a rich Collect, the score to win, a building to lose."""
    yield at("game 2 ffa frame_walls=true; board r2; wizard p1.w1 a3; gold p1 2; turn p1 build")
    towns = "a3 a4 a5 b2 b4 b5"
    yield at(f"""game 2 ffa; board r2; town p2 {towns}; workshop {towns}; market {towns}; town p1 c1; wizard p1.w1 c2;
        gold p1 30; turn p1 cast""")
    yield at("game 2 ffa; board r2; town p1 d3; workshop d3; market d3; eruptions").play("roll 6")


def shortcuts(match: Any) -> Any:
    return strides(match.box, match.state, match.actions())


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
    cell = step.text.split()[-1]
    colour = ("blue", "red", "green").index(m[1])
    then = sygon_forecasts.after_eruption(step.box, step.after, 1 << colour)
    c = step.cell(cell)
    wanted = {"turns to Ash": then.terrain[c] != step.after.terrain[c],
              "value drops by 1": then.value[c] == step.after.value[c] - 1,
              "loses a building": (then.town[c], then.workshop[c], then.market[c]) != (
                  step.after.town[c], step.after.workshop[c], step.after.market[c]),
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
    price = m[0].split(". ")[0]
    told = sum(int(n) for n in re.findall(r"(\d+) Gold", price))
    cubes = sum(int(n) for n in re.findall(rf"(\d+) (?:cube|{'|'.join(KIND_NAMES)})", price))
    return bool(gold == told and sum(step.before.cubes[p]) - sum(step.after.cubes[p]) == cubes)


def drops_beside(step: Step, m: Any) -> bool:
    """What each Volcano beside the hex would do to it if it alone erupted."""
    c = step.cell(step.text.split()[-1])
    for name, effect in re.findall(r"(blue|red|green) \((.*?)\)", m[0]):
        then = sygon_forecasts.after_eruption(step.box, step.after, 1 << COLOUR_NAMES.index(name))
        real = {"turns to Ash": then.terrain[c] != step.after.terrain[c],
                "value drops by 1": then.value[c] == step.after.value[c] - 1,
                "loses a building": then.value[c] == step.after.value[c],
                "shielded by a Wall": (then.terrain[c], then.value[c]) == (step.after.terrain[c], step.after.value[c])}
        if not real.get(effect, True):
            return False
    return True


def stands_between(step: Step, m: Any) -> bool:
    """A Wall now stands on the side that both hexes share."""
    a, b = (step.cell(name) for name in m.groups())
    side = next(d for d in range(6) if rules_board.beyond(step.box, a, d) == b)
    return bool(step.after.wall[a][side] or rules_board.wall_beyond(step.box, step.after, a, side))


def on_the_frame(step: Step, m: Any) -> bool:
    c = step.cell(step.text.split()[-1])
    return sum(rules_board.beyond(step.box, c, d) < 0 for d in range(6)) == int(m[1])


def free_walls(step: Step, m: Any) -> bool:
    return bool(step.after.walls_due == int(m[1]))


def lies_down(step: Step, m: Any) -> bool:
    w = int(step.text.split()[-1][1:]) - 1
    return bool(step.after.wizard_down[step.before.actor][w] != UPRIGHT or step.after.actor != step.before.actor)


def token_turned(step: Step, m: Any) -> bool:
    old, new = ((BLACK, RED) if m[1] == "black" else (RED, BLACK))
    turned = [c for c in range(step.box.cells) if step.before.token[c] != step.after.token[c]]
    return [(step.before.token[c], step.after.token[c]) for c in turned] == [(old, new)]


def walk_as_well(step: Step, m: Any) -> bool:
    wizard, cell = step.text.split()[1:]
    return f"walk {wizard} {cell}" in step.now


def can_still_cast(step: Step, m: Any) -> bool:
    return all(any(text.startswith(f"{spell.lower()} ") for text in step.now) for spell in m[1].split(" and "))


def can_still_build(step: Step, m: Any) -> bool:
    built = [one.label for one in step.match.choices()]
    return all(f"Build a {what}" in built for what in m[1].split(", "))


def nobody_moved(step: Step, m: Any) -> bool:
    p = step.before.actor
    return all(step.before.moves[p][w] for w in range(step.box.wizards) if rules_board.on_board(step.before, p, w))


def cannot_pay(step: Step, m: Any) -> bool:
    """One cube or Gold less than the price, for each of them."""
    p, pieces = step.before.actor, ("Town", "Workshop", "Market")
    for name in m[1].split(" or "):
        i = pieces.index(name)
        short = rules_board.spendable_gold(step.after, p) < step.box.cost_gold[i] or any(
            rules_board.spendable_cubes(step.after, p, k) < step.box.cost_cubes[i][k] for k in range(len(KIND_NAMES)))
        if not short:
            return False
    return True


def must_discard(step: Step, m: Any) -> bool:
    p = step.before.actor
    held = sum(step.before.cubes[p]) + sum(sygon_forecasts.income(step.box, step.before, p)[1])
    return held > int(m[1])


def may_burn(step: Step, m: Any) -> bool:
    """Every face of the die, rolled by the engine from here."""
    told = {name: int(n) for name, n in re.findall(r"(\w+) \((\d+) in \d+\)", m[1])}
    real = dict.fromkeys(told, 0)
    for face in range(FACES):
        then = step.before.clone()
        then.stage = AT_ROLL
        step.match.game.rules.apply(step.box, then, A_ROLL + face)
        for name in told:
            c = step.cell(name)
            real[name] += then.stage != AT_LOSE and then.terrain[c] != step.before.terrain[c]
    return told == real or not told


def has_the_score(step: Step, m: Any) -> bool:
    o = next(o for o in range(step.box.players) if who(step.box, o) == m[1])
    needed = rules_score.score_to_win(step.box, step.before)
    return bool(rules_score.score_of(step.box, step.before, o) >= needed)


def leaves_with_hex(step: Step, m: Any) -> bool:
    p, w = step.before.actor, int(step.text.split()[-1][1:]) - 1
    return not rules_board.on_board(step.after, p, w)


def lies_there(step: Step, m: Any) -> bool:
    """What the hex under the Wizard is, once it stands there."""
    p, (wizard, cell) = step.before.actor, step.text.split()[1:]
    c = step.after.wizard_at[p][int(wizard[1:]) - 1]
    kind = KIND_NAMES[rules_board.kind_of(step.after, c)]
    return (kind, step.after.value[c], c) == (m[1], int(m[2]), step.cell(cell))


def token_becomes(step: Step, m: Any) -> bool:
    return bool(step.after.token[step.cell(step.text.split()[-1])] == (RED if m[1] == "red" else BLACK))


def wall_of(step: Step, m: Any) -> bool:
    """That player has a Wall more to build with."""
    more = [o for o in range(step.box.players) if step.after.left[o][WALL] > step.before.left[o][WALL]]
    return [colour_name(step.box, o).capitalize() for o in more] == [m[1]]


def points_lost(step: Step, m: Any) -> bool:
    """Points and yield of a building that an owner gives up; on a copy, as the round goes on at once."""
    s = step.before.clone()
    owner = s.town[step.cell(step.text.split()[-1])] - 1
    before = worth(step, s, owner)
    rules_round.lose(step.box, s, step.choice.action - A_LOSE)
    gold, cubes = (int(m[2]), 0) if m[3] == "Gold" else (0, int(m[2]))
    return [a - b for a, b in zip(before, worth(step, s, owner), strict=True)] == [int(m[1]), gold, cubes]


def worth(step: Step, s: Any, p: int) -> list[int]:
    """Points, Gold and cubes of each turn."""
    cubes = sum(rules_board.cube_income(step.box, s, p, k) for k in range(len(KIND_NAMES)))
    return [rules_score.score_of(step.box, s, p), rules_board.gold_income(step.box, s, p), cubes]


def rolled(step: Step, s: Any, face: int) -> Any:
    """The engine rolls a face at the end of this round."""
    then = s.clone()
    then.stage = AT_ROLL
    step.match.game.rules.apply(step.box, then, A_ROLL + face)
    return then


def faces_of(step: Step, m: Any) -> bool:
    """At so many faces the Volcano erupts if it is not lulled: its Smoke Cloud tells."""
    colour = COLOUR_NAMES.index(step.text.split()[-1])
    competitive = step.box.competitive and rules_score.best_score(step.box, step.before) >= step.box.competitive_points
    erupts = sum(rolled(step, step.before, face).clouds >> colour & 1 for face in range(FACES))
    return bool(competitive or erupts == int(m[1]))


def hexes_hit(step: Step, m: Any) -> bool:
    """The lone eruption of a Volcano, or of what a chosen face shows."""
    s = step.before.clone()
    if step.text.startswith("lull "):
        then = sygon_forecasts.after_eruption(step.box, s, 1 << COLOUR_NAMES.index(step.text.split()[-1]))
    else:
        then = step.after
        if then.stage == AT_LOSE:
            return True  # an owner chooses
    told = dict(part.split(" ", 1) for part in m[0].split(", "))
    for c in range(step.box.cells):
        drop = s.value[c] - then.value[c]
        parts = [f"value drops by {drop}"] * bool(drop)
        if (s.town[c], s.workshop[c], s.market[c]) != (then.town[c], then.workshop[c], then.market[c]):
            parts.append("loses a building")
        real = "turns to Ash" if s.terrain[c] != then.terrain[c] else " and ".join(parts)
        if told.get(sygon_cell(step, c), "") != real:
            return False
    return True


def sygon_cell(step: Step, c: int) -> str:
    name: str = step.match.game.words.cell_name(step.box, c)
    return name


def would_erupt(step: Step, m: Any) -> bool:
    """Those alone have a Smoke Cloud then."""
    told = set() if m[1] == "nothing" else set(m[1].split(" and "))
    return {name for k, name in enumerate(COLOUR_NAMES) if step.after.clouds >> k & 1} == told


def cannot_now(step: Step, m: Any) -> bool:
    quiet = step.before.clouds | step.before.lulled
    return all(quiet >> COLOUR_NAMES.index(name) & 1 for name in m[1].split(" and "))


def beyond_the_frame(step: Step, m: Any) -> bool:
    return _beyond_wall(step) < 0


def faces_ash(step: Step, m: Any) -> bool:
    other = _beyond_wall(step)
    return not rules_board.is_landscape(step.before, other) and not rules_board.is_volcano(step.before, other)


def _beyond_wall(step: Step) -> int:
    """What lies behind the Wall that now stands."""
    spots = [(c, d) for c in range(step.box.cells) for d in range(6)]
    c, d = next((c, d) for c, d in spots if step.after.wall[c][d] != step.before.wall[c][d])
    return int(rules_board.beyond(step.box, c, d))


def too_much_gold(step: Step, m: Any) -> bool:
    p = step.before.actor
    return bool(step.before.gold[p] + rules_board.gold_income(step.box, step.before, p) > int(m[1]))


def both_moves(step: Step, m: Any) -> bool:
    w = int(step.text.split()[1][1:]) - 1
    return bool(step.after.moves[step.before.actor][w] == step.before.moves[step.before.actor][w] - 2)


def gold_in_all(step: Step, m: Any) -> bool:
    p = step.before.actor
    return bool(step.before.gold[p] - step.after.gold[p] == int(m[1] or 0) and step.choice.left == step.after.gold[p])


FORECASTS: Checks = [
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
    (r"beside .*\)", drops_beside),
    (r"stops walks and steals between (\w+) and (\w+)", stands_between),
    (r"(\d+) sides? on the frame", on_the_frame),
    (r"(\d+) free Walls?", free_walls),
    (r"lies down: .*", lies_down),
    (r"turns the Forage token over: (black|red) to \w+", token_turned),
    (r"[^.]*(?:Gold|cubes? of|mushroom|spice|elixir|snow|flower|crystal)[^.]*\. .*", price_of_card),
    (r"(\w+), Gold Value (\d+)", lies_there),
    (r"becomes (red|black)", token_becomes),
    (r"a Wall of (\w+)", wall_of),
    (r"-(\d+) SP, (\d+) (\w+) less each turn", points_lost),
    (r"(\d+) in 12", faces_of),
    (r"(.*) would erupt", would_erupt),
    (r"(.*) cannot this round", cannot_now),
    (r"(?:[a-z]\d+ (?:value|turns|loses)[^,]*(?:, )?)+", hexes_hit),
    (r"stands on the frame, without effect", beyond_the_frame),
    (r"once in this turn|.*\.", describes),
]
SHORTCUTS: Checks = [(r"both moves of this Wizard", both_moves), (r"(?:(\d+) Gold in all|free)", gold_in_all)]
WARNINGS: Checks = [
    (r"A Walk leads there as well\.", walk_as_well),
    (r"You could still cast (.*)\.", can_still_cast),
    (r"You could still build: (.*)\.", can_still_build),
    (r"None of your Wizards has moved\.", nobody_moved),
    (r"Then you can no longer pay a (.*)\.", cannot_pay),
    (r"You will hold more than (\d+) cubes and must discard\.", must_discard),
    (r"An eruption may turn (.*) to Ash: .*", may_burn),
    (r"(\w+) has the score to win\.", has_the_score),
    (r"The Wizard leaves the board together with the hex\.", leaves_with_hex),
    (r"This Wall faces Ash: nobody crosses there anyway\.", faces_ash),
    (r"Gold beyond (\d+) is lost\.", too_much_gold),
]


SHOWN = {"Gold", "lack", "price", "exchange", "goal"}


def shown(match: Any, scene: Any) -> Held:
    """What the table shows beside its choices, held against the engine."""
    s, p = match.state, match.state.actor
    for choice in scene.choices:
        if gold := re.fullmatch(r"-(\d+)", choice.mark):
            after = Step(match, choice).after
            yield "Gold", s.gold[p] - after.gold[p] == int(gold[1]) and choice.left == after.gold[p], choice.text
    for offer in scene.offers:
        built = [text for text in match.legal() if text.startswith(f"build {offer.id} ")]
        yield "lack", bool(offer.missing) != bool(built), f"{offer.id}: {offer.missing}"
        if built:
            yield "price", spent_on(match, built[0]) == offer.price, f"{offer.id}: {offer.price}"
        elif way := re.search(r"\((.*): (\d+) Gold\)", offer.missing):
            yield "exchange", exchanged(match, way[1].split(", "), offer.id) == int(way[2]), offer.missing
    for note in scene.notes:
        if needed := re.search(r"(\d+) SP are needed to win", note):
            yield "goal", rules_score.score_to_win(match.box, s) == int(needed[1]), note


def spent_on(match: Any, text: str) -> str:
    """What building costs, as an offer writes it."""
    p, before, after = match.state.actor, match.state, match.fork().play(text).state
    cubes = {kind: before.cubes[p][k] - after.cubes[p][k] for k, kind in enumerate(KIND_NAMES)}
    return ", ".join([*(f"{n} {kind}" for kind, n in cubes.items() if n), f"{before.gold[p] - after.gold[p]} Gold"])


def exchanged(match: Any, steps: list[str], piece: str) -> int | None:
    """The Gold that exchanges cost; None where they are not possible, or the building cannot be paid then."""
    then, p = match.fork(), match.state.actor
    for step in steps:
        then.play(step.replace(" into", ""))
    offer = next(offer for offer in then.scene(match.actor + 1).offers if offer.id == piece)
    return None if offer.missing not in ("", "no place for it") else match.state.gold[p] - then.state.gold[p]
