"""The exact price of Three Card Poker: all 407,170,400 deals, by classes of equal hands.

Suits have no rank, so the 22,100 hands of a player are 1,755 classes; each meets the 18,424 hands
that are left to the dealer.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.core.asks import Decision, Option
from croupier.core.cards import PACK, RANKS, Card, text
from croupier.core.felt import Seat, View
from croupier.core.hand import Hand
from croupier.lab.charts import Cell, Chart, Strategy, Thumb
from croupier.lab.kernels.chance import DRAWS, card_beside
from croupier.lab.kernels.dealing import Nets, flop_number
from croupier.lab.kernels.jit import kernel
from croupier.lab.odds import Number, Odds, Portion, Spread, joined, lines, named, parts, spread
from croupier.lab.simulation import Play
from croupier.ranks.sets import unpack
from three_card_poker import PLAY, Rules, hands, qualified

GAME: Final = "three-card-poker"
HELD: Final = comb(52, 3)
DEALERS: Final = comb(49, 3)
DEALS: Final = HELD * DEALERS
METHOD: Final = "every hand of player and dealer counted, by classes that differ in suits alone"
CARDS: Final = 3
"""A question about the strategy may name three cards."""

Ints = NDArray[np.int64]


class Class(NamedTuple):
    """Hands that differ in suits alone, and whom they meet."""

    value: int
    many: int
    unqualified: int
    worse: int
    """Qualified dealers that are beaten."""
    equal: int

    @property
    def better(self) -> int:
        """The dealers that win."""
        return DEALERS - self.unqualified - self.worse - self.equal


@cache
def every_hand() -> tuple[Ints, Ints, Ints]:
    """All hands by their number: three cards, their value, and the number of their class."""
    cards = np.zeros((HELD, 3), np.int64)
    for three in combinations(PACK, 3):
        cards[flop_number(*three)] = sorted(three)
    values = np.array([hands.value([PACK[card] for card in three]) for three in cards.tolist()])
    codes = []
    for suits in permutations(range(4)):
        swapped = np.sort(cards // 4 * 4 + np.array(suits)[cards % 4], axis=1)
        codes.append(swapped @ np.array([52 * 52, 52, 1]))
    return cards, values, np.min(codes, axis=0)


@cache
def classes(qualifies: str) -> dict[int, Class]:
    """Every class by its number."""
    cards, values, codes = every_hand()
    masks = np.bitwise_or.reduce(np.int64(1) << cards, axis=1)
    line = values >= hands.high(hands.TOPS[qualifies])
    found = {}
    for code, first, many in zip(*np.unique(codes, return_index=True, return_counts=True),
                                 strict=True):  # fmt: skip
        met = (masks & masks[first]) == 0
        mine, strong = values[first], met & line
        found[int(code)] = Class(
            int(mine),
            int(many),
            int((met & ~line).sum()),
            int((strong & (values < mine)).sum()),
            int((strong & (values == mine)).sum()),
        )
    return found


def gain(rules: Rules, one: Class) -> Fraction:
    """What PLAY gains on average, in Antes; a FOLD loses one."""
    even = Fraction(one.unqualified + 2 * one.worse - 2 * one.better, DEALERS)
    return even + Fraction(rules.ante_bonus_pays.price(one.value) or 0)


def played(rules: Rules) -> list[Class]:
    """The classes that gain more by PLAY than by a FOLD."""
    return [one for one in classes(rules.dealer_qualifies).values() if gain(rules, one) > -1]


def edge(rules: Rules, bet: str) -> Number:
    """The price of Ante and Play by the Ante, or of Pair Plus."""
    if bet == "pair_plus":
        return -pair_plus(rules).mean
    every = classes(rules.dealer_qualifies).values()
    worth = sum((max(gain(rules, one), Fraction(-1)) * one.many for one in every), Fraction(0))
    return -worth / HELD


def cases(_: Rules, bet: str) -> int:
    """The deals that are counted for a bet: Pair Plus looks at three cards."""
    return HELD if bet == "pair_plus" else DEALS


def odds(rules: Rules) -> Odds:
    """The price of Ante and Play with the best decisions, and of Pair Plus."""
    chosen, ends = played(rules), list(_ends(rules))
    main = spread(joined((net, many) for _, net, many in ends), DEALS)
    often = sum(one.many for one in chosen) / HELD
    return Odds(
        game=GAME,
        house_edge=-Fraction(main.mean),
        house_edge_float=float(-main.mean),
        average_bet=1 + often,
        std_dev=main.std_dev,
        frequencies=_frequencies(chosen),
        bets={"ante": -main.mean, "pair_plus": -pair_plus(rules).mean},
        spreads={"ante and play": main, "pair_plus": pair_plus(rules)},
        lines={
            "ante and play": lines(named(ends), DEALS, _paths(rules, "ante_bonus_pays")),
            "pair_plus": _pair_plus_lines(rules),
        },
        exact=True,
        method=METHOD,
        notes=(
            "the edge is by the Ante; the Ante Bonus is part of it",
            "prices are paid exactly; a stake that must be rounded costs less than a cent more",
        ),
    )


def _ends(rules: Rules) -> Iterator[tuple[str, Fraction, int]]:
    """How rounds end: under what name, with what net result, in how many deals."""
    for one in classes(rules.dealer_qualifies).values():
        if gain(rules, one) <= -1:
            yield "fold", Fraction(-1), one.many * DEALERS
            continue
        row, bonus = rules.ante_bonus_pays.row(one.value), rules.ante_bonus_pays.price(one.value)
        extra = Fraction(bonus or 0)
        for name, net, many in (
            ("win", 1, one.unqualified),
            ("win", 2, one.worse),
            ("push", 0, one.equal),
            ("lose", -2, one.better),
        ):
            yield f"ante_bonus_pays.{row}" if row else name, net + extra, one.many * many


def pair_plus(rules: Rules) -> Spread:
    """How the results of Pair Plus are spread."""
    nets = ((_pair_net(rules, one), one.many) for one in _by_value(rules))
    return spread(joined(nets), HELD)


def _pair_net(rules: Rules, one: Class) -> Fraction:
    price = rules.pair_plus_pays.price(one.value)
    return Fraction(-1) if price is None else Fraction(price)


def _by_value(rules: Rules) -> list[Class]:
    return sorted(classes(rules.dealer_qualifies).values(), key=lambda one: -one.value)


def _pair_plus_lines(rules: Rules) -> tuple[Portion, ...]:
    rows = (
        (f"pair_plus_pays.{row}" if (row := rules.pair_plus_pays.row(one.value)) else "lose",
         _pair_net(rules, one), one.many)
        for one in _by_value(rules)
    )  # fmt: skip
    return lines(named(rows), HELD, _paths(rules, "pair_plus_pays"))


def _paths(rules: Rules, table: str) -> dict[str, Fraction]:
    return {f"{table}.{key}": Fraction(pays) for key, pays in getattr(rules, table).rows.items()}


def _frequencies(chosen: list[Class]) -> dict[str, float]:
    """How often a player folds and plays, and how plays end."""
    often = {
        "play": Fraction(sum(one.many for one in chosen), HELD),
        "dealer does not qualify": _met(chosen, "unqualified"),
        "play wins": _met(chosen, "worse"),
        "play pushes": _met(chosen, "equal"),
        "play loses": _met(chosen, "better"),
    }
    return {"fold": float(1 - often["play"]), **{key: float(one) for key, one in often.items()}}


def _met(chosen: list[Class], whom: str) -> Fraction:
    return Fraction(sum(one.many * getattr(one, whom) for one in chosen), DEALS)


# How to play.


def strategy(rules: Rules, cards: Sequence[Card] = ()) -> Strategy:
    """The lowest hand to play; with three cards, what PLAY gains with them."""
    lowest = min(played(rules), key=lambda one: one.value)
    facts = [f"PLAY {_short(lowest.value)} or better, FOLD everything below."]
    if cards:
        facts = [f"PLAY {text(cards)} gains {float(gain(rules, _class(rules, cards))):+.4f} Antes."]
    costs = {
        "always play": _cost(rules, 0),
        "play queen high or better": _cost(rules, _top("queen_high")),
        "play king high or better": _cost(rules, _top("king_high")),
    }
    thumbs = tuple(Thumb(rule, cost) for rule, cost in sorted(costs.items(), key=lambda o: o[1]))
    return Strategy(GAME, charts(rules), thumbs, tuple(facts))


def charts(rules: Rules) -> tuple[Chart, ...]:
    """PLAY or FOLD with the hands around the line: a queen and two lower cards."""
    queen = hands.TOPS["queen_high"]
    worth = {one.value: gain(rules, one) for one in classes(rules.dealer_qualifies).values()}

    def cell(middle: int, low: int) -> Cell:
        value = hands.high(queen, middle, low)
        if low >= middle or value not in worth:
            return Cell("", "check")
        plays = worth[value] > -1
        note = f"{_short(value)}: PLAY gains {float(worth[value]):+.4f}"
        return Cell("P" if plays else "F", "raise" if plays else "check", float(worth[value]), note)

    rows, columns = range(9, 0, -1), range(8, -1, -1)
    cells = tuple(tuple(cell(middle, low) for low in columns) for middle in rows)
    names = tuple(RANKS[low] for low in columns)
    title = "A queen and two lower cards: PLAY (P) or FOLD (F)"
    return (Chart(title, "middle, low", names, tuple(RANKS[one] for one in rows), cells),)


def _short(value: int) -> str:
    """A hand by its ranks: `Q-6-4`."""
    if value >= hands.LEAST["pair"]:
        return hands.name(value)
    return "-".join(RANKS[rank] for rank in unpack(value)[:3])


def _top(named_: str) -> int:
    return hands.high(hands.TOPS[named_])


def _cost(rules: Rules, least: int) -> float:
    """What it costs to play every hand from this value on, and no other, by the Ante."""
    lost = Fraction(0)
    for one in classes(rules.dealer_qualifies).values():
        now = gain(rules, one) if one.value >= least else Fraction(-1)
        lost += (max(gain(rules, one), Fraction(-1)) - now) * one.many
    return float(lost / HELD)


# At a real table.


def _class(rules: Rules, cards: Sequence[Card]) -> Class:
    number = flop_number(*map(int, cards))
    return classes(rules.dealer_qualifies)[int(every_hand()[2][number])]


def stakes() -> dict[str, int]:
    """An Ante."""
    return {"ante": 1}


def option_value(rules: Rules, view: View, seat: Seat, option: Option, _: int) -> Fraction:
    """What PLAY or FOLD gains on average."""
    ante, side = (view.chips.get((seat, word), 0) for word in ("ante", "pair_plus"))
    if option.act == "fold":
        return Fraction(-ante - side)
    one = _class(rules, view.cards[seat, "hole"])
    return gain(rules, one) * ante + _pair_net(rules, one) * side


def decision(hand: Hand, seat: Seat, _: dict[str, Any]) -> Decision:
    """PLAY where it gains more than the Ante's loss."""
    one = _class(hand.opening.rules, hand.felt.cards[seat, "hole"])
    play = next((option for option in hand.asked(seat) if option.act == PLAY), None)
    if play is None or gain(hand.opening.rules, one) <= -1:
        return Decision("fold")
    return Decision(PLAY, play.low, play.spot)


