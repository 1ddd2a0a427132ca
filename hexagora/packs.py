"""The commands about packs: `hexagora packs add FILE`, `list`, `remove`, `make FOLDER`."""

from pathlib import Path
from typing import Annotated

import typer

commands = typer.Typer(no_args_is_help=True, rich_markup_mode=None,
                       help="Packs: changed content, boards and texts of a game as one file.")


def register(app: typer.Typer) -> None:
    """Adds the commands to the command line."""
    app.add_typer(commands, name="packs")


@commands.command("list")
def list_packs() -> None:
    """Lists the packs in your folder, and what is wrong with those that cannot be used."""
    from hexagora import registry
    from hexagora.engine import packs

    for name in registry.names():
        found, broken = packs.usable(registry.game(name))
        for game in found.values():
            print(f"{game.id:32} {game.facts.title:32} content {game.content_digest}")
        for pack, problem in broken.items():
            print(f"{name}{packs.MARK}{pack}: unusable\n  {problem}")
    print(f"Packs lie in {packs.folder_of('GAME')}, as folders or files.")


@commands.command()
def add(file: Annotated[Path, typer.Argument(help="a pack: a zip file, or a folder")]) -> None:
    """Checks a pack and puts it into your folder; one of the same id is replaced."""
    from hexagora import registry
    from hexagora.engine import packs

    pack = packs.read(packs.files_of(file), str(file))
    path = packs.install(registry.game(pack.about.game), pack, str(file))
    print(f"{pack.about.name}: {path}\nPlay it with `hexagora play {pack.game_id}`, or from the lobby under its game.")


@commands.command()
def remove(name: Annotated[str, typer.Argument(help="the id of a pack, such as game~pack")]) -> None:
    """Deletes the file of a pack; matches that were played with it keep their content."""
    from hexagora import registry
    from hexagora.engine import packs
    from hexagora.engine.errors import HexagoraError

    base, mark, pack = name.partition(packs.MARK)
    if not mark:
        raise HexagoraError(f"'{name}' is no pack; write game and pack, as in game{packs.MARK}pack")
    print(f"{packs.remove(registry.game(base), pack)}: deleted")


@commands.command()
def make(
    folder: Annotated[Path, typer.Argument(help="a folder with pack.toml, content.toml, boards, texts")],
    out: Annotated[Path | None, typer.Option(help="the file to write (default: ID.zip)")] = None,
) -> None:
    """Checks a folder and writes it as one file that others can add."""
    from hexagora import registry
    from hexagora.engine import packs

    pack = packs.read(packs.files_of(folder), str(folder))
    game = packs.game_of(registry.game(pack.about.game), pack, str(folder))
    path = out or Path(f"{pack.about.id}{packs.ENDING}")
    packs.write(pack, path)
    print(f"{path}: {pack.about.name}, a pack of {pack.about.game}, content {game.content_digest}")
