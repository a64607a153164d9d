"""What a house may choose of Low Ball."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.core.prices import Money, MoneyOrNone, check_chips
from croupier.games.low_ball.sevens import SevensRule

MOST_SEATS: Final = 9

Seconds = Annotated[int, Meta(ge=2, le=15)]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the Casino Club's."""

    chip: Money = 100
    bet_limit: Money = 4_00
    after_draw_multiplier: Literal[1, 2] = 1
    small_blind: MoneyOrNone = 2_00
    """0: the big blind is the only one."""
    big_blind: Money = 4_00
    button_blind: MoneyOrNone = 0
    """A third blind, on the button, with three players or more (LB-37)."""
    min_open: Literal["big_blind", "double_big_blind"] = "big_blind"
    joker_in_use: bool = True
    check_raise: bool = False
    tournament: bool = False
    sevens_rule_live: SevensRule = "lose_last_action"
    sevens_rule_tournament: SevensRule = "lose_pot"
    timeout_check_exempt_from_sevens: bool = False
    straddle: bool = True
    straddle_tournament: bool = False
    straddle_doubles_limit: bool = False
    straddle_pause_seconds: Seconds = 5
    cut_before_draw: bool = True
    cut_seconds: Seconds = 5
    burn_before_draw: bool = False
    self_dealt: bool = False
    """Where the player on the button deals (LB-14, LB-17, LB-24)."""
    button_max_draw: Literal[4, 5] = 5
    hide_draw_counts_after_action: bool = True
    lowball_return: Literal["wait_big_blind", "kill_pot", "free"] = "wait_big_blind"
    lowball_new_player: Literal["wait_big_blind", "kill_pot"] = "wait_big_blind"
    lowball_collection: Literal["none", "by_players"] = "none"
    drop_five_or_more: MoneyOrNone = 3_00
    drop_four: MoneyOrNone = 2_00
    drop_three_or_less: MoneyOrNone = 1_00
    lowball_min_buy_in_bets: Annotated[int, Meta(ge=5, le=50)] = 10
    max_buy_in: MoneyOrNone = 0
    """0 is no maximum."""
    max_seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 8
    decision_seconds: Annotated[int, Meta(ge=10, le=120)] = 25
    time_bank_seconds: Annotated[int, Meta(ge=0, le=300)] = 60
    award_pause_seconds: Annotated[int, Meta(ge=0, le=30)] = 0
    """How long the staff may look at the hands before the pots are paid."""
    rathole_minutes: Annotated[int, Meta(ge=0, le=240)] = 60
    allow_short_rebuy: bool = False
    """Once in a session, for half of the least buy-in (CR-20)."""
    table_language: Literal["en", "any"] = "en"

    def __post_init__(self) -> None:
        """Refuse what no card room could deal."""
        if max(self.small_blind, self.button_blind) > self.big_blind:
            raise ValueError("big_blind must not be below the other blinds (LB-37)")
        if self.big_blind > self.bet_limit:
            raise ValueError("bet_limit must not be below big_blind (LB-37)")
        blinds = ("small_blind", "button_blind", "big_blind")
        check_chips(self, (*blinds, "bet_limit", "max_buy_in"), "CR-32")
        if self.max_buy_in and self.max_buy_in < self.min_buy_in:
            raise ValueError("max_buy_in must not be below the minimum buy-in (LB-37)")

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.big_blind

    @property
    def min_buy_in(self) -> int:
        """A number of bets (LB-37)."""
        return self.lowball_min_buy_in_bets * self.bet_limit

    @property
    def sevens_rule(self) -> SevensRule:
        """The sevens rule of this table (LB-08, LB-09)."""
        return self.sevens_rule_tournament if self.tournament else self.sevens_rule_live

    @property
    def may_straddle(self) -> bool:
        """Whether there are straddles (LB-25, LB-26)."""
        return self.straddle and (self.straddle_tournament or not self.tournament)
