"""What sets a flop game apart, and what a card room may choose."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.core.cards import Card
from croupier.core.prices import Money, MoneyOrNone, check_chips
from croupier.procedure.betting import Limit
from croupier.procedure.blinds import ButtonRule, HeadsUp, NewPlayer
from croupier.procedure.kills import HighTrigger, HiloTrigger, KillRule

MOST_SEATS: Final = 10

Best = Callable[[Sequence[Card], Sequence[Card]], int]


class Family(Struct, frozen=True):
    """What sets a game of the family apart."""

    hole: int
    high: Best
    low: Best | None = None


class Cap(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """From this minimum cave on, the levy on a hand is at most this percentage of it (TH-55)."""

    cave: Money
    percent: Annotated[int, Meta(ge=0, le=100)]


LEGAL_CAPS: Final = (
    Cap(500_00, 15),
    Cap(1000_00, 10),
    Cap(5000_00, 5),
    Cap(10_000_00, 3),
    Cap(50_000_00, 1),
)


CAPS: Final = "a list of [cave, percentage], such as [[500, 15], [1000, 10]]"


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card room may choose; the defaults are those that both rooms share."""

    chip: Money = 100
    limit: Limit = "no_limit"
    small_blind: MoneyOrNone = 2_00
    """0: the big blind is the only one (CR-04)."""
    big_blind: Money = 4_00
    """In a limit game also the lower limit; the upper is twice as much (CR-21, TH-29)."""
    button_blind: MoneyOrNone = 0
    """A third blind, on the button, with three players or more (CR-04)."""
    ante: MoneyOrNone = 0
    ante_from: Literal["each", "big_blind"] = "each"
    """`big_blind` pays one ante for the whole table."""  # House choice.
    table_minimum: MoneyOrNone = 0
    """The French house's: the small blind is half of it (TH-17)."""
    max_raises: Annotated[int, Meta(ge=0, le=9)] = 3
    """In a limit round, after the bet; 0 is no limit (CR-22, TH-29)."""
    min_raise_rule: Literal["last_raise", "double_bet"] = "last_raise"
    button_draw: Literal["clubs", "high_card"] = "high_card"
    button_rule: ButtonRule = "forward_moving"
    heads_up_blinds: HeadsUp = "button_small"
    allow_buying_button: bool = False
    option_allowed: bool = False
    option_seconds: Annotated[int, Meta(ge=2, le=15)] = 5
    new_player: NewPlayer = "free_after_button"
    missed_blinds_rule: Literal["post_or_wait", "wait_only"] = "post_or_wait"
    burn_cards: bool = True
    all_in_hands_face_up: bool = False
    run_it_twice: bool = False
    """Players who are all-in may agree on two boards, for half of each pot."""  # House choice.
    auto_show_at_showdown: bool = True
    muck_losing_hands: bool = False
    show_seconds: Annotated[int, Meta(ge=0, le=15)] = 0
    """How long a player who need not show may show a card or more; 0: they are not asked."""
    award_pause_seconds: Annotated[int, Meta(ge=0, le=30)] = 0
    """How long the staff may look at a hand before the pots are paid."""
    levy_percent: Annotated[int, Meta(ge=0, le=10)] = 0
    levy_capped: bool = True
    levy_caps: Annotated[tuple[Cap, ...], Meta(description=CAPS)] = LEGAL_CAPS
    levy_rounding: Literal["down_to_chip", "down_to_cent"] = "down_to_chip"
    no_flop_no_drop: bool = False
    drop_five_or_more: MoneyOrNone = 0
    drop_four: MoneyOrNone = 0
    drop_three_or_less: MoneyOrNone = 0
    no_flop_drop: MoneyOrNone = 0
    kill: KillRule = "none"
    kill_trigger_high: HighTrigger = "two_in_a_row"
    kill_pot_size: MoneyOrNone = 0
    """The least pot whose winner kills, with the trigger `pot_size` (OM-10)."""
    kill_trigger_hilo: HiloTrigger = "scoop"
    kill_scoop_multiple: Annotated[int, Meta(ge=1, le=20)] = 5
    killer_acts_last: bool = False
    new_player_in_kill_pot: Literal["wait", "kill_next"] = "wait"
    min_buy_in: Money = 50_00
    max_buy_in: MoneyOrNone = 0
    """0 is no maximum."""
    recave_up_to: Literal["max_buy_in", "unlimited"] = "max_buy_in"
    allow_short_rebuy: bool = False
    """Once in a session, for half of the least buy-in (CR-20)."""
    table_language: Literal["en", "any"] = "any"
    max_seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 9
    decision_seconds: Annotated[int, Meta(ge=10, le=120)] = 25
    time_bank_seconds: Annotated[int, Meta(ge=0, le=300)] = 60
    seat_draw: Literal["random", "choose"] = "choose"
    waiting_list_order: Literal["fifo", "random"] = "fifo"
    seat_changes: bool = True
    max_absence_minutes: Annotated[int, Meta(ge=5, le=120)] = 15
    auto_consign: bool = True
    rathole_minutes: Annotated[int, Meta(ge=0, le=240)] = 60
    last_hands_count: Annotated[int, Meta(ge=3, le=10)] = 3
    redraw_after_break: bool = False
    """A game that stopped for want of players draws for the button anew (TH-73)."""

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.big_blind

    def __post_init__(self) -> None:
        """Refuse what no card room could deal."""
        for name in "small_blind", "button_blind":
            if getattr(self, name) > self.big_blind:
                raise ValueError(f"{name} must not be above big_blind (CR-04)")
        if self.table_minimum and 2 * self.small_blind != self.table_minimum:
            raise ValueError("small_blind must be half of table_minimum (TH-17)")
        if self.table_minimum and self.big_blind > 2 * self.small_blind:
            raise ValueError("big_blind must be small_blind to twice small_blind (TH-18)")
        if self.max_buy_in and self.max_buy_in < self.min_buy_in:
            raise ValueError("max_buy_in must not be below min_buy_in (TH-01)")
        blinds = ("small_blind", "big_blind", "button_blind", "ante")
        check_chips(self, (*blinds, "min_buy_in", "max_buy_in"), "CR-32, TH-53")
        caves = [cap.cave for cap in self.levy_caps]
        if caves != sorted(set(caves)):
            raise ValueError("levy_caps must rise from cave to cave (TH-55)")
        if self.kill != "none" and self.limit != "limit":
            raise ValueError('kill must be "none" unless limit is "limit" (OM-08, OM-09)')
        if (self.kill_trigger_high == "pot_size") != (self.kill_pot_size > 0):
            raise ValueError('kill_pot_size goes with kill_trigger_high = "pot_size" (OM-10)')
