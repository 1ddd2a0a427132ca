"""What a person sees of Hexes of Sygon: prompts, forecasts, warnings, panels, the shop, the end."""

import pytest

from hexagora.engine import locales
from hexagora.engine.phrases import Book
from tests.sygon.support import GAME, at, lay_out, new, pass_round, play


def choice(match, text):
    return next(c for c in match.choices() if c.text == text)


def prompts(match):
    return match.scene().prompt


def test_prompts():
    assert prompts(play(lay_out(new(players=2)), "town a3")) == "Black: Place your free Wall (1 of 1)."
    match = at("game 2 ffa; board r2; town p1 c2 e1; cubes p1 snow=15; turn p1 cast")
    assert prompts(match) == "Black: Cast spells: one per Wizard, each spell once."
    assert prompts(play(match, "end cast")) == "Black: You hold 17 of 15 cubes: discard 2."
    match = play(at("game 2 ffa; board r2; town p1 d3; workshop d3; market d3; eruptions"), "roll 6")
    assert prompts(match) == "Black: The eruption hits d3: lose the Workshop or the Market?"
    assert prompts(new(players=2, board="recommended")) == "Black: Place Wizard 1."


def test_the_die_lies_as_it_fell_last():
    match = at("game 2 ffa; board r2; value c3 9; eruptions")
    assert not match.scene().dice
    play(match, "roll 9")
    (die,) = match.scene().dice
    assert (die.value, die.text, die.note) == (9, "blue-red", "The die shows 9: blue and red")
    (again,) = play(pass_round(match), "roll 9").scene().dice
    assert again.thrown == die.thrown + 1  # the same face, and yet another throw
    assert again in at(f"game 2 ffa; board r2; round {match.position()['round']}; face 9; turn p1 move").scene().dice


def test_a_wizard_away_from_the_board_is_said_to_be_away():
    match = at("game 2 ffa; board r2; wizard p1.w1 d4; turn p1 move")
    notes = [piece.note for piece in match.scene().pieces if piece.kind == "wizard"]
    assert notes[:2] == ["Wizard 1 of Black, d4", "Wizard 2 of Black, lost"]


def test_forecasts_say_prices_and_consequences():
    match = at("game 4 ffa; board r4; wizard p1.w1 c4; wizard p2.w1 c5; gold p1 5; turn p1 move")
    assert choice(match, "teleport w1 c5").forecast == "1 Gold to the bank, 1 Gold to Blue"
    assert choice(match, "walk w1 c5").forecast == "1 Gold to Blue"
    match = at("game 2 ffa; board r2; town p1 d4; wall p1 d4 ne w; wizard p1.w1 d4; gold p1 2; turn p1 build")
    assert "+1 SP" in choice(match, "build wall d4 sw").forecast


def test_warnings():
    match = at("game 2 ffa; board r2; ash e3 eruption; town p1 d4; wizard p1.w1 d4; gold p1 9; turn p1 move")
    assert choice(match, "end move").warning == "None of your Wizards has moved."
    assert choice(match, "teleport w1 c5").warning == "A Walk leads there as well."
    play(match, "end move")
    assert "Ash" in choice(match, "build wall d4 sw").warning
    give_market = at("""game 2 ffa; board r2; town p1 d4; wizard p1.w1 d4; gold p1 9; cubes p1 spice=1 elixir=1
        turn p1 build""")
    assert "Market on d4" in choice(give_market, "end build").warning
    match = at("game 2 ffa; board r2; wizard p1.w1 d3; turn p1 cast; town p1 c2 e1; cubes p1 snow=15; gold p1 29")
    warning = choice(match, "end cast").warning
    for part in ("d3", "rest of the game", "Forage", "more than 15", "beyond 30"):
        assert part in warning
    match = at("game 2 ffa scorch; board r2; wizard p1.w1 d3; turn p1 cast")
    assert "leaves the board" in choice(match, "scorch w1").warning
    match = at("""game 2 ffa spells; board r2; town p1 d4; wizard p1.w1 d4; gold p1 9; cubes p1 spice=1 elixir=1
        turn p1 build""")
    assert "Market" in choice(match, "purchase lull spice").warning


