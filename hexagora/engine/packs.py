"""Packs: a variant of a game without code. A folder, or one zip file, with changed content, boards and texts.

    pack.toml               game, id, name; if wanted summary, author
    content.toml            numbers and names: a variant (`engine.variants`) or a whole content file
    boards/*.toml, …        boards or maps, which are supplied with the pack as well
    locales/<language>.json texts in other languages

A pack lies in the user's folder of its game, below `packs`, and is a game of its own id there: `game~pack`. What
comes from outside is bounded and checked before anything is made of it.
"""

import io
import json
import re
import stat
import struct
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from hexagora.engine import assets, hooks, locales, toml, variants
from hexagora.engine.content import Part, parse_toml, validate
from hexagora.engine.errors import BadContent, HexagoraError, UnknownName
from hexagora.engine.files import whole

if TYPE_CHECKING:
    from hexagora.engine.game import Game

MARK = "~"  # between the id of a game and that of a pack
FOLDER = "packs"
ABOUT, CONTENT = "pack.toml", "content.toml"
ENDING = ".zip"
ID = r"^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$"
MOST_FILES, MOST_BYTES, MOST_IN_FILE = 100, 2 * 1024 * 1024, 512 * 1024
MOST_PACKS = 200
DATE = (1980, 1, 1, 0, 0, 0)  # of all files of a pack, so that equal packs are equal files
Files = dict[str, bytes]


