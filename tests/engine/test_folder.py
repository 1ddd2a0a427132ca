"""The checker says what is missing or wrong in the folder of any game, here in a package of somebody else."""

import re

import pytest

from hexagora import registry
from hexagora.bots import thumbs
from hexagora.engine import conformance, editor_checks, endless, folder, hooks, learning_checks, studies
from hexagora.testing import check_game
from tests.outside import changed

__all__ = ["changed"]

MORE = """

def observe(box, s, seat, out):
    out[0] = 77
"""
FORGETFUL = """

_always_alike, _times = scene, []


def scene(box, s, seats):
    _times.append(s)
    shown = _always_alike(box, s, seats)
    shown.prompt += str(len(_times))
    return shown
"""
SMALL = [{"players": 2, "size": 3}]


def found(game):
    return [f"{check}: {text}" for check, text in conformance.check(game, compiled=False, only=SMALL).problems]


def test_a_game_of_another_package_passes(changed):
    assert found(changed()) == []


@pytest.mark.parametrize(("changes", "told"), [
    ({"rules.md": None}, "rules: there is no rules.md in"),
    ({"rules.py": ("(CLX-MOVE-1)", "(CLX-MOVE-99)")}, "rules: rules.py:26 names the rule CLX-MOVE-99"),
    ({"scene.py": ("_prompt(box, s))", '_prompt(box, s), rule="CLX-X-1")')},
     "rules: the scene points to the rule CLX-X-1, which is not in rules.md"),
    ({"scene.py": ('Meter("joins", goal)', 'Meter("joins", goal, cells=["board/z9"])')},
     "scene: places that are not on the table: ['board/z9']"),
    ({"words.py": ('return say("{who} plays {cell}", who=who, cell=cell_name(box, a))', 'return who + " plays"')},
     "sentences: 'Red plays' is a plain text: make it with say"),
    ({"scene.py": ('"stone", name,', '"pebble", name,')},
     "drawn: neither symbols.svg nor the common drawings have ['p-pebble']"),
    ({"words.py": ("", "\ndef is_barier(box, before, a, after):\n    return True\n")},
     "hooks: words.is_barier is a name that nobody looks for; did you mean words.is_barrier(box, before, a, after)?"),
    ({"words.py": ("", "\ndef is_barrier(box, a):\n    return True\n")},
     "hooks: words.is_barrier is called as words.is_barrier(box, before, a, after), but: too many positional"),
    ({"levels.py": ("LEVELS =", "LEVEL =")},
     "hooks: levels.LEVEL is a name that nobody looks for; did you mean levels.LEVELS?"),
    ({"heuristic.py": ("", "TUNING = {}\n"), "heuristics.py": None},
     "hooks: heuristic.py is a file that nobody looks for; did you mean heuristics.py?"),
    ({"words.py": ("def position(", "def positions(")}, "folder: words.py lacks position"),
    ({"rules.py": ("def returns(", "def result(")}, "folder: other_hex.rules lacks returns(box, s, out)"),
    ({"rules.py": ("def pick(", "def picks(")}, "hooks: other_hex.rules.picks is a name that nobody looks for; did you "
     "mean pick(box, s, out, rng)?"),
    ({"rules.py": ("def to_act(box, s):", "def to_act(box, s)")},
     "folder: rules.py cannot be imported: SyntaxError: expected ':' (rules.py, line"),
    ({"scene.py": ("from functools import lru_cache", "from functools import cash")},
     "folder: scene.py cannot be imported: ImportError: cannot import name 'cash' from 'functools'"),
    ({"__init__.py": ("hidden=False", "hidden=True")},
     "folder: the facts say hidden=True, but other_hex.rules lacks hide"),
    ({"rules.py": ("", "\n\ndef hide(box, s, viewer):\n    s.mover = 0\n")},
     "folder: the facts say hidden=False, but other_hex.rules has hide"),
    ({"content.py": ("box.players", "box.plaiers")}, "crash: a match with {'players': 2, 'size': 3} cannot begin: "),
    ({"content.py": ("fill(box.neighbour, ", "fill(box.neighbour, 999 * ")},
     "cannot begin: IndexError: a table of more than 361 rows, for which the field has no room (content.py:23)"),
    ({"words.py": ("who=", "whom=")},
     "crash: ValueError: 'who' has no value in the sentence '{who} plays {cell}', which is given: whom, cell"),
    ({"__init__.py": ('Option("size", 11,', 'Option("size", 99,')},
     "facts: the option 'size' does not allow its default 99; allowed: 3 to 19"),
    ({"words.py": ('"{who} takes over the first stone"', '"{who} grabs the first stone"')},
     'languages: locales/it.json lacks "{who} grabs the first stone"'),
    ({"scene.py": ('Meter("joins", goal)', 'Meter("reaches over", goal)')},
     "languages: locales/it.json lacks 'reaches over'"),
    ({"scene.py": ("_prompt(box, s))", '_prompt(box, s), notes=["Blue builds 7 sheds"])')},
     "languages: locales/it.json lacks 'Blue builds # sheds'"),
    ({"scene.py": ("_prompt(box, s))", '_prompt(box, s), notes=["Red takes a stone of Player 2 Player 2"])')},
     "languages: en: 'Red takes a stone of Player 2 Player 2' says 'Player 2' twice"),
    ({"words.py": ('say("{who} takes over the first stone"', 'say(f"{who} takes over"')},
     "translated: write say("),
    ({"scene.py": ("", FORGETFUL)}, "scene: the same position is shown otherwise the second time"),
    ({"helping.py": ("", "def more(a):\n    return a + 1\n"),
      "rules.py": ("", "\n\nfrom other_hex.helping import more\n\n\ndef two():\n    return more(1)\n")},
     "more is a function of other_hex.helping, which is not among the rules modules"),
    ({"rules.py": ("", "\n\ndef make():\n    def two():\n        return 2\n    return two\n\n\ntwo = make()\n")},
     "in two(): rules stand in their module as plain functions"),
    ({"rules.py": ("", "\n\nexec('def two(): return 2')\n")},
     "in two(): rules stand in their module as plain functions"),
    ({"rules.py": ("", "\n\nfrom hexagora.games.hex.rules import legal\n")},
     "folder: other_hex.rules.legal is a function of hexagora.games.hex.rules, which is not among the game's rules"),
    ({"more.py": ("", "def apply(box, s, a):\n    s.mover = 0\n"),
      "__init__.py": ("rule_prefix=", 'rules=("rules", "more"), rule_prefix=')},
     "folder: other_hex.more has apply, too, but only that of other_hex.rules counts"),
    ({"__init__.py": ("rule_prefix=", 'rules=("rules", "rules_move"), rule_prefix=')},
     "folder: there is no rules_move.py in"),
    ({"state.py": ("MAX_LEGAL = ", "MAX_LEGAL = 3 and 5 #")}, "legal: 9 legal actions, but MAX_LEGAL = 5 in state.py"),
    ({"features.py": ("", "\n\ndef observe(box, s, seat, out):\n    out[10000] = 1\n")},
     "features: `observe` writes beyond the"),
    ({"theme.css": None, "themes.css": ("", "x")},
     "hooks: themes.css is a file that nobody looks for; did you mean theme"),
    ({"theme.css": None, "theme.scss": ("", "x")},
     "hooks: theme.scss is a file that nobody looks for; did you mean theme.css?"),
    ({"cover.jpg": None, "cover.png": ("", "x")},
     "hooks: cover.png is a file that nobody looks for; did you mean cover.jpg?"),
    ({"theme.css": ("{ --tile: #f1e5c8; }", "{ --tile: #f1e5c8;")},
     "looks: theme.css:4: the block that begins here is not closed"),
    ({"theme.css": ("--tile: #f1e5c8", "tile")}, "looks: theme.css:4: 'tile' is no declaration such as"),
    ({"theme.css": ("/* Hex */", "/* Hex")}, "looks: theme.css:1: /* is not closed"),
    ({"theme.css": ("/* Hex */", "}")}, "looks: theme.css:1: a closing brace too many"),
    ({"theme.css": ("/* Hex */", '@import "other.css";')}, "is no declaration such as"),
    ({"symbols.svg": ("<svg", "<svg <")}, "drawn: symbols.svg is no SVG: not well-formed"),
    ({"content.toml": ("players =", "player =")}, "content.toml cannot be used: players: missing; player: unknown key"),
    ({"variants/big.toml": ("", 'colour = ["a"]\n')}, "big.toml cannot be used: "),
    ({"tutorial.toml": ("[[step]]", "[[steps]]")}, "tutorial: "),
    ({"guide.md": ('"caption"', '"captions"')}, "guide: guide.md, figure 1: unknown keys ['captions']"),
    ({"puzzles.jsonl": ('"answer":"', '"answer":"z')}, "puzzles: puzzle "),
    ({"studies/first.json": ("", "{}")}, "studies: first.json: "),
    ({"rules.py": ("def may_swap(box, s):", "def may_swap(box, s: int) -> bool:")},
     "subset: rules.py:20: in may_swap(): rules carry no annotations"),
    ({"rules.py": ("    s.mover = 1 - s.mover", "    box.swap = 0\n    s.mover = 1 - s.mover")},
     "legal: the box is another one after a match, though many matches share it: swap"),
    ({"rules.py": ("    for player in range(2):", "    s.stones = 0\n    for player in range(2):")},
     "legal: scores or returns changed the state"),
    ({"rules.py": ("out[n] = cell", "out[n] = box.cells - 1 - cell")}, "legal: not ascending: [8, 7, 6"),
    ({"catalogue.py": ("box.cells + 1", "box.cells // 4")}, "decisions; catalogue.longest says 2"),
    ({"state.py": ('mover = i8("the player to move")', "mover = int")},
     "folder: state.py cannot be imported: TypeError: State.mover = <class 'int'>: a record has nothing but fields"),
    ({"words.py": ("POSITION.read(document, names)",
                   "POSITION.read({k: v for k, v in document.items() if k in POSITION.keys}, names)")},
     "position: a key that is not known ('no_such_key') is taken without a word"),
    ({"figures.py": ("", "def reason(box, s):\n    return 1.5\n")}, "subset: figures.py:2: in reason(): 1.5: only"),
    ({"figures.py": ("", "def reason(box, s):\n    return 7\n"), "catalogue.py": ("", '\nENDINGS = ("x",)\n')},
     "figures: figures.reason gives 7, catalogue.ENDINGS has 1 names"),
    ({"figures.py": ("", "def side(box, s, facet, player):\n    return 5\n"),
      "catalogue.py": ("", '\n\ndef facets(box):\n    from hexagora.engine.features import Facet\n'
                           '    return [Facet("corner", ("a", "b"))]\n')},
     "figures: figures.side gives 5 for 'corner' of player 0, catalogue.facets has 2 names"),
    ({"features.py": ("return box.mirror[cell] if seat == 1 else cell", "return 0")},
     "features: features.turned leads two cells to the same place for seat 1"),
    ({"catalogue.py": ("words.cell_name(box, c)", "words.cell_name(box, 0)")},
     "features: catalogue.space gives the name 'a1' to several cells"),
    ({"scene.py": ("pieces, panels, _prompt(box, s))", "pieces, panels, None)")},
     "scene: Scene has prompt = 'None' (NoneType), which must be str"),
    ({"scene.py": ("pieces, panels, _prompt(box, s))", "pieces, panels, _prompt(box, s), steps=[1])")},
     "scene: Scene has steps = '[1]' (list), which must be list[str]"),
    ({"scene.py": ("note=_note(name, holder)) for holder in holders]\n", "note=7) for holder in holders]\n")},
     "scene: Cell a1 has note = '7' (int), which must be str"),
    ({"scene.py": ("owner=holder - 1", "owner=holder")},
     " has owner = 2, but the players are 0 to 1"),
    ({"scene.py": ('"stone", [cell(name)]', '"stone", [button("lay")]')},
     "scene: the ways to 'a1' and 'a2' are the same, so that nobody can choose between them"),
    ({"scene.py": ("Choice(c, name,", 'Choice(c, "zz",')}, "scene: the choice of action 0, 'a1', is one of 0, 'zz'"),
    ({"coach.py": ('("bridge", FEW)', '("brigde", FEW)')}, "coach: coach.matters names ['brigde']"),
    ({"editor.py": ('owner=k), colour)', 'owner=k), "rad")')},
     "the brush 'red' writes what nobody reads: unknown key 'rad'"),
    ({"editor.py": ("dict(zip(cell_names(size)", 'dict(zip([f"{n}x" for n in cell_names(size)]')},
     "which are no cells of its board"),
    ({"tutorial.toml": ("Last thing:", "One last thing:")},
     'tutorial: locales/it.json lacks, under `tutorial`, "One last thing'),
    ({"coach.toml": ("A stone in the middle", "A stone in the centre")}, "coach: locales/it.json lacks, under"),
    ({"locales/it.json": ("{who} gioca {cell}", "{chi} gioca {cell}")},
     "languages: locales/it.json: '{chi} gioca {cell}' has other values than '{who} plays {cell}'"),
    ({"locales/it.json": ("pietra {colour|f}", "pietra {colour|q}")},
     "languages: locales/it.json asks for the form 'q' of a value, which no entry gives"),
    ({"rules.it.md": ("**CLX-MOVE-1**", "Regola")}, "languages: rules.it.md lacks the rules CLX-MOVE-1"),
    ({"__init__.py": ('Option("size", 11,', 'Option("size", 3, "x", (3,)), Option("size", 11,')},
     "facts: the option 'size' is there twice"),
    ({"__init__.py": ('Option("size", 11,', 'Option("players", 2, "x", (2,)), Option("size", 11,')},
     "facts: the option 'players' is one that every game has"),
    ({"__init__.py": ("(True, False)", "True")}, "facts: the option 'swap' has values = True: a tuple"),
    ({"__init__.py": ("(range(3, 20),)", "()")}, "facts: the option 'size' has no values"),
    ({"__init__.py": ("(True, False)", '(True, False), says=("one",)')},
     "facts: the option 'swap' has 2 values and 1 sentences about them"),
    ({"__init__.py": ("(True, False)", '(True, False), needs={"sise": (3,)}')},
     "facts: the option 'swap' needs 'sise', which is no other option"),
    ({"__init__.py": ('Option("size", 11,', 'Option("size", "11",')},
     "facts: the option 'size' does not allow its default '11'; allowed: 3 to 19"),
    ({"__init__.py": ("(True, False)", '(True, False), says={True: "one", False: "two"}')},
     "facts: the option 'swap' has says = {True: 'one', False: 'two'}: texts in brackets"),
    ({"__init__.py": ('designers=("Piet Hein", "John Nash")', 'designers=("Piet Hein")')},
     "facts: designers = 'Piet Hein': texts in brackets, with a comma also behind a single one"),
    ({"__init__.py": ("hidden=False", "hidden=None")}, "facts: hidden = None: True or False"),
    ({"__init__.py": ('title="Hex"', 'title=""')}, "facts: title = '': what the lobby tells of the game"),
    ({"__init__.py": ('sign="i-hexes"', 'sign="i-nothing"')}, "options: the option 'size' has sign = 'i-nothing', wh"),
    ({"rules.it.md": None}, "languages: there is no rules.it.md: whoever plays in that language reads rules.md as it"),
    ({"guide.it.md": None}, "languages: there is no guide.it.md"),
    ({"__init__.py": ('rule_prefix="CLX"', 'rule_prefix=7')}, "facts: rule_prefix = 7: a text"),
    ({"__init__.py": ("players=(2,)", "players=2")}, "facts: players = 2: the numbers of players, ascending"),
    ({"__init__.py": ("minutes=(10, 40)", "minutes=(40, 10)")}, "facts: minutes = (40, 10): how long a match takes"),
    ({"__init__.py": ('rule_prefix="CLX"', 'rule_prefix="CLASSIC"')}, "facts: rule_prefix = 'CLASSIC': two to four"),
    ({"__init__.py": ('id="other_hex"', 'id="Other Hex"')}, "facts: id = 'Other Hex': small letters"),
], ids=lambda value: value.split(":")[0] if isinstance(value, str) else "")  # fmt: skip
def test_what_is_missing_or_wrong_is_told(changed, changes, told):
    assert [text for text in found(changed(changes)) if told in text]


