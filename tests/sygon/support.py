"""What the tests of Hexes of Sygon share: positions from scripts, and short ways to look at them."""

from typing import Any

import hexagora
from hexagora.games.sygon import rules_score
from hexagora.games.sygon.names import KIND_NAMES
from hexagora.games.sygon.positions import cell_names

GAME = hexagora.game("sygon")


def at(script: str) -> Any:
    """A match that goes on from a script; the test decides chance."""
    return GAME.from_position({"script": script}, chance="ask", debug=True)


def new(**options: Any) -> Any:
    """A new match; the test decides chance, seats are fixed unless said otherwise."""
    return GAME.match(chance="ask", debug=True, **{"seats": "fixed", **options})


def play(match: Any, actions: str) -> Any:
    """Plays actions separated by commas or line ends."""
    for action in actions.replace("\n", ",").split(","):
        if action.strip():
            match.play(action.strip())
    return match


def lay_out(match: Any) -> Any:
    """Lets chance take the first outcome until a player decides."""
    while match.to_act == "chance":
        match.play(match.legal()[0])
    return match


def give(match: Any, p: int, gold: int | None = None, **cubes: int) -> None:
    """Puts goods into a player's hands."""
    if gold is not None:
        match.state.gold[p - 1] = gold
    for kind, count in cubes.items():
        match.state.cubes[p - 1][KIND_NAMES.index(kind)] = count


def offers(match: Any, action: str) -> bool:
    return action in match.legal()


def offered(match: Any, start: str) -> list[str]:
    """The legal actions that begin with some words."""
    return [t for t in match.legal() if t.startswith(start)]


def gold(match: Any) -> list[int]:
    return list(match.state.gold[: match.players])


def pending_gold(match: Any, p: int) -> int:
    return int(match.state.gold_pending[p - 1])


def cubes(match: Any, p: int) -> dict[str, int]:
    return {k: n for k, n in zip(KIND_NAMES, match.state.cubes[p - 1], strict=True) if n}


def pending(match: Any, p: int) -> dict[str, int]:
    return {k: n for k, n in zip(KIND_NAMES, match.state.cubes_pending[p - 1], strict=True) if n}


def cell(match: Any, name: str) -> int:
    return cell_names(match.box).index(name)


def value(match: Any, name: str) -> int:
    return int(match.state.value[cell(match, name)])


def wizard(match: Any, p: int, w: int) -> str:
    """Where a Wizard is and whether it lies, as positions say it."""
    return str(match.position()["players"][f"p{p}"]["wizards"][f"w{w}"])


def player(match: Any, p: int) -> dict[str, Any]:
    found: dict[str, Any] = match.position()["players"][f"p{p}"]
    return found


def ash(match: Any) -> dict[str, str]:
    found: dict[str, str] = match.position()["ash"]
    return found


def score(match: Any, p: int) -> int:
    return int(rules_score.score_of(match.box, match.state, p - 1))


def mark(match: Any) -> int:
    return int(rules_score.score_to_win(match.box, match.state))


def seat(p: int) -> str:
    return f"seat {p}"


def pass_turn(match: Any) -> Any:
    """Ends the turn of whoever is to act, with as little as possible."""
    player = match.to_act
    while match.to_act == player:
        legal = match.legal()
        ends = [t for t in legal if t.startswith("end ")]
        match.play(ends[0] if ends else legal[0])
        if ends and ends[0] in ("end cast", "end turn") and not match.legal()[0].startswith("discard"):
            break
    return match


def pass_round(match: Any) -> Any:
    """Lets everybody pass until the Volcano step."""
    while match.to_act not in ("chance", None) and not match.legal()[0].startswith(("foresee", "lose")):
        pass_turn(match)
    return match
