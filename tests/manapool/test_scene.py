"""What a person sees: prompts, panels, forecasts and warnings."""

import pytest

from tests.manapool.support import at, fresh, settled

HOME = {"green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}


def choice(match, text):
    return next(c for c in match.choices() if c.text == text)


def piece(match, cell):
    return next(p for p in match.scene().pieces if p.at == cell)


def meters(match, player):
    return {m.label: m for m in match.scene().panels[player].meters}


def test_mana_is_the_score():
    panels = at(phase="move", mana={"red": 2, "green": 1, "blue": 0}).scene().panels
    assert [[m.label for m in panel.meters if m.score] for panel in panels] == [["mana"]] * 3
    assert sorted(m.value for panel in panels for m in panel.meters if m.score) == [0, 1, 2]


# prompts


def test_prompts_of_the_set_up():
    match = fresh()
    assert match.scene().prompt == "Seat 1: choose your colour."
    match.play_all(["colour red", "colour green", "colour blue"])
    assert match.scene().prompt == "Red: choose a corner; your three troops will stand around it."
    assert settled().scene().prompt == "Chance decides who begins."
    assert fresh(setup_order="random").scene().prompt == "Chance decides who picks first."


@pytest.mark.parametrize(("red", "prompt"), [
    ([], "Red: place a new troop (1 of 1)."),
    (["b3"], "Red: place a new troop (1 of 2)."),
    (["b3", "a2", "b1"], "Red: place a new troop (1 of 1)."),  # two spawns, one empty gate
])
def test_the_prompt_counts_the_troops_that_can_be_placed(red, prompt):
    assert at(phase="spawn", tokens={"red": red}).scene().prompt == prompt


def test_the_prompt_counts_on_after_a_spawn():
    match = at(phase="spawn", tokens={"red": ["b3"]}).play("spawn a2")
    assert match.scene().prompt == "Red: place a new troop (2 of 2)."


def test_the_token_limit_is_in_the_count_of_the_prompt():
    match = at(options={"token_limit": 4}, phase="spawn", tokens={"red": ["b3", "c2", "c3"]})
    assert match.scene().prompt == "Red: place a new troop (1 of 1)."


def test_prompts_and_steps_of_a_turn():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **HOME})
    assert match.scene().prompt == "Red: move a troop (1 action = 1 hex; 2 left), or go on to combat."
    assert match.scene().steps == ["Start", "Move", "Combat", "End"]
    assert match.scene().step == 1
    match.play("end move")
    assert match.scene().prompt == "Red: attack (2 left), or end your turn."
    assert match.scene().step == 2
    assert at(phase="spawn", tokens={}).scene().step == 0


# board and pieces


@pytest.mark.parametrize(("cell", "terrain", "label", "note"), [
    ("a3", "minus-attack", "A-1", "a3: -1 Attack"), ("c3", "plus-attack", "A+1", "c3: +1 Attack"),
    ("c2", "plus-defence", "D+1", "c2: +1 Defense"), ("c4", "extra-action", "", "c4: Extra Action, +1 action"),
    ("b3", "extra-spawn", "", "b3: Extra Spawn, +1 troop"), ("e5", "pool", "", "e5: the Mana Pool"),
    ("a2", "plain", "", "a2: plain ground"),
])
@pytest.mark.parametrize("attack", [1, 2])
def test_each_kind_of_tile_has_a_label_and_words_of_its_own(cell, terrain, label, note, attack):
    seen = next(c for c in at(options={"base_attack": attack}).scene().boards[0].cells if c.id == cell)
    assert (seen.terrain, seen.label, seen.note) == (terrain, label, note)


def test_kinds_of_tiles_differ_in_their_glyphs():
    cells = at().scene().boards[0].cells
    assert len({c.glyph for c in cells}) == len({c.terrain for c in cells}) == 7


