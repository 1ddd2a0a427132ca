"""Content files that name only what differs."""

import time
from pathlib import Path

import pytest

from hexagora import registry
from hexagora.engine import variants
from hexagora.engine.content import read_toml
from hexagora.engine.errors import BadContent


def test_every_number_of_a_game_can_be_read_by_its_path():
    for name in registry.names():
        data = registry.game(name).content_data
        for path, value in variants.leaves(data):
            assert variants.value_at(data, path) == value, path


def test_a_changed_number_reaches_the_box():
    game = registry.game("sygon").with_changes({"building.town.gold": 4})
    assert game.content.building.town.gold == 4
    assert registry.game("sygon").content.building.town.gold == 3
    assert game.content_digest != registry.game("sygon").content_digest


@pytest.mark.parametrize(("path", "offered"), [
    ("building.town.golf", "building.town.gold"),
    ("town.gold", "building.town.gold"),
    ("building.castle.gold", "building.town.gold"),
    ("nothing.like.it", "building…"),
])
def test_a_path_that_leads_nowhere_is_answered_with_those_that_do(path: str, offered: str):
    with pytest.raises(BadContent, match="there is no such number") as told:
        registry.game("sygon").with_changes({path: 1})
    assert offered in str(told.value)


@pytest.mark.parametrize("path", ["a." * 20_000, "." * 40_000, "building." * 4000 + "gold", "a" * 40_000])
def test_a_path_longer_than_any_is_answered_at_once_and_in_short(path: str):
    began = time.process_time()
    with pytest.raises(BadContent, match="at most 200 letters") as told:
        registry.game("sygon").with_changes({path: 1})
    assert time.process_time() - began < 2
    assert len(str(told.value)) < 500


def test_a_value_that_the_game_does_not_allow_is_refused():
    with pytest.raises(BadContent, match=r"building\.town\.gold = -1"):
        registry.game("sygon").with_changes({"building.town.gold": -1})


def test_a_file_of_differences_is_the_content_it_was_made_from(tmp_path: Path):
    game = registry.game("hexemonia")
    base = game.content_data
    whole = variants.changed(base, {"acropolis.sparta.bonus.points": 2, "points.trio": 7})
    whole = variants.without(whole, ["hex.spring"])
    changes, removed = variants.differences(base, whole)
    assert (changes, removed) == ({"acropolis.sparta.bonus.points": 2, "points.trio": 7}, ["hex.spring"])
    file = tmp_path / "calm.toml"
    file.write_text(variants.text("hexemonia", changes, {"made_by": 'a "test"'}, "Calm", removed), "utf8")
    assert game.with_content(file).content_data == whole
    assert read_toml(file)["provenance"] == {"made_by": 'a "test"'}


def test_a_new_entry_is_added_with_its_id():
    base = read_toml(registry.game("manapool").folder / "content.toml")
    more = variants.changed(base, {"tile.hole": {"glyph": "h", "name": "Hole"}})
    assert more["tile"][-1] == {"id": "hole", "glyph": "h", "name": "Hole"}
    assert variants.differences(base, more) == ({"tile.hole": {"glyph": "h", "name": "Hole"}}, [])


def test_a_variant_of_another_game_and_unknown_keys_are_refused(tmp_path: Path):
    file = tmp_path / "other.toml"
    file.write_text('extends = "hex"\ncolour = 3\n', "utf8")
    with pytest.raises(BadContent) as told:
        registry.game("sygon").with_content(file)
    assert "this is not content of 'sygon'" in str(told.value)
    assert "colour: unknown key" in str(told.value)


@pytest.mark.parametrize(("name", "variant"), [
    (name, variant) for name in registry.SUPPLIED for variant in registry.game(name).named_contents()])
def test_supplied_variants_are_chosen_by_name_and_say_where_they_come_from(name: str, variant: str):
    game = registry.game(name)
    changed = game.with_content(variant)
    assert changed.content_digest != game.content_digest
    for players in game.facts.players:
        changed.box(changed.options({"players": players}))
    assert read_toml(game.named_contents()[variant])["provenance"]
