"""What people see."""

import pytest

from hexagora.engine import coaching
from tests.hexemonia.helpers import GAME, at


def choice(match, text):
    return next(c for c in match.choices() if c.text == text)


def meters(match, player, viewer=None):
    return {m.label: m.value for m in match.scene(viewer).panels[player].meters}


def test_planes_show_hexes_and_the_lowest_open_ring():
    boards = at("ACTION", "o 2/0/1; a1 walls 1/1/0").scene().boards
    assert [b.id for b in boards] == ["p1", "p2", "p3"]
    assert [c.id for c in boards[0].cells] == ["o", "a1", "a2", "a3", "a4", "a5", "a6"]
    walls = boards[0].cells[1]
    assert (walls.terrain, walls.label) == ("fortification", "Walls")
    assert {b.kind: b.text for b in walls.badges} == {
        "nature": "helmet", "cost1": "citizen", "cost2": "hoplite", "shield": "2", "citizen": "1", "hoplite": "1"}
    assert "active" in walls.note


def test_inactive_hexes_look_different():
    cell = at("ACTION", "o; a1 walls 3/0/0; hades@a1").scene().boards[0].cells[1]
    assert (cell.terrain, cell.glyph) == ("fortification-inactive", "f?")
    assert "not active" in cell.note
    assert "lacks 1 hoplite" in cell.note
    assert "in excess: 2 citizens" in cell.note
    assert [b.text for b in cell.badges if b.kind.startswith("cost")] == ["citizen", "hoplite missing"]
    heap = next(p for p in at("ACTION", "o; a1 walls 3/0/0").scene().pieces if p.kind == "citizen")
    assert (heap.tags, heap.note) == (["excess"], "3 citizens on Walls a1, 2 in excess")
    assert "token of Hades" in cell.note


def test_panels():
    match = at("ACTION", {"acropolis": "athens", "city": "o 1/0/4; a1 village 1/2/0; oracle@a1", "hand": ["walls"]},
               philosopher="p2")
    values = meters(match, 0)
    assert (values["city"], values["political hexes"], values["units"]) == ("Athens", 1, 6)
    assert (values["gold"], values["hand"], values["Myths"], values["points"]) == (4, 1, 1, 4)
    assert [panel.note for panel in match.scene().panels] == ["", "Philosopher", "Last Player marker"]
    assert meters(match, 0, viewer=2)["city"] == "hidden"


def test_pieces_keep_their_identity():
    match = at("WAR", "o 1/0/0", "o; a1 walls; hades@a1")
    before = {p.id for p in match.scene().pieces}
    match.play_all(["attack p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a1"])
    after = {p.id: p for p in match.scene().pieces}
    assert {"token-hades", "philosopher"} <= before & set(after)
    assert (after["token-hades"].board, after["token-hades"].at) == ("p1", "a1")


@pytest.mark.parametrize(("start", "prompt"), [
    (("TAKE1",), "Take a hex."), (("TAKE2",), "Take a second hex, or a cube for your Acropolis."),
    (("PLAY",), "Play hexes, or go on."), (("MOVES",), "Move cubes, then finish."),
    (("EXCHANGE",), "Exchange 2 citizens for 1 hoplite or back, once per hex."),
    (("SPECIAL", "o; a1 spring"), "Use your gears in any order."),
    (("WAR", "o 1/0/0", "o; a1 walls"), "Choose a hex to conquer, one per opponent."),
    (("DISCARD", {"hand": ["walls", "walls", "asty", "asty", "fleet"]}), "Keep four hexes."),
])
def test_prompts(start, prompt):
    assert at(*start).scene().prompt == f"seat 1: {prompt}"


def test_prompts_with_numbers():
    match = at("PLAY", {"city": "o 2/1/1", "hand": ["palaestra"]}).play("play palaestra a1")
    assert match.scene().prompt == \
        "seat 1: Where does this citizen come from? Still to pay: 1 citizen, 1 hoplite, 1 gold."
    match = at("SPECIAL", "o; a1 lighthouse 1/0/1", "o 0/0/1").play("activate a1")
    assert match.scene().prompt == "seat 2: seat 1's Lighthouse: give one gold. From where?"
    match = at("WAR", "o 4/0/0", "o; a1 quarry 3/0/0").play_all(["attack p2 a1", "muster 2 citizen o"])
    assert match.scene().prompt == "seat 1: Attack on Blue's Quarry a1. Muster more than 3. Now: 2."
    match = match.play_all(["muster 2 citizen o", "end muster"])
    assert match.scene().prompt == "seat 1: Attack on Blue's Quarry a1. 4 against 3: which units fall?"
    assert match.play("lose 0").scene().prompt == "seat 1: Place Quarry, conquered from Blue. It brings 1 citizen."


