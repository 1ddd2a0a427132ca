"""The checker finds what it promises to find: games broken on purpose."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import hexagora
from hexagora.engine import check_report, conformance, endless
from hexagora.engine.game import Game
from hexagora.engine.scene import Chart, Ending, Line, Pile, cell

SMALL = [{"players": 2, "size": 3}]


def broken(name, module="rules", **functions):
    """A game with some of its functions replaced."""
    original = hexagora.game(name)
    game = Game(original.facts, original.package)
    parts = vars(getattr(original, module)) | functions
    game.__dict__[module] = SimpleNamespace(**parts)
    return game


def problems(game, only=SMALL):
    return {check for check, _ in conformance.check(game, compiled=False, only=only).problems}


RULES = hexagora.game("hex").rules
WORDS = hexagora.game("hex").words


def backwards(box, s, out):
    n = RULES.legal(box, s, out)
    out[:n] = out[:n][::-1]
    return n


def meddling(box, s, out):
    s.stones = 0
    return RULES.legal(box, s, out)


def always_won(box, s, out):
    out[0], out[1] = 60, 0


def corner_lover(box, s, out, rng):
    return 0


def first_only(box, s, out, rng):
    RULES.legal(box, s, out)
    return out[0]


def restless(box, s):
    return 7 if s.stones < 3 else RULES.to_act(box, s)


@pytest.mark.parametrize(("check", "functions"), [
    ("legal", {"legal": backwards}),
    ("legal", {"legal": meddling}),
    ("legal", {"to_act": restless}),
    ("scores", {"returns": always_won}),
    ("pick", {"pick": corner_lover}),
    ("pick", {"pick": first_only}),
])  # fmt: skip
def test_broken_rules_are_found(check, functions):
    assert check in problems(broken("hex", **functions))


@pytest.mark.parametrize(("check", "functions"), [
    ("texts", {"text": lambda box, s, a: "lay a stone"}),
    ("texts", {"text": lambda box, s, a: WORDS.text(box, s, a).upper()}),
    ("texts", {"text": lambda box, s, a: str(a)}),
    ("position", {"position": lambda box, s: {**WORDS.position(box, s), "red": []}}),
])  # fmt: skip
def test_broken_words_are_found(check, functions):
    assert check in problems(broken("hex", "words", **functions))


def test_a_choice_that_leads_nowhere_is_found():
    scene = hexagora.game("hex").scene

    def choice(box, s, a):
        return replace(scene.choice(box, s, a), path=[cell("z99")])

    assert "scene" in problems(broken("hex", "scene", choice=choice))


def scenes_with(change):
    """What the checker says of Hex with scenes that are changed."""
    scene = hexagora.game("hex").scene
    game = broken("hex", "scene", scene=lambda box, s, seats: change(scene.scene(box, s, seats)))
    return [told for _, told in conformance.check(game, compiled=False, only=SMALL).problems]


def ended(**told):
    return lambda scene: replace(scene, ending=Ending(**told))


@pytest.mark.parametrize(("change", "told"), [
    (lambda scene: replace(scene, pieces=[replace(p, at="z9") for p in scene.pieces]), "on board/z9"),
    (lambda scene: replace(scene, pieces=scene.pieces * 2), "there twice: the piece"),
    (lambda scene: replace(scene, boards=[replace(b, cells=b.cells * 2) for b in scene.boards]), "the cell board/a1"),
    (lambda scene: replace(scene, piles=[Pile("one", "Cards", 1), Pile("two", "Cards", 1)]), "several piles have the "
     "title 'Cards'"),
    (lambda scene: replace(scene, boards=[replace(b, id=b.id + more, title="Map") for b in scene.boards
                                          for more in ("", "2")]), "several boards have the title 'Map'"),
    (lambda scene: replace(scene, panels=[replace(p, colour="mauve") for p in scene.panels]), "the colour ['mauve']"),
    (ended(lines=[Line("stones", [1])]), "'stones' with 1 values for 2 players"),
    (ended(charts=[Chart("lead", [[1, 2], [1]])]), "the chart 'lead' of the end"),
    (ended(charts=[Chart("lead", [[1], [1]], marks=[(1, "x")])]), "the chart 'lead' of the end"),
])
def test_what_a_scene_names_must_be_there(change, told):
    assert any(told in problem for problem in scenes_with(change))


def test_compiled_rules_that_differ_are_found():
    game = broken("hex", scores=lambda box, s, out: (out.__setitem__(0, 5), out.__setitem__(1, 5)))
    found = conformance.check(game, only=SMALL).problems
    assert any(check == "compiled" and "scores differ" in text for check, text in found)


HIDDEN = {"hexcape": {"players": 2, "map": "first-steps", "order": "seat"}, "hexemonia": {"players": 3}}


@pytest.mark.parametrize("name", HIDDEN)
def test_a_game_that_hides_nothing_is_found_out(name):
    game = broken(name, hide=lambda box, s, viewer: None)
    assert "indistinguishable" in problems(game, [HIDDEN[name]] * 2)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_game_that_hides_too_little_is_found_out(name):
    """Hiding only from spectators leaves every player's secrets open to the other players."""
    hide = hexagora.game(name).rules.hide
    game = broken(name, hide=lambda box, s, viewer: hide(box, s, viewer) if viewer < 0 else None)
    assert "indistinguishable" in problems(game, [HIDDEN[name]] * 2)


