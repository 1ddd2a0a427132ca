"""What a decision would bring, for people: costs, consequences and warnings."""

from typing import Any

from hexagora.games.hexemonia import rules, rules_city, rules_end, rules_play, rules_special, rules_war, words
from hexagora.games.hexemonia.state import (
    ACROPOLIS,
    AT_AGORA_DROP,
    AT_DROP,
    CITIZEN,
    GOLD,
    HOPLITE,
    MAX_LEGAL,
    POLIS,
    POLITICAL,
    RESOURCES,
    SURROUNDED,
    UNITS,
)


def after(box: Any, s: Any, a: int) -> Any:
    """The state after an action, on a copy."""
    copy = s.clone()
    rules.apply(box, copy, a)
    return copy


def cubes(numbers: Any) -> str:
    """Cubes in words, or "nothing"."""
    return ", ".join(words.plural(n, r) for r, n in enumerate(numbers) if n) or "nothing"


def changes_activity(box: Any, s: Any, a: int, player: int) -> tuple[str, str]:
    """Which hexes an action would make active, and which inactive."""
    then = after(box, s, a)
    gained = then.live[player] & ~s.live[player]
    lost = s.live[player] & ~then.live[player] & then.filled[player]
    return _hexes(box, then, player, gained, "active"), _hexes(box, s, player, lost, "inactive")


def _hexes(box: Any, s: Any, player: int, mask: int, what: str) -> str:
    found = [words.hex_at(box, s, player, c) for c in range(box.cells) if mask >> c & 1]
    return f"{', '.join(found)} becomes {what}" if found else ""


def source_of(box: Any, s: Any, player: int, cell: int, resource: int) -> str:
    """Whether a cube can be spared."""
    if cell == ACROPOLIS:
        return "from the Acropolis"
    return "from excess" if rules_city.excess(box, s, player, cell, resource) else "part of the cost of its hex"


def production(box: Any, s: Any) -> str:
    """What a production would bring if the supply suffices."""
    total = [0] * RESOURCES
    for kind in _producers(box, s):
        total[box.produces[kind] - 1] += box.amount[kind]
    return f"brings {cubes(total)}"


def _producers(box: Any, s: Any) -> list[int]:
    p = s.active
    kinds = [s.tile[p][c] - 1 for c in range(1, box.cells) if s.live[p] >> c & 1]
    kinds += [k for k in range(box.first_myth, box.types)
              if s.myth_owner[k] == p + 1 and s.live[p] >> s.host[k] & 1]
    return [k for k in kinds if box.produces[k]]


def gears(box: Any, s: Any) -> str:
    """What a special action could use now."""
    p = s.active
    names = [words.hex_at(box, s, p, c) for c in range(1, box.cells)
             if s.gears[p] >> c & 1 and rules_special.can_use_hex(box, s, c)]
    names += [words.type_name(box, k) for k in range(box.first_myth, box.types)
              if rules_special.can_use_myth(box, s, k)]
    return "could use " + ", ".join(names)


def targets(box: Any, s: Any) -> str:
    """What a war could take now."""
    out = [0] * MAX_LEGAL
    found = [words.attack_parts(a) for a in out[: rules_war.list_attacks(box, s, out, -1)]]
    return "could take " + ", ".join(f"{words.player_name(p)}'s {words.hex_at(box, s, p, c)}" for p, c in found)


def why_not_attacked(box: Any, s: Any, p: int, c: int) -> str:
    """What an attack on a hex needs, or why there can be none."""
    kind = s.tile[p][c] - 1
    pattern = rules_city.sides_taken(box, s, p, c)
    defence = rules_city.defence_of(box, s, p, c)
    spots = rules_city.open_cells(box, s, s.active)
    polis_spots = rules_city.polis_cells(box, s, s.active, spots)
    reasons = (
        (s.attacked >> p & 1, "this opponent has been attacked already"),
        (pattern == SURROUNDED, "safe: surrounded"),
        (not rules_city.holds_together_without(box, s, p, c, pattern), "safe: without it the city would fall apart"),
        (rules_war.strength(box, s, s.active) <= defence, f"too strong: {defence}"),
        (not rules_war.has_place_for(box, s, kind, spots, polis_spots), "no place for it in your city"),
    )
    return next((text for holds, text in reasons if holds), f"attack with more than {defence}")


def battle(box: Any, s: Any, p: int, c: int) -> str:
    """The numbers of an attack."""
    shield = rules_city.best_shield(box, s, p, c)
    guarded = f", shield {shield}" if shield else ""
    return f"muster more than {rules_city.defence_of(box, s, p, c)}{guarded}; gold there: {s.cubes[p][GOLD][c]}"


def survivors(box: Any, s: Any, hoplites: int) -> str:
    """Who is left after a loss, and whether the hex will be active."""
    left = [s.mustered[CITIZEN] - rules_war.citizens_lost(box, s, hoplites), s.mustered[HOPLITE] - hoplites,
            s.cubes[s.victim][GOLD][s.target]]
    kind = s.tile[s.victim][s.target] - 1
    live = all(left[r] >= box.cost[kind][r] for r in range(RESOURCES))
    state = "active" if live else "not active"
    return f"survivors: {cubes(left[:UNITS])}; the hex will be {state}"


def play_warning(box: Any, s: Any, kind: int, cell: int) -> str:
    """The last free cell of the first ring goes to something else than a first Polis."""
    p = s.active
    free = box.ring[1] & ~s.filled[p]
    if box.colour[kind] != POLIS and free == 1 << cell and not s.polis[p]:
        return "fills the first ring without a Polis: later ones will have no place"
    return ""


def reveal_forecast(box: Any, s: Any) -> str:
    """What showing the city would do for the Philosopher."""
    then = s.clone()
    rules_play.reveal(then)
    wins = rules_end.leads_politics(box, then, s.active) and not rules_end.leads_politics(box, s, s.active)
    if wins and s.philosopher != s.active + 1 and rules_city.acropolis_has(box, then, s.active, POLITICAL):
        return "would win you the Philosopher"
    return "it stays open"


def revolt_risk(box: Any, s: Any, a: int) -> str:
    """What Revolts would cost if an opponent took the Philosopher after this action."""
    if not box.revolts:
        return ""
    then = after(box, s, a)
    p = s.active
    before = [then.stock[p][r] for r in range(RESOURCES)]
    then.philosopher = (p + 1) % box.players + 1
    for c in range(1, box.cells):
        if then.filled[p] >> c & 1:
            rules_end.revolt(box, then, p, c)
    lost = [before[r] - then.stock[p][r] for r in range(RESOURCES)]
    return f"a Revolt would cost you {cubes(lost)}" if any(lost) else ""


def gold_left_out(box: Any, s: Any) -> str:
    """Gold that will give no points in a player's last turn."""
    out = s.stock[s.active][GOLD] - s.cubes[s.active][GOLD][ACROPOLIS]
    return f"{out} gold of yours is not on the Acropolis and gives no points" if s.last_round and out else ""


def move_forecast(box: Any, s: Any, a: int) -> tuple[str, str]:
    """Putting down cubes: what wakes up or stays asleep."""
    if s.phase in (AT_DROP, AT_AGORA_DROP):
        return changes_activity(box, s, a, s.active)
    return "", ""
