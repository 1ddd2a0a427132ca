"""The first files of a new game, written by `hexagora new`: a small game that is whole, to be changed step by step."""

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from hexagora.engine.errors import HexagoraError

HERE = Path(__file__).parent
ID = re.compile(r"[a-z][a-z0-9_]{1,30}")


def write(name: str, title: str, where: Path, taken: list[str]) -> list[Path]:
    """Writes the package of a game into a new folder and says which files it has."""
    if not ID.fullmatch(name) or keyword.iskeyword(name):
        raise HexagoraError(f"{name!r} cannot be the id of a game: use small letters, digits and _, as in 'tower_race'")
    if name in taken:
        raise HexagoraError(f"there is a game '{name}' already; choose another id")
    if name in sys.stdlib_module_names or ((found := find_spec(name)) and found.origin):
        raise HexagoraError(f"'{name}' is a package of Python or of somebody else already, which the game's own would "
                            "hide; choose another id")
    folder = where / name
    if folder.exists():
        raise HexagoraError(f"{folder} is there already; nothing was written")
    values = {"@name@": name, "@title@": title or name.replace("_", " ").title(), "@prefix@": name[:3].upper()}
    written = []
    for source in sorted(HERE.rglob("*.in")):
        inside = source.relative_to(HERE).with_suffix("")
        target = folder / (Path(name, *inside.parts[1:]) if inside.parts[0] == "package" else inside)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf8")
        for mark, value in values.items():
            text = text.replace(mark, value)
        target.write_text(text, "utf8")
        written.append(target)
    return written
