"""Maps: the supplied ones, the format, and everything that can be wrong with a map."""

import heapq
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadContent, BadOption, UnknownName
from hexagora.games.hexcape import content as hexcape_content
from hexagora.games.hexcape.content import supplied_maps
from hexagora.games.hexcape.mapfile import check_data, check_text, to_data, to_toml
from hexagora.games.hexcape.maps import HexMap
from hexagora.games.hexcape.rules_map import clear_walks, distance, measure_walks, walk_from
from hexagora.games.hexcape.state import STEP_LIMIT
from tests.hexcape.support import GAME, at, cost, custom, having, started

ROWS = ["1 1 1* 1 1 1 1 1", " S 1 1 1 1 1 1 E", "1 1 1 1 1 1 1 1"]

FIGURES = """
first-steps   5x9   39  37  2 0 0  3  9 12/10 12 3 3 d6 10 c1 c9
fork          7x9   57  42  4 0 0  3  9 17/12 17 3 3 d6 10 d1 d9
whirlpools    7x10  64  52  2 6 0  5 10 24/12 24 3 3 d6 14 d1 d10
letter-office 7x11  71  55  2 0 7  5 13 34/13 20 2 3 d6 20 d1 d11
ridge         9x10  82  78  2 3 0  9  9 34/10 34 3 5 d6 20 e1 e10
maze          9x11  99  68  4 0 4  5 15 33/15 20 2 3 d6 20 e1 e11
citadel      11x11  91  78  4 6 0 10  6 28/6  28 3 6 d6 16 f1 f6
grand-tour   11x14 136 113  5 6 5 10 16 47/20 31 3 3 d8 22 f1 f14
"""


def figures(m: HexMap) -> str:
    walk, jump = m.cheapest_walk(), m.cheapest_walk(letters=True)
    return " ".join(map(str, [
        m.id, f"{len(m.rows)}x{len(m.rows[0])}", len(m.places) + len(m.rocks), len(m.places),
        sum(t.card for t in m.tokens), sum(bool(t.numbers) for t in m.tokens), sum(bool(t.letters) for t in m.tokens),
        max(m.costs), m.fewest_steps(), f"{walk[0]}/{walk[1]}", jump[0], m.routes(), len(m.neighbours[m.end]),
        f"d{m.die}", m.thaw, m.names[m.start], m.names[m.end]]))  # fmt: skip


def test_the_figures_of_the_supplied_maps():
    found = [figures(m) for m in supplied_maps(GAME.content).values()]
    assert found == [" ".join(line.split()) for line in FIGURES.strip().splitlines()]


@pytest.mark.parametrize("data", GAME.content.maps, ids=lambda data: data["id"])
def test_supplied_maps_have_no_problem_and_their_thaw_is_that_of_the_formula(data):
    assert check_data(data).problems == []
    without = {k: v for k, v in data.items() if k != "thaw"}
    assert check_data(without).map.thaw == data["thaw"]


def around(row, column):
    """The six hexes next to one, by row and column from 0: every second row is shifted to the right."""
    left = column - 1 + row % 2
    return [(row, column - 1), (row, column + 1), *((row + d, left + k) for d in (-1, 1) for k in (0, 1))]


def rings(place, most):
    """All hexes up to a distance, whatever lies there."""
    far, edge = {place: 0}, [place]
    for n in range(1, most + 1):
        edge = [near for one in edge for near in around(*one) if near not in far and not far.update({near: n})]
    return far


@pytest.mark.parametrize("name", ["first-steps", "ridge", "grand-tour"])
def test_distances_are_steps_over_hexes_of_any_kind(name):
    match = at(name)
    m = supplied_maps(GAME.content)[name]
    rng = random.Random(name)
    for one in rng.sample(range(len(m.places)), 6):
        far = rings(m.places[one], sum(map(len, m.rows)))
        for other, place in enumerate(m.places):
            assert distance(match.box, match.state, one, other) == far[place]


def cheapest_walks(m, costs):
    """From each hex to E: the costs of the hexes entered, and the steps."""
    found, waiting = {}, [(0, 0, m.end)]
    while waiting:
        paid, steps, cell = heapq.heappop(waiting)
        if cell not in found:
            found[cell] = paid, steps
            for near in m.neighbours[cell]:
                heapq.heappush(waiting, (paid + costs[cell], steps + 1, near))
    return found


