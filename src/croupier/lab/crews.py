"""Who does the work: numbered pieces of it, by one process, by several or on a cluster.

A piece is a pure function of its number, and pieces come back in their order, so the result does
not depend on who did which.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any, TypeVar

from croupier.extras import need
from croupier.lab.odds import Unanswerable

T = TypeVar("T")
Work = Callable[[int], T]


def processes(work: Work[T], numbers: Iterable[int], workers: int) -> Iterator[T]:
    """By several processes of this machine; by this one if one is enough."""
    if workers == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        try:
            yield from _ahead(pool.submit, work, numbers, 2 * workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cluster(work: Work[T], numbers: Iterable[int], address: str) -> Iterator[T]:
    """On a Dask cluster: a piece that is lost with its worker is done again by another."""
    need("cluster", "distributed")
    connect: Any = import_module("distributed").Client
    try:
        client: Any = connect(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unanswerable(f"there is no Dask cluster at {address}: {error}") from None

    def submit(piece: Work[T], number: int) -> Any:
        return client.submit(piece, number, pure=False, retries=5)

    with client:
        yield from _ahead(submit, work, numbers, max(2 * sum(client.nthreads().values()), 4))


def _ahead(
    submit: Callable[[Work[T], int], Any], work: Work[T], numbers: Iterable[int], ahead: int
) -> Iterator[T]:
    """Hand out some pieces more than have come back."""
    waiting: list[Any] = []
    for number in numbers:
        waiting.append(submit(work, number))
        if len(waiting) > ahead:
            yield waiting.pop(0).result()
    for future in waiting:
        yield future.result()
