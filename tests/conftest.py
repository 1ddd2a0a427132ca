"""For all tests: the quick choice, and what is told about tests that measure seconds.

`--quick` runs what needs no browser, server, compiler, process of its own or long match: the folders and files below
and tests marked `slow` are left out.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

# how long an answer takes depends on what else the machine does: only what hangs takes three minutes
for part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, part, 180.0)

settings.register_profile("house", deadline=None)  # how long an example takes depends on what else the machine does
settings.load_profile("house")

TESTS = Path(__file__).parent
NOT_QUICK = ("bots", "research", "server", "web")
LONG = {  # play whole matches of a game, compile, or start processes
    "test_chaos", "test_cli", "test_commands", "test_compiled", "test_conformance", "test_contract", "test_fingerprint",
    "test_generator", "test_golden", "test_gpu", "test_interrupting", "test_locales", "test_mutants", "test_scenes",
    "test_terminal", "test_testing", "test_readme", "test_tutorials", "test_walk", "test_wasm",
}  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only tests for daily work: under 90 s on two cores")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        kept = [item for item in items if _is_quick(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept


def _is_quick(item: pytest.Item) -> bool:
    return (item.path.relative_to(TESTS).parts[0] not in NOT_QUICK and item.path.stem not in LONG
            and not item.get_closest_marker("slow"))


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that a test of this process drove has left its event loop to the thread, and no other can run beside
    it: tests that drive no browser do not see it, in whatever order they come."""
    left = asyncio._get_running_loop()
    if left is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)
