"""What each viewer may know, and what follows from it."""

import random
from collections import Counter

import pytest

from hexagora.engine.contract import SPECTATOR
from hexagora.games.hexemonia import rules_hidden
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.invariants import broken
from hexagora.games.hexemonia.rules_fate import unseen_in_hand
from hexagora.games.hexemonia.state import NEWEST
from tests.hexemonia.helpers import GAME, at, part
from tests.support import covers

RULES = GAME.rules
ORACLE = "o; a1 agora 1/0/1; oracle@a1"


def view(match, seat, key="hand", player="p1"):
    return match.position(viewer=seat)[player][key]


def worlds(match, viewer, count=300):
    """Full states that the viewer holds possible."""
    rng = [12345]
    for _ in range(count):
        state = match.state.clone()
        RULES.hide(match.box, state, viewer)
        RULES.resample(match.box, state, viewer, rng)
        yield GAME.words.position(match.box, state)


def test_a_hand_is_its_owners():
    match = at("PLAY", {"hand": ["walls", "fleet"]})
    assert view(match, 1) == ["walls", "fleet"]
    assert view(match, 2) == view(match, 0) == ["hidden", "hidden"]


def test_hexes_taken_from_the_display_stay_known():
    match = at("TAKE2", {"hand": ["fleet"]}, display=["walls", "quarry", "asty", "spring"]).play("take walls")
    assert view(match, 2) == ["walls", "hidden"]


def test_playing_a_known_type_uses_up_the_knowledge():
    """One of two Walls was seen: when one is played, nobody can say that the other is a Walls."""
    match = at("PLAY", {"city": "o 9/9/9", "hand": ["walls", "walls"], "shown": ["walls"]})
    assert view(match, 2) == ["walls", "hidden"]
    match.play("play walls a1")
    assert view(match, 2) == ["hidden"]
    assert view(match, 1) == ["walls"]


def test_playing_an_unknown_type_leaves_the_knowledge():
    match = at("PLAY", {"city": "o 9/9/9", "hand": ["walls", "fleet"], "shown": ["walls"]}).play("play fleet a1")
    assert view(match, 2) == ["walls"]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_a_conquered_hex_that_waits_for_its_place_is_in_no_pile(viewer):
    match = at("WAR", "o 4/1/0", "o; a1 quarry 3/0/0; a2 spring 1/0/0")
    match.play_all(["attack p2 a1", "muster 3 citizen o", "muster 1 hoplite o", "end muster", "lose 0"])
    state = match.state.clone()
    RULES.hide(match.box, state, viewer)
    RULES.resample(match.box, state, viewer, [12345])
    assert not list(broken(match.box, state))


def test_a_discard_removes_what_was_known():
    hand = ["walls", "fleet", "asty", "asty", "spring"]
    match = at("DISCARD", {"hand": hand, "shown": ["walls", "asty"]}).play("discard asty")
    assert view(match, 2) == ["walls", "hidden", "hidden", "hidden"]


def test_a_hit_by_pandora_removes_what_was_known():
    match = at("SPECIAL", "o; a1 tavern 1/0/1; pandora@a1", {"hand": ["walls", "fleet"], "shown": ["walls"]},
               chance="ask").play_all(["activate pandora", "curse p2", "hit walls"])
    assert view(match, 1, player="p2") == ["hidden"]


@pytest.fixture
def oracle_used():
    """p1 has put hades, walls, fleet, asty on top."""
    match = at("SPECIAL", f"{ORACLE}; a2 spring; fates@a2", "o; a1 spring", chance="ask",
               display=["quarry", "quarry", "temple", "temple"])
    match.play_all(["activate oracle", "draw walls", "draw fleet", "draw asty", "draw hades"])
    return match.play_all(["stack hades", "stack walls", "stack fleet", "stack asty"])


