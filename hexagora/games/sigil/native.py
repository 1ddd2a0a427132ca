"""The native log: a header with options and names, then one action a line in the game's own notation. Lossless."""

import json

from hexagora.engine.errors import BadMatchFile, HexagoraError
from hexagora.engine.match import Match
from hexagora.games.sigil import GAME
from hexagora.games.sigil.names import SLOT_NAMES, slot_spell
from hexagora.games.sigil.sgn import OPTIONS_OF_OTHER_HEADERS, options_text
from hexagora.games.sigil.sgn_read import HEADER, read_options
from hexagora.games.sigil.state import SLOTS

TITLE = "[Sigil \"native-v1\"]"


def write(match: Match) -> str:
    """The log of a match. A fixed layout is written as a deal, too."""
    lines = [TITLE, f'[Options "{options_text(match.options, OPTIONS_OF_OTHER_HEADERS)}"]']
    lines += [f'[{colour} "{name}"]' for colour, name in zip(("Red", "Blue"), match.seats, strict=True)]
    if match.start is not None:
        lines.append(f"[Setup {json.dumps(json.dumps(match.start))}]")
    elif match.options["layout"] != "random":
        first = match.state_at(0)
        lines += ["", *(f"deal {SLOT_NAMES[k]} {slot_spell(match.box, first, k)}" for k in range(SLOTS))]
        return "\n".join([*lines, *match.texts()]) + "\n"
    return "\n".join([*lines, "", *match.texts()]) + "\n"


def read(text: str) -> Match:
    """Replays a native log; an error names the line."""
    headers: dict[str, str] = {}
    actions: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        found = HEADER.fullmatch(line)
        if found:
            headers[found[1]] = found[2]
        elif line:
            actions.append((number, line))
    if headers.get("Sigil") != "native-v1":
        raise BadMatchFile(f"not a native log: its first line must be {TITLE}")
    match = _start(headers)
    if match.start is None and match.options["layout"] != "random":
        actions = _skip_deal(match, actions)
    for number, line in actions:
        try:
            match.play(line)
        except HexagoraError as e:
            raise BadMatchFile(f"line {number}: {e}") from None
    return match


def _start(headers: dict[str, str]) -> Match:
    options = read_options(headers.get("Options"), "")
    seats = [headers.get("Red", "seat 1"), headers.get("Blue", "seat 2")]
    if "Setup" in headers:
        try:
            document = json.loads(json.loads(f'"{headers["Setup"]}"'))
        except ValueError as e:
            raise BadMatchFile(f"Setup is not a position: {e}") from None
        match = GAME.from_position(document, chance="ask")
        match.seats = seats
        return match
    return GAME.match(chance="ask", seats=seats, **options)


def _skip_deal(match: Match, actions: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The deal of a fixed layout is known; it must agree."""
    for k, (number, line) in enumerate(actions[:SLOTS]):
        expected = f"deal {SLOT_NAMES[k]} {slot_spell(match.box, match.state, k)}"
        if line != expected:
            raise BadMatchFile(f"line {number}: {line!r}; the layout of the options says {expected!r}")
    return actions[SLOTS:]
