"""The content file: provenance, changes, errors."""

import contextlib
import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.content import validate
from hexagora.engine.errors import BadContent
from hexagora.games.hexemonia.content import Content, cell_names, plane
from tests.hexemonia.helpers import GAME
from tests.support import covers

TEXT = (GAME.folder / "content.toml").read_text("utf8")


def changed(tmp_path, old, new):
    """The game with a changed content file."""
    assert old in TEXT
    path = tmp_path / "content.toml"
    path.write_text(TEXT.replace(old, new, 1), "utf8")
    return GAME.with_content(path)


def refused(tmp_path, old, new, *words):
    with pytest.raises(BadContent) as error:
        changed(tmp_path, old, new)
    for word in words:
        assert word in str(error.value)


def test_everything_has_a_provenance():
    for part in (*GAME.content.acropolis, *GAME.content.hex):
        assert part.provenance
        assert all(re.match("text|derived|web|designed|kind web", p) for p in part.provenance.values())


def test_copies_of_the_printed_box():
    totals = {h.id: h.in_use(4) for h in GAME.content.hex}
    assert [totals[t] for t in ("spring", "quarry", "fleet", "lighthouse", "asty", "midas")] == [3, 2, 2, 2, 3, 1]


def test_other_numbers_take_effect(tmp_path):
    other = changed(tmp_path, "cost = { citizen = 2, hoplite = 0, gold = 0 }", "cost = { citizen = 3 }")
    match = other.from_position({"node": "ACTION", "p1": "o; a1 quarry 2/0/0"}).play("produce")
    assert match.position()["p1"]["city"] == ["o 0/0/0", "a1 quarry 2/0/0"]


@covers("HXM-RULING-18")
def test_a_larger_box_gets_a_fourth_ring(tmp_path):
    other = changed(tmp_path, "copies = { 2 = 2, 3 = 1, 4 = 0 }", "copies = { 2 = 9, 3 = 9, 4 = 0 }")
    match = other.match(players=4, seed=1)
    assert (match.box.radius, match.box.cells) == (4, 61)
    assert cell_names(4)[-1] == "d24"
    while not match.over:
        match.play(match.legal()[0])


@pytest.mark.parametrize(("old", "new", "words"), [
    ("hand_limit = 4", "hand_limit = 0", ["game.hand_limit = 0", "greater than or equal to 1"]),
    ("hand_limit = 4", "hand_limits = 4", ["game.hand_limits: unknown key", "game.hand_limit: missing"]),
    ('nature = "economic"', 'nature = "rich"', ["nature = 'rich'", "'political'"]),
    ('colour = "chora"', 'colour = "green"', ["colour = 'green'", "'chora'"]),
    ('gear = "spring"', 'gear = "well"', ["gear = 'well'"]),
    ('gear = "spring"', 'gear = "spring"\nshield = 2', ["at most one of"]),
    ('id = "pasture"', 'id = "spring"', ["'spring' is there 2 times"]),
    ('id = "pasture"', 'id = "Pasture 1"', ["small letters"]),
    ('id = "pasture"', 'id = "hidden"', ["none of"]),
    ('2 = ["athens", "sparta"]', '2 = ["athens"]', ["game.acropolises.2", "2 different"]),
    ('2 = ["athens", "sparta"]', '2 = ["athens", "troy"]', ["troy", "olympia"]),
    ("citizen = 60", "citizen = 7", ["supply.citizen = 7", "2 each"]),
    ("citizen = 60", "citizen = 900", ["less than or equal to 64"]),
    ("copies = { 2 = 2, 3 = 0, 4 = 1 }", "copies = { 2 = 2, 3 = 0, 5 = 1 }", ["copies"]),
    ('name = "Pasture"', 'name = "Spring"', ["'Spring'"]),
])
def test_bad_content_is_refused_with_key_and_value(tmp_path, old, new, words):
    refused(tmp_path, old, new, *words)


def test_myths_are_single_hexes_without_cost(tmp_path):
    myth = 'gear = "hades"\n'
    refused(tmp_path, myth, myth + "cost = { citizen = 1 }\n", "neither cost nor shield")
    refused(tmp_path, myth + "copies = { 2 = 1, 3 = 0, 4 = 0 }", myth + "copies = { 2 = 2 }", "add up to 1")


def test_too_few_or_too_many_hexes(tmp_path):
    data = tomllib.loads(TEXT)
    data["hex"] = data["hex"][:3]
    with pytest.raises(BadContent, match="at least 9 are needed"):
        validate(Content, data, "test")
    data = tomllib.loads(TEXT)
    for h in data["hex"][:6]:
        h["copies"] = {"2": 9, "3": 3}
    with pytest.raises(BadContent, match="at most 60 fit"):
        validate(Content, data, "test")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 22), st.sampled_from(["cost", "copies", "gear", "produces", "shield", "name", "id", "colour"]),
       st.none() | st.integers() | st.text(max_size=4) | st.dictionaries(st.sampled_from(["citizen", "2", "gold", "9"]),
                                                                         st.integers(-2, 12), max_size=2))
def test_any_change_is_read_or_refused(k, key, value):
    data = tomllib.loads(TEXT)
    data["hex"][k][key] = value
    with contextlib.suppress(BadContent):
        assert validate(Content, data, "test").hex


TABLE = {  # cell: q, r and the cells around it from N clockwise
    "o": (0, 0, "a1 a2 a3 a4 a5 a6"), "a3": (1, 0, "a2 b4 b5 b6 a4 o"), "a6": (-1, 0, "b12 a1 o a5 b10 b11"),
    "b1": (0, -2, "c1 c2 b2 a1 b12 c18"), "b12": (-1, -1, "c18 b1 a1 a6 b11 c17"), "c4": (3, -3, "- - - c5 b3 c3"),
    "c10": (0, 3, "b7 c9 - - - c11"), "c18": (-1, -2, "- c1 b1 b12 c17 -")}


@pytest.mark.parametrize("cell", TABLE)
def test_the_plane(cell):
    names, (q, r, around) = cell_names(3), TABLE[cell]
    box = GAME.box(GAME.options({"players": 2}))
    k = names.index(cell)
    assert plane(3)[k] == (q, r)
    assert [names[n] if n >= 0 else "-" for n in box.neighbour[k]] == around.split()


@pytest.mark.parametrize("hand", [0, 1])
def test_a_starting_hand_of_one_hex_or_none(hand, tmp_path):
    match = changed(tmp_path, "start_hand = 2 ", f"start_hand = {hand} ").match(players=2, seed=1)
    assert [len(match.position()[p]["hand"]) for p in ("p1", "p2")] == [hand, hand]
    assert match.legal()[0].startswith("take ")
