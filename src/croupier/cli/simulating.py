"""Simulations of the lab, in the terminal."""

import secrets
from collections.abc import Iterator, Sequence
from inspect import signature
from time import perf_counter
from typing import Any

from rich.console import Console

from croupier import lab
from croupier.cli import Mistake
from croupier.cli.edges import Asked, asked, bars
from croupier.cli.voice import Voice
from croupier.cli.waiting import mistakes, print_json, progress
from croupier.core import prices
from croupier.lab.odds import Spread

MOST_HANDS = 10**12


def print_simulation(
    game: str,
    house: str | None,
    table: str | None,
    changes: Sequence[str],
    *,
    hands: int,
    seed: int | None,
    workers: int,
    dask: str | None,
    through_rules: bool,
    options: dict[str, Any],
    sitting: int,
    bankroll: int,
    as_json: bool,
    language: str,
) -> None:
    """The answer of `croupier simulate`."""
    from croupier.lab import players, simulation  # noqa: PLC0415

    _check_simulation(hands, workers, sitting, bankroll)
    with mistakes(language):
        meant = asked(game, house, table, changes)
        number = secrets.randbits(63) if seed is None else seed % (1 << 63)
        plain = prices.plain(meant.rules)
        job = simulation.Job(game, plain, options, number, hands, sitting, bankroll)
        start = perf_counter()
        if through_rules:
            unit, blocks = players.unit_of(job), players.blocks(job)
        else:
            unit = simulation.unit_of(job)
            blocks = _blocks(job, workers, dask)
        with progress("hands", not as_json) as tick:
            block = simulation.added(blocks, lambda done: tick(done.hands, hands))
        found = simulation.report(game, block, unit, sitting, bankroll)
        seconds = perf_counter() - start
    if as_json:
        print_json(simulation_data(meant, found, number, seconds, through_rules=through_rules))
    else:
        show_simulation(meant, found, number, hands, seconds, Voice(language))


def options(game: str, *, bonus: bool, play: str | None) -> dict[str, Any]:
    """How the first seat plays, where the game leaves a choice."""
    taken = signature(getattr(lab.known(game), "dealer", lambda _: None)).parameters
    if bonus and "bonus" not in taken:
        raise Mistake(f"--bonus: {game} has no Bonus")
    if play is not None and "play" not in taken:
        raise Mistake(f"--play: {game} is played one way, at its best")
    if play not in (None, "total", "cards", "pairs"):
        raise Mistake(f"--play {play}: it is total, cards or pairs")
    return ({"bonus": 1} if bonus else {}) | ({"play": play} if play else {})


def _check_simulation(hands: int, workers: int, sitting: int, bankroll: int) -> None:
    if not 1 <= hands <= MOST_HANDS:
        raise Mistake(f"--hands {hands}: deal 1 to {MOST_HANDS:,}")
    if not 1 <= workers <= 1024:
        raise Mistake(f"--workers {workers}: 1 to 1024 can work")
    if sitting < 1 or bankroll < 1:
        raise Mistake("--sitting and --bankroll: at least 1")


def _blocks(job: Any, workers: int, dask: str | None) -> Iterator[Any]:
    from croupier.lab import simulation  # noqa: PLC0415

    if dask:
        return simulation.cluster(job, dask)
    return simulation.threads(job, workers) if workers > 1 else simulation.alone(job)


def simulation_data(
    meant: Asked, found: Any, seed: int, seconds: float, *, through_rules: bool
) -> dict[str, Any]:
    """The answer as plain data."""
    return {
        "game": meant.game,
        "house": meant.house,
        "hands": found.hands,
        "seed": seed,
        "through_rules": through_rules,
        "mean": found.mean,
        "standard_error": found.error,
        "confidence_95": list(found.interval),
        "std_dev": found.std_dev,
        "average_bet": found.average_bet,
        "distribution": {str(net): chance for net, chance in found.chances.items()},
        "longest_losing_run": found.longest_losing_run,
        "risk_of_ruin": found.risk_of_ruin,
        "bankroll": found.bankroll,
        "sitting": found.sitting,
        "seconds": round(seconds, 4),
    }


def show_simulation(
    meant: Asked, found: Any, seed: int, wanted: int, seconds: float, say: Voice
) -> None:
    """The answer for a person."""
    console = Console(highlight=False)
    console.print(meant.headline)
    if found.hands < wanted:
        told = say(f"Interrupted: {found.hands:,} of {wanted:,} hands.")
        console.print(f"[yellow]{told}[/]")
    for name, value in _figures(found, say).items():
        console.print(f"[cyan]{say(name):<28}[/]{value}")
    console.print(bars("a hand", Spread(dict(found.chances)), say))
    rate = found.hands / max(seconds, 1e-9)
    told = f"{found.hands:,} hands in {seconds:.2f} seconds, {rate:,.0f} a second; seed {seed}"
    console.print(f"[dim]{say(told)}[/]")


def _figures(found: Any, say: Voice) -> dict[str, str]:
    low, mean, high = (
        say.figure(one, "+.5%") for one in (found.interval[0], found.mean, found.interval[1])
    )
    lines = {
        "Mean result": f"{mean}  (95 %: {low} … {high})",
        "Standard deviation": f"{say.figure(found.std_dev, '.4f')} {say('first bets')}",
        "Average bet": f"{say.figure(found.average_bet, '.4f')} {say('first bets')}",
        "Longest losing run": say(f"{found.longest_losing_run} hands"),
    }
    if found.risk_of_ruin is not None:
        lines["Risk of ruin"] = say(
            f"{found.risk_of_ruin:.3%} of sittings of {found.sitting:,} hands lose "
            f"{found.bankroll} first bets"
        )
    return lines