@covers("HXM-RULING-46")
def test_the_order_of_the_top_is_known_to_the_user_alone(oracle_used):
    assert oracle_used.position(viewer=1)["top"] == ["hades", "walls", "fleet", "asty"]
    for seat in (0, 2, 3):
        assert oracle_used.position(viewer=seat)["top"] == ["hidden"] * 4


def test_the_order_stays_known_while_hexes_are_drawn(oracle_used):
    match = oracle_used.play("end special").play("take quarry")
    assert match.legal() == ["draw hades"]
    match.play("draw hades")
    assert match.position(viewer=1)["top"] == ["walls", "fleet", "asty"]
    assert {tuple(w["top"]) for w in worlds(match, 0, 20)} == {("walls", "fleet", "asty")}
    assert len({tuple(w["top"]) for w in worlds(match, 1, 20)}) > 1


@pytest.mark.parametrize("top", ["spring", "walls"])
def test_what_lies_on_top_is_drawn(top):
    match = at("TAKE1", chance="ask", top=[top, "fleet"], top_known_to="p1",
               display=["quarry", "quarry", "temple", "temple"])
    assert match.play("take quarry").legal() == [f"draw {top}"]


def test_who_does_not_know_what_lies_on_top_holds_every_hex_of_the_pile_possible():
    match = at("TAKE1", chance="ask", top=["walls", "fleet"], top_known_to="p1",
               display=["quarry", "quarry", "temple", "temple"])
    match.play("take quarry")
    possible = []
    for viewer in range(match.players):
        state, out = match.state.clone(), [0] * GAME.max_legal
        RULES.hide(match.box, state, viewer)
        count = RULES.legal(match.box, state, out)
        possible.append([GAME.words.text(match.box, state, a) for a in out[:count]])
    assert possible[0] == ["draw walls"]
    assert {"draw walls", "draw fleet", "draw hades"} <= {*possible[1]}


@pytest.mark.parametrize("top", [["fleet", "walls"], ["fleet"], ["spring"]])
def test_a_draw_by_fates_is_seen_by_the_drawer_and_who_knows_the_top(top):
    match = at("SPECIAL", ORACLE, "o; a1 necropolis 1/0/0; fates@a1", turn="p2", chance="ask", top=top, players=4,
               top_known_to="p1").play_all(["activate fates", f"draw {top[0]}"])
    assert part(match, "p2", "hand") == top[:1]
    assert view(match, 1, player="p2") == top[:1]
    assert view(match, 3, player="p2") == view(match, 0, player="p2") == ["hidden"]
    assert match.texts(viewer=1)[-1] == f"draw {top[0]}"
    assert match.texts(viewer=3)[-1] == "draw hidden"


def test_a_later_oracle_leaves_only_the_knowledge_of_what_is_there():
    match = at("SPECIAL", "o", ORACLE, turn="p2", chance="ask", top=["fleet", "walls"], top_known_to="p1")
    match.play_all(["activate oracle", "draw fleet", "draw walls", "draw asty", "draw hades"])
    match.play_all(["stack hades", "stack fleet", "stack asty", "stack walls"])
    assert match.position(viewer=1)["top"] == ["hidden"] * 4
    assert sorted(part(match, "p1", "sure")) == ["fleet", "walls"]
    tops = [w["top"] for w in worlds(match, 0, 60)]
    assert all({"fleet", "walls"} <= set(top) for top in tops)
    assert len({top.index("fleet") for top in tops}) == 4


def test_what_was_sure_is_used_up_when_it_turns_up():
    match = at("TAKE1", {"sure": ["walls"]}, turn="p2", chance="ask", top=["walls", "asty"], top_known_to="p3",
               display=["quarry", "quarry", "temple", "temple"])
    match.play_all(["take quarry", "draw walls"])
    assert "sure" not in match.position()["p1"]


FATES = "o; a1 spring; a2 agora 1/0/1; fates@a1; oracle@a2"


def known_above(match, count=200):
    """What p1 holds possible: what lies on top, in any order, and what others hold."""
    def unseen(world, player):
        return tuple(t for t in world[player]["hand"] if t not in world[player]["shown"])

    return {(tuple(sorted(w.get("top", []))), unseen(w, "p2"), unseen(w, "p3")) for w in worlds(match, 0, count)}


