"""What a decision would bring, for people: costs, consequences and warnings."""

from typing import Any

from hexagora.games.hexemonia import rules, rules_city, rules_end, rules_play, rules_special, rules_war, words
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.content import NATURES
from hexagora.games.hexemonia.state import Box, State

GEAR_TEXTS = {
    S.SPRING: "one cube of any kind for your Acropolis",
    S.TEMPLE: "1 gold for each sacred hex beside it",
    S.HARBOUR: "1 gold for each economic hex beside it",
    S.NECROPOLIS: "1 gold for every {bury} citizens that you bury",
    S.AGORA: "move up to {agora} cubes",
    S.LIGHTHOUSE: "every opponent gives you 1 gold",
    S.TAVERN: "an opponent gives you 1 citizen",
    S.LABYRINTH: "an opponent gives you 1 hoplite",
    S.HADES: "takes up to {strike} excess citizens from a hex of an opponent",
    S.ORACLE: "look at the top {look} hexes of the Fate pile and put them back in any order",
    S.FATES: "draw the top hex of the Fate pile",
    S.PANDORA: "a random hex of an opponent's hand is discarded",
}


def after(box: Box, s: State, a: int) -> Any:
    """The state after an action, on a copy."""
    copy = s.clone()
    rules.apply(box, copy, a)
    return copy


def cubes(numbers: Any) -> str:
    """Cubes in words, or "nothing"."""
    return ", ".join(words.plural(n, r) for r, n in enumerate(numbers) if n) or "nothing"


def changes_activity(box: Box, s: State, a: int, player: int) -> tuple[str, str]:
    """Which hexes an action would make active, and which inactive."""
    then = after(box, s, a)
    gained = then.live[player] & ~s.live[player]
    return _hexes(box, then, player, gained, "active"), hexes_asleep(box, s, then, player)


def hexes_asleep(box: Box, s: State, then: State, player: int) -> str:
    """Which hexes are not active any more in a later state."""
    return _hexes(box, s, player, s.live[player] & ~then.live[player] & then.filled[player], "inactive")


def _hexes(box: Box, s: State, player: int, mask: int, what: str) -> str:
    found = [words.hex_at(box, s, player, c) for c in range(box.cells) if mask >> c & 1]
    return f"{', '.join(found)} becomes {what}" if found else ""


def source_of(box: Box, s: State, player: int, cell: int, resource: int, number: int = 1) -> str:
    """Whether so many cubes can be spared."""
    if cell == S.ACROPOLIS:
        return "from the Acropolis"
    spare = rules_city.excess(box, s, player, cell, resource)
    if 0 < spare < number:
        return f"{spare} from excess, {number - spare} of the cost of its hex"
    return "from excess" if spare else "part of the cost of its hex"


def production(box: Box, s: State) -> str:
    """What a production would bring, as far as the supply suffices."""
    total = [0] * S.RESOURCES
    for kind in _producers(box, s):
        total[box.produces[kind] - 1] += box.amount[kind]
    return f"brings {cubes(min(n, rules_city.in_supply(box, s, r)) for r, n in enumerate(total))}"


def producing(box: Box, s: State) -> list[int]:
    """The cells that a production fills: active hexes, and active hosts of Myths that produce."""
    p = s.active
    cells = [c for c in range(1, box.cells) if s.live[p] >> c & 1 and box.produces[s.tile[p][c] - 1]]
    return cells + [s.host[k] for k in _producing_myths(box, s)]


def _producing_myths(box: Box, s: State) -> list[int]:
    p = s.active
    return [k for k in range(box.first_myth, box.types)
            if box.produces[k] and s.myth_owner[k] == p + 1 and s.live[p] >> s.host[k] & 1]


def _producers(box: Box, s: State) -> list[int]:
    kinds = [s.tile[s.active][c] - 1 for c in range(1, box.cells) if s.live[s.active] >> c & 1]
    return [k for k in kinds if box.produces[k]] + _producing_myths(box, s)


def usable(box: Box, s: State) -> list[int]:
    """The cells whose gear a special action could use now."""
    return [c for c in range(1, box.cells) if s.gears[s.active] >> c & 1 and rules_special.can_use_hex(box, s, c)]


def gears(box: Box, s: State) -> str:
    """What a special action could use now."""
    names = [words.hex_at(box, s, s.active, c) for c in usable(box, s)]
    names += [words.type_name(box, k) for k in range(box.first_myth, box.types)
              if rules_special.can_use_myth(box, s, k)]
    return "could use " + ", ".join(names)


