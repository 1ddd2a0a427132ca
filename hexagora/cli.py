"""The command line. Errors that a user can put right are one clear message and exit code 2."""

import json
import sys
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexagora import registry
from hexagora.engine.errors import HexagoraError
from hexagora.engine.options import go_with, go_without, parse_options
from hexagora.engine.words import say
from hexagora.terminal.commands import Language
from hexagora.terminal.speech import Speech, chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from hexagora.engine.compiled import Compiled, Progress
    from hexagora.engine.game import Game
    from hexagora.engine.match import Match

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

GameArgument = Annotated[str, typer.Argument(help="the id of a game; `hexagora games` lists them",
                                             autocompletion=lambda: registry.names())]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value; may be repeated")]
Json = Annotated[bool, typer.Option("--json", help="print data instead of a table")]
Content = Annotated[Path | None, typer.Option(help="a content file of your own instead of the game's")]


QUICK_CHECK = 15.0  # seconds of matches in a quick check


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"hexagora {version('hexagora')}")
        raise typer.Exit


@app.callback()
def hexagora(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                                          help="print the version and leave")] = False,
) -> None:
    """A home for hex board games."""


def main() -> None:
    """Runs the command line; problems of the user's making are told without a traceback."""
    _register_others()
    try:
        app()
    except HexagoraError as e:
        print(f"hexagora: {e}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except ModuleNotFoundError as e:
        extra = EXTRAS.get((e.name or "").partition(".")[0])
        if extra is None:
            raise
        print(f"hexagora: this needs the package {e.name}, which is not installed: pip install 'hexagora[{extra}]'",
              file=sys.stderr)
        sys.exit(2)


EXTRAS = {"numpy": "native", "numba": "native", "pyarrow": "parquet"}  # what a player's installation is without


def _register_others() -> None:
    """Adds the commands that games and other rooms of the house bring along."""
    for module in OTHER_COMMANDS:
        import_module(module).register(app)
    for name in registry.names():
        try:
            commands = registry.game(name).module_if_any("commands")
            if commands:
                commands.register(app)
        except Exception as e:  # one broken package must not take the command line away
            print(f"hexagora: the commands of the game '{name}' cannot be used: {e}", file=sys.stderr)


OTHER_COMMANDS = ("hexagora.bots.commands", "hexagora.packs", "hexagora.lab.commands", "hexagora.research.commands",
                  "hexagora.server.commands", "hexagora.site.commands", "hexagora.terminal.commands")


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False)


def _game(name: str, content: Path | None = None) -> "Game":
    game = registry.game(name)
    return game.with_content(content) if content else game


@app.command()
def games(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="one game, with its options")] = None,
    as_json: Json = False,
    features: Annotated[bool, typer.Option("--features", help="what a seat sees as numbers, by name")] = False,
    option: Options = None,
) -> None:
    """Lists the games, or one of them with its options or features."""
    go_with(context, "features", "option")
    if features:
        return _features(game, option, as_json)
    found = [registry.game(name).facts for name in ([game] if game else registry.loadable())]
    if as_json:
        print(json.dumps([_facts_document(f) for f in found], indent=1))
        return
    for f in found:
        players = f"{f.players[0]}-{f.players[-1]}" if len(f.players) > 1 else str(f.players[0])
        print(f"{f.id:11} {f.title:18} {players + ' players':12} {f.minutes[0]}-{f.minutes[1]} minutes")
    if game:
        print(f"\n{found[0].summary}\n\nOptions (-o name=value):")
        print(f"  players = {found[0].players[0]}: {', '.join(map(str, found[0].players))}")
        for o in found[0].options:
            print(f"  {o.name} = {o.default}: {o.help}" + (f" ({o.allowed()})" if o.values else ""))


def _features(name: str | None, option: list[str] | None, as_json: bool) -> None:
    """The catalogue of a game's observations."""
    from hexagora.engine.features import catalogue

    if name is None:
        raise HexagoraError("name the game whose features you want, as in `hexagora games hex --features`")
    game = registry.game(name)
    found = catalogue(game, game.box(game.options(parse_options(option))))
    if as_json:
        print(json.dumps(asdict(found), indent=1))
        return
    print(f"{found.cells} cells × {len(found.planes)} channels + {len(found.numbers)} numbers = {found.size} in all")
    for title, listed in (("channels of each cell", found.planes), ("numbers beside the board", found.numbers)):
        print(f"\n{title} (name, the value that becomes 1, meaning)")
        for k, f in enumerate(listed):
            print(f"{k:5} {f.name:36} {f.most:4}  {f.meaning}")


