"""For the tests of games, also of those in packages of their own.

    from hexagora.testing import check_game, covers

    @covers("TOY-MOVE-1")
    def test_a_piece_moves_one_step(): ...

    def test_the_game_keeps_the_contract():
        check_game("toy")

With `pytest_plugins = ["hexagora.testing.plugin"]` in a `conftest.py` (or `pytest -p hexagora.testing.plugin`) the
option `--rules-of GAME` names every rule of `rules.md` that no test covers, and fails if there is one.
"""

from typing import Any

from hexagora import registry
from hexagora.bots import thumbs
from hexagora.engine import conformance
from hexagora.engine.check_report import Report
from hexagora.engine.game import Game
from hexagora.testing.covering import covers

__all__ = ["check_game", "covers"]


def check_game(game: Game | str, **how: Any) -> Report:
    """Everything that `hexagora check` looks at; raises with the report if anything is missing or wrong. Takes what
    `conformance.check` takes, such as `seconds=10` or `only=[{"players": 2}]`."""
    found = registry.game(game) if isinstance(game, str) else game
    report = conformance.check(found, **{"compiled": False, "beside": thumbs.problems(found), **how})
    report.raise_for_problems()
    return report
