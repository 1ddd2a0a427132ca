"""Positions of Sigil for tests, in a few words."""

import hexagora
from hexagora.games.sigil import sfn
from hexagora.games.sigil.events import events
from hexagora.games.sigil.invariants import broken

SIGIL = hexagora.game("sigil")
L1 = ["flourish", "carnage", "bewitch", "grow", "fireblast", "hail_storm", "sprout", "slash", "surge"]
L2 = ["seal_of_lightning", "starfall", "carnage", "seal_of_wind", "meteor", "fireblast", "comet", "seal_of_summer",
      "surge"]
L3 = ["bewitch", "flourish", "starfall", "meteor", "hail_storm", "grow", "sprout", "seal_of_summer", "comet"]


def table(red, blue, to_move="red", layout=L1, red_cast="", blue_cast="", turn=None, **options):
    """A match from a position at the start of a turn. `red_cast` is the spell under Red's die and the counter, such as
    "grow 1"."""
    casts = {"red": red_cast.split(), "blue": blue_cast.split()}
    document = {
        "options": options, "layout": layout, "red": red.split(), "blue": blue.split(), "to_move": to_move,
        "locks": {colour: cast[0] if cast else None for colour, cast in casts.items()},
        "casts": {colour: int(cast[1]) if cast else 0 for colour, cast in casts.items()},
    }
    if turn is not None:
        document["turn"] = turn
    return SIGIL.from_position(document, debug=True)


def swap(layout, **changes):
    """A layout with other spells on some slots: swap(L1, s4="meteor")."""
    return [changes.get(f"s{k + 1}", name) for k, name in enumerate(layout)]


def play(match, script):
    """Plays actions separated by commas; whatever was played, what must always hold does."""
    for text in script.split(","):
        match.play(text)
        assert not broken(match.box, match.state)
    return match


def legal(match):
    return match.legal()


def nodes(match):
    """The nodes on offer, without their verbs."""
    return " ".join(text.split()[1] for text in match.legal())


def stones(match, colour):
    return " ".join(match.position()[colour])


def score(match):
    return match.position()["score"]


def decision(match):
    return match.position().get("pending", {}).get("decision", "move")


def locks(match):
    position = match.position()
    return position["locks"]["red"], position["locks"]["blue"], position["casts"]["red"], position["casts"]["blue"]


def told(match, last=1):
    """The events of the last actions, in order."""
    found = []
    for ply in range(len(match.log) - last, len(match.log)):
        found += events(match.box, match.state_at(ply), match.log[ply], match.state_at(ply + 1))
    return found


def end(match):
    """Who won and why, or None."""
    result = match.position().get("result")
    return (result["winner"], result["reason"]) if result else None


def written(match, style="to_move"):
    return sfn.write(match.box, match.state, style)
