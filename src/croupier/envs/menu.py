"""What may be done as numbered slots: an ask becomes a mask, a slot becomes a decision.

The slots of a game are always the same, whoever is asked for whatever: a game declares them once
as a `Spread`. A slot is legal if an option that is offered now fills it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.core.asks import Ask, Decision, Option, spoken
from croupier.core.felt import NOWHERE, Seat, Spot

Fineness = Literal["pot", "fine", "full"]
"""How finely bets are cut: some parts of the pot, more of them, or any amount."""
Mask = NDArray[np.int8]

LEAST: Final = (0, 1)
MOST: Final = (-1, 1)
POT_SIZES: Final = (LEAST, (1, 3), (1, 2), (3, 4), (1, 1), (3, 2), (2, 1), MOST)
"""Raises by parts of the pot after calling, as fractions; first the least, last all-in."""
FINE_SIZES: Final = (
    LEAST,
    *((1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4)),
    *((1, 1), (5, 4), (3, 2), (7, 4), (2, 1), (3, 1), (4, 1)),
    MOST,
)
STAKES: Final = (1, 2, 5, 10, 0)
"""Stakes in a betting window as multiples of the least; 0 is the most."""
ALL: Final = (0,)


class Spread(Struct, frozen=True):
    """The slots of a game, in the order in which they are numbered."""

    acts: tuple[tuple[str, ...], ...]
    """Words that share a slot because no ask offers two of them. First what gives up or declines,
    then what goes along; an amount is the least.
    """
    bets: tuple[str, ...] = ()
    """Acts that are sized by the pot."""
    stakes: dict[str, tuple[int, ...]] = {}
    """Acts that are sized by multiples of the least, and which; 0 is the most."""
    others: tuple[str, ...] = ()
    """Acts that name another player: a slot for each, counted from oneself."""
    cards: tuple[tuple[str, int, int, int], ...] = ()
    """Acts that choose cards: the word, of how many, the fewest and the most. A slot for each
    choice among the cards in rising order.
    """
    asks: tuple[str, ...] = ()
    """The clauses by which the game asks, for the observation."""
    streets: tuple[int, ...] = ()
    """The numbers of open house cards that make a street."""
    unit: str = "big_blind"
    """The rule in which chips are counted."""
    mine: str = ""
    """How the spots of the house begin whose cards are the player's own."""
    by_rank: bool = False
    """Whether only the ranks of cards are told apart."""