@pytest.mark.parametrize("name", ["first-steps", "maze", "citadel"])
def test_the_cheapest_and_then_the_shortest_walk_is_measured_from_every_hex(name):
    match = at(name)
    m, rng = supplied_maps(GAME.content)[name], random.Random(name)
    for _ in range(3):
        costs = [rng.randrange(1, 7) for _ in m.places]
        for cell, price in enumerate(costs):
            match.state.cost[cell] = price
        measure_walks(match.box, match.state)
        walks = cheapest_walks(m, costs)
        for cell in range(len(m.places)):
            assert divmod(walk_from(match.state, cell), STEP_LIMIT) == walks[cell]
        clear_walks(match.box, match.state)
        assert not any(match.state.way)


@pytest.mark.parametrize("name", ["fork", "whirlpools", "letter-office", "ridge", "maze", "grand-tour"])
def test_some_maps_are_mirror_images_apart_from_the_indices(name):
    def plain(rows):
        return [[(t.kind, t.cost, t.card) for t in row] for row in rows]

    m = supplied_maps(GAME.content)[name]
    assert plain(m.rows) == plain(m.rows[::-1])


def codes(**changes):
    return sorted({p.code for p in check_data(custom(rows=ROWS) | changes).problems})


def rows(top, middle=None, bottom=None):
    return {"rows": [top or ROWS[0], middle or ROWS[1], bottom or ROWS[2]]}


ERRORS = {
    "E1 unknown token": ("E1", rows("1 1 x 1* 1 1 1 1")),
    "E1 cost 0": ("E1", rows("1 1 0 1* 1 1 1 1")),
    "E1 cost 11": ("E1", rows("1 1 11 1* 1 1 1 1")),
    "E1 small letter": ("E1", rows("1:a 1 1:a 1* 1 1 1 1")),
    "E1 empty index": ("E1", rows("1: 1 1 1* 1 1 1 1")),
    "E2 no start": ("E2", rows(None, " 1 1 1 1 1 1 1 E")),
    "E2 two ends": ("E2", rows(None, " S 1 1 E 1 1 1 E")),
    "E3 two rows": ("E3", {"rows": ["1 1 1 1 1 1 1 1*", " S 1 1 1 1 1 1 E"]}),
    "E3 27 rows": ("E3", {"rows": [*ROWS, *["1 1 1 1 1 1 1 1"] * 24]}),
    "E3 41 columns": ("E3", rows(" ".join(["1"] * 41))),
    "E3 seven passable": ("E3", {"rows": ["1 1 1", " S # # E", "1 1 #"]}),
    "E4 lone letter": ("E4", rows("1:A 1 1 1* 1 1 1 1")),
    "E5 mixed": ("E5", rows("1:A+1 1:A 1:1 1* 1 1 1 1")),
    "E6 one number": ("E6", rows("1:1+2 1 1 1* 1 1 1 1")),
    "E7 twice": ("E7", rows("1:2+2 1:3 1 1* 1 1 1 1")),
    "E7 zero": ("E7", rows("1:0+1 1:3 1 1* 1 1 1 1")),
    "E7 thirteen": ("E7", rows("1:13+1 1:3 1 1* 1 1 1 1")),
    "E8 neighbours": ("E8", rows(None, " 1 1 1 S E 1 1 1")),
    "E9 no connection": ("E9", rows("1 1 1* 1 # 1 1 1", " S 1 1 1 # 1 1 E", "1 1 1 1 # 1 1 1")),
    "E10 card on S": ("E10", rows(None, " S* 1 1 1 1 1 1 E")),
    "E10 index on E": ("E10", rows("1:A 1 1 1* 1:A 1 1 1", " S 1 1 1 1 1 1 E:A")),
    "E10 card on rock": ("E10", rows("1 1 #* 1* 1 1 1 1")),
    "E10 index on nothing": ("E10", rows("-:1 1 1:1 1* 1:1 1 1 1")),
    "E10 index and card": ("E10", rows("1:A* 1 1 1* 1:A 1 1 1")),
    "E10 card and index": ("E10", rows("1*:A 1 1 1* 1:A 1 1 1")),
    "E11 die": ("E11", {"die": 7}),
    "E12 thaw": ("E12", {"thaw": 2}),
    "KEY unknown": ("KEY", {"colour": "red"}),
    "KEY id": ("KEY", {"id": "My Map"}),
    "KEY difficulty": ("KEY", {"difficulty": 11}),
    "KEY rows": ("KEY", {"rows": "S E"}),
}


@pytest.mark.parametrize(("code", "changes"), ERRORS.values(), ids=ERRORS)
def test_each_error_is_found_and_refused(code, changes):
    check = check_data(custom(rows=ROWS) | changes)
    assert code in {p.code for p in check.errors}
    assert check.map is None
    with pytest.raises(BadContent, match=code):
        GAME.options({"map": custom(rows=ROWS) | changes})


