"""The combat phase, and the table of worked example 2."""

import pytest

from hexagora.engine.errors import IllegalAction
from tests.manapool.support import at, now, tokens
from tests.support import covers

HOME = {"green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}
PLAIN, MINUS, PLUS, SHIELD = "plain", "-1 Attack", "+1 Attack", "+1 Defense"
NOTHING, KILLS, FALLS, BOTH = "nothing", "defender dies", "attacker dies", "both die"
PLACES = {  # a board with the two kinds of ground side by side: attacker, defender
    (PLAIN, PLAIN): ("crossing", "a2", "b2"),
    (PLAIN, MINUS): ("crossing", "a2", "a3"),
    (PLAIN, PLUS): ("crossing", "b2", "c3"),
    (PLAIN, SHIELD): ("crossing", "b1", "c2"),
    (MINUS, PLAIN): ("crossing", "a3", "a2"),
    (MINUS, MINUS): ("crown", "c2", "d2"),
    (MINUS, PLUS): ("crown", "c2", "c3"),
    (MINUS, SHIELD): ("crossing", "c1", "c2"),
    (PLUS, PLAIN): ("crossing", "c3", "b2"),
    (PLUS, MINUS): ("crown", "c3", "c2"),
    (PLUS, PLUS): ("crossing", "c3", "d4"),
    (PLUS, SHIELD): ("crossing", "c3", "c2"),
    (SHIELD, PLAIN): ("crossing", "c2", "b1"),
    (SHIELD, MINUS): ("crossing", "c2", "c1"),
    (SHIELD, PLUS): ("crossing", "c2", "c3"),
    (SHIELD, SHIELD): ("crown", "b3", "b4"),
}
TABLE = {
    PLAIN: {PLAIN: NOTHING, MINUS: NOTHING, PLUS: FALLS, SHIELD: NOTHING},
    MINUS: {PLAIN: NOTHING, MINUS: NOTHING, PLUS: FALLS, SHIELD: NOTHING},
    PLUS: {PLAIN: KILLS, MINUS: KILLS, PLUS: BOTH, SHIELD: NOTHING},
    SHIELD: {PLAIN: NOTHING, MINUS: NOTHING, PLUS: NOTHING, SHIELD: NOTHING},
}


def combat(board, attacker, defender, **options):
    """Red attacks green; which of the two fall."""
    match = at(board, options, phase="combat", tokens={"red": [attacker], "green": [defender], "blue": []})
    match.play(f"attack {attacker} {defender}")
    kills, falls = not tokens(match, "green"), not tokens(match, "red")
    return {(False, False): NOTHING, (True, False): KILLS, (False, True): FALLS, (True, True): BOTH}[kills, falls]


@covers("MAN-EX-2", "MAN-COMBAT-9")
@pytest.mark.parametrize(("attacker", "defender"), list(PLACES))
def test_the_combat_table(attacker, defender):
    assert combat(*PLACES[attacker, defender]) == TABLE[attacker][defender]


@covers("MAN-EX-2")
@pytest.mark.parametrize(("attacker", "defender", "outcome"), [
    ("e6", "e5", KILLS), ("c3", "d3", KILLS), ("c3", "b3", KILLS),  # from +1 Attack
    ("b2", "b3", NOTHING), ("c1", "d2", NOTHING), ("c2", "d3", NOTHING), ("c2", "d2", NOTHING),
])
def test_special_tiles_and_the_pool_are_like_plain_ground_for_the_defender(attacker, defender, outcome):
    assert combat("crossing", attacker, defender) == outcome


@covers("MAN-PIECE-4", "MAN-RULING-22")
def test_a_token_has_attack_one_and_defence_one():
    match = at()
    b2 = next(p for p in match.scene().pieces if p.at == "b2")
    assert b2.label == "1/1"
    assert combat("crossing", "a2", "b2") == NOTHING
    assert combat("crossing", "c3", "b2") == KILLS


@covers("MAN-TILE-1")
def test_minus_attack_takes_one_from_the_attack():
    assert combat("crown", "c2", "d2", base_attack=2) == NOTHING
    assert combat("crossing", "a2", "b2", base_attack=2) == BOTH
    assert combat("crossing", "a3", "a2", base_attack=2) == FALLS


@covers("MAN-TILE-2")
def test_plus_attack_adds_one_to_the_attack_and_nothing_to_the_defence():
    assert combat("crossing", "c3", "b2") == KILLS
    assert combat("crossing", "c3", "d4") == BOTH
    assert combat("crossing", "c3", "b2", base_defense=2) == NOTHING


@covers("MAN-TILE-3")
def test_plus_defence_adds_one_to_the_defence_and_nothing_to_the_attack():
    assert combat("crossing", "c3", "c2") == NOTHING
    assert combat("crossing", "c2", "b1") == NOTHING
    assert combat("crossing", "c3", "c2", base_attack=2) == BOTH


@covers("MAN-TILE-4", "MAN-EX-3")
def test_a_modifier_belongs_to_the_tile_and_ends_with_the_step_away():
    match = at(tokens={"red": ["c3", "d3", "f3"], "green": ["a2"], "blue": []}, action_points=3)

    def values(cell):
        return next(p.label for p in match.scene().pieces if p.at == cell)

    assert values("c3") == "2/1"
    match.play("move c3 b2")
    assert values("b2") == "1/1"
    match.play_all(["end move", "attack b2 a2"])
    assert tokens(match, "green") == ["a2"]


@covers("MAN-TILE-4")
def test_a_modifier_works_at_once_on_arrival():
    match = at(tokens={"red": ["b2", "d3"], "green": ["b3"], "blue": []}, action_points=2)
    match.play_all(["move b2 c3", "end move", "attack c3 b3"])
    assert tokens(match, "green") == []


@covers("MAN-COMBAT-1")
def test_nobody_has_to_attack():
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["b2"], "blue": []})
    assert match.legal() == ["end combat", "attack c3 b2"]
    assert now(match.play("end combat"))[0] == "green"


