"""Promises of Hexcape."""

import re
from collections.abc import Iterator
from typing import Any

from hexagora.games.hexcape import rules_map
from hexagora.games.hexcape import state as its
from hexagora.games.hexcape.content import supplied_maps
from hexagora.games.hexcape.reach import routes
from hexagora.games.hexcape.texts import cell_name, map_id, ordinal, title_of
from tests.forecasts.step import Checks, Held, Step, describes
from tests.hexcape.support import at, card

ON_FOOT = ("move ", "swap ")
WALK = (*ON_FOOT, "no draw", "roll ")  # a walk goes on after a card that is not drawn and a teleport that is not made


def rare() -> Iterator[Any]:
    """A card that no golden match has."""
    yield at(cards={"red": card("eraser")}, costs={"b1": 4, "b2": 5, "b4": 9, "b5": 2}, ap=1, step="change")


def shortcuts(match: Any) -> Any:
    return routes(match.box, match.state)


def name(step: Step, c: int) -> str:
    return cell_name(step.box, step.before, c)


def points_left(step: Step, m: Any) -> bool:
    s, left = step.after, int(m[2])
    if left == 0 or s.actor != step.before.actor:
        return step.choice.left in (None, left)  # the turn is over
    return bool(s.ap == left and step.before.ap - s.ap == int(m[1]) and step.choice.left in (None, left))


def walk_paid(step: Step, m: Any) -> bool:
    """All steps of a walk together."""
    goal, spent = step.text.split()[-1], step.before.ap - step.after.ap
    there = step.then.over or name(step, step.after.at[step.before.actor]) == goal
    told = step.choice.left == int(m[2]) == step.before.ap - int(m[1])
    return bool(told and there and (spent == int(m[1]) or step.after.actor != step.before.actor))


def new_cost(step: Step, m: Any) -> bool:
    if step.after.round != step.before.round:
        return True  # the thaw may have come
    place = next(c for c in range(len(step.before.cost)) if step.before.cost[c] != step.after.cost[c])
    return bool(step.before.cost[place] == int(m[3]) and step.after.cost[place] == int(m[2])
                and name(step, place) == m[1])


def wins(step: Step, m: Any) -> bool:
    return bool(step.match.game.rules.to_act(step.box, step.after) == -2)


def turn_over(step: Step, m: Any) -> bool:
    return bool(step.after.actor != step.before.actor or step.after.phase != its.MOVING)


def may_draw(step: Step, m: Any) -> bool:
    return "draw" in step.follows


def left_for_changes(step: Step, m: Any) -> bool:
    return bool(step.after.ap == int(m[1]) or step.after.actor != step.before.actor)


def points_now(step: Step, m: Any) -> bool:
    return bool(step.before.ap == int(m[1]))


def no_more_moving(step: Step, m: Any) -> bool:
    return not any(text.startswith((*ON_FOOT, "teleport ")) for text in step.follows)


def by_letters(step: Step, m: Any) -> bool:
    """Exactly these hexes, at these prices."""
    told = {spot: int(price) for spot, price in re.findall(r"(\w+) \((\d+) AP\)", m[1])}
    then = step.then.play("no draw") if "no draw" in step.follows else step.then
    ways = [text for text in then.legal() if text.startswith("teleport ")]
    real = {}
    for text in ways:
        after = then.fork().play(text)
        real[text.split()[1]] = then.state.ap - after.state.ap if after.state.actor == then.state.actor else None
    return told.keys() == real.keys() and all(price in (None, told[spot]) for spot, price in real.items())


def no_letters(step: Step, m: Any) -> bool:
    return not any(text.startswith("teleport ") for text in step.follows)


def faces_that_lead(step: Step, m: Any) -> bool:
    """Of all faces of the die those after which a teleport can be paid."""
    then = step.then.play("no draw") if "no draw" in step.follows else step.then
    faces = [then.fork().play(text) for text in then.legal() if text.startswith("roll ")]
    good = sum(any(text.startswith("teleport ") for text in after.legal()) for after in faces)
    told = [int(n) for n in re.findall(r"\d+", m[0])] or [0, len(faces)]
    return [good, len(faces)] == told


def cards_left(step: Step, m: Any) -> bool:
    return sum(step.then.weights()) == int(m[1])


def new_place(step: Step, m: Any) -> bool:
    """An offer is followed to its acceptance."""
    match = step.then
    if step.text.startswith("offer"):
        match = match.play("accept")
    me = step.before.actor
    before, after = (next(k for k in range(step.box.players) if s.order[k] == me) for s in (step.before, match.state))
    return [ordinal(after + 1), ordinal(before + 1)] == [m[1], m[2]]


