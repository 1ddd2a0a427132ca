"""Set-up: boards, tiles, tokens, the draft, starting goods, the recommended boards."""

from itertools import permutations

import pytest

from hexagora.games.sygon.names import KIND_NAMES, TILE_NAMES, read_name
from hexagora.games.sygon.positions import cell_names
from tests.support import covers
from tests.sygon.support import (
    GAME,
    at,
    cubes,
    gold,
    lay_out,
    new,
    offered,
    offers,
    pass_round,
    pass_turn,
    play,
    player,
    seat,
    wizard,
)

ROWS = {2: "a3-a5 b2-b5 c1-c5 d1-d4 e1-e3", 3: "a3-a6 b2-b6 c1-c6 d1-d5 e1-e4",
        4: "a4-a6 b3-b6 c2-c6 d1-d6 e1-e5 f1-f4 g1-g3"}
INNER = {2: "b3 b4 c2 c3 c4 d2 d3", 3: "b3 b4 b5 c2 c3 c4 c5 d2 d3 d4",
         4: "b4 b5 c3 c4 c5 d2 d3 d4 d5 e2 e3 e4 f2 f3"}


def box(players, **options):
    return GAME.box(GAME.options({"players": players, **options}))


@pytest.mark.parametrize("players", [2, 3, 4])
@covers("SYG-SETUP-2", "SYG-RULING-1", "SYG-RULING-2", "SYG-GEN-1")
def test_the_board_is_a_hexagon_of_19_24_or_30(players):
    names = cell_names(box(players))
    expected = [f"{row[0]}{n}" for row in ROWS[players].split() for n in range(int(row[1]), int(row[4]) + 1)]
    assert names == expected
    assert [n for n, zone in zip(names, box(players).zone, strict=False) if zone == 1] == INNER[players].split()


@covers("SYG-SETUP-1", "SYG-GEN-3")
def test_tiles_by_number_of_players():
    counts = {players: dict(zip(TILE_NAMES, box(players).tiles, strict=True)) for players in (2, 3, 4)}
    colours = dict.fromkeys(("blue", "red", "green"), 1)
    assert counts[2] == {"flower": 3, "elixir": 3, "spice": 3, "crystal": 3, "mushroom": 2, "snow": 2} | colours
    assert counts[3] == {"flower": 4, "elixir": 4, "spice": 4, "crystal": 3, "mushroom": 3, "snow": 3} | colours
    assert counts[4] == {"flower": 5, "elixir": 5, "spice": 5, "crystal": 4, "mushroom": 4, "snow": 4} | colours
    landscapes = [read_name(box(2).landscape[k]) for k in range(6)]
    assert landscapes[KIND_NAMES.index("snow")] == "Snow Mountains"


@covers("SYG-SETUP-3", "SYG-RULING-6")
def test_tiles_are_drawn_one_by_one_without_putting_back():
    match = new(players=2)
    assert match.legal() == [f"tile a3 {t}" for t in TILE_NAMES]
    assert match.weights() == [3, 3, 3, 3, 2, 2, 1, 1, 1]
    play(match, "tile a3 blue, tile a4 snow, tile a5 snow")
    assert match.legal()[-3:] == ["tile b2 mushroom", "tile b2 red", "tile b2 green"]
    assert match.weights() == [3, 3, 3, 3, 2, 1, 1]


@covers("SYG-SETUP-4", "SYG-SETUP-6")
def test_every_hex_gets_its_tile_and_every_landscape_its_token():
    match = new(players=2)
    while offered(match, "tile"):
        match.play(match.legal()[0])
    tiles = match.position()["tiles"]
    assert sorted(t for t in tiles.values() if t in ("blue", "green", "red")) == ["blue", "green", "red"]
    asked = []
    while match.to_act == "chance":
        asked.append(match.legal()[0].split()[1])
        match.play(match.legal()[0])
    assert asked == [n for n in cell_names(match.box) if tiles[n] in KIND_NAMES]


@covers("SYG-SETUP-6", "SYG-SETUP-7")
def test_tokens_come_from_the_zone_of_the_hex():
    match = at("game 2 ffa; board r2; turn p1 move")
    document = match.position() | {"stage": "tokens", "next": "a3", "values": {}, "players": {}}
    match = GAME.from_position(document, chance="ask")
    assert (match.legal(), match.weights()) == ([f"token a3 {v}" for v in range(4)], [3, 5, 3, 1])
    play(match, "token a3 3")
    assert (match.legal(), match.weights()) == ([f"token a4 {v}" for v in range(3)], [3, 5, 3])
    play(match, "token a4 0, token a5 1, token b2 1")
    assert (match.legal(), match.weights()) == ([f"token b4 {v}" for v in range(4)], [1, 2, 3, 1])
    assert match.position()["values"] == {"a3": 3, "a5": 1, "b2": 1}