def test_the_scene_shows_threats_odds_and_encirclements():
    match = at("game 2 ffa; board r2; town p1 d4; wall p1 d4 ne w sw; cloud red; turn p1 move")
    cells = {c.id: c for c in match.scene().boards[0].cells}
    assert "if green erupts: turns to Ash" in cells["d3"].note
    assert "Smoke Cloud" in cells["b3"].note
    assert [b.text for b in cells["d2"].badges] == ["8 in 12"]
    assert any(b.kind == "encircled" for b in cells["d4"].badges)
    assert {p.id for p in match.scene().pieces if p.kind == "cloud"} == {"cloud-red"}


def missing(match):
    return {offer.id: offer.missing for offer in match.scene().offers}


def test_offers_say_what_is_missing_and_notes_why_a_steal_is_impossible():
    match = at("game 2 ffa; board r2; wizard p1.w1 c3; wizard p2.w1 c3; cubes p1 spice=1; turn p1 build")
    assert missing(match)["market"] == "1 elixir, 1 Gold"
    rich = at("game 2 ffa; board r2; wizard p1.w1 c3; cubes p1 spice=2; gold p1 9; turn p1 build")
    assert missing(rich)["market"] == "1 elixir (transform spice into elixir: 3 Gold)"
    assert missing(rich)["wall"] == ""
    alone = at("game 2 ffa; board r2; wizard p1.w1 c3; cubes p1 spice=1; gold p1 9; turn p1 build")
    assert missing(alone)["market"] == "1 elixir (buy elixir: 7 Gold)"
    play(match, "end build")
    assert match.scene().offers == []
    assert "Wizard 1 cannot Steal: it needs upright opponent pieces in 1 hex in reach" in match.scene().notes


def test_the_end_is_told_in_full():
    match = play(at("game 2 ffa; board r2; final; town p1 e1; town p2 c5; gold p1 3; eruptions"), "roll 4")
    assert "after the final round, decided by goods (Black: 3, Blue: 3)" in match.scene().prompt
    first = {m.label: m for m in match.scene().panels[0].meters}
    assert (first["Towns × 3"].value, first["Towns × 3"].cells) == (3, ["board/e1"])
    assert [first[label].value for label in ("Workshops × 2", "Markets × 1", "Encirclements × 1")] == [0, 0, 0]
    assert (first["SP"].value, first["SP needed"].value, first["rank"].value) == (3, 27, 1)
    rows = {line.label: line.values for line in match.scene().ending.lines}
    assert rows == {"Gold": [3, 0], "cubes": [0, 0], "goods": [3, 0]}


def test_wizards_keep_their_identity():
    match = at("game 2 ffa spells; board r2; wizard p1.w1 c3; hand p1 vanish; turn p1 move")
    before = {p.id: p.at for p in match.scene().pieces if p.kind == "wizard"}
    play(match, "walk w1 c2")
    after = {p.id: p.at for p in match.scene().pieces if p.kind == "wizard"}
    assert before.keys() == after.keys()
    assert (before["p1-w1"], after["p1-w1"]) == ("c3", "c2")
    play(match, "play vanish, vanish w1")
    assert {p.id for p in match.scene().pieces if p.board is None and "vanished" in p.tags} == {"p1-w1"}


def faces(match, pile):
    return {face.name: face for p in match.scene().piles if p.id == pile for face in p.faces}


def panel(match, p):
    return {m.label: m for m in match.scene().panels[p].meters}


def test_a_volcano_tells_what_its_next_eruption_would_do():
    match = at("game 2 ffa; board r2; town p1 d4; cloud red; turn p1 move")
    notes = {c.id: c.note for c in match.scene().boards[0].cells}
    assert "the next eruption: " in notes["b3"]
    assert "d3 turns to Ash" in notes["d2"]


