"""The command about the site: `site`."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(site)


def site(folder: Annotated[Path, typer.Argument(help="where it is written; a site that is there is replaced")],
         stun: Annotated[list[str] | None, typer.Option(
             metavar="HOST:PORT", help="a STUN server that tells browsers their address, so that friends find each "
             "other beyond one network; may be given several times")] = None) -> None:
    """Writes Hexagora as a folder of files that runs in browsers without a server of its own."""
    from rich.console import Console

    from hexagora.site.build import build, slow_games

    console = Console(stderr=True, highlight=False)
    with console.status("site") as status:
        size = build(folder, status.update, stun or ())
    for game, why in slow_games():
        print(f"{game}: bots of the site decide with interpreted rules, which are slow: {why}")
    print(f"{folder}: {size / 1e6:.1f} MB. To try it: python -m http.server --directory {folder}")
