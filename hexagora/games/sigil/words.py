"""Notation and sentences of Sigil; positions are in `positions.py`.

A choice of a node is a verb and the node (`move a2`, `push b11`, `sacrifice a3`, `keep a4`, `destroy c2`,
`convert b3`, `place c7`); the menu is `dash`, `cast hail_storm`, `end turn`; chance says `deal s1 flourish`.
"""


from hexagora.engine.words import Sentence, say
from hexagora.games.sigil.events import events
from hexagora.games.sigil.names import COLOURS, END_TEXTS, NODE_NAMES, SLOT_NAMES, VERBS, slot_spell, spell_name, title
from hexagora.games.sigil.positions import place, position
from hexagora.games.sigil.state import ANNOUNCE, CAST, DASH, DEAL, END_TURN, NODES, SKIP, SLOTS, WITHDRAW, Box, State

__all__ = ["events", "is_barrier", "place", "position", "sentence", "text"]

PLAIN = {DASH: "dash", END_TURN: "end turn", ANNOUNCE: "announce loop", SKIP: "skip", WITHDRAW: "withdraw"}


def text(box: Box, s: State, a: int) -> str:
    """The canonical notation of an action."""
    if a < DASH:
        return f"{VERBS[a // NODES]} {NODE_NAMES[a % NODES]}"
    if a in PLAIN:
        return PLAIN[a]
    if a < END_TURN:
        return f"cast {slot_spell(box, s, a - CAST)}"
    return f"deal {SLOT_NAMES[SLOTS - s.left]} {spell_name(box, a - DEAL)}"


def is_barrier(box: Box, before: State, a: int, after: State) -> bool:
    """Steps can be taken back until `end turn` or the end of the game (SIG-DEC-6)."""
    return a >= DEAL or a == END_TURN or bool(after.winner)


def sentence(box: Box, before: State, a: int, after: State) -> Sentence:
    """What happened, for people."""
    who = COLOURS[before.mover].capitalize()
    parts = [_told(event, who) for event in events(box, before, a, after)] or [_quiet(box, before, a, who)]
    if len(parts) == 1:
        return parts[0]
    template = "; ".join(f"{{part{k}}}" for k in range(len(parts)))
    return say(template, **{f"part{k}": part for k, part in enumerate(parts)})


def _quiet(box: Box, before: State, a: int, who: str) -> Sentence:
    """Decisions after which nothing has happened on the board yet."""
    if a < DASH:
        return say("{who} picks {node}", who=who, node=NODE_NAMES[a % NODES])
    if a == WITHDRAW:
        return say("{who} takes a stone from the bank", who=who)
    return say("{who} skips the rest", who=who)


TOLD = {
    "placed": "{who} places a stone on {nodes}",
    "crush": "the stone on {nodes} is crushed",
    "sacrificed": "{who} gives up {nodes}",
    "destroyed": "{nodes} destroyed",
    "converted": "{nodes} change to {who}",
    "wall": "{nodes} is gone for good",
    "lifted": "{nodes} lifted",
    "put": "a lifted stone comes down on {nodes}",
    "slid": "{nodes} leave their nodes",
    "arrived": "stones come to rest on {nodes}",
    "dashed": "{who} dashes",
    "loop announced": "loop announced: this position has come up before",
}


def _told(event: str, who: str) -> Sentence:
    word, *rest = event.split()
    if event in TOLD or word in TOLD:
        return say(TOLD.get(event) or TOLD[word], who=who, nodes=", ".join(rest))
    if word in ("pushed", "aimed"):
        template = "the stone on {start} is pushed to {to}" if word == "pushed" else "{start} is to slide to {to}"
        return say(template, start=rest[0], to=rest[1])
    if word == "dealt":
        return say("{spell} lies on {slot}", spell=title(rest[1]), slot=rest[0])
    if word == "cast":
        return say("{who} casts {spell}", who=who, spell=title(rest[0]))
    if word == "paid":
        return say("{who} pays {nodes} for {spell}", who=who, spell=title(rest[0]), nodes=", ".join(rest[1:]))
    if word == "locked":
        spell, number = title(rest[0]), rest[1]
        return say("{spell} is locked, big spell number {number} of {who}", spell=spell, number=number, who=who)
    if word == "banked":
        return say("{who} puts {number} into the bank", who=who, number=rest[0])
    if word == "seal":
        template = "{colour} gains {spell}" if rest[0] == "gained" else "{colour} loses {spell}"
        return say(template, colour=rest[2].capitalize(), spell=title(rest[1]))
    if word == "score":
        return _score(who, rest)
    return say("{colour} wins ({reason})", colour=rest[1].capitalize(), reason=END_TEXTS[rest[2]])


def _score(who: str, rest: list[str]) -> Sentence:
    if rest[0] == "tied":
        return say("{who} ends the turn, the score is tied", who=who)
    return say("{who} ends the turn, {colour} is {lead} ahead", who=who, colour=rest[0].capitalize(), lead=rest[1])
