"""The command `lab`."""

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from hexagora.engine.options import go_with, go_without, parse_options, refuse_typed

Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value; may be repeated")]
MATCHES, THOUGHT_MATCHES = 20_000, 200  # asked for when nothing is said: counted, and of bots that search
MOST, MOST_THOUGHT = 100_000_000, 1_000_000  # that can be asked for: days of a large machine
COMMAND = "hexagora lab"


def register(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(lab)


def lab(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="the id of a game")],
    players: Annotated[int | None, typer.Option(help="number of players (default: the game's least)")] = None,
    bots: Annotated[str, typer.Option(help="who plays: random, quick, beginner, casual, club or expert; several with "
                                           "commas take the seats in turn")] = "quick",
    option: Options = None,
    content: Annotated[Path | None, typer.Option(help="a content file, whole or naming only what differs")] = None,
    change: Annotated[list[str] | None, typer.Option(
        help="another value of the content, as building.town.gold=4, or of an option, as option.NAME=VALUE; the game "
             "without it is played beside it")] = None,
    compare: Annotated[Path | None, typer.Option(
        help="a second content file that is played beside it, or the folder of an earlier run")] = None,
    ladder: Annotated[str | None, typer.Option(
        help="does each of these beat the one before? as random,quick,beginner,casual")] = None,
    sweep: Annotated[str | None, typer.Option(help="a number of the content through its values: PATH=2..6")] = None,
    search: Annotated[list[str] | None, typer.Option(
        help="numbers that may be changed, as PATH=2..6, until --within and --keep hold; may be repeated")] = None,
    within: Annotated[float, typer.Option(help="with --search: points of win share that seats and sides may be from "
                                               "equal", min=0.1)] = 2.0,
    keep: Annotated[list[str] | None, typer.Option(
        help="with --search: a figure that stays in a range, as turns=40..60; may be repeated")] = None,
    until: Annotated[float | None, typer.Option(help="stop when the seats' shares are known to so many points",
                                                min=0.05)] = None,
    matches: Annotated[int | None, typer.Option(help=f"matches at most (default: {MATCHES}; of levels "
                                                     f"{THOUGHT_MATCHES})", min=1)] = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same figures")] = 1,
    scale: Annotated[float, typer.Option(help="factor for the looks of levels")] = 1.0,
    workers: Annotated[int | None, typer.Option(help="processes (default: one for each processor)", min=1)] = None,
    ray: Annotated[str | None, typer.Option(help="address of a Ray cluster that plays in their place, or local; for "
                                                 "a plain run")] = None,
    device: Annotated[str, typer.Option(help="where random and quick players play: cpu, or cuda for the NVIDIA GPU of "
                                             "this machine; for a plain run")] = "cpu",
    out: Annotated[Path | None, typer.Option(help="folder for report, data and parts (default: lab/GAME-…)")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the parts that lie in the folder")] = False,
    language: Annotated[str, typer.Option(help="of the report: en or it")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="print data instead of a table")] = False,
) -> None:
    """Plays many matches of a game and tells what they show: who wins, how long it takes, what is used, what never
    happens; what a change does; which change would help."""
    from hexagora.engine.errors import HexagoraError, UnknownName
    from hexagora.lab.bench import Bench
    from hexagora.lab.counting import DEVICES, PROCESSORS
    from hexagora.lab.job import setting_of
    from hexagora.lab.setting import setting

    modes = [name for name, given in (("--sweep", sweep), ("--search", search), ("--compare", compare),
                                 ("--ladder", ladder)) if given]
    if len(modes) > 1:
        raise HexagoraError(f"{' and '.join(modes)} are different questions; ask one at a time")
    if keep and not search:
        raise HexagoraError("--keep is a wish of a search; add numbers that may be changed, as --search PATH=2..6")
    go_with(context, "search", "within")
    go_without(context, "ladder", "bots")
    if until and search:
        raise HexagoraError("--until ends a run when shares are known; a search ends by itself: --matches says how "
                            "many its last ones play")
    if ray and (modes or change):
        raise HexagoraError(f"{[*modes, '--change'][0]} is played by processes of this machine; a Ray cluster (--ray) "
                            "plays a plain run")
    go_without(context, "ray", "workers")
    if device not in DEVICES:
        raise UnknownName("device", device, DEVICES)
    if device != PROCESSORS and (modes or change or ray):
        raise HexagoraError(f"{[*modes, *(['--change'] if change else []), '--ray'][0]} is played by processors; a GPU "
                            "(--device) plays a plain run")
    asked = _asked(option, players)
    base = setting(game, asked, [b.strip() for b in bots.split(",")], content, None, seed, scale)
    if device != PROCESSORS and base.searches:
        raise HexagoraError(f"{', '.join(base.bots)}: bots that search play on processors; a GPU (--device) plays "
                            "matches of random and quick players")
    if not base.searches and not ladder:
        refuse_typed(context, f"bots that look at nothing ({', '.join(base.bots)})", "scale")
    most = MOST_THOUGHT if base.searches else MOST
    if matches and matches > most:
        raise HexagoraError(f"--matches {matches}: at most {most:,} of {', '.join(base.bots)}")
    folder = out or Path("lab") / _folder_name(base, change, compare, sweep, search, ladder)
    command = shlex.join([*COMMAND.split(), *sys.argv[2:]]) if sys.argv[1:2] == ["lab"] else COMMAND
    bench = Bench(folder, resume, matches or _usual(base),
                  until / 100 if until else None, workers, language, command, ray, device)
    if sweep:
        result = bench.sweep(_changed(base, change, *_paths([sweep])), sweep)
    elif search:
        result = bench.search(_changed(base, change, *_paths(search)), search, within / 100, keep or [])
    elif ladder:
        result = bench.ladder(_changed(base, change), ladder, lambda s: matches or _usual(s))
    elif compare and compare.is_dir():
        result = bench.compare(setting_of(compare), _changed(base, change), compare)
    elif compare or change:
        other = setting(game, asked, list(base.bots), compare or content, None, seed, scale)
        result = bench.compare(base, _changed(other, change))
    else:
        result = bench.measure(base)
    print(json.dumps(result.document, indent=1)) if as_json else print("\n".join(result.lines))


