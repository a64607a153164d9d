"""Push Nine in numbers: how hands are spread, and how often the best of them is a tie."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Final

from croupier.core.cards import Card
from croupier.lab.games.push_nine.counting import counted
from croupier.lab.odds import Odds
from croupier.ranks import pushnine

DEALS: Final = 22_100


def spread() -> dict[str, Fraction]:
    """How likely each hand is, the best first."""
    counts: dict[int, int] = {}
    for ranks in combinations_with_replacement(range(13), 3):
        value = pushnine.value([Card(4 * rank + at) for at, rank in enumerate(ranks)])
        ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        counts[value] = counts.get(value, 0) + ways
    return {pushnine.name(v): Fraction(counts[v], DEALS) for v in sorted(counts, reverse=True)}


def odds(rules: Any = None) -> Odds:  # noqa: ARG001 - no rule of the house changes a chance.
    """The hands and the chance of a push; the house takes a collection and has no edge."""
    hands, pushes = spread(), counted()
    return Odds(
        game="push-nine",
        house_edge=None,
        house_edge_float=None,
        average_bet=None,
        std_dev=None,
        frequencies={
            **{name: float(share) for name, share in hands.items()},
            **{f"push with {n} players": float(chance) for n, chance in pushes.items()},
        },
        bets={},
        spreads={},
        exact=True,
        method="all hands by ranks; ties over every deal, by which cards the hands use",
        notes=(
            "players play each other: there is no house edge, only the collection (PN-36)",
            "a push is counted as if nobody folded",
        ),
        details={
            "hands_exact": {name: str(share) for name, share in hands.items()},
            "pushes": {
                str(n): {"chance": float(chance), "standard_error": 0.0, "exact": str(chance)}
                for n, chance in pushes.items()
            },
        },
    )
