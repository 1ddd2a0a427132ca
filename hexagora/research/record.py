"""Datasets: positions of bot matches (or of matches from files) as parquet shards that are read without our code.

    record(Plan("hex", options, matches=1000, looks=200), "data/hex")

Each row is a decision of somebody who had a choice: what the seat saw, what it could do, how often the search looked at
each choice, what was played and how the match ended. Match number k depends on the seed and k alone, so the same plan
gives the same shards wherever and in how many processes they are made. A shard lies in its place whole or not at all;
the same call goes on where the last one ended.
"""

import importlib
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from hexagora.bots.arena import LONGEST
from hexagora.bots.search import Search, backend
from hexagora.bots.spread import spread
from hexagora.bots.view import view_of
from hexagora.engine import hooks, matchfile
from hexagora.engine.errors import BadMatchFile, BadOption, HexagoraError
from hexagora.engine.features import Observer, catalogue
from hexagora.engine.files import Unreadable, make_folder, read_text, whole, write_whole
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.matches import from_document
from hexagora.registry import game as find_game

SETTING, CARD = "dataset.json", "card.md"
FOREVER = 1e9  # seconds: looks alone say when a search ends
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """What is asked for. `explore`: in that many first decisions of a match each seat plays a choice as often as it was
    looked at, afterwards the best. `files`: matches to take instead of playing some."""

    game: str
    options: dict[str, Any]
    matches: int = 100
    seed: int = 1
    looks: int = 200
    explore: int = 16
    shard: int = 50
    files: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("matches", "looks", "shard"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name} = {getattr(self, name)}: must be at least 1")

    @property
    def shards(self) -> int:
        return -(-self.matches // self.shard)

    def numbers(self, shard: int) -> range:
        """The matches of a shard."""
        return range(shard * self.shard, min((shard + 1) * self.shard, self.matches))

    def setting(self) -> dict[str, Any]:
        """What every shard depends on; more matches may be added later."""
        game = find_game(self.game)
        kept = {name: value for name, value in asdict(self).items() if name not in ("matches", "files")}
        told: dict[str, Any] = {**kept, "content": game.content_digest, "from files": bool(self.files)}
        return told


@dataclass
class Recorded:
    """A match and its decisions."""

    number: int
    document: dict[str, Any]
    rows: list[dict[str, Any]] = field(default_factory=list)


# matches


def prepare(game: str) -> None:
    """Loads or compiles the search."""
    backend(game, wait=True)


def play(plan: Plan, number: int) -> Recorded:
    """Plays one match; the same for the same plan and number."""
    game = find_game(plan.game)
    match = game.match(seed=f"{plan.seed}-{number}", **plan.options)
    notes = Notes(match, number)
    rng = random.Random(f"{plan.seed}-{number}")
    searches: dict[int, Search] = {}
    while not match.over and len(match.log) < LONGEST:
        seat, legal = match.actor + 1, match.actions()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        search = _searched(match, seat, searches, plan, number)
        counts = search.counts()
        visits = [counts.get(a, 0) for a in legal]
        best = search.choices()[0].action
        action = rng.choices(legal, visits)[0] if len(notes.rows) < plan.explore and any(visits) else best
        notes.add(match, legal, visits, action, search.chances()[seat - 1])
        match.play(action)
    return notes.recorded()


def _searched(match: Match, seat: int, searches: dict[int, Search], plan: Plan, number: int) -> Search:
    """The seat's search after its looks at the position."""
    view = view_of(match, seat)
    if seat in searches:
        searches[seat].look_at(view)
    else:
        searches[seat] = Search(view, backend(plan.game, wait=True), plan.seed * 1_000_003 + number)
    searches[seat].think(FOREVER, plan.looks)
    return searches[seat]


def replay(one: "Taken", number: int) -> Recorded:
    """The decisions of a match that was played elsewhere; nobody searched in it."""
    found = from_document(one.document, one.source)
    match = found.game.match(seed=found.seed, chance="ask", **found.options) if found.start is None else \
        found.game.from_position(found.start, chance="ask")
    notes = Notes(match, number)
    for action in found.log:
        if match.actor >= 0 and len(match.actions()) > 1:
            notes.add(match, match.actions(), [], action, None)
        match.play(action)
    return notes.recorded()


class Notes:
    """Decisions of a match as they are made."""

    def __init__(self, match: Match, number: int):
        self.match, self.number = match, number
        self.observer = Observer(match.game, match.box)
        self.rows: list[dict[str, Any]] = []

    def add(self, match: Match, legal: list[int], visits: list[int], action: int, value: float | None) -> None:
        self.rows.append({
            "match": self.number, "decision": len(match.log), "seat": match.actor,
            "features": self.observer.vector(match.state, match.actor), "legal": list(legal), "visits": visits,
            "action": action, "value": value,
        })

    def recorded(self) -> Recorded:
        shares = self.match.result if self.match.over else None
        for row in self.rows:
            row["result"] = shares
            row["share"] = None if shares is None else shares[row["seat"]]
        return Recorded(self.number, matchfile.to_document(self.match), self.rows)


# matches from files


@dataclass(frozen=True)
class Taken:
    """A match that was played elsewhere, and where it was found."""

    source: str
    document: dict[str, Any]


def taken(game: str, files: Iterable[str]) -> list[Taken]:
    """The matches of match files, of archives (one match file a line), and of notations that the game reads."""
    found: list[Taken] = []
    for name in files:
        try:
            text = read_text(Path(name))
        except Unreadable as e:
            raise BadMatchFile(f"{name}: cannot be read: {e}") from None
        found += _matches_of(game, name, text)
    for one in found:
        matchfile.check_shape(one.document, one.source)
        if one.document["game"] != game:
            raise BadMatchFile(f"{one.source}: a match of {one.document['game']!r} among matches of {game!r}")
    return found


def _matches_of(game: str, name: str, text: str) -> Iterator[Taken]:
    if not text.lstrip().startswith("{"):
        read = hooks.READ.of(find_game(game))
        if read is None:
            raise BadMatchFile(f"{name}: neither a match file nor an archive of them, and {game} reads no notation")
        try:
            yield Taken(name, matchfile.to_document(read(text).match))
        except HexagoraError as e:
            raise BadMatchFile(f"{name}: {e}") from None
        return
    try:
        yield Taken(name, json.loads(text))
        return
    except ValueError:
        pass
    for k, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield Taken(f"{name}, line {k}", json.loads(line))
            except (ValueError, RecursionError) as e:
                raise BadMatchFile(f"{name}, line {k}: not JSON: {e}") from None


# shards


def schema(plan: Plan) -> Any:
    """The columns. Lists of fixed length become arrays at once (`flatten().to_numpy()`)."""
    import pyarrow as pa

    game = find_game(plan.game)
    size = catalogue(game, game.box(plan.options)).size
    columns = [
        ("match", pa.int32(), "number of the match"),
        ("decision", pa.int32(), "how many decisions came before, those of chance included"),
        ("seat", pa.int8(), "who decides, from 0"),
        ("features", pa.list_(pa.float32(), size), "what that seat sees; names in card.md"),
        ("mask", pa.list_(pa.bool_(), game.actions), "which actions are legal"),
        ("legal", pa.list_(pa.int32()), "the legal actions, ascending"),
        ("visits", pa.list_(pa.int32()), "looks of the search at each of them; empty where nobody searched"),
        ("action", pa.int32(), "what was played"),
        ("value", pa.float32(), "the winning chance of the seat as the search saw it"),
        ("share", pa.float32(), "the seat's share of the win in the end; null if the match did not end"),
        ("result", pa.list_(pa.float32(), plan.options["players"]), "all shares, by seat"),
    ]
    return pa.schema([pa.field(name, kind, metadata={"meaning": meaning}) for name, kind, meaning in columns],
                     {"hexagora": json.dumps(plan.setting(), sort_keys=True)})


def table(plan: Plan, matches: Iterable[Recorded]) -> Any:
    import numpy as np
    import pyarrow as pa

    rows = [row for one in matches for row in one.rows]
    wanted = schema(plan)
    actions = find_game(plan.game).actions
    masks = np.zeros((len(rows), actions), np.bool_)
    for k, row in enumerate(rows):
        masks[k, row["legal"]] = True
    size = wanted.field("features").type.list_size
    seen = np.array([row["features"] for row in rows], np.float32).reshape(len(rows), size)
    dense = {"features": (seen, size), "mask": (masks, actions)}
    columns = [pa.FixedSizeListArray.from_arrays(pa.array(dense[f.name][0].ravel()), dense[f.name][1])
               if f.name in dense else pa.array([row[f.name] for row in rows], f.type) for f in wanted]
    return pa.Table.from_arrays(columns, schema=wanted)


def _write_shard(plan: Plan, folder: Path, shard: int, matches: list[Recorded]) -> None:
    """First the matches, then their positions: where these are, the shard is whole."""
    from pyarrow import parquet

    ordered = sorted(matches, key=lambda one: one.number)
    lines = [json.dumps(one.document, separators=(",", ":")) for one in ordered]
    write_whole(folder / f"matches-{shard:05}.jsonl", "\n".join(lines) + "\n")
    with whole(_positions(folder, shard)) as temporary:
        parquet.write_table(table(plan, ordered), temporary, compression="zstd")


def _positions(folder: Path, shard: int) -> Path:
    return folder / f"positions-{shard:05}.parquet"


def _matches_in(folder: Path, shard: int) -> int:
    """How many matches a shard holds; none if it is not whole."""
    if not _positions(folder, shard).exists():
        return 0
    return len((folder / f"matches-{shard:05}.jsonl").read_text("utf8").splitlines())


def record(plan: Plan, folder: str | Path, jobs: int = 1, ray: str | None = None,
           progress: Progress = lambda done, total: None) -> Path:
    """Makes the shards that are not there yet; returns the folder."""
    _needs()
    where = Path(folder)
    found = taken(plan.game, plan.files) if plan.files else []
    _check_options(plan, found)
    _begin(plan, where)
    kept = sum(_matches_in(where, shard) for shard in range(len(list(where.glob("positions-*.parquet")))))
    if kept > plan.matches:
        raise HexagoraError(f"{where} holds {kept} matches already; ask for as many or more")
    todo = [shard for shard in range(plan.shards) if _matches_in(where, shard) < len(plan.numbers(shard))]
    numbers = [number for shard in todo for number in plan.numbers(shard)]
    done = plan.matches - len(numbers)
    progress(done, plan.matches)
    work = partial(_replay_number, found) if plan.files else partial(play, plan)
    collected: dict[int, list[Recorded]] = {}
    for one in spread(work, numbers, partial(_ready_for, plan), jobs, ray):
        shard = one.number // plan.shard
        collected.setdefault(shard, []).append(one)
        if len(collected[shard]) == len(plan.numbers(shard)):
            _write_shard(plan, where, shard, collected.pop(shard))
        done += 1
        progress(done, plan.matches)
    write_whole(where / CARD, card(plan, where))
    return where


def _check_options(plan: Plan, found: list[Taken]) -> None:
    """Options may differ (a layout that was dealt is another in each match), but not what columns depend on."""
    game = find_game(plan.game)
    wanted = _widths(game, plan.options)
    for one in found:
        try:
            given = _widths(game, game.options(one.document["options"]))
        except HexagoraError as e:
            raise BadMatchFile(f"{one.source}: {e}") from None
        if given != wanted:
            raise BadMatchFile(f"{one.source}: a match with {given[0]} players and {given[1]} features, the dataset "
                               f"has {wanted[0]} and {wanted[1]}: such matches need datasets of their own")


def _widths(game: Game, options: dict[str, Any]) -> tuple[int, int]:
    return options["players"], catalogue(game, game.box(options)).size


def _replay_number(found: list[Taken], number: int) -> Recorded:
    return replay(found[number], number)


def _ready_for(plan: Plan) -> None:
    if not plan.files:
        prepare(plan.game)


def _needs() -> None:
    for package, extra in (("numpy", "native"), ("pyarrow.parquet", "parquet")):
        try:
            importlib.import_module(package)
        except ImportError:
            raise HexagoraError(f"datasets need the package {package.partition('.')[0]}, which is not installed: "
                                f"pip install 'hexagora[{extra}]'") from None


def _begin(plan: Plan, folder: Path) -> None:
    """Notes the setting, or refuses a folder that holds shards of another."""
    kept, now = folder / SETTING, json.loads(json.dumps(plan.setting()))
    if kept.exists():
        before = json.loads(kept.read_text("utf8"))
        different = [name for name in now if before.get(name) != now[name]]
        if different:
            name = different[0]
            raise HexagoraError(f"{folder} holds a dataset of another setting ({name} = {before.get(name)!r}, now "
                                f"{now[name]!r}); choose another folder or remove it")
    else:
        make_folder(folder)
        write_whole(kept, json.dumps(now, indent=1))


# the card


def card(plan: Plan, folder: Path) -> str:
    """What the dataset is and how it was made, for people."""
    from pyarrow import parquet

    game = find_game(plan.game)
    known = catalogue(game, game.box(plan.options))
    shards = sorted(folder.glob("positions-*.parquet"))
    rows = sum(parquet.read_metadata(path).num_rows for path in shards)
    made = "taken from match files" if plan.files else (
        f"played by the search with {plan.looks} looks at each decision; the first {plan.explore} recorded decisions "
        f"of a match were drawn by looks, the others are the best found")
    options = " ".join(f"-o {k}={v}" for k, v in plan.options.items() if isinstance(v, str | int | float))
    command = (f"hexagora record {plan.game} --matches {plan.matches} --looks {plan.looks} --explore {plan.explore} "
               f"--shard {plan.shard} --seed {plan.seed} {options} --folder …")
    columns = "\n".join(f"| `{f.name}` | {f.type} | {f.metadata[b'meaning'].decode()} |" for f in schema(plan))
    planes = "\n".join(f"{k}. {f.name}: {f.meaning} (1 = {f.most})" for k, f in enumerate(known.planes))
    numbers = "\n".join(f"{k}. {f.name}: {f.meaning} (1 = {f.most})" for k, f in enumerate(known.numbers))
    cells, channels = known.cells, len(known.planes)
    return f"""# {game.facts.title}: positions of {plan.matches} matches

{rows} positions in {len(shards)} shards, {made}. Decisions without a choice are left out.
Options: `{json.dumps(plan.options)}`. Content of the game: `{game.content_digest}`. Seed: {plan.seed}.

```
{command if not plan.files else "hexagora record " + plan.game + " --from FILES --folder …"}
```

`matches-*.jsonl` holds the matches themselves, one match file a line.

| column | type | meaning |
|---|---|---|
{columns}

```python
import numpy as np, pyarrow.parquet as pq
t = pq.read_table("positions-00000.parquet")
features = t["features"].combine_chunks().flatten().to_numpy().reshape(len(t), -1)
board = features[:, :{cells * channels}].reshape(len(t), {cells}, {channels})      # cells × channels
mask = t["mask"].combine_chunks().flatten().to_numpy(zero_copy_only=False).reshape(len(t), -1)
```

## Channels of each of the {cells} cells

{planes}

## Numbers beside the board

{numbers}
"""