def test_ash_of_a_scorch_has_its_own_terrain():
    match = at("game 2 ffa scorch; board r2; wizard p1.w1 d3; ash e3 eruption; turn p1 cast")
    play(match, "scorch w1")
    terrain = {c.id: c.terrain for c in match.scene().boards[0].cells}
    assert (terrain["d3"], terrain["e3"]) == ("ash-scorched", "ash")


@pytest.mark.parametrize("when", ["at once", "from the next turn on"])
def test_what_a_steal_takes_from_several_is_translated_whatever_follows(when):
    book = Book(locales.shared("it"), locales.catalogue(GAME, "it").phrases)
    told = f"knocks over 5 pieces for 5 Gold (3 from Blue, 2 from Red), to be used {when}"
    assert book.find(told).text.startswith("abbatte 5 pezzi per 5 Oro (3 da Blu, 2 da Rosso), da usare")
    assert book.find(told).missing == 0


def test_a_steal_tells_whom_it_takes_how_much_from_and_where():
    match = at("""game 2 ffa; board r2; town p2 d4; wizard p1.w1 d3; wizard p2.w1 d4; wizard p2.w2 d4; gold p2 2
        turn p1 cast""")
    steal = choice(match, "steal w1")
    taken = "knocks over 3 pieces for 3 Gold (2 from Blue, 1 from the bank)"
    assert steal.forecast == f"{taken}, to be used from the next turn on"
    assert steal.cells == ["board/d4"]
    assert "lies down" in choice(match, "protect w1").forecast


def test_a_steal_near_the_limit_of_gold_tells_what_is_kept():
    match = at("""game 2 ffa; board r2; town p2 d4; wizard p1.w1 d3; wizard p2.w1 d4; wizard p2.w2 d4; gold p2 9
        gold p1 29; turn p1 cast""")
    assert "for 3 Gold (3 from Blue, 1 of it kept: 30 is the limit)" in choice(match, "steal w1").forecast
    match.play("steal w1")
    assert match.state.gold[0] == 30


def test_under_power_trip_what_a_spell_brings_can_be_used_at_once():
    match = at("""game 4 ffa spells; board r4; hand p1 power-trip; wizard p1.w1 c4; wizard p1.w2 a4; town p1 a4
        gold p1 1; turn p1 move""").play("play power-trip")
    assert choice(match, "forage w1").forecast == "1 flower, to be used at once"


def test_a_hex_between_volcanoes_tells_what_each_would_do():
    match = at("game 2 ffa; board r2; value c3 0; wall p2 c3 e; turn p1 move")
    (hex_,) = (cell for cell in match.scene().boards[0].cells if cell.id == "c3")
    assert "if red erupts: turns to Ash; " in hex_.note + "; "
    assert "if green erupts: shielded by a Wall" in hex_.note
    assert "if blue erupts: turns to Ash" in hex_.note


def test_a_wall_names_the_towns_that_it_encircles():
    match = at("game 2 ffa; board r2; town p1 d4; wall p1 d4 ne w; wizard p1.w1 d4; gold p1 2; turn p1 build")
    assert choice(match, "build wall d4 sw").cells == ["board/d4"]


def test_the_face_of_the_die_is_chosen_knowing_what_burns():
    match = at("game 2 ffa spells; board r2; foresight p1; eruptions")
    face = next(c for c in match.choices() if c.text.startswith("foresee") and "blue would erupt" in c.forecast)
    assert "d3 turns to Ash" in face.forecast
    assert "board/d3" in face.cells


def test_the_chance_to_lose_a_wizard_is_told():
    match = at("game 2 ffa; board r2; wizard p1.w1 d3; turn p1 cast")
    assert " in 12) to Ash" in choice(match, "end cast").warning


def test_with_competitive_scoring_it_is_sure_which_volcano_erupts():
    """From 18 points on no die is thrown."""
    strong = "board r2; town p1 a3 a4 a5 b2 c1 c5; wizard p1.w1 d3; turn p1 cast"
    assert "d3 (10 in 12) to Ash" in choice(at(f"game 2 ffa; {strong}"), "end cast").warning
    assert "d3 (12 in 12) to Ash" in choice(at(f"game 2 ffa competitive; {strong}"), "end cast").warning


