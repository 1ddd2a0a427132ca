"""Card hexes and the special cards."""

from collections import Counter

import pytest

from hexagora.games.hexcape.content import CARD_IDS
from hexagora.games.hexcape.invariants import broken
from hexagora.games.hexcape.state import SECRET
from tests.hexcape.support import GAME, active, at, card, cost, custom, having, kinds, started, step, tokens
from tests.support import covers


def holding(name, *args, **document):
    """Red holds a secret card."""
    return at(*args, cards={"red": card(name)}, **document)


def drawing(name, **document):
    """Red, on card hex b3, has just drawn a card."""
    return at(tokens={"red": "b3", **document.pop("tokens", {})}, step="card", **{"ap": 2, **document}).play(
        f"card {name}")


def state_of(match, colour="red"):
    return match.position()["cards"].get(colour, {}).get("state")


# drawing


@covers("HEX-CARD-1")
def test_on_moving_onto_a_card_hex_the_player_may_draw():
    match = at(tokens={"red": "b2"}, ap=5).play("move b3")
    assert (step(match), match.legal()) == ("draw", ["draw", "no draw"])
    match.play("draw")
    assert match.to_act == "chance"
    assert dict(zip(match.legal(), match.weights(), strict=True)) == {
        f"card {c.id}": c.copies for c in GAME.content.cards}


@covers("HEX-CARD-1")
def test_a_card_that_is_gone_is_not_drawn_again():
    match = at(tokens={"red": "b2"}, ap=5, cards={"blue": card("rope", "used")}).play_all(["move b3", "draw"])
    assert dict(zip(match.legal(), match.weights(), strict=True)) == {
        f"card {c.id}": c.copies for c in GAME.content.cards if c.id != "rope"}


@covers("HEX-CARD-2")
def test_a_secret_card_is_seen_by_its_owner_alone():
    match = at(tokens={"red": "b2"}, ap=5).play_all(["move b3", "draw", "card leap"])
    assert match.texts(1)[-1] == "card leap"
    assert match.texts(2)[-1] == match.texts(0)[-1] == "card hidden"
    assert match.position(1)["cards"]["red"] == card("leap", "face down")
    assert match.position(2)["cards"]["red"] == card("hidden", "face down")
    assert "Leap" not in str(match.scene(2).document())


@covers("HEX-CARD-2")
def test_a_card_that_must_be_shown_is_seen_by_all():
    match = drawing("heavy-boots")
    assert match.texts(2)[-1] == "card heavy-boots"
    assert match.position(2)["cards"]["red"] == card("heavy-boots", "open")


@covers("HEX-CARD-2")
@pytest.mark.parametrize("drawn", GAME.content.cards, ids=lambda drawn: drawn.id)
def test_of_every_card_the_others_see_as_much_as_they_may(drawn):
    match = drawing(drawn.id)
    told = "card hidden" if drawn.kind == "secret" else f"card {drawn.id}"
    assert [match.texts(viewer)[0] for viewer in (0, 1, 2)] == [told, f"card {drawn.id}", told]


@covers("HEX-CARD-3", "HEX-RULING-31")
@pytest.mark.parametrize("state", ["face down", "used"])
def test_card_hexes_are_entered_without_a_draw_after_the_one_card(state):
    match = at(tokens={"red": "d4"}, ap=5, cards={"red": card("leap", state)}).play("move d5")
    assert (step(match), tokens(match)["red"]) == ("move", "d5")


@covers("HEX-CARD-4")
def test_one_card_in_the_whole_game():
    match = at(tokens={"red": "b2"}, ap=6, costs={"b3": 1}).play_all(
        ["move b3", "draw", "card windfall", "move b4", "move b3"])
    assert step(match) == "move"


@covers("HEX-RULING-28")
def test_drawing_with_no_points_left_and_then_the_turn_is_over():
    match = at(tokens={"red": "b2"}, ap=3).play("move b3")
    assert (step(match), match.state.ap) == ("draw", 0)
    assert active(match.play_all(["draw", "card leap"])) == "blue"


