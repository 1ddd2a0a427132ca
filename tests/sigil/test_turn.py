"""Set-up, the turn, the regular move, pushing and crushing, the dash."""

from collections import Counter

import pytest

from hexagora.engine.errors import BadPosition, IllegalAction
from tests.sigil.board import L1, L2, SIGIL, decision, end, legal, nodes, play, score, stones, swap, table, told
from tests.support import covers


def dealt(seed):
    return SIGIL.match(seed=seed).position()["layout"]


@covers("SIG-COMP-1")
def test_two_players_red_and_blue():
    m = SIGIL.match(seed=1)
    assert m.players == 2
    assert [panel.colour for panel in m.scene().panels] == ["red", "blue"]


@covers("SIG-COMP-2", "SIG-RULING-27")
def test_the_board_has_its_nodes_slots_and_starting_nodes():
    content = SIGIL.content
    assert len(content.node) == 39
    assert sum(len(node.neighbours) for node in content.node) == 2 * 54
    assert content.game.mana == ["a1", "b1", "c1"]
    assert Counter(slot.size for slot in content.slot) == {1: 3, 3: 3, 5: 3}
    assert content.game.start == {"red": "a1", "blue": "b1"}


@covers("SIG-COMP-3", "SIG-SETUP-3", "SIG-SETUP-7")
def test_one_blue_stone_is_the_score_stone():
    m = SIGIL.match(seed=1)
    assert SIGIL.content.game.stones_per_colour == 20
    assert m.scores == [1, 2]
    assert score(m) == "blue +1"
    stone = next(piece for piece in m.scene().pieces if piece.kind == "score-stone")
    assert (stone.owner, stone.at) == (1, "blue1")


@covers("SIG-COMP-4", "SIG-SETUP-1")
def test_nine_of_fifteen_spells_three_of_each_size():
    core = [spell for spell in SIGIL.content.spell if spell.pack == "core"]
    assert len(core) == 15
    sizes = {spell.id: spell.size for spell in core}
    layout = dealt(5)
    assert len(set(layout)) == 9
    assert [sizes[name] for name in layout] == [5, 5, 5, 3, 3, 3, 1, 1, 1]


@covers("SIG-SETUP-2", "SIG-RULING-28")
def test_the_deal_is_uniform_over_ordered_choices():
    m = SIGIL.match(chance="ask")
    assert m.weights() == [1] * 5
    m.play("deal s1 carnage")
    assert legal(m) == ["deal s2 flourish", "deal s2 bewitch", "deal s2 starfall", "deal s2 seal_of_lightning"]
    seen = {tuple(dealt(seed)[:3]) for seed in range(300)}
    assert len(seen) > 50  # of 60


@covers("SIG-COMP-5", "SIG-SETUP-6")
def test_both_dice_start_off_the_board():
    m = SIGIL.match(seed=1)
    assert (m.position()["locks"], m.position()["casts"]) == ({"red": None, "blue": None}, {"red": 0, "blue": 0})
    dice = [piece for piece in m.scene().pieces if piece.kind == "lock-die"]
    assert [(die.owner, die.board) for die in dice] == [(0, None), (1, None)]


@covers("SIG-COMP-6")
def test_a_node_carries_one_stone():
    with pytest.raises(BadPosition, match="a5 carries two stones"):
        table("a1 a5", "a5 b1")


@covers("SIG-AIM-1")
def test_the_larger_number_of_stones_decides():
    m = table("a1 a2 a3 a4 a5", "b1", layout=L1)
    play(m, "move a6,end turn")
    assert end(m) == ("red", "lead")


@covers("SIG-SETUP-4")
def test_red_starts_on_his_node():
    assert stones(SIGIL.match(seed=1), "red") == "a1"


@covers("SIG-SETUP-5")
def test_blue_starts_on_his_node():
    assert stones(SIGIL.match(seed=1), "blue") == "b1"


@covers("SIG-TURN-1")
def test_turns_alternate_and_red_begins():
    m = SIGIL.match(seed=1)
    assert m.to_act == "seat 1"
    play(m, "move a2,end turn")
    assert m.to_act == "seat 2"
    play(m, "move b2,end turn")
    assert m.to_act == "seat 1"