def volcanoes(match):
    """What is noted of each Volcano, by its hex, and its badges."""
    cells = [cell for cell in match.scene().boards[0].cells if cell.terrain.startswith("volcano")]
    first = {cell.id: cell.note.split("; ")[0].split(": ", 1)[1] for cell in cells}
    return {cell.id: (first[cell.id], [badge.text for badge in cell.badges]) for cell in cells}


def test_volcanoes_tell_the_faces_of_the_die_only_where_it_is_thrown():
    strong = "board r2; town p1 a3 a4 a5 b2 c1 c5; wizard p1.w1 d3; turn p1 cast"
    thrown = volcanoes(at(f"game 2 ffa; {strong}"))
    assert thrown["d2"] == ("blue Volcano, on 8 of 12 faces", ["8 in 12"])
    sure = volcanoes(at(f"game 2 ffa competitive; {strong}"))
    assert sure["d2"] == ("blue Volcano, which as things stand erupts this round", ["12 in 12"])
    assert sure["b3"] == ("red Volcano, which as things stand does not erupt this round", ["0 in 12"])
    lulled = volcanoes(at(f"game 2 ffa competitive; cloud blue; {strong}"))
    assert "does not" in lulled["d2"][0]
    assert "does not" not in lulled["b3"][0]


def test_nothing_threatens_to_erupt_once_the_match_is_over():
    match = at("game 2 ffa; board r2; final; town p1 e1; town p2 c5; workshop c5; turn p2 cast")
    assert any("erupts: " in cell.note for cell in match.scene().boards[0].cells)
    play(match, "end cast")
    while not match.over:
        match.play(match.legal()[0])
    cells = match.scene().boards[0].cells
    assert not [cell.id for cell in cells if {"threat", "odds"} & {badge.kind for badge in cell.badges}]
    assert not [cell.id for cell in cells if "erupt" in cell.note.replace("an eruption", "")]


def test_the_end_of_a_turn_is_marked_and_tells_what_it_brings():
    match = at("game 2 ffa; board r2; town p1 c2 e1; turn p1 cast")
    end = choice(match, "end cast")
    assert end.final
    assert end.forecast.startswith("brings ")
    assert "Gold" in end.forecast
    assert not choice(at("game 2 ffa; board r2; turn p1 move"), "end move").final


def test_placing_tells_what_lies_there():
    match = new(players=2, board="recommended")
    assert "Gold Value" in match.choices()[0].forecast


def test_the_shop_tells_price_copies_effect_and_why_not():
    match = at("game 2 ffa spells; board r2; hand p1 lull; gold p1 9; turn p1 move")
    assert faces(match, "shop-instant")["Lull"].sort.startswith("1 cube of any kind, ")
    assert faces(match, "shop-instant")["Lull"].sort.endswith(" left")
    assert faces(match, "shop-instant")["Lull"].text.startswith("Choose a Volcano")
    assert faces(match, "shop-instant")["Lull"].note == "too dear for you now"
    assert faces(match, "hand-p1")["Lull"].note == ""
    play(match, "play lull, lull blue")
    assert choice(match, "purchase foresight").path[0].board == "shop-golden"
    play(match, "purchase foresight")
    assert faces(match, "shop-golden")["Sunder"].note == "one purchase a turn"
    assert faces(match, "hand-p1")["Foresight"].note == "one card a turn"


def test_cards_name_their_pile():
    match = at("game 2 ffa spells; board r2; hand p1 lull; turn p1 move")
    assert [(t.kind, t.id, t.board) for t in choice(match, "play lull").path[:1]] == [("card", "lull", "hand-p1")]


def test_meters_name_the_hexes_and_walls_that_they_count():
    match = at("game 2 ffa; board r2; town p1 d4; wall p1 d4 ne w; turn p1 move")
    seen = panel(match, 0)
    assert seen["SP"].cells == seen["income"].cells == seen["Towns left"].cells == ["board/d4"]
    assert len(seen["Walls left"].cells) == 2
    borders = {f"board/{b.id}" for b in match.scene().boards[0].borders}
    assert set(seen["Walls left"].cells) <= borders