@covers("HEX-RULING-28")
def test_a_card_with_points_lets_the_turn_go_on():
    match = at(tokens={"red": "b2"}, ap=3).play_all(["move b3", "draw", "card windfall"])
    assert (active(match), match.state.ap) == ("red", 2)


@covers("HEX-RULING-29")
def test_a_swap_onto_a_card_hex_allows_a_draw_and_beginning_a_turn_there_does_not():
    match = at(tokens={"red": "b2", "blue": "b3"}, ap=5).play("swap b3")
    assert step(match) == "draw"
    assert step(at(tokens={"red": "b3"}).play("roll 3")) == "move"


@covers("HEX-RULING-30")
def test_declining_costs_nothing_and_one_may_draw_later():
    match = at(tokens={"red": "b2"}, ap=6, costs={"b3": 1}).play_all(["move b3", "no draw"])
    assert match.state.ap == 5
    match.play_all(["move b2", "move b3"])
    assert step(match) == "draw"


@covers("HEX-RULING-33")
def test_used_cards_lie_face_up_and_are_not_drawn_again():
    match = at(tokens={"red": "b2"}, ap=5, cards={"blue": card("rope", "used")}).play_all(["move b3", "draw"])
    assert "card rope" not in match.legal()
    assert [p.shown for p in match.scene(1).piles if p.id == "used"] == [["Rope"]]


@covers("HEX-RULING-33")
def test_an_empty_deck_offers_no_draw(tmp_path):
    text = (GAME.folder / "content.toml").read_text()
    for name in CARD_IDS:
        head, _, tail = text.partition(f'id = "{name}"')
        line, _, rest = tail.partition("copies = ")
        text = f'{head}id = "{name}"{line}copies = {int(name == "windfall")}{rest[1:]}'
    (tmp_path / "content.toml").write_text(text)
    with pytest.warns(UserWarning, match="the deck may run out"):
        game = GAME.with_content(tmp_path / "content.toml")
    place = {"options": {"map": "first-steps"}, "players": ["red", "blue"], "tokens": {"red": "b2"}, "ap": 5}
    assert game.from_position(place).play("move b3").position()["step"] == "draw"
    match = game.from_position(place | {"cards": {"blue": {"card": "windfall"}}}).play("move b3")
    assert match.position()["step"] == "move"


@covers("HEX-RULING-34")
def test_card_hexes_have_no_effect_by_option():
    assert step(at(cards=False, tokens={"red": "b2"}, ap=5).play("move b3")) == "move"


@covers("HEX-RULING-34")
@pytest.mark.parametrize("name", ["leap", "shove"])
def test_no_card_takes_a_token_onto_the_end_hex(name):
    match = holding(name, tokens={"red": "b7", "blue": "b8"}, ap=6)
    assert {"move", "swap", "stop", "play"} == kinds(match)
    assert not any(text.endswith("c9") for text in match.legal())


# playing


@covers("HEX-RULING-32")
def test_cards_are_played_in_the_own_turn_after_the_roll_and_cost_nothing():
    match = at(cards={"red": card("sprint"), "blue": card("sprint")})
    assert match.to_act == "chance"
    match.play("roll 2")
    assert "play sprint" in match.legal()
    match.play("play sprint")
    assert (match.state.ap, state_of(match), state_of(match, "blue")) == (5, "used", "face down")
    assert "play" not in kinds(match)


MOVING_CARDS = {"sprint", "second-throw", "rope", "leap", "shove", "long-swap", "trailblazer"}
CHANGING_CARDS = {"trailblazer", "barricade", "surveyor", "eraser"}


@covers("HEX-RULING-32")
@pytest.mark.parametrize("name", sorted(MOVING_CARDS | CHANGING_CARDS))
def test_cards_are_played_in_the_step_that_they_name(name):
    place = {"tokens": {"red": "b4", "blue": "b5"}, "costs": {"b1": 3}, "ap": 6}
    assert bool(having(holding(name, **place), "play")) == (name in MOVING_CARDS)
    assert bool(having(holding(name, step="change", **place), "play")) == (name in CHANGING_CARDS)


def test_second_throw_takes_the_higher_roll():
    for second, points in ((5, 5), (1, 3)):
        match = holding("second-throw").play_all(["roll 3", "play second-throw", f"roll {second}"])
        assert (match.state.ap, step(match)) == (points, "move")


