"""`croupier nodes`: who is there, who runs what, and what is to move."""

import asyncio
import sys
from typing import Any

from croupier.cli import Mistake
from croupier.cli import serve as _room  # noqa: F401 - it says what to install.
from croupier.server import settings as setup
from croupier.server.books import leases
from croupier.server.books.fence import DESK
from croupier.server.books.leases import Lease, Leases, Node
from croupier.server.books.possession import BadStore
from croupier.server.books.store import Store
from croupier.server.settings import BadSettings


def show(config: str, database: str | None, *, drain: str, move: str, to: str) -> None:
    """Print the nodes and the tables, after what was asked for."""
    try:
        chosen = setup.read(config, database=database)
        store = Store(chosen.database, chosen.key, chosen.key_file)
        if store.sqlite:
            raise BadSettings("nodes share a PostgreSQL: name it with --database postgresql://…")
        sys.stdout.write(asyncio.run(_asked(store, drain, move, to)))
    except (BadSettings, BadStore) as error:
        raise Mistake(str(error)) from None


async def _asked(store: Store, drain: str, move: str, to: str) -> str:
    await store.open(write=False)
    await store.close()
    store = Store(store.url)
    owns = Leases(store.engine, leases.new_name())
    try:
        known, there = await owns.all()
        if drain:
            await owns.drain(_named(there, drain).node)
        if move:
            _check(known, move, to)
            await owns.want(move, _named(there, to).node)
        return _page(*await owns.all())
    finally:
        await owns.hang_up()
        await store.engine.dispose()


def _check(known: dict[str, Lease], move: str, to: str) -> None:
    if move == DESK:
        raise BadSettings("the desk moves when its node is drained: `croupier nodes --drain NODE`")
    if move not in known:
        raise BadSettings(f"there is no table {move}: `croupier nodes` lists them")
    if not to:
        raise BadSettings("--move needs --to NODE")


def _named(there: dict[str, Node], name: str) -> Node:
    """A node by the beginning of its name."""
    found = [node for node in there.values() if node.node.startswith(name)]
    if len(found) != 1:
        names = ", ".join(there) or "none"
        raise BadSettings(f"{name}: no such node, or more than one; there are {names}")
    return found[0]


def _page(known: dict[str, Lease], there: dict[str, Node]) -> str:
    rows: list[tuple[Any, ...]] = [("node", "address", "role", "tables", "up", "")]
    for node in there.values():
        own = [one.place for one in known.values() if one.node == node.node]
        tables = len(own) - (DESK in own)
        marks = ["desk"] * (DESK in own) + ["draining"] * node.draining
        up = f"{node.seconds:.0f} s"
        rows.append((node.node, node.address, node.roles, tables, up, ", ".join(marks)))
    rows.append(("",) * len(rows[0]))
    rows.append(("table", "node", "", "epoch", "", ""))
    for one in sorted(known.values(), key=lambda one: one.place):
        to = f"to {one.wanted}" if one.wanted else ""
        rows.append((one.place, one.node or "nobody", "", one.epoch, "", to))
    widths = [max(len(str(row[at])) for row in rows) for at in range(len(rows[0]))]
    lines = ("  ".join(str(cell).ljust(w) for cell, w in zip(r, widths, strict=True)) for r in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