class Menu:
    """The slots of a game at a table of some seats."""

    def __init__(self, spread: Spread, seats: int, fineness: Fineness = "pot") -> None:
        self.spread, self.seats, self.full = spread, seats, fineness == "full"
        self.sizes = {"pot": POT_SIZES, "fine": FINE_SIZES, "full": (LEAST,)}[fineness]
        self.named = {word: at for at, words in enumerate(spread.acts) for word in words}
        sized = {*spread.bets, *spread.stakes, *spread.others}
        self.plain = {word for word in self.named if word not in sized}
        """Words with one slot, unless cards are chosen with them."""
        self.first: dict[str, int] = {}
        """Where the slots of an act begin that has more than one."""
        self.choices: dict[str, list[tuple[int, ...]]] = {}
        self.masks: dict[tuple[int, ...], Mask] = {}
        self.size = len(spread.acts)
        for word, many in self._rows():
            self.first[word], self.size = self.size, self.size + many
        for word in spread.bets[1:]:  # One slot for a size, whether it is a bet or a raise.
            self.first[word] = self.first[spread.bets[0]]

    def _rows(self) -> Iterator[tuple[str, int]]:
        """The acts with more than one slot, and how many."""
        for word in self.spread.bets[:1]:
            yield word, len(self.sizes)
        for word, times in self.spread.stakes.items():
            yield word, 1 if self.full else len(times)
        for word in self.spread.others:
            yield word, self.seats - 1
        for word, of, fewest, most in self.spread.cards:
            found = [c for many in range(fewest, most + 1) for c in combinations(range(of), many)]
            self.choices[word] = found
            yield word, len(found)

    def slots(
        self, chips: Mapping[Spot, int], ask: Ask, seat: Seat, pot: int
    ) -> dict[int, Decision]:
        """What a seat may do now, with this in the pot: the decision of each legal slot."""
        found: dict[int, Decision] = {}
        if ask.open:
            found[0] = Decision(spoken("pass"))
        offered = ask.options.get(seat, ())
        for option in offered:
            act = option.act
            if act in self.plain and not option.cards:
                found.setdefault(self.named[act], Decision(act, option.low, option.spot))
            elif act in self.spread.bets:
                call = sum([one.low for one in offered if one.act == "call"])
                self._bets(found, option, chips.get((seat, "bet"), 0) + call, pot + call)
            elif act in self.spread.stakes:
                self._stakes(found, option)
            elif act in self.choices and option.cards:
                self._choices(found, option, ask, seat)
            elif act in self.spread.others:
                at = self.first[act] + (option.spot[0] - seat) % self.seats - 1
                found[at] = Decision(
                    act, fitted(option, (option.low + option.high) // 2), option.spot
                )
            elif act in self.named:
                cards = option.cards[: option.high]
                amount = 0 if cards else option.low
                found.setdefault(self.named[act], Decision(act, amount, option.spot, cards))
        return found

    def _bets(self, found: dict[int, Decision], option: Option, stands: int, pot: int) -> None:
        """A raise by parts of the pot after calling; where two come to the same chips, the first
        slot keeps them.
        """
        act, low, high, step, spot = option.act, option.low, option.high, option.step, option.spot
        found[self.first[act]] = Decision(act, low, spot)
        if low == high:
            return
        before = low
        for at, (over, under) in enumerate(self.sizes[1:], self.first[act] + 1):
            to = stands + pot * over // under if over > 0 else high
            if to <= before:
                continue
            to = min(to, high)
            to -= (to - low) % step
            if to > before:
                before = to
                found[at] = Decision(act, to, spot)
            if to == high:  # Nor is any larger size another.
                return

    def _stakes(self, found: dict[int, Decision], option: Option) -> None:
        first, before = self.first[option.act], 0
        times = ALL if self.full else self.spread.stakes[option.act]
        for at, many in enumerate(times, first):
            to = fitted(option, many * option.low if many else option.high)
            if before < to and many * option.low <= option.high and at not in found:
                before = to
                found[at] = Decision(option.act, to, option.spot)

    def _choices(self, found: dict[int, Decision], option: Option, ask: Ask, seat: Seat) -> None:
        """Cards in rising order; what the ask's judge refuses is left out."""
        cards, first = sorted(option.cards), self.first[option.act]
        for at, choice in enumerate(self.choices[option.act], first):
            if option.low <= len(choice) <= option.high and choice[-1] < len(cards):
                decision = Decision(option.act, 0, option.spot, tuple(cards[n] for n in choice))
                if not (ask.judge and ask.judge(seat, decision)):
                    found[at] = decision

    def sized(self, decision: Decision, ask: Ask, seat: Seat, part: float) -> Decision:
        """The decision of a slot with another amount: a part of the way from least to most."""
        for option in ask.options.get(seat, ()):
            if option.act == decision.act and option.spot == decision.spot and not option.cards:
                to = option.low + int(part * (option.high - option.low))
                return Decision(option.act, fitted(option, to), option.spot)
        return decision

    def mask(self, slots: Iterable[int]) -> Mask:
        """A one for each legal slot."""
        key = tuple(slots)
        known = self.masks.get(key)
        if known is None:
            known = self.masks[key] = np.zeros(self.size, np.int8)
            known[list(key)] = 1
        return known.copy()

    def names(self) -> list[str]:
        """What each slot is called."""
        said = ["/".join(words) for words in self.spread.acts]
        for word, many in self._rows():
            said += [f"{word} {at}" for at in range(many)]
        return said


def fitted(option: Option, amount: int) -> int:
    """The largest amount that an option allows up to this one, or its least."""
    low, step = option.low, option.step
    return low + (min(max(amount, low), option.high) - low) // step * step


def declined(decision: Decision) -> bool:
    """Whether a slot only passes in a betting window, which needs no answer."""
    return decision.act == "pass" and decision.spot == NOWHERE
