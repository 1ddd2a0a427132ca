"""SGN, the public notation of a game: header lines, an empty line, one line a turn.

Games are written as transcripts (`Format "transcript-v1"`), which replay exactly, or in the classic form, which leaves
choices out and is for display. Reading is in `sgn_read.py`.
"""

from typing import Any

from hexagora.engine.match import Match
from hexagora.games.sigil import GAME, sfn
from hexagora.games.sigil import state as S
from hexagora.games.sigil.content import PRESETS
from hexagora.games.sigil.events import events
from hexagora.games.sigil.names import NODE_NAMES, public_name, slot_spell
from hexagora.games.sigil.state import Box, State

TRANSCRIPT = "transcript-v1"
NO_DATE = "????-??-??"
DASH_TOKEN, PASS_TOKEN = "dash", "pass"
# decisions that public programs do not know
OWN_TOKENS = {S.ANNOUNCE: "announce", S.SKIP: "skip", S.WITHDRAW: "withdraw"}
OPTIONS_OF_OTHER_HEADERS = ("players", "preset", "layout", "start", "win")
CRUSHED = "X"


def write(match: Match, date: str = NO_DATE, classic: bool = False, comments: dict[str, str] | None = None) -> str:
    """The game as SGN. `comments` are headers that are kept as they are."""
    lines = [f'[{key} "{value}"]' for key, value in _headers(match, date, classic, comments or {}).items()]
    turns = _classic_turns(match) if classic else _turns(match)
    return "\n".join([*lines, "", *turns]) + "\n"


def notes(match: Match) -> list[str]:
    """What a reader of the written game should know."""
    found = []
    casts = [text for text in match.texts() if text == "cast fireblast"]
    if casts and not match.options["fireblast_sacrifice"]:
        found.append("the game has a Fireblast without a sacrifice: it will not replay on the public site, which asks "
                     "for one")
    return found


def _headers(match: Match, date: str, classic: bool, comments: dict[str, str]) -> dict[str, str]:
    result = match.result
    first = match.state_at(_first_ply(match))
    headers = {
        "Date": date,
        "Red": match.seats[0].replace('"', "'"),
        "Blue": match.seats[1].replace('"', "'"),
        "Result": "*" if result is None else "red" if result[0] else "blue",
        "Spells": ",".join(public_name(slot_spell(match.box, first, k)) for k in range(S.SLOTS)),
    }
    if sfn.variant_of(match.box):
        headers["Variant"] = sfn.variant_of(match.box)
    if not classic:
        headers["Format"] = TRANSCRIPT
    if match.start is not None:
        headers["Setup"] = sfn.write(match.box, first, sfn.SITE)
    headers["FinalSfn"] = sfn.write(match.box, sfn.turn_start(match)[0], sfn.SITE)
    headers["SigilOptions"] = options_text(match.options)
    return {**headers, **comments}


def options_text(options: dict[str, Any], more: tuple[str, ...] = ()) -> str:
    """The preset, then every option that differs from it."""
    usual = {**GAME.options({"preset": options["preset"]}), **PRESETS[options["preset"]]}
    parts = [options["preset"]]
    for name, value in options.items():
        if value != usual[name] and (name not in OPTIONS_OF_OTHER_HEADERS or name in more):
            parts.append(f"{name}={_spoken(value)}")
    return ";".join(parts)


def _spoken(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, list) else str(value)


def _first_ply(match: Match) -> int:
    """The ply after the deal."""
    return sum(1 for a in match.log if a >= S.DEAL)


def _steps(match: Match) -> list[tuple[Any, int, Any]]:
    """Every decision after the deal with the states before and after it."""
    s, steps = match.state_at(0), []
    for a in match.log:
        before = s.clone()
        match.game.rules.apply(match.box, s, a)
        if a < S.DEAL:
            steps.append((before, a, s.clone()))
    return steps


# transcripts


def _turns(match: Match) -> list[str]:
    lines: list[list[str]] = []
    number = 0
    for before, a, after in _steps(match):
        if before.turn != number:
            number = before.turn
            lines.append([f"{'RB'[before.mover]}{number}."])
        lines[-1] += _tokens(match.box, before, a, after)
    return [" ".join(line) for line in lines]