@covers("SYG-SETUP-8", "SYG-RULING-11")
def test_a_lot_decides_who_begins_and_the_others_follow():
    match = new(players=3, seats="random", board="recommended")
    assert match.legal() == ["first p1", "first p2", "first p3"]
    assert match.weights() == [1, 1, 1]
    play(match, "first p2")
    order = []
    for _ in range(3):
        order.append(match.to_act)
        pass_turn(match)
    assert order == ["seat 2", "seat 3", "seat 1"]
    assert match.position()["seats"] == [2, 3, 1]


@covers("SYG-RULING-11")
def test_colours_go_by_order_of_play():
    lists = {2: "black blue", 3: "pink blue red", 4: "pink blue black red"}
    for players, colours in lists.items():
        b = box(players)
        assert [read_name(b.colour[p]) for p in range(players)] == colours.split()


@covers("SYG-SETUP-9", "SYG-RULING-7")
def test_a_town_goes_to_any_landscape_hex_without_a_town():
    match = lay_out(new(players=2))
    tiles, values = match.position()["tiles"], match.position()["values"]
    land = [n for n in cell_names(match.box) if tiles[n] in KIND_NAMES]
    assert offered(match, "town") == [f"town {n}" for n in land]
    assert any(n not in values for n in land)  # value 0 is allowed
    play(match, f"town {land[3]}")
    while offered(match, "wall"):
        match.play(match.legal()[0])
    assert offered(match, "town") == [f"town {n}" for n in land if n != land[3]]


@covers("SYG-RULING-8", "SYG-RULING-3")
def test_free_walls_stand_in_the_hex_of_the_town_and_not_on_the_frame():
    match = play(lay_out(new(players=2)), "town a3")
    assert match.legal() == ["wall a3 e", "wall a3 se", "wall a3 sw"]
    play(match, "wall a3 se")
    assert player(match, 1)["walls"] == ["a3 se"]
    match = play(lay_out(new(players=2, frame_walls=True)), "town a3")
    assert len(match.legal()) == 6
    inner = next(t for t in offered(lay_out(new(players=2)), "town") if t.split()[1] in INNER[2].split())
    match = play(lay_out(new(players=2)), inner)
    first = match.legal()[0]
    play(match, first)
    assert match.to_act == seat(1)
    assert len(match.legal()) == 5
    assert not offers(match, first)


@covers("SYG-RULING-3")
def test_walls_on_the_frame_are_an_option_in_the_game_too():
    start = "game 2 ffa {option}; board r2; wizard p1.w1 a3; gold p1 2; turn p1 build"
    assert not offers(at(start.format(option="")), "build wall a3 nw")
    assert offers(at(start.format(option="frame_walls=true")), "build wall a3 nw")


@covers("SYG-RULING-4")
def test_walls_may_face_volcanoes_and_ash():
    match = at("game 2 ffa; board r2; ash a4 eruption; wizard p1.w1 a3; gold p1 2; turn p1 build")
    assert offers(match, "build wall a3 e")  # Ash
    assert offers(match, "build wall a3 se")  # the red Volcano


def drafted(players, **options):
    """Drafts the first hex offered each time; up to the choice of the third cubes."""
    match = lay_out(new(players=players, **options))
    while not offered(match, "take"):
        match.play(match.legal()[0])
    return match


@covers("SYG-SETUP-12", "SYG-RULING-9")
def test_three_cubes_to_begin_with():
    match = drafted(3)
    for p in (1, 2, 3):
        assert match.to_act == seat(p)
        assert match.legal() == [f"take {k}" for k in KIND_NAMES]
        before = cubes(match, p)
        assert sum(before.values()) == 2
        assert all(match.state.towns_on[p - 1][KIND_NAMES.index(k)] == n for k, n in before.items())
        play(match, "take snow")
        assert cubes(match, p).get("snow", 0) == before.get("snow", 0) + 1
    assert offered(match, "place w1")
    assert player(match, 1).get("pending") is None


@pytest.mark.parametrize(("players", "mode", "expected"), [
    (2, "ffa", [3, 5]), (3, "ffa", [3, 4, 4]), (4, "ffa", [3, 4, 4, 4]), (4, "teams", [3, 3, 4, 4])])
@covers("SYG-SETUP-13", "SYG-TEAM-3")
def test_starting_gold(players, mode, expected):
    assert gold(drafted(players, mode=mode)) == expected
    assert gold(new(players=players, mode=mode, board="recommended")) == expected


@covers("SYG-SETUP-14", "SYG-ROUND-6")
def test_income_follows_the_towns_from_the_start():
    match = new(players=2, board="recommended")
    before = cubes(match, 1)
    pass_turn(match)
    after = cubes(match, 1)
    assert {k: after[k] - before.get(k, 0) for k in after} == {"mushroom": 1, "snow": 1}
    assert gold(match)[0] == 3 + 5


