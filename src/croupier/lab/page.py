"""One self-contained page of numbers, charts and plots that a person would rather look at."""

from fractions import Fraction
from html import escape
from math import log10
from typing import Final

from croupier.lab.charts import Chart, Strategy
from croupier.lab.odds import Number, Odds, Spread, signed

STYLE: Final = """
:root{color-scheme:dark;--room:#0a1011;--panel:#10191a;--line:#2b3d3d;--ivory:#f3eddf;
--ivory-2:#c3c8bf;--ivory-3:#97a39e;--brass:#d2aa61;--felt-hi:#185747;--felt:#124a3a;
--felt-lo:#0a3026;--felt-line:#69a892;--felt-text:#d3e6dc;--go:#4cc08c;--stop:#f0766c;
--info:#86b8e0;--wait:#f0bd4f;
--serif:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Georgia,serif;
--sans:ui-sans-serif,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif}
*{box-sizing:border-box}
body{margin:0;background:var(--room);color:var(--ivory);font:15px/1.5 var(--sans)}
header{background:radial-gradient(ellipse at 50% 0,var(--felt-hi),var(--felt) 55%,var(--felt-lo));
padding:48px 24px 40px;text-align:center;border-bottom:1px solid var(--brass)}
h1{font:600 34px/1.15 var(--serif);margin:0}
header p{color:var(--felt-text);margin:8px 0 0}
main{max-width:1040px;margin:0 auto;padding:32px 20px 64px}
h2{font:600 22px/1.2 var(--serif);margin:40px 0 12px;color:var(--brass)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;
margin-top:-64px}
.figure{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:16px}
.figure b{display:block;font:600 30px/1.1 var(--serif);font-variant-numeric:tabular-nums}
.figure span{color:var(--ivory-3);font-size:12.5px}
.figure small{display:block;color:var(--ivory-3);font-size:11px;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th{color:var(--ivory-3);font-weight:500;text-align:left;padding:4px 10px}
td{padding:4px 10px;border-top:1px solid var(--line)}
td.n{text-align:right}
.chart td,.chart th{width:46px;height:34px;padding:0;text-align:center;border:1px solid var(--room);
font-size:13px}
.chart td{border-radius:6px}
.stand{background:#7d2f33}.hit{background:#1d6a4c}.double{background:#8d6d35}
.split{background:#2f5f86}.surrender{background:#55575c}.raise{background:#1d7a55}
.check{background:#1e2d2e;color:var(--ivory-3)}
svg{width:100%;height:auto;background:var(--panel);border:1px solid var(--line);border-radius:10px}
svg text{fill:var(--ivory-2);font:12px var(--sans)}
.note{color:var(--ivory-3);font-size:13px}
"""


LEFT = 68
"""Where a plot begins, behind its scale;"""
LETTER = 6.6
"""and how wide a letter of its labels is."""


def page(title: str, subtitle: str, odds: Odds | None, strategy: Strategy | None = None) -> str:
    """The whole page."""
    parts = [_figures(odds), *_spreads(odds), _bets(odds), _often(odds)] if odds else []
    if strategy:
        parts += [_chart(chart) for chart in strategy.charts]
        parts.append(_thumbs(strategy))
        parts += [f'<p class="note">{escape(line)}</p>' for line in strategy.lines]
    if odds:
        parts.append("<h2>How it was found</h2>")
        parts += [f'<p class="note">{escape(line)}</p>' for line in (odds.method, *odds.notes)]
    return document(title, subtitle, "".join(parts))


