"""The answer of `croupier par`."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli import Mistake, sheets
from croupier.cli.waiting import mistakes, print_json, working
from croupier.lab import changes, par, parprint
from croupier.speech.paper import GREY, INK, Colour, Rows, Squares


def print_par(
    game: str,
    house: str | None,
    table: str | None,
    wishes: Sequence[str],
    *,
    as_json: bool,
    files: dict[str, Path | None],
) -> None:
    """Work out the sheet, and print it or write it where it is wished."""
    with mistakes():
        found, at = sheets.find(game, house, table)
        rules = changes.changed(game, at.rules, wishes)
        with working(f"working out the PAR sheet of {game}"):
            sheet = par.sheet(found, at, rules, tuple(wishes), datetime.now(UTC).date())
    wished = {kind: path for kind, path in files.items() if path}
    for kind, path in wished.items():
        written = {"pdf": parprint.pdf, "html": parprint.html, "csv": _csv}[kind](sheet)
        _write(kind, path, written)
    if as_json:
        print_json(sheet.data())
    elif not wished:
        parprint.fill(Screen(), sheet)


def _csv(sheet: par.Sheet) -> bytes:
    return parprint.table(sheet).encode()


def _write(kind: str, path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise Mistake(f"--{kind} {path}: cannot be written: {error.strerror}") from None


class Screen:
    """The pages of a sheet on a terminal."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)

    def heading(self, text: str, size: float = 13) -> None:
        """A heading."""
        self.console.print(f"\n[bold{' green' if size > 15 else ''}]{text}[/]")

    def text(self, text: str, size: float = 9, colour: Colour = INK) -> None:  # noqa: ARG002
        """A paragraph."""
        self.console.print(Text(text, style="dim" if colour == GREY else ""))

    def table(self, heads: Sequence[str], rows: Rows, numbers: Sequence[int] = ()) -> None:
        """Rows under heads, figures to the right."""
        grid = Grid(box=None, show_header=any(heads), header_style="dim")
        for at, head in enumerate(heads):
            grid.add_column(
                head, justify="right" if at in numbers else "left", no_wrap=at in numbers
            )
        for row in rows:
            grid.add_row(*map(Text, row))
        self.console.print(grid)

    def chart(self, title: str, heads: Sequence[str], rows: Squares) -> None:
        """Coloured squares under a title."""
        self.heading(title)
        grid = Grid("", *heads, box=None, header_style="dim", padding=0)
        for name, cells in rows:
            grid.add_row(Text(f"{name} ", style="dim"), *(_square(*cell) for cell in cells))
        self.console.print(grid)


def _square(text: str, colour: Colour) -> Text:
    ground = ",".join(str(round(255 * part)) for part in colour)
    ink = "white" if sum(colour) < 1.6 else "black"
    return Text(f"{text:^4}", style=f"{ink} on rgb({ground})")
