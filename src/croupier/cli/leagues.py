"""The league of bots, in the terminal."""

import secrets
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from croupier import houses
from croupier.cli import Mistake, sheets
from croupier.cli.edges import write_page
from croupier.cli.waiting import mistakes, print_json, progress
from croupier.core import catalogue, prices
from croupier.lab import changes
from croupier.lab.league import page, standings
from croupier.lab.league.matches import Match
from croupier.lab.league.standings import Table

MOST_PAIRS = 10**8


def rules(
    game: str, house: str | None, table: str | None, limit: str | None, wishes: Sequence[str]
) -> object:
    """The game's own rules, or those of a house's table, with what is set otherwise."""
    if house or table:
        found = sheets.find(game, house, table, limit)[1].rules
    else:
        found = catalogue.game(game).Rules()
        if limit and not hasattr(found, "limit"):
            raise Mistake(f"--limit: {game} is played one way")
        found = houses.varied(found, {"limit": limit.replace("-", "_")} if limit else {})
    with mistakes():
        return changes.changed(game, found, wishes)


def match(game: str, rules: object, bots: str, stack: int, seed: int | None) -> Match:
    """Who plays what."""
    if not 1 <= stack <= 10_000:
        raise Mistake(f"--stack {stack}: sit down with 1 to 10,000 of the least bets")
    named = tuple(name.strip() for name in bots.split(",") if name.strip())
    if len(set(named)) < len(named):
        raise Mistake("--bots: name each bot once")
    number = secrets.randbits(31) if seed is None else seed
    return Match(game, prices.plain(rules), named, stack, number)


def played(
    match: Match,
    pairs: int,
    workers: int,
    dask: str | None,
    *,
    together: bool,
    early: bool,
    quiet: bool,
) -> Table:
    """The league, with a bar for the person who waits."""
    if not 1 <= pairs <= MOST_PAIRS:
        raise Mistake(f"--pairs {pairs}: deal 1 to {MOST_PAIRS:,}")
    if not 1 <= workers <= 1024:
        raise Mistake(f"--workers {workers}: 1 to 1024 can work")
    crew = standings.crew(workers, dask)
    with mistakes(), progress("deals", not quiet) as tick:
        return standings.league(match, pairs, crew, tick, together=together, early=early)


def show(found: Table, *, as_json: bool, html: Path | None) -> None:
    """The cross table, for a person or a program."""
    title = f"League of {catalogue.game(found.game).TITLE}"
    if html:
        write_page(html, page.page(found, title))
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        show_table(found, title)


def show_table(found: Table, title: str) -> None:
    """The cross table for a person."""
    console = Console(highlight=False)
    console.print(f"[bold green]{title}[/] · seed {found.seed}, stacks of {found.stack}\n")
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("", *standings.entrants(found)):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    for row in standings.rows(found):
        grid.add_row(*row)
    console.print(grid)
    for line in page.lines(found):
        console.print(line, style="dim")
