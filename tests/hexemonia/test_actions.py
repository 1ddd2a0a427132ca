"""The choice of an action, production and strategy."""

from tests.hexemonia.helpers import at, city, legal, node
from tests.support import covers


@covers("HXM-ACT-1")
def test_one_action_and_no_more():
    match = at("ACTION", "o 3/0/0; a1 spring", "o; a1 walls")
    assert match.legal() == ["produce", "strategic", "special", "war", "pass", "reveal acropolis"]
    match.play("produce")
    assert match.to_act == "seat 2"


@covers("HXM-RULING-30")
def test_passing_is_always_legal():
    assert "pass" in at("ACTION", "o 0/0/0").legal()


@covers("HXM-RULING-31")
def test_special_and_war_only_if_something_can_be_done_and_then_it_must():
    match = at("ACTION", "o 0/0/0; a1 walls 1/0/0", "o; a1 walls 1/1/0")
    assert match.legal() == ["produce", "strategic", "pass", "reveal acropolis"]
    match = at("SPECIAL", "o; a1 spring")
    assert match.legal() == ["activate a1", "reveal acropolis"]
    match = at("WAR", "o 2/0/0", "o; a1 walls")
    assert match.legal() == ["attack p2 a1", "reveal acropolis"]


# production


@covers("HXM-PROD-1")
def test_active_hexes_produce_on_themselves():
    match = at("ACTION", "o; a1 quarry 2/0/0; a2 palaestra 1/1/1; a3 amphitheatre 2/0/1").play("produce")
    assert city(match, "p1") == {"o": "0/0/0", "a1": "quarry 2/0/2", "a2": "palaestra 1/3/1",
                                 "a3": "amphitheatre 5/0/1"}
    assert match.position()["supply"] == "52/27/46"


@covers("HXM-PROD-2")
def test_a_myth_produces_on_its_host():
    match = at("ACTION", "o; a1 walls 1/1/0; amazons@a1").play("produce")
    assert city(match, "p1")["a1"] == "walls 1/2/0"
    match = at("ACTION", "o; a1 quarry 2/0/0; midas@a1", players=4).play("produce")
    assert city(match, "p1")["a1"] == "quarry 2/0/3"


@covers("HXM-PROD-3")
def test_what_is_inactive_produces_nothing():
    match = at("ACTION", "o; a1 quarry 1/0/0; a2 walls 1/0/0; amazons@a2").play("produce")
    assert city(match, "p1") == {"o": "0/0/0", "a1": "quarry 1/0/0", "a2": "walls 1/0/0"}


@covers("HXM-RULING-32")
def test_all_at_once_and_even_with_nothing_active():
    match = at("ACTION", "o; a1 palaestra 1/0/1; amazons@a1").play("produce")
    assert city(match, "p1")["a1"] == "palaestra 1/0/1"
    assert "produce" in at("ACTION", "o").legal()


@covers("HXM-RULING-33")
def test_the_supply_is_limited_unless_chosen_otherwise():
    rich = "o 59/0/0; a1 village 1/0/1"
    match = at("ACTION", rich).play("produce")
    assert city(match, "p1")["a1"] == "village 1/0/1"
    match = at("ACTION", rich, options={"supply": "unlimited"}).play("produce")
    assert city(match, "p1")["a1"] == "village 3/0/1"
    assert "supply" not in match.position()


@covers("HXM-RULING-34")
def test_a_short_supply_is_distributed_cube_by_cube():
    match = at("ACTION", "o 52/0/49; a1 village 1/0/1; a2 amphitheatre 2/0/0; a3 pasture 1/0/0; a4 village 1/0/0",
               "o 1/0/0", options={"supply": "limited"})
    assert match.position()["supply"] == "2/30/0"
    match.play("produce")
    assert node(match) == "FILL"
    assert match.legal() == ["fill citizen a1", "fill citizen a3"]
    match.play("fill citizen a3")
    assert match.legal() == ["fill citizen a1"]
    match.play("fill citizen a1")
    assert (city(match, "p1")["a1"], city(match, "p1")["a3"]) == ("village 2/0/1", "pasture 2/0/0")
    assert match.to_act == "seat 2"


@covers("HXM-RULING-34")
def test_each_short_kind_is_asked_in_order():
    match = at("ACTION", "o 50/28/0; a1 village 1/0/1; a2 village 1/0/1; a3 palaestra 1/1/1", "o 6/0/0")
    assert match.position()["supply"] == "1/1/47"
    match.play("produce").play("fill citizen a2")
    assert match.legal() == ["fill hoplite a3"]
    match.play("fill hoplite a3")
    assert city(match, "p1")["a3"] == "palaestra 1/2/1"