def test_second_throw_is_the_very_first_action_of_the_turn():
    match = holding("second-throw", ap=5)
    assert "play second-throw" in match.legal()
    assert "play second-throw" not in match.play("move b1").legal()


def test_rope_makes_the_next_hex_cost_two():
    match = holding("rope", "ridge", tokens={"red": "e4"}, ap=6).play("play rope")
    assert "move e5" in match.legal(), "9 for 2"
    match.play("move e5")
    assert match.state.ap == 4
    assert "move e6" not in match.legal(), "the rope is used up"


def test_rope_never_makes_a_hex_dearer_and_the_surcharge_comes_on_top():
    match = holding("rope", tokens={"red": "b4", "blue": "b5"}, ap=3).play("play rope").play("swap b5")
    assert match.state.ap == 1
    match = holding("rope", tokens={"red": "b4", "blue": "b3"}, ap=4).play("play rope").play("swap b3")
    assert match.state.ap == 1, "2 instead of 3, and 1"


def test_rope_counts_for_a_teleport_too():
    match = holding("rope", "letter-office", tokens={"red": "d5"}, costs={"a4": 9}, ap=4).play("move d6")
    assert "teleport a4" not in match.legal()
    assert "teleport a4" in match.play("play rope").legal()


def test_leap_enters_a_free_hex_at_distance_two_for_its_cost():
    match = holding("leap", tokens={"red": "b2", "blue": "b4"}, ap=2)
    assert having(match, "play leap") == {"a4", "c1", "c4", "d1", "d2", "d3"}
    match.play("play leap c4")
    assert (tokens(match)["red"], match.state.ap) == ("c4", 1)


def test_leap_counts_as_entering():
    match = holding("leap", "maze", tokens={"red": "a9"}, ap=6).play("play leap a11")
    assert having(match, "teleport") == {"i3"}


def test_shove_pushes_another_token_to_a_free_neighbour_for_nothing():
    match = holding("shove", tokens={"red": "b4", "blue": "b8"}, ap=3)
    assert having(match, "play shove blue") == {"a8", "b7", "c8"}
    match.play("play shove blue b7")
    assert (tokens(match)["blue"], match.state.ap, step(match)) == ("b7", 3, "move")


def test_shove_moves_nobody_from_the_start_hex_but_may_move_onto_it():
    match = holding("shove", ap=3)
    assert "play" not in kinds(match)
    match = holding("shove", tokens={"red": "b4", "blue": "b1"}, ap=3)
    assert "c1" in having(match, "play shove blue")


def test_long_swap_reaches_three_hexes_for_one_more():
    place = {"tokens": {"red": "b2", "blue": "b5"}}
    assert "play long-swap blue" not in holding("long-swap", ap=2, **place).legal()
    match = holding("long-swap", ap=3, **place).play("play long-swap blue")
    assert tokens(match) == {"red": "b5", "blue": "b2"}
    assert active(match) == "blue"
    assert "play" not in kinds(holding("long-swap", ap=6, tokens={"red": "b2", "blue": "b6"}))
    assert "play" not in kinds(holding("long-swap", ap=6, tokens={"red": "b1"})), "not with somebody on S"


def test_long_swap_counts_as_entering():
    match = holding("long-swap", "whirlpools", tokens={"red": "b1", "blue": "b3"}, ap=6).play("play long-swap blue")
    assert step(match) == "teleport roll"


@pytest.mark.parametrize(("before", "now"), [(8, 4), (3, 1)])
def test_trailblazer_makes_a_hex_four_cheaper(before, now):
    match = holding("trailblazer", costs={"b4": before}, ap=2)
    assert {"b1", "c1", "c9"}.isdisjoint(having(match, "play trailblazer"))
    assert cost(match.play("play trailblazer b4"), "b4") == now
    assert (match.state.ap, step(match)) == (2, "move")


@pytest.mark.parametrize(("before", "now"), [(2, 6), (9, 10)])
def test_barricade_makes_an_unoccupied_hex_four_dearer(before, now):
    match = holding("barricade", costs={"b4": before, "b5": 10}, tokens={"blue": "b7"}, ap=2, step="change")
    assert {"b5", "b7", "c1", "c9"}.isdisjoint(having(match, "play barricade"))
    assert cost(match.play("play barricade b4"), "b4") == now


