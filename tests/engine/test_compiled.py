"""Compiled code: kept, found stale, mended when damaged, and possible where nothing can be written."""

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hexagora
from hexagora.engine import compiled, contract, gpu, wasm
from hexagora.engine.binding import Bound
from hexagora.engine.contract import WIN
from hexagora.engine.errors import HexagoraError, IllegalAction
from hexagora.engine.game import Game

LARGE = 120_000  # bytes of the WebAssembly of rules that take long to compile for a GPU


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


@pytest.mark.parametrize(("terms", "short"), [(20, True), (60, False)])
def test_how_a_constant_is_reached_does_not_decide_what_is_inlined(terms, short):
    names = {"OVER": contract.OVER, "C": contract}
    exec(f"def by_name():\n    return {'+ OVER' * terms}\ndef by_module():\n    return {'+ C.OVER' * terms}\n", names)
    assert len(names["by_module"].__code__.co_code) > compiled.SHORT  # whatever is not counted
    assert compiled.is_short(names["by_name"]) == compiled.is_short(names["by_module"]) == short


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
    if (hexagora.game(game).folder / wasm.MODULE).stat().st_size > LARGE and not os.environ.get("HEXAGORA_RESEARCH"):
        pytest.skip("takes a minute for the largest rules; make test-research compiles them too")
    text = gpu.ptx(hexagora.game(game), gpu.launch_of(hexagora.game(game)).kernel)
    assert ".entry" in text
    assert ".target sm_90" in text
    assert not re.search(r"\bcall\b", text), "threads of a warp need not make a call together"


KERNELS = ("play", "play_shared", "play_sorted", "start", "step", "step_near", "list", "choose", "draw", "flag", "mark",
           "look", "observe", "hide", "widen")


def test_kernels_for_a_gpu_are_kept(fresh, monkeypatch):
    pytest.importorskip("numba.cuda", reason="numba-cuda is not installed")
    game = fresh()
    made = {kernel: gpu.code(game, kernel, gpu.HOPPER) for kernel in KERNELS}
    assert all(f"{kernel}_on_gpu" in gpu.entry_name(text, kernel) for kernel, text in made.items())
    monkeypatch.setattr(gpu, "ptx", lambda *_: pytest.fail("made again"))
    assert {kernel: gpu.code(fresh(), kernel, gpu.HOPPER) for kernel in KERNELS} == made
    assert not list(gpu.folder(game, gpu.HOPPER).glob(f"*{compiled.MAKING}*"))
    with pytest.raises(HexagoraError, match="the kept kernel step is damaged"):
        gpu.entry_name(b"nothing", "step")


def test_kernels_choose_the_box_of_a_match_by_a_number_in_memory():
    """One address for all threads is lost in full warps (see gpu_kernel.py); what the entries call must not have it."""
    bound = Bound(hexagora.game("hex").rules_modules, gpu.modules(hexagora.game("hex")), lambda f: f)
    todo, seen = [f for f in bound.twins if f.__name__.endswith("_in")], set()
    while todo:
        f = todo.pop()
        if f not in seen:
            seen.add(f)
            todo += bound.callees(f)
    sources = {f.__name__: inspect.getsource(f) for f in seen if "boxes" in f.__code__.co_varnames}
    assert "step_in" in sources
    assert [name for name, text in sources.items() if "boxes[0]" in text] == []