def test_a_token_tells_its_values_with_the_sum_written_out_and_whether_it_is_locked():
    match = at(tokens={"red": ["c3", "c2", "a3"], "green": ["d3"], "blue": ["i3"]})
    assert piece(match, "c3").note == "red troop on c3: attack 1 + 1 = 2, defence 1"
    assert piece(match, "c2").note == "red troop on c2: attack 1, defence 1 + 1 = 2"
    assert piece(match, "a3").note == "red troop on a3: attack 1 - 1 = 0, defence 1"
    assert piece(match, "d3").note == "green troop on d3: attack 1, defence 1, locked"
    assert piece(match, "d3").tags == ["locked", "on-extra-action"], "the ground is told beside the troop"
    assert len({piece(match, c).glyph for c in ("c3", "d3", "i3")}) == 3


def test_a_panel_tells_mana_allowances_with_their_source_troops_and_tiles_held():
    match = at(tokens={"red": ["a2", "d3", "c4", "b3"], **HOME}, mana={"red": 4})
    seen = meters(match, 0)
    assert (seen["mana"].value, seen["mana"].limit) == (4, 10)
    assert (seen["actions"].value, seen["actions"].note) == (3, "1 and 2 from Extra Action tiles")
    assert seen["spawns"].note == "1 and 1 from Extra Spawn tiles"
    assert (seen["troops"].value, seen["troops"].limit) == (4, None)
    assert (seen["bolts held"].value, seen["silhouettes held"].value) == (2, 1)
    assert meters(at(options={"token_limit": 9}), 0)["troops"].limit == 9


def test_panels_tell_who_is_to_move_and_who_plays_next():
    match = at(corners={"red": "a1", "green": "i1", "blue": "e9"}, to_move="green")
    assert [p.active for p in match.scene().panels] == [False, True, False]
    assert [p.note for p in match.scene().panels] == ["Blue plays next", "Red plays next", "Green plays next"]


# forecasts and warnings


@pytest.mark.parametrize(("attacker", "defender", "forecast", "warning"), [
    ("c3", "b2", "kills the troop; attack 2 against defence 1, 1 against 1", ""),
    ("c3", "d4", "both troops fall; attack 2 against defence 1, 2 against 1", "You lose your troop as well"),
    ("b2", "c3", "you lose your troop; attack 1 against defence 1, 2 against 1",
     "This attack gains nothing: you lose your troop"),
    ("b2", "a2", "nothing happens; attack 1 against defence 1, 1 against 1",
     "This attack gains nothing: nothing happens"),
])
def test_an_attack_is_forecast_and_warned_about(attacker, defender, forecast, warning):
    match = at(phase="combat", tokens={"red": [attacker, "f3"], "green": [defender]}, action_points=2)
    seen = choice(match, f"attack {attacker} {defender}")
    assert (seen.forecast, seen.warning) == (forecast, warning)


def test_a_move_tells_the_values_on_arrival():
    assert choice(at(), "move b2 c3").forecast == "+1 Attack: attack 1 + 1 = 2, defence 1"


@pytest.mark.parametrize(("start", "tile"), [("c3", "d3"), ("c3", "b3"), ("d4", "e5")])
def test_a_move_that_locks_is_warned_about(start, tile):
    match = at(tokens={"red": [start, "f3"], **HOME})
    assert choice(match, f"move {start} {tile}").warning == "This troop can never leave"


def test_the_last_action_is_marked_so_that_a_table_can_ask():
    match = at(tokens={"red": ["b2", "f3"], "green": ["a2"]}, action_points=2)
    assert not choice(match, "move b2 c3").final
    assert not choice(match, "end move").final
    match.play("move b2 c3")
    assert choice(match, "move c3 b2").final
    assert choice(match, "move c3 b2").warning == ""
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["b2"]})
    assert choice(match, "attack c3 b2").final
    assert choice(match, "end combat").final


def test_choices_tell_what_the_pool_and_the_tiles_bring():
    match = at(tokens={"red": ["d4", "c3"], **HOME}, mana={"red": 3})
    assert choice(match, "move d4 e5").forecast.endswith("; +1 mana at the end of this turn")
    assert choice(match, "move c3 d3").forecast.endswith("; from your next turn on")
    won = at(tokens={"red": ["d4"], **HOME}, mana={"red": 9})
    assert choice(won, "move d4 e5").forecast.endswith(": you win")
    held = at(phase="combat", tokens={"red": ["e5"], **HOME})
    assert choice(held, "end combat").forecast == "+1 mana"
    spawning = at(phase="spawn", tokens={"red": ["b3"]})
    assert choice(spawning, "spawn a2").forecast == "plain ground: attack 1, defence 1"


