"""What people see: cells, panels, prompts, clicks, forecasts, warnings."""

import pytest

from tests.hexcape.support import at, card, new, started


def choice(match, text):
    return next(c for c in match.choices() if c.text == text)


def cell(match, name):
    return next(c for c in match.scene().boards[0].cells if c.id == name)


def badges(match, name):
    return {b.kind: b.text for b in cell(match, name).badges}


PROMPTS = {
    "D1": (lambda: new(), "Seat 1: Choose your token."),
    "D2": (lambda: started("red", "blue", order="seat"), "Red: Which map would you like? (The last player decides.)"),
    "D3": (lambda: started("red", "blue", order="seat").play("wish fork"), "Blue: You are last: choose the map"),
    "D4": (lambda: at(step="offer"), "Red: Offer somebody to swap places in the order, or go on."),
    "D5": (lambda: at(step="answer", players=["red", "blue", "green"], offer_by="red", active="green"),
           "Green: Red offers to swap places: you would be 1st instead of 3rd."),
    "D6": (lambda: at(ap=4), "Red: Move (4 AP left): choose a hex in reach, or stop moving."),
    "D7": (lambda: at(step="draw", ap=2, tokens={"red": "b3"}),
           "Red: Draw a card? You get only one in the whole game."),
    "D8": (lambda: at(step="change", ap=3), "Red: Change the map (3 AP): choose a hex, then + or −; or end the turn."),
    "D9": (lambda: at(step="erase", ap=3, cards={"red": card("eraser", "used")}), "Red: Erase up to three changes."),
}  # fmt: skip


@pytest.mark.parametrize(("make", "prompt"), PROMPTS.values(), ids=PROMPTS)
def test_the_prompt_of_each_decision(make, prompt):
    assert make().scene().prompt == prompt


def test_cells_show_current_and_printed_cost_cards_and_indices():
    match = at("whirlpools", costs={"a2": 1, "d2": 5})
    assert badges(match, "a2") == {"cost": "1", "cheaper": "↓2"}
    assert badges(match, "d2") == {"cost": "5", "dearer": "↑3"}
    assert badges(match, "b3") == {"cost": "3", "swirl": "1"}
    assert badges(match, "c6") == {"cost": "2", "card": ""}
    kinds = {c.id: c.terrain for c in match.scene().boards[0].cells}
    assert [kinds[name] for name in ("d1", "d10", "b1", "a2", "b4", "b3")] == [
        "start", "end", "road", "land", "rock", "teleport"]


def test_hexes_that_can_be_afforded_are_lit_with_their_price_and_what_it_leaves():
    match = at(tokens={"red": "b2", "blue": "b1"}, ap=3)
    lit = {c.path[0].id: (c.mark, c.left) for c in match.choices() if c.group in ("step", "swap")}
    assert (lit["b1"], lit["b3"]) == (("1+1", 1), ("3", 0))
    assert "b4" not in lit
    assert "b3" not in {c.path[0].id for c in at(tokens={"red": "b2"}, ap=2).choices() if c.group == "step"}


def test_hexes_further_away_are_reached_by_the_cheapest_walk_step_by_step():
    match = at(tokens={"red": "c1", "blue": "b7"}, ap=4)
    ways = {w.path[0].id: w for w in match.scene().shortcuts}
    assert ways, "four points reach beyond the neighbours"
    steps = {c.path[0].id for c in match.choices() if c.group == "step"}
    for name, way in ways.items():
        assert name not in steps, "a step needs no walk"
        walked = match.fork()
        for text in way.texts:
            walked.play(text)
        token = next(p for p in walked.scene().pieces if p.id == "token-1")
        assert (token.at, way.way[0], way.way[-1]) == (name, "board/c1", f"board/{name}")
        assert way.left == 4 - int(way.mark)
        if way.left:
            assert walked.state.ap == way.left


def test_the_die_shows_the_points_left_and_every_throw_is_told():
    match = at(ap=4)
    (die,) = match.scene().dice
    assert (die.faces, die.value) == (6, 4)
    assert match.fork().play("move b1").scene().dice[0].thrown == die.thrown


def test_a_hex_tells_the_cheapest_walk():
    assert "cheapest walk to the End costs 2: b8 c9" in cell(at(), "b7").note


def test_tokens_keep_their_identity_and_tell_more_than_a_colour():
    before = {p.id: (p.at, p.glyph, p.label) for p in at(ap=2).scene().pieces}
    after = {p.id: p.at for p in at(ap=2).play("move b1").scene().pieces}
    assert before == {"token-1": ("c1", "R", "red"), "token-2": ("c1", "B", "blue")}
    assert after == {"token-1": "b1", "token-2": "c1"}


