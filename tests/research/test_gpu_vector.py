"""Vectors on a GPU play as those on this machine do. Where there is no GPU its kernels, compiled for this machine,
stand in for it; `python -m bench.gpu --check` compares checksums on a real one."""

import gc

import numpy as np
import pytest

import hexagora
from hexagora.engine import dlpack, gpu, gpu_states, hooks
from hexagora.engine.cuda_driver import LEGACY_STREAM, DeviceArray
from hexagora.engine.errors import BadOption, HexagoraError, IllegalAction
from hexagora.engine.gpu_vector import GpuVector
from tests.research.host_gpu import HostDriver, HostKernels


class Foreign:
    """An array of another library."""

    def __init__(self, values):
        self.values = values

    def __dlpack_device__(self):
        return dlpack.CUDA, 0

    def __dlpack__(self, stream):
        assert stream == LEGACY_STREAM, "what the other library has queued must be done before we look"
        return self.values.__dlpack__()


@pytest.fixture
def on_gpu(monkeypatch):
    """Makes a vector on the pretended GPU."""
    monkeypatch.setattr(gpu, "kernels_of", HostKernels)

    def make(name, count, driver=None, **given):
        game = hexagora.game(name)
        own = {key: given.pop(key) for key in ("seed", "seats", "keep_ends") if key in given}
        return GpuVector(game, game.options(given), count, driver=driver or HostDriver(), **own)

    return make


@pytest.mark.parametrize("seats", [None, [0, 1, 1, 0, 1, 0]])
def test_the_same_matches_as_on_the_cpu(on_gpu, seats):
    here = hexagora.game("hex").vector(6, size=4, seed=9, seats=seats, keep_ends=True)
    there = on_gpu("hex", 6, size=4, seed=9, seats=seats, keep_ends=True)
    ended = 0
    for _ in range(60):
        assert (there.movers.numpy() == here.movers).all()
        assert (there.observe().numpy() == here.observe()).all()
        assert all((t.numpy() == h).all() for t, h in zip(there.look(), here.look(), strict=True))
        assert (there.mask().numpy() == here.mask()).all()
        actions = here.random_actions()
        assert (there.random_actions().numpy() == actions).all()
        here.step(actions)
        there.step(actions)
        assert (there.checksums() == here.checksums()).all()
        assert (there.done.numpy() == here.done).all()
        assert (there.returns.numpy() == here.returns).all()
        zeros = np.zeros(6, np.int64)
        assert (there.observe_ends(zeros).numpy() == here.observe_ends(zeros)).all()
        ended += here.done.sum()
    assert ended > 6
    here.reset(5)
    there.reset(5)
    assert (there.checksums() == here.checksums()).all()


def test_arrays_are_shared_without_a_copy_and_live_as_long_as_somebody_holds_them(on_gpu):
    driver = HostDriver()
    vector = on_gpu("hex", 3, driver, size=3)
    seen = vector.observe()
    taken = np.from_dlpack(seen)
    assert taken.ctypes.data == seen.pointer
    assert (taken == seen.numpy()).all()
    pointer = seen.pointer
    del seen
    gc.collect()
    assert pointer in driver.held, "NumPy still looks at it"
    del taken
    gc.collect()
    assert pointer not in driver.held
    unused = vector.mask()
    pointer, capsule = unused.pointer, unused.__dlpack__()
    del unused, capsule
    gc.collect()
    assert pointer not in driver.held, "a capsule that nobody took lets go too"
    assert np.from_dlpack(vector.done).dtype == np.bool_
    with pytest.raises(BufferError, match="shared where they are"):
        vector.movers.__dlpack__(copy=True)


def test_at_the_end_of_the_process_nothing_is_given_back_one_by_one():
    driver = HostDriver()
    array = DeviceArray(driver, (2,), np.int64)
    array.__del__(ending=lambda: True)
    assert array.pointer in driver.held
    array.__del__()
    assert array.pointer not in driver.held
    array.pointer = 0


def test_actions_of_32_bits_and_of_other_libraries(on_gpu):
    one, two, three = (on_gpu("hex", 4, size=3, seed=2) for _ in range(3))
    actions = one.random_actions()
    one.step(actions)
    two.step(Foreign(actions.numpy()))
    three.step(Foreign(actions.numpy().astype(np.int32)))
    assert (one.checksums() == two.checksums()).all()
    assert (one.checksums() == three.checksums()).all()
    with pytest.raises(IllegalAction, match="integers of 64 or 32 bits, not float32"):
        one.step(Foreign(np.zeros(4, np.float32)))
    with pytest.raises(BufferError, match="not contiguous"):
        one.step(Foreign(np.zeros((4, 2), np.int64)[:, 0]))