def prey(box: Box, s: State) -> list[tuple[int, int]]:
    """The players and cells that a war could take now."""
    out = [0] * S.MAX_LEGAL
    return [words.attack_parts(a) for a in out[: rules_war.list_attacks(box, s, out, -1)]]


def targets(box: Box, s: State) -> str:
    """What a war could take now, in words."""
    found = prey(box, s)
    return "could take " + ", ".join(f"{words.person(p)}'s {words.hex_at(box, s, p, c)}" for p, c in found)


def why_not_attacked(box: Box, s: State, p: int, c: int) -> str:
    """What an attack on a hex needs, or why there can be none."""
    kind = s.tile[p][c] - 1
    pattern = rules_city.sides_taken(box, s, p, c)
    defence = rules_city.defence_of(box, s, p, c)
    spots = rules_city.open_cells(box, s, s.active)
    polis_spots = rules_city.polis_cells(box, s, s.active, spots)
    reasons = (
        (s.attacked >> p & 1, "this opponent has been attacked already"),
        (pattern == S.SURROUNDED, "safe: surrounded"),
        (not rules_city.holds_together_without(box, s, p, c, pattern), "safe: without it the city would fall apart"),
        (rules_war.strength(box, s, s.active) <= defence, f"too strong: {defence}"),
        (not rules_war.has_place_for(box, s, kind, spots, polis_spots), "no place for it in your city"),
    )
    return next((text for holds, text in reasons if holds), f"attack with more than {defence}")


def battle(box: Box, s: State, p: int, c: int) -> str:
    """The numbers of an attack, and what it would bring."""
    shield = rules_city.best_shield(box, s, p, c)
    guarded = f", shield {shield}" if shield else ""
    myths = [words.type_name(box, k) for k in _guests(box, s, p, c)]
    brings = [f"gold there: {s.cubes[p][S.GOLD][c]}", *(f"brings {name}" for name in myths)]
    return (f"muster more than {rules_city.defence_of(box, s, p, c)}{guarded}, of "
            f"{rules_war.strength(box, s, s.active)} that you have; {'; '.join(brings)}")


def _guests(box: Box, s: State, p: int, c: int) -> list[int]:
    """The Myths whose tokens lie on a hex."""
    return [k for k in range(box.first_myth, box.types) if s.myth_owner[k] == p + 1 and s.host[k] == c]


def mustered(box: Box, s: State, citizens: int, hoplites: int) -> str:
    """How far a muster would be with some more units, and what would survive."""
    units = [s.mustered[S.CITIZEN] + citizens, s.mustered[S.HOPLITE] + hoplites]
    value = rules_city.units_value(box, *units)
    if value <= s.defence:
        return f"then {value} of more than {s.defence}: not enough yet"
    return f"then {value} against {s.defence}: units worth {value - s.defence} survive"


def losses(box: Box, s: State, hoplites: int) -> str:
    """The label of a loss: who falls, and the change for a hoplite that covers a single citizen."""
    citizens = rules_war.citizens_lost(box, s, hoplites)
    falling = [words.plural(n, r) for n, r in ((hoplites, S.HOPLITE), (citizens, S.CITIZEN)) if n > 0]
    told = f"Lose {' and '.join(falling)}" if falling else "Lose nobody"
    return f"{told}, {words.plural(-citizens, S.CITIZEN)} back" if citizens < 0 else told


def survivors(box: Box, s: State, hoplites: int) -> str:
    """Who is left after a loss, and whether the hex will be active; a Polis of a name that is there merges."""
    left = [s.mustered[S.CITIZEN] - rules_war.citizens_lost(box, s, hoplites), s.mustered[S.HOPLITE] - hoplites,
            s.cubes[s.victim][S.GOLD][s.target]]
    kind = s.tile[s.victim][s.target] - 1
    if rules_city.owns_polis(s, s.active, kind):
        return f"survivors: {cubes(left[:S.UNITS])}; they join your own {words.type_name(box, kind)}"
    live = all(left[r] >= box.cost[kind][r] for r in range(S.RESOURCES))
    state = "be active" if live else "not be active"
    return f"survivors: {cubes(left[:S.UNITS])}; the hex will {state}"


def play_warning(box: Box, s: State, kind: int, cell: int) -> str:
    """The last free cell of the first ring goes to something else than a first Polis."""
    p = s.active
    free = box.ring[1] & ~s.filled[p]
    if box.colour[kind] != S.POLIS and free == 1 << cell and not s.polis[p]:
        return "fills the first ring without a Polis: later ones will have no place"
    return ""


