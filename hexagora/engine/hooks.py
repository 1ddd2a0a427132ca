"""What a game may bring beside the contract: every optional function, name and file that others look for.

A hook is found in a module of the game's folder by its name; a game without it gets what `what` says. Whoever uses one
asks here (`IS_BARRIER.of(game)`), so that nothing is looked for that is not on the list; `hexagora check` compares a
game's modules with the list and names what looks like a misspelt hook or takes other arguments.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from hexagora.engine.assets import Advice
    from hexagora.engine.editing import Editable
    from hexagora.engine.game import Game
    from hexagora.engine.scene import Choice, Ending

F = TypeVar("F")
Document = dict[str, Any]
Tale = Iterator[tuple[Any, int, Any]]  # (state before, action, state after), as a viewer saw them

PARTS = ("words", "scene")  # modules that a game holds on to
REQUIRED = {
    "content": ("Content", "build"),
    "state": ("Box", "State", "ACTIONS", "MAX_LEGAL"),
    "words": ("text", "sentence", "position", "place"),
    "scene": ("scene", "choice"),
}  # in every game; the functions of the rules are in `contract`


@dataclass(frozen=True)
class Hook(Generic[F]):
    """An optional name in a module of a game: a function of these arguments, or a value (None)."""

    module: str
    name: str
    arguments: tuple[str, ...] | None
    what: str

    def of(self, game: "Game") -> F | None:
        """The game's own, if it has one."""
        if self.module in PARTS:
            owner: Any = getattr(game, self.module)
        else:
            owner = game.module_if_any(self.module)
        return self.within(owner)

    def within(self, module: ModuleType | None) -> F | None:
        """The one of a module that may be missing."""
        return getattr(module, self.name, None)

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" + ("" if self.arguments is None else f"({', '.join(self.arguments)})")


# options, content

ASSET: Hook[Callable[[Any, str, Any], Any]] = Hook(
    "content", "asset", ("content", "name", "value"),
    "the value of an option with `asset=True`: an id, a file name or data becomes an id of a supplied board or map, or "
    "plain data; needed by games with such an option")
SUPPLIED: Hook[Callable[[Any, str], list[str]]] = Hook(
    "content", "supplied", ("content", "name"), "the ids of the boards or maps that are supplied for such an option")
SETTLE: Hook[Callable[[Document, Document], Document]] = Hook(
    "content", "settle", ("options", "given"),
    "completes options that depend on each other and refuses combinations (`BadOption`)")
ADVICE: Hook[Callable[[Any, Document], "list[Advice]"]] = Hook(
    "content", "advice", ("content", "options"), "what people should know about a board or map that is allowed")

# editors

EDITABLES: Hook["Sequence[Editable]"] = Hook(
    "editor", "EDITABLES", None,
    "what people can draw or change of the game (`engine.editing`): boards, maps, positions; by default positions by "
    "their fields alone")

# words

EXPAND: Hook[Callable[[Document], Document]] = Hook(
    "words", "expand", ("document",), "rewrites a position written in a shorter way, before its options are read")
IS_BARRIER: Hook[Callable[[Any, Any, int, Any], bool]] = Hook(
    "words", "is_barrier", ("box", "before", "a", "after"),
    "whether the player may not take this action back; by default one that hands the decision on")
WHEN_TIME_IS_UP: Hook[Callable[[Any, Any], int]] = Hook(
    "words", "when_time_is_up", ("box", "s"),
    "the action that a table plays for somebody whose clock has run out; by default a bot takes over")
RUNNING_CLOCK: Hook[Callable[[Any, Any], "tuple[str, int, Sequence[int]] | None"]] = Hook(
    "words", "running_clock", ("box", "s"),
    "the name and seconds of the clock that runs now and the seats from 0 that share it, or None, for an option "
    "`turn_timer` whose clocks follow rules of their own; it starts anew when the name changes")
SIDES: Hook[Callable[[Any, Any], Sequence[int]]] = Hook(
    "words", "sides", ("box", "s"),
    "the team of each seat, where some play together; by default everybody plays alone")
STAND_IN: Hook[Callable[[Any, Any, Sequence[int]], int]] = Hook(
    "words", "stand_in", ("box", "s", "legal"),
    "the action for somebody who has left where no bot can decide; by default the first legal one")

# scene

CHOICES: Hook[Callable[[Any, Any, Sequence[int]], "list[Choice]"]] = Hook(
    "scene", "choices", ("box", "s", "actions"),
    "what `choice` says of each of these actions, where all at once are quicker to tell")
ENDING: Hook[Callable[[Any, Any, Tale], "Ending"]] = Hook(
    "scene", "ending", ("box", "s", "tale"), "how a match went, told when it is over")

# the coach of a first match

MATTERS: Hook[Callable[[Any, Any, int], Sequence[str]]] = Hook(
    "coach", "matters", ("box", "s", "player"),
    "the ids of the tips in `coach.toml` that matter to a player in a position as that player knows it")

