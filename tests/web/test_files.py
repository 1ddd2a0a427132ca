"""The files of the client, without a browser: catalogues, drawings, pages."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hexagora.registry as registry
from hexagora.server import pages
from hexagora.server.catalogue import LOOKS

WEB = Path(registry.__file__).parent / "web"
SITE = WEB.parent / "site" / "web"  # what the client is told beside it where there is no server
GAMES = Path(registry.__file__).parent / "games"
LANGUAGES = sorted(path.stem for path in (WEB / "locales").glob("*.json"))
SPRITES = sorted([*(WEB / "symbols").glob("*.svg"), *GAMES.glob("*/symbols.svg")])
# keys that are put together from parts
COMPOSED = ("settings.", "ending.", "waiting.", "kind.", "clock.", "lobby.no.", "table.", "value.",
            "lab.state.", "lab.bot.", "lab.question.", "mine.none.", "outcome.", "sums.", "meet.speed.", "puzzle.",
            "edit.source.", "friend.here", "friend.bad.")


def catalogue(language: str) -> dict[str, dict[str, str]]:
    return dict(json.loads((WEB / "locales" / f"{language}.json").read_text("utf8")))


def sources() -> str:
    written = [*WEB.glob("*.html"), *(WEB / "js").glob("*.js"), *SITE.rglob("*.js")]
    return "\n".join(path.read_text("utf8") for path in written)


def test_every_string_that_is_used_is_in_the_catalogue() -> None:
    asked = re.findall(r"""\bt\('([a-z][\w.-]*)'""", sources())
    shown = re.findall(r'data-t(?:-label|-hint)?="([\w.-]+)"', sources())
    assert {*asked, *shown} - set(catalogue("en")["strings"]) == set()


@pytest.mark.parametrize("page", sorted(WEB.glob("*.html")), ids=lambda path: path.stem)
def test_nothing_on_a_page_can_be_touched_before_its_script_listens(page: Path) -> None:
    text = page.read_text("utf8")
    script = re.search(r'src="/static/js/(\w+\.js)"', text)
    assert re.search(r"<body[^>]* inert>", text)
    assert script
    assert "from './page.js'" in (WEB / "js" / script[1]).read_text("utf8")


@pytest.mark.parametrize("page", sorted([*WEB.glob("*.html"), SITE / "index.html"]), ids=lambda path: path.stem)
def test_every_page_can_be_put_on_a_home_screen(page: Path) -> None:
    """Phones tell only pages of turns that were installed, and install what its manifest describes."""
    text = pages.headed(page.read_text("utf8"))
    linked = dict(re.findall(r'<link rel="(manifest|apple-touch-icon)" href="/?static/([^"]+)"', text))
    assert (WEB / linked["apple-touch-icon"]).is_file()
    manifest = json.loads((WEB / linked["manifest"]).read_text("utf8"))
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "../", "../")
    assert [icon["src"] for icon in manifest["icons"] if not (WEB / icon["src"]).is_file()] == []


@pytest.mark.parametrize("page", sorted([*WEB.glob("*.html"), *SITE.glob("*.html")]), ids=lambda path: path.stem)
def test_the_head_that_all_pages_have_is_written_once(page: Path) -> None:
    own = page.read_text("utf8").replace('="static/', '="/static/')
    assert pages.BEGIN in own
    assert [line for line in pages.HEAD.removeprefix(pages.BEGIN).splitlines() if line in own] == []


def test_no_string_of_the_catalogue_is_unused() -> None:
    text = sources()
    keys = [key for key in catalogue("en")["strings"] if not key.startswith(COMPOSED)]
    assert [key for key in keys if f"'{key}'" not in text and f'"{key}"' not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_all_strings_with_the_same_values(language: str) -> None:
    english, other = catalogue("en")["strings"], catalogue(language)["strings"]
    assert set(other) == set(english)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", other[key])) == set(re.findall(r"\{\w+\}", text)), key


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_phrases_keep_their_values(language: str) -> None:
    for template, text in catalogue(language)["phrases"].items():
        assert set(re.findall(r"\{\w+\}", text)) <= set(re.findall(r"\{\w+\}", template)), template


@pytest.mark.parametrize("path", SPRITES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_drawings_are_whole(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    text = path.read_text("utf8")
    named = re.findall(r'href="#([\w-]+)"', text) + re.findall(r"url\(#([\w-]+)\)", text)
    assert set(named) <= set(ids)
    assert "<script" not in text
    assert "style=" not in text


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_every_supplied_game_has_its_looks_in_its_folder(game: str) -> None:
    assert [look for look in LOOKS if not (GAMES / game / look).is_file()] == []


@pytest.mark.parametrize("page", ["index.html", "table.html", "edit.html"])
def test_pages_hold_no_script_or_style_inside(page: str) -> None:
    text = (WEB / page).read_text("utf8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


STYLES = sorted([*(WEB / "css").glob("*.css"), *GAMES.glob("*/theme.css")])
AROUND_THE_BOARD = ":root", "html", "body", "main", "#table", ".stage", ".table-page", ".main-board", "#board"
ASKED = re.compile(rf"(?:^|[\s,{{}}>+~])(?:{'|'.join(map(re.escape, AROUND_THE_BOARD))})[^\s,{{}}>+~]*:has\(")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem if path.parent == WEB / "css" else path.parent.name)
def test_nothing_around_the_board_is_asked_what_it_has_inside(path: Path) -> None:
    """A browser would work out the styles of the whole page, thousands of elements, for each change of the board."""
    on_screens = re.sub(r"@media print \{.*?\n\}", "", path.read_text("utf8"), flags=re.DOTALL)
    assert ASKED.findall(on_screens) == []
