"""Why a turn of Sigil is good: spells that come into reach, and those that the other player loses."""

from hexagora.games.sigil.coach import reasons
from tests.sigil.board import table


def told(match, *line):
    before, player = match.state.clone(), match.actor
    for text in line:
        match.play(text)
    return reasons(match.box, before, match.state, player)


def test_a_spell_that_lacks_few_stones_is_named_with_how_many():
    assert told(table("a2 a3", "b1"), "move a4") == ["two stones short of Flourish"]
    assert told(table("a2 a3 a4", "b1"), "move a5") == ["one stone short of Flourish"]


def test_what_was_as_near_before_or_is_locked_is_not_named():
    assert told(table("a2 a3 a4 a5", "b1"), "move a1") == []
    assert told(table("a2 a3 a4", "b1", red_cast="flourish 1"), "move a5") == []


def test_a_spell_that_is_taken_from_the_other_player_is_named():
    match = table("a2 a3 a4 a7", "b1 b2 b3 b4 b5 b6 b12", to_move="red")
    assert "the other player can no longer cast Carnage" not in told(match.fork(), "move a5")
    crushed = table("b11 b1 b7 b13 c3", "b2 b3 b4 b5 b6", to_move="red")
    taken = [text for text in crushed.legal() if text in ("move b2", "move b3", "move b4", "move b5", "move b6")]
    assert taken
    assert "the other player can no longer cast Carnage" in told(crushed, taken[0])
