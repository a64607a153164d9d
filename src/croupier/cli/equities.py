"""What the lab answers about equities, in the terminal."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli import Mistake
from croupier.cli.edges import mistakes, print_json, progress
from croupier.core.cards import BadCards, distinct, text


def print_equity(
    game: str,
    hands: Sequence[str],
    board: str | None,
    dead: str | None,
    *,
    exact: bool,
    samples: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """The answer of `croupier equity`."""
    from croupier.lab import ranges  # noqa: PLC0415 - they bring Numba.
    from croupier.lab.kernels import equity  # noqa: PLC0415 - they bring Numba.

    if game not in equity.HOLE:
        raise Mistake(f"there is no equity of {game!r}: it is {', '.join(equity.HOLE)}")
    _check_count(exact, samples)
    on_board, gone = _cards("--board", board), _cards("--dead", dead)
    _check_cards(hands, on_board, gone)
    read = ranges.holdem if game == "holdem" else ranges.omaha
    with mistakes():
        some = [read(hand, frozenset((*on_board, *gone))) for hand in hands]
        _check_fixed(hands, some)
        start = perf_counter()
        count = exact or (
            samples is None and equity.work(game, some, on_board, gone) <= equity.EXACT_WORK
        )
        with progress("deals", not as_json) as tick:
            if count:
                found = equity.exact(game, some, on_board, gone, tick)
            else:
                many = samples or equity.SAMPLES
                found = equity.sampled(game, some, on_board, gone, many, seed, tick)
        seconds = perf_counter() - start
    if as_json:
        print_json(equity_data(hands, on_board, gone, found, seconds))
    else:
        show_equity(hands, found, seconds)


def _check_count(exact: bool, samples: int | None) -> None:
    if exact and samples:
        raise Mistake("--exact counts every deal and --samples only some: ask for one of them")
    if samples is not None and samples < 1:
        raise Mistake("--samples: draw one deal at least")


def _cards(option: str, written: str | None) -> tuple[int, ...]:
    try:
        cards = tuple(distinct(written or ""))
    except BadCards as error:
        raise Mistake(f"{option}: {error}") from None
    if any(card > 51 for card in cards):
        raise Mistake(f"{option}: there is no joker in this game")
    return cards


def _check_cards(hands: Sequence[str], board: Sequence[int], dead: Sequence[int]) -> None:
    if len(hands) < 2:
        raise Mistake("an equity takes two hands or ranges at least")
    if len(hands) > 10:
        raise Mistake(f"{len(hands)} hands: a table seats ten")
    if len(board) not in (0, 3, 4, 5):
        raise Mistake(f"--board: {len(board)} cards: a board has none, three, four or five")
    both = set(board) & set(dead)
    if both:
        raise Mistake(f"{text(sorted(both))} is on the board and dead: every card is there once")


def _check_fixed(hands: Sequence[str], ranges: Sequence[Sequence[tuple[int, ...]]]) -> None:
    """Two hands that are named card by card must not share one."""
    seen: dict[int, str] = {}
    for written, some in zip(hands, ranges, strict=True):
        if not some:
            raise Mistake(f"{written}: the board or the dead cards leave no such hand")
        for card in some[0] if len(some) == 1 else ():
            if card in seen:
                raise Mistake(f"{text([card])} is in {seen[card]} and in {written}")
            seen[card] = written


def equity_data(
    hands: Sequence[str], board: Sequence[int], dead: Sequence[int], found: Any, seconds: float
) -> dict[str, Any]:
    """The answer as plain data."""
    return {
        "game": found.game,
        "board": text(board),
        "dead": text(dead),
        "exact": found.exact,
        "deals": found.deals,
        "players": [
            {
                "hand": hand,
                "equity": float(player.equity),
                "equity_exact": str(player.equity) if found.exact else None,
                "wins": player.wins,
                "ties": player.ties,
                "losses": found.deals - player.wins - player.ties,
                "standard_error": player.error,
            }
            for hand, player in zip(hands, found.players, strict=True)
        ],
        "seconds": round(seconds, 4),
    }


def show_equity(hands: Sequence[str], found: Any, seconds: float) -> None:
    """The answer for a person."""
    console = Console(highlight=False)
    grid = Grid(box=None, header_style="bold")
    for column in ("hand", "equity", "", "wins", "ties"):
        grid.add_column(column, justify="left" if column == "hand" else "right")
    for hand, player in zip(hands, found.players, strict=True):
        error = "" if found.exact else f"± {1.96 * player.error:.3%}"
        share = f"{float(player.equity):.4%}"
        grid.add_row(Text(hand), share, error, f"{player.wins:,}", f"{player.ties:,}")
    console.print(grid)
    kind = "every one counted" if found.exact else "sampled"
    console.print(f"[dim]{found.deals:,} deals, {kind}, {seconds:.2f} seconds[/]")
