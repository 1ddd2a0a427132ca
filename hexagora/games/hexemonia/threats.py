"""Who threatens whom: the numbers of war and politics between each two players."""

from hexagora.engine.scene import Threat, place
from hexagora.games.hexemonia import rules_city, rules_end, rules_war, words
from hexagora.games.hexemonia.forecasts import could_lead, may_attack
from hexagora.games.hexemonia.state import AT_OVER, LAST_CHANCE, Box, State


def threats(box: Box, s: State, p: int) -> list[Threat]:
    """What a player could do to each of the others."""
    if s.phase <= LAST_CHANCE or s.phase == AT_OVER:
        return []
    others = [o for o in range(box.players) if o != p]
    return [threat for o in others for threat in (_war(box, s, p, o), _politics(box, s, p, o))]


def _war(box: Box, s: State, p: int, o: int) -> Threat:
    """All units of a player against the hexes of another one that can be attacked (HXM-WAR-3)."""
    force = rules_war.strength(box, s, p)
    defences = {c: rules_city.defence_of(box, s, o, c) for c in range(1, box.cells)
                if s.filled[o] >> c & 1 and may_attack(box, s, p, o, c)}  # fmt: skip
    if not defences:
        return Threat("helmet", o, f"{force} : –", note="no hex can be attacked")
    prey = [c for c, defence in defences.items() if defence < force]
    names, least = ", ".join(words.hex_at(box, s, o, c) for c in prey), min(defences.values())
    outlook = f"strong enough for {names}" if prey else "too weak for every hex that can be attacked"
    return Threat("helmet", o, f"{force} : {least}", bool(prey), f"{force} against {least}: {outlook}",
                  [place(words.cell_name(box, c), words.player_name(o)) for c in prey])


def _politics(box: Box, s: State, p: int, o: int) -> Threat:
    """Political hexes of two players, and whether the first could take the Philosopher next turn (HXM-POL-2)."""
    own, other = (rules_end.political_hexes(box, s, player) for player in (p, o))
    outlook, near = _way_to_the_philosopher(box, s, p, own)
    told = f"{own} to {other} in political hexes"
    return Threat("eye", o, f"{own} : {other}", near, f"{told}: {outlook}" if outlook else told)


def _way_to_the_philosopher(box: Box, s: State, p: int, own: int) -> tuple[str, bool]:
    """How near a player with so many political hexes is to the Philosopher, and whether it may be taken next turn."""
    if s.philosopher == p + 1:
        return "has the Philosopher", False
    if rules_end.leads_politics(box, s, p):
        return "leads in politics: takes the Philosopher next turn", True
    if own > 0 and could_lead(box, s, p):  # from nothing, one political hex leads nowhere that anybody could not go
        return "one more political hex takes the Philosopher", True
    return "", False
