"""Results about our own boards add up from run to run, and the page about them tells what they say."""

import json
from pathlib import Path

import pytest

from bench import balance, balance_page
from bench.balance import Cell, Stretch
from hexagora.lab import sums
from hexagora.lab.setting import setting

TINY = """
seed = 3

[[cells]]
game = "hex"
bots = ["random"]
matches = 24
options = { size = [3, 4] }
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, "utf8")
    return path


def won(matches: int, first: int) -> sums.Sums:
    return {"seat/1": [matches, first * sums.SHARE, 0], "seat/2": [matches, (matches - first) * sums.SHARE, 0]}


def duel(size: int = 3) -> Cell:
    return Cell(setting("hex", {"size": size}, ["random"]), {"size": size})


def known(matches: int, first: int, seconds: float = 1.0) -> Cell:
    cell = duel()
    cell.add(Stretch(0, matches, seconds, won(matches, first)))
    return cell


def test_lists_of_options_are_gone_through_in_all_combinations(tiny: Path):
    assert [(c.choice, c.asked.bots, c.matches) for c in balance.cells(tiny)] == [
        ({"size": 3}, ("random",), 24), ({"size": 4}, ("random",), 24)]


def test_a_run_goes_on_where_the_last_one_ended(tiny: Path, tmp_path: Path):
    results = tmp_path / "results.jsonl"
    balance.main(["--cells", str(tiny), "--results", str(results), "--seconds", "0"])
    first = balance.slice_of(duel().asked, 0, 8)
    with results.open("w", encoding="utf8") as out:
        out.write(balance.line_of(balance.cells(tiny)[0], first) + "\n")
    # it ends by itself when all that is wanted was played, however long it may
    balance.main(["--cells", str(tiny), "--results", str(results), "--seconds", "1e6", "--processes", "2"])
    found = balance.cells(tiny)
    balance.read(found, results)
    assert [(c.played, [(s.first, s.count) for s in c.stretches]) for c in found] == [(24, [(0, 24)])] * 2
    at_once = balance.slice_of(found[1].asked, 0, 24)
    assert found[1].stretches[0].sums == at_once.sums


def test_what_another_machine_played_is_taken_in_once(tiny: Path, tmp_path: Path):
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    cell = balance.cells(tiny)[0]
    here.write_text(balance.line_of(cell, Stretch(0, 8, 1, won(8, 5))) + "\n", "utf8")
    there.write_text("".join(balance.line_of(cell, one) + "\n" for one in (
        Stretch(8, 8, 1, won(8, 4)), Stretch(0, 8, 1, won(8, 5)))), "utf8")
    for _ in range(2):
        balance.main(["--cells", str(tiny), "--results", str(here), "--add", str(there)])
    [line] = here.read_text("utf8").splitlines()
    assert json.loads(line)["count"] == 16
    assert json.loads(line)["sums"]["seat/1"] == [16, 9 * sums.SHARE, 0]


def test_what_was_played_on_another_board_is_not_counted(tmp_path: Path):
    results = tmp_path / "results.jsonl"
    old = duel()
    line = json.loads(balance.line_of(old, Stretch(0, 8, 1, won(8, 5))))
    line["cell"]["box"] = "that of before"
    results.write_text(json.dumps(line) + "\n", "utf8")
    balance.read([old], results)
    assert old.played == 0


def test_the_box_tells_boards_apart_and_nothing_else_does():
    asked = [setting("sygon", {"players": 3, "board": "recommended"}, ["casual"], content)
             for content in (None, "first-starts")]
    assert balance.box_digest(asked[0]) != balance.box_digest(asked[1])
    assert balance.box_digest(asked[0]) == balance.box_digest(
        setting("sygon", {"players": 3, "board": "recommended"}, ["club"], None, None, 9))


@pytest.mark.parametrize(("matches", "first", "verdict"), [
    (40, 22, balance.OPEN), (10_000, 5_000, balance.EVEN), (10_000, 5_600, balance.CROOKED)])
def test_a_verdict_is_told_when_it_is_shown(matches: int, first: int, verdict: str):
    assert known(matches, first).verdict() == verdict


def test_every_cell_gets_some_matches_before_the_nearest_verdict_is_looked_for():
    few, many, nearer = known(20, 10), known(4_000, 2_100), known(4_000, 2_000)
    assert balance.next_cell([many, few], 0) is few
    assert many.seconds_to_go() > nearer.seconds_to_go() > 0
    assert balance.next_cell([many, nearer], 1) is nearer
    assert balance.next_cell([known(40_000, 25_000)], 0) is None


def test_a_table_tells_who_is_shown_to_be_favoured_and_how_well_the_rest_is_known():
    even, crooked = known(10_000, 5_000), known(10_000, 5_600)
    for cell, bots in ((even, "casual"), (crooked, "club")):
        cell.asked = setting("hex", {"size": 3}, [bots])
    [_, _, line] = balance_page.table("verdicts", [even, crooked]).splitlines()
    assert line == "| Hex 3 | even, ± 2 / **seat 1 +6** |"
    [_, _, line] = balance_page.table("hex", [even, crooked]).splitlines()
    assert line == "| Hex 3, 2 | – | 50.0 · 50.0 ± 2.0 of 10000 | **56.0 · 44.0** ± 2.0 of 10000 |"


def test_the_page_about_balance_tells_what_was_played():
    found = balance.cells()
    balance.read(found, balance.RESULTS)
    page = balance_page.PAGE.read_text("utf8")
    assert balance_page.MARKS.findall(page)
    assert balance_page.renewed(page, found) == page
