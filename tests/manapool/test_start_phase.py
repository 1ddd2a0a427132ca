"""Action points and new troops. Cells of `crossing`: c4, d3, d6 are Extra Action, b3, c6, d2 Extra Spawn."""

from tests.manapool.support import at, now, tokens
from tests.support import covers

RIM = {"green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}  # full gates


def pass_round(match):
    """Green and blue, whose gates are full, pass."""
    return match.play_all(["end move", "end combat"] * 2)


@covers("MAN-TURN-1")
def test_a_turn_is_start_move_combat_end_in_that_order():
    match = at(phase="spawn", tokens={"red": ["a2", "b1", "e5"], **RIM})
    phases = [now(match)]
    for text in ["spawn b2", "end move", "end combat"]:
        match.play(text)
        phases.append(now(match))
    assert phases == [("red", "spawn"), ("red", "move"), ("red", "combat"), ("green", "move")]
    assert match.position()["mana"]["red"] == 1


@covers("MAN-TURN-2", "MAN-START-1")
def test_the_normal_allowance_of_one_action_is_restored_every_turn():
    match = at(tokens={"red": ["a2", "b1", "b2"], **RIM})
    assert match.position()["action_points"] == 1
    match.play("move b2 c3")
    pass_round(match).play("spawn b2")
    assert match.position()["action_points"] == 1


@covers("MAN-RULING-11")
def test_points_left_over_are_lost():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **RIM})
    assert match.position()["action_points"] == 2
    match.play_all(["end move", "end combat"])
    pass_round(match)
    assert match.position()["action_points"] == 2


@covers("MAN-RULING-11")
def test_spawns_without_room_are_lost():
    match = at(phase="spawn", tokens={"red": ["a2", "b1", "b3", "c6"], **RIM})
    assert match.position()["spawns"] == 3
    match.play("spawn b2")
    assert now(match) == ("red", "move")
    match.play("move b2 c3")
    assert match.state.bonus_spawns[0] == 2
    pass_round(match)
    assert match.position()["spawns"] == 3


@covers("MAN-START-2", "MAN-SPEC-1")
def test_a_token_on_a_bolt_gives_one_action_more():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **RIM})
    assert match.position()["action_points"] == 2
    match.play("move b2 c3")
    assert now(match) == ("red", "move")
    assert match.position()["action_points"] == 1


@covers("MAN-RULING-12", "MAN-START-2")
def test_several_bolts_add_up():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3", "c4", "f6"], **RIM})
    assert match.position()["action_points"] == 4


@covers("MAN-RULING-12", "MAN-START-4")
def test_several_silhouettes_add_up():
    match = at(phase="spawn", tokens={"red": ["b3", "d2"], **RIM})
    assert match.position()["spawns"] == 3
    match.play_all(["spawn b1", "spawn a2", "spawn b2"])
    assert now(match) == ("red", "move")


@covers("MAN-SPEC-3", "MAN-RULING-13")
def test_entering_a_bolt_counts_from_the_next_turn():
    match = at(tokens={"red": ["a2", "b1", "b2", "c3"], **RIM}, action_points=1)
    match.play("move c3 d3")
    assert now(match) == ("green", "move")
    pass_round(match)
    assert now(match) == ("red", "move")
    assert match.position()["action_points"] == 2


@covers("MAN-SPEC-3", "MAN-RULING-13", "MAN-SPEC-2")
def test_entering_a_silhouette_counts_from_the_next_turn():
    match = at(phase="spawn", tokens={"red": ["a2"], **RIM})
    match.play_all(["spawn b1", "move a2 b3"])
    assert tokens(match, "red") == ["b1", "b3"]
    pass_round(match)
    assert now(match) == ("red", "spawn")
    assert match.position()["spawns"] == 2


@covers("MAN-SPEC-4")
def test_a_bonus_ends_with_the_token_that_held_the_tile():
    match = at(to_move="green", tokens={"red": ["a2", "b1", "b2", "d3"], "green": ["c3", "d8", "e8", "f8"],
                                        "blue": RIM["blue"]})
    match.play_all(["end move", "attack c3 d3", "end move", "end combat"])
    assert now(match) == ("red", "move")
    assert match.position()["action_points"] == 1


@covers("MAN-RULING-13")
def test_a_bolt_lost_before_the_next_start_gives_nothing_at_all():
    match = at(tokens={"red": ["a2", "b1", "b2", "e3"], "green": ["c3", "d8", "e8", "f8"], "blue": RIM["blue"]},
               action_points=1)
    match.play("move e3 d3").play_all(["end move", "attack c3 d3", "end move", "end combat"])
    assert match.position()["action_points"] == 1


