"""Promises of Hexemonia."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hexagora.games.hexemonia import rules_city, rules_end, rules_play, rules_war, words
from hexagora.games.hexemonia.payments import payments
from hexagora.games.hexemonia.state import (
    AT_AGORA,
    AT_FILL,
    AT_LOOK,
    AT_LOSE,
    AT_MUSTER,
    AT_MYTHOUT,
    AT_NECROPOLIS,
    AT_SETTLE,
    AT_WAR,
    ATTACK,
    CELLS,
    CITIZEN,
    GOLD,
    HOPLITE,
)
from tests.forecasts.step import Checks, Held, Step, describes
from tests.hexemonia.helpers import at

ACROPOLIS = 0


def rare() -> Iterator[Any]:
    """What golden matches do not have: gears that are seldom used, a Polis twice, a hex that wakes up."""
    yield at("SPECIAL", "o; a1 walls 1/1/0; hades@a1", "o 9/0/0; a1 pasture 6/0/0; a2 quarry 3/0/0")
    yield at("SPECIAL", "o; a1 agora 1/0/1; oracle@a1", chance="ask")
    cursing = at("SPECIAL", "o; a1 pasture 1/0/0; pandora@a1", {"hand": ["walls", "fleet"]}, chance="ask")
    yield cursing.play("activate pandora")
    fought = at("WAR", "o 2/0/0; a1 temple 1/0/1", "o; a3 temple 0/0/2; fates@a3").play("attack p2 a3")
    yield fought.play_all(["muster 2 citizen o", "end muster"])
    yield at("SPECIAL", "o; a1 temple 1/0/1; a2 spring; a6 spring", "o 0/0/48")  # one gold is left
    yield at("ACTION", "o; a1 pasture 1/0/0; a2 pasture 1/0/0", "o 57/0/0")  # one citizen is left
    yield at("MOVES", "o 1/0/0; a1 pasture 0/0/0").play("lift 1 citizen o")


def shortcuts(match: Any) -> Any:
    return payments(match.box, match.state)


def cubes_in(text: str) -> list[int]:
    found = {name: int(n) for n, name in re.findall(r"(\d+) (citizen|hoplite|gold)", text)}
    return [found.get(name, 0) for name in ("citizen", "hoplite", "gold")]


def produced(step: Step, m: Any) -> bool:
    """Where the supply is short, the player says which hexes get something."""
    p, match = step.before.active, step.then.fork()
    while match.state.phase == AT_FILL:
        match.play(match.legal()[0])
    return [match.state.stock[p][r] - step.before.stock[p][r] for r in range(3)] == cubes_in(m[0])


def hex_cost(step: Step, m: Any) -> bool:
    return [int(n) for n in step.after.due] == cubes_in(m[0]) or sum(step.after.due) == 0


def becomes_active(step: Step, m: Any) -> bool:
    return is_live(step.after, step.before.active, step.cell(m[1]))


def strength(step: Step, m: Any) -> bool:
    value = rules_city.units_value(step.box, step.after.mustered[0], step.after.mustered[1])
    return bool(value == int(m[1]))


def is_live(s: Any, p: int, c: int) -> bool:
    return bool(s.live[p] >> c & 1)


def becomes_inactive(step: Step, m: Any) -> bool:
    """The active player's hexes, or those of whoever gives a cube."""
    cells = [step.cell(name) for name in re.findall(r"\b([a-z]\d+)\b", m[1])]
    return any(all(is_live(step.before, p, c) and not is_live(step.after, p, c) for c in cells)
               for p in range(step.box.players))


def on_acropolis(step: Step, m: Any) -> bool:
    p = step.before.active
    came = [step.after.cubes[p][r][ACROPOLIS] - step.before.cubes[p][r][ACROPOLIS] for r in range(3)]
    return sum(came) == 1


