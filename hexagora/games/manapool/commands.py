"""Commands of Mana Pool for the command line: the boards, and the check of a board of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from hexagora.games.manapool.boards import BoardFile

boards = typer.Typer(no_args_is_help=True, help="Boards of Mana Pool: those supplied, and your own.")


def register(app: typer.Typer) -> None:
    app.add_typer(boards, name="boards")


@boards.command("list")
def list_boards() -> None:
    """Lists the boards that come with the game and those in your own folder."""
    from hexagora.engine.assets import user_files, user_folder
    from hexagora.games.manapool import GAME

    for board in GAME.content.board:
        print(_line(board))
    for name, path in user_files(GAME.id, "boards").items():
        print(f"{name:12} your own: {path}")
    print(f"\nYour own boards belong in {user_folder(GAME.id, 'boards')}")


def _line(board: "BoardFile") -> str:
    return f"{board.id:12} {board.name:16} side {board.side}  {board.notes}"


@boards.command()
def check(file: Annotated[Path, typer.Argument(help="a board in TOML")]) -> None:
    """Checks a board: everything that is wrong with it (exit code 2), else what a table should know about it."""
    from hexagora.engine.content import read_toml
    from hexagora.games.manapool import GAME
    from hexagora.games.manapool.boards import Board, warnings
    from hexagora.games.manapool.content import read_board

    board = read_board(GAME.content, read_toml(file), str(file))
    print(f"{file}: '{board.name}' ({board.id}, side {board.side}) can be played")
    for warning in warnings(Board(board)):
        print(f"  {warning}")
