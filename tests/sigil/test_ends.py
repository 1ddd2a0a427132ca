"""Score, the ends of the game, loops, variants."""

import pytest

from hexagora.engine.contract import OVER
from hexagora.engine.errors import BadOption
from hexagora.games.sigil import rules_loops
from hexagora.games.sigil.names import NODE_NAMES
from hexagora.games.sigil.positions import _history
from hexagora.games.sigil.state import TAPE
from tests.sigil.board import L1, L2, L3, SIGIL, decision, end, legal, locks, play, score, swap, table, told
from tests.support import covers

ROUND = ("move a3,dash,sacrifice a3,sacrifice a2,move a2,end turn,"
         "move b3,dash,sacrifice b3,sacrifice b2,move b2,end turn")
SIXTH = {"red": "a1 a2 a8 a9 a10", "blue": "a3 b1 b2 b3 b4", "red_cast": "fireblast 5"}
CAST_SIXTH = "move a11,cast grow,keep a9,move a13,move a8"


@covers("SIG-SCORE-1")
def test_the_score_is_told_at_the_end_of_the_turn():
    m = play(table("a1", "b1"), "move a2")
    assert not any(event.startswith("score") for event in told(m))
    assert told(play(m, "end turn")) == ["score tied 0"]


@covers("SIG-SCORE-2")
def test_the_score_is_the_difference_of_the_totals():
    assert score(table("a1 a2 a3 a4", "b1")) == "red +2"


@covers("SIG-SCORE-3", "SIG-RULING-42")
def test_the_score_stone_counts_for_blue():
    assert table("a1 a2", "b1 b2").scores == [2, 3]


@covers("SIG-SCORE-4")
def test_nothing_touches_the_score_stone():
    m = table("a3 a9 a2", "a13", "red")
    play(m, "move a13")
    assert m.scores[1] == 1  # the last stone on the nodes is gone, the score stone is not


@covers("SIG-END-1", "SIG-END-4")
def test_three_ahead_ends_the_game():
    m = play(table("a1 a2 a3 a4", "b1"), "move a5,end turn")
    assert end(m) == ("red", "lead")
    assert m.result == [1.0, 0.0]


@covers("SIG-END-1")
def test_who_is_three_ahead_wins_also_at_the_end_of_a_turn_of_the_other():
    assert end(play(table("a1 a2 a3 a4 a5 a6 a8", "b1 b2", "blue"), "move b3,end turn")) == ("red", "lead")
    assert end(play(table("b1 b2", "a1 a2 a3 a4 a5 a6 a8"), "move b3,end turn")) == ("blue", "lead")


@covers("SIG-END-2")
def test_the_lead_is_looked_at_only_at_the_end_of_a_turn():
    m = play(table("a1 a2 a3 a4", "b1"), "move a5")
    assert (score(m), end(m)) == ("red +3", None)
    play(m, "dash,sacrifice a1,sacrifice a2,move a6,end turn")
    assert (score(m), end(m)) == ("red +2", None)


@covers("SIG-END-3")
def test_the_sixth_big_spell_ends_the_game():
    m = table("a1 a2 a4 a8 a9 a10", SIXTH["blue"], red_cast=SIXTH["red_cast"])
    assert end(play(m, CAST_SIXTH + ",end turn")) == ("red", "sixth")


@covers("SIG-END-5")
def test_a_tie_after_the_sixth_is_lost_for_the_caster():
    assert end(play(table(**SIXTH), CAST_SIXTH + ",end turn")) == ("blue", "sixth")


@covers("SIG-END-6")
def test_the_sixth_spell_is_resolved_completely():
    m = play(table(**SIXTH), "move a11,cast grow,keep a9,move a13")
    assert (end(m), decision(m)) == (None, "spell_move")