def _tokens(box: Box, before: State, a: int, after: State) -> list[str]:
    """The answer, and the strikes of a Hail Storm that needed none."""
    if strikes_slots(box, before, a):
        struck = [event.split()[1] for event in events(box, before, a, after) if event.startswith("destroyed ")]
        return struck if S.TO_DESTROY <= a < S.TO_DESTROY + S.NODES else [_token(box, before, a), *struck]
    return [_token(box, before, a)]


def strikes_slots(box: Box, before: State, a: int) -> bool:
    """Whether an action is part of a cast that destroys one stone a slot."""
    slot = before.resolving - 1 if before.resolving else a - S.CAST if S.CAST <= a < S.END_TURN else -1
    return slot >= 0 and box.step_does[before.spell[slot] - 1][0] == S.DESTROY_PER_SLOT


def _token(box: Box, before: State, a: int) -> str:
    if a < S.DASH:
        return NODE_NAMES[a % S.NODES]
    if a == S.DASH:
        return DASH_TOKEN
    if a == S.END_TURN:
        return PASS_TOKEN
    if a < S.END_TURN:
        return public_name(slot_spell(box, before, a - S.CAST))
    return OWN_TOKENS[a]


# classic form, for display


def _classic_turns(match: Match) -> list[str]:
    lines: list[list[str]] = []
    number, steps = 0, _steps(match)
    for k, (before, a, after) in enumerate(steps):
        if before.turn != number:
            number = before.turn
            lines.append([f"{'RB'[before.mover]}{(number + 1) // 2}."])
        lines[-1] += _classic(match.box, steps, k, before, a, after)
    return [" ".join(line) for line in lines]


def _classic(box: Box, steps: list[tuple[Any, int, Any]], k: int, before: State, a: int, after: State) -> list[str]:
    """The classic token of an action; none for choices that the form does not record."""
    node = NODE_NAMES[a % S.NODES]
    if a == S.END_TURN:
        return ["P"]
    if a == S.DASH:
        return [_classic_dash(steps, k)]
    if S.CAST <= a < S.END_TURN:
        kept = [NODE_NAMES[b % S.NODES] for _, b, _ in _while_phase(steps, k + 1, S.KEEP)]
        return [f"C:{public_name(slot_spell(box, before, a - S.CAST))}[{','.join(kept)}]"]
    if a < S.DASH and a - a % S.NODES in (S.TO_MOVE, S.TO_PLACE):
        if _is_blink(box, before, a % S.NODES):
            return [f"B:{node}"]
        if before.stones[1 - before.mover] >> a % S.NODES & 1:
            return [] if after.phase == S.PUSH else [f"H:{node}>{landing(box, before, a, after)}"]
        return [f"M:{node}"]
    if before.phase == S.PUSH and not _is_blink(box, steps[k - 1][0], before.pushed_from - 1):
        return [f"H:{NODE_NAMES[before.pushed_from - 1]}>{node}"]
    return []


def _while_phase(steps: list[tuple[Any, int, Any]], first: int, phase: int) -> list[tuple[Any, int, Any]]:
    last = first
    while last < len(steps) and steps[last][0].phase == phase:
        last += 1
    return steps[first:last]


def _classic_dash(steps: list[tuple[Any, int, Any]], k: int) -> str:
    paid = []
    k += 1
    while k < len(steps) and S.TO_SACRIFICE <= steps[k][1] < S.TO_SACRIFICE + S.NODES:
        paid.append(NODE_NAMES[steps[k][1] % S.NODES])
        k += 1
    target = NODE_NAMES[steps[k][1] % S.NODES] if k < len(steps) and steps[k][1] < S.TO_PUSH else ""
    return f"{'D' if len(paid) > 1 else 'DL'}:{','.join(paid)}:{target}"


def _is_blink(box: Box, before: State, node: int) -> bool:
    """Whether a stone comes to a node that touches no own stone, or by a spell that blinks."""
    if before.phase == S.SPELL_MOVE:
        spell = before.spell[before.resolving - 1] - 1
        does, reach = (table[spell][before.step - 1] for table in (box.step_does, box.step_reach))
        return bool(does != S.MOVES or reach == S.BLINK)
    return not box.around[node] & before.stones[before.mover]


def landing(box: Box, before: State, a: int, after: State) -> str:
    """The node to which a placement pushed a stone, or that it was crushed."""
    for event in events(box, before, a, after):
        if event.startswith("pushed "):
            return event.split()[2]
    return CRUSHED


