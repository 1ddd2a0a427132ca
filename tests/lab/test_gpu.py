"""Counting matches on a GPU. There is none here: its threads are run one after the other by this machine."""

import os

import pytest

import hexagora
from hexagora.engine import wasm
from hexagora.lab import counting
from hexagora.lab.counting import Counter
from hexagora.lab.setting import setting

numba = pytest.importorskip("numba", reason="numba is not installed")
LARGE = 100_000  # bytes of a game's module whose rules take long to compile


@pytest.fixture
def threads_here(monkeypatch):
    """Counts as a GPU would, thread by thread."""
    from hexagora.bots import gpu_counting
    from hexagora.engine.binding import Bound
    from tests.research.host_gpu import HostDriver, as_numpy

    def desk(game, options, sizes, columns, threads):
        bound = Bound(game.rules_modules, gpu_counting.modules(game), numba.njit, gpu_counting.overrides(game))

        def launch(count, *given):
            arrays = [as_numpy(one) for one in given]
            for i in range(count):
                bound.functions["census_in"](i, *arrays)

        return gpu_counting.OnGpu(game, options, sizes, columns, threads, HostDriver(), launch)

    monkeypatch.setattr(counting, "AT_ONCE_ON_GPU", 128)
    plain = counting._desk
    monkeypatch.setattr(counting, "_desk", lambda *given: desk(*given) if given[-1] else plain(*given))


@pytest.mark.parametrize(("game", "options", "bots"), [
    ("hex", {"size": 4}, ["random"]),
    ("manapool", {}, ["quick", "random"]),
])
def test_rows_uses_and_logs_are_those_of_other_back_ends(threads_here, game, options, bots):
    asked = setting(game, options, bots)
    there, here = Counter(asked, counting.CUDA), Counter(asked)
    assert (there.desk.name, there.play(0, 200)) == ("cuda", here.play(0, 200))
    assert there.uses() == here.uses()
    assert there.log_of(131) == here.log_of(131)


@pytest.mark.parametrize("game", hexagora.names())
def test_the_census_of_every_game_compiles_for_a_gpu(game):
    compiler = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed")
    if "numba_cuda" not in compiler.__file__:
        pytest.skip("numba-cuda does not stand in for what Numba itself brings")
    from hexagora.bots import gpu_counting

    if (hexagora.game(game).folder / wasm.MODULE).stat().st_size > LARGE and not os.environ.get("HEXAGORA_RESEARCH"):
        pytest.skip("takes minutes for the largest rules; make test-research compiles them too")
    text = gpu_counting.ptx(hexagora.game(game))
    assert ".entry" in text
    assert "census_on_gpu" in text