def test_a_cover_that_is_no_picture_is_told(changed):
    game = changed()
    (game.folder / "cover.jpg").write_text("a text")
    assert "looks: cover.jpg is no picture of the kind JPEG" in found(game)


def test_a_loop_in_the_rules_is_told_by_the_first_who_meets_it(changed, monkeypatch):
    """Nothing else is tried then: all of it would hang in turn."""
    monkeypatch.setattr(endless, "SECONDS", 0.3)
    game = changed({"rules.py": ("        if other != NO_CELL and", "        while other != NO_CELL and")})
    report = conformance.check(game, compiled=False, only=SMALL)
    told = [f"{check}: {text}" for check, text in report.problems]
    assert len(told) == 1
    assert "still busy with this after 0.3 seconds: a loop that never ends? (" in told[0]
    assert re.search(r"[(](rules.py:7[67]|chains.py:[0-9]+)[)]", told[0]), told[0]
    assert report.left_out[0].startswith("all that comes after the ")
    assert report.matches == 0


def test_a_game_may_have_an_option_called_seats(changed):
    """As the people at a table are called in the engine."""
    more = 'Option("seats", "near", "who sits where", ("near", "far")), '
    game = changed({"__init__.py": ('Option("size", 11,', more + 'Option("size", 11,')})
    report = conformance.check(game, compiled=False, only=[{"players": 2, "size": 3, "seats": "far"}])
    assert [text for check, text in report.problems if check == "crash"] == []
    assert report.matches == 1


