"""What people see: prompts, forecasts, warnings."""

from tests.sigil.board import L2, L3, SIGIL, play, table


def choices(match):
    return {choice.text: choice for choice in match.choices()}


def test_prompts_of_the_decisions():
    m = table("a1 a2 a3 a4 a7 a8 a9 a10", "b1 b2 b3 b4 b5 b6")
    assert m.scene().prompt == "Red: Your move: place a stone."
    play(m, "move a11")
    assert m.scene().prompt == "Red: Dash, cast or end your turn."
    assert play(m.fork(), "dash").scene().prompt == "Red: Dash: give up a stone (1 of 2)."
    assert play(m.fork(), "dash,sacrifice a1").scene().prompt == "Red: Dash: give up a stone (2 of 2)."
    assert play(m.fork(), "cast grow").scene().prompt == "Red: You keep 1 stone of Grow: choose which."
    assert play(m.fork(), "cast grow,keep a9").scene().prompt == "Red: Grow: soft move 1 of 2."
    assert "With Seal of Wind" in table("a8 a9 a10", "b1", layout=L2).scene().prompt


def test_forecasts_tell_push_crush_and_price():
    assert choices(table("a1 a12", "a5 b1", "blue"))["move a12"].forecast == "pushes the stone on a12 to c7"
    assert choices(table("a3 a9", "a13 b1"))["move a13"].forecast == "crushes a13"
    assert choices(table("a1 b2", "b1 b6"))["move b6"].forecast == "pushes to b5 or b11"
    m = play(table("a1 a8 a9", "b1 b2"), "move a10")
    assert choices(m)["cast grow"].forecast == "costs 2 of 3 stones; then this spell is locked for you"
    assert choices(m)["dash"].forecast == "costs 2 stones, then one stone is placed"


def test_warnings_before_it_is_too_late():
    m = play(table("a1 a7", "b1 b2 b3 b4"), "move a2")
    assert choices(m)["end turn"].warning == ""
    m = play(table("a1", "b1 b2 b3"), "move a2")
    assert choices(play(m, "end turn,move b4"))["end turn"].warning.endswith(
        "Blue wins, three or more stones ahead at the end of a turn.")
    m = play(table("a1 b8 b9 b10", "b1 b2"), "move a2")
    assert "can do nothing" in choices(m)["cast fireblast"].warning
    m = play(table("a1 a2 b7", "b1 b2", layout=L3), "move a3,dash")
    assert choices(m)["sacrifice b7"].warning == "You lose Seal of Summer."
    assert "give away mana" in choices(m)["sacrifice a1"].warning


def test_the_menu_says_why_something_is_not_possible():
    m = play(table("a1 a8 a9 a10 c7", "b1 b2 b3", red_cast="grow 1"), "move a2")
    notes = m.scene().notes
    assert "Grow: locked by you" in notes
    assert "Surge: needs a dash this turn" in notes
    assert "Totals: Red 6, Blue 3 + 1 = 4" in notes
    cells = {cell.id: cell.note for cell in m.scene().boards[0].cells}
    assert cells["s1"].endswith("; cannot be cast now: not full: 1 of 5")
    assert cells["s4"].endswith("; cannot be cast now: locked by you")
    assert m.scene().closed == {"cast": "Grow: locked by you; Surge: needs a dash this turn"}
    poor = play(table("a1", "b1"), "move a2").scene()
    assert poor.closed == {"dash": "you need 3 stones", "cast": "no spell is full"}
    assert table("a1", "b1").scene().closed == {}


def test_full_slots_glow_in_the_colour_of_their_stones():
    m = table("a8 a9 a10 c7", "b2 b3 b4 b5 b6")
    cells = {cell.id: cell for cell in m.scene().boards[0].cells}
    glow = {name: [(b.kind, b.owner) for b in cell.badges if b.kind.startswith("full")] for name, cell in cells.items()}
    assert {name: found for name, found in glow.items() if found} == {
        "s4": [("full3", 0)], "c7": [("full1", 0)], "s2": [("full5", 1)]}


def test_meters_name_the_nodes_that_they_count():
    m = table("a1 a8 a9 a10", "b1 b2", layout=L2, red_cast="carnage 5")
    meters = {meter.label: meter for meter in m.scene().panels[0].meters}
    assert meters["stones"].cells == ["board/a1", "board/a8", "board/a9", "board/a10"]
    assert meters["mana"].cells == ["board/a1"]
    assert meters["seals"].cells == ["board/a8", "board/a9", "board/a10"]
    assert meters["locked"].value == "Carnage (5)"
    assert len(meters["locked"].cells) == 5
    assert meters["big casts"].icon == "warning"
    assert {meter.label: meter.note for meter in m.scene().panels[1].meters}["total"] == "2 + 1 = 3"


def test_choices_name_the_places_that_they_change():
    assert choices(table("a1 b2", "b1 b6"))["move b6"].cells == ["board/b5", "board/b11"]
    m = play(table("a1 c8 c9 c10", "b1 b2 b3 a2 a3"), "move a11,cast hail_storm,keep c8")
    assert choices(m)["destroy a2"].cells == [f"board/a{k}" for k in range(2, 7)]
    assert m.scene().prompt == "Red: Hail Storm: destroy one of these in s1 Flourish."
    assert m.scene().rule == "SIG-SPELL-8"


def test_the_last_big_spell_is_announced_and_the_end_of_the_turn_marked():
    m = play(table("a1 a8 a9", "b1 b2", red_cast="carnage 5"), "move a10")
    assert choices(m)["cast grow"].forecast.endswith("your last big spell: it ends the game")
    assert choices(m)["end turn"].final
    assert not choices(m)["dash"].final


def test_the_rule_that_matters_is_named():
    m = table("a1 a2 a3 a4 a7 a8 a9 a10", "b1 b2 b3 b4 b5 b6")
    assert m.scene().rule == "SIG-MOVE-2"
    assert play(m, "move a11").scene().rule == "SIG-TURN-2"
    assert play(m, "cast grow").scene().rule == "SIG-PAY-3"
    assert play(m, "keep a9").scene().rule == "SIG-SPELL-6"


def test_the_end_counts_stones_and_draws_the_totals():
    m = table("a1 a2 a3 a9 a10 b2", "a13 b1")
    assert m.scene().ending is None
    play(m, "move a13,dash,sacrifice a1,sacrifice b2,move a4,end turn")
    told = m.scene(1).ending
    rows = {line.label: line.values for line in told.lines}
    assert rows["enemy stones crushed"] == [1, 0]
    assert rows["own stones given up"] == [2, 0]
    assert rows["stones lost"] == [2, 1]
    assert rows["score stone"] == [0, 1]
    assert rows["difference"] == [4, -4]
    assert told.charts[0].series == [[6], [2]]


def test_slots_show_progress_locks_and_what_can_be_cast():
    m = play(table("a1 a8 a9", "b1 b2", blue_cast="grow 2"), "move a10")
    slot = next(cell for cell in m.scene().boards[0].cells if cell.id == "s4")
    assert {badge.kind: badge.text for badge in slot.badges} == {
        "full3": "", "progress": "3/3", "lock-die": "2", "castable": "cast"}


def test_nodes_announce_themselves():
    cells = {cell.id: cell.note for cell in SIGIL.match(layout="starter").scene().boards[0].cells}
    assert cells["a1"] == "a1, mana, start of Red, red stone"
    assert cells["a2"] == "a2, slot, s1 Flourish, empty, can be chosen"
