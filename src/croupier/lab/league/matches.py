"""A match: the same deals for every entrant in every seat, through the rules.

A *set* is one deal, played as often as there are entrants, each time with everybody one seat
further; in a house game everybody plays it alone. What an entrant gains in a set is the unit of
all statistics. A set is a pure function of the match and its number.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from croupier import bots
from croupier.bots import Bot
from croupier.core import catalogue, fair, prices
from croupier.core.felt import Seat, Spot
from croupier.core.hand import Hand
from croupier.lab.league import imagined
from croupier.lab.league.entrants import entrant
from croupier.lab.league.luck import luck
from croupier.lab.players import owned

BLOCK: Final = 25
"""Sets that are played at one go."""
MILLI: Final = 1000


class Match(Struct, frozen=True):
    """Who plays what, from which seed."""

    game: str
    rules: Any
    """As plain data, so that it can be sent to another process."""
    entrants: tuple[str, ...]
    stack: int
    """What everybody sits down with in each hand, in the least bets."""
    seed: int


class Tally(Struct, frozen=True):
    """Sums of what an entrant gained in each set, in thousandths of the least bet a hand."""

    sets: int = 0
    total: float = 0.0
    squares: float = 0.0
    raw: float = 0.0
    raw_squares: float = 0.0
    shift: float = 0.0
    shift_squares: float = 0.0
    shift_gains: float = 0.0
    """What the gain would have been more over all hands a bot might have held: nothing on average,
    so that any part of it may be added (`imagined`).
    """
    faults: int = 0
    """Answers that were not allowed, or errors: the clock answered instead."""

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        fields = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Tally(*(one + two for one, two in fields))


class Ended(NamedTuple):
    """What a hand brought each seat: how much, how much of it by luck of the board, how much more
    it would have been over other cards; and its faults.
    """

    nets: dict[Seat, int]
    lucky: dict[Seat, float]
    shift: dict[Seat, float]
    faults: dict[Seat, int]


def played(match: Match, block: int) -> tuple[Tally, ...]:
    """The sets of a block."""
    total = tuple(Tally() for _ in match.entrants)
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        total = tuple(one.plus(two) for one, two in zip(total, one_set(match, number), strict=True))
    return total


def one_set(match: Match, number: int) -> tuple[Tally, ...]:
    """One deal in all seats: what it brought each entrant."""
    sitting = _sitting(msgspec.json.encode(match))
    alone, many = sitting.alone, len(match.entrants)
    gains, raw, shifts, faults = ([0.0] * many for _ in range(4))
    for turn in range(many):
        seats = {1: turn} if alone else {at + 1: (at + turn) % many for at in range(many)}
        ended = sitting.hand(seats, number)
        for seat, who in seats.items():
            raw[who] += ended.nets[seat]
            gains[who] += ended.nets[seat] - ended.lucky.get(seat, 0.0)
            shifts[who] += ended.shift.get(seat, 0.0)
            faults[who] += ended.faults.get(seat, 0)
    scale = MILLI / sitting.rules.stake / (1 if alone else many)
    if alone:  # Against the house what counts is how much better one did than the others.
        gains, raw = _beside(gains), _beside(raw)
    return tuple(
        _tally(gain * scale, plain * scale, shift * scale, int(bad))
        for gain, plain, shift, bad in zip(gains, raw, shifts, faults, strict=True)
    )


def _beside(gains: Sequence[float]) -> list[float]:
    others = len(gains) - 1
    return [gain - (sum(gains) - gain) / others for gain in gains]


def _tally(gain: float, raw: float, shift: float, faults: int) -> Tally:
    both = shift * shift, shift * gain
    return Tally(1, gain, gain * gain, raw, raw * raw, shift, *both, faults)


class Sitting:
    """The table of a match."""

    def __init__(self, match: Match) -> None:
        self.match, self.game = match, catalogue.game(match.game)
        self.rules = prices.convert(match.rules, self.game.Rules)
        self.players = [entrant(named, self.game) for named in match.entrants]
        self.alone = self.game.SEATS.start == 1

    def hand(self, seats: Mapping[Seat, int], number: int) -> Ended:
        """One hand with these entrants in these seats."""
        seed = fair.seed_of(f"league/{self.match.seed}/{number}")
        deal = fair.deal(seed, self.game.pack(self.rules), self.game.LOTS)
        brought: dict[Spot, int] = {
            (seat, "stack"): self.match.stack * self.rules.stake for seat in seats
        }
        hand = Hand(self.game, self.rules, brought, deal)
        whims = {s: Random(f"{self.match.seed}/{number}/{who}") for s, who in seats.items()}
        players = {seat: self.players[who] for seat, who in seats.items()}
        known = imagined.watched(self.game, players)
        faults = finish(hand, players | known, whims)
        nets = {s: owned(hand.felt.chips, s) - owned(brought, s) for s in seats}
        lucky = luck(hand)
        shift: dict[Seat, float] = {}
        for seat, player in known.items() if not faults else ():
            more = imagined.averaged(hand, seat, player.reach, nets) - nets[seat]
            more += lucky.get(seat, 0.0)
            shift = {other: more if other == seat else -more for other in seats}
        return Ended(nets, lucky, shift, faults)


@lru_cache(64)
def _sitting(match: bytes) -> Sitting:
    return Sitting(msgspec.json.decode(match, type=Match))


def finish(
    hand: Hand, players: Mapping[Seat, Bot], whims: Mapping[Seat, Random]
) -> dict[Seat, int]:
    """Play a hand to its end; a window is open for one act of each seat. The clock answers for a
    player that fails or may not do what it wants; counts how often.
    """
    faults: dict[Seat, int] = {}
    while (question := hand.ask) is not None:
        for seat in list(question.options):
            if hand.ask is question and hand.asked(seat):
                try:
                    hand.decide(seat, players[seat](bots.seen(hand, seat), whims[seat]))
                except Exception:  # noqa: BLE001 - One player may fail, never the league.
                    faults[seat] = faults.get(seat, 0) + 1
                    if hand.ask is question and not question.open:
                        hand.expire(seat)
        if hand.ask is question and (question.open or not question.options):
            hand.expire()
    return faults
