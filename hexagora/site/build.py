"""Writes the site: the client's own files, the answers that are the same for everybody, the program, and Python for it.

The folder is written whole or not at all. Everything large is packed, for a plain file server packs nothing.
"""

import gzip
import hashlib
import io
import json
import re
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, is_dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import hexagora
from hexagora import registry
from hexagora.bots.search import modules
from hexagora.engine import locales, tutorial, wasm
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.server import analysis, catalogue
from hexagora.server.lending import MARK
from hexagora.server.pages import headed
from hexagora.site import supplies

HOUSE = Path(hexagora.__file__).parent
WEB, OWN = HOUSE / "web", HOUSE / "site" / "web"
PACKED = ".packed"  # gzip under a name that no server unpacks by itself
PAGES = {"lobby.html": "index.html", "table.html": "table.html", "learn.html": "learn.html",
         "analysis.html": "analysis.html", "embed.html": "analysis.html", "rules.html": "rules.html",
         "puzzles.html": "puzzles.html"}
LOBBY = "lobby.html"
EMBED = "embed.js"  # what others show in their own pages
ONLINE = "pushed.js"  # the worker that shows what a server pushes; the site has a worker of its own
NOWHERE = "nowhere.html"  # stands for pages that only a server has; such links are not shown (`web/home.js`)
FIXED = (1980, 1, 1, 0, 0, 0)  # the same sources give the same bytes
# parts of the program that never run in a browser
LEFT_OUT = ("web/", "research/", "skeleton/", "testing/", "terminal/", "cli.py", "__main__.py", "site/web/",
            "site/build.py", "site/supplies.py", "site/commands.py", "site/models.py", "site/json_words.py",
            "site/folders.py", "server/migrations/", "bots/arena.py", "bots/engine.py", "bots/engine_check.py")
# for packages that no browser can start, or not fast
STAND_INS = {"pydantic.py": "site/models.py", "orjson.py": "site/json_words.py", "platformdirs.py": "site/folders.py"}
CODE = (".py", ".toml", ".json", ".jsonl", ".typed")
# parts of Python's own library that are never imported here
SPARED = ("multiprocessing/", "xml/", "xmlrpc/", "_pyrepl/", "unittest/", "wsgiref/", "ctypes/", "sqlite3/", "curses/",
          "tkinter/", "idlelib/", "venv/", "ensurepip/", "pydoc_data/", "dbm/", "pdb.py", "doctest.py", "pydoc.py",
          "imaplib.py", "mailbox.py", "smtplib.py", "ftplib.py", "poplib.py", "optparse.py", "pickletools.py",
          "turtle.py", "webbrowser.py", "cProfile.py", "profile.py", "pstats.py", "trace.py", "tabnanny.py",
          "antigravity.py", "_pydecimal.py", "_pyio.py", "plistlib.py", "wave.py", "nntplib.py", "netrc.py")
ENCODINGS = ("__init__", "aliases", "utf_8", "latin_1", "ascii", "idna", "punycode", "cp437", "utf_8_sig", "utf_16",
             "utf_16_le", "unicode_escape", "raw_unicode_escape")
STUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?")
LAST_PORT = 65535
Tell = Callable[[str], None]