@covers("SIG-TURN-2")
def test_move_then_dash_then_cast_then_cleanup():
    m = table("a1 a2 a3 a4 c8 c9", "b1 b2 b3 b4 b5")
    play(m, "move a7,dash,sacrifice a1,sacrifice c8,move c8,cast sprout,move a5")
    assert legal(m) == ["end turn"]
    play(m, "end turn")
    assert told(m)[0] == "score tied 0"


@covers("SIG-TURN-3")
def test_nothing_before_the_regular_move_and_no_dash_after_a_cast():
    m = table("a1 a2 a3 a4 a7", "b1 b2 b3 b4")
    assert all(text.startswith("move ") for text in legal(m))
    play(m, "move a5,cast sprout,move a6")
    assert legal(m) == ["end turn"]


@covers("SIG-TURN-4")
def test_a_cast_may_follow_a_dash():
    m = table("a1 a2 a3 a4 a7", "b1 b2 b3 b4")
    play(m, "move a5,dash,sacrifice a1,sacrifice a2,move a6")
    assert legal(m) == ["cast sprout", "end turn"]


@covers("SIG-TURN-5", "SIG-DEC-1")
def test_the_active_player_chooses_for_enemy_stones_too():
    m = table("a1 b2", "b1 b6")
    play(m, "move b6")
    assert (decision(m), m.to_act) == ("push", "seat 1")


@covers("SIG-MOVE-1")
def test_the_regular_move_places_one_stone():
    m = table("a1", "b1")
    play(m, "move a2")
    assert (stones(m, "red"), told(m)) == ("a1 a2", ["placed a2"])


@covers("SIG-MOVE-2")
def test_the_node_must_touch_an_own_stone():
    assert nodes(table("a1", "b1")) == "a2 a11"


@covers("SIG-MOVE-3")
def test_the_dash_move_and_spell_moves_must_touch_too():
    m = table("a1 a2 a3 a4", "b1 b2 b3")
    play(m, "move a7,cast sprout")
    assert nodes(m) == "a5 a6 a7 a11 a13"


@covers("SIG-MOVE-4", "SIG-RULING-33")
def test_empty_or_enemy_never_own():
    assert nodes(table("a1 a2 a3", "a4 b1")) == "a4 a6 a11 a13"
    wind = table("a8 a9 a10", "b1", layout=L2)
    assert len(legal(wind)) == 39 - 3
    assert "move a8" not in legal(wind)


@covers("SIG-MOVE-5")
def test_the_enemys_starting_node_can_be_taken():
    m = table("b2", "b1")
    play(m, "move b1")
    assert (stones(m, "red"), stones(m, "blue")) == ("b1 b2", "b11")


@covers("SIG-PUSH-1")
def test_the_stone_goes_to_the_nearest_empty_node():
    m = table("a4 b5", "a7 a8 a9 b1")
    play(m, "move a7")
    assert stones(m, "blue") == "a8 a9 b1 b12"


@covers("SIG-PUSH-2")
def test_the_way_never_leads_through_the_pushers_stones():
    m = table("a3 a8", "a9 a13 b1")
    play(m, "move a13")
    assert stones(m, "blue") == "a9 a10 b1"  # through a9; a8 is red


@covers("SIG-PUSH-2")
def test_a_long_way_through_the_pushed_colour_ends_at_its_empty_node():
    m = table("a1 a2 a4 c10", "a5 a6 a11 b1")
    play(m, "move a11")
    assert stones(m, "blue") == "a5 a6 a12 b1"


@covers("SIG-PUSH-3")
def test_among_equally_near_nodes_the_active_player_picks():
    m = table("a1 a3", "a9 a13 b1")
    play(m, "move a13")
    assert nodes(m) == "a8 a10"


@covers("SIG-PUSH-4")
def test_a_group_shut_in_loses_the_stone_entered():
    m = table("a3 a8 a10", "a9 a13 b1 b2 b3")
    play(m, "move a13")
    assert (stones(m, "blue"), "crush a13" in told(m)) == ("a9 b1 b2 b3", True)


@covers("SIG-PUSH-5", "SIG-PUSH-6")
def test_a_single_way_out_is_taken_without_a_question():
    m = table("a1", "a2 a3 a6 b1")
    play(m, "move a2")
    assert decision(m) == "push"  # a4, a13 and a5, a11 are two steps away
    m = table("a2 a6 a4", "a5 b1 b2 b3")
    play(m, "move a5")
    assert (decision(m), stones(m, "blue")) == ("menu", "a12 b1 b2 b3")