@covers("SIG-LOOP-1")
def test_the_same_stones_with_another_player_to_move_are_no_loop():
    m = table("a1 a2", "b1 b2")
    play(m, ROUND.replace("move b3,dash,sacrifice b3,sacrifice b2,move b2,end turn", "move b3,end turn"))
    assert "loop announced" not in told(m)
    m = play(table("a1 a2", "b1 b2"), ROUND)
    assert "loop announced" in told(m)


@covers("SIG-LOOP-2")
def test_after_the_announcement_the_next_occurrence_wins_for_blue():
    m = play(play(table("a1 a2", "b1 b2"), ROUND), ROUND)
    assert end(m) == ("blue", "loop")


@covers("SIG-RULING-2")
def test_a_player_without_stones_has_lost_at_the_end_of_the_turn_or_at_once():
    m = table("a3 a9", "a13", win="deathmatch")
    play(m, "move a13")
    assert end(m) is None
    assert end(play(m, "end turn")) == ("red", "elimination")
    m = play(table("a3 a9", "a13", elimination="immediate"), "move a13")
    assert end(m) == ("red", "elimination")


def test_a_cast_that_lifts_the_last_stones_and_places_new_ones_is_sound():
    m = table("b8 b9", "b1 b2", layout=L2)
    assert end(play(m.fork(), "move b10,cast meteor,move c1,end turn")) is None
    sudden = table("b8 b9", "b1 b2", layout=L2, elimination="immediate")
    assert end(play(sudden, "move b10,cast meteor")) == ("blue", "elimination")
    sudden = table("b1 b2", "b8 b9", "blue", layout=L2, elimination="immediate")
    assert end(play(sudden, "move b10,cast meteor")) == ("red", "elimination")


def test_blue_wins_with_the_sixth_spell_when_ahead():
    m = table(SIXTH["blue"], SIXTH["red"], "blue", blue_cast=SIXTH["red_cast"])
    assert end(play(m, CAST_SIXTH + ",end turn")) == ("blue", "sixth")


@covers("SIG-RULING-3")
def test_the_sixth_spell_is_tested_before_elimination():
    m = table("b8 b9 b10", "c6", red_cast="grow 5")
    play(m, "move c11,cast fireblast,end turn")
    assert (m.scores, end(m)) == ([1, 1], ("blue", "sixth"))


@covers("SIG-RULING-4")
def test_if_both_have_no_stones_the_active_player_loses():
    m = table("c8 c9", "a8", layout=swap(L1, s6="hail_storm"), win="scramble")
    play(m, "move c10,cast hail_storm,end turn")
    assert (m.scores, end(m)) == ([0, 1], ("blue", "elimination"))


@covers("SIG-RULING-5")
def test_loops_by_limit_and_by_claim():
    m = play(play(table("a1 a2", "b1 b2", loop_limit=4), ROUND), ROUND)
    assert end(m) is None
    assert end(play(m, ROUND)) == ("blue", "loop")
    m = play(table("a1 a2", "b1 b2", loop="claim", turn_cap=99), ROUND)
    assert "loop announced" not in told(m)
    assert legal(m)[-1] == "announce loop"
    quiet = play(m.fork(), ROUND)
    assert end(quiet) is None
    assert m.state.ripe == 0
    play(m, "announce loop")
    assert m.state.ripe == 1, "Blue wins when it comes up again"
    assert (told(m), "announce loop" in legal(m), decision(m)) == (["loop announced"], False, "move")
    assert end(play(m, ROUND)) == ("blue", "loop")


@covers("SIG-RULING-5")
def test_positions_that_differ_in_locks_or_banks_are_not_the_same():
    def rest(mover=0, lock=(0, 0), spent=(0, 0), bank=(0, 0)):
        s = SIGIL.State.new()
        s.lock, s.spent, s.bank = list(lock), list(spent), list(bank)
        return rules_loops.position_rest(s, mover)

    most = rules_loops.MOST_BANKED
    parts = [rest(mover=1), rest(lock=(15, 0)), rest(lock=(0, 15)), rest(spent=(1, 0)), rest(spent=(0, 1)),
             rest(bank=(most, 0)), rest(bank=(0, most))]
    together = rest(1, (15, 15), (1, 1), (most + 1, most + 1))
    assert together == sum(parts) == (1 << 31) - 1, "each has bits of its own"
    assert [part.bit_count() for part in parts] == [1, 4, 4, 1, 1, 10, 10]


