"""What a commit costs a room that is alone on PostgreSQL, a node, and two nodes at once.

python bench/fence.py postgresql://…     # a database that may be written to
"""

import asyncio
import sys
from time import perf_counter

from croupier.server.books import leases, schema
from croupier.server.books.fence import DESK, Fence
from croupier.server.books.leases import Leases
from croupier.server.books.store import Batch, Store

COMMITS = 400


async def acts(store: Store, place: str) -> float:
    """Milliseconds for one commit of one act, each waiting for the one before."""
    began = perf_counter()
    for no in range(COMMITS):
        batch = Batch()
        row = {"place": place, "no": no + 1, "at": 1.0, "player": "", "action": ""}
        batch.add(schema.acts, **row, command=b"{}")
        await store.commit(batch)
    return 1000 * (perf_counter() - began) / COMMITS


async def alone(database: str) -> float:
    """A room that is alone."""
    store = Store(database)
    await store.open()
    found = await acts(store, "bench/alone")
    await store.close()
    return found


async def joined(database: str, names: list[str]) -> list[float]:
    """Nodes that write at once, each at a table of its own."""
    opened = []
    for name in names:
        fence = Fence(leases.new_name(), lambda _: None)
        store = Store(database, fence=fence)
        await store.open()
        owns = Leases(store.writer.engine, fence.node)
        await owns.join("", "both", "bench")
        await owns.know([DESK, name])
        fence.epochs[name] = await owns.take(name)
        opened.append((store, owns, name))
    found = await asyncio.gather(*(acts(store, name) for store, _, name in opened))
    for store, owns, _ in opened:
        await owns.leave()
        await owns.hang_up()
        await store.close()
    return list(found)


async def main(database: str) -> None:
    """Print the three."""
    one = await alone(database)
    (node,) = await joined(database, ["bench/one"])
    two = await joined(database, ["bench/two", "bench/three"])
    sys.stdout.write(
        f"a commit of one act, ms: alone {one:.2f}, a node {node:.2f} ({node / one:.2f}x), "
        f"two nodes at once {max(two):.2f} each\n"
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