def order_stays(step: Step, m: Any) -> bool:
    return list(step.before.order) == list(step.after.order)


def more_points(step: Step, m: Any) -> bool:
    return bool(step.after.ap - step.before.ap == int(m[1]))


def unspent(step: Step, m: Any) -> bool:
    return bool(step.before.ap == int(m[1]) and (step.then.over or step.after.actor != step.before.actor))


def walks_home(step: Step, m: Any) -> bool:
    """The faces of the die with which a player, were it the turn, could walk to the End: tried by the engine."""
    box = step.box
    p = next(p for p in range(box.players) if title_of(box, step.before, p) == m[1])
    match = step.match.fork()
    match.state.actor, match.state.phase, match.state.fresh = p, its.MOVING, 0
    match.state.rope = match.state.right = 0
    die = box.die[match.state.map]
    good = sum(_arrives(step, match.state, ap) for ap in range(1, die + 1))
    return [good, die] == [int(m[2]), int(m[3])]


def _arrives(step: Step, s: Any, ap: int) -> bool:
    rules, goal, seen = step.match.game.rules, step.box.goal[s.map], set()
    start = s.clone()
    start.ap = ap
    ways, me = [start], s.actor
    while ways:
        here = ways.pop()
        out = [0] * step.match.game.max_legal
        for a in out[: rules.legal(step.box, here, out)]:
            if not step.match.game.words.text(step.box, here, a).startswith(WALK):
                continue
            there = here.clone()
            rules.apply(step.box, there, a)
            if there.at[me] == goal:
                return True
            key = (*there.at, there.ap, there.phase)
            if there.actor == me and there.phase != its.ACTION_ROLL and key not in seen:
                seen.add(key)
                ways.append(there)
    return False


def end_in_reach(step: Step, m: Any) -> bool:
    goal = name(step, step.box.goal[step.before.map])
    return any(text.split()[-1] == goal for text in step.now)


def walk_from(step: Step, source: int) -> int | None:
    """The cheapest walk to the End from a hex, counted anew."""
    return walk_between(step, source, step.box.goal[step.before.map])


def walk_between(step: Step, source: int, goal: int) -> int | None:
    box, s = step.box, step.before
    costs, ways = {goal: 0}, [goal]
    for c in ways:  # backwards from the goal, as often as a hex gets cheaper
        for n in (n for n in box.neighbour[box.first[s.map] + c] if n >= 0):
            if costs[c] + s.cost[c] < costs.get(n, 10**6):
                costs[n] = costs[c] + s.cost[c]
                ways.append(n)
    return costs.get(source)


def sent_forward(step: Step, m: Any) -> bool:
    other = next(p for p in range(step.box.players) if title_of(step.box, step.before, p) == m[1])
    before, after = (walk_from(step, s.at[other]) for s in (step.before, step.after))
    return before is not None and after is not None and before - after == int(m[2])


def as_on_the_map(step: Step, m: Any) -> bool:
    """What the content says of the map and its die, the hexes of it that are no rock, and the round from which on
    nothing can be raised."""
    box, k = step.box, map_of(step)
    drawn = supplied_maps(step.match.game.content)[map_id(box, k)]
    first = box.first[k]
    seen, ways = {box.start[k]}, [box.start[k]]
    while ways:
        fresh = {n for n in box.neighbour[first + ways.pop()] if n >= 0} - seen
        seen |= fresh
        ways += fresh
    s = step.before.clone()
    s.map = k
    thaw = int(m[4] or 0)
    thawed = []
    for s.round in (thaw - 1, thaw) if thaw else (1, 999):
        thawed.append(bool(rules_map.has_thawed(box, s)))
    return ((drawn.difficulty, drawn.die, len(seen)) == (int(m[1]), int(m[2]), int(m[3]))
            and thawed == [False, bool(thaw)])


def map_of(step: Step) -> int:
    return next(k for k in range(step.box.maps) if map_id(step.box, k) == step.text.split()[-1])


def free(step: Step, m: Any) -> bool:
    same_turn = step.after.actor == step.before.actor
    return bool(not same_turn or step.after.ap >= step.before.ap)


def other_cost(step: Step, m: Any) -> bool:
    """One hex alone has another cost: the one that is named."""
    changed = [c for c in range(len(step.before.cost)) if step.before.cost[c] != step.after.cost[c]]
    told = [(step.before.cost[c], step.after.cost[c], name(step, c)) for c in changed]
    same = int(m[1]) == int(m[2]) and not told
    return same or told == [(int(m[2]), int(m[1]), step.text.split()[-1])]


def used_up(step: Step, m: Any) -> bool:
    return step.after.fate[step.before.actor] == its.USED