REASONS: Hook[Callable[[Any, Any, Any, int], Sequence[str]]] = Hook(
    "coach", "reasons", ("box", "before", "after", "player"),
    "what a player's decisions changed for better, as short phrases, most important first: threats, routes, what comes "
    "into reach; beside what scores and panels tell")

# modules that only some games have

BROKEN: Hook[Callable[[Any, Any], list[str]]] = Hook(
    "invariants", "broken", ("box", "s"), "sentences about what must always hold and does not; asked by the checker")
REGISTER: Hook[Callable[[Any], None]] = Hook(
    "commands", "register", ("app",), "adds commands of the game to the command line")
NOTATIONS: Hook[Mapping[str, str]] = Hook(
    "convert", "NOTATIONS", None, "notations that players use elsewhere: ids and names")
READ: Hook[Callable[..., Any]] = Hook("convert", "read", ("text",), "a position or match in one of these notations")
WRITE: Hook[Callable[..., Any]] = Hook("convert", "write", ("source", "to"), "the same the other way")

# what learning programs see

OBSERVE: Hook[Callable[[Any, Any, int, Any], None]] = Hook(
    "features", "observe", ("box", "s", "seat", "out"), "a hidden state as numbers; written like rules")
TURNED: Hook[Callable[[Any, Any, int, int], int]] = Hook(
    "features", "turned", ("box", "s", "seat", "cell"),
    "the place of a cell when the board is turned so that it looks alike from every seat; for networks")
MARK: Hook[Callable[[Any, Any, Any], None]] = Hook(
    "features", "mark", ("box", "s", "out"),
    "writes for every action whether it is legal, where that is quicker than a list; written like rules")
PLANES: Hook[Callable[[Any], Sequence[Any]]] = Hook(
    "catalogue", "planes", ("box",), "the channels of every cell; a game with `features` needs it")
NUMBERS: Hook[Callable[[Any], Sequence[Any]]] = Hook(
    "catalogue", "numbers", ("box",), "the numbers beside the board; a game with `features` needs it")
SPACE: Hook[Callable[[Any], Any]] = Hook(
    "catalogue", "space", ("box",), "the cells, where they lie and what is around; a game with `features` needs it")
LONGEST: Hook[Callable[[Any], int]] = Hook(
    "catalogue", "longest", ("box",), "the decisions after which a match ends at the latest")

TRAITS: Hook[Callable[[Any], Sequence[Any]]] = Hook(
    "catalogue", "traits", ("box",), "the numbers that `heuristics.traits` writes for networks, in order")

ALIKE: Hook[Callable[[Any], Sequence[Sequence[int]]]] = Hook(
    "catalogue", "alike", ("box",), "the traits of the same position on a board that is turned: where each comes from")

LAUNCH: Hook[Mapping[str, int]] = Hook(
    "gpu", "LAUNCH", None, "how matches are spread over a GPU, measured: `python -m bench.gpu --tune`")

SORT_OF: Hook[Callable[[Any, Any], int]] = Hook(
    "sorts", "sort_of", ("box", "s"),
    "the sort of a decision, below 63: decisions of one sort take the same way through the rules, and threads of a GPU "
    "make them together (`pool` of `gpu.LAUNCH`); written like rules")

SPANS: Hook[Callable[[Any], Mapping[str, tuple[int, int]]]] = Hook(
    "gpu", "spans", ("box",),
    "how many items of some arrays of the state a match uses at most, and between 0 and which number they are: states "
    "on a GPU are made no larger")

# what is counted of many matches; `figures` is written like rules

SIDE: Hook[Callable[[Any, Any, int, int], int]] = Hook(
    "figures", "side", ("box", "s", "facet", "player"),
    "at the end of a match: the number of the city, colour or corner that was the player's; with `catalogue.facets`")
REASON: Hook[Callable[[Any, Any], int]] = Hook(
    "figures", "reason", ("box", "s"), "why a match ended, as a number; with `catalogue.ENDINGS`")
FACETS: Hook[Callable[[Any], Sequence[Any]]] = Hook(
    "catalogue", "facets", ("box",), "what sets players apart beside their seats, with the names of its sides")
ENDINGS: Hook[Sequence[str]] = Hook("catalogue", "ENDINGS", None, "the names of the reasons why matches end")

# bots; the functions of a game's `heuristics` are those of `bots.guide`

TUNING: Hook[Mapping[str, int]] = Hook("heuristics", "TUNING", None, "how a search weighs what it knows")
TURN_POSITIONS: Hook[int] = Hook(
    "heuristics", "TURN_POSITIONS", None, "positions of a turn looked at for a sure win at most")
HELPERS: Hook[Sequence[ModuleType]] = Hook(
    "heuristics", "HELPERS", None, "further modules that are compiled with the rules of thumb")
LEVELS: Hook[Mapping[str, Mapping[str, Any]]] = Hook(
    "levels", "LEVELS", None, "looks and softness of each level, by its id")
