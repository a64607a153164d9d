"""The lists of games and houses, and the plate of a table."""

from rich.columns import Columns
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table as Grid

from croupier import houses
from croupier.cli import Mistake
from croupier.core import catalogue
from croupier.core.phrases import Phrase
from croupier.houses import House, TableSheet
from croupier.speech import clauses, plates
from croupier.speech.french import said, say
from croupier.speech.plates import Line, Plate, Prices, Section


def find(
    game: str, house: str | None, table: str | None, limit: str | None = None
) -> tuple[House, TableSheet]:
    """The table that a person means; where the house or table is not named, the first there is."""
    played, dealing = catalogue.game(game), houses.dealing(game)
    if house is None and not dealing:
        raise Mistake(f"no built-in house deals {game}: name a sheet of your own with --house")
    found = houses.house(house or dealing[0])
    return found, houses.sheet(found, played, table, limit)


def print_games() -> None:
    """Each game with its houses."""
    grid = Grid(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in "game", "what it is", "house":
        grid.add_column(column)
    for game in catalogue.games():
        name = catalogue.name(game)
        grid.add_row(name, game.TITLE, ", ".join(houses.dealing(name)) or "no sheet yet")
    console = Console(highlight=False)
    console.print(grid)
    console.print("\ncroupier rules GAME explains one, croupier play GAME deals it.", style="dim")


def print_rules(house: House, table: TableSheet, language: str = "en") -> None:
    """The plate of a table."""
    console = Console(highlight=False)
    plate = plates.plate(house, table, language)
    console.print(f"[bold]{say(table.title, language)}[/bold] · {house.title}", style="green")
    console.print()
    console.print(plated(plate, language, console.width))
    _print_others(house, table, language, console)


def plated(plate: Plate, language: str, width: int = 80) -> Group:
    """Limits, pay tables and rules, one under the other."""
    limits = _limits(say("Limits", language), plate.limits)
    prices = ["", _prices(plate, language, width)] if plate.prices else []
    return Group(limits, *prices, _rules(plate.sections))


def _print_others(house: House, table: TableSheet, language: str, console: Console) -> None:
    """The other tables of the house that deal the game."""
    others = [t for t in house.tables.values() if t.game is table.game and t.name != table.name]
    if others:
        text = "{HOUSE} has other tables of this game (--table): {TABLES}."
        values = {"HOUSE": house.title, "TABLES": ", ".join(t.name for t in others)}
        console.print("\n" + said(Phrase(text, values), language), style="dim")


def print_clause(named: str, language: str = "en") -> None:
    """What one clause says."""
    found = clauses.clause(named, language)
    console = Console(highlight=False)
    console.print(f"[bold]{found.id}[/bold] · {found.sheet}", style="green")
    console.print(found.text)


def _limits(title: str, lines: tuple[Line, ...]) -> Grid:
    """The limits, each behind its label; the clauses stand at the right, dimmed."""
    grid = _grid(title)
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim")
    for line in lines:
        grid.add_row(line.label, line.text, line.clause)
    return grid


def _rules(sections: tuple[Section, ...]) -> Grid:
    """The rules under their headings, all clauses in one column."""
    grid = _grid()
    grid.pad_edge = False
    grid.add_column()
    grid.add_column(style="dim")
    for section in sections:
        grid.add_row()
        grid.add_row(f"[bold]{section.title}[/bold]")
        for line in section.lines:
            grid.add_row(Padding(line.text, (0, 0, 0, 1)), line.clause)
    return grid


def _prices(plate: Plate, language: str, width: int) -> Columns | Grid:
    grids = [_pay_table(prices, language) for prices in plate.prices]
    if width >= 100:
        return Columns([Padding(grid, (0, 4, 0, 0)) for grid in grids])
    stack = Grid(box=None, show_header=False, padding=0)
    for at, grid in enumerate(grids):
        stack.add_row(Padding(grid, (1 if at else 0, 0, 0, 0)))
    return stack


def _pay_table(prices: Prices, language: str) -> Grid:
    grid = _grid(said(Phrase("{TITLE} pays", {"TITLE": prices.title}), language))
    grid.caption, grid.caption_style, grid.caption_justify = prices.clause, "dim", "left"
    grid.add_column(style="cyan")
    grid.add_column(justify="right", no_wrap=True)
    for row in prices.rows:
        grid.add_row(row.name, row.pays)
    return grid


def _grid(title: str | None = None) -> Grid:
    return Grid(title=title, title_justify="left", title_style="bold", box=None, show_header=False)
