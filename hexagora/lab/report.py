"""A run as one page of HTML that can be sent to anybody."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from hexagora.bots.sheet import sheet
from hexagora.engine.game import Game
from hexagora.lab import charts, naming, sums
from hexagora.lab.charts import Bar
from hexagora.lab.figures import Figure, between, figures, spoken, summary, written
from hexagora.lab.intervals import CONFIDENCE, share
from hexagora.lab.job import Run
from hexagora.lab.setting import Setting
from hexagora.lab.speech import Speech
from hexagora.lab.telling import Told, known_templates

MOST_KINDS = 24  # sorts of actions in sight; the others are unfolded
MOST_LAYERS, MOST_AIMS = 12, 6  # pictures of what lay somewhere, and of what was done there
MOST_BOARDS = 4
SEAT = re.compile(r"seat (\d)")  # as matches are told
LONGEST_VALUE = 40
MUCH = 1.25  # times as often, to be called out


def page(title: str, language: str, sections: list[str], subtitle: str = "") -> str:
    """A whole page."""
    heading = f"<main><h1>{escape(title)}</h1><p class='muted'>{subtitle}</p>"
    return sheet(title, charts.STYLE, [heading, *sections, "</main>"], language)


def report(run: Run, language: str = "en", command: str = "") -> str:
    """Everything about one run."""
    game = run.setting.game_itself()
    say = Speech(language, game)
    title = say("Lab: {game}, {matches} matches", game=game.facts.title, matches=say.number(run.played, 0))
    return page(title, language, sections(run, game, say, command), escape(about(run.setting, game, say)))


def sections(run: Run, game: Game, say: Speech, command: str = "") -> list[str]:
    found = figures(run)
    made = [section(say("In short"), short(summary(run, say)))]
    made += [shares(found, group, say) for group in dict.fromkeys(f.group for f in found if f.equal is not None)]
    made.append(section(say("Length and course"), table(
        [f for f in found if f.group in ("length", "course")], say), say(
            "Leads are told by the game's own evaluation of positions. The minutes assume {free} seconds for a "
            "decision and {forced} for one without a choice or a throw.", free=sums.FREE_SECONDS,
            forced=sums.FORCED_SECONDS)))
    endings = [f for f in found if f.group == sums.ENDING]
    if endings:
        made.append(section(say("How matches end"), charts.bars([_bar(f, say) for f in endings],
                                                                say("How matches end"), most=1.0)))
    return [*made, *uses(run, say), *heat(run, say), never(run, game, say), measured(run, say, command)]


def about(setting: Setting, game: Game, say: Speech) -> str:
    """The setting in one line."""
    usual = game.options({"players": setting.players})
    chosen = [f"{say.text(_plain(k))}: {_value(v, say)}" for k, v in setting.options.items()
              if k != "players" and usual.get(k) != v]
    parts = [say("{number} players", number=setting.players),
             say("bots: {names}", names=", ".join(say.name(b.capitalize()) for b in setting.bots)), *chosen]
    parts += [f"{path} = {value}" for path, value in setting.changes.items()]
    if setting.content:
        parts.append(say("content of {file}", file=setting.content.rsplit("/", 1)[-1]))
    if setting.scale != 1:
        parts.append(say("looks of levels times {scale}", scale=setting.scale))
    return "; ".join([*parts, say("seed {seed}", seed=setting.seed)])


def _value(value: Any, say: Speech) -> str:
    """What is chosen of an option, as the lobby says it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    text = say.text(_plain(str(value))) if isinstance(value, str) else str(value)
    return text if len(text) < LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _plain(name: str) -> str:
    return name.replace("_", " ")


# parts of the page


def section(title: str, body: str, note: str = "") -> str:
    told = f"<p class='muted'>{escape(note)}</p>" if note else ""
    return f"<section><h2>{escape(title)}</h2>{body}{told}</section>"