def lacking(box: Box, s: State, p: int, c: int) -> str:
    """The cubes that a hex needs to become active; empty if it is."""
    kind = s.tile[p][c] - 1
    missing = [max(0, box.cost[kind][r] - s.cubes[p][r][c]) for r in range(S.RESOURCES)] if kind >= 0 else [0]
    return cubes(missing) if any(missing) else ""


def asleep(box: Box, s: State) -> str:
    """The hexes of the player that are not active, and what they lack."""
    p = s.active
    found = [f"{words.hex_at(box, s, p, c)} lacks {lacking(box, s, p, c)}" for c in range(1, box.cells)
             if lacking(box, s, p, c)]  # fmt: skip
    return "not active: " + ", ".join(found) if found else "all your hexes are active"


def gear_text(box: Box, gear: int) -> str:
    """What a special action does."""
    return GEAR_TEXTS[gear].format(bury=box.bury, agora=box.agora, strike=box.strike, look=box.look)


def gear_forecast(box: Box, s: State, gear: int, cell: int) -> str:
    """What a special action would bring now."""
    p = s.active
    others = [o for o in range(box.players) if o != p]
    if gear in (S.TEMPLE, S.HARBOUR):
        nature = S.SACRED if gear == S.TEMPLE else S.ECONOMIC
        gold = min(rules_special.neighbours_of(box, s, cell, nature), rules_city.in_supply(box, s, S.GOLD))
        return words.plural(gold, S.GOLD)
    if gear == S.LIGHTHOUSE:
        payers = [words.person(o) for o in others if s.stock[o][S.GOLD]]
        return f"{len(payers)} gold, from {' and '.join(payers)}"
    if gear in (S.TAVERN, S.LABYRINTH):
        kind = S.CITIZEN if gear == S.TAVERN else S.HOPLITE
        return f"{words.plural(1, kind)}, from {' or '.join(words.person(o) for o in others if s.stock[o][kind])}"
    return gear_text(box, gear)


def demand_forecast(box: Box, s: State, p: int) -> str:
    """What a demand on a player means."""
    return f"{words.person(p)} has {words.plural(s.stock[p][s.resource], s.resource)} and chooses which one to give"


def curse_forecast(box: Box, s: State, p: int) -> str:
    size = s.hand_size[p]
    return f"one of the {size} hexes of {words.person(p)}'s hand, at random" if size > 1 else \
        f"the only hex of {words.person(p)}'s hand"


# what cannot be played


def no_place_left(box: Box, s: State, p: int, kind: int) -> bool:
    """Whether a Polis can no longer be laid as the city stands: its name is there, or the first ring is full and no
    Polis gives it a side."""
    if box.colour[kind] != S.POLIS:
        return False
    full = not box.ring[1] & ~s.filled[p]
    return bool(rules_city.owns_polis(s, p, kind) or (full and not s.polis[p]))


def why_not_played(box: Box, s: State, p: int, kind: int) -> str:
    """Why a hex of a hand cannot be played as the city stands; empty if it can."""
    if kind >= box.first_myth:
        return _why_no_myth(box, s, p, kind)
    if box.colour[kind] == S.POLIS and rules_city.owns_polis(s, p, kind):
        return "the city has this Polis already"
    if not rules_city.cells_for(box, s, p, kind, rules_city.open_cells(box, s, p)):
        return "no place for it"
    if p == s.active and s.phase == S.AT_PLAY and not rules_play.can_pay(box, s, kind):
        return f"too dear: {cubes(box.cost[kind])}"
    return ""


def _why_no_myth(box: Box, s: State, p: int, kind: int) -> str:
    if s.myths[p] >= box.myth_limit:
        return f"no more than {box.myth_limit} Myths"
    hosts = any(s.tile[p][c] and box.nature[s.tile[p][c] - 1] == box.nature[kind] for c in range(1, box.cells))
    return "" if hosts else f"no {NATURES[box.nature[kind] - 1]} hex to carry its token"


# before the turn ends


def exposed(box: Box, s: State, p: int) -> list[str]:
    """Hexes with Myth tokens that an opponent is strong enough to conquer."""
    found = []
    for k in range(box.first_myth, box.types):
        if s.myth_owner[k] == p + 1 and s.filled[p] >> s.host[k] & 1 and is_exposed(box, s, p, s.host[k]):
            found.append(f"{words.type_name(box, k)} on {words.hex_at(box, s, p, s.host[k])}")
    return found


def is_exposed(box: Box, s: State, p: int, c: int) -> bool:
    """Whether some opponent has more units than a hex that can be attacked withstands."""
    return bool(threatened_by(box, s, p, c))


