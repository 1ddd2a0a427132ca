from collections.abc import Iterator

import pytest

from hexagora import registry
from tests.lab.toy import GAME


@pytest.fixture
def toy() -> Iterator[str]:
    """The id of a game whose figures are known."""
    with registry.playing(GAME):
        yield GAME.id
