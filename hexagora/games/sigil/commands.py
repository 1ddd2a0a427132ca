"""Commands of Sigil for the command line: `convert` and `solve`."""

from pathlib import Path
from typing import Annotated

import typer

from hexagora.engine.options import parse_options, refuse_typed

SourceArgument = Annotated[str, typer.Argument(help="a file (SFN, SGN, native log, match, position), or an SFN string")]
StyleOption = Annotated[str, typer.Option(help="style of SFN: to_move (engines) or site (the public site)")]
OptionList = Annotated[list[str] | None, typer.Option("--option", "-o", help="a game option as name=value")]

WHOLE = {"match": "match file", "native": "native log"}  # sources that say their options themselves
DATED = ("sgn", "classic")  # notations that a date is written into


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(convert)
    app.command()(solve)


def convert(
    context: typer.Context,
    source: SourceArgument,
    to: Annotated[str, typer.Option(help="sfn, sgn, classic, native, match or position")] = "sgn",
    style: StyleOption = "to_move",
    to_style: Annotated[str, typer.Option(help="style of SFN to write; by default the one read")] = "",
    out: Annotated[Path | None, typer.Option(help="the file to write instead of the terminal")] = None,
    strict: Annotated[bool, typer.Option(help="stop at the first token that is not legal")] = False,
    date: Annotated[str, typer.Option(help="the date of a game to write, such as 2026-01-31")] = "",
    option: OptionList = None,
) -> None:
    """Converts positions and games of Sigil between public and own notations."""
    from hexagora.engine.files import write_whole
    from hexagora.games.sigil import convert as converter

    _must_be_a_date(date)
    found = converter.read(converter.load_text(source), style, strict, **parse_options(option))
    _refuse_unused(context, found.kind)
    if to != "sfn":
        refuse_typed(context, f"--to {to}", "to_style")
    if to not in DATED:
        refuse_typed(context, f"--to {to}", "date")
    text, notes = converter.write(found, to, to_style or style, date)
    for note in [*found.warnings, *notes]:
        typer.echo(f"note: {note}", err=True)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_whole(out, text)


def _refuse_unused(context: typer.Context, kind: str) -> None:
    """What was typed for another kind of source than the one that was read."""
    if kind in WHOLE:
        refuse_typed(context, f"a {WHOLE[kind]}, which has its own", "option")
    if kind != "sfn" and context.params.get("to") != "sfn":
        refuse_typed(context, "a source that is not SFN", "style")
    if kind != "sgn" and "strict" in context.params:
        refuse_typed(context, "a source that is not SGN", "strict")


def _must_be_a_date(text: str) -> None:
    from datetime import date

    from hexagora.engine.errors import HexagoraError

    try:
        if text:
            date.fromisoformat(text)
    except ValueError:
        raise HexagoraError(f"--date {text}: must be a date such as 2026-01-31") from None


def solve(
    context: typer.Context,
    source: SourceArgument,
    style: StyleOption = "to_move",
    turns: Annotated[int, typer.Option(help="own turns to look ahead: 1 to 3", min=1, max=3)] = 1,
    backend: Annotated[str, typer.Option(help="auto, cpu (compiles when needed), wasm or python")] = "auto",
    limit: Annotated[int, typer.Option(help="states to look into at most; 0 for no limit", min=0)] = 0,
    seconds: Annotated[float, typer.Option(help="seconds to look at most; 0 for no limit", min=0.0)] = 0.0,
    option: OptionList = None,
) -> None:
    """Looks for a win of the player to move, exactly: in this turn, or in several against every defence; prints the
    actions of the first turn. Exit code 1 if that is not decided within the limits."""
    import time

    from hexagora.games.sigil import convert as converter
    from hexagora.games.sigil.names import COLOURS
    from hexagora.games.sigil.solver import NO_LIMIT, Solver

    found = converter.read(converter.load_text(source), style, **parse_options(option))
    _refuse_unused(context, found.kind)
    for note in found.warnings:
        typer.echo(f"note: {note}", err=True)
    solver = Solver(backend)
    started = time.perf_counter()
    solution = solver.solve(found.match, limit or NO_LIMIT, turns, seconds or float("inf"))
    told = f"{solution.states} states, {time.perf_counter() - started:.3f} s, back end {solver.backend}"
    colour = COLOURS[found.match.state.mover]
    if solution.wins:
        typer.echo(f"{colour} wins {_within(solution.turns)} ({told}):")
        for text in solution.texts:
            typer.echo(f"  {text}")
    elif solution.complete:
        typer.echo(f"{colour} has no win {_within(turns)} ({told})")
    else:
        typer.echo(f"not decided within the limits: no win {_within(solution.turns)} was found ({told})")
        raise typer.Exit(1)


def _within(turns: int) -> str:
    return "in this turn" if turns == 1 else f"within {turns} turns, whatever the other does"
