"""Where bots think: processes of the room's own, so that no table waits for one.

A question goes out with all that the bot's seat may see, and nothing else; the answer comes back
as a decision. Whoever asked does without it if it takes too long or the process has died.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any, Final

from croupier import bots
from croupier.bots import Seen
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.houses import Level

MOST_WAITING: Final = 64
"""Questions that may wait; further bots answer by themselves."""
waiting: set[Future[Decision]] = set()


def think(
    sight: Seen, level: Level, seed: int, done: Callable[[], None]
) -> Future[Decision] | None:
    """Begin to think; `done` is called when there is an answer. Nothing if too many think."""
    if len(waiting) >= MOST_WAITING:
        return None
    told = (catalogue.name(sight.game), sight.rules, sight.seat, sight.view, sight.feed)
    try:
        thought = _processes().submit(_answer, level, seed, *told, sight.options, sight.clause)
    except (BrokenProcessPool, RuntimeError):
        stop()
        return None
    waiting.add(thought)

    def ended(ended: Future[Decision]) -> None:
        waiting.discard(ended)
        done()

    thought.add_done_callback(ended)
    return thought


def _answer(level: Level, seed: int, game: str, *told: Any) -> Decision:
    sight = Seen(catalogue.game(game), *told)
    return bots.bot(sight.game, level)(sight, Random(seed))


@cache
def _processes() -> ProcessPoolExecutor:
    many = max(1, (os.cpu_count() or 2) - 1)
    return ProcessPoolExecutor(many, get_context("spawn"), os.nice, (5,))


def stop() -> None:
    """End the processes; the next question starts them again."""
    if _processes.cache_info().currsize:
        pool = _processes()
        _processes.cache_clear()
        pool.shutdown(wait=False, cancel_futures=True)
