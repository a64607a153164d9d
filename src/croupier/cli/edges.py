"""What the lab answers, in the terminal: edges and strategies; and how it shows that it works."""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier import lab
from croupier.cli import Mistake, sheets
from croupier.cli.voice import Voice
from croupier.cli.waiting import mistakes, print_json, progress, working
from croupier.core import catalogue, prices
from croupier.core.cards import Card, distinct
from croupier.lab import changes, page
from croupier.lab.charts import Chart, Strategy
from croupier.lab.odds import Odds, Spread, Unanswerable, signed

COLOURS = {
    "stand": "white on red",
    "hit": "white on green",
    "double": "black on yellow",
    "split": "white on blue",
    "surrender": "white on bright_black",
    "raise": "white on green",
    "check": "dim",
}


class Asked(msgspec.Struct, frozen=True):
    """A game of the lab with the rules that were meant."""

    game: str
    house: str | None
    title: str
    subtitle: str
    rules: Any

    @property
    def headline(self) -> Text:
        """The title with what was asked; a list in it is no markup."""
        return Text.assemble((self.title, "bold green"), f" · {self.subtitle}\n")


def asked(game: str, house: str | None, table: str | None, wishes: Sequence[str]) -> Asked:
    """The rules of a table with what `--set` changes."""
    found, at = sheets.find(game, house, table)
    changed = changes.changed(game, at.rules, wishes)
    subtitle = " · ".join([found.title, at.name, *wishes])
    return Asked(game, found.name, at.title, subtitle, changed)


def print_edge(
    game: str,
    house: str | None,
    table: str | None,
    changes: Sequence[str],
    wished: Mapping[str, Any],
    *,
    shoe: str | None,
    as_json: bool,
    html: Path | None,
    language: str,
) -> None:
    """The answer of `croupier edge`."""
    with mistakes(language):
        meant = asked(game, house, table, changes)
        known = lab.of(game)
        start = perf_counter()
        options = taken(game, known.odds, shoe=shoe_of(meant, shoe), **wished)
        if "tick" in signature(known.odds).parameters:
            with progress("steps", wanted=not as_json) as tick:
                odds: Odds = known.odds(meant.rules, tick=tick, **options)
        else:
            with working(f"working out the edge of {game}"):
                odds = known.odds(meant.rules, **options)
        seconds = perf_counter() - start
        if html:
            strategy = known.strategy(meant.rules) if hasattr(known, "strategy") else None
            write_page(html, page.page(meant.title, meant.subtitle, odds, strategy))
    if as_json:
        print_json(edge_data(meant, odds, seconds))
    else:
        show_edge(meant, odds, seconds, Voice(language))