def four_sure(**more):
    """p1 has seen walls, fleet, asty and hades on top; p2 has looked at them after that."""
    match = at("SPECIAL", "o", FATES, turn="p2", chance="ask", top_known_to="p1",
               top=["fleet", "walls", "asty", "hades"], **more)
    match.play_all(["activate oracle", "draw fleet", "draw walls", "draw asty", "draw hades"])
    return match.play_all(["stack hades", "stack fleet", "stack asty", "stack walls"])


def test_what_was_drawn_unseen_after_another_oracle_is_one_of_those_that_were_seen():
    """Three of the four are still on top, the fourth is in the hand of who drew it: nothing else is possible."""
    match = four_sure(display=["quarry", "quarry", "temple", "temple"]).play_all(["activate fates", "draw hades"])
    names = {"walls", "fleet", "asty", "hades"}
    assert known_above(match) == {(tuple(sorted(names - {drawn})), (drawn,), ()) for drawn in names}
    match.play_all(["end special", "take quarry", "draw fleet"])  # that one was not drawn
    names -= {"fleet"}
    assert known_above(match) == {(tuple(sorted(names - {drawn})), (drawn,), ()) for drawn in names}


def test_what_is_not_on_top_any_more_is_known_to_be_in_the_one_hand_that_drew():
    match = four_sure(display=["quarry", "quarry", "temple", "temple"])
    match.play_all(["activate fates", "draw hades", "end special"])
    match.play_all(["take quarry", "draw fleet", "take quarry", "draw asty"])
    assert part(match, "p1", "sure") == ["walls", "hades"]
    assert known_above(match) == {(("walls",), ("hades",), ()), (("hades",), ("walls",), ())}
    match = at("TAKE1", {"sure": ["walls", "hades"], "drawn": {"p2": 1}}, {"hand": ["hades"]}, turn="p2", chance="ask",
               top=["walls"], top_known_to="p3", display=["quarry", "quarry", "temple", "temple"])
    match.play_all(["take quarry", "draw walls"])
    assert view(match, 1, player="p2") == ["quarry", "hades"]
    assert "sure" not in match.position()["p1"]


def test_a_hex_that_may_be_in_several_hands_is_in_one_of_them():
    match = at("SPECIAL", {"sure": ["asty", "hades"], "near": 1, "drawn": {"p2": 1}}, {"hand": ["hades"]},
               "o; a1 spring; fates@a1", turn="p3", chance="ask", top=["asty"], top_known_to="p2",
               display=["quarry", "quarry", "temple", "temple"])
    match.play_all(["activate fates", "draw asty"])
    assert match.position()["p1"]["drawn"] == {"p2": 1, "p3": 1}
    assert GAME.from_position(match.position(), chance="ask").state == match.state
    assert known_above(match) == {((), ("asty",), ("hades",)), ((), ("hades",), ("asty",))}
    assert view(match, 2, player="p3") == ["asty"]


def test_two_hands_that_drew_one_each_have_one_each():
    match = at("PLAY", {"sure": ["asty", "hades"], "near": 0, "drawn": {"p2": 1, "p3": 1}},
               {"hand": ["asty", "spring"]}, {"hand": ["hades", "quarry"]})
    held = [[bool({"asty", "hades"} & set(w[p]["hand"])) for p in ("p2", "p3")] for w in worlds(match, 0, 40)]
    assert held == [[True, True]] * 40


def test_what_was_spied_is_seen():
    match = at("PLAY", {"spied": {"p2": ["fleet"]}}, {"hand": ["fleet", "walls", "quarry"], "shown": ["walls"]})
    assert unseen_in_hand(match.box, match.state, 0, 1) == 1
    assert unseen_in_hand(match.box, match.state, 2, 1) == 2


