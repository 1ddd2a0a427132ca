"""Work in parts that do not depend on each other (matches of an arena, of a dataset): done here, in several processes,
or on a Ray cluster. Each part carries its own seed, so it comes out the same wherever it is done, and a part whose
process is lost is done again."""

import contextlib
import importlib
import multiprocessing
import signal
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from hexagora.engine.errors import HexagoraError
from hexagora.engine.processes import end_with_parent

Part = TypeVar("Part")
Result = TypeVar("Result")
AHEAD = 2  # parts given out for each worker, so that none waits for the next
HERE = "local"  # in place of a cluster's address: a cluster of this machine alone
MOST_LOSSES = 8  # times that all processes are started anew before the trouble is told


def spread(work: Callable[[Part], Result], parts: Iterable[Part], prepare: Callable[[], None], jobs: int = 1,
           ray: str | None = None) -> Iterator[Result]:
    """The results as they are ready, in no order. `prepare` is called once in each process before its first part."""
    todo = list(parts)
    if ray is not None:
        return _on_ray(work, todo, prepare, ray)
    return _in_processes(work, todo, prepare, jobs) if jobs > 1 else _here(work, todo, prepare)


def _here(work: Callable[[Part], Result], todo: list[Part], prepare: Callable[[], None]) -> Iterator[Result]:
    prepare()
    for part in todo:
        yield work(part)


def _in_processes(work: Callable[[Part], Result], todo: list[Part], prepare: Callable[[], None], jobs: int,
                  ) -> Iterator[Result]:
    """When a process is lost the others end too: what was under way is done again by new ones."""
    losses = 0
    while todo:
        lost: list[Part] = []
        yield from _until_lost(work, todo, prepare, jobs, lost)
        losses += bool(lost)
        if losses > MOST_LOSSES:
            raise HexagoraError(f"worker processes ended {losses} times before they were done: is there enough memory "
                                f"for {jobs} at a time?")
        todo = lost


def _begin(prepare: Callable[[], None]) -> None:
    end_with_parent()
    prepare()


def _until_lost(work: Callable[[Part], Result], todo: list[Part], prepare: Callable[[], None], jobs: int,
                lost: list[Part]) -> Iterator[Result]:
    """Results until all is done or a process is lost; then `lost` holds the parts that are still to do."""
    waiting: dict[Future[Result], Part] = {}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), partial(_begin, prepare)) as pool:
        try:
            while todo or waiting:
                try:
                    while todo and len(waiting) < AHEAD * jobs:
                        with _unheard_by_workers():
                            waiting[pool.submit(work, todo[0])] = todo[0]
                        del todo[0]
                    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        found = future.result()
                        del waiting[future]
                        yield found
                except BrokenProcessPool:
                    lost += [*waiting.values(), *todo]
                    return
        finally:
            if waiting and not lost:  # somebody wants no more of it: what is under way is not waited for
                _end(pool)


@contextlib.contextmanager
def _unheard_by_workers() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, not even before they can say so themselves: it is for
    the one that started them, which ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(pool: ProcessPoolExecutor) -> None:
    """Ends the processes of a pool at once. One that is told to end by itself may wait for its last word for ever, when
    whoever should say it is interrupted once more meanwhile."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _on_ray(work: Callable[[Part], Result], todo: list[Part], prepare: Callable[[], None], address: str,
            ) -> Iterator[Result]:
    """Ray does a part again, on another machine if need be, when the one that did it is lost."""
    try:
        ray = importlib.import_module("ray")
    except ImportError:
        raise HexagoraError("a Ray cluster needs the package ray, which is not installed: "
                            "pip install 'hexagora[ray]'") from None
    own = not ray.is_initialized()
    if own:
        _connect(ray, address)
    try:
        task = ray.remote(max_retries=-1)(_prepared)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        named = uuid.uuid4().hex  # the preparation of this call is no other's
        waiting: list[Any] = []
        while todo or waiting:
            while todo and len(waiting) < ahead:
                waiting.append(task.remote(work, todo.pop(0), prepare, named))
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(done)
    finally:
        if own:
            ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    try:
        if address == HERE:
            ray.init(include_dashboard=False, log_to_driver=False)
        else:
            ray.init(address=address, log_to_driver=False)
    except (ConnectionError, ValueError) as e:
        raise HexagoraError(f"there is no Ray cluster at {address!r}: {e}") from None


_ready: set[str] = set()  # what this process has prepared


def _prepared(work: Callable[[Part], Result], part: Part, prepare: Callable[[], None], named: str) -> Result:
    if named not in _ready:
        prepare()
        _ready.add(named)
    return work(part)
