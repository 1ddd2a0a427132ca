"""The commands of whoever operates a server: `backup`, `restore`, `forget`, `prune`. Servers may run meanwhile."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from hexagora.server.settings import Settings

Url = Annotated[str | None, typer.Option("--database", help="database URL (default: HEXAGORA_DATABASE_URL, else the "
                                                           "file in your data folder)")]


def register(app: typer.Typer) -> None:
    """Adds the commands to the command line."""
    app.command()(backup)
    app.command()(restore)
    app.command()(forget)
    app.command()(prune)


def backup(
    file: Annotated[Path, typer.Argument(help="the file to write; it must not exist yet")],
    database: Url = None,
) -> None:
    """Writes all tables of a server to one file, while it runs."""
    from hexagora.server import keeping

    print(_told(keeping.backup(_settings(database), file)) + f" written to {file}; keep it secret: it holds the "
          "seeds of running matches and the key that signs people in")


def restore(
    file: Annotated[Path, typer.Argument(help="a file that `hexagora backup` wrote, here or elsewhere")],
    database: Url = None,
    replace: Annotated[bool, typer.Option("--replace", help="give up what the database holds now")] = False,
) -> None:
    """Puts back what a backup holds; servers that run go on with it."""
    from hexagora.server import keeping

    print(_told(keeping.restore(_settings(database), file, replace)) + " put back")


def forget(
    table: Annotated[str, typer.Argument(help="a table at which the person plays or played, as in its address")],
    seat: Annotated[int, typer.Argument(min=1, help="the person's seat there")],
    database: Url = None,
    really: Annotated[bool, typer.Option("--yes", help="do it; else it is only told what would be deleted")] = False,
) -> None:
    """Deletes what is kept of a person: names, talk, and what ties the browser to seats, at all tables."""
    from hexagora.server import forgetting

    kept = forgetting.forget(_settings(database), table, seat, really)
    names = ", ".join(kept.names) or "no name"
    print(f"{names}: {len(kept.browsers)} browsers, {len(kept.places)} seats, {len(kept.lines)} lines of talk "
          + ("forgotten" if really else "would be forgotten; say --yes"))


def prune(
    days: Annotated[float, typer.Argument(min=1.0, help="tables at which nothing has happened for so many days")],
    database: Url = None,
    really: Annotated[bool, typer.Option("--yes", help="do it; else it is only told what would be deleted")] = False,
) -> None:
    """Deletes tables that nobody has touched for long, finished or not, and guests who have none."""
    from hexagora.server import forgetting

    tables, guests = forgetting.prune(_settings(database), days, really)
    print(f"{tables} tables and {guests} guests " + ("deleted" if really else "would be deleted; say --yes"))


def _settings(database: str | None) -> "Settings":
    from hexagora.server.settings import from_environment

    return from_environment(database_url=database)


def _told(counts: dict[str, int]) -> str:
    return f"{counts['tables']} tables with {counts['events']} events, {sum(counts.values())} rows in all,"