def test_panels_tell_order_distance_card_and_swaps():
    match = at(ap=3, tokens={"red": "b7"}, cards={"blue": card("leap")}, tallies={"red": {"swaps": 2}})
    red, blue = match.scene(1).panels
    assert {m.label: m.value for m in red.meters} == {
        "order": "1st", "way left": 2, "AP": 3, "card": "none drawn", "swaps made": 2}
    assert {m.label: m.value for m in blue.meters}["card"] == "one face-down card"
    assert {m.label: m.value for m in match.scene(2).panels[1].meters}["card"] == "Leap (face down)"
    assert (red.active, blue.active) == (True, False)


def test_steps_of_the_turn():
    scene = at(ap=3).scene()
    assert (scene.steps, scene.step) == (["Roll", "Move", "Change"], 1)
    assert at().scene().step == 0
    assert at(step="change", ap=1).scene().step == 2


def test_maps_to_choose_from_are_shown_with_their_difficulty():
    boards = started("red", "blue", order="seat").scene().boards
    assert [b.id for b in boards][:2] == ["map-first-steps", "map-fork"]
    whirlpools = {c.id: c for c in boards[2].cells}
    assert (whirlpools["b3"].terrain, [b.text for b in whirlpools["b3"].badges]) == ("teleport", ["3", "1"])
    assert [b.kind for b in whirlpools["c6"].badges] == ["cost", "card"]
    assert whirlpools["b4"].badges == []
    assert boards[7].title == "The Grand Tour (difficulty 8)"


def test_paths_of_clicks():
    match = at(tokens={"red": "b4", "blue": "b5"}, ap=5, cards={"red": card("shove")})
    assert [t.id for t in choice(match, "move a4").path] == ["a4"]
    assert [(t.kind, t.id) for t in choice(match, "play shove blue b6").path] == [
        ("card", "card-1"), ("piece", "token-2"), ("cell", "b6")]
    match = at(step="change", ap=1)
    assert [t.id for t in choice(match, "raise b4").path] == ["b4", "raise"]


def test_no_two_choices_have_the_same_path():
    match = at("grand-tour", tokens={"red": "k10"}, teleport="letters", ap=8)
    paths = [tuple((t.kind, t.id) for t in c.path) for c in match.choices()]
    assert len(set(paths)) == len(paths)


FORECASTS = {
    "step": ({"tokens": {"red": "b4"}, "ap": 4}, "move b5", "costs 1 AP, 3 left"),
    "last point": ({"tokens": {"red": "b4"}, "ap": 1}, "move b5", "costs 1 AP, 0 left; your turn is over"),
    "card hex": ({"tokens": {"red": "b2"}, "ap": 4}, "move b3", "costs 3 AP, 1 left; you may draw a card"),
    "win": ({"tokens": {"red": "b8"}, "ap": 4}, "move c9", "costs 1 AP and wins the game"),
    "raise": ({"ap": 2, "step": "change"}, "raise b4", "b4 costs 3 instead of 2; 1 AP left"),
}


@pytest.mark.parametrize(("place", "text", "forecast"), FORECASTS.values(), ids=FORECASTS)
def test_forecasts(place, text, forecast):
    assert choice(at(**place), text).forecast == forecast


WARNINGS = {
    "stopping before the end": ({"tokens": {"red": "b8"}, "ap": 4}, "stop moving", "you can move onto the End hex"),
    "own road": ({"tokens": {"red": "b7"}, "ap": 4, "step": "change"}, "raise b8", "your own cheapest road"),
    "only card": ({"tokens": {"red": "b3"}, "ap": 4, "step": "draw"}, "draw", "your only card"),
    "forward": ({"tokens": {"red": "b5", "blue": "b4"}, "ap": 4}, "swap b4", "sends Blue forward"),
    "unspent": ({"ap": 4, "step": "change"}, "end turn", "4 AP unspent"),
}


@pytest.mark.parametrize(("place", "text", "warning"), WARNINGS.values(), ids=WARNINGS)
def test_warnings(place, text, warning):
    assert warning in choice(at(**place), text).warning


def test_a_teleport_roll_that_cannot_be_paid_is_told():
    match = at("whirlpools", tokens={"red": "b3"}, teleport=5, ap=4)
    assert "Teleport roll 5: c8 costs 5, too much for 4 AP." in match.scene().notes
    match = at("whirlpools", tokens={"red": "b2"}, ap=4)
    assert "whatever you roll" in choice(match, "move b3").warning


def test_an_opponent_who_can_win_with_the_next_roll_is_told():
    told = "Blue can walk to the End with the next roll (5 in 6)"
    assert f"{told}." in at(ap=2, tokens={"blue": "b7"}).scene().notes
    assert not any("can win" in note for note in at(ap=2, tokens={"blue": "b2"}).scene().notes)
    assert told in choice(at(ap=2, step="change", tokens={"blue": "b7"}), "end turn").warning