def costs_at_most(step: Step, m: Any) -> bool:
    """Every step that follows, but for the surcharge of a swap."""
    ways = [text for text in step.follows if text.startswith("move ")]
    prices = [step.after.ap - then.ap for then in (step.then.fork().play(text).state for text in ways)
              if then.actor == step.after.actor]
    return all(price <= int(m[1]) for price in prices)


def erases(step: Step, m: Any) -> bool:
    """So many hexes can be put back, no more."""
    match, done = step.then.fork(), 0
    while any(text.startswith("erase ") for text in match.legal()):
        match.play(next(text for text in match.legal() if text.startswith("erase ")))
        done += 1
    above = sum(step.before.cost[c] > step.box.printed[step.box.first[step.before.map] + c]
                for c in range(step.box.passable[step.before.map]))
    return done == min(int(m[1]), above)


def own_road(step: Step, m: Any) -> bool:
    """Some cheapest walk to the End goes over the hex: what it costs to come there and on from there is all."""
    here = step.before.at[step.before.actor]
    place = next(c for c in range(len(step.before.cost)) if name(step, c) == step.text.split()[-1])
    way = walk_between(step, here, place)
    on, all_of_it = walk_from(step, place), walk_from(step, here)
    return way is not None and on is not None and way + on == all_of_it


FORECASTS: Checks = [
    (r"costs (\d+) AP, (\d+) left", points_left),
    (r"(\w+) costs (\d+) instead of (\d+)", new_cost),
    (r"costs \d+ AP and wins the game", wins),
    (r"your turn is over", turn_over),
    (r"you may draw a card", may_draw),
    (r"(\d+) AP left", left_for_changes),
    (r"no more moving this turn", no_more_moving),
    (r"(\d+) AP for changing the map", points_now),
    (r"you may teleport by its letters to (.*)", by_letters),
    (r"no teleport by its letters can be paid", no_letters),
    (r"you roll for the teleport(: \d+ of \d+ faces lead to a hex that you can pay)?", faces_that_lead),
    (r"the top card of the special deck, one of (\d+)", cards_left),
    (r"you would be (\w+) instead of (\w+)", new_place),
    (r"the order stays as it is", order_stays),
    (r"While (?:changing|moving): (\d+) AP more\.", more_points),
    (r"difficulty (\d), die with (\d+) faces, (\d+) passable hexes, (?:thaw in round (\d+)|no thaw)", as_on_the_map),
    (r"free", free),
    (r"costs (\d+) (?:again )?instead of (\d+)", other_cost),
    (r"shown and used up", used_up),
    (r"While moving: the next hex you enter costs at most (\d+)\.", costs_at_most),
    (r"While changing: up to (\d+) raised hexes go back to their printed cost\.", erases),
    (r"you can draw on another card hex later|As the first action of your turn: .*", describes),
]
SHORTCUTS: Checks = [(r"costs (\d+) AP, (\d+) left", walk_paid)]
WARNINGS: Checks = [
    (r"(\d+) AP unspent are lost", unspent),
    (r"(\w+) can walk to the End with the next roll \((\d+) in (\d+)\)", walks_home),
    (r"sends (\w+) forward by (\d+) AP", sent_forward),
    (r"whatever you roll, you cannot pay a teleport", faces_that_lead),
    (r"you can move onto the End hex and win now", end_in_reach),
    (r"this hex is on your own cheapest road", own_road),
    (r"this is your only card of the whole game", describes),
]


SHOWN = {"mark", "thaw", "thawed", "way home"}


def shown(match: Any, scene: Any) -> Held:
    """What the table shows beside its choices, held against the engine."""
    s = match.state
    for choice in [*scene.choices, *scene.shortcuts]:
        told = re.search(r"costs (\d+) AP, (\d+) left", choice.forecast)
        if told and choice.mark:
            spent = sum(map(int, choice.mark.split("+")))
            yield "mark", (spent, choice.left) == (int(told[1]), int(told[2])), f"{choice.mark}: {choice.forecast}"
    for note in scene.notes:
        if soon := re.fullmatch(r"Thaw in (\d+) rounds?", note):
            then = s.clone()
            thawed = []
            for then.round in (s.round + int(soon[1]) - 1, s.round + int(soon[1])):
                thawed.append(bool(rules_map.has_thawed(match.box, then)))
            yield "thaw", thawed == [False, True], note
        if "nothing can be raised" in note:
            yield "thawed", not any(text.startswith("raise ") for text in match.legal()), note
        if home := re.fullmatch(r"(\w+) can walk to the End with the next roll \((\d+) in (\d+)\)\.", note):
            yield "way home", walks_home(Step(match, scene.choices[0]), home), note
