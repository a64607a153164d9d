"""What a bet on first cards costs: every set of cards counted, suits and all."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

from croupier.core.cards import PACK
from croupier.games.blackjack import Rules, listed
from croupier.lab.odds import Portion, Spread, lines, spread
from croupier.ranks.pays import FirstBet


def deals(bet: FirstBet, decks: int) -> int:
    """How many sets of first cards there are."""
    return comb(52 * decks, bet.size)


@lru_cache(16)
def rows(bet: FirstBet, decks: int) -> dict[str, int]:
    """How many sets each row of the table pays, under nothing those that lose."""
    found = dict.fromkeys((*bet.pays.rows, ""), 0)
    for cards in combinations_with_replacement(PACK, bet.size):
        many = 1
        for card in set(cards):
            many *= comb(decks, cards.count(card))
        if many:
            found[bet.pays.row(bet.value(cards))] += many
    return found


def side_spread(bet: FirstBet, decks: int) -> Spread:
    """All results of the bet."""
    counts: dict[Fraction, int] = {}
    for name, many in rows(bet, decks).items():
        net = Fraction(bet.pays.rows[name]) if name else Fraction(-1)
        counts[net] = counts.get(net, 0) + many
    return spread(counts, deals(bet, decks))


def side_lines(bet: FirstBet, decks: int) -> tuple[Portion, ...]:
    """Where its money goes."""
    paid = {name: Fraction(price) for name, price in bet.pays.rows.items()}
    counts = {
        f"{bet.name}.{name}" if name else "lose": {paid.get(name, Fraction(-1)): many}
        for name, many in rows(bet, decks).items()
    }
    return lines(counts, deals(bet, decks), {f"{bet.name}.{name}": p for name, p in paid.items()})


def sides(rules: Rules) -> dict[str, FirstBet]:
    """The side bets of a house, by the names of their spots."""
    return {f"side {bet.name}": bet for bet in listed(rules)}
