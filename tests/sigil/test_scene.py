"""What people see: prompts, forecasts, warnings."""

from tests.sigil.board import L2, L3, SIGIL, play, table


def choices(match):
    return {choice.text: choice for choice in match.choices()}


def test_prompts_of_the_decisions():
    m = table("a1 a2 a3 a4 a7 a8 a9 a10", "b1 b2 b3 b4 b5 b6")
    assert m.scene().prompt == "Your move: place a stone."
    play(m, "move a11")
    assert m.scene().prompt == "Dash, cast or end your turn."
    assert play(m.fork(), "dash").scene().prompt == "Dash: give up a stone (1 of 2)."
    assert play(m.fork(), "dash,sacrifice a1").scene().prompt == "Dash: give up a stone (2 of 2)."
    assert play(m.fork(), "cast grow").scene().prompt == "You keep 1 stones of Grow: choose which."
    assert play(m.fork(), "cast grow,keep a9").scene().prompt == "Grow: soft move 1 of 2."
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
    assert choices(play(m, "end turn,move b4"))["end turn"].warning.endswith("Blue wins (lead).")
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
    assert "Flourish: not full: 1 of 5" in notes
    assert "Dash: you need 3 stones" in play(table("a1", "b1"), "move a2").scene().notes


def test_slots_show_progress_locks_and_what_can_be_cast():
    m = play(table("a1 a8 a9", "b1 b2", blue_cast="grow 2"), "move a10")
    slot = next(cell for cell in m.scene().boards[0].cells if cell.id == "s4")
    assert {badge.kind: badge.text for badge in slot.badges} == {"progress": "3/3", "lock": "2", "castable": "cast"}


def test_nodes_announce_themselves():
    cells = {cell.id: cell.note for cell in SIGIL.match(layout="starter").scene().boards[0].cells}
    assert cells["a1"] == "a1, mana, start of Red, red stone"
    assert cells["a2"] == "a2, slot, s1 Flourish, empty, can be chosen"