def badges(match, player, cell):
    (found,) = (c.badges for c in match.scene().boards[player].cells if c.id == cell)
    return {badge.kind: (badge.text, badge.owner) for badge in found}


def test_a_war_is_seen_from_the_choice_to_the_conquest():
    match = at("WAR", "o 4/1/0", "o; a1 quarry 3/0/0; a2 spring 1/0/0")
    assert badges(match, 1, "a1")["defence"] == ("3", None)
    match.play_all(["attack p2 a1", "muster 3 citizen o", "muster 1 hoplite o"])
    assert badges(match, 1, "a1")["siege"] == ("5 : 3", 0)
    assert "siege" not in badges(match, 1, "a2")
    army = {p.kind: (p.board, p.at, p.owner, p.label) for p in match.scene().pieces if p.kind.startswith("army")}
    assert army == {"army-citizen": ("p2", "a1", 0, "3"), "army-hoplite": ("p2", "a1", 0, "1")}
    match.play_all(["end muster", "lose 0"])
    prize = next(pile for pile in match.scene(3).piles if pile.id == "prize")
    assert (prize.shown, prize.owner, prize.note) == (["Quarry"], None, "brings 1 hoplite")
    match.play("settle a1")
    assert not [pile for pile in match.scene().piles if pile.id == "prize"]
    assert not [p for p in match.scene().pieces if p.kind.startswith("army")]


def test_actions_have_previews():
    match = at("ACTION", "o 2/0/0; a1 quarry 2/0/0; a2 spring", "o; a1 walls; a2 walls 1/1/0")
    assert choice(match, "produce").forecast == "brings 2 gold"
    assert choice(match, "special").forecast == "could use Spring a2"
    assert choice(match, "war").forecast == "could take Blue's Walls a2"


def test_war_shows_what_to_beat_and_why_not():
    match = at("WAR", "o 4/0/0", "o; a1 walls 1/1/0; a2 quarry 2/0/0; b2 spring", "o; a1 asty")
    notes = {c.id: c.note for c in match.scene().boards[1].cells}
    assert notes["a1"].endswith("attack with more than 3")
    assert notes["a2"].endswith("too strong: 6")
    assert choice(match, "attack p2 a1").forecast == "muster more than 3, of 4 that you have; gold there: 0"


def test_warnings():
    match = at("PLAY", {"city": "o; a1 pasture 1/0/0", "hand": ["necropolis"]}).play("play necropolis a2")
    assert choice(match, "pay citizen a1").warning == "Pasture a1 becomes inactive"
    ring = "o; a1 walls; a2 walls; a3 walls; a4 pasture; a5 pasture"
    match = at("PLAY", {"city": ring, "hand": ["spring"]})
    assert "without a Polis" in choice(match, "play spring a6").warning
    match = at("ACTION", "o; a1 spring 4/0/0")
    assert choice(match, "pass").warning == \
        "a Revolt would cost you 2 citizens (Blue or Green could take the Philosopher next turn)"
    match = at("EXCHANGE", "o; a1 spring 0/0/3", last_round=True)
    assert "3 gold" in choice(match, "end exchange").warning
    match = at("PLAY", {"acropolis": "delphi", "city": "o"}, players=4)
    assert choice(match, "reveal acropolis").forecast == "would win you the Philosopher"


def test_survivors_are_shown():
    match = at("WAR", "o 2/2/0", "o; a1 quarry 2/0/1").play_all(
        ["attack p2 a1", "muster 2 citizen o", "muster 2 hoplite o", "end muster"])
    assert choice(match, "lose 1").forecast == "survivors: 2 citizens, 1 hoplite; the hex will be active"
    assert choice(match, "lose 0").forecast == "survivors: 2 hoplites; the hex will not be active"


def test_a_scene_of_the_end_lists_the_score():
    match = at("OVER", {"acropolis": "athens", "city": "o 0/0/2; a1 tavern 1/0/1; a2 spring"})
    values = meters(match, 0)
    lines = ("Chora and Fortifications", "Polis", "points for gold", "city bonus")
    assert [values[line] for line in lines] == [1, 2, 2, 2]
    assert values["points"] == 7
    assert match.scene().prompt == "seat 1 wins with 7 points."
    rival = {"acropolis": "sparta", "city": "o; a1 spring; a2 spring"}
    tied = at("OVER", {"acropolis": "athens", "city": "o 0/0/2"}, rival)
    assert tied.scene().prompt == "seat 1 wins with 2 points, by the tie-break."