class About(Part):
    """What a pack says of itself."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,24}$")]
    id: Annotated[str, Field(pattern=ID)]
    name: Annotated[str, Field(min_length=1, max_length=40)]
    summary: Annotated[str, Field(max_length=400)] = ""
    author: Annotated[str, Field(max_length=80)] = ""


@dataclass(frozen=True)
class Pack:
    about: About
    files: Files

    @property
    def game_id(self) -> str:
        return f"{self.about.game}{MARK}{self.about.id}"


# reading


def files_of(path: Path) -> Files:
    """What lies in a folder or a zip file, within bounds."""
    try:
        if path.is_dir():
            return _bounded(_in_folder(path), str(path))
        with zipfile.ZipFile(path) as packed:
            return unpacked(packed, str(path))
    except FileNotFoundError:
        raise BadContent(str(path), ["there is no such file"]) from None
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OverflowError, struct.error) as e:
        raise BadContent(str(path), [f"cannot be read as a pack: {e}"]) from None


def _in_folder(path: Path) -> Iterator[tuple[str, bytes]]:
    for inner in sorted(path.rglob("*")):
        name = inner.relative_to(path).as_posix()
        if inner.is_symlink():
            raise BadContent(str(path), [f"{name}: links are not allowed in a pack"])
        if inner.is_file():
            with inner.open("rb") as opened:
                yield name, opened.read(MOST_IN_FILE + 1)


def unpacked(packed: zipfile.ZipFile, source: str) -> Files:
    """The files of an archive: none that leads elsewhere, is a link, is locked or grows without end."""
    entries = [entry for entry in packed.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES:
        raise BadContent(source, [f"{len(entries)} files; at most {MOST_FILES} are allowed"])
    names = [entry.filename for entry in entries]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadContent(source, [f"{twice[:80]!r}: is there twice"])
    top = _common_folder(names)

    def read() -> Iterator[tuple[str, bytes]]:
        for entry in entries:
            yield entry.filename.removeprefix(top), _read(packed, entry, source)

    return _bounded(read(), source)


def _common_folder(names: list[str]) -> str:
    """The folder that all files lie in, where somebody packed a folder and not what is in it."""
    tops = {name.partition("/")[0] for name in names}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in names) else ""


def _read(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, source: str) -> bytes:
    shown = repr(entry.filename[:80])
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise BadContent(source, [f"{shown}: links are not allowed in a pack"])
    if entry.flag_bits & 0x1:
        raise BadContent(source, [f"{shown}: is locked with a password"])
    if entry.file_size > MOST_IN_FILE:
        raise BadContent(source, [f"{shown}: larger than {MOST_IN_FILE} bytes"])
    try:
        with packed.open(entry) as opened:
            return opened.read(MOST_IN_FILE + 1)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, RuntimeError, OSError) as e:
        raise BadContent(source, [f"{shown}: cannot be unpacked: {e}"]) from None
    except Exception as e:  # whatever a broken stream makes of its reader
        raise BadContent(source, [f"{shown}: cannot be unpacked: {type(e).__name__}"]) from None


def _bounded(found: Iterable[tuple[str, bytes]], source: str) -> Files:
    files: Files = {}
    size = 0
    for name, data in found:
        size += len(data)
        if len(data) > MOST_IN_FILE:
            raise BadContent(source, [f"{name[:80]!r}: larger than {MOST_IN_FILE} bytes"])
        if size > MOST_BYTES or len(files) >= MOST_FILES:
            raise BadContent(source, [f"more than {MOST_FILES} files or {MOST_BYTES} bytes"])
        files[name] = data
    return files


def read(files: Files, source: str) -> Pack:
    """The pack that some files make; what it says of itself is checked, its content by `game_of`."""
    if ABOUT not in files:
        raise BadContent(source, [f"{ABOUT} is missing, which says game, id and name of the pack"])
    about = validate(About, _toml(files, ABOUT, source), f"{source}: {ABOUT}")
    if not about.name.isprintable() or not about.summary.replace("\n", " ").isprintable():
        raise BadContent(source, [f"{ABOUT}: name and summary must be printable text"])
    return Pack(about, files)


def _toml(files: Files, name: str, source: str) -> dict[str, Any]:
    try:
        text = files[name].decode("utf8")
    except UnicodeDecodeError as e:
        raise BadContent(source, [f"{name}: not valid TOML: {e}"]) from None
    return parse_toml(text, f"{source}: {name}")


# a game of a pack


def game_of(base: "Game", pack: Pack, source: str) -> "Game":
    """The game that a pack makes of the one it changes; an error names everything that is wrong with it."""
    if pack.about.game != base.id:
        raise BadContent(source, [f"game = {pack.about.game!r}: this is no pack of '{base.id}'"])
    unknown = [name for name in pack.files if not _is_known(base, name)]
    if unknown:
        raise BadContent(source, [f"{name[:80]!r}: a file that a pack cannot have; it has {ABOUT}, {CONTENT}, "
                                  f"{''.join(f'{folder}/*.toml, ' for folder in _kinds(base))}locales/*.json"
                                  for name in unknown[:5]])
    data = base.supplied_data
    if CONTENT in pack.files:
        given = _toml(pack.files, CONTENT, source)
        data = variants.resolve(given, base.id, data, source) if variants.is_variant(given) else given
    for folder, key in _kinds(base).items():
        own = [_toml(pack.files, name, source) for name in sorted(pack.files) if name.startswith(f"{folder}/")]
        data = {**data, key: [*data[key], *own]} if own else data
    summary = pack.about.summary or base.facts.summary
    facts = replace(base.facts, id=pack.game_id, title=pack.about.name, summary=summary)
    made = base.with_data(data, facts, source)
    made.texts = dict(_texts(pack, source))
    return made


def _kinds(base: "Game") -> dict[str, str]:
    """The folders of boards and maps that a pack may bring, with the keys of the content that they belong to."""
    return {one.folder: one.content_key for one in hooks.EDITABLES.of(base) or () if one.content_key}


def _is_known(base: "Game", name: str) -> bool:
    folder, _, inner = name.rpartition("/")
    if not folder:
        return inner in (ABOUT, CONTENT)
    stem, _, ending = inner.rpartition(".")
    plain = stem.replace("-", "").replace("_", "").isalnum() and stem.isascii()
    return plain and ((folder in _kinds(base) and ending == "toml") or (folder == locales.FOLDER and ending == "json"))


def _texts(pack: Pack, source: str) -> Iterator[tuple[str, dict[str, str]]]:
    for name, data in pack.files.items():
        if name.startswith(f"{locales.FOLDER}/"):
            try:
                found = validate(locales.Catalogue, json.loads(data), f"{source}: {name}")
            except (ValueError, RecursionError) as e:
                raise BadContent(source, [f"{name}: not JSON: {e}"]) from None
            yield Path(name).stem, dict(found.phrases)


# the user's packs


def folder_of(game_id: str) -> Path:
    return assets.user_folder(game_id, FOLDER)


def installed(game_id: str) -> dict[str, Path]:
    """The folders and files that lie where packs of a game belong, by their names."""
    folder = folder_of(game_id)
    if not folder.is_dir():
        return {}
    found = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")
             and (path.is_dir() or path.suffix == ENDING)]
    return {path.name.removesuffix(ENDING): path for path in found[:MOST_PACKS]}


def find(base: "Game", name: str) -> "Game":
    """The game of an installed pack."""
    known = installed(base.id)
    if name not in known:
        raise UnknownName(f"pack of {base.id}", name, known)
    found = _loaded(base, known[name], _signature(known[name]))
    if found.id != f"{base.id}{MARK}{name}":
        own = found.id.partition(MARK)[2]
        raise BadContent(str(known[name]), [f"its id is '{own}'; the file or folder must be called so too"])
    return found


def stand_in(base: "Game", name: str) -> "Game":
    """A pack that is not here, for a match that carries its own content: the game that it changes, under its id."""
    if not re.fullmatch(ID, name):
        raise UnknownName(f"pack of {base.id}", name, installed(base.id))
    facts = replace(base.facts, id=f"{base.id}{MARK}{name}", title=f"{base.facts.title} ({name})")
    return base.with_data(base.supplied_data, facts)


def _signature(path: Path) -> tuple[Any, ...]:
    """What changes when a pack does."""
    paths = [path, *sorted(path.rglob("*"))[: MOST_FILES + 1]] if path.is_dir() else [path]
    return tuple((str(p), s.st_mtime_ns, s.st_size) for p in paths for s in [p.lstat()])


@lru_cache(32)
def _loaded(base: "Game", path: Path, signature: tuple[Any, ...]) -> "Game":
    return game_of(base, read(files_of(path), str(path)), str(path))


def usable(base: "Game") -> tuple[dict[str, "Game"], dict[str, str]]:
    """The games of all installed packs by their names, and what is wrong with the others."""
    found: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for name in installed(base.id):
        try:
            found[name] = find(base, name)
        except HexagoraError as e:
            broken[name] = str(e)
    return found, broken


def install(base: "Game", pack: Pack, source: str) -> Path:
    """Checks a pack and puts it into the user's folder as one file."""
    game_of(base, pack, source)
    path = folder_of(base.id) / f"{pack.about.id}{ENDING}"
    if (path.parent / pack.about.id).is_dir():
        raise HexagoraError(f"{path.parent / pack.about.id} is a pack of that id already; remove it first")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise HexagoraError(f"cannot make {path.parent}: {e.strerror}") from None
    write(pack, path)
    return path


def remove(base: "Game", name: str) -> Path:
    """Takes the file of a pack away; a folder is left to whoever made it."""
    known = installed(base.id)
    if name not in known:
        raise UnknownName(f"pack of {base.id}", name, known)
    if known[name].is_dir():
        raise HexagoraError(f"{known[name]} is a folder; delete it yourself if you no longer need what is in it")
    known[name].unlink()
    return known[name]


def write(pack: Pack, path: Path) -> None:
    """A pack as one file; the same pack gives the same bytes."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(pack.files):
            packed.writestr(zipfile.ZipInfo(name, DATE), pack.files[name], zipfile.ZIP_DEFLATED)
    with whole(path) as temporary:
        temporary.write_bytes(held.getvalue())


def of_content(game_id: str, pack_id: str, name: str, content: str) -> Pack:
    """A pack of nothing but a content file."""
    about: Mapping[str, str] = {"game": game_id, "id": pack_id, "name": name}
    source = "the pack"
    return read({ABOUT: toml.written(about).encode(), CONTENT: content.encode()}, source)
