"""Counting matches on a GPU. There is none here: its threads are run one after the other by this machine."""

import itertools
import os
import re
from functools import cache

import pytest

import hexagora
from bench import gpu as gpu_bench
from hexagora.bots import census
from hexagora.engine import cuda_driver, gpu, wasm
from hexagora.lab import counting
from hexagora.lab.counting import Counter
from hexagora.lab.setting import setting

numba = pytest.importorskip("numba", reason="numba is not installed")

from tests.research.host_gpu import HostDriver, as_numpy  # noqa: E402
from tests.research.ptx_here import Kernel  # noqa: E402

DIMENSIONS = (1, 1, 1, *[2] * 11)  # of the arrays of the census, in their order
LARGE = 100_000  # bytes of a game's module whose rules take long to compile


def parts(i, boxes, which, states, words, asked, *more):
    """What belongs to a thread."""
    *own, uses = more
    mine = slice(census.SLOTS * i, census.SLOTS * (i + 1))
    return (boxes[which[i]:], states[mine], words[mine], asked[which[i]], *(rows[i] for rows in own), uses[which[i]])


@cache
def census_here(game):
    """What a thread does, compiled for this machine, every index checked."""
    from hexagora.bots import gpu_counting
    from hexagora.engine.binding import Bound

    checked = numba.njit(boundscheck=True)
    return Bound(game.rules_modules, gpu_counting.modules(game), checked, gpu_counting.overrides(game)).functions


@pytest.fixture
def threads_here(monkeypatch):
    """Counts as a GPU would, thread by thread."""
    from hexagora.bots import gpu_counting

    def desk(game, options, sizes, columns, threads):
        def launch(count, *given):
            arrays = [as_numpy(one) for one in given]
            for i in range(count):
                census_here(game)["census_in"](i, *parts(i, *arrays))

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


def test_the_bench_counts_the_same_matches_on_both(threads_here):
    assert gpu_bench.counted("hex", counting.CUDA, 64) == gpu_bench.counted("hex", counting.PROCESSORS, 64)


@pytest.mark.parametrize("game", hexagora.names())
def test_the_census_of_every_game_compiles_for_a_gpu(game, monkeypatch):
    """Its threads get addresses of their own, and touch nothing but what is theirs; here they play the same matches."""
    compiler = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed")
    if "numba_cuda" not in compiler.__file__:
        pytest.skip("numba-cuda does not stand in for what Numba itself brings")
    from hexagora.bots import gpu_counting

    large = (hexagora.game(game).folder / wasm.MODULE).stat().st_size > LARGE
    if large and not os.environ.get("HEXAGORA_RESEARCH"):
        pytest.skip("takes minutes for the largest rules; make test-research compiles them too")
    text = gpu_counting.ptx(hexagora.game(game))
    assert ".entry" in text
    assert "census_on_gpu" in text
    assert not shared_addresses(text)
    monkeypatch.setattr(counting, "AT_ONCE_ON_GPU", 32)
    monkeypatch.setattr(gpu_counting.OnGpu, "_on_device", lambda self, game: as_threads(text))
    monkeypatch.setattr(cuda_driver, "driver", HostDriver)
    asked = setting(game, {}, ["random", "quick"])
    there, here = Counter(asked, counting.CUDA), Counter(asked)
    assert there.play(0, 64) == here.play(0, 64)
    assert there.uses() == here.uses()


def shared_addresses(text):
    """Lines behind the beginning of the kernel that still use the address of an array as all threads know it: where
    threads go different ways, assemblers have lost a part of such addresses."""
    lines = text[text.rindex(".entry"):].splitlines()
    begun = next(k for k, line in enumerate(lines) if line.startswith("$L__"))
    data = itertools.accumulate(DIMENSIONS, lambda at, dimensions: at + 5 + 2 * dimensions, initial=4)
    places = "|".join(map(str, data))
    known = set(re.findall(rf"ld\.param\.u64\s+(%rd\d+), \[\w+_param_(?:{places})\]", "\n".join(lines)))
    assert len(known) >= len(DIMENSIONS)
    known |= {one for one, of in re.findall(r"cvta\.to\.global\.u64\s+(%rd\d+), (%rd\d+)", "\n".join(lines))
              if of in known}
    return [line for line in lines[begun:] if known & set(re.findall(r"%rd\d+", line))]


def as_threads(text):
    """The kernel, thread after thread; each may touch its own rows and the box, and what is asked and used."""
    kernel = Kernel(text, gpu.entry_name(text.encode(), "census"))

    def launch(count, *given):
        words = [word for array in given for word in array.argument]
        for i in range(count):
            kernel.thread(i, [rows_of(array, i, count) for array in given], *words)

    return launch


def rows_of(array, i, count):
    """From where to where a thread's part of an array goes."""
    each = len(array) // count
    size = array.size // len(array)
    return (array.pointer + i * each * size, array.pointer + (i + 1) * each * size) if each else \
        (array.pointer, array.pointer + array.size)
