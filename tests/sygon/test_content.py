"""The content file: an owner's numbers are taken over, nonsense is refused with the reason."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.content import validate
from hexagora.engine.errors import BadContent
from hexagora.games.sygon.content import Content, build, cell_names, zones
from tests.support import covers
from tests.sygon.support import GAME, player

FILE = GAME.folder / "content.toml"
TEXT = FILE.read_text("utf8")


def changed(tmp_path, *pairs):
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "content.toml"
    path.write_text(text, "utf8")
    return GAME.with_content(path)


def test_every_number_has_its_provenance():
    def walk(node):
        if isinstance(node, dict):
            scalars = [k for k, v in node.items() if not isinstance(v, dict | list)]
            if scalars and "provenance" not in node:
                yield node
            for key, value in node.items():
                if key not in ("cubes", "gold", "colours", "counts", "price", "tiles", "values"):
                    yield from walk(value)
        elif isinstance(node, list):
            for entry in node:
                yield from walk(entry)

    assert list(walk(tomllib.loads(TEXT))) == []


def test_an_owner_can_put_in_other_numbers(tmp_path):
    game = changed(tmp_path, ("win = 27", "win = 30"), ('name = "Lull"', 'name = "Sleep"'),
                   ('face = 3\ncolours = ["blue"]', 'face = 3\ncolours = ["blue", "red"]'),
                   ("sell_gold = 3", "sell_gold = 4"),
                   ('class = "golden"\nprice = { gold = 5 }', 'class = "instant"\nprice = { any = 2 }'))
    match = game.from_position({"script": "game 2 ffa spells; board r2; cubes p1 snow=3; turn p1 build"})
    assert match.box.win_points == 30
    assert "purchase power-trip snow" in match.legal()
    match.play("sell snow")
    assert match.scores is not None
    assert match.state.gold[0] == 4
    assert "Sleep" in str(match.scene().piles[0].note)
    assert match.box.die[2] == 0b011


@pytest.mark.parametrize(("old", "new", "message"), [
    ("max_cubes = 15", "max_cubes = -1", "limits.max_cubes = -1"),
    ("max_cubes = 15", "max_cubes = 15\nspeed = 3", "limits.speed: unknown key"),
    ("max_cubes = 15\n", "", "limits.max_cubes: missing"),
    ("flower = 3, elixir = 3", "flower = 4, elixir = 3", "20 tiles for 19 hexes"),
    ("blue = 1, red", "blue = 2, red", "one Volcano of each colour"),
    ("face = 12", "face = 11", "faces 1 to 12"),
    ('face = 12\ncolours = ["red", "green"]', 'face = 12\ncolours = ["red", "green", "blue"]', "at most 2"),
    ('face = 6\ncolours = ["green"]', 'face = 6\ncolours = []', "at least 1"),
    ('face = 1\ncolours = ["blue"]', 'face = 1\ncolours = ["pink"]', "'blue', 'red' or 'green'"),
    ('value = 1\ncount = 5', 'value = 1\ncount = 4', "11 exterior tokens for 12 places"),
    ('id = "echo"', 'id = "lull"', "'lull' is there more than once"),
    ('id = "echo"', 'id = "thunder"', "card.4.id = 'thunder'"),
    ('price = { gold = 4 }', 'price = { any = 4 }', "golden card is a number of: gold"),
    ('class = "eternal"\nprice = { crystal = 1 }', 'class = "golden"\nprice = { gold = 1 }', "'ward' lasts"),
    ('a3 = "spice"', 'a3 = "snow"', "recommended.r2.tiles"),
    ('a3 = "spice"\n', '', "a3 is missing"),
    ("c1 = 3\n", "c1 = 9\n", "not so many tokens"),
    ('towns = ["c2", "e1"]', 'towns = ["c2", "d2"]', "Town d2"),
    ('walls = ["c2 se", "c2 ne", "e1 ne"]', 'walls = ["c2 se", "e1 ne"]', "Town c2 has 1 Walls"),
    ('walls = ["c2 se", "c2 ne", "e1 ne"]', 'walls = ["c2 se", "c2 ne", "e1 se"]', "stands on the frame"),
    ('rows = ["a3-a5"', 'rows = ["a3-b5"', "row 1"),
    ("buy_gold = 7", "buy_gold = 3", "buy_gold must exceed sell_gold"),
    ("provenance = \"text\"\nmax_cubes", "provenance = \"guess\"\nmax_cubes", "limits.provenance"),
    ("colours = { 2 = [\"black\", \"blue\"]", "colours = { 2 = [\"black\"]", "at least 2"),
])
@covers("SYG-RULING-97")
def test_what_cannot_work_is_refused_with_the_reason(tmp_path, old, new, message):
    with pytest.raises(BadContent, match="cannot be used") as caught:
        changed(tmp_path, (old, new))
    assert message in str(caught.value)


@covers("SYG-RULING-97")
def test_the_die_must_favour_blue_then_red_then_green(tmp_path):
    with pytest.raises(BadContent, match="blue > red > green"):
        changed(tmp_path, *[(f'face = {n}\ncolours = ["blue"]', f'face = {n}\ncolours = ["green"]') for n in (1, 2, 3)])


PATHS = [("limits", "max_gold"), ("board",), ("die", 0, "colours"), ("token", 0), ("card", 3, "price"),
         ("start", "gold"), ("recommended", "r2", "player", 0, "walls"),
         ("recommended", "r3", "tiles", "a3"), ("tiles", 1, "counts")]
JUNK = st.none() | st.integers(-5, 200) | st.text(max_size=4) | st.lists(st.text(max_size=3), max_size=2) | st.just({})


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PATHS), JUNK)
def test_junk_in_the_file_is_refused_or_makes_boxes(path, junk):
    data = tomllib.loads(TEXT)
    node = data
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = junk
    try:
        content = validate(Content, data, "junk")
    except BadContent:
        return
    for players in (2, 3, 4):
        build(content, GAME.options({"players": players}), GAME.Box.new(debug=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_on_a_first_board_with_an_inner_and_a_rim_town(players):
    """So that both set-up rules for Walls are seen."""
    content = Content.model_validate(GAME.content_data)
    hexes = content.of_players(players)[0].hexes()
    zone = dict(zip(cell_names(hexes), zones(hexes), strict=True))
    starts = content.plan(players).player
    assert [sorted(zone[town] for town in one.towns) for one in starts] == [[0, 1]] * players
    assert len({town for one in starts for town in one.towns}) == 2 * players


@pytest.mark.parametrize(("content", "digest"), [("first-starts", "a037168bc7274fd3"),
                                                 ("second-starts", "bb0b921f006de837")])
def test_starts_that_were_supplied_before_are_named_content_with_the_digest_that_they_had(content, digest):
    """By it matches of earlier versions find them."""
    assert GAME.with_content(content).content_digest == digest


def test_the_starts_of_the_first_design_are_kept_as_named_content():
    chosen = {"players": 2, "board": "recommended", "seats": "fixed"}
    before, now = GAME.with_content("first-starts").match(**chosen), GAME.match(**chosen)
    assert [list(player(match, 1)["towns"]) for match in (before, now)] == 2 * [["c2", "e1"]]
    assert [list(player(match, 2)["towns"]) for match in (before, now)] == [["b4", "c1"], ["b4", "d1"]]
    assert [match.position()["values"] for match in (before, now)] == 2 * [now.position()["values"]]
