"""The cross table as a page for a browser."""

from html import escape
from typing import Final

from croupier.lab.league.standings import Table, entrants, rows
from croupier.lab.page import document

WHAT: Final = (
    "Each row: what its bot gained from the bot of each column, in thousandths of the least bet "
    "a hand, with 95 % confidence."
)


def page(table: Table, title: str) -> str:
    """The whole page."""
    head = "".join(f"<th>{escape(name)}</th>" for name in entrants(table))
    body = "".join(f"<tr>{''.join(_cells(row))}</tr>" for row in rows(table))
    notes = "".join(f'<p class="note">{escape(line)}</p>' for line in lines(table))
    main = f'<div class="wide"><table><tr><th></th>{head}</tr>{body}</table></div>{notes}'
    return document(title, f"{table.game} · seed {table.seed}", main)


def _cells(row: list[str]) -> list[str]:
    name, *cells = row
    return [f"<th>{escape(name)}</th>", *(f'<td class="n">{escape(cell)}</td>' for cell in cells)]


def lines(table: Table) -> list[str]:
    """What is to say below the table."""
    said = [WHAT]
    for pairing in table.matches:
        one = pairing.results[0]
        less = f"; without adjustment {one.raw_mean:+.0f} ± {1.96 * one.raw_error:.0f}"
        named = ", ".join(pairing.entrants)
        said.append(f"{named}: {pairing.sets:,} deals in every seat{less}.")
        said += [
            f"{name}: {found.faults:,} answers were not allowed; the clock answered instead."
            for name, found in zip(pairing.entrants, pairing.results, strict=True)
            if found.faults
        ]
    return said