def test_playing_what_was_drawn_settles_it():
    match = at("PLAY", {"sure": ["asty", "walls"], "near": 1, "drawn": {"p2": 1}},
               {"city": "o 9/9/9", "hand": ["walls"]}, turn="p2", chance="ask", top=["asty"], top_known_to="p3")
    match.play("play walls a1")
    assert part(match, "p1", "sure") == ["asty"]
    assert {w["top"][0] for w in worlds(match, 0, 20)} == {"asty"}


def test_what_lies_below_a_new_oracle_is_not_taken_for_what_was_drawn():
    """p1 knows one of the two that were drawn; what p3 looks at now comes from the pile and is neither."""
    match = at("SPECIAL", {"sure": ["hades"], "near": 0, "drawn": {"p2": 1, "p4": 1}}, {"hand": ["hades"]}, ORACLE,
               {"hand": ["amazons"]}, players=4, turn="p3", chance="ask")
    match.play_all(["activate oracle", "draw walls", "draw fleet", "draw asty", "draw temple"])
    for world in worlds(match, 0, 60):
        assert "hades" in world["p2"]["hand"] + world["p4"]["hand"]


def two_groups(**more):
    """p1 saw Hades drawn by p2 or by p4, and has put walls and fleet on top since; now p3 looks at these."""
    match = at("SPECIAL", {"sure": ["hades"], "near": 0, "drawn": {"p2": 1, "p4": 1}},
               {"hand": ["hades"], "city": "o 9/9/9"}, {"city": FATES}, {"hand": ["amazons"]}, players=4, turn="p3",
               chance="ask", top=["walls", "fleet"], top_known_to="p1",
               display=["quarry", "quarry", "temple", "temple"], **more)
    match.play_all(["activate oracle", "draw walls", "draw fleet", "draw asty", "draw village"])
    return match.play_all(["stack village", "stack fleet", "stack asty", "stack walls"])


def both_groups(world):
    hands = {p: set(world[p]["hand"]) for p in ("p2", "p3", "p4")}
    return "hades" in hands["p2"] | hands["p4"], {"walls", "fleet"} <= set(world.get("top", ())) | hands["p3"]


def test_what_two_oracles_showed_is_kept_apart():
    match = two_groups()
    told = match.position()["p1"]
    assert (told["sure"], told["sure_before"]) == (["walls", "fleet"], ["hades"])
    assert told["drawn_before"] == {"p2": 1, "p4": 1}
    assert {both_groups(world) for world in worlds(match, 0, 60)} == {(True, True)}
    match.play_all(["activate fates", "draw village"])  # it may have been one of those that p1 is sure of
    assert match.position()["p1"]["drawn"] == {"p3": 1}
    found = list(worlds(match, 0, 200))
    assert {both_groups(world) for world in found} == {(True, True)}
    assert {"hades" in world["p2"]["hand"] for world in found} == {True, False}
    assert {"walls" in world["p3"]["hand"] for world in found} == {True, False}
    assert GAME.from_position(match.position(), chance="ask").state == match.state
    assert broken(match.box, match.state) == []


def test_of_two_groups_in_one_hand_none_takes_the_others_place():
    """Both groups may be in the hand of p2, which has room for one hex only: every world has all of them."""
    match = at("PLAY", {"sure": ["walls"], "near": 0, "drawn": {"p2": 1, "p3": 1},
                        "sure_before": ["hades"], "drawn_before": {"p2": 1, "p4": 1}},
               {"hand": ["walls"]}, {"hand": ["fleet"]}, {"hand": ["hades"]}, players=4)
    held = Counter((w["p2"]["hand"][0], w["p3"]["hand"][0], w["p4"]["hand"][0]) for w in worlds(match, 0, 300))
    for p2, p3, p4 in held:
        assert "walls" in (p2, p3)
        assert "hades" in (p2, p4)
    assert len({p2 for p2, _, _ in held}) > 2  # walls, hades, or something else


