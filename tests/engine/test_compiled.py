"""Compiled code: kept, found stale, mended when damaged, and possible where nothing can be written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hexagora
from hexagora.engine import compiled, gpu
from hexagora.engine.contract import WIN
from hexagora.engine.errors import IllegalAction
from hexagora.engine.game import Game


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """A game without compiled code in memory or on disk."""
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path))
    original = hexagora.game("hex")
    return lambda: Game(original.facts, original.package)


def test_what_is_compiled_once_is_ready_the_next_time(fresh):
    steps = []
    first = fresh().compiled(lambda what, done, total: steps.append((done, total)))
    assert not first.was_ready
    assert steps[-1][0] == steps[-1][1] > 10
    assert compiled.is_ready(fresh())
    assert fresh().compiled().was_ready
    _damage_and_mend(fresh, first.folder)


def _damage_and_mend(fresh, folder):
    victim = next(folder.rglob("*.nbc"))
    victim.write_bytes(victim.read_bytes()[:-100])
    assert not compiled.is_ready(fresh())
    mended = fresh().compiled()
    assert not mended.was_ready
    assert compiled.is_ready(fresh())
    assert fresh().batch(3, size=3).playouts().lengths.min() > 0


def test_a_changed_rule_has_another_folder(fresh):
    game = fresh()
    modules, records = game.rules_modules, [game.State, game.Box]
    assert compiled.code_hash(modules, records) != compiled.code_hash(modules, records[:1])
    assert compiled.code_hash(modules, records) != compiled.code_hash([], records)


def test_another_copy_of_the_program_has_another_folder(tmp_path, monkeypatch):
    """Numba finds what it kept by the place of the sources."""
    module = hexagora.game("hex").rules_modules[0]
    here = compiled.code_hash([module], [])
    copy = tmp_path / "rules.py"
    copy.write_bytes(Path(module.__file__).read_bytes())
    monkeypatch.setattr(module, "__file__", str(copy))
    assert compiled.code_hash([module], []) != here


def test_a_folder_that_cannot_be_written_is_replaced_for_this_run(tmp_path):
    blocked = tmp_path / "a-file"
    blocked.write_text("in the way")
    folder, lasting = compiled._workshop(blocked / "hex-123")
    assert folder.is_dir()
    assert not lasting


def test_two_that_compile_the_same_at_once_do_not_spoil_each_other(tmp_path):
    """Whoever is whole first gives the folder its name; the other one's work is not mixed into it."""
    place = tmp_path / "hex-123"
    place.mkdir()
    (place / "left.nbc").write_text("by an interrupted build")
    one, other = tmp_path / "one", tmp_path / "other"
    for making in (one, other):
        making.mkdir()
        (making / "rule.nbc").write_text(making.name)
        (making / compiled.MANIFEST).write_text(json.dumps(compiled._checksums(making)))
        compiled._put_in_place(making, place)
    assert compiled._intact(place)
    assert (place / "rule.nbc").read_text() == "one"
    assert [path.name for path in tmp_path.iterdir()] == ["hex-123"]


def test_importing_and_listing_needs_no_numba():
    code = "import hexagora, sys; hexagora.names(); hexagora.game('hex').match().legal(); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.strip() == "False"


def test_playouts_are_repeatable_and_fair_to_the_seed():
    one, two = (hexagora.game("manapool").batch(200, seed=5).playouts() for _ in range(2))
    assert (one.lengths == two.lengths).all()
    assert (one.shares == two.shares).all()
    other = hexagora.game("manapool").batch(200, seed=6).playouts()
    assert (one.lengths != other.lengths).any()
    assert np.allclose(one.shares.sum(axis=1), 1)


def test_threads_play_all_matches():
    result = hexagora.game("hex").batch(301, size=5, seed=2).playouts(threads=2)
    assert result.lengths.min() >= 9
    assert (result.shares.sum(axis=1) == 1).all()


def test_random_play_is_the_same_interpreted_and_compiled():
    """The differential test in its simplest form: same seed, same rules, same match."""
    game = hexagora.game("manapool")
    batch = game.batch(1, seed=11)
    rng = [int(batch._new_rng()[0])]
    again = game.batch(1, seed=11)
    played = again.playouts()
    box, state = game.box(game.options()), game.State.new()
    game.rules.deal(box, state)
    decisions = game.rules.playout(box, state, [0] * game.max_legal, rng, 1 << 40)
    assert decisions == played.lengths[0]
    assert game.State.differences(state, game.State.from_array(again.states)) == []


def test_a_batch_is_stepped_from_python():
    batch = hexagora.game("hex").batch(8, size=3, swap=False, seed=3)
    steps = 0
    while not batch.over.all():
        mask = batch.mask()
        assert mask.sum(axis=1).tolist() == batch.legal()[1].tolist()
        batch.step(batch.random_actions())
        steps += 1
    assert 5 <= steps <= 9
    assert set(batch.shares().flatten().tolist()) == {0.0, 1.0}
    assert (batch.random_actions() == -1).all()
    batch.deal()
    assert (batch.movers == 0).all()


def test_a_batch_starts_from_any_state():
    game = hexagora.game("hex")
    match = game.match(size=3, swap=False).play_all(["b1", "a1", "b2", "a2"])
    batch = game.batch(20, size=3, swap=False)
    batch.start_from(match.state)
    assert batch.playouts().lengths.max() <= 5
    assert (batch.scores().sum(axis=1) == WIN).all()


@pytest.mark.parametrize("actions", [[0, 0], [0, 99], [0]])
def test_illegal_actions_of_a_batch_are_refused(actions):
    batch = hexagora.game("hex").batch(2, size=3)
    batch.step(np.array([0, 1]))
    with pytest.raises(IllegalAction):
        batch.step(np.array(actions))


@pytest.mark.parametrize("game", hexagora.names())
def test_every_game_compiles_for_a_gpu(game):
    pytest.importorskip("numba.cuda", reason="numba-cuda is not installed")
    text = gpu.ptx(hexagora.game(game))
    assert ".entry" in text
    assert ".target sm_90" in text
    assert "call" not in text, "threads of a warp need not make a call together"