def build(folder: Path, tell: Tell = lambda text: None, stun: Sequence[str] = ()) -> int:
    """Writes the site into a folder; its size in bytes. Browsers ask the STUN servers for their address."""
    folder = folder.resolve()
    _check_stun(stun)
    try:
        check_place(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        runtime = supplies.fetched(tell=tell)
    except OSError as e:
        raise HexagoraError(f"cannot write {e.filename or folder}: {e.strerror or e}") from None
    new, old = folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    try:
        _write(new, runtime, tell, stun)
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
    except OSError as e:
        raise HexagoraError(f"cannot write {folder}: {e.strerror or e}") from None
    finally:
        for left in (new, old):
            shutil.rmtree(left, ignore_errors=True)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def check_place(folder: Path) -> None:
    """A folder with something else in it is left alone."""
    if folder.exists() and not folder.is_dir():
        raise HexagoraError(f"{folder} is a file; name a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise HexagoraError(f"{folder} holds other things and is left alone; name a new or empty folder, or one with a "
                            "site in it")


def _check_stun(stun: Sequence[str]) -> None:
    for one in stun:
        if not STUN.fullmatch(one) or not 0 < int(one.partition(":")[2] or 1) <= LAST_PORT:
            raise HexagoraError(f"{one!r} is no STUN server; name its host and port, as in stun.example.org:3478")


def _write(folder: Path, runtime: Path, tell: Tell, stun: Sequence[str]) -> None:
    tell("the pages")
    _client(folder)
    for name in registry.names():
        game = registry.game(name)
        tell(f"{game.facts.title}: looks, rules, tutorial")
        _game(folder, game)
    _data(folder / "data" / "games.json", [{**one, "engines": []} for one in catalogue.games()])
    tell("the program")
    _python(folder / "python", runtime)
    _index(folder, stun)


# pages


def _client(folder: Path) -> None:
    shutil.copytree(WEB, folder / "static", ignore=shutil.ignore_patterns("*.html", ONLINE))
    shutil.copytree(OWN, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("home.js", "*.html"))
    shutil.copyfile(OWN / "home.js", folder / "static" / "js" / "home.js")
    pages = {**{name: WEB / source for name, source in PAGES.items()}, **{own.name: own for own in OWN.glob("*.html")}}
    for name, source in pages.items():
        (folder / name).write_text(relative(headed(source.read_text("utf8"))), "utf8")
    there = (WEB / EMBED).read_text("utf8")
    (folder / EMBED).write_text(there.replace("`embed/", "`index.html#/embed/"), "utf8")
    (folder / "static" / EMBED).unlink()


def relative(page: str) -> str:
    """A page of the server with addresses that hold wherever the folder lies.

    >>> relative('<a href="/"><img src="/static/a.svg"></a><a href="/mine">')
    '<a href="lobby.html"><img src="static/a.svg"></a><a href="nowhere.html">'
    """
    def here(found: re.Match[str]) -> str:
        there = found[2] if found[2].startswith("static/") else NOWHERE if found[2] else LOBBY
        return f'{found[1]}="{there}"'

    return re.sub(r'(href|src)="/([^"]*)"', here, page)


def _game(folder: Path, game: Game) -> None:
    """What a game looks like and says, as the server would answer it."""
    looks, data = folder / "games" / game.id, folder / "data" / game.id
    looks.mkdir(parents=True)
    for look in catalogue.LOOKS:
        if (game.folder / look).is_file():
            shutil.copyfile(game.folder / look, looks / look)
    for language in (locales.SOURCE, *_languages()):
        _data(data / f"rules.{language}.json", {"markdown": catalogue.rules_text(game, language)})
    for language in _languages():
        _data(data / f"locales.{language}.json", locales.read(path).model_dump()
              if (path := locales.catalogue_path(game, language)).is_file() else {})
    if tutorial.path_of(game).is_file():
        loaded = tutorial.load(game)
        _data(data / "tutorial.json", {"game": game.id, "title": loaded.script.title, "minutes": loaded.script.minutes,
                                       "frames": [frame.document() for frame in tutorial.frames(loaded)]})
    _data(data / "studies.json", listed := analysis.listed(game))
    for one in listed:
        _data(data / "studies" / f"{one['id']}.json", analysis.study(game, one["id"]))
    if (game.folder / wasm.MODULE).is_file():
        _pack(folder / "python" / f"{game.id}.wasm", (game.folder / wasm.MODULE).read_bytes())


def slow_games() -> Iterator[tuple[str, str]]:
    """The games whose WebAssembly cannot be used, and why."""
    for name in registry.names():
        game = registry.game(name)
        if why := wasm.trouble(game, modules(game)):
            yield name, f"its WebAssembly is not used, {why}"


def _languages() -> list[str]:
    return sorted(path.stem for path in (WEB / "locales").glob("*.json") if path.stem != locales.SOURCE)


def _data(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain), "utf8")


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} is no JSON")