def test_hands_of_others_are_not_in_the_scene():
    match = at("PLAY", {"hand": ["walls", "fleet"], "shown": ["fleet"]})
    piles = {p.id: p for p in match.scene(viewer=2).piles}
    assert (piles["hand-p1"].count, piles["hand-p1"].shown) == (2, ["Fleet"])


def test_notes_about_the_last_round():
    assert at("PLAY", last_round=True).scene().notes == ["Last round: it ends with seat 3."]
    few = at("TAKE1", fate=["walls"], display=["asty", "asty", "spring", "spring"]).scene()
    assert few.notes == ["The Fate pile is nearly empty: the last round may start this turn."]


def test_every_choice_has_a_way_of_clicks():
    match = GAME.match(players=3, seed=4)
    for step in range(150):
        if match.over:
            break
        for c in match.choices():
            assert c.path
            assert c.label
        match.play(match.legal()[(step * 5) % len(match.legal())])


def lines(match, player):
    return {m.label: m for m in match.scene().panels[player].meters}


def test_score_lines_name_the_hexes_that_count_and_those_that_miss():
    match = at("OVER", {"acropolis": "athens", "city": "o 0/0/2; a1 tavern 1/0/1; a2 spring; a3 walls 0/0/1; a4 agora"})
    seen = lines(match, 0)
    assert (seen["Chora and Fortifications"].cells, seen["Chora and Fortifications"].missed) == (["p1/a2"], ["p1/a3"])
    assert (seen["Polis"].cells, seen["Polis"].missed) == (["p1/a1"], ["p1/a4"])
    assert (seen["points for gold"].cells, seen["points for gold"].missed) == (["p1/o"], ["p1/a1", "p1/a3"])
    assert (seen["city bonus"].cells, seen["city bonus"].missed) == (["p1/a1"], ["p1/a4"])
    assert "2 for each active polis" in seen["city bonus"].note


def test_a_trio_names_its_myths_and_the_acropolis():
    city = {"acropolis": "sparta", "city": "o; a1 temple 1/0/1; a2 village 1/0/0; a3 walls 1/1/0; hades@a3; oracle@a2"}
    seen = lines(at("OVER", city), 0)["trio of Myths"]
    assert seen.note.startswith("Hades (military), Oracle (political), Sparta (")
    assert (seen.value, sorted(seen.missed)) == (0, ["p1/a2", "p1/a3", "p1/o"])


def test_all_panels_have_the_same_lines():
    for match in (at("ACTION"), at("OVER")):
        assert len({tuple(m.label for m in panel.meters) for panel in match.scene().panels}) == 1


def test_meters_name_the_hexes_that_they_count():
    seen = lines(at("ACTION", {"acropolis": "athens", "city": "o 1/0/4; a1 village 1/2/0; a2 quarry; oracle@a1"}), 0)
    assert seen["political hexes"].cells == ["p1/a1"]
    assert seen["units"].cells == ["p1/o", "p1/a1"]
    assert seen["Myths"].cells == ["p1/a1"]


def card(match, text):
    target = choice(match, text).path[0]
    return target.kind, target.id, target.board


def test_cards_name_their_pile():
    assert card(at("TAKE1", display=["walls", "asty", "spring", "fleet"]), "take asty") == ("card", "Asty", "display")
    assert card(at("PLAY", {"city": "o 2/1/1", "hand": ["spring"]}), "play spring a1") == ("card", "Spring", "hand-p1")
    assert card(at("SPECIAL", "o; a1 spring; fates@a1"), "activate fates") == ("card", "Fates", "myths-p1")
    full = {"hand": ["walls", "walls", "asty", "asty", "fleet"]}
    assert card(at("DISCARD", full), "discard asty") == ("card", "Asty", "hand-p1")
    match = at("SPECIAL", "o; a1 agora 1/0/1; oracle@a1", fate=["walls", "asty", "spring", "fleet", "quarry"],
               chance="ask")
    match.play("activate oracle")
    while match.to_act == "chance":
        match.play(match.legal()[0])
    assert card(match, match.legal()[0])[2] == "oracle"


def test_players_are_targets_that_can_be_clicked_on_their_panels():
    match = at("SPECIAL", "o; a1 tavern 1/0/1", "o 2/0/0", "o 1/0/0").play("activate a1")
    demand = choice(match, "demand p2")
    assert [(t.kind, t.id) for t in demand.path] == [("player", "1")]
    assert demand.forecast == "Blue has 2 citizens and chooses which one to give"


