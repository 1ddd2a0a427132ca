"""Whatever runs beside the requests: nothing of it dies or hangs in silence.

A failure is logged and counted; what should run for ever begins again, what was asked for is answered by whoever asked
it. Every background task of the server is started here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from hexagora.server.errors import Refusal

if TYPE_CHECKING:
    from hexagora.server.metrics import Metrics

log = logging.getLogger("hexagora.tasks")
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds before what failed begins again; twice as long each time
ASK_AGAIN = 0.5  # seconds after which a task that should end and does not is asked again
STEADY = 60.0  # seconds without a failure after which the pause is short again

Found = TypeVar("Found")


class Supervisor:
    def __init__(self, metrics: "Metrics"):
        self.metrics = metrics
        self._tasks: set[asyncio.Task[Any]] = set()

    def failed(self, name: str, problem: BaseException) -> None:
        """Logs and counts what went wrong; the first word of a name says what kind of task it is. A refusal, as when
        the database is away, is no error of our own."""
        self.metrics.task_failures.labels(name.partition(" ")[0]).inc()
        if isinstance(problem, Refusal):
            log.warning("a task was refused", extra={"task": name, "why": str(problem)})
            return
        self.metrics.errors.inc()
        log.error("a task failed", extra={"task": name}, exc_info=problem)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Runs something once, beside."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self.failed(task.get_name(), problem)

    def keep(self, work: Callable[[], Awaitable[None]], name: str) -> asyncio.Task[None]:
        """Runs something until it returns by itself; when it fails it begins again."""
        return self.spawn(self._keep(work, name), name)

    async def _keep(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        clock = asyncio.get_running_loop().time
        pause = FIRST_PAUSE
        while True:
            began = clock()
            try:
                await work()
                return
            except Exception as problem:
                self.failed(name, problem)
            pause = FIRST_PAUSE if clock() - began > STEADY else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def attempt(self, work: Awaitable[Any], name: str) -> None:
        """Does one part of a larger round; its failure does not keep the other parts waiting."""
        try:
            await work
        except Exception as problem:
            self.failed(name, problem)

    async def close(self) -> None:
        """Ends everything that still runs."""
        await end(self._tasks)


async def end(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Ends tasks, and asks again those that go on: a library in which one waits may swallow the request."""
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=ASK_AGAIN)


async def within(seconds: float, work: Coroutine[Any, Any, Found]) -> Found:
    """The result of work that must not take longer; what takes longer is given up and not waited for."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not task.done():
        task.add_done_callback(_forget)
        task.cancel()
        raise TimeoutError(f"no answer within {seconds:g} s")
    return task.result()


def _forget(task: "asyncio.Future[Any]") -> None:
    """Nobody waits for it any more: its failure was told when it was given up."""
    if not task.cancelled():
        task.exception()
