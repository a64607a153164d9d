"""Faults to be put into a node: each must turn its run red, or the run shows nothing.

A node that is started with this folder on its path and `TESTS_PLANT=name,name` has them. The code
that people run knows nothing of it.
"""

import asyncio
import os
import sys
import time
from importlib.machinery import SourceFileLoader
from pathlib import Path

NAMES = {name for name in os.environ.get("TESTS_PLANT", "").split(",") if name}
WALL = os.environ.get("TESTS_WALL", "")
EVERY = 12


def lease_is_short(leases):
    leases.TTL, leases.MARGIN = 2.0, 0.0


def always_fresh(leases):
    leases.Leases.fresh = property(lambda _: True)


def never_gone(leases):
    renew = leases.Leases.renew

    async def patient(self):
        try:
            await renew(self)
        except leases.Gone:
            self._renewed = leases.awake()

    leases.Leases.renew = patient


def no_fence(fence):
    """Whatever a node writes is written, behind what others have written meanwhile: with the number
    that it would have, the key of the journal would refuse it.
    """
    last = fence.sa.text("SELECT coalesce(max(no), 0) FROM acts WHERE place = :place")

    async def hold(self, link, group):
        chained = await fence.head(link)
        numbers = {}
        for batch in group:
            for row in batch.rows.get(fence.schema.acts, ()):
                place = row["place"]
                if place not in numbers:
                    numbers[place] = (await link.execute(last, {"place": place})).scalar()
                numbers[place] += 1
                row["epoch"] = self.epochs.get(fence.unit(place), self.last_epoch)
                row["no"] = numbers[place]
        return chained

    fence.Fence.hold, fence.Fence.last_epoch = hold, 1


def deals_anew(records):
    command = records.command

    def other(row):
        found = command(row)
        if type(found).__name__ == "Begin":
            return records.msgspec.structs.replace(found, seed=bytes(32))
        return found

    records.command = other


def answers_are_lost(writer):
    """Of some commits nobody hears whether they were made; of half of them they were."""
    mark, commit, turn = writer.Writer._mark, writer.AsyncConnection.commit, [0]
    marked = set()

    async def marks(self, link, head):
        marked.add(id(link))
        return await mark(self, link, head)

    async def committed(link):
        if id(link) not in marked:
            return await commit(link)
        marked.discard(id(link))
        turn[0] += 1
        if turn[0] % EVERY == 0:
            await commit(link)
        if turn[0] % EVERY in (0, EVERY // 2):
            raise ConnectionResetError("planted")
        return await commit(link)

    writer.Writer._mark, writer.AsyncConnection.commit = marks, committed


def lost_is(answer):
    def plant(writer):
        async def was(*_):
            return answer

        writer.Writer._was_committed = was

    return plant


def errors_are_nothing(writer):
    async def in_spite(self, link, *_):
        await link.rollback()
        return True

    writer.Writer._in_spite = in_spite


def never_waits(writer):
    writer.Writer.waiting_seconds = property(lambda _: 0.0)
    writer.Writer.stalled = property(lambda _: False)


def torn_write(batch):
    """Who moves chips is written before the chips are moved."""
    insert = batch._insert

    async def parted(link, table, rows):
        await insert(link, table, rows)
        if table.name == "acts":
            await link.commit()
            await asyncio.sleep(0.05)

    batch._insert = parted


def given_early(nodes):
    give = nodes.Nodes._give

    async def early(self, runner, to=""):
        epoch = self.fence.epochs.get(runner.name, 0)
        if epoch and runner.name != nodes.DESK:
            await self.leases.give(runner.name, epoch, to)
            await asyncio.sleep(1.0)
        await give(self, runner, to)

    nodes.Nodes._give = early


def wall_clock(clock):
    clock.Clock.now = lambda self: self._base + (time.time() - self._began_at(self)) * self.speed
    began = {}
    clock.Clock._began_at = staticmethod(lambda self: began.setdefault(id(self), time.time()))


def endless_lines(lines):
    lines.BEHIND, lines.BEHIND_BYTES, lines.STALLED_SECONDS = 10**9, 10**12, 10**6


def no_pings(outside):
    connect = outside.connect
    outside.connect = lambda *at, **how: connect(*at, **(how | {"ping_interval": None}))


def any_rules(leases):
    leases._TAKE = leases._TAKE.replace("AND rules <= $4", "AND $4::int IS NOT NULL")
    leases.Node.takes = lambda self, _: self.roles in leases.PITS and not self.draining


def newer_rules(leases):
    leases.RULES += 1


def lock_for_nobody(possession):
    async def hold(engine, **_):
        return await engine.connect()

    possession.hold_server = hold


BOOKS, LIVE = "croupier.server.books.", "croupier.server.live."
PLANTS = {
    "lease is short": (BOOKS + "leases", lease_is_short),
    "always fresh": (BOOKS + "leases", always_fresh),
    "never gone": (BOOKS + "leases", never_gone),
    "any rules": (BOOKS + "leases", any_rules),
    "newer rules": (BOOKS + "leases", newer_rules),
    "no fence": (BOOKS + "fence", no_fence),
    "deals anew": (BOOKS + "records", deals_anew),
    "answers are lost": (BOOKS + "writer", answers_are_lost),
    "lost is failed": (BOOKS + "writer", lost_is(False)),
    "lost is done": (BOOKS + "writer", lost_is(True)),
    "never waits": (BOOKS + "writer", never_waits),
    "errors are nothing": (BOOKS + "writer", errors_are_nothing),
    "torn write": (BOOKS + "batch", torn_write),
    "lock for nobody": (BOOKS + "possession", lock_for_nobody),
    "given early": (LIVE + "nodes", given_early),
    "endless lines": (LIVE + "lines", endless_lines),
    "no pings": ("croupier.server.outside", no_pings),
    "wall clock": ("croupier.server.clock", wall_clock),
}
WANTED = [PLANTS[name] for name in NAMES]
load = SourceFileLoader.exec_module


def exec_module(self, module):
    load(self, module)
    for name, plant in WANTED:
        if name == module.__name__:
            plant(module)
            sys.stderr.write(f"planted: {plant.__name__}\n")


SourceFileLoader.exec_module = exec_module

if WALL:
    true_time = time.time

    def stepped():
        return true_time() + float(Path(WALL).read_text() or 0)

    time.time = stepped
