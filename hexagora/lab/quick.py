"""A first look: some matches at once, without files or further processes."""

from dataclasses import dataclass
from typing import Any

from hexagora.bots import census
from hexagora.engine.contract import WIN
from hexagora.engine.game import Game
from hexagora.lab.counting import Counter
from hexagora.lab.intervals import Interval, share
from hexagora.lab.setting import QUICK, Setting


@dataclass(frozen=True)
class Shares:
    """The seats' shares of the wins, the mean number of decisions, and how many matches did not end."""

    matches: int
    seats: list[Interval]
    decisions: float
    given_up: int


def shares(game: Game, options: dict[str, Any], matches: int = 100, seed: int = 1, bots: str = QUICK) -> Shares:
    """Plays matches of random or quick players."""
    file = str(game.content_file) if game.content_file else None
    setting = Setting(game.id, game.options(options), (bots,), file, game.changes, seed)
    rows = Counter(setting).play(0, matches)
    ended = [row for row in rows if row[census.FINISHED]]
    wins = [sum(row[census.COLUMNS + p] for row in ended) / WIN for p in range(setting.players)]
    return Shares(matches, [share(len(ended), won) for won in wins],
                  sum(row[census.DECISIONS] for row in rows) / max(1, len(rows)), len(rows) - len(ended))
