"""What the rules of a game say about the table around it; a game that is silent has the default."""

from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.catalogue import Game
from croupier.core.prices import half_buy_in
from croupier.houses.hosting import SEATS
from croupier.room import audience
from croupier.room.audience import Audience

MINUTE: Final = 60
STAKES: Final = 100
"""A buy-in of this many stakes is what the house advises."""  # House choice.
PLENTY: Final = 1000_00
"""What it advises where a game names no stake."""


class SeatingTerms(Struct, frozen=True):
    """How people sit, buy in, stay away and leave."""

    seats: int
    min_players: int
    chip: int = 1
    """Chips are brought in whole ones (TH-53)."""
    min_buy_in: int = 1
    max_buy_in: int = 0
    """0 is no maximum."""
    advised_buy_in: int = 0
    """What the house advises to bring; bots bring the same."""
    recave_up_to: Literal["max_buy_in", "unlimited"] = "max_buy_in"
    allow_short_rebuy: bool = False
    seat_draw: Literal["random", "choose"] = "choose"
    waiting_list_order: Literal["fifo", "random"] = "fifo"
    seat_changes: bool = True
    max_absence_minutes: int = 15
    auto_consign: bool = True
    rathole_minutes: int = 0
    last_hands_count: int = 3
    redraw_after_break: bool = False
    time_bank_seconds: int = 0
    chat_during_hand: bool = True
    """Whether players may chat while their own decision is pending (HU-28)."""

    @property
    def audience(self) -> Audience:
        """Who is told of whom."""
        return audience.of(self.seats)

    @property
    def max_recave(self) -> int:
        """Up to what a stack may be topped up; 0 is no maximum (TH-25)."""
        return 0 if self.recave_up_to == "unlimited" else self.max_buy_in

    @property
    def short_rebuy(self) -> int:
        """Half of the least buy-in in whole chips, where the house allows that once (CR-20)."""
        least = self.min_buy_in
        return half_buy_in(least, self.chip) if self.allow_short_rebuy else least

    @classmethod
    def of(cls, game: Game, rules: Any) -> "SeatingTerms":
        """The terms in the rules of a game."""
        named = (getattr(rules, name, 0) for name in SEATS)
        seats = next(filter(None, named), game.SEATS.stop - 1)
        own = ("seats", "min_players")
        found = {
            name: getattr(rules, name)
            for name in cls.__struct_fields__
            if name not in own and hasattr(rules, name)
        }
        terms = cls(seats=seats, min_players=game.SEATS.start, **found)
        return replace(terms, advised_buy_in=terms._advised(getattr(rules, "stake", 0)))

    def _advised(self, stake: int) -> int:
        """A hundred stakes in whole chips, within the limits of the table."""
        wished = STAKES * stake or max(4 * self.min_buy_in, PLENTY)
        most = self.max_buy_in or wished
        return max(self.min_buy_in, min(wished, most) // self.chip * self.chip)