def test_of_what_a_game_does_not_have_it_is_not_said_that_it_is_fine(changed):
    own = [f"studies/{path.name}" for path in studies.paths(registry.game("hex"))]
    game = changed(dict.fromkeys(["levels.py", "locales/it.json", "coach.toml", *own]))
    report = str(conformance.check(game, compiled=False, only=SMALL))
    optional = ("levels", "languages", "coach", "studies", "invariants")
    assert [name for name in optional if f"none {name}" not in report] == []


def test_what_is_shown_by_glyphs_for_want_of_drawings_is_told(changed):
    report = conformance.check(changed({"symbols.svg": None}), compiled=False, only=SMALL)
    assert report.passed
    assert "shown by their glyphs, for want of drawings: p-stone" in str(report)


def test_a_piece_with_neither_drawing_nor_glyph_is_told(changed):
    game = changed({"symbols.svg": None, "scene.py": ("glyph=GLYPHS[", "glyph='  '[")})
    assert any(text.startswith("drawn: neither symbols.svg nor the common drawings have ['p-stone']")
               for text in found(game))


@pytest.mark.parametrize(("name", "change", "told"), [
    ("training.toml", ("hidden = 32", "hidden = ["), "training: training.toml cannot be used: "),
    ("training.toml", ("hidden = 32", "hiden = 32"), "there is nothing called 'hiden' to set"),
    ("training.toml", ("size = 11", "size = 99"), "option 'size' cannot be 99"),
    ("training.toml", ('game = "other_hex"', 'game = "go"'), "training: training.toml is for go, not for other_hex"),
    ("openings.jsonl", ("", "{]"), "openings: line "),
])
def test_files_for_bots_that_nobody_can_read_are_told(changed, name, change, told):
    game = changed({name: change})
    assert any(told in f"{check}: {text}" for check, text in thumbs.problems(game))