# the program


def _python(folder: Path, runtime: Path) -> None:
    folder.mkdir(exist_ok=True)
    with tarfile.open(runtime) as archive:
        def part(name: str) -> bytes:
            member = archive.extractfile(f"package/{name}")
            assert member
            return member.read()

        (folder / "pyodide.js").write_bytes(part("pyodide.mjs"))  # not every file server knows the other name
        _pack(folder / "pyodide.asm.mjs", part("pyodide.asm.mjs"))
        _pack(folder / "pyodide.asm.wasm", part("pyodide.asm.wasm"))
        _pack(folder / "python_stdlib.zip", _library(part("python_stdlib.zip")))
        lock = json.loads(part("pyodide-lock.json"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf8")
    _pack(folder / "hexagora.json", json.dumps(dict(_sources()), ensure_ascii=False).encode())


def _library(original: bytes) -> bytes:
    """Python's own library without what nobody imports here; packed as a whole it is smaller than file by file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as archive, zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as kept:
        for name in archive.namelist():
            if not _is_spared(name):
                kept.writestr(zipfile.ZipInfo(name, FIXED), archive.read(name))
    return buffer.getvalue()


def _is_spared(name: str) -> bool:
    if name.startswith("encodings/"):
        return Path(name).stem not in ENCODINGS
    return name.startswith(SPARED)


def _sources() -> Iterator[tuple[str, str]]:
    """The program, with games of other packages that are installed here."""
    for path in sorted(HOUSE.rglob("*")):
        name = path.relative_to(HOUSE).as_posix()
        if path.suffix in CODE and not name.startswith(LEFT_OUT) and "__pycache__" not in name:
            yield f"hexagora/{name}", path.read_text("utf8")
    for name, source in STAND_INS.items():
        yield name, (HOUSE / source).read_text("utf8")
    yield from _others()


def _others() -> Iterator[tuple[str, str]]:
    found = {e.name: e.value for e in entry_points(group=registry.GROUP)}
    for module in sorted({value.partition(":")[0].partition(".")[0] for value in found.values()}):
        package = registry.game(next(n for n, v in found.items() if v.startswith(module))).folder
        while package.name != module:
            package = package.parent
        for path in sorted(package.rglob("*")):
            if path.suffix in CODE:
                yield path.relative_to(package.parent).as_posix(), path.read_text("utf8")
    if found:
        points = "".join(f"{name} = {value}\n" for name, value in sorted(found.items()))
        yield "site_games-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: site-games\nVersion: 1\n"
        yield "site_games-1.dist-info/entry_points.txt", f"[{registry.GROUP}]\n{points}"


def _pack(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_name(path.name + PACKED).write_bytes(gzip.compress(data, 9, mtime=0))


def _index(folder: Path, stun: Sequence[str]) -> None:
    """The list of all files with their hashes, from which browsers know what to keep and what is new."""
    files = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
             for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "service.js"}
    version = hashlib.sha256(json.dumps([files, list(stun)]).encode()).hexdigest()[:16]
    sizes = {name: (folder / name).stat().st_size for name in files if name.startswith("python/")}
    made = {name: about["sha256"] for name in registry.names() if (about := wasm.manifest(registry.game(name)))}
    (folder / MARK).write_text(json.dumps({"version": version, "hexagora": hexagora.__version__, "sizes": sizes,
                                           "modules": made, "stun": [f"stun:{one}" for one in stun],
                                           "files": files}), "utf8")
    worker = folder / "service.js"
    worker.write_text(worker.read_text("utf8").replace("__VERSION__", version), "utf8")
