"""The PAR sheet on pages, and its return tables as rows."""

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from croupier.lab.charts import Cell, Chart
from croupier.lab.par import NINETY, Bet, Sheet, Variant
from croupier.speech.leaf import Leaf
from croupier.speech.paper import GREY, WHITE, Colour, Pages, Paper

SHADES: Final[dict[str, Colour]] = {
    "stand": (0.49, 0.18, 0.2),
    "hit": (0.11, 0.42, 0.3),
    "double": (0.55, 0.43, 0.21),
    "split": (0.18, 0.37, 0.53),
    "surrender": (0.33, 0.34, 0.36),
    "raise": (0.11, 0.48, 0.33),
    "check": (0.9, 0.92, 0.91),
}


def pdf(sheet: Sheet) -> bytes:
    """The sheet as a PDF."""
    paper = Paper(_title(sheet), _footer(sheet))
    fill(paper, sheet)
    return paper.printed()


def html(sheet: Sheet) -> bytes:
    """The sheet as a page for a browser."""
    leaf = Leaf(_title(sheet), _footer(sheet))
    fill(leaf, sheet)
    return leaf.printed()


def _title(sheet: Sheet) -> str:
    return f"PAR sheet: {sheet.title}, {sheet.house}"


def _footer(sheet: Sheet) -> str:
    return f"Croupier {sheet.version} · {sheet.day} · rules {sheet.digest}"


def fill(pages: Pages, sheet: Sheet) -> None:
    """All parts of the sheet, in the order in which they are asked for."""
    pages.heading(_title(sheet), 18)
    pages.text(f"Table {sheet.table}. {_changed(sheet)} {_found(sheet)}", colour=GREY)
    pages.heading("Return")
    pages.table(("bet", "RTP", "house edge", "exactly"), list(_returns(sheet)), (1, 2, 3))
    for bet in sheet.bets:
        _fill_bet(pages, sheet, bet)
    _fill_rules(pages, sheet)
    _fill_play(pages, sheet)
    pages.heading("How it was found")
    said = [("method", sheet.method), *(("note", note) for note in sheet.notes)]
    rows = [(name, f"{text[0].upper()}{text[1:]}.") for name, text in said]
    pages.table(("", ""), [*rows, ("SHA-256 of the rules", sheet.digest)])


def _changed(sheet: Sheet) -> str:
    return f"Changed: {', '.join(sheet.changed)}." if sheet.changed else "The rules of the sheet."


def _found(sheet: Sheet) -> str:
    if sheet.exact and not sheet.rounds:
        return "Every figure is counted, none sampled."
    if sheet.exact:
        return f"The edge is exact; what is not counted is of {sheet.rounds:,} sampled rounds."
    if sheet.rounds:
        return f"Of {sheet.rounds:,} sampled rounds."
    return f"Worked out to floating point, {sheet.edge_of}."


def _returns(sheet: Sheet) -> Iterator[tuple[str, ...]]:
    for bet in sheet.bets:
        yield bet.name, f"{bet.returned:.5%}", f"{bet.edge:.5%}", bet.edge_exact or ""
        if bet == sheet.bets[0]:
            yield from (_variant(one) for one in sheet.variants)
    if sheet.returned_of_all is not None and sheet.element_of_risk is not None:
        yield "by all bets", f"{sheet.returned_of_all:.5%}", f"{sheet.element_of_risk:.5%}", ""


def _variant(one: Variant) -> tuple[str, ...]:
    if not one.error:
        return one.of, f"{1 - one.edge:.5%}", f"{one.edge:.5%}", ""
    return one.of, f"{1 - one.edge:.4%}", f"{one.edge:.4%} ± {1.96 * one.error:.4%}", ""


def _fill_bet(pages: Pages, sheet: Sheet, bet: Bet) -> None:
    pages.heading(f"Return table: {bet.name}")
    heads = ("result", "pays", "deals", "probability", "part")
    pages.table(heads, [_cells(row) for row in return_rows(bet)], (1, 2, 3, 4))
    counted = f"of {bet.deals:,} deals" if bet.deals else "worked out, not counted deal by deal"
    pages.text(f"{counted}; parts of the return in first bets.".capitalize(), colour=GREY)
    pages.table(("", ""), list(_figures(sheet, bet)))
    pages.text("What comes back in 95 of 100 cases, by rounds played (the handle, in first bets):",
               colour=GREY)  # fmt: skip
    bands = [(f"{band.rounds:,}", f"{band.low:.3%}", f"{band.high:.3%}") for band in bet.bands()]
    pages.table(("rounds", "at least", "at most"), bands, (0, 1, 2))


def return_rows(bet: Bet) -> list[dict[str, Any]]:
    """The return table: every result with its deals, its chance and its part."""
    return [
        {
            "bet": bet.name,
            "result": row.name,
            "pays": row.pays,
            "deals": row.count,
            "probability": row.chance,
            "probability_exact": row.chance_exact,
            "part": row.part,
        }
        for row in bet.rows
    ]


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    deals = "" if row["deals"] is None else f"{row['deals']:,}"
    chance, part = f"{row['probability']:.8%}", f"{row['part']:+.8f}"
    return row["result"], row["pays"], deals, chance, part


def _figures(sheet: Sheet, bet: Bet) -> Iterator[tuple[str, str]]:
    yield "hit frequency", f"{bet.hits:.5%}"
    yield "standard deviation", f"{bet.std_dev:.5f} first bets"
    yield f"volatility index ({NINETY:g} deviations)", f"{bet.volatility:.4f}"
    yield "best result", f"{bet.most} first bets"
    if bet.exposure is not None:
        yield "most the house pays one player", f"{sheet.currency}{bet.exposure / 100:,.2f}"


def _fill_rules(pages: Pages, sheet: Sheet) -> None:
    pages.heading("Limits")
    limits = sheet.plate.limits
    pages.table(("", "", "clause"), [(line.label, line.text, line.clause) for line in limits])
    for prices in sheet.plate.prices:
        pages.heading(f"{prices.title} pays ({prices.clause})")
        pages.table(("", ""), [(row.name, row.pays) for row in prices.rows])
    for section in sheet.plate.sections:
        pages.heading(section.title)
        pages.table(("", ""), [(line.clause, line.text) for line in section.lines])


def _fill_play(pages: Pages, sheet: Sheet) -> None:
    if sheet.strategy is None:
        return
    for chart in sheet.strategy.charts:
        pages.chart(chart.title, chart.columns, _squares(chart))
        if chart.key:
            pages.text(chart.key, colour=GREY)
    for line in sheet.strategy.lines:
        pages.text(line)


def _squares(chart: Chart) -> list[tuple[str, list[tuple[str, Colour]]]]:
    return [
        (name, [(cell.text, _shade(cell)) for cell in cells])
        for name, cells in zip(chart.rows, chart.cells, strict=True)
    ]


def _shade(cell: Cell) -> Colour:
    if cell.kind == "heat":
        return 1 - 0.06 * cell.value, 1 - 0.6 * cell.value, 1 - 0.62 * cell.value
    return SHADES.get(cell.kind, WHITE)


def table(sheet: Sheet) -> str:
    """The return tables of all bets as CSV."""
    rows = [row for bet in sheet.bets for row in return_rows(bet)]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