def test_levels_that_nobody_knows_are_told(changed):
    game = changed({"levels.py": ("LEVELS = {", 'LEVELS = {"wizard": {"luck": 7},')})
    with pytest.raises(AssertionError, match="sets the level 'wizard'; allowed: beginner") as told:
        check_game(game, only=SMALL)
    assert "sets ['luck'] of the level 'wizard'; allowed: known, looks, rescue, seconds, softness" in str(told.value)


@pytest.mark.parametrize(("changes", "told"), [
    ({"heuristics.py": ("def maker(", "def makers(")},
     r"heuristics\.makers is a name that nobody looks for; did you mean heuristics\.maker\(box, s, a\)\?"),
    ({"heuristics.py": ("def maker(box, s, a):", "def maker(box, s):")},
     r"heuristics\.maker is called as heuristics\.maker\(box, s, a\), but: too many positional"),
    ({"levels.py": ("", "\nimport nothing_at_all\n")}, r"levels\.py cannot be imported: ModuleNotFoundError"),
], ids=["misspelt", "other arguments", "unusable"])  # fmt: skip
def test_rules_of_thumb_that_no_search_asks_are_told(changed, changes, told):
    with pytest.raises(AssertionError, match=told):
        check_game(changed(changes), only=SMALL)


@pytest.mark.parametrize(("rule", "told"), [
    ("def appeal(box, s, a):\n    return 0", r"heuristics.appeal says \[0\]; it should be at least 1"),
    ("def appeal(box, s, a):\n    s.stones = 3\n    return 10", "heuristics.appeal changes the state: stones: 0 != 3"),
    ("def evaluate(box, s, out):\n    out[0] = -5", "heuristics.evaluate says .*; it should be 0 to 6000 each"),
    ("def suggest(box, s, out, rng):\n    return 400", "heuristics.suggest says 400; it should be a legal action"),
    ("def appeal(box, s, a):\n    return s.nothing", "heuristics.py:.*: in appeal.*: s has no field 'nothing'"),
    ("TUNING = {'explor': 3}", r"TUNING sets \['explor'\]; allowed: at_once"),
], ids=["too small", "changes", "beyond", "illegal", "no field", "unknown"])  # fmt: skip
def test_rules_of_thumb_that_no_search_can_use_are_told(changed, rule, told):
    with pytest.raises(AssertionError, match=told):
        check_game(changed({"heuristics.py": ("", f"\n\n{rule}\n")}), only=SMALL)


