"""Holds: chips that a node sets aside at an account before it asks a table, so that two nodes
cannot spend one balance twice.

What is held for a table is what its table has promised to bring, and the one buy-in that is being
asked for. The commit that books a buy-in settles the hold in the same transaction. The check is on
the account's own row, under its lock; a sum over holds would let two through at once.
"""

from typing import Any, Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.core.phrases import Amount
from croupier.server.books.fence import Fence, Lost, unit
from croupier.server.refusals import No

Settled = dict[tuple[str, str], int]
"""What is held from now on, by place and account."""

_OURS: Final = "SELECT 1 FROM leases WHERE place = $1 AND node = $2 AND epoch = $3 FOR SHARE"
_ACCOUNT: Final = "SELECT balance, held FROM accounts WHERE name = $1 FOR UPDATE"
_BROUGHT: Final = """SELECT
  coalesce(sum(amount) FILTER (WHERE src = $1 AND dst LIKE ANY ($3::text[])), 0)::bigint
  - coalesce(sum(amount) FILTER (WHERE dst = $1 AND src LIKE ANY ($3::text[])), 0)::bigint
FROM postings WHERE (src = $1 OR dst = $1) AND at >= $2"""
_ADD: Final = """INSERT INTO holds (place, account, amount) VALUES ($1, $2, $3)
ON CONFLICT (place, account) DO UPDATE SET amount = holds.amount + excluded.amount"""
_BEFORE: Final = "SELECT amount FROM holds WHERE place = $1 AND account = $2"
_HELD: Final = "UPDATE accounts SET held = held + $2 WHERE name = $1"
_LOCK: Final = "SELECT 1 FROM accounts WHERE name = ANY ($1::text[]) ORDER BY name FOR UPDATE"
_WANTED: Final = "unnest($1::text[], $2::text[], $3::bigint[]) AS w(place, account, amount)"
_SETTLE: Final = f"""UPDATE accounts a SET held = a.held + d.change FROM (
  SELECT w.account, sum(w.amount - coalesce(h.amount, 0))::bigint AS change
  FROM {_WANTED} LEFT JOIN holds h ON h.place = w.place AND h.account = w.account
  GROUP BY w.account) d
WHERE a.name = d.account AND d.change <> 0"""  # noqa: S608 - our own words.
_FORGET: Final = f"""DELETE FROM holds h USING {_WANTED}
WHERE h.place = w.place AND h.account = w.account"""  # noqa: S608
_KEEP: Final = f"""INSERT INTO holds (place, account, amount)
SELECT w.place, w.account, w.amount FROM {_WANTED} WHERE w.amount > 0"""  # noqa: S608
_STALE: Final = "SELECT account FROM holds WHERE place = $1"


class Limit(Struct, frozen=True):
    """The player's own loss limit: what was brought to these accounts since, and the most."""

    since: float
    others: tuple[str, ...]
    most: int


class Wanted(Struct, frozen=True):
    """What is to be set aside, for a table that is the node's own."""

    place: str
    account: str
    amount: int
    anew: bool = False
    """Whether it takes the place of what the table has promised before."""


async def set_aside(
    engine: AsyncEngine, fence: Fence, wanted: Wanted, limit: Limit | None = None
) -> int:
    """Set chips aside; the account's balance. `No` if they are not there, or beyond the player's
    own limit.
    """
    place, account, amount = wanted.place, wanted.account, wanted.amount
    async with engine.begin() as link:
        ours = unit(place), fence.node, fence.epochs.get(unit(place), 0)
        if (await link.exec_driver_sql(_OURS, ours)).first() is None:
            raise Lost({unit(place)})
        row = (await link.exec_driver_sql(_ACCOUNT, (account,))).first()
        balance, held = (int(row.balance), int(row.held)) if row else (0, 0)
        was = 0
        if wanted.anew:
            was = (await link.exec_driver_sql(_BEFORE, (place, account))).scalar() or 0
            held -= was
        if limit is not None:
            await _within(link, account, held, amount, limit)
        if amount > balance - held:
            why = "the account holds {held}, not {amount}"
            raise No("no_funds", why, held=Amount(balance - held), amount=Amount(amount))
        if amount > was:  # A smaller promise stands only when the table has given it.
            await link.exec_driver_sql(_ADD, (place, account, amount - was))
            await link.exec_driver_sql(_HELD, (account, amount - was))
    return balance


async def _within(
    link: AsyncConnection, account: str, held: int, amount: int, limit: Limit
) -> None:
    values = account, limit.since, [*limit.others]
    brought = (await link.exec_driver_sql(_BROUGHT, values)).scalar() or 0
    if brought + held + amount > limit.most:
        why = "your 24-hour loss limit leaves {amount} to bring to a table"
        left = max(0, limit.most - brought - held)
        raise No("limit", why, amount=Amount(left))


async def settle(link: AsyncConnection, settled: Settled) -> None:
    """Within a commit, before balances change."""
    values: tuple[list[Any], ...] = ([], [], [])
    for (place, account), amount in sorted(settled.items()):
        for column, value in zip(values, (place, account, amount), strict=True):
            column.append(value)
    await link.exec_driver_sql(_LOCK, (values[1],))
    for query in _SETTLE, _FORGET, _KEEP:
        await link.exec_driver_sql(query, values)


async def stale(link: AsyncConnection, place: str) -> list[str]:
    """The accounts that something is held from for a table, by whoever owned it."""
    return [str(name) for (name,) in await link.exec_driver_sql(_STALE, (place,))]
