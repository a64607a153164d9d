"""What a house may choose of Blackjack."""

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from croupier.core.prices import Money, Price, Rounding, check_chips
from croupier.ranks.pays import FirstBet, FirstPays

Seconds = Annotated[int, Meta(ge=5, le=120)]


FRACTIONS: Final = "a number from 0.3 to 0.9"
TOTALS: Final = '[9, 10, 11], [10, 11] or "any"'


SIDE_BETS: Final = 'names such as ["perfect_pairs"], or bets with name, evaluation and pays'
READY: Final = {
    "perfect_pairs": FirstBet(
        "perfect_pairs",
        "pair",
        FirstPays({"perfect_pair": 25, "coloured_pair": 12, "mixed_pair": 6}),
    ),
    "plus_three": FirstBet(
        "plus_three",
        "three",
        FirstPays(
            {"suited_trips": 100, "straight_flush": 40, "trips": 30, "straight": 10, "flush": 5}
        ),
    ),
}
"""The side bets that need only be named."""


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 100
    table_min: Money = 5_00
    table_max: Money = 500_00
    minimum_applies_to: Literal["each_bettor", "box_total"] = "each_bettor"
    maximum_applies_to: Literal["box_total", "each_bettor"] = "box_total"
    table_boxes: Annotated[int, Meta(ge=1, le=7)] = 7
    max_bettors_per_box: Annotated[int, Meta(ge=1, le=3)] = 3
    betting_seconds: Seconds = 20
    decision_seconds: Seconds = 20
    insurance_seconds: Annotated[int, Meta(ge=5, le=60)] = 10
    decks: Annotated[int, Meta(ge=1, le=8)] = 6
    cut_card_fraction: Annotated[Decimal, Meta(description=FRACTIONS)] = Decimal("0.75")
    shuffle_every_round: bool = False
    hole_card: Literal["none", "peek"] = "none"
    """`peek`: a second card face down, at which the dealer looks before the boxes play."""
    dealer_hits_soft_17: bool = False
    dealer_always_completes: bool = False
    dealer_blackjack_takes: Literal["all_bets", "original_bets_only"] = "all_bets"
    blackjack_pays: Price = Price(3, 2)
    side_bets: Annotated[tuple[FirstBet | str, ...], Meta(description=SIDE_BETS)] = ()
    """House choice: a ready one by its name, or one with its own table."""
    side_bet_min: Money = 1_00
    side_bet_max: Money = 100_00
    insurance: bool = True
    offer_even_money: bool = False
    auto_stand_on_21: bool = True
    surrender: Literal["none", "late", "early"] = "none"
    """`early`: half the stake is lost and no more, whatever the dealer turns out to have."""
    charlie_cards: Literal[0, 5, 6, 7] = 0
    """House choice: this many cards not over 21 win at once; 0 is no such rule."""
    double_totals: Annotated[tuple[int, ...] | Literal["any"], Meta(description=TOTALS)] = (
        9,
        10,
        11,
    )
    double_soft_9_10_11: bool = True
    double_cards: Literal["two", "three", "any"] = "two"
    """House choice: a hand of how many cards may be doubled."""
    double_after_split: bool = True
    double_for_less: bool = False
    max_hands_per_box: Annotated[int, Meta(ge=2, le=4)] = 4
    resplit_aces: bool = True
    hit_split_aces: bool = False
    """House choice: split aces are played like other hands (BJ-21)."""
    split_tens_same_rank_only: bool = False
    split_second_card_timing: Literal["immediate", "on_turn"] = "immediate"
    backer_double: Literal["optional", "compulsory"] = "optional"
    backer_no_split_hand: Literal["first", "choose"] = "first"
    timeout_action: Literal["stand", "basic_strategy"] = "stand"
    fraction_rounding: Rounding = "down_to_cent"

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.table_min

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        if self.table_max < self.table_min:
            raise ValueError("table_max must not be below table_min (BJ-29)")
        check_chips(self, ("table_min", "table_max"), "BJ-47")
        self._check_sides()
        cut = self.cut_card_fraction
        if not (cut.is_finite() and Decimal("0.3") <= cut <= Decimal("0.9")):
            raise ValueError(f"cut_card_fraction must be {FRACTIONS} (BJ-37)")
        if self.double_totals != "any":  # In whatever order they were written.
            force_setattr(self, "double_totals", tuple(sorted(self.double_totals)))
        if self.double_totals not in ((9, 10, 11), (10, 11), "any"):
            raise ValueError(f"double_totals must be {TOTALS} (BJ-16)")

    def _check_sides(self) -> None:
        """Refuse side bets that have no table, or limits that leave no bet."""
        if self.side_bets and self.side_bet_max < self.side_bet_min:
            raise ValueError("side_bet_max must not be below side_bet_min (BJ-29)")
        check_chips(self, ("side_bet_min", "side_bet_max") if self.side_bets else (), "BJ-47")
        for name in self.side_bets:
            if isinstance(name, str) and name not in READY:
                ready = " and ".join(READY)
                raise ValueError(f"side_bets: {name!r} has no pay table: {ready} come ready")
        if len({bet.name for bet in listed(self)}) < len(self.side_bets):
            raise ValueError("side_bets names a bet twice")


def listed(rules: Rules) -> list[FirstBet]:
    """The side bets that the house offers, in its order."""
    return [READY[bet] if isinstance(bet, str) else bet for bet in rules.side_bets]


def cut_card(rules: Rules) -> int:
    """How many cards lie before the cut card in a full shoe (BJ-37)."""
    return int(rules.cut_card_fraction * (rules.decks * 52))