def test_a_payment_can_be_made_in_one_go():
    match = at("PLAY", {"city": "o 0/0/1; a1 pasture 3/0/0", "hand": ["palaestra", "tavern"]}).play("play tavern a2")
    (shortcut,) = match.scene().shortcuts
    assert shortcut.label == "Pay from excess and the Acropolis"
    assert shortcut.forecast == "citizen from Pasture a1, gold from the Acropolis"
    match.play_all(shortcut.texts)
    assert match.scene().prompt == "seat 1: Play hexes, or go on."
    match = at("PLAY", {"city": "o; a1 pasture 2/0/0", "hand": ["necropolis"]}).play("play necropolis a2")
    assert [s.label for s in match.scene().shortcuts] == ["Pay from excess"]
    poor = at("PLAY", {"city": "o; a1 pasture 1/0/0", "hand": ["necropolis"]}).play("play necropolis a2")
    assert [(s.label, s.warning) for s in poor.scene().shortcuts] == [
        ("Pay the only way", "Pasture a1 becomes inactive")]
    torn = at("PLAY", {"city": "o; a1 pasture 1/0/0; a3 pasture 1/0/0", "hand": ["necropolis"]})
    torn.play("play necropolis a2")
    assert list(torn.scene().shortcuts) == [], "which of two Pastures falls asleep is for the player to say"


def test_a_hex_whose_payment_is_obvious_is_played_by_one_drop():
    match = at("PLAY", {"city": "o 0/0/1; a1 pasture 3/0/0", "hand": ["tavern"]})
    play = choice(match, "play tavern a2")
    (paid,) = [s for s in match.scene().shortcuts if s.path == play.path]
    assert paid.usual
    assert paid.label == "Play Tavern on a2, paid from excess and the Acropolis"
    assert paid.forecast == "costs 1 citizen, 1 gold: citizen from Pasture a1, gold from the Acropolis"
    match.play_all(paid.texts)
    assert match.scene().prompt == "seat 1: Play hexes, or go on."


def test_lifted_cubes_say_where_they_can_be_dropped():
    match = at("MOVES", "o 0/0/1; a1 pasture 3/0/0; a2 spring 1/0/0")
    lift = next(c for c in match.choices() if c.text.startswith("lift 2") and "a1" in c.text)
    assert sorted(lift.onto) == ["p1/a2", "p1/o"]
    match.play(lift.text)
    assert sorted(c.path[0].id for c in match.choices()) == ["a2", "o"]


def test_an_exposed_host_of_a_myth_is_warned_about():
    match = at("ACTION", "o; a1 walls 1/1/0; hades@a1", "o 9/0/0")
    assert "can be conquered: Hades on Walls a1" in choice(match, "pass").warning
    match = at("ACTION", "o; a1 walls 1/1/0; hades@a1", "o 1/0/0")
    assert "can be conquered" not in choice(match, "pass").warning
    match = at("PLAY", {"city": "o; a1 walls", "hand": ["hades"]}, "o 9/0/0")
    assert choice(match, "myth hades a1").warning == "Walls a1 can be conquered, and the Myth with it"


def test_a_polis_that_can_no_longer_be_placed_is_told_to_its_owner_alone():
    ring = "o; a1 walls; a2 walls; a3 walls; a4 pasture; a5 pasture; a6 pasture"
    match = at("PLAY", {"city": ring, "hand": ["asty"]})
    told = "seat 1's Asty can no longer be placed."
    assert told in match.scene(1).notes
    assert told not in match.scene(2).notes
    hand = next(p for p in match.scene(1).piles if p.id == "hand-p1")
    assert hand.faces[0].note == "no place for it"


def test_faces_of_hexes_tell_colour_nature_cost_and_effect():
    match = at("PLAY", {"city": "o 2/1/1", "hand": ["walls", "temple"]}, display=["quarry", "asty", "spring", "fleet"])
    faces = {face.name: face for pile in match.scene(1).piles for face in pile.faces}
    assert faces["Walls"].sort == "fortification, military"
    assert faces["Walls"].text == "costs 1 citizen, 1 hoplite, shield 2 for its neighbours"
    assert "produces 2 gold" in faces["Quarry"].text
    assert "1 gold for each sacred hex beside it" in faces["Temple"].text
    assert (faces["Walls"].terrain, faces["Walls"].badges[1].text) == ("fortification", "citizen")
    others = {face.name for pile in match.scene(2).piles for face in pile.faces}
    assert "Walls" not in others