WARNINGS = {
    "W1": ({"W1"}, rows("1:7 1 1:1 1* 1 1 1 1")),
    "W2": ({"W2"}, rows("1 1 1* 1 1 1 # 1", " S 1 1 1 1 E # #")),
    "W3": ({"W3", "W4"}, rows("1:A 1 1* 1 # 1 1:A 1", " S 1 1 1 # 1 1 E", "1 1 1 1 # 1 1 1")),
    "W4": ({"W4"}, rows("1 1 1* 1 # 1 1 1", " S 1 1 1 1 1 1 E", "1 1 1 1 # 1 1 1")),
    "W5": ({"W4", "W5"}, rows("1 1 1* 1 1 1 1 #", " S 1 1 1 1 1 1 E", "1 1 1 1 1 1 1 #")),
    "W6": ({"W6"}, rows(None, " S 1 1 E 1 1 1 1")),
    "W7": ({"W7"}, {"rows": [" ".join(["9"] * 6 + ["9*"] + ["9"] * 5), " S" + " 9" * 10 + " E", " ".join(["9"] * 12)]}),
    "W8": ({"W8"}, rows("1 1 1 1 1 1 1 1")),
    "W9": ({"W3", "W4", "W9"}, rows("1:1 1 1* 1 # 1 1:2 1", " S 1 1 1 # 1 1 E", "1 1 1 1 # 1 1 1")),
}


@pytest.mark.parametrize(("expected", "changes"), WARNINGS.values(), ids=WARNINGS)
def test_each_warning_is_found_and_the_map_is_usable(expected, changes):
    check = check_data(custom(rows=ROWS) | changes)
    assert {p.code for p in check.problems} == expected
    assert check.map is not None


def test_the_small_map_has_no_problem():
    assert codes() == []


def test_warnings_depend_on_the_die_and_the_cards_in_use():
    data = custom(rows=["1:7 1 1:1 1 1 1 1 1", *ROWS[1:]])
    assert {p.code for p in check_data(data).problems} == {"W1", "W8"}
    assert check_data(data, die=8, cards=False).problems == []


def test_all_problems_are_reported_with_line_and_column():
    text = 'id = "x"\nname = "X"\ndie = 5\nnotes = "rows = 3"  # rows\nrows = [\n  "1 1 x 1",\n  " S  11 1 1",\n]\n'
    problems = {(p.code, p.cell): p.spot for p in check_text(text).problems}
    assert problems[("E1", "a3")] == (6, 8)
    assert problems[("E1", "b2")] == (7, 8)
    assert problems[("E11", "")] == (3, 7)
    assert problems[("E2", "")] == (5, 8)
    assert ("KEY", "") in problems, "the difficulty is missing"
    assert ("E3", "") in problems


def test_errors_of_the_keys_do_not_hide_those_of_the_rows():
    changes = {"id": "My Map", "die": 7, "thaw": 1, **rows("x 1 1* 1 # 1 1 1", " S 1 1 1 # 1 1 E", "1:A 1 1 1 # 1 1 1")}
    assert codes(**changes) == ["E1", "E11", "E12", "E4", "E9", "KEY"]


@pytest.mark.parametrize("text", ["[" + "-" * 60_000 + "]", "a" + ".a" * 20_000 + " = 1",
                                  "x = [" + "{}, " * 9000 + "]"])
def test_no_text_takes_long_to_be_refused(text: str):
    began = time.process_time()
    assert check_text(text).problems
    assert time.process_time() - began < 2



def test_a_file_that_is_no_toml_points_at_the_place():
    (problem,) = check_text('id = "x"\nname = = 3\n').problems
    assert (problem.code, problem.spot[0]) == ("TOML", 2)


@pytest.mark.parametrize("data", GAME.content.maps, ids=lambda data: data["id"])
def test_maps_survive_being_written_as_files_and_data(data):
    m = check_data(data).map
    assert check_text(to_toml(m, "designed", 'a "note"')).map == m
    assert to_data(check_data(to_data(m)).map) == to_data(m)


def test_rows_may_be_ragged_and_spaced():
    m = check_data(custom(rows=["1   1 1* 1", "     S 1 1 1 1 1 1 E", "1 1 1 1 1 1 1 1"])).map
    assert [len(row) for row in m.rows] == [8, 8, 8]


def test_the_largest_map_can_be_played():
    rows = [" ".join(["2"] * 40) for _ in range(26)]
    rows[12] = "S " + " ".join(["2"] * 37) + " 3* E"
    match = at(custom(rows=rows), tokens={"red": "z40"}, ap=3)
    assert having(match, "move") == {"y40", "z39"}
    match.play("stop moving")
    assert len(match.legal()) == 2 * (1040 - 2) + 1
    assert cost(match.play("raise z40"), "z40") == 3