def spare(step: Step, m: Any) -> bool:
    """A cube that no hex needs: what it leaves stays as it was."""
    return all(step.before.live[p] & ~step.after.live[p] & step.after.filled[p] == 0 for p in range(step.box.players))


def needed(step: Step, m: Any) -> bool:
    """A cube of the cost of a hex: that hex is not active then."""
    cell = step.cell(step.text.split()[-1])
    return not any(is_live(step.after, p, cell) for p in givers(step, cell))


def givers(step: Step, cell: int) -> list[int]:
    """Those from whose hex something was taken."""
    return [p for p in range(step.box.players) for r in range(3)
            if step.after.cubes[p][r][cell] < step.before.cubes[p][r][cell]]


def survivors_of_muster(step: Step, m: Any) -> bool:
    """Mustered as told, then every possible loss: the units that are left are worth as much."""
    match = step.then if step.text == "end muster" else step.then.play("end muster")
    for text in match.legal():
        left = re.search(r"survivors: ([^;]*)", next(c.forecast for c in match.choices() if c.text == text))
        if left:
            citizens, hoplites, _ = cubes_in(left[1])
            if rules_city.units_value(step.box, citizens, hoplites) != int(m[3]):
                return False
    return True


def strength_so_far(step: Step, m: Any) -> bool:
    value = rules_city.units_value(step.box, step.after.mustered[0], step.after.mustered[1])
    return bool(value == int(m[1]) and "end muster" not in step.follows)


def to_muster(step: Step, m: Any) -> bool:
    """All units of the attacker, and the number that has to be beaten."""
    p = step.before.active
    have = rules_city.units_value(step.box, *(step.before.stock[p][r] for r in (CITIZEN, HOPLITE)))
    return bool(step.after.defence == int(m[1]) and have == int(m[2]))


def gold_there(step: Step, m: Any) -> bool:
    owner, cell = step.text.split()[1:]
    return bool(step.before.cubes[int(owner[1:]) - 1][GOLD][step.cell(cell)] == int(m[1]))


def usable(step: Step, m: Any) -> bool:
    """Exactly what can be activated then."""
    offered = [text.split()[1] for text in step.follows if text.startswith("activate ")]
    return len(offered) == len(m[1].split(", "))


def can_take(step: Step, m: Any) -> bool:
    """Exactly what can be attacked then."""
    offered = {tuple(text.split()[1:]) for text in step.follows if text.startswith("attack ")}
    colours = {words.person(p): f"p{p + 1}" for p in range(step.box.players)}
    told = {(colours[who], cell) for who, cell in re.findall(r"(\w+)'s [^,]*? (\w+)(?:,|$)", m[1])}
    return told == offered


def lacks(step: Step, m: Any) -> bool:
    """With the cubes that it lacks each hex would have its cost, with one less it would not."""
    p = step.before.active
    told = {step.cell(name): cubes_in(part) for name, part in re.findall(r" (\w\d+) lacks ((?:\d+ \w+(?:, )?)+)", m[0])}
    asleep = {c for c in range(1, step.box.cells) if step.before.filled[p] >> c & 1 and not is_live(step.before, p, c)}
    costs = {c: step.box.cost[step.before.tile[p][c] - 1] for c in asleep}
    return told.keys() == asleep and all(
        max(0, costs[c][r] - step.before.cubes[p][r][c]) == told[c][r] for c in asleep for r in range(3))


def all_awake(step: Step, m: Any) -> bool:
    p = step.before.active
    return all(is_live(step.before, p, c) for c in range(1, step.box.cells) if step.before.filled[p] >> c & 1)


def survivors(step: Step, m: Any) -> bool:
    """They lie on the conquered hex when it is settled."""
    places = [text for text in step.follows if text.startswith("settle ")]
    if not places:
        return True
    cell, p = step.cell(places[0].split()[1]), step.before.active
    settled = step.then.fork().play(places[0]).state
    return [settled.cubes[p][r][cell] for r in (CITIZEN, HOPLITE)] == cubes_in(m[1])[:2]


