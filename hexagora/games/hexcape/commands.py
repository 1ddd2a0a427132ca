"""Commands of Hexcape: `hexagora maps` lists maps, checks map files and makes new maps."""

from pathlib import Path
from typing import Annotated, Any

import typer

from hexagora.engine.options import refuse_typed


def register(app: typer.Typer) -> None:
    """Adds the commands to the command line."""
    maps = typer.Typer(help="Maps of Hexcape: list them, check a map file, make a new one.", rich_markup_mode=None)
    maps.callback(invoke_without_command=True)(list_maps)
    maps.command("check")(check)
    maps.command("new")(new)
    app.add_typer(maps, name="maps")


def list_maps(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="print data instead of a table")] = False,
) -> None:
    """Lists the maps that are supplied and those in your folder."""
    if context.invoked_subcommand is not None:
        refuse_typed(context, f"`maps {context.invoked_subcommand}`", "as_json")
        return
    import json

    from hexagora.engine.assets import user_folder
    from hexagora.games.hexcape.content import GAME_ID, MAP_KIND

    found, broken = _installed()
    if as_json:
        print(json.dumps({"maps": found, "unusable": broken}, indent=1))
        return
    for m in found:
        print(f"{m['id']:20} {m['name']:24} difficulty {m['difficulty']:>2}  d{m['die']:<2}  thaw {m['thaw']:>2}  "
              f"{m['passable']:>4} hexes  {m['cheapest'] or '-':>3} AP  {m['from']}")
    for name, problems in broken.items():
        print(f"{name}: unusable, see `hexagora maps check`")
        for problem in problems:
            print(f"  {problem}")
    print(f"Your own maps: {user_folder(GAME_ID, MAP_KIND)}")


def _installed() -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    """The usable maps, and what is wrong with the others."""
    from hexagora.games.hexcape import GAME
    from hexagora.games.hexcape.content import own_maps, supplied_maps

    maps = supplied_maps(GAME.content)
    found = [_row(m, "supplied") for m in maps.values()]
    broken = {}
    for name, check in own_maps(GAME.content).items():
        if check.map is None:
            broken[name] = [str(p) for p in check.errors]
        elif check.map.id in {row["id"] for row in found}:
            broken[name] = [f"the id '{check.map.id}' is that of another map"]
        else:
            found.append(_row(check.map, "yours"))
    return found, broken


def _row(m: Any, source: str) -> dict[str, Any]:
    walk = m.cheapest_walk()
    return {"id": m.id, "name": m.name, "difficulty": m.difficulty, "die": m.die, "thaw": m.thaw,
            "rows": len(m.rows), "columns": len(m.rows[0]), "passable": len(m.places),
            "cheapest": walk and walk[0], "steps": m.fewest_steps(), "from": source}  # fmt: skip


def check(
    file: Annotated[Path, typer.Argument(help="a map file")],
    die: Annotated[int | None, typer.Option(help="the die in use, if not the map's own")] = None,
    cards: Annotated[bool, typer.Option(help="whether cards are on")] = True,
) -> None:
    """Checks a map file; errors and warnings point at line and column. Exit code 2 if the map cannot be used."""
    from hexagora.games.hexcape.mapfile import check_file

    found = check_file(file, die, cards)
    for problem in sorted(found.problems, key=lambda p: (p.is_warning, p.spot or (0, 0))):
        line, column = problem.spot or (1, 1)
        cell = f"{problem.cell}: " if problem.cell else ""
        kind = "warning" if problem.is_warning else "error"
        print(f"{file}:{line}:{column}: {kind} {problem.code}: {cell}{problem.text}")
    if found.map is None:
        raise typer.Exit(2)
    row = _row(found.map, "")
    walk = f"cheapest walk {row['cheapest']} AP, {row['steps']} steps" if row["steps"] else "no walk"
    print(f"{file}: usable, {row['passable']} passable hexes, {walk}, thaw in round {row['thaw']}")


def new(
    size: Annotated[str, typer.Option(help="small, medium, large, huge, or rows x columns such as 9x12")] = "medium",
    difficulty: Annotated[int, typer.Option(help="1 to 10")] = 5,
    seed: Annotated[str, typer.Option(help="the same seed gives the same map")] = "1",
    die: Annotated[int | None, typer.Option(help="6, 8, 10 or 12")] = None,
    out: Annotated[Path | None, typer.Option(help="write the map to this file instead of printing it")] = None,
) -> None:
    """Makes a map of a chosen size and difficulty."""
    from hexagora.engine.files import write_whole
    from hexagora.games.hexcape.generator import generate
    from hexagora.games.hexcape.mapfile import to_toml

    made = generate(size, difficulty, seed, die)
    text = to_toml(made.map, f"generated, seed {seed}", made.notes())
    if out is None:
        print(text, end="")
        return
    write_whole(out, text)
    print(f"{out}: {made.notes()}")