def _facts_document(f: Any) -> dict[str, Any]:
    return {
        "id": f.id, "title": f.title, "summary": f.summary, "designers": f.designers, "players": f.players,
        "minutes": f.minutes, "hidden": f.hidden, "chance": f.chance,
        "options": [{"name": o.name, "default": o.default, "help": o.help, "allowed": o.allowed()} for o in f.options],
    }  # fmt: skip


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="the id of a game; asked for when left out")] = None,
    option: Options = None,
    seat: Annotated[list[int] | None, typer.Option(help="seats of people at this terminal (default: 1)")] = None,
    level: Annotated[list[str] | None, typer.Option(
        help="who plays at the other seats, in turn: a level (default: casual), or engine:COMMAND")] = None,
    seed: Annotated[str | None, typer.Option(help="decides chance; the same seed gives the same chances")] = None,
    load: Annotated[Path | None, typer.Option(help="go on with a match file")] = None,
    resume: Annotated[bool, typer.Option(help="go on with the match that was left last")] = False,
    content: Content = None,
    language: Language = None,
) -> None:
    """Plays a game in the terminal against bots or engines."""
    from hexagora.terminal.opponents import check as check_opponents
    from hexagora.terminal.opponents import check_seats
    from hexagora.terminal.play import Table, autosave_path

    console, named, spoken = _console(), level or ["casual"], chosen(language)
    with Speech(spoken).errors():
        check_opponents(named)
        if load and resume:
            raise HexagoraError(say("--load and --resume both name a match to go on with; give one of them"))
        if resume and not autosave_path().exists():
            raise HexagoraError(say("there is no match to resume; start one with `hexagora play`"))
        path = load or (autosave_path() if resume else None)
        match = _opened(path, game or "", option, seed, content, console, spoken)
        people = [1] if seat is None else seat
        _must_be_seats(people, match.players)
        people = [s for s in people if s]
        check_seats(match.players - len(people), level or [])
        table = Table(match, people, named, console, speech=Speech(spoken, match.game))
    table.run()


def _must_be_seats(people: list[int], last: int) -> None:
    for k, seat in enumerate(people):
        if not 0 <= seat <= last:
            raise HexagoraError(say("there is no seat {seat}; seats are 1 to {last}, 0 means bots only",
                                    seat=seat, last=last))
        if seat in people[:k]:
            raise HexagoraError(say("seat {seat} is named twice", seat=seat))
    if 0 in people and len(people) > 1:
        raise HexagoraError(say("seat 0 means bots only; leave it out, or the other seats"))


def _opened(path: Path | None, game: str, option: list[str] | None, seed: str | None, content: Path | None,
            console: "Console", language: str) -> "Match":
    from hexagora import load

    if path:
        return _gone_on_with(load(path), game, option or seed or content, path)
    return _game(game or _ask_for_game(console, language), content).match(seed=seed, **parse_options(option))


def _gone_on_with(match: "Match", game: str, changes: object, path: Path) -> "Match":
    """The match of a file, to go on with as it is."""
    if game and registry.game(game).id != match.game.id:
        raise HexagoraError(say("{file} holds a match of {found}, not of {wanted}", file=str(path),
                                found=match.game.id, wanted=game))
    if changes:
        raise HexagoraError(say("a match that goes on keeps its options, seed and content: leave out -o, --seed and "
                                "--content"))
    return match


