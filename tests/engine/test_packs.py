"""Packs: variants without code, listed as games of their own; archives that mean harm are refused with words."""

import io
import random
import shutil
import stat
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexagora
from hexagora import matches, registry
from hexagora.engine import conformance, editing, locales, packs
from hexagora.engine.errors import BadContent, HexagoraError, UnknownName
from hexagora.packs import commands

ABOUT = 'game = "hexemonia"\nid = "fair"\nname = "Fair cities"\n'
CONTENT = 'extends = "hexemonia"\n[change]\n"acropolis.sparta.bonus.points" = 2\n'
WRONG = CONTENT.replace("acropolis.sparta.bonus.points", "points.trio").replace("= 2", "= 99").encode()


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path / "data"))


def _folder(path: Path, **files: str) -> Path:
    for name, text in {"pack.toml": ABOUT, "content.toml": CONTENT, **files}.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, "utf8")
    return path


def _archive(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in entries.items():
            packed.writestr(name, data)
    return path


def test_a_folder_that_is_dropped_in_is_a_game_of_its_own(tmp_path: Path) -> None:
    italian = '{"phrases": {"Fair cities": "Città giuste"}}'
    dropped = _folder(packs.folder_of("hexemonia") / "fair", **{"locales/it.json": italian})
    game = registry.game("hexemonia~fair")
    assert (game.facts.title, game.content.acropolis[1].bonus.points) == ("Fair cities", 2)
    assert game.content_digest != registry.game("hexemonia").content_digest
    assert locales.catalogue(game, "it").phrases["Fair cities"] == "Città giuste"
    match = game.match(seed=1)
    for _ in range(10):
        match.play(match.legal()[0])
    match.save(tmp_path / "m.match.json")
    assert matches.load(tmp_path / "m.match.json").position() == match.position()
    (dropped / "content.toml").write_text(CONTENT.replace("= 2", "= 1"), "utf8")
    assert registry.game("hexemonia~fair").content.acropolis[1].bonus.points == 1  # what changes is read again


def test_a_match_is_gone_through_where_its_pack_is_missing(tmp_path: Path) -> None:
    """Its content lies in the file; boards that came with the pack are among it."""
    dropped, base = packs.folder_of("manapool") / "ring", hexagora.game("manapool")
    boards = editing.find(base, "boards")
    board = boards.write(base, {**boards.sample(base, "well"), "id": "ring", "name": "Ring"})
    about = 'game = "manapool"\nid = "ring"\nname = "Ring"\n'
    _folder(dropped, **{"pack.toml": about, "boards/ring.toml": board,
                        "content.toml": 'extends = "manapool"\n[change]\n"game.spawns" = 2\n'})
    match = registry.game("manapool~ring").match(seed=1, board="ring")
    for _ in range(20):
        match.play(match.legal()[0])
    match.save(tmp_path / "m.match.json")
    shutil.rmtree(dropped)
    again = matches.load(tmp_path / "m.match.json")
    assert (again.position(), again.game.content_digest) == (match.position(), match.game.content_digest)
    (tmp_path / "m.match.json").write_text((tmp_path / "m.match.json").read_text("utf8").replace("~ring", "~../x"))
    with pytest.raises(HexagoraError, match=r"unknown pack of manapool '\.\./x'"):
        matches.load(tmp_path / "m.match.json")


def test_boards_of_a_pack_are_supplied_with_it() -> None:
    game = hexagora.game("manapool")
    boards = editing.find(game, "boards")
    board = boards.write(game, {**boards.sample(game, "blank"), "id": "plains", "name": "Plains"})
    about = ABOUT.replace("hexemonia", "manapool")
    pack = packs.read({"pack.toml": about.encode(), "boards/plains.toml": board.encode()}, "a test")
    assert "plains" in [b.id for b in packs.game_of(game, pack, "a test").content.board]
    assert packs.game_of(game, pack, "a test").match(board="plains", seed=1).legal()


def test_a_pack_is_made_added_listed_checked_and_removed(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine")

    def run(*arguments: object) -> str:
        done = CliRunner().invoke(commands, list(map(str, arguments)), catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    run("make", folder, "--out", tmp_path / "fair.zip")
    run("make", folder, "--out", tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "fair.zip").read_bytes()
    assert "hexemonia~fair" in run("add", tmp_path / "fair.zip")
    game = registry.game("hexemonia~fair")
    assert f"content {game.content_digest}" in run("list")
    assert conformance.check(game, matches=1, seed=1, compiled=False, seconds=0.5).passed
    run("remove", "hexemonia~fair")
    with pytest.raises(UnknownName, match="unknown pack of hexemonia 'fair'"):
        registry.game("hexemonia~fair")


@pytest.mark.parametrize(("files", "words"), [
    ({}, "pack.toml is missing"),
    ({"pack.toml": b"game = 5"}, "game"),
    ({"pack.toml": ABOUT.encode(), "code.py": b"import os"}, "a file that a pack cannot have"),
    ({"pack.toml": ABOUT.encode(), "boards/x.toml": b""}, "a file that a pack cannot have"),
    ({"pack.toml": ABOUT.encode(), "locales/it.json": b"{"}, "not JSON"),
    ({"pack.toml": ABOUT.encode(), "content.toml": WRONG}, "points.trio"),
    ({"pack.toml": ABOUT.encode(), "content.toml": b'extends = "hex"'}, "not content of"),
    ({"pack.toml": ABOUT.encode(), "content.toml": b"\xff"}, "not valid TOML"),
    ({"pack.toml": ABOUT.replace("fair", "../up").encode()}, "id"),
])
def test_what_is_wrong_with_a_pack_is_told(files: dict[str, bytes], words: str) -> None:
    with pytest.raises(BadContent, match=words):
        packs.game_of(hexagora.game("hexemonia"), packs.read(files, "a test"), "a test")


@pytest.mark.parametrize("name", ["../evil.toml", "/etc/evil.toml", "boards/../../x.toml", "a\\b.toml", "C:/x.toml",
                                  "boards/.x.toml", "boards/a/b.toml", "locales/it.json/x"])
def test_archives_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    path = _archive(tmp_path / "evil.zip", {"pack.toml": ABOUT.encode(), name: b"x = 1"})
    with pytest.raises(BadContent):
        packs.install(hexagora.game("hexemonia"), packs.read(packs.files_of(path), "x"), "x")
    assert not (tmp_path / "data").exists()


def test_bombs_links_and_crowds_are_refused(tmp_path: Path) -> None:
    bomb = _archive(tmp_path / "bomb.zip", {"pack.toml": ABOUT.encode(), "content.toml": b"#" * (50 * 1024 * 1024)})
    many = _archive(tmp_path / "many.zip", {f"boards/b{k}.toml": b"" for k in range(packs.MOST_FILES + 1)})
    much = _archive(tmp_path / "much.zip", {f"boards/b{k}.toml": b"#" * packs.MOST_IN_FILE for k in range(5)})
    link = tmp_path / "link.zip"
    with zipfile.ZipFile(link, "w") as packed:
        entry = zipfile.ZipInfo("content.toml")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(entry, "/etc/passwd")
    lying = bytearray(bomb.read_bytes())
    at = lying.rindex(b"content.toml") - 46
    lying[at + 24:at + 28] = (10).to_bytes(4, "little")  # the size that the directory tells
    (tmp_path / "lying.zip").write_bytes(lying)
    folder = _folder(tmp_path / "linked")
    (folder / "boards").symlink_to(tmp_path)
    for path in (bomb, many, much, link, tmp_path / "lying.zip", folder, tmp_path / "nothing.zip"):
        with pytest.raises(BadContent):
            packs.files_of(path)


def test_broken_archives_are_refused_with_words(tmp_path: Path) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in (("pack.toml", ABOUT), ("content.toml", CONTENT)):
            packed.writestr(name, text)
    whole, rng = held.getvalue(), random.Random(1)
    path, base = tmp_path / "fuzzed.zip", hexagora.game("hexemonia")
    for _ in range(300):
        broken = bytearray(whole)
        for _ in range(rng.randrange(1, 8)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        path.write_bytes(bytes(broken[: rng.randrange(len(broken))] if rng.random() < 0.2 else broken))
        try:
            packs.game_of(base, packs.read(packs.files_of(path), "x"), "x")
        except HexagoraError:
            continue
