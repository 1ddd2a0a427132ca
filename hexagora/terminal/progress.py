"""Progress of long work on a terminal; silent where nobody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(title: str) -> Iterator[Callable[[str, int, int], None]]:
    """Gives a function to call with what is being done, how much is done, and how much there is in all."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)

        def tell(what: str, done: int, total: int) -> None:
            bar.update(task, description=f"{title}: {what[:40]}", completed=done, total=total)

        yield tell