AT_TABLES_OF: Hook[Mapping[int, Mapping[str, Mapping[str, Any]]]] = Hook(
    "levels", "AT_TABLES_OF", None, "what is different at tables of so many players")
DUELS: Hook[Mapping[str, Sequence[tuple[float, int]]]] = Hook(
    "levels", "DUELS", None, "how often each level beat the one below it, as percent and matches, by the number of "
    "players (with a `t` for teams)")
PUZZLE_OPTIONS: Hook[Sequence[Document]] = Hook(
    "levels", "PUZZLE_OPTIONS", None, "options of the matches that puzzles are looked for in, one after the other")
PUZZLE_MARGIN: Hook[float] = Hook(
    "levels", "PUZZLE_MARGIN", None, "by how much of the winning chance the answer of a puzzle stands clear, else 0.15")
SHARPNESS: Hook[Mapping[int, float]] = Hook(
    "levels", "SHARPNESS", None, "how sharply the values of a search are taken as winning chances, by the number of "
    "players; measured by `python -m bench.calibration`, else 1")
WIN_NOW: Hook[Callable[..., tuple[int | None, bool]]] = Hook(
    "solver", "win_now", ("desk", "i", "limit"), "a faster search for a win within the turn")
SAFE_TURNS: Hook[Callable[..., tuple[list[list[int]], bool]]] = Hook(
    "solver", "safe_turns", ("desk", "i", "limit", "until", "most"),
    "some ways to end the turn after which the next player has no win within the turn")
TABLES: Hook[Sequence[Document]] = Hook(
    "openings", "TABLES", None, "options of the tables that have an opening book, one after the other")
IMAGES: Hook[Callable[[Any, Any], Iterator[bytes]]] = Hook(
    "openings", "images", ("box", "s"),
    "a position as bytes, after every motion of the board and exchange of seats that changes nothing; equal bytes go "
    "on alike")
ALSO: Hook[Callable[[Any, Any], Sequence[int]]] = Hook(
    "openings", "also", ("box", "s"),
    "legal decisions that a book knows in any case, beside those that a search likes best")
FORCED_WIN: Hook[Callable[..., bool | None]] = Hook(
    "solver", "forced_win", ("desk", "i", "ended", "turns", "limit"),
    "whether a player wins within so many turns against every defence; None if that is not settled")

ALL: tuple[Hook[Any], ...] = (
    ASSET, SUPPLIED, SETTLE, ADVICE, EDITABLES, EXPAND, IS_BARRIER, WHEN_TIME_IS_UP, RUNNING_CLOCK, STAND_IN, CHOICES,
    ENDING, MATTERS, REASONS, BROKEN, REGISTER, NOTATIONS, READ, WRITE, OBSERVE, TURNED, MARK, PLANES, NUMBERS, SPACE,
    LONGEST, TRAITS, ALIKE, LAUNCH, SORT_OF, SPANS, SIDE, REASON, FACETS, ENDINGS, TUNING, TURN_POSITIONS, HELPERS,
    LEVELS, AT_TABLES_OF, WIN_NOW, SIDES, DUELS, PUZZLE_OPTIONS, PUZZLE_MARGIN, SHARPNESS, TABLES, IMAGES, ALSO,
    SAFE_TURNS, FORCED_WIN,
)  # fmt: skip

# names that mean something to others wherever a game uses them

TURN_TIMER = "turn_timer"  # an option: seconds for a turn, wound up by tables that have no clock of their own
END_GROUP = "end"  # the group of a choice that ends a step or a turn: offered apart, at one key
MEANINGS = {
    "an option `turn_timer`": "seconds for a turn; a table without a clock of its own takes them",
    "the group `end` of a choice": "ends a step or a turn; offered apart from the others, at one key",
    "`Facts.notice`": "a line about rights or thanks at the foot of the lobby",
}

# files of a game's folder

FILES = {
    "rules.md": "the rules in our words, each with its id",
    "content.toml": "every number and name of the printed game",
    "variants": "content files that name only what differs, chosen by their names",
    "guide.md": "the rulebook in front of the rules",
    "symbols.svg": "the game's own drawings",
    "theme.css": "its colours and sizes of letters",
    "cover.jpg": "the picture in the lobby",
    "tutorial.toml": "the lesson",
    "studies": "openings and examples to go through: match files with side lines and words",
    "puzzles.jsonl": "positions with exactly one right decision, one a line",
    "openings.jsonl": "how the first decisions went in many matches (`hexagora book`)",
    "coach.toml": "what is said in a first match, at most once each",
    "game.wasm": "rules and search, compiled for everybody",
    "tuning.toml": "the numbers of its bots that are found by play (`python -m bench.tune`), and in what steps",
    "training.toml": "how its network is trained (`hexagora train`)",
    "network.2.bin": "the network of bots at tables of two (or as many as the name says), with its card in JSON",
    "locales": "texts in other languages",
}