def test_choices_that_end_the_turn_are_marked():
    assert choice(at(tokens={"red": "b4"}, ap=1), "move b5").final
    assert not choice(at(tokens={"red": "b4"}, ap=2), "move b5").final
    assert not choice(at(tokens={"red": "b2"}, ap=3), "move b3").final  # a card hex: the question comes first
    assert choice(at(tokens={"red": "b8"}, ap=4), "move c9").final
    assert choice(at(step="change", ap=1), "raise b4").final
    assert not choice(at(step="change", ap=2), "raise b4").final
    assert choice(at(step="change", ap=2), "end turn").final
    assert choice(at(step="draw", ap=0, tokens={"red": "b3"}), "no draw").final


def test_a_teleport_is_forecast_with_its_chances_and_prices():
    match = at("whirlpools", tokens={"red": "b2"}, ap=6, costs={"c8": 2})
    seen = choice(match, "move b3")
    assert seen.forecast == (
        "costs 3 AP, 3 left; you roll for the teleport: 2 of 6 faces lead to a hex that you can pay")
    assert "board/c8" in seen.cells
    assert "board/b3" not in seen.cells
    letters = at("letter-office", tokens={"red": "d5"}, ap=8)
    seen = choice(letters, "move d6")
    assert "you may teleport by its letters to a4 (" in seen.forecast
    assert "board/a4" in seen.cells


def test_a_swap_names_the_hex_where_the_other_will_stand():
    assert choice(at(tokens={"red": "b5", "blue": "b4"}, ap=4), "swap b4").cells == ["board/b5"]


def test_offers_lead_over_the_panel_of_the_player_and_tell_the_new_places():
    offer = choice(at(step="offer", players=["red", "blue", "green"]), "offer green")
    assert [(t.kind, t.id) for t in offer.path] == [("player", "2")]
    assert offer.forecast == "you would be 3rd instead of 1st"
    match = at(step="answer", players=["red", "blue", "green"], offer_by="red", active="green")
    assert choice(match, "accept").forecast == "you would be 1st instead of 3rd"


def test_the_distance_names_the_hexes_of_the_walk():
    meters = {m.label: m for m in at(tokens={"red": "b7"}).scene().panels[0].meters}
    assert meters["way left"].cells == ["board/b8", "board/c9"]


def test_cards_that_the_viewer_sees_say_what_they_do():
    match = at(cards={"red": card("sprint"), "blue": card("leap")})
    faces = {pile.id: [face.text for face in pile.faces] for pile in match.scene(1).piles}
    assert faces["card-1"] == ["While moving: 3 AP more."]
    assert faces["card-2"] == []


def test_the_rule_that_matters_is_named():
    rules = {make().scene().rule for make, _ in PROMPTS.values()}
    assert {"HEX-SETUP-1", "HEX-MOVE-1", "HEX-MOD-3", "HEX-CARD-1"} <= rules


def test_the_end_draws_the_costs_per_round_the_way_of_the_winner_and_the_cards():
    match = at(tokens={"red": "b6", "blue": "b5"}, cards={"red": card("sprint"), "blue": card("leap")}, round=3)
    assert match.scene().ending is None
    match.play_all(["roll 1", "move b7", "roll 1", "stop moving", "end turn", "roll 1", "play sprint", "move b8"])
    match.play("move c9")
    told = match.scene(2).ending
    assert told.charts[0].series == [[2, 0], [5, 5]]
    assert told.charts[0].steps == "round"
    assert list(told.way) == ["board/b6", "board/b7", "board/b8", "board/c9"]
    assert told.lines[0].values == ["used in round 4", "never played"]


def test_the_end_tells_the_winner_the_counts_and_the_distances():
    match = at(tokens={"red": "b8", "blue": "b5"}).play_all(["roll 4", "move c9"])
    scene = match.scene()
    assert scene.prompt == "Red reaches the End hex and wins after 1 round."
    counted = {m.label: m.value for m in scene.panels[0].meters}
    titles = ("AP rolled", "AP for moving", "AP unspent", "hexes entered")
    assert [counted[title] for title in titles] == [4, 1, 3, 1]
    assert scene.notes[-1] == "Blue: 5 AP and 4 steps from the End"


def test_the_maps_of_a_vote_are_drawn_once():
    """Their hundreds of hexes are the same list from one scene to the next, so that nothing has to be compared."""
    match = started("red", "blue", map="vote", order="seat", order_swaps=False)
    before = match.scene(1)
    match.play(match.legal()[0])
    after = match.scene(1)
    assert len(before.boards) > 1
    assert all(old.cells is new.cells for old, new in zip(before.boards, after.boards, strict=True))
