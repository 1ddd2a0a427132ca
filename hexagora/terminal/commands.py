"""The commands `puzzle` (solving puzzles in the terminal, making them, checking those that are there) and `book`
(making opening books, showing and checking them)."""

import random
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexagora.bots.levels import OF_AN_EVALUATION
from hexagora.engine.errors import HexagoraError
from hexagora.engine.options import go_with, go_without
from hexagora.terminal.speech import Speech, chosen

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Language = Annotated[str | None, typer.Option(
    envvar="HEXAGORA_LANGUAGE", help="the language of the table: en, it (default: that of the system)")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(puzzle)
    app.command()(book)


def puzzle(
    context: typer.Context,
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
    go_with(context, "make", "count", "seed", "folder", "install")
    go_with(context, "check", "sample")
    for other in ("make", "check"):
        go_without(context, other, "name")
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


def book(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="the id of a game")],
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="the table, by options as name=value "
                                                     "(default: all tables of the game that have a book)")] = None,
    positions: Annotated[int, typer.Option(help="positions that are searched", min=1)] = 100,
    matches: Annotated[int, typer.Option(help="matches that are played through them", min=0)] = 400,
    looks: Annotated[int, typer.Option(help="looks at each position", min=100)] = OF_AN_EVALUATION,
    level: Annotated[str, typer.Option(help="of the bots that play the matches to their end")] = "club",
    seed: Annotated[int, typer.Option(help="the same seed makes the same book")] = 1,
    folder: Annotated[Path | None, typer.Option(
        help="where books are kept as they grow; a second run goes on with them (default: runs/book/GAME)")] = None,
    jobs: Annotated[int, typer.Option(help="processes", min=1)] = 1,
    install: Annotated[bool, typer.Option("--install", help="put the books into the game's folder")] = False,
    show: Annotated[bool, typer.Option("--show", help="print the books in the game's folder instead")] = False,
    check: Annotated[bool, typer.Option("--check", help="check them instead; exit code 1 if wrong")] = False,
) -> None:
    """Makes the opening book of a game: long searches, and many matches through what they found."""
    from hexagora import registry
    from hexagora.bots import bookshelf
    from hexagora.engine.options import parse_options
    from hexagora.terminal.progress import progress

    if show + check + install > 1:
        raise HexagoraError("--show, --check and --install are three things; choose one")
    for other in ("show", "check"):
        go_without(context, other, "positions", "matches", "looks", "level", "seed", "folder", "jobs")
    found = registry.game(game)
    if show or check:
        if option:
            found.options(parse_options(option))
            raise HexagoraError("--show and --check are about all books of a game; leave out -o")
        lines = list(bookshelf.shown(found) if show else bookshelf.problems(found))
        print("\n".join(lines) or f"{game}: {'there is no book' if show else 'nothing is wrong'}")
        raise typer.Exit(1 if check and lines else 0)
    wanted = bookshelf.Wanted(positions, matches, looks, level, seed, jobs)
    with progress(f"book of {game}") as tell:
        bookshelf.make(found, parse_options(option), wanted, folder or Path("runs") / "book" / game, install, tell)
