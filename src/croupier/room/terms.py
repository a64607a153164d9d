"""What the rules of a game say about the table around it; a game that is silent has the default."""

from typing import Any, Final, Literal

from msgspec import Struct

from croupier.play import Game

MINUTE: Final = 60


class Terms(Struct, frozen=True):
    """How people sit, buy in, stay away and leave."""

    seats: int
    min_players: int
    min_buy_in: int = 1
    max_buy_in: int = 0
    """0 is no maximum."""
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
    """Whether who has yet to decide about his cards may talk (HU-28)."""

    @classmethod
    def of(cls, game: Game, rules: Any) -> "Terms":
        """The terms in the rules of a game."""
        named = (getattr(rules, name, 0) for name in ("max_seats", "player_positions"))
        seats = next(filter(None, named), game.SEATS.stop - 1)
        own = ("seats", "min_players")
        found = {
            name: getattr(rules, name)
            for name in cls.__struct_fields__
            if name not in own and hasattr(rules, name)
        }
        return cls(seats=seats, min_players=game.SEATS.start, **found)