def test_the_rule_that_matters_is_named():
    assert at("game 2 ffa; board r2; turn p1 move").scene().rule == "SYG-MOVE-1"
    assert at("game 2 ffa; board r2; turn p1 build").scene().rule == "SYG-BUILD-1"
    assert at("game 2 ffa; board r2; eruptions").scene().rule == "SYG-VOLC-1"
    assert lay_out(new(players=2)).scene().rule == "SYG-SETUP-9"


def test_the_end_draws_the_points_by_round_with_the_eruptions():
    match = at("game 2 ffa; board r2; final; town p1 e1; town p2 c5; workshop c5; turn p2 cast")
    assert match.scene().ending is None
    play(match, "end cast")
    while not match.over:
        match.play(match.legal()[0])
    chart = match.scene().ending.charts[0]
    assert (chart.title, chart.steps) == ("SP", "round")
    assert [len(series) for series in chart.series] == [1, 1]
    assert chart.marks[0][0] == 0
    assert match.scene().ending.lines == []


@pytest.mark.parametrize(("face", "erupted"), [(1, ["blue"]), (4, ["red"]), (6, ["green"]), (11, ["blue", "green"])])
@pytest.mark.parametrize("cloud", ["", "; cloud red"])
def test_the_end_marks_the_volcanoes_that_erupted_and_no_others(face, erupted, cloud):
    """Also where a Cloud of the round before still lay on one."""
    match = at(f"game 2 ffa; board r2; final; town p1 e1; town p2 c5; workshop c5{cloud}; turn p2 cast")
    play(match, "end cast")
    while not match.over:
        match.play(f"roll {face}" if f"roll {face}" in match.legal() else match.legal()[0])
    quiet = ["red"] if cloud else []
    assert match.scene().ending.charts[0].marks == [(0, name) for name in erupted if name not in quiet]


def test_panels_tell_where_missing_wizards_are():
    match = at("game 2 ffa spells; board r2; wizard p1.w1 c3; hand p1 vanish; turn p1 move")
    play(match, "play vanish, vanish w1")
    assert "Wizard 1 vanished until the next turn" in match.scene().panels[0].note
    assert "p1" not in match.scene().panels[0].note


def test_panels_tell_which_goods_can_be_used_from_the_next_turn_on_only():
    match = at("game 2 ffa; board r2; wizard p1.w1 d3; turn p1 cast")
    assert match.scene().panels[0].note == "Wizards 2 and 3 lost"
    play(match, "forage w1")
    assert match.scene().panels[0].note == "Wizards 2 and 3 lost; 1 flower from next turn"


def test_a_move_shows_its_price_on_the_hex_and_the_gold_that_is_left():
    match = at("game 2 ffa; board r2; wizard p1.w1 a3; wizard p2.w1 a4; gold p1 5; turn p1 move")
    walk, teleport = (choice(match, f"{verb} w1 a4") for verb in ("walk", "teleport"))
    assert (walk.mark, walk.left) == ("-1", 4)
    assert (teleport.mark, teleport.left) == ("-2", 3)


def test_two_moves_of_a_wizard_are_one_click_by_the_cheapest_way():
    match = at("game 2 ffa; board r2; wizard p1.w1 a3; gold p1 5; turn p1 move")
    assert not match.scene().shortcuts, "one move is a choice of its own"
    position = match.position()
    position["players"]["p1"]["moves"]["w1"] = 2
    match = GAME.from_position(position, chance="ask", debug=True)
    strides = {s.path[-1].id: s for s in match.scene().shortcuts}
    free = next(s for s in strides.values() if all(text.startswith("walk") for text in s.texts))
    assert (free.mark, free.left, free.usual) == ("", 5, True)
    assert free.way[0] == "board/a3"
    assert len(free.way) == 3
    far = next(s for s in strides.values() if s.left == 3)
    assert far.forecast == "both moves of this Wizard; 2 Gold in all"
    play(match, ", ".join(free.texts))
    assert match.position()["players"]["p1"]["wizards"]["w1"] == free.path[-1].id