@covers("SIG-RULING-5")
def test_the_tape_gives_back_every_byte():
    s = table("a1", "b1").state
    s.ripe = 1
    rules_loops.forget_positions(s)
    assert s.ripe == 0
    for at in range(512):
        rules_loops.put_byte(s, at, (at * 37) & 255)
    assert [rules_loops.byte_at(s, at) for at in range(512)] == [(at * 37) & 255 for at in range(512)]


def test_claimed_loops_need_a_turn_cap():
    assert SIGIL.options({"loop": "claim"})["turn_cap"] == 400
    with pytest.raises(BadOption, match="turn_cap"):
        SIGIL.options({"loop": "claim", "turn_cap": 0})


@covers("SIG-RULING-6")
def test_the_turn_cap_counts_completed_turns_and_a_tie_is_blues():
    m = table("a1 a2", "b1", turn=3, turn_cap=4)
    assert end(play(m, "move a3,end turn")) is None
    assert end(play(m, "move b2,end turn")) == ("blue", "cap")
    assert end(play(table("a1 a2 a3", "b1", turn=3, turn_cap=3), "move a4,end turn")) == ("red", "cap")


@covers("SIG-RULING-24")
def test_a_player_can_lose_at_the_end_of_his_own_turn():
    m = table("a1 a2 a3", "b1 b2 b3")
    play(m, "move a4,dash,sacrifice a1,sacrifice a2,move a2,end turn")
    assert end(m) is None
    m = table("a1 a2", "b1 b2 b3")
    play(m, "move a3,dash,sacrifice a1,sacrifice a2,move a2,end turn")
    assert (score(m), end(m)) == ("blue +2", None)
    m = table("a1 a7", "b1 b2 b3", layout=L2)
    play(m, "move a2,cast comet,move a3,sacrifice a1,end turn")
    assert (score(m), end(m)) == ("blue +2", None)
    m = table("a1 a7", "b1 b2 b3 b4", layout=L2)
    play(m, "move a2,cast comet,move a3,sacrifice a1,end turn")
    assert end(m) == ("blue", "lead")


@covers("SIG-RULING-25")
def test_only_big_spells_count_and_for_each_player_separately():
    m = table("a1 a2 a3 a4 a7", "b1 b2 b3 b4", red_cast="grow 5", blue_cast="grow 5")
    play(m, "move a5,cast sprout,move a7,end turn")
    assert (locks(m), end(m)) == (("grow", "grow", 5, 5), None)


@covers("SIG-RULING-21")
def test_after_the_sixth_a_second_cast_counts_as_the_seventh():
    m = table("a1 b7 c8 c9 c10 a8 a9 a10", "b1 b2 b3 b4 b5", red_cast="bewitch 5", layout=L3)
    play(m, "move a2,cast grow,keep c9,move c8,move c10,cast meteor,keep a9,move a8")
    assert locks(m) == ("meteor", None, 7, 0)
    assert next(p.label for p in m.scene().pieces if p.id == "die-red") == "6"
    assert end(play(m, "end turn")) == ("red", "sixth")


@covers("SIG-RULING-29")
def test_every_end_names_one_winner_and_resigning_is_no_action():
    m = play(table("a1 a2 a3 a4", "b1"), "move a5,end turn")
    assert sorted(m.result) == [0.0, 1.0]
    assert not any("resign" in text for text in table("a1", "b1").legal())