def will_be_active(step: Step, m: Any) -> bool:
    places = [text for text in step.follows if text.startswith("settle ")]
    if not places:
        return True
    settled = step.then.fork().play(places[0]).state
    return is_live(settled, step.before.active, step.cell(places[0].split()[1])) == (m[1] == "be active")


def gold_outside(step: Step, m: Any) -> bool:
    p = step.before.active
    outside = [sum(s.cubes[p][GOLD][1 : step.box.cells]) for s in (step.before, step.after)]
    return int(m[1]) in outside


def who_could_pay(step: Step, m: Any) -> bool:
    r = {"citizen": CITIZEN, "hoplite": HOPLITE, "gold": GOLD}[m[1].rstrip("s")]
    people = {words.person(p): p for p in range(step.box.players)}
    told = {people[name] for name in re.split(r" or | and ", m[2])}
    return told == {p for p in people.values() if p != step.before.active and step.before.stock[p][r]}


def stays_open(step: Step, m: Any) -> bool:
    return bool(step.after.open[step.before.active])


def leads(step: Step, m: Any) -> bool:
    """With the city open the player has more political hexes than anybody else, and had not before."""
    s = step.before.clone()
    rules_play.reveal(s)
    now, then = (rules_end.leads_politics(step.box, one, step.before.active) for one in (step.before, s))
    return bool(then and not now)


def gold_of_gear(step: Step, m: Any) -> bool:
    p = step.before.active
    return bool(step.after.stock[p][GOLD] - step.before.stock[p][GOLD] == int(m[1]))


def moves_cubes(step: Step, m: Any) -> bool:
    """Cubes are lifted and put down as often as the engine lets them."""
    match, moved = step.then.fork(), 0
    while lifts := [text for text in match.legal() if text.startswith("lift ") and match.state.phase == AT_AGORA]:
        before = match.state.clone()
        match.play(lifts[0])
        moved += sum(before.cubes[p][r][c] - match.state.cubes[p][r][c] for p in (before.active,) for r in range(3)
                     for c in range(step.box.cells))
        match.play(next(text for text in match.legal() if text.startswith("drop ")))
    return 0 < moved <= int(m[1])


def buried_for_gold(step: Step, m: Any) -> bool:
    """So many citizens, then the first gold."""
    match, p, buried = step.then.fork(), step.before.active, 0
    gold = match.state.stock[p][GOLD]
    while match.state.phase == AT_NECROPOLIS and match.state.stock[p][GOLD] == gold:
        match.play(next(text for text in match.legal() if text.startswith("bury ")))
        buried += 1
    return buried == int(m[1])


def takes_at_most(step: Step, m: Any) -> bool:
    numbers = [int(text.split()[-1]) for text in step.follows if text.startswith("strike ")]
    return bool(numbers) and max(numbers) <= int(m[1])


def sees(step: Step, m: Any) -> bool:
    """So many hexes come to light one after the other, or all that the pile has."""
    match, seen = step.then.fork(), 0
    while match.state.phase == AT_LOOK:
        match.play(match.legal()[0])
        seen += 1
    return seen == min(int(m[1]), step.before.pile_size)


def has_to_give(step: Step, m: Any) -> bool:
    people = {words.person(p): p for p in range(step.box.players)}
    r = {"citizen": CITIZEN, "hoplite": HOPLITE, "gold": GOLD}[m[3].rstrip("s")]
    return bool(step.before.stock[people[m[1]]][r] == int(m[2]))


def one_of_hand(step: Step, m: Any) -> bool:
    """Every hex of the hand may be hit."""
    return sum(step.then.weights()) == int(m[1])