def test_surveyor_gives_four_points_for_changes():
    match = holding("surveyor", ap=1, step="change").play("play surveyor")
    assert (match.state.ap, step(match)) == (5, "change")


def test_eraser_takes_back_up_to_three_raises():
    raised = {"b1": 4, "b2": 5, "b4": 9, "b5": 2}
    match = holding("eraser", costs={**raised, "b3": 1}, ap=1, step="change").play("play eraser")
    assert match.legal() == ["erase b1", "erase b2", "erase b4", "erase b5", "done erasing"]
    match.play_all(["erase b1", "erase b4", "erase b2"])
    assert [cost(match, name) for name in ("b1", "b2", "b3", "b4", "b5")] == [1, 1, 1, 2, 2]
    assert (step(match), match.state.ap) == ("change", 1)


def test_eraser_may_stop_early_and_needs_something_to_erase():
    match = holding("eraser", costs={"b1": 4}, ap=1, step="change").play_all(["play eraser", "erase b1"])
    assert match.legal() == ["done erasing"]
    assert step(match.play("done erasing")) == "change"
    assert broken(match.box, match.state) == []
    assert "play" not in kinds(holding("eraser", costs={"b3": 1}, ap=1, step="change"))


# cards that must be shown


def test_windfall_gives_two_points():
    match = drawing("windfall", ap=1)
    assert (match.state.ap, state_of(match)) == (3, "used")


def test_landslide_raises_everything_around():
    match = drawing("landslide", costs={"b4": 10})
    assert [cost(match, name) for name in ("a3", "a4", "b2", "b4", "c4", "b3", "b5")] == [2, 2, 2, 10, 2, 3, 1]


def test_spring_melt_lowers_everything_around():
    match = drawing("spring-melt", costs={"b4": 10})
    assert [cost(match, name) for name in ("a3", "b2", "b4", "b3")] == [1, 1, 9, 3]


def test_landslide_spares_start_and_end():
    rows = ["1 1 1 1 1 1 1 1", " S 1* 1 1 1 1* E 1", "1 1 1 1 1 1 1 1"]
    match = at(custom(rows=rows), tokens={"red": "b6"}, step="card", ap=2).play("card landslide")
    assert (cost(match, "b7"), cost(match, "b5")) == (1, 2)
    match = at(custom(rows=rows), raise_ends=True, tokens={"red": "b6"}, step="card", ap=2).play("card landslide")
    assert cost(match, "b7") == 2


def test_stumble_ends_the_turn():
    match = drawing("stumble", ap=4)
    assert (active(match), step(match)) == ("blue", "roll")


@pytest.mark.parametrize(("ap", "may"), [(3, False), (4, True)])
def test_heavy_boots_make_swaps_with_their_owner_dearer(ap, may):
    match = at(tokens={"red": "b4", "blue": "b5"}, cards={"blue": card("heavy-boots")}, ap=ap)
    assert ("swap b5" in match.legal()) == may


def test_another_card_makes_no_swap_dearer():
    match = at(tokens={"red": "b4", "blue": "b5"}, cards={"blue": card("light-pack")}, ap=2)
    assert "swap b5" in match.legal()


def test_light_pack_swaps_without_a_surcharge():
    match = at(tokens={"red": "b4", "blue": "b5"}, cards={"red": card("light-pack")}, ap=1)
    assert "swap b5" in match.legal()
    match = at(tokens={"red": "b4", "blue": "b5"}, ap=4,
               cards={"red": card("light-pack"), "blue": card("heavy-boots")}).play("swap b5")
    assert match.state.ap == 1, "1 for the hex, 2 for the boots"


def test_permanent_cards_stay_open():
    match = drawing("light-pack")
    assert (state_of(match), step(match)) == ("open", "move")


# hidden information


