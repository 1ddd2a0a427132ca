"""Datasets: the same for the same seed however they are made, whole after an interruption, read without our code."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import hexagora
from hexagora.bots import spread as spreading
from hexagora.engine import matchfile
from hexagora.engine.errors import BadMatchFile, BadOption, HexagoraError
from hexagora.games.sigil import convert
from hexagora.matches import from_document
from hexagora.research import record as recording
from hexagora.research.record import Plan, record

HEX = hexagora.game("hex").options({"size": 3})


def plan(**changes):
    return Plan("hex", HEX, **{"matches": 5, "looks": 20, "shard": 2, "explore": 3, **changes})


def files(folder):
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


READER = """
import sys, json, numpy as np, pyarrow.parquet as pq
assert not any(m.startswith("hexagora") for m in sys.modules)
t = pq.read_table(sys.argv[1])
n = len(t)
column = lambda name: t[name].combine_chunks()
features = column("features").flatten().to_numpy().reshape(n, -1)
mask = column("mask").flatten().to_numpy(zero_copy_only=False).reshape(n, -1)
assert (features >= 0).all() and (features <= 1).all()
for row, legal, visits, action in zip(mask, t["legal"].to_pylist(), t["visits"].to_pylist(), t["action"].to_pylist()):
    assert np.flatnonzero(row).tolist() == legal and len(visits) == len(legal) and action in legal