def myth_comes_along(step: Step, m: Any) -> bool:
    """The war is fought to its end: the Myth is the attacker's, unless there are too many to keep them."""
    match, p = step.then.fork(), step.before.active
    kind = next(k for k in range(step.box.types) if words.type_name(step.box, k) == m[1])
    while match.state.phase in (AT_MUSTER, AT_LOSE, AT_SETTLE):
        wanted = [text for text in match.legal() if text == "end muster"] or match.legal()
        match.play(wanted[-1])
    return bool(match.state.myth_owner[kind] == p + 1 or match.state.phase == AT_MYTHOUT)


def costs_nothing(step: Step, m: Any) -> bool:
    return list(step.before.stock[step.before.active]) == list(step.after.stock[step.before.active])


def joins(step: Step, m: Any) -> bool:
    return any(words.type_name(step.box, step.before.tile[step.before.active][c] - 1) == m[1]
               for c in range(1, step.box.cells) if step.before.filled[step.before.active] >> c & 1)


def revolt(step: Step, m: Any) -> bool:
    """What is in excess on each hex: half of a single kind, rounded up, or all beyond the smallest of several."""
    box, s, p = step.box, step.after, step.before.active
    lost = [0, 0, 0]
    for c in (c for c in range(1, box.cells) if s.filled[p] >> c & 1):
        over = [rules_city.excess(box, s, p, c, r) for r in range(3)]
        some = [n for n in over if n > 0]
        kept = 0 if not some else some[0] // 2 if len(some) == 1 else min(some)
        lost = [n + max(0, over[r] - kept) for r, n in enumerate(lost)]
    return lost == cubes_in(m[1]) and (not m[2] or could_lead(step, m[2]))


def could_lead(step: Step, names: str) -> bool:
    """Exactly those who would have more political hexes than anybody with one more."""
    counts = [rules_end.political_hexes(step.box, step.before, p) for p in range(step.box.players)]
    return set(names.split(" or ")) == {
        words.person(p) for p in range(step.box.players) if p != step.before.active
        and step.before.philosopher != p + 1 and counts[p] + 1 > max(n for o, n in enumerate(counts) if o != p)}


def conquerable(step: Step, m: Any) -> bool:
    """Some opponent at war could attack each of these hexes."""
    p = step.before.active
    return all(attacked(step, p, step.cell(name)) for name in re.findall(r"\b([a-z]\d+)\b", m[0]))


def attacked(step: Step, p: int, c: int) -> bool:
    out = [0] * step.match.game.max_legal
    for o in (o for o in range(step.box.players) if o != p):
        s = step.after.clone()
        s.active, s.attacked, s.phase = o, 0, AT_WAR
        if ATTACK + p * CELLS + c in out[: rules_war.list_attacks(step.box, s, out, -1)]:
            return True
    return False


def ring_closed(step: Step, m: Any) -> bool:
    p, ring = step.before.active, step.box.ring[1]
    return bool(step.after.filled[p] & ring == ring and not step.after.polis[p])


def paid_from(step: Step, m: Any) -> bool:
    """Every cube leaves the hex that is named, and all of them are the price."""
    p, told = step.before.active, Counter[tuple[int, int]]()
    for name, place in re.findall(r"(citizen|hoplite|gold) from [^,]*?(\w+)(?:,|$)", m[2]):
        cell = ACROPOLIS if place == "Acropolis" else step.cell(place)
        told[("citizen", "hoplite", "gold").index(name), cell] += 1
    spent = [sum(n for (kind, _), n in told.items() if kind == r) for r in range(3)]
    gone = {(r, c): n for r in range(3) for c in range(step.box.cells)
            if (n := step.before.cubes[p][r][c] - step.after.cubes[p][r][c]) > 0}
    return gone == told and (not m[1] or spent == cubes_in(m[1]))