def test_gears_are_forecast():
    match = at("SPECIAL", "o; a1 temple 1/0/1; a2 spring; a3 lighthouse 1/0/1", "o 0/0/1", "o 0/0/2")
    assert choice(match, "activate a1").forecast == "1 gold"
    assert choice(match, "activate a3").forecast == "2 gold, from Blue and Green"


def test_mustering_tells_how_far_it_is_and_what_survives():
    match = at("WAR", "o 6/0/0", "o; a1 quarry 3/0/0").play("attack p2 a1")
    assert choice(match, "muster 2 citizen o").forecast.endswith("then 2 of more than 3: not enough yet")
    assert choice(match, "muster 5 citizen o").forecast.endswith("then 5 against 3: units worth 2 survive")
    match.play("muster 5 citizen o")
    assert choice(match, "end muster").forecast == "then 5 against 3: units worth 2 survive"


def test_actions_name_the_hexes_they_are_about_and_which_end_the_turn():
    match = at("ACTION", "o 2/0/0; a1 quarry 2/0/0; a2 spring; a3 walls", "o; a1 walls; a2 walls 1/1/0")
    assert choice(match, "produce").cells == ["p1/a1"]
    assert choice(match, "special").cells == ["p1/a2"]
    assert choice(match, "war").cells == ["p2/a2"]
    assert choice(match, "strategic").forecast == "not active: Walls a3 lacks 1 citizen, 1 hoplite"
    finals = {c.text for c in match.choices() if c.final}
    assert finals == {"produce", "pass"}


def test_gold_away_from_the_acropolis_and_a_useful_symbol_are_not_forgotten():
    match = at("ACTION", "o; a1 spring 0/0/3", last_round=True)
    assert "3 gold of yours is not on the Acropolis" in choice(match, "pass").warning
    match = at("ACTION", {"acropolis": "delphi", "city": "o"}, players=4)
    assert "revealing your city now would win you the Philosopher" in choice(match, "pass").warning


def test_the_rule_that_matters_is_named():
    assert at("TAKE1").scene().rule == "HXM-DRAFT-1"
    assert at("ACTION").scene().rule == "HXM-ACT-1"
    match = at("SPECIAL", "o; a1 tavern 1/0/1", "o 2/0/0").play("activate a1")
    assert match.scene().rule == "HXM-FX-3"


@pytest.mark.parametrize(("cities", "grave"), [
    (("o", "o", "o"), False),  # one political hex would lead, but anybody could do that
    (("o; a1 village 0/0/0", "o", "o"), True),
    (("o; a1 village 0/0/0", "o; a1 village 0/0/0", "o"), True),
])  # fmt: skip
def test_politics_threaten_nobody_before_a_city_has_a_political_hex(cities, grave):
    panel = at("ACTION", *cities, players=3).scene().panels[0]
    assert [threat.grave for threat in panel.threats if threat.icon == "eye"] == [grave] * 2


def test_nobody_can_be_conquered_any_more_once_the_match_is_over():
    threatened = {}
    for node in ("ACTION", "OVER"):
        scene = at(node, "o", "o; a1 pasture 1/0/0", "o 9/4/0").scene()
        pasture = scene.boards[1].cells[1]
        threatened[node] = ("threat" in {badge.kind for badge in pasture.badges}, "can be conquered" in pasture.note)
    assert threatened == {"ACTION": (True, True), "OVER": (False, False)}


@pytest.mark.parametrize(("last", "warning"), [(False, "can be conquered: Oracle on Village a1"), (True, "")])
def test_the_last_decision_of_a_match_warns_of_no_conquest(last, warning):
    match = at("ACTION", "o 9/4/0", "o; a1 village 1/2/0; oracle@a1; a2 pasture", players=2, last_round=last, turn="p2")
    assert choice(match, "pass").warning == warning


def test_a_coach_praises_production_only_where_something_is_produced():
    advice = {}
    for city in (["o 2/0/1"], ["o 2/0/1", "a1 pasture 1/0/0"]):
        position = {"options": {"players": 2}, "turn": "p1", "node": "ACTION",
                    "p1": {"acropolis": "athens", "city": city}, "p2": {"acropolis": "sparta", "city": ["o 2/0/1"]}}
        match = GAME.from_position(position)
        advice[len(city)] = [tip.id for tip in coaching.now(match, 1)]
    assert advice == {1: [], 2: ["action"]}