def test_choices_name_the_places_that_they_change():
    match = at(phase="combat", tokens={"red": ["c3", "f3"], "green": ["b2", "d4"]}, action_points=2)
    assert choice(match, "attack c3 b2").cells == ["board/b2"]
    assert choice(match, "attack c3 d4").cells == ["board/c3", "board/d4"]
    corner = choice(fresh().play_all(["colour red", "colour green", "colour blue"]), "corner a1")
    assert corner.cells == ["board/a2", "board/b1", "board/b2"]
    assert corner.forecast == "your troops stand on a2, b1, b2"


def test_meters_name_the_hexes_that_they_count():
    match = at(tokens={"red": ["e5", "d3", "b3"], **HOME})
    seen = meters(match, 0)
    assert seen["mana"].cells == ["board/e5"]
    assert sorted(seen["troops"].cells) == ["board/b3", "board/d3", "board/e5"]
    assert seen["bolts held"].cells == seen["actions"].cells == ["board/d3"]
    assert seen["silhouettes held"].cells == ["board/b3"]
    assert meters(match, 1)["mana"].cells == ()


def test_actions_are_pips_that_dim():
    match = at(tokens={"red": ["b2", "d3"], **HOME}, action_points=2)
    assert (meters(match, 0)["actions"].value, meters(match, 0)["actions"].limit) == (2, 2)
    match.play("move b2 c3")
    assert (meters(match, 0)["actions"].value, meters(match, 0)["actions"].limit) == (1, 2)
    assert (meters(match, 1)["actions"].value, meters(match, 1)["actions"].limit) == (1, 1)


def test_the_rule_that_matters_is_named():
    assert fresh().scene().rule == "MAN-SETUP-1"
    assert at().scene().rule == "MAN-MOVE-4"
    assert at(phase="combat").scene().rule == "MAN-COMBAT-7"


def test_the_end_counts_deeds_and_draws_the_mana_round_by_round():
    match = at(tokens={"red": ["d4", "c3", "f3"], "green": ["b2"], "blue": ["i2"]}, mana={"red": 8}, round=3,
               action_points=2)  # fmt: skip
    assert match.scene().ending is None
    match.play_all(["move d4 e5", "end move", "attack c3 b2"])
    while not match.over:
        texts = match.legal()
        match.play(next((t for t in ("end move", "end combat") if t in texts), texts[0]))
    told = match.scene(2).ending
    rows = {line.label: line.values for line in told.lines}
    assert rows["kills"] == [1, 0, 0]
    assert rows["losses"] == [0, 1, 0]
    assert rows["entries into the Pool"] == [1, 0, 0]
    assert rows["turns on the Pool"] == [4, 0, 0]
    assert rows["actions for moving"] == [1, 0, 0]
    assert rows["actions for attacking"] == [1, 0, 0]
    assert rows["actions unused"] == [2, 1, 1]
    assert told.charts[0].series == [[9, 10], [0, 0], [0, 0]]


@pytest.mark.parametrize(("red", "points", "warned"), [
    (["d4"], 1, True), (["c3"], 1, False), (["c3", "f3"], 2, True), (["b2", "f3"], 2, False), (["f3"], 2, False)])
def test_ending_the_move_phase_with_a_free_pool_in_reach_is_warned_about(red, points, warned):
    match = at(tokens={"red": red, **HOME}, action_points=points)
    assert choice(match, "end move").warning == ("The Pool is free and in reach" if warned else "")


def test_a_pool_that_is_held_or_walled_off_is_not_in_reach():
    held = at(tokens={"red": ["d4"], "green": ["e5"]})
    assert choice(held, "end move").warning == ""
    walled = at(tokens={"red": ["c3", "f3", "f6"], "green": ["d4"], "blue": ["c4", "e4"]}, action_points=2)
    assert choice(walled, "end move").warning == ""