def _ask_for_game(console: "Console", language: str) -> str:
    names = registry.loadable()
    for k, name in enumerate(names):
        game = registry.game(name)
        speech = Speech(language, game)
        console.print(f"{k + 1:>3}  [bold]{speech.text(game.facts.title)}[/]  {speech.text(game.facts.summary)}")
    try:
        answer = input(Speech(language)("Which game?") + " ").strip()
    except EOFError:
        raise HexagoraError(say("no game named; for example: hexagora play hex")) from None
    return names[int(answer) - 1] if answer.isdigit() and 1 <= int(answer) <= len(names) else answer


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="a match file or a position")],
    ply: Annotated[int | None, typer.Option(help="after that many actions instead of at the end")] = None,
    viewer: Annotated[int | None, typer.Option(help="as that seat sees it; 0 is a spectator")] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Draws a position or the end of a match file."""
    from hexagora.matches import load_any
    from hexagora.terminal.draw import draw

    match = load_any(file, chance="ask")
    if ply is not None:
        if not 0 <= ply <= len(match.log):
            raise HexagoraError(f"--ply {ply}: this match has 0 to {len(match.log)} actions")
        match = match.fork(ply)
    if as_json:
        print(json.dumps(match.position(viewer), indent=1, ensure_ascii=False))
    else:
        console, speech = _console(), Speech(chosen(language), match.game)
        console.print(draw(speech.scene(match.scene(viewer)), console.width, speech))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a match file")],
    viewer: Annotated[int | None, typer.Option(help="as that seat saw it; 0 is a spectator")] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Tells a match in sentences, with its result."""
    from hexagora.matches import load_any

    match = load_any(file, chance="ask")
    texts, sentences = match.texts(viewer), match.sentences(viewer)
    if as_json:
        print(json.dumps({"actions": texts, "sentences": sentences, "scores": match.scores_for(viewer),
                          "result": match.result}, indent=1, ensure_ascii=False))
        return
    speech = Speech(chosen(language), match.game)
    for k, (text, sentence) in enumerate(zip(texts, sentences, strict=True)):
        print(f"{k + 1:>4}  {text:24} {speech.text(sentence)}")
    standing = (speech("Result: {shares}", shares=match.result) if match.over
                else speech("To act: {who}", who=match.to_act))
    print(standing, " ", speech("Scores: {scores}", scores=match.scores_for(viewer)))


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="a match file with its seed")]) -> None:
    """Checks that the seed of a match file decided every outcome, and is the one that was committed to; exit code 1 if
    not."""
    from hexagora.engine import fairness, matchfile
    from hexagora.matches import from_document

    document = matchfile.read(file)
    match = from_document(document, str(file))
    if "seed" not in document:
        raise HexagoraError(f"{file}: has no seed; a server tells it when the match is over")
    found = fairness.problems(document, match)
    for problem in found:
        print(f"{file}: {problem}")
    if found:
        raise typer.Exit(1)
    told = "as it was committed to" if "commitment" in document else "which nobody committed to beforehand"
    print(f"{file}: every outcome is what the seed decides, {told}")


@app.command()
def check(
    game: GameArgument,
    everything: Annotated[bool, typer.Option("--all", help="every match to its end; takes minutes")] = False,
    matches: Annotated[int, typer.Option(min=1, help="random matches for every number of players and option")] = 1,
    seed: Annotated[int, typer.Option(help="of the random matches")] = 1,
    compiled: Annotated[bool, typer.Option(help="also compare with the compiled rules")] = True,
    content: Content = None,
    as_json: Json = False,
) -> None:
    """Says what is missing or wrong in a game; exit code 1 if anything is. A quick look unless --all is given."""
    from hexagora.bots import thumbs
    from hexagora.engine import conformance
    from hexagora.terminal.progress import progress

    found = _game(game, content)
    with progress(f"checking {game}") as tell:
        report = conformance.check(found, matches, seed, compiled, progress=tell, compiling=everything,
                                   seconds=None if everything else QUICK_CHECK, beside=thumbs.problems(found))
    print(json.dumps(vars(report), indent=1) if as_json else report)
    if not report.passed:
        raise typer.Exit(1)


@app.command()
def lint(game: Annotated[list[str] | None, typer.Argument(help="games; all when left out")] = None) -> None:
    """Checks that rules keep to the rules subset; exit code 1 if not."""
    from hexagora.engine.subset import lint as lint_game

    problems = [p for name in game or registry.names() for p in lint_game(registry.game(name))]
    for problem in problems:
        print(problem)
    if problems:
        raise typer.Exit(1)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="GAME", help="the id of the new game, in small letters")],
    title: Annotated[str, typer.Option(help="what people call it (default: after the id)")] = "",
    folder: Annotated[Path, typer.Option(help="where its folder is made")] = Path(),
) -> None:
    """Writes the first files of a new game: a package that can be installed, checked and played at once."""
    from hexagora import skeleton

    for path in skeleton.write(name, title, folder, registry.names()):
        print(path)
    print(f"\nNext: pip install -e ./{folder / name} && hexagora check {name} && hexagora play {name}")


