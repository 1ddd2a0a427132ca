"""The part of the checker that looks at a game's looks: can its style sheet be read, is its cover a picture?"""

import re
from collections.abc import Iterator
from pathlib import Path

THEME, COVER = "theme.css", "cover.jpg"
JPEG = b"\xff\xd8\xff"  # how a picture of this kind begins
TOKEN = re.compile(r"""/\*.*?\*/|"[^"\n]*"|'[^'\n]*'|/\*|["'{};]|[^/"'{};]+|/""", re.DOTALL)
DECLARATION = re.compile(r"\s*(--)?[a-zA-Z-]+\s*:\s*\S.*", re.DOTALL)


def brought(folder: Path) -> bool:
    """Whether a game's folder has any of this."""
    return (folder / THEME).is_file() or (folder / COVER).is_file()


def problems(folder: Path) -> Iterator[tuple[str, str]]:
    """What is wrong with them, as the check and the problem."""
    theme, cover = folder / THEME, folder / COVER
    if theme.is_file():
        yield from (("looks", f"{THEME}:{told}") for told in _wrong(theme.read_text("utf8")))
    if cover.is_file() and not cover.read_bytes().startswith(JPEG):
        yield "looks", f"{COVER} is no picture of the kind JPEG"


def _wrong(text: str) -> Iterator[str]:
    """What keeps a style sheet from being read as it is meant, each with its line."""
    line, said, open_at = 1, "", []
    for token in TOKEN.findall(text):
        if token in ("/*", '"', "'"):
            yield f"{line}: {token} is not closed"
            return
        if token == "{":
            if not said.strip():
                yield f"{line}: a block without a selector before it"
            open_at.append(line)
        elif token == "}" and not open_at:
            yield f"{line}: a closing brace too many"
            return
        elif token in (";", "}") and said.strip() and not _declares(said, bool(open_at)):
            yield f"{line}: '{said.strip()[:40]}' is no declaration such as --tile: #f1e5c8"
        if token == "}":
            open_at.pop()
        said = "" if token in "{};" else said if token.startswith("/*") else said + token
        line += token.count("\n")
    if open_at:
        yield f"{open_at[-1]}: the block that begins here is not closed"
    elif said.strip():
        yield f"{line}: '{said.strip()[:40]}' stands outside any block"


def _declares(said: str, inside: bool) -> bool:
    return inside and DECLARATION.fullmatch(said) is not None