def taken(game: str, question: Callable[..., Any], **options: Any) -> dict[str, Any]:
    """The options that were given, if this question takes them."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in signature(question).parameters:
            raise Mistake(f"--{name}: {game} has no such choice")
    return given


def shoe_of(meant: Asked, written: str | None) -> Any:
    """The shoe that was named, if one was."""
    if written is None:
        return None
    reader = getattr(lab.of(meant.game), "shoe", None)
    if reader is None:
        raise Mistake(f"--shoe: {meant.game} is not dealt from a shoe")
    return reader(written, meant.rules)


def write_page(path: Path, content: str) -> None:
    """Write the page, or say why it cannot be."""
    try:
        path.write_text(content, "utf-8")
    except OSError as error:
        raise Mistake(f"--html {path}: cannot be written: {error.strerror}") from None


def edge_data(meant: Asked, odds: Odds, seconds: float) -> dict[str, Any]:
    """The answer as plain data, and what was asked."""
    asked = {"house": meant.house, "rules": prices.plain(meant.rules)}
    return {**odds.data(), **asked, "seconds": round(seconds, 4)}


def show_edge(meant: Asked, odds: Odds, seconds: float, say: Voice) -> None:
    """The answer for a person."""
    console = Console(highlight=False)
    console.print(meant.headline)
    console.print(_figures(odds, say))
    bets = {name: float(edge) for name, edge in odds.bets.items()}
    console.print(_shares("Each bet by its own stake", bets, say, odds.errors))
    console.print(_shares("How often", odds.frequencies, say, odds.errors))
    for name, spread in odds.spreads.items():
        console.print(bars(name, spread, say))
    for note in (odds.method, *odds.notes, f"{seconds:.2f} seconds"):
        console.print(Text(f"  {say(note)}", style="dim"))


def _figures(odds: Odds, say: Voice) -> Grid:
    grid = Grid(box=None, show_header=False)
    grid.add_column(style="cyan")
    grid.add_column(justify="right", style="bold")
    grid.add_column(style="dim")
    exact = "" if odds.house_edge is None else f"= {odds.house_edge} "
    exactly = exact + say(odds.edge_of)
    rows: list[tuple[str, float | None, str, str]] = [
        ("House edge", odds.house_edge_float, ".5%", exactly),
        ("Element of risk", odds.element_of_risk, ".5%", "of everything staked"),
        ("Average bet", odds.average_bet, ".5f", "first bets"),
        ("Standard deviation", odds.std_dev, ".5f", "first bets"),
    ]
    for name, value, form, note in rows:
        if value is not None:
            grid.add_row(say(name), say.figure(value, form), say(note))
        if name == "House edge":
            for of, edge in odds.variants.items():
                error = odds.errors.get(of)
                within = f"{say.within(error)} " if error else ""
                grid.add_row("", say.figure(edge, f".{4 if error else 5}%"), f"{within}{say(of)}")
    return grid


def _shares(
    title: str,
    shares: Mapping[str, float],
    say: Voice,
    errors: Mapping[str, float] = MappingProxyType({}),
) -> Grid | str:
    """Some shares, those that were sampled with 95 % confidence; nothing of none."""
    if not shares:
        return ""
    grid = Grid(title=f"\n{say(title)}", title_justify="left", title_style="bold", box=None)
    grid.show_header = False
    grid.add_column(style="cyan")
    grid.add_column(justify="right")
    grid.add_column(style="dim")
    for name, share in shares.items():
        sampled = say.within(errors[name]) if name in errors else ""
        grid.add_row(say(name), say.figure(share, ".5%"), sampled)
    return grid


def bars(title: str, spread: Spread, say: Voice) -> Grid:
    """How often each result comes, as bars."""
    told = say(f"Results: {title}")
    grid = Grid(title=f"\n{told}", title_justify="left", title_style="bold", box=None)
    grid.show_header = False
    grid.add_column(justify="right")
    grid.add_column(justify="right")
    grid.add_column()
    most = max(map(float, spread.chances.values()))
    for net, chance in spread.chances.items():
        style = "green" if net > 0 else "red" if net < 0 else "blue"
        bar = Text("█" * max(round(30 * float(chance) / most), 0), style=style)
        grid.add_row(signed(net), say.figure(float(chance), ".6%"), bar)
    return grid


# Strategy.


def print_strategy(
    game: str,
    house: str | None,
    table: str | None,
    changes: Sequence[str],
    written: str | None,
    *,
    shoe: str | None,
    as_json: bool,
    html: Path | None,
    language: str,
) -> None:
    """The answer of `croupier strategy`."""
    with mistakes(language):
        catalogue.game(game)
        known = lab.known(game)
        if known is None or not hasattr(known, "strategy"):
            others = ", ".join(lab.strategies())
            raise Unanswerable(f"the lab has no strategy for {game}: it has {others}")
        meant = asked(game, house, table, changes)
        cards = distinct(written or "")
        _check_named(meant, known.CARDS, cards)
        options = taken(game, known.strategy, shoe=shoe_of(meant, shoe))
        with working(f"working out how to play {game}"):
            strategy: Strategy = known.strategy(meant.rules, cards, **options)
    if html:
        write_page(html, page.page(meant.title, meant.subtitle, None, strategy))
    if as_json:
        print_json({"house": meant.house, **msgspec.to_builtins(strategy)})
    else:
        show_strategy(meant, strategy, Voice(language))


def _check_named(meant: Asked, size: int, cards: Sequence[Card]) -> None:
    """As many cards as the game's question takes, all of its pack."""
    if cards and len(cards) != size:
        takes = f"{size} cards" if size else "none"
        raise Mistake(f"--cards: {len(cards)} cards: {meant.game} takes {takes}")
    if not set(cards) <= set(catalogue.game(meant.game).pack(meant.rules)):
        raise Mistake("--cards: there is no joker in this game")


def show_strategy(meant: Asked, strategy: Strategy, say: Voice) -> None:
    """Charts in colour, then what is to say beside them."""
    console = Console(highlight=False)
    console.print(meant.headline)
    for chart in strategy.charts:
        console.print(_chart(chart, say))
        console.print()
    if strategy.thumbs:
        costs = {thumb.rule: thumb.cost for thumb in strategy.thumbs}
        console.print(_shares("Rules of thumb, and what they cost of the first bet", costs, say))
    for line in strategy.lines:
        console.print(say(line))


def _chart(chart: Chart, say: Voice) -> Grid:
    grid = Grid(title=say(chart.title), title_justify="left", title_style="bold", box=None)
    grid.padding = (0, 0)
    grid.add_column(say(chart.corner) if len(chart.corner) < 6 else "", style="cyan")
    for column in chart.columns:
        grid.add_column(column, justify="center", min_width=4)
    for name, cells in zip(chart.rows, chart.cells, strict=True):
        shown = [Text(f" {cell.text} ", style=_style(cell.kind, cell.value)) for cell in cells]
        grid.add_row(f"{name} ", *shown)
    return grid


def _style(kind: str, value: float) -> str:
    if kind == "heat":
        return f"white on rgb({int(40 + 180 * value)},40,45)" if value else "dim"
    return COLOURS.get(kind, "")