@covers("SYG-SETUP-15", "SYG-BUILD-8")
def test_a_town_built_later_brings_no_walls():
    match = at("""game 2 ffa; board r2; wizard p1.w1 c3; gold p1 3; turn p1 build
        cubes p1 flower=2 snow=1 mushroom=1 spice=1 elixir=1""")
    play(match, "build town c3")
    assert match.legal() == ["end build"]
    assert (gold(match)[0], cubes(match, 1)) == (0, {})
    assert player(match, 1)["walls"] == []


@covers("SYG-SETUP-16")
def test_the_recommended_board_is_ready_to_play():
    match = new(players=4, board="recommended")
    assert offered(match, "place w1") == ["place w1 b5", "place w1 g3"]
    assert player(match, 3)["walls"] == ["c5 se", "c5 sw", "e5 nw"]
    assert cubes(match, 4) == {"flower": 1, "mushroom": 1, "crystal": 1}
    assert match.position()["tiles"]["d5"] == "blue"
    assert match.position()["values"]["e5"] == 3


@covers("SYG-SETUP-17", "SYG-RULING-10")
def test_smoke_clouds_at_the_start():
    assert new(players=2, board="recommended").position()["clouds"] == ["red", "green"]
    assert new(players=3, board="recommended").position()["clouds"] == []
    assert lay_out(new(players=2)).position()["clouds"] == []


@covers("SYG-SETUP-18", "SYG-TEAM-1", "SYG-RULING-14")
def test_team_play_has_the_board_of_four_and_a_lot_for_the_teams():
    match = new(mode="teams", seats="random", board="recommended")
    assert match.players == 4
    assert match.box.cells == 30
    assert len(match.legal()) == 24
    assert match.weights() == [1] * 24
    play(match, "seats 3 1 4 2")
    assert match.position()["seats"] == [3, 1, 4, 2]
    assert match.to_act == "seat 3"
    play(match, "hand over")
    assert match.to_act == "seat 1"


@covers("SYG-SETUP-10", "SYG-RULING-8")
def test_free_walls_are_no_more_than_there_are_free_borders():
    match = at("game 4 ffa; board r4; wall p2 c4 w; wall p2 c4 e; turn p1 move")
    assert GAME.rules.free_places(match.box, match.state, cell_names(match.box).index("c4")) == 4


@covers("SYG-SETUP-6")
def test_tokens_that_were_not_laid_are_out_of_the_game():
    assert not any(map(any, lay_out(new(players=2)).state.tokens_left))


@covers("SYG-RULING-14")
def test_every_order_of_teams_can_be_drawn():
    match = new(mode="teams", seats="random", board="recommended")
    drawn = [tuple(match.fork().play(a).state.seat[:4]) for a in match.actions()]
    assert drawn == list(permutations(range(4)))


@pytest.mark.parametrize("draft", ["1 3 4 2 2 4 3 1", "1 2 3 4 4 3 2 1"])
@covers("SYG-TEAM-2", "SYG-RULING-12")
def test_the_draft_of_team_play(draft):
    match = lay_out(new(mode="teams", team_draft=draft))
    order = []
    while not offered(match, "take"):
        if offered(match, "town"):
            order.append(match.to_act[-1])
        match.play(match.legal()[0])
    assert " ".join(order) == draft


@covers("SYG-RULING-13", "SYG-TEAM-2")
def test_teammates_place_their_wizards_in_their_own_team_turn():
    match = new(mode="teams", board="recommended")
    placed = []
    while match.position()["round"] == 1 and match.to_act != "chance":
        if offered(match, "place"):
            placed.append(match.to_act[-1])
            match.play(offered(match, "place")[0])
        else:
            pass_turn(match)
    assert "".join(placed) == "111222333444"


@covers("SYG-RULING-94", "SYG-START-6")
def test_round_one_forbids_nothing_but_standing_up():
    match = at("""game 2 ffa; board r2; round 1; town p1 c2; town p2 b4 c1; wizard p1.w1 c2; wizard p2.w1 off; gold p2 5
        wizard p2.w2 off; wizard p2.w3 off; turn p1 move""")
    play(match, "walk w1 c3, end move, end build, steal w1, end cast")
    assert player(match, 2)["towns"]["b4"] == ["down now"]
    play(match, "place w1 b4, place w2 b4, place w3 b4")
    assert player(match, 2)["towns"]["b4"] == ["down now"]
    assert wizard(match, 2, 1) == "b4"
    play(pass_round(match), "roll 1")
    pass_turn(match)
    assert player(match, 2)["towns"]["b4"] == []
