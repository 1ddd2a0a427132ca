"""`python -m bench.thumbs`: other numbers play against those that are there; what is plainly no better is given up."""

import sys
from dataclasses import replace
from itertools import repeat

import pytest

from bench import by_looks, thumbs
from hexagora import registry
from hexagora.bots import arena, player
from hexagora.bots.search import heuristics, tuning, wasm_backend
from hexagora.bots.view import view_of
from hexagora.engine.errors import HexagoraError

SIGIL = registry.game("sigil")


def test_a_number_of_the_search_is_played_against_the_usual_one(monkeypatch: pytest.MonkeyPatch, capsys):
    """Who hardly looks at anything but the first choice plays to the end as well."""
    command = ["thumbs", "hex", "opened=1", "opening=0", "--looks", "60", "--matches", "4", "-o", "size=4", "--all"]
    monkeypatch.setattr(sys, "argv", command)
    thumbs.main()
    said = capsys.readouterr().out
    assert said.startswith("\rhex, opened=1 opening=0, seed 1, 60 looks: won ")
    assert "of 4, " in said
    assert said.endswith("50% is even\n")


def test_whole_masters_play_each_in_its_own_way(monkeypatch: pytest.MonkeyPatch):
    """The new way has every seat in turn; a search that fails is not covered up by a move at random."""
    how, searched = tuning(registry.game("hex")), []
    old, new = player.Way(how, None), player.Way(replace(how, explore=how.explore + 1), None)
    plain = arena.search_for

    def noted(view, level, request, owner, way):
        searched.append((view.seat, way.settings.explore, level.book))
        return plain(view, replace(level, looks=30), request, owner, way)

    monkeypatch.setattr(arena, "search_for", noted)
    shares = list(thumbs.by_seconds("hex", {"size": 3}, new, old, 0.05, 2, 1))
    assert set(shares) <= {0.0, 1.0}
    assert len(shares) == 2
    assert {(seat, explore) for seat, explore, _ in searched} == {
        (1, new.settings.explore), (2, old.settings.explore), (1, old.settings.explore), (2, new.settings.explore)}
    assert not any(book for *_, book in searched)

    def broken(*asked):
        raise ValueError("the search is broken")

    monkeypatch.setattr(arena, "search_for", broken)
    with pytest.raises(ValueError, match="the search is broken"):
        list(thumbs.by_seconds("hex", {"size": 3}, new, old, 0.05, 1, 1))


def test_a_number_of_the_rules_of_thumb_is_set_where_they_look_it_up(monkeypatch: pytest.MonkeyPatch):
    module = heuristics(SIGIL)
    match, before, after = SIGIL.match(seed=1), [0, 0], [0, 0]
    module.evaluate(match.box, match.state, before)
    monkeypatch.setattr(module, "TURN", module.TURN)
    thumbs.change(SIGIL, ["TURN=2000"])
    module.evaluate(match.box, match.state, after)
    assert after[match.actor] > before[match.actor]


def test_no_two_deals_are_searched_with_the_same_random_numbers(monkeypatch: pytest.MonkeyPatch):
    """In a game without chance all matches were the same match otherwise."""
    asked = []

    class Noted(by_looks.Search):
        def __init__(self, view, on, seed, *more):
            asked.append(seed)
            super().__init__(view, on, seed, *more)

    monkeypatch.setattr(by_looks, "Search", Noted)
    on, how = wasm_backend("hex"), tuning(registry.game("hex"))
    side = by_looks.Side(on, how, None, 20)
    assert len(list(by_looks.shares("hex", {"size": 3}, side, side, 6, 1))) == 6
    first, again, *others = (tuple(asked[k:k + 2]) for k in range(0, 12, 2))
    assert first == again, "one deal is played with each seat in turn"
    assert len({first, *others}) == 3


@pytest.mark.parametrize("number", ["SPEED=1", "TUNING=1", "pick=1", "turn=1"])
def test_only_numbers_that_are_there_can_be_tried(number: str):
    with pytest.raises(HexagoraError, match="have no number"):
        thumbs.change(SIGIL, [number])


def test_what_is_plainly_no_better_is_given_up_unless_all_is_to_be_played(capsys):
    thumbs.tell("lost", repeat(0.0, 100), 2, False)
    assert f"won 0 of {thumbs.FEWEST}, " in capsys.readouterr().out.rpartition("\r")[2]
    for share, patient in ((0.0, True), (0.5, False)):
        thumbs.tell("even", repeat(share, 100), 2, patient)
        last = capsys.readouterr().out.rpartition("\r")[2]
        assert "of 100, " in last
        assert "given up" not in last


def test_two_bots_at_one_table_may_search_on_different_code():
    """As they do where two versions of the rules of thumb meet."""
    view, own = view_of(SIGIL.match(seed=1), 1), wasm_backend("sigil")
    assert own
    assert thumbs.with_numbers(SIGIL, [], own) is own
    player.forget()
    way = player.Way(tuning(SIGIL), None, replace(own, name="other"))
    assert player.remember(view, 1, "new", way).team.on.name == "other"
    assert player.remember(view, 1, "old").team.on.name != "other"
    player.forget()


def test_classic_stands_for_all_numbers_of_then():
    """With a name for the folder of its module that no file system refuses."""
    spelled = thumbs.spelled_out(SIGIL, ["classic", "explore=300"])
    assert "TURN=480" in spelled
    assert spelled[-1] == "explore=300"
    known = thumbs.numbers_of(heuristics(SIGIL)) | vars(tuning(SIGIL))
    assert all(known[name] != int(value) for name, _, value in (one.partition("=") for one in spelled))
    assert len(thumbs.folder_of(SIGIL, spelled * 20).name) < 2 * thumbs.LONGEST_NAME


def test_a_game_whose_numbers_never_changed_has_no_classic_ones(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thumbs, "TUNING", "no such file")
    with pytest.raises(HexagoraError, match="are the classic ones"):
        thumbs.spelled_out(SIGIL, ["classic"])