# By the million.


def dealer(rules: Rules) -> tuple[Play, int]:
    """A kernel that deals rounds at their best, and the parts of an Ante that it counts in."""
    _, values, codes = every_hand()
    known = classes(rules.dealer_qualifies)
    unit = parts(rules.ante_bonus_pays.rows.values())
    plays = np.array([gain(rules, known[code]) > -1 for code in codes.tolist()])
    prices = [rules.ante_bonus_pays.price(value) or Fraction(0) for value in values.tolist()]
    bonus = np.array([int(price * unit) for price in prices])
    line = np.array([qualified(rules, value) for value in values.tolist()])

    def deal(seed: int, first: int, nets: Nets, bets: Nets) -> None:
        deal_out(seed, first, values, plays, bonus, line, unit, nets, bets)

    return deal, unit


@kernel
def deal_out(
    seed: int,
    first: int,
    values: Ints,
    plays: NDArray[np.bool_],
    bonus: Ints,
    line: NDArray[np.bool_],
    unit: int,
    nets: Nets,
    bets: Nets,
) -> None:
    """Rounds of one player against the dealer."""
    cards = np.zeros(6, np.int64)
    for n in range(len(nets)):
        counter, taken = (first + n) * DRAWS, 0
        for at in range(6):
            cards[at], counter = card_beside(seed, counter, taken)
            taken |= 1 << cards[at]
        mine = flop_number(cards[0], cards[1], cards[2])
        other = flop_number(cards[3], cards[4], cards[5])
        if not plays[mine]:
            nets[n], bets[n] = -unit, unit
            continue
        net = bonus[mine]
        if not line[other]:
            net += unit
        elif values[mine] > values[other]:
            net += 2 * unit
        elif values[mine] < values[other]:
            net -= 2 * unit
        nets[n], bets[n] = net, 2 * unit