result = column("result").flatten().to_numpy().reshape(n, -1)
assert (result.sum(axis=1) == 1).all()
assert (result[np.arange(n), column("seat").to_numpy()] == column("share").to_numpy()).all()
print(json.dumps([n, features.shape[1], mask.shape[1]]))
"""


def test_shards_are_read_with_arrow_and_numpy_alone(tmp_path):
    record(plan(), tmp_path)
    read = subprocess.run([sys.executable, "-c", READER, tmp_path / "positions-00000.parquet"], capture_output=True,
                          text=True, check=False, cwd=tmp_path)
    assert read.returncode == 0, read.stderr
    rows, features, actions = json.loads(read.stdout)
    assert (features, actions) == (9 * 6 + 3, 362)
    lines = (tmp_path / "matches-00000.jsonl").read_text("utf8").splitlines()
    matches = [from_document(json.loads(line)) for line in lines]
    assert all(match.over for match in matches)
    assert rows <= sum(len(match.log) for match in matches)
    card = (tmp_path / "card.md").read_text("utf8")
    assert "positions of 5 matches" in card
    assert "20 looks at each decision" in card
    assert "0. own" in card, "features have their names"


def test_the_same_however_it_was_made(tmp_path):
    once, again, twice = tmp_path / "once", tmp_path / "again", tmp_path / "twice"
    record(plan(), once)
    record(plan(), again, jobs=2)
    assert files(once) == files(again)
    record(plan(matches=3), twice)
    record(plan(), twice)
    assert files(once) == files(twice), "a shard that was not full is made anew"


def test_an_interrupted_run_goes_on(tmp_path, monkeypatch):
    record(plan(), tmp_path / "whole")
    made = []

    def stopped_later(*given):
        made.append(given)
        if len(made) == 4:
            raise KeyboardInterrupt
        return play(*given)

    play = recording.play
    monkeypatch.setattr(recording, "play", stopped_later)
    with pytest.raises(KeyboardInterrupt):
        record(plan(), tmp_path / "part")
    assert sorted(files(tmp_path / "part")) == ["dataset.json", "matches-00000.jsonl", "positions-00000.parquet"]
    record(plan(), tmp_path / "part")
    assert len(made) == 4 + 3, "what was whole is not made again"
    assert files(tmp_path / "part") == files(tmp_path / "whole")


def test_another_setting_needs_another_folder(tmp_path):
    record(plan(matches=1), tmp_path)
    with pytest.raises(HexagoraError, match="holds a dataset of another setting \\(looks = 20, now 30\\)"):
        record(plan(looks=30), tmp_path)
    record(plan(matches=3), tmp_path)
    with pytest.raises(HexagoraError, match="holds 3 matches already; ask for as many or more"):
        record(plan(matches=2), tmp_path)
    with pytest.raises(BadOption, match="looks = 0: must be at least 1"):
        plan(looks=0)


def test_matches_from_files(tmp_path):
    match = hexagora.game("sigil").match(seed="a")
    for _ in range(14):
        match.play(match.actions()[0])
    sgn, _ = convert.write(convert.Source(match, "match"), "sgn")
    (tmp_path / "game.sgn").write_text(sgn, "utf8")
    lines = [json.dumps(matchfile.to_document(match))] * 2
    (tmp_path / "archive.jsonl").write_text("\n".join(lines), "utf8")
    (tmp_path / "one.match.json").write_text(lines[0], "utf8")
    names = [str(tmp_path / name) for name in ("game.sgn", "archive.jsonl", "one.match.json")]
    found = recording.taken("sigil", names)
    assert len(found) == 4
    rows = recording.replay(found[1], 0).rows
    assert rows
    assert all(row["visits"] == [] and row["result"] is None and row["action"] in row["legal"] for row in rows)
    record(Plan("sigil", found[0].document["options"], 4, files=tuple(names)), tmp_path / "data")
    assert "taken from match files" in (tmp_path / "data" / "card.md").read_text("utf8")
    with pytest.raises(BadMatchFile, match="among matches of 'hex'"):
        recording.taken("hex", names[1:])
    small, large = (matchfile.to_document(hexagora.game("hex").match(size=size)) for size in (3, 4))
    (tmp_path / "mixed.jsonl").write_text(f"{json.dumps(small)}\n{json.dumps(large)}", "utf8")
    with pytest.raises(BadMatchFile, match="line 2: a match with 2 players and 99 features, the dataset has 2 and 57"):
        record(plan(matches=2, files=(str(tmp_path / "mixed.jsonl"),)), tmp_path / "other")
    (tmp_path / "bad.sgn").write_text(sgn[:120], "utf8")
    with pytest.raises(BadMatchFile, match=r"bad\.sgn: "):
        recording.taken("sigil", [names[0], str(tmp_path / "bad.sgn")])
    (tmp_path / "bad.jsonl").write_text(lines[0] + "\n{", "utf8")
    with pytest.raises(BadMatchFile, match="line 2: not JSON"):
        recording.taken("sigil", [str(tmp_path / "bad.jsonl")])


@pytest.mark.parametrize(("line", "told"), [
    ("[1, 2]", "not a match file"), ("17", "not a match file"), ("null", "not a match file"), ("{", "not JSON"),
    ('{"actions": [], "options": 7', "options = '7'"), ('{"actions": [], "options": {"size": 99}', "option 'size'"),
    ('{"actions": ["z9"], "options": {"size": 3}', "action 1"),
])
def test_a_broken_line_of_an_archive_is_named(tmp_path, line, told):
    good = json.dumps(matchfile.to_document(hexagora.game("hex").match(size=3).play_all(["a1", "b2"])))
    if line.startswith('{"'):
        line += ', "format": "hexagora-match", "version": 1, "game": "hex"}'
    (tmp_path / "archive.jsonl").write_text(f"{good}\n{line}\n{good}\n", "utf8")
    with pytest.raises(BadMatchFile, match=f"archive.jsonl, line 2.*{told}"):
        record(plan(matches=3, files=(str(tmp_path / "archive.jsonl"),)), tmp_path / "data")


def test_the_command(tmp_path):
    given = ["record", "hex", "-o", "size=3", "--matches", "1", "--looks", "5", "--folder", "d"]
    told = subprocess.run([sys.executable, "-m", "hexagora", *given], capture_output=True, text=True, cwd=tmp_path,
                          check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout == f"1 matches in d; {Path('d') / 'card.md'} says what they are\n"
    assert (tmp_path / "d" / "positions-00000.parquet").exists()


def lost_once(marker, part):
    """Ends its whole process the first time."""
    if part == 3 and not marker.exists():
        marker.write_text("")
        os._exit(1)
    return part * 10


def nothing():
    pass


def test_a_lost_process_loses_no_part(tmp_path):
    found = spreading.spread(partial(lost_once, tmp_path / "lost"), range(6), nothing, jobs=2)
    assert sorted(found) == [0, 10, 20, 30, 40, 50]
