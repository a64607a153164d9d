"""What the lab answers about counting cards, in the terminal."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier import lab
from croupier.cli import Mistake
from croupier.cli.edges import Asked, asked
from croupier.cli.voice import Voice
from croupier.cli.waiting import mistakes, print_json, progress
from croupier.lab.counts import Count
from croupier.lab.odds import Unanswerable

INSURE: Final = "insurance"


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
    language: str,
) -> None:
    """The answer of `croupier count`."""
    with mistakes(language):
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
        show_count(meant, found, Voice(language))


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


def show_count(meant: Asked, found: Count, say: Voice) -> None:
    """The answer for a person."""
    console = Console(highlight=False)
    console.print(meant.headline)
    for part in _removals, _counts, _indices, _money:
        console.print(part(found, say))
    boxes = f"{found.boxes} boxes" if found.boxes > 1 else "one box"
    told = f"{found.method} ({found.shoes:,} shoes, {boxes}), {found.packs_left:g} packs left"
    console.print(Text(f"  {say(told)}", style="dim"))


def _grid(say: Voice, title: str, *columns: str) -> Grid:
    grid = Grid(title=f"\n{say(title)}", title_justify="left", title_style="bold", box=None)
    for at, column in enumerate(columns):
        grid.add_column(say(column), justify="right", style="" if at else "cyan")
    return grid


def _removals(found: Count, say: Voice) -> Grid:
    grid = _grid(say, "Effects of removal", "card", "%", "tag")
    for rank, effect in found.effects.items():
        grid.add_row(rank, say.figure(100 * effect, "+.4f"), say.figure(found.tags[rank], "+g"))
    grid.add_row("", say.figure(found.correlation, ".3f"), say("correlation"))
    return grid


def _counts(found: Count, say: Voice) -> Grid:
    heads = "count", "how often", "by the chart", "at its best", "Kelly", "stake"
    grid = _grid(say, "By true count", *heads)
    for one in found.counts:
        gains = (say.figure(gain, "+.3%") for gain in (one.chart, one.best))
        kelly = say.figure(one.kelly, ".3%") if one.kelly else "-"
        often, stake = say.figure(one.often, ".3%"), say.figure(one.stake, "g")
        grid.add_row(f"{one.true:+d}", often, *gains, kelly, stake)
    return grid


def _indices(found: Count, say: Voice) -> Grid:
    heads = "hand", "against", "below", "from the count", "act"
    grid = _grid(say, "Played otherwise from a true count on", *heads)
    rows = [(one.hand, one.up, one.below, one.true, one.above) for one in found.indices]
    for hand, up, below, true, act in (
        *rows,
        ("any", "A", "no insurance", found.insurance, INSURE),
    ):
        grid.add_row(say(hand), up, say(below), say.figure(true, "+.1f"), say(act))
    return grid


def _money(found: Count, say: Voice) -> Grid:
    low, high = found.spread
    grid = _grid(say, f"Stakes from {low:g} to {high:g}, in units", "", "")
    grid.add_row(say("gain by round"), say.figure(found.gain, "+.5f"))
    grid.add_row(say("standard deviation"), say.figure(found.std_dev, ".4f"))
    if found.n0 is not None:
        grid.add_row(say("N0, rounds"), say.figure(found.n0, ",.0f"))
        grid.add_row("SCORE", say.figure(found.score or 0.0, ".2f"))
    ruin = say(f"risk of ruin with {found.bankroll:,g}")
    grid.add_row(ruin, say.figure(found.ruin, ".3%"))
    return grid
