"""Every rule has a test that names it."""

import pytest

from hexagora import registry
from tests.rule_ids import report


@pytest.mark.parametrize("game", registry.names())
def test_every_rule_id_is_named_by_a_test(game):
    found = report()[game]
    assert found["rules"], f"no rule ids in the rules of {game}"
    assert not found["untested"]
    assert not found["unknown"]