def test_of_a_map_that_is_too_large_no_more_is_looked_at():
    """A wide row above very many empty ones would be filled up to a hundred million hexes."""
    check = check_data(custom(rows=[" ".join(["1"] * 10_000), *[""] * 10_000]))
    assert {"10001 rows; there must be 3 to 26", "10000 columns; there must be at most 40"} <= {
        p.text for p in check.problems}
    assert sum(map(len, check.rows)) == 26 * 40


def test_very_many_maps_to_choose_from_are_refused_before_each_is_read(monkeypatch):
    monkeypatch.setattr(hexcape_content, "_one", lambda *_: pytest.fail("read"))
    with pytest.raises(BadOption, match="at most 64"):
        GAME.options({"players": 2, "map": ["citadel"] * 10_000})


@pytest.mark.parametrize("index", ["A", "1"])
def test_a_map_full_of_teleports_is_reached_without_looking_at_each_pair(index):
    """Neither the check of a map nor a new match makes the million links of such a map."""
    rows = [" ".join([f"2:{index}"] * 40) for _ in range(26)]
    rows[12] = f"S {' '.join([f'2:{index}'] * 38)} E"
    m = check_data(custom(rows=rows, thaw=0)).map
    assert m.reachable(letters=True, numbers=True) == set(range(1040))
    assert "letter_links" not in vars(m)


def test_own_maps_are_found_listed_in_the_vote_and_travel_with_the_match(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))
    folder = tmp_path / "hexcape" / "maps"
    folder.mkdir(parents=True)
    m = check_data(custom(id="mine", rows=ROWS)).map
    (folder / "mine.toml").write_text(to_toml(m, "mine", ""))
    (folder / "bad.toml").write_text("id = 3")
    match = started("red", "blue", order="seat")
    assert "wish mine" in match.legal()
    assert match.options["map"][-1] == to_data(m)
    match.save(tmp_path / "m.json")
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path / "nowhere"))
    from hexagora.matches import load

    again = load(tmp_path / "m.json").play_all(["wish mine", "map mine"])
    assert again.position()["map"] == "mine"


def test_a_map_by_id_by_own_id_and_by_file(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(check_data(custom(id="mine", rows=ROWS)).map, "", ""))
    assert GAME.options({"map": "fork"})["map"] == "fork"
    assert GAME.options({"map": str(file)})["map"]["id"] == "mine"
    assert GAME.options({"map": "fork, ridge"})["map"] == ["fork", "ridge"]
    with pytest.raises(UnknownName, match="did you mean 'fork'"):
        GAME.options({"map": "forc"})
    file.write_text('id = "x"')
    with pytest.raises(BadContent, match=r"mine.toml[\s\S]*line 1, column 1: KEY the key 'name' is missing"):
        GAME.options({"map": str(file)})


TOKENS = st.sampled_from(["-", "#", "S", "E", "1", "10", "3*", "2:A", "3:1", "3:2+5", "x", "S*", "3:A+1", "99", "1:0"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(TOKENS, max_size=9).map(" ".join), max_size=8))
def test_any_rows_are_either_usable_or_refused_with_reasons(rows):
    check = check_data(custom(rows=rows))
    assert (check.map is None) == bool(check.errors)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_either_a_map_or_refused_with_reasons(text):
    check = check_text(text)
    assert check.map is not None or check.errors


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
                    max_leaves=6)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["id", "name", "difficulty", "die", "thaw", "rows", "provenance", "notes", "other"]), JSON)
def test_any_value_of_a_key_is_either_usable_or_refused(key, value):
    check = check_data(custom(rows=ROWS) | {key: value})
    assert check.map is not None or check.errors


def test_numbers_of_tokens_are_plain_digits():
    """Digits of other writings look like numbers to Python, but not to a map."""
    from hexagora.games.hexcape.maps import read_token

    for text in ("\u0663", "\uff11", "3:\u0662", "\u00b2"):
        assert read_token(text)[1][0].code == "E1", text


def test_notes_have_a_limit():
    from hexagora.games.hexcape.mapfile import check_data

    data = {"id": "m", "name": "M", "difficulty": 1, "rows": ["1 1 1 1 1", " S 1 1 1 E", "1 1 1 1 1"]}
    assert check_data({**data, "notes": "x" * 2000}).map is not None
    assert check_data({**data, "notes": "x" * 2001}).map is None