def threatened_by(box: Box, s: State, p: int, c: int) -> list[int]:
    """The opponents who have more units than a hex that they can attack withstands, the strongest first; nobody once
    the match is over."""
    if s.phase == S.AT_OVER:
        return []
    defence = rules_city.defence_of(box, s, p, c)
    strong = {o: rules_war.strength(box, s, o) for o in range(box.players) if o != p and may_attack(box, s, o, p, c)}
    return sorted((o for o in strong if strong[o] > defence), key=lambda o: -strong[o])


def is_open_to_attack(box: Box, s: State, p: int, c: int) -> bool:
    """Whether a hex can be attacked at all: it is not surrounded, and the city holds together without it."""
    if c == S.ACROPOLIS:
        return False
    pattern = rules_city.sides_taken(box, s, p, c)
    return bool(pattern != S.SURROUNDED and rules_city.holds_together_without(box, s, p, c, pattern))


def may_attack(box: Box, s: State, attacker: int, p: int, c: int) -> bool:
    """Whether a player with enough units could attack a hex of another one: it is open, and there is a place for it in
    the attacker's city, or a Polis of that name to take it in (HXM-WAR-15, HXM-WAR-18)."""
    if not is_open_to_attack(box, s, p, c):
        return False
    kind, spots = s.tile[p][c] - 1, rules_city.open_cells(box, s, attacker)
    if box.colour[kind] != S.POLIS:
        return bool(spots)
    return bool(rules_city.polis_cells(box, s, attacker, spots) or rules_city.owns_polis(s, attacker, kind))


def could_lead(box: Box, s: State, p: int) -> bool:
    """Whether one more political hex would give a player the Philosopher."""
    counts = [rules_end.political_hexes(box, s, o) for o in range(box.players)]
    return s.philosopher != p + 1 and all(counts[p] + 1 > counts[o] for o in range(box.players) if o != p)


def rivals(box: Box, s: State) -> list[str]:
    """Opponents who would lead in politics with one more political hex."""
    return [words.person(p) for p in range(box.players) if p != s.active and could_lead(box, s, p)]


def end_warnings(box: Box, s: State, a: int) -> str:
    """Everything to think of before a turn ends with this action."""
    then = after(box, s, a)
    prizes = exposed(box, then, s.active)
    found = [
        gold_left_out(box, then, s.active),
        revolt_risk(box, s, then),
        f"can be conquered: {', '.join(prizes)}" if prizes else "",
        "revealing your city now would win you the Philosopher" if reveal_wins(box, s) else "",
    ]
    return "; ".join(filter(None, found))


def reveal_forecast(box: Box, s: State) -> str:
    """What showing the city would do for the Philosopher."""
    return "would win you the Philosopher" if reveal_wins(box, s) else "it stays open"


def reveal_wins(box: Box, s: State) -> bool:
    """Whether the symbol of the hidden city would make the player lead in politics."""
    p = s.active
    if s.open[p] or s.city[p] == S.UNKNOWN or s.philosopher == p + 1 or rules_end.leads_politics(box, s, p):
        return False
    then = s.clone()
    rules_play.reveal(then)
    return bool(rules_end.leads_politics(box, then, p))


def revolt_risk(box: Box, s: State, then: Any) -> str:
    """What Revolts would cost in the state after an action if an opponent took the Philosopher, and who could."""
    if not box.revolts:
        return ""
    then, p = then.clone(), s.active
    before = [then.stock[p][r] for r in range(S.RESOURCES)]
    then.philosopher = (p + 1) % box.players + 1
    for c in range(1, box.cells):
        if then.filled[p] >> c & 1:
            rules_end.revolt(box, then, p, c)
    lost = [before[r] - then.stock[p][r] for r in range(S.RESOURCES)]
    if not any(lost):
        return ""
    who = rivals(box, s)
    when = f" ({' or '.join(who)} could take the Philosopher next turn)" if who else ""
    return f"a Revolt would cost you {cubes(lost)}{when}"


def gold_left_out(box: Box, s: State, p: int) -> str:
    """Gold that will give no points in a player's last turn."""
    out = s.stock[p][S.GOLD] - s.cubes[p][S.GOLD][S.ACROPOLIS]
    return f"{out} gold of yours is not on the Acropolis and gives no points" if s.last_round and out else ""


def move_forecast(box: Box, s: State, a: int) -> tuple[str, str]:
    """Putting down cubes: what wakes up or stays asleep."""
    if s.phase in (S.AT_DROP, S.AT_AGORA_DROP):
        return changes_activity(box, s, a, s.active)
    return "", ""
