"""What a hand would have brought with any other cards that a bot might have held.

The other player cannot see them: whatever it did, it would have done to all of them. So where a bot
says what it does with every hand, its result may be averaged over all hands with which it would
have done the same, each as often as it would have (imaginary observations: Bowling et al. 2008;
with the chance nodes of `luck` this is AIVAT without the decisions). The mean stays what it was.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from random import Random

import numpy as np

from croupier.bots import Bot, Seen
from croupier.core.asks import Decision
from croupier.core.catalogue import Game
from croupier.core.felt import DECK, Cards, Said, Seat, View
from croupier.core.hand import Hand as Played
from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.evaluator import Keys, Moves, Values
from croupier.lab.kernels.jit import kernel
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.league.luck import kind_of, turns
from croupier.lab.solve import allin, buckets
from croupier.lab.strong.plans import Plan
from croupier.procedure.pots import pot_size

Planner = Callable[[Seen], Plan | None]


class Watched:
    """A player by its plan; counts how often each hand would have done all that it did."""

    def __init__(self, bot: Bot, plan: Planner) -> None:
        self.bot, self.plan, self.reach = bot, plan, np.ones(len(buckets.HANDS))

    def __call__(self, sight: Seen, chance: Random) -> Decision:
        """One decision, the same that the bot itself would make."""
        plan = self.plan(sight)
        if plan is None:
            return self.bot(sight, chance)
        done = plan.drawn(sight, chance)
        self.reach *= plan.often(done)
        return done


def watched(game: Game, players: Mapping[Seat, Bot]) -> dict[Seat, Watched]:
    """One of two players whose plan can be known, by its seat."""
    for seat, bot in players.items() if len(players) == 2 and kind_of(game) == "holdem" else ():
        plan = getattr(import_module(bot.__module__), "plan", None)
        if plan is not None:
            return {seat: Watched(bot, plan)}
    return {}


@kernel
def _shares(
    known: Ints, rest: Ints, a: Ints, b: Ints, one: int, two: int,
    keys: Keys, moves: Moves, slots: Values, suited: Values, found: Floats,
) -> None:  # fmt: skip
    """What part of the pot each hand wins against one other over some boards; 0 where it cannot
    be held beside it.
    """
    cards, many = np.empty(7, np.int64), np.zeros(a.size)
    cards[: known.size] = known
    found[:] = 0.0
    for at in range(len(rest)):
        gone = (np.int64(1) << one) | (np.int64(1) << two)
        cards[known.size : 5] = rest[at]
        for n in range(5):
            gone |= np.int64(1) << cards[n]
        base = buckets.five(cards, keys)
        cards[5], cards[6] = one, two
        theirs = buckets.seven(base, cards, keys, moves, slots, suited)
        for hand in range(a.size):
            if not ((gone >> a[hand]) | (gone >> b[hand])) & 1:
                cards[5], cards[6] = a[hand], b[hand]
                ours = buckets.seven(base, cards, keys, moves, slots, suited)
                found[hand] += 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
                many[hand] += 1
    for hand in range(a.size):
        found[hand] /= max(many[hand], 1.0)


@lru_cache(64)
def shares(board: tuple[int, ...], other: tuple[int, ...]) -> Floats:
    """What part every hand wins against one: before the flop by its class, then over all boards."""
    classes = buckets.starting()
    if not board:
        before: Floats = allin.equities()[classes, buckets.preflop(*other)]
        return before
    left = [card for card in range(52) if card not in {*board, *other}]
    found, known = np.empty(len(classes)), np.array(board, np.int64)
    some = list(combinations(left, 5 - len(board)))
    rest = np.array(some, np.int64).reshape(len(some), -1 if some[0] else 0)
    (a, b), (one, two) = buckets.SIDES, other
    _shares(known, rest, a, b, one, two, *evaluator.tables(7), found)
    return found


def averaged(hand: Played, seat: Seat, reach: Floats, nets: Mapping[Seat, int]) -> float:
    """What a seat gained without the luck of the board, over all hands it might have held: with
    each it would have come here as often as `reach` says.
    """
    rival = next(other for other in nets if other != seat)
    dealt = list(turns(hand))
    hole, board = holes(hand)[rival], dealt[-1].after if dealt else ()
    gained = np.full(len(reach), float(nets[seat]))
    if not folded(hand):
        half = most(hand) / 2
        gained = (2 * half + sum(nets.values())) * shares(board, hole) - half
    for turn in dealt:
        gained -= turn.pot * (shares(turn.after, hole) - shares(turn.before, hole))
    weights = np.where(buckets.taken((*board, *hole)), 0.0, reach)
    return float(weights @ gained / weights.sum())


def holes(hand: Played) -> dict[Seat, tuple[int, ...]]:
    """The cards that each seat was dealt."""
    found: dict[Seat, tuple[int, ...]] = {}
    for event in hand.events:
        if isinstance(event, Cards) and event.src == DECK and event.dst[1] == "hole":
            seat = event.dst[0]
            found[seat] = (*found.get(seat, ()), *(int(card) for card in event.cards))
    return found


def folded(hand: Played) -> bool:
    """Whether it ended before cards were compared."""
    return any(isinstance(event, Said) and event.what == "fold" for event in hand.events)


def most(hand: Played) -> int:
    """The largest pot that lay there: of two players who compare cards each has put in half."""
    view, found = View(dict(hand.brought), {}, len(hand.opening.deal.cards)), 0
    for event in hand.events:
        view.take(event)
        found = max(found, pot_size(view.chips))
    return found
