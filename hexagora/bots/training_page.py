"""How a training went, as one page of HTML with drawings of its own."""

from html import escape
from typing import Any

from hexagora.bots.report import STYLE
from hexagora.bots.sheet import sheet

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 260, 56, 36, 12, 150
COLOURS = ("#2b6cb0", "#b7791f", "#6b46c1", "#2f855a")
MORE_STYLE = "path{fill:none;stroke-width:2}.frame{stroke:#8886;fill:none}"
Line = tuple[str, list[tuple[float, float]]]


def page(title: str, document: dict[str, Any]) -> str:
    """The whole page."""
    measured = document["progress"]["measured"]
    heading = f"Training: {title}"
    parts = [f"<h1>{escape(heading)}</h1><p>{escape(_summary(document['progress']))}</p>"]
    if measured:
        parts += [
            "<h2>Strength</h2><p>Share of the wins of one seat that plays by the network alone, looking one decision "
            "ahead, against opponents on all others, by seconds of training.</p>", _chart(_strength(measured), (0, 1)),
            "<h2>Loss</h2><p>How far what was expected lay from what became of positions, by seconds of training.</p>",
            _chart([("loss", [(m["seconds"], m["loss"]) for m in measured])]),
            "<h2>Calibration</h2><p>What the network promised to whoever decided, and what they got in the end; the "
            "straight line would be right.</p>", _chart(_calibration(measured[-1]), (0, 1), (0, 1)),
            _table(measured),
        ]
    return sheet(heading, STYLE + MORE_STYLE, parts)


def _summary(progress: dict[str, Any]) -> str:
    return (f"{progress['seconds']:.0f} seconds on {progress['device']}, "
            f"{progress['decisions']:,} decisions played.")


def _strength(measured: list[dict[str, Any]]) -> list[Line]:
    return [(f"against {name}", [(m["seconds"], m["shares"][name]["share"]) for m in measured])
            for name in measured[-1]["shares"]]


def _calibration(last: dict[str, Any]) -> list[Line]:
    found = [(promised, got) for promised, got, positions in last.get("calibration", []) if positions]
    return [("got", found), ("right", [(0.0, 0.0), (1.0, 1.0)])]


def _chart(lines: list[Line], up: tuple[float, float] | None = None, along: tuple[float, float] | None = None) -> str:
    """Lines over a frame with the ends of its scales, each named at its right."""
    points = [p for _, line in lines for p in line] or [(0.0, 0.0)]
    left, right = along or (0.0, max(x for x, _ in points) or 1.0)
    low, high = up or (min(y for _, y in points), max(y for _, y in points))
    span, rise = (right - left) or 1.0, (high - low) or 1.0

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return (LEFT + (WIDTH - LEFT - RIGHT) * (point[0] - left) / span,
                HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (point[1] - low) / rise)

    named = "; ".join(f"{name}: {line[-1][1]:.3g}" for name, line in lines if line)
    drawn = [f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' width={WIDTH} height={HEIGHT} role=img ",
             f"aria-label='{escape(named)}'>",
             f"<rect class=frame x={LEFT} y={TOP} width={WIDTH - LEFT - RIGHT} height={HEIGHT - BOTTOM - TOP} />",
             f"<text x=0 y={TOP + 12}>{high:.3g}</text><text x=0 y={HEIGHT - BOTTOM}>{low:.3g}</text>",
             f"<text x={LEFT} y={HEIGHT - 10}>{left:g}</text>",
             f"<text x={WIDTH - RIGHT} y={HEIGHT - 10} text-anchor=end>{right:.4g}</text>"]
    for k, (name, line) in enumerate(lines):
        colour = COLOURS[k % len(COLOURS)]
        way = " L ".join(f"{x:.1f} {y:.1f}" for x, y in map(place, line))
        if way:
            drawn.append(f"<path stroke='{colour}' d='M {way}' />")
        drawn.append(f"<text x={WIDTH - RIGHT + 10} y={TOP + 20 + 22 * k} style='fill:{colour}'>{escape(name)}</text>")
    return "".join([*drawn, "</svg>"])


def _table(measured: list[dict[str, Any]]) -> str:
    names = list(measured[-1]["shares"])
    head = "".join(f"<th>{escape(text)}</th>" for text in ("round", "seconds", "loss", *names))
    rows = [f"<tr><td>{m['round']}</td><td>{m['seconds']:.0f}</td><td>{m['loss']:.4f}</td>"
            + "".join(f"<td>{m['shares'][n]['share']:.1%}</td>" for n in names) + "</tr>" for m in measured]
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