@covers("MAN-COMBAT-2", "MAN-RULING-26")
def test_targets_are_tokens_of_others_never_own_ones():
    match = at(phase="combat", tokens={"red": ["c3", "c2", "b2"], "green": ["d4"], "blue": ["b3"]})
    assert [t for t in match.legal() if t.startswith("attack c3")] == ["attack c3 d4", "attack c3 b3"]


@covers("MAN-COMBAT-3")
def test_the_attacker_must_stand_next_to_the_target():
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["e4", "c5"], "blue": []})
    assert match.legal() == ["end combat"]
    with pytest.raises(IllegalAction):
        match.play("attack c3 c5")


@covers("MAN-COMBAT-4", "MAN-RULING-15")
def test_an_attack_costs_one_point_whatever_it_does():
    match = at(phase="combat", tokens={"red": ["c3", "d3", "f3"], "green": ["c2", "b2"], "blue": []}, action_points=3)
    match.play("attack c3 c2")
    assert match.position()["action_points"] == 2
    match.play("attack c3 b2")
    assert match.position()["action_points"] == 1


@covers("MAN-COMBAT-5")
def test_a_higher_attack_removes_the_defender():
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["b2", "d4"], "blue": []})
    match.play("attack c3 b2")
    assert tokens(match, "green") == ["d4"]
    assert tokens(match, "red") == ["c3"]


@covers("MAN-COMBAT-6")
def test_a_higher_attack_of_the_defender_removes_the_attacker():
    match = at(phase="combat", tokens={"red": ["b2"], "green": ["c3"], "blue": []})
    match.play("attack b2 c3")
    assert tokens(match, "red") == []
    assert tokens(match, "green") == ["c3"]


@covers("MAN-COMBAT-7", "MAN-RULING-17")
def test_both_comparisons_use_the_values_before_anything_is_removed():
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["d4"], "blue": []})
    match.play("attack c3 d4")
    assert tokens(match, "red") == []
    assert tokens(match, "green") == []


@covers("MAN-COMBAT-8")
@pytest.mark.parametrize(("attacker", "defender"), [("a2", "b2"), ("c3", "c2")])
def test_a_tie_removes_nobody(attacker, defender):
    assert combat("crossing", attacker, defender) == NOTHING


@covers("MAN-COMBAT-10")
def test_combat_closes_on_demand_or_with_the_last_point():
    tokens_now = {"red": ["c3", "d3"], "green": ["c2", "d8", "e8", "f8"], "blue": HOME["blue"]}
    match = at(phase="combat", tokens=tokens_now, action_points=2)
    match.play("attack c3 c2")
    assert now(match) == ("red", "combat")
    match.play("attack c3 c2")
    assert now(match) == ("green", "move")
    assert now(at(phase="combat", tokens=tokens_now, action_points=2).play("end combat")) == ("green", "move")


@covers("MAN-RULING-18")
def test_futile_and_suicidal_attacks_are_legal_cost_the_point_and_are_warned_about():
    match = at(phase="combat", tokens={"red": ["b2", "d3"], "green": ["c3", "c2"], "blue": []}, action_points=2)
    warnings = {c.text: c.warning for c in match.choices()}
    assert warnings["attack b2 c2"] == "This attack gains nothing: nothing happens"
    assert warnings["attack b2 c3"] == "This attack gains nothing: you lose your troop"
    match.play("attack b2 c2")
    assert match.position()["action_points"] == 1
    match.play("attack b2 c3")
    assert tokens(match, "red") == ["d3"]


@covers("MAN-RULING-19")
def test_after_a_kill_the_attacker_stays_and_nobody_moves_any_more():
    match = at(phase="combat", tokens={"red": ["e6", "d3"], "green": ["e5"], "blue": []}, action_points=2)
    match.play("attack e6 e5")
    assert tokens(match, "red") == ["d3", "e6"]
    assert match.legal() == ["end combat"]


@covers("MAN-RULING-21")
def test_attack_can_fall_below_zero_and_then_never_wins():
    match = at(options={"base_attack": 0}, tokens={"red": ["a3"], "green": [], "blue": []})
    assert next(p.label for p in match.scene().pieces if p.at == "a3") == "-1/1"
    assert combat("crossing", "a3", "a2", base_attack=0) == NOTHING
    assert combat("crossing", "a2", "a3", base_attack=0) == NOTHING


@covers("MAN-RULING-22")
@pytest.mark.parametrize(("attack", "defence", "outcome"), [
    (2, 1, BOTH), (3, 2, BOTH), (3, 3, NOTHING), (0, 1, NOTHING), (2, 2, NOTHING)])
def test_base_values_are_options(attack, defence, outcome):
    assert combat("crossing", "a2", "b2", base_attack=attack, base_defense=defence) == outcome


@covers("MAN-RULING-23")
def test_a_locked_token_can_be_attacked_and_fights_back():
    assert combat("crossing", "e6", "e5") == KILLS
    assert combat("crossing", "b2", "b3", base_attack=2) == BOTH