@covers("HXM-RULING-34")
def test_a_supply_that_is_just_enough_is_not_asked_about():
    match = at("ACTION", "o 51/0/0; a1 village 1/0/1; a3 pasture 1/0/0", "o 4/0/0", options={"supply": "limited"})
    assert match.position()["supply"] == "3/30/49"
    match.play("produce")
    assert (city(match, "p1")["a1"], city(match, "p1")["a3"]) == ("village 3/0/1", "pasture 2/0/0")
    assert match.to_act == "seat 2"


# strategy


@covers("HXM-STRAT-1")
def test_any_cubes_over_any_distance():
    match = at("ACTION", "o 3/1/2; a1 spring; a4 walls").play_all(
        ["strategic", "lift 2 citizen o", "drop a4", "lift 1 citizen o", "drop a1", "lift 2 gold o", "drop a4"])
    assert city(match, "p1") == {"o": "0/1/0", "a1": "spring 1/0/0", "a4": "walls 2/0/2"}
    assert "end moves" in match.legal()


@covers("HXM-STRAT-1")
def test_a_hex_is_a_source_or_a_target_of_a_kind():
    match = at("MOVES", "o 2/0/1; a1 spring 1/0/0; a2 walls")
    match.play("lift 1 citizen o")
    assert match.legal() == ["drop a1", "drop a2"]
    match.play("drop a1")
    assert legal(match, "lift") == ["lift 1 citizen o", "lift 1 gold o"]
    match.play_all(["lift 1 citizen o", "drop a2"])
    assert legal(match, "lift") == ["lift 1 gold o"]


@covers("HXM-STRAT-1")
def test_nothing_is_lifted_that_could_not_be_put_down():
    match = at("MOVES", "o 2/0/0; a1 spring 1/0/0")
    match.play_all(["lift 1 citizen o", "drop a1"])
    assert legal(match, "lift") == ["lift 1 citizen o"]
    assert legal(at("MOVES", "o 2/0/0"), "lift") == []


@covers("HXM-STRAT-2")
def test_exchanges_after_all_moves():
    match = at("MOVES", "o 2/1/0; a1 spring").play("end moves")
    assert match.legal() == ["exchange o hoplite", "exchange o citizens", "end exchange"]
    match.play("exchange o hoplite")
    assert city(match, "p1")["o"] == "0/2/0"
    assert match.position()["supply"] == "60/28/50"


@covers("HXM-RULING-36")
def test_what_was_exchanged_is_forgotten_afterwards():
    match = at("EXCHANGE", "o 9/1/0; a1 spring 0/1/0").play_all(["exchange o hoplite", "exchange a1 citizens"])
    assert [bool(cells) for cells in match.state.swapped] == [True, True]
    assert list(match.play("end exchange").state.swapped) == [0, 0]


@covers("HXM-RULING-36")
def test_once_per_hex_in_one_direction():
    match = at("EXCHANGE", "o 5/1/0; a1 spring 0/1/0").play("exchange o hoplite")
    assert match.legal() == ["exchange a1 citizens", "end exchange"]
    assert at("EXCHANGE", "o; a1 spring 5/1/0").play("exchange a1 hoplite").legal() == ["end exchange"]
    match = at("EXCHANGE", "o 5/1/0", options={"exchange": "unlimited"}).play("exchange o hoplite")
    assert match.legal() == ["exchange o hoplite", "end exchange"]


@covers("HXM-RULING-37")
def test_no_moves_after_the_moves_and_the_acropolis_may_exchange():
    match = at("EXCHANGE", "o 2/0/0; a1 pasture 2/0/0")
    assert match.legal() == ["exchange o hoplite", "exchange a1 hoplite", "end exchange"]
    match.play("exchange a1 hoplite")
    assert city(match, "p1")["a1"] == "pasture 0/1/0"
    assert not legal(match, "lift")


@covers("HXM-RULING-38")
def test_the_supply_must_have_the_other_cubes():
    match = at("EXCHANGE", "o 2/30/0; a1 spring 57/0/0")
    assert match.position()["supply"] == "1/0/50"
    assert match.legal() == ["end exchange"]
    match = at("EXCHANGE", "o 2/30/0; a1 spring 56/0/0")
    assert match.legal() == ["exchange o citizens", "end exchange"]
    match.play("exchange o citizens")
    assert "exchange a1 hoplite" in match.legal()