FORECASTS: Checks = [
    (r"brings (nothing|\d.*)", produced),
    (r"brings ([A-Z]\w*)", myth_comes_along),
    (r"costs (nothing|\d.*)", hex_cost),
    (r".* (\w+) becomes active", becomes_active),
    (r"then (\d+) against (\d+): units worth (\d+) survive", survivors_of_muster),
    (r"then (\d+) of more than \d+: not enough yet", strength_so_far),
    (r"goes on your Acropolis", on_acropolis),
    (r"from excess|from the Acropolis", spare),
    (r"part of the cost of its hex|(\d+) from excess, \d+ of the cost of its hex", needed),
    (r"muster more than (\d+)(?:, shield \d+)?, of (\d+) that you have", to_muster),
    (r"gold there: (\d+)", gold_there),
    (r"could use (.*)", usable),
    (r"could take (.*)", can_take),
    (r"not active: .*", lacks),
    (r"all your hexes are active", all_awake),
    (r"survivors: (.*)", survivors),
    (r"the hex will (not be active|be active)", will_be_active),
    (r"\d+ (citizens?|hoplites?|gold), from (.*)", who_could_pay),
    (r"would win you the Philosopher", leads),
    (r"it stays open", stays_open),
    (r"(\d+) gold", gold_of_gear),
    (r"move up to (\d+) cubes", moves_cubes),
    (r"1 gold for every (\d+) citizens that you bury", buried_for_gold),
    (r"takes up to (\d+) excess citizens from a hex of an opponent", takes_at_most),
    (r"look at the top (\d+) hexes of the Fate pile and put them back in any order", sees),
    (r"(\w+) has (\d+) (\w+) and chooses which one to give", has_to_give),
    (r"one of the (\d+) hexes of \w+'s hand, at random", one_of_hand),
    (r"free", costs_nothing),
    (r"they join your own (\w+)", joins),
    (r"one cube of any kind for your Acropolis|draw the top hex of the Fate pile|excess citizens go to the supply|"
     r"a random hex of an opponent's hand is discarded|the only hex of \w+'s hand", describes),
]
SHORTCUTS: Checks = [
    (r"(?:costs ([^:]*): )?((?:citizen|hoplite|gold) from .*)", paid_from),
    (r"(.*) becomes inactive", becomes_inactive),
]
WARNINGS: Checks = [
    (r"(.*) becomes inactive", becomes_inactive),
    (r"(\d+) gold of yours is not on the Acropolis and gives no points", gold_outside),
    (r"a Revolt would cost you ([^(]*?)(?: \((.*) could take the Philosopher next turn\))?", revolt),
    (r"can be conquered: .*|.* can be conquered, and the Myth with it", conquerable),
    (r"fills the first ring without a Polis: later ones will have no place", ring_closed),
    (r"revealing your city now would win you the Philosopher", leads),
    (r"cannot be taken back", describes),
]


SHOWN = {"war", "politics", "units"}


def shown(match: Any, scene: Any) -> Held:
    """What the table shows beside its choices, held against the engine."""
    meters = {panel.player: {meter.label: meter.value for meter in panel.meters} for panel in scene.panels}
    for panel in scene.panels:
        for threat in panel.threats:
            told = f"{panel.name} against {threat.against}: {threat.text}, {threat.note}"
            if threat.icon == "helmet":
                at_risk = prey(match, panel.player, threat.against)
                yield "war", set(threat.cells) == at_risk and threat.grave == bool(at_risk), told
                yield "units", threat.text.split()[0] == str(meters[panel.player]["units"]), told
            own, other = (meters[p]["political hexes"] for p in (panel.player, threat.against))
            if threat.icon == "eye":
                yield "politics", threat.text == f"{own} : {other}", told


def prey(match: Any, p: int, o: int) -> set[str]:
    """What the rules would let a player attack at war."""
    s, out = match.state.clone(), [0] * match.game.max_legal
    s.active, s.attacked, s.phase = p, 0, AT_WAR
    cells = (a - ATTACK - o * CELLS for a in out[: rules_war.list_attacks(match.box, s, out, -1)])
    return {f"p{o + 1}/{match.game.words.cell_name(match.box, c)}" for c in cells if 0 <= c < CELLS}
