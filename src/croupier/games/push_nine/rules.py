"""What a house may choose of Push Nine."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.core.prices import MONEY, Money, MoneyOrNone, check_chips

MOST_SEATS: Final = 15

RAISES: Final = 3

Seconds = Annotated[int, Meta(ge=10, le=120)]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 1_00
    ante: Money = 1_00
    ante_in_push_hand: bool = False
    """Besides the buy-in (PN-05)."""
    min_bet: MoneyOrNone = 0
    """0 is the ante (PN-07)."""
    max_bet: MoneyOrNone = 0
    """The most of a bet, and of what a raise adds; 0 is table stakes (PN-07)."""
    uncap_when_heads_up: Literal["any_time", "only_if_not_capped"] = "any_time"
    first_to_act: Literal["button", "left_of_button"] = "button"
    collection_from_button: Annotated[int, Meta(ge=0, le=10_00, extra=MONEY)] = 2_00
    wrong_count_after_action: Literal["dead_hand", "misdeal"] = "dead_hand"
    allow_agreed_split: bool = True
    push_eligibility: Literal["latest_hand", "original_hand"] = "latest_hand"
    push_buy_in_rule: Literal["pot_divided_by_pushers", "full_pot"] = "pot_divided_by_pushers"
    push_buy_in_rounding: Literal["up", "down"] = "up"
    betting_round_buy_in: Literal["equal_to_push_buy_in", "none", "amount"] = "equal_to_push_buy_in"
    betting_round_amount: MoneyOrNone = 0
    """The betting-round buy-in where it is a fixed amount (PN-41)."""
    max_pushes: Annotated[int, Meta(ge=1, le=5)] = 3
    partner_raise_rule: Literal["penalize", "block"] = "penalize"
    player_cut: bool = True
    min_buy_in_antes: Annotated[int, Meta(ge=1, le=200)] = 20
    max_buy_in: MoneyOrNone = 0
    """0 is no maximum (CR-20)."""
    rathole_minutes: Annotated[int, Meta(ge=0, le=240)] = 60
    allow_short_rebuy: bool = False
    """Once in a session, for half of the least buy-in (CR-20)."""
    table_language: Literal["en", "any"] = "en"
    max_seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 9
    decision_seconds: Seconds = 20
    push_decision_seconds: Seconds = 30
    cut_seconds: Annotated[int, Meta(ge=2, le=30)] = 5
    award_pause_seconds: Annotated[int, Meta(ge=0, le=30)] = 0
    """How long the staff may look at a hand before the pots are paid (PN-30)."""

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        if self.max_bet and self.max_bet < self.least_bet:
            raise ValueError("max_bet must not be below min_bet (PN-07)")
        check_chips(self, ("ante", "min_bet", "max_bet", "betting_round_amount"), "PN-18")
        if self.max_buy_in and self.max_buy_in < self.min_buy_in:
            raise ValueError("max_buy_in must not be below the minimum buy-in (PN-44)")
        if (self.betting_round_buy_in == "amount") != (self.betting_round_amount > 0):
            raise ValueError(
                'betting_round_amount goes with betting_round_buy_in = "amount", else 0 (PN-41)'
            )

    @property
    def least_bet(self) -> int:
        """The least bet (PN-07)."""
        return self.min_bet or self.ante

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.ante

    @property
    def min_buy_in(self) -> int:
        """What one sits down with at least (PN-44)."""
        return self.min_buy_in_antes * self.ante