def test_leaving_the_own_holder_an_open_shot_is_warned_about():
    shot = "Your troop on the Pool can be removed from e6"
    tokens = {"red": ["e5", "c3"], "green": ["e6", "b2"], "blue": []}
    assert shot in choice(at(phase="combat", tokens=tokens), "end combat").warning
    assert choice(at(phase="combat", tokens=tokens), "attack c3 b2").warning == shot
    assert choice(at(tokens=tokens), "move c3 c2").warning == shot
    entering = at(tokens={"red": ["d4"], "green": ["e6"], "blue": []})
    assert choice(entering, "move d4 e5").warning == f"This troop can never leave; {shot}"


def test_removing_the_only_shooter_leaves_no_open_shot():
    match = at(phase="combat", tokens={"red": ["e5", "e7"], "green": ["e6"], "blue": []})
    assert choice(match, "attack e7 e6").warning == "You lose your troop as well"


def test_ending_the_turn_with_a_shot_at_the_pool_or_unused_actions_is_warned_about():
    match = at(phase="combat", tokens={"red": ["e6"], "green": ["e5"]})
    assert choice(match, "end combat").warning == "You could remove the holder of the Pool"
    match = at(phase="combat", tokens={"red": ["c3", "f3"], "green": ["b2"]}, action_points=2)
    assert choice(match, "end combat").warning == "2 actions stay unused"
    assert choice(at(phase="combat"), "end combat").warning == ""


def test_everybody_is_warned_of_a_player_close_to_the_goal():
    match = at(mana={"green": 8, "blue": 7}, round=12)
    assert match.scene().notes == ["Round 12 of 100", "Green needs only 2 more mana."]


def test_paths_of_clicks_lead_over_the_troop_to_its_target():
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["b2"]})
    assert [f"{t.kind} {t.id}" for t in choice(match, "attack c3 b2").path] == ["piece troop-c3", "piece troop-b2"]
    assert [f"{t.kind} {t.id}" for t in choice(at(), "move b2 c3").path] == ["piece troop-b2", "cell c3"]


# several steps by one click


def shortcuts(match, *path):
    return [s for s in match.scene().shortcuts if tuple(target.id for target in s.path) == path]


def test_a_march_of_several_steps_is_one_click_and_is_shaded_by_what_is_left():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **HOME})
    (march,) = shortcuts(match, "troop-a2", "a4")
    assert march.texts == ["move a2 a3", "move a3 a4"]
    assert march.way == ["board/a2", "board/a3", "board/a4"]
    assert (march.left, march.final) == (0, True)
    assert march.forecast == "2 actions; plain ground: attack 1, defence 1"
    assert choice(match, "move a2 a3").left == 1
    assert not shortcuts(match, "troop-a2", "a3"), "one step is a choice of its own"
    match.play_all(march.texts)
    assert match.scene().panels[0].active is False


def test_an_enemy_beside_a_troop_is_attacked_by_one_click_while_moving():
    match = at(tokens={"red": ["a2", "b1", "d3", "e3"], "green": ["e4", "e8", "f8"], "blue": HOME["blue"]})
    (attack,) = shortcuts(match, "troop-e3", "troop-e4")
    assert attack.texts == ["end move", "attack e3 e4"]
    fight = choice(match.fork().play("end move"), "attack e3 e4")
    assert (attack.mark, attack.tone, attack.warning) == (fight.mark, fight.tone, fight.warning)
    assert attack.forecast.endswith("nobody moves after it")


def test_a_troop_marches_to_its_enemy_and_takes_the_best_fight():
    match = at(tokens={"red": ["a2", "b1", "d3", "c2"], "green": ["c4", "e8", "f8"], "blue": HOME["blue"]})
    (attack,) = shortcuts(match, "troop-c2", "troop-c4")
    assert attack.texts == ["move c2 c3", "end move", "attack c3 c4"]
    assert (attack.mark, attack.tone) == ("2⚔1", "good")
    idle = at(tokens={"red": ["a2", "b1", "d3", "a3"], "green": ["a5", "e8", "f8"], "blue": HOME["blue"]})
    assert not shortcuts(idle, "troop-a3", "troop-a5"), "nobody marches to a fight that gains nothing"
