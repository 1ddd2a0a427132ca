"""Figures of games of which they are known; runs that are interrupted, resumed, and played by several processes."""

import json
import re
from collections import defaultdict
from functools import cache
from html import escape
from pathlib import Path

import pytest

from hexagora import registry
from hexagora.bots import census, search
from hexagora.bots.steady import CountedPlanner, Steady
from hexagora.bots.team import Team
from hexagora.bots.turns import Plan
from hexagora.bots.view import view_of
from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.engine.scene import Board, Cell
from hexagora.lab import charts, comparing, counting, data, job, laddering, naming, report, searching, sweeping
from hexagora.lab.counting import Counter, _Native, _Plain, _Wasm
from hexagora.lab.figures import figures, interval_of, summary
from hexagora.lab.quick import shares
from hexagora.lab.setting import setting
from hexagora.lab.speech import Speech
from hexagora.lab.telling import Places, Told
from hexagora.lab.thinking import Thinker


def test_a_loaded_die_is_found_out(toy: str):
    run = job.play(setting(toy), 4096)
    by_key = {f.key: f for f in figures(run)}
    first = by_key["seat/1"]
    assert first.interval.low < 0.7 < first.interval.high
    assert first.uneven
    assert by_key["decisions"].interval.middle == 1
    assert "Seat 1 wins" in summary(run, Speech())[0]


def test_shared_wins_are_counted(toy: str):
    run = job.play(setting(toy, changes={"die.first": 2, "die.second": 2, "die.shared": 4}), 2048)
    by_key = {f.key: f.interval for f in figures(run)}
    assert abs(by_key["ties"].middle - 0.5) < 0.05
    assert not by_key["seat/1"].excludes(0.5)


