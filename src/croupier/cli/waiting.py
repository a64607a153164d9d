"""What the commands of the lab share: how they wait, how they fail, and JSON."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter

import msgspec
from rich.console import Console

from croupier.cli import Mistake
from croupier.lab.odds import Unanswerable
from croupier.speech import rules

PATIENCE_SECONDS = 2.0
"""How long nobody asks what is going on."""


@contextmanager
def mistakes(language: str = "en") -> Iterator[None]:
    """What the lab cannot answer is a mistake of the caller, told in their language."""
    try:
        yield
    except Unanswerable as error:
        raise Mistake(rules.why(str(error), language)) from None


def print_json(data: object) -> None:
    """Plain JSON, for programs."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


@contextmanager
def working(what: str) -> Iterator[None]:
    """What is being worked out and for how long, where somebody watches and it takes a while."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield
        return
    from rich.progress import (  # noqa: PLC0415 - only where somebody watches.
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    bar = Progress(*columns, console=screen, transient=True)
    bar.add_task(what, total=None)
    timer = Timer(PATIENCE_SECONDS, bar.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


@contextmanager
def progress(unit: str, wanted: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar with rate and time left, on standard error, only where somebody watches."""
    screen = Console(stderr=True)
    if not wanted or not screen.is_terminal:
        yield lambda _done, _total: None
        return
    from rich import progress as rich  # noqa: PLC0415 - as above.

    bar = rich.Progress(
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[rate]}"),
        rich.TimeRemainingColumn(),
        console=screen,
        transient=True,
    )
    with bar:
        task = bar.add_task(unit, total=None, rate="")
        start = perf_counter()

        def tick(done: int, total: int) -> None:
            rate = done / max(perf_counter() - start, 1e-9)
            bar.update(task, completed=done, total=total, rate=f"{rate:,.0f} a second")

        yield tick
