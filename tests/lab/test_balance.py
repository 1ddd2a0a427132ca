"""The page about balance speaks of everything that is ours."""

from pathlib import Path

import pytest

from hexagora import registry
from hexagora.engine import hooks

PAGE = (Path(registry.__file__).parents[1] / "docs" / "balance.md").read_text("utf8")
DESIGNED = "designed"


@pytest.mark.parametrize("game", registry.names())
def test_every_board_and_map_of_our_own_is_told_of(game: str) -> None:
    found = registry.game(game)
    keys = [one.content_key for one in hooks.EDITABLES.of(found) or () if one.content_key]
    ours = [one["id"] for key in keys for one in found.content_data[key] if DESIGNED in str(one.get("provenance"))]
    if keys:
        assert ours
    assert [name for name in ours if name not in PAGE] == []


@pytest.mark.parametrize("game", registry.names())
def test_contents_that_are_kept_by_name_are_told_of(game: str) -> None:
    assert [name for name in registry.game(game).named_contents() if f"`{name}`" not in PAGE] == []