@covers("SIG-RULING-35")
def test_the_track_shows_three_at_most_and_the_score_is_true():
    m = table("a1 a2 a3 a4 a5 a6", "b1", win="deathmatch")
    play(m, "move a7,end turn")
    assert (score(m), told(m)[0]) == ("red +5", "score red 5")
    assert next(p.at for p in m.scene().pieces if p.kind == "score-stone") == "red3"


@covers("SIG-RULING-36")
def test_effects_of_the_end_of_a_turn_come_before_the_tests():
    m = table("a1 a2 a3 a4 a5 a6", "a11 b1 b2 b3", layout=swap(L1, s1="seal_of_destruction"), pool="core+covenant")
    play(m, "move a7,end turn")
    assert told(m) == ["destroyed a11", "score red 3", "game over red lead"]
    assert told(play(table("a1 a2", "a11 b1"), "move a3,end turn")) == ["score tied 0"]


@covers("SIG-VAR-1")
def test_the_free_start_is_one_placement_each():
    m = SIGIL.match(layout="starter", start="free")
    assert (len(legal(m)), legal(m)[0]) == (39, "place a1")
    play(m, "place c7")
    assert legal(m) == ["end turn"]
    assert end(play(m, "end turn")) is None
    assert len(legal(m)) == 38
    play(m, "place a12,end turn")
    assert (m.scores, decision(m)) == ([1, 2], "move")
    assert legal(m) == ["move a12", "move c4", "move c8"]


def test_the_free_start_tests_no_end_before_blue_has_placed():
    m = play(SIGIL.match(layout="starter", start="free", elimination="immediate"), "place c7")
    assert end(m) is None


@covers("SIG-VAR-2")
def test_deathmatch_counts_no_casts_and_knows_no_lead():
    m = table("a1 a2 a3 a4 a5 a6 a8 a9 a10", "b1 b2", win="deathmatch")
    play(m, "move a7,cast grow,keep a9,move a8,move a10,end turn")
    assert (locks(m), end(m)) == (("grow", None, 0, 0), None)
    assert "cast grow" not in legal(play(m, "move b3,end turn,move a11"))


@covers("SIG-VAR-3")
def test_scramble_is_won_by_the_sixth_big_spell():
    m = table(**SIXTH, win="scramble")
    assert end(play(m, CAST_SIXTH + ",end turn")) == ("red", "sixth")
    m = play(table("a1 a2 a3 a4", "b1", win="scramble"), "move a5,end turn")
    assert end(m) is None


@covers("SIG-VAR-4")
def test_the_free_start_goes_with_either_end_rule():
    for win in ("deathmatch", "scramble"):
        m = SIGIL.match(layout="starter", start="free", win=win)
        assert len(legal(m)) == 39
    with pytest.raises(BadOption):
        SIGIL.options({"win": "deathmatch+scramble"})


def test_presets_fill_in_what_is_not_given():
    online = SIGIL.options({"preset": "online_2026"})
    assert (online["fireblast_sacrifice"], online["elimination"]) == (True, "immediate")
    assert SIGIL.options({"preset": "online_2026", "elimination": "end_of_turn"})["elimination"] == "end_of_turn"


def test_a_position_counts_again_after_a_big_cast_as_new():
    m = play(table("a1 a2", "b1 b2"), ROUND)
    assert len(m.position()["history"]) == 3
    fresh = table("a1 a8 a9 a10", "b1 b2 b3")
    play(fresh, "move a2,cast grow,keep a9,move a13,move a3,end turn")
    assert "history" not in fresh.position()


def test_layout_of_seals_is_supplied():
    assert SIGIL.match(layout="seals").position()["layout"] == L2