@pytest.mark.parametrize("name", registry.SUPPLIED)
def test_what_the_supplied_games_tell_their_bots_is_understood(name):
    assert list(thumbs.problems(registry.game(name))) == []


def test_observed_numbers_beyond_the_catalogue_are_told(changed):
    assert any("features: seat 1 observes" in text for text in found(changed({"features.py": ("", MORE)})))


def test_flags_that_are_not_those_of_the_list_are_told(changed):
    game = changed({"features.py": ("out[cell] = s.stone[cell] == 0", "out[cell] = s.stone[cell] != 0")})
    assert any("features: `mark` and `legal` differ in the actions [0, 1, 2]" in text for text in found(game))


def test_what_cannot_be_played_is_not(changed):
    report = conformance.check(changed({"rules.py": ("def apply(", "def applied(")}), only=SMALL)
    assert report.matches == 0
    assert "left out: all matches, until this is put right" in str(report)
    assert "none" not in str(report)  # nobody has looked


FOREVER = """    s.mover = 1 - s.mover
    if s.stones > 3:
        for cell in range(box.cells):
            s.stone[cell] = 0
            s.chain[cell] = 0
            s.joined[cell] = 0
        s.stones = 0
"""


@pytest.mark.parametrize(("bound", "most"), [("def longest(", 122), ("def as_long_as_it_may(", 20_000)])
def test_a_quick_check_tells_matches_that_never_end(changed, bound, most):
    """They are broken off, so one is played on the rules alone, as long as the game says that it may last."""
    game = changed({"rules.py": ("    s.mover = 1 - s.mover\n", FOREVER), "catalogue.py": ("def longest(", bound)})
    report = conformance.check(game, compiled=False, seconds=1000.0, only=[])
    assert [text for check, text in report.problems if check == "ends"] == [
        f"with 2 players not over after {most} random decisions"]


def test_a_quick_check_says_what_it_left_out(changed):
    game = changed()
    report, count = conformance.check(game, compiled=False, seconds=0.0), len(list(conformance.variants(game)))
    assert report.passed
    assert report.matches == len(game.facts.players) < count
    assert f"left out: {count - report.matches} of {count} combinations of options, for want of time" in str(report)
    assert f"left out: the ends of {report.matches} of {report.matches} matches, for want of time" in str(report)


@pytest.mark.parametrize("name", registry.SUPPLIED)
def test_in_the_folders_of_the_supplied_games_nothing_is_wrong(name):
    game = registry.game(name)
    assert [*folder.problems(game), *learning_checks.problems(game), *editor_checks.problems(game)] == []


def test_every_hook_is_explained():
    assert len({(hook.module, hook.name) for hook in hooks.ALL}) == len(hooks.ALL)
    assert all(hook.what for hook in hooks.ALL)


def test_rule_ids_are_those_in_bold(changed):
    assert {i.partition("-")[0] for i in folder.rule_ids(changed())} == {"CLX"}
