"""The pay tables of poker hands: those of five cards, and those of two."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

from croupier.core.cards import RANK, SUIT, Card
from croupier.core.prices import Hands, PayTable
from croupier.ranks import high

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