def test_a_step_that_looks_is_the_same_on_both(on_gpu):
    here, there = hexagora.game("hex").vector(5, size=3, seed=4), on_gpu("hex", 5, size=3, seed=4)
    for k in range(40):
        actions = [here.random_actions(), there.random_actions()] if k % 2 else [None, None]  # given, or at random
        (seen, mask), (told, allowed) = here.advance(actions[0]), there.advance(actions[1])
        assert told.dtype == seen.dtype == np.uint8
        assert (told.numpy() == seen).all()
        assert (allowed.numpy() == mask).all()
    assert (there.checksums() == here.checksums()).all()


def test_wrong_actions_are_named(on_gpu):
    vector = on_gpu("hex", 3, size=4, swap=False)
    with pytest.raises(IllegalAction, match="action 99 is not legal in match 1"):
        vector.step(np.array([0, 99, 0]))
    with pytest.raises(IllegalAction, match=r"step takes 3 actions, not an array of shape \(1,\)"):
        vector.step(np.array([0]))
    with pytest.raises(IllegalAction, match="actions are whole numbers, not float64"):
        vector.step(np.array([0.5, 1, 2]))
    with pytest.raises(BadOption, match=r"seats takes a player \(0 to 1\)"):
        vector.observe(np.array([0, 1, 2]))
    with pytest.raises(BadOption, match="keep_ends=True"):
        vector.observe_ends(np.zeros(3))
    with pytest.raises(BadOption, match="at least one match, not 0"):
        on_gpu("hex", 0)


def test_matches_to_their_end_go_on_where_one_has_ended(monkeypatch):
    monkeypatch.setattr(gpu, "kernels_of", HostKernels)
    game = hexagora.game("hex")
    options = game.options({"size": 4})
    played = [gpu.Player(game, HostDriver(), 20, gpu.Launch(places=places, near=near, pool=pool), options).play(7)
              for places, near, pool in ((20, 0, 0), (3, 0, 0), (3, 1, 0), (9, 0, 3), (20, 0, 32))]
    for other in played[1:]:
        assert (played[0].lengths == other.lengths).all()
        assert (played[0].shares == other.shares).all()
    assert (played[0].shares.sum(axis=1) == 1).all()
    assert 7 <= played[0].lengths.min() < played[0].lengths.max() <= 17


def test_states_are_no_larger_than_the_match_needs():
    game = hexagora.game("hex")
    full = game.State.dtype()
    small = gpu_states.state_type(game, game.box(game.options({"size": 11})))
    assert small.itemsize == 372 < full.itemsize
    assert small["chain"] == np.dtype((np.int8, 121))
    large = gpu_states.state_type(game, game.box(game.options({"size": 13})))
    assert large["chain"] == np.dtype((np.uint8, 169))
    assert large.itemsize // 4 % 2 == 1, "neighbours in shared memory meet in no bank"
    others = [other for other in map(hexagora.game, hexagora.names()) if not hooks.SPANS.of(other)]
    assert all(gpu_states.state_type(other, None) == other.State.dtype() for other in others)
    match = game.match(size=11, seed=3)
    for _ in range(60):
        match.play(match.legal()[0])
    records = game.State.to_array(match.state, 2)
    assert (gpu_states.unpacked(gpu_states.packed(records, small), game) == records).all()


@pytest.mark.parametrize("name", hexagora.names())
def test_compilers_know_where_numbers_of_records_lie(name):
    """Otherwise a GPU reads a number of 64 bits in eight parts."""
    game = hexagora.game(name)
    box = game.box(game.options({}))
    for kind in (game.Box.dtype(), game.State.dtype(), gpu_states.state_type(game, box)):
        known = gpu_states.aligned(kind)
        assert known.isalignedstruct
        assert known.itemsize % known.alignment == 0
        assert known == kind, "every number stays where it is"
        assert gpu_states.unit_of(kind).itemsize % known.alignment == 0, "states are as aligned as their words"
        assert gpu.record_type(kind).aligned


def test_without_a_gpu_the_error_says_so():
    try:
        hexagora.game("hex").vector(2, device="cuda")
    except HexagoraError as e:
        assert "there is no NVIDIA GPU here" in str(e)  # noqa: PT017
    with pytest.raises(BadOption, match="'tpu': a vector lives on 'cpu' or 'cuda'"):
        hexagora.game("hex").vector(2, device="tpu")
    with pytest.raises(BadOption, match="threads are for device='cpu'"):
        hexagora.game("hex").vector(2, device="cuda", threads=2)


def test_an_array_tells_what_it_is():
    array = DeviceArray(HostDriver(), (2, 3), np.float32).fill(np.arange(6))
    assert repr(array) == "DeviceArray(shape=(2, 3), dtype=float32, device='this machine')"
    assert len(array) == 2
    assert np.asarray(array).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert array.__cuda_array_interface__["data"] == (array.pointer, False)
    assert array.clear().numpy().sum() == 0
