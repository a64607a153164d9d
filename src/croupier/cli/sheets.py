"""The lists of games and houses, and the plate of a table."""

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid

from croupier import games, houses, plates
from croupier.cli import Mistake
from croupier.french import say
from croupier.houses import House, Table
from croupier.plates import Line, Plate


def find(
    game: str, house: str | None, table: str | None, limit: str | None = None
) -> tuple[House, Table]:
    """The table that a person means; where the house or table is not named, the first there is."""
    games.game(game)
    dealing = houses.dealing(game)
    if house is None and not dealing:
        raise Mistake(f"no built-in house deals {game}: name a sheet of your own with --house")
    found = houses.house(house or dealing[0])
    tables = {name: t for name, t in found.tables.items() if games.name(t.game) == game}
    if limit is not None:
        version = limit.replace("-", "_")
        tables = {name: t for name, t in tables.items() if _version(t) == version}
        if not tables:
            raise Mistake(f"--limit: {found.name} has no {limit} table of {game}")
    if not tables:
        raise Mistake(f"{found.name} does not deal {game}: {', '.join(dealing) or 'no house'} does")
    if table is not None and table not in tables:
        raise Mistake(f"{found.name} has no {game} table {table!r}: it has {', '.join(tables)}")
    return found, tables[table or next(iter(tables))]


def _version(table: Table) -> str:
    return str(getattr(table.rules, "limit", ""))


def print_games() -> None:
    """Each game with its houses."""
    grid = Grid(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in "game", "what it is", "house":
        grid.add_column(column)
    for game in games.catalogue():
        name = games.name(game)
        grid.add_row(name, game.TITLE, ", ".join(houses.dealing(name)) or "no sheet yet")
    console = Console(highlight=False)
    console.print(grid)
    console.print("\ncroupier rules GAME explains one, croupier play GAME deals it.", style="dim")


def print_rules(house: House, table: Table, language: str = "en") -> None:
    """The plate of a table."""
    console = Console(highlight=False)
    plate = plates.plate(house, table, language)
    limits, pays, rules = (say(text, language) for text in ("Limits", "pays", "How a hand goes"))
    title = say(table.title, language)
    console.print(f"[bold]{title}[/bold] · {house.title}", style="green")
    console.print()
    console.print(_lines(limits, plate.limits))
    console.print()
    console.print(_prices(plate, pays, console))
    console.print()
    console.print(_lines(rules, plate.rules))


def _lines(title: str, lines: tuple[Line, ...]) -> Grid:
    labelled = any(line.label for line in lines)
    grid = Grid(title=title, title_justify="left", title_style="bold", box=None, show_header=False)
    if labelled:
        grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim")
    for line in lines:
        row = [line.text, line.clause]
        grid.add_row(*([line.label, *row] if labelled else row))
    return grid


def _prices(plate: Plate, pays: str, console: Console) -> Columns | Grid:
    grids = []
    for prices in plate.prices:
        title = f"{prices.title} {pays} [dim]{prices.clause}[/dim]"
        grid = Grid(title=title, title_justify="left", title_style="bold", box=None)
        grid.show_header = False
        grid.add_column(style="cyan")
        grid.add_column(justify="right", no_wrap=True)
        for hand, price in prices.rows:
            grid.add_row(hand, price)
        grids.append(grid)
    if console.width >= 100:
        return Columns([Padding(grid, (0, 4, 0, 0)) for grid in grids])
    stack = Grid(box=None, show_header=False, padding=0)
    for at, grid in enumerate(grids):
        stack.add_row(Padding(grid, (1 if at else 0, 0, 0, 0)))
    return stack