def test_what_never_happens_and_where_things_lie_are_told(toy: str):
    run = job.play(setting(toy), 256)
    page = report.report(run)
    assert "Somebody flies away" in page
    assert "Somebody says …" not in page
    assert run.told.heat["face"]["board/a1"] == run.told.matches * sum(
        k > 1 for k in {2 * (m + 1) // 8 for m in range(8)})


@pytest.mark.parametrize("game", registry.names())
def test_a_report_speaks_to_people(game: str):
    """No notation, no names of the code: actions are called as on the buttons, sentences as in the log, options as in
    the lobby, and nothing is left in English in an Italian report."""
    options = {"hexcape": {"map": "first-steps"}, "hexemonia": {"players": 3}, "sygon": {"spells": True}}.get(game, {})
    run = job.play(setting(game, options, ["random"]), 64)
    for language in ("en", "it"):
        page = report.report(run, language)
        say = Speech(language, registry.game(game))
        assert not re.search(r"\{\w+\}|<code>|hail_storm|seat \d|True", page)
        named = naming.kinds(run.told.labels, run.told.kinds, say)
        made = [kind for kind, counts in run.told.kinds.items() if counts[0] + counts[1]]
        assert all(escape(named[kind]) in page for kind in made)
        assert [kind for kind in made if named[kind] in (kind, "…")] == []
    words = {name for kind in made for name in re.findall(r"\((.*?)\)", named[kind])}
    assert words & {*" ".join(made).split()} == set()
    layers = {name.replace("-", " ") for name in run.told.heat}
    assert {name for name in layers if say.name(name) == name and f">{name}" in page} == set()


def test_what_lies_still_for_good_is_no_heat():
    """The frame of Hex belongs to the players and never moves."""
    run = job.play(setting("hex", {"size": 5}), 64)
    assert "frame" in run.told.heat
    assert ">frame" not in report.report(run)


def test_sorts_of_actions_that_are_offered_alike_are_told_apart():
    labels = {"pay gold": ["Pay from a1", "Pay from the Acropolis"], "pay citizen": ["Pay from b2"],
              "lose": ["Lose nobody", "2 hoplites"], "end": ["Done"]}
    assert naming.kinds(labels, labels, Speech()) == {
        "pay gold": "Pay from … (gold)", "pay citizen": "Pay from … (citizen)", "lose": "2 hoplites, …", "end": "Done"}


def test_what_was_made_in_any_counted_match_is_not_called_dead(toy: str):
    """Few matches are told; what could be chosen in them is held against the actions of all."""
    run = job.play(setting(toy), 256)
    assert run.told.matches < run.played
    run.told.offered["wave"], run.told.passed["wave"] = 1, {int(next(iter(run.uses)))}
    run.told.offered["bow"], run.told.passed["bow"] = 1, {10**6}
    assert report.dead_kinds(run) == ["bow"]
    kept = Told()
    kept.add(run.told.document())
    assert kept.passed == {"wave": run.told.passed["wave"], "bow": {10**6}}


def test_walls_are_drawn_wherever_one_stood_in_some_scene():
    run = job.play(setting("sygon", {"board": "recommended"}), 64)
    borders = {f"{board['id']}/{border[0]}" for board in run.told.boards for border in board["borders"]}
    assert run.told.heat["wall"]
    assert set(run.told.heat["wall"]) <= borders


def test_all_that_lay_somewhere_is_drawn_though_boards_grow_in_a_match():
    """Cities of Hexemonia have a second ring only once something stands in it."""
    run = job.play(setting("hexemonia", {"players": 3}), 64)
    cells = {f"{board['id']}/{cell[0]}" for board in run.told.boards for cell in board["cells"]}
    assert {place for places in run.told.heat.values() for place in places} <= cells


def test_only_what_is_surely_no_chance_is_called_out_among_actions():
    told = Told()
    told.winners, told.others = 200, 600
    assert not report.surely_uneven(14, 3, 10, told, 40)  # ten matches with it show nothing
    assert report.surely_uneven(300, 300, 180, told, 40)
    assert not report.surely_uneven(250, 750, 200, told, 40)  # in a quarter of all seats a quarter of all actions


def test_partners_who_win_together_are_counted_one_by_one():
    run = job.play(setting("sygon", {"mode": "teams", "board": "recommended"}), 64)
    assert run.told.winners == run.told.others == 2 * run.told.matches


def test_places_are_those_of_the_player_who_acts_unless_another_is_named():
    boards = [Board(name, "flat", [Cell("o", 0, 0)], owner=seat) for seat, name in enumerate(("p1", "p2", "p3"))]
    places = Places([*boards, Board("display", "flat", [Cell("d1", 0, 0)])])
    assert list(places.of("pay citizen o", 1)) == ["p2/o"]
    assert list(places.of("attack p3 o", 1)) == ["p3/o"]
    assert list(places.of("take d1", 1)) == ["display/d1"]


def test_what_figures_are_about_is_told_in_the_words_of_the_lab():
    say = Speech("it", registry.game("manapool"))
    assert [say.group(word) for word in ("seat", "length", "course", "ending", "corner")] == [
        "posto", "durata", "andamento", "finale", "angolo"]


def test_where_bots_search_the_first_matches_are_told_one_by_one():
    """One may take ten seconds, and somebody looks on."""
    asked = setting("hex", {"size": 3}, ["casual"])
    found = list(job.parts(asked, 18))
    assert [part.count for part in found] == [1] * job.ALONE + [4, 4, 2]
    assert [part.first for part in found] == [*range(job.ALONE), 8, 12, 16]
    assert [part.index for part in found] == list(range(len(found)))


def test_what_was_played_without_being_told_is_no_answer_to_what_is_told(toy: str, tmp_path: Path):
    asked = setting(toy)
    assert job.play(asked, 64, folder=tmp_path, tell=False).told.matches == 0
    assert job.play(asked, 64, folder=tmp_path).told.matches > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_comes_last_in_hexemonia_is_told_apart(players: int):
    """The holder of the Last Player marker has the last turn of all; seats do not show it, for who begins is drawn."""
    run = job.play(setting("hexemonia", {"players": players, "first_player": "p2"}), 64)
    places = ("first", "second", "third", "fourth")[:players]
    for k, place in enumerate(places):
        assert run.sums[f"place in the order of turns/{place}"] == run.sums[f"seat/{(k + 1) % players + 1}"]
    assert f"place in the order of turns/{places[-1]}" in {f.key for f in figures(run)}


def test_means_of_parts_stay_within_the_whole(toy: str):
    run = job.play(setting(toy), 256)
    assert all(f.interval.low >= 0 and f.interval.high <= 1 for f in figures(run) if f.unit == "%")


def test_the_first_player_wins_small_hex():
    """On 3×3 without the swap the first player wins with good play; bots that search find it."""
    run = job.play(setting("hex", {"size": 3, "swap": False}, ["club"]), 8)
    by_key = {f.key: f.interval for f in figures(run)}
    assert by_key["seat/1"].middle == 1.0


def test_all_back_ends_count_the_same_matches(monkeypatch):
    def counted(desk: type) -> tuple[list[list[int]], list[int]]:
        monkeypatch.setattr(counting, "_desk", lambda *asked: desk(*asked[:-1]))  # the last asks for a GPU
        counter = Counter(setting("manapool", bots=["quick", "random"]))
        return counter.play(0, 16), counter.uses()

    plain = counted(_Plain)
    assert counted(_Wasm) == plain
    if search.is_ready(registry.game("manapool")):
        assert counted(_Native) == plain


def test_quick_players_see_no_more_than_their_seat():
    """A quick player decides alike whatever lies hidden from it: the rows are those of a game with hidden draws."""
    counter = Counter(setting("hexcape"))
    assert counter.desk.get("asked", census.ASKED)[census.HIDDEN] == 1
    assert all(row[census.FINISHED] for row in counter.play(0, 8))


def test_a_match_is_the_same_alone_and_among_others():
    counter = Counter(setting("sigil", bots=["random"]))
    among = counter.play(0, 64)
    log = counter.log_of(40)
    assert len(log) == among[40][census.DECISIONS] + among[40][census.CHANCES]
    assert Counter(setting("sigil", bots=["random"])).play(40, 8) == among[40:48]


def test_an_interrupted_run_goes_on_and_gives_the_same(toy: str, tmp_path: Path):
    asked = setting(toy)
    whole = job.play(asked, 1000)
    job.play(asked, 1000, folder=tmp_path, watch=lambda run: run.parts < 2)
    before = {path: path.read_bytes() for path in (tmp_path / "parts").iterdir()}
    resumed = job.play(asked, 1000, folder=tmp_path)
    assert (resumed.sums, resumed.uses, resumed.told.document()) == (whole.sums, whole.uses, whole.told.document())
    assert all(path.read_bytes() == kept for path, kept in before.items())


def test_the_number_of_processes_does_not_matter(tmp_path: Path):
    asked = setting("manapool", bots=["random"])
    one, two = job.play(asked, 300), job.play(asked, 300, folder=tmp_path, workers=2)
    assert (one.sums, one.uses) == (two.sums, two.uses)
    rows = data.write(two, tmp_path)
    assert rows.exists()
    assert not list(tmp_path.rglob(".*"))


def test_a_run_stops_when_it_is_narrow_enough(toy: str):
    run = job.play(setting(toy), 100_000, until=0.05)
    assert run.width <= 0.05
    assert run.played <= 2048


def test_results_of_another_setting_are_not_mixed_in(toy: str, tmp_path: Path):
    job.play(setting(toy), 64, folder=tmp_path)
    with pytest.raises(HexagoraError, match="another setting \\(seed = 1, now 2\\)"):
        job.play(setting(toy, seed=2), 64, folder=tmp_path)


def test_levels_decide_alike_for_the_same_seed():
    asked = setting("hexemonia", bots=["beginner"], scale=0.2)
    assert Thinker(asked).play(3) == Thinker(asked).play(3)
    assert Thinker(asked).play(3) != Thinker(asked).play(4)


def test_a_scale_shrinks_all_that_a_level_looks_at():
    game, on = registry.game("hex"), search.plain_backend("hex")
    whole, part = (Steady(game, "casual", 2, on, "seed", scale) for scale in (1.0, 0.25))
    assert (part.level.looks, part.tries) == (whole.level.looks // 4, whole.tries // 4)
    match = Match(game, game.options({"size": 3}), seed="1")
    planner = CountedPlanner(Team(view_of(match, 1), on), Plan(), 1, part.tries)
    assert [planner.late() for _ in range(part.tries + 1)] == [False] * part.tries + [True]


def test_a_scale_shrinks_what_a_solver_looks_at_for_safe_turns():
    """In Sigil that is nearly all of the time of a match."""
    game, on = registry.game("sigil"), search.backend("sigil", wait=True)
    team = Team(view_of(Match(game, game.options({}), seed="1"), 1), on)
    assert team.plans_turns
    found = [CountedPlanner(team, Plan(), 1, 1, scale).positions for scale in (1.0, 0.25, 4.0)]
    assert found[1] * 4 == found[0] == found[2]


@pytest.mark.parametrize(("level", "scale", "tries"), [("beginner", 1.0, 2), ("casual", 1.0, 7), ("casual", 0.25, 1),
                                                       ("club", 1.0, 24), ("expert", 1.0, 24), ("expert", 0.5, 12)])
def test_a_level_tries_as_many_turns_with_a_solver_as_its_time_at_a_table_allows(level: str, scale: float, tries: int):
    game, on = registry.game("sigil"), search.backend("sigil", wait=True)
    bot = Steady(game, level, 2, on, "seed", scale)
    assert bot.tries_of(Team(view_of(Match(game, game.options({}), seed="1"), 1), on)) == tries
    hex_, plain = registry.game("hex"), search.backend("hex", wait=True)
    other = Steady(hex_, level, 2, plain, "seed", scale)
    assert other.tries_of(Team(view_of(Match(hex_, hex_.options({}), seed="1"), 1), plain)) == other.tries


def test_bots_search_with_the_changed_content():
    asked = setting("hexemonia", bots=["beginner"], changes={"game.hand_limit": 1}, scale=0.2)
    row, log = Thinker(asked).play(0)
    assert row[census.FINISHED]
    assert (row, log) != Thinker(setting("hexemonia", bots=["beginner"], scale=0.2)).play(0)
    assert registry.game("hexemonia").content.game.hand_limit == 4


def test_a_comparison_knows_what_a_change_does(toy: str):
    before = setting(toy)
    found = comparing.compare(before, before.changed({"die.first": 5, "die.second": 5}), 2048)
    first = next(d for d in found.differences() if d.figure.key == "seat/1")
    assert first.sure
    assert first.interval.low < -0.2 < first.interval.high
    assert "Seat 1: down by" in comparing.verdicts(found, Speech())[0]
    same = comparing.compare(before, before, 512)
    assert not any(d.sure for d in same.differences())
    assert "Nothing is shown to change" in comparing.report(same)


def test_a_sweep_is_a_curve(toy: str):
    over = sweeping.span("die.first=1..9:4")
    found = sweeping.sweep(setting(toy), over, 1024)
    middles = [{f.key: f.interval.middle for f in figures(run)}["seat/1"] for _, run in found]
    assert middles == sorted(middles)
    page = sweeping.report(found, over)
    assert "Wins by seat: Seat 1: surely more at 9" in page
    assert "die.first = 1; seed" not in page  # what holds for all values stands above them
    still = sweeping.sweep(setting(toy), sweeping.span("die.shared=0..1"), 64)
    assert sweeping.verdicts(still, sweeping.span("die.shared=0..1"), Speech()) == [
        "No figure is shown to go with die.shared."]


def test_axes_of_curves_have_round_numbers():
    points = [charts.Point(str(k), low, low + 0.1, low + 0.2) for k, low in enumerate((0.342, 0.381))]
    drawn = charts.curve(points, "", "", 0.5, "{:.3f}".format)
    assert drawn.index("<polygon") < drawn.index("class='even'") < drawn.index("<polyline")  # the equal share is seen
    written = re.findall(r"class='small' x='0' [^>]*>([^<]*)<", drawn)
    assert written == ["0.300", "0.350", "0.400", "0.450", "0.500", "0.550", "0.600"]


def test_what_is_counted_is_never_below_nought():
    """Few matches, of which few have a change of the lead: a mean near nought, spread widely."""
    found = interval_of("lead changes", [16, 3, 3])
    assert (found.low, found.middle) == (0.0, 3 / 16)


def test_before_comes_before_after_in_a_report(toy: str):
    page = comparing.report(comparing.compare(setting(toy), setting(toy).changed({"die.first": 5}), 64))
    assert page.index("Seat 1, Before") < page.index("Seat 1, After") < page.index("Seat 2, Before")


def _random_hex(size: int) -> tuple[float, dict[int, float]]:
    """How often whoever begins wins, and how long it takes, if both lay stones at random: worked out over all orders,
    without the rules of the house."""
    cells = [(x, y) for x in range(size) for y in range(size)]

    def joins(mine: frozenset[tuple[int, int]], axis: int) -> bool:
        reached = {cell for cell in mine if cell[axis] == 0}
        todo = list(reached)
        while todo:
            x, y = todo.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)} & mine - reached
            reached |= near
            todo += near
        return any(cell[axis] == size - 1 for cell in reached)

    @cache
    def outcome(mover: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> dict[tuple[int, int], float]:
        """By who wins and the number of stones: how likely it is."""
        turn = (len(mover) + len(other)) % 2
        found: dict[tuple[int, int], float] = defaultdict(float)
        free = [cell for cell in cells if cell not in mover and cell not in other]
        for cell in free:
            mine = mover | {cell}
            ends = {(turn, len(mine) + len(other)): 1.0} if joins(mine, turn) else outcome(other, mine)
            for end, part in ends.items():
                found[end] += part / len(free)
        return found

    ends = outcome(frozenset(), frozenset())
    lengths: dict[int, float] = defaultdict(float)
    for (_, stones), part in ends.items():
        lengths[stones] += part
    return sum(part for (winner, _), part in ends.items() if winner == 0), lengths


def test_random_hex_is_as_worked_out_over_all_orders():
    first, lengths = _random_hex(3)
    run = job.play(setting("hex", {"size": 3, "swap": False}, ["random"]), 8192)
    by_key = {f.key: f for f in figures(run)}
    assert not by_key["seat/1"].interval.excludes(first)
    assert abs(by_key["seat/1"].interval.middle - first) < 0.02
    assert not by_key["decisions"].interval.excludes(sum(stones * part for stones, part in lengths.items()))
    counted = Counter(setting("hex", {"size": 3, "swap": False}, ["random"])).play(0, 4096)
    for stones, part in lengths.items():
        assert abs(sum(row[census.DECISIONS] == stones for row in counted) / 4096 - part) < 0.03, stones


def test_a_search_finds_the_fair_die_with_the_least_change(toy: str):
    found = searching.search(setting(toy), [sweeping.span("die.first=1..9"), sweeping.span("die.shared=0..1")], 0.06,
                             [searching.wish("turns=1..2")], 1024)
    assert found.kept_to
    assert found.best.changes.keys() == {"die.first"}
    assert found.best.changes["die.first"] in (3, 4)
    assert found.front()[0].changes == {}
    assert "die.first" in searching.report(found)


def test_a_search_goes_over_boards_too():
    """Places in lists; what does not go together, a Town without its Walls, is left out."""
    base = setting("sygon", {"board": "recommended"})
    spans = [sweeping.span(one) for one in ('recommended.r2.player.1.towns=["b4", "c1"],["b4", "d1"]',
                                            'recommended.r2.player.1.walls=["b4 w", "b4 se", "c1 se"],'
                                            '["b4 w", "b4 se", "d1 e"],["b4 w", "b4 e", "d1 e"]')]
    tried = searching.begin(base, spans, 0.02, []).tried
    assert [one.changes.get("recommended.r2.player.1.towns") for one in tried] == [None, None, ["b4", "c1"]]


@pytest.mark.parametrize("asked", ["die.first", "die.first=", "die.first=3..3", "=1..2", "die.first=0..999999999",
                                   f"die.first=1..{'9' * 5000}", f"die.first=1..5:{'9' * 5000}"])
def test_a_sweep_that_is_not_understood_says_what_would_be(asked: str):
    with pytest.raises(HexagoraError, match=r"as in building|2 to 50"):
        sweeping.span(asked)


def test_a_range_from_the_greater_to_the_lesser_is_told_with_the_right_one():
    with pytest.raises(HexagoraError, match=r"write 2\.\.5"):
        sweeping.span("die.first=5..2")
    with pytest.raises(HexagoraError, match=r"write 30\.\.40"):
        searching.wish("turns=40..30")


@pytest.mark.parametrize("keep", ["turns=1.2.3..4", "turns=....4", "turns=1..", "turns=1..٣"])
def test_a_wish_that_is_not_understood_says_what_would_be(keep: str):
    with pytest.raises(HexagoraError, match="as in turns"):
        searching.wish(keep)


def test_a_search_over_very_many_numbers_is_refused_at_once(toy: str):
    with pytest.raises(HexagoraError, match="21 numbers; a search changes at most 20"):
        searching.begin(setting(toy), [sweeping.span("die.first=1..9")] * 21, 0.06, [])


def test_a_first_look_needs_nothing_else(toy: str):
    found = shares(registry.game(toy), {}, matches=400)
    assert found.seats[0].low < 0.7 < found.seats[0].high
    assert found.given_up == 0


def test_every_text_of_the_lab_is_there_in_italian():
    source = Path(report.__file__).parent
    phrases = json.loads((source / "locales" / "it.json").read_text("utf8"))
    used = set(_texts(source))
    assert sorted(used - phrases.keys()) == []
    for template, said in phrases.items():
        assert sorted(_fields(template)) == sorted(_fields(said)), template


def _texts(source: Path) -> list[str]:
    import ast

    from hexagora.lab.figures import NAMES

    found = list(NAMES.values())
    for path in source.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                found += [a.value for a in node.args if isinstance(a, ast.Constant)]
    return found


def _fields(text: str) -> list[str]:
    import string

    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


def test_a_ladder_tells_how_deep_a_game_is():
    found = laddering.climb(setting("hexemonia"), laddering.rungs("random,quick"), lambda asked: 128)
    assert found[0].interval.low > 0.6
    page = laddering.report(found, setting("hexemonia"))
    assert "depth of skill" in page
    assert "bots: Random, Quick" in page
    with pytest.raises(HexagoraError, match="two or more different bots"):
        laddering.rungs("quick")