@covers("HEX-RULING-38")
def test_nothing_that_others_get_depends_on_the_secret_card():
    secret = [c.id for c in GAME.content.cards if c.kind == "secret"]
    for place in ({"ap": 3}, {"ap": 3, "step": "change"}):
        sent = set()
        for name in secret:
            match = holding(name, tokens={"red": "b4", "blue": "b5"}, costs={"b1": 3}, **place)
            for viewer in (0, 2):
                sent.add((viewer, str(match.scene(viewer).document()), str(match.position(viewer))))
        assert len(sent) == 2


@covers("HEX-RULING-38")
def test_a_viewer_knows_only_the_choices_that_do_not_come_from_the_card():
    match = holding("sprint", tokens={"red": "b4"}, ap=3)
    out = [0] * GAME.max_legal
    n = GAME.rules.legal(match.box, match.hidden(2), out)
    assert "play sprint" not in [GAME.words.text(match.box, match.state, a) for a in out[:n]]


def test_hidden_cards_come_to_light_at_the_end():
    match = at(tokens={"red": "b8"}, ap=3, cards={"blue": card("leap")}).play("move c9")
    assert match.position(1)["cards"]["blue"]["card"] == "leap"


def test_a_hidden_card_is_guessed_among_the_secret_ones_that_are_left():
    match = at(players=["red", "blue", "green"],
               cards={"red": card("rope"), "blue": card("leap"), "green": card("leap", "used")})
    counts: dict[str, int] = {}
    rng = [12345]
    for _ in range(1700):
        view = match.hidden(1)
        GAME.rules.resample(match.box, view, 0, rng)
        name = CARD_IDS[view.card[1] - 1]
        counts[name] = counts.get(name, 0) + 1
    assert "rope" not in counts, "the viewer holds the only one"
    assert set(counts) == {"sprint", "second-throw", "leap", "shove", "long-swap", "trailblazer", "barricade",
                           "surveyor", "eraser"}  # fmt: skip
    assert counts["sprint"] > 1.4 * counts["leap"], "2 copies against 1"


def test_where_no_secret_card_was_seen_a_kind_with_two_copies_has_2_chances_of_17():
    match = at(cards={"blue": card("leap")})
    secret = {name: int(match.box.copies[k]) for k, name in enumerate(CARD_IDS) if match.box.kind[k] == SECRET}
    assert sum(secret.values()) == 17
    rng, met = [1], Counter()
    for _ in range(1700):
        view = match.hidden(1)
        GAME.rules.resample(match.box, view, 0, rng)
        met[CARD_IDS[view.card[1] - 1]] += 1
    assert met.keys() == {name for name, copies in secret.items() if copies}
    for name, copies in secret.items():
        assert met[name] == pytest.approx(100 * copies, abs=45)


def test_a_card_drawn_in_a_real_match_is_hidden_from_its_log():
    match = started("red", "blue", map="first-steps", order="seat", order_swaps=False).play_all(
        ["roll 6", "move b1", "move b2", "move b3", "draw", "card shove"])
    assert "face down" in match.sentences(2)[-1]
    assert "Shove" not in " ".join(match.sentences(2))
    assert "Shove" in match.sentences(1)[-1]


# the first of everything


def test_cards_are_played_on_the_first_hex_of_a_map():
    assert tokens(holding("leap", tokens={"red": "b3"}, ap=6).play("play leap a2"))["red"] == "a2"
    assert cost(holding("trailblazer", costs={"a2": 8}, ap=2).play("play trailblazer a2"), "a2") == 4
    assert cost(holding("barricade", costs={"a2": 2}, ap=2, step="change").play("play barricade a2"), "a2") == 6
    erasing = holding("eraser", costs={"a2": 5}, ap=2, step="change").play("play eraser")
    assert cost(erasing.play("erase a2"), "a2") < 5


def test_cards_are_played_against_the_first_player():
    blue = {"active": "blue", "ap": 6, "tokens": {"red": "b8", "blue": "b5"}}
    shoving = at(cards={"blue": card("shove")}, **blue)
    first = min(shoving.actions()[k] for k, text in enumerate(shoving.legal()) if text.startswith("play shove red"))
    assert tokens(shoving.play(first))["red"] in {"a8", "b7", "c8"}
    assert tokens(at(cards={"blue": card("long-swap")}, **blue).play("play long-swap red"))["blue"] == "b8"
