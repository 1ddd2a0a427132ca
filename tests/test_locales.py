"""Other languages: every text that a player can see has a translation, and every translation is of such a text."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console

import hexagora
from hexagora import registry
from hexagora.bots import coach
from hexagora.bots.evaluation import Evaluation, Opinion
from hexagora.bots.search import Choice
from hexagora.engine import editing, locales
from hexagora.engine.errors import BadContent
from hexagora.engine.folder import BOLD_ID
from hexagora.engine.locales import shared
from hexagora.engine.phrases import Book
from hexagora.engine.puzzles import QUESTIONS
from hexagora.engine.reading import READ
from hexagora.engine.translation_checks import FORM, is_unknown, names, of_files, values_differ
from hexagora.terminal import puzzle, speech
from hexagora.terminal.play import LEAVE, Table
from tests import texts
from tests.server.support import serving, settings
from tests.support import WHOLE_RUN
from tests.texts import Text

WEB = Path(registry.__file__).parent / "web"
LANGUAGES = sorted({path.stem for path in (WEB / "locales").glob("*.json")} - {locales.SOURCE})
GAMES = registry.names()
SPOKEN = [(game, language) for game in GAMES for language in LANGUAGES]
TRANSLATE = Path(__file__).parent / "phrases.mjs"
NOTATION = ("end", "move")  # words of actions as they are typed
CODES = {"extra move"}  # pieces of the sources of scenes that nobody reads
COLOURS = ("red", "blue", "green", "yellow", "pink", "black", "orange", "purple")  # of players
NAMED = {"seat {n}", "chance"}  # who decides, as the engine names them
COMPARED = 4  # one of so many texts is translated by both twins
MOST_TOLD = 12  # problems that a failure lists


# translating as the browser does


@cache
def node() -> str:
    found = shutil.which("node")
    if found is None:
        driver = pytest.importorskip("playwright._impl._driver", reason="needs Node, alone or with Playwright")
        found = driver.compute_driver_executable()[0]
    return str(found)


def translations(catalogues: list[dict[str, str]], given: Iterable[Text]) -> list[tuple[str, list[str], list[str]]]:
    """For each text its translation, what found none, and the entries that were used."""
    asked = [[text.text, text.template, dict(text.values), text.whole] for text in given]
    done = subprocess.run([node(), str(TRANSLATE)], input=json.dumps({"catalogues": catalogues, "texts": asked}),
                          capture_output=True, text=True, timeout=WHOLE_RUN, check=False)
    assert done.returncode == 0, done.stderr
    return [(found, missing, used) for found, missing, used in json.loads(done.stdout)]


def translated(text: str, **phrases: str) -> str:
    return translations([phrases], [Text("", text)])[0][0]


def catalogues(game: str, language: str) -> list[dict[str, str]]:
    """In the order in which the browser lays them on top of each other."""
    own = locales.catalogue(hexagora.game(game), language)
    return [shared(language), own.tutorial, own.phrases]


@cache
def seen(game: str) -> list[Text]:
    """All texts of a game, each once."""
    found = {(one.template or one.text, one.values): one for one in texts.of_game(hexagora.game(game)) if one.text}
    return list(found.values())


@cache
def read(game: str, language: str) -> list[tuple[str, list[str], list[str]]]:
    return translations(catalogues(game, language), seen(game))


# who is who


@pytest.mark.parametrize("game", GAMES)
def test_players_are_spoken_of_in_words_that_the_page_turns_into_their_names(game: str) -> None:
    """By their colour with a capital or by their seat, never by notation or by the colour of a thing."""
    bare = re.compile(rf"\bp\d\b|\bof (?:{'|'.join(COLOURS)})\b")
    told = [text for text in seen(game) if text.where == "the log" or text.where.split(".")[0] in READ]
    assert [f"{text.where}: {text.text}" for text in told if bare.search(text.text)] == []


# completeness


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_every_text_of_a_game_is_translated(game: str, language: str) -> None:
    known = names(hexagora.game(game)) | {*texts.NAMES}
    gaps = {}
    for text, (_, missing, _) in zip(seen(game), read(game, language), strict=True):
        for part in missing:
            if is_unknown(part, known):
                gaps.setdefault(re.sub(r"\d+", "#", part), f"{text.where}: {part!r} in {text.text!r}")
    assert not gaps, _told(f"{game} lacks in {language}", gaps.values())


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_every_piece_of_the_scenes_is_in_an_entry(game: str, language: str) -> None:
    """Finds what no match above has come across."""
    found = hexagora.game(game)
    entries = "\n".join([*shared(language), *locales.catalogue(found, language).phrases, found.facts.title, *CODES])
    gaps = {f"{file}: {piece!r}" for file, piece in texts.fragments(found) if piece not in entries}
    assert not gaps, _told(f"{game} lacks in {language}", sorted(gaps))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_house_is_translated(language: str) -> None:
    _assert_known(list(texts.of_house()), [shared(language)], f"the house lacks in {language}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["hex", "manapool"])
def test_the_reasons_of_the_coach_are_translated(game: str, language: str) -> None:
    said = [Text("the coach", reason) for reason in reasons(game)]
    _assert_known(said, catalogues(game, language), f"the coach lacks in {language}", NOTATION)


def _assert_known(said: list[Text], entries: list[dict[str, str]], title: str, known: Iterable[str] = ()) -> None:
    gaps = [f"{text.where}: {part!r} in {text.text!r}"
            for text, (_, missing, _) in zip(said, translations(entries, said), strict=True)
            for part in missing if is_unknown(part, set(known))]
    assert not gaps, _told(title, gaps)


def _told(title: str, problems: Iterable[str]) -> str:
    listed = list(problems)
    more = f"\n  and {len(listed) - MOST_TOLD} more" if len(listed) > MOST_TOLD else ""
    return f"{title}:\n  " + "\n  ".join(listed[:MOST_TOLD]) + more


class _Found(Evaluation):
    """An evaluation that has found what the test wants it to have found."""

    def __init__(self, view: Any, value: float, proven: bool, fatal: dict[int, bool]):
        first, second = view.legal()[:2]
        self.view, self.team = view, _Team(fatal, [first, second])  # type: ignore[assignment]
        self.opinions = [Opinion(1.0 if proven else 0.9, 10_000, proven, action=first, line=[first]),
                         Opinion(value, 10_000, proven, action=second, line=[second])]


class _Team:
    def __init__(self, fatal: dict[int, bool], actions: list[int]):
        self.fatal, self.actions = fatal, actions
        self.on = type("On", (), {"compiled": False})()

    def choices(self) -> list[Choice]:
        return [Choice(action, 1, 0.5, False) for action in self.actions]

    def loses_at_once(self, action: int, budget: Any) -> bool:
        return self.fatal.get(action, False)


def reasons(game: str) -> list[str]:
    """What the coach says, in its several ways, about two moves of a match that has just begun."""
    said = {"your score goes from 1 to 2", "in the expected line you get +1, Seat 2 -1", "your 7: 1 → 2",
            "7 of Seat 2: 3 → 2"}
    match = hexagora.game(game).match(seed=1)
    while match.game.facts.chance and not any(text.startswith("move") for text in match.legal()):
        match.play(match.legal()[0])
    view = coach.view_of(match, match.actor + 1)
    first, second = view.legal()[:2]
    for value, proven, fatal in ((0.6, False, {}), (1.0, True, {}), (0.0, True, {}), (0.88, False, {first: True}),
                                 (0.6, False, {second: True})):
        found = _Found(view, value, proven, fatal)
        said.add(coach.explain(found, found.opinions[1]).reason)
    return sorted(said)


# at a terminal


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_a_terminal_translates_as_the_browser_does(game: str, language: str) -> None:
    book = Book(*catalogues(game, language))
    told = [(text, said) for text, (said, _, _) in zip(seen(game), read(game, language), strict=True) if not text.whole]
    found = [(book.said(text.template, dict(text.values)) or book.find(text.text)).text for text, _ in told[::COMPARED]]
    differ = [f"{said!r}, {here!r}" for here, (_, said) in zip(found, told[::COMPARED], strict=True) if here != said]
    assert not differ, _told("browser and terminal differ", differ)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_the_terminal_are_translated_and_no_others(language: str) -> None:
    sources = [path for folder in ("terminal", "cli.py") for path in [WEB.parent / folder]]
    found = {template for path in sources for template in texts.of_terminal(path)}
    assert set(speech.own(language).phrases) == found | NAMED | set(QUESTIONS.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_the_terminal_has_a_word(language: str) -> None:
    table = Table(hexagora.game("hex").match(), [1, 2], [], Console())
    words = speech.own(language).commands
    assert set(words) == {*table.commands, "quit", *puzzle.WORDS} - {"?"}
    assert len(set(words.values())) == len(words)
    assert not set(words.values()) & {*table.commands, *LEAVE}


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_signs_and_groups_of_actions_have_words(game: str, language: str) -> None:
    told = speech.Speech(language, hexagora.game(game))
    gaps = {kind for kind in texts.kinds(hexagora.game(game)) if told.book.form(kind, speech.SIGN) is None
            and told.book.find(kind).missing}
    assert not gaps, _told(f"{game} lacks in {language}", sorted(gaps))


# tidiness


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_no_entry_of_a_game_is_stale(game: str, language: str) -> None:
    """An entry is used by a text that was seen, or all its words stand in the sources of the game."""
    found = hexagora.game(game)
    own = locales.catalogue(found, language)
    used = {entry for _, _, entries in read(game, language) for entry in entries}
    sources = "\n".join(path.read_text("utf8") for pattern in ("*.py", "*.toml") for path in found.folder.glob(pattern))
    words = set(re.findall(r"[a-z]+", sources.lower()))
    stale = [entry for entry in [*own.phrases, *own.tutorial]
             if entry not in used and not FORM.fullmatch(entry) and not _words(entry) <= words]
    assert not stale, _told(f"{game} has translations into {language} of what it does not say", stale)


def _words(entry: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", re.sub(r"\{\w+\}", " ", entry).lower()))


@pytest.mark.parametrize("game", GAMES)
def test_translations_keep_the_values_ask_for_forms_that_exist_and_have_all_rules(game: str) -> None:
    assert list(of_files(hexagora.game(game))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_of_the_house_keep_the_values(language: str) -> None:
    assert [entry for entry, text in shared(language).items() if values_differ(entry, text)] == []


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_translated_rules_have_the_ids_in_the_same_order(game: str, language: str) -> None:
    folder = hexagora.game(game).folder
    ids = [BOLD_ID.findall((folder / name).read_text("utf8")) for name in ("rules.md", f"rules.{language}.md")]
    assert ids[0] == ids[1]


def test_a_catalogue_that_is_not_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    for wrong, told in (("{", "not JSON"), ('{"phrase": {}}', "phrase: unknown key"),
                        ('{"phrases": {"a": 1}}', "phrases.a")):
        path.write_text(wrong)
        with pytest.raises(BadContent, match=told):
            locales.read(path)


# how texts are read


def test_values_are_translated_in_their_turn() -> None:
    words = {"{who} walks to {cell}": "{who} va in {cell}", "Red": "Rosso"}
    assert translated("Red walks to c4", **words) == "Rosso va in c4"


def test_numbers_choose_between_one_and_many() -> None:
    words = {"{n} steps": "{n} {n|passo|passi}"}
    assert [translated(f"{n} steps", **words) for n in (1, 2)] == ["1 passo", "2 passi"]


def test_a_value_takes_the_form_that_is_asked_for() -> None:
    words = {"{colour} stone": "pietra {colour|f}", "red": "rosso", "red|f": "rossa", "blue": "blu"}
    assert [translated(f"{c} stone", **words) for c in ("red", "blue")] == ["pietra rossa", "pietra blu"]


def test_a_form_for_all_values_stands_in_where_one_has_none() -> None:
    words = {"from {where}": "{where|da}", "the hill|da": "dal colle", "{x}|da": "da {x}", "Rome": "Roma"}
    assert [translated(f"from {w}", **words) for w in ("the hill", "Rome")] == ["dal colle", "da Roma"]


def test_a_word_of_a_file_stays_as_it_is() -> None:
    words = {"{key} = {value}; allowed: {values}": "{key|=} = {value|=}; ammessi: {values|=}", "red": "rosso"}
    assert translated("to_move = 'green'; allowed: red, blue", **words) == "to_move = 'green'; ammessi: red, blue"


@pytest.mark.parametrize(("name", "brush", "spoken"), [
    ("hex", "red", "pietra rossa"), ("manapool", "red", "truppa rossa"), ("hexcape", "token-yellow", "pedina gialla"),
    ("sigil", "red", "pietra rossa")])
def test_brushes_of_positions_agree_with_their_colours(name: str, brush: str, spoken: str) -> None:
    game = hexagora.game(name)
    positions = editing.find(game, "positions")
    middle = positions.sample(game, next(one for one in positions.samples(game) if one.startswith("middle")))
    title = next(b.title for b in positions.palette(game, middle) if b.id == brush)
    words = locales.catalogue(game, "it").phrases
    assert Book(shared("it"), words).find(title).text == spoken


def test_values_that_are_notation_are_told_in_words_where_a_position_is_edited() -> None:
    game = hexagora.game("hexemonia")
    positions = editing.find(game, "positions")
    words = Book(shared("it"), locales.catalogue(game, "it").phrases)
    middle = positions.sample(game, next(iter(positions.samples(game))))
    fields = {field.path: field for field in positions.fields(game, middle)}
    node, turn = fields["node"], fields["turn"]
    assert "TAKE1" in node.values
    assert not [said for said in node.says if said.isupper() or words.find(said).text == said]
    assert list(turn.says)[:2] == ["player 1", "player 2"]


@pytest.mark.parametrize("asked", [
    {"question": "sweep", "numbers": "game.hand_limits=2..3"}, {"question": "sweep", "numbers": ""},
    {"question": "sweep", "numbers": "game.hand_limit"}, {"question": "sweep", "numbers": "game.hand_limit=9..2"},
    {"question": "sweep", "numbers": "game.hand_limit=2..99"}, {"question": "search", "numbers": ""},
    {"question": "search", "numbers": "game.hand_limit=2..3", "keep": "joy=1..2"},
    {"question": "sweep", "numbers": "game.hand_limit=2..12", "matches": 10**8}, {"changes": "nonsense"},
    {"changes": "game.hand_limit = 99"}, {"changes": "option.speed = 1"}, {"content": 'extends = "hex"'},
    {"content": "= 3"}, {"bots": ["master"]}, {"options": {"players": 9}}, {"question": "ladder"},
])
def test_what_the_lab_refuses_is_told_in_italian(asked: dict[str, Any], lab: httpx.Client) -> None:
    said = lab.post("/api/lab", json={"game": "hexemonia", **asked}).json()["error"]
    told = Book(shared("it"), locales.catalogue(hexagora.game("hexemonia"), "it").phrases).find(said)
    assert (told.text != said, told.missing) == (True, 0), said


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterable[httpx.Client]:
    with serving(settings(tmp_path_factory.mktemp("lab"))) as server, httpx.Client(base_url=server.address) as http:
        yield http


def test_texts_are_cut_at_their_strongest_punctuation() -> None:
    words = {"{a}: {b}": "{a}: {b}", "{a}, {b}": "{a}, {b}", "{colour} stone": "pietra {colour}", "red": "rossa",
             "node": "nodo"}
    assert translated("c4: node, red stone", **words) == "c4: nodo, pietra rossa"


def test_a_list_of_places_is_one_value() -> None:
    words = {"{a}, {b}": "{a}, {b}", "{wizards} off": "fuori: {wizards}"}
    assert translated("w1, w2 off", **words) == "fuori: w1, w2"


def test_several_sentences_are_translated_one_by_one() -> None:
    words = {"{who} wins.": "{who} vince.", "Well done.": "Ben fatto.", "Red": "Rosso"}
    assert translated("Well done. Red wins.", **words) == "Ben fatto. Rosso vince."


def test_the_catalogue_of_a_game_goes_before_the_common_one() -> None:
    assert translations([{"Move": "Mossa"}, {"Move": "Movimento"}], [Text("", "Move")])[0][0] == "Movimento"


def test_what_has_no_translation_stays() -> None:
    assert translated("Nobody knows", **{"{who} walks": "{who} va"}) == "Nobody knows"


@pytest.mark.parametrize("path", sorted(Path(hexagora.__file__).parent.rglob("locales/*.json")), ids=lambda p: str(
    p.relative_to(Path(hexagora.__file__).parent)))
def test_no_entry_stands_twice_in_a_catalogue(path: Path) -> None:
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        twice.extend(name for name in names if names.count(name) > 1)
        return dict(pairs)

    json.loads(path.read_text("utf8"), object_pairs_hook=note)
    assert not twice


def test_a_list_of_problems_is_translated_line_by_line() -> None:
    words = {"{what} cannot be used:": "impossibile usare {what}:", "the board": "il tabellone", "rows": "righe",
             "{code}: {a} and {b}": "{code}: {a} e {b}", "columns": "colonne"}
    problems = "the board cannot be used:\n  E1: rows and columns\n  E2: columns and x"
    assert translated(problems, **words) == "impossibile usare il tabellone:\n  E1: righe e colonne\n  E2: colonne e x"


# over HTTP


def test_the_server_brings_the_languages_of_the_games(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as server, httpx.Client(base_url=server.address) as client:
        answer = client.get("/api/games/hex/locales/it")
        assert answer.json()["phrases"]["{who} plays {cell}"] == "{who} gioca {cell}"
        known = {"if-none-match": answer.headers["etag"]}
        assert client.get("/api/games/hex/locales/it", headers=known).status_code == 304
        assert client.get("/api/games/hex/locales/xx").json() == {"phrases": {}, "tutorial": {}}
        assert client.get("/api/games/hex/locales/..").status_code in (404, 422)
        assert client.get("/api/games/nim/locales/it").status_code == 404
        rules = {language: client.get(f"/api/games/hex/rules?language={language}").json()["markdown"]
                 for language in ("en", "it", "xx")}
        assert rules["it"] != rules["en"] == rules["xx"]
        page = client.get("/t/nowhere/s/nothing", headers={"accept-language": "xx,it-IT;q=0.9,en;q=0.1"})
        assert 'lang="it"' in page.text
        assert "Questo tavolo non esiste" in page.text
        assert 'lang="en"' in client.get("/t/nowhere/s/nothing").text
