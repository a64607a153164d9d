"""The answer of `croupier rng`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from croupier.cli.waiting import mistakes, print_json
from croupier.lab.rng import battery, dossier, draws, others
from croupier.lab.rng.battery import Judged
from croupier.lab.rng.dossier import Dossier


def print_rng(deals: int, seed: str, *, report: bool, as_json: bool) -> None:
    """Deal, test and tell; a report has the planted weaknesses and the programs of others too."""
    with mistakes():
        battery.check(deals)
    with _bar() as told:
        found = _found(deals, seed, report, told)
    if as_json:
        print_json(found.data())
    elif report:
        typer.echo(dossier.page(found), nl=False)
    else:
        _print(found.room)
    if not found.sound:
        raise typer.Exit(1)


Told = Callable[[str, int, int], None]


def _found(deals: int, seed: str, report: bool, told: Told) -> Dossier:
    own = draws.dealt(seed, deals, lambda done: told("dealing", done, deals))
    room = battery.judged(own, told)
    planted = [battery.judged(one, told) for one in draws.weak(deals)] if report else []
    heard = tuple(others.asked(seed)) if report else ()
    missing = [name for name in others.PROGRAMS if name not in others.installed()]
    day = datetime.now(UTC).date().isoformat()
    return Dossier(seed, day, room, tuple(planted), heard, tuple(missing) if report else ())


@contextmanager
def _bar() -> Iterator[Told]:
    """A line of progress on a terminal's error output; nowhere else."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("dealing", total=1)

        def told(what: str, done: int, every: int) -> None:
            bar.update(task, description=what, completed=done, total=every)

        yield told


def _print(room: Judged) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{room.deals:,} deals[/] by {room.maker}")
    grid = Grid(box=None, header_style="dim")
    for column in ("test", "of", "passed", "chance", ""):
        grid.add_column(column, justify="right" if column in ("passed", "chance") else "left")
    for one in room.results:
        mark = "" if one.verdict == "passes" else f"[bold red]{one.verdict}[/]"
        grid.add_row(
            one.test,
            one.of,
            f"{one.passed} of {one.sequences}" if one.sequences > 1 else "",
            f"{one.chance:.4f}",
            mark,
        )
    console.print(grid)
    console.print("[dim]a chance below 0.000001 fails; one below 0.001 comes now and then[/]")
