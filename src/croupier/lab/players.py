"""Players that play the lab's best at a real table, and the tables they sit at."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from random import Random
from typing import Any, Final

from croupier import bots, lab
from croupier.core import catalogue, fair, prices
from croupier.core.asks import Decision
from croupier.core.felt import Chips, Seat, Spot
from croupier.core.hand import Hand
from croupier.lab.simulation import NOTHING, Block, Job, together

HANDS: Final = 500
"""Hands of a block: tables are slower than kernels."""
STACK: Final = 1_000
"""First bets that everybody sits down with."""
ME: Final = 1
MOST_SEATS: Final = 6

Player = Callable[[Hand, Seat, dict[str, Any]], Decision]


def unit_of(job: Job) -> int:
    """The first bet in the smallest unit of money."""
    house = _rules(job)
    words = ("ante_min", "table_min", "ante", "big_blind")
    found = next((getattr(house, word) for word in words if getattr(house, word, 0)), 0)
    return int(found or house.chip)


def blocks(job: Job) -> Iterator[Block]:
    """Real hands through the rules, some at a time."""
    table = Sitting(job)
    for first in range(0, job.hands, HANDS):
        yield play_hands(table, first, min(HANDS, job.hands - first))


def play_hands(table: "Sitting", first: int, many: int) -> Block:
    """`many` hands from a number on, each from a seed of its own."""
    total = NOTHING
    for number in range(first, first + many):
        nets, staked = table.play(number)
        net = nets[ME]
        lost = int(net < 0)
        total = together(total, Block(1, {net: 1}, staked, lost, lost, lost, 0, 0))
    return total


def _rules(job: Job) -> Any:
    return prices.convert(job.rules, catalogue.game(job.game).Rules)


class Sitting:
    """A table where the first seat plays as the lab says, and bots fill the others."""

    def __init__(self, job: Job) -> None:
        self.job, self.game, self.rules = job, catalogue.game(job.game), _rules(job)
        self.unit = unit_of(job)
        self.player: Player | None = getattr(lab.known(job.game), "decision", None)
        self.alone = self.game.SEATS.start == 1
        self.seats = [ME] if self.alone else list(range(1, self._size() + 1))
        self.last: Hand | None = None
        self.window = ""
        """The clause of the betting window that was answered in this hand."""

    def _size(self) -> int:
        most = getattr(self.rules, "max_seats", MOST_SEATS)
        return max(self.game.SEATS.start, min(MOST_SEATS, most, self.game.SEATS.stop - 1))

    def play(self, number: int) -> tuple[dict[Seat, int], int]:
        """One hand: what each seat gained, and all that the first one staked."""
        digest = blake2b(f"{self.job.seed}/{number}".encode(), digest_size=fair.SEED_BYTES).digest()
        last = None if self.alone else self.last  # A house game is dealt from a fresh shoe.
        deal = fair.next_deal(digest, self.game, self.rules, last)
        brought = self._chips(last)  # A hand posts blinds and antes as soon as it begins.
        hand = Hand(self.game, self.rules, brought, deal, last.carry if last else None)
        self.window, chance = "", Random(number)
        while not hand.over:
            self._answer(hand, chance)
        self.last = hand
        nets = {seat: owned(hand.felt.chips, seat) - owned(brought, seat) for seat in self.seats}
        return nets, _staked(hand)

    def _chips(self, last: Hand | None) -> dict[Spot, int]:
        """Everybody sits down with the same; what is carried stays where it lies."""
        chips = {(seat, "stack"): STACK * self.unit for seat in self.seats}
        kept = last.felt.chips.items() if last else ()
        return chips | {
            spot: many for spot, many in kept if many and spot[1] not in ("stack", "bank", "drop")
        }

    def _answer(self, hand: Hand, chance: Random) -> None:
        if hand.ask is None:
            return
        asked = [seat for seat in hand.ask.options if seat in self.seats]
        if hand.ask.open or not asked:
            if hand.ask.open and asked and self.window != hand.ask.clause:
                self.window = hand.ask.clause  # One bet each; then the window closes.
                self._bet(hand, chance)
            hand.expire()
            return
        seat = asked[0]
        if self.player and seat == ME:
            hand.decide(seat, self.player(hand, seat, self.job.options))
        else:
            hand.decide(seat, bots.bot(self.game)(bots.seen(hand, seat), chance))

    def _bet(self, hand: Hand, chance: Random) -> None:
        """The least bets in an open window; in a house game the lab's."""
        for seat in list(hand.ask.options if hand.ask else ()):
            if self.alone:
                for spot, amount in _bets(self.job.game, self.unit, self.job.options):
                    hand.decide(seat, Decision("bet", amount, spot))
            elif hand.asked(seat):
                decision = bots.bot(self.game)(bots.seen(hand, seat), chance)
                hand.decide(seat, decision)


def owned(chips: Mapping[Spot, int], seat: Seat) -> int:
    """All chips that lie on the spots of a seat."""
    return sum(many for spot, many in chips.items() if spot[0] == seat)


def _staked(hand: Hand) -> int:
    """All that the first seat put down and did not withdraw."""
    moves = [event for event in hand.events if type(event) is Chips]
    down = sum(move.amount for move in moves if move.src == (ME, "stack"))
    return down - sum(move.amount for move in moves if move.why == "withdraw" and move.dst[0] == ME)


def _bets(game: str, unit: int, options: dict[str, Any]) -> list[tuple[Spot, int]]:
    stakes: dict[str, int] = lab.of(game).stakes(**options)
    return [((ME, word), times * unit) for word, times in stakes.items()]