@covers("SIG-RULING-26")
def test_all_nodes_at_the_smallest_distance_are_offered_once():
    m = table("a1", "a2 a3 a6 b1")
    play(m, "move a2")
    assert nodes(m) == "a4 a5 a11 a13"


@covers("SIG-RULING-43")
def test_only_the_set_of_occupied_nodes_matters():
    left, right = table("a1 a3", "a9 a13 b1"), table("a1 a3", "b1 a13 a9")
    for m in (left, right):
        play(m, "move a13,push a8")
    assert left.position() == right.position()
    entered = next(p.id for p in table("a1 a3", "a9 a13 b1").scene().pieces if p.at == "a13")
    assert next(p.at for p in left.scene().pieces if p.id == entered) == "a8"


@covers("SIG-DASH-1")
def test_one_dash_a_turn_after_the_regular_move():
    m = table("a1 a2 a3 a4 a5", "b1 b2 b3")
    assert "dash" not in legal(m)
    play(m, "move a6,dash,sacrifice a1,sacrifice a2,move a2")
    assert "dash" not in legal(m)


@covers("SIG-DASH-2", "SIG-DASH-4")
def test_two_stones_from_anywhere_are_given_up():
    m = table("a1 a2 c1 c8", "b1 b2")
    play(m, "move a3,dash")
    assert nodes(m) == "a1 a2 a3 c1 c8"
    play(m, "sacrifice a1,sacrifice c8")
    assert (stones(m, "red"), decision(m)) == ("a2 a3 c1", "dash_move")


@covers("SIG-DASH-3")
def test_the_dash_places_a_stone_with_push():
    m = table("a1 a2 a3", "a4 b1 b2")
    play(m, "move a11,dash,sacrifice a1,sacrifice a11,move a4")
    assert decision(m) == "push"
    assert nodes(m) == "a5 a7"


@covers("SIG-DASH-5")
def test_a_dash_costs_a_stone_and_a_crush_evens_it_out():
    m = table("a1 a2 a3 a10", "a9 a13 b1 b2")
    play(m, "move a8")
    assert score(m) == "tied"
    play(m, "dash,sacrifice a1,sacrifice a2,move a9")
    assert score(m) == "tied"


@covers("SIG-RULING-8", "SIG-DEC-4")
def test_a_dash_needs_three_stones():
    assert "dash" not in legal(play(table("a1", "b1"), "move a2"))
    assert "dash" in legal(play(table("a1 a2", "b1"), "move a3"))


@covers("SIG-RULING-9")
def test_the_dash_move_may_enter_a_node_just_emptied():
    m = table("a1 a2 a3", "b1 b2")
    play(m, "move a4,dash,sacrifice a2,sacrifice a1")
    assert "move a2" in legal(m)


@covers("SIG-RULING-10")
def test_the_price_is_read_when_the_dash_is_declared():
    m = table("a2 a3 a4 a5 a6", "b1 b2 b3", layout=L2)
    play(m, "move a1,dash,sacrifice a4")  # the stone of the seal itself; nothing more is asked
    assert decision(m) == "dash_move"
    m = table("a1 a2 a3", "b1 b2")
    play(m, "move a4,dash")
    assert "sacrifice a4" in legal(m)
    with pytest.raises(IllegalAction):
        m.play("end turn")


@covers("SIG-RULING-23")
def test_more_than_twenty_stones_are_allowed():
    most = "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 c1 c2 c3 c4 c5 c6 c7"
    m = table(most, "b1 b2 b3", win="deathmatch")
    play(m, "move c8")
    assert m.scores == [21, 4]


@covers("SIG-RULING-37", "SIG-RULING-45")
def test_nothing_but_the_score_stone_makes_up_for_moving_first():
    m = SIGIL.match(layout="starter")
    assert m.scores[1] - m.scores[0] == 1
    assert legal(m) == ["move a2", "move a11"]


@covers("SIG-RULING-40")
def test_stones_on_seals_and_locked_spells_are_ordinary():
    m = table("a2 a7 b1", "a8 a9 a10 b3", layout=L2)
    play(m, "move a8,push b11")
    assert "seal lost seal_of_wind blue" in told(m, 2)
    m = table("a1 b4 c12", "b1 b7 b8 b9", layout=swap(L1, s5="seal_of_wind"))
    play(m, "move b7")
    assert told(m) == ["placed b7", "pushed b7 b10", "seal gained seal_of_wind blue"]