def test_the_older_group_is_known_when_one_hand_is_left_for_it():
    match = at("PLAY", {"sure": ["fleet"], "near": 0, "drawn": {"p2": 1, "p3": 1}, "sure_before": ["hades"],
                        "drawn_before": {"p2": 1, "p4": 1}},
               {"hand": ["hades", "temple"]}, {"hand": ["fleet"]}, {"city": "o 9/9/9", "hand": ["walls"]}, players=4,
               turn="p4").play("play walls a1")
    assert "sure_before" not in match.position()["p1"]
    assert view(match, 1, player="p2") == ["hades", "hidden"]
    assert part(match, "p1", "sure") == ["fleet"]
    assert broken(match.box, match.state) == []


def test_a_hex_that_leaves_a_hand_may_have_been_of_either_group():
    groups = {"sure": ["walls"], "near": 0, "drawn": {"p2": 1, "p3": 1}, "sure_before": ["walls", "hades"],
              "drawn_before": {"p2": 2, "p4": 1}}
    match = at("PLAY", groups, {"city": "o 9/9/9", "hand": ["walls", "hades", "asty"]}, {"hand": ["walls"]},
               {"hand": ["walls"]}, players=4, turn="p2").play("play walls a1")
    assert "sure" not in match.position()["p1"]
    assert match.position()["p1"]["sure_before"] == ["hades"]
    assert broken(match.box, match.state) == []


def test_a_third_oracle_joins_what_is_older():
    match = at("SPECIAL", {"sure": ["fleet"], "near": 0, "drawn": {"p2": 1, "p3": 1}, "sure_before": ["hades"],
                           "drawn_before": {"p2": 1, "p4": 1}},
               {"hand": ["hades", "asty"]}, {"city": ORACLE, "hand": ["fleet"]}, {"hand": ["amazons"]}, players=4,
               turn="p3", chance="ask", top=["walls"], top_known_to="p1")
    match.play_all(["activate oracle", "draw walls"])
    told = match.position()["p1"]
    assert (told["sure"], sorted(told["sure_before"])) == (["walls"], ["fleet", "hades"])
    assert told["drawn_before"] == {"p2": 2, "p3": 1, "p4": 1}
    assert broken(match.box, match.state) == []


def test_where_one_group_took_the_only_places_of_the_other_all_is_dealt_again():
    """Two of three hands hold the newer group; had they been p2 and p4, the older one would be nowhere."""
    match = at("PLAY", {"sure": ["walls", "fleet"], "near": 0, "drawn": {"p2": 1, "p3": 1, "p4": 1},
                        "sure_before": ["hades"], "drawn_before": {"p2": 1, "p4": 1}},
               {"hand": ["walls"]}, {"hand": ["fleet"]}, {"hand": ["hades"]}, players=4)
    held = {(w["p2"]["hand"][0], w["p3"]["hand"][0], w["p4"]["hand"][0]) for w in worlds(match, 0, 100)}
    assert held == {("walls", "fleet", "hades"), ("fleet", "walls", "hades"), ("hades", "walls", "fleet"),
                    ("hades", "fleet", "walls")}


def test_what_turns_up_elsewhere_is_none_of_those_that_somebody_drew():
    """p1 is sure of Walls in one of two hands; others like them come from the pile or from a third hand."""
    sure = {"sure": ["walls"], "near": 0, "drawn": {"p2": 1, "p3": 1}}
    hands = {"hand": ["walls"]}, {"hand": ["asty"]}
    match = at("TAKE1", sure, *hands, chance="ask", display=["quarry", "temple", "temple", "tavern"])
    match.play_all(["take quarry", "draw walls"])
    assert part(match, "p1", "sure") == ["walls"]
    match = at("PLAY", sure, *hands, {"city": "o 9/9/9", "hand": ["walls"]}, players=4, turn="p4").play("play walls a1")
    assert part(match, "p1", "sure") == ["walls"]


