"""Everything that can be edited of the supplied games: what is drawn is what the file says, whatever is drawn."""

import copy
import json
import random
import time
import tracemalloc
from typing import Any

import pytest

import hexagora
from hexagora import registry
from hexagora.engine import editing
from hexagora.engine.errors import HexagoraError
from hexagora.engine.numbers import comments, label

STROKES = 8
KINDS = [(name, kind) for name in registry.SUPPLIED for kind in editing.of_game(registry.game(name))]
JUNK = (None, 7, -1, True, "", "a1", "zz99", [], [1], ["a1"], {}, {"a1": 1}, 10**9, 0.5)


def _first(name: str, kind: str) -> tuple[Any, Any, dict[str, Any]]:
    game = hexagora.game(name)
    editable = editing.find(game, kind)
    return game, editable, editable.sample(game, list(editable.samples(game))[-1])


def _places(sheet: dict[str, Any], brush: dict[str, Any]) -> list[str]:
    part = "borders" if brush["on_borders"] else "cells"
    return [f"{board['id']}/{one['id']}" for board in sheet["scene"]["boards"] for one in board[part]]


def _stroke(rng: random.Random, sheet: dict[str, Any]) -> dict[str, Any]:
    """Some deed that the sheet offers: a stroke, a turn, a new value, a mend."""
    offered: list[dict[str, Any]] = []
    if sheet["palette"] and sheet["scene"]:
        brush = rng.choice(sheet["palette"])
        symmetry = rng.choice(["", *(one["id"] for one in sheet["symmetries"])])
        offered += [{"brush": brush["id"], "places": [rng.choice(_places(sheet, brush))], "symmetry": symmetry}] * 6
    offered += [{"turn": one["id"]} for one in sheet["turns"]]
    offered += [mend["deed"] for remark in sheet["remarks"] for mend in remark["mends"]]
    if sheet["fields"]:
        field = rng.choice(sheet["fields"])
        value = rng.choice([field["value"], field["low"], field["high"], *(field["values"] or [field["value"]])])
        offered += [{"set": field["path"], "value": value}]
    return rng.choice(offered)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_every_sample_is_usable_and_written_as_it_is_read(name: str, kind: str) -> None:
    game, editable, _ = _first(name, kind)
    for sample in list(editable.samples(game))[::4]:
        data = editable.sample(game, sample)
        assert editable.read(game, editable.write(game, data)) == data
        assert not [r for r in editable.remarks(game, data) if r.level == editing.ERROR]
        editable.start(game, data)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_whatever_is_drawn_is_written_and_read_as_it_is(name: str, kind: str) -> None:
    game, editable, data = _first(name, kind)
    rng = random.Random(f"{name} {kind}")
    sheet = editing.sheet(editable, game, data)
    for _ in range(STROKES):
        deed = _stroke(rng, sheet)
        data = json.loads(json.dumps(editing.after(editable, game, data, deed)))  # as it travels
        sheet = editing.sheet(editable, game, data)
        assert editable.read(game, sheet["text"]) == data, deed
        if sheet["usable"] and not sheet["remarks"]:
            editable.start(game, data)
        json.dumps(sheet)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_undone_and_mirrored_twice_it_is_as_it_was(name: str, kind: str) -> None:
    game, editable, data = _first(name, kind)
    known = {turn["id"] for turn in editing.sheet(editable, game, data)["turns"]}
    pairs = [(one, other) for one, other in (("turn-1", "turn-5"), ("turn-3", "turn-3"), ("upright", "upright"),
                                             ("level", "level"), ("slant-1", "slant-1")) if {one, other} <= known]
    for one, other in pairs:
        there = editing.after(editable, game, data, {"turn": one})
        back = editing.after(editable, game, there, {"turn": other})
        assert _drawn(editable, game, back) == _drawn(editable, game, data), one


def _drawn(editable: Any, game: Any, data: dict[str, Any]) -> list[Any]:
    """What lies where, apart from empty margins."""
    scene = editable.scene(game, data)
    cells = [(c.id, c.terrain, [(b.kind, b.text) for b in c.badges]) for c in scene.boards[0].cells
             if c.terrain != "gap"]
    return [sorted(map(str, cells)), sorted((p.kind, p.owner, p.at) for p in scene.pieces if p.board)]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_documents_that_are_none_are_refused_with_words(name: str, kind: str) -> None:
    game, editable, data = _first(name, kind)
    rng = random.Random(name + kind)
    for _ in range(8):
        broken = copy.deepcopy(data)
        here: Any = broken
        for _ in range(rng.randrange(3)):
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            inner = [key for key in keys if isinstance(here[key], dict | list) and here[key]]
            here = here[rng.choice(inner)] if inner else here
        here[rng.choice(list(here) if isinstance(here, dict) else list(range(len(here))))] = rng.choice(JUNK)
        try:
            json.dumps(editing.sheet(editable, game, broken))
        except (HexagoraError, *editing.FAULTS):
            continue


def test_a_key_with_thousands_of_dots_takes_no_memory() -> None:
    game = hexagora.game("manapool")
    tracemalloc.start()
    with pytest.raises(HexagoraError, match="a key has more than 50 parts"):
        editing.after(editing.find(game, "boards"), game, {}, {"read": f"{'.'.join('a' * 2000)} = 1"})
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4_000_000