def document(title: str, subtitle: str, main: str) -> str:
    """A page of the lab's with this in it."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<header><h1>{escape(title)}</h1><p>{escape(subtitle)}</p><p>&nbsp;</p></header>"
        f"<main>{main}</main></body></html>\n"
    )


def _figures(odds: Odds) -> str:
    edge = "" if odds.house_edge is None else str(odds.house_edge)
    shown = [
        ("house edge, by the first bet", _percent(odds.house_edge_float), edge or odds.edge_of),
        ("element of risk, by all bets", _percent(odds.element_of_risk), ""),
        ("average bet", _plain(odds.average_bet), ""),
        ("standard deviation", _plain(odds.std_dev), ""),
    ]
    boxes = (
        f'<div class="figure"><b>{value}</b><span>{label}</span><small>{small}</small></div>'
        for label, value, small in shown
        if value
    )
    return f'<div class="figures">{"".join(boxes)}</div>'


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.4%}"


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number:.4f}"


def _spreads(odds: Odds) -> list[str]:
    return [
        f"<h2>How results are spread: {escape(name)}</h2>{bars(spread)}"
        for name, spread in odds.spreads.items()
    ]


def _surely(edge: Number, error: float) -> str:
    """An edge as a fraction, or how far off it may be."""
    if isinstance(edge, Fraction):
        return str(edge)
    return f"± {1.96 * error:.4%}" if error else ""


def bars(spread: Spread) -> str:
    """A bar for each result, red below zero and green above; rare ones by their logarithm."""
    rows = [(net, float(chance)) for net, chance in spread.chances.items() if chance]
    width, height, low = 1000, 300, 1e-8
    step, free = (width - LEFT - 20) / max(len(rows), 1), 0.0
    shapes = []
    for at, (net, chance) in enumerate(rows):
        tall = max(_log_height(chance, low) * (height - 70), 1.5)
        x, y = LEFT + at * step, height - 40 - tall
        colour = "var(--go)" if net > 0 else "var(--stop)" if net < 0 else "var(--info)"
        shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(step - 3, 2):.1f}" height="{tall:.1f}" '
            f'rx="2" fill="{colour}"><title>{signed(net)}: {chance:.6%}</title></rect>'
        )
        middle, half = x + step / 2, LETTER * len(signed(net)) / 2
        if middle - half >= free and middle + half <= width:
            free = middle + half + LETTER
            shapes.append(
                f'<text x="{middle:.1f}" y="{height - 20}" text-anchor="middle">'
                f"{signed(net)}</text>"
            )
    lines = "".join(_grid_line(chance, low, width, height) for chance in (1e-6, 1e-4, 1e-2, 1))
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="distribution of the result">'
        f"{lines}{''.join(shapes)}</svg>"
        '<p class="note">Net result in units of the first bet; the height is the logarithm of its '
        "chance, which a pointer shows.</p>"
    )


def _log_height(chance: float, low: float) -> float:
    return max(log10(max(chance, low)) - log10(low), 0) / -log10(low)


def _grid_line(chance: float, low: float, width: int, height: int) -> str:
    y = height - 40 - _log_height(chance, low) * (height - 70)
    return (
        f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--line)"/>'
        f'<text x="4" y="{y + 4:.1f}">{100 * chance:g} %</text>'
    )


def _bets(odds: Odds) -> str:
    rows = (
        f'<tr><td>{escape(name)}</td><td class="n">'
        f"{float(edge):.{4 if name in odds.errors else 5}%}"
        f"</td><td>{_surely(edge, odds.errors.get(name, 0.0))}</td></tr>"
        for name, edge in (*odds.bets.items(), *odds.variants.items())
    )
    head = "<tr><th>bet</th><th>house edge</th><th>exactly</th></tr>"
    table = f'<div class="wide"><table>{head}{"".join(rows)}</table></div>'
    return f"<h2>Each bet by its own stake</h2>{table}"


def _often(odds: Odds) -> str:
    width, row = 1000, 30
    shapes = []
    for at, (name, share) in enumerate(odds.frequencies.items()):
        y = 10 + at * row
        shapes.append(
            f'<text x="10" y="{y + 17}">{escape(name)}</text>'
            f'<rect x="260" y="{y + 3}" width="{max(share, 0) * 620:.1f}" height="18" rx="3" '
            f'fill="var(--brass)"/><text x="{270 + share * 620:.1f}" y="{y + 17}">'
            f"{share:.4%}</text>"
        )
    height = 20 + row * len(odds.frequencies)
    return (
        f'<h2>How often</h2><svg viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="frequencies">{"".join(shapes)}</svg>'
    )


def _chart(chart: Chart) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in chart.columns)
    key = f"<p>{escape(chart.key)}</p>" if chart.key else ""
    rows = "".join(
        f"<tr><th>{escape(name)}</th>"
        + "".join(
            f'<td class="{cell.kind}"{_shade(cell.kind, cell.value)} '
            f'title="{escape(cell.note)}">{escape(cell.text)}</td>'
            for cell in cells
        )
        + "</tr>"
        for name, cells in zip(chart.rows, chart.cells, strict=True)
    )
    return (
        f"<h2>{escape(chart.title)}</h2>{key}"
        f'<div class="wide"><table class="chart">'
        f"<tr><th></th>{head}</tr>{rows}</table></div>"
    )


def _shade(kind: str, value: float) -> str:
    if kind != "heat":
        return ""
    return f' style="background:rgb(240 118 108/{min(value * 1.3, 0.9):.2f})"'


def _thumbs(strategy: Strategy) -> str:
    if not strategy.thumbs:
        return ""
    rows = "".join(
        f'<tr><td>{escape(thumb.rule)}</td><td class="n">{thumb.cost:.4%}</td></tr>'
        for thumb in strategy.thumbs
    )
    return f"<h2>Rules of thumb</h2><table><tr><th>rule</th><th>cost</th></tr>{rows}</table>"