def test_all_positions_of_a_long_match_are_remembered():
    """Compared with a table of whole positions, over matches far longer than a table of 256 could follow."""
    rules = SIGIL.rules
    box = SIGIL.box(SIGIL.options({"win": "deathmatch", "pool": "all", "loop_limit": 10_000}))
    longest = 0
    for seed in range(6):
        rng, s, out, counts = [seed + 1], SIGIL.State.new(), [0] * SIGIL.max_legal, {}
        rules.deal(box, s)
        turn, turns, seen = 0, 0, None
        while rules.to_act(box, s) != OVER and turns < 700:
            if s.turn != turn:
                turn, turns = s.turn, turns + 1
                if seen is not None and seen != s.walls:
                    counts.clear()
                seen = s.walls
                position = (*s.stones, s.mover, *s.lock, *s.spent, *s.bank)
                counts[position] = counts.get(position, 0) + 1
                assert s.turn_times == counts[position]
            rules.apply(box, s, rules.pick(box, s, out, rng))
        longest = max(longest, sum(counts.values()))
    assert longest > 256


def test_a_loop_closes_after_hundreds_of_other_positions():
    """The first position comes up again after 300 others, and a third time."""
    m = table("a1 a2", "b1 b2", win="deathmatch")
    start = m.position()
    key = "".join("r" if n in start["red"] else "b" if n in start["blue"] else "." for n in NODE_NAMES)
    there = {"stones": key, "to_move": "red"}
    others = [{"stones": ("r" * (k % 13) + "b" * (k // 13) + "." * 39)[:39], "to_move": "red"} for k in range(13, 313)]
    again = SIGIL.from_position({**start, "history": [there, *others, there]})
    assert again.state.turn_times == 2
    assert end(play(again, ROUND)) == ("blue", "loop")
    assert SIGIL.from_position(again.position()).over


@covers("SIG-RULING-5")
def test_a_position_is_found_behind_turns_that_changed_locks():
    box, s = SIGIL.box(SIGIL.options({})), SIGIL.State.new()
    first, other = (0b11, 0b1100, 2 << 1), (0b111, 0b1100, 1 + (3 << 1) + (5 << 11) + (700 << 21))
    for position in (first, other, first):
        rules_loops.remember(box, s, *position)
    assert [rules_loops.occurrences(s, *position) for position in (first, other)] == [4, 2]
    assert rules_loops.occurrences(s, *first[:2], 1 + (2 << 1)) == 0
    assert s.recurring == 0b11 ^ 0b1100 << 20 ^ 2 << 29, "what has been there twice"


def test_a_tape_that_is_full_forgets_its_older_half():
    box, s = SIGIL.box(SIGIL.options({})), SIGIL.State.new()
    for k in range(5000):
        red, blue, rest = 1 << k % 39, 1 << (k * 7 + 1 + k % 39) % 38, k % 2
        rules_loops.remember(box, s, red, blue & ~red, rest ^ (k % 5 == 0) << 3)
        assert s.written <= TAPE
    latest = _history(box, s)
    assert len(latest) > 1000
    assert not any(s.tape[s.written // 8 + 1:])
    k = 4999 - 1000  # counted back, it is still as it was
    stones = ["."] * 39
    red = 1 << k % 39
    stones[k % 39] = "r"
    blue = 1 << (k * 7 + 1 + k % 39) % 38 & ~red
    if blue:
        stones[blue.bit_length() - 1] = "b"
    assert latest[-1001]["stones"] == "".join(stones)


def test_documents_of_earlier_versions_with_counted_positions_are_read():
    m = table("a1 a2", "b1 b2")
    key = "".join("r" if n in ("a1", "a2") else "b" if n in ("b1", "b2") else "." for n in NODE_NAMES)
    counted = {"stones": key, "to_move": "red", "times": 2, "present": True}
    other = {"stones": "r" + key[1:-1] + "b", "to_move": "blue"}
    m = SIGIL.from_position({**m.position(), "history": [counted, other]})
    assert (m.state.turn_times, m.state.turn_stones[0]) == (2, m.state.stones[0])
    assert end(play(m, ROUND)) == ("blue", "loop")
