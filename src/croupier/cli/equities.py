"""What the lab answers about equities, in the terminal."""

from collections.abc import Sequence
from time import perf_counter

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.voice import Voice
from croupier.cli.waiting import mistakes, print_json, progress
from croupier.lab.equities import Equities, equities
from croupier.lab.rows import Row


def print_equity(
    game: str,
    hands: Sequence[str],
    board: str | None,
    dead: str | None,
    *,
    exact: bool,
    samples: int | None,
    seed: int,
    next_card: bool,
    as_json: bool,
    language: str,
) -> None:
    """The answer of `croupier equity`."""
    start = perf_counter()
    with mistakes(language), progress("deals", not as_json) as tick:
        found = equities(
            game,
            hands,
            board or "",
            dead or "",
            exact=exact,
            samples=samples,
            seed=seed,
            progress=tick,
        )
        cards = found.next_cards() if next_card else []
    seconds = perf_counter() - start
    if as_json:
        further = {"next_cards": cards} if next_card else {}
        print_json({**found.data(), **further, "seconds": round(seconds, 4)})
    else:
        show_equity(found, seconds, Voice(language))
        show_next_cards(cards)


def show_next_cards(cards: Sequence[Row]) -> None:
    """What each card changes, the best for the first hand first."""
    if not cards:
        return
    first, *hands = cards[0]
    grid = Grid(box=None, header_style="bold")
    for column in (first, *hands):
        grid.add_column(Text(column), justify="right")
    for row in sorted(cards, key=lambda row: -row[hands[0]]):
        grid.add_row(row[first], *(f"{row[hand]:.2%}" for hand in hands))
    Console(highlight=False).print(grid)


def show_equity(found: Equities, seconds: float, say: Voice) -> None:
    """The answer for a person."""
    console = Console(highlight=False)
    grid = Grid(box=None, header_style="bold")
    for column in ("hand", "equity", "", "wins", "ties"):
        grid.add_column(say(column), justify="left" if column == "hand" else "right")
    for one in found.players:
        error = "" if found.exact else say.within(one.error, ".3%")
        share = say.figure(float(one.equity), ".4%")
        wins, ties = (say.figure(many, ",") for many in (one.wins, one.ties))
        grid.add_row(Text(one.hand), share, error, wins, ties)
    console.print(grid)
    console.print(f"[dim]{say(found.counted)}, {say(f'{seconds:.2f} seconds')}[/]")
