"""Reading SGN: transcripts, turns written by programs, and classic files as far as they go."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from hexagora.engine.errors import BadMatchFile
from hexagora.engine.match import Match
from hexagora.games.sigil import GAME, rules_board, sfn
from hexagora.games.sigil import state as S
from hexagora.games.sigil.names import DECISIONS, NODE_INDEX, NODE_NAMES, REASONS, SLOT_NAMES, node_list, public_name
from hexagora.games.sigil.sgn import CRUSHED, DASH_TOKEN, OWN_TOKENS, PASS_TOKEN, TRANSCRIPT, landing, strikes_slots

HEADER = re.compile(r'\[(\w+) "(.*)"\]\s*')
TURN = re.compile(r"([RB])([0-9]{1,6})(\.|\*)\s*(.*)")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
ONLINE_SINCE = "2026-05-07"  # the public site plays by the texts of today since then
KNOWN_HEADERS = ("Date", "Red", "Blue", "Result", "Spells", "Variant", "Format", "Setup", "FinalSfn", "SigilOptions")
MOST_TEXT = 4_000_000  # letters; far above any game
PLACING = ("move", "hard_move", "blink")
SHOWN = 6  # legal answers that a message names


@dataclass
class Reading:
    """A game as far as it was read, and what was found on the way."""

    match: Match
    headers: dict[str, str]
    warnings: list[str] = field(default_factory=list)
    stopped: str = ""

    @property
    def comments(self) -> dict[str, str]:
        """Headers that are kept and not interpreted."""
        return {key: value for key, value in self.headers.items() if key not in KNOWN_HEADERS}


def begins(text: str) -> bool:
    """Whether a text looks like SGN: its first line is a header."""
    return HEADER.match(text) is not None


def read(text: str, strict: bool = False, **options: Any) -> Reading:
    """Replays a game. Lenient reading skips tokens that are not legal and reports them; strict reading stops there.
    Options override those of the file."""
    if len(text) > MOST_TEXT:
        raise BadMatchFile(f"the text has {len(text)} letters; a game has at most {MOST_TEXT}")
    headers, lines = _split(text)
    reading = Reading(_start(headers, options), headers)
    for name, seat in (("Red", 0), ("Blue", 1)):
        if headers.get(name):
            reading.match.seats[seat] = headers[name]
    player = _Player(reading, strict, classic=headers.get("Format") is None)
    for number, line in lines:
        if not player.turn(number, line):
            break
    _compare_end(reading, player)
    return reading


def _split(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    headers: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        found = HEADER.fullmatch(line)
        if found and not lines:
            headers[found[1]] = found[2]
        elif line:
            lines.append((number, line))
    if "Spells" not in headers and "Setup" not in headers:
        raise BadMatchFile("the header Spells is missing: nine names in slot order")
    if headers.get("Format", TRANSCRIPT) != TRANSCRIPT:
        raise BadMatchFile(f"Format = {headers['Format']!r}; allowed: {TRANSCRIPT}, or none for classic files")
    return headers, lines


def _start(headers: dict[str, str], given: dict[str, Any]) -> Match:
    """The match before its first turn."""
    options: dict[str, Any] = {**read_options(headers.get("SigilOptions"), headers.get("Date", "")), **given}
    if "Setup" in headers:
        return sfn.read(headers["Setup"], sfn.SITE, **options)[0]
    options |= sfn.read_variant(headers.get("Variant", ""))
    options["layout"] = sfn.read_spells(headers["Spells"])
    return GAME.match(**options)


def read_options(text: str | None, date: str) -> dict[str, Any]:
    """The header SigilOptions; without it the preset goes by the date."""
    if text is None:
        online = DATE.fullmatch(date) and date >= ONLINE_SINCE
        return {"preset": "online_2026" if online else "rulebook_2023"}
    preset, *rest = text.split(";")
    options: dict[str, Any] = {"preset": preset}
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals:
            raise BadMatchFile(f"SigilOptions: {part!r} must be a name, an equals sign and a value")
        options[name] = value
    return options


class _Player:
    """Plays the turns of a file on the match."""

    def __init__(self, reading: Reading, strict: bool, classic: bool):
        self.reading, self.match, self.strict, self.classic = reading, reading.match, strict, classic
        self.suspicious = ""

    def turn(self, number: int, line: str) -> bool:
        """Plays one line; tells whether reading goes on."""
        found = TURN.fullmatch(line)
        if not found:
            return self._odd(f"line {number}: {line[:60]!r} is no turn")
        self.label = f"{found[1]}{found[2]}"
        if self.match.over:
            self._odd(f"{self.label}: {self._why_over()}; the file goes on, and the rest of it is not read")
            return False
        if not self._label_fits(found[1], int(found[2]), found[3]):
            return False
        try:
            if found[3] == "*":
                self._program(found[4])
            elif self.classic:
                self._classic(found[4].split())
            else:
                self._transcript(found[4].split())
        except _Stop as stop:
            self.reading.stopped = f"{self.label}: {stop}"
            if self.strict:
                raise BadMatchFile(self.reading.stopped) from None
            return False
        return True

    def _why_over(self) -> str:
        """How the game has ended, and the option that would let it go on."""
        s = self.match.state
        if s.reason != S.BY_LOOP:
            return f"the game is already over ({REASONS[s.reason]})"
        box = self.match.box
        more = "loop_limit (a larger one)" if not box.claim else "loop=auto with a larger loop_limit"
        return f"the loop rule has ended the game; the option {more} lets it go on"

    def _pending(self) -> str:
        """The decision that is asked, with some of its answers."""
        if self.match.over:
            return "the game is over"
        legal = self.match.legal()
        more = ", …" if len(legal) > SHOWN else ""
        return f"asked is {DECISIONS[self.match.state.phase]}: {', '.join(legal[:SHOWN])}{more}"

    def _odd(self, message: str) -> bool:
        """Something that does not fit: reported, or the end when strict."""
        self.suspicious = self.suspicious or message
        if self.strict:
            raise BadMatchFile(message)
        self.reading.warnings.append(message)
        return True

    def _label_fits(self, side: str, number: int, mark: str) -> bool:
        s = self.match.state
        expected = (s.turn + 1) // 2 if self.classic and mark == "." else s.turn
        if s.phase == S.MENU or side != "RB"[s.mover]:
            self.reading.stopped = (f"{side}{number}: it is {'RB'[s.mover]}{s.turn}, and that turn has not ended; "
                                    f"{self._pending()}")
            if self.strict:
                raise BadMatchFile(self.reading.stopped)
            return False
        if number != expected:
            return self._odd(f"{side}{number}: should be {side}{expected}")
        return True

    # transcripts

    def _transcript(self, tokens: list[str]) -> None:
        queue = list(tokens)
        while queue:
            token = queue.pop(0)
            action = self._answer(token)
            if action is None:
                self._odd(f"{self.label}: {token[:40]!r} is not legal there; {self._pending()}")
            elif self._begins_hail(action):
                self._hail(action, queue)
            else:
                self.match.play(action)
        if tokens[-1:] != [PASS_TOKEN] and not self.match.over:
            self.suspicious = self.suspicious or f"{self.label} does not end with {PASS_TOKEN}"

    def _answer(self, token: str) -> int | None:
        """The legal action that a token stands for."""
        if self.match.over:
            return None
        texts = dict(zip(self.match.legal(), self.match.actions(), strict=True))
        if token == DASH_TOKEN:
            return texts.get("dash")
        if token == PASS_TOKEN:
            return texts.get("end turn")
        own = next((a for a, word in OWN_TOKENS.items() if word == token), None)
        if own is not None:
            return own if own in texts.values() else None
        if token in NODE_INDEX:
            return next((a for a in texts.values() if a < S.DASH and a % S.NODES == NODE_INDEX[token]), None)
        casts = {public_name(text.removeprefix("cast ")): a for text, a in texts.items() if S.CAST <= a < S.END_TURN}
        return casts.get(token)

    def _begins_hail(self, a: int) -> bool:
        """Whether this action pays for a Hail Storm, so that its strikes come next."""
        s = self.match.state
        if not strikes_slots(self.match.box, s, a):
            return False
        if s.phase == S.KEEP:
            return bool(s.left == 1)
        return S.CAST <= a < S.END_TURN and not rules_board.mana(self.match.box, s, s.mover)

    def _hail(self, a: int, queue: list[str]) -> None:
        """Takes the strikes in any order, plays those that are asked and checks the others."""
        affected = self._affected_slots(a)
        chosen: dict[int, str] = {}
        while queue and len(chosen) < len(affected):
            slot = next((k for k, nodes in affected.items() if queue[0] in nodes and k not in chosen), None)
            if slot is not None:
                chosen[slot] = queue.pop(0)
            elif queue[0] in NODE_INDEX:
                self._odd(f"{self.label}: {queue.pop(0)!r} is no stone that the Hail Storm can strike")
            else:
                break
        for slot in affected:
            if slot not in chosen:
                self._odd(f"{self.label}: the strike on {SLOT_NAMES[slot]} is missing")
        self.match.play(a)
        while self.match.state.phase == S.SPELL_DESTROY and not self.match.over:
            slot = S.SLOTS - self.match.state.left
            if slot not in chosen:
                raise _Stop(f"which stone of {SLOT_NAMES[slot]} is destroyed is not told")
            self.match.play(f"destroy {chosen[slot]}")

    def _affected_slots(self, a: int) -> dict[int, list[str]]:
        """The slots that the Hail Storm of this action strikes, with the stones to choose from."""
        box, s = self.match.box, self.match.state
        victims = rules_board.prey(box, s)
        slot = s.resolving - 1 if s.resolving else a - S.CAST
        wide = box.step_where[s.spell[slot] - 1][0] == S.ALL_SLOTS
        return {
            k: node_list(victims & box.slot_nodes[k])
            for k in range(S.SLOTS)
            if victims & box.slot_nodes[k] and (wide or box.slot_size[k] > 1)
        }

    # classic files

    def _classic(self, tokens: list[str]) -> None:
        for token in tokens:
            for text in _classic_steps(token):
                self._forced()
                self._step(text)
        if not self.match.over:
            self._forced()

    def _forced(self) -> None:
        """Makes the choices that the form leaves out, as long as there is only one."""
        unrecorded = (S.SPELL_CONVERT, S.SPELL_DESTROY, S.SPELL_PAY)
        while not self.match.over and self.match.state.phase in unrecorded:
            if len(self.match.actions()) > 1:
                shown = ", ".join(self.match.legal()[:6])
                raise _Stop(f"the file does not tell a choice here ({shown}, …)")
            self.match.play(self.match.actions()[0])

    def _step(self, text: str) -> None:
        if self.match.state.phase == S.PUSH and not self.match.over:
            raise _Stop(f"the file does not tell where the pushed stone goes; {self._pending()}")
        node, pushes, told = text.partition(">")
        if pushes:
            self._push(node, told)
        else:
            self._must(text)

    def _must(self, token: str) -> None:
        action = self._answer(token)
        if action is None:
            raise _Stop(f"{token[:40]!r} is not legal there; {self._pending()}")
        self.match.play(action)

    def _push(self, node: str, told: str) -> None:
        """A stone comes to a node, and the file tells where the stone that was there goes: checked also where only one
        node is possible."""
        box, before = self.match.box, self.match.state.clone()
        action = self._answer(node)
        if action is None or not before.stones[1 - before.mover] >> action % S.NODES & 1:
            raise _Stop(f"{node[:40]!r}: no stone can be pushed from there; {self._pending()}")
        self.match.play(action)
        if self.match.state.phase == S.PUSH and not self.match.over:
            self._must(told)
            return
        goes = landing(box, before, action, self.match.state)
        if told != goes:
            fate = "is crushed" if goes == CRUSHED else f"goes to {goes}"
            raise _Stop(f"the stone on {node} {fate}, and the file says {told[:40]!r}")

    # turns written by programs

    def _program(self, text: str) -> None:
        try:
            steps = json.loads(text)["actions"]
            kinds = [step["type"] for step in steps]
        except (ValueError, KeyError, TypeError, RecursionError) as e:
            raise _Stop(f"not a list of actions of a program: {e}") from None
        for step, kind in zip(steps, kinds, strict=True):
            for token in self._program_step(step, kind):
                if self.match.over:
                    return
                self._must(token)

    def _program_step(self, step: dict[str, Any], kind: Any) -> list[str]:
        """The tokens of one object of a program, by the table of the notation."""
        node = step.get("node")
        if kind in PLACING:
            if step.get("pushed_to") is None:
                return [str(node)]
            self._push(str(node), str(step["pushed_to"]))
            return []
        if kind in ("dash", "dash_lightning"):
            return [DASH_TOKEN, *self._names(step, "sacrificed")]
        if kind == "cast":
            self._must(str(step.get("spell")))
            return self._names(step, "kept") if self.match.state.phase == S.KEEP else []
        if kind in ("bewitch", "starfall"):
            return [str(node), str(step.get("node2"))]
        if kind in ("meteor_destroy", "sacrifice"):
            return [str(node)] if self.match.state.phase in (S.SPELL_DESTROY, S.SPELL_PAY) else []
        if kind == "hail_storm":
            return self._program_hail(self._names(step, "destroyed"))
        if kind == "fireblast":
            return []
        if kind == "pass":
            return [PASS_TOKEN]
        raise _Stop(f"a program's action of type {kind!r} is not known")

    def _program_hail(self, names: list[str]) -> list[str]:
        """The strikes that are asked, one a slot."""
        while not self.match.over and self.match.state.phase == S.SPELL_DESTROY:
            offered = {NODE_NAMES[a % S.NODES] for a in self.match.actions()}
            found = [name for name in names if name in offered]
            if not found:
                raise _Stop(f"which of {', '.join(sorted(offered))} is destroyed is not told")
            self._must(found[0])
        return []

    def _names(self, step: dict[str, Any], key: str) -> list[str]:
        value = step.get(key, [])
        if not isinstance(value, list):
            raise _Stop(f"{key} = {value!r}: must be a list of nodes")
        return [str(name) for name in value]


class _Stop(Exception):
    """Reading cannot go on; what was read so far stands."""


def _classic_steps(token: str) -> list[str]:
    """The answers that a classic token stands for; `x>y` is a stone on x that pushes another to y."""
    kind, _, rest = token.partition(":")
    if token == "P":
        return [PASS_TOKEN]
    if kind == "M" or kind == "B":
        return [rest]
    if kind == "H" and ">" in rest:
        return [rest]
    if kind in ("D", "DL"):
        return [DASH_TOKEN, *rest.partition(":")[0].split(",")]
    found = re.fullmatch(r"(\w+)(?:\[([^\]]*)\])?", rest)
    if kind == "C" and found:
        return [found[1], *(name for name in (found[2] or "").split(",") if name)]
    raise _Stop(f"{token[:40]!r} is no token of a classic file")


def _compare_end(reading: Reading, player: _Player) -> None:
    """FinalSfn is a check value; Result may come from a resignation or the clock."""
    wanted = reading.headers.get("FinalSfn")
    if wanted is not None and not reading.stopped:
        reached = sfn.write(reading.match.box, sfn.turn_start(reading.match)[0], sfn.SITE)
        if reached != wanted:
            hint = player.suspicious or "no turn looks suspicious by itself"
            reading.warnings.append(f"FinalSfn does not agree (reached {reached}); first suspicious turn: {hint}")
    result, told = reading.match.result, reading.headers.get("Result", "*")
    if result is not None and told in ("red", "blue") and not result[("red", "blue").index(told)]:
        reading.warnings.append(f"Result is {told}, but the moves make the other player win")