def test_a_report_reads_well_and_raises():
    report = conformance.check(broken("hex", legal=backwards), compiled=False, only=SMALL)
    assert "FAIL legal" in str(report)
    assert not report.passed
    with pytest.raises(AssertionError, match="hex does not keep the contract"):
        report.raise_for_problems()


def test_where_very_much_is_wrong_the_first_problems_are_told_and_nothing_more_is_played():
    game = broken("hex", returns=always_won)
    report = conformance.check(game, compiled=False)
    assert [text for text in map(str, report.problems) if "shares" not in text] == []
    assert len(report.problems) <= check_report.MOST_OF_A_KIND
    assert f"and {check_report.MOST_PROBLEMS - len(report.problems)} times more" in str(report)
    assert report.matches < len(list(conformance.variants(game)))
    assert f"left out: all that comes after the first {check_report.MOST_PROBLEMS} problems" in str(report)


def test_every_number_of_players_and_option_is_a_variant():
    found = list(conformance.variants(hexagora.game("hex")))
    assert found == [{"players": 2}, *({"players": 2, "size": n} for n in (3, 19)), {"players": 2, "swap": False}]
    boards = [v["board"] for v in conformance.variants(hexagora.game("manapool")) if "board" in v]
    assert boards == ["well", "marches", "crown"]


def test_a_game_with_secrets_and_no_invariants_is_told_what_nobody_can_see(monkeypatch):
    told = "whether resampled states can come up at all, which invariants.broken(box, s) would say"
    game, once = hexagora.game("hexcape"), [{"players": 2}]
    assert told not in conformance.check(game, compiled=False, only=once, seconds=1).left_out
    monkeypatch.delattr(game.module("invariants"), "broken")
    assert told in conformance.check(game, compiled=False, only=once, seconds=1).left_out
    assert told not in conformance.check(hexagora.game("hex"), compiled=False, only=SMALL).left_out


def never_back(box, s, out):
    """Hangs in the matches that the checker plays itself, not already in the lesson."""
    while s.DEBUG and s.mover < 2:
        pass
    return RULES.legal(box, s, out)


def test_a_loop_that_never_ends_is_told_with_its_place(monkeypatch):
    monkeypatch.setattr(endless, "SECONDS", 0.3)
    report = conformance.check(broken("hex", legal=never_back), compiled=False, only=SMALL * 2)
    told = dict(report.problems)["crash"]
    assert told.startswith("NeverEnds: still busy with this after 0.3 seconds: a loop that never ends?")
    assert report.left_out == ["all matches after the one that hangs"]
    assert report.matches == 1


def test_what_must_hold_may_be_told_one_by_one():
    def told(box, s):
        yield "too many stones"

    game = hexagora.game("hexcape")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game.module("invariants"), "broken", told)
        report = conformance.check(game, compiled=False, only=[{"players": 2}], seconds=2)
    assert "['too many stones']" in dict(report.problems)["invariants"]
    assert "['too many stones']" in dict(report.problems)["resample"]
