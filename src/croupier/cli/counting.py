"""What the lab answers about counting cards, in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier import lab
from croupier.cli import Mistake
from croupier.cli.edges import Asked, asked
from croupier.cli.waiting import mistakes, print_json, progress
from croupier.lab.counts import Count
from croupier.lab.odds import Unanswerable


def print_count(
    game: str,
    house: str | None,
    table: str | None,
    changes: Sequence[str],
    tags: str | None,
    boxes: int | None,
    spread: str,
    bankroll: float,
    *,
    as_json: bool,
) -> None:
    """The answer of `croupier count`."""
    with mistakes():
        meant = asked(game, house, table, changes)
        known = lab.of(game)
        if not hasattr(known, "count"):
            raise Unanswerable(f"nothing to count in {game}: every round has fresh cards")
        options: dict[str, Any] = {
            "boxes": boxes or 1,
            "spread": _stakes(spread),
            "bankroll": bankroll,
        }
        if tags:
            options["tags"] = _numbers("--tags", tags.replace(",", " ").split())
        with progress("true counts", wanted=not as_json) as tick:
            found: Count = known.count(meant.rules, tick=tick, **options)
    if as_json:
        print_json({"house": meant.house, **found.data()})
    else:
        show_count(meant, found)


def _stakes(written: str) -> tuple[float, ...]:
    both = _numbers("--spread", written.split("-"))
    if len(both) != 2:
        raise Mistake(f"--spread {written}: write it as 1-12")
    return both


def _numbers(option: str, words: Sequence[str]) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in words)
    except ValueError:
        raise Mistake(f"{option}: {' '.join(words)!r} are not numbers") from None


def show_count(meant: Asked, found: Count) -> None:
    """The answer for a person."""
    console = Console(highlight=False)
    console.print(meant.headline)
    console.print(_removals(found))
    console.print(_counts(found))
    console.print(_indices(found))
    console.print(_money(found))
    boxes = f"{found.boxes} boxes" if found.boxes > 1 else "one box"
    told = f"{found.method} ({found.shoes:,} shoes, {boxes}), {found.packs_left:g} packs left"
    console.print(Text(f"  {told}", style="dim"))


def _grid(title: str, *columns: str) -> Grid:
    grid = Grid(title=f"\n{title}", title_justify="left", title_style="bold", box=None)
    for at, column in enumerate(columns):
        grid.add_column(column, justify="right", style="" if at else "cyan")
    return grid


def _removals(found: Count) -> Grid:
    grid = _grid("Effects of removal", "card", "%", "tag")
    for rank, effect in found.effects.items():
        grid.add_row(rank, f"{100 * effect:+.4f}", f"{found.tags[rank]:+g}")
    grid.add_row("", f"{found.correlation:.3f}", "correlation")
    return grid


def _counts(found: Count) -> Grid:
    grid = _grid(
        "By true count", "count", "how often", "by the chart", "at its best", "Kelly", "stake"
    )
    for one in found.counts:
        gains = (f"{gain:+.3%}" for gain in (one.chart, one.best))
        kelly = f"{one.kelly:.3%}" if one.kelly else "-"
        grid.add_row(f"{one.true:+d}", f"{one.often:.3%}", *gains, kelly, f"{one.stake:g}")
    return grid


def _indices(found: Count) -> Grid:
    grid = _grid("Played otherwise from a true count on", "hand", "against", "below", "from", "act")
    for one in found.indices:
        grid.add_row(one.hand, one.up, one.below, f"{one.true:+.1f}", one.above)
    grid.add_row("any", "A", "no insurance", f"{found.insurance:+.1f}", "insurance")
    return grid


def _money(found: Count) -> Grid:
    low, high = found.spread
    grid = _grid(f"Stakes from {low:g} to {high:g}, in units", "", "")
    grid.add_row("gain by round", f"{found.gain:+.5f}")
    grid.add_row("standard deviation", f"{found.std_dev:.4f}")
    if found.n0 is not None:
        grid.add_row("N0, rounds", f"{found.n0:,.0f}")
        grid.add_row("SCORE", f"{found.score:.2f}")
    grid.add_row(f"risk of ruin with {found.bankroll:,g}", f"{found.ruin:.3%}")
    return grid
