"""The command for researchers: `record`."""

from pathlib import Path
from typing import Annotated

import typer

from hexagora.engine.options import go_without, parse_options

Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value; may be repeated")]


def register(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(record)


def record(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="the id of a game")],
    folder: Annotated[Path, typer.Option(help="where the shards lie; a second run goes on with them")],
    matches: Annotated[int, typer.Option(help="matches in all", min=1)] = 100,
    looks: Annotated[int, typer.Option(help="looks of the search at each decision", min=1)] = 200,
    explore: Annotated[int, typer.Option(help="first decisions of a match that are drawn by looks", min=0)] = 16,
    shard: Annotated[int, typer.Option(help="matches in a shard", min=1)] = 50,
    seed: int = 1,
    option: Options = None,
    from_: Annotated[list[str] | None, typer.Option(
        "--from", help="a match file, an archive of them, or a notation of the game; may be repeated")] = None,
    jobs: Annotated[int, typer.Option(help="matches at a time", min=1)] = 1,
    ray: Annotated[str | None, typer.Option(help="the address of a Ray cluster, or local")] = None,
) -> None:
    """Writes positions of bot matches as parquet shards, with a card that says how they were made."""
    from rich.console import Console
    from rich.progress import Progress

    from hexagora.registry import game as find_game
    from hexagora.research.record import Plan, taken
    from hexagora.research.record import record as make

    go_without(context, "from_", "matches", "looks", "explore", "seed", "option")
    go_without(context, "ray", "jobs")
    options = parse_options(option)
    if from_:
        found = taken(game, from_)
        matches, options = len(found), found[0].document["options"] if found else {}
    plan = Plan(game, find_game(game).options(options), matches, seed, looks, explore, shard, tuple(from_ or ()))
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game}: matches", total=matches)
        try:
            make(plan, folder, jobs, ray, lambda done, total: bar.update(task, completed=done, total=total))
        except KeyboardInterrupt:
            raise SystemExit("stopped; the same command goes on from here") from None
    print(f"{matches} matches in {folder}; {folder / 'card.md'} says what they are")
