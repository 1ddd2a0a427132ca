"""Words: texts of actions and sentences for people. Each game's `words` module builds on these."""

import difflib
from collections.abc import Sequence

from hexagora.engine.errors import IllegalAction


class Sentence(str):
    """A sentence that remembers its template and values, so that a catalogue can say it in another language.

    >>> s = say("{who} walks to {cell}", who="Red", cell="c4")
    >>> s, s.template
    ('Red walks to c4', '{who} walks to {cell}')
    """

    template: str
    values: dict[str, object]


def say(template: str, **values: object) -> Sentence:
    """A sentence of a template and its values.

    >>> say("{who} passes", whom="Red")
    Traceback (most recent call last):
    ValueError: 'who' has no value in the sentence '{who} passes', which is given: whom
    """
    try:
        sentence = Sentence(template.format(**values))
    except KeyError as e:
        raise ValueError(f"{e} has no value in the sentence {template!r}, which is given: "
                         f"{', '.join(values) or 'nothing'}") from None
    sentence.template, sentence.values = template, values
    return sentence


def tidy(text: str) -> str:
    """Notation as people type it, made canonical.

    >>> tidy("  Move  A2 b3 ")
    'move a2 b3'
    """
    return " ".join(text.lower().split())


def find_action(text: str, legal: Sequence[int], texts: Sequence[str], who: str) -> int:
    """The legal action with that text, or an error that says what would be right."""
    wanted = tidy(text)
    for a, t in zip(legal, texts, strict=True):
        if t == wanted:
            return a
    near = difflib.get_close_matches(wanted, texts, n=3)
    if near:
        hint = "did you mean " + " or ".join(f"'{t}'" for t in near) + "?"
    elif texts:
        shown = ", ".join(f"'{t}'" for t in texts[:8])
        hint = f"legal: {shown}" + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")
    else:
        hint = "the match is over"
    raise IllegalAction(f"'{wanted[:60]}' is not a legal action for {who} now; {hint}")