def short(lines: list[str]) -> str:
    return "<ul class='short'>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _bar(figure: Figure, say: Speech) -> Bar:
    i = figure.interval
    width = f" ± {say.number(100 * i.half if figure.unit == '%' else i.half)}"
    return Bar(spoken(figure, say), i.low, i.middle, i.high, written(i.middle, figure.unit, say) + width, figure.uneven)


def shares(found: list[Figure], group: str, say: Speech) -> str:
    mine = [f for f in found if f.group == group]
    title = say("Wins by {what}", what=say.group(group))
    equal = mine[0].equal
    most = min(1.0, 1.25 * max([equal or 0.0, *(f.interval.high for f in mine)]))
    note = say("The dashed line is the equal share. The thin lines are intervals of 95 % that hold however often one "
               "looks; a bar of the other colour is surely not equal.")
    return section(title, charts.bars([_bar(f, say) for f in mine], title, equal, most), note)


def table(found: list[Figure], say: Speech) -> str:
    rows = "".join(f"<tr><td>{escape(spoken(f, say))}</td><td>{written(f.interval.middle, f.unit, say)}</td>"
                   f"<td>{escape(between(f, say))}</td><td>{say.number(f.matches, 0)}</td></tr>" for f in found)
    heads = "".join(f"<th>{escape(say(h))}</th>" for h in ("Figure", "Mean", "95 %", "Matches"))
    return f"<div class='scroll'><table><tr>{heads}</tr>{rows}</table></div>"


def uses(run: Run, say: Speech) -> list[str]:
    """Which sorts of actions winners make beside the others."""
    told = run.told
    if not told.winners:
        return []
    made = sorted(((k, c) for k, c in told.kinds.items() if c[0] + c[1]), key=lambda item: -(item[1][0] + item[1][1]))
    named = naming.kinds(told.labels, told.kinds, say)
    rows = [_use(named[kind], counts, told, len(made), say) for kind, counts in made]
    body = _uses_table(rows[:MOST_KINDS], say)
    if rows[MOST_KINDS:]:
        title = say("Rarer ones ({number})", number=say.number(len(rows) - MOST_KINDS, 0))
        body += f"<details><summary>{escape(title)}</summary>{_uses_table(rows[MOST_KINDS:], say)}</details>"
    note = say("Per player and match, in {matches} matches that were told step by step; what differs from one to the "
               "other, mostly the place, is left out. A ratio in colour is surely not chance, for all of them "
               "together.",
               matches=say.number(told.matches, 0))
    return [section(say("Which actions are used"), body, note)]


def _uses_table(rows: list[str], say: Speech) -> str:
    heads = "".join(f"<th>{escape(say(h))}</th>" for h in ("Action", "By the winner", "By another", "Ratio",
                                                           "In so many matches"))
    return f"<div class='scroll'><table><tr>{heads}</tr>{''.join(rows)}</table></div>"


def _use(name: str, counts: list[int], told: Told, rows: int, say: Speech) -> str:
    won, others, _, matches = counts
    by_winner, by_other = won / told.winners, others / max(1, told.others)
    ratio = by_winner / by_other if by_other else 0.0
    much = surely_uneven(won, others, matches, told, rows) and not 1 / MUCH <= ratio <= MUCH
    return (f"<tr><td>{escape(name)}</td><td>{say.number(by_winner, 2)}</td><td>{say.number(by_other, 2)}</td>"
            f"<td{' class=sure' * much}>{say.number(ratio, 2) if by_other else '–'}</td>"
            f"<td>{say.percent(matches / told.matches, 0)}</td></tr>")


def surely_uneven(won: int, others: int, matches: int, told: Told, rows: int) -> bool:
    """Whether winners made something more or less often than by chance. What was done in one match hangs together, so
    that no more is counted than there were matches with it; with 95 % for so many rows at once."""
    counted = min(won + others, matches)
    part, even = won / (won + others), told.winners / (told.winners + told.others)
    return share(counted, counted * part, 1 - (1 - CONFIDENCE) / rows).excludes(even)


