"""The commands about bots: `arena`, `hint`, `review`, `engine`, `engine-check`, `compare`, `train`."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from hexagora.bots.levels import OF_AN_EVALUATION
from hexagora.engine.errors import HexagoraError
from hexagora.engine.options import go_without, parse_options, refuse_typed

Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value; may be repeated")]
Looks = Annotated[int, typer.Option(help="looks at each position", min=1, max=1_000_000_000)]
File = Annotated[Path, typer.Argument(help="a match file or a position document")]
Json = Annotated[bool, typer.Option("--json", help="print data instead of a table")]


def register(app: typer.Typer) -> None:
    """Adds the commands to the command line."""
    app.command()(arena)
    app.command()(hint)
    app.command()(review)
    app.command()(engine)
    app.command("engine-check")(engine_check)
    app.command()(compare)
    app.command()(train)


def arena(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="the id of a game")],
    contender: Annotated[list[str] | None, typer.Argument(
        help="LEVEL[:SECONDS], classic[-LEVEL][:SECONDS], network, baseline[:SECONDS], random, engine:COMMAND, "
             "weakest first (default: levels)")] = None,
    games: Annotated[int, typer.Option(help="matches for each pair", min=1)] = 20,
    folder: Annotated[Path | None, typer.Option(help="where results are kept; a second run goes on with them")] = None,
    option: Options = None,
    seed: int = 1,
    scale: Annotated[float, typer.Option(help="factor for the time and the looks of all levels", min=0.0001)] = 1.0,
    jobs: Annotated[int, typer.Option(help="matches at a time", min=1)] = 1,
    all_pairs: Annotated[bool, typer.Option("--all-pairs", help="all pairs, not only neighbours")] = False,
    halves: Annotated[bool, typer.Option("--halves", help="teams: each contender takes half of the seats")] = False,
    parquet: Annotated[bool, typer.Option("--parquet", help="write the matches as arena.parquet too")] = False,
    ray: Annotated[str | None, typer.Option(help="the address of a Ray cluster, or local")] = None,
    as_json: Json = False,
) -> None:
    """Lets bots play each other and rates them."""
    from rich.console import Console
    from rich.progress import Progress, TimeRemainingColumn

    from hexagora.bots import LEVELS
    from hexagora.bots.arena import Arena, run

    go_without(context, "ray", "jobs")
    names = list(contender or [level["id"] for level in LEVELS])
    with Progress(*Progress.get_default_columns()[:2], TimeRemainingColumn(), console=Console(stderr=True),
                  transient=True) as bar:
        task = bar.add_task(f"{game}: compiling or loading", total=None)

        def tell(now: Arena) -> None:
            done = len(now.played)
            bar.update(task, description=f"{game}: match {done}", completed=done, total=done + len(now.todo()))

        try:
            found = run(game, names, games, folder, parse_options(option), seed, scale, jobs, not all_pairs, tell,
                        parquet, halves, ray)
        except KeyboardInterrupt:
            kept = "the same command goes on from here" if folder else "nothing was kept"
            raise SystemExit(f"stopped; {kept}") from None
    print(json.dumps(found.document(), indent=1)) if as_json else _print_arena(found)


def _print_arena(found: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    from hexagora.bots.ratings import duels, rate

    ratings, pairs = Table(title="Ratings (openskill, 95 %)"), Table(title="Duels (95 %)")
    for heading in ("contender", "rating", "from", "to", "matches"):
        ratings.add_column(heading)
    for r in rate(found):
        ratings.add_row(r.name, f"{r.mu:.1f}", f"{r.low:.1f}", f"{r.high:.1f}", str(r.matches))
    for heading in ("stronger", "weaker", "won", "decided", "rate", "from", "to", "at least", "decisions"):
        pairs.add_column(heading)
    for d in duels(found):
        pairs.add_row(d.strong, d.weak, f"{d.wins:g}", str(d.decided), f"{d.rate:.0%}", f"{d.low:.0%}", f"{d.high:.0%}",
                      f"{d.at_least:.0%}", f"{d.length:.0f}")
    Console().print(ratings, pairs)


def hint(
    file: File,
    looks: Looks = OF_AN_EVALUATION,
    threads: Annotated[int, typer.Option(help="threads to search with", min=1, max=256)] = 1,
    as_json: Json = False,
) -> None:
    """Shows the best choices of the player to act, with reasons and with what is not known of them."""
    from dataclasses import asdict

    from hexagora.bots.coach import advise
    from hexagora.matches import load_any

    found = advise(load_any(file), looks, threads)
    if as_json:
        print(json.dumps([asdict(d) for d in found], indent=1))
        return
    for d in found:
        print(f"{'=' if d.level else ' '} {d.text}\n   {d.reason}\n   expected: {', '.join(d.line)}")
    print("'=' marks what cannot be told apart from the best" if found else "not sure yet; try more --looks")


def review(
    file: File,
    looks: Looks = OF_AN_EVALUATION,
    html: Annotated[Path | None, typer.Option(help="also write the graph as a page")] = None,
    as_json: Json = False,
) -> None:
    """Goes through a match: the winning chances and the turning points."""
    from hexagora.bots import coach
    from hexagora.engine.files import write_whole
    from hexagora.matches import load_any

    match = load_any(file)
    found = coach.review(match, looks, coach.UNHURRIED, wait=True)
    if html:
        write_whole(html, coach.page(found, match.seats, f"{match.game.facts.title}: winning chances"))
    if as_json:
        print(json.dumps(found.document(), indent=1))
        return
    for point in found.points:
        chances = "  ".join(f"{c:4.0%}" for c in point.chances)
        print(f"{point.ply + 1:4}  seat {point.seat}  {point.played:24} {chances}")
    print("\nTurning points:" if found.turning_points else "\nNo turning points.")
    for point in found.turning_points:
        print(f"  {point.text()}")
    if found.opening:
        print("\n".join(["\nOpening:", *(f"  {step.told()}" for step in found.opening)]))


def engine(
    level: Annotated[str, typer.Option(help="the level to play at")] = "master",
    wait: Annotated[bool, typer.Option("--wait", help="compile before the first answer")] = False,
) -> None:
    """Speaks the engine protocol on standard input and output, so that other programs can play against our bot."""
    from hexagora.bots.engine import main

    main(level, wait)


def engine_check(
    command: Annotated[list[str], typer.Argument(help="the engine's command, after --")],
    game: Annotated[str, typer.Option(help="the game to try it with")] = "hex",
    option: Options = None,
) -> None:
    """Checks whether a program keeps the engine protocol."""
    from hexagora.bots.engine_check import check

    problems = check(command, game, parse_options(option), print)
    raise typer.Exit(1 if problems else 0)


def compare(
    game: Annotated[list[str] | None, typer.Argument(help="games; all when left out")] = None,
    decisions: Annotated[int, typer.Option(help="decisions of each game", min=1)] = 100_000,
    seed: int = 1,
    as_json: Json = False,
) -> None:
    """Plays random matches on all back ends at once and searches with all of them; exit code 1 if any two differ."""
    from hexagora import registry
    from hexagora.bots.agreement import compare as compare_backends

    differs = False
    for name in game or registry.names():
        found = compare_backends(registry.game(name), decisions, seed)
        print(json.dumps(vars(found)) if as_json else found, flush=True)
        differs = differs or bool(found.problems)
    raise typer.Exit(1 if differs else 0)


def train(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="the id of a game")],
    config: Annotated[Path | None, typer.Option(help="the configuration (default: the game's training.toml)")] = None,
    folder: Annotated[Path | None, typer.Option(
        help="where the run is kept; a second run goes on with it (default: runs/GAME)")] = None,
    seconds: Annotated[float | None, typer.Option(help="stop after so many seconds; the same command goes on")] = None,
    device: Annotated[str, typer.Option(help="auto, cpu (NumPy) or cuda (PyTorch and a GPU)")] = "auto",
    jobs: Annotated[int, typer.Option(help="matches of the search at a time", min=1)] = 1,
    kernel: Annotated[Path | None, typer.Option(help="the GPU's self-play, made elsewhere with --write-kernel")] = None,
    write_kernel: Annotated[Path | None, typer.Option(
        help="only write the GPU's self-play as assembler text; needs the extra cuda, but no GPU")] = None,
    install: Annotated[bool, typer.Option("--install", help="put the network into the game's folder")] = False,
) -> None:
    """Trains the network of a game by play against itself."""
    from rich.console import Console
    from rich.progress import Progress, TimeRemainingColumn

    from hexagora.bots import training
    from hexagora.engine.files import Unreadable, read_text, whole
    from hexagora.registry import game as find_game

    found = find_game(game)
    if device not in ("auto", "cpu", "cuda"):
        raise HexagoraError(f"--device {device}: auto, cpu or cuda")
    go_without(context, "write_kernel", "config", "folder", "seconds", "device", "jobs", "kernel", "install")
    if device == "cpu":
        refuse_typed(context, "--device cpu", "kernel")
    if write_kernel:
        from hexagora.bots.selfplayers import kernel as make_kernel

        with whole(write_kernel) as temporary:
            temporary.write_bytes(make_kernel(found, training.HOPPER))
        print(f"wrote {write_kernel}")
        return
    path = config or found.folder / training.CONFIGURATION
    try:
        text = read_text(path)
    except Unreadable as e:
        raise HexagoraError(f"{path}: {e}; give a configuration with --config (docs/training.md has one)") from None
    wanted = training.configuration(text, str(path))
    if wanted.game != game:
        raise HexagoraError(f"{path} is for {wanted.game}, not for {game}")
    where = folder or Path("runs") / game
    chosen = "" if config is None else f" --config {config}"
    target = found.folder if install else where
    if wanted.lessons:
        refuse_typed(context, f"what {path} asks for, a network fitted to matches of the search", "seconds", "kernel")
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"{game}: matches of the search", total=wanted.lessons)
            about = training.learn(found, wanted, target, f"hexagora train {game}{chosen}", device, jobs,
                                   lambda played: bar.update(task, completed=played))
        for what, value in about["measured"].items():
            print(f"{what}: {value}")
        print(f"fitted; the network is in {target}")
        return
    refuse_typed(context, f"what {path} asks for, play against itself", "jobs")
    run = training.Training(found, wanted, where, device, kernel.read_bytes() if kernel else None)
    with Progress(*Progress.get_default_columns()[:2], TimeRemainingColumn(), console=Console(stderr=True),
                  transient=True) as bar:
        task = bar.add_task(f"{game}: compiling or loading", total=wanted.rounds, completed=run.round)

        def tell(now: dict[str, Any]) -> None:
            bar.update(task, description=f"{game}: loss {now['loss']:.4f}", completed=now["round"])
            if "shares" in now:
                shares = ", ".join(f"{s['share']:.0%} against {name}" for name, s in now["shares"].items())
                bar.console.print(f"round {now['round']}: loss {now['loss']:.4f}; {shares}", highlight=False)

        try:
            run.run(tell, seconds)
        except KeyboardInterrupt:
            raise SystemExit(f"stopped; the same command goes on from {where}") from None
    if not run.over:
        print(f"round {run.round} of {wanted.rounds}; the same command goes on from {where}")
        return
    run.finish(target, f"hexagora train {game}{chosen}")
    print(f"trained; the network is in {target}, how it went in {where / training.PAGE}")
