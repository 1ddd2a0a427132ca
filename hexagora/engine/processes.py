"""Processes that work for another one."""

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """For the start of a worker: it ends when the process that started it has ended, however that came about. A pool
    tells its workers to end only while its process still can; one that is killed leaves them waiting for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)  # nobody is left who could hear anything

    threading.Thread(target=watch, daemon=True, name="parent").start()


def give_way(nice: int) -> None:
    """For a process behind which others come first."""
    if hasattr(os, "nice"):
        os.nice(nice)


def begin_behind(nice: int) -> None:
    """For the start of a worker that gives way to everybody and ends with its parent. It stands here so that the worker
    need not import what its parent is made of."""
    end_with_parent()
    give_way(nice)
