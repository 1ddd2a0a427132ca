"""Names for people of what is counted: sorts of actions are called by what was written on the buttons that made them,
sentences are told without who and where."""

import difflib
import re
import string
from collections.abc import Iterable, Mapping, Sequence

from hexagora.lab.speech import Speech

GAP = "…"  # where they differ
WHO = "who"  # the value of a sentence that says who did it

_CELL = re.compile(r"[a-z]{1,2}\d+")  # a place, where there is no second example to tell what differs


def kinds(labels: Mapping[str, Sequence[str]], wanted: Iterable[str], say: Speech) -> dict[str, str]:
    """What to call sorts of actions, each by its notation. Of several that are offered in the same words each is told
    apart by its own."""
    plain = {kind: _offered([say.text(label) for label in labels.get(kind, ())]) or kind for kind in wanted}
    return {kind: _apart(kind, [other for other in plain if plain[other] == name], name, say)
            for kind, name in plain.items()}


def _offered(texts: Sequence[str]) -> str:
    found = pattern(texts)
    return f"{min(texts, key=len)}, {GAP}" if found == GAP else found


def _apart(kind: str, same: Sequence[str], name: str, say: Speech) -> str:
    shared = set.intersection(*(set(other.split()) for other in same))
    own = [word for word in kind.split() if word not in shared] if len(same) > 1 else []
    return f"{name} ({' '.join(say.name(word) for word in own)})" if own else name


def pattern(texts: Sequence[str]) -> str:
    """What is the same in all texts, word by word.

    >>> pattern(["Move a1 to b2", "Move c3 to d4"]), pattern(["Take gold"]), pattern(["Raise a2 to 3"])
    ('Move … to …', 'Take gold', 'Raise … to 3')
    >>> pattern(["Attack Red's Walls a1", "Attack Blue's Acropolis"])
    'Attack …'
    """
    if not texts:
        return ""
    found = [GAP if _CELL.fullmatch(word) else word for word in texts[0].split()]
    for text in texts[1:]:
        found = _common(found, text.split())
    return " ".join(word for k, word in enumerate(found) if word != GAP or not k or found[k - 1] != GAP)


def _common(first: list[str], second: list[str]) -> list[str]:
    made: list[str] = []
    for same, start, end, _, _ in difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        made += first[start:end] if same == "equal" else [GAP]
    return made


def sentence(template: str, say: Speech) -> str:
    """A sentence of the log as it would be told of somebody.

    >>> sentence("{who} draws {what}", Speech())
    'Somebody draws …'
    """
    values = {name: say("Somebody") if name == WHO else GAP
              for _, name, _, _ in string.Formatter().parse(template) if name}
    told = say.sentence(template, values)
    return told[:1].upper() + told[1:]