def test_what_is_sure_may_lie_on_top_or_still_under_the_oracle():
    match = at("ORACLE", {"sure": ["hades", "fleet"]}, f"{ORACLE}; a2 spring", turn="p2", top=["walls"],
               top_known_to="p2", looked=["hades", "fleet"], pending={"used": ["oracle"], "cell": "a1"})
    found = {(w["top"][0], tuple(sorted(w["looked"]))) for w in worlds(match, 0, 200)}
    assert all({"hades", "fleet"} <= {top, *looked} for top, looked in found)
    assert {top for top, _ in found} >= {"hades", "fleet", "asty"}


def test_a_stranger_holds_every_unseen_hex_possible_under_the_oracle_and_no_other():
    elsewhere = [h.id for h in GAME.content.hex for _ in range(h.in_use(3))]
    for name in ("hades", "fleet", "asty", "oracle", "agora"):
        elsewhere.remove(name)
    match = at("ORACLE", "o", ORACLE, {"hand": ["asty"]}, turn="p2", looked=["hades"], fate=["fleet"], display=[],
               underworld=elsewhere, pending={"used": ["oracle"], "cell": "a1"}, last_round=True)
    names = {GAME.words.text(match.box, match.state, a) for a in possible(match.box, match.hidden(1))}
    assert names == {"stack hades", "stack fleet", "stack asty"}


def test_who_has_put_nothing_on_top_sees_no_draw():
    match = at("SPECIAL", "o", "o; a1 necropolis 1/0/0; fates@a1", turn="p2", chance="ask", top=[], top_known_to="p1")
    match.play_all(["activate fates", "draw walls"])
    assert match.texts(viewer=1)[-1] == "draw hidden"


def test_places_that_there_are_not_end_the_search_for_them():
    """No match comes to this; a stranger's position may."""
    match = at("PLAY", {"sure": ["walls"], "near": 0, "drawn": {"p2": 1}, "sure_before": ["hades"],
                        "drawn_before": {"p2": 1}}, {"hand": ["walls", "hades"]})
    hidden = match.hidden(1)
    hidden.hand_size[1] = 1
    RULES.resample(match.box, hidden, 0, [1])
    assert sum(hidden.hand[1]) == 1


def test_what_can_lie_in_one_place_only_is_put_there():
    match = at("PLAY", {"sure": ["walls"], "near": 1}, top=["walls"], top_known_to="p2")
    hidden, rng = match.hidden(1), [7]
    places = {rules_hidden.choose_place(match.box, hidden, 0, NEWEST, 0, rng) for _ in range(20)}
    assert places == {rules_hidden.ABOVE}


def test_unknown_hexes_are_drawn_evenly():
    """Of the hexes that p1 cannot see, two are Walls and one is an Asty."""
    elsewhere = [t for h in GAME.content.hex for t in [h.id] * h.in_use(2)]
    for name in ("walls", "walls", "asty"):
        elsewhere.remove(name)
    match = at("PLAY", "o", {"hand": ["asty"]}, players=2, display=[], fate=["walls", "walls"], underworld=elsewhere)
    drawn = Counter(w["p2"]["hand"][0] for w in worlds(match, 0, 1000))
    assert drawn["walls"] / 1000 == pytest.approx(2 / 3, abs=0.05)


def test_hidden_cities_are_dealt_evenly():
    match = at("PLAY", {"acropolis": "athens"}, {"acropolis": "sparta"}, {"acropolis": "delos"},
               {"acropolis": "delphi"}, players=4)
    drawn = Counter(tuple(w[p]["acropolis"] for p in ("p2", "p3", "p4")) for w in worlds(match, 0, 600))
    assert len(drawn) == 6
    assert all(count == pytest.approx(100, abs=40) for count in drawn.values())


def test_either_of_two_hidden_cities_may_be_anybodys():
    match = at("PLAY", {"acropolis": "athens"}, {"acropolis": "sparta"}, {"acropolis": "olympia"})
    assert {w["p2"]["acropolis"] for w in worlds(match, 0, 20)} == {"sparta", "olympia"}
    assert {w["p1"]["acropolis"] for w in worlds(match, 2, 20)} == {"athens", "sparta"}