@pytest.mark.parametrize(("name", "kind", "deed", "code", "place"), [
    ("manapool", "boards", {"brush": ".", "places": ["board/e5"]}, "E3", "board/e5"),
    ("manapool", "boards", {"brush": "O", "places": ["board/b2"]}, "E3", "board/b2"),
    ("hexcape", "maps", {"brush": "letter-B", "places": ["board/b2"]}, "E4", "board/b2"),
    ("hexcape", "maps", {"brush": "#", "places": ["board/d1"]}, "E2", ""),
])
def test_problems_are_told_at_their_place_and_a_mend_puts_them_right(
        name: str, kind: str, deed: dict[str, Any], code: str, place: str) -> None:
    game = hexagora.game(name)
    editable = editing.find(game, kind)
    data = editing.after(editable, game, editable.sample(game, "blank"), deed)
    remark = next(r for r in editable.remarks(game, data) if r.code == code)
    assert [place] == list(remark.places)[:1] or (not place and not remark.places)
    for _ in range(3):
        errors = [r for r in editable.remarks(game, data) if r.level == editing.ERROR]
        if not errors:
            break
        data = editing.after(editable, game, data, errors[0].mends[0].deed)
    assert not [r for r in editable.remarks(game, data) if r.level == editing.ERROR]


def test_a_stroke_repeats_where_the_symmetry_says() -> None:
    game = hexagora.game("manapool")
    editable = editing.find(game, "boards")
    data = editing.after(editable, game, editable.sample(game, "blank"),
                         {"brush": "T", "places": ["board/b3"], "symmetry": "thirds"})
    assert sum(row.count("T") for row in data["rows"]) == 3
    assert "W7" not in [r.code for r in editable.remarks(game, data)]


def test_positions_are_painted_and_told_in_the_words_of_the_reader() -> None:
    game = hexagora.game("hex")
    editable = editing.find(game, "positions")
    deed = {"brush": "blue", "places": ["board/c3", "board/d4"]}
    data = editing.after(editable, game, editable.sample(game, "start-2"), deed)
    sheet = editing.sheet(editable, game, data)
    assert [piece["at"] for piece in sheet["scene"]["pieces"]] == ["c3", "d4"]  # drawn although it cannot come about
    assert "cannot come about" in sheet["remarks"][0]["text"]
    data = editing.after(editable, game, data, {"brush": "red", "places": ["board/d4"]})
    assert editing.sheet(editable, game, data)["usable"]
    assert (data["red"], data["blue"]) == (["d4"], ["c3"])


def test_a_position_may_not_read_files_of_the_machine() -> None:
    game = hexagora.game("manapool")
    editable = editing.find(game, "positions")
    data = editable.sample(game, "start-3")
    data["options"]["board"] = "/etc/board.toml"
    assert "names a file" in editable.remarks(game, data)[0].text


def test_numbers_name_only_what_differs_and_say_what_is_allowed() -> None:
    game = hexagora.game("hexemonia")
    editable = editing.find(game, "numbers")
    data = editing.after(editable, game, editable.sample(game, "supplied"), {"set": "points.trio", "value": 6})
    assert data["change"] == {"points.trio": 6}
    field = next(f for f in editable.fields(game, data) if f.path == "points.trio")
    assert (field.value, field.supplied, field.changed, field.low, field.high) == (6, 8, True, 0, 20)
    wrong = editing.after(editable, game, data, {"set": "points.trio", "value": 99})
    assert [(r.field, r.mends[0].deed["value"]) for r in editable.remarks(game, wrong)] == [("points.trio", 8)]
    assert editing.after(editable, game, data, {"set": "points.trio", "value": 8})["change"] == {}
    assert comments(game)["points.philosopher"] == ("", "with 2 players, without Revolts")


@pytest.mark.parametrize(("path", "told"), [
    ("tiles.1.counts.flower", "players 3 · counts · flower"),  # each entry is for another number of players
    ("die.4.colours", "face 5 · colours"),
    ("letters.1.sent", "2 · sent"),  # nothing tells the entries apart
    ("alone.0.counts", "counts"),
    ("rows.1.1.worth", "2 · worth 2 · worth"),
    ("spell.grow.times", "grow · times"),
    ("move.entry_fee", "entry fee"),
])
def test_numbers_are_called_by_what_tells_them_apart(path: str, told: str) -> None:
    data = {"tiles": [{"players": n, "counts": {"flower": 3}} for n in (2, 3)], "alone": [{"counts": 1}],
            "rows": [[{"worth": 1}], [{"worth": 1}, {"worth": 2}]],
            "die": [{"face": n + 1, "colours": ["red"]} for n in range(6)], "letters": [{"kind": "a", "sent": 1}] * 2,
            "spell": [{"id": "grow", "times": 2}, {"id": "comet", "times": 1}], "move": {"entry_fee": 1}}
    assert label(data, path) == told


@pytest.mark.parametrize("text", ["a" * 60_000, "ab1" * 20_000, "Ä1" * 30_000, "a1 " * 20_000])
def test_the_places_of_a_long_text_are_found_at_once(text: str) -> None:
    """A message repeats what was written; one request with 60,000 letters held up everybody for a minute."""
    began = time.process_time()
    found = editing.named_places(text, ["board/a1", "board/b2", "board/ab1"])
    assert time.process_time() - began < 2
    assert found == {"a1 ": ["board/a1"], "ab1": ["board/ab1"]}.get(text[:3], [])


def test_a_list_of_very_many_numbers_is_refused_before_they_are_all_shown() -> None:
    game = registry.game("manapool")
    numbers = editing.find(game, "numbers")
    path = next(field.path for field in numbers.fields(game, numbers.sample(game, "supplied")) if "." in field.path)
    began = time.process_time()
    with pytest.raises(HexagoraError, match="more than 1500 numbers"):
        editing.sheet(numbers, game, {**numbers.sample(game, "supplied"), "change": {path: [[]] + [3] * 5000}})
    shown = editing.sheet(numbers, game, {**numbers.sample(game, "supplied"), "change": {path: [[]] + [3] * 1400}})
    assert len(shown["fields"]) > 1400
    assert time.process_time() - began < 5
