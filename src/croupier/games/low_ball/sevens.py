"""The sevens rule of lowball: a seven or better after the draw must be bet.

LB-08 to LB-10, LB-36, LB-38 and LB-39. What happened is noted while the players bet; what follows
from it is decided at the showdown.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from croupier.core.asks import CLOCK, Decision, Option
from croupier.core.felt import Seat
from croupier.procedure.pots import best

SevensRule = Literal["off", "lose_last_action", "lose_pot"]


class Record(Struct):
    """What the rule must know of the betting after the draw."""

    checkers: set[Seat] = set()
    """Who checked a seven or better that they could have bet."""
    callers: list[Seat] = []
    """Who called the bet that stands, in turn."""
    silent: set[Seat] = set()
    """Who of them could have raised with a seven or better and did not."""


def binds(options: Sequence[Option], *, seven: bool) -> bool:
    """Whether a check would break the rule: it does where a bet is possible (LB-10, LB-39)."""
    return seven and any(option.act == "bet" for option in options)


def note(
    record: Record,
    seat: Seat,
    decision: Decision,
    options: Sequence[Option],
    *,
    seven: bool,
    exempt: bool,
) -> None:
    """Take down an answer. A check of the clock is one too, unless the house exempts it (LB-36)."""
    if decision.act == "check":
        if binds(options, seven=seven) and not (exempt and decision.by == CLOCK):
            record.checkers.add(seat)
    elif decision.act == "call":
        record.callers.append(seat)
        if seven and any(option.act == "raise" for option in options):
            record.silent.add(seat)
    elif decision.act in ("bet", "raise"):  # LB-10: completing the bet is enough.
        record.callers.clear()
        record.silent.clear()


def voids(record: Record, betting: Sequence[Seat], values: Mapping[Seat, int]) -> bool:
    """Whether all betting after the draw is void: a checked seven or better is the best, or ties
    for the best, of the hands that contest it (LB-08, LB-38).
    """
    return not record.checkers.isdisjoint(best(betting, values))


def over_callers(record: Record, betting: Sequence[Seat], values: Mapping[Seat, int]) -> list[Seat]:
    """Who gets their call of a short all-in back: made behind a seven or better that only
    called, and lost to it (LB-10).
    """
    winners = best(betting, values)
    if record.silent.isdisjoint(winners):
        return []
    first = min(record.callers.index(seat) for seat in winners if seat in record.silent)
    return [s for s in record.callers[first + 1 :] if s in betting and s not in winners]


def eligible(record: Record, seats: Sequence[Seat]) -> list[Seat]:
    """Who may win a pot where the rule takes it away: the checkers only if nobody else is left
    (LB-09, LB-38).
    """
    return [seat for seat in seats if seat not in record.checkers] or list(seats)
