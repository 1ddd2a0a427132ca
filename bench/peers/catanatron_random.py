"""catanatron (Catan in Python), four random players, `Game.play()`: decisions and games per second."""

from __future__ import annotations

from catanatron import Color, Game, RandomPlayer

from bench.peers import report

COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def decisions(game: Game) -> int:
    """Number of actions taken in a finished game, under the name its version uses."""
    state = game.state
    return len(state.action_records if hasattr(state, "action_records") else state.actions)


def chunk() -> tuple[float, float]:
    """One whole game."""
    game = Game([RandomPlayer(colour) for colour in COLOURS])
    game.play()
    return decisions(game), 1


def main() -> None:
    args = report.arguments(__doc__)
    report.measure("catanatron, 4 random players", "Game.play(), 1 thread", args.seconds, chunk)


if __name__ == "__main__":
    main()
