"""The pay tables of hands: five cards of poker, two in the pocket, the first cards of a box."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

from croupier.core.cards import RANK, SUIT, Card
from croupier.core.prices import Hands, PayTable
from croupier.ranks import high, twentyone

_BEST: Final = 1 << 24
_JACK, _ACE = 9, 12

HIGH: Final = Hands(
    {key: range(least, _BEST) for key, least in high.LEAST.items()},
    tuple(key for key in high.LEAST if not key.startswith("pair_of")),
)
POCKET: Final = Hands(
    {
        "pocket_aces": range(4, 5),
        "pocket_pair": range(3, 5),
        "ace_face_suited": range(2, 3),
        "ace_face_offsuit": range(1, 2),
    }
)


def pocket(two: Sequence[Card]) -> int:
    """The value of two pocket cards: aces, another pair, an ace with K, Q or J, or 0 (HU-04)."""
    low, top = sorted(RANK[card] for card in two)
    if low == top:
        return 4 if top == _ACE else 3
    if top == _ACE and low >= _JACK:
        return 2 if SUIT[two[0]] == SUIT[two[1]] else 1
    return 0


PAIR: Final = Hands(
    {
        "perfect_pair": range(3, 4),
        "coloured_pair": range(2, 3),
        "mixed_pair": range(1, 2),
        "pair": range(1, 4),
    }
)
THREE: Final = Hands(
    {
        "suited_trips": range(5, 6),
        "straight_flush": range(4, 5),
        "trips": range(3, 4),
        "straight": range(2, 3),
        "flush": range(1, 2),
    }
)
TOTALS: Final = range(4, 22)
TOTAL: Final = Hands(
    {f"suited_{total}": range(2 * total + 1, 2 * total + 2) for total in TOTALS}
    | {f"total_{total}": range(2 * total, 2 * total + 2) for total in TOTALS}
)


def pair(two: Sequence[Card]) -> int:
    """The value of two cards of one rank: of one suit, of one colour, of two colours; else 0."""
    if RANK[two[0]] != RANK[two[1]]:
        return 0
    suits = {SUIT[card] for card in two}
    return 3 if len(suits) == 1 else 2 if suits in _COLOURS else 1


_COLOURS: Final = ({0, 3}, {1, 2})
"""The black suits and the red ones."""


def three(cards: Sequence[Card]) -> int:
    """The value of three cards as poker has them; an ace is high or low."""
    ranks = sorted(RANK[card] for card in cards)
    flush = len({SUIT[card] for card in cards}) == 1
    if ranks[0] == ranks[2]:
        return 5 if flush else 3
    straight = ranks[0] + 2 == ranks[1] + 1 == ranks[2] or ranks == [0, 1, _ACE]
    return 4 if flush and straight else 2 if straight else int(flush)


def total(two: Sequence[Card]) -> int:
    """Twice the blackjack total of two cards, and one more where they are of one suit."""
    return 2 * twentyone.total(two) + (SUIT[two[0]] == SUIT[two[1]])


class FirstPays(PayTable):
    """Prices of first cards: a pair, three cards of poker, or a total."""

    KINDS: ClassVar = {"pair": PAIR, "three": THREE, "total": TOTAL}
    __slots__ = ()


class FirstBet(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet on first cards: which they are, and what that pays. House choice."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
    evaluation: Literal["pair", "three", "total"]
    """`pair` and `total` look at a box's first two cards, `three` at the dealer's too."""
    pays: FirstPays

    def __post_init__(self) -> None:
        """Refuse a table of other hands than the bet looks at."""
        if self.pays.kind != self.evaluation:
            raise ValueError(f"pays must price a {self.evaluation}, as evaluation says")

    @property
    def size(self) -> int:
        """How many cards it looks at."""
        return 3 if self.evaluation == "three" else 2

    def value(self, cards: Sequence[Card]) -> int:
        """What the cards are worth."""
        return {"pair": pair, "three": three, "total": total}[self.evaluation](cards)


class HighPays(PayTable):
    """Prices of five-card hands."""

    KINDS: ClassVar = {"high": HIGH}
    __slots__ = ()


class SidePays(PayTable):
    """Prices of five-card hands or of pocket cards."""

    KINDS: ClassVar = {"high": HIGH, "pocket": POCKET}
    __slots__ = ()


class SideBet(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet of its own beside the others: what it looks at, and what that pays (HU-04)."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
    evaluation: Literal["pocket", "final"]
    """`pocket` are the two cards, `final` the best five of seven."""
    pays: SidePays

    def __post_init__(self) -> None:
        """Refuse a table of other hands than the bet looks at."""
        if (self.pays.kind == "pocket") != (self.evaluation == "pocket"):
            raise ValueError(f"pays must price {self.evaluation} hands, as evaluation says (HU-04)")
