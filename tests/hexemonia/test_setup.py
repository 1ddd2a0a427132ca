"""Components and set-up."""

import pytest

from hexagora.engine.errors import BadOption
from tests.hexemonia.helpers import GAME, city, node, part
from tests.support import covers


def dealt(players, **options):
    return GAME.match(players=players, seed=5, debug=True, **options)


@covers("HXM-COMP-1")
def test_two_to_four_players():
    assert [len(dealt(n).scores) for n in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(BadOption, match="allowed: 2, 3, 4"):
        GAME.match(players=5)


@covers("HXM-COMP-3")
def test_five_acropolises_of_five_cities():
    assert sorted(a.id for a in GAME.content.acropolis) == ["athens", "delos", "delphi", "olympia", "sparta"]


@covers("HXM-COMP-4")
def test_51_terrain_hexes_of_which_six_are_myths():
    assert sum(h.in_use(4) for h in GAME.content.hex) == 51
    assert sum(h.in_use(4) for h in GAME.content.hex if h.colour == "myth") == 6


@covers("HXM-COMP-5", "HXM-SETUP-7", "HXM-SETUP-10")
def test_cubes_in_supply_after_the_start():
    position = dealt(4).position()
    assert position["supply"] == "52/30/46"
    assert [position[p]["city"] for p in ("p1", "p4")] == [["o 2/0/1"]] * 2
    assert position["philosopher"] is None


@covers("HXM-COMP-6", "HXM-RULING-83")
def test_counters_trading_and_resigning_are_no_part_of_the_rules():
    verbs = {"take", "gain", "play", "myth", "reveal", "end"}
    match = dealt(3)
    for _ in range(3):
        assert {text.split()[0] for text in match.legal()} <= verbs
        match.play(match.legal()[0])


@covers("HXM-SETUP-1", "HXM-SETUP-3")
@pytest.mark.parametrize(("players", "hexes"), [(2, 28), (3, 40), (4, 51)])
def test_hexes_in_use_by_icon(players, hexes):
    match = dealt(players)
    position = match.position()
    hands = [t for p in range(players) for t in position[f"p{p + 1}"]["hand"]]
    everything = position["fate"] + position["display"] + hands
    assert len(everything) == hexes
    assert ("midas" in everything) == (players == 4)
    assert everything.count("quarry") == (1 if players == 2 else 2)


@covers("HXM-SETUP-2", "HXM-SETUP-4")
@pytest.mark.parametrize(("players", "cities"), [
    (2, {"athens", "sparta"}), (3, {"athens", "sparta", "olympia"}), (4, {"athens", "sparta", "delphi", "delos"})])
def test_cities_in_use_are_dealt_at_random(players, cities):
    match = GAME.match(players=players, chance="ask", first_player="p1")
    assert set(match.legal()) == {f"deal {c}" for c in cities}
    assert set(match.weights()) == {1}
    match = dealt(players)
    assert {part(match, f"p{p + 1}", "acropolis") for p in range(players)} == cities


@covers("HXM-SETUP-5")
def test_cities_are_secret_with_three_and_open_with_two():
    assert part(dealt(2), "p1", "open")
    match = dealt(3)
    assert not part(match, "p1", "open")
    assert match.position(viewer=1)["p2"]["acropolis"] == "hidden"
    assert match.position(viewer=1)["p1"]["acropolis"] != "hidden"


@covers("HXM-SETUP-6", "HXM-SETUP-8")
def test_display_comes_from_a_shuffled_pile():
    match = GAME.match(players=2, chance="ask", first_player="p1")
    match.play_all(["deal athens", "deal sparta"])
    assert dict(zip(match.legal(), match.weights(), strict=True))["draw walls"] == 2
    assert sum(match.weights()) == 28
    match.play("draw walls")
    assert dict(zip(match.legal(), match.weights(), strict=True))["draw walls"] == 1
    assert len(dealt(2).position()["display"]) == 4


@covers("HXM-SETUP-9", "HXM-RULING-2")
def test_display_first_then_two_hexes_each_starter_first():
    match = GAME.match(players=2, chance="ask", first_player="p2")
    match.play_all(["deal athens", "deal sparta", "draw spring", "draw spring", "draw walls", "draw walls"])
    assert match.position()["display"] == ["spring", "spring", "walls", "walls"]
    match.play_all(["draw quarry", "draw asty"])
    assert part(match, "p2", "hand") == ["quarry", "asty"]
    assert match.position(viewer=1)["p2"]["hand"] == ["hidden", "hidden"]
    assert match.texts(viewer=1)[-2:] == ["draw hidden", "draw hidden"]
    match.play_all(["draw fleet", "draw hades"])
    assert part(match, "p1", "hand") == ["fleet", "hades"]
    assert (node(match), match.to_act) == ("TAKE1", "seat 2")


@covers("HXM-SETUP-11", "HXM-RULING-1")
def test_a_random_seat_starts():
    match = GAME.match(players=3, chance="ask")
    assert match.legal() == ["start p1", "start p2", "start p3"]
    assert match.weights() == [1, 1, 1]
    assert dealt(3, first_player="p3").to_act == "seat 3"
    with pytest.raises(BadOption, match="allowed: random, p1, p2"):
        GAME.match(players=2, first_player="p3")


@covers("HXM-SETUP-12")
def test_the_seat_before_the_starter_is_the_last_player():
    scene = dealt(3, first_player="p2").scene()
    assert ["Last Player marker" in panel.note for panel in scene.panels] == [True, False, False]


@covers("HXM-RULING-3")
def test_an_owner_sees_the_own_city_and_the_rest_follows():
    match = dealt(3)
    own = part(match, "p1", "acropolis")
    panel = match.scene(viewer=1).panels[1]
    others = {"Athens", "Sparta", "Olympia"} - {own.capitalize()}
    assert set(panel.meters[0].note.removeprefix("may be ").split(", ")) == others


def test_cities_start_with_their_acropolis_alone():
    assert city(dealt(2), "p1") == {"o": "2/0/1"}


@covers("HXM-SETUP-9")
def test_when_all_hands_are_dealt_nothing_is_left_to_deal():
    match = dealt(3)
    assert node(match) == "TAKE1"
    assert match.state.dealt == 0