def test_one_city_left_is_known_but_not_open():
    match = at("PLAY", {"acropolis": "athens"}, {"acropolis": "sparta", "open": True}, {"acropolis": "olympia"})
    assert {w["p3"]["acropolis"] for w in worlds(match, 0, 20)} == {"olympia"}
    assert match.position(viewer=1)["p3"]["acropolis"] == "hidden"


def test_dealing_is_seen_by_its_owner_alone():
    match = GAME.match(players=3, chance="ask", first_player="p1").play_all(["deal sparta", "deal olympia"])
    assert match.texts(viewer=1) == ["deal sparta", "deal hidden"]
    assert match.texts(viewer=0) == ["deal hidden", "deal hidden"]
    two = GAME.match(players=2, chance="ask", first_player="p1").play("deal sparta")
    assert two.texts(viewer=0) == ["deal sparta"]


def test_what_others_know_is_hidden_too():
    match = at("PLAY", {"spied": {"p2": ["fleet"]}}, {"hand": ["fleet"]}, {"sure": ["walls"]}, top=["walls"],
               top_known_to="p2")
    hidden = match.hidden(3)
    assert not any(map(any, hidden.spied[0]))
    assert view(match, 1, player="p2") == ["fleet"]
    RULES.hide(match.box, hidden, SPECTATOR)
    assert not any(any(map(any, groups)) for groups in hidden.sure)


def test_menus_do_not_betray_the_hidden_city():
    """Whoever may open a city is asked in the same way, whatever the city is."""
    texts = {tuple(at("ACTION", {"acropolis": c, "city": "o; a1 spring"}, players=4).legal())
             for c in ("athens", "sparta", "delphi", "delos")}
    assert len(texts) == 1


def possible(box, state):
    """What may be done or come, as the state shows it."""
    out = [0] * S.MAX_LEGAL
    return set(out[: RULES.legal(box, state, out)])


def favoured(match, rng, first):
    """Uses the Oracle and the Fates, leaves the hosts active, and is random otherwise."""
    texts = match.legal()
    liked = (f"activate {first}", "activate fates", "activate oracle", "activate pandora", "special", "end play")
    return next((t for t in liked if t in texts), None) or rng.choice(texts)


@pytest.mark.parametrize("first", ["fates", "oracle"])
@pytest.mark.parametrize(("players", "viewer"), [(n, viewer) for n in (2, 3, 4) for viewer in range(SPECTATOR, n)])
def test_knowledge_of_the_top_stays_true_over_long_play(players, viewer, first):
    """p1 knows the top; p2 keeps using the Oracle and the Fates: every world that anybody holds possible is sound."""
    match = at("TAKE1", "o 2/2/2; a1 harbour 1/0/1; pandora@a1",
               "o 3/4/2; a1 spring; a2 agora 1/0/1; fates@a1; oracle@a2",
               turn="p2", players=players, top=["walls", "fleet", "walls", "asty"], top_known_to="p1")
    chance, rng, met = random.Random(players), [players], Counter()
    for _ in range(70):
        met.update(tops=match.state.tops > 0, sure=any(any(map(any, groups)) for groups in match.state.sure),
                   strays=any(any(map(any, groups)) for groups in match.state.strays),
                   spied=any(any(map(any, rows)) for rows in match.state.spied))
        hidden = match.state.clone()
        RULES.hide(match.box, hidden, viewer)
        world = hidden.clone()
        RULES.resample(match.box, world, viewer, rng)
        assert broken(match.box, world) == []
        if match.state.phase in (*range(S.LAST_CHANCE + 1), S.AT_ORACLE, S.AT_DISCARD):
            assert possible(match.box, world) <= possible(match.box, hidden)
        RULES.hide(match.box, world, viewer)
        assert world == hidden
        match.play(favoured(match, chance, first))
    assert all(met[what] for what in ("tops", "sure", "spied") + ("strays",) * (first == "oracle"))
