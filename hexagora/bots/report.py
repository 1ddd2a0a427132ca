"""The arena's results as one page of HTML with drawings of its own."""

from html import escape
from typing import TYPE_CHECKING

from hexagora.bots.ratings import GOAL, Duel, Rating, duels, rate
from hexagora.bots.sheet import sheet

if TYPE_CHECKING:
    from hexagora.bots.arena import Arena

WIDTH, ROW, LEFT, RIGHT = 720, 34, 170, 60
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color-scheme:light dark}
table{border-collapse:collapse}td,th{padding:.25rem .75rem;text-align:right;border-bottom:1px solid #8884}
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}
svg text{fill:currentColor;font-size:14px}.bar{stroke:currentColor;stroke-width:2}.dot{fill:#2b6cb0}
.even{stroke:#8888}"""


def page(arena: "Arena") -> str:
    """The whole page."""
    ratings, pairs = rate(arena), duels(arena)
    title = f"Arena: {arena.game}, {len(arena.played)} matches"
    return sheet(title, STYLE, [
        f"<h1>{escape(title)}</h1><p>{escape(_setting(arena))}</p>",
        "<h2>Ratings</h2><p>Openskill, with 95 % intervals.</p>", _rating_chart(ratings),
        "<h2>Duels</h2><p>Wins of the stronger one in decided matches, with 95 % intervals; with more than two seats, "
        "converted to one seat against one. "
        f"The line is the aim for neighbouring levels, {GOAL:.0%}.</p>", _duel_chart(pairs), _duel_table(pairs),
        "<h2>Lengths and time</h2>", _length_table(arena),
    ])


def _setting(arena: "Arena") -> str:
    options = ", ".join(f"{k} {v}" for k, v in arena.options.items())
    scale = "" if arena.scale == 1 else f"; time and looks of all levels times {arena.scale:g}"
    return f"{options}; seed {arena.seed}{scale}."


def _intervals(rows: list[tuple[str, float, float, float, str]], least: float, most: float, mark: float | None) -> str:
    """A drawing of named intervals: name, low, middle, high, what to write at the end."""
    span = (most - least) or 1.0

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - least) / span

    height = ROW * len(rows) + 10
    drawn = [f"<svg viewBox='0 0 {WIDTH} {height}' width={WIDTH} height={height} role=img>"]
    if mark is not None:
        drawn.append(f"<line class=even x1={x(mark):.1f} x2={x(mark):.1f} y1=0 y2={height} />")
    for k, (name, low, middle, high, text) in enumerate(rows):
        y = ROW * k + ROW / 2
        drawn += [
            f"<text x=0 y={y + 5}>{escape(name)}</text>",
            f"<line class=bar x1={x(low):.1f} x2={x(high):.1f} y1={y} y2={y} />",
            f"<circle class=dot cx={x(middle):.1f} cy={y} r=6 />",
            f"<text x={WIDTH - RIGHT + 8} y={y + 5}>{escape(text)}</text>",
        ]
    return "\n".join([*drawn, "</svg>"])


def _rating_chart(ratings: list[Rating]) -> str:
    rows = [(r.name, r.low, r.mu, r.high, f"{r.mu:.1f}") for r in ratings]
    return _intervals(rows, min(r.low for r in ratings), max(r.high for r in ratings), None)


def _duel_chart(pairs: list[Duel]) -> str:
    rows = [(f"{d.strong} – {d.weak}", d.low, d.rate, d.high, f"{d.rate:.0%}") for d in pairs]
    return _intervals(rows, 0.0, 1.0, GOAL)


def _duel_table(pairs: list[Duel]) -> str:
    rows = ["<table><tr><th>stronger</th><th>weaker</th><th>matches</th><th>decided</th><th>wins</th><th>rate</th>"
            "<th>95 %</th><th>at least, with 95 %</th><th>decisions</th></tr>"]
    rows += [
        f"<tr><td>{escape(d.strong)}</td><td>{escape(d.weak)}</td><td>{d.matches}</td><td>{d.decided}</td>"
        f"<td>{d.wins:g}</td><td>{d.rate:.0%}</td><td>{d.low:.0%} – {d.high:.0%}</td><td>{d.at_least:.0%}</td>"
        f"<td>{d.length:.0f}</td></tr>"
        for d in pairs
    ]
    return "\n".join([*rows, "</table>"])


def _length_table(arena: "Arena") -> str:
    rows = ["<table><tr><th>contender</th><th>matches</th><th>seconds a match and seat</th><th>given up</th></tr>"]
    for name in arena.contenders:
        games = [g for g in arena.played if name in g.seats]
        times = [t for g in games for seat, t in zip(g.seats, g.seconds, strict=True) if seat == name]
        mean = sum(times) / len(times) if times else 0.0
        lost = sum(g.gave_up for g in games)
        rows.append(f"<tr><td>{escape(name)}</td><td>{len(games)}</td><td>{mean:.2f}</td><td>{lost}</td></tr>")
    return "\n".join([*rows, "</table>"])
