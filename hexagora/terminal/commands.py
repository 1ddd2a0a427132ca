"""The command `puzzle`: solving puzzles in the terminal, making them, and checking those that are there."""

import random
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexagora.engine.errors import HexagoraError
from hexagora.terminal.speech import Speech, chosen

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Language = Annotated[str | None, typer.Option(
    envvar="HEXAGORA_LANGUAGE", help="the language of the table: en, it (default: that of the system)")]


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(puzzle)


def puzzle(
    game: Annotated[str | None, typer.Argument(help="the id of a game (default: hex; with --check all)")] = None,
    name: Annotated[str | None, typer.Option("--id", help="begin with this puzzle (default: that of the day)")] = None,
    make: Annotated[bool, typer.Option("--make", help="look for puzzles in matches of bots instead")] = False,
    check: Annotated[bool, typer.Option("--check", help="check the puzzles of the game instead")] = False,
    count: Annotated[int, typer.Option(help="with --make: how many", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="with --make: the same seed finds the same puzzles")] = 1,
    folder: Annotated[Path | None, typer.Option(
        help="with --make: where they are kept; a second run goes on with them (default: runs/puzzles/GAME)")] = None,
    install: Annotated[bool, typer.Option("--install", help="with --make: put them into the game's folder")] = False,
    sample: Annotated[int, typer.Option(help="with --check: so many of each game are looked at anew", min=0)] = 3,
    language: Language = None,
) -> None:
    """Asks for the one right decision in positions from matches of bots."""
    from hexagora import registry

    if make and check:
        raise HexagoraError("--make and --check are two things; choose one")
    if check:
        names = [game] if game else registry.names()
        raise typer.Exit(1 if _check([registry.game(one) for one in names], sample) else 0)
    if make:
        if game is None:
            raise HexagoraError("--make needs a game: hexagora puzzle hex --make")
        _make(registry.game(game), count, seed, folder or Path("runs") / "puzzles" / game, install)
    else:
        found = registry.game(game or "hex")
        _train(found, name, Speech(chosen(language), found))


def _train(game: "Game", name: str | None, speech: Speech) -> None:
    from rich.console import Console

    from hexagora.engine import puzzles
    from hexagora.terminal.puzzle import Trainer

    first = puzzles.named(game, name) if name else puzzles.of_the_day(game, date.today())
    others = [one for one in puzzles.of(game) if one is not first]
    random.shuffle(others)
    Trainer(game, [first, *others], Console(highlight=False), speech=speech).run()


def _make(game: "Game", count: int, seed: int, folder: Path, install: bool) -> None:
    from hexagora.bots.puzzle_job import Making
    from hexagora.terminal.progress import progress

    making = Making(game, folder, seed)
    try:
        with progress(f"puzzles of {game.id}") as tell:
            making.run(count, lambda now: tell(f"match {now.next}", len(now.found), count))
    except KeyboardInterrupt:
        raise SystemExit(f"stopped; the same command goes on from {folder}") from None
    print(f"{len(making.found)} puzzles from {making.next} matches in {making.install() if install else folder}")


def _check(games: "list[Game]", sample: int) -> list[str]:
    from hexagora.bots.puzzle_check import problems
    from hexagora.engine import puzzles

    found = []
    for game in games:
        wrong = list(problems(game, sample))
        print(*(wrong or [f"{game.id}: {len(puzzles.of(game))} puzzles are right"]), sep="\n", flush=True)
        found += wrong
    return found