@covers("MAN-START-3")
def test_one_token_is_spawned_in_a_turn():
    match = at(phase="spawn", tokens={"red": [], **RIM})
    assert match.position()["spawns"] == 1
    match.play("spawn b2")
    assert now(match) == ("red", "move")
    assert tokens(match, "red") == ["b2"]


@covers("MAN-SPEC-2", "MAN-START-4")
def test_a_token_on_a_silhouette_gives_one_spawn_more():
    match = at(phase="spawn", tokens={"red": ["b3"], **RIM})
    match.play_all(["spawn a2", "spawn b2"])
    assert tokens(match, "red") == ["a2", "b2", "b3"]
    assert now(match) == ("red", "move")


@covers("MAN-START-5", "MAN-START-7")
def test_a_spawn_cannot_be_declined_but_the_gate_is_chosen():
    match = at(phase="spawn", tokens={"red": ["b1"], **RIM})
    assert match.legal() == ["spawn a2", "spawn b2"]


@covers("MAN-PIECE-2")
def test_tokens_enter_only_on_empty_gates_of_the_own_spawner():
    match = at(phase="spawn", tokens={"red": ["a3"], "green": ["b1", "d8"], "blue": ["h1"]})
    assert match.legal() == ["spawn a2", "spawn b2"]


@covers("MAN-RULING-10")
def test_a_gate_with_any_token_on_it_takes_no_other():
    match = at(phase="spawn", tokens={"red": ["a2"], "green": ["b1"], "blue": []})
    assert match.legal() == ["spawn b2"]


@covers("MAN-START-6", "MAN-RULING-32")
def test_without_an_empty_gate_no_spawn_is_asked():
    match = at(to_move="blue", tokens={"red": ["a2", "b1"], "green": ["b2"], "blue": []}, phase="combat")
    match.play("end combat")
    assert now(match) == ("red", "move")
    assert match.position()["spawns"] == 0


@covers("MAN-START-6")
def test_spawning_stops_when_the_gates_are_full():
    match = at(phase="spawn", tokens={"red": ["a2", "b1", "b3"], **RIM})
    assert match.position()["spawns"] == 2
    match.play("spawn b2")
    assert now(match) == ("red", "move")


@covers("MAN-START-8")
def test_moves_are_asked_only_once_the_spawning_is_finished():
    match = at(phase="spawn", tokens={"red": ["b3"], **RIM})
    while now(match) == ("red", "spawn"):
        assert all(text.startswith("spawn") for text in match.legal())
        match.play(match.legal()[0])
    assert tokens(match, "red") == ["a2", "b1", "b3"]
    assert match.legal()[0] == "end move"


@covers("MAN-RULING-14")
def test_a_gate_vacated_in_the_move_phase_is_not_refilled_in_the_same_turn():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **RIM})
    match.play("move b2 c3")
    assert now(match) == ("red", "move")
    match.play("move b1 c2")
    assert tokens(match, "red") == ["a2", "c2", "c3", "d3"]
    pass_round(match)
    assert match.legal() == ["spawn b1", "spawn b2"]


@covers("MAN-RULING-20")
def test_without_a_limit_the_supply_never_ends():
    many = ["c2", "d1", "e1", "e2", "f1", "g1", "a3", "a4", "a5", "b5", "b6", "c1", "c7", "d8", "e8", "i3", "i4", "i5",
            "h5", "h6", "g7", "f8", "f2", "c3", "c5", "e3", "e4", "d4", "d5", "e6", "e7", "f4", "f5", "g3", "g5", "h3",
            "g6", "b4", "d7", "a2", "b1"]
    match = at(phase="spawn", tokens={"red": many, "green": [], "blue": []})
    assert len(many) > 40
    assert match.legal() == ["spawn b2"]


@covers("MAN-RULING-20")
def test_a_player_at_the_token_limit_does_not_spawn_until_a_token_is_removed():
    match = at(options={"token_limit": 4}, phase="combat",
               tokens={"red": ["a3", "a4", "a2", "e5"], "green": ["e6", "d8", "e8", "f8"], "blue": RIM["blue"]})
    match.play("end combat")
    assert now(match) == ("green", "move")
    match.play_all(["end move", "end combat", "end move", "end combat"])
    assert now(match) == ("red", "move")
    match.play_all(["end move", "end combat", "end move", "attack e6 e5", "end move", "end combat"])
    assert match.legal() == ["spawn b1", "spawn b2"]
    match.play("spawn b1")
    assert now(match) == ("red", "move")


@covers("MAN-RULING-20")
def test_an_extra_spawn_stops_at_the_token_limit():
    match = at(options={"token_limit": 4}, phase="spawn", tokens={"red": ["a3", "a4", "b3"], **RIM})
    match.play("spawn a2")
    assert now(match) == ("red", "move")