@app.command("compile")
def compile_games(
    context: typer.Context,
    game: Annotated[list[str] | None, typer.Argument(help="games; all when left out")] = None,
    search: Annotated[bool, typer.Option(help="also the search of the bots")] = True,
    wasm: Annotated[bool, typer.Option("--wasm", help="as WebAssembly modules, rules and search in one")] = False,
    out: Annotated[Path | None, typer.Option(help="with --wasm: a folder for them (default: the games' own)")] = None,
    again: Annotated[bool, typer.Option("--again", help="with --wasm: also those that are up to date")] = False,
) -> None:
    """Compiles games ahead of time for this machine, or as WebAssembly for any; what is there already is left alone."""
    from hexagora.engine.compiled import can_compile

    go_with(context, "wasm", "out", "again")  # code for this machine lies in the cache folder
    go_without(context, "wasm", "search")
    if not can_compile():
        raise HexagoraError(f"compiling needs Numba: pip install hexagora[{'artifacts' if wasm else 'native'}]")
    if wasm:
        return _compile_wasm(game or registry.names(), out, again)
    from hexagora.bots.search import compiled as compiled_search

    for name in game or registry.names():
        found = registry.game(name)
        _compile(name, found.compiled)
        if search:
            _compile(f"{name}, search", partial(compiled_search, found))


def _compile_wasm(names: list[str], out: Path | None, again: bool) -> None:
    from hexagora.bots.artifacts import make_all

    total = 0
    for name, about, made in make_all(names, out, again):
        total += int(str(about["size"]))
        print(f"{name}: {'made' if made else 'was up to date'}, {int(str(about['size'])) / 1000:.0f} kB", flush=True)
    print(f"together {total / 1000:.0f} kB")


def _compile(title: str, work: "Callable[[Progress], Compiled]") -> None:
    import time

    from hexagora.terminal.progress import progress

    started = time.process_time()
    with progress(f"compiling {title}") as tell:
        compiled = work(tell)
    spent = time.process_time() - started
    print(f"{title}: {'was ready' if compiled.was_ready else 'compiled'}, {spent:.1f} s of CPU time"
          + ("" if compiled.lasting else "; the cache folder cannot be written, so not kept"), flush=True)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option(help="short rounds, no peers that must be installed first")] = False,
    as_json: Json = False,
) -> None:
    """Measures speed against yardsticks and peers (from a checkout, where the folder bench/ is)."""
    engine = _bench_module()
    with engine.interruptible():
        engine.run(quick=quick, as_json=as_json)


def _bench_module() -> Any:
    """The benchmark, from the checkout that this package is part of or that one is in; an installed command has neither
    on its path."""
    for folder in (Path(__file__).parent.parent, Path.cwd()):
        if (folder / "bench" / "engine.py").exists():
            sys.path.insert(0, str(folder))
            return import_module("bench.engine")
    raise HexagoraError("the folder bench/ is not here; run this in a checkout of the project, or `make bench`")


@app.command()
def serve(
    lan: Annotated[bool, typer.Option("--lan", help="let others in your network in: tells their address, also as a "
                                                    "code for phones, and puts it into invitations")] = False,
    host: Annotated[str | None, typer.Option(help="address to listen on; 0.0.0.0 lets others in (default: this "
                                                  "machine alone, or HEXAGORA_HOST)")] = None,
    port: Annotated[int | None, typer.Option(help="port to listen on; 0 takes a free one (default: 8000, or "
                                                  "HEXAGORA_PORT)")] = None,
    database: Annotated[str | None, typer.Option(help="database URL (default: a file in your data folder)")] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="open the lobby in the browser")] = False,
    log: Annotated[str | None, typer.Option(help="what is told: debug, info, warning or error (default: warning, or "
                                                 "HEXAGORA_LOG_LEVEL)")] = None,
    engine: Annotated[list[str] | None, typer.Option(
        help="a program that can take a seat, as NAME=COMMAND; may be repeated")] = None,
) -> None:
    """Starts the table in the browser."""
    from hexagora.server.main import serve as serve_with
    from hexagora.server.settings import engines, for_people

    if lan and host:
        raise HexagoraError("--lan and --host both say where to listen; give one of them")
    serve_with(for_people(host="0.0.0.0" if lan else host, port=port, database_url=database, log_level=log,
                          engines=engines(engine) if engine else None), open_browser)
