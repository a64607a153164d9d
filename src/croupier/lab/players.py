"""Players that play the lab's best at a real table, and the tables they sit at."""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from random import Random
from typing import Any, Final

from croupier import bots
from croupier.core import catalogue, fair, prices
from croupier.core.asks import Decision
from croupier.core.catalogue import Game
from croupier.core.felt import BOARD, HOUSE, Chips, Seat, Spot
from croupier.core.hand import Hand
from croupier.lab import hints
from croupier.lab.games import blackjack, casino_holdem, heads_up_holdem
from croupier.lab.kernels import holdings
from croupier.lab.simulation import NOTHING, Block, Job, together
from croupier.ranks import twentyone

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
    for first in range(0, job.hands, HANDS):
        yield play_hands(job, first, min(HANDS, job.hands - first))


def play_hands(job: Job, first: int, many: int) -> Block:
    """So many hands from a number on, each from a seed of its own."""
    table, total = Sitting(job), NOTHING
    for number in range(first, first + many):
        net, staked = table.play(number)
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
        self.alone = self.game.SEATS.start == 1
        self.seats = [ME] if self.alone else list(range(1, self._size() + 1))
        self.last: Hand | None = None
        self.window = ""
        """The clause of the betting window that was answered in this hand."""

    def _size(self) -> int:
        most = getattr(self.rules, "max_seats", MOST_SEATS)
        return max(self.game.SEATS.start, min(MOST_SEATS, most, self.game.SEATS.stop - 1))

    def play(self, number: int) -> tuple[int, int]:
        """One hand: what the first seat gained, and all that it staked."""
        digest = blake2b(f"{self.job.seed}/{number}".encode(), digest_size=fair.SEED_BYTES).digest()
        last = None if self.alone else self.last  # A house game is dealt from a fresh shoe.
        deal = fair.next_deal(digest, self.game, self.rules, last)
        hand = Hand(self.game, self.rules, self._chips(last), deal, last.carry if last else None)
        self.window = ""
        chance, before = Random(number), hand.felt.chips[ME, "stack"]
        while not hand.over:
            self._answer(hand, chance)
        self.last = hand
        return hand.felt.chips[ME, "stack"] - before, _staked(hand)

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
        player = PLAYERS.get(self.job.game)
        if player and seat == ME:
            hand.decide(seat, player(hand, seat, self.job.options))
        else:
            hand.decide(seat, bots.bot(self.game)(bots.seen(hand, seat), chance))

    def _bet(self, hand: Hand, chance: Random) -> None:
        """The least bets in an open window; in a house game the lab's."""
        for seat in list(hand.ask.options if hand.ask else ()):
            if self.alone:
                for spot, amount in _bets(self.game, self.unit, self.job.options):
                    hand.decide(seat, Decision("bet", amount, spot))
            elif hand.asked(seat):
                decision = bots.bot(self.game)(bots.seen(hand, seat), chance)
                hand.decide(seat, decision)


def _staked(hand: Hand) -> int:
    """All that the first seat put down and did not withdraw."""
    moves = [event for event in hand.events if type(event) is Chips]
    down = sum(move.amount for move in moves if move.src == (ME, "stack"))
    return down - sum(move.amount for move in moves if move.why == "withdraw" and move.dst[0] == ME)


def _bets(game: Game, unit: int, options: dict[str, Any]) -> list[tuple[Spot, int]]:
    word = "box 1" if catalogue.name(game) == "blackjack" else "ante"
    bets: list[tuple[Spot, int]] = [((ME, word), unit)]
    return [*bets, ((ME, "bonus"), unit)] if options.get("bonus") else bets


def _casino_holdem(hand: Hand, _: Seat, options: dict[str, Any]) -> Decision:
    felt = hand.felt
    at = holdings.real(felt.cards[BOARD], felt.cards[HOUSE, "player"])
    calls = casino_holdem.calls(hand.opening.rules, bonus=bool(options.get("bonus")))
    return Decision("call" if calls[at] else "fold")


def _heads_up(hand: Hand, seat: Seat, _: dict[str, Any]) -> Decision:
    house, view, offered = hand.opening.rules, hand.view(seat), hand.asked(seat)
    hole, board = view.cards[seat, "hole"], view.cards.get(BOARD, ())
    solved = heads_up_holdem.solve(house)
    raised = offered[-1]
    if len(board) == 5:
        best = hints.best(hints.value_of_options(hand, seat))
        yes = best is not None and best[0] == "raise"
        return Decision("raise", raised.low, raised.spot) if yes else Decision(offered[0].act)
    if board:
        at = holdings.real(board, hole)
        yes = bool(solved.raise_flop[at] > solved.check_flop[at])
    else:
        yes = bool(solved.raises_preflop[holdings.starts()[holdings.hole_number(hole)]])
    return Decision("raise", raised.high, raised.spot) if yes else Decision(offered[0].act)


def _blackjack(hand: Hand, seat: Seat, options: dict[str, Any]) -> Decision:
    offered = {option.act: option for option in hand.asked(seat)}
    if "stand" not in offered:
        return Decision("decline")
    stand = offered["stand"]
    tables = blackjack.tables(hand.opening.rules, options.get("play", "total"))
    cards, box = hand.felt.cards[HOUSE, stand.spot[1]], stand.spot[1].partition(".")[0]
    ranks = [twentyone.value(card) - 1 for card in cards]
    up = twentyone.value(hand.felt.cards[HOUSE, "dealer"][0]) - 1
    at = blackjack.number(ranks)
    split = sum(spot[1].partition(".")[0] == box for spot in hand.felt.cards) > 1
    acts = tuple(blackjack.FIRST_ACTS)
    if not split and len(cards) == 2:
        act = acts[tables.first[up, at]]
    elif split and "split" in offered:
        act = "split"  # A pair that was split is split again.
    elif split and len(cards) == 2 and tables.split_doubles[up, ranks[0], at]:
        act = "double"
    else:
        act = acts[(tables.split_acts[up, ranks[0]] if split else tables.acts[up])[at]]
    option = offered.get(act, stand)
    return Decision(option.act, option.high, option.spot)


PLAYERS: Final[dict[str, Player]] = {
    "casino-holdem": _casino_holdem,
    "heads-up-holdem": _heads_up,
    "blackjack": _blackjack,
}
