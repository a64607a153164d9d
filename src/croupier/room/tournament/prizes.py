"""Who is paid, and how much."""

from collections.abc import Sequence
from typing import Final

from croupier.houses.tournaments import Payout, Sheet

UNIT: Final = 100
"""Prizes are whole units of the currency."""
LEAST: Final = 1.6
"""The last prize of a large field is this many buy-ins."""
PAID: Final = 0.13
"""The part of a large field that is paid."""
STEEP: Final = 1.1
SMALL: Final = {1: (100,), 2: (65, 35), 3: (50, 30, 20)}
"""By the number of places paid, what each has of the pool, in per cent."""


def of(sheet: Sheet, pool: int, entries: int) -> list[int]:
    """The prizes of a field, from the first place on."""
    if isinstance(sheet.payouts, str):
        return standard(pool, entries, sheet.buy_in)
    return listed(shares(sheet.payouts, entries)[:entries], pool)


def shares(payouts: Sequence[int | Payout], entries: int) -> list[int]:
    """The list for a field of this size; a smaller one than any has the first."""
    lists = [one for one in payouts if isinstance(one, Payout)]
    fitting = [one for one in lists if one.entries <= entries] or lists[:1]
    return list(fitting[-1].shares) if lists else [one for one in payouts if isinstance(one, int)]


def places(entries: int) -> int:
    """How many places are paid."""
    if entries <= 2:
        return 1
    if entries <= 6:
        return 2
    return 3 if entries <= 10 else max(3, -(-entries * 13 // 100))


def standard(pool: int, entries: int, buy_in: int) -> list[int]:
    """The prizes from the first place on: whole units, what is left over to the first."""
    paid = places(entries)
    if entries <= 10 or pool < LEAST * paid * buy_in or not buy_in:
        shares = SMALL.get(paid) or _falling(paid)
        parts = [pool * share // sum(shares) for share in shares]
    else:
        weights = _falling(paid)
        rest = pool - LEAST * paid * buy_in
        parts = [int(LEAST * buy_in + rest * weight / sum(weights)) for weight in weights]
    return rounded(parts, pool)


def _falling(paid: int) -> tuple[float, ...]:
    return tuple(1 / (i + 0.6) ** STEEP for i in range(1, paid + 1))


def rounded(parts: Sequence[int | float], pool: int) -> list[int]:
    """Whole units, what is left over to the first."""
    found = [int(part) // UNIT * UNIT for part in parts]
    found[0] += pool - sum(found)
    return found


def listed(shares: Sequence[int], pool: int) -> list[int]:
    """The prizes of a list in per cent."""
    return rounded([pool * share / sum(shares) for share in shares], pool)


def shared(prizes: Sequence[int], first: int, count: int) -> list[int]:
    """What players who are out together have, of the places from `first` on: equal shares, odd
    cents from the first of them on. A place that is not paid counts as nothing.
    """
    pot = sum(prizes[first - 1 : first - 1 + count])
    each, odd = divmod(pot, count)
    return [each + (i < odd) for i in range(count)]
