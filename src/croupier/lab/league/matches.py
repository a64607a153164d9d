"""A match: the same deals for every entrant in every seat, through the rules.

A *set* is one deal, played as often as there are entrants, each time with everybody one seat
further; in a house game everybody plays it alone. What an entrant gains in a set is the unit of
all statistics. A set is a pure function of the match and its number.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier import bots
from croupier.bots import Bot
from croupier.core import catalogue, fair, prices
from croupier.core.felt import Seat, Spot
from croupier.core.hand import Hand
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
    faults: int = 0
    """Answers that were not allowed, or errors: the clock answered instead."""

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(
            self.sets + other.sets,
            self.total + other.total,
            self.squares + other.squares,
            self.raw + other.raw,
            self.raw_squares + other.raw_squares,
            self.faults + other.faults,
        )


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
    gains, raw, faults = [0.0] * many, [0.0] * many, [0] * many
    for turn in range(many):
        seats = {1: turn} if alone else {at + 1: (at + turn) % many for at in range(many)}
        nets, lucky, failed = sitting.hand(seats, number)
        for seat, who in seats.items():
            raw[who] += nets[seat]
            gains[who] += nets[seat] - lucky.get(seat, 0.0)
            faults[who] += failed.get(seat, 0)
    scale = MILLI / sitting.rules.stake / (1 if alone else many)
    if alone:  # Against the house what counts is how much better one did than the others.
        gains, raw = _beside(gains), _beside(raw)
    found = zip(gains, raw, faults, strict=True)
    return tuple(_tally(gain * scale, plain * scale, bad) for gain, plain, bad in found)


def _beside(gains: Sequence[float]) -> list[float]:
    others = len(gains) - 1
    return [gain - (sum(gains) - gain) / others for gain in gains]


def _tally(gain: float, raw: float, faults: int) -> Tally:
    return Tally(1, gain, gain * gain, raw, raw * raw, faults)


class Sitting:
    """The table of a match."""

    def __init__(self, match: Match) -> None:
        self.match, self.game = match, catalogue.game(match.game)
        self.rules = prices.convert(match.rules, self.game.Rules)
        self.players = [entrant(named, self.game) for named in match.entrants]
        self.alone = self.game.SEATS.start == 1

    def hand(
        self, seats: Mapping[Seat, int], number: int
    ) -> tuple[dict[Seat, int], dict[Seat, float], dict[Seat, int]]:
        """One hand: what each seat gained, how much of it by luck, and its faults."""
        seed = fair.seed_of(f"league/{self.match.seed}/{number}")
        deal = fair.deal(seed, self.game.pack(self.rules), self.game.LOTS)
        brought: dict[Spot, int] = {
            (seat, "stack"): self.match.stack * self.rules.stake for seat in seats
        }
        hand = Hand(self.game, self.rules, brought, deal)
        whims = {s: Random(f"{self.match.seed}/{number}/{who}") for s, who in seats.items()}
        faults = finish(hand, {seat: self.players[who] for seat, who in seats.items()}, whims)
        nets = {s: owned(hand.felt.chips, s) - owned(brought, s) for s in seats}
        return nets, luck(hand), faults


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
