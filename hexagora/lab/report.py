"""A run as one page of HTML that can be sent to anybody."""

from html import escape
from typing import Any

from hexagora.bots.sheet import sheet
from hexagora.engine.game import Game
from hexagora.lab import charts, sums
from hexagora.lab.charts import Bar
from hexagora.lab.figures import Figure, between, figures, spoken, summary, written
from hexagora.lab.intervals import CONFIDENCE, share
from hexagora.lab.job import Run
from hexagora.lab.setting import Setting
from hexagora.lab.speech import Speech
from hexagora.lab.telling import Told, known_templates

MOST_KINDS = 40
MOST_LAYERS = 8
MOST_BOARDS = 4
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
    chosen = [f"{k} = {_short(v)}" for k, v in setting.options.items() if k != "players" and usual.get(k) != v]
    parts = [say("{number} players", number=setting.players),
             say("bots: {names}", names=", ".join(say.name(b.capitalize()) for b in setting.bots)), *chosen]
    parts += [f"{path} = {value}" for path, value in setting.changes.items()]
    if setting.content:
        parts.append(say("content of {file}", file=setting.content.rsplit("/", 1)[-1]))
    if setting.scale != 1:
        parts.append(say("looks of levels times {scale}", scale=setting.scale))
    return "; ".join([*parts, say("seed {seed}", seed=setting.seed)])


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) < 40 else f"{text[:39]}…"


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
    rows, kinds = [], made[:MOST_KINDS]
    for kind, (won, others, _, matches) in kinds:
        by_winner, by_other = won / told.winners, others / max(1, told.others)
        ratio = by_winner / by_other if by_other else 0.0
        much = surely_uneven(won, others, matches, told, len(kinds)) and not 1 / MUCH <= ratio <= MUCH
        rows.append(f"<tr><td>{escape(kind)}</td><td>{say.number(by_winner, 2)}</td><td>{say.number(by_other, 2)}</td>"
                    f"<td{' class=sure' * much}>{say.number(ratio, 2) if by_other else '–'}</td>"
                    f"<td>{say.percent(matches / told.matches, 0)}</td></tr>")
    heads = "".join(f"<th>{escape(say(h))}</th>" for h in ("Action", "By the winner", "By another", "Ratio",
                                                           "In so many matches"))
    note = say("Per player and match, in {matches} matches that were told step by step, in the words of the game's "
               "notation without places. A ratio in colour is surely not chance, for all of them together.",
               matches=say.number(told.matches, 0))
    body = f"<div class='scroll'><table><tr>{heads}</tr>{''.join(rows)}</table></div>"
    return [section(say("Which actions are used"), body, note)]


def surely_uneven(won: int, others: int, matches: int, told: Told, rows: int) -> bool:
    """Whether winners made something more or less often than by chance. What was done in one match hangs together, so
    that no more is counted than there were matches with it; with 95 % for so many rows at once."""
    counted = min(won + others, matches)
    part, even = won / (won + others), told.winners / (told.winners + told.others)
    return share(counted, counted * part, 1 - (1 - CONFIDENCE) / rows).excludes(even)


def heat(run: Run, say: Speech) -> list[str]:
    """Where things lie and happen."""
    told = run.told
    layers = sorted(told.heat.items(), key=lambda item: -sum(item[1].values()))[:MOST_LAYERS]
    drawn = []
    for name, places in layers:
        for one in told.boards[:MOST_BOARDS]:
            here = {at.partition("/")[2]: n for at, n in places.items() if at.partition("/")[0] == one["id"]}
            if here and one["cells"]:
                parts = [name, one["title"]] if len(told.boards) > 1 and one["title"] else [name]
                title = ", ".join(say.name(part) for part in parts)
                drawn.append(f"<figure>{charts.board(one, here, title)}<figcaption>{escape(title)}</figcaption>"
                             "</figure>")
    if not drawn:
        return []
    note = say("Spots grow with how often something lay or happened there, each picture for itself.")
    return [section(say("Where on the board"), f"<div class='boards'>{''.join(drawn)}</div>", note)]


def never(run: Run, game: Game, say: Speech) -> str:
    """What did not happen."""
    told = run.told
    sentences = [s for s in known_templates(game) if s not in told.sentences]
    parts = []
    if run.uses:
        parts.append("<p>" + escape(say(
            "Of {all} numbers of actions {used} were made in {matches} matches.", all=say.number(game.actions, 0),
            used=say.number(len(run.uses), 0), matches=say.number(run.played, 0))) + "</p>")
    parts.append(_list(say("Could be chosen and never was, in {matches} matches",
                           matches=say.number(run.played, 0)), dead_kinds(run), say))
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
    inner = "".join(f"<li><code>{escape(item)}</code></li>" for item in items)
    return f"<details><summary>{escape(title)} ({len(items)})</summary><ul>{inner}</ul></details>"


def measured(run: Run, say: Speech, command: str) -> str:
    each = 1000 * run.seconds / max(1, run.played)
    lines = [say("{matches} matches in {parts} parts on the back end “{name}”, {each} ms of processor time each.",
                 matches=say.number(run.played, 0), parts=run.parts, name=run.back_end, each=say.number(each, 2)),
             say("The same setting and seed give the same figures on any machine and any number of processors.")]
    if command:
        lines.append(command)
    return section(say("How it was measured"), "".join(f"<p class='muted'>{escape(line)}</p>" for line in lines))