def _asked(option: list[str] | None, players: int | None) -> dict[str, Any]:
    from hexagora.engine.errors import HexagoraError

    asked = parse_options(option)
    if players and "players" in asked:
        raise HexagoraError(f"the number of players is given twice: --players {players} and -o "
                            f"players={asked['players']}")
    return asked | ({"players": players} if players else {})


def _usual(asked: Any) -> int:
    return THOUGHT_MATCHES if asked.searches else MATCHES


def _paths(spans: list[str]) -> list[str]:
    return [span.partition("=")[0] for span in spans]


def _changed(base: Any, change: list[str] | None, *varied: str) -> Any:
    """With what is changed in the content; `varied` are the paths whose values are asked for."""
    from hexagora.engine.errors import HexagoraError
    from hexagora.engine.variants import read_value

    changes = {}
    for item in change or []:
        path, equals, value = item.partition("=")
        if not equals:
            raise HexagoraError(f"--change {item}: must be a path and a value, as in building.town.gold=4")
        if path in varied:
            raise HexagoraError(f"--change {item}: {path} takes other values by --sweep or --search")
        if path in changes:
            raise HexagoraError(f"--change {item}: {path} is given twice")
        base.value_at(path)
        changes[path] = value if path.startswith("option.") else read_value(value)
    return base.changed(changes) if changes else base


def _folder_name(base: Any, *questions: Any) -> str:
    """A name that is another for another question."""
    import hashlib

    said = json.dumps([base.document(), [str(q) for q in questions if q]], sort_keys=True)
    return f"{base.game}-{'-'.join(base.bots)}-{hashlib.sha256(said.encode()).hexdigest()[:8]}"
