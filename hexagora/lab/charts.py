"""Drawings of the lab's pages as SVG inside HTML, in the house's colours, for light and dark."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

WIDTH, ROW = 720, 34  # of a curve, and of the drawing of a bar, which is drawn as wide as there is room
PLAIN_LINE = 320  # height of a curve
HEX, NODE = 1.0, 0.045  # radii of places on boards of hexes and of nodes

STYLE = """
:root{--paper:light-dark(#f3ede2,#1e1c1a);--surface:light-dark(#fffdf8,#2a2724);--ink:light-dark(#2a2825,#f1eadd);
--muted:light-dark(#655e54,#b9ae9e);--line:light-dark(#d8ccb8,#473f36);--accent:light-dark(#1a645f,#7fcabf);
--soft:light-dark(#d9ebe6,#21403c);--glow:light-dark(#b8720a,#ffbe3d);--danger:light-dark(#a8321f,#ff9c85);
--heat:light-dark(#c8452d,#ff9c85);color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Inter,system-ui,"Segoe UI",Roboto,sans-serif}
main{max-width:62rem;margin:0 auto;padding:2rem 1rem 4rem}
h1,h2,h3{font-family:"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;font-weight:600;line-height:1.2}
h1{margin:0 0 .25rem}h2{margin:2.2rem 0 .5rem}h3{margin:1.2rem 0 .4rem;font-size:1.05rem}
section{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:.2rem 1.2rem 1.2rem;
margin:1rem 0}
.muted{color:var(--muted)}.sure{color:var(--danger);font-weight:600}
ul.short{padding-inline-start:1.2rem}ul.short li{margin:.25rem 0}
.scroll{overflow-x:auto}.scroll>svg{min-inline-size:34rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:.25rem .8rem .25rem 0;text-align:end;border-block-end:1px solid var(--line);vertical-align:top}
td:first-child,th:first-child{text-align:start;min-inline-size:9rem}td:not(:first-child){white-space:nowrap}
svg{max-width:100%;height:auto;display:block}
svg text{fill:var(--ink);font-size:14px}svg .small{font-size:12px;fill:var(--muted)}
.bar{fill:var(--accent);opacity:.85}.bar.off{fill:var(--glow)}.whisker{stroke:var(--ink);stroke-width:2}
.even{stroke:var(--muted);stroke-dasharray:4 4}.axis{stroke:var(--line)}
.bars{display:grid;grid-template-columns:minmax(6rem,14rem) minmax(0,1fr) auto;column-gap:1rem;align-items:center}
.bars svg{inline-size:100%;block-size:2.1rem;overflow:visible}.bars :is(path,line){vector-effect:non-scaling-stroke}
.bars span{font-size:.9rem}.bars .number{white-space:nowrap;font-variant-numeric:tabular-nums}
.cell{fill:var(--soft);stroke:var(--line);stroke-width:.04}.hot{fill:var(--heat);stroke:none}
.boards{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
figure{margin:0}figcaption{font-size:.9rem;color:var(--muted)}
details{margin:.6rem 0}summary{cursor:pointer}code{font-size:.85em}
@media (max-width:40rem){main{padding-inline:.6rem}section{padding-inline:.8rem}
.bars{grid-template-columns:1fr auto;grid-auto-flow:dense}.bars svg{grid-column:1/-1;margin-block-end:.4rem}
.bars span{grid-column:1}.bars .number{grid-column:2}
table{font-size:.82rem;inline-size:100%}td,th{padding-inline-end:.5rem}
tr{display:flex;flex-wrap:wrap;border-block-end:1px solid var(--line)}td,th{border:0;flex:1 1 0}
td:first-child{flex:1 0 100%;padding-block-end:0}th:first-child{display:none}
.boards{grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}}
@media print{section{break-inside:avoid}}
"""


@dataclass(frozen=True)
class Bar:
    name: str
    low: float
    middle: float
    high: float
    text: str
    off: bool = False


def bars(rows: Sequence[Bar], label: str, mark: float | None = None, most: float | None = None) -> str:
    """Bars from zero with their intervals; `mark` is a line that they are compared with. Where there is little room
    each bar lies below its name and its number."""
    finite = [r.high for r in rows if math.isfinite(r.high)]
    top = most or max([*finite, *(r.middle for r in rows), mark or 0.0, 1e-9])

    def x(value: float) -> float:
        return WIDTH * min(max(value, 0.0), top) / top

    drawn = [f"<div class='bars' role='group' aria-label='{escape(label, quote=True)}'>"]
    for r in rows:
        drawn.append(f"<span>{escape(r.name)}</span><svg viewBox='0 0 {WIDTH} {ROW}' preserveAspectRatio='none' "
                     f"aria-hidden='true'><rect class='bar{' off' * r.off}' y='8' height='{ROW - 16}' "
                     f"width='{x(r.middle):.1f}'/>")
        if math.isfinite(r.low):
            drawn.append(f"<path class='whisker' d='M{x(r.low):.1f} {ROW / 2:.0f}H{x(r.high):.1f}"
                         f"M{x(r.low):.1f} 12V{ROW - 12}M{x(r.high):.1f} 12V{ROW - 12}' fill='none'/>")
        if mark is not None:
            drawn.append(f"<line class='even' x1='{x(mark):.1f}' x2='{x(mark):.1f}' y1='0' y2='{ROW}'/>")
        drawn.append(f"</svg><span class='number'>{escape(r.text)}</span>")
    return "".join([*drawn, "</div>"])


@dataclass(frozen=True)
class Point:
    at: str
    low: float
    middle: float
    high: float


def curve(points: Sequence[Point], label: str, axis: str, mark: float | None, text: Any) -> str:
    """How a figure goes with a number: points with their intervals. `text` writes a value."""
    values = [v for p in points for v in (p.low, p.high) if math.isfinite(v)] + [p.middle for p in points]
    low, high = min([*values, *([mark] if mark is not None else [])]), max([*values, *([mark] if mark else [])])
    ticks = _ticks(low, high)
    low, high = ticks[0], ticks[-1]
    step = (WIDTH - 90) / max(1, len(points) - 1)

    def y(value: float) -> float:
        return 20 + (PLAIN_LINE - 70) * (high - min(max(value, low), high)) / (high - low)

    def x(k: int) -> float:
        return 65 + step * k if len(points) > 1 else WIDTH / 2

    drawn = [f"<svg viewBox='0 0 {WIDTH} {PLAIN_LINE}' width='{WIDTH}' height='{PLAIN_LINE}' role='img' "
             f"aria-label='{escape(label, quote=True)}'>"]
    band = [f"{x(k):.1f},{y(p.high if math.isfinite(p.high) else p.middle):.1f}" for k, p in enumerate(points)]
    band += [f"{x(k):.1f},{y(p.low if math.isfinite(p.low) else p.middle):.1f}"
             for k, p in reversed(list(enumerate(points)))]
    drawn.append(f"<polygon points='{' '.join(band)}' fill='var(--soft)'/>")
    for value in ticks:
        drawn.append(f"<line class='axis' x1='60' x2='{WIDTH}' y1='{y(value):.1f}' y2='{y(value):.1f}'/>"
                     f"<text class='small' x='0' y='{y(value) + 4:.1f}'>{escape(text(value))}</text>")
    if mark is not None:
        drawn.append(f"<line class='even' x1='60' x2='{WIDTH}' y1='{y(mark):.1f}' y2='{y(mark):.1f}'/>")
    way = " ".join(f"{x(k):.1f},{y(p.middle):.1f}" for k, p in enumerate(points))
    drawn.append(f"<polyline points='{way}' fill='none' stroke='var(--accent)' stroke-width='2.5'/>")
    for k, p in enumerate(points):
        drawn.append(f"<circle cx='{x(k):.1f}' cy='{y(p.middle):.1f}' r='4.5' fill='var(--accent)'>"
                     f"<title>{escape(p.at)}: {escape(text(p.middle))}</title></circle>"
                     f"<text class='small' text-anchor='middle' x='{x(k):.1f}' y='{PLAIN_LINE - 28}'>"
                     f"{escape(p.at)}</text>")
    drawn.append(f"<text class='small' text-anchor='middle' x='{WIDTH / 2}' y='{PLAIN_LINE - 6}'>{escape(axis)}"
                 "</text></svg>")
    return "".join(drawn)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers around two others.

    >>> _ticks(34.2, 57.6), _ticks(0.0, 3.3)
    ([30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0], [0.0, 1.0, 2.0, 3.0, 4.0])
    """
    if high <= low:
        high = low + 1.0
    rough = (high - low) / 4
    unit = 10.0 ** math.floor(math.log10(rough))
    step = unit * min((1, 2, 5, 10), key=lambda factor: abs(math.log(factor * unit / rough)))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * k, 12) for k in range(first, last + 1)]


def board(document: dict[str, Any], heat: dict[str, int], label: str) -> str:
    """A board with spots: the larger and darker, the more often."""
    places = {str(c[0]): (float(c[1]), float(c[2])) for c in document["cells"]}
    spots = places | {str(b[0]): (float(b[1]), float(b[2])) for b in document["borders"]}
    xs, ys = [p[0] for p in places.values()], [p[1] for p in places.values()]
    radius = _radius(document["shape"], list(places.values()))
    left, top = min(xs) - 1.2 * radius, min(ys) - 1.2 * radius
    width, height = max(xs) - left + 1.2 * radius, max(ys) - top + 1.2 * radius
    most = max(heat.values(), default=1) or 1
    drawn = [f"<svg viewBox='{left:.3f} {top:.3f} {width:.3f} {height:.3f}' role='img' "
             f"aria-label='{escape(label, quote=True)}' style='inline-size:100%;max-block-size:24rem'>"]
    for x, y in places.values():
        drawn.append(_place(document["shape"], x, y, radius))
    for at, times in heat.items():
        if at in spots:
            part = times / most
            x, y = spots[at]
            drawn.append(f"<circle class='hot' cx='{x}' cy='{y}' r='{radius * (0.15 + 0.65 * math.sqrt(part)):.3f}' "
                         f"opacity='{0.25 + 0.7 * part:.2f}'><title>{escape(at)}: {times}</title></circle>")
    return "".join([*drawn, "</svg>"])


def _radius(shape: str, places: list[tuple[float, float]]) -> float:
    """The radius of a place: 1 for hexes, on a graph half the way to the nearest other."""
    if shape != "node" or len(places) < 2:
        return HEX
    nearest = min(math.dist(p, q) for k, p in enumerate(places) for q in places[:k])
    return max(NODE, nearest / 2)


def _place(shape: str, x: float, y: float, radius: float) -> str:
    if shape == "node":
        return f"<circle class='cell' cx='{x}' cy='{y}' r='{radius * 0.8:.3f}' style='stroke-width:{radius / 20:.3f}'/>"
    turn = 30 if shape == "pointy" else 0
    corners = [(x + radius * math.cos(math.radians(60 * k + turn)), y + radius * math.sin(math.radians(60 * k + turn)))
               for k in range(6)]
    return f"<polygon class='cell' points='{' '.join(f'{a:.3f},{b:.3f}' for a, b in corners)}'/>"