def heat(run: Run, say: Speech) -> list[str]:
    """Where things lie and happen."""
    told = run.told
    named = naming.kinds(told.labels, told.aims, say)
    lay = [(say.name(name.replace("-", " ")), places) for name, places in _often_first(told.heat)
           if not _never_moves(places, told)]
    led = [(named[kind], places) for kind, places in _often_first(told.aims)]
    drawn = [drawing for title, places in [*lay[:MOST_LAYERS], *led[:MOST_AIMS]]
             for drawing in _boards(title, places, told, say)]
    if not drawn:
        return []
    note = say("Spots grow with how often something lay or happened there, each picture for itself. The last pictures "
               "show where each of the commonest actions led.")
    return [section(say("Where on the board"), f"<div class='boards'>{''.join(drawn)}</div>", note)]


def _often_first(heat: dict[str, Counter[str]]) -> list[tuple[str, Counter[str]]]:
    return sorted(heat.items(), key=lambda item: -sum(item[1].values()))


def _never_moves(places: Mapping[str, int], told: Told) -> bool:
    """Whether something lay in every scene where it lay in any: then it is drawn on the board."""
    return set(places.values()) == {told.looks}


def _boards(name: str, places: Mapping[str, int], told: Told, say: Speech) -> Iterator[str]:
    for one in told.boards[:MOST_BOARDS]:
        here = {at.partition("/")[2]: n for at, n in places.items() if at.partition("/")[0] == one["id"]}
        if here and one["cells"]:
            title = f"{name}, {_titled(one['title'], say)}" if len(told.boards) > 1 and one["title"] else name
            yield f"<figure>{charts.board(one, here, title)}<figcaption>{escape(title)}</figcaption></figure>"


def _titled(title: str, say: Speech) -> str:
    """A board's title: boards of players are called by their seats."""
    seat = SEAT.fullmatch(title)
    return say("Seat {number}", number=seat[1]) if seat else say.text(title)


def never(run: Run, game: Game, say: Speech) -> str:
    """What did not happen."""
    told = run.told
    sentences = [naming.sentence(s, say) for s in known_templates(game) if s not in told.sentences]
    dead = dead_kinds(run)
    named = naming.kinds(told.labels, dead, say)
    parts = []
    if run.uses:
        used = say("Of the {all} actions that the game knows, {used} were made in {matches} matches.",
                   all=say.number(game.actions, 0), used=say.number(len(run.uses), 0),
                   matches=say.number(run.played, 0))
        parts.append(f"<p>{escape(used)}</p>")
    parts.append(_list(say("Could be chosen and never was, in {matches} matches",
                           matches=say.number(run.played, 0)), [named[kind] for kind in dead], say))
    parts.append(_list(say("Sentences of the log that were never told"), sentences, say))
    return section(say("What never happened"), "".join(parts), say(
        "Sentences are those of {matches} matches that were told step by step; what needs an option that is off is "
        "among it.",
        matches=say.number(told.matches, 0)))


def dead_kinds(run: Run) -> list[str]:
    """Sorts of actions that could be chosen in some match that was told, and that nobody made in any match."""
    told = run.told
    return sorted(kind for kind in told.offered if kind not in told.kinds
                  and not any(str(a) in run.uses for a in told.passed.get(kind, ())))


def _list(title: str, items: list[str], say: Speech) -> str:
    if not items:
        return f"<p>{escape(title)}: {escape(say('nothing'))}</p>"
    inner = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<details><summary>{escape(title)} ({len(items)})</summary><ul>{inner}</ul></details>"


def measured(run: Run, say: Speech, command: str) -> str:
    each = 1000 * run.seconds / max(1, run.played)
    lines = [say("{matches} matches in {parts} parts on the back end “{name}”, {each} ms of processor time each.",
                 matches=say.number(run.played, 0), parts=run.parts, name=run.back_end, each=say.number(each, 2)),
             say("The same setting and seed give the same figures on any machine and any number of processors.")]
    if command:
        lines.append(command)
    return section(say("How it was measured"), "".join(f"<p class='muted'>{escape(line)}</p>" for line in lines))
