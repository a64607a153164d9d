"""The lab beside the room: one process that computes, so that no table waits for it."""

import asyncio
import resource
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from typing import Any, Final

import msgspec

from croupier.core import prices
from croupier.server.clock import monotonic
from croupier.server.live import thinking
from croupier.server.refusals import No

MOST_WAITING: Final = 24
SECONDS: Final = 180
MEMORY: Final = 2 << 30
"""What one question may take; the minutes in which a new machine compiles kernels are not its."""
DONE, SINCE = range(2)
Spent = Any
"""Two numbers in memory that two processes share; their type has no name."""
MOST_KEPT: Final = 400
"""Answers kept: a sheet, some changes of it, and the points of their curves."""


class Lab:
    """One process that computes, so that no table waits for it, and what it has answered."""

    def __init__(self) -> None:
        self.waiting = 0
        self.kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self.desks: dict[str, int] = {}
        """The newest question of each desk that asks."""
        self.turn = asyncio.Lock()
        self.studies: set[asyncio.Task[None]] = set()
        """What is worked out though nobody waits for it any more."""

    @property
    def process(self) -> ProcessPoolExecutor:
        """The process, started by the first question."""
        return _process()

    def newest(self, desk: str) -> int:
        """A number for a question: a later one makes it stale."""
        number = self.desks.pop(desk, 0) + 1
        self.desks[desk] = number
        if len(self.desks) > MOST_KEPT:
            self.desks.pop(next(iter(self.desks)))
        return number

    async def ask(
        self, *question: object, desk: str = "", number: int = 0, keep: bool = False
    ) -> Any:
        """An answer; too many questions at once are refused, and stale ones never asked."""
        if keep and question in self.kept:
            self.kept.move_to_end(question)
            return self.kept[question]
        if self.waiting >= MOST_WAITING:
            raise No("busy", "the lab has too many questions: ask again in a moment")
        self.waiting += 1
        try:
            async with self.turn:
                if keep and question in self.kept:
                    return self.kept[question]
                if desk and self.desks.get(desk) != number:
                    raise No("stale", "a later question has replaced this one")
                found = await self._in_time(question)
        except TimeoutError:
            stop()
            why = (
                "the lab found no answer in {number} {number|second|seconds}: ask for simpler rules"
            )
            raise No("not_allowed", why, number=SECONDS) from None
        except MemoryError:
            raise No(
                "not_allowed", "the lab does not have enough memory for this: ask for simpler rules"
            ) from None
        except BrokenProcessPool:
            stop()
            raise No("busy", "the lab starts again: ask again in a moment") from None
        finally:
            self.waiting -= 1
        if keep:
            self.kept[question] = found
            if len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        return found

    async def _in_time(self, question: tuple[object, ...]) -> Any:
        """An answer within its time, in which the compiling of kernels does not count."""
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self.process, _work, *question)
        start = monotonic() - _compiled()
        while not work.done():
            left = start + SECONDS - (monotonic() - _compiled())
            if left <= 0:
                raise TimeoutError
            await asyncio.wait([work], timeout=left)
        return work.result()

    def prepare(self, *question: object) -> None:
        """Answer ahead while nobody waits: the first question after a start takes long."""
        if not self.waiting and question not in self.kept:
            self._study(*question)

    async def soon(self, *question: object, seconds: float) -> Any:
        """An answer that is there, or soon; nothing if it takes longer: then it is worked out, and
        there when it is asked for again.
        """
        if question not in self.kept:
            await asyncio.wait([self._study(*question)], timeout=seconds)
        return self.kept.get(question)

    def _study(self, *question: object) -> asyncio.Task[None]:
        task = asyncio.create_task(self._answered(*question))
        self.studies.add(task)
        task.add_done_callback(self.studies.discard)
        return task

    async def _answered(self, *question: object) -> None:
        with suppress(No, ValueError):
            await self.ask(*question, keep=True)


@cache
def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), _begin, (MEMORY, _spent()))


def _begin(most: int, spent: Spent) -> None:
    """The process of the lab may fail for want of memory, never the machine.

    It tells the room how long it has compiled.
    """
    from croupier.lab.kernels import jit  # noqa: PLC0415 - in its process only.

    resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    def tell(begins: bool) -> None:
        if begins:
            spent[SINCE] = monotonic()
        else:
            spent[DONE] += monotonic() - spent[SINCE]
            spent[SINCE] = 0

    jit.watch(tell)


@cache
def _spent() -> Spent:
    """What room and process both see: seconds of compiling, and since when it compiles now."""
    return get_context("spawn").RawArray("d", 2)


def _compiled() -> float:
    """Seconds for which the process has compiled kernels until now."""
    done, since = _spent()
    return float(done + (monotonic() - since if since else 0))


@cache
def _lab(_: asyncio.AbstractEventLoop) -> Lab:
    return Lab()


def of_room() -> Lab:
    """The lab of the room that is open."""
    return _lab(asyncio.get_running_loop())


def close() -> None:
    """End the process, if one was started, and forget what it answered."""
    _lab.cache_clear()
    stop()
    thinking.stop()


def stop() -> None:
    """End the process, whatever it is at; the next question starts another."""
    if _process.cache_info().currsize:
        process = _process()
        for one in (process._processes or {}).values():  # noqa: SLF001 - it knows no other way.
            one.kill()
        process.shutdown(wait=False, cancel_futures=True)
        _process.cache_clear()
        _spent.cache_clear()


def _work(*question: Any) -> Any:
    from croupier.lab import answers, matchups, solutions  # noqa: PLC0415 - in its process only.

    name, *arguments = question
    for desk in answers, matchups, solutions:
        if told := getattr(desk, name, None):
            return told(*arguments)
    raise LookupError(name)


def written(rules: Any) -> bytes:
    """Rules as the lab is asked about them."""
    return msgspec.json.encode(prices.plain(rules))
